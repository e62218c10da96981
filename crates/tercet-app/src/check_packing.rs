//! Whether an answer about packing is true, by its certificate alone.
//!
//! The sets of the answer must be disjoint sets at their positions on the board. That no packing has more sets
//! is clear if fewer than v cards are left over. Otherwise it takes weights of the cards and of the *kinds* of
//! sets, or a search, which cannot be checked. [`PackProof::Weights`] has the algorithm that follows the weights, step by
//! step; `certificate.rs` implements it, and `checkers/packing.py` does so independently.
//!
//! *Why weights prove it.* Suppose that a part of the board had t disjoint sets. Each weighs at least `least`, so
//! all of them weigh at least t·`least`. Each card is in at most one of them. If D of them differ in a property, they
//! contain D of the n cards that have the value a there; each set that shares a needs v of the others, so at
//! most ⌊(n − D)/v⌋ do. So all together weigh at most as much as the sum of all weights, each times its
//! capacity. If that is less than t·`least`, there are no t disjoint sets. Where it is not, the cases are
//! distinguished by D in each property, and then by the set that contains some card.

use serde::de;
use tercet::data::json::{self, JsonError};
use tercet::packing::{self, Packing, Weights};
use tercet::solver::Enumerate;

use crate::board::read_cards;
use crate::certificate::is_maximum;
use crate::prelude::*;
use crate::{Entry, Pack, Packed};

/// How it is proved that no packing of a board has more sets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum PackProof {
    /// By the number of cards: fewer than v are left.
    Cards,
    /// Weights that prove that no packing has more sets; no search is needed to check them. The cards of the board are
    /// numbered from 0 in layout order, and v is at least 3. A checker takes these steps:
    ///
    /// 1. List all sets of the board by the definition, each as its cards in ascending order, in lexicographic order.
    ///
    /// 2. Cut them into parts: sets that share a card are in the same part. The parts are ordered by their first sets.
    ///    There are as many lists of weights as parts, in this order, and steps 3 to 8 are for one part.
    ///
    /// 3. Let t be one more than the number of sets of the packing in the part. It has to be refuted that the part has
    ///    t disjoint sets.
    ///
    /// 4. A set has v + p rows. The first are its cards: card c is row c. In property i it has a kind: kind 0 if its
    ///    values differ, and kind 1 + a if all are a. On a board of n cards, kind k of property i is row
    ///    n + i·(v + 1) + k. Each of the weights has a whole number `of` for each of these n + p·(v + 1) rows, none of
    ///    them negative. The numbers of the rows of each set of the part must add up to at least `least`.
    ///
    /// 5. In each property, let n(a) be the number of cards with the value a that are in sets of the part. For D from 0
    ///    to the least of t, n(0), n(1), …, a choice is the list D, ⌊(n(0) − D)/v⌋, ⌊(n(1) − D)/v⌋, … of the capacities
    ///    of the v + 1 kinds. It is possible if its sum is at least t. If some property has no possible choice, t is
    ///    refuted, and the weights of the part are ignored.
    ///
    /// 6. At first the capacity of a card is 1 if it is in a set of the part, and otherwise 0. That of a kind is the
    ///    largest in all possible choices of its property. All properties are open; they are sorted by the number of
    ///    their possible choices, the fewest first, and equal ones stay in their order.
    ///
    /// 7. To refute t with some capacities and open properties: if t is 0, or if this step was begun 1000 times before
    ///    in the part, the certificate is refused. If for any of the weights the sum of all numbers `of`, each times
    ///    the capacity of its row, is less than t·`least`, t is refuted. Otherwise, if a property is open, close the
    ///    first one: for each of its possible choices, put that in place of the capacities of its kinds and repeat this
    ///    step.
    ///
    /// 8. If no property is open, consider the sets of the part whose rows all have capacities above 0. Without such a
    ///    set, t is refuted. Let c be the card that is in the fewest of them, but in at least one; of several, the
    ///    first. For each of these sets that contains c, lower the capacities of its rows by 1 and refute t − 1 by step
    ///    7. At last, put the capacity of c to 0 and refute t by step 7.
    Weights {
        /// The cards of the board in layout order.
        board: Vec<String>,
        /// The weights of each part, any of which may be used.
        parts: Vec<Vec<Weights>>,
    },
    /// By a search whose proof would be long; it has to be repeated.
    Search,
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
        let board = lister.board();
        match is_maximum(board, &positions(packing.sets()), &parts, limit) {
            Ok(holds) => assert!(holds, "the weights of a refutation prove it"),
            Err(_) => return Self::Search,
        }
        let board = write_cards(board.deck(), notation, board.cards());
        Self::Weights { board, parts }
    }
}

request! {
    /// Whether an answer to `pack` is true: whether its sets are disjoint sets, and its certificate proves
    /// that there are no more. The check shares no code with the search.
    pub struct CheckPacking {
        /// The answer, as a text of JSON.
        pub packed: String,
        timeout,
    }
}

/// The result of checking an answer to `pack`: `yes` if it is proved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PackingChecked {
    /// Why it is not proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// How many disjoint sets it has.
    pub count: usize,
}

impl CheckPacking {
    /// Splits off the first of several answers in a text, without checking it. A text that does not begin with JSON is
    /// not split.
    pub fn split(text: &str) -> (&str, &str) {
        let mut values = serde_json::Deserializer::from_str(text).into_iter::<de::IgnoredAny>();
        let end = if let Some(Ok(_)) = values.next() { values.byte_offset() } else { text.len() };
        text.split_at(end)
    }
}

impl Question for CheckPacking {
    type Answer = BoardAnswer<PackingChecked, Decision, ()>;

    fn ask(&self, session: &Session) -> Result<Self::Answer, Error> {
        let packed = read(&self.packed).map_err(|error| {
            error!(Request, "this is not an answer to 'pack': {error}").of_field("packed")
        })?;
        session.start(|| "checking a packing".into());
        let (ending, fault) = match fault(&packed, &session.limit(self.timeout)) {
            Ok(fault) => (Decision::of(fault.is_none()), fault.map(Into::into)),
            Err(error) if error.code.is_stop() => (Decision::stopped(error)?, None),
            Err(error) => (Decision::of(false), Some(error.message)),
        };
        let BoardAnswer { deck, board, size, reading, found: Packed { sets, .. }, .. } = packed;
        let found = PackingChecked { fault, count: sets.len() };
        Ok(BoardAnswer { deck, board, size, reading, ending, found, time: () })
    }
}

/// The fields of an answer about packing that are checked.
type Claimed = BoardAnswer<Packed, (), ()>;

/// Reads an answer by the rule in `checkers/README.md`: each field stands once, and is what Tercet writes.
fn read(text: &str) -> Result<Claimed, JsonError> {
    // Other programs may have added a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let given = json::parse(text.as_bytes())?;
    if let Some(schema) = given.get("schema").filter(|schema| *schema != Pack::SCHEMA) {
        return Err(de::Error::custom(format_args!("its schema is {schema}")));
    }
    let claimed: Claimed = json::from_value(&given)?;
    let written = serde_json::to_value(&claimed).expect("an answer is JSON");
    let mut written = written.as_object().into_iter().flatten();
    match written.find(|(name, value)| given.get(name) != Some(value)) {
        Some((name, _)) => {
            let what = format_args!("the field '{name}' is not what Tercet writes");
            Err(de::Error::custom(what))
        }
        None => Ok(claimed),
    }
}

/// Why the answer is not proved, if it is not.
fn fault(
    &Claimed { deck, size, found: ref packed, .. }: &Claimed,
    limit: &Limit,
) -> Result<Option<&'static str>, Error> {
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
            Some(PackProof::Weights { board, parts }) => {
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
