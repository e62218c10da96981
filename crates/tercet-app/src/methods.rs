//! The table of methods: what each can do.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet::solver;

use crate::engine::{self, methods};
use crate::question::{Answered, Question};
use crate::{Error, Session, Status};

/// The table of methods.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Methods {}

/// The table of methods, the simplest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MethodTable {
    /// A row for each method.
    pub methods: Vec<MethodRow>,
}

/// What a method can do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct MethodRow {
    /// Its name.
    pub name: String,
    /// The family that it belongs to.
    pub family: String,
    /// Where it comes from.
    pub source: String,
    /// What it does, in a few words.
    pub idea: String,
    /// How long it takes, for n cards with p properties of v values.
    pub complexity: String,
    /// The decks whose boards it can be asked about, in words.
    pub decks: String,
    /// The questions that it answers: `find`, `list`, `count`.
    pub questions: Vec<String>,
    /// Whether it uses several threads.
    pub threaded: bool,
    /// What it lacks to run here and now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl Answered for MethodTable {
    fn status(&self) -> Status {
        Status::Yes
    }
}

impl Question for Methods {
    type Answer = MethodTable;

    fn ask(&self, _: &Session) -> Result<MethodTable, Error> {
        #[cfg(feature = "models")]
        let options = engine::Options::default();
        let row = |method: &engine::Method| {
            let questions = solver::Question::ALL.into_iter();
            let questions = questions.filter(|&question| method.answers(question));
            MethodRow {
                name: method.name.into(),
                family: method.family.name().into(),
                source: method.source.into(),
                idea: method.idea.into(),
                complexity: method.complexity.into(),
                decks: method.decks.to_string(),
                questions: questions.map(|question| question.name().into()).collect(),
                threaded: method.threads,
                #[cfg(feature = "models")]
                missing: method.missing(&options),
                #[cfg(not(feature = "models"))]
                missing: None,
            }
        };
        Ok(MethodTable { methods: methods().map(row).collect() })
    }
}
