//! Writing SVG: elements, colours, numbers and arbitrary text.

use super::text::{self, Weight};
use super::theme::{Paint, Theme};
use crate::words::escaped;

/// The SVG written so far.
pub(super) struct Pen {
    pub(super) out: String,
    pub(super) theme: Theme,
    /// Whether texts are drawn as the outlines of their letters, for readers without fonts.
    outlines: bool,
}

/// A place of the drawing, from its upper left corner.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Spot {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The alignment of a text at its spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Pen {
    pub(super) fn new(theme: Theme, outlines: bool) -> Self {
        Self { out: String::new(), theme, outlines }
    }

    pub(super) fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// The attributes that fill a form.
    pub(super) fn fill(&self, paint: Paint) -> String {
        format!(r#"class="fill-{}" fill="{}""#, paint.name(), paint.colour(self.theme))
    }

    /// The attributes that draw a line and leave its inside empty.
    pub(super) fn stroke(&self, paint: Paint) -> String {
        let (name, colour) = (paint.name(), paint.colour(self.theme));
        format!(r#"class="line-{name}" fill="none" stroke="{colour}""#)
    }

    /// Draws a line of this width along a path, unless the path is empty.
    pub(super) fn path(&mut self, paint: Paint, width: f64, more: &str, path: &str) {
        if !path.is_empty() {
            let stroke = self.stroke(paint);
            self.line(&format!(r#"<path {stroke} stroke-width="{width}"{more} d="{path}"/>"#));
        }
    }

    /// The attributes that fill a form and draw its edge.
    pub(super) fn fill_and_stroke(&self, fill: Paint, stroke: Paint) -> String {
        let (inside, edge) = (fill.name(), stroke.name());
        let (fill, stroke) = (fill.colour(self.theme), stroke.colour(self.theme));
        format!(r#"class="fill-{inside} line-{edge}" fill="{fill}" stroke="{stroke}""#)
    }

    /// A text at a spot of its baseline, with further attributes.
    pub(super) fn text(
        &mut self,
        text: &str,
        Spot { mut x, y }: Spot,
        (size, weight): (f64, Weight),
        anchor: Anchor,
        more: &str,
    ) {
        let space = if more.is_empty() { "" } else { " " };
        let element = if self.outlines {
            let (outline, width) = text::outline(text, size, weight);
            x -= match anchor {
                Anchor::Start => 0.0,
                Anchor::Middle => width / 2.0,
                Anchor::End => width,
            };
            let (x, y) = (number(x), number(y));
            format!(r#"<path transform="translate({x} {y})"{space}{more} d="{outline}"/>"#)
        } else {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => r#" text-anchor="middle""#,
                Anchor::End => r#" text-anchor="end""#,
            };
            let weight = match weight {
                Weight::Regular => "",
                Weight::Strong => r#" font-weight="600""#,
            };
            let (x, y, size, text) = (number(x), number(y), number(size), escaped(text));
            format!(
                r#"<text x="{x}" y="{y}" font-size="{size}"{anchor}{weight}{space}{more}>{text}</text>"#
            )
        };
        self.line(&element);
    }
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
    let step = |(i, spot): (usize, &Spot)| {
        let command = if i == 0 { 'M' } else { 'L' };
        format!("{command}{} {}", number(spot.x), number(spot.y))
    };
    spots.iter().enumerate().map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!([number(12.0), number(-0.01), number(0.25)], ["12", "0", "0.2"]);
    }
}
