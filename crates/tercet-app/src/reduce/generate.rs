//! Instances of k-dimensional matching, made to order.

use std::num::NonZeroUsize;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::reduction::generate::{GenerateError, Solution, matching_within};

use crate::question::{Answered, Question};
use crate::{Code, Error, Name, Session, Status, Whole};

/// A random instance of k-dimensional matching.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReduceGenerate {
    /// K: how many dimensions.
    pub dimensions: NonZeroUsize,
    /// N: how many elements in each dimension.
    pub elements: NonZeroUsize,
    /// How many edges; by default as many as make one perfect matching expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edges: Option<usize>,
    /// Whether there is a perfect matching: certainly, certainly not, or as it happens.
    pub solution: Name<Solution>,
    /// The seed, of at most 64 bits; a fresh one by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<Whole>,
}

impl Default for ReduceGenerate {
    fn default() -> Self {
        Self {
            dimensions: NonZeroUsize::new(3).expect("3 is not 0"),
            elements: NonZeroUsize::new(10).expect("10 is not 0"),
            edges: None,
            solution: Name(Solution::Chance),
            seed: None,
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
    pub solution: Name<Solution>,
    /// The seed.
    pub seed: Whole,
    /// The edges, each as its elements.
    pub edges: Vec<Vec<usize>>,
    /// The same as the text of a file.
    pub instance: String,
}

impl Answered for Generated {
    fn status(&self) -> Status {
        Status::Yes
    }
}

impl Question for ReduceGenerate {
    type Answer = Generated;

    fn ask(&self, session: &Session) -> Result<Generated, Error> {
        let (dimensions, elements) = (self.dimensions.get(), self.elements.get());
        let seed = session.seed(self.seed.as_ref())?;
        session.start(|| "drawing edges".into());
        let limit = session.limit(None);
        let instance =
            matching_within(dimensions, elements, self.edges, self.solution.0, seed, &limit)?;
        let text = instance.text_within(&limit)?;
        let mut watch = limit.watch();
        let edges = instance.into_edges().into_iter().map(|edge| {
            watch.tick(1)?;
            Ok(edge.into_vec())
        });
        Ok(Generated {
            dimensions,
            elements,
            solution: self.solution,
            seed: seed.into(),
            edges: edges.collect::<Result<_, Error>>()?,
            instance: text,
        })
    }
}

impl From<GenerateError> for Error {
    fn from(error: GenerateError) -> Self {
        let message = error.to_string();
        match error {
            GenerateError::Edges { asked, least, most } => {
                let message = if least == most {
                    format!("{asked} edges cannot be drawn: only {most} can")
                } else {
                    message
                };
                let error = Self::new(Code::OutOfRange, message).of_field("edges");
                error.with("least", least).with("most", most)
            }
            GenerateError::TooLarge(error) => Self::from(error).of_field("elements"),
            GenerateError::Stopped(stop) => stop.into(),
        }
    }
}
