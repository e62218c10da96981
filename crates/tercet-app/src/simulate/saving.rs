//! Saving a simulation while it runs.

use std::fs::File;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Checkpoint;
use crate::{Error, atomic};

/// The file in which a running simulation is saved repeatedly. No other run can use it until this
/// is dropped.
#[derive(Debug)]
pub struct Saving {
    path: PathBuf,
    begin: Instant,
    last: Option<Instant>,
    cost: Duration,
    /// The last checkpoint, kept open so that no other run uses it.
    saved: Option<File>,
}

impl Saving {
    /// The shortest and the longest time between two checkpoints.
    const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

    /// Prepares to save in a file, and reads its checkpoint, if it holds one.
    ///
    /// # Errors
    ///
    /// [`Code::File`](crate::Code::File) if the file cannot be written, or is not a regular file,
    /// and the errors of [`Checkpoint::read`].
    pub fn begin(path: PathBuf) -> Result<(Self, Option<Checkpoint>), Error> {
        atomic::check(&path)?;
        let there = if path.exists() { Some(Checkpoint::read(&path)?) } else { None };
        let (begin, cost) = (Instant::now(), Duration::ZERO);
        Ok((Self { path, begin, last: None, cost, saved: None }, there))
    }

    /// Saves the checkpoint if it is time: the first one at once, then often enough to lose at most
    /// a tenth of the work, or two seconds, unless saving takes a twentieth of the time.
    ///
    /// # Errors
    ///
    /// [`Code::File`](crate::Code::File) if the file cannot be written.
    pub fn save_when_due(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        let [shortest, longest] = Self::PAUSES;
        let pause = (self.begin.elapsed() / 10).clamp(shortest, longest).max(20 * self.cost);
        match self.last {
            Some(last) if last.elapsed() < pause => Ok(()),
            _ => self.save(checkpoint),
        }
    }

    /// Saves the checkpoint.
    ///
    /// # Errors
    ///
    /// [`Code::File`](crate::Code::File) if the file cannot be written.
    pub fn save(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        let begin = Instant::now();
        self.saved = Some(checkpoint.write(&self.path)?);
        self.cost = begin.elapsed();
        self.last = Some(Instant::now());
        Ok(())
    }
}
