//! The arguments of `tercet race` as a request, and the flags that its fields come from.

use tercet::solver::Question;
use tercet_app::{Error, Race as Request};
use tercet_lab::race::Field;

use super::arguments::Race;
use crate::input;
use crate::prelude::*;
use crate::remedy::at_place;
use crate::work::program;

/// The rounds of a race that is saved.
const ROUNDS: NonZeroUsize = NonZeroUsize::new(20).expect("20 is not 0");

/// The request of these arguments.
pub(super) fn of(arguments: &Race) -> Result<Request> {
    let usual = Request::default();
    let means = &arguments.means;
    // A part is written for another purpose.
    let is_kept = arguments.output.is_some() && arguments.parts.part.is_none();
    let seed = match arguments.seed {
        seed if arguments.parts.are_asked() => seed,
        seed => Some(input::seed(seed)?),
    };
    // An empty name stands for no method.
    let named =
        |names: &Vec<String>| names.iter().filter(|name| !name.is_empty()).cloned().collect();
    Ok(Request {
        field: field(arguments)?,
        boards: arguments.boards.unwrap_or(usual.boards),
        seed: seed.map(Into::into),
        methods: arguments.methods.as_ref().map(named),
        peers: arguments.peer.clone(),
        rounds: arguments.rounds.unwrap_or(if is_kept { ROUNDS } else { usual.rounds }),
        timeout: arguments.timeout.unwrap_or(usual.timeout),
        again: arguments.again.unwrap_or(usual.again),
        threads: arguments.threads,
        memory: means.memory,
        symmetry: means.symmetry,
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
        // A file that is not text is refused when it is parsed as a board.
        let text = String::from_utf8_lossy(&text).into_owned();
        return Ok(Field::File { name, text, question });
    }
    if let Some((dimensions, elements, edge_count)) = arguments.matching {
        let solution = arguments.solution;
        return Ok(Field::Matchings { dimensions, elements, edge_count, solution, question });
    }
    let values = arguments.values.clone().unwrap_or(vec![3]);
    let properties = arguments.properties.clone().unwrap_or(vec![4]);
    if let Some(goals) = arguments.goal.clone() {
        return Ok(Field::Games { values, properties, goals, refill: arguments.refill });
    }
    let sizes = arguments.cards.clone().flatten();
    Ok(Field::Boards { values, properties, sizes, question })
}

/// An error with its place in the file of boards.
pub(super) fn worded(error: Error, arguments: &Race) -> anyhow::Error {
    match &arguments.input {
        Some(path) if error.place.is_some() => at_place(error.into(), &path.display().to_string()),
        _ => error.into(),
    }
}
