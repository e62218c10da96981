//! The loop of a game: deals and sets in turn, by the rules.
//!
//! A game asks any [`Solver`], which keeps its state from step to step. Each step produces one
//! event, so that the caller can show, record or stop the game between two events.

use crate::board::Board;
use crate::card::Card;
use crate::set::Set;
use crate::solver::{Full, Limit, PartialSets, Solver, Stop};

use super::rules::{Refill, Rules, RulesError};
use crate::deal::Dealer;

/// An event of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// These cards were dealt.
    Deal(Vec<Card>),
    /// This set was taken.
    Take(Set),
    /// The board was proved to hold no set.
    NoSet,
    /// The game is over.
    End(End),
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum End {
    /// The requested number of sets was taken.
    Sets,
    /// The deck is empty and the board holds no set.
    Deck,
}

/// A game under way.
///
/// ```
/// use tercet::{Board, Deck};
/// use tercet::game::{Event, Game, Rules};
/// use tercet::solver::{Limit, Options, method};
///
/// let deck = Deck::new(10, 4)?;
/// let rules = Rules { sets: Some(5), ..Rules::thesis(deck) };
/// let options = Options::default();
/// let auto = method("auto")?.full(&Board::empty(deck), &options)?;
/// let mut game = Game::new(1, rules, auto, options.memory)?;
/// while let Some(event) = game.step(&Limit::none())? {
///     if let Event::Take(set) = event {
///         println!("{}", deck.show_all(set.cards()));
///     }
/// }
/// assert_eq!(game.sets(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Game<S: Solver + ?Sized = dyn Solver> {
    rules: Rules,
    dealer: Dealer,
    solver: Box<S>,
    /// The cards of the current deal.
    dealt: Vec<Card>,
    sets: u64,
    next: Next,
    /// The maximum memory of the solver's partial sets so far.
    memory: Option<PartialSets>,
}

/// The next action of a game.
#[derive(Clone, Copy)]
enum Next {
    Deal(usize),
    Ask,
    End(End),
    Nothing,
}

impl Game {
    /// A game that a method plays. The seed determines the cards and, for
    /// [`Pick::Uniform`](super::Pick::Uniform), the choices; for these the sets of a board may take
    /// `memory` bytes.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the deck cannot be played by these rules.
    pub fn new(
        seed: u64,
        rules: Rules,
        method: Box<dyn Full>,
        memory: usize,
    ) -> Result<Self, RulesError> {
        let dealer = Dealer::new(method.board().deck(), seed);
        Self::with_solver(dealer, rules, rules.pick.solver(method, memory, seed))
    }
}

impl<S: Solver + ?Sized> Game<S> {
    /// A game on the solver's board, which is normally empty at the start. The solver decides which
    /// set is taken, regardless of `rules.pick`.
    ///
    /// # Errors
    ///
    /// [`RulesError`] if the deck cannot be played by these rules.
    pub fn with_solver(dealer: Dealer, rules: Rules, solver: Box<S>) -> Result<Self, RulesError> {
        rules.check(dealer.deck())?;
        let next = Next::Deal(rules.start);
        Ok(Self { rules, dealer, solver, dealt: Vec::new(), sets: 0, next, memory: None })
    }

    /// The number of cards dealt between two checks of the limit.
    const HANDFUL: usize = 1 << 12;

    /// The next event, or `None` once the game is over.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended a search; the game is then unchanged, and the step can be
    /// repeated.
    ///
    /// # Panics
    ///
    /// If the solver's board holds a card that the dealer also deals.
    pub fn step(&mut self, limit: &Limit) -> Result<Option<Event>, Stop> {
        loop {
            limit.check()?;
            match self.next {
                Next::Deal(cards) => {
                    let more = (cards - self.dealt.len()).min(Self::HANDFUL);
                    self.dealt.extend(self.dealer.by_ref().take(more));
                    if self.dealt.len() < cards && !self.dealer.is_empty() {
                        continue;
                    }
                    self.next = Next::Ask;
                    let dealt = std::mem::take(&mut self.dealt);
                    if !dealt.is_empty() {
                        self.solver.add(&dealt).expect("the dealer deals no card twice");
                        return Ok(Some(Event::Deal(dealt)));
                    }
                }
                Next::Ask => return self.ask(limit).map(Some),
                Next::End(end) => {
                    self.next = Next::Nothing;
                    return Ok(Some(Event::End(end)));
                }
                Next::Nothing => return Ok(None),
            }
        }
    }

    fn ask(&mut self, limit: &Limit) -> Result<Event, Stop> {
        let v = self.board().deck().values();
        let found = self.solver.find(limit);
        // The memory of a method is largest when it has answered, before the set is taken.
        let memory = self.memory.into_iter().chain(self.solver.report().memory);
        self.memory = memory.max_by_key(|memory| memory.bytes);
        match found? {
            None => {
                let over = self.dealer.is_empty();
                self.next = if over { Next::End(End::Deck) } else { Next::Deal(v) };
                Ok(Event::NoSet)
            }
            Some(found) => {
                let set = found.set(self.board());
                self.solver.remove(set.cards()).expect("a set of the board lies on it");
                self.sets += 1;
                self.next = if self.rules.sets == Some(self.sets) {
                    Next::End(End::Sets)
                } else {
                    Next::Deal(self.rules.refill(v, self.board().len()))
                };
                Ok(Event::Take(set))
            }
        }
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        self.solver.board()
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of sets taken so far.
    pub fn sets(&self) -> u64 {
        self.sets
    }

    /// The dealer, with the cards that are still in the deck.
    pub fn dealer(&self) -> &Dealer {
        &self.dealer
    }

    /// Whether all cards are dealt and all sets are taken; the [`Event::End`] may still be to come.
    pub fn is_over(&self) -> bool {
        matches!(self.next, Next::End(_) | Next::Nothing)
    }

    /// The solver that plays the game.
    pub fn solver(&self) -> &S {
        &self.solver
    }

    /// The solver, with the current board.
    pub fn into_solver(self) -> Box<S> {
        self.solver
    }

    /// The maximum memory of the solver's partial sets so far, if the solver stores partial sets.
    pub fn memory(&self) -> Option<PartialSets> {
        self.memory
    }
}

impl Rules {
    /// The number of cards to deal after a set was taken and `left` cards are on the board.
    pub(super) fn refill(&self, v: usize, left: usize) -> usize {
        match self.refill {
            Refill::AtOnce => v,
            Refill::Delayed => 0,
            Refill::UpToStart => self.start.saturating_sub(left),
        }
    }
}
