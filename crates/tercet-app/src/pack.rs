//! Disjoint sets: the most of them, the fewest that meet all, and the ways to split a board into sets.

use num_bigint::BigUint;
use tercet::packing::{MaximalPacking, Packing, fewest, greedy, most, partitions};
use tercet::solver::Enumerate;

use crate::certificate::{all_sets, is_maximal, is_refutation};
use crate::prelude::*;
use crate::{PackProof, Verdict};

/// As many disjoint sets of a board as possible. The answer says whether their number is proved to
/// be the maximum.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Pack {
    /// The board.
    pub board: BoardSpec,
    /// The method of packing.
    pub packer: Packer,
    /// The search that lists the sets, by default with the method `auto`. Its memory limit includes
    /// the listed sets.
    pub search: Search,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
}

/// A method of packing, which looks for as many disjoint sets as possible.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
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
            Self::Greedy => match greedy(lister, memory, limit) {
                // Without a single set there is nothing to improve.
                Ok(packing) if packing.is_empty() => Ok(packing.with_bound(0)),
                Ok(packing) => Ok(packing),
                Err(stop) => {
                    let none = Packing::new(lister.board(), []);
                    Err(stop.with(none.expect("no sets share no card")))
                }
            },
        }
    }
}

/// Disjoint sets of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Packed {
    /// The board.
    #[serde(flatten)]
    pub given: GivenBoard,
    /// The method of packing.
    pub method: Packer,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
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
    /// How many sets the greedy packing has, if it was made for comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub greedy: Option<usize>,
    /// How long the search took.
    pub seconds: Seconds,
}

answered!(Packed by ending);

impl Question for Pack {
    type Answer = Packed;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.search.bound(means)?;
        Ok(Cost::search(&self.search, self.board.is_small(cost::BOARD)?))
    }

    fn ask(&self, session: &Session) -> Result<Packed, Error> {
        let named = self.board.board()?;
        let mut lister = lister(&self.search, &named.board, session)?;
        let memory = self.search.memory();
        let watch =
            session.start(|| format!("finding the most disjoint sets with {}", self.packer.name()));
        let limit = session.limit(self.search.timeout);
        let (packing, stopped) = match self.packer.pack(&mut *lister, memory, &limit) {
            Ok(packing) => (packing, None),
            Err(Stop { reason, found }) => (found, Some(Stop::from(reason))),
        };
        let seconds = watch.elapsed();
        let reason = stopped.map(Reason::of).transpose()?;
        self.packed(&named, &packing, reason, &mut *lister, seconds, &limit)
    }
}

impl Pack {
    /// The answer from a packing, which `reason` left without a proof.
    pub(crate) fn packed(
        &self,
        named: &NamedBoard,
        packing: &Packing,
        reason: Option<Reason>,
        lister: &mut dyn Enumerate,
        seconds: Seconds,
        limit: &Limit,
    ) -> Result<Packed, Error> {
        let (board, deck) = (&named.board, named.board.deck());
        let (notation, memory) = (notation(self.notation, deck)?, self.search.memory());
        let proof = || PackProof::of(packing, lister, notation, memory, limit);
        let proof = packing.is_proved().then(proof);
        let compares = self.packer != Packer::Greedy && has_few_sets(board);
        let greedy = compares.then(|| greedy(lister, memory, limit).ok()).flatten();
        let positions = positions(packing.sets());
        let write = |set: &Vec<usize>| write_cards(deck, notation, &board.at(set));
        let ending = match reason {
            None => Ending::of(!packing.is_empty()),
            reason => Ending { answer: Verdict::Stopped, reason },
        };
        Ok(Packed {
            given: GivenBoard::of(named),
            method: self.packer,
            ending,
            sets: positions.iter().map(write).collect(),
            count: packing.len().into(),
            positions,
            bound: packing.bound(),
            proved: packing.is_proved(),
            proof,
            greedy: greedy.map(|greedy| greedy.len()),
            seconds,
        })
    }
}

about_board!(Pack);

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

/// Whether a board is expected to have few enough sets to list them all: a whole deck can be packed
/// without a list.
fn has_few_sets(board: &Board) -> bool {
    board.deck().expected_sets_f64(board.len() as u128).is_some_and(|sets| sets < 1e6)
}

/// The fewest disjoint sets that meet all sets of a board: none of its sets is disjoint from all of
/// them (Minimum Maximal Set Packing). The answer says whether fewer are proved to be impossible.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PackFewest {
    /// The board.
    pub board: BoardSpec,
    /// The search that lists the sets, by default with the method `auto`. Its memory limit includes
    /// the listed sets.
    pub search: Search,
    /// How cards are written in the answer; the shortest notation by default.
    pub notation: Option<Notation>,
}

/// Disjoint sets that meet all sets of a board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct FewestPacked {
    /// The board.
    #[serde(flatten)]
    pub given: GivenBoard,
    /// The answer.
    #[serde(flatten)]
    pub ending: Ending,
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
    /// How long the search took.
    pub seconds: Seconds,
}

answered!(FewestPacked by ending);

impl Question for PackFewest {
    type Answer = FewestPacked;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.search.bound(means)?;
        Ok(Cost::search(&self.search, self.board.is_small(cost::BOARD)?))
    }

    fn ask(&self, session: &Session) -> Result<FewestPacked, Error> {
        let named = self.board.board()?;
        let (board, deck) = (&named.board, named.board.deck());
        let notation = notation(self.notation, deck)?;
        let mut lister = lister(&self.search, board, session)?;
        let watch = session.start(|| "finding the fewest disjoint sets that meet all".into());
        let limit = session.limit(self.search.timeout);
        let (packing, mut stopped) = match fewest(&mut *lister, self.search.memory(), &limit) {
            Ok(packing) => (Some(packing), None),
            Err(Stop { reason, found }) => (found, Some(reason.into())),
        };
        let seconds = watch.elapsed();
        let found = packing.is_some();
        let none = MaximalPacking { sets: Vec::new(), bound: 0, refutation: None };
        let packing = packing.unwrap_or(none);
        if stopped.is_none() {
            match is_maximal(board, &packing.sets, &limit) {
                Ok(is_maximal) => assert!(is_maximal, "the sets that were found meet all others"),
                Err(stop) => stopped = Some(stop),
            }
        }
        let sets = positions(&packing.sets);
        let refutation = packing.refutation.as_ref().map(|steps| {
            let steps: Vec<_> = steps.iter().map(|step| positions(step)).collect();
            assert!(is_refutation(&all_sets(board), &sets, &steps), "fewer sets are not enough");
            steps
        });
        Ok(FewestPacked {
            given: GivenBoard::of(&named),
            ending: Ending::within(!sets.is_empty(), stopped)?,
            sets: sets.iter().map(|set| write_cards(deck, notation, &board.at(set))).collect(),
            count: sets.len().into(),
            positions: sets,
            bound: packing.bound,
            proved: found && packing.is_proved(),
            refutation,
            seconds,
        })
    }
}

about_board!(PackFewest);

/// The number of ways to split all cards of a board into disjoint sets.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Partitions {
    /// The board.
    pub board: BoardSpec,
    /// The maximum number of bytes for the sets and the remembered results; 2^30 by default.
    pub memory: Option<usize>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// The number of ways to split a board into sets.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Partitioned {
    /// The board.
    #[serde(flatten)]
    pub given: GivenBoard,
    /// Whether the board can be split into sets.
    #[serde(flatten)]
    pub ending: Ending,
    /// How many ways there are; absent if the count was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<Whole>,
    /// How long it took.
    pub seconds: Seconds,
}

answered!(Partitioned by ending);

impl Question for Partitions {
    type Answer = Partitioned;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        self.board.bound(cost::BOARD)?;
        cost::memory(&mut self.memory, cost::MEMORY);
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<Partitioned, Error> {
        let named = self.board.board()?;
        let board = &named.board;
        let mut lister = lister(&Search::default(), board, session)?;
        let memory = self.memory.unwrap_or(solver::Options::default().memory);
        let watch = session.start(|| "counting the splits into sets".into());
        let ways = partitions(&mut *lister, memory, &session.limit(self.timeout));
        let some = ways.as_ref().is_ok_and(|ways| *ways != BigUint::ZERO);
        Ok(Partitioned {
            given: GivenBoard::of(&named),
            count: ways.as_ref().ok().cloned().map(Whole),
            ending: Ending::within(some, ways.err())?,
            seconds: watch.elapsed(),
        })
    }
}

about_board!(Partitions);
