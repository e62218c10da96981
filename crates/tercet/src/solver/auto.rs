//! The choice among our own methods, by the deck, the number of cards and the question.
//!
//! The rules follow measurements, which DESIGN.md shows ("The choice of a method"): on one core,
//! random boards, each method against the others on the same boards.

use std::ops::ControlFlow;

use super::pairs::PairsMeet;
use super::{
    Count, Enumerate, Found, Limit, Method, Options, Question, Report, Solver, Stop, Unable,
    Update, method,
};
use crate::board::{Board, BoardError};
use crate::card::Card;
use crate::deck::Deck;

/// The method that `auto` takes for a question about a board of `cards` cards.
///
/// ```
/// use tercet::Deck;
/// use tercet::solver::{Question, choose};
///
/// assert_eq!(choose(Deck::CLASSIC, 12, Question::Enumerate).name, "halves");
/// assert_eq!(choose(Deck::CLASSIC, 81, Question::Count).name, "spectrum");
/// ```
pub fn choose(deck: Deck, cards: usize, question: Question) -> &'static Method {
    let name = match (deck.values(), question) {
        (1 | 2, _) => "completion",
        (3, Question::Find) if cards_until_a_set(deck, cards) <= MOST_PAIRS => "pairs-bits",
        (3, Question::Find) => "thirds",
        (3, Question::Count) if spectrum_pays(deck, cards) => "spectrum",
        (3, _) if deck.properties() <= 5 || cards <= MOST_HALVES => "halves",
        (3, _) => "thirds",
        (4..=6, Question::Count) => "middle",
        (7..=64, Question::Count) if many_are_expected(deck, cards) => "middle",
        (4, Question::Enumerate) if cards >= MANY => "middle",
        _ => "cover",
    };
    method(name).expect("the rules name methods of the table")
}

/// How many cards of a board with v = 3 a search looks at before it meets a set: as many as there
/// are, or those among which one is expected.
fn cards_until_a_set(deck: Deck, cards: usize) -> usize {
    let expected = (6.0 * 3_f64.powf(deck.properties() as f64)).cbrt();
    cards.min(expected as usize)
}

/// On a board with so many times the cards among which a set is expected, some are looked at first.
const DENSE: f64 = 4.0;

/// The first cards of a board with far more than a search needs, from four values on: twice those
/// among which a set is expected, which hold 2^v. To prepare all cards would take longer.
fn first_cards(board: &Board) -> Option<Board> {
    let (deck, cards) = (board.deck(), board.cards());
    if deck.values() <= 3 {
        return None;
    }
    let expected = about_threshold(deck);
    (cards.len() as f64 >= DENSE * expected).then(|| {
        let few = &cards[..(2.0 * expected).ceil() as usize];
        Board::new(deck, few).expect("cards of a board are those of another")
    })
}

/// About as many cards as make one set expected, without the care of [`Deck::threshold`]: v of n cards
/// can be chosen in n^v/v! ways, and are all the same or all different in a property in v + v! of v^v
/// cases.
fn about_threshold(deck: Deck) -> f64 {
    let (v, p) = (deck.values() as f64, deck.properties() as f64);
    let factorial: f64 = (1..=deck.values()).map(|i| (i as f64).ln()).sum();
    let good = factorial + (v.ln() - factorial).exp().ln_1p();
    ((factorial + p * (v * v.ln() - good)) / v).exp()
}

/// Up to so many cards are looked at faster one by one than the board is split.
const MOST_PAIRS: usize = 150;

/// The same for all pairs.
const MOST_HALVES: usize = 110;

/// The cards from which on the transform is faster than all pairs, for p = 4 to 14.
const SPECTRUM: [usize; 11] = [50, 60, 40, 70, 110, 370, 750, 1500, 3300, 6300, 12_000];

fn spectrum_pays(deck: Deck, cards: usize) -> bool {
    let from_four = deck.properties().checked_sub(4);
    let least = from_four.and_then(|i| SPECTRUM.get(i));
    least.is_some_and(|&least| cards >= least)
}

/// From here on half-sets that meet are fewer than the branches of a search.
const MANY: usize = 200;

/// A search visits each set, `middle` multiplies numbers of half-sets.
fn many_are_expected(deck: Deck, cards: usize) -> bool {
    deck.expected_sets_f64(cards as u128).is_some_and(|sets| sets >= 1000.0)
}

/// The method that finds a set on a board that changes, where it is another than on one that lies
/// there: with four values, the pairs of a game are worth being kept, as long as they fit a cache
/// or two, and the memory there is.
fn choose_in_game(deck: Deck, cards: usize, memory: usize) -> &'static Method {
    let kept = cards <= MOST_KEPT && PairsMeet::most_bytes(cards) <= memory;
    match deck.values() {
        4 if kept => method("pairs-meet").expect("a method of the table"),
        _ => choose(deck, cards, Question::Find),
    }
}

/// The pairs of more cards are a hundred megabytes.
const MOST_KEPT: usize = 2000;

/// Asks whichever method suits the board as it is at each question.
pub struct Auto {
    board: Board,
    options: Options,
    /// Whether the board has changed.
    in_game: bool,
    /// The method that was asked last, and what.
    asked: Option<(Question, &'static Method)>,
    /// The methods of the last questions, which carry what they learnt through the updates.
    finder: Kept<dyn Solver>,
    lister: Kept<dyn Enumerate>,
    counter: Kept<dyn Count>,
}

/// A method at work, if there was a question for it.
type Kept<M> = Option<(&'static Method, Box<M>)>;

impl Auto {
    /// The choice for a board that may change.
    pub fn new(board: &Board, options: &Options) -> Self {
        Self {
            board: board.clone(),
            options: *options,
            in_game: false,
            asked: None,
            finder: None,
            lister: None,
            counter: None,
        }
    }

    /// The methods at work.
    fn kept(&mut self) -> impl Iterator<Item = &mut dyn Update> {
        let finder = self.finder.iter_mut().map(|(_, method)| &mut **method as &mut dyn Update);
        let lister = self.lister.iter_mut().map(|(_, method)| &mut **method as &mut dyn Update);
        let counter = self.counter.iter_mut().map(|(_, method)| &mut **method as &mut dyn Update);
        finder.chain(lister).chain(counter)
    }
}

/// The method that is at work, if it is the chosen one, else that one, built for the board unless
/// the limit was reached.
fn keep<'a, M: ?Sized>(
    kept: &'a mut Kept<M>,
    chosen: &'static Method,
    limit: &Limit,
    build: impl FnOnce() -> Result<Box<M>, Unable>,
) -> Result<&'a mut M, Stop> {
    let method = match kept.take() {
        Some((method, built)) if method.name == chosen.name => built,
        _ => {
            limit.check()?;
            build().expect("the rules name methods that suit the deck")
        }
    };
    Ok(&mut kept.insert((chosen, method)).1)
}

impl Update for Auto {
    fn board(&self) -> &Board {
        &self.board
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.add(cards)?;
        self.in_game = true;
        self.kept().try_for_each(|method| method.add(cards))
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.remove(cards)?;
        self.in_game = true;
        self.kept().try_for_each(|method| method.remove(cards))
    }

    fn report(&self) -> Report {
        let memory = self.finder.as_ref().and_then(|(_, finder)| finder.report().memory);
        let Some((question, method)) = self.asked else {
            return Report { memory, ..Report::default() };
        };
        let asked = match question {
            Question::Find => self.finder.as_ref().map(|(_, finder)| finder.report()),
            Question::Enumerate => self.lister.as_ref().map(|(_, lister)| lister.report()),
            Question::Count => self.counter.as_ref().map(|(_, counter)| counter.report()),
        };
        let effort = asked.and_then(|report| report.effort);
        Report { memory, effort, winner: Some(method.name), failures: Vec::new() }
    }
}

impl Solver for Auto {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let Self { board, options, in_game, .. } = self;
        let chosen = if *in_game {
            choose_in_game(board.deck(), board.len(), options.memory)
        } else {
            choose(board.deck(), board.len(), Question::Find)
        };
        self.asked = Some((Question::Find, chosen));
        if self.finder.is_none()
            && let Some(few) = first_cards(board)
        {
            // These are the first cards of the layout, so positions are the same in both.
            let mut finder = chosen.solver(&few, options).expect("it suits the deck");
            if let Some(found) = finder.find(limit)? {
                return Ok(Some(found));
            }
        }
        keep(&mut self.finder, chosen, limit, || chosen.solver(board, options))?.find(limit)
    }
}

impl Enumerate for Auto {
    fn for_each(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Result<(), Stop> {
        let Self { board, options, .. } = self;
        let chosen = choose(board.deck(), board.len(), Question::Enumerate);
        self.asked = Some((Question::Enumerate, chosen));
        keep(&mut self.lister, chosen, limit, || chosen.enumerator(board, options))?
            .for_each(limit, visit)
    }

    fn for_each_in_order(
        &mut self,
        limit: &Limit,
        visit: &mut dyn FnMut(&[usize]) -> ControlFlow<()>,
    ) -> Option<Result<(), Stop>> {
        let Self { board, options, .. } = self;
        if board.deck().values() != 3 {
            return None;
        }
        let chosen = method("pairs-bits").expect("a method of the table");
        self.asked = Some((Question::Enumerate, chosen));
        match keep(&mut self.lister, chosen, limit, || chosen.enumerator(board, options)) {
            Ok(lister) => lister.for_each_in_order(limit, visit),
            Err(stop) => Some(Err(stop)),
        }
    }
}

impl Count for Auto {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        let Self { board, options, .. } = self;
        let chosen = choose(board.deck(), board.len(), Question::Count);
        self.asked = Some((Question::Count, chosen));
        keep(&mut self.counter, chosen, limit, || chosen.counter(board, options))?.count(limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::set::is_set;

    fn find(board: &Board) -> Result<Option<Found>, Stop> {
        Auto::new(board, &Options::default()).find(&Limit::none())
    }

    #[test]
    fn the_threshold_is_near_enough() {
        for (v, p) in [(4, 4), (4, 10), (5, 6), (8, 4), (16, 4), (32, 4), (60, 3)] {
            let deck = Deck::new(v, p).unwrap();
            let (about, exact) = (about_threshold(deck), deck.threshold() as f64);
            // Cards that are drawn once are fewer than those that are put back, by up to v.
            assert!((about - exact).abs() <= 0.05 * exact + v as f64, "{deck}: {about}, {exact}");
        }
    }

    #[test]
    fn a_dense_board_is_looked_at_in_part_and_then_whole() {
        // Without the last value there is no set of different cards.
        let lacks_last = |deck: Deck| {
            move |card: &Card| deck.values_of(*card).all(|value| value + 1 < deck.values())
        };
        let deck = Deck::new(4, 5).unwrap();
        let free: Vec<Card> = deck.cards().filter(lacks_last(deck)).collect();
        let mut board = Board::new(deck, &free).unwrap();
        assert!(first_cards(&board).is_some());
        assert_eq!(find(&board), Ok(None));

        // The one set lies behind the first cards.
        let rest: Vec<Card> =
            deck.cards().filter(|card| !lacks_last(deck)(card)).take(40).collect();
        board.add(&rest).unwrap();
        let found = find(&board).unwrap().expect("there are sets now");
        assert!(found.positions()[deck.values() - 1] >= free.len());
        assert!(is_set(deck, &board.at(found.positions())));
    }
}
