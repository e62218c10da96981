//! The arguments of `tercet race` as a request, and the flags that its fields come from.

use std::fs;
use std::fs::File;
use std::io::Read as _;

use serde_json::Value;
use tercet::solver::Question;
use tercet_app::Race as Request;
use tercet_lab::race::Field;
use tercet_models::Symmetry;

use super::arguments::{Number, Numbers, Race};
use crate::command::prelude::*;
use crate::input::unread;

/// The rounds of a race that is saved or compared.
const ROUNDS: NonZeroUsize = NonZeroUsize::new(20).expect("20 is not 0");

/// The request of these arguments. Options that are not given are those of the saved race, if there
/// is one; options that are given must equal them.
pub(super) fn of(arguments: &Race, baseline: Option<&Baseline>) -> Result<Request> {
    let saved = match baseline {
        Some(Baseline::Saved(saved)) => Some(&saved.request),
        _ => None,
    };
    let usual = saved.cloned().unwrap_or_default();
    let means = &arguments.means;
    // A part is written for another purpose.
    let is_kept = arguments.output.is_some() && arguments.parts.part.is_none();
    let is_kept = is_kept || arguments.compare.is_some();
    let rounds = if is_kept && saved.is_none() { ROUNDS } else { usual.rounds };
    let seed = match (arguments.seed, usual.seed) {
        (None, Some(seed)) => Some(seed),
        (seed, _) if arguments.parts.are_asked() => seed.map(Into::into),
        (seed, _) => Some(input::seed(seed)?.into()),
    };
    // An empty name stands for no method.
    let named =
        |names: &Vec<String>| names.iter().filter(|name| !name.is_empty()).cloned().collect();
    let has_field = saved.is_none() || names_boards(arguments);
    let request = Request {
        field: if has_field { field(arguments)? } else { usual.field },
        boards: arguments.boards.unwrap_or(usual.boards),
        seed,
        methods: arguments.methods.as_ref().map(named).or(usual.methods),
        peers: if arguments.peer.is_empty() { usual.peers } else { arguments.peer.clone() },
        rounds: arguments.rounds.unwrap_or(rounds),
        old: match baseline {
            Some(Baseline::Program(program)) => Some(program.clone()),
            _ => None,
        },
        timeout: arguments.timeout.unwrap_or(usual.timeout),
        again: arguments.again.unwrap_or(usual.again),
        threads: arguments.threads.or(usual.threads),
        memory: means.memory.or(usual.memory),
        symmetry: if means.symmetry == Symmetry::default() {
            usual.symmetry
        } else {
            means.symmetry
        },
        smt_solver: means.smt_solver.clone().or(usual.smt_solver),
        tercet: program().ok(),
    };
    if let Some(flag) = saved.and_then(|saved| first_difference(&request, saved)) {
        bail!("{flag}: the saved race has another value: leave it out, or save a race with it");
    }
    Ok(request)
}

/// Whether an argument determines the boards.
fn names_boards(arguments: &Race) -> bool {
    let Race { values, properties, cards, goal, input, matching, all, count, .. } = arguments;
    values.is_some()
        || properties.is_some()
        || cards.is_some()
        || goal.is_some()
        || input.is_some()
        || matching.is_some()
        || *all
        || *count
}

/// The first flag by which two requests differ.
fn first_difference(one: &Request, other: &Request) -> Option<&'static str> {
    let differs = [
        ("the boards and the question", one.field != other.field),
        ("--boards", one.boards != other.boards),
        ("--seed", one.seed != other.seed),
        ("--methods", one.methods != other.methods),
        ("--peer", one.peers != other.peers),
        ("--rounds", one.rounds != other.rounds),
        ("--timeout", one.timeout != other.timeout),
        ("--again", one.again != other.again),
        ("--threads", one.threads != other.threads),
        ("--memory", one.memory != other.memory),
        ("--symmetry", one.symmetry != other.symmetry),
        ("--smt-solver", one.smt_solver != other.smt_solver),
    ];
    differs.into_iter().find_map(|(flag, differs)| differs.then_some(flag))
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
    if let Some(matching) = arguments.matching {
        return Ok(Field::Matchings {
            dimensions: matching.dimensions,
            elements: matching.elements,
            edge_count: matching.edges,
            solution: arguments.solution,
            question,
        });
    }
    let numbers = |numbers: &Option<Numbers>, usual| {
        numbers.as_ref().map_or(vec![usual], |numbers| numbers.0.clone())
    };
    let (values, properties) = (numbers(&arguments.values, 3), numbers(&arguments.properties, 4));
    Ok(match (&arguments.goal, &arguments.cards) {
        (Some(goals), _) => {
            let (goals, refill) = (goals.0.clone(), arguments.refill);
            Field::Games { values, properties, goals, refill }
        }
        (None, Some(Number::Cards(sizes))) => {
            Field::Boards { values, properties, sizes: Some(sizes.0.clone()), question }
        }
        (None, Some(Number::Threshold) | None) => {
            Field::Boards { values, properties, sizes: None, question }
        }
    })
}

/// An error with its place in the file of boards.
pub(super) fn worded(error: Error, arguments: &Race) -> anyhow::Error {
    match &arguments.input {
        Some(path) if error.place.is_some() => at_place(error.into(), &path.display().to_string()),
        _ => error.into(),
    }
}

/// An older version.
pub(super) enum Baseline {
    /// The answer of a race.
    Saved(Box<Raced>),
    /// The program.
    Program(PathBuf),
}

impl Baseline {
    /// Reads a file: one that begins with a brace is a saved race.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let mut first = [0];
        let read = File::open(path).and_then(|mut file| file.read(&mut first));
        let length = read.map_err(|error| unread(&name, error))?;
        if length == 0 || first != *b"{" {
            if !is_program(path) {
                bail!("{name}: this is neither a file of --output nor a program");
            }
            return Ok(Self::Program(path.to_owned()));
        }
        let text = fs::read(path).map_err(|error| unread(&name, error))?;
        let no_race = || format!("{name}: this is not a race that --output wrote");
        let value: Value = serde_json::from_slice(&text).with_context(no_race)?;
        let schema = value["schema"].as_str().unwrap_or_default();
        if ![Request::SCHEMA, RaceCompare::SCHEMA].contains(&schema) {
            bail!("{}: its schema is '{schema}', not {}", no_race(), Request::SCHEMA);
        }
        Ok(Self::Saved(serde_json::from_value(value).with_context(no_race)?))
    }
}

/// Whether a file is executable.
fn is_program(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::metadata(path)
            .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    path.is_file()
}
