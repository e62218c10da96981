//! Exact cover with bits, for subproblems that are small enough.

#![expect(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor that `tables::descend` has found"
)]

use std::array;

use multiversion::multiversion;
use multiversion::target::match_target;

use super::counts::{Counts, ITEMS, Items, Rows};
use super::log::{Log, Notes, REMOVALS, Silent};
use super::search::{CoverSearch, End};
use super::turns::cover_weight;
use crate::solver::bits::Bits;

/// The subproblem that remains when some cards are chosen: the cards that may still be chosen, in
/// ascending order, and the items that they must show, each exactly once.
pub(super) struct Rest<'a> {
    pub(super) cards: &'a [u32],
    pub(super) items: &'a [u16],
    /// The maximum number of cards that show the same item.
    pub(super) most: usize,
}

type Small = Tables<1, 6>;
type Medium = Tables<3, 8>;
type Large = Tables<4, 5>;
type Largest = Tables<4, 8>;

impl Rest<'_> {
    /// Whether there are tables large enough for it.
    pub(super) const fn fits(&self) -> bool {
        Largest::hold(self)
    }

    /// Whether the maximum number of cards of an item decides between two tables.
    pub(super) const fn is_worth_counting(&self) -> bool {
        !Medium::hold(self)
    }
}

/// Tables of each size, which are reused.
#[derive(Default)]
pub(super) struct Shelf {
    small: Small,
    medium: Medium,
    large: Large,
    largest: Largest,
}

impl Shelf {
    /// Visits every set that completes the chosen cards from a rest that [fits](Rest::fits).
    pub(super) fn cover<L: Log>(
        &mut self,
        rest: &Rest,
        search: &mut CoverSearch<L>,
    ) -> Result<(), End> {
        if Small::hold(rest) {
            self.small.cover(rest, search)
        } else if Medium::hold(rest) {
            self.medium.cover(rest, search)
        } else if Large::hold(rest) {
            self.large.cover(rest, search)
        } else {
            self.largest.cover(rest, search)
        }
    }
}

/// The tables of a rest with at most 64·C cards, of which fewer than 2^P show the same item.
struct Tables<const C: usize, const P: usize> {
    cards: Vec<u32>,
    /// The number of the step that narrows each item, if steps are written down. That of the step that
    /// branches on it is the next one.
    narrow: Vec<u32>,
    /// The items of each card.
    shows: Box<Rows<C>>,
    /// The cards that share an item with each card.
    rivals: Vec<Bits<C>>,
    /// The cards of each item.
    shown_by: Vec<Bits<C>>,
    /// All items.
    items: Items,
    /// The cards of which a set needs at least one; all cards if there is no such condition.
    fresh: Bits<C>,
}

/// Notes an item, its only candidates, and the pass.
#[inline(always)]
fn note(notes: &mut Notes, noted: &mut usize, removal: [usize; 4]) {
    notes.removals[*noted % REMOVALS] = removal.map(|number| number as u8);
    *noted += 1;
}

/// A node of the search tree. A chosen card stays among the candidates, as the only remaining one
/// for each of its items.
#[derive(Clone, Copy)]
struct Node<const C: usize, const P: usize> {
    candidates: Bits<C>,
    counts: Counts<P>,
    /// The items of the chosen cards.
    decided: Items,
    /// The items with two candidates whose common rivals have been removed.
    paired: Items,
}

/// The cost of a node, in the steps of [`Watch::tick`](crate::solver::Watch::tick).
const STEPS: usize = 4;

impl<const C: usize, const P: usize> Default for Tables<C, P> {
    fn default() -> Self {
        Self {
            cards: Vec::new(),
            narrow: Vec::new(),
            shows: Box::new([[Items::EMPTY; 65]; C]),
            rivals: Vec::new(),
            shown_by: Vec::new(),
            items: Items::EMPTY,
            fresh: Bits::EMPTY,
        }
    }
}

impl<const C: usize, const P: usize> Tables<C, P> {
    const fn hold(rest: &Rest) -> bool {
        rest.cards.len() <= 64 * C && rest.items.len() <= ITEMS && rest.most <= Counts::<P>::LARGEST
    }

    /// Visits every set that completes the chosen cards from a rest that fits.
    fn cover<L: Log>(&mut self, rest: &Rest, search: &mut CoverSearch<L>) -> Result<(), End> {
        let mut root = self.load(rest, search);
        if !self.settle(&mut root, Bits::EMPTY, &mut search.log) {
            return Ok(());
        }
        if search.turns.are_walking() {
            return self.walk(&root, search);
        }
        descend(self, &root, search)
    }

    /// As [`descend`], for a machine on its walk: it descends where places of a node are its own.
    fn walk<L: Log>(&self, node: &Node<C, P>, search: &mut CoverSearch<L>) -> Result<(), End> {
        let is_complete = node.decided == self.items;
        let candidates = if is_complete { 0 } else { node.candidates.len() };
        if let Some(is_mine) = search.turns.task(candidates) {
            if is_mine {
                descend(self, node, search)?;
                search.turns.leave();
            }
            return Ok(());
        }
        search.nodes += 1;
        let item = self.choose(node);
        if L::IS_ON {
            search.log.notes().add(self.narrow[item] + 1, true);
            search.log.look();
        }
        let mut choices = Vec::new();
        (node.candidates & self.shown_by[item]).each(|card| choices.push(card));
        let child = |card: usize| {
            let decided = node.decided | self.shows(card);
            (Node { decided, ..*node }, node.candidates & self.rivals[card])
        };
        let properties = search.free.len();
        let weigh = |&card: &usize| {
            let (mut child, out) = child(card);
            let lives = self.settle(&mut child, out, &mut Silent);
            if lives { self.weigh(&child, properties) } else { 0.0 }
        };
        search.tick(STEPS * choices.len())?;
        let weights: Vec<f64> = choices.iter().map(weigh).collect();
        let places = search.turns.cut(&weights);
        for (card, place) in choices.into_iter().zip(places) {
            if search.enter(place)? {
                let (mut child, out) = child(card);
                if self.settle(&mut child, out, &mut search.log) {
                    self.walk(&child, search)?;
                }
            }
        }
        Ok(())
    }

    /// About the time that the search takes below a node.
    fn weigh(&self, node: &Node<C, P>, properties: usize) -> f64 {
        let mut counts = Vec::with_capacity(ITEMS);
        let open = self.items & !node.decided;
        open.each(|item| counts.push((node.candidates & self.shown_by[item]).len()));
        let chosen = node.decided.len() / properties;
        cover_weight(&counts, properties, node.candidates.len() - chosen)
    }

    /// Fills the tables for a subproblem, and returns the node in which no card is chosen.
    fn load<L: Log>(&mut self, rest: &Rest, search: &mut CoverSearch<L>) -> Node<C, P> {
        for (place, &item) in rest.items.iter().enumerate() {
            search.place[item as usize] = place as u8;
        }
        self.items = Bits::below(rest.items.len());
        if L::IS_ON {
            self.narrow.clear();
            self.narrow.extend(rest.items.iter().map(|&item| 2 + 2 * u32::from(item)));
        }
        self.cards.clear();
        self.cards.extend(rest.cards);
        self.rivals.clear();
        self.shown_by.clear();
        self.shown_by.resize(rest.items.len(), Bits::EMPTY);
        for (i, &card) in rest.cards.iter().enumerate() {
            let mut shows = Items::EMPTY;
            for place in search.places(card) {
                shows.insert(place);
                self.shown_by[place].insert(i);
            }
            self.shows[i / 64][i % 64] = shows;
        }
        for i in 0..rest.cards.len() {
            let mut same = Bits::EMPTY;
            self.shows(i).each(|place| same |= self.shown_by[place]);
            self.rivals.push(same & !Bits::only(i));
        }
        let candidates = Bits::below(rest.cards.len());
        let counts = Counts::of(candidates, &self.shows);
        let settled = rest.cards.partition_point(|&card| card < search.fresh());
        self.fresh = candidates & !Bits::below(settled);
        Node { candidates, counts, decided: Items::EMPTY, paired: Items::EMPTY }
    }

    /// The items of a card.
    #[inline(always)]
    fn shows(&self, card: usize) -> Items {
        self.shows[card / 64 % C][card % 64]
    }

    /// As [`propagate`](Self::propagate), where a search spends little of its time: a copy for each call would take
    /// long to compile.
    #[inline(never)]
    fn settle<L: Log>(&self, node: &mut Node<C, P>, out: Bits<C>, log: &mut L) -> bool {
        self.propagate(node, out, log)
    }

    /// Removes candidates, and repeats for the consequences: the only candidate of an item, or the
    /// only fresh one, is chosen, so its rivals are removed; if an item has two candidates, the
    /// common rivals of both are removed. Returns whether every item keeps a candidate, and some
    /// candidate is fresh.
    #[inline(always)]
    fn propagate<L: Log>(&self, node: &mut Node<C, P>, mut out: Bits<C>, log: &mut L) -> bool {
        let start = node.candidates & !out;
        let (mut noted, mut pass) = (0, 0);
        loop {
            node.candidates &= !out;
            node.counts.subtract(&Counts::of(out, &self.shows));
            let [none, one, two] = node.counts.few();

            let mut fresh = node.candidates & self.fresh;
            let none = self.items & none;
            if !none.is_empty() || fresh.is_empty() {
                if L::IS_ON {
                    self.refute(start, noted, none.first(), log);
                }
                return false;
            }

            let single = one & !node.decided;
            let mut forced = Bits::EMPTY;
            out = Bits::EMPTY;
            let candidates = node.candidates;
            let before = noted;
            if L::IS_ON {
                log.notes().before[pass % REMOVALS][..C].copy_from_slice(&candidates.0);
            }
            for item in single.members() {
                let card = (candidates & self.shown_by[item]).first();
                node.decided |= self.shows(card);
                forced.insert(card);
                out |= self.rivals[card];
                if L::IS_ON {
                    note(log.notes(), &mut noted, [item, card, card, pass]);
                }
            }
            // Two of them are rivals: a pass later, an item would have no candidate.
            let rivals = forced & out;
            if !rivals.is_empty() {
                if L::IS_ON {
                    noted = before;
                    let card = rivals.first();
                    let other = (forced & self.rivals[card]).first();
                    let item = |card| (single & self.shows(card)).first();
                    note(log.notes(), &mut noted, [item(other), other, other, pass]);
                    self.refute(start, noted, item(card), log);
                }
                return false;
            }
            if let (Some(card), true) = (fresh.pop(), fresh.is_empty()) {
                node.decided |= self.shows(card);
                out |= self.rivals[card];
            }
            out &= node.candidates;
            if !out.is_empty() {
                pass += 1;
                continue;
            }

            noted = before;
            let pairs = two & !node.paired;
            node.paired |= pairs;
            for item in pairs.members() {
                let pair = node.candidates & self.shown_by[item];
                let (first, last) = (pair.first(), pair.last());
                out |= self.rivals[first] & self.rivals[last];
                if L::IS_ON {
                    note(log.notes(), &mut noted, [item, first, last, pass]);
                }
            }
            out &= node.candidates;
            if out.is_empty() {
                if L::IS_ON {
                    self.keep(start, before, log);
                }
                return true;
            }
            pass += 1;
        }
    }

    /// Writes down the noted items that removed candidates.
    #[inline(always)]
    fn keep<L: Log>(&self, mut candidates: Bits<C>, noted: usize, log: &mut L) {
        let notes = log.notes();
        for place in 0..noted {
            let [item, one, other, _] = notes.removals[place % REMOVALS].map(usize::from);
            let removed = self.rivals[one] & self.rivals[other] & candidates;
            candidates &= !removed;
            notes.add(self.narrow[item], !removed.is_empty());
        }
        log.look();
    }

    /// Writes down that an item has lost its candidates, after the removals that led to it. Backwards, they
    /// are those of cards that show this item, or the item of a removal that is needed. No branch depends
    /// on which they are.
    #[inline(always)]
    fn refute<L: Log>(&self, start: Bits<C>, noted: usize, item: usize, log: &mut L) {
        let notes = log.notes();
        let mut missing = self.shown_by[item] & start;
        for place in (0..noted).rev() {
            let [item, one, other, pass] = notes.removals[place % REMOVALS].map(usize::from);
            let before = Bits(array::from_fn(|word| notes.before[pass][word]));
            let removed = self.rivals[one] & self.rivals[other] & before & missing;
            let is_needed = !removed.is_empty();
            // All others that show the item had to be removed before.
            let others = self.shown_by[item] & start & !before & Bits::all_if(is_needed);
            missing = missing & !removed | others;
            notes.is_needed[place % REMOVALS] = is_needed;
        }
        for place in 0..noted {
            let item = usize::from(notes.removals[place % REMOVALS][0]);
            notes.add(self.narrow[item], notes.is_needed[place % REMOVALS]);
        }
        notes.add(self.narrow[item] + 1, true);
        log.look();
    }

    /// The item to branch on: one with the fewest candidates, and of the first such items the one
    /// whose candidates have the most rivals.
    #[inline(always)]
    fn choose(&self, node: &Node<C, P>) -> usize {
        let mut fewest = node.counts.fewest();
        let mut best = (0, 0);
        for _ in 0..4 {
            let Some(item) = fewest.pop() else { break };
            let mut rivals = 1;
            (node.candidates & self.shown_by[item]).each(|card| {
                rivals += (node.candidates & self.rivals[card]).len();
            });
            if rivals > best.0 {
                best = (rivals, item);
            }
        }
        best.1
    }
}

/// The generation of instructions that `descend` uses on the running processor: `AVX-512`, `AVX2` or
/// `baseline`.
#[multiversion(targets(
    "x86_64+avx2+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
pub fn instructions() -> &'static str {
    match_target! {
        "x86_64+avx512f" => "AVX-512",
        "x86_64+avx2" => "AVX2",
        _ => "baseline",
    }
}

/// Visits the sets below a node.
///
/// Compiled for several generations of processors, of which the running one chooses: it is up to a tenth
/// faster for that.
#[multiversion(targets(
    "x86_64+avx2+avx512f+avx512bw+avx512cd+avx512dq+avx512vl+bmi1+bmi2+lzcnt+popcnt",
    "x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"
))]
fn descend<const C: usize, const P: usize, L: Log>(
    tables: &Tables<C, P>,
    node: &Node<C, P>,
    search: &mut CoverSearch<L>,
) -> Result<(), End> {
    if node.decided == tables.items {
        let mut candidates = node.candidates;
        let rest = std::iter::from_fn(|| candidates.pop()).map(|card| tables.cards[card]);
        return search.visit(rest);
    }
    if search.nodes >= search.patience {
        let mut left = node.candidates;
        let left = std::iter::from_fn(|| left.pop()).map(|card| tables.cards[card]);
        if search.is_obstructed(tables.cards.iter().copied(), left)? {
            return Ok(());
        }
    }
    search.nodes += 1;
    search.tick(STEPS)?;
    let item = tables.choose(node);
    if L::IS_ON {
        search.log.notes().add(tables.narrow[item] + 1, true);
        search.log.look();
    }
    let mut candidates = node.candidates & tables.shown_by[item];
    while let Some(card) = candidates.pop() {
        let mut child = *node;
        child.decided |= tables.shows(card);
        let out = node.candidates & tables.rivals[card];
        if tables.propagate(&mut child, out, &mut search.log) {
            descend::<C, P, L>(tables, &child, search)?;
        }
    }
    Ok(())
}
