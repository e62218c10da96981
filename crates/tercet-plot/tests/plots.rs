//! Charts as SVG: what they look like, that they are well formed, and that nothing that a
//! measurement can bring breaks them.
//!
//! `GOLDEN=write cargo test -p tercet-plot --test plots` writes the golden files anew: look at them in a
//! browser before they are committed.

mod charts;
#[path = "../examples/methods.rs"]
#[expect(dead_code, reason = "the test draws the chart, and prints nothing")]
mod methods;
#[path = "../src/text.rs"]
mod text;

use std::collections::HashSet;
use std::path::Path;
use std::{env, fs};

use self::charts::all;
use proptest::prelude::*;
use roxmltree::Document;
use tercet_plot::{Axis, Chart, Point, Scale, Series, Style, css, inline_svg, svg};

/// Checks the properties that every chart has.
fn check(chart: &Chart, drawing: &str, prefix: &str) {
    let document = Document::parse(drawing).unwrap_or_else(|error| panic!("{error}:\n{drawing}"));
    let root = document.root_element();
    assert_eq!((root.tag_name().name(), root.attribute("role")), ("svg", Some("img")));
    let mut ids = HashSet::new();
    for node in document.descendants() {
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            assert!(!value.contains("NaN") && !value.contains("inf"), "{name}={value}");
            if name == "id" {
                assert!(value.starts_with(prefix) && ids.insert(value.to_owned()), "{value}");
            }
        }
    }
    // Elements that others refer to exist.
    let named = root.attribute("aria-labelledby").expect("a chart has a name");
    assert!(named.split(' ').all(|id| ids.contains(id)), "{named}");
    let text = |name| {
        let node = document.descendants().find(|node| node.has_tag_name(name));
        node.and_then(|node| node.text()).unwrap_or_default()
    };
    assert!(!text("title").is_empty() && text("desc").starts_with("Across: "));
    inside(&document, chart);
}

/// Everything is drawn inside of the picture.
fn inside(document: &Document, chart: &Chart) {
    let view = document.root_element().attribute("viewBox").expect("a chart has a size");
    let view: Vec<f64> = view.split(' ').map(|number| number.parse().unwrap()).collect();
    let [0.0, 0.0, width, height] = view[..] else { panic!("{view:?}") };
    for node in document.descendants() {
        let drawn = !node.ancestors().any(|node| node.has_tag_name("pattern"));
        for (name, most) in [("x", width), ("y", height)] {
            if let Some(at) = node.attribute(name).filter(|_| drawn) {
                let at: f64 = at.parse().unwrap();
                assert!((0.0..=most).contains(&at), "{name}={at} in {chart:?}");
            }
        }
        let place = node.attribute("transform").and_then(|it| it.strip_prefix("translate("));
        if let Some((x, y)) = place.and_then(|place| place.strip_suffix(')')?.split_once(' ')) {
            let is_inside = |at: &str, most| (0.0..=most).contains(&at.parse().unwrap());
            assert!(is_inside(x, width) && is_inside(y, height), "{x} {y} in {chart:?}");
        }
    }
}

/// No text covers another, and none is cut off.
fn check_texts(drawing: &str) {
    let document = Document::parse(drawing).unwrap();
    let mut texts: Vec<(&str, [f64; 4])> = Vec::new();
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let number = |name| node.attribute(name).unwrap().parse::<f64>().unwrap();
        let (words, size) = (node.text().unwrap_or_default(), number("font-size"));
        let width = text::width(words, size);
        let share = match node.attribute("text-anchor") {
            None => 0.0,
            Some("middle") => 0.5,
            Some(_) => 1.0,
        };
        let (left, base) = (number("x") - share * width, number("y"));
        let place @ [left, right, top, bottom] =
            [left, left + width, base - 0.75 * size, base + 0.2 * size];
        assert!(left >= 0.0 && right <= 720.0 && top >= 0.0, "{words} is cut off: {place:?}");
        for (other, beside) in &texts {
            let [from, to, above, below] = beside;
            let apart = left >= *to || *from >= right || top >= *below || *above >= bottom;
            assert!(apart, "'{words}' covers '{other}': {place:?} {beside:?} in\n{drawing}");
        }
        texts.push((words, place));
    }
}

#[test]
fn charts_look_as_they_did() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    for (name, chart) in all() {
        let drawing = svg(&chart);
        check(&chart, &drawing, "chart-");
        check_texts(&drawing);
        let path = folder.join(format!("{name}.svg"));
        if env::var_os("GOLDEN").is_some_and(|value| value == "write") {
            fs::write(&path, drawing).expect("the folder is ours");
        } else {
            let golden = fs::read_to_string(&path).expect("written by GOLDEN=write");
            assert!(golden == drawing, "{name} has changed: GOLDEN=write, and look at it");
        }
    }
}

#[test]
fn several_charts_share_a_page() {
    let mut page = String::from("<div>");
    for (i, (name, chart)) in all().into_iter().enumerate() {
        let prefix = format!("{name}-{i}-");
        let drawing = inline_svg(&chart, &prefix);
        assert!(!drawing.contains("<style") && !drawing.contains("xmlns"));
        check(&chart, &drawing, &prefix);
        page.push_str(&drawing);
    }
    page.push_str("</div>");
    let page = Document::parse(&page).expect("well-formed");
    let ids: Vec<&str> = page.descendants().filter_map(|node| node.attribute("id")).collect();
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), ids.len());
    // The page knows each class that the charts use.
    let css = css();
    let classes = page.descendants().filter_map(|node| node.attribute("class"));
    for class in classes.flat_map(|classes| classes.split(' ')) {
        assert_eq!(
            css.matches(&format!(".{class} ")).count() / 2,
            1 + 25 * usize::from(class == "tercet-chart"),
            "{class}"
        );
    }
}

fn numbers() -> impl Strategy<Value = f64> {
    prop_oneof![
        6 => -1e3..1e3,
        2 => (-20..20).prop_map(f64::from),
        2 => (-320.0..308.0).prop_map(|power: f64| 10_f64.powf(power)),
        1 => any::<f64>(),
        1 => prop::sample::select(vec![0.0, -0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324]),
    ]
}

fn points() -> impl Strategy<Value = Point> {
    let spread = prop::option::of((numbers(), numbers()));
    (numbers(), numbers(), spread, any::<bool>()).prop_map(|(x, y, spread, at_least)| Point {
        x,
        y,
        spread,
        at_least,
    })
}

prop_compose! {
    fn chart()(
        names in prop::collection::vec("\\PC{0,30}|(?s:.){0,9}|[a-z <&>\"]{0,80}", 3..24),
        styles in prop::collection::vec(
            prop::sample::select(vec![Style::Line, Style::Marks, Style::Reference]), 24),
        points in prop::collection::vec(prop::collection::vec(points(), 0..12), 0..21),
        scales in prop::collection::vec(
            prop::sample::select(vec![Scale::Linear, Scale::Logarithmic]), 2),
        unit in prop::sample::select(vec!["", " (s)"]),
    ) -> Chart {
        let [title, x, y] = [0, 1, 2].map(|i| format!("{}{unit}", names[i]));
        let series = points.into_iter().zip(names.iter().skip(3)).zip(&styles);
        let series = series.map(|((points, name), &style)| Series::new(name, style, points));
        Chart {
            title,
            x: Axis::new(x, scales[0]),
            y: Axis::new(y, scales[1]),
            series: series.collect(),
        }
    }
}

proptest! {
    #[test]
    fn every_chart_is_drawn(chart in chart()) {
        check(&chart, &svg(&chart), "chart-");
        check(&chart, &inline_svg(&chart, "fig13-"), "fig13-");
    }

    #[test]
    fn every_text_can_be_read(mut chart in chart()) {
        // The built-in fonts have these letters.
        let ascii = |text: &str| text.chars().filter(char::is_ascii_graphic).collect::<String>();
        chart.title = ascii(&chart.title);
        for axis in [&mut chart.x, &mut chart.y] {
            axis.label = ascii(&axis.label);
        }
        for series in &mut chart.series {
            series.name = ascii(&series.name);
        }
        check_texts(&svg(&chart));
    }
}

#[test]
fn the_chart_of_the_guide_is_that_of_its_times() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../guide");
    let read = |name: &str| fs::read_to_string(guide.join(name)).unwrap();
    let chart = methods::chart(&read("methods.csv")).unwrap();
    assert!(svg(&chart) == read("src/pictures/methods.svg"), "run guide/pictures");
}
