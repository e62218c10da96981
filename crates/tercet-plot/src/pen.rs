//! Writing SVG: elements, colours on light and on dark ground, numbers and arbitrary text.
//!
//! Series have the hues of Okabe and Ito (Color Universal Design, 2008), which people with each kind
//! of colour blindness tell apart. Where one of them is too near to the ground it is darkened or
//! lightened, so that all have a contrast of at least 3 to 1, as WCAG 2.2 asks of graphics.

use std::fmt::Write as _;

use crate::words::escaped;

/// The SVG written so far.
#[derive(Default)]
pub(super) struct Pen(pub(super) String);

/// A place of the drawing: its distances from the left and from the upper edge.
pub(super) type Spot = (f64, f64);

/// The attributes of a text that is centred at its spot, or ends there, where it otherwise begins.
pub(super) const CENTRED: &str = r#"text-anchor="middle""#;
pub(super) const ENDING: &str = r#"text-anchor="end""#;

impl Pen {
    pub(super) fn line(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    /// Draws a line of this width along a path, unless the path is empty.
    pub(super) fn path(&mut self, paint: Paint, width: f64, more: &str, path: &str) {
        if !path.is_empty() {
            let stroke = stroke(paint);
            self.line(&format!(r#"<path {stroke} stroke-width="{width}"{more} d="{path}"/>"#));
        }
    }

    /// Writes a text at a spot of its baseline, with further attributes.
    pub(super) fn text(&mut self, text: &str, (x, y): Spot, size: f64, more: &str) {
        let space = if more.is_empty() { "" } else { " " };
        let (x, y, text) = (number(x), number(y), escaped(text));
        self.line(&format!(
            r#"<text x="{x}" y="{y}" font-size="{size}"{space}{more}>{text}</text>"#
        ));
    }
}

/// The attributes that fill a form.
pub(super) fn fill(paint: Paint) -> String {
    let (name, [colour, _]) = paint.row();
    format!(r#"class="fill-{name}" fill="{colour}""#)
}

/// The attributes that draw a line and leave its inside empty.
fn stroke(paint: Paint) -> String {
    let (name, [colour, _]) = paint.row();
    format!(r#"class="line-{name}" fill="none" stroke="{colour}""#)
}

/// The attributes that fill a form with one colour and draw its edge with another.
pub(super) fn fill_and_stroke(inside: Paint, edge: Paint) -> String {
    let ((inside, [fill, _]), (edge, [stroke, _])) = (inside.row(), edge.row());
    format!(r#"class="fill-{inside} line-{edge}" fill="{fill}" stroke="{stroke}""#)
}

/// A place to a tenth of a unit, as short as possible.
pub(super) fn number(number: f64) -> String {
    debug_assert!(number.is_finite(), "a place is a number");
    let text = format!("{number:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.into() }
}

/// Places joined by lines.
pub(super) fn path(spots: &[Spot]) -> String {
    let step = |(i, &(x, y)): (usize, &Spot)| {
        let command = if i == 0 { 'M' } else { 'L' };
        format!("{command}{} {}", number(x), number(y))
    };
    spots.iter().enumerate().map(step).collect()
}

/// The use of a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paint {
    /// The ground.
    Paper,
    /// The title and the names of series.
    Ink,
    /// Labels, axes and explanations.
    Muted,
    /// The grid.
    Grid,
    /// Lines between those of the grid.
    Hair,
    /// A series, by its number.
    Series(usize),
}

/// Blue, vermilion, bluish green, reddish purple, orange, sky blue, black and yellow.
const SERIES: [[&str; 2]; COLOURS] = [
    ["#0072b2", "#3d9bd8"],
    ["#d55e00", "#f07a28"],
    ["#009e73", "#1fb88c"],
    ["#b9548c", "#d98ab5"],
    ["#b87a00", "#e69f00"],
    ["#3595cb", "#8fd0f5"],
    ["#3a3f47", "#e4e7eb"],
    ["#857b00", "#f0e442"],
];

/// The number of colours of series before they repeat.
pub(super) const COLOURS: usize = 8;

impl Paint {
    /// All colours.
    fn all() -> impl Iterator<Item = Self> {
        let others = [Self::Paper, Self::Ink, Self::Muted, Self::Grid, Self::Hair];
        others.into_iter().chain((0..COLOURS).map(Self::Series))
    }

    /// The ending of the classes that set it, and its colour on light and on dark ground.
    pub(super) fn row(self) -> (String, [&'static str; 2]) {
        let (name, colours) = match self {
            Self::Paper => ("paper", ["#ffffff", "#15181d"]),
            Self::Ink => ("ink", ["#1b1f24", "#eef1f4"]),
            Self::Muted => ("muted", ["#555d68", "#a9b2bd"]),
            Self::Grid => ("grid", ["#d9dde2", "#373d46"]),
            Self::Hair => ("hair", ["#eef0f2", "#1f242a"]),
            Self::Series(number) => {
                let number = number % COLOURS;
                return (number.to_string(), SERIES[number]);
            }
        };
        (name.into(), colours)
    }
}

/// The style sheet of a page with charts of [`inline_svg`](super::inline_svg). They follow the
/// reader's choice of a light or a dark screen. Every rule applies only inside `.tercet-chart`.
pub fn css() -> String {
    rules(|[light, _]| light) + &dark_css()
}

/// The rules for a dark screen alone. Paper stays white.
pub(super) fn dark_css() -> String {
    format!("@media screen and (prefers-color-scheme: dark) {{\n{}}}\n", rules(|[_, dark]| dark))
}

fn rules(ground: fn([&'static str; 2]) -> &'static str) -> String {
    let mut rules = String::new();
    for (name, colours) in Paint::all().map(Paint::row) {
        for (class, property) in [("fill", "fill"), ("line", "stroke")] {
            let colour = ground(colours);
            writeln!(rules, ".tercet-chart .{class}-{name} {{ {property}: {colour}; }}")
                .expect("text can be added to");
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!([number(12.0), number(-0.01), number(0.25)], ["12", "0", "0.2"]);
    }

    /// Relative luminance as WCAG 2.2 defines it.
    fn luminance(colour: &str) -> f64 {
        let channel = |at: usize| {
            let share = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5)
    }

    fn contrast(one: Paint, other: Paint, ground: usize) -> f64 {
        let [one, other] = [one, other].map(|paint| luminance(paint.row().1[ground]) + 0.05);
        one.max(other) / one.min(other)
    }

    #[test]
    fn everything_stands_out() {
        for ground in 0..2 {
            for number in 0..COLOURS {
                let contrast = contrast(Paint::Series(number), Paint::Paper, ground);
                assert!(contrast >= 3.0, "{ground} {number}: {contrast}");
            }
            // Text needs more contrast.
            for paint in [Paint::Ink, Paint::Muted] {
                assert!(contrast(paint, Paint::Paper, ground) >= 4.5, "{ground} {paint:?}");
            }
        }
    }

    #[test]
    fn colours_differ() {
        for ground in 0..2 {
            let mut colours: Vec<_> = Paint::all().map(|paint| paint.row().1[ground]).collect();
            colours.sort_unstable();
            colours.dedup();
            assert_eq!(colours.len(), Paint::all().count());
        }
    }
}
