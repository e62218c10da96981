//! `tercet quiz`: boards in the terminal, one after the other, against the clock.
//!
//! The quiz is a conversation in lines. Everything is printed once, in order: no line is redrawn
//! and the cursor never moves, so a screen reader can follow, and a pipe can play. Each reply to
//! the player is the answer to a question: `explain` judges cards, and `hint` knows whether there
//! is a set and shows one in stages.

mod answer;

use std::io::{BufRead, BufReader, IsTerminal, Read};

use answer::Said;

use super::deal;
use crate::command::prelude::*;
use crate::input::TimedReader;

/// Find sets in the terminal, against the clock.
///
/// At each board, type the numbers of the cards of a set, or 'none' if the board holds no set.
/// 'hint' reveals a set in stages, 'why' explains the last answer, 'skip' shows a set and goes on,
/// 'help' lists all commands. Nothing that was printed changes later, so a screen reader can
/// follow; with --words, each card is a line of words.
///
/// Exit status: 0 all boards were solved, 1 not all, 2 wrong input or a failure, 3 stopped by a
/// limit.
///
/// Examples:
/// `tercet quiz`
/// `tercet quiz --boards 10 --sets 1 --words`
#[derive(Debug, Args)]
pub(crate) struct Quiz {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The number of boards
    #[arg(long, value_name = "N", default_value = "5", value_parser = at_least_one)]
    pub(crate) boards: NonZeroUsize,

    /// The number of cards of each board, at most 256 [default: v·p, or the whole deck if it is
    /// smaller]
    #[arg(short = 'n', long = "cards", value_name = "N", value_parser = deal::count)]
    pub(crate) count: Option<CardCount>,

    /// Deal boards without a set
    #[arg(long, group = "order")]
    pub(crate) free: bool,

    /// Deal boards with exactly S sets [default: any boards]
    #[arg(long, value_name = "S", group = "order", value_parser = quantity::number::<u128>)]
    pub(crate) sets: Option<u128>,

    /// The random seed of the first board; each board has the next one [default: a new one, which is
    /// printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Describe the cards in words instead of drawing them
    #[arg(long)]
    pub(crate) words: bool,

    /// Time limit for the whole quiz, such as 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Notation of cards [default: classic below pictures, else the shortest that fits the deck]
    #[arg(long, value_name = "NOTATION", value_parser = named(Notation::ALL))]
    pub(crate) notation: Option<Notation>,
}

impl Command for Quiz {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        let look = Look { format: Format::Text, notation: self.notation };
        let notation = notation_in_text(look, deck)?;
        let seed = input::seed(self.seed)?;
        let interrupt = Interrupt::listen()?;
        let session = interrupt.session();
        // The limit is on the player's time.
        let limit = session.limit(self.timeout);
        let player = Player::new(TimedReader::new(|| Ok(io::stdin().lock()), limit.clone()));
        let mut quiz = Rounds {
            session,
            notation,
            words: self.words,
            player,
            tally: Tally::default(),
            all: self.boards.get(),
        };
        let request = |number: usize| Deal {
            deck,
            size: self.count,
            kind: deal::kind(self.sets, self.free, false),
            seed: Some(seed.wrapping_add(number as u64 - 1).into()),
            timeout: self.timeout,
            notation: None,
        };
        let mut ended = Ended::Quit;
        for number in 1..=quiz.all {
            let dealt =
                request(number).ask(&quiz.session).map_err(|error| deal::in_range(error.into()))?;
            if let Some(why) = &dealt.why {
                say(why);
                return Ok(Outcome::No);
            }
            let named = NamedBoard { name: None, board: board(&dealt)? };
            if number == 1 {
                quiz.greet(&named.board, self, seed, printer)?;
            }
            ended = quiz.round(&named, number, printer)?;
            if !matches!(ended, Ended::Solved | Ended::Skipped) {
                break;
            }
        }
        quiz.tally.print(quiz.all, printer)?;
        if let Ended::Stopped(why) = ended {
            say!("stopped: {why}");
            return Ok(Outcome::Stopped);
        }
        Ok(if quiz.tally.solved == quiz.all { Outcome::Yes } else { Outcome::No })
    }
}

/// The board that was dealt.
fn board(dealt: &Dealt) -> Result<Board> {
    if dealt.cards.len() > MOST_CARDS {
        bail!(
            "{} cards: a quiz takes boards of at most {MOST_CARDS}: choose a number with -n",
            dealt.cards.len()
        );
    }
    let deck = dealt.deck;
    let card = |text: &String| deck.card(text);
    let cards: Vec<_> = dealt.cards.iter().map(card).collect::<Result<_, _>>()?;
    Ok(Board::new(deck, &cards)?)
}

/// The end of a board.
enum Ended {
    Solved,
    Skipped,
    /// The player or the end of the input ended the quiz.
    Quit,
    /// A limit ended the quiz.
    Stopped(String),
}

/// The player's results so far.
#[derive(Default)]
struct Tally {
    solved: usize,
    skipped: usize,
    wrong: usize,
    hints: usize,
    /// The time of the boards that were solved.
    time: Duration,
}

impl Tally {
    fn print(&self, all: usize, printer: &mut Printer) -> Result<()> {
        let boards = counted(all, "board");
        writeln!(printer, "\nsolved {} of {boards}", self.solved)?;
        if self.solved > 0 {
            let mean = self.time / u32::try_from(self.solved).unwrap_or(u32::MAX);
            let (time, mean) = (clock(self.time), clock(mean));
            writeln!(printer, "time {time}, mean {mean}")?;
        }
        let parts = [(self.wrong, "wrong answer"), (self.hints, "hint"), (self.skipped, "skip")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, noun)| counted(count as u128, noun)).collect();
        if parts.is_empty() { Ok(()) } else { printer.line(parts.join(", ")) }
    }
}

/// A time as on a stopwatch.
fn clock(time: Duration) -> String {
    let tenths = (time.as_secs_f64() * 10.0).round() as u64;
    let (minutes, tenths) = (tenths / 600, tenths % 600);
    let seconds = format!("{}.{} s", tenths / 10, tenths % 10);
    if minutes == 0 { seconds } else { format!("{minutes} min {seconds}") }
}

const HELP: &str = "\
1 5 9   the cards with these numbers are a set
none    the board holds no set
hint    a hint; the next one shows more
why     why the last cards are a set or not, property by property
show    the board again
words   the board in words
skip    show a set, and go on
quit    end the quiz";

/// The boards of a quiz.
struct Rounds {
    session: Session,
    notation: Notation,
    words: bool,
    player: Player,
    tally: Tally,
    all: usize,
}

impl Rounds {
    /// Prints the instructions, once.
    fn greet(
        &self,
        board: &Board,
        arguments: &Quiz,
        seed: u64,
        printer: &mut Printer,
    ) -> Result<()> {
        let (deck, boards) = (board.deck(), counted(self.all, "board"));
        let cards = counted(board.len(), "card");
        let kind = match arguments.sets {
            Some(sets) => format!(", each with {}", counted(sets, "set")),
            None if arguments.free => ", each without a set".into(),
            None => String::new(),
        };
        writeln!(printer, "{boards} of {cards} of {deck}{kind}, --seed {seed}")?;
        let what = match deck.values() {
            1 => "number of the card".into(),
            v => format!("numbers of the {v} cards"),
        };
        printer.paragraph(&format!("Type the {what} of a set, or none, hint, skip or help."))
    }

    /// Plays a board.
    fn round(&mut self, named: &NamedBoard, number: usize, printer: &mut Printer) -> Result<Ended> {
        let board = &named.board;
        writeln!(printer, "\nboard {number} of {}", self.all)?;
        self.show(named, self.words, printer)?;
        let begin = Instant::now();
        let mut last = None;
        let mut stage = 0;
        loop {
            if printer.is_closed() {
                return Ok(Ended::Quit);
            }
            let line = match self.player.line(printer) {
                Ok(Some(line)) => line,
                Ok(None) => return Ok(Ended::Quit),
                Err(error) => return stopped(error),
            };
            let said = match answer::said(&line, board.len()) {
                Ok(said) => said,
                Err(why) => {
                    printer.line(why)?;
                    continue;
                }
            };
            let (words, mut is_right) = (self.words, None);
            match said {
                Said::Nothing => {}
                Said::Quit => return Ok(Ended::Quit),
                Said::Help => printer.line(HELP)?,
                Said::Show => self.show(named, words, printer)?,
                Said::Words => self.show(named, true, printer)?,
                Said::Why => answer::why(last.as_ref(), printer)?,
                Said::Hint => {
                    self.tally.hints += 1;
                    answer::hint(board, stage, self.notation, words, &self.session, printer)?;
                    stage = (stage + 1).min(board.deck().values() - 1);
                }
                Said::Skip => {
                    self.tally.skipped += 1;
                    answer::solution(board, &self.session, printer)?;
                    return Ok(Ended::Skipped);
                }
                Said::NoSet => is_right = Some(answer::none(board, &self.session, printer)?),
                Said::Cards(cards) => {
                    let why =
                        answer::explained(board, &cards, self.notation, words, &self.session)?;
                    is_right = Some(answer::judge(&why, printer)?);
                    last = Some(why);
                }
            }
            match is_right {
                None => {}
                Some(false) => self.tally.wrong += 1,
                Some(true) => {
                    let time = begin.elapsed();
                    self.tally.solved += 1;
                    self.tally.time += time;
                    printer.line(clock(time))?;
                    return Ok(Ended::Solved);
                }
            }
        }
    }

    /// Shows the board.
    fn show(&self, named: &NamedBoard, words: bool, printer: &mut Printer) -> Result<()> {
        let all: Vec<usize> = (0..named.board.len()).collect();
        let shown = Shown { named, notation: self.notation };
        if words { shown.print_words(&all, printer) } else { shown.print_cards(&all, printer) }
    }
}

/// The end of a board because of a limit; other errors are returned.
fn stopped(error: anyhow::Error) -> Result<Ended> {
    match error.downcast::<Error>() {
        Ok(stop) if stop.code.is_stop() => Ok(Ended::Stopped(stop.to_string())),
        Ok(error) => Err(error.into()),
        Err(error) => Err(error),
    }
}

/// Standard input, line by line, within the limit of the quiz.
struct Player {
    input: BufReader<TimedReader>,
    /// Whether a person is typing.
    is_terminal: bool,
}

/// A longer line is split; none of its parts is a valid answer.
const LONGEST_LINE: u64 = 4096;

impl Player {
    pub(super) fn new(input: TimedReader) -> Self {
        Self { input: BufReader::new(input), is_terminal: io::stdin().is_terminal() }
    }

    /// The next line; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// The limit, or why standard input cannot be read.
    pub(super) fn line(&mut self, printer: &mut Printer) -> Result<Option<String>> {
        if self.is_terminal {
            printer.raw(b"> ")?;
        }
        printer.finish()?;
        let mut line = Vec::new();
        let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
        match read {
            Ok(0) => Ok(None),
            Ok(_) => Ok(Some(String::from_utf8_lossy(&line).into_owned())),
            Err(error) => Err(input::unread("standard input", error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_a_stopwatch() {
        for (millis, text) in [
            (0, "0.0 s"),
            (4_260, "4.3 s"),
            (59_940, "59.9 s"),
            (59_960, "1 min 0.0 s"),
            (725_000, "12 min 5.0 s"),
        ] {
            assert_eq!(clock(Duration::from_millis(millis)), text);
        }
    }
}
