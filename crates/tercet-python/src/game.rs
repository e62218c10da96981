//! Games.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tercet::UnknownName;
use tercet::game::Rules;
use tercet::notation::Notation;
use tercet::solver::{Auto, Limit, Options, Solver};
use tercet_app::{Code, Error, GameByHand, Question, Record, RuleBook};

use crate::arguments::{Seed, Whole};
use crate::board::Board;
use crate::deck::Deck;
use crate::error::out_of_range;
use crate::run::{MOMENT, run_soon};
use crate::sets::{Set, set};

/// A game: cards are dealt, a set of the board is taken, its cards are replaced; if the board holds no
/// set, v more cards are dealt. It is over when the deck is empty and the board holds no set.
///
/// The seed fixes the order of the cards. Cards are dealt until the board holds a set, so a set can
/// always be taken unless the game is over. `refill` says what is dealt after a set, as in `tercet game`:
/// 'up-to-start' (the default), 'at-once', 'delayed' or 'owed'. `variant` is 'standard', 'chain' (each set
/// after the first holds exactly one card of the last set, which is `last` and stays on the board) or
/// 'shuffle' (the board is shuffled after each set).
///
/// >>> game = Game(seed=1)
/// >>> len(game.board), game.left
/// (12, 69)
/// >>> game.take(game.board.find())
/// Set('1GhD 2GhD 3GhD')
/// >>> while not game.is_over:
/// ...     set = game.take()
/// >>> len(game.taken), len(game.board)
/// (25, 6)
#[pyclass(frozen, name = "Game", module = "tercet")]
pub(crate) struct PlayedGame {
    deck: tercet::Deck,
    rules: Rules,
    seed: u64,
    /// Shared with the thread that works on a move.
    played: Arc<Mutex<Played>>,
}

/// The state of a game.
struct Played {
    by_hand: GameByHand,
    taken: Vec<tercet::Set>,
    /// Whether the board is known to hold a set.
    has_set: bool,
}

/// The state, unless another thread has it.
fn now(played: &Mutex<Played>) -> Option<MutexGuard<'_, Played>> {
    match played.try_lock() {
        Ok(played) => Some(played),
        Err(TryLockError::Poisoned(played)) => Some(played.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl Played {
    fn game(&self) -> &tercet::Game<impl Solver> {
        self.by_hand.game()
    }

    /// Continues until the board holds a set, or the game is over.
    fn advance(&mut self, limit: &Limit) -> Result<(), Error> {
        while !self.has_set && !self.by_hand.is_over() {
            self.has_set = !self.by_hand.no_set(limit)?;
        }
        // Nobody reads the lines of this record.
        self.by_hand.lines();
        Ok(())
    }

    /// Takes a set, or the one that the engine finds, and continues. Once the set is taken, `taken` is
    /// its number: a call that a limit ended is repeated with it.
    fn take(
        &mut self,
        set: Option<&tercet::Set>,
        taken: &mut Option<usize>,
        limit: &Limit,
    ) -> Result<tercet::Set, Error> {
        self.advance(limit)?;
        if taken.is_none() {
            if self.by_hand.is_over() {
                return Err(Error::new(Code::Conflict, "the game is over"));
            }
            let set = set.map_or_else(|| self.found(limit), |set| Ok(set.clone()))?;
            let done = self.by_hand.take(&set, limit);
            // The limit may have ended what follows.
            if self.game().sets() > self.taken.len() as u64 {
                *taken = Some(self.taken.len());
                self.taken.push(set);
                self.has_set = false;
            }
            done?;
            self.advance(limit)?;
        }
        let taken = taken.and_then(|number| self.taken.get(number)).cloned();
        taken.ok_or_else(|| Error::new(Code::Bug, "a bug: no set was taken"))
    }

    /// A set of the board that may be taken.
    fn found(&self, limit: &Limit) -> Result<tercet::Set, Error> {
        let board = self.game().board();
        let mut auto = Auto::new(board, &Options::default());
        let found = match self.game().last_set() {
            [] => auto.find(limit)?,
            last => auto.find_linked(last, limit)?,
        };
        let set = found.map(|found| found.set(board));
        set.ok_or_else(|| Error::new(Code::Bug, "a bug: there is no set"))
    }
}

impl PlayedGame {
    /// The state, once no other thread works on it. The guard is held for a moment only, and never while
    /// Python code runs.
    fn played(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Played>> {
        loop {
            if let Some(played) = now(&self.played) {
                return Ok(played);
            }
            py.detach(|| thread::sleep(MOMENT));
            py.check_signals()?;
        }
    }

    /// Works on the state for a moment, and then in a separate thread, which continues. Work before an
    /// interruption is kept.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        mut work: impl FnMut(&mut Played, &Limit) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let played = Arc::clone(&self.played);
        run_soon(py, 0, move |session| {
            let limit = session.limit(None);
            loop {
                if let Some(mut played) = now(&played) {
                    return work(&mut played, &limit);
                }
                thread::sleep(MOMENT);
                limit.check()?;
            }
        })
    }
}

#[pymethods]
impl PlayedGame {
    #[new]
    #[pyo3(signature = (deck = None, *, seed = None, start = None, refill: "Refill | None" = None, sets = None, variant: "Variant | None" = None))]
    fn new(
        py: Python<'_>,
        deck: Option<&Bound<'_, Deck>>,
        seed: Option<Seed>,
        start: Option<Whole>,
        refill: Option<&str>,
        sets: Option<Whole>,
        variant: Option<&str>,
    ) -> PyResult<Self> {
        let unknown = |error: UnknownName| out_of_range(error.to_string());
        let request = tercet_app::Game {
            deck: deck.map_or(tercet::Deck::CLASSIC, |deck| deck.get().0),
            rules: Some(RuleBook::Classic),
            start: start.map(Whole::size),
            refill: refill.map(str::parse).transpose().map_err(unknown)?,
            goal: sets.map(|Whole(sets)| sets.into()),
            variant: variant.map(str::parse).transpose().map_err(unknown)?.unwrap_or_default(),
            seed: seed.map(|Seed(seed)| seed.into()),
            ..tercet_app::Game::default()
        };
        if request.variant.changes().hides {
            return Err(out_of_range("a program sees all cards, so only people play 'memory'"));
        }
        let by_hand = run_soon(py, 0, move |session| {
            GameByHand::begin(&request, session, &session.limit(None))
        })?;
        let (rules, dealer) = (*by_hand.game().rules(), by_hand.game().dealer());
        let (deck, seed) = (dealer.deck(), dealer.seed());
        let played = Played { by_hand, taken: Vec::new(), has_set: false };
        let game = Self { deck, rules, seed, played: Arc::new(Mutex::new(played)) };
        game.work(py, Played::advance)?;
        Ok(game)
    }

    /// The deck.
    #[getter]
    fn deck(&self) -> Deck {
        Deck(self.deck)
    }

    /// The seed of the deals.
    #[getter]
    fn seed(&self) -> u64 {
        self.seed
    }

    /// A copy of the board as it is now.
    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<Board> {
        Ok(self.played(py)?.game().board().clone().into())
    }

    /// How many cards are left in the deck.
    #[getter]
    fn left(&self, py: Python<'_>) -> PyResult<num_bigint::BigUint> {
        Ok(self.played(py)?.game().dealer().left())
    }

    /// The sets that were taken, in order.
    #[getter]
    fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sets: Vec<Set> = self.played(py)?.taken.iter().map(Set::of).collect();
        PyTuple::new(py, sets)
    }

    /// In a chain, the cards of the last set, which stay on the board until the next set is taken.
    #[getter]
    fn last(&self, py: Python<'_>) -> PyResult<Option<Set>> {
        let played = self.played(py)?;
        let last = played.taken.last().filter(|_| !played.game().last_set().is_empty());
        Ok(last.map(Set::of))
    }

    /// Whether the game is over: no more sets can be taken.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.played(py)?.by_hand.is_over())
    }

    /// Takes a set of the board, or the one that the engine finds, and deals as the rules say.
    ///
    /// Raises `Error` if the cards are not a set, are not on the board or do not continue the chain, or if
    /// the game is over.
    #[pyo3(signature = (cards: "str | Iterable[CardLike] | None" = None))]
    fn take(&self, py: Python<'_>, cards: Option<&Bound<'_, PyAny>>) -> PyResult<Set> {
        let set = cards.map(|cards| set(Some(self.deck), cards)).transpose()?;
        let mut taken = None;
        let take =
            move |played: &mut Played, limit: &_| played.take(set.as_ref(), &mut taken, limit);
        Ok(Set::of(&self.work(py, take)?))
    }

    /// Has the engine take sets to the end of the game.
    fn play(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, |played, limit| {
            played.advance(limit)?;
            while !played.by_hand.is_over() {
                played.take(None, &mut None, limit)?;
            }
            Ok(())
        })
    }

    /// The record of the game so far, which `tercet verify` and the question `verify` accept.
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        let played = self.played(py)?;
        let deck = self.deck;
        let notation = Notation::for_deck(deck);
        let texts = |set: &tercet::Set| {
            set.cards().iter().map(|&card| notation.write(deck, card)).collect()
        };
        let question = Record {
            deck,
            start: Some(self.rules.start),
            refill: Some(self.rules.refill),
            goal: self.rules.sets.map(tercet_app::Whole::from),
            variant: self.rules.variant,
            seed: Some(self.seed.into()),
            taken: played.taken.iter().map(texts).collect(),
            ..Record::default()
        };
        drop(played);
        Ok(run_soon(py, 0, move |session| question.ask(session))?.record)
    }

    /// Games are equal if they have the same deck, rules and seed, and the same sets were taken.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<bool> {
        let other = other.get();
        let are_dealt_alike =
            (self.deck, self.rules, self.seed) == (other.deck, other.rules, other.seed);
        let taken = self.played(py)?.taken.clone();
        Ok(are_dealt_alike && taken == other.played(py)?.taken)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((Deck,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("seed", self.seed)?;
        named.set_item("start", self.rules.start)?;
        named.set_item("refill", self.rules.refill.name())?;
        named.set_item("sets", self.rules.sets)?;
        named.set_item("variant", self.rules.variant.name())?;
        Ok(((Deck(self.deck),), named))
    }

    /// The sets that were taken: the same sets of the same deals are the same game.
    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.taken(py)
    }

    fn __setstate__(&self, py: Python<'_>, taken: Vec<Bound<'_, Set>>) -> PyResult<()> {
        taken.into_iter().try_for_each(|set| self.take(py, Some(set.as_any())).map(drop))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let played = self.played(py)?;
        let (board, taken) = (played.game().board(), played.taken.len());
        let plural = if taken == 1 { "" } else { "s" };
        Ok(format!(
            "<game of {}, seed {}: {taken} set{plural} taken, {} cards on the board, {} in the deck>",
            board.deck(),
            self.seed,
            board.len(),
            played.game().dealer().left()
        ))
    }
}
