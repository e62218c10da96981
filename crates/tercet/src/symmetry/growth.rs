//! The number of sets in every extension of a hand by one, two or three cards, for v = 3.
//!
//! The *cover* of a card outside the hand is the number of sets of this card and two cards of the
//! hand. Two outside cards are *joined* if the third card of their set is in the hand. Adding two
//! cards adds the sum of their covers, and one set more if they are joined. Adding three cards adds
//! the sum of their covers, and one set for each joined pair, or one set if the three are a set
//! themselves. So all choices are first counted by the sum of covers alone, with a table, and then
//! corrected for joined pairs, of which each card has at most k, and for sets outside the hand.
//!
//! For three cards, let N(j) be the number of choices with a given sum and j joined pairs. Counting
//! joined pairs, pairs of joined pairs that share a card, and triangles gives N(1) + 2N(2) + 3N(3),
//! N(2) + 3N(3) and N(3).

use super::Space;

/// A hand, and the cards that can be added to it.
pub(crate) struct Growth<'a> {
    space: &'a Space,
    hand: &'a [u16],
    held: Vec<bool>,
    cover: Vec<u8>,
    outside: Vec<u16>,
    sets: usize,
}

impl<'a> Growth<'a> {
    pub(crate) fn new(space: &'a Space, hand: &'a [u16]) -> Self {
        let (mut held, mut cover) = (vec![false; space.len()], vec![0; space.len()]);
        for (i, &point) in hand.iter().enumerate() {
            held[usize::from(point)] = true;
            let thirds = space.thirds(point);
            for &other in &hand[..i] {
                cover[usize::from(thirds[usize::from(other)])] += 1;
            }
        }
        let sets = hand.iter().map(|&point| usize::from(cover[usize::from(point)])).sum::<usize>();
        let outside = (0..space.len() as u16).filter(|&point| !held[usize::from(point)]).collect();
        Self { space, hand, held, cover, outside, sets: sets / 3 }
    }

    /// The cards that can be added.
    pub(crate) fn outside(&self) -> &[u16] {
        &self.outside
    }

    /// The cover of a card: the number of sets that it makes with two cards of the hand.
    pub(crate) fn cover(&self, point: u16) -> usize {
        usize::from(self.cover[usize::from(point)])
    }

    /// Whether two outside cards are joined: in a set with a card of the hand.
    pub(crate) fn joins(&self, a: u16, b: u16) -> bool {
        self.held[usize::from(self.space.third(a, b))]
    }

    /// The number of sets in the hand with some cards added.
    pub(crate) fn sets_with(&self, added: &[u16]) -> usize {
        let mut sets = self.sets;
        for (i, &a) in added.iter().enumerate() {
            sets += self.cover(a);
            for (j, &b) in added[..i].iter().enumerate() {
                sets += usize::from(self.joins(a, b));
                sets += usize::from(added[..j].contains(&self.space.third(a, b)));
            }
        }
        sets
    }

    /// The number of cards to add to the classified hands in order to count the hands of `cards`
    /// cards.
    pub(crate) fn cards_added(cards: usize) -> usize {
        cards.min(if cards < 13 { 2 } else { 3 })
    }

    /// The number of parts that lack `more` of the `cards` cards of a hand: each hand arises once from
    /// each of them.
    pub(crate) fn parts(cards: usize, more: usize) -> u128 {
        (0..more as u128).fold(1, |parts, i| parts * (cards as u128 - i) / (i + 1))
    }

    /// For every number of sets, the number of choices of `more` outside cards, up to three, after
    /// which the hand has that many.
    pub(crate) fn by_sets(&self, more: usize) -> Vec<u64> {
        assert!(more <= 3, "no more than three cards are added");
        let mut choices = vec![0; self.sets];
        choices.extend(self.gains(more));
        choices
    }

    fn gains(&self, more: usize) -> Vec<u64> {
        // Three cards add at most three times the greatest cover, and three joined pairs.
        let most = self.outside.iter().map(|&point| self.cover(point)).max().unwrap_or(0);
        let sums = 3 * most + 4;
        let mut gains = self.by_cover(more, sums);
        match more {
            2 => self.each_joined(|a, b| {
                let sum = self.cover(a) + self.cover(b);
                gains[sum] -= 1;
                gains[sum + 1] += 1;
            }),
            3 => gains = self.gains_of_three(&gains, sums),
            _ => {}
        }
        while gains.last() == Some(&0) {
            gains.pop();
        }
        gains
    }

    /// The same for three cards, given the numbers of choices by the sum of covers alone.
    fn gains_of_three(&self, by_cover: &[u64], sums: usize) -> Vec<u64> {
        let alike = self.alike(sums);
        let present: Vec<usize> = (0..sums).filter(|&cover| alike[cover] > 0).collect();
        let none = vec![0_u64; sums];
        let (mut pairs, mut paths, mut triangles) = (none.clone(), none.clone(), none.clone());
        self.each_joined(|a, b| {
            let sum = self.cover(a) + self.cover(b);
            for &cover in &present {
                let taken = [a, b].iter().filter(|&&it| self.cover(it) == cover).count();
                pairs[sum + cover] += alike[cover] - taken as u64;
            }
            for c in self.joined(b) {
                if c > b && self.joins(a, c) {
                    triangles[sum + self.cover(c)] += 1;
                }
            }
        });
        let mut lines = none.clone();
        for (i, &a) in self.outside.iter().enumerate() {
            let joined: Vec<u16> = self.joined(a).collect();
            for (i, &b) in joined.iter().enumerate() {
                for &c in &joined[..i] {
                    paths[self.cover(a) + self.cover(b) + self.cover(c)] += 1;
                }
            }
            let thirds = self.space.thirds(a);
            for &b in &self.outside[..i] {
                let c = thirds[usize::from(b)];
                if c < b && !self.held[usize::from(c)] {
                    lines[self.cover(a) + self.cover(b) + self.cover(c)] += 1;
                }
            }
        }
        let mut gains = none;
        for (sum, &all) in by_cover.iter().enumerate() {
            let three = triangles[sum];
            let two = paths[sum] - 3 * three;
            let one = pairs[sum] - 2 * two - 3 * three;
            let none = all - one - two - three;
            let line = lines[sum];
            for (more, choices) in [none - line, one + line, two, three].into_iter().enumerate() {
                if choices > 0 {
                    gains[sum + more] += choices;
                }
            }
        }
        gains
    }

    /// For every cover below `covers`, the number of outside cards with this cover.
    fn alike(&self, covers: usize) -> Vec<u64> {
        let mut alike = vec![0_u64; covers];
        for &point in &self.outside {
            alike[self.cover(point)] += 1;
        }
        alike
    }

    /// For every sum below `sums`, the number of choices of `more` outside cards with this sum of
    /// covers.
    fn by_cover(&self, more: usize, sums: usize) -> Vec<u64> {
        let alike = self.alike(sums);
        // choices[j][s]: the choices of j cards with sum s, among the covers so far.
        let mut choices = vec![vec![0; sums]; more + 1];
        choices[0][0] = 1;
        for (cover, &alike) in alike.iter().enumerate().filter(|(_, alike)| **alike > 0) {
            for j in (1..=more).rev() {
                let mut ways = 1;
                for taken in 1..=j {
                    ways = ways * (alike + 1).saturating_sub(taken as u64) / taken as u64;
                    for sum in taken * cover..sums {
                        let before = choices[j - taken][sum - taken * cover];
                        choices[j][sum] += ways * before;
                    }
                }
            }
        }
        choices.swap_remove(more)
    }

    /// The outside cards that are joined to a given one.
    fn joined(&self, point: u16) -> impl Iterator<Item = u16> {
        let thirds = self.space.thirds(point);
        let thirds = self.hand.iter().map(|&third| thirds[usize::from(third)]);
        thirds.filter(|&other| !self.held[usize::from(other)])
    }

    /// Every joined pair, the lower card first.
    fn each_joined(&self, mut visit: impl FnMut(u16, u16)) {
        for &a in &self.outside {
            self.joined(a).filter(|&b| a < b).for_each(|b| visit(a, b));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Dealer;
    use crate::deck::Deck;

    /// Against the definition, for hands with few and with many sets.
    #[test]
    fn choices_are_those_that_can_be_tried() {
        for (p, cards, seeds) in [(1, 1, 2), (2, 0, 1), (2, 4, 9), (3, 6, 9), (3, 15, 5), (4, 9, 3)]
        {
            let deck = Deck::new(3, p).unwrap();
            let space = Space::new(deck).unwrap();
            for seed in 0..seeds {
                let rank = |card| deck.rank(card) as u16;
                let hand: Vec<u16> = Dealer::new(deck, seed).take(cards).map(rank).collect();
                let growth = Growth::new(&space, &hand);
                let sets = |added: &[u16]| {
                    let all = [&hand, added].concat();
                    let pairs = all.iter().flat_map(|&a| all.iter().map(move |&b| (a, b)));
                    let thirds = pairs.filter(|(a, b)| a != b);
                    thirds.filter(|&(a, b)| all.contains(&space.third(a, b))).count() / 6
                };
                let mut tried = vec![Vec::new(); 4];
                let mut note = |added: &[u16]| {
                    let (sets, more) = (sets(added), added.len());
                    assert_eq!(growth.sets_with(added), sets);
                    let tried: &mut Vec<u64> = &mut tried[more];
                    tried.resize(tried.len().max(sets + 1), 0);
                    tried[sets] += 1;
                };
                note(&[]);
                let outside = growth.outside();
                for (i, &a) in outside.iter().enumerate() {
                    note(&[a]);
                    for (j, &b) in outside[..i].iter().enumerate() {
                        note(&[a, b]);
                        outside[..j].iter().for_each(|&c| note(&[a, b, c]));
                    }
                }
                for (more, tried) in tried.iter().enumerate().take(outside.len() + 1) {
                    assert_eq!(growth.by_sets(more), *tried, "{hand:?} and {more}");
                }
            }
        }
    }
}
