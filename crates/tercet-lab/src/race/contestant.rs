//! Who takes part in a race: a program that is asked line by line.

use std::path::Path;

use tercet_models::{Method, Options};
use thiserror::Error;

use super::task::Task;

/// A program that answers questions in the protocol of the race.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name in tables and plots.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The method that it is, if it is one of ours. Those play whole games; others are asked board
    /// by board.
    pub method: Option<&'static Method>,
}

/// No program can be started from this file.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}: {what}")]
pub struct NoPeer {
    /// The file.
    pub file: String,
    /// Why not, and what to do.
    pub what: String,
}

impl Contestant {
    /// A method of ours: `tercet peer METHOD`, where `tercet` is the program that has this command.
    /// Of the options all but the threads, which a question names, are passed on.
    pub fn method(tercet: &Path, method: &'static Method, options: &Options) -> Self {
        let mut arguments = vec!["peer".into(), method.name.into()];
        let mut option = |name: &str, value: String| arguments.extend([name.into(), value]);
        option("--symmetry", options.symmetry.to_string());
        option("--memory", options.search.memory.to_string());
        if let Some(program) = &options.program {
            option("--smt-solver", program.to_string());
        }
        if !options.members.is_empty() {
            option(
                "--methods",
                options.members.iter().map(|member| member.name).collect::<Vec<_>>().join(","),
            );
        }
        Self {
            name: method.name.into(),
            program: tercet.display().to_string(),
            arguments,
            method: Some(method),
        }
    }

    /// A program of others, by its file. One in Python, whose name ends with `.py`, is run by
    /// `python3`; others are started as they are. It is called as its file is, without the ending.
    ///
    /// # Errors
    ///
    /// [`NoPeer`] where there is no such file.
    pub fn peer(file: &Path) -> Result<Self, NoPeer> {
        let no = |what: &str| NoPeer { file: file.display().to_string(), what: what.into() };
        if file.is_dir() {
            return Err(no("this is a folder: name a program in it"));
        }
        if !file.is_file() {
            return Err(no(
                "there is no such file: name a program that speaks the protocol of races",
            ));
        }
        let stem = file.file_stem().unwrap_or(file.as_os_str());
        // Without a folder in its name a program would be looked for on the path.
        let path = file.canonicalize().map_err(|error| no(&format!("cannot find it: {error}")))?;
        let path = path.display().to_string();
        let (program, arguments) = match file.extension() {
            Some(ending) if ending == "py" => ("python3".into(), vec![path]),
            _ => (path, Vec::new()),
        };
        Ok(Self { name: stem.to_string_lossy().into_owned(), program, arguments, method: None })
    }

    /// The same under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// Whether it is a method of ours, which plays whole games.
    pub const fn is_ours(&self) -> bool {
        self.method.is_some()
    }

    /// Whether it can be given a task. What others can do is seen when they are asked.
    pub fn is_able(&self, task: &Task) -> bool {
        self.method.is_none_or(|method| method.can(task.question(), task.deck()))
    }
}
