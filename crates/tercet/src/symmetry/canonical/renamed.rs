//! The structure of a hand with any number of values: its cards, the values that they show, and the
//! properties.
//!
//! For v ≠ 3 the symmetries permute the properties, and the values in each. So a hand is a graph:
//! each card is joined to its values, and each value to its property; and the symmetries that take
//! the hand to itself are the symmetries of the graph, times the permutations of the values that no
//! card shows. Colours are refined along the edges until their number stops growing. A frame fixes
//! cards, values or properties until all colours are distinct; then the order of the colours is an
//! order of the properties and of the values in each, which determines an image of the hand. Values
//! that no card shows come last.

use crate::solver::{Stop, Watch};
use crate::symmetry::action::{Form, Symmetry};
use crate::{Card, Deck};

use super::search::{OUTSIDE, Structure, View, mix, refine};

/// A hand as a graph: the properties, then the shown values, then the cards.
pub(super) struct Graph {
    deck: Deck,
    /// The shown values, each with its property, in ascending order.
    values: Vec<(usize, usize)>,
    /// For every card, the indices of its values in `values`.
    cards: Vec<Vec<usize>>,
}

/// The most cards of a deck, so that the places of all elements differ.
pub(super) const MOST_CARDS: u128 = 10_000;
/// The place of the first value, and of the first property.
const VALUES: usize = 20_000;
const PROPERTIES: usize = 60_000;

/// The number of symmetries of a deck, p!·(v!)^p, unless it is 2^128 or more.
pub(in crate::symmetry) fn order(deck: Deck) -> Option<u128> {
    factorial(deck.values())?
        .checked_pow(deck.properties() as u32)?
        .checked_mul(factorial(deck.properties())?)
}

fn factorial(n: usize) -> Option<u128> {
    (1..=n as u128).try_fold(1, u128::checked_mul)
}

impl Graph {
    pub(super) fn new(deck: Deck, hand: &[Card]) -> Self {
        let shown = |card: Card| deck.values_of(card).enumerate().collect::<Vec<_>>();
        let mut values: Vec<(usize, usize)> = hand.iter().flat_map(|&card| shown(card)).collect();
        values.sort_unstable();
        values.dedup();
        let index = |value: &(usize, usize)| values.binary_search(value).expect("a card shows it");
        let cards = hand.iter().map(|&card| shown(card).iter().map(index).collect()).collect();
        Self { deck, values, cards }
    }

    /// The index of the first value, and of the first card.
    fn offsets(&self) -> (usize, usize) {
        let properties = self.deck.properties();
        (properties, properties + self.values.len())
    }

    /// One round of refinement along the edges.
    fn refined(&self, colours: &[u64]) -> Vec<u64> {
        let (first_value, first_card) = self.offsets();
        let mut sums: Vec<u64> = colours.iter().map(|colour| colour.wrapping_mul(3)).collect();
        let mut join = |a: usize, b: usize| {
            sums[a] = sums[a].wrapping_add(mix(colours[b] ^ 1));
            sums[b] = sums[b].wrapping_add(mix(colours[a] ^ 2));
        };
        for (i, &(property, _)) in self.values.iter().enumerate() {
            join(property, first_value + i);
        }
        for (i, values) in self.cards.iter().enumerate() {
            for value in values {
                join(first_value + value, first_card + i);
            }
        }
        sums.into_iter().map(mix).collect()
    }

    /// The image of each element, if all colours are distinct.
    fn places(&self, colours: &[u64]) -> Vec<u16> {
        let (first_value, first_card) = self.offsets();
        let v = self.deck.values();
        let mut order: Vec<usize> = (0..first_value).collect();
        order.sort_unstable_by_key(|&property| colours[property]);
        let mut to = vec![0; first_value];
        order.iter().enumerate().for_each(|(place, &property)| to[property] = place);
        // The new value of each shown value: the number of those of its property with less colour.
        let mut renamed = vec![0; self.values.len()];
        for (i, (property, _)) in self.values.iter().enumerate() {
            let alike = |&(j, other): &(usize, &(usize, usize))| {
                other.0 == *property && colours[first_value + j] < colours[first_value + i]
            };
            renamed[i] = self.values.iter().enumerate().filter(alike).count();
        }
        let mut places: Vec<usize> = to.iter().map(|place| PROPERTIES + place).collect();
        places.extend(
            self.values.iter().zip(&renamed).map(|(&(i, _), value)| VALUES + to[i] * v + value),
        );
        let mut image = vec![0; first_value];
        places.extend(self.cards.iter().map(|values| {
            for &value in values {
                image[to[self.values[value].0]] = renamed[value];
            }
            image.iter().fold(0, |rank, value| rank * v + value)
        }));
        debug_assert_eq!(places.len(), first_card + self.cards.len());
        places.into_iter().map(|place| place as u16).collect()
    }

    /// Generators of the symmetries that take the hand to itself: those of the graph, given as
    /// permutations of its elements, and those of the values that no card shows.
    pub(super) fn generators(&self, moves: &[Vec<usize>]) -> Vec<Symmetry> {
        let (p, v) = (self.deck.properties(), self.deck.values());
        let shown = |property, value| self.values.binary_search(&(property, value)).ok();
        let hidden: Vec<Vec<usize>> = (0..p)
            .map(|property| (0..v).filter(|&value| shown(property, value).is_none()).collect())
            .collect();
        let of_graph = moves.iter().map(|to| {
            let (mut from, mut values) = (vec![0; p], vec![Vec::new(); p]);
            for property in 0..p {
                let place = to[property];
                from[place] = property;
                let mut rest = hidden[place].iter();
                values[place] = (0..v)
                    .map(|value| match shown(property, value) {
                        Some(i) => self.values[to[p + i] - p].1,
                        None => *rest.next().expect("both properties show as many values"),
                    })
                    .collect();
            }
            Symmetry::new(self.deck, Form::Renaming { from, values })
        });
        let of_hidden = hidden.iter().enumerate().flat_map(|(property, hidden)| {
            let swap = (hidden.len() > 1).then(|| hidden[..2].to_vec());
            let cycle = (hidden.len() > 2).then(|| hidden.clone());
            swap.into_iter().chain(cycle).map(move |cycle| {
                let mut values: Vec<Vec<usize>> = vec![(0..v).collect(); p];
                for (i, &value) in cycle.iter().enumerate() {
                    values[property][value] = cycle[(i + 1) % cycle.len()];
                }
                Symmetry::new(self.deck, Form::Renaming { from: (0..p).collect(), values })
            })
        });
        of_graph.chain(of_hidden).collect()
    }
}

impl Structure for Graph {
    fn len(&self) -> usize {
        self.offsets().1 + self.cards.len()
    }

    fn view(&self, frame: &[usize], watch: &mut Watch) -> Result<View, Stop> {
        let (first_value, first_card) = self.offsets();
        let kind = |i: usize| usize::from(i >= first_value) + usize::from(i >= first_card);
        let mut colours: Vec<u64> = (0..self.len()).map(|i| mix(kind(i) as u64)).collect();
        for (i, &element) in frame.iter().enumerate() {
            colours[element] = mix(1000 + i as u64);
        }
        let steps = 8 * self.len() + 4 * self.cards.len() * first_value;
        let (colours, different) = refine(colours, steps, watch, |colours| self.refined(colours))?;
        if different == self.len() {
            return Ok(View::new(self.places(&colours), colours));
        }
        let mut sorted = colours.clone();
        sorted.sort_unstable();
        let is_shared = |colour: &u64| {
            let first = sorted.partition_point(|other| other < colour);
            sorted.get(first + 1) == Some(colour)
        };
        // Before the colours are all distinct, it matters only which elements are determined.
        let place = |colour| if is_shared(colour) { OUTSIDE } else { 0 };
        Ok(View::new(colours.iter().map(place).collect(), colours))
    }

    fn fixers(&self, _: usize) -> u128 {
        let (p, v) = (self.deck.properties(), self.deck.values());
        let shown = |i| self.values.iter().filter(|(property, _)| *property == i).count();
        let ways = (0..p).map(|i| factorial(v - shown(i)).expect("it divides the order"));
        ways.product()
    }
}
