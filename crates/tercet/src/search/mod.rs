//! Searching a board: [`Board::find`], [`Board::count`] and [`Board::sets`], and a [`Search`] where a
//! method or a limit is to be chosen.
//!
//! The traits of [`solver`](crate::solver) are one floor below. They are for boards that change, and for methods of
//! your own.

mod sets;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::UnknownName;
use crate::deck::Unsupported;
use crate::solver::{Full, Limit, Listing, Method, NoAnswer, Options, Stop, list, method};
use crate::{Board, Set};

pub use sets::Sets;
use sets::Triples;

impl Board {
    /// A set of the board, or `None` after a proof that it holds none. Which set it is depends on the
    /// board alone; a [`Search`] may find another one.
    ///
    /// The method is [`Method::AUTO`] on one thread, without a limit. The time is at most quadratic
    /// in the number of cards for v ≤ 3, and exponential in v.
    ///
    /// ```
    /// use tercet::Board;
    ///
    /// let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
    /// assert_eq!(board.find().map(|set| set.to_string()).as_deref(), Some("2RhO 2GhO 2PhO"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn find(&self) -> Option<Set> {
        // For more cards, a method chooses better.
        match Triples::up_to(150, self) {
            Some(mut triples) => triples.next(),
            None => self.search().memory(usize::MAX).find().expect("nothing limits the search"),
        }
    }

    /// The number of sets on the board, counted by [`Method::AUTO`] on one thread.
    ///
    /// # Panics
    ///
    /// If the board holds 2^128 sets or more.
    pub fn count(&self) -> u128 {
        match Triples::up_to(48, self) {
            Some(triples) => triples.number(),
            None => {
                self.search().memory(usize::MAX).count().unwrap_or_else(|stop| panic!("{stop}"))
            }
        }
    }

    /// The sets of the board, one after the other: the work for a set is done when it is taken.
    ///
    /// For v ≤ 3 they come in layout order: by their first position, then by their second, and so on.
    /// For more values the order is that of the search, which depends on the board alone. Unless v = 3,
    /// the positions of the sets so far are kept. [`Search::list`] sorts all of them.
    ///
    /// ```
    /// use tercet::Board;
    ///
    /// let board: Board = "1RsO 2RsO 3RsO 1GsO 1PsO".parse()?;
    /// let sets: Vec<String> = board.sets().map(|set| set.to_string()).collect();
    /// assert_eq!(sets, ["1RsO 2RsO 3RsO", "1RsO 1GsO 1PsO"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sets(&self) -> Sets<'_> {
        Sets::new(self)
    }

    /// A search of the board, whose method and limits can be chosen.
    pub fn search(&self) -> Search<'_> {
        Search {
            board: self,
            method: Method::AUTO,
            options: Options::default(),
            timeout: None,
            limit: Limit::none(),
        }
    }
}

/// A search of a board: its method and its limits.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
/// use std::time::Duration;
///
/// use tercet::solver::Method;
/// use tercet::{Board, Set};
///
/// let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
/// let flag = Arc::new(AtomicBool::new(false));
/// let search = board.search().method("cover")?.threads(2).timeout(Duration::from_secs(2));
/// let search = search.cancelled_by(&flag);
/// let set: Option<Set> = search.find()?;
/// let sets: Vec<Set> = search.list()?;
/// assert_eq!((set.as_ref(), search.count()?), (sets.first(), 1));
/// assert_eq!(board.search().by(Method::BRUTE).find()?, set);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search<'b> {
    board: &'b Board,
    method: Method,
    options: Options,
    timeout: Option<Duration>,
    limit: Limit,
}

impl Search<'_> {
    /// Searches by the method with this name; see [`METHODS`](crate::solver::METHODS). [`by`](Self::by)
    /// takes a constant such as [`Method::COVER`], which the compiler checks.
    ///
    /// # Errors
    ///
    /// [`UnknownName`], with the known names.
    pub fn method(self, name: &str) -> Result<Self, UnknownName> {
        Ok(self.by(method(name)?.clone()))
    }

    /// Searches by this method: one of the constants of [`Method`], or one of another crate.
    #[must_use]
    pub fn by(self, method: Method) -> Self {
        Self { method, ..self }
    }

    /// Uses up to this number of threads, at least one. One by default.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = threads.try_into().unwrap_or(self.options.threads);
        self
    }

    /// Uses up to this number of bytes besides the board and the answer. 2^30 by default.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.options.memory = bytes;
        self
    }

    /// Stops each question after this time, with [`Reason::Deadline`](crate::solver::Reason). The part
    /// of a list that was found by then is sorted afterwards, which can take the same time again.
    #[must_use]
    pub fn timeout(self, time: Duration) -> Self {
        Self { timeout: Some(time), ..self }
    }

    /// Stops when the flag is set, from any thread, with
    /// [`Reason::Interrupted`](crate::solver::Reason).
    #[must_use]
    pub fn cancelled_by(self, flag: &Arc<AtomicBool>) -> Self {
        Self { limit: self.limit.or_flag(Arc::clone(flag)), ..self }
    }

    /// Stops at this limit (a clock, callbacks), besides those that the search has.
    #[must_use]
    pub fn within(self, limit: Limit) -> Self {
        Self { limit: limit.or(self.limit), ..self }
    }

    /// One set, or `None` after a proof that there is none.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the search ended without an answer, or the method does not support the deck.
    pub fn find(&self) -> Result<Option<Set>, NoAnswer> {
        let found = self.method.solver(self.board, &self.options)?.find(&self.limit())?;
        Ok(found.map(|found| found.set(self.board)))
    }

    /// The number of sets.
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] if the search ended without an answer, or the method does not support the deck.
    pub fn count(&self) -> Result<u128, NoAnswer> {
        Ok(self.method.counter(self.board, &self.options)?.count(&self.limit())?)
    }

    /// All sets in layout order: by their first position, then by their second, and so on. Each knows
    /// its positions.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use tercet::{Deck, NoAnswer, deal};
    ///
    /// let board = deal::board(Deck::new(3, 8)?, 3000, 1)?;
    /// match board.search().timeout(Duration::from_millis(10)).list() {
    ///     Ok(sets) => println!("all {} sets", sets.len()),
    ///     Err(NoAnswer::Stopped(stop)) => println!("{stop}: {} sets by then", stop.found.len()),
    ///     Err(NoAnswer::Cannot(why)) => println!("{why}"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`NoAnswer`] with those that were found, if the search ended before all sets were.
    pub fn list(&self) -> Result<Vec<Set>, NoAnswer<Vec<Set>>> {
        let sets = |Listing { sets, .. }| sets.iter().map(|set| set.set(self.board)).collect();
        let mut lister = self.method.enumerator(self.board, &self.options)?;
        match list(&mut *lister, None, &self.limit()) {
            Ok(listing) => Ok(sets(listing)),
            Err(Stop { reason, found }) => Err(Stop { reason, found: sets(found) }.into()),
        }
    }

    /// The method on the board, for boards that change and for reports on its work.
    ///
    /// # Errors
    ///
    /// [`Unsupported`] if the method does not support the deck.
    pub fn solver(&self) -> Result<Box<dyn Full>, Unsupported> {
        self.method.full(self.board, &self.options)
    }

    /// The resources.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// The limit of a question that begins now; [`within`](Self::within) adds one.
    pub fn limit(&self) -> Limit {
        let limit = self.limit.clone();
        self.timeout.into_iter().fold(limit, Limit::or_timeout)
    }
}
