//! `tercet deal`: a fair random board.

use tercet::data::csv;
use tercet::file::lines_of;
use tercet_app::many::{Boards, deal_each};
use tercet_app::run::Each;
use tercet_app::{
    CardCount, CardFrequencies, Code, DealKind, Dealt, Entry, Error, Fairness, Head, Sampled,
    Session,
};

use crate::output::{board_file, notation_shown};
use crate::prelude::*;
use crate::work::{AtWork, Written};

/// Deal a fair random board.
///
/// Examples:
/// `tercet deal --seed 7`
/// `tercet deal --sets 2 -n 9`
/// `tercet deal -v 20 -p 4 -n threshold`
#[derive(Debug, Args)]
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

    /// Draw a board with exactly S sets; all such boards are equally likely
    #[arg(long, value_name = "S", conflicts_with = "planted", value_parser = quantity::number::<u128>)]
    pub(crate) sets: Option<u128>,

    /// Time limit, such as 100ms, 2s or 5m; with --boards, for each board
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Deal N boards, with this seed and the next ones: board 1, board 2, …
    #[arg(long, value_name = "N", conflicts_with = "samples", value_parser = at_least_one)]
    pub(crate) boards: Option<NonZeroUsize>,

    /// Deal N times, with this seed and the next ones, and show how often each card was dealt
    #[arg(
        long,
        value_name = "N",
        conflicts_with_all = ["count", "planted", "sets"],
        value_parser = at_least_one
    )]
    pub(crate) samples: Option<NonZeroUsize>,

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
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let deck = input::deck(self.deck)?;
        if let Some(samples) = self.samples {
            return fairness(self, deck, samples.get() as u64, printer);
        }
        let kind = kind(self.sets, self.planted);
        let request = tercet_app::Deal {
            deck,
            size: self.count,
            kind,
            seed: self.seed.map(Into::into),
            timeout: self.timeout,
            notation: Some(notation_shown(self.look, deck)?),
        };
        let (at_work, session) = AtWork::begin()?;
        let dealt = request.ask(&session);
        let format = self.look.format;
        if let (Some(boards), Ok(Dealt { why: None, seed, .. })) = (self.boards, &dealt) {
            let deal = tercet_app::Deal { seed: Some(seed.clone()), ..request };
            return many(&deal, boards.get() as u64, format, (at_work, &session), printer);
        }
        drop(at_work);
        let dealt = match dealt {
            Err(error) if error.code == Code::Deadline => return Ok(late(&error.message)),
            dealt => dealt.map_err(|error| in_range(error.into()))?,
        };
        if let (Some(why), Format::Text | Format::Csv) = (&dealt.why, format) {
            say(why);
            return Ok(Outcome::No);
        }
        printer.show::<tercet_app::Deal>(format, &dealt, "card=", &dealt.cards, |printer| {
            print_text(deck, &request.kind, &dealt, printer)
        })
    }
}

/// The kind of boards that the flags ask for.
pub(super) fn kind(sets: Option<u128>, is_planted: bool) -> DealKind {
    match sets {
        Some(0) => DealKind::Free,
        Some(sets) => DealKind::Exactly(sets.into()),
        None if is_planted => DealKind::Planted,
        None => DealKind::Random,
    }
}

/// The error, with its remedy if the number of cards is wrong.
pub(super) fn in_range(error: anyhow::Error) -> anyhow::Error {
    match error.downcast_ref::<Error>() {
        Some(known)
            if known.code == Code::OutOfRange
                && known.data.get("field").is_none_or(|field| field == "size") =>
        {
            anyhow!("{known}: choose another number with -n")
        }
        _ => error,
    }
}

/// Says that the time limit was reached.
fn late(reason: &str) -> Outcome {
    say!("stopped: {reason} before a board was found: raise the limit, or ask for another");
    Outcome::Stopped
}

/// The options of a kind of boards.
fn options(kind: &DealKind) -> String {
    match kind {
        DealKind::Random => String::new(),
        DealKind::Planted => "--planted ".into(),
        DealKind::Free => "--sets 0 ".into(),
        DealKind::Exactly(sets) => format!("--sets {sets} "),
    }
}

/// Deals boards of consecutive seeds, and prints them as they are dealt.
fn many(
    deal: &tercet_app::Deal,
    boards: u64,
    format: Format,
    (at_work, session): (AtWork, &Session),
    printer: &mut Printer,
) -> Result<Outcome> {
    let (deck, options) = (deal.deck, options(&deal.kind));
    let seed = session.seed(deal.seed.as_ref())?;
    let seeds = seed..seed.checked_add(boards).ok_or_else(|| {
        let message = format!("{boards} boards from the seed {seed} on: seeds are below 2^64");
        Error::new(Code::OutOfRange, message).of_field("seed")
    })?;
    match format {
        Format::Text => {
            let boards = counted(boards, "board");
            writeln!(printer, "# {boards} of {deck}, dealt with {options}--seed {seed} on")?;
            writeln!(printer, "deck {} {}", deck.values(), deck.properties())?;
        }
        Format::Csv => printer.csv(["board", "cards"])?,
        Format::Json => {}
    }
    let write = |number: u64, dealt: &Dealt, lines: &mut Vec<u8>| match format {
        Format::Text => {
            lines.extend_from_slice(format!("board {number}\n").as_bytes());
            lines.extend_from_slice(lines_of(&dealt.cards).as_bytes());
        }
        Format::Json => {
            let id = number.into();
            tercet_app::Deal::write(dealt, Head { id: Some(&id), file: None }, lines);
            lines.push(b'\n');
        }
        Format::Csv => {
            let row = csv::row([number.to_string(), dealt.cards.join(" ")]);
            lines.extend_from_slice(format!("{row}\n").as_bytes());
        }
    };
    let mut written = Written::new();
    let each: Each<'_, Boards> = &mut |_, lines| written.goes_on(printer.batch(lines));
    let dealt = deal_each(deal, seeds, session, &write, each);
    drop(at_work);
    written.end()?;
    let tally = dealt?;
    if session.is_cancelled() {
        say!("stopped: interrupted after {}", counted(tally.boards(), "board"));
        return Ok(Outcome::Stopped);
    }
    match tally.first {
        Some(error) => Err(error.into()),
        None if tally.stopped > 0 => Ok(late("the time limit was reached")),
        None => Ok(tally.status().unwrap_or(Outcome::No)),
    }
}

/// Prints a board file, whose comment says how the board was dealt.
fn print_text(deck: Deck, kind: &DealKind, dealt: &Dealt, printer: &mut Printer) -> Result<()> {
    let cards = counted(dealt.size, "card");
    let how = options(kind);
    let way =
        dealt.sampled.as_ref().map_or_else(String::new, |sampled| format!("\n{}", way(sampled)));
    let comment = format!("{cards} of {deck}, dealt with {how}--seed {}{way}", dealt.seed);
    board_file(deck, &comment, &dealt.cards, printer)
}

/// How a board was drawn from all boards of its kind, in words.
fn way(sampled: &Sampled) -> String {
    let (Sampled::Classes { count, .. } | Sampled::Rejection { count, .. }) = sampled;
    let kind = match count.to_string().as_str() {
        "0" => "without a set".into(),
        sets => format!("with {}", counted(sets, "set")),
    };
    match sampled {
        Sampled::Classes { hands, .. } if hands.get() == Some(1_u32) => {
            format!("the only hand {kind}")
        }
        Sampled::Classes { hands, .. } => {
            format!("one of {hands} hands {kind}, each equally likely: drawn by classes")
        }
        Sampled::Rejection { deals, .. } => format!(
            "one of the hands {kind}, each equally likely: drawn by rejection, 1 of {} fits",
            counted(deals, "deal")
        ),
    }
}

/// How often each card comes in many deals: the histograms of the thesis' figures 3 to 6.
fn fairness(arguments: &Deal, deck: Deck, trials: u64, printer: &mut Printer) -> Result<Outcome> {
    let request = Fairness {
        deck,
        deals: trials.into(),
        seed: arguments.seed.map(Into::into),
        timeout: arguments.timeout,
        notation: arguments.look.notation,
    };
    let answer = ask(&request)?;
    let (format, columns) = (arguments.look.format, "card | start=at_start | drawn");
    printer.show::<Fairness>(format, &answer, columns, &answer.frequencies, |printer| {
        print_fairness(&answer, printer)
    })
}

fn print_fairness(answer: &CardFrequencies, printer: &mut Printer) -> Result<()> {
    let (deck, deals) = (answer.deck, counted(&answer.deals, "deal"));
    printer.paragraph(&format!("{deals} of {deck}, starting at --seed {}", answer.seed))?;
    let parts = [("first", deck.values() * deck.properties()), ("next", deck.values())];
    for (i, (which, cards)) in parts.into_iter().enumerate() {
        let times = answer.frequencies.iter().map(|card| [&card.at_start, &card.drawn][i]);
        let least_and_most = times.clone().min().zip(times.max());
        let (least, most) = least_and_most.expect("a deck has a card");
        let statistic = answer.chi_squared[i].map_or_else(
            || "there is no random choice".into(),
            |it| format!("chi-squared {it:.1}, {} degrees of freedom", answer.freedom),
        );
        let name = format!("the {which} {}", counted(cards, "card"));
        printer.paragraph(&format!("{name}: each card {least} to {most} times; {statistic}"))?;
    }
    printer.paragraph("--format csv lists the counts of each card")
}
