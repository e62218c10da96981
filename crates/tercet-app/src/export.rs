//! Boards as files for external solvers, and the results of these solvers.

use tercet_models::Symmetry;
use tercet_models::export::{
    Claim, ExportError, Form, ImportError, MOST_SETS, Problem, export, import,
};

use crate::Verdict;
use crate::prelude::*;

request! {
    some required;
    /// A question about a board, as a file for a solver: to find a set, or, in the format `pack-lp`, to
    /// find as many disjoint sets as possible.
    pub struct Export {
        board,
        /// The format of the file, which also determines the question.
        pub to: Form,
        /// How a formulation that gives each card of a set a slot orders the cards.
        #[serde(default)]
        pub symmetry: Symmetry,
    }
}

/// A file for a solver.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Exported {
    /// The format of the file.
    pub form: Form,
    /// The file name extension of the format, without the dot.
    pub extension: String,
    /// The content of the file.
    pub text: String,
}

impl Question for Export {
    type Answer = BoardAnswer<Exported, (), ()>;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        /// The most cards times properties times values.
        const TEXT: usize = 400_000;
        // The sets of a packing are listed.
        let most = if self.to.is_packing() { cost::SMALL } else { cost::WRITTEN };
        let board = &self.board.bound(most)?.board;
        let of_card = board.deck().properties().saturating_mul(board.deck().values());
        let text = board.len().saturating_mul(of_card);
        cost::at_most(text, TEXT, "cards times properties and values", "board")?;
        Ok(Cost::work(None))
    }

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let (size, form) = (work.board().len(), self.to);
        let limit = work.begin(None, || format!("writing {size} cards as {}", form.name()));
        let text = export(work.board(), form, self.symmetry, &limit)?;
        let extension = form.extension().into();
        Ok(work.answer((), Exported { form, extension, text }))
    }
}

request! {
    some required;
    /// The output of a solver for the exported file of a board.
    pub struct ImportSolution {
        board,
        /// The format of the file that was exported.
        pub from: Form,
        /// The output of the solver.
        pub solution: String,
        notation,
    }
}

/// The answer of a solver about a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Imported {
    /// Whether the answer was checked: sets always are; the claim that there is no set never is.
    pub checked: bool,
    /// The set, or the disjoint sets, each as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
    /// For disjoint sets, whether the solver claims that their number is the maximum. This claim is
    /// not checked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maximum: Option<bool>,
}

/// The imported solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct ImportedAs {
    /// The format of the file.
    pub form: Form,
}

impl Question for ImportSolution {
    type Answer = BoardAnswer<Imported, Ending<Verdict, ImportedAs>, ()>;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // The sets of a packing are listed.
        let most = if self.from.is_packing() { cost::SMALL } else { cost::WRITTEN };
        self.board.bound(most)?;
        Ok(Cost::work(None))
    }

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let work = Work::on(&self.board, self.notation, session)?;
        let claim = import(work.board(), self.from, &self.solution, &session.limit(None))?;
        let (ending, positions, maximum) = match claim {
            Claim::Set(set) => (Ending::of(true), positions(&[set]), None),
            Claim::Packing { packing, is_most } => {
                (Ending::of(true), positions(packing.sets()), Some(is_most))
            }
            Claim::None => (Ending::of(false), Vec::new(), None),
            Claim::Unknown => {
                let error = error!(SolverStopped, "the solver gave no answer");
                (Ending::stopped(error)?, Vec::new(), None)
            }
        };
        let (checked, sets) = (!positions.is_empty(), work.sets(&positions));
        let ending = ending.by(ImportedAs { form: self.from });
        Ok(work.answer(ending, Imported { checked, sets, positions, maximum }))
    }
}

impl From<ImportError> for Error {
    fn from(ImportError { line, problem }: ImportError) -> Self {
        let code = match problem {
            Problem::Export(error) => return error.into(),
            Problem::Wrong(_) => Code::SolverFailed,
            Problem::NoAnswer(_) => Code::NoSolution,
        };
        let error = Self::new(code, problem.to_string());
        match line {
            Some(line) => error.with("line", line),
            None => error,
        }
    }
}

impl From<ExportError> for Error {
    fn from(error: ExportError) -> Self {
        match error {
            ExportError::Stopped(stop) => stop.into(),
            ExportError::TooManySets => {
                Self::new(Code::OutOfRange, error.to_string()).with("most", MOST_SETS)
            }
        }
    }
}
