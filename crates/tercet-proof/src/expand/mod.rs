//! The expansion of a proof to LRAT and `VeriPB`.
//!
//! A proof is a sequence of steps on candidates, and these formats are sequences of clauses, each
//! of which follows from earlier ones by *reverse unit propagation*: if its literals are assumed to
//! be false, then some earlier clauses become units one after the other, and the last one is
//! violated. These clauses are its *hints*, in this order. A clause that is no longer needed is
//! deleted.
//!
//! **Variables.** A card is chosen, a property is all different (`D`), or it is all equal to a value
//! (`S`). A group assumes `S` of each property in which it agrees, and `D` of all others; under these
//! assumptions, two rivals exclude each other, and each item of a free property has a card.
//!
//! **Facts.** Every subproblem also assumes the cards of the branches that lead to it. The steps
//! change the candidates by a chain of events, each with the facts that it makes true:
//!
//! - a card was *assumed*: its rivals are not chosen;
//! - a card was *forced*, since it is the only candidate of an item: its rivals are not chosen.
//!   This is unit propagation: the item has a card, and the others are not chosen;
//! - cards were *excluded*, since they are rivals of all candidates of an item. Unit propagation
//!   does not derive this: each card needs a clause that it is not chosen, since otherwise the item
//!   would have no card. If several cards are excluded, a clause that one of the candidates is
//!   chosen shortens their clauses. An excluded card needs no such clause once a rival of it is
//!   assumed or forced.
//!
//! **Weights.** The sum of the weights is a linear constraint, which `VeriPB` adds up from those of the
//! items. It stands for one more item, shown by the cards that weigh too much: when all of these are gone, the
//! constraint excludes others, or is violated. By resolution alone that can take very many
//! clauses (those of the pigeonhole principle do), so LRAT refuses it.
//!
//! **Clauses.** A subproblem ends in a conflict: an item without a candidate, or a branch of which
//! every case is refuted. The expansion goes back from there through the events, and takes only
//! those facts that the conflict needs. So a clause contains only those assumed cards from which it
//! follows. If it lacks the last assumed card, it also refutes the subproblem above, and the other
//! cases of that branch are checked but not written. A forced card that later subproblems need gets
//! a clause when the first of them needs it, so that its reasons are not repeated in each; in its
//! own subproblem it is one hint. All clauses of a subproblem are deleted when it is done, but for
//! the one that refutes it.
//!
//! **Groups.** The result of a group is the clause that its assumptions do not hold together. The
//! module [`choices`] resolves these clauses to the empty clause, with those that each property has
//! a choice.
//!
//! Memory: the events of one path of subproblems, and the number of a clause for each group. Time: about
//! that of writing the hints.

mod choices;
mod cnf;
mod explain;
mod lrat;
mod refutation;
mod trail;
mod veripb;

use std::io::{self, Write};

use tercet::Board;
use tercet::solver::{Limit, Step, Watch};

use crate::{Fault, Refusal, groups};
use lrat::Lrat;
use refutation::Refutation;
use veripb::VeriPb;

/// Why an expansion failed. The output until then is useless.
#[derive(Debug, thiserror::Error)]
pub enum ExpandError {
    /// The steps are refused.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// A step weighs items, which LRAT has no short form for.
    #[error("step {step} weighs items, which VeriPB can say, but may take very many clauses")]
    Weighed {
        /// The step, from 1.
        step: u64,
    },
    /// The expansion could not be written.
    #[error("the expansion cannot be written: {0}")]
    Write(io::Error),
}

impl From<Fault> for ExpandError {
    fn from(fault: Fault) -> Self {
        Self::Refused(fault.into())
    }
}

tercet::named! {
    /// A proof format with independent checkers.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Format is "proof format" {
        /// Clauses with hints, for the formula of `tercet export --to dimacs`. The last one is empty.
        Lrat = "lrat",
        /// Clauses with hints as pseudo-Boolean constraints (`VeriPB` 3.0), for the problem of
        /// `tercet export --to opb`. The conclusion is that it has no solution.
        Veripb = "veripb",
    }
}

/// Expands the steps of a proof to a format, which is text.
///
/// Each clause follows from earlier ones by reverse unit propagation, and is deleted as soon as it is
/// not needed. The output is written as the steps are read, and is useless if they turn out to be wrong.
///
/// # Errors
///
/// [`ExpandError`] if the steps do not prove that the board has no set, the output fails, or the limit ended
/// the work.
pub fn expand(
    board: &Board,
    steps: impl Iterator<Item = Result<Step, Refusal>>,
    format: Format,
    limit: &Limit,
    output: impl Write,
) -> Result<Expanded, ExpandError> {
    match format {
        Format::Lrat => record(board, steps, limit, Lrat::new(board, output)),
        Format::Veripb => record(board, steps, limit, VeriPb::new(board, output)),
    }
}

fn record(
    board: &Board,
    steps: impl Iterator<Item = Result<Step, Refusal>>,
    limit: &Limit,
    mut recorder: impl Recorder,
) -> Result<Expanded, ExpandError> {
    let (clauses, steps) = refute(board, steps, limit, &mut recorder)?;
    let bytes = recorder.finish(clauses).map_err(ExpandError::Write)?;
    Ok(Expanded { steps, clauses, bytes })
}

/// The counts of an expansion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Expanded {
    /// The number of steps of the proof.
    pub steps: u64,
    /// The number of derived clauses.
    pub clauses: u64,
    /// The number of bytes.
    pub bytes: u64,
}

/// A variable or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Literal(u32);

impl Literal {
    fn not(variable: u32) -> Self {
        Self(2 * variable + 1)
    }

    fn is(variable: u32) -> Self {
        Self(2 * variable)
    }

    fn variable(self) -> usize {
        (self.0 / 2) as usize
    }

    fn is_negative(self) -> bool {
        self.0 % 2 == 1
    }
}

/// The numbers of variables: "all different" for each property, "all equal" for each item, and the
/// cards.
#[derive(Clone, Copy, Debug)]
struct Variables {
    v: usize,
    p: usize,
}

impl Variables {
    fn of(board: &Board) -> Self {
        Self { v: board.deck().values(), p: board.deck().properties() }
    }

    fn different(self, property: usize) -> u32 {
        debug_assert!(property < self.p, "there is no such property");
        property as u32
    }

    fn same(self, item: usize) -> u32 {
        (self.p + item) as u32
    }

    fn chosen(self, card: usize) -> u32 {
        (self.p + self.p * self.v + card) as u32
    }
}

/// The number of a derived clause, from 1.
type Lemma = u64;

/// A reason for a literal, or for the conflict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Hint {
    /// Where the property differs, a card shows this item.
    Shown(u32),
    /// Where the property differs, of two cards that show this item at most one is chosen: the first
    /// is, so the second is not.
    Rival { item: u32, chosen: u32, rival: u32 },
    /// A chosen card fits the choice of the property: all different, or its value.
    Fits { card: u32, property: u32 },
    /// The property has a choice.
    Choice(u32),
    /// The property has only one choice: the first holds, so the second does not. Choices are
    /// numbered by their values; all different comes last.
    Exclusive { property: u32, holds: u32, other: u32 },
    /// Some property is all different.
    SomeDifferent,
    /// A derived clause.
    Lemma(Lemma),
}

/// A format, to which derived clauses are written.
trait Recorder {
    /// Whether weights of items have a short form.
    const CAN_WEIGH: bool = false;

    /// Derives what weights of items say of a group in which cards agree in some values, and returns its
    /// number.
    fn weigh(
        &mut self,
        _modulus: u32,
        _weights: &[(u32, i32)],
        _agreed: &[Option<usize>],
    ) -> io::Result<Lemma> {
        unreachable!("it has no short form")
    }

    /// Writes a clause, and returns its number.
    fn derive(&mut self, clause: &[Literal], hints: &[Hint]) -> io::Result<Lemma>;

    /// Deletes derived clauses, each of which is in the list once.
    fn delete(&mut self, lemmas: &[Lemma]) -> io::Result<()>;

    /// Writes the end of the output, whose last clause is the empty one. Returns the number of bytes.
    fn finish(self, empty: Lemma) -> io::Result<u64>;
}

/// Derives the empty clause by the steps of a proof; returns its number and that of the steps.
fn refute<R: Recorder>(
    board: &Board,
    steps: impl Iterator<Item = Result<Step, Refusal>>,
    limit: &Limit,
    recorder: &mut R,
) -> Result<(Lemma, u64), ExpandError> {
    crate::provable(board.deck()).map_err(Refusal::from)?;
    let mut watch = limit.watch();
    let mut groups = groups(board, limit);
    let mut begin = |watch: &mut Watch| -> Result<Option<Refutation>, Refusal> {
        Ok(groups.next().map(|group| Refutation::new(board, group?, watch)).transpose()?)
    };
    let (mut refuted, mut number) = (Vec::new(), 0);
    let mut open = begin(&mut watch)?;
    for step in steps {
        let step = step?;
        watch
            .tick(open.as_ref().map_or(1, |group| 4 * group.cards.table.cost()))
            .map_err(Refusal::from)?;
        number += 1;
        let Some(group) = &mut open else { return Err(Fault::Surplus { step: number }.into()) };
        if let Some(item) = step.items().find(|&item| !group.is_free(item)) {
            return Err(Fault::Item { step: number, item }.into());
        }
        let done = match step {
            Step::Narrow(item) => group.narrow(item as usize, recorder).map(|()| None),
            Step::Branch(item) => group.branch(item as usize, recorder),
            Step::Weigh { .. } if !R::CAN_WEIGH => {
                return Err(ExpandError::Weighed { step: number });
            }
            Step::Weigh { modulus, weights } => match group.weigh(modulus, &weights, recorder) {
                Ok(false) => return Err(Fault::Weights { step: number }.into()),
                weighed => weighed.map(|_| None),
            },
        };
        if let Some(lemma) = done.map_err(ExpandError::Write)? {
            refuted.push(lemma);
            open = begin(&mut watch)?;
        }
    }
    if open.is_some() {
        return Err(Fault::Unfinished { steps: number }.into());
    }
    let empty = choices::resolve(board, &refuted, recorder).map_err(ExpandError::Write)?;
    Ok((empty, number))
}
