//! `tercet play`: a person plays in the terminal.
//!
//! A [`CardTable`] knows what lies there and answers the moves of the player. Two surfaces
//! share it: a [`screen`] on a terminal, and a conversation in [`lines`] elsewhere.

mod lines;
mod screen;
mod table;

use std::io::IsTerminal;
use std::{env, io};

use tercet::game::{Refill, Variant};
use tercet_app::{CardCount, Deal, Game};

use self::table::CardTable;
use super::deal;
use crate::choice::named;
use crate::new_file::Log;
use crate::output::notation_shown;
use crate::prelude::*;
use crate::work::Interrupt;

/// Play in the terminal.
///
/// You play a whole game, or with --boards one puzzle after the other. On a terminal, the keys on the
/// cards choose them, and v chosen cards are checked at once. Other keys say that the board holds no
/// set, show one more card of a set, and undo a choice.
///
/// Without a terminal, or with --words, the game is a conversation in lines that a screen reader or a
/// program can follow: type the numbers or codes of the cards of a set, or a command; 'help' lists
/// the commands.
///
/// Exit status: 0 the game was played to its end, or all boards were solved; 1 not; 2 invalid input or
/// failure; 3 stopped by a limit.
///
/// Examples:
/// `tercet play`
/// `tercet play -v 4 -p 3 -o game.jsonl`
/// `tercet play --boards 10 --sets 1`
#[derive(Debug, Args)]
pub(crate) struct Play {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The random seed of the deal; with --boards, each board has the next one [default: a new one,
    /// which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The number of cards dealt at the start [default: v·p, or the whole deck if it is smaller]
    #[arg(long, value_name = "N", conflicts_with = "boards", value_parser = quantity::number::<usize>)]
    pub(crate) start: Option<usize>,

    /// When cards are dealt after a set was taken; see 'tercet game' [default: up-to-start for (3,4),
    /// else at-once]
    #[arg(long, value_name = "REFILL", conflicts_with = "boards", value_parser = named(Refill::ALL))]
    pub(crate) refill: Option<Refill>,

    /// Stop after this number of sets [default: play to the end of the deck]
    #[arg(long, value_name = "N", conflicts_with = "boards", value_parser = quantity::number::<u64>)]
    pub(crate) goal: Option<u64>,

    /// The variant of the game: standard; chain, in which each set after the first holds exactly one card of
    /// the last set; or shuffle, in which the board is shuffled after each set [default: standard]
    #[arg(
        long,
        value_name = "VARIANT",
        conflicts_with = "boards",
        value_parser = named([Variant::Standard, Variant::Chain, Variant::Shuffle])
    )]
    pub(crate) variant: Option<Variant>,

    /// Write the record of the game to this file, for 'tercet verify'
    #[arg(short, long, value_name = "FILE", conflicts_with = "boards")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Play this number of puzzles instead of a game: find one set on each board, or say that it holds
    /// none
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    pub(crate) boards: Option<NonZeroUsize>,

    /// The number of cards of each puzzle, at most 256 [default: v·p, or the whole deck if it is
    /// smaller]
    #[arg(short = 'n', long = "cards", value_name = "N", requires = "boards", value_parser = deal::count)]
    pub(crate) count: Option<CardCount>,

    /// Puzzles with exactly S sets [default: any boards]
    #[arg(long, value_name = "S", requires = "boards", value_parser = quantity::number::<u128>)]
    pub(crate) sets: Option<u128>,

    /// A conversation in lines that describes the cards in words
    #[arg(long)]
    pub(crate) words: bool,

    /// Time limit for the whole game or all puzzles, such as 2m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Notation of cards [default: classic below pictures, else the shortest that fits the deck]
    #[arg(long, value_name = "NOTATION", value_parser = named(Notation::ALL))]
    pub(crate) notation: Option<Notation>,
}

impl Command for Play {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        let look = Look { format: Format::Text, notation: self.notation };
        let notation = notation_shown(look, deck)?;
        if self.output.as_deref() == Some(Path::new("-")) {
            bail!("--output -: the game itself is on standard output: name a file");
        }
        let interrupt = Interrupt::listen()?;
        let session = interrupt.session();
        // The limit is on the player's time.
        let limit = session.limit(self.timeout);
        let seed = Some(input::seed(self.seed)?.into());
        let mut table = if let Some(all) = self.boards {
            let kind = deal::kind(self.sets, false);
            let (size, timeout) = (self.count, self.timeout);
            let first = Deal { deck, size, kind, seed, timeout, notation: None };
            CardTable::of_puzzles(first, all.get(), notation, session)?
        } else {
            let (start, refill, goal) = (self.start, self.refill, self.goal.map(Into::into));
            let variant = self.variant.unwrap_or_default();
            let game = Game { deck, start, refill, goal, variant, seed, ..Game::default() };
            let log = self.output.as_deref().map(|path| Log::new(path, self.overwrite));
            CardTable::of_game(&game, log, notation, session, &limit)?
        };
        let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
        let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
        let stopped = if is_person && !is_dumb && !self.words {
            // The terminal must be restored.
            signal_hook::flag::register(signal_hook::consts::SIGTERM, interrupt.flag())?;
            screen::play(&mut table, &limit, printer)
        } else {
            lines::play(&mut table, self.words, &limit, printer)
        };
        table.end()?;
        let stopped = stopped?;
        printer.line("")?;
        printer.lines(table.result())?;
        if let Some(path) = &self.output {
            let name = path.display();
            writeln!(printer, "the record is in {name}: 'tercet verify {name}' checks it")?;
        }
        Ok(match stopped {
            Some(why) => {
                printer.finish()?;
                say!("stopped: {why}");
                Outcome::Stopped
            }
            None if table.is_won() => Outcome::Yes,
            None => Outcome::No,
        })
    }
}
