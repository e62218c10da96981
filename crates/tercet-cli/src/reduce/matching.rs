//! `tercet reduce matching`: an instance of k-dimensional matching, solved end to end.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tercet::Board;
use tercet::notation::Notation;
use tercet::reduction::MatchingInstance;
use tercet::solver::{Question, Stop};

use super::at;
use crate::cli::{Form, Matching};
use crate::interrupt::Interrupt;
use crate::output::{DeckJson, Printer, board_file, counted, duration, texts};
use crate::progress::Progress;
use crate::search::Answered;
use crate::{Outcome, input};

pub(crate) fn run(arguments: &Matching, printer: &mut Printer) -> Result<Outcome> {
    let (name, text) = input::file(&arguments.file)?;
    let instance = MatchingInstance::parse(text).map_err(|error| at(&name, &error))?;
    let board = instance.board().with_context(|| name)?;
    if arguments.board {
        print_board(arguments.format, &instance, &board, printer)?;
        return Ok(Outcome::Yes);
    }
    let interrupt = Interrupt::listen()?;
    let solved = solve(arguments, &instance, &board, &interrupt)?;
    interrupt.end_work();
    match arguments.format {
        Form::Json => print_json(&instance, &board, &solved, printer)?,
        Form::Text => print_text(&instance, &board, &solved, printer)?,
    }
    Ok(match solved.matching {
        Ok(Some(_)) => Outcome::Yes,
        Ok(None) => Outcome::No,
        Err(_) => Outcome::Stopped,
    })
}

/// What came of the search.
struct Solved {
    answered: Answered,
    /// The edges of a perfect matching, if there is one.
    matching: Result<Option<Vec<usize>>, Stop>,
    time: Duration,
}

fn solve(
    arguments: &Matching,
    instance: &MatchingInstance,
    board: &Board,
    interrupt: &Interrupt,
) -> Result<Solved> {
    let asked = arguments.search.method(Question::Find, board.deck())?;
    let (options, limit) = (arguments.search.options(), arguments.search.limit(interrupt));
    let _progress = Progress::start(format!("find a perfect matching with {}", asked.name));
    let begin = Instant::now();
    let mut solver = asked.solver(board, &options)?;
    let answer = solver.find(&limit);
    let time = begin.elapsed();
    let matching = match answer {
        Ok(found) => Ok(found.map(|found| {
            let matching = instance.matching(&found.set(board));
            matching.expect("a set of the board is a perfect matching")
        })),
        Err(Stop::Failed(failure)) => bail!(failure),
        Err(stop) => Err(stop),
    };
    Ok(Solved { answered: Answered::by(asked, &*solver), matching, time })
}

/// The size of an instance and of its board.
fn size(instance: &MatchingInstance, board: &Board) -> String {
    format!(
        "{}, {} of {}: {} of {}",
        counted(instance.edges().len() as u128, "edge"),
        counted(instance.dimensions() as u128, "dimension"),
        counted(instance.elements() as u128, "element"),
        counted(board.len() as u128, "card"),
        board.deck(),
    )
}

fn print_text(
    instance: &MatchingInstance,
    board: &Board,
    solved: &Solved,
    printer: &mut Printer,
) -> Result<()> {
    printer.line(size(instance, board))?;
    let answer = match &solved.matching {
        Ok(Some(matching)) => {
            for &edge in matching {
                let elements = instance.edges()[edge].iter().map(usize::to_string);
                printer.line(elements.collect::<Vec<_>>().join(" "))?;
            }
            "a perfect matching".into()
        }
        Ok(None) => "no perfect matching".into(),
        Err(stop) => format!("stopped: {stop} before an answer"),
    };
    printer.line(format_args!("{answer} ({}, {})", solved.answered, duration(solved.time)))
}

#[derive(Serialize)]
struct MatchingJson<'a> {
    schema: &'static str,
    dimensions: usize,
    elements: usize,
    edges: usize,
    deck: DeckJson,
    cards: usize,
    #[serde(flatten)]
    answered: Answered,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    matching: Option<Vec<&'a [usize]>>,
    seconds: f64,
}

fn print_json(
    instance: &MatchingInstance,
    board: &Board,
    solved: &Solved,
    printer: &mut Printer,
) -> Result<()> {
    let edges = |matching: &Vec<usize>| {
        matching.iter().map(|&edge| &*instance.edges()[edge]).collect::<Vec<&[usize]>>()
    };
    printer.json(&MatchingJson {
        schema: "tercet.reduce-matching/1",
        dimensions: instance.dimensions(),
        elements: instance.elements(),
        edges: instance.edges().len(),
        deck: board.deck().into(),
        cards: board.len(),
        answered: solved.answered,
        answer: match solved.matching {
            Ok(Some(_)) => "found",
            Ok(None) => "none",
            Err(_) => "stopped",
        },
        reason: solved.matching.as_ref().err().map(Stop::to_string),
        matching: solved.matching.as_ref().ok().and_then(|found| found.as_ref().map(edges)),
        seconds: solved.time.as_secs_f64(),
    })
}

#[derive(Serialize)]
struct BoardJson {
    schema: &'static str,
    dimensions: usize,
    elements: usize,
    deck: DeckJson,
    cards: Vec<String>,
}

fn print_board(
    format: Form,
    instance: &MatchingInstance,
    board: &Board,
    printer: &mut Printer,
) -> Result<()> {
    let deck = board.deck();
    let cards = texts(deck, Notation::for_deck(deck), board.cards());
    match format {
        Form::Json => printer.json(&BoardJson {
            schema: "tercet.reduce-matching-board/1",
            dimensions: instance.dimensions(),
            elements: instance.elements(),
            deck: deck.into(),
            cards,
        }),
        Form::Text => {
            let size = size(instance, board);
            board_file(deck, &format!("{size}, the last one extra"), &cards, printer)
        }
    }
}
