//! Thirds: a set is in one third of the board or has one card in each.
//!
//! Split the board into three parts by the value of one property. A set shows one value there or
//! all three, so it is in one third, or has one card in each; in that case a card of the first
//! third and one of the second determine the one of the last. This takes `T(n) = 3·T(n/3) + n²/9 =
//! n²/6` pairs if the thirds are even, against `n²/2` for pairs and `n²/4` for halves, and each set
//! is met at only one pair. To our knowledge the method is new.
//!
//! The speed comes from the lookup of the third cards. The recursion is unrolled: the board is
//! split by some k properties at once, into up to `3^k` buckets of some 16 to 48 cards. In these k
//! properties a set is a single card or a set of the deck (3,k). So it is in one bucket, or in
//! three buckets that form a set themselves, and for two cards of the first two buckets only the
//! third bucket has to be searched. That bucket is stored as a table over eight further properties,
//! which stays in the first-level cache, and the third cards of eight pairs at a time are computed
//! there as lanes of 16 bits. Eight properties do not determine a card, so the few pairs that pass
//! are looked up in full.
//!
//! Properties differ in how evenly they divide the board, and a property in which all cards agree
//! does not divide it at all; so the board is split by the most even ones. Of three buckets the two
//! smaller ones provide the pairs. If no property divides the board well, the buckets are large and
//! the table lets more pairs pass; in the worst case this is equivalent to pairs, with `n²/2`.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};

use super::{Algorithm, Layout, Limit, Stop, Visit, Watch};
use crate::card::Card;

/// Splits the board by the values of some properties and joins the parts.
#[derive(Clone, Debug)]
pub(super) struct Thirds;

impl Algorithm for Thirds {
    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        limit.check()?;
        let mut watch = limit.watch();
        let mut buckets = Buckets::new(layout, &mut watch)?;
        for c in 0..buckets.cards.len() {
            let bucket = buckets.cards[c].clone();
            buckets.fill(bucket.clone());
            // Sets inside this bucket, at their first two cards.
            for x in bucket.clone() {
                watch.tick(1 + bucket.len() / LANES)?;
                let end = buckets.join(x..x + 1, x + 1..bucket.end, &mut |x, y, z| {
                    if z > y { visit(&buckets.positions([x, y, z])) } else { CONTINUE }
                });
                if end.is_break() {
                    return Ok(());
                }
            }
            // Sets of this bucket and two smaller ones.
            for a in 0..c {
                let Some(b) = buckets.third(a, c).filter(|b| (a + 1..c).contains(b)) else {
                    continue;
                };
                let (xs, ys) = (&buckets.cards[a], &buckets.cards[b]);
                for start in xs.clone().step_by(ROWS) {
                    let xs = start..xs.end.min(start + ROWS);
                    watch.tick(1 + xs.len() * ys.len() / LANES)?;
                    let end = buckets
                        .join(xs, ys.clone(), &mut |x, y, z| visit(&buckets.positions([x, y, z])));
                    if end.is_break() {
                        return Ok(());
                    }
                }
            }
            buckets.clear(bucket);
        }
        Ok(())
    }
}

/// The split board.
struct Buckets {
    /// The cards, bucket by bucket, and within a bucket by their codes.
    all: Vec<Card>,
    /// Their positions in the layout.
    layout: Vec<u32>,
    /// Their values in the properties of the table, two bits each; padded for the last lanes.
    codes: Vec<u16>,
    /// The codes with the two bits of every property exchanged.
    swapped: Vec<u16>,
    /// The nonempty buckets, from the smallest to the largest.
    cards: Vec<Range<usize>>,
    /// Their values in the properties of the split, two bits each.
    shadows: Vec<u32>,
    /// The bucket of each shadow, or `NOBODY`.
    by_shadow: Vec<u32>,
    /// The table of one bucket: 1 for a code with a card. One byte each, so that a lookup is one load.
    /// Of the `2^16` codes only the `3^8` without a value of 3 are ever touched, and they lie in a
    /// quarter of the cache lines.
    present: Box<[u8; 1 << 16]>,
    /// The first card of that bucket with each code, if there is one.
    first: Box<[u32; 1 << 16]>,
}

/// The pairs computed at once.
const LANES: usize = 8;

/// The rows of pairs between two checks of the limit.
const ROWS: usize = 64;

/// Cards that are split between two looks at the limit.
const PIECE: usize = 1 << 10;

const CONTINUE: ControlFlow<()> = ControlFlow::Continue(());

const NOBODY: u32 = u32::MAX;

const ALL_CODES: &str = "as many as there are";

impl Buckets {
    /// Buckets with more cards are split further.
    const MOST_CARDS: usize = 48;
    /// The table of shadows has `4^k` entries.
    const MOST_PROPERTIES: usize = 10;

    fn new(layout: &Layout, watch: &mut Watch) -> Result<Self, Stop> {
        let (deck, n) = (layout.deck(), layout.len());
        let order = most_even_first(layout);
        let most = Self::MOST_PROPERTIES.min(deck.properties());
        let k = (0..most).find(|&k| n <= Self::MOST_CARDS * 3_usize.pow(k as u32)).unwrap_or(most);
        let (split, rest) = order.split_at(k);
        let rest = &rest[..rest.len().min(8)];

        let values = |card, properties: &[usize]| {
            properties
                .iter()
                .fold(0, |code, &property| code << 2 | deck.value(card, property) as u32)
        };
        let mut sorted: Vec<(u32, u16, u32)> = Vec::with_capacity(n);
        for cards in layout.cards().chunks(PIECE) {
            watch.tick(cards.len())?;
            let keys = cards.iter().map(|&card| (values(card, split), values(card, rest) as u16));
            let positions = sorted.len() as u32..;
            sorted.extend(keys.zip(positions).map(|((shadow, code), at)| (shadow, code, at)));
        }
        watch.sort(&mut sorted)?;

        let mut cards = Vec::new();
        let mut start = 0;
        for bucket in sorted.chunk_by(|a, b| a.0 == b.0) {
            cards.push(start..start + bucket.len());
            start += bucket.len();
        }
        watch.tick(n)?;
        cards.sort_by_key(Range::len);
        let shadows: Vec<u32> = cards.iter().map(|bucket| sorted[bucket.start].0).collect();
        let mut by_shadow = vec![NOBODY; 1 << (2 * k)];
        for (bucket, &shadow) in (0..).zip(&shadows) {
            by_shadow[shadow as usize] = bucket;
        }

        watch.tick(n)?;
        let mut codes: Vec<u16> = sorted.iter().map(|&(_, code, _)| code).collect();
        codes.resize(n + LANES, 0);
        let all = sorted.iter().map(|&(_, _, at)| layout.cards()[at as usize]).collect();
        watch.tick(n)?;
        Ok(Self {
            all,
            layout: sorted.iter().map(|&(_, _, at)| at).collect(),
            swapped: codes
                .iter()
                .map(|code| ((code >> 1) & 0x5555) | ((code & 0x5555) << 1))
                .collect(),
            codes,
            cards,
            shadows,
            by_shadow,
            present: vec![0; 1 << 16].try_into().expect(ALL_CODES),
            first: vec![0; 1 << 16].try_into().expect(ALL_CODES),
        })
    }

    /// Makes the table of a bucket, where there is none.
    fn fill(&mut self, bucket: Range<usize>) {
        for z in bucket.rev() {
            let code = usize::from(self.codes[z]);
            self.present[code] = 1;
            self.first[code] = z as u32;
        }
    }

    /// Removes the table of a bucket.
    fn clear(&mut self, bucket: Range<usize>) {
        for &code in &self.codes[bucket] {
            self.present[usize::from(code)] = 0;
        }
    }

    /// The bucket that completes two others to a set, if it has cards.
    #[inline]
    fn third(&self, a: usize, b: usize) -> Option<usize> {
        let [a, b] = [a, b].map(|bucket| Card::from_bits(self.shadows[bucket].into()));
        let bucket = self.by_shadow[a.third(b).to_bits() as usize];
        (bucket != NOBODY).then_some(bucket as usize)
    }

    /// Visits the pairs of a card x and a card y whose third card z is in the bucket of the table.
    #[inline(never)]
    fn join(
        &self,
        xs: Range<usize>,
        ys: Range<usize>,
        visit: &mut impl FnMut(usize, usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // The last lanes may be those of other cards; their hits are ignored.
        let blocks = ys.len().div_ceil(LANES);
        let codes = &self.codes[ys.start..].as_chunks::<LANES>().0[..blocks];
        let swapped = &self.swapped[ys.start..].as_chunks::<LANES>().0[..blocks];
        for x in xs {
            let (code, swap) = (self.codes[x], self.swapped[x]);
            for (block, (codes, swapped)) in codes.iter().zip(swapped).enumerate() {
                // The formula of Card::third, lane by lane.
                let mut thirds = [0; LANES];
                for lane in 0..LANES {
                    let (other, difference) = (codes[lane], swap ^ swapped[lane]);
                    thirds[lane] = (code & other) | (!(code | other) & difference);
                }
                let mut any = 0;
                for third in thirds {
                    any |= self.present[usize::from(third)];
                }
                if any != 0 {
                    let ys = ys.start + block * LANES..ys.end;
                    self.hits(x, ys, &thirds, visit)?;
                }
            }
        }
        CONTINUE
    }

    /// Visits the pairs of some lanes whose full third card is on the board.
    #[inline(never)]
    fn hits(
        &self,
        x: usize,
        ys: Range<usize>,
        thirds: &[u16; LANES],
        visit: &mut impl FnMut(usize, usize, usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (y, &third) in ys.zip(thirds) {
            if self.present[usize::from(third)] != 0
                && let Some(z) = self.position(self.all[x].third(self.all[y]), third)
            {
                visit(x, y, z)?;
            }
        }
        CONTINUE
    }

    /// The position of the card with this code, if it is in the bucket of the table.
    fn position(&self, card: Card, code: u16) -> Option<usize> {
        let first = self.first[usize::from(code)] as usize;
        (first..self.all.len())
            .take_while(|&z| self.codes[z] == code)
            .find(|&z| self.all[z] == card)
    }

    /// The ascending positions of three cards in the layout.
    fn positions(&self, set: [usize; 3]) -> [usize; 3] {
        let mut positions = set.map(|card| self.layout[card] as usize);
        positions.sort_unstable();
        positions
    }
}

/// The properties, the most evenly divided one first, judged by some thousand cards.
fn most_even_first(layout: &Layout) -> Vec<usize> {
    let deck = layout.deck();
    let pairs_divided = |&property: &usize| {
        let mut counts = [0_u64; 3];
        for &card in layout.cards().iter().step_by(1 + layout.len() / 4096) {
            counts[deck.value(card, property)] += 1;
        }
        let [a, b, c] = counts;
        Reverse(a * b + a * c + b * c)
    };
    let mut order: Vec<usize> = (0..deck.properties()).collect();
    order.sort_by_cached_key(pairs_divided);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::Dealer;
    use crate::solver::pairs::PairsBits;
    use crate::solver::{Found, OnBoard, list};
    use crate::{Board, Deck};

    fn listed(method: impl Algorithm, board: &Board) -> Vec<Found> {
        list(&mut OnBoard::new(board, method), None, &Limit::none()).unwrap().sets
    }

    #[test]
    fn properties_that_divide_badly_do_no_harm() {
        // Cards of (3,6) with six properties more: four that all share, one that copies another,
        // and one in which hardly any card differs.
        let (small, deck) = (Deck::new(3, 6).unwrap(), Deck::new(3, 12).unwrap());
        let cards: Vec<Card> = Dealer::new(small, 2)
            .take(500)
            .enumerate()
            .map(|(i, card)| {
                let own = (0..6).map(|property| small.value(card, property));
                let more = [1, 1, 1, 1, small.value(card, 3), usize::from(i % 50 == 0)];
                deck.card_of(&more.into_iter().chain(own).collect::<Vec<_>>()).unwrap()
            })
            .collect();
        let board = Board::new(deck, &cards).unwrap();
        let sets = listed(Thirds, &board);
        assert!(!sets.is_empty());
        assert_eq!(sets, listed(PairsBits::new(deck), &board));
        let order = most_even_first(&Layout::new(&board));
        assert_eq!(order[7], 5);
        assert_eq!(order[8..], [0, 1, 2, 3]);
    }
}
