//! Boards as files for solvers that are not built in, and what these found out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::notation::Notation;
use tercet_models::Symmetry;
use tercet_models::export::{Claim, Form, ImportError, Problem, export, import};

use crate::board::{notation, write_cards};
use crate::name::Named;
use crate::question::{Answered, Question};
use crate::{BoardSpec, Code, DeckSpec, Ending, Error, Name, Session, Status};

impl Named for Form {
    const TYPE: &'static str = "Form";
    const VALUES: &'static [Self] = Self::ALL;

    fn name(self) -> &'static str {
        self.name()
    }
}

/// The question which cards of a board are a set, as a file for a solver.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// The board.
    #[serde(default)]
    pub board: BoardSpec,
    /// The language of the solver.
    pub to: Name<Form>,
    /// How a formulation that gives each card of a set a slot orders them.
    #[serde(default)]
    pub symmetry: Name<Symmetry>,
}

/// A file for a solver.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Exported {
    /// The deck.
    pub deck: DeckSpec,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// The language of the solver.
    pub form: Name<Form>,
    /// What the names of such files end with.
    pub extension: String,
    /// The content of the file.
    pub text: String,
}

impl Answered for Exported {
    fn status(&self) -> Status {
        Status::Yes
    }
}

impl Question for Export {
    type Answer = Exported;

    fn ask(&self, session: &Session) -> Result<Exported, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        session.start(|| format!("writing {} cards as {}", board.len(), self.to.name()));
        Ok(Exported {
            deck: board.deck().into(),
            board: named.name.clone(),
            size: board.len(),
            form: self.to,
            extension: self.to.extension().into(),
            text: export(board, self.to.0, self.symmetry.0, &session.limit(None))?,
        })
    }
}

/// What a solver found out about the file of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportSolution {
    /// The board that was exported.
    #[serde(default)]
    pub board: BoardSpec,
    /// The language of the solver.
    pub from: Name<Form>,
    /// What the solver printed.
    pub solution: String,
    /// How cards are written in the answer; the shortest notation by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notation: Option<Name<Notation>>,
}

/// What a solver claims about a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Imported {
    /// The deck.
    pub deck: DeckSpec,
    /// The name of the board, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// How many cards the board has.
    pub size: usize,
    /// The language of the solver.
    pub form: Name<Form>,
    /// The answer of the solver.
    #[serde(flatten)]
    pub ending: Ending,
    /// Whether the answer was checked: a set is, and that there is none is not.
    pub checked: bool,
    /// The set, as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same set, as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
}

impl Answered for Imported {
    fn status(&self) -> Status {
        self.ending.status()
    }
}

impl Question for ImportSolution {
    type Answer = Imported;

    fn ask(&self, session: &Session) -> Result<Imported, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let deck = board.deck();
        let notation = notation(self.notation, deck)?;
        let claim = import(board, self.from.0, &self.solution, &session.limit(None))?;
        let (ending, set) = match claim {
            Claim::Set(found) => (Ending::found(true), Some(found.positions().to_vec())),
            Claim::None => (Ending::found(false), None),
            Claim::Unknown => {
                let error = Error::new(Code::SolverStopped, "the solver gave no answer");
                (Ending::stopped(error)?, None)
            }
        };
        let positions: Vec<Vec<usize>> = set.into_iter().collect();
        Ok(Imported {
            deck: deck.into(),
            board: named.name.clone(),
            size: board.len(),
            form: self.from,
            ending,
            checked: !positions.is_empty(),
            sets: positions.iter().map(|set| write_cards(deck, notation, &board.at(set))).collect(),
            positions,
        })
    }
}

impl From<ImportError> for Error {
    fn from(ImportError { line, problem }: ImportError) -> Self {
        let code = match problem {
            Problem::Stopped(stop) => return stop.into(),
            Problem::NotASet { .. } => Code::SolverFailed,
            Problem::Unexpected { .. } | Problem::NoAnswer(_) | Problem::Unreadable(_) => {
                Code::NoSolution
            }
        };
        let error = Self::new(code, problem.to_string());
        match line {
            Some(line) => error.with("line", line),
            None => error,
        }
    }
}
