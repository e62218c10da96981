//! Replaying the game of a record, line by line.

use std::collections::HashSet;
use std::mem;

use chacha20::ChaCha8Rng;
use num_traits::ToPrimitive;

use crate::deal::Dealer;
use crate::game::play::{End, Next};
use crate::game::record::{ENDED, FAILED, Heading, Line, SCHEMA, STOPPED};
use crate::game::rules::{Pick, Rules, pick, picks, shuffled};
use crate::solver::{Limit, Stop};
use crate::{Board, Card, Deck};

use super::{Means, RecordError, Verified, no_record, search, wrong};

/// The game as the record describes it.
pub(super) struct Replay {
    deck: Deck,
    rules: Rules,
    dealer: Dealer,
    /// The random numbers for picks, as long as all draws so far are known.
    picks: Option<ChaCha8Rng>,
    dealt: HashSet<Card>,
    board: Vec<Card>,
    sets: u64,
    /// The cards that sets took since a deal.
    undealt: usize,
    /// In a chain, the cards of the last set, which are on the board.
    last: Vec<Card>,
    /// Whether the board is shuffled after the deal.
    unshuffled: bool,
    turn: Next,
}

/// The limits that end a game.
const LIMITS: [Stop; 4] = [Stop::DEADLINE, Stop::INTERRUPTED, Stop::TOO_MANY, Stop::MEMORY];

/// The events that the rules allow next.
impl Next {
    const fn name(self) -> &'static str {
        match self {
            Self::Deal(_) => "a deal",
            Self::Shuffle => "a shuffle",
            Self::Ask => "a set or 'none'",
            Self::End(End::Sets) => "the end 'sets'",
            Self::End(End::Deck) => "the end 'deck'",
            Self::Nothing => "nothing more",
        }
    }

    /// Whether a game may end here, for this reason.
    fn may_end(self, why: &str) -> bool {
        match self {
            Self::End(end) => why == end.name(),
            Self::Nothing => false,
            Self::Deal(_) | Self::Shuffle | Self::Ask => {
                why.strip_prefix(STOPPED).is_some_and(|reason| {
                    [ENDED, FAILED].contains(&reason)
                        || LIMITS.iter().any(|stop| stop.to_string() == reason)
                })
            }
        }
    }
}

impl Replay {
    pub(super) fn begin(heading: &Heading) -> Result<Self, RecordError> {
        if heading.schema != SCHEMA {
            let schema = &heading.schema;
            let why = format!(
                "the record has the format '{schema}', which this version does not support"
            );
            return Err(no_record(why));
        }
        let (deck, rules) = (heading.deck, heading.rules);
        rules.check(deck).map_err(|error| wrong(error.to_string()))?;
        let dealer = match &heading.order[..] {
            [] => Dealer::new(deck, heading.seed),
            order => {
                let cards =
                    order.iter().map(|text| card(deck, text)).collect::<Result<Vec<_>, _>>()?;
                let board = Board::new(deck, cards).map_err(|error| wrong(error.to_string()))?;
                Dealer::in_order(&board, heading.seed)
            }
        };
        let mut game = Self {
            deck,
            rules,
            dealer,
            picks: Some(picks(heading.seed)),
            dealt: HashSet::new(),
            board: Vec::new(),
            sets: 0,
            undealt: 0,
            last: Vec::new(),
            unshuffled: false,
            turn: Next::Ask,
        };
        game.turn = game.deal(rules.start);
        Ok(game)
    }

    /// Whether no more lines may follow.
    pub(super) fn is_over(&self) -> bool {
        self.turn == Next::Nothing
    }

    /// The turn for dealing `cards` cards, or all that are left.
    fn deal(&mut self, cards: usize) -> Next {
        match self.dealer.left().to_usize().unwrap_or(usize::MAX).min(cards) {
            0 => self.ask(),
            cards => Next::Deal(cards),
        }
    }

    /// The turn after the deal.
    fn ask(&mut self) -> Next {
        if mem::take(&mut self.unshuffled) { Next::Shuffle } else { Next::Ask }
    }

    pub(super) fn follow(
        &mut self,
        line: Line,
        means: &mut Means,
        verified: &mut Verified,
    ) -> Result<(), RecordError> {
        let found = match &line {
            Line::Begin(_) => "'begin'",
            Line::Deal { .. } => "a deal",
            Line::Set { .. } => "a set",
            Line::Shuffle { .. } => "a shuffle",
            Line::Turn { .. } => "a turn",
            Line::None { .. } => "'none'",
            Line::End { why, .. } if why == End::Sets.name() => "the end 'sets'",
            Line::End { why, .. } if why == End::Deck.name() => "the end 'deck'",
            Line::End { .. } => "another end",
        };
        match (line, self.turn) {
            (Line::Deal { cards }, Next::Deal(due)) => {
                self.check_deal(&self.cards(&cards)?, due)?;
                verified.cards += cards.len();
            }
            (Line::Set { cards }, Next::Ask) => {
                let set = self.cards(&cards)?;
                self.check_choice(&set)?;
                self.check_set(&set)?;
                if !self.check_pick(&set, means.effort, means.limit)? {
                    verified.unpicked.push(verified.lines);
                }
                self.take(&set);
                verified.sets += 1;
            }
            (Line::Shuffle { cards }, Next::Shuffle) => {
                let due = shuffled(self.dealer.seed(), self.sets, &self.board);
                if self.cards(&cards)? != due {
                    let due = self.shown(&due);
                    return Err(wrong(format!("the seed shuffles the board to {due} here")));
                }
                (self.board, self.turn) = (due, Next::Ask);
            }
            (Line::Turn { cards }, Next::Ask) if self.rules.variant.changes().hides => {
                let turned = self.cards(&cards)?;
                self.check_choice(&turned)?;
                if self.mixed(&turned).is_none() {
                    return Err(wrong("these cards are a set, which must be taken"));
                }
            }
            (Line::None { cards }, Next::Ask) => {
                sum("the board has cards:", self.board.len() as u64, cards as u64)?;
                if self.check_none(means)? {
                    verified.proved += 1;
                } else {
                    verified.unproved.push(verified.lines);
                }
            }
            (Line::End { why, sets, board }, turn) if turn.may_end(&why) => {
                sum("sets taken:", self.sets, sets)?;
                if self.cards(&board)? != self.board {
                    let due = self.shown(&self.board);
                    return Err(wrong(format!("the board at the end must be {due}")));
                }
                self.turn = Next::Nothing;
                verified.end = Some(why);
            }
            (_, turn) => {
                let due = turn.name();
                return Err(wrong(format!("the rules require {due} here, not {found}")));
            }
        }
        Ok(())
    }

    fn cards(&self, texts: &[String]) -> Result<Vec<Card>, RecordError> {
        texts.iter().map(|text| card(self.deck, text)).collect()
    }

    fn check_deal(&mut self, cards: &[Card], due: usize) -> Result<(), RecordError> {
        if cards.len() != due {
            let found = cards.len();
            return Err(wrong(format!("the rules deal {due} cards here, not {found}")));
        }
        for &found in cards {
            let due = self.dealer.next().expect("so many cards are left");
            if found != due {
                let [due, found] = [due, found].map(|card| self.shown(&[card]));
                let by = if self.dealer.order().is_empty() { "the seed" } else { "the order" };
                return Err(wrong(format!("{by} deals {due} here, not {found}")));
            }
            if !self.dealt.insert(found) {
                let card = self.shown(&[found]);
                return Err(wrong(format!("the card {card} was dealt before")));
            }
            self.board.push(found);
        }
        self.undealt = 0;
        self.turn = self.ask();
        Ok(())
    }

    /// Whether v different cards of the board were chosen.
    fn check_choice(&self, cards: &[Card]) -> Result<(), RecordError> {
        let v = self.deck.values();
        if cards.len() != v {
            return Err(wrong(format!("not a set: it takes {v} cards, not {}", cards.len())));
        }
        if let Some(&absent) = cards.iter().find(|card| !self.board.contains(card)) {
            let card = self.shown(&[absent]);
            return Err(wrong(format!("the card {card} of this set is not on the board")));
        }
        if cards.iter().collect::<HashSet<_>>().len() != v {
            return Err(wrong("not a set: a card occurs twice"));
        }
        Ok(())
    }

    /// The definition, as the thesis tests it (4.5.1): the number of different values in each
    /// property is 1, or the number of cards. Otherwise, the first such property and its number of values.
    fn mixed(&self, cards: &[Card]) -> Option<(usize, usize)> {
        let values = |property| {
            let shown = cards.iter().map(|&card| self.deck.value(card, property));
            (property, shown.collect::<HashSet<usize>>().len())
        };
        let mut properties = (0..self.deck.properties()).map(values);
        properties.find(|&(_, shown)| shown != 1 && shown != self.deck.values())
    }

    /// Whether cards of the board are a set that may be taken.
    fn check_set(&self, set: &[Card]) -> Result<(), RecordError> {
        if let Some((property, values)) = self.mixed(set) {
            let number = property + 1;
            return Err(wrong(format!("not a set: property {number} shows {values} values")));
        }
        let linked = set.iter().filter(|card| self.last.contains(card)).count();
        if !self.last.is_empty() && linked != 1 {
            let last = self.shown(&self.last);
            return Err(wrong(format!(
                "the chain requires exactly one card of the last set {last} here, not {linked}"
            )));
        }
        Ok(())
    }

    /// The sets of the board that may be taken, as [`search::sets`] finds them.
    fn sets(
        &self,
        enough: usize,
        effort: u64,
        limit: &Limit,
    ) -> Result<Option<Vec<search::Positions>>, Stop> {
        let last = |place: &usize| self.last.contains(&self.board[*place]);
        let last: Vec<usize> = (0..self.board.len()).filter(last).collect();
        search::sets(self.deck, &self.board, &last, enough, effort, limit)
    }

    /// Whether the policy was proved to take this set; `false` if the proof would take too long.
    fn check_pick(
        &mut self,
        set: &[Card],
        effort: u64,
        limit: &Limit,
    ) -> Result<bool, RecordError> {
        let policy = self.rules.pick;
        if policy == Pick::Found || policy == Pick::Uniform && self.picks.is_none() {
            return Ok(policy == Pick::Found);
        }
        let sets = self.sets(MOST_SETS, effort, limit)?;
        let Some(sets) = sets.filter(|sets| sets.len() < MOST_SETS) else {
            self.picks = None;
            return Ok(false);
        };
        let choice = match (policy, &mut self.picks) {
            (Pick::Uniform, Some(random)) => pick(random, sets.len()),
            _ => 0,
        };
        let mut due = self.at(&sets[choice]);
        due.sort_unstable();
        let mut found = set.to_vec();
        found.sort_unstable();
        if found != due {
            let [due, found] = [due, found].map(|set| self.shown(&set));
            return Err(wrong(format!("the policy '{policy}' takes {due} here, not {found}")));
        }
        Ok(true)
    }

    fn take(&mut self, set: &[Card]) {
        let taken = set.iter().filter(|card| !self.last.contains(card)).count();
        let changes = self.rules.variant.changes();
        let mut gone = set.to_vec();
        if changes.chains {
            mem::swap(&mut gone, &mut self.last);
            gone.retain(|card| !set.contains(card));
        }
        self.board.retain(|card| !gone.contains(card));
        self.unshuffled = changes.shuffles;
        self.sets += 1;
        self.undealt += taken;
        self.turn = if self.rules.sets == Some(self.sets) {
            Next::End(End::Sets)
        } else {
            self.deal(self.rules.refill(taken, self.board.len() - self.last.len()))
        };
    }

    /// Whether the board was proved to hold no set; `false` if the proof would take too long.
    fn check_none(&mut self, means: &mut Means) -> Result<bool, RecordError> {
        let deal = self.deal(self.rules.due(self.deck.values(), self.undealt));
        self.turn = if deal == Next::Ask { Next::End(End::Deck) } else { deal };
        // The last set of a chain lies on the board, so no proof says that the board holds no set.
        if self.last.is_empty() {
            let board = Board::new(self.deck, &self.board).expect("no card is dealt twice");
            if (means.claims)(&board)? {
                return Ok(true);
            }
        }
        match self.sets(1, means.effort, means.limit)?.as_deref() {
            None => Ok(false),
            Some([]) => Ok(true),
            Some([set, ..]) => {
                let set = self.shown(&self.at(set));
                Err(wrong(format!("the board holds a set: {set}")))
            }
        }
    }

    /// Cards in the notation of records.
    fn shown(&self, cards: &[Card]) -> String {
        self.deck.texts(cards).join(" ")
    }

    fn at(&self, positions: &[usize]) -> Vec<Card> {
        positions.iter().map(|&position| self.board[position]).collect()
    }
}

fn card(deck: Deck, text: &str) -> Result<Card, RecordError> {
    deck.card(text).map_err(|error| wrong(error.to_string()))
}

/// Boards with more sets take too much memory to determine the pick.
const MOST_SETS: usize = 1 << 20;

fn sum(what: &'static str, due: u64, found: u64) -> Result<(), RecordError> {
    if due == found {
        return Ok(());
    }
    Err(wrong(format!("{what} {due} here, not {found}")))
}
