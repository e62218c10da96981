//! The record of a game: one line of JSON for each event, which anyone can check.
//!
//! ```text
//! {"event":"begin","schema":"tercet.game-record/1","version":"0.1.0","deck":{"values":3,…},"check":"1f0c…"}
//! {"event":"deal","cards":["0121","2210",…],"check":"…"}
//! {"event":"set","cards":["0121","0212","0000"],"check":"…"}
//! {"event":"none","cards":12,"check":"…"}
//! {"event":"end","why":"deck","sets":24,"board":["1102",…],"check":"…"}
//! ```
//!
//! The first line states the version, the deck, the seed, the order of the cards if it was given, the rules with
//! their variant, and the method.
//! There are two more events: `shuffle` with the board in its new order, and `turn` with cards that were
//! turned up and are not a set. In a chain, the board also holds the last set. Every line ends
//! with a check: the CRC-32 of the whole record up to that point, so that a changed line is
//! detected in that very line, and a missing line in the next. A record contains no times, so the
//! same game always has the same record. [`Verifier`](super::Verifier) reads it back: the checks
//! detect damage, and the replay detects forgery. The seed is a JSON number, all 64 bits of which
//! count, so a program that rounds large numbers cannot replay every game.

use serde::{Deserialize, Serialize};

use crate::data::crc32::Hasher;
use crate::deck::Deck;
use crate::solver::{Reason, Solver, Stop};

use super::play::{Event, Game};
use super::rules::Rules;

/// The name of this format, in the first line.
pub(super) const SCHEMA: &str = "tercet.game-record/1";

/// A line of a record, without its check.
#[derive(Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Line {
    Begin(Heading),
    /// These cards were dealt.
    Deal {
        cards: Vec<String>,
    },
    /// This set was taken.
    Set {
        cards: Vec<String>,
    },
    /// The cards of the board lie in this order now.
    Shuffle {
        cards: Vec<String>,
    },
    /// These cards were turned up, and they are not a set.
    Turn {
        cards: Vec<String>,
    },
    /// The board, with this number of cards, holds no set that may be taken.
    None {
        cards: usize,
    },
    /// The game is over.
    End {
        why: String,
        sets: u64,
        board: Vec<String>,
    },
}

/// The heading: the game's parameters, and the method that played it.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Heading {
    pub(super) schema: String,
    pub(super) version: String,
    pub(super) deck: Deck,
    pub(super) seed: u64,
    /// All cards in the order in which they are dealt, if the seed does not determine it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) order: Vec<String>,
    pub(super) rules: Rules,
    pub(super) method: String,
}

/// The prefix of the reason in the last line of a game that a limit or a failing solver ended.
pub(super) const STOPPED: &str = "stopped: ";

/// The reason in the last line of a game that its player ended while the board held a set.
pub(super) const ENDED: &str = "the player ended the game";

/// The reason in the last line of a game that a failing solver ended. The solver's own message is
/// not recorded, because the output of an external program differs from run to run.
pub(super) const FAILED: &str = "a solver failed";

/// Writes the record of a game, line by line.
///
/// ```
/// use tercet::Game;
/// use tercet::game::{Recorder, Verifier};
/// use tercet::solver::Limit;
///
/// let mut game = Game::classic(5);
/// let (mut recorder, mut record) = Recorder::begin(&game, "auto");
/// while let Some(event) = game.next() {
///     record += &recorder.event(&event, &game);
/// }
///
/// let mut verifier = Verifier::new(Verifier::EFFORT);
/// for line in record.split_inclusive('\n') {
///     verifier.line(line.as_bytes(), &Limit::none())?;
/// }
/// assert_eq!(verifier.finish()?.sets, game.sets());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Recorder {
    deck: Deck,
    check: Check,
}

impl Recorder {
    /// Starts the record of a game that has not started: returns the recorder and the first line.
    pub fn begin(game: &Game<impl Solver + ?Sized>, method: &str) -> (Self, String) {
        let deck = game.board().deck();
        let mut recorder = Self { deck, check: Check::default() };
        let line = recorder.line(&Line::Begin(Heading {
            schema: SCHEMA.into(),
            version: env!("CARGO_PKG_VERSION").into(),
            deck,
            seed: game.dealer().seed(),
            order: deck.texts(game.dealer().order()),
            rules: *game.rules(),
            method: method.into(),
        }));
        (recorder, line)
    }

    /// The line for the event that the game has just produced, with its line feed.
    pub fn event(&mut self, event: &Event, game: &Game<impl Solver + ?Sized>) -> String {
        let line = match event {
            Event::Deal(_, cards) => Line::Deal { cards: self.deck.texts(cards) },
            Event::Take(set) => Line::Set { cards: self.deck.texts(set.cards()) },
            Event::Shuffle(_, cards) => Line::Shuffle { cards: self.deck.texts(cards) },
            Event::Turn(_, cards) => Line::Turn { cards: self.deck.texts(cards) },
            Event::NoSet => Line::None { cards: game.board().len() },
            Event::End(end) => return self.end(end.name().into(), game),
        };
        self.line(&line)
    }

    /// The last line of a game that a limit or a failing solver ended, with its line feed.
    pub fn stopped(&mut self, stop: &Stop, game: &Game<impl Solver + ?Sized>) -> String {
        let why = match stop.reason {
            Reason::Failed(_) => format!("{STOPPED}{FAILED}"),
            _ => format!("{STOPPED}{stop}"),
        };
        self.end(why, game)
    }

    /// The last line of a game that its player ended before it was over, with its line feed.
    pub fn ended(&mut self, game: &Game<impl Solver + ?Sized>) -> String {
        self.end(format!("{STOPPED}{ENDED}"), game)
    }

    fn end(&mut self, why: String, game: &Game<impl Solver + ?Sized>) -> String {
        let board = self.deck.texts(game.board().cards());
        self.line(&Line::End { why, sets: game.sets(), board })
    }

    fn line(&mut self, line: &Line) -> String {
        let line = serde_json::to_string(line).expect("text and numbers can be written as JSON");
        self.check.seal(&line)
    }
}

/// The running check of a record.
#[derive(Clone, Default)]
pub(super) struct Check(Hasher);

/// The text between a line and its check.
const SEAL: &str = ",\"check\":\"";
/// The text after the check.
const CLOSE: &str = "\"}";

impl Check {
    /// Adds the check to a JSON object, followed by a line feed.
    fn seal(&mut self, object: &str) -> String {
        let body = object.strip_suffix('}').expect("a JSON object ends with a brace");
        self.0.update(body.as_bytes());
        let line = format!("{body}{SEAL}{:08x}{CLOSE}\n", self.0.clone().finalize());
        self.0.update(&line.as_bytes()[body.len()..]);
        line
    }

    /// The JSON object of a line, if its check is correct.
    pub(super) fn open(&mut self, line: &str) -> Option<String> {
        let body = line.strip_suffix('\n')?.strip_suffix(CLOSE)?;
        let (body, check) = body.split_at_checked(body.len().checked_sub(8)?)?;
        let body = body.strip_suffix(SEAL)?;
        self.0.update(body.as_bytes());
        let right = check == format!("{:08x}", self.0.clone().finalize());
        self.0.update(&line.as_bytes()[body.len()..]);
        right.then(|| format!("{body}}}"))
    }
}
