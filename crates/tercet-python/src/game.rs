//! Games.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};
use std::thread;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use tercet::UnknownName;
use tercet::board::BoardError;
use tercet::deal::Dealer;
use tercet::game::{self, Event, Pick, Refill, Rules, Variant};
use tercet::notation::Notation;
use tercet::solver::{Auto, Found, Limit, Options, Solver, Stop, Update};
use tercet_app::{Code, Error, Question, Record, Session};

use crate::arguments::{self, Seed, Whole};
use crate::board::Board;
use crate::deck::Deck;
use crate::error::{out_of_range, raised};
use crate::run::{MOMENT, run_soon};
use crate::set::Set;

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
#[pyclass(frozen, module = "tercet")]
pub(crate) struct Game {
    deck: tercet::Deck,
    rules: Rules,
    seed: u64,
    /// Shared with the thread that works on a move.
    table: Arc<Mutex<Table>>,
}

/// The state of a game.
struct Table {
    game: game::Game<Player>,
    /// The set that the player takes next.
    next: Arc<Mutex<Option<Found>>>,
    taken: Vec<tercet::Set>,
    is_over: bool,
}

/// A solver that takes the sets of the player, and waits for the next one as soon as there is a set.
struct Player {
    search: Auto,
    next: Arc<Mutex<Option<Found>>>,
    /// Whether the board holds a set that the player has not taken.
    waits: bool,
}

impl Update for Player {
    fn board(&self) -> &tercet::Board {
        self.search.board()
    }

    fn add(&mut self, cards: &[tercet::Card]) -> Result<(), BoardError> {
        self.search.add(cards)
    }

    fn remove(&mut self, cards: &[tercet::Card]) -> Result<(), BoardError> {
        self.search.remove(cards)
    }
}

impl Solver for Player {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        self.moves(|search| search.find(limit))
    }

    fn find_linked(&mut self, last: &[tercet::Card], limit: &Limit) -> Result<Option<Found>, Stop> {
        self.moves(|search| search.find_linked(last, limit))
    }
}

impl Player {
    /// The set of the player, unless there is none.
    fn moves(
        &mut self,
        find: impl FnOnce(&mut Auto) -> Result<Option<Found>, Stop>,
    ) -> Result<Option<Found>, Stop> {
        self.waits = false;
        if let Some(set) = locked(&self.next).take() {
            return Ok(Some(set));
        }
        if find(&mut self.search)?.is_none() {
            return Ok(None);
        }
        self.waits = true;
        Err(Stop::INTERRUPTED)
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The table, unless another thread has it.
fn now(table: &Mutex<Table>) -> Option<MutexGuard<'_, Table>> {
    match table.try_lock() {
        Ok(table) => Some(table),
        Err(TryLockError::Poisoned(table)) => Some(table.into_inner()),
        Err(TryLockError::WouldBlock) => None,
    }
}

impl Table {
    /// Continues until the board holds a set, or the game is over.
    fn advance(&mut self, limit: &Limit) -> Result<(), Error> {
        loop {
            match self.game.step(limit) {
                Ok(Some(Event::Take(set))) => self.taken.push(set),
                Ok(Some(Event::End(_)) | None) => {
                    self.is_over = true;
                    return Ok(());
                }
                Ok(Some(_)) => {}
                Err(_) if self.game.solver().waits => return Ok(()),
                Err(stop) => return Err(stop.into()),
            }
        }
    }

    /// Takes a set, or the one that the engine finds, and continues. Once the set is taken, `taken` is
    /// its number: a call that a limit ended is repeated with it.
    fn take(
        &mut self,
        set: Option<&tercet::Set>,
        taken: &mut Option<usize>,
        limit: &Limit,
    ) -> Result<tercet::Set, Error> {
        self.resume(limit)?;
        if let Some(number) = *taken {
            return Ok(self.taken[number].clone());
        }
        if self.is_over {
            return Err(Error::new(Code::Conflict, "the game is over"));
        }
        let board = self.game.board();
        let found = if let Some(set) = set {
            let unlinked = |why: game::Unlinked| Error::new(Code::Conflict, why.to_string());
            self.game.check(set).map_err(unlinked)?;
            Some(on_board(board, set)?)
        } else {
            let mut auto = Auto::new(board, &Options::default());
            match self.game.last_set() {
                [] => auto.find(limit)?,
                last => auto.find_linked(last, limit)?,
            }
        };
        *locked(&self.next) = found;
        let before = self.taken.len();
        let advanced = self.advance(limit);
        *locked(&self.next) = None;
        *taken = (before < self.taken.len()).then_some(before);
        advanced?;
        if taken.is_none() {
            // The limit ended the step before the player was asked.
            limit.check()?;
        }
        let taken = self.taken.get(before).cloned();
        taken.ok_or_else(|| Error::new(Code::Bug, "a bug: no set was taken"))
    }

    /// Continues if an interruption left a board that may hold no set.
    fn resume(&mut self, limit: &Limit) -> Result<(), Error> {
        if self.is_over || self.game.solver().waits { Ok(()) } else { self.advance(limit) }
    }
}

/// The positions of the cards of a set.
fn on_board(board: &tercet::Board, set: &tercet::Set) -> Result<Found, BoardError> {
    let position = |card: &tercet::Card| {
        let position = board.cards().iter().position(|here| here == card);
        position.ok_or(BoardError::Absent(board.deck(), *card))
    };
    let mut positions: Vec<usize> = set.cards().iter().map(position).collect::<Result<_, _>>()?;
    positions.sort_unstable();
    Ok(Found::new(positions))
}

impl Game {
    /// The table, once no other thread works on it. The guard is held for a moment only, and never while
    /// Python code runs.
    fn table(&self, py: Python<'_>) -> PyResult<MutexGuard<'_, Table>> {
        loop {
            if let Some(table) = now(&self.table) {
                return Ok(table);
            }
            py.detach(|| thread::sleep(MOMENT));
            py.check_signals()?;
        }
    }

    /// Works on the table for a moment, and then in a separate thread, which continues. Work before an
    /// interruption is kept.
    fn work<T: Send + 'static>(
        &self,
        py: Python<'_>,
        mut work: impl FnMut(&mut Table, &Limit) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let table = Arc::clone(&self.table);
        run_soon(py, 0, move |session| {
            let limit = session.limit(None);
            loop {
                if let Some(mut table) = now(&table) {
                    return work(&mut table, &limit);
                }
                thread::sleep(MOMENT);
                limit.check()?;
            }
        })
    }
}

#[pymethods]
impl Game {
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
        let deck = deck.map_or(tercet::Deck::CLASSIC, |deck| deck.get().0);
        let seed = match seed {
            Some(seed) => seed.0,
            None => Session::new().seed(None).map_err(raised)?,
        };
        let usual = Rules::classic(deck);
        let rules = Rules {
            start: start.map_or(usual.start, Whole::size),
            refill: match refill {
                None => usual.refill,
                Some(name) => {
                    name.parse::<Refill>().map_err(|error| out_of_range(error.to_string()))?
                }
            },
            sets: sets.map(|sets| sets.0),
            pick: Pick::Found,
            variant: match variant {
                None => Variant::Standard,
                Some(name) => {
                    name.parse().map_err(|error: UnknownName| out_of_range(error.to_string()))?
                }
            },
        };
        if rules.variant.changes().hides {
            return Err(out_of_range("a program sees all cards, so only people play 'memory'"));
        }
        let next = Arc::default();
        let search = Auto::new(&tercet::Board::empty(deck), &Options::default());
        let player = Player { search, next: Arc::clone(&next), waits: false };
        let game = game::Game::with_solver(Dealer::new(deck, seed), rules, Box::new(player))
            .map_err(|error| out_of_range(error.to_string()))?;
        let table = Table { game, next, taken: Vec::new(), is_over: false };
        let game = Self { deck, rules, seed, table: Arc::new(Mutex::new(table)) };
        game.work(py, Table::advance)?;
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
        Ok(self.table(py)?.game.board().clone().into())
    }

    /// How many cards are left in the deck.
    #[getter]
    fn left(&self, py: Python<'_>) -> PyResult<num_bigint::BigUint> {
        Ok(self.table(py)?.game.dealer().left())
    }

    /// The sets that were taken, in order.
    #[getter]
    fn taken<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let sets = self.table(py)?.taken.clone();
        PyTuple::new(py, sets.iter().map(|set| Set::of(self.deck, set)).collect::<Vec<_>>())
    }

    /// In a chain, the cards of the last set, which stay on the board until the next set is taken.
    #[getter]
    fn last(&self, py: Python<'_>) -> PyResult<Option<Set>> {
        let table = self.table(py)?;
        let last = table.taken.last().filter(|_| !table.game.last_set().is_empty());
        Ok(last.map(|set| Set::of(self.deck, set)))
    }

    /// Whether the game is over: no more sets can be taken.
    #[getter]
    fn is_over(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.table(py)?.is_over)
    }

    /// Takes a set of the board, or the one that the engine finds, and deals as the rules say.
    ///
    /// Raises `Error` if the cards are not a set, are not on the board or do not continue the chain, or if
    /// the game is over.
    #[pyo3(signature = (cards: "str | Iterable[CardLike] | None" = None))]
    fn take(&self, py: Python<'_>, cards: Option<&Bound<'_, PyAny>>) -> PyResult<Set> {
        let set = |cards| {
            let (deck, cards) = arguments::cards(Some(self.deck), cards)?;
            tercet::Set::new(deck, &cards)
                .map_err(|why| raised(Error::new(Code::NotASet, why.to_string())))
        };
        let set = cards.map(set).transpose()?;
        let mut taken = None;
        let take = move |table: &mut Table, limit: &_| table.take(set.as_ref(), &mut taken, limit);
        Ok(Set::of(self.deck, &self.work(py, take)?))
    }

    /// Has the engine take sets to the end of the game.
    fn play(&self, py: Python<'_>) -> PyResult<()> {
        self.work(py, |table, limit| {
            table.resume(limit)?;
            while !table.is_over {
                table.take(None, &mut None, limit)?;
            }
            Ok(())
        })
    }

    /// The record of the game so far, which `tercet verify` and the question `verify` accept.
    fn record(&self, py: Python<'_>) -> PyResult<String> {
        let table = self.table(py)?;
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
            taken: table.taken.iter().map(texts).collect(),
            ..Record::default()
        };
        drop(table);
        Ok(run_soon(py, 0, move |session| question.ask(session))?.record)
    }

    /// Games are equal if they have the same deck, rules and seed, and the same sets were taken.
    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, Self>) -> PyResult<bool> {
        let other = other.get();
        let are_dealt_alike =
            (self.deck, self.rules, self.seed) == (other.deck, other.rules, other.seed);
        let taken = self.table(py)?.taken.clone();
        Ok(are_dealt_alike && taken == other.table(py)?.taken)
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
        let table = self.table(py)?;
        let board = table.game.board();
        let taken = match table.taken.len() {
            1 => "1 set".into(),
            sets => format!("{sets} sets"),
        };
        Ok(format!(
            "<game of {}, seed {}: {taken} taken, {} cards on the board, {} in the deck>",
            board.deck(),
            self.seed,
            board.len(),
            table.game.dealer().left()
        ))
    }
}
