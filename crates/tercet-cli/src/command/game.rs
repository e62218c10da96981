//! `tercet game`: a whole game that a method plays.

use std::io::IsTerminal;
use std::time::{Duration, Instant};
use std::{io, thread};

use tercet::Card;
use tercet::game::{Event, Pick, Refill, Variant};
use tercet::solver::Limit;
use tercet_app::{Answered, GameEnd, GameStep, Played, RuleBook, Streamed, TakenSet};

use crate::arguments::SearchOptions;
use crate::choice::{described, named};
use crate::new_file::Log;
use crate::output::{WIDTH, notation_shown, remembered, say_failures, say_stopped};
use crate::picture;
use crate::picture::columns;
use crate::prelude::*;
use crate::progress::{Progress, bar};
use crate::work::{Interrupt, Written};

/// Have a method play a whole game.
///
/// In every game cards are dealt and sets are taken from the board. If there is no set, v more
/// cards are dealt. A game ends after --goal sets, or when the deck is empty and no set is left.
///
/// The rules:
///   classic  --refill up-to-start --pick uniform, as in the game sold in shops
///   thesis   --refill at-once --pick found, as in Takeshita's thesis
///
/// After a set is taken, --refill deals
///   at-once      v cards
///   delayed      no cards while the board holds a set
///   owed         the same, but then v cards for each set taken since a deal
///   up-to-start  as many cards as the board lacks compared to the start
///
/// --pick takes
///   found    the set that the method finds
///   first    the first set in layout order
///   uniform  a random set, all equally likely
/// With first and uniform, every method plays the same game.
///
/// --variant
///   chain    each set after the first holds exactly one card of the last set, which stays on the board;
///            "no set" means: no such set
///   shuffle  the board is shuffled after each set
///   memory   the cards lie face down: only 'tercet play' has it
///
/// Exit status: 0 the game was played, 1 it ended before --goal was reached, 2 invalid input or
/// failure, 3 stopped by a limit.
///
/// Examples:
/// `tercet game --watch`
/// `tercet game -v 10 -p 4 --goal 5 --seed 1`
/// `tercet game --deck order.txt --pick first -o game.jsonl`
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct PlayGame {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// Deal the cards of this file in its order, which may be a part of the deck; '-' is standard input
    /// [default: the whole deck, shuffled by the seed]
    #[arg(long = "deck", value_name = "FILE")]
    pub(crate) order: Option<PathBuf>,

    /// The rules; --start, --refill and --pick override them
    /// [default: classic for (3,4), else thesis]
    #[arg(long, value_name = "RULES", value_parser = described([
        (RuleBook::Classic, "The game as sold in shops"),
        (RuleBook::Thesis, "The game of Takeshita's thesis"),
    ]))]
    pub(crate) rules: Option<RuleBook>,

    /// The number of cards dealt at the start [default: v·p, or the whole deck if it is smaller]
    #[arg(long, value_name = "N", value_parser = quantity::number::<usize>)]
    pub(crate) start: Option<usize>,

    /// When cards are dealt after a set was taken
    #[arg(long, value_name = "REFILL", value_parser = named(Refill::ALL))]
    pub(crate) refill: Option<Refill>,

    /// Which set of the board is taken
    #[arg(long, value_name = "PICK", value_parser = named(Pick::ALL))]
    pub(crate) pick: Option<Pick>,

    /// Stop after this number of sets [default: play to the end of the deck]
    #[arg(long, value_name = "N", value_parser = quantity::number::<u64>)]
    pub(crate) goal: Option<u64>,

    /// The variant of the game [default: standard]
    #[arg(long, value_name = "VARIANT", value_parser = named([Variant::Standard, Variant::Chain, Variant::Shuffle]))]
    pub(crate) variant: Option<Variant>,

    /// The random seed of the deals [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    #[command(flatten)]
    pub(crate) search: SearchOptions,

    /// Show every step as it is played
    #[arg(long)]
    pub(crate) watch: bool,

    /// How long to show each step [default: 1s on a terminal, else 0]
    #[arg(long, value_name = "TIME", requires = "watch", value_parser = quantity::time)]
    pub(crate) pause: Option<Seconds>,

    /// Write the record of the game to this file, for 'tercet verify'; '-' prints the record instead
    /// of the report
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) overwrite: Overwrite,

    /// Write a proof for each board without a set into this folder, for 'tercet verify'
    #[arg(long, value_name = "FOLDER", requires = "output")]
    pub(crate) proof: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for PlayGame {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let look = self.look;
        let (deck, order) = match &self.order {
            None => (input::deck(self.deck)?, Vec::new()),
            Some(path) => {
                let source = Source { deck: self.deck, ..Source::file(path, None) };
                let board = input::board(&source, look.notation, self.search.timeout)?.board;
                (board.deck(), board.deck().texts(board.cards()))
            }
        };
        let notation = notation_shown(look, deck)?;
        if self.watch && look.format != Format::Text {
            bail!("--watch needs text output: leave out --format or --watch");
        }
        let to_standard = self.output.as_deref() == Some(Path::new("-"));
        if to_standard && (self.watch || look.format != Format::Text) {
            bail!("--output - prints the record: leave out --watch and --format, or name a file");
        }
        let request = tercet_app::Game {
            deck,
            rules: self.rules,
            start: self.start,
            refill: self.refill,
            pick: self.pick,
            goal: self.goal.map(Into::into),
            variant: self.variant.unwrap_or_default(),
            order,
            seed: self.seed.map(Into::into),
            search: self.search.request(),
            // Text is written from the cards.
            notation: Some(notation).filter(|_| look.format != Format::Text),
            proofs: self.proof.clone(),
        };
        let interrupt = Interrupt::listen()?;
        let usual = Duration::from_secs(u64::from(io::stdout().is_terminal()));
        let pause = self.pause.map_or(usual, |Seconds(pause)| pause);
        let progress = (!self.watch).then(|| Progress::start(String::new()));
        let (mut written, mut before) = (Written::new(), None);
        let path = self.output.as_deref().filter(|_| !to_standard);
        let mut log = path.map(|path| Log::new(path, self.overwrite));
        let answer = request.ask_into(
            &interrupt.session(),
            &mut |GameStep { game, event, record, limit }| {
                // Only --watch shows the board before an event.
                let board = if self.watch { game.board().cards().to_vec() } else { Vec::new() };
                let before = before.replace(board);
                let recorded = match &mut log {
                    Some(log) => log.write(&record()),
                    None if to_standard => printer.bytes(record().as_bytes()),
                    None => Ok(()),
                };
                written.goes_on(recorded.and_then(|()| {
                    match (before, event) {
                        (None, _) if look.format == Format::Text && !to_standard => {
                            printer.line(heading(game))?;
                        }
                        (Some(before), Some(event)) if self.watch => {
                            show(event, &before, game, notation, printer)?;
                            if !game.is_over() && matches!(event, Event::Take(_) | Event::NoSet) {
                                wait(pause, limit);
                            }
                        }
                        _ => progress.iter().for_each(|progress| progress.say(|| state(game))),
                    }
                    Ok(true)
                }))
            },
        );
        drop(progress);
        interrupt.end_work();
        written.end()?;
        let answer = answer?;
        say_failures(&answer.method);
        match look.format {
            Format::Text if to_standard => say_stopped(answer.reason.as_ref()),
            Format::Text if self.watch => printer.line(summary(&answer))?,
            Format::Text => print_text(&answer, notation, printer)?,
            Format::Json => printer.answer::<tercet_app::Game>(&answer)?,
            Format::Csv => {
                let cards = columns(deck, "1/cards/");
                let columns = format!("set=0 | board=1/size | deck=1/deck_left | {cards}");
                printer.table(&columns, (1..).zip(&answer.taken))?;
                say_stopped(answer.reason.as_ref());
            }
        }
        Ok(answer.status())
    }
}

/// The rules and the seed, each in a line.
fn heading(game: &tercet::Game) -> String {
    let (deck, rules) = (game.board().deck(), game.rules());
    let v = deck.values();
    let start = counted(rules.start, "card");
    let refill = match rules.refill {
        Refill::AtOnce if rules.variant == Variant::Chain => {
            "as many as it took after each set".into()
        }
        Refill::AtOnce => format!("{v} more after each set"),
        Refill::Delayed => "none while the board holds a set".into(),
        Refill::Owed => format!("{v} for each set taken, once the board holds none"),
        Refill::UpToStart => format!("refilled to {} after each set", rules.start),
    };
    let pick = match rules.pick {
        Pick::Found => "the set that the method finds is taken",
        Pick::First => "the first set in layout order is taken",
        Pick::Uniform => "each set is taken with the same probability",
    };
    let goal = rules.sets.map_or("the end of the deck".into(), |sets| counted(sets, "set"));
    let variant = match rules.variant {
        // No method plays with cards that lie face down.
        Variant::Standard | Variant::Memory => "",
        Variant::Chain => "\neach further set holds one card of the last (--variant chain)",
        Variant::Shuffle => "\nthe board is shuffled after each set (--variant shuffle)",
    };
    let order = if game.dealer().order().is_empty() { "" } else { "in the given order, " };
    format!(
        "a game of {deck} to {goal}, dealt {order}with --seed {}\n\
         {start} at the start, {refill} (--refill {})\n{pick} (--pick {}){variant}",
        game.dealer().seed(),
        rules.refill,
        rules.pick,
    )
}

/// The progress of the game, with a bar.
fn state(game: &tercet::Game) -> String {
    let (filled, sets) = match game.rules().sets {
        Some(goal) => (game.sets() as f64 / goal as f64, format!("{} of {goal} sets", game.sets())),
        None => (game.dealer().share_dealt(), counted(game.sets(), "set")),
    };
    let board = counted(game.board().len(), "card");
    format!("{} {sets}, {board} on the board", bar(filled))
}

/// Draws an event, which came to a board of these cards.
fn show(
    event: &Event,
    before: &[Card],
    game: &tercet::Game,
    notation: Notation,
    printer: &mut Printer,
) -> Result<()> {
    let deck = game.board().deck();
    let numbered: Vec<(usize, Card)> = (1..).zip(before.iter().copied()).collect();
    let drawn = |marked: &[Card]| {
        picture::marked(CardWriter::new(deck, notation), &numbered, marked)
            .trim_end_matches('\n')
            .to_owned()
    };
    match event {
        Event::Deal(_, cards) => {
            let (dealt, left) = (counted(cards.len(), "card"), game.dealer().left());
            writeln!(printer, "\ndealt {dealt}, {left} left in the deck")?;
        }
        Event::Take(set) => {
            let line = picture::line(CardWriter::new(deck, notation), set.cards());
            writeln!(printer, "{}\nset {}: {line}", drawn(set.cards()), game.sets())?;
        }
        Event::NoSet => writeln!(printer, "{}\nno set", drawn(&[]))?,
        Event::Shuffle(..) => printer.line("the board is shuffled")?,
        Event::Turn(..) | Event::End(_) => printer.line("")?,
    }
    printer.finish()
}

/// Waits, but not longer than the game may take.
fn wait(pause: Duration, limit: &Limit) {
    const NAP: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    while limit.check().is_ok()
        && let Some(left) = pause.checked_sub(begin.elapsed()).filter(|left| !left.is_zero())
    {
        thread::sleep(left.min(NAP));
    }
}

/// More sets than this are not listed for people.
const MOST_LISTED: usize = 100;

/// The sets that were taken, and how the game ended.
fn print_text(answer: &Played, notation: Notation, printer: &mut Printer) -> Result<()> {
    let deck = answer.deck;
    let column = |title: &str, widest: usize| title.len().max(widest);
    let taken = &answer.taken;
    let set = column("set", taken.len().to_string().len());
    let board = column("board", answer.largest_board.to_string().len());
    let left = column("deck", taken.first().map_or(0, |taken| taken.deck_left.to_string().len()));
    writeln!(printer, "\n{:>set$}  {:>board$}  {:>left$}  cards", "set", "board", "deck")?;
    let indent = set + board + left + 6;
    for (i, TakenSet { cards, size, deck_left }) in taken.iter().enumerate().take(MOST_LISTED) {
        let deck_left = deck_left.to_string();
        let cards = cards.iter().map(|card| deck.card(card));
        let cards: Vec<Card> = cards.collect::<Result<_, _>>()?;
        let numbers = format!("{:>set$}  {size:>board$}  {deck_left:>left$}  ", i + 1);
        let card = notation.write(deck, cards[0]).chars().count() + 2;
        let rows = cards.chunks((WIDTH.saturating_sub(indent) / card).max(1));
        for (row, cards) in rows.enumerate() {
            let before = if row == 0 { numbers.clone() } else { " ".repeat(indent) };
            let cards = picture::line(CardWriter::new(deck, notation), cards);
            writeln!(printer, "{before}{cards}")?;
        }
    }
    if let Some(more) = taken.len().checked_sub(MOST_LISTED + 1) {
        writeln!(printer, "{:>set$}  and {} more: --format csv lists all", "…", more + 1)?;
    }
    printer.line("")?;
    printer.line(summary(answer))
}

/// The game in two sentences.
fn summary(answer: &Played) -> String {
    let sets = counted(&answer.count, "set");
    let left = counted(answer.size, "card");
    let end = match (answer.answer, &answer.reason, &answer.rules.goal) {
        (_, Some(reason), _) => format!("stopped: {} after {sets}", reason.message),
        (GameEnd::Deck, None, Some(goal)) => {
            format!("{sets} of {goal}: the deck is empty, {left} left")
        }
        (GameEnd::Deck, None, None) => format!("{sets}, {left} left over, with no set"),
        (GameEnd::Goal | GameEnd::Stopped, None, _) => sets,
    };
    let fruitless = match answer.boards_without_set {
        // It is not known whether the last board of a game that was stopped holds a set.
        0 if answer.reason.is_some() => None,
        0 => Some("every board held a set".into()),
        boards => Some(format!("{} without a set", counted(boards, "board"))),
    };
    let largest = Some(answer.largest_board).filter(|&cards| cards > 0);
    let largest = largest.map(|cards| format!("at most {} on the board", counted(cards, "card")));
    let boards = fruitless.into_iter().chain(largest).collect::<Vec<_>>().join("; ");
    let held = answer.remembered.as_ref().map(|it| format!("at most {}", remembered(it)));
    let lines = [timed(end, &answer.method, answer.seconds.0), boards, held.unwrap_or_default()];
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}
