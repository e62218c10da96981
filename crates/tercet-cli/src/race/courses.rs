//! What the arguments let contestants race on.

use anyhow::{Context, Result, bail};
use tercet::Deck;
use tercet::notation::{Shape, parse_boards};
use tercet::reduction::generate;
use tercet::solver::Question;
use tercet_lab::race::{Course, Task, seeds};

use crate::cli::{Number, Race};
use crate::input;
use crate::output::counted;

/// The most cards of all boards of one size.
const MOST_CARDS: usize = 10_000_000;

/// The courses, and what their places on an axis mean.
pub(super) fn courses(arguments: &Race, seed: u64) -> Result<(Vec<Course>, String)> {
    let question = match () {
        () if arguments.all => Question::Enumerate,
        () if arguments.count => Question::Count,
        () => Question::Find,
    };
    if let Some(path) = &arguments.input {
        let (name, text) = input::file(path)?;
        let shape = Shape { values: None, properties: None };
        let boards = parse_boards(&text, shape).map_err(|error| input::at(&name, &error))?;
        let course = |(i, board): (usize, tercet::notation::NamedBoard)| {
            let label = board.name.unwrap_or_else(|| name.clone());
            let cards = counted(board.board.len() as u128, "card");
            Course {
                label: format!("{label}: {}, {cards}", board.board.deck()),
                x: (i + 1) as f64,
                tasks: vec![Task::Board { board: board.board, question }],
                is_family: false,
            }
        };
        let courses = boards.into_iter().enumerate().map(course).collect();
        return Ok((courses, "board".into()));
    }
    if let Some(matchings) = arguments.matching {
        let (dimensions, elements) = (matchings.dimensions, matchings.elements);
        let instance = |seed| {
            let instance =
                generate::matching(dimensions, elements, matchings.edges, arguments.solution, seed);
            let board = instance.context("--matching")?.board().context("--matching")?;
            Ok(Task::Board { board, question })
        };
        let tasks = seeds(seed).take(arguments.boards.get()).map(instance);
        let tasks: Vec<Task> = tasks.collect::<Result<_>>()?;
        let edges = counted(tasks[0].cards() as u128 - 1, "edge");
        let label = format!("matchings of {dimensions} times {elements} elements, {edges}");
        return Ok((
            vec![Course { label, x: elements as f64, tasks, is_family: true }],
            "elements".into(),
        ));
    }
    families(arguments, question, seed)
}

/// Random boards, or games, of every size that the arguments name.
fn families(arguments: &Race, question: Question, seed: u64) -> Result<(Vec<Course>, String)> {
    let values = arguments.values.as_ref().map_or(vec![3], |numbers| numbers.0.clone());
    let properties = arguments.properties.as_ref().map_or(vec![4], |numbers| numbers.0.clone());
    let boards = arguments.boards.get();
    // What varies is the axis; where more than one does, the first.
    let sizes = match (&arguments.sets, &arguments.cards) {
        (Some(sets), _) => sets.0.clone(),
        (None, Some(Number::Cards(cards))) => cards.0.clone(),
        (None, Some(Number::Threshold) | None) => vec![0],
    };
    let axis = match () {
        () if values.len() > 1 => "values v",
        () if properties.len() > 1 => "properties p",
        () if sizes.len() > 1 && arguments.sets.is_some() => "sets to find",
        () if sizes.len() > 1 => "cards n",
        () => "values v",
    };
    let mut courses = Vec::new();
    for &v in &values {
        for &p in &properties {
            let deck = Deck::new(v, p).with_context(|| format!("-v {v} -p {p}"))?;
            for &size in &sizes {
                let place = match axis {
                    "values v" => v,
                    "properties p" => p,
                    _ => size,
                };
                let x = place as f64;
                if arguments.sets.is_some() {
                    let games = Course::games(deck, size as u64, boards, seed, x);
                    courses.push(games.with_context(|| format!("--sets {size}"))?);
                    continue;
                }
                let cards = match &arguments.cards {
                    Some(Number::Cards(_)) => size,
                    Some(Number::Threshold) | None => {
                        usize::try_from(deck.threshold()).unwrap_or(usize::MAX)
                    }
                };
                if deck.size() < cards.into() {
                    bail!("-n {cards}: {deck} has {} cards: take fewer", deck.size());
                }
                if cards.saturating_mul(boards) > MOST_CARDS {
                    bail!(
                        "{boards} boards of {cards} cards are too much for a race: take fewer with \
                         --boards or -n"
                    );
                }
                courses.push(Course::boards(deck, cards, question, boards, seed, x));
            }
        }
    }
    Ok((courses, axis.into()))
}
