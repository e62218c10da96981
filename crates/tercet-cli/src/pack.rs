//! `tercet pack`: the most disjoint sets of a board, and the ways to split it into sets.

use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::Serialize;
use tercet::Board;
use tercet::notation::{NamedBoard, Notation};
use tercet::packing::{Packed, greedy, most, partitions};
use tercet::solver::{Enumerate, Limit, Options, Stop, method};
use tercet_models::ip::packing as ip;

use crate::cli::{Format, Pack, Packer};
use crate::find::{SetsJson, print_board, print_sets};
use crate::interrupt::Interrupt;
use crate::output::{DeckJson, Printer, counted, duration, notation, notation_in_text};
use crate::progress::Progress;
use crate::{Outcome, input, say};

pub(crate) fn run(arguments: &Pack, printer: &mut Printer) -> Result<Outcome> {
    let NamedBoard { name, board } = input::board(&arguments.source)?;
    let notation = notation(arguments.look, board.deck())?;
    let memory = arguments.memory.unwrap_or(Options::default().memory);
    let interrupt = Interrupt::listen()?;
    let limit =
        arguments.timeout.map_or_else(Limit::none, Limit::timeout).or_flag(interrupt.flag());
    let auto = method("auto").expect("a method of the table");
    let mut lister = auto.enumerator(&board, &Options::default())?;
    let asked = Asked { board: &board, name: name.as_deref(), format: arguments.look.format };
    if arguments.partitions {
        let progress = Progress::start("count the splits into sets".into());
        let begin = Instant::now();
        let ways = partitions(&mut *lister, memory, &limit).map(|ways| ways.to_string());
        let time = begin.elapsed();
        drop(progress);
        interrupt.end_work();
        return asked.print_ways(&ways, time, printer);
    }
    let packer = arguments.method;
    let progress = Progress::start(format!("find the most disjoint sets with {}", packer.name()));
    let begin = Instant::now();
    let packed = pack(packer, &mut *lister, memory, &limit)?;
    let time = begin.elapsed();
    let compares = packer != Packer::Greedy && has_few_sets(&board);
    let first = compares.then(|| greedy(&mut *lister, memory, &limit).ok()).flatten();
    let first = first.map(|greedy| greedy.len());
    drop(progress);
    interrupt.end_work();
    let answer = Answer { packer, packed, greedy: first, time };
    match arguments.look.format {
        Format::Text => {
            let notation = notation_in_text(arguments.look, board.deck())?;
            asked.print_text(&answer, notation, printer)?;
        }
        Format::Json => asked.print_json(&answer, notation, printer)?,
        Format::Csv => asked.print_csv(&answer, notation, printer)?,
    }
    Ok(answer.outcome())
}

/// Whether a list of all sets is no burden, as far as their number can be foreseen: a whole deck can
/// be packed without one.
fn has_few_sets(board: &Board) -> bool {
    board.deck().expected_sets_f64(board.len() as u128).is_some_and(|sets| sets < 1e6)
}

/// Lets someone pack. The greedy way proves nothing, but that n/v sets are the most.
fn pack(
    packer: Packer,
    lister: &mut dyn Enumerate,
    memory: usize,
    limit: &Limit,
) -> Result<Packed> {
    let packed = match packer {
        Packer::Branch => Ok(most(lister, memory, limit)),
        Packer::Ip => ip::most(lister, memory, limit),
        #[cfg(feature = "highs")]
        Packer::IpHighs => ip::most_by_highs(lister, memory, limit),
        Packer::Greedy => {
            let plain = lister.board().len() / lister.board().deck().values();
            let (packing, stopped) = match greedy(lister, memory, limit) {
                Ok(packing) => (packing, None),
                Err(stop) => (tercet::packing::Packing::default(), Some(stop)),
            };
            let bound = if packing.is_empty() && stopped.is_none() { 0 } else { plain };
            Ok(Packed { packing, bound, stopped })
        }
    };
    match packed {
        Err(Stop::Failed(failure)) => bail!(failure),
        Err(stop) => bail!(stop),
        Ok(packed) => Ok(packed),
    }
}

/// The question.
struct Asked<'a> {
    board: &'a Board,
    name: Option<&'a str>,
    format: Format,
}

/// What came of it.
struct Answer {
    packer: Packer,
    packed: Packed,
    /// How many sets the greedy packing has.
    greedy: Option<usize>,
    time: Duration,
}

impl Answer {
    fn outcome(&self) -> Outcome {
        match (&self.packed.stopped, self.packed.packing.is_empty()) {
            (Some(_), _) => Outcome::Stopped,
            (None, true) => Outcome::No,
            (None, false) => Outcome::Yes,
        }
    }

    /// The answer in a sentence.
    fn summary(&self) -> String {
        let Self { packer, packed, greedy, time } = self;
        let answer = summary(packed);
        let greedy = match greedy {
            Some(sets) if packed.stopped.is_none() && *sets < packed.packing.len() => {
                format!("; in the order of the layout {sets}")
            }
            _ => String::new(),
        };
        format!("{answer}{greedy} ({}, {})", packer.name(), duration(*time))
    }
}

/// How many disjoint sets there are, in words.
pub(crate) fn summary(packed: &Packed) -> String {
    let Packed { packing, bound, stopped } = packed;
    let sets = counted(packing.len() as u128, "disjoint set");
    match stopped {
        Some(stop) => format!("stopped: {stop} with {sets}, and there are at most {bound}"),
        None if packing.is_empty() => "no set".into(),
        None if packed.is_proved() => format!("{sets}, and there are no more"),
        None => format!("{sets}, and there are at most {bound}"),
    }
}

impl Asked<'_> {
    fn print_text(&self, answer: &Answer, notation: Notation, printer: &mut Printer) -> Result<()> {
        print_board(self.board, self.name, notation, true, printer)?;
        print_sets(self.board, notation, answer.packed.packing.sets(), true, printer)?;
        printer.line(answer.summary())
    }

    fn print_json(&self, answer: &Answer, notation: Notation, printer: &mut Printer) -> Result<()> {
        let Packed { packing, bound, stopped } = &answer.packed;
        printer.json(&PackJson {
            schema: "tercet.pack/1",
            deck: self.board.deck().into(),
            board: self.name,
            cards: self.board.len(),
            method: answer.packer.name(),
            answer: match stopped {
                Some(_) => "stopped",
                None if packing.is_empty() => "none",
                None => "found",
            },
            reason: stopped.as_ref().map(Stop::to_string),
            sets: SetsJson { board: self.board, notation, sets: packing.sets() },
            count: packing.len(),
            bound: *bound,
            proved: answer.packed.is_proved(),
            greedy: answer.greedy,
            seconds: answer.time.as_secs_f64(),
        })
    }

    /// A set a row.
    fn print_csv(&self, answer: &Answer, notation: Notation, printer: &mut Printer) -> Result<()> {
        let deck = self.board.deck();
        printer.csv((1..=deck.values()).map(|i| format!("card_{i}")))?;
        for set in answer.packed.packing.sets() {
            printer.csv(crate::output::texts(deck, notation, &self.board.at(set)))?;
        }
        if answer.packed.stopped.is_some() {
            say(&summary(&answer.packed));
        }
        Ok(())
    }

    fn print_ways(
        &self,
        ways: &Result<String, Stop>,
        time: Duration,
        printer: &mut Printer,
    ) -> Result<Outcome> {
        let number = ways.as_ref().ok();
        match self.format {
            Format::Text => {
                let board = self.board;
                print_board(board, self.name, Notation::for_deck(board.deck()), false, printer)?;
                let time = duration(time);
                printer.line(match ways {
                    Ok(ways) if ways == "1" => format!("1 split into sets ({time})"),
                    Ok(ways) if ways == "0" => format!("no split into sets ({time})"),
                    Ok(ways) => format!("{ways} splits into sets ({time})"),
                    Err(stop) => format!("stopped: {stop} before all splits were counted ({time})"),
                })?;
            }
            Format::Json => printer.json(&WaysJson {
                schema: "tercet.pack-partitions/1",
                deck: self.board.deck().into(),
                board: self.name,
                cards: self.board.len(),
                answer: match number.map(String::as_str) {
                    Some("0") => "none",
                    Some(_) => "found",
                    None => "stopped",
                },
                reason: ways.as_ref().err().map(Stop::to_string),
                partitions: number.map(String::as_str),
                seconds: time.as_secs_f64(),
            })?,
            Format::Csv => {
                printer.csv(["partitions"])?;
                match ways {
                    Ok(ways) => printer.csv([ways])?,
                    Err(stop) => say(&format!("stopped: {stop}")),
                }
            }
        }
        Ok(match number.map(String::as_str) {
            None => Outcome::Stopped,
            Some("0") => Outcome::No,
            Some(_) => Outcome::Yes,
        })
    }
}

#[derive(Serialize)]
struct PackJson<'a> {
    schema: &'static str,
    deck: DeckJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    cards: usize,
    method: &'static str,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    sets: SetsJson<'a>,
    count: usize,
    /// No packing has more sets.
    bound: usize,
    proved: bool,
    /// How many sets the greedy packing has.
    #[serde(skip_serializing_if = "Option::is_none")]
    greedy: Option<usize>,
    seconds: f64,
}

#[derive(Serialize)]
struct WaysJson<'a> {
    schema: &'static str,
    deck: DeckJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    cards: usize,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// In decimal digits, however many.
    partitions: Option<&'a str>,
    seconds: f64,
}
