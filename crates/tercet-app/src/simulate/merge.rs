//! The sum of the shards of a simulation.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::cost::{Cost, Means};
use crate::question::Question;
use crate::{Code, Error, Session};

use super::{Checkpoint, Simulated};

/// The shards of a simulation, added up. If some are missing, the numbers are those of the others.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Merge {
    /// The checkpoints of complete shards, at least one.
    pub parts: Vec<Checkpoint>,
    /// Whether the answer holds a checkpoint of the sum.
    pub checkpoint: bool,
}

impl Merge {
    /// The sum of the parts. Errors use these names; a part without a name is called by its number.
    ///
    /// # Errors
    ///
    /// [`Code::Unfinished`] if a part is not complete, [`Code::OtherSimulation`] if two parts do
    /// not add up, and [`Code::OutOfRange`] without any part.
    pub fn sum(&self, names: &[String]) -> Result<Checkpoint, Error> {
        let name = |i: usize| names.get(i).cloned().unwrap_or_else(|| format!("part {}", i + 1));
        if let Some(i) = self.parts.iter().position(|part| !part.is_complete()) {
            let (done, all) = (self.parts[i].tally().games(), self.parts[i].all_games());
            let message = format!("{}: it is unfinished, after {done} of {all} games", name(i));
            return Err(Error::new(Code::Unfinished, message).with("part", i));
        }
        let Some(mut sum) = self.parts.first().cloned() else {
            return Err(Error::new(Code::OutOfRange, "there is nothing to merge"));
        };
        for (i, part) in self.parts.iter().enumerate().skip(1) {
            // A repeated shard is in an earlier part; another run differs from the first part.
            let twin = (0..i).find(|&j| self.parts[j].meets(part)).unwrap_or(0);
            sum.merge(part, [&name(twin), &name(i)])?;
        }
        sum.join();
        Ok(sum)
    }
}

impl Question for Merge {
    type Answer = Simulated;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        // The answer is as short as the request, and so is the work.
        Ok(Cost::work(None))
    }

    fn ask(&self, _: &Session) -> Result<Simulated, Error> {
        let sum = self.sum(&[])?;
        let answer = Simulated::of(&sum);
        Ok(Simulated { checkpoint: self.checkpoint.then_some(sum), ..answer })
    }
}
