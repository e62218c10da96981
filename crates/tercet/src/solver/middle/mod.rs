//! Middle: half-sets meet their complements, for four values and more.
//!
//! Completion looks up one missing card; this method looks up half of the set. Up to v cards are a
//! *half-set* if in every property they are all the same or all different. Their *signature* is the
//! set of the values that they show in each property. Two half-sets of s and v−s cards make a set
//! exactly if in every property both show the same single value, or one shows s values and the
//! other the v−s remaining ones. So a signature determines the signature that completes it, and
//! instead of `n^(v−1)` subsets there are `n^⌈v/2⌉` half-sets to build and look up. (Both halves
//! need two cards: one card does not distinguish "all the same" from "all different". Hence v ≥ 4.)
//! The method is new here; meeting in the middle is due to Horowitz and Sahni (1974), for subset
//! sums.
//!
//! Three ideas make it fast.
//!
//! - The split is rigid. Take one property. The sets that differ in it have one card with each of
//!   its values, so one half takes its cards from s classes of values and the other from the v−s
//!   remaining classes. Each set is met once, not `C(v,s)` times, and a half has `(n/v)^s`
//!   candidates, not `C(n,s)`. The sets that agree in the property are within one class each, where
//!   the remaining properties are processed in turn. The property with the least work goes first;
//!   on uneven boards this is often no work at all, because a value that no card shows rules out
//!   these sets. The classes are distributed to the halves by size, so that both halves have about
//!   the same work.
//! - Half-sets are built card by card and only as long as they are valid, and half-sets with the
//!   same signature are merged, with their number. On dense boards this matters most: a property
//!   has only `v + C(v,k)` signatures of k cards, so the 2.3·10^17 sets of the whole deck (12,3)
//!   are counted with tables of under a million entries.
//! - The signature has one bit for each value of each property; it is exact, not a hash. A card and
//!   a half-set are compared by one AND; the smaller half is stored in a hash table and the other
//!   is only enumerated.
//!
//! To count, the numbers of the two halves are multiplied. To list, the half-sets of two matching
//! signatures are read off the tables backwards. To find, an eighth of the board is searched before
//! a quarter, a half and the whole, since on a board with many sets a part of it holds one.
//!
//! Memory: an entry for each signature, of 16 bytes if v·p is at most 64, in tables that are an
//! eighth to a half full. The whole deck (4,6) takes 10 MB. If the tables would pass
//! [`Options::memory`](super::Options::memory), a class is cut in two and both parts are processed
//! one after the other. For each part of the stored half the other half is enumerated anew, so the
//! search stops if little memory would make that over 256 times as often as necessary. It also stops
//! if the smallest tables, or the cards of all half-sets with one signature, would pass the limit.

mod half;
mod table;

use std::ops::ControlFlow;

use half::{Class, Fields, Half, Signature, Step, cut, deal, work};
use table::NumberTable;

use super::{Algorithm, Decks, Found, Layout, Limit, Stop, Visit, Watch};
use crate::{Card, Deck};

/// Meets half-sets in the middle.
#[derive(Clone, Debug)]
pub(super) struct Middle {
    /// The maximum memory in bytes.
    pub(super) memory: usize,
}

impl Middle {
    /// The decks with v ≥ 4 whose properties each fit a word of a signature.
    pub(super) const DECKS: Decks = Decks { values: 4..=half::MOST_VALUES, ..Decks::ANY };

    /// Searches the first `part` cards of the board, with signatures as wide as the deck needs.
    /// Visits the sets, or counts them without a visitor.
    fn search(
        &self,
        layout: &Layout,
        part: usize,
        limit: &Limit,
        visit: Option<Visit>,
    ) -> Result<u128, Stop> {
        let (deck, cards) = (layout.deck(), &layout.cards()[..part]);
        match half::words(deck) {
            #[cfg(not(target_family = "wasm"))]
            1 => run::<1>(deck, cards, self.memory, limit, visit),
            // The engine of a page is downloaded: each width is a search of its own.
            ..=2 => run::<2>(deck, cards, self.memory, limit, visit),
            #[cfg(not(target_family = "wasm"))]
            3..=4 => run::<4>(deck, cards, self.memory, limit, visit),
            #[cfg(not(target_family = "wasm"))]
            5..=8 => run::<8>(deck, cards, self.memory, limit, visit),
            _ => run::<{ half::MOST_WORDS }>(deck, cards, self.memory, limit, visit),
        }
    }
}

/// The most cards of a board that is not searched in parts.
const WHOLE_BOARD: usize = 64;

impl Algorithm for Middle {
    fn find(&mut self, layout: &mut Layout, limit: &Limit) -> Result<Option<Found>, Stop> {
        let n = layout.len();
        for part in [n / 8, n / 4, n / 2, n] {
            if part <= layout.settled() || part < n.min(WHOLE_BOARD) {
                continue;
            }
            let mut found = None;
            let mut visit = |set: &[usize]| {
                found = Some(Found::new(set));
                ControlFlow::Break(())
            };
            self.search(layout, part, limit, Some(&mut visit))?;
            if found.is_some() {
                return Ok(found);
            }
            layout.settle(part);
        }
        Ok(None)
    }

    fn for_each(&mut self, layout: &mut Layout, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        self.search(layout, layout.len(), limit, Some(visit)).map(|_| ())
    }

    fn count(&mut self, layout: &mut Layout, limit: &Limit) -> Result<u128, Stop> {
        self.search(layout, layout.len(), limit, None)
    }
}

/// The maximum number of slots of the tables of a half together: four million half-sets fit.
const MOST_ROOM: usize = 1 << 25;

/// The most times that a stored half is cut in two if the room is less than 2^-8 of the most, so that
/// its parts are at most 256. With more room they are at most 256 times those of the most room.
const MOST_CUTS: u32 = 8;

fn run<const W: usize>(
    deck: Deck,
    cards: &[Card],
    memory: usize,
    limit: &Limit,
    visit: Option<Visit>,
) -> Result<u128, Stop> {
    // The cards take less than a slot each as signatures, in the best classes at each level, and in
    // those that are compared with them.
    let held = cards.len() * (deck.properties() + 2);
    let room = (memory / NumberTable::<W>::SLOT).saturating_sub(held);
    let fields = Fields::<W>::new(deck);
    let mut watch = limit.watch();
    let mut signatures: Vec<Signature<W>> = Vec::with_capacity(cards.len());
    for &card in cards {
        watch.tick(deck.properties())?;
        signatures.push(fields.card(card));
    }
    let numbered = signatures.iter().copied().zip(0..);
    let positions = NumberTable::of(numbered, room, &mut watch)?;
    // Two halves take four parts each, and the sets of two signatures take one.
    let part = (room - positions.slots()) / 9;
    // Halves of one card in each class must fit.
    if 4 * part < deck.values() * NumberTable::<W>::FEWEST_SLOTS {
        return Err(Stop::MEMORY);
    }
    // Cards in order fit a half-set, or fail to, in long runs, which the processor foresees.
    watch.sort(&mut signatures)?;
    let open: Vec<usize> = (0..deck.properties()).collect();
    let (room, most) = ((4 * part).min(MOST_ROOM), (part / deck.values()) as u64);
    let cuts = if room < MOST_ROOM >> MOST_CUTS { MOST_CUTS } else { u32::MAX };
    let mut search =
        Meeting { fields: &fields, positions, room, cuts, most, watch, visit, count: 0 };
    match search.sets_among(&signatures, &open) {
        Err(Some(stop)) => Err(stop),
        Err(ENOUGH) | Ok(()) => Ok(search.count),
    }
}

struct Meeting<'s, 'a, const W: usize> {
    fields: &'s Fields<W>,
    /// The position of every card in the layout.
    positions: NumberTable<W>,
    /// The maximum number of slots of the tables of a half together.
    room: usize,
    /// How often a stored half may be cut in two.
    cuts: u32,
    /// The maximum number of half-sets with one signature where their cards are listed.
    most: u64,
    watch: Watch<'s>,
    visit: Option<Visit<'a>>,
    /// The number of sets, where they are not visited.
    count: u128,
}

/// Why a search ended early: the limit, or else that the visitor broke off.
type End = Option<Stop>;

const ENOUGH: End = None;

impl<const W: usize> Meeting<'_, '_, W> {
    /// Meets the sets among cards that agree in all properties except the open ones.
    fn sets_among(&mut self, cards: &[Signature<W>], open: &[usize]) -> Result<(), End> {
        if cards.len() < self.fields.values() {
            return Ok(());
        }
        let mut least: Option<(u128, usize, Vec<Vec<Signature<W>>>)> = None;
        for &property in open {
            self.watch.tick(cards.len())?;
            let classes = self.fields.classes(cards, property);
            let work = work(&classes);
            if least.as_ref().is_none_or(|&(less, ..)| work < less) {
                least = Some((work, property, classes));
            }
        }
        let Some((_, property, classes)) = least else { return Ok(()) };
        if classes.iter().all(|class| !class.is_empty()) {
            let [fewer, more] = deal(&classes);
            self.meet(&fewer, &more, self.cuts)?;
        }
        let open: Vec<usize> = open.iter().copied().filter(|&other| other != property).collect();
        classes.iter().try_for_each(|class| self.sets_among(class, &open))
    }

    /// Meets the sets with one card of each class: stores the half-sets of some classes in a table
    /// and looks up the complements of the half-sets of the others. The stored classes may be cut in two
    /// `cuts` times.
    fn meet(&mut self, kept: &[Class<W>], passing: &[Class<W>], cuts: u32) -> Result<(), End> {
        let grown = Half::grow(self.fields, kept, self.room, &mut self.watch)
            .and_then(|half| Ok((half.next(&mut self.watch)?, half)));
        match grown {
            Ok((complete, half)) => self.pass(&half, &complete, passing),
            Err(Stop::MEMORY) if cuts > 0 => {
                cut(kept).iter().try_for_each(|part| self.meet(part, passing, cuts - 1))
            }
            Err(stop) => Err(stop.into()),
        }
    }

    /// Looks up the complements of the half-sets of some classes.
    fn pass(
        &mut self,
        half: &Half<W>,
        complete: &NumberTable<W>,
        passing: &[Class<W>],
    ) -> Result<(), End> {
        let grown = Half::grow(self.fields, passing, self.room, &mut self.watch);
        if grown.as_ref().is_err_and(|stop| *stop == Stop::MEMORY) {
            return cut(passing).iter().try_for_each(|part| self.pass(half, complete, part));
        }
        let other = grown?;
        other.each_step(&mut self.watch, |step, watch| {
            let number = complete.get(step.complement());
            if number == 0 {
                return Ok(());
            }
            let Some(visit) = &mut self.visit else {
                let sets = u128::from(number) * u128::from(step.number);
                self.count = self.count.checked_add(sets).ok_or(Stop::TOO_MANY)?;
                return Ok(());
            };
            // The cards of two signatures also take memory.
            if number.max(step.number) > self.most {
                return Err(Some(Stop::MEMORY));
            }
            let first = (step.complement(), number);
            visit_met(&self.positions, (half, &other), (first, step), watch, *visit)
        })
    }
}

/// Visits the sets in which these two halves meet at this step of the second.
fn visit_met<const W: usize>(
    positions: &NumberTable<W>,
    (kept, passing): (&Half<W>, &Half<W>),
    (first, step): ((Signature<W>, u64), Step<W>),
    watch: &mut Watch,
    visit: Visit,
) -> Result<(), End> {
    let (size, rest) = (kept.size(), passing.size() - 1);
    let first = kept.cards(size, first, positions, watch)?;
    let second = passing.cards(rest, (step.before, step.number), positions, watch)?;
    let last = positions.get(step.card);

    let mut set = Vec::with_capacity(size + rest + 1);
    for first in first.chunks_exact(size) {
        for second in second.chunks_exact(rest) {
            watch.tick(1)?;
            set.clear();
            let cards = first.iter().chain(second).chain([&last]);
            set.extend(cards.map(|&position| position as usize));
            set.sort_unstable();
            if visit(&set).is_break() {
                return Err(ENOUGH);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal;
    use crate::solver::{Count, OnBoard, list};

    #[test]
    fn little_memory_changes_no_answer() {
        for (v, p, n) in [(4, 4, 100), (5, 3, 90), (6, 3, 100), (7, 2, 49)] {
            let deck = Deck::new(v, p).unwrap();
            let board = deal::board(deck, n, 1).unwrap();
            let with = |memory| OnBoard::new(&board, Middle { memory });
            let count = |memory| with(memory).count(&Limit::none());
            let sets = count(1 << 30).unwrap();
            assert!(sets > 0);
            assert_eq!(count(usize::MAX), Ok(sets));
            let counts = [0, 1 << 10, 20_000, 24_000, 28_000, 40_000, 100_000].map(count);
            let stopped = counts.iter().take_while(|&count| *count == Err(Stop::MEMORY)).count();
            assert!((2..=4).contains(&stopped), "{deck}, {counts:?}");
            assert!(counts[stopped..].iter().all(|count| *count == Ok(sets)), "{deck}, {counts:?}");
            let listed = list(&mut with(28_000), None, &Limit::none()).unwrap();
            assert!(listed.sets.is_sorted_by(|one, other| one < other));
            assert_eq!(listed.found, sets);
        }
    }

    /// With these limits the stored half would have thousands of parts, each of which takes seconds.
    #[test]
    fn memory_for_parts_without_end_is_too_little() {
        let board = deal::board(Deck::new(8, 5).unwrap(), 700, 1).unwrap();
        for memory in [50_000, 150_000, 300_000] {
            let count = OnBoard::new(&board, Middle { memory }).count(&Limit::none());
            assert_eq!(count, Err(Stop::MEMORY), "{memory}");
        }
    }
}
