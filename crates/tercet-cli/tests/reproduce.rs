//! `tercet reproduce`: a complete quick report, and a run that is killed and resumed.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::common::{refused, start, tercet};
use serde_json::Value;
use tercet_lab::figures::{Extent, figures};
use tercet_race::Request;
use tercet_testkit::tries_everything;
use tercet_testkit::wait::wait_until;

/// The lines of the measurements, without the heading.
fn measured(folder: &Path) -> Vec<Value> {
    let text = fs::read_to_string(folder.join("measured.jsonl")).unwrap_or_default();
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let lines = whole.lines().skip(1).map(|line| serde_json::from_str(line).expect("whole lines"));
    lines.filter(|line: &Value| line["size"] != "parameters").collect()
}

/// The key of a line.
fn key(line: &Value) -> String {
    format!("{} {} {} {}", line["figure"], line["size"], line["contestant"], line["task"])
}

/// Some figures of each kind: measured in games and on boards, counted, and of deals.
const SOME: [&str; 5] = ["fig3", "fig7", "refill", "overney-tests", "cards"];

/// All figures under `./test --all`, and some otherwise.
#[test]
fn a_quick_report_has_every_figure_whole() {
    let folder = tempfile::tempdir().unwrap();
    let (some, name) = if tries_everything() {
        (String::new(), "report.html".into())
    } else {
        (SOME.join(" "), format!("{}.html", SOME.join("-")))
    };
    let wanted = || figures().iter().filter(|it| tries_everything() || SOME.contains(&&*it.id));
    let line = format!("reproduce --quick --seed 7 -o {} {some}", folder.path().display());
    let ran = tercet(&line);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let page = fs::read_to_string(folder.path().join(&name)).unwrap();
    for figure in wanted() {
        let id = &figure.id;
        assert!(page.contains(&format!("id=\"{id}\"")), "{id} is on the page");
        let is_told = ran.out.lines().any(|line| line.starts_with(&format!("{id}: ")));
        assert!(is_told, "{id} is told of");
        let data = fs::read_to_string(folder.path().join(format!("{id}.csv"))).unwrap();
        assert!(data.lines().count() > 1, "{id} has data");
    }

    let rule = "“Faster” compares times size by size";
    for text in [&page, &ran.out] {
        assert!(text.contains(rule) && text.contains("provisional: holds"), "{}", ran.out);
    }

    // Every method was measured at every point, unless it had been stopped at a smaller one.
    let lines = measured(folder.path());
    let trials: HashSet<String> = lines.iter().map(key).collect();
    assert_eq!(trials.len(), lines.len(), "nothing is measured twice");
    let settings = Request { seed: Some(7_u32.into()), ..Request::default() };
    for (figure, times) in wanted().filter_map(|figure| Some((figure, figure.times()?))) {
        let mut race = times.race(&settings, Extent::Quick).unwrap().0;
        for heat in race.heats() {
            let size = &race.courses[heat.course].label;
            let contestant = &race.contestants[heat.contestant].name;
            let line = lines.iter().find(|line| {
                line["figure"] == figure.id
                    && line["size"] == **size
                    && line["contestant"] == **contestant
                    && line["task"] == heat.task
            });
            assert_eq!(line.is_none(), race.is_out(heat), "{}: {contestant} at {size}", figure.id);
            if let Some(line) = line {
                let trial = serde_json::from_value(line["came"].clone()).unwrap();
                race.accept(heat, trial).unwrap();
            }
        }
    }
    assert!(!lines.iter().any(|line| line["came"]["answer"] == "failed"), "nobody failed");

    // The same command measures nothing again.
    let again = tercet(&line.replace("--seed 7 ", ""));
    assert_eq!(again.status, 0, "{}", again.err);
    assert!(again.out.contains("\n0 measurements; "), "{}", again.out);
    let same = fs::read_to_string(folder.path().join(&name)).unwrap() == page;
    assert!(same, "what was kept is what was measured, to the last digit");
}

#[test]
fn a_killed_run_goes_on_where_it_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let line = format!("reproduce --quick --seed 3 -o {} fig7 recipe", folder.path().display());
    let mut before: Vec<Value> = Vec::new();
    // The run is killed repeatedly, each time after some more measurements.
    for _ in 0..3 {
        let mut child = start(&line);
        let has_more = || measured(folder.path()).len() >= before.len() + 3;
        wait_until(
            || has_more() || child.try_wait().unwrap().is_some(),
            || "nothing is measured".into(),
        );
        child.kill().unwrap();
        child.wait().unwrap();
        let now = measured(folder.path());
        assert_eq!(now[..before.len()], before, "nothing is lost");
        before = now;
    }
    let ran = tercet(&line);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let now = measured(folder.path());
    assert_eq!(now[..before.len()], before, "nothing is measured again");
    let keys: HashSet<String> = now.iter().map(key).collect();
    assert_eq!(keys.len(), now.len(), "nothing is measured twice");
    assert!(folder.path().join("fig7-recipe.html").exists());
    let told = format!("\n{} measurement", now.len() - before.len());
    assert!(ran.out.contains(&told), "{}", ran.out);
}

#[test]
#[cfg(unix)]
fn other_programs_race_in_the_figures_of_all_methods() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let peer = folder.path().join("other");
    fs::write(&peer, format!("#!/bin/sh\nexec '{}' peer cover\n", env!("CARGO_BIN_EXE_tercet")))
        .unwrap();
    fs::set_permissions(&peer, fs::Permissions::from_mode(0o755)).unwrap();
    let there = folder.path().join("there");
    let line =
        format!("reproduce --quick --seed 3 -o {} --peer {}", there.display(), peer.display());
    let ran = tercet(&format!("{line} recipe cards"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    let others = |line: &&Value| line["contestant"] == "other";
    let lines = measured(&there);
    let figures: HashSet<_> = lines.iter().filter(others).map(|line| &line["figure"]).collect();
    assert_eq!(figures, HashSet::from([&Value::from("cards")]));
    let page = fs::read_to_string(there.join("recipe-cards.html")).unwrap();
    assert!(page.contains("other") && page.contains("Tercet"), "the page names the program");
    refused(&tercet(&format!("{line} --peer {} cards", peer.display())), &["--peer", "other"]);
    let absent = there.join("absent.py").display().to_string();
    refused(&tercet(&format!("{line} --peer {absent}")), &["--peer", "absent.py", "no such file"]);
}

#[test]
fn tables_of_ones_own_are_measured_and_judged() {
    let folder = tempfile::tempdir().unwrap();
    let (table, there) = (folder.path().join("mine.json"), folder.path().join("there"));
    let write = |more: &str, goals: &str, slow: &str| {
        let text = format!(
            r#"{{"figures": [{{"id": "mine", "title": "Mine", "source": "Me"{more}, "experiment": {{"times": {{
                "runners": [{{"name": "slow", "method": "brute", "refill": "delayed", "left_by": "owed"}}, "cover"],
                "field": {{"kind": "games", "values": [3], "properties": [3], "goals": [{goals}], "refill": "owed"}},
                "quick": [1, 2], "boards": [3, 3], "timeout": [9, 9],
                "claims": [{{"text": "Cover is faster.", "faster": {{"fast": "cover", "slow": "{slow}"}}}}],
                "published": [{{"line": "his brute", "of": "slow", "points": [[1, 5, 0.1], [2, 6, 0.1]]}},
                              {{"line": "his cover", "of": "cover", "points": [[1, 9, 0.1], [2, 9, 0.1]]}}]}}}}}}]}}"#
        );
        fs::write(&table, text).unwrap();
    };
    let line = format!("reproduce --quick -o {} --experiment {}", there.display(), table.display());
    write("", "1, 2", "slow");
    let ran = tercet(&line);
    assert_eq!(ran.status, 0, "{}", ran.err);
    let told = "on its own points: fails – cover is slower at 2 of 2 sizes";
    assert!(ran.out.contains(told), "{}", ran.out);
    assert_eq!(measured(&there).len(), 12);
    assert!(fs::read_to_string(there.join("report.html")).unwrap().contains("his brute"));
    refused(&tercet(&format!("{line} fig7")), &["fig7", "it may be mine"]);
    // What was measured must not be mixed with something else; a claim may change.
    write("", "1, 2", "slow");
    assert!(tercet(&line).out.contains("\n0 measurements; "));
    write("", "1, 2, 3", "slow");
    refused(&tercet(&line), &["mine", "other parameters"]);
    write("", "1, 2", "fast");
    refused(&tercet(&line), &["mine.json", "a claim", "not among the runners"]);
    write("", "40", "slow");
    refused(&tercet(&line), &["mine.json", "mine", "40 sets"]);
    write(", \"colour\": 1", "1", "slow");
    refused(&tercet(&line), &["mine.json", "figures[0].colour", "choose one of id"]);
}
