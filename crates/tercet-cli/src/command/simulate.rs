//! `tercet simulate`: many games and their statistics, as tables for people, as a table for programs, and as a
//! chart.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use tercet::game::{Policy, Refill};
use tercet_app::{GameCount, Layouts, SetsTaken, Simulate as Request, Simulated, Whole};
use tercet_plot::{self as plot, Axis, Chart, Point, Scale, Series};

use crate::choice::{file_of, named};
use crate::command::parts::{Estimating, InParts, Manner, Printed};
use crate::output::DIM;
use crate::prelude::*;
use crate::table::{TextTable, grouped};

/// Play many games and collect statistics.
///
/// A game starts with START cards. After a set is taken, --refill deals
///   up-to-start  as many cards as the layout lacks compared to the start
///   at-once      V cards, however many lie there
/// If there is no set, V more cards are dealt. The game ends when the deck is empty and no set is
/// left. The results depend only on the deck, the start, the refill, the pick, the seed and the
/// number of games. Threads, parts and resumed checkpoints do not change them.
///
/// --pick takes
///   uniform  a random set, all equally likely
///   first    the first set in layout order
///   thrifty  the set that leaves the most sets among all cards that are left, on the table and in
///            the deck, as described by M. Faulk in 'Revisiting "SET Probabilities Revisited"',
///            2022; for v = 3, p ≤ 5 and at most 128 cards at the start
///
/// Intervals are 95 % confidence intervals. Shares have Wilson intervals, and so have odds of
/// layouts with the same number of cards left in the deck, which are independent of each other.
/// Odds by size mix layouts of one game; their intervals are those of a ratio of two means over
/// games. The mean number of sets has the interval of the normal distribution.
///
/// The CSV is one table with one number per row, in 'value', and its interval from 'low' to 'high'.
/// The column 'table' tells what 'count' out of 'of' means:
///   left     games that ended with this number of cards; 'value' is their share
///   sets     sets in all games; 'value' is the mean per game
///   largest  games whose largest layout had this number of cards;
///            'value' is their share
///   sizes    layouts with this number of cards that held a set, before the deck
///            was empty; 'value' is the odds, to one
///   layouts  the same by the number of cards left in the deck
///   means    sets in these layouts; 'value' is the mean per layout
/// If every layout held a set, there are no odds.
///
/// A file written by --output or --checkpoint is one line of JSON. The parts of a run can be
/// played on different machines, with the same --seed, and added up by 'tercet merge'.
///
/// Examples:
/// `tercet simulate --games 100k --seed 7`
/// `tercet simulate --games 1G --seed 7 --checkpoint run.json`
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Simulate {
    #[command(flatten)]
    pub(crate) deck: DeckOptions,

    /// The number of cards dealt at the start [default: v·p, or the whole deck if it is smaller]
    #[arg(long, value_name = "N", value_parser = quantity::number::<usize>)]
    pub(crate) start: Option<usize>,

    /// How many cards are dealt after a set was taken
    #[arg(long, value_name = "REFILL", default_value = "up-to-start", value_parser = named([Refill::UpToStart, Refill::AtOnce]))]
    pub(crate) refill: Refill,

    /// Which set is taken
    #[arg(long, value_name = "PICK", default_value = "uniform", value_parser = named(Policy::ALL))]
    pub(crate) pick: Policy,

    /// The number of games, such as 250000, 250k, 20M or 1G [default: 1M for (3,4), else 10k]
    #[arg(short, long, value_name = "N", value_parser = quantity::at_least_one::<u64>)]
    pub(crate) games: Option<u64>,

    /// The random seed of the games [default: the seed of the checkpoint, else a new one]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Plot the odds of a set by the cards left in the deck to this .svg file
    #[arg(long, value_name = "FILE", value_parser = file_of(&["svg"]))]
    pub(crate) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) shared: InParts,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

impl Command for Simulate {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Self { shared, plot, .. } = self;
        shared.check_plot(plot.as_ref())?;
        shared.run(&self.request()?, self.timeout, self.format, printer, |answer| {
            shared.draw(plot.as_ref(), || chart(answer))
        })
    }

    fn estimate(&self) -> Result<Option<Estimating>> {
        self.shared.estimating(self.request()?, self.timeout, self.format)
    }
}

impl Simulate {
    fn request(&self) -> Result<Request> {
        Ok(Request {
            deck: input::deck(self.deck)?,
            start: self.start,
            refill: self.refill,
            pick: self.pick,
            games: self.games.map(Into::into),
            seed: self.seed.map(Into::into),
            ..Default::default()
        })
    }
}

impl Printed for Request {
    fn print(&self, answer: &Simulated, manner: Manner, printer: &mut Printer) -> Result<()> {
        match manner.look.format {
            Format::Text => {
                print_heading(answer, printer)?;
                printer.lines(manner.lines)?;
                print_tables(answer, printer)
            }
            Format::Json => printer.answer::<Self>(answer),
            Format::Csv => print_csv(answer, printer),
        }
    }
}

/// The most rows of a table.
const MOST_ROWS: usize = 25;

/// The text in place of odds if every layout held a set.
const NEVER_WITHOUT: &str = "all";

/// The most sizes of layouts whose odds by the cards left in the deck are side by side.
const MOST_SIZES: usize = 3;

/// Prints the number of games, the deck and the rules.
fn print_heading(answer: &Simulated, printer: &mut Printer) -> Result<()> {
    let (games, deck) = (grouped(&answer.played), answer.deck);
    let Simulated { start, refill, pick, seed, part, .. } = answer;
    writeln!(
        printer,
        "{games} games of {deck}: start {start}, refill {refill}, pick {pick}, seed {seed}"
    )?;
    if !part.is_whole() {
        writeln!(printer, "{part} of {} games", grouped(&answer.games))?;
    }
    Ok(())
}

/// A table of the heaviest rows.
fn table<T: Into<String>>(title: &str, headings: impl IntoIterator<Item = T>) -> TextTable {
    TextTable { most_rows: MOST_ROWS, ..TextTable::new(title, headings) }
}

/// The weight of a row: a long table shows its heaviest rows.
fn weight(number: &Whole) -> f64 {
    number.get::<u128>().unwrap_or(u128::MAX) as f64
}

/// Prints all tables.
fn print_tables(answer: &Simulated, printer: &mut Printer) -> Result<()> {
    if answer.played == Whole::default() {
        return Ok(());
    }

    games("cards left at the end", &answer.left, true).print(printer)?;
    let [value, low, high] = written(answer.sets_taken.per_game, answer.sets_taken.interval);
    let interval = if low.is_empty() { low } else { format!(", from {low} to {high}") };
    writeln!(printer, "sets per game: {value} on average{interval}")?;

    games("the largest layout of a game", &answer.largest, false).print(printer)?;
    let headings = ["cards", "with a set", "without", "odds", "from", "to"];
    let mut sizes = table(
        "odds of a set, to one, by the size of the layout, before the deck is empty",
        headings,
    );
    // Fewer cards than a set has cannot hold a set.
    for it in answer.sizes.iter().filter(|it| it.size >= answer.deck.values()) {
        let cells = [it.size.to_string(), grouped(&it.with), grouped(&it.without)];
        sizes.row(weight(&layouts(it)), cells.into_iter().chain(written(it.odds, it.interval)));
    }
    sizes.print(printer)?;
    let odds = |it: &Layouts| written(it.odds, it.interval);
    by_deck("odds of a set, to one, by the cards left in the deck", answer, odds).print(printer)?;
    let mean = |it: &Layouts| written(it.mean_sets, it.mean_interval);
    by_deck("the mean number of sets, by the cards left in the deck", answer, mean)
        .print(printer)?;
    printer.line("")?;
    writeln!(printer, "{DIM}from, to: the 95 % confidence interval{DIM:#}")?;
    if answer.layouts.iter().any(|layouts| layouts.odds.is_none()) {
        writeln!(printer, "{DIM}{NEVER_WITHOUT}: every layout held a set{DIM:#}")?;
    }
    Ok(())
}

/// How many games had each number of cards, and of sets if these are known.
fn games(title: &str, counts: &[GameCount], has_sets: bool) -> TextTable {
    let headings = ["cards", "sets", "games", "percent", "from", "to"].into_iter();
    let mut games = table(title, headings.filter(|heading| has_sets || *heading != "sets"));
    for GameCount { size, set_count, games: count, share, interval } in counts {
        let sets = set_count.map_or_else(String::new, |sets| sets.to_string());
        let cells = [size.to_string()].into_iter().chain(has_sets.then_some(sets));
        games.row(weight(count), cells.chain([grouped(count)]).chain(percent(*share, *interval)));
    }
    games
}

/// Numbers by the cards left in the deck, for the sizes of layouts that are met most often. Layouts smaller
/// than at the start are those of an empty deck.
fn by_deck(title: &str, answer: &Simulated, number: impl Fn(&Layouts) -> [String; 3]) -> TextTable {
    let mut sizes: Vec<&Layouts> =
        answer.sizes.iter().filter(|layouts| layouts.size >= answer.start).collect();
    sizes.sort_by_key(|it| Reverse(layouts(it)));
    let mut sizes: Vec<usize> = sizes.iter().take(MOST_SIZES).map(|it| it.size).collect();
    sizes.sort_unstable();
    let headings =
        sizes.iter().flat_map(|cards| [format!("{cards} cards"), "from".into(), "to".into()]);
    let mut by_deck = table(title, ["deck".into()].into_iter().chain(headings));
    let shown = answer.layouts.iter().filter(|it| sizes.contains(&it.size));
    let decks: BTreeSet<usize> = shown.filter_map(|it| it.deck_left).collect();
    for deck in decks.into_iter().rev() {
        let cells = sizes.iter().flat_map(|&size| {
            let mut layouts = answer.layouts.iter();
            let here = layouts.find(|it| it.size == size && it.deck_left == Some(deck));
            here.map(&number).unwrap_or_default()
        });
        by_deck.row(0.0, [deck.to_string()].into_iter().chain(cells));
    }
    TextTable { spare: &[9, 8, 7, 6, 5, 4], ..by_deck }
}

/// The number of layouts, with a set or without.
fn layouts(Layouts { with, without, .. }: &Layouts) -> Whole {
    Whole(&with.0 + &without.0)
}

fn percent(share: f64, interval: Option<[f64; 2]>) -> [String; 3] {
    let times = |share: f64| 100.0 * share;
    written(Some(times(share)), interval.map(|ends| ends.map(times)))
}

/// A value and both ends of its interval, rounded to the precision of the interval: half of it has
/// two significant digits.
fn written(value: Option<f64>, interval: Option<[f64; 2]>) -> [String; 3] {
    let Some(value) = value else {
        return [NEVER_WITHOUT.into(), String::new(), String::new()];
    };
    let precision = match interval {
        Some([low, high]) if high > low => (high - low) / 2.0,
        _ => value / 100.0,
    };
    let magnitude = if precision > 0.0 { precision.log10().floor() } else { 0.0 };
    let decimals = (1.0 - magnitude).clamp(0.0, 9.0) as usize;
    let text = |number: f64| format!("{number:.decimals$}");
    match interval {
        Some([low, high]) => [text(value), text(low), text(high)],
        None => [text(value), String::new(), String::new()],
    }
}

/// The columns: those that identify a value, then the value and its interval.
const COLUMNS: &str = "deck/values | deck/properties | start | refill | pick | seed | \
                       games=played | table=row/0 | cards=row/1 | deck=row/2 | count=row/3 | \
                       of=row/4 | value=row/5 | low=row/6/0 | high=row/6/1";

/// Prints a row for each value.
fn print_csv(answer: &Simulated, printer: &mut Printer) -> Result<()> {
    let played = &answer.played;
    let of_games = |table: &str, counts: &[GameCount]| -> Vec<Value> {
        let row =
            |it: &GameCount| json!([table, it.size, null, it.games, played, it.share, it.interval]);
        counts.iter().map(row).collect()
    };
    let of_layouts = |table: &str, counts: &[Layouts]| -> Vec<Value> {
        let row = |it: &Layouts| {
            json!([table, it.size, it.deck_left, it.with, layouts(it), it.odds, it.interval])
        };
        counts.iter().map(row).collect()
    };
    let means = answer.layouts.iter().map(|it| {
        let Layouts { size, deck_left, set_count, mean_sets, mean_interval, .. } = it;
        json!(["means", size, deck_left, set_count, layouts(it), mean_sets, mean_interval])
    });
    let SetsTaken { count, per_game, interval } = &answer.sets_taken;
    let rows = [
        of_games("left", &answer.left),
        vec![json!(["sets", null, null, count, played, per_game, interval])],
        of_games("largest", &answer.largest),
        of_layouts("sizes", &answer.sizes),
        of_layouts("layouts", &answer.layouts),
        means.collect(),
    ];
    let Simulated { deck, start, refill, pick, seed, .. } = answer;
    let whole = |row| {
        json!({
            "deck": deck, "start": start, "refill": refill, "pick": pick, "seed": seed,
            "played": played, "row": row,
        })
    };
    printer.table(COLUMNS, rows.into_iter().flatten().map(whole))
}

/// The odds of a set by the cards left in the deck, a line for each size of layouts before the deck
/// is empty.
fn chart(answer: &Simulated) -> Chart {
    let mut lines: BTreeMap<usize, Vec<Point>> = BTreeMap::new();
    for layouts in answer.layouts.iter().rev() {
        // If every layout held a set, the odds are only known to be high.
        let (Some(deck @ 1..), Some(odds)) = (layouts.deck_left, layouts.odds) else { continue };
        let spread = layouts.interval.map(|[low, high]| (low, high));
        let point = Point { spread, ..Point::at(deck as f64, odds) };
        lines.entry(layouts.size).or_default().push(point);
    }
    let series = lines
        .into_iter()
        .map(|(cards, points)| Series::new(format!("{cards} cards"), plot::Style::Line, points));
    let (games, deck) = (grouped(&answer.played), answer.deck);
    Chart {
        title: format!("Odds of a set in {games} games of {deck}"),
        x: Axis::new("cards left in the deck", Scale::Linear),
        y: Axis::new("odds of a set, to one (spread: the 95 % interval)", Scale::Logarithmic),
        series: series.collect(),
    }
}
