//! The files and figures of the tests of simulations.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;
use tempfile::TempDir;

use super::{Ran, tercet};

/// A folder of temporary files.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Runs a line in which `@file` names a file of the folder.
    pub(crate) fn tercet(&self, line: &str) -> Ran {
        tercet(&self.fill(line))
    }

    pub(crate) fn fill(&self, line: &str) -> String {
        line.replace('@', &format!("{}/", self.0.path().display()))
    }

    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

/// The JSON of a run, without the fields that depend on its speed.
pub(crate) fn timeless(ran: &Ran) -> Value {
    assert_eq!((ran.status, &*ran.err), (0, ""));
    let mut json: Value = serde_json::from_str(&ran.out).unwrap();
    let object = json.as_object_mut().unwrap();
    object.remove("seconds");
    object.remove("threads");
    object.remove("schema");
    json
}

/// A number in a string.
pub(crate) fn whole(number: &Value) -> u64 {
    number.as_str().unwrap().parse().unwrap()
}
