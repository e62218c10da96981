//! `tercet methods`: the table of methods.

use anstyle::Style;
use anyhow::Result;
use serde::Serialize;
use tercet::solver::Question;
use tercet_models::{Method, Options, methods};

use crate::Outcome;
use crate::cli::{Format, Methods};
use crate::output::Printer;

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

pub(crate) fn run(arguments: &Methods, printer: &mut Printer) -> Result<Outcome> {
    match arguments.format {
        Format::Text => print_text(printer)?,
        Format::Json => {
            let methods = methods().map(MethodJson::from).collect();
            printer.json(&MethodsJson { schema: "tercet.methods/1", methods })?;
        }
        Format::Csv => {
            printer.csv(HEADINGS)?;
            for method in methods() {
                let [find, list, count] = Question::ALL.map(|question| method.answers(question));
                printer.csv([
                    method.name,
                    &method.decks.to_string(),
                    truth(find),
                    truth(list),
                    truth(count),
                    truth(method.threads),
                    method.complexity,
                    method.idea,
                    method.source,
                    &missing(method).unwrap_or_default(),
                ])?;
            }
        }
    }
    Ok(Outcome::Yes)
}

const HEADINGS: [&str; 10] = [
    "method",
    "decks",
    "find",
    "list",
    "count",
    "threads",
    "complexity",
    "idea",
    "source",
    "missing",
];

/// What the method lacks to run here and now.
fn missing(method: &Method) -> Option<String> {
    method.missing(&Options::default())
}

fn truth(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}

/// Two lines a method: what it can do, and what it is.
fn print_text(printer: &mut Printer) -> Result<()> {
    let width = |text: fn(&Method) -> String| {
        methods().map(|method| text(method).chars().count()).max().unwrap_or(0)
    };
    let name = width(|method| method.name.into());
    let decks = width(|method| method.decks.to_string());
    let heading = format!("{:name$}  {:decks$}  find list count threads  time", "method", "decks");
    printer.line(format_args!("{BOLD}{heading}{BOLD:#}"))?;
    for method in methods() {
        let mark = |yes| if yes { "✓" } else { "·" };
        let [find, list, count] = Question::ALL.map(|question| mark(method.answers(question)));
        let threads = mark(method.threads);
        printer.line(format_args!(
            "{BOLD}{:name$}{BOLD:#}  {:decks$}  {find:^4} {list:^4} {count:^5} {threads:^7}  {}",
            method.name, method.decks, method.complexity,
        ))?;
        printer
            .line(format_args!("{:name$}  {}{DIM} – {}{DIM:#}", "", method.idea, method.source))?;
        if let Some(missing) = missing(method) {
            printer.line(format_args!("{:name$}  {missing}", ""))?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct MethodsJson {
    schema: &'static str,
    methods: Vec<MethodJson>,
}

#[derive(Serialize)]
struct MethodJson {
    name: &'static str,
    family: &'static str,
    source: &'static str,
    idea: &'static str,
    complexity: &'static str,
    decks: String,
    answers: Vec<&'static str>,
    threads: bool,
    /// What it lacks to run here and now.
    #[serde(skip_serializing_if = "Option::is_none")]
    missing: Option<String>,
}

impl From<&Method> for MethodJson {
    fn from(method: &Method) -> Self {
        let answers = Question::ALL.into_iter().filter(|&question| method.answers(question));
        Self {
            name: method.name,
            family: method.family.name(),
            source: method.source,
            idea: method.idea,
            complexity: method.complexity,
            decks: method.decks.to_string(),
            answers: answers.map(Question::name).collect(),
            threads: method.threads,
            missing: missing(method),
        }
    }
}
