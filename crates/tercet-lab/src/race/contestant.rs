//! A contestant of a race: a program that answers questions line by line.

use std::path::{Path, PathBuf};

use tercet::solver::{Limit, Method, Stop};
use tercet_models::Models;
use thiserror::Error;

use super::lane::Lane;
use super::task::Task;

/// A program that follows the [protocol](super::protocol) of races.
#[derive(Clone, Debug)]
pub struct Contestant {
    /// The name in tables and plots.
    pub name: String,
    /// The program.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The method, if it is one of Tercet's. These play whole games; other contestants are asked board
    /// by board.
    pub method: Option<Method>,
}

/// A file that is not a program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{file}: {what}")]
pub struct NoPeer {
    /// The file.
    pub file: String,
    /// The kind of the file, and the remedy.
    pub what: String,
}

impl Contestant {
    /// A method of Tercet, run as `tercet peer METHOD`, where `tercet` is the program with this command.
    /// The options of the models and the memory in bytes are passed on; the threads are part of a
    /// question.
    pub fn method(tercet: &Path, method: &Method, models: &Models, memory: usize) -> Self {
        let mut arguments = vec!["peer".into(), method.name.into()];
        let mut option = |name: &str, value: String| arguments.extend([name.into(), value]);
        option("--symmetry", models.symmetry.to_string());
        option("--memory", memory.to_string());
        if let Some(program) = &models.program {
            option("--smt-solver", program.to_string());
        }
        if !models.members.is_empty() {
            let members: Vec<_> = models.members.iter().map(|member| member.name).collect();
            option("--methods", members.join(","));
        }
        Self {
            name: method.name.into(),
            program: tercet.display().to_string(),
            arguments,
            method: Some(method.clone()),
        }
    }

    /// The file of another version of the program `tercet`.
    ///
    /// # Errors
    ///
    /// [`NoPeer`] if there is no such file.
    pub(super) fn tercet(file: &Path) -> Result<PathBuf, NoPeer> {
        let no = |what: &str| NoPeer { file: file.display().to_string(), what: what.into() };
        if !file.is_file() {
            return Err(no("no such file: name the program tercet of another version"));
        }
        file.canonicalize().map_err(|error| no(&format!("cannot find it: {error}")))
    }

    /// Another program, by its file. A file that ends with `.py` is run by `python3`; others are started
    /// as they are. The name of the contestant is that of the file without its extension.
    ///
    /// # Errors
    ///
    /// [`NoPeer`] if there is no such file.
    pub fn peer(file: &Path) -> Result<Self, NoPeer> {
        let no = |what: &str| NoPeer { file: file.display().to_string(), what: what.into() };
        if file.is_dir() {
            return Err(no("this is a folder: name a program in it"));
        }
        if !file.is_file() {
            return Err(no("no such file: name a program that follows the protocol of races"));
        }
        let stem = file.file_stem().unwrap_or(file.as_os_str());
        // A program without a folder in its name would be searched for on the path.
        let path = file.canonicalize().map_err(|error| no(&format!("cannot find it: {error}")))?;
        let path = path.display().to_string();
        let (program, arguments) = match file.extension() {
            Some(ending) if ending == "py" => ("python3".into(), vec![path]),
            _ => (path, Vec::new()),
        };
        Ok(Self { name: stem.to_string_lossy().into_owned(), program, arguments, method: None })
    }

    /// The same contestant under another name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// The name and version of the solver behind a program, if it answers an easy question and says so.
    ///
    /// # Errors
    ///
    /// [`Stop`], if the limit is reached.
    pub fn solver(&self, limit: &Limit) -> Result<Option<String>, Stop> {
        Lane::solver(self.clone(), limit)
    }

    /// Whether it is a method of Tercet, which plays whole games.
    pub const fn is_ours(&self) -> bool {
        self.method.is_some()
    }

    /// Whether it can do a task. Any task may be given to a program that is not a method of Tercet.
    pub fn is_able(&self, task: &Task) -> bool {
        self.method.as_ref().is_none_or(|method| method.can(task.question(), task.deck()))
    }
}
