//! Arguments that take one of some values, and names of files with some endings.

use std::ffi::OsStr;
use std::path::PathBuf;

use clap::Arg;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use serde_json::json;
use tercet::solver::Family;

/// The names of all methods.
pub(crate) fn method_names() -> PossibleValuesParser {
    PossibleValuesParser::new(tercet_models::methods().iter().map(|method| method.name))
}

/// The names of the methods that can race.
pub(crate) fn members() -> impl TypedValueParser<Value = &'static str> {
    let able = || tercet_models::methods().iter().filter(|method| method.family != Family::Race);
    let names = move || able().map(|method| method.name);
    Trimmed(PossibleValuesParser::new(names())).map(move |chosen| {
        names().find(|name| *name == chosen).expect("a possible value is a name")
    })
}

/// Takes values with white space around them, as a list may have around its commas.
#[derive(Clone)]
struct Trimmed(PossibleValuesParser);

impl TypedValueParser for Trimmed {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let value = value.to_str().map_or(value, |value| OsStr::new(value.trim()));
        self.0.parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// Takes one of these values by its name in JSON, and describes each in the help.
pub(crate) fn described<T, const N: usize>(
    values: [(T, &'static str); N],
) -> impl TypedValueParser<Value = T>
where
    T: Copy + Serialize + Send + Sync + 'static,
{
    let name = |value: T| json!(value).as_str().expect("the values have names").to_owned();
    let possible = values.map(|(value, help)| {
        let possible = PossibleValue::new(name(value));
        if help.is_empty() { possible } else { possible.help(help) }
    });
    PossibleValuesParser::new(possible).map(move |chosen| {
        let named = values.into_iter().find(|(value, _)| name(*value) == chosen);
        named.expect("a possible value is the name of one").0
    })
}

/// Takes one of these values by its name in JSON.
pub(crate) fn named<T, const N: usize>(values: [T; N]) -> impl TypedValueParser<Value = T>
where
    T: Copy + Serialize + Send + Sync + 'static,
{
    described(values.map(|value| (value, "")))
}

/// Takes the name of a file that ends with one of these; "-" stands for standard output.
pub(crate) fn file_of(endings: &'static [&'static str]) -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let is = |ending: &&str| path.extension().is_some_and(|it| it.eq_ignore_ascii_case(ending));
        let is_standard = endings.contains(&"-") && path.as_os_str() == "-";
        if is_standard || endings.iter().any(is) {
            return Ok(path);
        }
        let endings = endings.iter().filter(|ending| **ending != "-");
        let endings: Vec<String> = endings.map(|ending| format!(".{ending}")).collect();
        Err(format!("it takes the name of a file that ends with {}", endings.join(" or ")))
    })
}
