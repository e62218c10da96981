//! A page as a list of marks, and its SVG.
//!
//! Lengths are in millimetres; the y axis points down from the upper edge.

use tercet::picture::{Scheme, Style};

use super::{PageOf, font};
use crate::prelude::*;

/// A point, or a size.
pub(super) type Point = (f64, f64);

/// The margin of a page, which holds only the page number.
pub(super) const MARGIN: f64 = 15.0;

/// The size of a card in the units of its drawing.
const CARD: Point = (300.0, 210.0);

/// The height of a card that is 1 wide.
pub(super) const HEIGHT: f64 = CARD.1 / CARD.0;

/// Something on a page.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Mark {
    /// A card of this width, with its upper left corner at a point.
    Card { card: Card, at: Point, width: f64 },
    /// A text.
    Text(Text),
    /// A thin line.
    Line { from: Point, to: Point },
    /// A small disc, or its outline.
    Disc { at: Point, radius: f64, filled: bool },
}

/// A text on a line.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Text {
    pub(super) letters: String,
    /// The point on the baseline to which the anchor refers.
    pub(super) at: Point,
    /// The size of the font.
    pub(super) size: f64,
    pub(super) bold: bool,
    /// Whether the text is less important than others.
    pub(super) pale: bool,
    pub(super) anchor: Anchor,
}

/// The part of a text that is at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Text {
    /// A text that starts at a point.
    pub(super) fn new(letters: impl Into<String>, at: Point, size: f64) -> Self {
        let (bold, pale, anchor) = (false, false, Anchor::Start);
        Self { letters: letters.into(), at, size, bold, pale, anchor }
    }

    pub(super) fn bold(self) -> Self {
        Self { bold: true, ..self }
    }

    pub(super) fn pale(self) -> Self {
        Self { pale: true, ..self }
    }

    pub(super) fn anchored(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }

    /// The text, shrunk if it is wider than this.
    pub(super) fn within(self, most: f64) -> Self {
        let width = font::width(&self.letters, 1.0, self.bold);
        Self { size: self.size.min(most / width.max(f64::MIN_POSITIVE)), ..self }
    }

    /// The x of its left end, by the metrics of the font.
    pub(super) fn left(&self) -> f64 {
        let width = font::width(&self.letters, self.size, self.bold);
        match self.anchor {
            Anchor::Start => self.at.0,
            Anchor::Middle => self.at.0 - width / 2.0,
            Anchor::End => self.at.0 - width,
        }
    }

    /// Its grey level, the same for each channel of RGB.
    pub(super) const fn grey(&self) -> f64 {
        if self.pale { 0.35 } else { 0.0 }
    }
}

/// The width of lines.
const LINE: f64 = 0.2;

/// A page.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Page {
    pub(super) content: PageOf,
    pub(super) marks: Vec<Mark>,
}

/// Writes the number of each page and the total at its foot.
pub(super) fn number(pages: &mut [Page], (width, height): Point) {
    let all = pages.len();
    for (page, number) in pages.iter_mut().zip(1..) {
        let at = (width - MARGIN, height - 9.0);
        let text = Text::new(format!("{number} / {all}"), at, 2.8).pale().anchored(Anchor::End);
        page.marks.push(Mark::Text(text));
    }
}

/// A length as text, rounded to thousandths.
pub(super) fn length(length: f64) -> String {
    let text = format!("{length:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

impl Page {
    /// The page as an SVG.
    ///
    /// # Errors
    ///
    /// [`Stop`] if the limit was reached.
    pub(super) fn svg(
        &self,
        (width, height): Point,
        scheme: Scheme,
        style: Style,
        limit: &Limit,
    ) -> Result<String, Stop> {
        let (width, height) = (length(width), length(height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}mm\" height=\"{height}mm\" \
             viewBox=\"0 0 {width} {height}\"><rect width=\"{width}\" height=\"{height}\" \
             fill=\"#fff\"/>\n"
        );
        for mark in &self.marks {
            limit.check()?;
            svg.push_str(&drawn(mark, scheme, style));
            svg.push('\n');
        }
        Ok(svg + "</svg>\n")
    }
}

/// A mark as an element of an SVG.
pub(super) fn drawn(mark: &Mark, scheme: Scheme, style: Style) -> String {
    match mark {
        Mark::Card { card, at, width } => format!(
            "<g transform=\"translate({} {})scale({:.5})\">{}</g>",
            length(at.0),
            length(at.1),
            width / CARD.0,
            scheme.elements(*card, style),
        ),
        Mark::Text(text) => {
            let weight = if text.bold { " font-weight=\"bold\"" } else { "" };
            let anchor = match text.anchor {
                Anchor::Start => "",
                Anchor::Middle => " text-anchor=\"middle\"",
                Anchor::End => " text-anchor=\"end\"",
            };
            let level = (text.grey() * 255.0).round() as u8;
            format!(
                "<text x=\"{}\" y=\"{}\" font-family=\"Helvetica, Arial, sans-serif\" \
                 font-size=\"{}\"{weight}{anchor} fill=\"#{level:02x}{level:02x}{level:02x}\">{}\
                 </text>",
                length(text.at.0),
                length(text.at.1),
                length(text.size),
                escaped(&text.letters),
            )
        }
        Mark::Line { from, to } => format!(
            "<path d=\"M{} {}L{} {}\" fill=\"none\" stroke=\"#000\" stroke-width=\"{LINE}\"/>",
            length(from.0),
            length(from.1),
            length(to.0),
            length(to.1),
        ),
        Mark::Disc { at, radius, filled } => format!(
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{}\" stroke=\"#000\" \
             stroke-width=\"{LINE}\"/>",
            length(at.0),
            length(at.1),
            length(*radius),
            if *filled { "#000" } else { "none" },
        ),
    }
}

/// The text, escaped for XML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
