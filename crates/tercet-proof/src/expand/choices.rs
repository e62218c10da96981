//! From the clauses of the groups to the empty clause.
//!
//! Each property has a choice: all different, or all equal to a value. The walk decides the choices
//! one by one, in the order of the groups: the cards of a node agree in some properties, and differ
//! in all others before the first undecided one. The clause of a node says that these choices do
//! not all hold.
//!
//! - If the cards lack a value of each property in which they do not agree, then none of these
//!   properties can be all different; but one property must be. One clause refutes the whole
//!   subtree.
//! - If they lack a value of a property in which they differ, one clause also refutes the subtree.
//! - Otherwise either all undecided properties differ, or one of them is the first that agrees in
//!   some value. The clause against the former is that of a group, or says that a value is lacking;
//!   each of the latter is a subtree. For each property, the last one first, these clauses are
//!   resolved with the clause that the property has a choice.

use std::io;

use tercet::{Board, Deck};

use super::{Hint, Lemma, Literal, Recorder, Variables};

/// Derives the empty clause from those of the groups, in the order of proofs.
pub(super) fn resolve(
    board: &Board,
    groups: &[Lemma],
    recorder: &mut impl Recorder,
) -> io::Result<Lemma> {
    let (deck, variables) = (board.deck(), Variables::of(board));
    let mut showing = vec![Vec::new(); variables.v * variables.p];
    for (position, &card) in board.cards().iter().enumerate() {
        for (i, x) in deck.values_of(card).enumerate() {
            showing[i * variables.v + x].push(position);
        }
    }
    let agreed = vec![None; variables.p];
    let mut walk = Walk { board, deck, variables, showing, groups, agreed, recorder };
    let all: Vec<usize> = (0..board.len()).collect();
    walk.node(&all, 0)
}

struct Walk<'a, R> {
    board: &'a Board,
    deck: Deck,
    variables: Variables,
    /// The cards that show each item.
    showing: Vec<Vec<usize>>,
    /// The clauses of the groups that are left.
    groups: &'a [Lemma],
    /// The value in which the cards agree, for each property in which they do.
    agreed: Vec<Option<usize>>,
    recorder: &'a mut R,
}

impl<R: Recorder> Walk<'_, R> {
    /// The clause of a node: the cards that agree, and the first property that is not decided.
    fn node(&mut self, cards: &[usize], first: usize) -> io::Result<Lemma> {
        let p = self.variables.p;
        let lacking: Vec<(usize, usize)> =
            (0..p).filter_map(|i| self.lacking(cards, i).map(|item| (i, item))).collect();
        let agreed = self.agreed.iter().flatten().count();
        if lacking.len() + agreed == p {
            return self.lacks(&lacking, None);
        }
        if let Some(&(i, item)) = lacking.first().filter(|&&(i, _)| i < first) {
            return self.lacks(&[(i, item)], Some(i));
        }
        let mut clause;
        let last = if let Some(&(i, item)) = lacking.first() {
            clause = self.lacks(&[(i, item)], Some(i))?;
            i + 1
        } else {
            let (&group, rest) = self.groups.split_first().expect("each group has a clause");
            self.groups = rest;
            clause = group;
            p
        };
        let subtrees: io::Result<Vec<_>> = (first..last).map(|i| self.agreeing(cards, i)).collect();
        for (i, mut lemmas) in (first..last).zip(subtrees?).rev() {
            lemmas.push(clause);
            let mut hints: Vec<Hint> = lemmas.iter().map(|&lemma| Hint::Lemma(lemma)).collect();
            hints.push(Hint::Choice(i as u32));
            clause = self.recorder.derive(&self.unless(|k| k < i), &hints)?;
            self.recorder.delete(&lemmas)?;
        }
        Ok(clause)
    }

    /// The clauses of the subtrees in which the cards also agree in a property, by its value.
    fn agreeing(&mut self, cards: &[usize], i: usize) -> io::Result<Vec<Lemma>> {
        let mut lemmas = Vec::with_capacity(self.variables.v + 1);
        for x in 0..self.variables.v {
            let shows = |&card: &usize| self.deck.value(self.board.cards()[card], i) == x;
            let cards: Vec<usize> = cards.iter().copied().filter(shows).collect();
            self.agreed[i] = Some(x);
            lemmas.push(self.node(&cards, i + 1)?);
        }
        self.agreed[i] = None;
        Ok(lemmas)
    }

    /// An item of a property that no card in a node shows: one that the fewest cards of the board
    /// show. `None` if the cards agree in the property, or show all its items.
    fn lacking(&self, cards: &[usize], i: usize) -> Option<usize> {
        if self.agreed[i].is_some() {
            return None;
        }
        let mut shown = vec![false; self.variables.v];
        for &card in cards {
            shown[self.deck.value(self.board.cards()[card], i)] = true;
        }
        let items = (0..self.variables.v).filter(|&x| !shown[x]).map(|x| i * self.variables.v + x);
        items.min_by_key(|&item| self.showing[item].len())
    }

    /// The clause that the agreed values do not hold while the given properties differ.
    fn unless(&self, differs: impl Fn(usize) -> bool) -> Vec<Literal> {
        let literal = |(i, agreed): (usize, &Option<usize>)| match agreed {
            Some(x) => Some(Literal::not(self.variables.same(i * self.variables.v + x))),
            None => differs(i).then(|| Literal::not(self.variables.different(i))),
        };
        self.agreed.iter().enumerate().filter_map(literal).collect()
    }

    /// The clause that the cards lack an item of one property, which therefore does not differ; or
    /// an item of each property in which they do not agree, while one property must differ.
    fn lacks(&mut self, items: &[(usize, usize)], one: Option<usize>) -> io::Result<Lemma> {
        let v = self.variables.v;
        let mut hints = Vec::new();
        for (i, &agreed) in self.agreed.iter().enumerate() {
            let Some(agreed) = agreed else { continue };
            let others = (0..=v).rev().filter(|&other| other != agreed);
            hints.extend(others.map(|other| Hint::Exclusive {
                property: i as u32,
                holds: agreed as u32,
                other: other as u32,
            }));
        }
        let mut is_out = vec![false; self.board.len()];
        for &(_, item) in items {
            for &position in &self.showing[item] {
                if std::mem::replace(&mut is_out[position], true) {
                    continue;
                }
                let card = self.board.cards()[position];
                let mut agreed = self.agreed.iter().enumerate();
                let property = agreed
                    .position(|(i, agreed)| agreed.is_some_and(|x| x != self.deck.value(card, i)))
                    .expect("cards that agree do not show the item");
                hints.push(Hint::Fits { card: position as u32, property: property as u32 });
            }
            hints.push(Hint::Shown(item as u32));
        }
        if one.is_none() {
            hints.push(Hint::SomeDifferent);
        }
        self.recorder.derive(&self.unless(|i| Some(i) == one), &hints)
    }
}
