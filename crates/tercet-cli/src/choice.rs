//! Arguments that take one of some values, and names of files with some endings.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use serde::Serialize;
use serde_json::json;

/// The names of all methods.
pub(crate) fn method_names() -> PossibleValuesParser {
    PossibleValuesParser::new(tercet_models::methods().iter().map(|method| method.name))
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
