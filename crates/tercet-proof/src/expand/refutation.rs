//! The refutation of a group, by the steps of a proof.

use std::io;

use tercet::Board;
use tercet::solver::{Stop, Watch};

use super::trail::{Cards, Levels, Proved, Reason, Trail};
use super::{Hint, Lemma, Literal, Recorder, Variables};
use crate::Group;
use crate::table::is_light;

/// A group that is being refuted: its open branches, and the current subproblem.
pub(super) struct Refutation<'a> {
    pub(super) board: &'a Board,
    pub(super) variables: Variables,
    pub(super) cards: Cards,
    pub(super) trail: Trail,
    /// The negated assumptions of the group.
    pub(super) unless: Vec<Literal>,
    /// The value in which the cards agree, for each property in which they do.
    agreed: Vec<Option<usize>>,
    /// The clause that an item is shown by a card of the group, if it was needed; after the items, the
    /// constraints of weights.
    shown: Vec<Option<Hint>>,
    branches: Vec<Branch>,
    /// The first branch that was refuted before its last case: the steps in it are followed, but not
    /// written.
    muted: Option<usize>,
    /// Clauses to be deleted.
    dead: Vec<Lemma>,
    pub(super) scratch: super::explain::Scratch,
}

/// A branch of which a case is open.
#[derive(Default)]
struct Branch {
    item: usize,
    /// The cards that show the item, each of which is a case.
    cases: Vec<usize>,
    /// The number of cases that were begun.
    begun: usize,
    /// The number of events before the branch.
    events: usize,
    /// The clauses that refute the finished cases, and the levels that they assume besides their
    /// own.
    lemmas: Vec<Lemma>,
    levels: Levels,
    /// The clause of a case that refutes the whole branch.
    refuted: Option<Proved>,
}

impl<'a> Refutation<'a> {
    pub(super) fn new(board: &'a Board, group: Group, watch: &mut Watch) -> Result<Self, Stop> {
        let (variables, deck) = (Variables::of(board), board.deck());
        let cards = Cards::new(board, group, watch)?;
        let Group { agrees, cards: positions } = &cards.group;
        let value = |i: usize| deck.value(board.cards()[positions[0]], i);
        let agreed: Vec<Option<usize>> =
            agrees.iter().enumerate().map(|(i, agrees)| agrees.then(|| value(i))).collect();
        let unless = (0..variables.p).map(|i| match agreed[i] {
            Some(x) => Literal::not(variables.same(i * variables.v + x)),
            None => Literal::not(variables.different(i)),
        });
        Ok(Self {
            board,
            variables,
            trail: Trail::new(&cards),
            unless: unless.collect(),
            agreed,
            shown: vec![None; variables.v * variables.p],
            branches: Vec::new(),
            muted: None,
            dead: Vec::new(),
            scratch: super::explain::Scratch::new(positions.len()),
            cards,
        })
    }

    /// Whether this is an item of a free property.
    pub(super) fn is_free(&self, item: u32) -> bool {
        let property = item as usize / self.variables.v;
        self.cards.group.agrees.get(property) == Some(&false)
    }

    /// The number of branches that lead to the subproblem.
    fn level(&self) -> usize {
        self.branches.len()
    }

    /// The card that a level assumes.
    pub(super) fn assumed(&self, level: usize) -> usize {
        let branch = &self.branches[level - 1];
        branch.cases[branch.begun - 1]
    }

    /// Removes the rivals of all candidates that show an item.
    pub(super) fn narrow(&mut self, item: usize, recorder: &mut impl Recorder) -> io::Result<()> {
        self.prepare(item, recorder)?;
        let candidates = self.trail.showing(&self.cards, item);
        let reason = match candidates[..] {
            [] => Reason::Void { item },
            [card] => Reason::Forced { card, item },
            _ => Reason::Excluded { item },
        };
        self.trail.remove(&self.cards, &candidates, reason, self.level());
        Ok(())
    }

    /// Removes the candidates that weights leave out. Returns whether the weights are right.
    pub(super) fn weigh(
        &mut self,
        modulus: u32,
        weights: &[(u32, i32)],
        recorder: &mut impl Recorder,
    ) -> io::Result<bool> {
        let table = &self.cards.table;
        let mut kept = self.trail.candidates.clone();
        if !table.weigh(modulus, weights, &mut kept) {
            return Ok(false);
        }
        if kept == self.trail.candidates {
            return Ok(true);
        }
        let (sums, _) = table.sums(weights, &table.all());
        let is_heavy = |&card: &usize| !is_light(modulus, sums[card]);
        let (heavy, item) = ((0..table.len()).filter(is_heavy).collect(), self.shown.len());
        self.cards.shown_by.push(heavy);
        self.shown.push(match self.muted {
            Some(_) => None,
            None => Some(Hint::Lemma(recorder.weigh(modulus, weights, &self.agreed)?)),
        });
        let is_void = kept.iter().all(|&word| word == 0);
        let reason = if is_void { Reason::Void { item } } else { Reason::Excluded { item } };
        self.trail.leave(&self.cards, &kept, reason, self.level());
        Ok(true)
    }

    /// Branches on the candidates that show an item. Returns the clause that refutes the group, if
    /// nothing is left of it.
    pub(super) fn branch(
        &mut self,
        item: usize,
        recorder: &mut impl Recorder,
    ) -> io::Result<Option<Lemma>> {
        self.prepare(item, recorder)?;
        let (level, events) = (self.level(), self.trail.events.len());
        let cases = self.trail.showing(&self.cards, item);
        match cases[..] {
            [] if self.muted.is_some() => self.finish(None, recorder),
            [] => {
                let (item, events) = match self.trail.events.last().map(|event| event.reason) {
                    Some(Reason::Void { item }) => (item, events - 1),
                    _ => (item, events),
                };
                let proved = self.refute(item, events, level, &[], Levels::default(), recorder)?;
                self.finish(Some(proved), recorder)
            }
            [card] => {
                self.trail.remove(&self.cards, &cases, Reason::Forced { card, item }, level);
                Ok(None)
            }
            _ => {
                self.branches.push(Branch { item, cases, events, ..Branch::default() });
                self.enter();
                Ok(None)
            }
        }
    }

    /// Enters the next case of the innermost branch.
    fn enter(&mut self) {
        let level = self.level();
        let branch = &mut self.branches[level - 1];
        let card = branch.cases[branch.begun];
        branch.begun += 1;
        self.trail.remove(&self.cards, &[card], Reason::Assumed(card), level);
    }

    /// Ends the subproblem, which was refuted unless it is muted, and all branches of which it is
    /// the last case. Returns the clause that refutes the group, if the group is finished.
    fn finish(
        &mut self,
        mut proved: Option<Proved>,
        recorder: &mut impl Recorder,
    ) -> io::Result<Option<Lemma>> {
        loop {
            let level = self.level();
            let Some(branch) = self.branches.last_mut() else {
                self.trail.undo(0, &mut self.dead);
                let shown = self.shown.iter_mut().filter_map(Option::take);
                self.dead.extend(shown.filter_map(|hint| match hint {
                    Hint::Lemma(lemma) => Some(lemma),
                    _ => None,
                }));
                self.bury(recorder)?;
                return Ok(proved.map(|proved| proved.lemma));
            };
            self.trail.undo(branch.events, &mut self.dead);
            if let Some(mut proved) = proved {
                if proved.levels.contains(level) {
                    proved.levels.remove(level);
                    branch.levels.extend(proved.levels);
                    branch.lemmas.push(proved.lemma);
                } else {
                    branch.refuted = Some(proved);
                    self.dead.append(&mut branch.lemmas);
                    self.muted = Some(level);
                }
            }
            if branch.begun < branch.cases.len() {
                self.bury(recorder)?;
                self.enter();
                return Ok(None);
            }
            let Branch { item, events, lemmas, levels, refuted, .. } =
                self.branches.pop().expect("there is one");
            proved = match self.muted {
                Some(muted) if muted == level => {
                    self.muted = None;
                    refuted
                }
                Some(_) => None,
                None => {
                    let proved = self.refute(item, events, level - 1, &lemmas, levels, recorder)?;
                    self.dead.extend(lemmas);
                    Some(proved)
                }
            };
            self.bury(recorder)?;
        }
    }

    /// Deletes clauses that are no longer needed.
    fn bury(&mut self, recorder: &mut impl Recorder) -> io::Result<()> {
        if !self.dead.is_empty() {
            recorder.delete(&self.dead)?;
            self.dead.clear();
        }
        Ok(())
    }

    /// The reason why a card of the group shows an item.
    pub(super) fn shown(&self, item: usize) -> Hint {
        self.shown[item].expect("the steps came to the item")
    }

    /// Ensures that the reason why a card of the group shows an item is known. A condition says
    /// that a card of the board shows it; cards outside the group do not fit one of the agreed
    /// values.
    fn prepare(&mut self, item: usize, recorder: &mut impl Recorder) -> io::Result<()> {
        if self.shown[item].is_some() || self.muted.is_some() {
            return Ok(());
        }
        let (Variables { v, .. }, deck) = (self.variables, self.board.deck());
        let (mut exclusive, mut fits) = (Vec::new(), Vec::new());
        for (position, &card) in self.board.cards().iter().enumerate() {
            if deck.value(card, item / v) != item % v {
                continue;
            }
            let mut agreed = (0..).zip(&self.agreed);
            if let Some((i, x)) = agreed.find_map(|(i, agreed)| {
                let x = deck.value(card, i);
                agreed.filter(|&agreed| agreed != x).map(|_| (i, x))
            }) {
                let (property, holds) = (i as u32, self.agreed[i].expect("it is agreed") as u32);
                for other in [v as u32, x as u32] {
                    let hint = Hint::Exclusive { property, holds, other };
                    if !exclusive.contains(&hint) {
                        exclusive.push(hint);
                    }
                }
                fits.push(Hint::Fits { card: position as u32, property });
            }
        }
        let condition = Hint::Shown(item as u32);
        self.shown[item] = Some(if fits.is_empty() {
            condition
        } else {
            let hints = [exclusive, fits, vec![condition]].concat();
            let mut clause = self.unless.clone();
            let shown_by = &self.cards.shown_by[item];
            clause.extend(shown_by.iter().map(|&card| self.is_chosen(card)));
            Hint::Lemma(recorder.derive(&clause, &hints)?)
        });
        Ok(())
    }

    /// The literal that a card is chosen.
    pub(super) fn is_chosen(&self, card: usize) -> Literal {
        Literal::is(self.variables.chosen(self.cards.group.cards[card]))
    }

    /// The literal that a card is not chosen.
    pub(super) fn is_not_chosen(&self, card: usize) -> Literal {
        Literal::not(self.variables.chosen(self.cards.group.cards[card]))
    }
}
