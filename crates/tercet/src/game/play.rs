//! The loop of a game: deals and sets in turn, by the rules.
//!
//! A game asks any [`Solver`], which keeps its state from step to step. Each step produces one
//! event, so that the caller can show, record or stop the game between two events.

use std::fmt;

use crate::deal::Dealer;
use crate::deck::Deck;
use crate::named;
use crate::solver::{Cannot, Limit, Method, Options, PartialSets, Solver, Stop};
use crate::text::debug_as_sentence;
use crate::{Board, Card, Set};

use super::rules::{Refill, Rules, Unlinked, shuffled};

/// An event of a game.
#[derive(Clone, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "events are handed on one by one")]
pub enum Event {
    /// These cards of the deck were dealt.
    Deal(Deck, Vec<Card>),
    /// This set was taken.
    Take(Set),
    /// The cards of the board lie in this order now.
    Shuffle(Deck, Vec<Card>),
    /// These cards were turned up, and they are not a set.
    Turn(Deck, Vec<Card>),
    /// The board was proved to hold no set that may be taken.
    NoSet,
    /// The game is over.
    End(End),
}

named! {
    /// Why a game is over.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum End is "end" {
        /// The requested number of sets was taken.
        Sets = "sets",
        /// The deck is empty and the board holds no set.
        Deck = "deck",
    }
}

/// `dealt 1RsO 2GhD 3PoS`, `took 1RsO 2RsO 3RsO`, `no set`, the end of the game, and so on.
impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Deal(deck, cards) => write!(f, "dealt {}", deck.show_all(cards)),
            Self::Take(set) => write!(f, "took {set}"),
            Self::Shuffle(deck, cards) => write!(f, "shuffled {}", deck.show_all(cards)),
            Self::Turn(deck, cards) => write!(f, "turned up {}", deck.show_all(cards)),
            Self::NoSet => f.write_str("no set"),
            Self::End(End::Sets) => f.write_str("the game ends with its last set"),
            Self::End(End::Deck) => f.write_str("the game ends with the deck"),
        }
    }
}

debug_as_sentence!(Event);

/// A game under way: an iterator of its events.
///
/// ```
/// use tercet::game::{Event, Rules};
/// use tercet::{Deck, Game};
///
/// let mut game = Game::classic(1);
/// for event in &mut game {
///     println!("{event}"); // dealt …, took …, no set, …
/// }
/// assert_eq!((game.sets(), game.board().len()), (24, 9));
///
/// let deck = Deck::new(10, 4)?;
/// let rules = Rules { sets: Some(5), ..Rules::thesis(deck) };
/// let sets = Game::new(deck, rules, 1)?.filter(|event| matches!(event, Event::Take(_)));
/// assert_eq!(sets.count(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The board of a chain also holds its last set; other variants differ in what a player sees.
///
/// The iterator has no limit, and panics if the solver fails, which those of this crate do not. Under
/// a limit the events come from [`within`](Self::within), or one by one from [`step`](Self::step).
pub struct Game<S: Solver + ?Sized = dyn Solver> {
    rules: Rules,
    dealer: Dealer,
    solver: Box<S>,
    /// The cards of the current deal.
    dealt: Vec<Card>,
    sets: u64,
    /// The cards that sets took since a deal.
    undealt: usize,
    /// In a chain, the cards of the last set.
    last: Vec<Card>,
    /// Whether the board is due to be shuffled after the deal.
    unshuffled: bool,
    next: Next,
    /// The maximum memory of the solver's partial sets so far.
    memory: Option<PartialSets>,
}

/// The next action of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// This number of cards is dealt.
    Deal(usize),
    /// The board is shuffled.
    Shuffle,
    /// A set is taken, or there is no set.
    Ask,
    /// The game ends.
    End(End),
    Nothing,
}

impl Game {
    /// The published game: 12 cards of (3,4) at the start, and each set of the board is taken with
    /// the same probability. The seed determines the game.
    pub fn classic(seed: u64) -> Self {
        let deck = Deck::CLASSIC;
        Self::new(deck, Rules::classic(deck), seed).expect("the published game can be played")
    }

    /// A game with any deck, played by [`Method::AUTO`]. The seed determines the game.
    ///
    /// # Errors
    ///
    /// [`Cannot`] if the deck cannot be played by these rules.
    pub fn new(deck: Deck, rules: Rules, seed: u64) -> Result<Self, Cannot> {
        let options = Options { memory: usize::MAX, ..Options::default() };
        Self::by(&Method::AUTO, &options, Dealer::new(deck, seed), rules)
    }

    /// A game that a method plays. The seed of the dealer determines, for
    /// [`Pick::Uniform`](super::Pick::Uniform), the choices, too; for these the sets of a board may take
    /// the memory of the options.
    ///
    /// # Errors
    ///
    /// [`Cannot`] if the deck cannot be played by these rules, or by this method.
    pub fn by(
        method: &Method,
        options: &Options,
        dealer: Dealer,
        rules: Rules,
    ) -> Result<Self, Cannot> {
        rules.check(dealer.deck())?;
        let method = method.full(&Board::empty(dealer.deck()), options)?;
        let solver = rules.pick.solver(method, options.memory, dealer.seed());
        Self::with_solver(dealer, rules, solver)
    }
}

impl<S: Solver + ?Sized> Game<S> {
    /// A game on the solver's board, which is normally empty at the start. The solver decides which
    /// set is taken, regardless of `rules.pick`.
    ///
    /// # Errors
    ///
    /// [`Cannot`] if the deck cannot be played by these rules.
    pub fn with_solver(dealer: Dealer, rules: Rules, solver: Box<S>) -> Result<Self, Cannot> {
        rules.check(dealer.deck())?;
        let next = Next::Deal(rules.start);
        Ok(Self {
            rules,
            dealer,
            solver,
            dealt: Vec::new(),
            sets: 0,
            undealt: 0,
            last: Vec::new(),
            unshuffled: false,
            next,
            memory: None,
        })
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
                    let unshuffled = std::mem::take(&mut self.unshuffled);
                    self.next = if unshuffled { Next::Shuffle } else { Next::Ask };
                    let dealt = std::mem::take(&mut self.dealt);
                    if !dealt.is_empty() {
                        self.undealt = 0;
                        self.solver.add(&dealt).expect("the dealer deals no card twice");
                        return Ok(Some(Event::Deal(self.dealer.deck(), dealt)));
                    }
                }
                Next::Shuffle => {
                    self.next = Next::Ask;
                    return Ok(Some(self.shuffle()));
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

    fn shuffle(&mut self) -> Event {
        let before = self.board().cards().to_vec();
        let cards = shuffled(self.dealer.seed(), self.sets, &before);
        self.solver.remove(&before).expect("these are the cards of the board");
        self.solver.add(&cards).expect("the board is empty");
        Event::Shuffle(self.dealer.deck(), cards)
    }

    fn ask(&mut self, limit: &Limit) -> Result<Event, Stop> {
        let v = self.board().deck().values();
        let found = match &self.last[..] {
            [] => self.solver.find(limit),
            last => self.solver.find_linked(last, limit),
        };
        // The memory of a method is largest when it has answered, before the set is taken.
        let memory = self.memory.into_iter().chain(self.solver.report().memory);
        self.memory = memory.max_by_key(|memory| memory.bytes);
        match found? {
            None => {
                let over = self.dealer.is_empty();
                let due = self.rules.due(v, self.undealt);
                self.next = if over { Next::End(End::Deck) } else { Next::Deal(due) };
                Ok(Event::NoSet)
            }
            Some(found) => {
                let set = found.set(self.board());
                let taken = set.len() - usize::from(!self.last.is_empty());
                let changes = self.rules.variant.changes();
                self.unshuffled = changes.shuffles;
                let mut gone = set.cards().to_vec();
                if changes.chains {
                    // The set stays, and what stays of the last one goes.
                    std::mem::swap(&mut gone, &mut self.last);
                    gone.retain(|card| !set.contains(card));
                }
                self.solver.remove(&gone).expect("they lie on the board");
                self.sets += 1;
                self.undealt += taken;
                self.next = if self.rules.sets == Some(self.sets) {
                    Next::End(End::Sets)
                } else {
                    let left = self.board().len() - self.last.len();
                    Next::Deal(self.rules.refill(taken, left))
                };
                Ok(Event::Take(set))
            }
        }
    }

    /// The further events, each within this limit. The first `Err` is the last item; a further call goes
    /// on with the same step.
    pub fn within(&mut self, limit: &Limit) -> impl Iterator<Item = Result<Event, Stop>> {
        let mut stopped = false;
        std::iter::from_fn(move || {
            let event = if stopped { None } else { self.step(limit).transpose() };
            stopped |= matches!(event, Some(Err(_)));
            event
        })
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        self.solver.board()
    }

    /// In a chain, the cards of the last set, which lie on the board until the next set is taken; else
    /// none.
    pub fn last_set(&self) -> &[Card] {
        &self.last
    }

    /// Whether the rules allow this set of the board to be taken.
    ///
    /// # Errors
    ///
    /// [`Unlinked`] if it does not continue the chain.
    pub fn check(&self, set: &Set) -> Result<(), Unlinked> {
        let held = set.cards().iter().filter(|card| self.last.contains(card)).count();
        if self.last.is_empty() || held == 1 { Ok(()) } else { Err(Unlinked(held)) }
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

    /// The maximum memory of the solver's partial sets so far, if the solver stores partial sets.
    pub fn memory(&self) -> Option<PartialSets> {
        self.memory
    }
}

impl<S: Solver + ?Sized> Iterator for Game<S> {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        self.step(&Limit::none()).unwrap_or_else(|stop| panic!("{stop}"))
    }
}

impl Rules {
    /// The number of cards to deal after a set took `taken` cards and left `left` on the board.
    pub(super) fn refill(&self, taken: usize, left: usize) -> usize {
        match self.refill {
            Refill::AtOnce => taken,
            Refill::Delayed | Refill::Owed => 0,
            Refill::UpToStart => self.start.saturating_sub(left),
        }
    }

    /// The number of cards to deal if there is no set to take, and sets took `undealt` cards since a deal.
    pub(super) fn due(&self, v: usize, undealt: usize) -> usize {
        if self.refill == Refill::Owed { v.max(undealt) } else { v }
    }
}
