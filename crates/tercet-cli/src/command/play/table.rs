//! The game of a person, without a terminal: the cards on the table, the moves, and the replies.
//!
//! The table knows no rule of the game. A game is a [`GameByHand`], whose record comes with it;
//! `explain` judges cards, and `hint` knows whether there is a set and shows one card by card.

use std::mem;
use std::time::{Duration, Instant};

use tercet::game::Variant;
use tercet::picture::Scheme;
use tercet::solver::{Limit, Solver};
use tercet::{Board, Card, Set};
use tercet_app::{
    Alike, Code, Deal, DealKind, Error, Explain, Game, GameByHand, Hint, Session, Verdict, Whole,
};

use super::deal;
use crate::new_file::Log;
use crate::picture::MOST_CARDS;
use crate::prelude::*;

/// The most time of a question about the board.
const PATIENCE: Option<Seconds> = Some(Seconds(Duration::from_secs(10)));

/// A move of the player.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Move {
    /// Chooses cards, or releases those that are chosen. v chosen cards are checked.
    Choose(Vec<Card>),
    /// Says that the board holds no set.
    NoSet,
    /// Wants one more card of a set.
    Hint,
    /// Releases the card that was chosen last.
    Undo,
    /// Gives a puzzle up.
    Skip,
}

/// The reply to a move: a sentence, and its details.
#[derive(Default)]
pub(super) struct Reply {
    /// Whether the move was right, unless it was no answer.
    pub(super) is_right: Option<bool>,
    pub(super) lines: Vec<String>,
}

impl Reply {
    pub(super) fn remark(line: impl Into<String>) -> Self {
        Self { is_right: None, lines: vec![line.into()] }
    }
}

/// What is played.
enum Source {
    Game(Box<GameByHand>, Option<Log>),
    /// Puzzles, one after the other. Once the last one is done, one more counts as dealt.
    Puzzles {
        first: Deal,
        dealt: usize,
        all: usize,
    },
}

/// Refuses more cards than a person can look at.
fn check_size(size: usize, flag: &str) -> Result<()> {
    if size > MOST_CARDS {
        bail!("{size} cards: people play with at most {MOST_CARDS}: choose a number with {flag}");
    }
    Ok(())
}

/// The player's results so far.
#[derive(Default)]
struct Tally {
    sets: usize,
    /// How often it was right that there is no set.
    empty: usize,
    wrong: usize,
    hints: usize,
    skipped: usize,
    /// The time of the right answers.
    time: Duration,
}

/// The cards that differ from others.
#[derive(Default)]
pub(super) struct Marks {
    pub(super) chosen: Vec<Card>,
    /// The last choice, if it was not a set.
    pub(super) wrong: Vec<Card>,
    /// The cards that hints have shown.
    pub(super) hinted: Vec<Card>,
    /// The cards that the last move dealt.
    pub(super) dealt: Vec<Card>,
}

/// The table.
pub(super) struct CardTable {
    source: Source,
    pub(super) deck: Deck,
    pub(super) notation: Notation,
    /// Whether replies describe cards in words, and whether they number them.
    pub(super) words: bool,
    pub(super) numbers: bool,
    session: Session,
    /// The cards in their places. A new card comes to the place of one that was taken.
    pub(super) cards: Vec<Card>,
    pub(super) marks: Marks,
    tally: Tally,
    begun: Instant,
    /// When the player could see this board first, or when the last one was done.
    since: Instant,
}

impl CardTable {
    /// The table of a game.
    pub(super) fn of_game(
        request: &Game,
        log: Option<Log>,
        notation: Notation,
        session: Session,
        limit: &Limit,
    ) -> Result<Self> {
        let game = Box::new(GameByHand::begin(request, &session, limit)?);
        check_size(game.game().board().len(), "--start")?;
        let mut table = Self::new(Source::Game(game, log), request.deck, notation, session);
        table.lay()?;
        table.marks.dealt.clear();
        Ok(table)
    }

    /// The table of puzzles.
    pub(super) fn of_puzzles(
        first: Deal,
        all: usize,
        notation: Notation,
        session: Session,
    ) -> Result<Self> {
        let deck = first.deck;
        let mut table =
            Self::new(Source::Puzzles { first, dealt: 0, all }, deck, notation, session);
        table.go_on()?;
        table.begun = table.since;
        Ok(table)
    }

    fn new(source: Source, deck: Deck, notation: Notation, session: Session) -> Self {
        Self {
            source,
            deck,
            notation,
            words: false,
            numbers: false,
            session,
            cards: Vec::new(),
            marks: Marks::default(),
            tally: Tally::default(),
            begun: Instant::now(),
            since: Instant::now(),
        }
    }

    /// Puts the cards of a game on the table after a move, and writes the record.
    fn lay(&mut self) -> Result<()> {
        self.marks = Marks::default();
        if let Source::Game(game, log) = &mut self.source {
            let board = game.game().board().cards();
            let shuffles = game.game().rules().variant.changes().shuffles;
            let cards = if shuffles { board.to_vec() } else { laid(&self.cards, board) };
            if let Some(log) = log {
                log.write(&game.lines())?;
            }
            let old = mem::replace(&mut self.cards, cards);
            self.marks.dealt = self.cards.clone();
            self.marks.dealt.retain(|card| !old.contains(card));
        }
        self.since = Instant::now();
        Ok(())
    }

    /// The game, unless puzzles are played.
    fn game(&self) -> Option<&tercet::Game<impl Solver>> {
        match &self.source {
            Source::Game(game, _) => Some(game.game()),
            Source::Puzzles { .. } => None,
        }
    }

    /// In a chain, the cards of the last set.
    pub(super) fn last_set(&self) -> &[Card] {
        self.game().map_or(&[], |game| game.last_set())
    }

    /// Whether a game is played, and not puzzles.
    pub(super) fn is_game(&self) -> bool {
        self.game().is_some()
    }

    /// Whether the game or the last puzzle is over.
    pub(super) fn is_over(&self) -> bool {
        match &self.source {
            Source::Game(game, _) => game.is_over(),
            Source::Puzzles { dealt, all, .. } => dealt > all,
        }
    }

    /// Whether the game was played to its end, or all puzzles were solved.
    pub(super) fn is_won(&self) -> bool {
        match &self.source {
            Source::Game(game, _) => {
                let goal = game.game().rules().sets;
                game.is_over() && goal.is_none_or(|goal| game.game().sets() == goal)
            }
            Source::Puzzles { all, .. } => self.tally.sets + self.tally.empty == *all,
        }
    }

    /// Ends the record of a game that is not over.
    pub(super) fn end(&mut self) -> Result<()> {
        let Source::Game(game, Some(log)) = &mut self.source else { return Ok(()) };
        game.end();
        log.write(&game.lines())
    }

    /// The time since the first board, until the end.
    pub(super) fn time(&self) -> Duration {
        if self.is_over() { self.since - self.begun } else { self.begun.elapsed() }
    }

    /// What is played, and how to play it again.
    pub(super) fn title(&self) -> String {
        let deck = self.deck;
        match &self.source {
            Source::Game(game, _) => {
                let rules = game.game().rules();
                let to =
                    rules.sets.map_or("the end of the deck".into(), |goal| counted(goal, "set"));
                let variant = match rules.variant {
                    Variant::Standard => String::new(),
                    variant => format!(" --variant {variant}"),
                };
                format!("a game of {deck} to {to}, --seed {}{variant}", game.game().dealer().seed())
            }
            Source::Puzzles { first, all, .. } => {
                let kind = match &first.kind {
                    DealKind::Exactly(sets) => format!(", each with {}", counted(sets, "set")),
                    DealKind::Free => ", each without a set".into(),
                    _ => String::new(),
                };
                let (all, size) = (counted(all, "board"), counted(self.cards.len(), "card"));
                let seed = first.seed.clone().unwrap_or_default();
                format!("{all} of {size} of {deck}{kind}, --seed {seed}")
            }
        }
    }

    /// How far the player is.
    pub(super) fn progress(&self) -> String {
        match &self.source {
            Source::Game(game, _) => {
                let game = game.game();
                let sets = match game.rules().sets {
                    Some(goal) => format!("{} of {}", game.sets(), counted(goal, "set")),
                    None => counted(game.sets(), "set"),
                };
                format!("{sets}, {} left in the deck", counted(game.dealer().left(), "card"))
            }
            Source::Puzzles { dealt, all, .. } => format!("board {} of {all}", dealt.min(all)),
        }
    }

    /// The results.
    pub(super) fn result(&self) -> Vec<String> {
        let Tally { sets, empty, wrong, hints, skipped, time } = self.tally;
        let mut lines = Vec::new();
        let mut parts = vec![(wrong, "wrong answer"), (hints, "hint"), (skipped, "skip")];
        match &self.source {
            Source::Game(game, _) => {
                let left = counted(game.game().board().len(), "card");
                let end = match (game.is_over(), self.is_won()) {
                    (true, true) if game.game().rules().sets.is_some() => String::new(),
                    (true, _) => format!(", {left} left over, with no set"),
                    (false, _) => ", not played to its end".into(),
                };
                lines.push(format!("{} in {}{end}", counted(sets, "set"), clock(self.time())));
                parts.insert(0, (empty, "board without a set"));
            }
            Source::Puzzles { all, .. } => {
                let solved = sets + empty;
                lines.push(format!("solved {solved} of {}", counted(all, "board")));
                if let Some(mean) = time.checked_div(solved as u32) {
                    lines.push(format!("time {}, mean {}", clock(time), clock(mean)));
                }
            }
        }
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, noun)| counted(count, noun)).collect();
        lines.extend((!parts.is_empty()).then(|| parts.join(", ")));
        lines
    }

    /// Makes a move.
    pub(super) fn play(&mut self, chosen: Move) -> Result<Reply> {
        self.marks.wrong.clear();
        let reply = match chosen {
            Move::Choose(cards) => self.choose(&cards),
            Move::NoSet => self.say_none(),
            Move::Hint => self.hint(),
            Move::Undo => {
                self.marks.chosen.pop();
                Ok(self.count_chosen())
            }
            Move::Skip => self.skip(),
        };
        reply.or_else(|error| match error.downcast_ref::<Error>() {
            Some(stop) if stop.code == Code::Deadline => {
                Ok(Reply::remark("this takes too long to find out"))
            }
            _ => Err(error),
        })
    }

    fn choose(&mut self, cards: &[Card]) -> Result<Reply> {
        let v = self.deck.values();
        self.marks.dealt.clear();
        if let Some(&absent) = cards.iter().find(|card| !self.cards.contains(card)) {
            let absent = self.notation.write(self.deck, absent);
            return Ok(Reply::remark(format!("{absent} is not on the board")));
        }
        if cards.len() >= v {
            self.marks.chosen.clear();
        }
        for &card in cards {
            match self.marks.chosen.iter().position(|&chosen| chosen == card) {
                Some(i) => drop(self.marks.chosen.remove(i)),
                None => self.marks.chosen.push(card),
            }
        }
        if self.marks.chosen.len() == v {
            return self.check();
        }
        let remark = self.count_chosen();
        if self.marks.chosen.len() > v {
            self.marks.chosen.clear();
        }
        Ok(remark)
    }

    fn count_chosen(&self) -> Reply {
        let (n, v) = (self.marks.chosen.len(), counted(self.deck.values(), "card"));
        let verb = if n < 2 { "is" } else { "are" };
        let n = if n == 0 { "none".into() } else { n.to_string() };
        Reply::remark(format!("a set has {v}: {n} {verb} chosen"))
    }

    /// Judges the chosen cards.
    fn check(&mut self) -> Result<Reply> {
        let cards = mem::take(&mut self.marks.chosen);
        let board = Board::new(self.deck, &cards)?.into();
        let request = Explain { board, notation: Some(self.notation), pictured: self.words };
        let why = request.ask(&self.session)?;
        if !why.is_set {
            let mixed = why.properties.iter().filter(|property| property.verdict == Alike::Mixed);
            let mixed = mixed.map(|property| format!("{}: {}", property.name, property.words));
            let mixed = mixed.collect::<Vec<_>>().join("; ");
            return Ok(self.wrong(cards, format!("not a set: {mixed}")));
        }
        let set = Set::new(self.deck, &cards)?;
        if let Source::Game(game, _) = &mut self.source {
            if let Err(why) = game.game().check(&set) {
                return Ok(self.wrong(cards, format!("a set, but {why}")));
            }
            game.take(&set, &Limit::none())?;
        }
        self.tally.sets += 1;
        self.right(&format!("right, a set: {}", self.named(&cards)))
    }

    fn say_none(&mut self) -> Result<Reply> {
        self.marks.chosen.clear();
        let is_right = match &mut self.source {
            Source::Game(game, _) => game.no_set(&self.session.limit(PATIENCE))?,
            Source::Puzzles { .. } => self.ask_hint(0)?.ending.answer == Verdict::None,
        };
        if is_right {
            self.tally.empty += 1;
            return self.right("right, there is no set");
        }
        Ok(self.wrong(Vec::new(), "there is a set".into()))
    }

    /// A wrong answer, about these cards.
    fn wrong(&mut self, cards: Vec<Card>, what: String) -> Reply {
        self.marks.wrong = cards;
        self.tally.wrong += 1;
        Reply { is_right: Some(false), lines: vec![what] }
    }

    /// Goes on after a right answer.
    fn right(&mut self, what: &str) -> Result<Reply> {
        let time = self.since.elapsed();
        self.tally.time += time;
        self.go_on()?;
        Ok(Reply { is_right: Some(true), lines: vec![what.into(), clock(time)] })
    }

    /// Goes on with the next board.
    fn go_on(&mut self) -> Result<()> {
        if let Source::Puzzles { first, dealt, all } = &mut self.source {
            if dealt < all {
                let seed = first.seed.as_ref().and_then(Whole::get).unwrap_or(0_u64);
                let seed = Some(seed.wrapping_add(*dealt as u64).into());
                let next = Deal { seed, ..first.clone() }.ask(&self.session);
                let next = next.map_err(|error| deal::in_range(error.into()))?;
                check_size(next.cards.len(), "-n")?;
                if let Some(why) = next.why {
                    bail!("{why}");
                }
                let cards = next.cards.iter().map(|text| self.deck.card(text));
                self.cards = cards.collect::<Result<_, _>>()?;
            }
            *dealt += 1;
        }
        self.lay()
    }

    fn hint(&mut self) -> Result<Reply> {
        let stage = (self.marks.hinted.len() + 1).min(self.deck.values());
        let hint = self.ask_hint(stage)?.found;
        self.tally.hints += 1;
        if hint.positions.is_empty() {
            return Ok(Reply::remark("there is no set"));
        }
        self.marks.hinted = self.board().at(&hint.positions);
        let is_whole = stage == self.deck.values();
        let begin = if is_whole { "a set:" } else { "a set contains" };
        let mut answer = Reply::remark(format!("{begin} {}", self.named(&self.marks.hinted)));
        // One card determines nothing.
        let needs = hint.needs.iter().filter(|_| stage > 1);
        answer.lines.extend(needs.map(|need| format!("{}: {}", need.name, need.words)));
        Ok(answer)
    }

    /// The hint of a stage.
    fn ask_hint(&self, stage: usize) -> Result<<Hint as Question>::Answer, Error> {
        let board = self.board().into();
        let (notation, pictured) = (Some(self.notation), self.words);
        let last =
            self.last_set().iter().map(|&card| self.notation.write(self.deck, card)).collect();
        Hint { board, stage, last, timeout: PATIENCE, notation, pictured, ..Hint::default() }
            .ask(&self.session)
    }

    /// Cards as replies name them.
    fn named(&self, cards: &[Card]) -> String {
        let name = |&card: &Card| {
            let text = if self.words {
                Scheme::new(self.deck).in_words(card)
            } else {
                self.notation.write(self.deck, card)
            };
            let place = self.place(card).filter(|_| self.numbers);
            place.map_or_else(|| text.clone(), |place| format!("{place} ({text})"))
        };
        cards.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// The number of a card on the table, from 1.
    pub(super) fn place(&self, card: Card) -> Option<usize> {
        self.cards.iter().position(|&other| other == card).map(|place| place + 1)
    }

    /// The cards as a board.
    pub(super) fn board(&self) -> Board {
        Board::new(self.deck, &self.cards).expect("different cards of the deck lie on the table")
    }

    fn skip(&mut self) -> Result<Reply> {
        if self.is_game() {
            return Ok(Reply::remark("only puzzles can be skipped: a hint shows one more card"));
        }
        let hint = self.ask_hint(self.deck.values())?.found;
        let set = self.board().at(&hint.positions);
        let reply = Reply::remark(match &set[..] {
            [] => "there was no set".into(),
            set => format!("a set was {}", self.named(set)),
        });
        self.tally.skipped += 1;
        self.go_on()?;
        Ok(reply)
    }
}

/// The cards of a board in their places: new cards come into gaps first, then the last cards do.
fn laid(old: &[Card], board: &[Card]) -> Vec<Card> {
    let mut new = board.iter().copied().filter(|card| !old.contains(card));
    let place = |&card: &Card| if board.contains(&card) { Some(card) } else { new.next() };
    let mut places: Vec<Option<Card>> = old.iter().map(place).collect();
    places.extend(new.map(Some));
    while let Some(gap) = places.iter().position(Option::is_none) {
        places.swap_remove(gap);
    }
    places.into_iter().flatten().collect()
}

/// A time as on a stopwatch.
fn clock(time: Duration) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() as u64;
    let (minutes, tenths) = (tenths / 600, tenths % 600);
    let seconds = format!("{}.{} s", tenths / 10, tenths % 10);
    if minutes == 0 { seconds } else { format!("{minutes} min {seconds}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_a_stopwatch() {
        let times = [0, 4_260, 59_940, 59_960, 725_000].map(Duration::from_millis).map(clock);
        assert_eq!(times, ["0.0 s", "4.3 s", "59.9 s", "1 min 0.0 s", "12 min 5.0 s"]);
    }

    #[test]
    fn cards_that_stay_keep_their_places() {
        let card =
            |&number: &usize| Deck::CLASSIC.card_of(&[0, 0, number / 3, number % 3]).unwrap();
        let places = |old: &[usize], board: &[usize]| {
            let all: Vec<Card> = (0..9).map(|number| card(&number)).collect();
            let [old, board] = [old, board].map(|cards| cards.iter().map(card).collect::<Vec<_>>());
            let cards = laid(&old, &board).into_iter();
            cards.map(|card| all.iter().position(|&it| it == card).unwrap()).collect::<Vec<_>>()
        };
        assert_eq!(places(&[], &[3, 1, 2]), [3, 1, 2]);
        assert_eq!(places(&[0, 1, 2, 3], &[3, 0, 7, 8]), [0, 7, 8, 3]);
        assert_eq!(places(&[0, 1, 2, 3], &[0, 1, 2, 3, 5]), [0, 1, 2, 3, 5]);
        assert_eq!(places(&[0, 1, 2, 3, 4, 5], &[1, 2, 4]), [4, 1, 2]);
        assert!(places(&[0, 1, 2], &[]).is_empty());
    }
}
