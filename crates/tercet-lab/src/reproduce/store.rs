//! The measurements, in a file that grows by one line per measurement.
//!
//! The first line holds the plan: extent, seed and version. Each further line holds one trial, or the
//! data of one computed figure, and is written at once. So a run that is killed loses only the
//! measurement under way; the next run removes an incomplete last line.

use std::collections::HashMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Plan, ReproduceError};

pub(super) const SCHEMA: &str = "tercet.reproduce/1";
/// The name of the file in its folder.
pub(super) const NAME: &str = "measured.jsonl";

/// The error of a folder that cannot be used.
fn failed(path: &Path, what: impl Into<String>) -> ReproduceError {
    ReproduceError::Store { path: path.into(), what: what.into() }
}

/// The error of a folder with measurements of another plan.
fn is_other(path: &Path, theirs: &str, ours: &str) -> ReproduceError {
    failed(path, format!("it belongs to {theirs}, not to {ours}: name another folder"))
}

/// The file and its measurements.
pub(super) struct Store {
    path: PathBuf,
    file: File,
    known: HashMap<Key, Value>,
}

/// The subject of a line.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Key {
    /// The figure.
    pub(super) figure: String,
    /// The size, in words; empty for a computed figure.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) size: String,
    /// The contestant.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) contestant: String,
    /// The index of the task.
    pub(super) task: usize,
}

#[derive(Serialize, Deserialize)]
struct Line {
    #[serde(flatten)]
    key: Key,
    came: Value,
}

impl Store {
    /// The seed of the measurements in a folder, if there are any.
    pub(super) fn seed(folder: &Path) -> Option<u64> {
        let text = fs::read_to_string(folder.join(NAME)).ok()?;
        let plan: Plan = serde_json::from_str(text.lines().next()?).ok()?;
        Some(plan.seed)
    }

    /// Opens the file of a folder; creates both if they do not exist.
    pub(super) fn open(folder: &Path, plan: &Plan) -> Result<Self, ReproduceError> {
        let path = folder.join(NAME);
        let io = |what: &'static str| {
            let path = &path;
            move |error| failed(path, cannot(what, &error))
        };
        fs::create_dir_all(folder).map_err(io("cannot make the folder"))?;
        let opened =
            File::options().read(true).write(true).create(true).truncate(false).open(&path);
        let mut file = opened.map_err(io("cannot open it"))?;
        // A program that a killed run was about to start may hold the lock for a moment.
        let is_ours = (0..50).any(|turn: u32| {
            thread::sleep(Duration::from_millis(20) * turn.min(1));
            !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
        });
        if !is_ours {
            let what = "another run is using it: wait until it ends, or name another folder";
            return Err(failed(&path, what));
        }
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(io("cannot read it"))?;
        // An incomplete last line was being written when a run was killed.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        text.truncate(whole);
        file.set_len(whole as u64).map_err(io("cannot write it"))?;
        file.seek(SeekFrom::End(0)).map_err(io("cannot write it"))?;
        let mut store = Self { path, file, known: HashMap::new() };
        if text.is_empty() {
            store.write(plan)?;
        } else {
            store.read(&text, plan)?;
        }
        Ok(store)
    }

    fn read(&mut self, text: &[u8], plan: &Plan) -> Result<(), ReproduceError> {
        let damaged = |line| {
            let what =
                format!("line {} is damaged: remove the line, or name another folder", line + 1);
            failed(&self.path, what)
        };
        let mut lines = text.split_inclusive(|&byte| byte == b'\n').enumerate();
        let heading = lines.next().and_then(|(_, line)| serde_json::from_slice(line).ok());
        let heading: Plan = heading.ok_or_else(|| damaged(0))?;
        let (theirs, ours) = if heading.schema == SCHEMA {
            (heading.to_string(), plan.to_string())
        } else {
            (heading.schema, SCHEMA.into())
        };
        if theirs != ours {
            return Err(is_other(&self.path, &theirs, &ours));
        }
        let mut known = HashMap::new();
        for (number, line) in lines {
            let line: Line = serde_json::from_slice(line).map_err(|_| damaged(number))?;
            known.insert(line.key, line.came);
        }
        self.known = known;
        Ok(())
    }

    /// Checks that a figure was measured with these parameters, or stores them for its first measurement.
    pub(super) fn expect(
        &mut self,
        figure: &str,
        parameters: &Value,
    ) -> Result<(), ReproduceError> {
        let key = Key { figure: figure.into(), size: "parameters".into(), ..Key::default() };
        match self.known.get(&key) {
            Some(known) if known != parameters => {
                let theirs = format!("other parameters of the figure '{figure}'");
                Err(is_other(&self.path, &theirs, "these"))
            }
            Some(_) => Ok(()),
            None => self.put(key, parameters),
        }
    }

    /// The measurement with this key, if there is one.
    pub(super) fn get<T: DeserializeOwned>(&self, key: &Key) -> Option<T> {
        self.known.get(key).and_then(|came| T::deserialize(came).ok())
    }

    /// Stores a measurement.
    pub(super) fn put(&mut self, key: Key, came: &impl Serialize) -> Result<(), ReproduceError> {
        let came = serde_json::to_value(came).expect("a measurement is plain data");
        self.write(&Line { key, came })
    }

    fn write(&mut self, line: &impl Serialize) -> Result<(), ReproduceError> {
        let mut text = serde_json::to_string(line).expect("a line is plain data");
        text.push('\n');
        self.file
            .write_all(text.as_bytes())
            .map_err(|error| failed(&self.path, cannot("cannot write it", &error)))
    }
}

/// An operation that failed, and why.
fn cannot(what: &str, error: &io::Error) -> String {
    format!("{what}: {error}: check the folder and its disk, or name another")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::Extent;
    use tercet_race::Request;

    fn plan_of(extent: Extent) -> Plan {
        Plan::new(extent, &Request { seed: Some(7_u64.into()), ..Request::default() })
    }

    fn plan() -> Plan {
        plan_of(Extent::Quick)
    }

    fn key(task: usize) -> Key {
        Key { figure: "fig7".into(), size: "small".into(), contestant: "brute".into(), task }
    }

    #[test]
    fn what_was_written_is_known_again() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path(), &plan()).unwrap();
        store.put(key(0), &1.5).unwrap();
        store.put(key(1), &2.5).unwrap();
        drop(store);
        let store = Store::open(folder.path(), &plan()).unwrap();
        assert_eq!(store.get(&key(0)), Some(1.5));
        assert_eq!(store.get(&key(1)), Some(2.5));
        assert_eq!(store.get::<f64>(&key(2)), None);
        assert_eq!(Store::seed(folder.path()), Some(7));
    }

    #[test]
    fn half_a_line_is_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let mut store = Store::open(folder.path(), &plan()).unwrap();
        store.put(key(0), &1.5).unwrap();
        store.put(key(1), &2.5).unwrap();
        drop(store);
        let path = folder.path().join(NAME);
        let text = fs::read(&path).unwrap();
        for cut in 0..text.len() {
            fs::write(&path, &text[..cut]).unwrap();
            let mut store = Store::open(folder.path(), &plan()).unwrap();
            let whole = text[..cut].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(store.known.len(), whole.saturating_sub(1), "cut at {cut}");
            store.put(key(9), &3.5).unwrap();
            drop(store);
            let store = Store::open(folder.path(), &plan()).unwrap();
            assert_eq!(store.get(&key(9)), Some(3.5));
        }
    }

    #[test]
    fn other_files_and_other_plans_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        drop(Store::open(folder.path(), &plan()).unwrap());
        let other = plan_of(Extent::Full);
        let error = Store::open(folder.path(), &other).err().unwrap().to_string();
        assert!(error.contains("belongs to"), "{error}");
        let first = Store::open(folder.path(), &plan()).unwrap();
        let error = Store::open(folder.path(), &plan()).err().unwrap().to_string();
        assert!(error.contains("another run is using it"), "{error}");
        drop(first);
        let path = folder.path().join(NAME);
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace(SCHEMA, "tercet.reproduce/2")).unwrap();
        let error = Store::open(folder.path(), &plan()).err().unwrap().to_string();
        assert!(error.contains("belongs to tercet.reproduce/2"), "{error}");
        fs::write(path, "something\nelse\n").unwrap();
        let error = Store::open(folder.path(), &plan()).err().unwrap().to_string();
        assert!(error.contains("line 1 is damaged"), "{error}");
    }
}
