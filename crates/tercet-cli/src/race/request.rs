//! The arguments of `tercet race` as a request, and what is wrong with it in terms of the arguments.

use anyhow::{Error, Result, anyhow};
use tercet::solver::Question;
use tercet_lab::race::{Field, RaceError, Request};

use crate::cli::{Number, Numbers, Race};
use crate::input;

/// The request of these arguments.
pub(super) fn of(arguments: &Race) -> Result<Request> {
    let options = arguments.means.options();
    Ok(Request {
        field: field(arguments)?,
        boards: arguments.boards,
        seed: input::seed(arguments.seed)?,
        // An empty name stands for no method.
        methods: arguments
            .methods
            .as_ref()
            .map(|names| names.iter().filter(|name| !name.is_empty()).cloned().collect()),
        peers: arguments.peer.clone(),
        timeout: arguments.timeout,
        again: arguments.again,
        threads: arguments.threads,
        memory: options.search.memory,
        symmetry: options.symmetry,
        smt_solver: arguments.means.smt_solver.clone(),
    })
}

fn field(arguments: &Race) -> Result<Field> {
    let question = match () {
        () if arguments.all => Question::Enumerate,
        () if arguments.count => Question::Count,
        () => Question::Find,
    };
    if let Some(path) = &arguments.input {
        let (name, text) = input::file(path)?;
        // What is not text is refused where it is read as a board.
        let text = String::from_utf8_lossy(&text).into_owned();
        return Ok(Field::File { name, text, question });
    }
    if let Some(matching) = arguments.matching {
        return Ok(Field::Matchings {
            dimensions: matching.dimensions,
            elements: matching.elements,
            edges: matching.edges,
            solution: arguments.solution,
            question,
        });
    }
    let numbers = |numbers: &Option<Numbers>, usual| {
        numbers.as_ref().map_or(vec![usual], |numbers| numbers.0.clone())
    };
    let (values, properties) = (numbers(&arguments.values, 3), numbers(&arguments.properties, 4));
    Ok(match (&arguments.goal, &arguments.cards) {
        (Some(sets), _) => Field::Games { values, properties, sets: sets.0.clone() },
        (None, Some(Number::Cards(cards))) => {
            Field::Boards { values, properties, cards: Some(cards.0.clone()), question }
        }
        (None, Some(Number::Threshold) | None) => {
            Field::Boards { values, properties, cards: None, question }
        }
    })
}

/// An error in terms of the arguments.
pub(super) fn worded(error: &RaceError) -> Error {
    match error {
        RaceError::NoTime => anyhow!("--timeout 0s: it takes a time over 0"),
        RaceError::Deck { values, properties, error } => {
            anyhow!("-v {values} -p {properties}: {error}")
        }
        RaceError::Cards { cards, deck } => {
            anyhow!("-n {cards}: {deck} has {} cards: take fewer", deck.size())
        }
        RaceError::TooManyCards { .. } => anyhow!("{error}: take fewer with --boards or -n"),
        RaceError::Game(error) => anyhow!("--goal: {error}"),
        RaceError::Matching(_) | RaceError::TooLarge(_) => anyhow!("--matching: {error}"),
        RaceError::File { name, error } => input::at(name, error),
        RaceError::Missing { method, missing } => anyhow!("--methods {method}: it {missing}"),
        RaceError::Unable { method, decks } => {
            anyhow!("--methods {method}: it cannot be asked that (it is for {decks})")
        }
        RaceError::UnknownMethod(error) => anyhow!("--methods: {error}"),
        RaceError::Peer(error) => anyhow!("--peer: {error}"),
        RaceError::SameName(_) => anyhow!("{error}: give the file of one another name"),
        RaceError::NoContestants => anyhow!("{error}: name some with --methods or --peer"),
        RaceError::Contradiction(contradiction) => anyhow!("{contradiction}"),
    }
}
