//! Generated instances of k-dimensional matching.

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::reduction::generate::{Solution, matching, matching_threshold};
use tercet::solver::Reason;
use tercet::{Deck, Stop};

use super::too_large;
use crate::cost::{self, Cost, Means};
use crate::question::{Answered, Question};
use crate::{Code, Error, Seconds, Session, Whole};

/// A random instance of k-dimensional matching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceGenerate {
    /// K: how many dimensions.
    pub dimensions: NonZeroUsize,
    /// N: how many elements in each dimension.
    pub elements: NonZeroUsize,
    /// How many edges; by default as many as give one expected perfect matching.
    pub edge_count: Option<usize>,
    /// Whether a perfect matching is guaranteed, excluded, or left to chance.
    pub solution: Solution,
    /// The seed, of at most 64 bits; a fresh one by default.
    pub seed: Option<Whole>,
    /// The time limit; no limit by default, but a server may have its own.
    pub timeout: Option<Seconds>,
}

impl Default for ReduceGenerate {
    fn default() -> Self {
        Self {
            dimensions: NonZeroUsize::new(3).expect("3 is not 0"),
            elements: NonZeroUsize::new(10).expect("10 is not 0"),
            edge_count: None,
            solution: Solution::Chance,
            seed: None,
            timeout: None,
        }
    }
}

/// An instance of k-dimensional matching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Generated {
    /// K: how many dimensions there are.
    pub dimensions: usize,
    /// N: how many elements each dimension has.
    pub elements: usize,
    /// Whether there is a perfect matching, as it was asked for.
    pub solution: Solution,
    /// The seed.
    pub seed: Whole,
    /// The edges, each as its elements.
    pub edges: Vec<Box<[usize]>>,
    /// The instance as the text of a file.
    pub instance: String,
}

impl Answered for Generated {}

impl Question for ReduceGenerate {
    type Answer = Generated;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        /// The most edges.
        const EDGES: usize = 100_000;
        let edges = self.edge_count.or_else(|| {
            // An instance that cannot be generated at all has its own error, which the question
            // returns.
            let edges = matching_threshold(self.dimensions.get(), self.elements.get()).ok()?;
            Some(usize::try_from(edges).unwrap_or(usize::MAX))
        });
        cost::at_most(edges.unwrap_or(0), EDGES, "edges", "edge_count")?;
        Ok(Cost::work(self.timeout))
    }

    fn ask(&self, session: &Session) -> Result<Generated, Error> {
        let (dimensions, elements) = (self.dimensions.get(), self.elements.get());
        let seed = session.seed(self.seed.as_ref())?;
        session.start(|| "drawing edges".into());
        let limit = session.limit(self.timeout);
        let instance = matching(dimensions, elements, self.edge_count, self.solution, seed, &limit)
            .map_err(|stop| self.refused(stop))?;
        let text = instance.text_within(&limit)?;
        Ok(Generated {
            dimensions,
            elements,
            solution: self.solution,
            seed: seed.into(),
            edges: instance.into_edges(),
            instance: text,
        })
    }
}

impl ReduceGenerate {
    /// The error of an instance that does not exist.
    fn refused(&self, stop: Stop) -> Error {
        let Reason::OutOfRange(range) = &stop.reason else { return stop.into() };
        let (values, properties) = (self.elements.get().saturating_add(1), self.dimensions.get());
        if Deck::new(values, properties).is_err() {
            return too_large(range, values, properties).of_field("elements");
        }
        let (asked, least, most) = (range.asked, range.least, range.most);
        let message = if least == most {
            format!("{asked} edges cannot be drawn: only {most} can")
        } else if self.edge_count.is_none() {
            format!(
                "one perfect matching is expected in {asked} edges, but at most {most} can be drawn"
            )
        } else {
            range.to_string()
        };
        let error = Error::new(Code::OutOfRange, message).of_field("edge_count");
        error.with("least", least).with("most", most)
    }
}
