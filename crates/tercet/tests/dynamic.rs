//! Whole games of `dynamic`, which stores partial sets between questions: at every step of every
//! game it must agree with the definition.

use tercet::deal::Dealer;
use tercet::game::{Refill, Rules};
use tercet::solver::{
    Count, Enumerate, Found, Full, Limit, Method, Options, Solver, Stop, Update, list,
};
use tercet::{Board, Card, Deck, Set};

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

/// The answers of `brute` for a board.
fn brute(board: &Board) -> Vec<Found> {
    let mut brute = Method::BRUTE.enumerator(board, &Options::default()).unwrap();
    list(&mut *brute, None, &Limit::none()).unwrap().sets
}

/// `dynamic` for each of the three questions, with the board; also one that is asked different
/// questions in turn, and one with so little memory that it sometimes stops.
struct Game {
    board: Board,
    mixed: Box<dyn Full>,
    tight: Box<dyn Full>,
    /// The number of answers and of stops of the one with little memory.
    answers: usize,
    stops: usize,
    finder: Box<dyn Solver>,
    lister: Box<dyn Enumerate>,
    counter: Box<dyn Count>,
}

impl Game {
    fn new(deck: Deck) -> Self {
        let (board, options) = (Board::empty(deck), Options::default());
        let dynamic = Method::DYNAMIC;
        Self {
            finder: dynamic.solver(&board, &options).unwrap(),
            lister: dynamic.enumerator(&board, &options).unwrap(),
            counter: dynamic.counter(&board, &options).unwrap(),
            mixed: dynamic.full(&board, &options).unwrap(),
            tight: dynamic.full(&board, &Options { memory: MEMORY, ..options }).unwrap(),
            answers: 0,
            stops: 0,
            board,
        }
    }

    fn updates(&mut self) -> [&mut dyn Update; 5] {
        let Self { finder, lister, counter, mixed, tight, .. } = self;
        [&mut **finder, &mut **lister, &mut **counter, &mut **mixed, &mut **tight]
    }

    fn deal(&mut self, dealer: &mut Dealer, cards: usize) -> usize {
        let cards: Vec<Card> = dealer.take(cards).collect();
        self.board.add(&cards).unwrap();
        self.updates().into_iter().for_each(|dynamic| dynamic.add(&cards).unwrap());
        cards.len()
    }

    fn take(&mut self, set: &Set) {
        self.board.remove(set.cards()).unwrap();
        self.updates().into_iter().for_each(|dynamic| dynamic.remove(set.cards()).unwrap());
    }

    /// The set that is found, after all answers were compared with those of `brute`.
    fn ask(&mut self) -> Option<Set> {
        let sets = brute(&self.board);
        let listing = list(&mut *self.lister, None, &Limit::none()).unwrap();
        assert_eq!(listing.sets, sets);
        assert_eq!(self.counter.count(&Limit::none()), Ok(sets.len() as u128));
        let found = self.finder.find(&Limit::none()).unwrap();
        assert_eq!(found.is_some(), !sets.is_empty());
        self.ask_mixed(&sets);
        self.ask_tight(&sets);
        found.map(|found| found.set(&self.board))
    }

    /// Asks one of the questions, or two in either order, or nothing.
    fn ask_mixed(&mut self, sets: &[Found]) {
        let turn = self.board.cards().last().map_or(0, |card| card.to_bits() % 5);
        let count = |mixed: &mut dyn Full| {
            assert_eq!(mixed.count(&Limit::none()), Ok(sets.len() as u128));
        };
        let find = |mixed: &mut dyn Full| {
            assert_eq!(mixed.find(&Limit::none()).unwrap().is_some(), !sets.is_empty());
        };
        match turn {
            0 => count(&mut *self.mixed),
            1 | 2 => find(&mut *self.mixed),
            3 => {
                find(&mut *self.mixed);
                count(&mut *self.mixed);
                find(&mut *self.mixed);
            }
            _ => {}
        }
    }

    fn ask_tight(&mut self, sets: &[Found]) {
        let found = self.tight.find(&Limit::none());
        let counted = self.tight.count(&Limit::none());
        match found {
            Ok(found) => assert_eq!(found.is_some(), !sets.is_empty()),
            Err(stop) => assert_eq!(stop, Stop::MEMORY),
        }
        match counted {
            Ok(count) => {
                assert_eq!(count, sets.len() as u128);
                self.answers += 1;
            }
            Err(stop) => {
                assert_eq!(stop, Stop::MEMORY);
                self.stops += 1;
            }
        }
        assert!(self.tight.report().memory.unwrap().bytes <= MEMORY);
    }
}

/// The memory of the one with little memory: enough for a few cards.
const MEMORY: usize = 14_000;

/// Plays a game and returns the number of sets and of steps, and of the steps in which the one with
/// little memory answered and stopped.
fn play(deck: Deck, seed: u64, refill: Refill, most_sets: usize, most_cards: usize) -> [usize; 4] {
    let mut game = Game::new(deck);
    let mut dealer = Dealer::new(deck, seed);
    game.deal(&mut dealer, Rules::thesis(deck).start);
    let (mut sets, mut steps) = (0, 0);
    while sets < most_sets && game.board.len() <= most_cards {
        steps += 1;
        let found = game.ask();
        if let Some(set) = &found {
            sets += 1;
            game.take(set);
        }
        if refill == Refill::AtOnce || found.is_none() {
            let dealt = game.deal(&mut dealer, deck.values());
            if dealt == 0 && found.is_none() {
                break;
            }
        }
    }
    [sets, steps, game.answers, game.stops]
}

/// Games to their end, or until so many sets are taken or the board is too large for `brute`.
fn games(v: usize, p: usize, seeds: u64, most_sets: usize, most_cards: usize) -> [usize; 2] {
    let mut total = [0; 4];
    for seed in 0..seeds {
        for refill in [Refill::AtOnce, Refill::Delayed] {
            let game = play(deck(v, p), seed, refill, most_sets, most_cards);
            total = std::array::from_fn(|i| total[i] + game[i]);
        }
    }
    let [sets, steps, answers, stops] = total;
    // The games hold sets, and steps without one.
    assert!(sets > 0 && steps > sets, "({v},{p}): {sets} sets in {steps} steps");
    assert!(answers > 0, "({v},{p}): {stops} stops for memory");
    [answers, stops]
}

#[test]
fn whole_games_agree_with_brute_at_every_step() {
    games(3, 3, 200, usize::MAX, usize::MAX);
    games(3, 4, 100, usize::MAX, usize::MAX);
    games(4, 2, 200, usize::MAX, usize::MAX);
    games(5, 2, 200, usize::MAX, usize::MAX);
}

#[test]
fn games_of_larger_decks_agree_with_brute_at_every_step() {
    games(4, 3, 100, 6, 28);
    games(4, 4, 100, 5, 32);
    let [answers, stops] = games(5, 4, 100, 4, 30);
    assert!(answers > 20 && stops > 20, "{answers} answers, {stops} stops");
}
