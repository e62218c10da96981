//! Reductions: other problems as boards, boards as other problems.

use tercet::deck::OutOfRange;
use tercet::file::ParseError;
use tercet::reduction::generate::{Solution, matching, matching_threshold};
use tercet::reduction::{
    ExactCover, InstanceError, MatchingInstance, exact_cover, exact_covers_within,
};

use crate::prelude::*;
use crate::search::usual_memory;

request! {
    /// A board as exact cover problems, one for each agreement: the properties in which all cards of a
    /// set share a value. Together, their exact covers are the sets.
    pub struct ReduceCover {
        board,
        /// Only the problem with this number, counted from 1.
        pub group: Option<NonZeroUsize>,
    }
}

/// The exact cover problems of a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Covers {
    /// Its cards.
    pub cards: Vec<String>,
    /// The problems, those with the smallest agreement first.
    pub problems: Vec<CoverProblem>,
}

/// An exact cover problem. An item is a property and a value, both from 0.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct CoverProblem {
    /// Its number, from 1.
    pub group: usize,
    /// The properties in which all cards of a set agree, each with its value.
    pub agreement: Vec<[usize; 2]>,
    /// The items, each of which must be covered exactly once.
    pub items: Vec<[usize; 2]>,
    /// For each option its items, as indices of `items`.
    pub options: Vec<Vec<usize>>,
    /// For each option the position of its card on the board.
    pub positions: Vec<usize>,
}

impl CoverProblem {
    fn new(group: usize, problem: &ExactCover) -> Self {
        let pairs = |items: &[exact_cover::Item]| {
            items.iter().map(|item| [item.property, item.value]).collect()
        };
        Self {
            group,
            agreement: pairs(&problem.agreement),
            items: pairs(&problem.items),
            options: problem.options.clone(),
            positions: problem.positions.clone(),
        }
    }
}

impl Question for ReduceCover {
    type Answer = BoardAnswer<Covers, (), ()>;

    const MOST_CARDS: usize = cost::SMALL;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut problems = Vec::new();
        let mut answer = self.ask_into(session, &mut |(group, problem)| {
            problems.push(CoverProblem::new(group, problem));
            ControlFlow::Continue(())
        })?;
        answer.found.problems = problems;
        Ok(answer)
    }
}

impl Streamed for ReduceCover {
    /// An exact cover problem with its number, from 1.
    type Item<'a> = (usize, &'a ExactCover);

    fn ask_into(
        &self,
        session: &Session,
        sink: &mut Sink<'_, Self>,
    ) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let size = work.board().len();
        let limit = work.begin(None, || format!("comparing {size} cards"));
        let asked = self.group.map(NonZeroUsize::get);
        let (mut count, mut is_done) = (0, asked.is_none());
        for problem in exact_covers_within(work.board(), usual_memory(), &limit)? {
            let problem = problem?;
            count += 1;
            if asked.is_some_and(|group| group != count) {
                continue;
            }
            is_done = true;
            if sink((count, &problem)).is_break() || asked.is_some() {
                break;
            }
        }
        if !is_done {
            return Err(self.no_such_group(count));
        }
        let cards = work.cards(work.board().cards());
        Ok(work.answer((), Covers { cards, problems: Vec::new() }))
    }
}

impl ReduceCover {
    /// The error of a number that no problem of the board has.
    fn no_such_group(&self, count: usize) -> Error {
        let group = self.group.map_or(0, NonZeroUsize::get);
        let message = match count {
            0 => "this board has no exact cover problem, so no set".into(),
            1 => format!("this board has 1 problem: no problem has the number {group}"),
            _ => format!("this board has {count} problems: choose from 1 to {count}"),
        };
        Error::new(Code::OutOfRange, message).of_field("group").with("most", count)
    }
}

request! {
    /// A perfect matching of an instance of k-dimensional matching, found as a set of its board.
    pub struct ReduceMatching {
        /// The text of the instance: a line `matching K N`, then an edge a line.
        pub instance: String,
        search,
    }
}

/// Whether an instance has a perfect matching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Matched {
    /// K: how many dimensions there are.
    pub dimensions: usize,
    /// N: how many elements each dimension has.
    pub elements: usize,
    /// How many edges there are.
    pub edge_count: usize,
    /// The deck of the board.
    pub deck: Deck,
    /// How many cards the board has.
    pub size: usize,
    /// The method that answered.
    #[serde(flatten)]
    pub method: AnsweredBy,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// The edges of the matching, each as its elements, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matching: Option<Vec<Vec<usize>>>,
    /// How long the search took.
    pub seconds: Seconds,
}

answered!(Matched by ending);

impl Question for ReduceMatching {
    type Answer = Matched;

    fn ask(&self, session: &Session) -> Result<Matched, Error> {
        let instance = MatchingInstance::parse(&self.instance)?;
        let board = board(&instance)?;
        let (asked, mut solver) =
            self.search.build(session, solver::Question::Find, &board, Method::solver)?;
        let watch = session.start(|| format!("find a perfect matching with {}", asked.name));
        let found = solver.find(&session.limit(self.search.timeout));
        let seconds = watch.elapsed();
        let stopped = found.as_ref().err().cloned();
        let matching = found.ok().flatten().map(|found| {
            let set = found.set(&board);
            let edges = instance.matching(&set).expect("a set of the board is a perfect matching");
            edges.into_iter().map(|edge| instance.edges()[edge].to_vec()).collect()
        });
        Ok(Matched {
            dimensions: instance.dimensions(),
            elements: instance.elements(),
            edge_count: instance.edges().len(),
            deck: board.deck(),
            size: board.len(),
            method: AnsweredBy::of(&asked, &solver.report()),
            ending: Ending::within(matching.is_some(), stopped)?,
            matching,
            seconds,
        })
    }
}

/// The board of an instance, if its deck is not too large.
fn board(instance: &MatchingInstance) -> Result<Board, Error> {
    let (values, properties) = (instance.elements().saturating_add(1), instance.dimensions());
    instance.board().map_err(|error| too_large(&error, values, properties))
}

request! {
    /// The board of an instance of k-dimensional matching.
    pub struct ReduceMatchingBoard {
        /// The text of the instance: a line `matching K N`, then an edge a line.
        pub instance: String,
    }
}

/// The board of an instance: it has a set exactly if the instance has a perfect matching.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MatchingBoard {
    /// K: how many dimensions there are.
    pub dimensions: usize,
    /// N: how many elements each dimension has.
    pub elements: usize,
    /// How many edges there are.
    pub edge_count: usize,
    /// The deck of the board.
    pub deck: Deck,
    /// How many cards the board has.
    pub size: usize,
    /// Its cards: those of the edges in their order, then the extra one.
    pub cards: Vec<String>,
}

impl Answered for MatchingBoard {}

impl Question for ReduceMatchingBoard {
    type Answer = MatchingBoard;

    fn ask(&self, _: &Session) -> Result<MatchingBoard, Error> {
        let instance = MatchingInstance::parse(&self.instance)?;
        let board = board(&instance)?;
        let deck = board.deck();
        Ok(MatchingBoard {
            dimensions: instance.dimensions(),
            elements: instance.elements(),
            edge_count: instance.edges().len(),
            deck,
            size: board.len(),
            cards: write_cards(deck, Notation::for_deck(deck), board.cards()),
        })
    }
}

request! {
    /// A random instance of k-dimensional matching.
    pub struct ReduceGenerate {
        /// K: how many dimensions.
        pub dimensions: NonZeroUsize = NonZeroUsize::new(3).expect("3 is not 0"),
        /// N: how many elements in each dimension.
        pub elements: NonZeroUsize = NonZeroUsize::new(10).expect("10 is not 0"),
        /// The number of edges; by default the number at which one perfect matching is expected.
        pub edge_count: Option<usize>,
        /// Whether a perfect matching is guaranteed, excluded, or left to chance.
        pub solution: Solution = Solution::Chance,
        seed,
        timeout,
    }
}

/// An instance of k-dimensional matching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Generated {
    /// K: how many dimensions there are.
    pub dimensions: usize,
    /// N: how many elements each dimension has.
    pub elements: usize,
    /// Whether there is a perfect matching, as it was asked for.
    pub solution: Solution,
    /// Why there is no perfect matching, in words, if it is excluded. Elements are counted from 0, dimensions
    /// from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstruction: Option<String>,
    /// The seed.
    pub seed: Whole,
    /// The edges, each as its elements.
    pub edges: Vec<Box<[usize]>>,
    /// The instance as the text of a file.
    pub instance: String,
}

impl Answered for Generated {}

impl Question for ReduceGenerate {
    type Answer = Generated;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        /// The most edges.
        const EDGES: usize = 100_000;
        let edges = self.edge_count.or_else(|| {
            // An instance that cannot be generated at all has its own error, which the question
            // returns.
            let (k, n) = (self.dimensions.get(), self.elements.get());
            Some(usize::try_from(matching_threshold(k, n).ok()?).unwrap_or(usize::MAX))
        });
        cost::at_most(edges.unwrap_or(0), EDGES, "edges", "edge_count")?;
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<Generated, Error> {
        let (dimensions, elements) = (self.dimensions.get(), self.elements.get());
        let seed = session.seed(self.seed.as_ref())?;
        session.start(|| "drawing edges".into());
        let limit = session.limit(self.timeout);
        let (edges, solution) = (self.edge_count, self.solution);
        let generated = matching(dimensions, elements, edges, solution, seed, &limit);
        let (instance, obstruction) = generated.map_err(|refused| self.refused(refused))?;
        let text = instance.text_within(&limit)?;
        Ok(Generated {
            dimensions,
            elements,
            solution,
            obstruction,
            seed: seed.into(),
            edges: instance.into_edges(),
            instance: text,
        })
    }
}

impl ReduceGenerate {
    /// The error of an instance that does not exist.
    fn refused(&self, refused: NoAnswer) -> Error {
        let Some(Cannot::OutOfRange(range)) = refused.cannot() else { return refused.into() };
        let (values, properties) = (self.elements.get().saturating_add(1), self.dimensions.get());
        if Deck::new(values, properties).is_err() {
            return too_large(range, values, properties).of_field("elements");
        }
        let error = Error::new(Code::OutOfRange, range.to_string()).of_field("edge_count");
        error.with("least", range.least).with("most", range.most)
    }
}

impl From<ParseError<InstanceError>> for Error {
    fn from(ParseError { place, problem }: ParseError<InstanceError>) -> Self {
        let code = match problem {
            InstanceError::NotText => Code::NotText,
            _ => Code::NoInstance,
        };
        Self::new(code, problem.to_string()).at(place)
    }
}

/// The error of an instance whose board needs too large a deck.
fn too_large(error: &OutOfRange, values: usize, properties: usize) -> Error {
    let error = Error::new(Code::NoSuchDeck, error.to_string());
    error.with("values", values).with("properties", properties)
}
