//! Writing SVG: elements, colours, numbers and arbitrary text.

use super::theme::Paint;
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
pub(super) fn stroke(paint: Paint) -> String {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_short() {
        assert_eq!([number(12.0), number(-0.01), number(0.25)], ["12", "0", "0.2"]);
    }
}
