//! The cost of a question, and the means that a server grants to it.
//!
//! A server looks at each request before anything works on it ([`Question::cost`]). It reads and
//! counts the boards, cuts time, memory and threads, and refuses requests that start programs or
//! read files.
//!
//! [`Question::cost`]: crate::Question::cost

use std::num::NonZeroUsize;
use std::time::Duration;

use tercet::file::NamedBoard;
use tercet::notation::Notation;
use tercet::solver::Family;
use tercet::{Deck, Method};

use crate::{BoardSpec, Code, Error, Question, Search, Seconds, Whole};

/// The maximum memory of a question, in bytes.
pub(crate) const MEMORY: usize = 256 << 20;
/// The most cards of a board.
pub(crate) const BOARD: usize = 20_000;
/// The most cards of a board whose answer is longer than the board.
pub(crate) const WRITTEN: usize = 2_000;
/// The most cards of a board about which a question is usually quick.
pub(crate) const SMALL: usize = 200;
/// The most cards of a deal, and of a deck that is counted card by card.
pub(crate) const DECK: usize = 100_000;
/// The most cards in all sets of a list together, and in all sets of a game.
pub(crate) const LISTED: usize = 1_000_000;

/// The means that a server grants to a question.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// The most threads.
    pub threads: NonZeroUsize,
    /// Whether the sets of a list are streamed one by one instead of kept.
    pub streams: bool,
}

/// The cost of a question.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The most time.
    pub time: Duration,
    /// Whether the question is usually quick, on one thread.
    pub is_quick: bool,
    /// How many threads it may use.
    pub threads: NonZeroUsize,
}

impl Means {
    /// Cuts the number of threads that a question asks for (one by default), and returns it.
    pub(crate) fn threads(self, asked: &mut Option<NonZeroUsize>) -> NonZeroUsize {
        *asked.insert(asked.map_or(NonZeroUsize::MIN, |asked| asked.min(self.threads)))
    }
}

impl Cost {
    /// The default time of a question.
    const USUAL: Duration = Duration::from_secs(10);
    /// The most time.
    const LONGEST: Duration = Duration::from_secs(60);

    /// The cost of a question on one thread, which asks for this time.
    pub(crate) fn of(time: Option<Seconds>, is_quick: bool) -> Self {
        let time = time.map_or(Self::USUAL, |Seconds(asked)| asked.min(Self::LONGEST));
        Self { time, is_quick, threads: NonZeroUsize::MIN }
    }

    /// The cost of a question that may take long.
    #[cfg(any(feature = "native", test))]
    pub(crate) fn work(time: Option<Seconds>) -> Self {
        Self::of(time, false)
    }
}

/// Cuts the fields that a question shares with others, and returns what it costs then.
///
/// # Errors
///
/// As [`Question::cost`].
pub(crate) fn of<Q: Question>(question: &mut Q, means: Means) -> Result<Cost, Error> {
    let cost = Cost::of(None, Q::IS_QUICK);
    let (most_cards, most_bytes) = (Q::MOST_CARDS, Q::MOST_BYTES);
    let mut bounds = Bounds { means, most_cards, most_bytes, cost, error: None };
    question.bound(&mut bounds);
    bounds.error.map_or(Ok(bounds.cost), Err)
}

/// The bounds of a question on a server: a method cuts the field of its name.
pub struct Bounds {
    means: Means,
    most_cards: usize,
    most_bytes: usize,
    cost: Cost,
    error: Option<Error>,
}

impl Bounds {
    pub(crate) fn board(&mut self, board: &mut BoardSpec) -> &mut Self {
        match board.bound(self.most_cards) {
            Ok(named) => self.cost.is_quick &= named.board.len() <= SMALL,
            Err(error) => self.error = self.error.take().or(Some(error)),
        }
        self
    }

    pub(crate) fn search(&mut self, search: &mut Search) -> &mut Self {
        if let Err(error) = search.bound(self.means) {
            self.error = Some(error);
        }
        self.timeout(&mut search.timeout).threads(&mut search.threads)
    }

    pub(crate) fn threads(&mut self, asked: &mut Option<NonZeroUsize>) -> &mut Self {
        self.cost.threads = self.means.threads(asked);
        self.cost.is_quick &= self.cost.threads == NonZeroUsize::MIN;
        self
    }

    pub(crate) fn timeout(&mut self, asked: &mut Option<Seconds>) -> &mut Self {
        self.cost.time = Cost::of(*asked, false).time;
        self
    }

    pub(crate) fn memory(&mut self, asked: &mut Option<usize>) -> &mut Self {
        memory(asked, self.most_bytes);
        self
    }

    pub(crate) fn deck(&mut self, _: &mut Deck) -> &mut Self {
        self
    }

    pub(crate) fn seed(&mut self, _: &mut Option<Whole>) -> &mut Self {
        self
    }

    pub(crate) fn notation(&mut self, _: &mut Option<Notation>) -> &mut Self {
        self
    }
}

impl BoardSpec {
    /// Reads the board, and keeps it as read.
    ///
    /// # Errors
    ///
    /// The error of the board, and [`Code::OutOfRange`] if it has more than `most` cards.
    pub(crate) fn bound(&mut self, most: usize) -> Result<&NamedBoard, Error> {
        let named = self.board()?.into_owned();
        at_most(named.board.len(), most, "cards on a board", "board")?;
        *self = named.into();
        Ok(self.given().expect("it was given just now"))
    }
}

impl Search {
    /// Cuts the means of the search, and refuses methods that start a program of the request's
    /// choice.
    ///
    /// # Errors
    ///
    /// [`Code::Forbidden`] and [`Code::MethodUnable`].
    pub(crate) fn bound(&mut self, means: Means) -> Result<(), Error> {
        #[cfg(feature = "native")]
        if let Some(program) = &self.smt_solver {
            let error = error!(Forbidden, "a request to a server cannot name a program")
                .about(program.as_str());
            return Err(error.of_field("search.smt_solver"));
        }
        memory(&mut self.memory, MEMORY);
        let threads = means.threads(&mut self.threads);
        let Some(method) = self.row().filter(|method| method.starts_program) else { return Ok(()) };
        if method.family != Family::Race {
            let name = method.name;
            let message =
                format!("the method {name} starts a program: only the command line has it");
            return Err(Error::new(Code::MethodUnable, message).about(name));
        }
        // With one thread, no model joins.
        if threads > NonZeroUsize::MIN {
            self.method = Some(Method::AUTO.name.into());
        }
        Ok(())
    }
}

/// Cuts the memory that a question asks for; the default is the server's maximum.
pub(crate) fn memory(asked: &mut Option<usize>, most: usize) {
    *asked = Some(asked.unwrap_or(most).min(most));
}

/// Refuses a number above the server's maximum.
pub(crate) fn at_most(number: usize, most: usize, what: &str, field: &str) -> Result<(), Error> {
    if number <= most {
        return Ok(());
    }
    let error = error!(OutOfRange, "{number} are too many {what}: a server takes at most {most}")
        .about(number.to_string());
    Err(error.with("most", most).of_field(field))
}

/// Refuses decks with too many cards to count one by one.
#[cfg(feature = "native")]
pub(crate) fn deck(deck: Deck) -> Result<(), Error> {
    at_most(usize::try_from(deck.size()).unwrap_or(usize::MAX), DECK, "cards of a deck", "deck")
}

/// The number of cards at the start of a game; refused if it is too large.
pub(crate) fn start(deck: Deck, asked: Option<usize>) -> Result<usize, Error> {
    let start = asked.unwrap_or(deck.values() * deck.properties());
    at_most(start, BOARD, "cards of a board", "start")?;
    Ok(start)
}

/// The error of a question that a server does not answer at all.
#[cfg(feature = "native")]
pub(crate) fn forbidden(name: &str, why: &str) -> Error {
    let message = format!("a server does not answer '{name}' for a page: {why}");
    Error::new(Code::Forbidden, message).about(name).of_field("ask")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Request, lines};

    const ALONE: Means = Means { threads: NonZeroUsize::MIN, streams: false };

    fn bounded(asked: &Value, means: Means) -> Result<(Request, Cost), Error> {
        let mut request = lines::read(asked.to_string().as_bytes()).1.expect("it is a request");
        request.cost(means).map(|cost| (request, cost))
    }

    fn cost(asked: &Value) -> Cost {
        bounded(asked, ALONE).unwrap().1
    }

    fn refused(asked: &Value) -> Code {
        bounded(asked, ALONE).expect_err(&asked.to_string()).code
    }

    #[test]
    fn a_photograph_is_no_matter_of_a_moment() {
        let photo = cost(&json!({"ask": "photo", "picture": "/9j/"}));
        assert_eq!(photo, Cost::work(None));
        assert_eq!((photo.time, photo.threads), (Cost::USUAL, NonZeroUsize::MIN));
    }

    #[test]
    fn no_request_names_a_program() {
        let search = |search| json!({"ask": "find", "board": "00 01 02", "search": search});
        assert_eq!(refused(&search(json!({"smt_solver": "sh"}))), Code::Forbidden);
        assert_eq!(refused(&search(json!({"method": "smt-bits"}))), Code::MethodUnable);
        assert_eq!(refused(&json!({"ask": "race"})), Code::Forbidden);
        let game = json!({"ask": "game", "search": {"smt_solver": "sh"}});
        assert_eq!(refused(&game), Code::Forbidden);
    }

    #[test]
    fn means_are_cut_and_smaller_ones_kept() {
        let search = json!({"memory": 1_u64 << 40, "threads": 64, "timeout": 3600});
        let greedy = json!({"ask": "count", "board": "00 01 02", "search": search});
        let (cut, cost) = bounded(&greedy, ALONE).unwrap();
        assert_eq!((cost.time, cost.is_quick), (Cost::LONGEST, true));
        let Request::Count(count) = cut else { panic!("a count stays a count") };
        assert_eq!(count.search.memory, Some(MEMORY));
        assert_eq!(count.search.threads, Some(NonZeroUsize::MIN));

        let modest = json!({"ask": "list", "board": "00 01 02", "first": 3,
            "search": {"memory": 100, "timeout": 0.5}});
        let (kept, cost) = bounded(&modest, ALONE).unwrap();
        assert_eq!(cost.time, Duration::from_millis(500));
        let Request::List(list) = kept else { panic!("a list stays a list") };
        assert_eq!((list.search.memory, list.first), (Some(100), NonZeroUsize::new(3)));
    }

    #[test]
    fn a_search_has_the_threads_it_asks_for_and_starts_no_program() {
        let means = Means { threads: NonZeroUsize::new(4).unwrap(), streams: false };
        let asked = |search: Value| {
            let find = json!({"ask": "find", "board": "00 01 02", "search": search});
            let (request, Cost { is_quick, threads, .. }) = bounded(&find, means).unwrap();
            let Request::Find(find) = request else { panic!("a search stays a search") };
            (find.search.method, threads.get(), is_quick)
        };
        assert_eq!(asked(json!({})), (None, 1, true));
        let auto = Some("auto".to_owned());
        assert_eq!(asked(json!({"threads": 3})), (auto.clone(), 3, false));
        assert_eq!(asked(json!({"threads": 9, "method": "hybrid"})), (auto, 4, false));
        let own = json!({"threads": 2, "method": "sat"});
        assert_eq!(asked(own), (Some("sat".into()), 2, false));
    }

    #[test]
    fn too_much_is_refused() {
        let deck = |properties| json!({"values": 10, "properties": properties});
        let cards: Vec<String> = (0..=BOARD).map(|card| format!("{card:05}")).collect();
        for asked in [
            json!({"ask": "deal", "deck": deck(8), "size": DECK + 1}),
            json!({"ask": "deal", "deck": deck(19), "size": "threshold"}),
            json!({"ask": "fairness", "deck": deck(6)}),
            json!({"ask": "game", "deck": deck(8)}),
            json!({"ask": "game", "deck": deck(8), "start": BOARD + 1, "goal": 3}),
            json!({"ask": "reduce-generate", "edge_count": 100_001}),
            json!({"ask": "pictures", "deck": {"values": 2, "properties": 100},
                "cards": vec!["0".repeat(100); 201]}),
            json!({"ask": "reduce-generate", "dimensions": 12, "elements": 100}),
            json!({"ask": "find", "board": {"cards": cards, "deck": deck(5)}}),
        ] {
            assert_eq!(refused(&asked), Code::OutOfRange, "{asked}");
        }
    }
}
