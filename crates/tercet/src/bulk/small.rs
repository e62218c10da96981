//! Boards whose card numbers are bytes: v = 3 and p ≤ 5.
//!
//! Two cards determine the third card of their set, and a table has it for every two numbers. The
//! cards of a board are marked in a table of 256 bytes; a card that is marked already occurs twice.
//! Then each of the k(k−1)/2 pairs of cards looks up its third card and adds the mark of that card.
//! A set has three pairs, so the sum is three times the number of sets. No step depends on what the
//! cards are, so there is nothing for the branch predictor to miss: 66 pairs take some 30 ns.
//!
//! To find the first set, the marks are positions, and the pairs are tried in layout order. The
//! third card of the first pair that has one lies after both: had it come before one of them, an
//! earlier pair would have found the same set.
//!
//! Variants that were measured, for 12 cards of (3,4): a bit for each card in 128 bits takes three
//! times as long, since shifts of 128 bits take several steps; counting each set at its last card
//! saves 11 lookups and is slower, since marks and lookups alternate; 16 boards at once by
//! arithmetic on the values of the cards, byte by byte, is no faster and grows with k³. Rows of 81
//! numbers instead of 256 need the range of each number to be checked. What does help is to
//! compile the loops for a given k, for the usual sizes of the game.

use std::ops::Range;

use chacha20::ChaCha8Rng;
use rand_core::SeedableRng;

use super::{
    BoardArrays, BulkError, NONE, boards_of_positions, check_cards, check_lengths, fault, number_of,
};
use crate::deal::dealer::between;
use crate::deck::{Deck, Unsupported};
use crate::solver::{Cannot, Limit, Stop};
use crate::third_points::{ThirdBytes, ThirdPoints};

/// Boards of k cards each, of a deck with v = 3 and p ≤ 5, as arrays of card numbers in bytes.
///
/// The tables take 64 KiB. A board takes at most k(k−1)/2 lookups.
#[derive(Clone)]
pub struct SmallBoards {
    deck: Deck,
    /// The number of cards in the deck.
    size: u8,
    /// k: the number of cards of a board.
    cards: usize,
    /// The third card of every two cards.
    thirds: &'static ThirdBytes,
}

/// A mark for every byte: of the numbers on a board, and 0 for all others.
type Marks = [u8; 256];

/// The pairs that are looked up between two looks at the limit, under a millisecond.
const PAIRS: usize = 1 << 20;

impl SmallBoards {
    /// Prepares for boards of `cards` cards, the first time in time proportional to the square of the deck's
    /// size.
    ///
    /// # Errors
    ///
    /// [`Cannot`] if v is not 3 or p exceeds 5, or if the deck has fewer cards.
    pub fn new(deck: Deck, cards: usize) -> Result<Self, Cannot> {
        if !Self::suits(deck) {
            return Err(Unsupported::needs("an array of bytes", "v = 3 and p ≤ 5", deck).into());
        }
        check_cards(deck, cards)?;
        let (size, thirds) = (deck.last_rank() as u8 + 1, ThirdPoints::bytes(deck.properties()));
        Ok(Self { deck, size, cards, thirds })
    }

    /// Whether boards of this deck can be asked about here.
    pub const fn suits(deck: Deck) -> bool {
        deck.values() == 3 && deck.properties() <= 5
    }

    /// Counts the sets of boards; there is one board for each count.
    #[inline]
    fn count_rows<R: AsRef<[u8]>>(
        &self,
        mut rows: impl Iterator<Item = R>,
        counts: &mut [u32],
        limit: &Limit,
    ) -> Result<(), BulkError> {
        let piece = self.boards_a_piece();
        let mut marks = [0; 256];
        for (i, counts) in counts.chunks_mut(piece).enumerate() {
            limit.check()?;
            for (j, (count, row)) in counts.iter_mut().zip(rows.by_ref()).enumerate() {
                let row = row.as_ref();
                if !self.mark(row, &mut marks, |_| 1) {
                    return Err(self.fault(i * piece + j, row));
                }
                *count = self.sets(row, &marks);
                unmark(row, &mut marks);
            }
        }
        Ok(())
    }

    /// The number of sets of a board whose cards are marked with 1.
    #[inline]
    fn sets(&self, row: &[u8], marks: &Marks) -> u32 {
        let mut pairs = 0;
        for (i, &one) in row.iter().enumerate() {
            let thirds = &self.thirds[usize::from(one)];
            for &other in &row[i + 1..] {
                pairs += u32::from(marks[usize::from(thirds[usize::from(other)])]);
            }
        }
        pairs / 3
    }

    /// The first set of a board whose cards are marked with their positions, counted from 1.
    #[inline]
    fn first(&self, row: &[u8], marks: &Marks) -> [u32; 3] {
        for (i, &one) in row.iter().enumerate() {
            let thirds = &self.thirds[usize::from(one)];
            let third = |&other: &u8| marks[usize::from(thirds[usize::from(other)])];
            // One test for all pairs of a card: most cards are in no set.
            if row[i + 1..].iter().fold(0, |some, other| some | third(other)) != 0 {
                let pairs = row[i + 1..].iter().map(third).zip(i + 1..);
                let mut sets = pairs.filter(|&(third, _)| third != 0);
                let (third, second) = sets.next().expect("some pair has a third card");
                return [i as u32, second as u32, u32::from(third) - 1];
            }
        }
        [NONE; 3]
    }

    /// Marks the cards of a board by their positions, and returns whether they are distinct cards
    /// of the deck.
    #[inline]
    fn mark(&self, row: &[u8], marks: &mut Marks, mark: impl Fn(usize) -> u8) -> bool {
        let mut wrong = false;
        for (position, &card) in row.iter().enumerate() {
            let place = &mut marks[usize::from(card)];
            wrong |= card >= self.size || *place != 0;
            *place = mark(position);
        }
        !wrong
    }

    /// The fault of a row that has one.
    #[cold]
    fn fault(&self, row: usize, cards: &[u8]) -> BulkError {
        let cards: Vec<u64> = cards.iter().copied().map(u64::from).collect();
        fault(self.deck, row, &cards).expect("a number is foreign or occurs twice")
    }

    /// The number of boards between two looks at the limit.
    fn boards_a_piece(&self) -> usize {
        PAIRS / (self.cards * self.cards / 2 + self.cards + 1)
    }
}

impl BoardArrays for SmallBoards {
    type Number = u8;

    fn count(&self, cards: &[u8], counts: &mut [u32], limit: &Limit) -> Result<(), BulkError> {
        check_lengths(cards.len(), counts.len(), self.cards);
        match self.cards {
            0 => {
                counts.fill(0);
                Ok(())
            }
            // Sizes that are constants for the compiler.
            12 => self.count_rows(cards.as_chunks::<12>().0.iter(), counts, limit),
            15 => self.count_rows(cards.as_chunks::<15>().0.iter(), counts, limit),
            18 => self.count_rows(cards.as_chunks::<18>().0.iter(), counts, limit),
            21 => self.count_rows(cards.as_chunks::<21>().0.iter(), counts, limit),
            each => self.count_rows(cards.chunks_exact(each), counts, limit),
        }
    }

    fn find(&self, cards: &[u8], found: &mut [u32], limit: &Limit) -> Result<(), BulkError> {
        let boards = boards_of_positions(found.len(), 3);
        check_lengths(cards.len(), boards, self.cards);
        let mut marks = [0; 256];
        for (row, set) in found.as_chunks_mut::<3>().0.iter_mut().enumerate() {
            if row % self.boards_a_piece() == 0 {
                limit.check()?;
            }
            let cards = &cards[row * self.cards..][..self.cards];
            if !self.mark(cards, &mut marks, |position| position as u8 + 1) {
                return Err(self.fault(row, cards));
            }
            *set = self.first(cards, &marks);
            unmark(cards, &mut marks);
        }
        Ok(())
    }

    fn deal(
        &self,
        seed: u64,
        boards: Range<u64>,
        cards: &mut [u8],
        limit: &Limit,
    ) -> Result<(), Stop> {
        check_lengths(cards.len(), number_of(&boards), self.cards);
        // The dealer's shuffle, on all places instead of those that were swapped.
        let mut places: [u8; 256] = std::array::from_fn(|place| place as u8);
        let mut swaps = Vec::with_capacity(self.cards);
        let last = u128::from(self.size) - 1;
        let mut watch = limit.watch();
        let seed = ChaCha8Rng::seed_from_u64(seed).get_seed();
        for (board, cards) in boards.zip(cards.chunks_exact_mut(self.cards.max(1))) {
            // A card takes up to some 20 ns, beginning a stream 200.
            watch.tick(cards.len() + 10)?;
            let mut random = ChaCha8Rng::from_seed(seed);
            random.set_stream(board);
            for (place, card) in cards.iter_mut().enumerate() {
                let chosen = between(&mut random, place as u128, last) as usize;
                places.swap(place, chosen);
                swaps.push((place, chosen));
                *card = places[place];
            }
            while let Some((place, chosen)) = swaps.pop() {
                places.swap(place, chosen);
            }
        }
        Ok(())
    }
}

/// Clears the marks of a board.
#[inline]
fn unmark(row: &[u8], marks: &mut Marks) {
    for &card in row {
        marks[usize::from(card)] = 0;
    }
}

impl std::fmt::Debug for SmallBoards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { deck, cards, .. } = self;
        write!(f, "SmallBoards({cards} cards of {deck})")
    }
}
