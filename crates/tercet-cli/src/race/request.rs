//! The arguments of `tercet race` as a request, and the flags that its fields come from.

use anyhow::Result;
use tercet::solver::Question;
use tercet_app::{Code, Error, Name, Race as Request};
use tercet_lab::race::Field;

use crate::cli::{Number, Numbers, Race};
use crate::input;
use crate::program;
use crate::remedy::{at_place, naming};

/// The request of these arguments.
pub(super) fn of(arguments: &Race) -> Result<Request> {
    let means = &arguments.means;
    Ok(Request {
        field: field(arguments)?,
        boards: arguments.boards,
        seed: Some(input::seed(arguments.seed)?.into()),
        // An empty name stands for no method.
        methods: arguments
            .methods
            .as_ref()
            .map(|names| names.iter().filter(|name| !name.is_empty()).cloned().collect()),
        peers: arguments.peer.clone(),
        timeout: arguments.timeout.into(),
        again: arguments.again.into(),
        threads: arguments.threads,
        memory: means.memory,
        symmetry: Name(means.symmetry),
        smt_solver: means.smt_solver.clone(),
        tercet: program().ok(),
    })
}

fn field(arguments: &Race) -> Result<Field> {
    let question = match () {
        () if arguments.all => Question::Enumerate,
        () if arguments.count => Question::Count,
        () => Question::Find,
    };
    if let Some(path) = &arguments.input {
        let (name, text) = input::file(path, None)?;
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
        (Some(goals), _) => Field::Games { values, properties, goals: goals.0.clone() },
        (None, Some(Number::Cards(sizes))) => {
            Field::Boards { values, properties, sizes: Some(sizes.0.clone()), question }
        }
        (None, Some(Number::Threshold) | None) => {
            Field::Boards { values, properties, sizes: None, question }
        }
    })
}

/// An error in terms of the arguments.
pub(super) fn worded(error: Error, arguments: &Race) -> anyhow::Error {
    let error = match &arguments.input {
        Some(path) if error.place.is_some() => at_place(error.into(), &path.display().to_string()),
        _ => error.into(),
    };
    naming(error, |field, error| {
        Some(match field {
            "timeout" => "--timeout".into(),
            "sizes" => format!("-n {}", error.text.as_ref()?),
            "boards" => "--boards".into(),
            "goals" => "--goal".into(),
            "field" if arguments.matching.is_some() => "--matching".into(),
            "peers" if error.code == Code::File => "--peer".into(),
            _ => return None,
        })
    })
}
