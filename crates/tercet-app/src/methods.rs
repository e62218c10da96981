//! The table of methods and their capabilities.

use tercet::solver::Family;

use crate::prelude::*;
use crate::search::methods;

request! {
    /// The table of methods.
    pub struct Methods {}
}

/// The table of methods, the simplest first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MethodTable {
    /// A row for each method.
    pub methods: Vec<MethodRow>,
}

/// A method and its abilities.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct MethodRow {
    /// Its name.
    pub name: String,
    /// The family that it belongs to.
    pub family: Family,
    /// Its source.
    pub source: String,
    /// Its idea, in a few words.
    pub idea: String,
    /// How long it takes, for n cards with p properties of v values.
    pub complexity: String,
    /// The decks whose boards it can be asked about, in words.
    pub decks: String,
    /// The questions that it answers.
    pub questions: Vec<solver::Question>,
    /// Whether it uses several threads.
    pub threaded: bool,
    /// The requirement that is missing to run it here; absent if it can run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl Answered for MethodTable {}

impl Question for Methods {
    type Answer = MethodTable;

    const IS_QUICK: bool = true;

    fn ask(&self, _: &Session) -> Result<MethodTable, Error> {
        let row = |method: &Method| MethodRow {
            name: method.name.into(),
            family: method.family,
            source: method.source.into(),
            idea: method.idea.into(),
            complexity: method.complexity.into(),
            decks: method.decks.to_string(),
            questions: solver::Question::ALL.into_iter().filter(|&it| method.answers(it)).collect(),
            threaded: method.threads,
            missing: method.missing(),
        };
        Ok(MethodTable { methods: methods().iter().map(row).collect() })
    }
}
