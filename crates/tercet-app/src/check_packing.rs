//! Whether an answer about packing is true, by its certificate alone.

use tercet::packing::{self, Packing};
use tercet::solver::Enumerate;

use crate::Packed;
use crate::board::read_cards;
use crate::certificate::is_maximum;
use crate::prelude::*;

/// How it is proved that no packing of a board has more sets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PackProof {
    /// By the number of cards: fewer than v are left.
    Cards,
    /// By weights, which were checked.
    Weights(PackWeights),
    /// By a search whose proof would be long; it has to be repeated.
    Search,
}

/// Weights that prove that no packing has more sets; no search is needed to check them.
///
/// The sets of the board fall into parts that share no card, here in the order of their first cards.
/// In a property, a set has one of v + 1 kinds: the first is that of the sets whose values differ, and then
/// come those of the sets that share the value 0, 1, …. A set weighs as much as its cards and its kinds.
/// In a part, each set must weigh at least `least`.
///
/// Let t be one more than the number of sets of the packing in a part. Suppose that t disjoint sets of
/// the part exist, and that D of them differ in some property. If n cards of the part have the value a
/// there, at most (n - D)/v of the t sets share it, rounded down. D and these numbers are the capacities of
/// the kinds. If their sum is less than t, the choice of D is impossible; if each choice is, t is refuted.
/// The capacity of a card of the part is 1, and of any other 0. Weights refute t if all capacities times
/// their weights are less than t times `least` in total.
///
/// What no weights refute is split. First by D in each property, those with the fewest possible choices
/// first (of as many, the first property); until then, each of its capacities is the largest of all choices.
/// Then by a card. Of the sets whose cards and kinds all have capacities above 0, each that contains the card
/// is taken, which lowers t and its capacities by 1; at last the capacity of the card becomes 0. The card is
/// the one with the fewest such sets (of as many, the first). Without such a set, t is refuted. If t is 0,
/// it is not. At most 1000 such branches are followed in a part.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PackWeights {
    /// The cards of the board in layout order.
    pub board: Vec<String>,
    /// The weights of each part, any of which may be used.
    pub parts: Vec<Vec<Weights>>,
}

/// Weights of cards and of kinds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Weights {
    /// The weight of each card of the board, and then, property by property, of each kind.
    pub of: Vec<u64>,
    /// No set of the part weighs less.
    pub least: u64,
}

impl PackProof {
    /// The proof of a packing of maximum size, written in this notation.
    pub(crate) fn of(
        packing: &Packing,
        lister: &mut dyn Enumerate,
        notation: Notation,
        memory: usize,
        limit: &Limit,
    ) -> Self {
        let v = lister.board().deck().values();
        if packing.len() == lister.board().len() / v {
            return Self::Cards;
        }
        let Ok(Some(parts)) = packing::refutation(lister, packing, memory, limit) else {
            return Self::Search;
        };
        let weights =
            |packing::Weights { of, least }: &_| Weights { of: of.clone(), least: *least };
        let parts: Vec<Vec<Weights>> =
            parts.iter().map(|part| part.iter().map(weights).collect()).collect();
        let board = lister.board();
        match is_maximum(board, &positions(packing.sets()), &parts, limit) {
            Ok(holds) => assert!(holds, "the weights of a refutation prove it"),
            Err(_) => return Self::Search,
        }
        let board = write_cards(board.deck(), notation, board.cards());
        Self::Weights(PackWeights { board, parts })
    }
}

/// Whether an answer to `pack` is true: whether its sets are disjoint sets, and its certificate proves
/// that there are no more. The check shares no code with the search.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct CheckPacking {
    /// The answer, as a text of JSON.
    pub packed: String,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// The result of checking an answer to `pack`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PackingChecked {
    /// The board.
    #[serde(flatten)]
    pub given: GivenBoard,
    /// Whether the answer is proved.
    #[serde(flatten)]
    pub decision: Decision,
    /// Why it is not proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How many disjoint sets it has.
    pub count: usize,
}

answered!(PackingChecked by decision);

impl Question for CheckPacking {
    type Answer = PackingChecked;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<PackingChecked, Error> {
        let wrong = |error| error!(Request, "this is not an answer about packing: {error}");
        let packed: Packed = serde_json::from_str(&self.packed).map_err(wrong)?;
        session.start(|| "checking a packing".into());
        let (decision, fault) = match fault(&packed, &session.limit(self.timeout)) {
            Ok(fault) => (Decision::of(fault.is_none()), fault.map(Into::into)),
            Err(error) if error.code.is_stop() => (Decision::stopped(error)?, None),
            Err(error) => (Decision::of(false), Some(error.message)),
        };
        Ok(PackingChecked { given: packed.given, decision, fault, count: packed.sets.len() })
    }
}

/// Why the answer is not proved, if it is not.
fn fault(packed: &Packed, limit: &Limit) -> Result<Option<&'static str>, Error> {
    let (deck, size) = (packed.given.deck, packed.given.size);
    let sets: Vec<Vec<Card>> =
        packed.sets.iter().map(|set| read_cards(deck, set)).collect::<Result<_, _>>()?;
    if let Some(set) = sets.iter().position(|set| !tercet::set::is_set(deck, set)) {
        return Err(error!(NotASet, "set {} is not a set", set + 1));
    }
    let count = sets.len();
    // Twice on this board is twice on any.
    Board::new(deck, sets.concat())?;
    let mut places = packed.positions.concat();
    places.sort_unstable();
    let are_on_board = places.last().is_none_or(|&last| last < size);
    let are_distinct = places.windows(2).all(|pair| pair[0] < pair[1]);
    let lengths = packed.positions.iter().map(Vec::len);
    Ok(if !(are_on_board && are_distinct && lengths.eq(sets.iter().map(Vec::len))) {
        Some("the positions are not those of disjoint sets")
    } else if !packed.proved || packed.bound != count || packed.count != count.into() {
        Some("the answer does not say that its sets are the most")
    } else {
        match &packed.proof {
            Some(PackProof::Cards) if count == size / deck.values() => None,
            Some(PackProof::Cards) => Some("the cards that are left could be another set"),
            Some(PackProof::Weights(PackWeights { board, parts })) => {
                let board = Board::new(deck, read_cards(deck, board)?)?;
                let is_there = |(set, at): (&Vec<Card>, &Vec<usize>)| board.at(at) == *set;
                if board.len() != size || !sets.iter().zip(&packed.positions).all(is_there) {
                    Some("the sets are not at their positions on the board")
                } else if is_maximum(&board, &packed.positions, parts, limit)? {
                    None
                } else {
                    Some("the weights do not prove that there are no more sets")
                }
            }
            _ => Some(
                "only a search proved that there are no more sets: the answer has no certificate",
            ),
        }
    })
}
