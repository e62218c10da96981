//! Whole games of `dynamic`, which remembers partial sets from one find to the next: at every step
//! of every game it must say what the definition says of the board as it lies there.

use tercet::game::{Dealer, Refill, Rules};
use tercet::solver::{
    Answer, Count, Enumerate, Limit, METHODS, Options, Solver, Update, list, method,
};
use tercet::{Board, Card, Deck, Set};

fn deck(v: usize, p: usize) -> Deck {
    Deck::new(v, p).unwrap()
}

/// What `brute` says of a board.
fn brute(board: &Board) -> Vec<Box<[usize]>> {
    let mut brute = METHODS[0].enumerator(board, &Options::default()).unwrap();
    list(&mut *brute, None, &Limit::none()).sets
}

/// `dynamic` on each of the three questions, and the board beside it.
struct Game {
    board: Board,
    finder: Box<dyn Solver>,
    lister: Box<dyn Enumerate>,
    counter: Box<dyn Count>,
}

impl Game {
    fn new(deck: Deck) -> Self {
        let (board, options) = (Board::empty(deck), Options::default());
        let dynamic = method("dynamic").unwrap();
        Self {
            finder: dynamic.solver(&board, &options).unwrap(),
            lister: dynamic.enumerator(&board, &options).unwrap(),
            counter: dynamic.counter(&board, &options).unwrap(),
            board,
        }
    }

    fn updates(&mut self) -> [&mut dyn Update; 3] {
        [&mut *self.finder, &mut *self.lister, &mut *self.counter]
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
        let listing = list(&mut *self.lister, None, &Limit::none());
        assert_eq!((listing.sets, listing.stopped), (sets.clone(), None));
        assert_eq!(self.counter.count(&Limit::none()), Ok(sets.len() as u128));
        let found = match self.finder.find(&Limit::none()) {
            Answer::Found(set) => Some(set),
            Answer::None => None,
            Answer::Stopped(stop) => panic!("stopped without a limit: {stop}"),
        };
        assert_eq!(found.is_some(), !sets.is_empty());
        if let Some(set) = &found {
            assert!(set.cards().iter().all(|&card| self.board.contains(card)));
        }
        found
    }
}

/// Plays a game and gives the number of sets and of steps.
fn play(deck: Deck, seed: u64, refill: Refill, most_sets: usize, most_cards: usize) -> [usize; 2] {
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
    [sets, steps]
}

/// Games to their end, or until so many sets are taken or the board is too large for `brute`.
fn games(v: usize, p: usize, seeds: u64, most_sets: usize, most_cards: usize) {
    let mut total = [0, 0];
    for seed in 0..seeds {
        for refill in [Refill::AtOnce, Refill::Delayed] {
            let [sets, steps] = play(deck(v, p), seed, refill, most_sets, most_cards);
            total = [total[0] + sets, total[1] + steps];
        }
    }
    let [sets, steps] = total;
    // The games hold sets, and steps without one.
    assert!(sets > 0 && steps > sets, "({v},{p}): {sets} sets in {steps} steps");
}

#[test]
fn whole_games_agree_with_brute_at_every_step() {
    games(3, 3, 200, usize::MAX, usize::MAX);
    games(3, 4, 100, usize::MAX, usize::MAX);
    games(4, 2, 200, usize::MAX, usize::MAX);
    games(5, 2, 100, usize::MAX, usize::MAX);
}

#[test]
fn games_of_larger_decks_agree_with_brute_at_every_step() {
    games(4, 3, 60, 6, 28);
    games(4, 4, 40, 5, 32);
    games(5, 4, 30, 4, 28);
}
