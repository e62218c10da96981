//! Extending set-free hands until they are complete.
//!
//! A card that makes a set with cards of a hand still does when the hand grows. So one pass over
//! the deck completes a hand: each card is added if it can be added at that moment.
//!
//! Larger hands are found by local search. A card is forced into the hand; from every set that it
//! makes, one random other card is removed; then the hand is completed again in random order. The
//! new hand is kept unless it is smaller, and sometimes even then. The forced card is, among some
//! random cards, the one that makes the fewest sets, where these are counted. The search proves
//! nothing, but finds 20 cards of (3,4) at once.

use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use crate::deal::dealer::{between, shuffle};
use crate::deck::{Deck, Unsupported};
use crate::solver::{Auto, Limit, NoAnswer, Options, Solver, Stop, Update};
use crate::third_points::ThirdPoints;
use crate::{Board, Card};

use super::{MOST_CARDS, require_free};

/// A hand with all cards that can be added to it in an order of cards of its deck: its cards,
/// followed by those that were added. The hand is complete if the order has all cards, as
/// [`Deck::cards`](crate::Deck::cards) and a [`Dealer`](crate::deal::Dealer) give them.
///
/// # Errors
///
/// [`NoAnswer`] if the hand holds a set, its deck has more than [`MOST_CARDS`](super::MOST_CARDS) cards,
/// or the limit ended the work; with the hand so far.
pub fn extend(
    hand: &Board,
    order: impl IntoIterator<Item = Card>,
    limit: &Limit,
) -> Result<Board, NoAnswer<Board>> {
    let mut growing = checked(hand, limit).map_err(|no| no.with(hand.clone()))?;
    let deck = hand.deck();
    let order = order.into_iter().map(|card| deck.rank(card) as usize);
    let filled = fill(&mut growing, order, limit);
    let extended = board(hand, &growing);
    match filled {
        Ok(()) => Ok(extended),
        Err(stop) => Err(stop.with(extended).into()),
    }
}

fn checked(hand: &Board, limit: &Limit) -> Result<GrowingHand, NoAnswer> {
    // A large hand probably holds a set; finding it is quicker than counting what the hand
    // excludes.
    is_small_enough(hand.deck())?;
    require_free(hand, limit)?;
    Ok(GrowingHand::new(hand)?)
}

/// Adds each card that can be added at its turn.
fn fill(
    growing: &mut GrowingHand,
    order: impl IntoIterator<Item = usize>,
    limit: &Limit,
) -> Result<(), Stop> {
    let mut watch = limit.watch();
    for card in order {
        watch.tick(4)?;
        if !growing.in_hand[card] && growing.fits(card, limit)? {
            watch.tick(growing.hand.len())?;
            growing.add(card);
        }
    }
    Ok(())
}

fn board(hand: &Board, growing: &GrowingHand) -> Board {
    Board::new(hand.deck(), growing.hand.iter().map(|&card| growing.deck[card]))
        .expect("a hand holds no card twice")
}

/// The largest set-free hand that local search finds, from the given hand, among those that contain
/// its first `fixed` cards, and the number of hands that it tried.
///
/// The search ends as soon as a hand has `enough` cards, when it has tried `most` hands, or at the limit,
/// which is its usual end and no error: the answer is then the largest hand found by that time. It is
/// complete unless the limit was very short.
///
/// # Errors
///
/// [`NoAnswer`] if the hand holds a set, its deck has more than [`MOST_CARDS`](super::MOST_CARDS) cards,
/// or the limit ended the work before the search began.
///
/// # Panics
///
/// If the hand has fewer than `fixed` cards.
pub fn best(
    hand: &Board,
    fixed: usize,
    seed: u64,
    enough: usize,
    most: u64,
    limit: &Limit,
) -> Result<(Board, u64), NoAnswer> {
    let random = ChaCha8Rng::seed_from_u64(seed);
    let mut search = LocalSearch { growing: checked(hand, limit)?, random, fixed };
    let (mut best, mut rounds) = (hand.clone(), 0);
    let mut grow = || -> Result<(), Stop> {
        let mut kept = Vec::new();
        search.fill(limit)?;
        loop {
            let found = search.growing.hand.len();
            if rounds == 0 || found > best.len() {
                best = board(hand, &search.growing);
            }
            rounds += 1;
            // If no card can be added to the fixed cards, none ever can.
            if found >= enough
                || rounds >= most
                || found == search.growing.deck.len()
                || found == fixed
            {
                return Ok(());
            }
            if found < kept.len() && search.below(DARING) > 0 {
                search.restore(&kept);
            }
            kept.clear();
            kept.extend_from_slice(&search.growing.hand);
            limit.check()?;
            search.change(limit)?;
        }
    };
    // The limit is the usual end.
    let _ = grow();
    if rounds == 0 {
        // Stopped while the first hand was being completed.
        best = board(hand, &search.growing);
    }
    Ok((best, rounds))
}

/// A smaller hand is accepted once in this many times.
const DARING: usize = 64;

/// The number of random cards of which the one that makes the fewest sets is forced in.
const LOOKS: usize = 12;

struct LocalSearch {
    growing: GrowingHand,
    random: ChaCha8Rng,
    /// The number of first cards of the hand that are never removed.
    fixed: usize,
}

impl LocalSearch {
    fn below(&mut self, bound: usize) -> usize {
        between(&mut self.random, 0, bound as u128 - 1) as usize
    }

    /// Completes the hand in random order.
    fn fill(&mut self, limit: &Limit) -> Result<(), Stop> {
        let growing = &self.growing;
        let open = (0..growing.deck.len())
            .filter(|&card| !growing.in_hand[card] && growing.sets_made_by(card) == 0);
        let mut order: Vec<usize> = open.collect();
        shuffle(&mut order, &mut self.random);
        fill(&mut self.growing, order, limit)
    }

    /// Forces a card in, and completes the hand.
    fn change(&mut self, limit: &Limit) -> Result<(), Stop> {
        let mut forced: Option<usize> = None;
        for _ in 0..LOOKS {
            let card = self.below(self.growing.deck.len());
            let made = |card| self.growing.sets_made_by(card);
            if !self.growing.in_hand[card] && forced.is_none_or(|other| made(card) < made(other)) {
                forced = Some(card);
            }
        }
        let Some(card) = forced else { return Ok(()) };
        let fixed: Vec<usize> = self.growing.hand[..self.fixed].to_vec();
        self.growing.add(card);
        while let Some(mut others) = self.growing.clash(card, limit)? {
            others.retain(|other| !fixed.contains(other));
            if others.is_empty() {
                self.growing.remove(card);
                break;
            }
            let gone = others[self.below(others.len())];
            self.growing.remove(gone);
        }
        self.fill(limit)
    }

    fn restore(&mut self, hand: &[usize]) {
        let now = self.growing.hand.clone();
        for &card in &now[self.fixed..] {
            self.growing.remove(card);
        }
        for &card in &hand[self.fixed..] {
            self.growing.add(card);
        }
    }
}

// A hand that grows and shrinks, and knows which cards can be added to it.
//
// Cards are represented by their rank in the deck. For v = 3 each point counts the pairs of the
// hand whose third point it is: a card can be added if its count is 0, and a change takes one step
// for each card of the hand. For other decks a method decides whether the hand with the new card
// holds a set; the methods remember that the hand without it holds none.

/// A hand of a deck that is small enough for a table of its cards.
pub(super) struct GrowingHand {
    /// The cards of the deck in ascending order.
    pub(super) deck: Vec<Card>,
    /// The hand, in order of arrival.
    hand: Vec<usize>,
    /// For every card, whether it is in the hand.
    pub(super) in_hand: Vec<bool>,
    sets: SetsWith,
}

/// The way to find the sets that a card makes with the hand.
enum SetsWith {
    /// For three values: the third of every two of the first [`SPLIT`] cards, by rank, and for every
    /// card the number of pairs of the hand whose third card it is.
    Counted(ThirdPoints, Vec<u32>),
    /// A method that finds sets.
    Found(Box<Auto>),
}

/// The rank of a card is split into its last six properties and those before.
const SPLIT: usize = 3_usize.pow(ThirdPoints::MOST_PROPERTIES as u32);

fn third(thirds: &ThirdPoints, a: usize, b: usize) -> usize {
    let part = |a: usize, b: usize| usize::from(thirds.third(a as u16, b as u16));
    part(a / SPLIT, b / SPLIT) * SPLIT + part(a % SPLIT, b % SPLIT)
}

/// Whether a deck is small enough for a table of its cards.
fn is_small_enough(deck: Deck) -> Result<(), Unsupported> {
    if deck.size() <= MOST_CARDS.into() {
        return Ok(());
    }
    let decks = format!("a deck of at most {MOST_CARDS} cards");
    Err(Unsupported::needs("trying each card", decks, deck))
}

impl GrowingHand {
    /// A hand that starts with the cards of a set-free board.
    pub(super) fn new(board: &Board) -> Result<Self, Unsupported> {
        let deck = board.deck();
        is_small_enough(deck)?;
        let cards: Vec<Card> = deck.cards().collect();
        let sets = if deck.values() == 3 {
            let thirds = ThirdPoints::new(deck.properties().min(ThirdPoints::MOST_PROPERTIES));
            SetsWith::Counted(thirds, vec![0; cards.len()])
        } else {
            SetsWith::Found(Box::new(Auto::new(&Board::empty(deck), &Options::default())))
        };
        let in_hand = vec![false; cards.len()];
        let mut growing = Self { deck: cards, hand: Vec::new(), in_hand, sets };
        board.cards().iter().for_each(|&card| growing.add(deck.rank(card) as usize));
        Ok(growing)
    }

    /// Adds a card that is not in the hand, even if it makes a set.
    fn add(&mut self, card: usize) {
        match &mut self.sets {
            SetsWith::Counted(thirds, counts) => {
                self.hand.iter().for_each(|&other| counts[third(thirds, card, other)] += 1);
            }
            SetsWith::Found(method) => {
                method.add(&[self.deck[card]]).expect("a card that is not in the hand");
            }
        }
        self.in_hand[card] = true;
        self.hand.push(card);
    }

    /// Removes a card of the hand.
    fn remove(&mut self, card: usize) {
        self.hand.retain(|&other| other != card);
        self.in_hand[card] = false;
        match &mut self.sets {
            SetsWith::Counted(thirds, counts) => {
                self.hand.iter().for_each(|&other| counts[third(thirds, card, other)] -= 1);
            }
            SetsWith::Found(method) => {
                method.remove(&[self.deck[card]]).expect("a card of the hand");
            }
        }
    }

    /// Whether a card outside the hand makes no set with cards of the hand. The hand must be
    /// set-free.
    pub(super) fn fits(&mut self, card: usize, limit: &Limit) -> Result<bool, Stop> {
        if let SetsWith::Counted(_, counts) = &self.sets {
            return Ok(counts[card] == 0);
        }
        self.add(card);
        let clash = self.clash(card, limit);
        self.remove(card);
        Ok(clash?.is_none())
    }

    /// The other cards of a set with this card of the hand, if all sets in the hand contain this
    /// card.
    fn clash(&mut self, card: usize, limit: &Limit) -> Result<Option<Vec<usize>>, Stop> {
        let others = self.hand.iter().copied().filter(|&other| other != card);
        match &mut self.sets {
            SetsWith::Counted(thirds, _) => {
                let mut pairs = others.map(|other| vec![other, third(thirds, card, other)]);
                Ok(pairs.find(|pair| self.in_hand[pair[1]]))
            }
            SetsWith::Found(method) => {
                // The hand is in the order of the method's layout.
                let Some(found) = method.find(limit)? else { return Ok(None) };
                let cards = found.iter().map(|&position| self.hand[position]);
                let mut others: Vec<usize> = cards.filter(|&other| other != card).collect();
                others.sort_unstable();
                Ok(Some(others))
            }
        }
    }

    /// The number of sets that a card would make with the hand; 0 if sets are not counted.
    fn sets_made_by(&self, card: usize) -> u32 {
        match &self.sets {
            SetsWith::Counted(_, counts) => counts[card],
            SetsWith::Found(_) => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::caps::{addable, cap, first_set};
    use crate::deal::Dealer;
    use crate::solver::{Cannot, Reason};

    #[test]
    fn extended_hands_are_complete_and_keep_their_cards() {
        for (v, p) in
            [(1, 1), (1, 3), (2, 3), (3, 1), (3, 4), (3, 5), (4, 2), (4, 3), (5, 2), (7, 2)]
        {
            let deck = Deck::new(v, p).unwrap();
            for seed in 0..5 {
                let orders: [Vec<Card>; 2] =
                    [deck.cards().collect(), Dealer::new(deck, seed).collect()];
                for order in orders {
                    let other = Dealer::new(deck, seed + 9);
                    let first = extend(&Board::empty(deck), other, &Limit::none()).unwrap();
                    let part = Board::new(deck, &first.cards()[..first.len() / 2]).unwrap();
                    let hand = extend(&part, order, &Limit::none()).unwrap();
                    assert_eq!(hand.cards()[..part.len()], *part.cards());
                    assert_eq!(addable(&hand, &Limit::none()), Ok(vec![]));
                }
            }
        }
    }

    #[test]
    fn large_hands_are_found_that_keep_the_fixed_cards() {
        let greedy =
            extend(&Board::empty(Deck::CLASSIC), Deck::CLASSIC.cards(), &Limit::none()).unwrap();
        assert_eq!(greedy.len(), 16);
        let cap = cap(20).unwrap();
        let part = Board::new(cap.deck(), &cap.cards()[..7]).unwrap();
        let largest = [(1, 2, 0), (2, 2, 1), (3, 3, 9), (3, 4, 20), (4, 2, 9), (5, 2, 16)];
        let largest =
            largest.map(|(v, p, most)| (Board::empty(Deck::new(v, p).unwrap()), 0, 1, most));
        let others = [(part, 7, 3, 18), (greedy.clone(), 0, 1, 20)];
        for (hand, fixed, seed, enough) in largest.into_iter().chain(others) {
            let (found, _) = best(&hand, fixed, seed, enough, u64::MAX, &Limit::none()).unwrap();
            assert!(found.len() >= enough, "{}, not {enough}", found.len());
            assert_eq!(found.cards()[..fixed], hand.cards()[..fixed]);
            assert_eq!(first_set(&found, &Limit::none()), Ok(None));
        }
        // There is no other hand with all of these.
        assert_eq!(best(&greedy, greedy.len(), 1, 20, u64::MAX, &Limit::none()).unwrap().0, greedy);
    }

    #[test]
    fn a_search_that_is_stopped_gives_what_it_has() {
        let limit = Limit::timeout(std::time::Duration::ZERO);
        let (found, rounds) =
            best(&Board::empty(Deck::CLASSIC), 0, 1, 21, u64::MAX, &limit).unwrap();
        assert_eq!(rounds, 1);
        assert!(found.len() < 21);
        assert_eq!(addable(&found, &Limit::none()), Ok(vec![]));
        // The hand is too large to be completed before the clock is first read.
        let empty = Board::empty(Deck::new(3, 9).unwrap());
        let (large, rounds) = best(&empty, 0, 1, 10_000, u64::MAX, &limit).unwrap();
        assert_eq!(rounds, 0);
        assert!((10..10_000).contains(&large.len()), "{}", large.len());
        assert_eq!(first_set(&large, &Limit::none()), Ok(None));
        let stop = extend(&empty, empty.deck().cards(), &limit).unwrap_err();
        let stop = stop.stop().expect("it began");
        assert_eq!(stop.reason, Reason::Deadline);
        assert!(stop.found.len() >= 10 && first_set(&stop.found, &Limit::none()) == Ok(None));
    }

    #[test]
    fn a_search_has_a_length() {
        let empty = Board::empty(Deck::new(3, 6).unwrap());
        let [short, long] = [20, 60].map(|most| best(&empty, 0, 1, 112, most, &Limit::none()));
        let ((short, tried), (long, _)) = (short.unwrap(), long.unwrap());
        assert!(tried == 20 && short.len() <= long.len());
    }

    #[test]
    fn wrong_hands_are_refused() {
        let all: Vec<Card> = Deck::CLASSIC.cards().collect();
        let set = Board::new(Deck::CLASSIC, &all[..3]).unwrap();
        let limit = Limit::none();
        let reasons = [
            extend(&set, Deck::CLASSIC.cards(), &limit).unwrap_err().with(()),
            best(&set, set.len(), 0, 1, u64::MAX, &limit).unwrap_err(),
            addable(&set, &limit).unwrap_err().with(()),
        ];
        for refusal in reasons {
            assert!(matches!(refusal.cannot(), Some(Cannot::HoldsSet(_))));
            assert!(refusal.to_string().starts_with("the hand holds the set "), "{refusal}");
        }
        let large = Board::empty(Deck::new(3, 13).unwrap());
        let reasons = [
            extend(&large, large.deck().cards(), &limit).unwrap_err().with(()),
            addable(&large, &limit).unwrap_err().with(()),
        ];
        for refusal in reasons {
            assert!(matches!(refusal.cannot(), Some(Cannot::Unsupported(_))));
            assert_eq!(
                refusal.to_string(),
                "trying each card needs a deck of at most 531441 cards, and the deck is (3,13)"
            );
        }
    }
}
