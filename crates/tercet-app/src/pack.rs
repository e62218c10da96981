//! Disjoint sets: the most of them, the fewest that meet all, the ways to split a board into sets, and the
//! game in which two players take sets in turn.

use num_bigint::BigUint;
use tercet::packing::{
    self, LEAST_DESCENTS, MaximalPacking, Packing, Strategy, estimated_partitions, fewest, greedy,
    most, partitions,
};
use tercet::solver::Enumerate;
use tercet::statistics::Estimate;

use crate::board::all_sets;
use crate::certificate::{is_maximal, is_mirror, is_refutation, is_strategy};
use crate::prelude::*;
use crate::search::usual_memory;
use crate::{PackProof, Verdict};

request! {
    /// As many disjoint sets of a board as possible. The answer says whether their number is proved to
    /// be the maximum.
    pub struct Pack {
        board,
        /// The method of packing.
        pub packer: Packer,
        /// It lists the sets, by default with the method `auto`. Its memory limit includes the listed
        /// sets.
        search,
        notation,
    }
}

/// A method of packing, which looks for as many disjoint sets as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Packer {
    /// Our own branch and bound.
    #[default]
    Branch,
    /// The integer program of set packing, by branch and bound on linear programs.
    #[cfg(feature = "native")]
    Ip,
    /// The same integer program in `HiGHS`.
    #[cfg(feature = "highs")]
    IpHighs,
    /// Each set in layout order that is disjoint from those before; it proves nothing.
    Greedy,
}

impl Packer {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Branch => "branch",
            #[cfg(feature = "native")]
            Self::Ip => "ip",
            #[cfg(feature = "highs")]
            Self::IpHighs => "ip-highs",
            Self::Greedy => "greedy",
        }
    }

    fn pack(
        self,
        lister: &mut dyn Enumerate,
        memory: usize,
        limit: &Limit,
    ) -> Result<Packing, Stop<Packing>> {
        match self {
            Self::Branch => most(lister, memory, limit),
            #[cfg(feature = "native")]
            Self::Ip => tercet_models::ip::packing::most(lister, memory, limit),
            #[cfg(feature = "highs")]
            Self::IpHighs => tercet_models::ip::packing::most_by_highs(lister, memory, limit),
            Self::Greedy => {
                let packed = greedy(lister, memory, limit);
                // Without a single set there is nothing to improve.
                let bounded = |it: Packing| if it.is_empty() { it.with_bound(0) } else { it };
                let none = || Packing::new(lister.board(), []).expect("no sets share no card");
                packed.map(bounded).map_err(|stop| stop.with(none()))
            }
        }
    }
}

/// Disjoint sets of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Packed {
    /// The disjoint sets, each as its cards in layout order.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How many disjoint sets were found.
    pub count: Whole,
    /// An upper bound on the number of disjoint sets.
    pub bound: usize,
    /// Whether `count` is proved to be the maximum.
    pub proved: bool,
    /// How it is proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<PackProof>,
}

/// The method that packed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PackedBy {
    /// The method of packing.
    pub method: Packer,
}

/// The answer to [`Pack`].
pub type PackingOfBoard = BoardAnswer<Packed, Ending<Verdict, PackedBy>>;

impl Question for Pack {
    type Answer = PackingOfBoard;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<PackingOfBoard, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let mut lister = lister(&self.search, work.board(), session)?;
        let memory = self.search.memory();
        let what = || format!("finding the most disjoint sets with {}", self.packer.name());
        let limit = work.begin(self.search.timeout, what);
        let (packing, stopped) = match self.packer.pack(&mut *lister, memory, &limit) {
            Ok(packing) => (packing, None),
            Err(Stop { reason, found }) => (found, Some(Stop::from(reason))),
        };
        work.end();
        let reason = stopped.map(Reason::of).transpose()?;
        Ok(self.packed(&work, &packing, reason, &mut *lister, &limit))
    }
}

impl Pack {
    /// The answer from a packing, which `reason` left without a proof.
    pub(crate) fn packed(
        &self,
        work: &Work<'_>,
        packing: &Packing,
        reason: Option<Reason>,
        lister: &mut dyn Enumerate,
        limit: &Limit,
    ) -> PackingOfBoard {
        let memory = self.search.memory();
        // Whoever checks the answer reads only the notations.
        let writer = CardWriter { spelling: None, ..work.writer() };
        let proof = || PackProof::of(packing, lister, writer.notation, memory, limit);
        let proof = packing.is_proved().then(proof);
        let positions = positions(packing.sets());
        let ending = Ending::unless(reason, !packing.is_empty());
        let sets = positions.iter().map(|set| writer.write_all(&work.board().at(set)));
        let found = Packed {
            sets: sets.collect(),
            count: packing.len().into(),
            positions,
            bound: packing.bound(),
            proved: packing.is_proved(),
            proof,
        };
        work.answer(ending.by(PackedBy { method: self.packer }), found)
    }
}

/// The method that lists the sets of the board.
pub(crate) fn lister(
    search: &Search,
    board: &Board,
    session: &Session,
) -> Result<Box<dyn Enumerate>, Error> {
    let mut search = search.clone();
    if search.method.is_none() {
        search.method = Some(Method::AUTO.name.into());
    }
    let (_, lister) =
        search.build(session, solver::Question::Enumerate, board, Method::enumerator)?;
    Ok(lister)
}

request! {
    /// The fewest disjoint sets that meet all sets of a board: none of its sets is disjoint from all of
    /// them (Minimum Maximal Set Packing). The answer says whether fewer are proved to be impossible.
    pub struct PackFewest {
        board,
        /// It lists the sets, by default with the method `auto`. Its memory limit includes the listed
        /// sets.
        search,
        notation,
    }
}

/// Disjoint sets that meet all sets of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct FewestPacked {
    /// The disjoint sets, each as its cards in layout order. Unless the work was stopped, it was checked
    /// that they meet all sets.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How many there are.
    pub count: Whole,
    /// A lower bound on the number of disjoint sets that meet all.
    pub bound: usize,
    /// Whether `count` is proved to be the minimum.
    pub proved: bool,
    /// A proof that fewer sets do not meet all, which was checked: a list of steps, each a list of
    /// sets as positions. Absent if it is long, if the unmet cards are too many to be set-free, and if
    /// v is at most 2.
    ///
    /// The parts of the board that share no set are refuted one after the other, by their first cards,
    /// each for the number t of its sets less 1. At first, all sets of a part are candidates. A step
    /// is a list of unmet sets. Of more than t sets: no candidate meets two of them. No sets: the t
    /// candidates that meet the most unmet sets meet fewer than there are. A single set: each
    /// candidate that meets it is taken, in layout order, and the refutation for t-1 more sets
    /// follows among the candidates that are disjoint from it; then it is no longer a candidate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refutation: Option<Vec<Vec<Vec<usize>>>>,
}

impl Question for PackFewest {
    type Answer = BoardAnswer<FewestPacked>;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let mut lister = lister(&self.search, work.board(), session)?;
        let what = || "finding the fewest disjoint sets that meet all".into();
        let limit = work.begin(self.search.timeout, what);
        let (packing, mut stopped) = match fewest(&mut *lister, self.search.memory(), &limit) {
            Ok(packing) => (Some(packing), None),
            Err(Stop { reason, found }) => (found, Some(reason.into())),
        };
        work.end();
        let (board, found) = (work.board(), packing.is_some());
        let none = MaximalPacking { sets: Vec::new(), bound: 0, refutation: None };
        let packing = packing.unwrap_or(none);
        if stopped.is_none() {
            match is_maximal(board, &packing.sets, &limit) {
                Ok(is_maximal) => assert!(is_maximal, "the sets that were found meet all others"),
                Err(stop) => stopped = Some(stop),
            }
        }
        let positions_of = positions;
        let positions = positions(&packing.sets);
        let refutation = packing.refutation.as_ref().map(|steps| {
            let steps: Vec<_> = steps.iter().map(|step| positions_of(step)).collect();
            assert!(
                is_refutation(&all_sets(board), &positions, &steps),
                "fewer sets are not enough"
            );
            steps
        });
        let ending = Ending::within(!positions.is_empty(), stopped)?;
        let found = FewestPacked {
            sets: work.sets(&positions),
            count: positions.len().into(),
            positions,
            bound: packing.bound,
            proved: found && packing.is_proved(),
            refutation,
        };
        Ok(work.answer(ending, found))
    }
}

request! {
    /// The number of ways to split all cards of a board into disjoint sets, exactly or by an estimate.
    pub struct Partitions {
        board,
        /// How many random descents estimate the number, which is not counted then; at least 100.
        #[cfg_attr(feature = "schemars", schemars(range(min = LEAST_DESCENTS)))]
        pub samples: Option<u64>,
        /// Each descent has a stream of its random numbers.
        seed,
        /// It holds for the sets and the remembered results; by default that of a search.
        memory,
        timeout,
    }
}

/// The number of ways to split a board into sets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Partitioned {
    /// How many ways there are; absent if the number was estimated, or the count stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// An estimate of how many ways there are; if a limit ended the work, from the descents until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<Whole>,
    /// The lower end of its 95 % confidence interval; absent if fewer than 100 descents ended in a split.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub low: Option<Whole>,
    /// Its upper end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub high: Option<Whole>,
    /// The seed of the random descents.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
}

impl Question for Partitions {
    type Answer = BoardAnswer<Partitioned>;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, None, session)?;
        let mut lister = lister(&Search::default(), work.board(), session)?;
        let memory = self.memory.unwrap_or_else(usual_memory);
        if self.samples.is_some_and(|samples| samples < LEAST_DESCENTS) {
            let message = format!("an estimate takes at least {LEAST_DESCENTS} random descents");
            return Err(Error::new(Code::OutOfRange, message).of_field("samples"));
        }
        let limit = work.begin(self.timeout, || "finding the number of splits into sets".into());
        let Some(samples) = self.samples else {
            let ways = partitions(&mut *lister, memory, &limit);
            let some = ways.as_ref().is_ok_and(|ways| *ways != BigUint::ZERO);
            let count = ways.as_ref().ok().cloned().map(Whole);
            let found = Partitioned { count, ..Partitioned::default() };
            return Ok(work.answer(Ending::within(some, ways.err())?, found));
        };
        let seed = session.seed(self.seed.as_ref())?;
        let (found, stopped) =
            match estimated_partitions(&mut *lister, samples, seed, memory, &limit) {
                Ok(Estimate { interval: None, .. }) => {
                    let few = format!("fewer than {LEAST_DESCENTS} random descents");
                    let message = format!("{few} ended in a split: more samples are needed");
                    return Err(Error::new(Code::OutOfReach, message).of_field("samples"));
                }
                Ok(found) => (Some(found), None),
                // Descents that all failed say nothing.
                Err(Stop { reason, found }) => {
                    (found.filter(|found| found.value != BigUint::ZERO), Some(reason.into()))
                }
            };
        let (value, interval) = found.map(|found| (found.value, found.interval)).unzip();
        let ending =
            Ending::within(value.as_ref().is_some_and(|it| *it != BigUint::ZERO), stopped)?;
        let (low, high) = interval.flatten().unzip();
        let [estimate, low, high] = [value, low, high].map(|number| number.map(Whole));
        Ok(work.answer(
            ending,
            Partitioned { estimate, low, high, seed: Some(seed.into()), count: None },
        ))
    }
}

request! {
    /// The winner if two players take sets of a board in turn, and the player who cannot take one loses;
    /// no cards are dealt. The answer is `yes` if the player who moves first wins.
    pub struct Nim {
        board,
        /// It lists the sets, by default with the method `auto`. Its memory limit includes the listed
        /// sets.
        search,
        notation,
    }
}

/// The winner of the game of taking sets: `yes` if the player who moves first wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct NimValue {
    /// The nim value (the Grundy number): 0 if the second player wins. Absent if the first player wins by a mirror.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<usize>,
    /// The sets with which the first player can begin to win, each as its cards in layout order: all
    /// of them, but only one if v is at most 2 or a mirror decides.
    pub sets: Vec<Vec<String>>,
    /// The same sets, each as the positions of its cards, from 0.
    pub positions: Vec<Vec<usize>>,
    /// How the winner plays, which was checked. Absent if it is long, and if v is at most 2, where
    /// any way will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strategy: Option<NimStrategy>,
}

/// How a player of the game of taking sets wins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NimStrategy {
    /// The sets that the winner takes, as positions, in depth-first order: if the first player wins,
    /// a set and what follows after it; otherwise what follows at the beginning. What follows is,
    /// for each set that the other player can take, in layout order, the set that answers it and
    /// what follows after that.
    Answers(Vec<Vec<usize>>),
    /// A mirror: for each other card of the board, the card that completes it and this card to a
    /// set is on the board, its mirror image. A winner who moves first takes a set with this card.
    /// Then, and as the second player, the winner answers each set by the set of the mirror images
    /// of its cards.
    Mirror(String),
}

impl Question for Nim {
    type Answer = BoardAnswer<NimValue, Decision>;

    const IS_QUICK: bool = true;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let mut work = Work::on(&self.board, self.notation, session)?;
        let mut lister = lister(&self.search, work.board(), session)?;
        let limit = work.begin(self.search.timeout, || "finding out who wins".into());
        let (found, stopped) = match packing::nim(&mut *lister, self.search.memory(), &limit) {
            Ok(found) => (Some(found), None),
            Err(stop) => (None, Some(stop)),
        };
        work.end();
        let board = work.board();
        let first_wins = found.as_ref().is_some_and(|found| found.first_wins);
        let value = found.as_ref().and_then(|found| found.value);
        let (moves, strategy) =
            found.map(|found| (found.moves, found.strategy)).unwrap_or_default();
        let strategy = strategy.map(|strategy| match strategy {
            Strategy::Answers(sets) => {
                let sets = positions(&sets);
                assert!(is_strategy(&all_sets(board), first_wins, &sets), "the winner wins");
                NimStrategy::Answers(sets)
            }
            Strategy::Mirror(card) => {
                let is_first = board.contains(card) && board.len() > 1;
                assert!(is_mirror(board, card) && is_first == first_wins, "the winner mirrors");
                NimStrategy::Mirror(work.card(card))
            }
        });
        let positions = positions(&moves);
        let ending = Ending::within(first_wins, stopped)?;
        Ok(work
            .answer(ending, NimValue { value, sets: work.sets(&positions), positions, strategy }))
    }
}
