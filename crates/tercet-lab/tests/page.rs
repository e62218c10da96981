//! The page of a report, checked by an HTML validator and in a browser.
//!
//! `./test --all` brings the validator and what inspects the page; npm, Java and Chromium must be
//! installed. Without them these tests fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tercet::solver::Limit;
use tercet_lab::figures::{Extent, figures};
use tercet_lab::report::{Finding, Judged, Report, Ruling, Section, TextTable, html};
use tercet_lab::reproduce::Reproduction;
use tercet_race::Request;
use tercet_testkit::browser::{TOOLS, browser, check};

/// Real sections, and one with long and strange words.
fn report() -> Report {
    const LONG: &str =
        "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
    let folder = tempfile::tempdir().unwrap();
    let settings = Request { seed: Some(1_u32.into()), ..Request::default() };
    let mut run = Reproduction::open(folder.path(), settings, Extent::Quick).unwrap();
    let real = figures().iter().filter(|figure| figure.times().is_none());
    let mut sections: Vec<Section> =
        real.map(|figure| run.section(figure, &Limit::none(), &mut |_| {}).unwrap()).collect();
    let strange = format!("{LONG} <i>\"&'</i> \0 {LONG}{LONG}");
    let table = TextTable {
        caption: strange.clone(),
        columns: (0..12).map(|i| format!("{LONG} {i}")).collect(),
        rows: (0..3).map(|i| (0..12).map(|j| format!("{i}{j}")).collect()).collect(),
    };
    sections.push(Section {
        id: "strange".into(),
        title: strange.clone(),
        source: strange.clone(),
        setup: strange.clone(),
        findings: Ruling::ALL
            .map(|verdict| Finding {
                claim: strange.clone(),
                rule: strange.clone(),
                here: Judged { found: strange.clone(), verdict },
                published: Some(Judged { found: strange.clone(), verdict }),
            })
            .into(),
        charts: Vec::new(),
        tables: vec![table.clone(), TextTable::default()],
        data: table,
    });
    Report {
        title: "The published figures, measured anew".into(),
        lead: "The claims of the sources, and the findings.".into(),
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

#[test]
#[ignore = "needs Java: ./test --all"]
fn the_page_is_valid() {
    let jar = Path::new(TOOLS).join("node_modules/vnu-jar/build/dist/vnu.jar");
    let mut command = Command::new("java");
    command.arg("-jar").arg(jar).arg("--errors-only").arg(page("valid.html", &report()));
    // A report without content is valid, too.
    let empty = Report { title: "empty".into(), ..Report::default() };
    check(command.arg(page("empty.html", &empty)));
}

#[test]
#[ignore = "needs a browser: ./test --all"]
fn everyone_can_read_the_page() {
    let mut command = Command::new("node");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outside/page.mjs"));
    check(command.arg(TOOLS).arg(browser()).arg(page("accessible.html", &report())));
}
