//! The sets of a board: one, all, or their number.

use tercet::solver::{Found, PartialSets, Report};

use crate::prelude::*;
use crate::session::Stopwatch;

/// One set of a board, or the answer that it has no set.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Find {
    /// The board.
    pub board: BoardSpec,
    /// The method, with its settings and limits.
    pub search: Search,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
}

/// All sets of a board in layout order: by their first position, then by their second, and so on.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct List {
    /// The board.
    pub board: BoardSpec,
    /// The maximum number of sets to list, the first ones; all by default. The answer counts all
    /// sets in either case.
    pub first: Option<NonZeroUsize>,
    /// The method, with its settings and limits.
    pub search: Search,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
}

/// The number of sets of a board.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Count {
    /// The board.
    pub board: BoardSpec,
    /// The method, with its settings and limits.
    pub search: Search,
}

/// The sets of a board, as far as they were asked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Sets {
    /// The board.
    #[serde(flatten)]
    pub given: GivenBoard,
    /// The method that answered.
    #[serde(flatten)]
    pub method: AnsweredBy,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
    /// The sets, each as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards on the board, from 0; absent if sets are
    /// written one by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub positions: Vec<Vec<usize>>,
    /// How many sets were found, listed or not; absent if a count was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// The partial sets that the method remembers at the end, for methods that remember them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
    /// How long the search took.
    pub seconds: Seconds,
}

/// The partial sets that a method remembers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Remembered {
    /// How many partial sets: these have from 2 to v−1 cards.
    pub partial_sets: Whole,
    /// The memory for them, in bytes.
    pub bytes: usize,
}

impl From<PartialSets> for Remembered {
    fn from(PartialSets { count, bytes }: PartialSets) -> Self {
        Self { partial_sets: count.into(), bytes }
    }
}

answered!(Sets by ending);

impl Sets {
    /// The answer of a method without the sets: with their number, or, if a limit ended the work,
    /// with what is known of it.
    fn counted(
        named: &NamedBoard,
        asked: &Method,
        report: &Report,
        watch: &Stopwatch,
        count: Result<u128, Stop<Option<u128>>>,
    ) -> Result<Self, Error> {
        let (count, stopped) = match count {
            Ok(count) => (Some(count), None),
            Err(Stop { reason, found }) => (found, Some(reason.into())),
        };
        Ok(Self {
            given: GivenBoard::of(named),
            method: AnsweredBy::of(asked, report),
            ending: Ending::within(count.is_some_and(|count| count > 0), stopped)?,
            sets: Vec::new(),
            positions: Vec::new(),
            count: count.map(Whole::from),
            remembered: report.memory.map(Remembered::from),
            seconds: watch.elapsed(),
        })
    }
}

impl Question for Find {
    type Answer = Sets;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.search.bound(means)?;
        Ok(Cost::search(&self.search, self.board.is_small(cost::BOARD)?))
    }

    fn ask(&self, session: &Session) -> Result<Sets, Error> {
        let question = solver::Question::Find;
        let named = self.board.board()?;
        let board = &named.board;
        let notation = notation(self.notation, board.deck())?;
        let (method, mut solver) = self.search.build(session, question, board, Method::solver)?;
        let watch = session.start(|| format!("{} with {}", question.in_words(), method.name));
        let (found, count) = match solver.find(&session.limit(self.search.timeout)) {
            Ok(found) => {
                let count = found.iter().len() as u128;
                (found, Ok(count))
            }
            Err(stop) => (None, Err(stop.with(None))),
        };
        let answer = Sets::counted(&named, &method, &solver.report(), &watch, count)?;
        // The set is checked by the definition before it is returned.
        let found = found.inspect(|found| drop(found.set(board)));
        let write = |set: &Found| write_cards(board.deck(), notation, &board.at(set));
        let sets = found.iter().map(write).collect();
        Ok(Sets { sets, positions: found.iter().map(|set| set.to_vec()).collect(), ..answer })
    }
}

about_board!(Find);

impl Question for List {
    type Answer = Sets;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.search.bound(means)?;
        let board = &self.board.bound(cost::BOARD)?.board;
        let is_quick = board.len() <= cost::SMALL && !means.streams;
        if !means.streams {
            // The number of sets kept is bounded; the answer counts all sets.
            let most = NonZeroUsize::new(cost::LISTED / board.deck().values());
            let most = most.expect("at most 256 values");
            self.first = Some(self.first.map_or(most, |first| first.min(most)));
        }
        Ok(Cost::search(&self.search, is_quick))
    }

    fn ask(&self, session: &Session) -> Result<Sets, Error> {
        let (mut sets, mut positions) = (Vec::new(), Vec::new());
        let answer = self.ask_into(session, &mut |item| {
            if let Item::Set { board: NamedBoard { board, .. }, positions: set, .. } = item {
                let notation = self.notation.unwrap_or(Notation::for_deck(board.deck()));
                sets.push(write_cards(board.deck(), notation, &board.at(set)));
                positions.push(set.to_vec());
            }
            ControlFlow::Continue(())
        })?;
        Ok(Sets { sets, positions, ..answer })
    }

    fn ask_into(&self, session: &Session, sink: &mut Sink<'_>) -> Result<Sets, Error> {
        let question = solver::Question::Enumerate;
        let named = self.board.board()?;
        let board = &named.board;
        notation(self.notation, board.deck())?;
        let (method, mut lister) =
            self.search.build(session, question, board, Method::enumerator)?;
        let watch = session.start(|| format!("{} with {}", question.in_words(), method.name));
        let (most, memory) = (self.first.map(NonZeroUsize::get), self.search.memory());
        let limit = &session.limit(self.search.timeout);
        let mut taken = ControlFlow::Continue(());
        let count = solver::list_each(&mut *lister, most, memory, limit, &mut |positions| {
            taken = sink(Item::Set { board: &named, positions, limit });
            taken
        });
        let count = match count {
            // A sink may break off because a limit was reached.
            Ok(count) if taken.is_break() => {
                limit.check().map(|()| count).map_err(|stop| stop.with(Some(count)))
            }
            count => count.map_err(|Stop { reason, found }| Stop { reason, found: Some(found) }),
        };
        Sets::counted(&named, &method, &lister.report(), &watch, count)
    }
}

about_board!(List);

impl Question for Count {
    type Answer = Sets;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.search.bound(means)?;
        Ok(Cost::search(&self.search, self.board.is_small(cost::BOARD)?))
    }

    fn ask(&self, session: &Session) -> Result<Sets, Error> {
        let question = solver::Question::Count;
        let named = self.board.board()?;
        let (method, mut counter) =
            self.search.build(session, question, &named.board, Method::counter)?;
        let watch = session.start(|| format!("{} with {}", question.in_words(), method.name));
        let count = counter.count(&session.limit(self.search.timeout));
        let count = count.map_err(|stop| stop.with(None));
        Sets::counted(&named, &method, &counter.report(), &watch, count)
    }
}

about_board!(Count);
