//! A card as an SVG.

use std::f64::consts::FRAC_PI_2;

use super::Scheme;
use super::lettering::{strokes, tiles};
use super::pen::{Outline, Pen, Point, rounded};
use super::shape::{CARD, DOT, Form, LINE, Room, checked, dots, half, hatched, layout, outline};
use crate::card::Card;
use crate::notation::Channel;

/// How cards are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Style {
    /// Whether each picture has the letter of its colour in a corner: red, green, purple, blue, gold
    /// (Y) or black (K).
    pub letters: bool,
    /// Whether colours are shown as frames, or as large letters in decks with frames.
    pub colourless: bool,
}

impl Default for Style {
    fn default() -> Self {
        Self { letters: true, colourless: false }
    }
}

/// The colours with their letters. Their lightness falls in steps of at least 8 (of 100): gold, red,
/// blue, green, purple, black. Against white all have a contrast of at least 3.
const COLOURS: [(&str, char); Channel::LEVELS] = [
    ("#db4a0b", 'R'),
    ("#005c3a", 'G'),
    ("#4b0082", 'P'),
    ("#216cb0", 'B'),
    ("#bf8b00", 'Y'),
    ("#0d1014", 'K'),
];

/// The colour of what has no colour: letters, frames, tabs, digits.
const INK: &str = "#171b21";
/// The colour of the rim.
pub(super) const RIM: &str = "#a7afba";

impl Scheme {
    /// Draws a card as an SVG of 300 by 210.
    ///
    /// # Panics
    ///
    /// If the deck does not contain the card.
    pub fn draw(self, card: Card, style: Style) -> String {
        let ((width, height), elements) = (CARD, self.elements(card, style));
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\">\
             {elements}</svg>"
        )
    }

    /// The elements of the SVG of a card, to be placed in a larger drawing: its rim, then what it
    /// shows, in an area of 300 by 210 from the origin.
    ///
    /// # Panics
    ///
    /// If the deck does not contain the card.
    pub fn elements(self, card: Card, style: Style) -> String {
        assert!(self.deck().contains(card), "{} does not contain this card", self.deck());
        let parts = if self.is_pictured() {
            Picture { scheme: self, card, style }.draw()
        } else {
            tiles(self, card, INK)
        };
        let (width, height) = CARD;
        format!(
            "<rect x=\"1\" y=\"1\" width=\"{}\" height=\"{}\" rx=\"21\" fill=\"#fff\" \
             stroke=\"{RIM}\" stroke-width=\"2\"/>{parts}",
            width - 2.0,
            height - 2.0,
        )
    }
}

/// A card of a pictured deck.
struct Picture {
    scheme: Scheme,
    card: Card,
    style: Style,
}

impl Picture {
    fn draw(&self) -> String {
        let colour = self.level(Channel::Colour);
        let framed = self.scheme.property(Channel::Frame).is_some();
        let mut svg = String::new();
        // The part that shows the colour if the symbols do not.
        let mut room = if framed { Room::Frame } else { Room::Card };
        let mut letter = colour.filter(|_| self.style.letters);
        if let Some(level) = colour.filter(|_| self.style.colourless) {
            if framed {
                room = Room::BesideDisc;
                letter = None;
                svg += &self.group(&[Channel::Colour], &disc(COLOURS[level].1));
            } else {
                room = Room::Frame;
                svg += &self.frame(level, Channel::Colour);
            }
        }
        if let Some(level) = self.level(Channel::Frame) {
            svg += &self.frame(level, Channel::Frame);
        }
        if let Some(level) = self.level(Channel::Tab) {
            let path = format!(
                "<path fill=\"{INK}\" stroke=\"#fff\" stroke-width=\"5\" d=\"{}\"/>",
                tab(level)
            );
            svg += &self.group(&[Channel::Tab], &path);
        }
        if let Some(level) = letter {
            let corner = if room == Room::Card { 15.0 } else { 31.0 };
            let path = glyph(COLOURS[level].1, (corner, corner), 3.4, INK);
            svg += &self.group(&[Channel::Colour], &path);
        }
        let mut shown = vec![Channel::Count, Channel::Shading, Channel::Shape];
        let mut hue = INK;
        if let Some(level) = colour.filter(|_| !self.style.colourless) {
            shown.push(Channel::Colour);
            hue = COLOURS[level].0;
        }
        svg + &self.group(&shown, &self.symbols(room, hue))
    }

    fn level(&self, channel: Channel) -> Option<usize> {
        self.scheme.level(self.card, channel)
    }

    /// Some elements with the classes of the channels that they show.
    fn group(&self, channels: &[Channel], elements: &str) -> String {
        let mut shown: Vec<usize> =
            channels.iter().filter_map(|&channel| self.scheme.property(channel)).collect();
        shown.sort_unstable();
        let classes: Vec<String> = shown.iter().map(|i| format!("property-{i}")).collect();
        format!("<g class=\"{}\">{elements}</g>", classes.join(" "))
    }

    /// A frame that shows a channel.
    fn frame(&self, level: usize, channel: Channel) -> String {
        match frame(level).as_str() {
            "" => String::new(),
            elements => {
                let stroked = format!("<g fill=\"none\" stroke=\"{INK}\">{elements}</g>");
                self.group(&[channel], &stroked)
            }
        }
    }

    fn symbols(&self, room: Room, hue: &str) -> String {
        let symbols = self.level(Channel::Count).map_or(1, |count| count + 1);
        let (form, scale, places) = layout(self.scheme.deck().values(), symbols, room);
        let shape = self.level(Channel::Shape).expect("every pictured deck has shapes");
        let outline = outline(shape, form);
        let path = |attributes: &str, outlines: &[Outline]| {
            let mut pen = Pen::default();
            for &at in &places {
                let place = |(x, y): Point| (at.0 + x * scale, at.1 + y * scale);
                for outline in outlines {
                    pen.outline(&outline.map(place));
                }
            }
            format!("<path {attributes} d=\"{}\"/>", pen.finish())
        };
        let stroked =
            |width| format!("stroke=\"{hue}\" stroke-width=\"{}\"", rounded(width * scale));
        let filled = format!("fill=\"{hue}\"");
        let shading = self.level(Channel::Shading).unwrap_or(0);
        let within = match shading {
            0 | 2 => String::new(),
            1 => path(&stroked(LINE), &hatched(&outline, form)),
            3 => path(&(stroked(2.0 * DOT) + " stroke-linecap=\"round\""), &dots(&outline)),
            4 => path(&filled, &checked(&outline)),
            _ => path(&filled, &[half(&outline)]),
        };
        let fill = if shading == 0 { hue } else { "none" };
        let stroke = stroked(if form == Form::Tall { 6.5 } else { 5.5 });
        let attributes = format!("fill=\"{fill}\" {stroke} stroke-linejoin=\"round\"");
        within + &path(&attributes, &[outline])
    }
}

/// A glyph at a place.
fn glyph(character: char, at: Point, scale: f64, colour: &str) -> String {
    format!(
        "<path transform=\"translate({} {})scale({scale})\" fill=\"none\" stroke=\"{colour}\" \
         stroke-width=\"1.15\" stroke-linecap=\"round\" stroke-linejoin=\"round\" d=\"{}\"/>",
        rounded(at.0),
        rounded(at.1),
        strokes(character),
    )
}

/// A large white letter in a disc, in the place to the left of the symbols.
fn disc(letter: char) -> String {
    const CENTRE: Point = (52.0, CARD.1 / 2.0);
    const SCALE: f64 = 5.0;
    let corner = (CENTRE.0 - 2.0 * SCALE, CENTRE.1 - 3.5 * SCALE);
    format!(
        "<circle cx=\"{}\" cy=\"{}\" r=\"27\" fill=\"{INK}\"/>{}",
        CENTRE.0,
        CENTRE.1,
        glyph(letter, corner, SCALE, "#fff")
    )
}

// Frames inside the rim of a card, and tabs on the rim.
//
// A frame is symmetric: its dashes and dots divide the straight sides evenly, and one dash, or one
// gap between dots, is as long as a rounded corner.

/// A level of the channel frame, as SVG elements; the stroke is that of the group around them.
pub(super) fn frame(level: usize) -> String {
    match level {
        0 => String::new(),
        1 => dashed(),
        2 => rectangle(inset(14.0), 13.0, "stroke-width=\"11\""),
        3 => dotted(),
        4 => {
            let inner = rectangle(inset(19.5), 9.0, "stroke-width=\"3.5\"");
            rectangle(inset(10.5), 16.0, "stroke-width=\"3.5\"") + &inner
        }
        _ => notched(),
    }
}

/// The size of a rectangle this far inside the edge of the card.
fn inset(by: f64) -> (f64, f64) {
    (CARD.0 - 2.0 * by, CARD.1 - 2.0 * by)
}

/// A rounded rectangle in the middle of the card.
fn rectangle((width, height): (f64, f64), radius: f64, stroke: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {stroke}/>",
        rounded((CARD.0 - width) / 2.0),
        rounded((CARD.1 - height) / 2.0),
        rounded(width),
        rounded(height),
        rounded(radius),
    )
}

/// Dashes: one around each corner, then a gap and a dash in turn up to the gap before the next
/// corner. A rectangle starts after its first corner, so the dashes start with a gap.
fn dashed() -> String {
    const RADIUS: f64 = 13.0;
    const DASH: f64 = RADIUS * FRAC_PI_2;
    const GAP: f64 = 9.6;
    let side = |dashes: f64| GAP + dashes * (DASH + GAP) + 2.0 * RADIUS;
    let stroke = format!(
        "stroke-width=\"6\" stroke-dasharray=\"{DASH:.2} {GAP}\" stroke-dashoffset=\"{DASH:.2}\""
    );
    rectangle((side(8.0), side(5.0)), RADIUS, &stroke)
}

/// Dots: one at both ends of each corner, and others at equal distances on the sides.
fn dotted() -> String {
    const RADIUS: f64 = 11.5;
    const STEP: f64 = RADIUS * FRAC_PI_2;
    let side = |steps: f64| steps * STEP + 2.0 * RADIUS;
    let stroke =
        format!("stroke-width=\"9\" stroke-linecap=\"round\" stroke-dasharray=\"0 {STEP:.3}\"");
    rectangle((side(14.0), side(9.0)), RADIUS, &stroke)
}

/// A plate whose corners are cut out by circles.
fn notched() -> String {
    const NOTCH: f64 = 21.0;
    let (width, height) = inset(11.0);
    let (x, y) = (rounded(width - 2.0 * NOTCH), rounded(height - 2.0 * NOTCH));
    let arc = |x: f64, y: f64| {
        let (r, x, y) = (rounded(NOTCH), rounded(x), rounded(y));
        format!("a{r} {r} 0 0 0 {x} {y}")
    };
    format!(
        "<path stroke-width=\"5\" d=\"M{} 11h{x}{}v{y}{}h-{x}{}v-{y}{}z\"/>",
        rounded(11.0 + NOTCH),
        arc(NOTCH, NOTCH),
        arc(-NOTCH, NOTCH),
        arc(-NOTCH, -NOTCH),
        arc(NOTCH, -NOTCH),
    )
}

/// The path of a level of the channel tab. It is open towards the rim, where it gets no white edge.
pub(super) fn tab(level: usize) -> String {
    const CENTRES: [f64; 3] = [72.0, CARD.0 / 2.0, CARD.0 - 72.0];
    let left = rounded(CENTRES[level % 3] - 28.0);
    if level < 3 {
        format!("M{left} 1l5 19q1 4 5 4h36q4 0 5-4l5-19")
    } else {
        format!("M{left} 209l5-19q1-4 5-4h36q4 0 5 4l5 19")
    }
}
