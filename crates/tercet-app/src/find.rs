//! The sets of a board: one, all, or their number.

use tercet::solver::{PartialSets, Report};

use crate::Verdict;
use crate::board::joined;
use crate::prelude::*;

request! {
    /// One set of a board, or the answer that it has no set.
    pub struct Find {
        board,
        search,
        notation,
    }
}

request! {
    /// All sets of a board in layout order: by their first position, then by their second, and so on.
    pub struct List {
        board,
        /// The maximum number of sets to list, the first ones; all by default. The answer counts all
        /// sets in either case.
        pub first: Option<NonZeroUsize>,
        search,
        notation,
    }
}

request! {
    /// The number of sets of a board.
    pub struct Count {
        board,
        /// Whether the sets are also counted by the number of properties in which their cards differ, which
        /// visits each set.
        pub by_differences: bool,
        search,
    }
}

/// The sets of a board, as far as they were asked for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Sets {
    /// The cards of the board in layout order, if the answer stands alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cards: Vec<String>,
    /// The sets, each as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards on the board, from 0.
    #[serde(default)]
    pub positions: Vec<Vec<usize>>,
    /// How many sets were found, listed or not; absent if a count was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// How many of the sets differ in each number of properties, from 0 to p, if that was asked for and the count
    /// was not stopped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_differences: Vec<Whole>,
    /// The partial sets that the method remembers at the end, for methods that remember them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remembered: Option<Remembered>,
}

/// The answer of a method about the sets of a board.
pub type SetsOfBoard = BoardAnswer<Sets, Ending<Verdict, AnsweredBy>>;

impl SetsOfBoard {
    /// The columns of a table of answers, which are fields of the answer.
    pub const COLUMNS: &'static str = "size | answer | count | sets | method | by_differences";

    /// The cells of these columns, without the JSON, which would take longer than the search.
    pub fn cells(&self) -> Vec<String> {
        let answer = match self.ending.answer {
            Verdict::Found => "found",
            Verdict::None => "none",
            Verdict::Stopped => "stopped",
        };
        let count = self.found.count.as_ref().map(ToString::to_string).unwrap_or_default();
        let by_differences: Vec<String> =
            self.found.by_differences.iter().map(ToString::to_string).collect();
        let sets: Vec<String> = self.found.sets.iter().map(|set| joined(set)).collect();
        let method = self.ending.by.method.clone();
        let by_differences = by_differences.join(" ");
        vec![self.size.to_string(), answer.into(), count, sets.join("; "), method, by_differences]
    }
}

/// The partial sets that a method remembers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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

impl Sets {
    /// The answer of a method without the sets: with their number, or, if a limit ended the work,
    /// with what is known of it.
    fn counted(
        work: &Work<'_>,
        asked: &Method,
        report: &Report,
        count: Result<u128, Stop<Option<u128>>>,
    ) -> Result<SetsOfBoard, Error> {
        let (count, stopped) = match count {
            Ok(count) => (Some(count), None),
            Err(Stop { reason, found }) => (found, Some(reason.into())),
        };
        let ending = Ending::within(count.is_some_and(|count| count > 0), stopped)?;
        let found = Self {
            count: count.map(Whole::from),
            remembered: report.memory.map(Remembered::from),
            ..Self::default()
        };
        Ok(work.answer(ending.by(AnsweredBy::of(asked, report)), found))
    }
}

impl Question for Find {
    type Answer = SetsOfBoard;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<SetsOfBoard, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let (method, mut solver, limit) =
            work.search(&self.search, solver::Question::Find, Method::solver)?;
        let (found, count) = match solver.find(&limit) {
            Ok(found) => {
                let count = found.iter().len() as u128;
                (found, Ok(count))
            }
            Err(stop) => (None, Err(stop.with(None))),
        };
        let mut answer = Sets::counted(&work, &method, &solver.report(), count)?;
        // The set is checked by the definition before it is returned.
        let found = found.inspect(|found| drop(found.set(work.board())));
        let positions: Vec<_> = found.iter().map(|set| set.to_vec()).collect();
        answer.found.sets = work.sets(&positions);
        answer.found.positions = positions;
        Ok(answer)
    }
}

impl Question for List {
    type Answer = SetsOfBoard;

    const IS_QUICK: bool = true;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        let cost = cost::of(self, means)?;
        if !means.streams {
            // The number of sets kept is bounded; the answer counts all sets.
            let most = NonZeroUsize::new(cost::LISTED / self.board.board()?.board.deck().values());
            let most = most.expect("at most 256 values");
            self.first = Some(self.first.map_or(most, |first| first.min(most)));
        }
        Ok(Cost { is_quick: cost.is_quick && !means.streams, ..cost })
    }

    fn ask(&self, session: &Session) -> Result<SetsOfBoard, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let mut positions = Vec::new();
        let mut answer = self.list(&mut work, &mut |(set, _)| {
            positions.push(set.to_vec());
            ControlFlow::Continue(())
        })?;
        answer.found.sets = work.sets(&positions);
        answer.found.positions = positions;
        Ok(answer)
    }
}

impl Streamed for List {
    /// The positions of the cards of a set on the board, ascending, and the limit of the work.
    type Item<'a> = (&'a [usize], &'a Limit);

    fn ask_into(&self, session: &Session, sink: &mut Sink<'_, Self>) -> Result<SetsOfBoard, Error> {
        self.list(&mut Work::on(&self.board, self.notation, session)?, sink)
    }
}

impl List {
    /// Lists the sets into a sink.
    fn list(&self, work: &mut Work<'_>, sink: &mut Sink<'_, Self>) -> Result<SetsOfBoard, Error> {
        let (method, mut lister, limit) =
            work.search(&self.search, solver::Question::Enumerate, Method::enumerator)?;
        let (most, memory) = (self.first.map(NonZeroUsize::get), self.search.memory());
        let mut taken = ControlFlow::Continue(());
        let count = solver::list_each(&mut *lister, most, memory, &limit, &mut |positions| {
            taken = sink((positions, &limit));
            taken
        });
        let count = match count {
            // A sink may break off because a limit was reached.
            Ok(count) if taken.is_break() => {
                limit.check().map(|()| count).map_err(|stop| stop.with(Some(count)))
            }
            count => count.map_err(|Stop { reason, found }| Stop { reason, found: Some(found) }),
        };
        Sets::counted(work, &method, &lister.report(), count)
    }
}

impl Question for Count {
    type Answer = SetsOfBoard;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<SetsOfBoard, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        if self.by_differences {
            return self.differences(&mut work);
        }
        let (method, mut counter, limit) =
            work.search(&self.search, solver::Question::Count, Method::counter)?;
        let count = counter.count(&limit).map_err(|stop| stop.with(None));
        Sets::counted(&work, &method, &counter.report(), count)
    }
}

impl Count {
    /// Counts the sets by the number of properties in which their cards differ.
    fn differences(&self, work: &mut Work<'_>) -> Result<SetsOfBoard, Error> {
        let (method, mut lister, limit) =
            work.search(&self.search, solver::Question::Enumerate, Method::enumerator)?;
        let (deck, board) = (work.board().deck(), work.board());
        let mut sets = vec![0_u128; deck.properties() + 1];
        // Two cards of a set differ in the properties in which all of them differ.
        let visited = lister.for_each(&limit, &mut |set| {
            let values = |&card: &usize| deck.values_of(board[card]);
            let pair = values(&set[0]).zip(values(&set[set.len() - 1]));
            sets[pair.filter(|(one, other)| one != other).count()] += 1;
            ControlFlow::Continue(())
        });
        let count = visited.map(|()| sets.iter().sum()).map_err(|stop| stop.with(None));
        if count.is_err() {
            sets.clear();
        }
        let mut answer = Sets::counted(work, &method, &lister.report(), count)?;
        answer.found.by_differences = sets.into_iter().map(Whole::from).collect();
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use tercet::Board;
    use tercet::deal::Dealer;

    use super::*;

    /// The sets of random boards one by one, and the formula for whole decks.
    #[test]
    fn sets_are_counted_by_their_differences() {
        for (v, p, cards) in [(1, 3, 1), (2, 4, 9), (3, 4, 40), (3, 4, 81), (4, 3, 30), (5, 2, 25)]
        {
            let deck = Deck::new(v, p).unwrap();
            let board = Board::new(deck, Dealer::new(deck, 7).take(cards)).unwrap();
            let mut expected = vec![0_u64; p + 1];
            for set in board.sets() {
                let differs = |&i: &usize| {
                    set.iter().any(|&card| deck.value(card, i) != deck.value(set[0], i))
                };
                expected[(0..p).filter(differs).count()] += 1;
            }
            let asked = Count { board: board.into(), by_differences: true, ..Count::default() };
            let found = asked.ask(&Session::new()).unwrap().found;
            let expected: Vec<Whole> = expected.into_iter().map(Whole::from).collect();
            assert_eq!(found.by_differences, expected, "{cards} cards of {deck}");
            let count: num_bigint::BigUint = expected.into_iter().map(|sets| sets.0).sum();
            assert_eq!(found.count, Some(Whole(count)));
            if deck.size() == cards.into() {
                let whole = deck.sets_by_differences().into_iter().map(Whole);
                assert_eq!(found.by_differences, whole.collect::<Vec<_>>());
            }
        }
    }
}
