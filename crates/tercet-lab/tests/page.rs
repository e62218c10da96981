//! The page of a report before a validator of HTML and in a browser.
//!
//! `./test` brings the validator and what looks through the browser's eyes, where there is npm; Java and
//! the browser must be there.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tercet::solver::Limit;
use tercet_lab::figures::{Extent, captions, dealing, knuth};
use tercet_lab::report::{Finding, Report, Section, Table, Verdict, html};

/// Where `./test` puts what it brings.
const TOOLS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/tools");

/// Whether what a check takes is there.
fn is_there(check: &str, package: &str, program: Option<&str>) -> bool {
    let package = Path::new(TOOLS).join("node_modules").join(package).is_dir();
    if !package || program.is_none() {
        let want = if package { "a program" } else { "npm" };
        // Past what the test harness holds back of tests that pass.
        writeln!(
            io::stderr(),
            "NOT TESTED: {check}, for want of {want} (Debian: apt install npm default-jre chromium)"
        )
        .expect("standard error is open");
    }
    package && program.is_some()
}

/// The first of these programs that starts.
fn first(programs: &[&'static str]) -> Option<&'static str> {
    let starts = |program: &&&str| {
        let mut command = Command::new(program);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    programs.iter().find(starts).copied()
}

/// Real sections, and one of words that are long and strange.
fn report() -> Report {
    const LONG: &str =
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
    let limit = Limit::none();
    let mut sections: Vec<Section> = dealing::FIGURES[..2]
        .iter()
        .map(|figure| figure.section(&figure.measure(1, &limit).unwrap()))
        .collect();
    sections.push(knuth::section(&knuth::measure(Extent::Quick, 1, &limit).unwrap()));
    sections.push(captions::section(&captions::measure(Extent::Quick, &limit).unwrap()));
    let strange = format!("{LONG} <i>\"&'</i> \0 {LONG}{LONG}");
    let table = Table {
        caption: strange.clone(),
        columns: (0..12).map(|i| format!("{LONG} {i}")).collect(),
        rows: (0..3).map(|i| (0..12).map(|j| format!("{i}{j}")).collect()).collect(),
    };
    sections.push(Section {
        id: "strange",
        title: strange.clone(),
        source: strange.clone(),
        setup: strange.clone(),
        findings: Verdict::ALL
            .map(|verdict| Finding {
                claim: strange.clone(),
                found: strange.clone(),
                rule: strange.clone(),
                verdict,
            })
            .into(),
        charts: Vec::new(),
        tables: vec![table.clone(), Table::default()],
        data: table,
    });
    Report {
        title: "The published figures, measured anew".into(),
        lead: "What the sources claim, and what came of it.".into(),
        is_provisional: true,
        facts: vec![("machine".into(), strange.clone()), (strange, "1".into())],
        sections,
    }
}

/// The page in a file of its own.
fn page(name: &str, report: &Report) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, html(report)).unwrap();
    path
}

fn check(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let printed = [output.stdout, output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert!(output.status.success(), "{command:?}:\n{printed}");
}

#[test]
fn the_page_is_valid() {
    let java = first(&["java"]);
    if is_there("whether the page is valid HTML", "vnu-jar", java) {
        let jar = Path::new(TOOLS).join("node_modules/vnu-jar/build/dist/vnu.jar");
        let mut command = Command::new("java");
        command.arg("-jar").arg(jar).arg("--errors-only").arg(page("valid.html", &report()));
        // Nor is there an error where there is nothing to say.
        let (title, lead) = ("empty".into(), String::new());
        let empty =
            Report { title, lead, is_provisional: false, facts: Vec::new(), sections: Vec::new() };
        check(command.arg(page("empty.html", &empty)));
    }
}

#[test]
fn everyone_can_read_the_page() {
    let browser = first(&["chromium", "chromium-browser", "google-chrome"]);
    let browser = browser.filter(|_| first(&["node"]).is_some());
    if is_there("whether the page is accessible", "axe-core", browser) {
        let mut command = Command::new("node");
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside/page.mjs"));
        check(command.arg(TOOLS).arg(browser.unwrap()).arg(page("accessible.html", &report())));
    }
}
