//! A library of instances: a documented benchmark in a folder. Equal seeds give equal files.
//!
//! [`plan`] lists the instances of each family, and [`instance`] makes one: its board, its answer,
//! a proof if the board has no set, and the board in all export formats. Each file is written whole
//! or not at all, and the answer of an instance is written last. So an interrupted run can be
//! resumed: an instance is made again unless its answer exists and the files that it lists have the
//! right checksums. At the end, [`readme`] writes the files that describe the whole library.

mod instance;
mod plan;
mod readme;

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use tercet::named;

use self::instance::Instance;
use crate::prelude::*;
use crate::{Verdict, atomic};

named! {
    /// How many instances a library has, and how large they are.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub enum LibraryScale is "scale" {
        /// 53 instances with up to 9 values, some 4 MB.
        #[default]
        Small = "small",
        /// 185 instances with up to 15 values, some 27 MB.
        Medium = "medium",
        /// 337 instances with up to 25 values, some 98 MB.
        Large = "large",
    }
}

/// Writes a library of instances to a folder, or continues one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// The folder. It is created if it does not exist, and must be empty or hold the same library.
    pub folder: PathBuf,
    /// How many instances, and how large.
    #[serde(default)]
    pub scale: LibraryScale,
    /// The seed; by default that of the library in the folder, or a fresh one.
    pub seed: Option<Whole>,
    /// The maximum number of threads at work at once; one for each processor by default. It does
    /// not change the files.
    pub threads: Option<NonZeroUsize>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

/// A library that was written.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct LibraryWritten {
    /// How many instances, and how large.
    pub scale: LibraryScale,
    /// The seed.
    pub seed: Whole,
    /// Whether a limit ended the work before all instances were written.
    pub stopped: bool,
    /// How many instances there are.
    pub instances: usize,
    /// How many of them are written.
    pub done: usize,
    /// How many of these an earlier run had written.
    pub resumed: usize,
    /// The families, of the instances that are written.
    pub families: Vec<LibraryFamily>,
}

/// A family of instances.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct LibraryFamily {
    /// The name.
    pub family: String,
    /// How many instances it has.
    pub instances: usize,
    /// How many of them have a set.
    pub found: usize,
    /// How many of the others have a proof.
    pub proofs: usize,
    /// How many files there are.
    pub files: usize,
    /// How many bytes these files have.
    pub bytes: u64,
}

impl Answered for LibraryWritten {
    fn status(&self) -> Status {
        if self.stopped { Status::Stopped } else { Status::Yes }
    }
}

/// The file that marks a folder as a library.
const MARK: &str = "library.json";

/// The content of [`MARK`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mark {
    schema: String,
    version: String,
    scale: LibraryScale,
    seed: Whole,
}

/// The name and version of the form of a library.
const SCHEMA: &str = "tercet.library-folder/1";

impl Question for Library {
    type Answer = LibraryWritten;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Err(cost::forbidden("library", "it writes a folder"))
    }

    fn ask(&self, session: &Session) -> Result<LibraryWritten, Error> {
        let (scale, seed) = (self.scale, self.begin(session)?);
        let plans = plan::plans(scale, seed);
        let limit = session.limit(self.timeout);
        let threads = session.threads(self.threads);
        let mut instances: Vec<Instance> = Vec::new();
        let (mut resumed, mut stopped) = (0, false);
        for plan in &plans {
            session.report(|| Progress {
                what: format!("instances ({})", plan.name),
                done: instances.len() as u64,
                of: Some(plans.len() as u64),
            });
            match instance::make(plan, &self.folder, threads, &limit) {
                Ok((instance, was_there)) => {
                    resumed += usize::from(was_there);
                    instances.push(instance);
                }
                Err(error) if error.code.is_stop() => {
                    stopped = true;
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        if !stopped {
            readme::write(&self.folder, scale, seed, &instances)?;
        }
        Ok(LibraryWritten {
            scale: self.scale,
            seed: seed.into(),
            stopped,
            instances: plans.len(),
            done: instances.len(),
            resumed,
            families: families(&instances),
        })
    }
}

impl Library {
    /// Creates the folder, or checks that it holds the same library. Returns the seed.
    fn begin(&self, session: &Session) -> Result<u64, Error> {
        let refusal = |message: &str| Err(Error::new(Code::Conflict, message).of(&self.folder));
        let mark = self.folder.join(MARK);
        match fs::read(&mark) {
            Ok(bytes) => {
                let Ok(mark) = serde_json::from_slice::<Mark>(&bytes) else {
                    return refusal("it holds a library that cannot be read: name another folder");
                };
                let asked = self.seed.as_ref().unwrap_or(&mark.seed);
                let seed = session.seed(Some(asked))?;
                if mark != self.mark(seed) {
                    let Mark { version, scale, seed, .. } = mark;
                    let other = format!("seed {seed}, {}, version {version}", scale.name());
                    let what = format!("it holds another library ({other}): name another folder");
                    return refusal(&what);
                }
                Ok(seed)
            }
            Err(error) if error.kind() == ErrorKind::NotFound => {
                let cannot = |error| cannot_write(&self.folder, &error);
                match fs::read_dir(&self.folder) {
                    Ok(entries) => {
                        if entries.count() > 0 {
                            return refusal("it holds something else: name a new or empty folder");
                        }
                    }
                    Err(_) => fs::create_dir_all(&self.folder).map_err(cannot)?,
                }
                let seed = session.seed(self.seed.as_ref())?;
                let text = serde_json::to_string_pretty(&self.mark(seed)).expect("it is JSON");
                atomic::replace(&mark, format!("{text}\n").as_bytes())?;
                Ok(seed)
            }
            Err(error) => Err(error!(File, "cannot read it: {error}").of(&mark)),
        }
    }

    fn mark(&self, seed: u64) -> Mark {
        let version = env!("CARGO_PKG_VERSION").into();
        Mark { schema: SCHEMA.into(), version, scale: self.scale, seed: seed.into() }
    }
}

fn cannot_write(path: &Path, error: &std::io::Error) -> Error {
    error!(File, "cannot write it: {error}").of(path)
}

/// The sums of each family, by its name.
fn families(instances: &[Instance]) -> Vec<LibraryFamily> {
    let mut families: BTreeMap<&str, LibraryFamily> = BTreeMap::new();
    for instance in instances {
        let family = families.entry(&instance.family).or_default();
        family.family.clone_from(&instance.family);
        family.instances += 1;
        family.found += usize::from(instance.answer == Verdict::Found);
        family.proofs += usize::from(instance.proof.is_some());
        family.files += instance.files.len() + 1;
        family.bytes += instance.files.iter().map(|file| file.bytes).sum::<u64>();
    }
    families.into_values().collect()
}

#[cfg(test)]
mod tests;
