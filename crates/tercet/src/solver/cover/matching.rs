//! Obstructions: reasons why the cards of a group hold no set that take no search to see.
//!
//! A set shows each value of two free properties once, and so its cards match the values of one with
//! those of the other. In the bipartite graph of the two, whose edges are the cards, that is a perfect
//! matching: where there is none, some values of one property go together with too few of the other
//! (Hall 1935). A matching grows by augmenting paths (Kuhn 1955) on rows of bits, at most v²/64 words a
//! path; the paths of Hopcroft and Karp (1973), many at a time, are worth more than that only beyond the
//! 256 values that a deck may have.
//!
//! An edge is in a perfect matching if and only if it is in the one found, or on a cycle that alternates
//! between edges in it and others: both ends in one strongly connected component of the columns, where
//! each leads to those that its row could have instead (Régin 1994). Other cards are in no set. Without
//! them the other pairs have fewer edges, so this is repeated until nothing changes. With two free
//! properties the cards of each perfect matching are a set.
//!
//! Of the cards that show an item exactly one is in the set. These equations can contradict each other
//! modulo 2 or a power of it: a Latin square that is the table of a cyclic group of even order has no
//! transversal (Euler 1782). Equations are added modulo 2^32 until no card is left in them; what
//! follows from equations is true, so nothing wrong can come of it. Few boards need that: where the cards
//! have full rank modulo 2, all other vectors with equal sums in all properties are sums of theirs, and
//! no such contradiction exists.
//!
//! Each of these is a step of a proof, which weighs items. Columns that are all those of more rows weigh −1,
//! and these rows 1. Cards that the filter removes lead from a column to one with fewer columns after it:
//! where columns weigh as many as are after them, and rows the contrary of their heaviest column, just
//! these cards weigh less than 0, for each pair in one step. An equation consists of weights as it stands.

use super::counts::{ITEMS, Items};
use super::log::Step;
use super::search::ItemTable;
use crate::solver::bits::Bits;

/// The most additions to numbers for the equations of a problem: some milliseconds.
const MOST_ADDITIONS: usize = 1 << 23;

/// The most cards times pairs of properties, but for a single pair.
const MOST_EDGES: usize = 1 << 18;

/// The modulus of a contradiction is at most 2 to this power, which a proof can name.
const MOST_TWOS: u32 = 31;

/// Each round removes at least one card, and most cards go after the first round; in the worst case
/// there is a round for each card.
const MOST_ROUNDS: usize = 16;

/// Stands for no row.
const NONE: u16 = u16::MAX;

/// A matching between the values of two properties. The next one begins with what holds of the last.
#[derive(Default)]
pub(super) struct Matching {
    /// For each value of the second property, its column, the value of the first, its row.
    row_of: Vec<u16>,
    /// The steps of a proof that leave out cards, or all, if they are wanted.
    pub(super) steps: Option<Vec<Step>>,
}

impl Matching {
    /// A new matching, which writes down steps or not.
    pub(super) fn new(is_logged: bool) -> Self {
        Self { row_of: Vec::new(), steps: is_logged.then(Vec::new) }
    }

    /// Whether there is evidence that no set consists of some of these cards, and differs in exactly
    /// the free properties. Leaves out some cards that are in no set.
    pub(super) fn is_obstructed(
        &mut self,
        table: &ItemTable,
        free: &[usize],
        cards: &mut Vec<u32>,
    ) -> bool {
        let pairs = free.len() * free.len().saturating_sub(1) / 2;
        let is_small = pairs <= 1 || cards.len() * pairs <= MOST_EDGES;
        if is_small && self.lacks(table, free, cards) {
            return true;
        }
        let Some(step) = contradiction(table, free, cards) else { return false };
        self.steps.iter_mut().for_each(|steps| steps.push(step.clone()));
        true
    }

    /// Whether two properties have no perfect matching of the values that cards show together. Leaves
    /// out the cards that are in none, which are in no set.
    pub(super) fn lacks(
        &mut self,
        table: &ItemTable,
        free: &[usize],
        cards: &mut Vec<u32>,
    ) -> bool {
        if table.values > 64 {
            self.lacks_in::<4>(table, free, cards)
        } else {
            self.lacks_in::<1>(table, free, cards)
        }
    }

    fn lacks_in<const N: usize>(
        &mut self,
        table: &ItemTable,
        free: &[usize],
        cards: &mut Vec<u32>,
    ) -> bool {
        let mut rows = vec![Bits::<N>::EMPTY; table.values];
        for _ in 0..MOST_ROUNDS {
            let before = cards.len();
            for (i, &first) in free.iter().enumerate() {
                for &second in &free[..i] {
                    let edge = |&card: &u32| (table.value(card, first), table.value(card, second));
                    rows.fill(Bits::EMPTY);
                    cards.iter().map(edge).for_each(|(row, column)| rows[row].insert(column));
                    if let Some(few) = self.grow(&rows) {
                        let weights = |column| -i32::from(few.contains(column));
                        self.note(table, [first, second], &rows, weights);
                        return true;
                    }
                    let heights = self.heights(&rows);
                    if self.filter(&mut rows) {
                        self.note(table, [first, second], &rows, |column| heights[column]);
                        cards.retain(|card| {
                            let (row, column) = edge(card);
                            rows[row].contains(column)
                        });
                    }
                }
            }
            if cards.len() == before {
                break;
            }
        }
        false
    }

    /// Grows to a perfect matching of the graph with these rows. Where there is none, returns columns
    /// that are all those of more rows than they are.
    fn grow<const N: usize>(&mut self, rows: &[Bits<N>]) -> Option<Bits<N>> {
        self.row_of.resize(rows.len(), NONE);
        let all = Bits::<N>::below(rows.len());
        let (mut alone, mut free) = (all, all);
        for (column, row) in self.row_of.iter_mut().enumerate() {
            if *row != NONE && rows[usize::from(*row)].contains(column) {
                alone.remove((*row).into());
                free.remove(column);
            } else {
                *row = NONE;
            }
        }
        while let Some(row) = alone.pop() {
            let mut unseen = all;
            if !self.augment(rows, row, &mut free, &mut unseen) {
                return Some(all & !unseen);
            }
        }
        None
    }

    /// Gives a row a column, which is free or whose row finds another one, of those not seen so far.
    fn augment<const N: usize>(
        &mut self,
        rows: &[Bits<N>],
        row: usize,
        free: &mut Bits<N>,
        unseen: &mut Bits<N>,
    ) -> bool {
        if let Some(column) = (rows[row] & *free).pop() {
            free.remove(column);
            self.row_of[column] = row as u16;
            return true;
        }
        while let Some(column) = (rows[row] & *unseen).pop() {
            unseen.remove(column);
            if self.augment(rows, self.row_of[column].into(), free, unseen) {
                self.row_of[column] = row as u16;
                return true;
            }
        }
        false
    }

    /// The columns to which paths lead from this one, where this is a perfect matching.
    fn after<const N: usize>(&self, rows: &[Bits<N>], first: usize) -> Bits<N> {
        let mut after = Bits::only(first);
        let mut new = after;
        while let Some(column) = new.pop() {
            let next = rows[usize::from(self.row_of[column])] & !after;
            after |= next;
            new |= next;
        }
        after
    }

    /// The number of columns after each, if steps are wanted. An edge leads from a column to one with
    /// fewer if and only if it joins two components.
    fn heights<const N: usize>(&self, rows: &[Bits<N>]) -> Vec<i32> {
        let height = |column| i32::from(self.after(rows, column).len() as u16);
        self.steps.iter().flat_map(|_| (0..rows.len()).map(height)).collect()
    }

    /// Writes down that columns have these weights, and rows such that no edge weighs more than 0.
    fn note<const N: usize>(
        &mut self,
        table: &ItemTable,
        [first, second]: [usize; 2],
        rows: &[Bits<N>],
        weight: impl Fn(usize) -> i32,
    ) {
        let Some(steps) = &mut self.steps else { return };
        let columns: Vec<i32> = (0..rows.len()).map(weight).collect();
        // The same for all columns, and taken off all rows, changes no sum; most are 0 then.
        let mut sorted = columns.clone();
        let middle = *sorted.select_nth_unstable(rows.len() / 2).1;
        let rows = rows.iter().map(|row| {
            let mut heaviest = -1;
            row.each(|column| heaviest = heaviest.max(columns[column]));
            middle - heaviest
        });
        let items = table.of(first).chain(table.of(second)).map(|item| item as u32);
        let weights = items.zip(rows.chain(columns.iter().map(|weight| weight - middle)));
        let weights = weights.filter(|&(_, weight)| weight != 0).collect();
        steps.push(Step::Weigh { modulus: 0, weights });
    }

    /// Removes the edges that are in no perfect matching, where this is one. Returns whether there are
    /// such edges.
    fn filter<const N: usize>(&self, rows: &mut [Bits<N>]) -> bool {
        let row_of = |column: usize| usize::from(self.row_of[column]);
        let (mut rest, mut is_changed) = (Bits::<N>::below(rows.len()), false);
        while let Some(first) = rest.pop() {
            let after = self.after(rows, first);
            // Components that were found before are not entered: nothing leaves them any more.
            let (mut component, mut others) = (Bits::only(first), after & rest);
            loop {
                let before = component;
                others.each(|column| {
                    if !(rows[row_of(column)] & component).is_empty() {
                        component.insert(column);
                    }
                });
                if component == before {
                    break;
                }
                others &= !component;
            }
            rest &= !component;
            component.each(|column| {
                let row = &mut rows[row_of(column)];
                is_changed |= !(*row & !component).is_empty();
                *row &= component;
            });
        }
        is_changed
    }
}

/// Whether cards are too many for a random board at the threshold with up to three properties, of which
/// many lack full rank, and most are searched in less time than it takes to see that.
pub(super) fn is_dense(table: &ItemTable, free: &[usize], cards: usize) -> bool {
    2 * cards >= 5 * free.len() * table.values
}

/// The step that shows that the equations of the items contradict each other modulo a power of 2.
fn contradiction(table: &ItemTable, free: &[usize], cards: &[u32]) -> Option<Step> {
    let items = free.len() * table.values;
    let is_small = items <= ITEMS && items * items * cards.len() <= MOST_ADDITIONS;
    let is_worth_it = is_small && (cfg!(test) || is_dense(table, free, cards.len()));
    if !is_worth_it || has_full_rank(table, free, cards) {
        return None;
    }
    // For each item the coefficient of each card, the sum, and of which items' equations it consists.
    let sum = cards.len();
    let mut equations = vec![vec![0_u32; sum + 1 + items]; items];
    for (place, equation) in equations.iter_mut().enumerate() {
        (equation[sum], equation[sum + 1 + place]) = (1, 1);
    }
    for (column, &card) in cards.iter().enumerate() {
        places(table, free, card).for_each(|place| equations[place][column] = 1);
    }
    for column in 0..cards.len() {
        let twos = |i: &usize| equations[*i][column].trailing_zeros();
        let Some(pivot) = (0..equations.len()).min_by_key(twos).filter(|i| twos(i) < u32::BITS)
        else {
            continue;
        };
        let twos = twos(&pivot);
        let mut pivot = equations.swap_remove(pivot);
        let inverse = inverse(pivot[column] >> twos);
        for equation in &mut equations {
            let times = (equation[column] >> twos).wrapping_mul(inverse);
            if times != 0 {
                for (to, from) in equation.iter_mut().zip(&pivot) {
                    *to = to.wrapping_sub(from.wrapping_mul(times));
                }
            }
        }
        if twos > 0 {
            for number in &mut pivot {
                *number <<= u32::BITS - twos;
            }
            equations.push(pivot);
        }
    }
    // No card is left in them. Without the powers of 2 that all weights share, the rest of the sum is
    // divided by fewer than the modulus.
    let shared =
        |it: &[u32]| it[sum + 1..].iter().fold(0, |all, weight| all | weight).trailing_zeros();
    let contradictions = equations.iter().filter(|equation| equation[sum] != 0);
    let twos = |equation: &&Vec<u32>| equation[sum].trailing_zeros() - shared(equation);
    let equation = contradictions.min_by_key(twos).filter(|it| twos(it) < MOST_TWOS)?;
    let (shared, half, modulus) = (shared(equation), 1 << twos(&equation), 2 << twos(&equation));
    let weight = |(place, &weight): (usize, &u32)| {
        let item = free[place / table.values] * table.values + place % table.values;
        (
            item as u32,
            ((weight >> shared).wrapping_add(half) % modulus).cast_signed() - half.cast_signed(),
        )
    };
    let weights = equation[sum + 1..].iter().enumerate().map(weight);
    let weights = weights.filter(|&(_, weight)| weight != 0).collect();
    Some(Step::Weigh { modulus, weights })
}

/// Whether the cards have the largest rank modulo 2 that sums equal in all properties allow.
fn has_full_rank(table: &ItemTable, free: &[usize], cards: &[u32]) -> bool {
    let items = free.len() * table.values;
    let mut basis = vec![Items::EMPTY; items];
    let mut missing = items + 1 - free.len();
    for &card in cards {
        let mut vector = Items::EMPTY;
        places(table, free, card).for_each(|place| vector.insert(place));
        while !vector.is_empty() {
            let first = &mut basis[vector.first()];
            if first.is_empty() {
                *first = vector;
                missing -= 1;
                break;
            }
            vector ^= *first;
        }
        if missing == 0 {
            return true;
        }
    }
    false
}

/// The items of a card, numbered among those of the free properties.
fn places(table: &ItemTable, free: &[usize], card: u32) -> impl Iterator<Item = usize> {
    let place =
        move |(i, &property): (usize, &usize)| i * table.values + table.value(card, property);
    free.iter().enumerate().map(place)
}

/// The inverse of an odd number modulo 2^32, by Newton's method: each step doubles the right bits.
fn inverse(odd: u32) -> u32 {
    (0..4).fold(odd, |it, _| it.wrapping_mul(2_u32.wrapping_sub(odd.wrapping_mul(it))))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;
    use std::ops::ControlFlow;
    use std::slice;

    use chacha20::ChaCha8Rng;

    use super::*;
    use crate::deal::dealer::{between, shuffle, stream};
    use crate::set::is_set;
    use crate::solver::brute::Brute;
    use crate::solver::cover::{Cover, CoverTasks, find_with_steps};
    use crate::solver::dynamic::Dynamic;
    use crate::solver::{Count, Enumerate, Found, Layout, Limit, OnBoard, Solver, Update, list};
    use crate::{Board, Card, Deck};

    fn below(random: &mut ChaCha8Rng, end: usize) -> usize {
        between(random, 0, end as u128 - 1) as usize
    }

    /// For each property the values in another order.
    fn orders(deck: Deck, random: &mut ChaCha8Rng) -> Vec<Vec<usize>> {
        let mut orders = vec![(0..deck.values()).collect::<Vec<usize>>(); deck.properties()];
        for order in &mut orders {
            shuffle(order, random);
        }
        orders
    }

    /// A structure that may leave no set: whether a card belongs to it.
    fn structure(deck: Deck, random: &mut ChaCha8Rng) -> Box<dyn Fn(Card) -> bool> {
        let (v, p) = (deck.values(), deck.properties());
        let orders = orders(deck, random);
        let (a, size, modulus) = (below(random, p), 1 + below(random, v), 2 << below(random, 2));
        let b = (a + 1 + below(random, p - 1)) % p;
        let place = move |card, property: usize| orders[property][deck.value(card, property)];
        let sum = move |place: &dyn Fn(Card, usize) -> usize, card| {
            (0..p).map(|i| place(card, i)).sum::<usize>()
        };
        match below(random, 6) {
            // Some values go together with fewer values than they are, or with equally many.
            0 => Box::new(move |card| place(card, a) >= size || place(card, b) + 1 < size),
            1 => Box::new(move |card| place(card, a) >= size || place(card, b) < size),
            2 => Box::new(move |card| sum(&place, card) % modulus == 0),
            3 => Box::new(move |card| sum(&place, card) % v == 0),
            4 => Box::new(move |card| place(card, a).abs_diff(place(card, b)) < 2),
            _ => Box::new(|_| true),
        }
    }

    /// Up to `most` cards of some structures, and sometimes of a set.
    fn structured(deck: Deck, most: usize, random: &mut ChaCha8Rng) -> Vec<Card> {
        let (one, other) = (structure(deck, random), structure(deck, random));
        let mut cards: Vec<Card> = deck.cards().filter(|&card| one(card) && other(card)).collect();
        shuffle(&mut cards, random);
        cards.truncate(most);
        if below(random, 3) == 0 {
            let orders = orders(deck, random);
            // In some properties all cards agree, as in a row or column.
            let agrees: Vec<bool> = orders.iter().map(|_| below(random, 3) == 0).collect();
            let value = |x: usize, i: usize| orders[i][if agrees[i] { 0 } else { x }];
            for x in 0..deck.values() {
                let values: Vec<usize> = (0..orders.len()).map(|i| value(x, i)).collect();
                let card = deck.card_of(&values).unwrap();
                if !cards.contains(&card) {
                    cards.insert(below(random, cards.len() + 1), card);
                }
            }
        }
        cards
    }

    fn sets(solver: &mut dyn Enumerate) -> Vec<Found> {
        list(solver, None, &Limit::none()).unwrap().sets
    }

    /// By methods that look for no obstruction.
    fn oracle(board: &Board) -> Vec<Found> {
        if board.deck().values() <= 4 && board.len() <= 24 {
            return sets(&mut OnBoard::new(board, Brute::new(is_set)));
        }
        sets(&mut OnBoard::new(board, Dynamic::new(board.deck(), 1 << 30)))
    }

    fn cover(board: &Board, threads: usize) -> OnBoard<Cover> {
        OnBoard::new(board, Cover::new(NonZeroUsize::new(threads).unwrap()))
    }

    /// Tests examine each group, also small ones; see `PATIENCE`.
    #[test]
    fn structured_boards_keep_their_sets() {
        let limit = &Limit::none();
        let (mut with, mut without) = (0, 0);
        for seed in 0..4000 {
            let random = &mut stream(seed, 1);
            let deck = Deck::new(3 + below(random, 4), 2 + below(random, 3)).unwrap();
            let most = deck.values() + below(random, 30);
            let cards = structured(deck, most, random);
            let board = Board::new(deck, &cards).unwrap();
            let expected = oracle(&board);
            let found = cover(&board, 1).find(limit).unwrap();
            assert_eq!(found.is_none(), expected.is_empty(), "seed {seed}");
            assert!(found.as_ref().is_none_or(|found| expected.contains(found)));
            let mut steps = |_: &[_]| ControlFlow::Continue(());
            for may_weigh in [true, false] {
                assert_eq!(
                    find_with_steps(&board, NonZeroUsize::MIN, limit, may_weigh, &mut steps),
                    Ok(found.clone())
                );
            }
            let tasks = CoverTasks::new(&board, limit).unwrap();
            let shared = tasks.find(0..u64::MAX, limit).unwrap();
            assert_eq!(shared.map(|(_, found)| found), found);
            for threads in 1..=4 {
                assert_eq!(cover(&board, threads).find(limit).unwrap(), found, "seed {seed}");
                assert_eq!(cover(&board, threads).count(limit), Ok(expected.len() as u128));
            }
            assert_eq!(sets(&mut cover(&board, 1)), expected, "seed {seed}");
            *if expected.is_empty() { &mut without } else { &mut with } += 1;

            // The same cards in pieces, and without the sets that were found.
            let mut solver = cover(&Board::empty(deck), 1 + below(random, 4));
            for piece in cards.chunks(1 + below(random, 12)) {
                solver.add(piece).unwrap();
                while let Some(found) = solver.find(limit).unwrap() {
                    let set: Vec<Card> = found.set(solver.board()).cards().to_vec();
                    solver.remove(&set).unwrap();
                }
                assert_eq!(oracle(solver.board()), [], "seed {seed}");
            }
        }
        assert!(with > 1000 && without > 1000, "{with} {without}");
    }

    /// Whether a matching grows to a row, by the textbook.
    fn grows(
        edges: &[(usize, usize)],
        row: usize,
        seen: &mut [bool],
        row_of: &mut [usize],
    ) -> bool {
        edges.iter().filter(|edge| edge.0 == row).any(|&(_, column)| {
            if std::mem::replace(&mut seen[column], true) {
                return false;
            }
            let grows = row_of[column] == usize::MAX || grows(edges, row_of[column], seen, row_of);
            if grows {
                row_of[column] = row;
            }
            grows
        })
    }

    fn has_perfect_matching(values: usize, edges: &[(usize, usize)]) -> bool {
        let mut row_of = vec![usize::MAX; values];
        (0..values).all(|row| grows(edges, row, &mut vec![false; values], &mut row_of))
    }

    fn edges(deck: Deck, cards: &[Card]) -> Vec<(usize, usize)> {
        cards.iter().map(|&card| (deck.value(card, 0), deck.value(card, 1))).collect()
    }

    /// The cards that steps leave.
    fn weighed(table: &ItemTable, mut cards: Vec<u32>, steps: &[Step]) -> Vec<u32> {
        for step in steps {
            let Step::Weigh { modulus, weights } = step else { panic!("{step:?}") };
            let modulus = i64::from(*modulus);
            let total: i64 = weights.iter().map(|&(_, weight)| i64::from(weight)).sum();
            let sum = |card: u32| {
                let shown =
                    weights.iter().filter(|(i, _)| table.items(card).contains(&(*i as u16)));
                shown.map(|&(_, weight)| i64::from(weight)).sum::<i64>()
            };
            let is_right = |sum: i64| if modulus == 0 { sum <= 0 } else { sum % modulus == 0 };
            assert!(cards.iter().all(|&card| is_right(sum(card))), "{step:?}");
            cards.retain(|&card| if modulus == 0 { sum(card) >= total } else { is_right(total) });
        }
        cards
    }

    #[test]
    fn the_filter_keeps_the_edges_of_perfect_matchings() {
        let (mut missing, mut removed) = (0, 0);
        for seed in 0..4000 {
            let random = &mut stream(seed, 2);
            let v = if seed % 100 == 0 { 60 + below(random, 12) } else { 2 + below(random, 9) };
            let deck = Deck::new(v, 2).unwrap();
            let most = v + below(random, 4 * v);
            let cards = structured(deck, most, random);
            let layout = Layout::new(&Board::new(deck, &cards).unwrap());
            let table = ItemTable::new(&layout, &mut Limit::none().watch()).unwrap();
            let edges = edges(deck, &cards);
            let all: Vec<u32> = (0..cards.len() as u32).collect();
            let mut kept = all.clone();
            // A matching of some of them is where that of all begins.
            let mut matching = Matching::new(true);
            matching.lacks(&table, &[0, 1], &mut kept[below(random, cards.len() + 1)..].to_vec());
            matching.steps = Some(Vec::new());
            let lacks = matching.lacks(&table, &[0, 1], &mut kept);
            assert_eq!(lacks, !has_perfect_matching(v, &edges), "seed {seed}");
            let left = weighed(&table, all, &matching.steps.unwrap());
            assert_eq!(left, if lacks { &[][..] } else { &kept }, "seed {seed}");
            missing += usize::from(lacks);
            if lacks || seed % 1000 >= 500 {
                continue;
            }
            for (i, &(row, column)) in edges.iter().enumerate() {
                let mut with = edges.clone();
                with.retain(|&edge| edge == (row, column) || edge.0 != row && edge.1 != column);
                assert_eq!(
                    kept.contains(&(i as u32)),
                    has_perfect_matching(v, &with),
                    "seed {seed}"
                );
            }
            removed += usize::from(kept.len() < cards.len());
        }
        assert!(missing > 500 && removed > 300, "{missing} {removed}");
    }

    /// Large boards with two properties take no longer than a matching, with a set or without.
    #[test]
    fn two_properties_are_quick() {
        let (mut with, mut without) = (0, 0);
        for seed in 0..300 {
            let random = &mut stream(seed, 3);
            let v = 20 + below(random, 60);
            let deck = Deck::new(v, 2).unwrap();
            let most = 3 * v + below(random, 4 * v);
            let cards = structured(deck, most, random);
            let board = Board::new(deck, &cards).unwrap();
            let edges = edges(deck, &cards);
            let mut rows = vec![[0; 2]; v];
            for &(row, column) in &edges {
                rows[row][0] += 1;
                rows[column][1] += 1;
            }
            let agrees = rows.iter().any(|counts| counts.contains(&v));
            let expected = agrees || has_perfect_matching(v, &edges);
            let found: Vec<Option<Found>> = (1..=4)
                .map(|threads| cover(&board, threads).find(&Limit::none()).unwrap())
                .collect();
            assert_eq!(found[0].is_some(), expected, "seed {seed}");
            assert!(found.iter().all(|other| *other == found[0]));
            *if expected { &mut with } else { &mut without } += 1;
        }
        assert!(with > 30 && without > 100, "{with} {without}");
    }

    /// The table of a group as cards, and whether it has no transversal (Hall and Paige).
    #[test]
    fn cyclic_squares_of_even_order_are_contradictions() {
        let is_contradiction = |v: usize, product: &dyn Fn(usize, usize) -> usize| {
            let deck = Deck::new(v, 3).unwrap();
            let card = |i: usize| deck.card_of(&[i / v, i % v, product(i / v, i % v)]).unwrap();
            let board = Board::new(deck, (0..v * v).map(card).collect::<Vec<Card>>()).unwrap();
            let table = ItemTable::new(&Layout::new(&board), &mut Limit::none().watch()).unwrap();
            let cards: Vec<u32> = (0..board.len() as u32).collect();
            assert!(!Matching::default().lacks(&table, &[0, 1, 2], &mut cards.clone()));
            let step = contradiction(&table, &[0, 1, 2], &cards);
            assert!(
                step.iter()
                    .all(|step| weighed(&table, cards.clone(), slice::from_ref(step)).is_empty())
            );
            step.is_some()
        };
        for v in 2..=24 {
            assert_eq!(is_contradiction(v, &|a, b| (a + b) % v), v % 2 == 0, "{v}");
        }
        for v in [4, 8, 16] {
            assert!(!is_contradiction(v, &|a, b| a ^ b));
        }
    }
}
