//! Hints: a set of the board, revealed card by card.
//!
//! Stage 0 says whether the board holds a set, and the number of sets where counting is quick. Each
//! further stage shows one more card of one set, until the whole set is shown, and says what the
//! shown cards still need. A hint contains nothing that its stage does not show, so it can be sent
//! to a player.
//!
//! The set is the one that differs in the fewest properties, since such sets are the easiest to see,
//! and of several the first in layout order (by its first position, then its second, and so on). If
//! the player holds cards that some set of the board contains, the set is the best of those that
//! contain them. In a [chain](crate::game::Variant::Chain), only the sets that continue it count. So the cards shown depend on the board, the held cards and the stage alone: not on a
//! method, the number of threads or the clock.

use std::fmt;
use std::iter::FusedIterator;

use crate::board::{Board, BoardError};
use crate::deck::binomial;
use crate::notation::Names;
use crate::set::explain;
use crate::solver::{
    Auto, Limit, Options, Question, Solver, Stop, choose, fewest_differing, fewest_differing_linked,
};
use crate::{Card, Deck, Set};

impl Board {
    /// Hints for a player, stage by stage: whether there is a set, then one of its cards, then two,
    /// until the whole set is shown.
    ///
    /// ```
    /// use tercet::Board;
    ///
    /// let board: Board = "1RsO 2GhD 2RsO 3RsO".parse()?;
    /// let hints: Vec<String> = board.hint().map(|hint| hint.to_string()).collect();
    /// assert_eq!(hints.len(), 4);
    /// assert_eq!(hints[0], "1 set");
    /// assert!(hints[2].starts_with("1RsO 2RsO, count: still to come: three; "));
    /// assert_eq!(hints[3], "1RsO 2RsO 3RsO: a set");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn hint(&self) -> Hints<'_> {
        Hints { board: self, held: Vec::new(), last: Vec::new(), stage: 0, whole: None }
    }
}

/// The hints for a board, stage by stage.
#[derive(Clone, Debug)]
pub struct Hints<'b> {
    board: &'b Board,
    held: Vec<usize>,
    last: Vec<Card>,
    /// The next stage.
    stage: usize,
    /// The hint that shows the whole set, of which each stage shows some cards. It has no cards if there
    /// is no set, or none was chosen yet because only the number was asked for.
    whole: Option<Hint>,
}

/// The part of a set that a stage reveals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    deck: Deck,
    /// The number of sets on the board; `None` if there is a set, but counting all might take long.
    pub sets: Option<u128>,
    /// The cards shown: the held cards if the set contains them, in the order in which they were
    /// given, then the revealed cards in layout order. Empty at stage 0 and on a board without a set.
    pub cards: Vec<Card>,
    /// The positions of the cards shown.
    pub positions: Vec<usize>,
    /// The number of held cards among the cards shown: all of those held, or 0 at stage 0 and if no
    /// set of the board contains them.
    pub held: usize,
    /// The needs of the shown cards in each property. Empty if no card or the whole set is shown.
    pub needs: Vec<Need>,
    /// The missing card, if all cards but one are shown and v ≥ 3, so that the shown cards
    /// determine it.
    pub last: Option<Card>,
}

/// The values that the missing cards of a set show in one property. Values are counted from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Need {
    /// Only one card is shown, with this value. The missing cards either all show it, or all other
    /// values.
    Open(usize),
    /// The cards are all the same: each missing card shows this value.
    Same(usize),
    /// The cards are all different: the missing cards show these values, in ascending order, one
    /// each.
    StillToCome(Vec<usize>),
}

impl Hints<'_> {
    /// The hints for a player who holds the cards at some positions. If no set contains all of them,
    /// the hints are those for a player who holds none.
    ///
    /// # Errors
    ///
    /// [`BoardError`] if a position is past the end of the board, or occurs twice.
    pub fn holding(mut self, positions: &[usize]) -> Result<Self, BoardError> {
        let mut ascending = positions.to_vec();
        ascending.sort_unstable();
        if let Some(pair) = ascending.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::Repeated(pair[0]));
        }
        let cards = self.board.len();
        if let Some(&position) = ascending.last().filter(|&&position| position >= cards) {
            return Err(BoardError::Position { position, cards });
        }
        (self.held, self.whole) = (positions.to_vec(), None);
        Ok(self)
    }

    /// The hints for a player of a [chain](crate::game::Variant::Chain) with this last set, whose cards
    /// are on the board: only the sets that hold exactly one of them count. They are not counted.
    ///
    /// # Errors
    ///
    /// [`BoardError::Absent`] if a card is not on the board.
    pub fn after(mut self, last: &Set) -> Result<Self, BoardError> {
        if let Some(&absent) = last.cards().iter().find(|&&card| !self.board.contains(card)) {
            return Err(BoardError::Absent(self.board.deck(), absent));
        }
        (self.last, self.whole) = (last.cards().to_vec(), None);
        Ok(self)
    }

    /// The hint of a stage, which shows this number of cards of a set besides those held; a stage
    /// beyond the last shows the whole set.
    ///
    /// Stage 0 counts the sets if that is quick: on all boards with v ≤ 2; with v = 3, up to 4096
    /// cards or 12 properties; else if v or ⌈v/2⌉ of the n cards can be chosen in at most 2^20 ways.
    /// Otherwise it finds one. With v = 3 the set to show takes n²/2 pairs. With other decks it takes
    /// a search of the agreement groups of each card, which is exponential in v, as finding is.
    ///
    /// ```
    /// use tercet::Board;
    /// use tercet::hint::Need;
    /// use tercet::notation::Names;
    /// use tercet::solver::Limit;
    ///
    /// let board: Board = "2RhO 1GsD 3PsS 2GhO 2PhO 1RsS".parse()?;
    /// let whether = board.hint().stage(0, &Limit::none())?;
    /// assert_eq!((whether.sets, whether.positions), (Some(1), vec![]));
    ///
    /// let two = board.hint().stage(2, &Limit::none())?;
    /// assert_eq!(two.positions, [0, 3]);
    /// assert_eq!(two.needs[1], Need::StillToCome(vec![2]));
    /// assert_eq!(two.needs[1].in_words(board.deck(), 1, Names::Plain), "still to come: purple");
    /// assert_eq!(two.needs[3].in_words(board.deck(), 3, Names::Plain), "all the same: oval");
    /// assert_eq!(two.last, Some(board[4]));
    ///
    /// // Besides the purple card, which the player holds, one more is shown.
    /// assert_eq!(board.hint().holding(&[4])?.stage(1, &Limit::none())?.positions, [4, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit ended the search.
    pub fn stage(&mut self, stage: usize, limit: &Limit) -> Result<Hint, Stop> {
        let whole = match self.whole.take() {
            Some(whole) if stage == 0 || !whole.cards.is_empty() || whole.sets == Some(0) => whole,
            _ => self.solve(stage > 0, limit)?,
        };
        let whole = self.whole.insert(whole);
        let held = if stage > 0 { whole.held } else { 0 };
        let shown = if stage > 0 { stage.saturating_add(held) } else { 0 };
        let mut hint = Hint { held, ..whole.clone() };
        hint.positions.truncate(shown);
        hint.cards.truncate(shown);
        hint.needs = needs(hint.deck, &hint.cards);
        hint.last = explain(hint.deck, &hint.cards).completion;
        Ok(hint)
    }

    /// Counts the sets, and chooses the one to be shown if a card is.
    fn solve(&self, with_set: bool, limit: &Limit) -> Result<Hint, Stop> {
        let Self { board, held, last, .. } = self;
        let fewest = |held: &[usize]| match &last[..] {
            [] => fewest_differing(board, held, limit),
            last => fewest_differing_linked(board, last, held, limit),
        };
        let sets = match &last[..] {
            [] => how_many(board, limit)?,
            _ => fewest(&[])?.is_none().then_some(0),
        };
        let (mut positions, mut own) = (Vec::new(), 0);
        if with_set && sets != Some(0) {
            let theirs = fewest(held)?;
            own = if theirs.is_some() { held.len() } else { 0 };
            let set = theirs.map_or_else(|| fewest(&[]), |set| Ok(Some(set)))?;
            let set = set.expect("the board holds a set");
            positions.extend(&held[..own]);
            positions.extend(set.iter().filter(|position| !held[..own].contains(position)));
        }
        let (deck, cards) = (board.deck(), board.at(&positions));
        Ok(Hint { deck, sets, cards, positions, held: own, needs: Vec::new(), last: None })
    }
}

impl Iterator for Hints<'_> {
    type Item = Hint;

    fn next(&mut self) -> Option<Hint> {
        // How many cards of the set were shown, once any was to be.
        let shown =
            |whole: &Hint| self.stage > 1 && self.stage - 1 + whole.held >= whole.cards.len();
        let is_over = |whole: &Hint| whole.sets == Some(0) || shown(whole);
        if self.stage > 0 && self.whole.as_ref().is_some_and(is_over) {
            return None;
        }
        let hint = self.stage(self.stage, &Limit::none()).expect("nothing limits the search");
        self.stage += 1;
        Some(hint)
    }
}

impl FusedIterator for Hints<'_> {}

/// The cards shown and what they need, or the number of sets (`no set`, `1 set`, `at least one set`) if
/// no card is shown.
impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cards.is_empty() {
            return match self.sets {
                Some(0) => f.write_str("no set"),
                Some(1) => f.write_str("1 set"),
                Some(sets) => write!(f, "{sets} sets"),
                None => f.write_str("at least one set"),
            };
        }
        let cards = self.deck.show_all(&self.cards);
        if self.needs.is_empty() {
            return write!(f, "{cards}: a set");
        }
        f.write_str(&cards)?;
        for (property, need) in self.needs.iter().enumerate() {
            let separator = if property == 0 { ", " } else { "; " };
            let name = Names::Plain.property(self.deck, property);
            write!(f, "{separator}{name}: {}", need.in_words(self.deck, property, Names::Plain))?;
        }
        Ok(())
    }
}

/// The number of sets on the board if there is none or counting is quick.
fn how_many(board: &Board, limit: &Limit) -> Result<Option<u128>, Stop> {
    let (deck, cards) = (board.deck(), board.len());
    if counting_is_quick(deck, cards) {
        let method = choose(deck, cards, Question::Count);
        let counter = method.counter(board, &Options::default());
        let mut counter = counter.expect("a method is chosen that suits the deck");
        return counter.count(limit).map(Some);
    }
    let found = Auto::new(board, &Options::default()).find(limit)?;
    Ok(found.is_none().then_some(0))
}

/// The rule for stage 0, which [`Hints::stage`] documents. It bounds the number of pairs, of steps of a
/// transform, or of half-sets that the counting methods process: at most tens of milliseconds.
fn counting_is_quick(deck: Deck, cards: usize) -> bool {
    const MOST_CHOICES: u32 = 1 << 20;
    let v = deck.values();
    match v {
        1 | 2 => true,
        3 => cards <= 4096 || deck.properties() <= 12,
        _ => [v, v.div_ceil(2)]
            .iter()
            .any(|&few| binomial(&cards.into(), few) <= MOST_CHOICES.into()),
    }
}

/// The needs of some cards of a set in each property, as far as these cards determine them.
pub fn needs(deck: Deck, shown: &[Card]) -> Vec<Need> {
    if shown.is_empty() || shown.len() == deck.values() {
        return Vec::new();
    }
    let need = |property| {
        let values: Vec<usize> = shown.iter().map(|&card| deck.value(card, property)).collect();
        match values[..] {
            [value] => Need::Open(value),
            [one, other, ..] if one == other => Need::Same(one),
            _ => Need::StillToCome((0..deck.values()).filter(|x| !values.contains(x)).collect()),
        }
    };
    (0..deck.properties()).map(need).collect()
}

impl Need {
    /// The need in words: `undecided: all red or all different`, `all the same: red`,
    /// `still to come: oval, squiggle`.
    ///
    /// # Panics
    ///
    /// If the deck has no such property, or the property no such value.
    pub fn in_words(&self, deck: Deck, property: usize, names: Names) -> String {
        let name = |&value: &usize| names.value(deck, property, value);
        match self {
            Self::Open(value) => format!("undecided: all {} or all different", name(value)),
            Self::Same(value) => format!("all the same: {}", name(value)),
            Self::StillToCome(values) => {
                let names: Vec<String> = values.iter().map(name).collect();
                format!("still to come: {}", names.join(", "))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_of_the_rule_are_counted() {
        let quick = |v, p, cards| counting_is_quick(Deck::new(v, p).unwrap(), cards);
        assert!(quick(2, 128, 1_000_000) && quick(3, 4, 81) && quick(3, 12, 531_441));
        assert!(quick(3, 13, 4096) && !quick(3, 13, 4097));
        assert!(quick(4, 10, 1448) && !quick(4, 10, 1449));
        // Boards with few cards, up to slightly more than a set, are counted at once.
        assert!(quick(64, 2, 66) && !quick(64, 2, 70));
    }
}
