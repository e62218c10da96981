//! `tercet deal`: a fair random board.

use std::fmt;
use std::fmt::{Display, Formatter};
use std::ops::ControlFlow;

use tercet::Deck;
use tercet_app::many::Deals;
use tercet_app::{
    CardCount, CardFrequencies, CardFrequency, Code, DealKind, Dealt, Fairness, Item, Sampled,
    SampledBy, Tagged,
};

use crate::arguments::threads;
use crate::command::prelude::*;
use crate::interrupt::Interrupt;
use crate::output::{rows, widest};
use crate::progress::Progress;

/// Deal a fair random board.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Deal {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The number of cards, at most 10000000, or 'threshold' for the number at which one set is
    /// expected [default: v·p, or the whole deck if it is smaller]
    #[arg(short = 'n', long = "cards", value_name = "N", value_parser = count)]
    pub(crate) count: Option<CardCount>,

    /// The random seed of the deal [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Include a random set; there may be others by chance
    #[arg(long)]
    pub(crate) planted: bool,

    /// Draw a board without a set, all equally likely
    #[arg(long, group = "order", conflicts_with = "planted")]
    pub(crate) free: bool,

    /// Draw a board with exactly S sets, all equally likely
    #[arg(long, value_name = "S", group = "order", conflicts_with = "planted", value_parser = quantity::number::<u128>)]
    pub(crate) sets: Option<u128>,

    /// Time limit for --free and --sets, such as 100ms, 2s or 5m
    #[arg(
        long,
        value_name = "TIME",
        requires = "order",
        value_parser = quantity::time
    )]
    pub(crate) timeout: Option<Seconds>,

    /// Deal N boards, from this seed on: board 1, board 2, …
    #[arg(long, value_name = "N", conflicts_with_all = ["order", "trials"], value_parser = at_least_one)]
    pub(crate) boards: Option<NonZeroUsize>,

    /// Deal N times, from this seed on, and show how often each card was dealt
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["count", "planted", "order"],
        value_parser = at_least_one
    )]
    pub(crate) trials: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) look: Look,
}

/// Reads a number of cards.
pub(super) fn count(text: &str) -> Result<CardCount, String> {
    if text == "threshold" {
        return Ok(CardCount::Threshold);
    }
    let number = quantity::number(text).map(CardCount::Number);
    number.map_err(|_| "it takes a number of cards, such as 12 or 1k, or 'threshold'".into())
}

impl Command for Deal {
    const EXAMPLES: &[&str] = &[
        "tercet deal --seed 7",
        "tercet deal --sets 2 -n 9",
        "tercet deal -v 20 -p 4 -n threshold",
    ];

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        if let Some(trials) = self.trials {
            return fairness(self, deck, trials.get() as u64, printer);
        }
        let kind = match self.sets {
            Some(sets) => DealKind::Exactly(sets.into()),
            None if self.free => DealKind::Free,
            None if self.planted => DealKind::Planted,
            None => DealKind::Random,
        };
        let request = tercet_app::Deal {
            deck,
            size: self.count,
            kind,
            seed: self.seed.map(Into::into),
            timeout: self.timeout,
            notation: self.look.notation,
        };
        if let Some(boards) = self.boards {
            return many(&request, boards.get() as u64, self.look.format, printer);
        }
        let interrupt = Interrupt::listen()?;
        let (progress, session) =
            Progress::of(interrupt.session(), |progress| progress.what.clone());
        let dealt = request.ask(&session);
        drop(progress);
        interrupt.end_work();
        let dealt = match dealt {
            Ok(dealt) => dealt,
            Err(stop) if stop.code == Code::Effort => {
                say(&format!("stopped: {stop}: ask for another board"));
                return Ok(Outcome::Stopped);
            }
            Err(stop) if stop.code.is_stop() => {
                let rest = match request.kind {
                    DealKind::Random | DealKind::Planted => "before all cards were dealt",
                    DealKind::Free | DealKind::Exactly(_) => {
                        "before a board was found: raise the limit, or ask for another"
                    }
                };
                say(&format!("stopped: {stop} {rest}"));
                return Ok(Outcome::Stopped);
            }
            Err(error) if error.code == Code::OutOfRange => {
                return Err(anyhow::anyhow!("{error}: choose another number with -n"));
            }
            Err(error) => return Err(error.into()),
        };
        if let (Some(why), Format::Text | Format::Csv) = (&dealt.why, self.look.format) {
            say(why);
            return Ok(Outcome::No);
        }
        let outcome = dealt.ending.status();
        match self.look.format {
            Format::Text => print_text(deck, &request.kind, &dealt, printer)?,
            Format::Json => printer.answer::<tercet_app::Deal>(&dealt)?,
            Format::Csv => {
                printer.csv(["card"])?;
                for card in dealt.cards {
                    printer.csv([card])?;
                }
            }
        }
        Ok(outcome)
    }
}

/// Deals boards of consecutive seeds, and prints them as they are dealt.
fn many(
    request: &tercet_app::Deal,
    boards: u64,
    format: Format,
    printer: &mut Printer,
) -> Result<Outcome> {
    let interrupt = Interrupt::listen()?;
    let seed = interrupt.session().seed(request.seed.as_ref())?;
    let deals = Deals { deal: request.clone(), seed, boards, threads: threads(None) };
    deals.check()?;
    let deck = request.deck;
    match format {
        Format::Text => {
            let planted = if request.kind == DealKind::Planted { "--planted " } else { "" };
            let boards = counted(boards, "board");
            printer
                .line(format_args!("# {boards} of {deck}, dealt with {planted}--seed {seed} on"))?;
            printer.line(format_args!("deck {} {}", deck.values(), deck.properties()))?;
        }
        Format::Csv => printer.csv(["board", "cards"])?,
        Format::Json => {}
    }
    let progress = Progress::start(String::new());
    let shown = progress.shown();
    let session = interrupt.session().with_progress(move |progress| shown.show(progress));
    let write = |number: u64, dealt: &Dealt, lines: &mut Vec<u8>| match format {
        Format::Text => write_board(number, dealt, lines),
        Format::Json => Tagged::of::<tercet_app::Deal>(dealt).numbered(number).append(lines),
        Format::Csv => {
            lines.extend_from_slice(format!("{number},{}\n", cell(&dealt.cards)).as_bytes());
        }
    };
    let mut failure = None;
    let dealt = deals.each(&session, &write, &mut |item| {
        let Item::Boards(batch) = item else { return ControlFlow::Continue(()) };
        match printer.lines(&batch.lines) {
            Ok(()) if printer.is_closed() => ControlFlow::Break(()),
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    drop(progress);
    interrupt.end_work();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let tally = dealt?;
    if session.is_cancelled() {
        say(&format!("stopped: interrupted after {}", counted(tally.boards(), "board")));
        return Ok(Outcome::Stopped);
    }
    match tally.first {
        Some(error) => Err(error.into()),
        None => Ok(tally.status().unwrap_or(Outcome::No)),
    }
}

/// Cards in one cell: where these are numbers and commas, in quotes.
fn cell(cards: &[String]) -> String {
    let cards = cards.join(" ");
    if cards.contains(',') { format!("\"{cards}\"") } else { cards }
}

/// Appends a board of a file.
fn write_board(number: u64, dealt: &Dealt, lines: &mut Vec<u8>) {
    lines.extend_from_slice(format!("board {number}\n").as_bytes());
    for row in rows(&dealt.cards) {
        for (i, card) in row.iter().enumerate() {
            if i > 0 {
                lines.push(b' ');
            }
            lines.extend_from_slice(card.as_bytes());
            let is_last = i + 1 == row.len();
            let width = if is_last { card.len() } else { widest(&dealt.cards) };
            lines.resize(lines.len() + width - card.len(), b' ');
        }
        lines.push(b'\n');
    }
}

/// Prints a board file, whose comment says how the board was dealt.
fn print_text(deck: Deck, kind: &DealKind, dealt: &Dealt, printer: &mut Printer) -> Result<()> {
    let cards = counted(dealt.size, "card");
    let how = match kind {
        DealKind::Random => String::new(),
        DealKind::Planted => "--planted ".into(),
        DealKind::Free => "--free ".into(),
        DealKind::Exactly(sets) => format!("--sets {sets} "),
    };
    let way =
        dealt.sampled.as_ref().map_or_else(String::new, |sampled| format!("\n{}", Way(sampled)));
    let comment = format!("{cards} of {deck}, dealt with {how}--seed {}{way}", dealt.seed);
    board_file(deck, &comment, &dealt.cards, printer)
}

/// How a board with an exact number of sets was drawn, in words.
struct Way<'a>(&'a Sampled);

impl Display for Way<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Sampled { count, way } = self.0;
        let kind = match count.get().unwrap_or(u128::MAX) {
            0 => "without a set".into(),
            sets => format!("with {}", counted(sets, "set")),
        };
        match way {
            SampledBy::Classes { hands } if hands.get() == Some(1_u32) => {
                write!(out, "the only hand {kind}")
            }
            SampledBy::Classes { hands } => {
                write!(out, "one of {hands} hands {kind}, each equally likely: drawn by classes")
            }
            SampledBy::Rejection { deals } => write!(
                out,
                "one of the hands {kind}, each equally likely: drawn by rejection, 1 of {} fits",
                counted(&deals, "deal")
            ),
        }
    }
}

/// How often each card comes in many deals: the histograms of the thesis' figures 3 to 6.
fn fairness(arguments: &Deal, deck: Deck, trials: u64, printer: &mut Printer) -> Result<Outcome> {
    let request = Fairness {
        deck,
        deals: trials.into(),
        seed: arguments.seed.map(Into::into),
        timeout: None,
        notation: arguments.look.notation,
    };
    let interrupt = Interrupt::listen()?;
    let (progress, session) = Progress::of(interrupt.session(), |progress| progress.what.clone());
    let answer = request.ask(&session);
    drop(progress);
    interrupt.end_work();
    let answer = match answer {
        Ok(answer) => answer,
        Err(stop) if stop.code.is_stop() => {
            say(&format!("stopped: {stop} before {trials} deals"));
            return Ok(Outcome::Stopped);
        }
        Err(error) => return Err(error.into()),
    };
    match arguments.look.format {
        Format::Text => print_fairness(deck, trials, &answer, printer)?,
        Format::Json => printer.answer::<Fairness>(&answer)?,
        Format::Csv => {
            printer.csv(["card", "start", "drawn"])?;
            for CardFrequency { card, at_start: start, drawn } in answer.frequencies {
                printer.csv([card, start.to_string(), drawn.to_string()])?;
            }
        }
    }
    Ok(Outcome::Yes)
}

fn print_fairness(
    deck: Deck,
    trials: u64,
    answer: &CardFrequencies,
    printer: &mut Printer,
) -> Result<()> {
    let (v, p) = (deck.values(), deck.properties());
    let deals = counted(trials, "deal");
    printer.paragraph(&format!("{deals} of {deck}, starting at --seed {}", answer.seed))?;
    let start = answer.frequencies.iter().map(|card| &card.at_start);
    let drawn = answer.frequencies.iter().map(|card| &card.drawn);
    let ranges = [start.clone().min().zip(start.max()), drawn.clone().min().zip(drawn.max())];
    let names = [("first", v * p), ("next", v)];
    for (((which, cards), range), statistic) in names.iter().zip(ranges).zip(answer.chi_squared) {
        let name = format!("the {which} {}", counted(*cards, "card"));
        let (least, most) = range.expect("a deck has a card");
        let statistic = statistic.map_or_else(
            || "there is no random choice".into(),
            |it| format!("chi-squared {it:.1}, {} degrees of freedom", answer.freedom),
        );
        printer.paragraph(&format!("{name}: each card {least} to {most} times; {statistic}"))?;
    }
    printer.paragraph("--format csv lists the counts of each card")
}
