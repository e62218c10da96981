use std::collections::HashSet;

use roxmltree::{Document, Node, ParsingOptions};

use super::*;
use crate::report::{Finding, Judged};
use tercet_plot::{Axis, Chart, Point, Scale, Series, Style};

/// Text that careless escaping would break.
const HOSTILE: &str =
    "</style><script>alert(1)</script> <b>\"&amp;'\" ]]> <!-- \0\u{1}\u{ffff}é—四🂡";

fn table(text: &str) -> TextTable {
    let cell = |number: usize| format!("{number}, {text}");
    TextTable {
        caption: text.into(),
        columns: vec![text.into(), "number".into(), "text".into()],
        rows: (0..3).map(|i| vec![cell(i), format!("1,{i}00.5"), text.into()]).collect(),
    }
}

fn section(id: &'static str, text: &str) -> Section {
    let finding = |verdict| {
        let here = Judged { found: format!("found {text}"), verdict };
        let (claim, rule) = (format!("claim {text}"), format!("rule {text}"));
        Finding { claim, rule, here, published: None }
    };
    let point = |x: f64| Point { x, y: x * x, spread: None, at_least: false };
    let axis = || Axis { label: text.into(), scale: Scale::Linear };
    let series =
        Series { name: text.into(), style: Style::Line, points: [1.0, 2.0, 3.0].map(point).into() };
    let chart = Chart { title: text.into(), x: axis(), y: axis(), series: vec![series] };
    Section {
        id: id.into(),
        title: format!("title {text}"),
        source: format!("source {text}"),
        setup: format!("setup {text}"),
        findings: Ruling::ALL.map(finding).into(),
        charts: vec![chart.clone(), chart],
        tables: vec![table(text), table(text)],
        data: table(text),
    }
}

fn report(text: &str) -> Report {
    Report {
        title: text.into(),
        lead: format!("lead {text}"),
        is_provisional: false,
        facts: vec![(text.into(), text.into()), ("seed".into(), "1".into())],
        sections: vec![section("fig1", text), section("fig2", text), section("knuth", text)],
    }
}

/// The page as XML; it is also HTML.
fn parse<T>(page: &str, look: impl FnOnce(&Document) -> T) -> T {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(page, options);
    look(&document.unwrap_or_else(|error| panic!("{error}\n{page}")))
}

fn elements<'a>(document: &'a Document, names: &[&str]) -> Vec<Node<'a, 'a>> {
    let named = |node: &Node| node.is_element() && names.contains(&node.tag_name().name());
    document.descendants().filter(named).collect()
}

fn text(node: &Node) -> String {
    node.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect()
}

#[test]
fn the_page_is_well_formed_whatever_is_in_it() {
    let mut bare = report("bare");
    for section in &mut bare.sections {
        *section = Section { id: section.id.clone(), ..Section::default() };
    }
    for report in [report(HOSTILE), report("plain"), Report::default(), bare] {
        parse(&html(&report), |document| {
            assert_eq!(document.root_element().tag_name().name(), "html");
            assert!(elements(document, &["script"]).is_empty());
            assert_eq!(elements(document, &["h1"]).len(), 1);
        });
    }
}

#[test]
fn what_was_said_is_read_unchanged() {
    let readable = HOSTILE.replace(['\0', '\u{1}', '\u{ffff}'], "\u{fffd}");
    parse(&html(&report(HOSTILE)), |document| {
        let heading = &elements(document, &["h1"])[0];
        assert_eq!(text(heading), readable);
        let captions = elements(document, &["caption"]);
        assert_eq!(captions.iter().filter(|caption| text(caption) == readable).count(), 6);
        let cells = elements(document, &["td"]);
        assert_eq!(cells.iter().filter(|cell| text(cell) == readable).count(), 18);
        let claims = elements(document, &["p", "td"]);
        let claim = format!("claim {readable}");
        // In the list of all, and in the section.
        assert_eq!(claims.iter().filter(|node| text(node) == claim).count(), 2 * 9);
    });
}

#[test]
fn rules_are_stated_and_quick_verdicts_are_provisional() {
    for is_provisional in [false, true] {
        let report = Report { is_provisional, ..report("plain") };
        parse(&html(&report), |document| {
            let rules = elements(document, &["li", "p"]);
            let said = |words: &str| rules.iter().filter(|node| text(node) == words).count();
            assert_eq!(said("Rule: rule plain"), 9);
            let badges = elements(document, &["span"]);
            let said = |words: &str| badges.iter().filter(|node| text(node) == words).count();
            for verdict in Ruling::ALL {
                // The badge, and the words in it; in the list of all claims, and in the section.
                let words = verdict.words(is_provisional);
                assert_eq!(words.starts_with("provisional: "), is_provisional);
                assert_eq!(said(&words), 2 * 2 * 3, "{words}");
            }
        });
    }
}

#[test]
fn the_points_of_the_source_are_judged_beside_those_here() {
    let mut report = Report { is_provisional: true, ..report("plain") };
    let found = "its own points".into();
    report.sections[0].findings[0].published = Some(Judged { found, verdict: Ruling::Fails });
    parse(&html(&report), |document| {
        let badges = elements(document, &["span"]);
        let fails = badges.iter().filter(|node| text(node) == "fails");
        assert_eq!(fails.count(), 2 * 2, "they are never provisional");
        let said = elements(document, &["p"]);
        assert!(
            said.iter()
                .any(|node| text(node).contains("On the points of the source: its own points"))
        );
    });
}

#[test]
fn every_name_is_unique_and_every_link_leads_somewhere() {
    parse(&html(&report(HOSTILE)), |document| {
        let mut ids = HashSet::new();
        for node in document.descendants() {
            if let Some(id) = node.attribute("id") {
                assert!(ids.insert(id), "{id} twice");
            }
        }
        for node in document.descendants() {
            for name in ["aria-labelledby", "aria-describedby"] {
                for id in node.attribute(name).unwrap_or_default().split_whitespace() {
                    assert!(ids.contains(id), "{name} {id}");
                }
            }
            let Some(link) = node.attribute("href") else { continue };
            assert!(link.strip_prefix('#').is_some_and(|id| ids.contains(id)), "{link}");
        }
        for id in ["fig1", "fig2", "knuth"] {
            assert!(ids.contains(id), "the section {id} can be linked to");
        }
    });
}

/// The page needs nothing else: its only addresses are its own and the names of languages.
#[test]
fn the_page_needs_no_network() {
    parse(&html(&report("plain")), |document| {
        for node in document.descendants() {
            for attribute in node.attributes() {
                let outside = ["src", "srcset", "action", "background", "data"];
                assert!(!outside.contains(&attribute.name()), "{}", attribute.name());
                assert!(!attribute.value().contains("http"), "{}", attribute.value());
                assert!(!attribute.value().contains("url("), "{}", attribute.value());
            }
        }
        for style in elements(document, &["style"]) {
            let style = text(&style);
            assert!(!style.contains("url(") && !style.contains("@import"));
        }
        assert!(elements(document, &["link", "iframe", "object", "img"]).is_empty());
    });
}

#[test]
fn tables_say_what_their_cells_are() {
    parse(&html(&report("plain")), |document| {
        for table in elements(document, &["table"]) {
            let within =
                |name: &str| table.descendants().filter(|it| it.has_tag_name(name)).count();
            assert_eq!(within("caption"), 1);
            assert!(within("th") > 0);
        }
        for heading in elements(document, &["th"]) {
            assert!(heading.attribute("scope").is_some());
        }
        // Numbers are aligned as such, but text is not.
        let number = |node: &&Node| node.attribute("class") == Some("number");
        let cells = elements(document, &["td"]);
        assert_eq!(cells.iter().filter(number).count(), 3 * 2 * 3);
    });
}

#[test]
fn verdicts_are_words_and_shapes() {
    parse(&html(&report("plain")), |document| {
        let badge = |verdict: Ruling| {
            let kind = if verdict == Ruling::Open { "open" } else { verdict.name() };
            let class = format!("verdict {kind}");
            let spans = elements(document, &["span"]);
            let badges: Vec<Node> =
                spans.into_iter().filter(|it| it.attribute("class") == Some(&class)).collect();
            assert_eq!(badges.len(), 2 * 3, "a claim is judged in the list and in its section");
            assert!(badges.iter().all(|badge| text(badge) == verdict.name()));
            let shape = badges[0].descendants().filter(Node::is_element).skip(2);
            shape.map(|it| it.tag_name().name().to_owned()).collect::<Vec<_>>()
        };
        let [holds, fails, open] = Ruling::ALL.map(badge);
        assert!(holds != fails && fails != open && open != holds);
        let tally = elements(document, &["li"]);
        let tally: Vec<String> = tally.iter().take(3).map(text).collect();
        assert_eq!(tally, ["3 claims hold", "3 claims fail", "3 claims cannot be told"]);
    });
}

#[test]
fn columns_are_numbers_where_all_cells_are() {
    let table = |cells: &[&str]| TextTable {
        rows: cells.iter().map(|&cell| vec![cell.into()]).collect(),
        ..TextTable::default()
    };
    for (cells, numeric) in [
        (&["1", "2.5", "-3e-7", "1,000", "", "–"][..], true),
        (&["9.75 µs", "≥ 3.00 s", "12 %", "1,300\u{a0}ms"], true),
        (&["12 of 12"], false),
        (&["3 cards"], false),
        (&["≥"], false),
        (&["inf"], false),
        (&["1", "two"], false),
        (&["", "–"], false),
        (&["1 : 2"], false),
        (&[], false),
    ] {
        assert_eq!(table(cells).is_numeric(0), numeric, "{cells:?}");
    }
    assert!(table(&["a", "b"]).names_rows());
    assert!(!table(&["a", "a"]).names_rows());
    assert!(!table(&["a", ""]).names_rows());
}
