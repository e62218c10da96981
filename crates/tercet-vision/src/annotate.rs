//! A photograph with what was read from it: outlines and codes of the cards, a mark at each
//! doubtful card, and the sets, with a legend below.
//!
//! Nothing depends on colour alone. A doubtful card has a dashed outline and a question mark. Each
//! set has a colour and a pattern of dashes of its own; a card in several sets has their outlines one
//! inside the other. The colours are like those of Okabe and Ito, which most people can tell apart, each
//! with a dark edge, so that they stand out from white cards and dark tables alike.
//!
//! All lengths follow the size of the picture.

use tercet::Card;
use tercet::classic::ClassicCard;
use tercet::picture::Lettering;

use crate::canvas::{Colour, DARK, Ink};
use crate::{Photograph, Picture, Point, ReadCard, Reading};

/// The longest side of the photograph in the annotated picture.
const LONGEST: u32 = 2000;
/// The least width of the annotated picture: the legend needs it.
const LEAST_WIDTH: u32 = 420;
/// The most sets that are drawn.
const MOST_DRAWN: usize = 6;

const PAPER: Colour = [250, 249, 246];
const WHITE: Colour = [255, 255, 255];
const AMBER: Colour = [255, 193, 7];

/// How each set is drawn.
const INKS: [Ink; MOST_DRAWN] = [
    Ink { colour: [0, 114, 178], dashes: &[] },
    Ink { colour: [230, 110, 0], dashes: &[5.0, 2.6] },
    Ink { colour: [0, 158, 115], dashes: &[0.0, 2.4] },
    Ink { colour: [204, 90, 160], dashes: &[5.0, 2.6, 0.0, 2.6] },
    Ink { colour: [130, 80, 50], dashes: &[2.0, 2.4] },
    Ink { colour: [86, 180, 233], dashes: &[6.0, 2.4, 0.0, 2.4, 0.0, 2.4] },
];

const SURE: Ink = Ink { colour: WHITE, dashes: &[] };
const DOUBTFUL: Ink = Ink { colour: AMBER, dashes: &[3.0, 2.6] };
/// The colours of the plate and of the text of a label that is doubtful.
const DOUBTFUL_LABEL: [Colour; 2] = [AMBER, DARK];

/// Draws what was read on the photograph, with these sets of its cards.
pub fn annotate(photograph: &Photograph, reading: &Reading, sets: &[[Card; 3]]) -> Picture {
    let photo = photograph.shrunk(LONGEST);
    let width = photo.width.max(LEAST_WIDTH);
    let unit = (width as f32 / 640.0).clamp(1.0, 4.0);
    let scale = photo.width as f32 / (reading.width.max(1)) as f32;
    let legend = Legend::new(reading, sets, unit);
    let bottom = photo.height;
    let mut canvas = photo.on_page((width, bottom + legend.height()), PAPER);
    let place = |point: Point| point * scale;
    for card in &reading.cards {
        let corners = card.corners.map(place);
        let line = line_width(&corners);
        let outline = if card.is_sure() { SURE } else { DOUBTFUL };
        canvas.line(&corners, true, line * if card.is_sure() { 0.6 } else { 1.0 }, outline);
        let holding = INKS.iter().zip(sets).filter(|(_, set)| set.contains(&card.card));
        for (nested, (ink, _)) in holding.enumerate() {
            let inset = line * (1.6 + 1.9 * nested as f32);
            canvas.line(&inside(&corners, inset), true, line, *ink);
        }
    }
    for unread in &reading.unread {
        let corners = unread.corners.map(place);
        canvas.line(&corners, true, line_width(&corners), DOUBTFUL);
        label(&mut canvas, "?", DOUBTFUL_LABEL, &corners, bottom as f32);
    }
    // Labels last: no outline of a neighbour crosses them.
    for card in &reading.cards {
        let code = card.classic();
        let (text, colours) = if card.is_sure() {
            (code.to_string(), [DARK, WHITE])
        } else {
            (format!("{code} ?"), DOUBTFUL_LABEL)
        };
        label(&mut canvas, &text, colours, &card.corners.map(place), bottom as f32);
    }
    // A label may be higher than a small photograph.
    let (x, y) = (canvas.width as f32, canvas.height as f32);
    canvas.plate(Point { x: 0.0, y: bottom as f32 }, Point { x, y }, 0.0, PAPER);
    legend.draw(&mut canvas, bottom as f32);
    canvas
}

/// The width of the lines on a card.
fn line_width(corners: &[Point; 4]) -> f32 {
    (short_side(corners) / 45.0).clamp(1.2, 9.0)
}

fn short_side(corners: &[Point; 4]) -> f32 {
    let side = |i: usize| (corners[i] - corners[(i + 1) % 4]).length();
    (0..4).map(side).fold(f32::INFINITY, f32::min)
}

/// The corners of the same card, each side moved inwards, but at most to the middle part of the card.
fn inside(corners: &[Point; 4], by: f32) -> [Point; 4] {
    let [a, b, c, d] = *corners;
    let across = (b - a).length().max((c - d).length());
    let down = (c - b).length().max((d - a).length());
    // The opposite sides of a card in perspective are nearly parallel. The same distance is a smaller
    // part of the longer ones.
    let part = |side: f32| (by / side.max(f32::MIN_POSITIVE)).min(0.4);
    let (across, down) = (part(across), part(down));
    [(a, b, d), (b, a, c), (c, d, b), (d, c, a)].map(|(corner, beside, below)| {
        corner + (beside - corner) * across + (below - corner) * down
    })
}

/// The middle of the lowest edge: a drawing there hides no symbols.
fn lower_edge(corners: &[Point; 4]) -> Point {
    let edges = (0..4).map(|i| (corners[i] + corners[(i + 1) % 4]) * 0.5);
    edges.max_by(|a, b| a.y.total_cmp(&b.y)).unwrap_or_default()
}

/// Writes a label near the lower edge of a card, in the colours of its plate and its text. The photograph
/// ends at `bottom`.
fn label(
    canvas: &mut Picture,
    text: &str,
    [back, front]: [Colour; 2],
    corners: &[Point; 4],
    bottom: f32,
) {
    let height = (short_side(corners) * 0.1).clamp(8.0, 34.0);
    let width = Lettering::of(text).width as f32 * height / Lettering::BASELINE as f32;
    let low = lower_edge(corners);
    let margin = height * 0.45;
    let left =
        (low.x - width / 2.0).clamp(margin, (canvas.width as f32 - width - margin).max(margin));
    // Across the edge, where neither this card nor the next one has symbols.
    let lowest = (bottom - height - margin).max(margin);
    let top = (low.y - height * 0.7).clamp(margin, lowest);
    let (at, beyond) = (Point { x: left, y: top }, Point { x: margin, y: margin });
    let to = at + Point { x: width, y: height } + beyond;
    canvas.plate(at - beyond, to, margin, back);
    canvas.text(text, at, height, front);
}

// The legend, which explains the outlines.

/// The most doubtful cards that are explained.
const MOST_EXPLAINED: usize = 6;

/// The meaning of the outlines.
struct Legend {
    unit: f32,
    /// For each line, the outline that it explains, if there is one, and its text.
    lines: Vec<(Option<Ink>, String)>,
}

impl Legend {
    /// The height of capitals.
    const CAPITALS: f32 = 9.0;
    /// From one row to the next.
    const ROW: f32 = 22.0;
    const MARGIN: f32 = 14.0;
    /// The length of a sample of a line, and the distance of its text.
    const SAMPLE: (f32, f32) = (34.0, 46.0);

    fn new(reading: &Reading, sets: &[[Card; 3]], unit: f32) -> Self {
        let mut lines = vec![(None, title(reading, sets.len()))];
        for (ink, set) in INKS.iter().zip(sets) {
            lines.push((Some(*ink), set.map(|card| marked(reading, card)).join("  ")));
        }
        if let Some(more @ 1..) = sets.len().checked_sub(MOST_DRAWN) {
            lines.push((None, format!("and {}", counted(more, "more set"))));
        }
        let mut reasons: Vec<String> = reading.doubtful().map(reason).collect();
        if reasons.len() > MOST_EXPLAINED {
            let more = reasons.split_off(MOST_EXPLAINED - 1).len();
            reasons.push(format!("and {more} more doubtful cards"));
        }
        if !reading.unread.is_empty() {
            reasons.push(format!("{} not read", counted(reading.unread.len(), "place")));
        }
        lines.extend(reasons.into_iter().map(|text| (Some(DOUBTFUL), text)));
        Self { unit, lines }
    }

    fn height(&self) -> u32 {
        ((self.lines.len() as f32 * Self::ROW + 2.0 * Self::MARGIN) * self.unit).ceil() as u32
    }

    fn draw(&self, canvas: &mut Picture, top: f32) {
        let unit = self.unit;
        let right = canvas.width as f32 - Self::MARGIN * unit;
        for (row, (ink, text)) in self.lines.iter().enumerate() {
            let mut x = Self::MARGIN * unit;
            let y = top + (Self::MARGIN + row as f32 * Self::ROW + 4.0) * unit;
            let mut height = Self::CAPITALS * unit;
            if let Some(ink) = ink {
                let ends = [2.0, 2.0 + Self::SAMPLE.0];
                let ends = ends.map(|end| Point { x: x + end * unit, y: y + height / 2.0 });
                canvas.line(&ends, false, 4.0 * unit, *ink);
                x += Self::SAMPLE.1 * unit;
            }
            // Text that is too long for the picture is written smaller.
            let letters = Lettering::of(text).width as f32 / Lettering::BASELINE as f32;
            height = height.min((right - x) / letters.max(1.0));
            canvas.text(text, Point { x, y }, height, DARK);
        }
    }
}

/// The answer in a line.
fn title(reading: &Reading, sets: usize) -> String {
    let mut counts = vec![counted(reading.cards.len(), "card")];
    if let count @ 1.. = reading.doubtful().count() {
        counts.push(format!("{count} doubtful"));
    }
    if let count @ 1.. = reading.unread.len() {
        counts.push(format!("{} not read", counted(count, "place")));
    }
    let sets = if sets == 0 { "no set".into() } else { counted(sets, "set") };
    let of = if reading.is_sure() { "" } else { " among the cards as read" };
    format!("{}; {sets}{of}", counts.join(", "))
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The code of a card, with a question mark if one of its readings is doubtful.
fn marked(reading: &Reading, card: Card) -> String {
    let code = ClassicCard::try_from(card).map_or_else(|_| String::new(), |card| card.to_string());
    let doubtful = reading.doubtful().any(|read| read.card == card);
    if doubtful { format!("{code}?") } else { code }
}

/// Which card is doubtful, and why.
fn reason(card: &ReadCard) -> String {
    let why = card.doubts.first().map_or("its reading is not certain", |doubt| doubt.words());
    format!("row {}, card {}: {}? {why}", card.row + 1, card.column + 1, card.classic())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Doubt, Unread};

    fn reading(cards: &[&str]) -> Reading {
        let card = |(i, code): (usize, &&str)| {
            let card: Card = code.parse::<ClassicCard>().unwrap().into();
            let (x, y) = (40.0 + 150.0 * (i % 4) as f32, 30.0 + 220.0 * (i / 4) as f32);
            let corners = [(x, y), (x + 120.0, y), (x + 120.0, y + 190.0), (x, y + 190.0)];
            ReadCard {
                card,
                confidence: 0.999,
                readings: vec![(card, 0.999)],
                odds: [[1.0, 0.0, 0.0]; 4],
                corners: corners.map(|(x, y)| Point { x, y }),
                symbols: Vec::new(),
                doubts: Vec::new(),
                row: i / 4,
                column: i % 4,
            }
        };
        let cards = cards.iter().enumerate().map(card).collect();
        Reading { width: 660, height: 480, cards, confidence: 0.99, ..Reading::default() }
    }

    fn photograph() -> Photograph {
        Photograph::of_rgb(660, 480, vec![90; 3 * 660 * 480]).unwrap()
    }

    fn set(codes: [&str; 3]) -> [Card; 3] {
        codes.map(|code| code.parse::<ClassicCard>().unwrap().into())
    }

    /// How many pixels have just this colour.
    fn count(picture: &Picture, colour: Colour) -> usize {
        picture.rgb.chunks_exact(3).filter(|pixel| *pixel == colour).count()
    }

    #[test]
    fn sets_are_drawn_in_their_own_colours_on_their_cards_and_in_the_legend() {
        let reading = reading(&["1RsO", "1RsD", "1RsS", "2GhO", "1RhD"]);
        let drawn = annotate(&photograph(), &reading, &[set(["1RsO", "1RsD", "1RsS"])]);
        assert!(drawn.width == 660 && drawn.height > 480 + 40);
        let (first, second) = (INKS[0].colour, INKS[1].colour);
        // Three outlines of a card, and one sample.
        assert!(count(&drawn, first) > 3 * 500 && count(&drawn, second) == 0);
        let both = [set(["1RsO", "1RsD", "1RsS"]), set(["1RsD", "2GhO", "1RhD"])];
        let drawn = annotate(&photograph(), &reading, &both);
        assert!(count(&drawn, second) > 1000);
        let plain = annotate(&photograph(), &reading, &[]);
        assert!(INKS.iter().all(|ink| count(&plain, ink.colour) == 0));
    }

    #[test]
    fn doubtful_cards_are_marked() {
        let mut reading = reading(&["1RsO", "1RsD"]);
        assert_eq!(count(&annotate(&photograph(), &reading, &[]), AMBER), 0);
        reading.cards[1].doubts.push(Doubt::Glare);
        let marked = annotate(&photograph(), &reading, &[]);
        assert!(count(&marked, AMBER) > 500);
    }

    #[test]
    fn nothing_of_the_photograph_is_drawn_over_the_legend() {
        // The label has the colour of a doubtful card's outline, which the legend lacks here.
        let mut reading = Reading { width: 60, height: 12, ..reading(&["1RsO"]) };
        reading.cards[0].confidence = 0.5;
        reading.cards[0].corners =
            [(2.0, 1.0), (50.0, 1.0), (50.0, 40.0), (2.0, 40.0)].map(|(x, y)| Point { x, y });
        let tiny = Photograph::of_rgb(60, 12, vec![90; 3 * 60 * 12]).unwrap();
        let drawn = annotate(&tiny, &reading, &[]);
        let margin = 3 * drawn.width as usize * 12;
        let above = 3 * drawn.width as usize * 10;
        assert!(drawn.rgb[..margin].chunks_exact(3).any(|pixel| pixel == AMBER));
        // The first line of the legend begins below its margin.
        let band = &drawn.rgb[margin..margin + above];
        assert!(band.chunks_exact(3).all(|pixel| pixel == PAPER));
    }

    #[test]
    fn any_size_can_be_annotated() {
        for (width, height) in [(1, 1), (7, 3000), (5000, 4)] {
            let pixels = vec![0; 3 * width as usize * height as usize];
            let tiny = Photograph::of_rgb(width, height, pixels).unwrap();
            let reading = Reading { width, height, ..reading(&["1RsO"]) };
            let drawn = annotate(&tiny, &reading, &[]);
            assert_eq!(drawn.rgb.len() as u32, 3 * drawn.width * drawn.height);
        }
    }

    #[test]
    fn more_sets_than_can_be_told_apart_are_counted() {
        let reading = reading(&["1RsO"]);
        let many = vec![set(["1RsO", "1RsD", "1RsS"]); 9];
        let legend = Legend::new(&reading, &many, 1.0);
        assert!(legend.lines.iter().any(|(_, text)| text == "and 3 more sets"));
        assert_eq!(legend.lines.iter().filter(|(ink, _)| ink.is_some()).count(), MOST_DRAWN);
    }

    #[test]
    fn doubtful_cards_have_their_reasons() {
        let mut reading = reading(&["1RsO", "1RsD"]);
        assert_eq!(title(&reading, 0), "2 cards; no set");
        reading.cards[1].doubts.push(Doubt::Glare);
        assert_eq!(title(&reading, 0), "2 cards, 1 doubtful; no set among the cards as read");
        let why = "row 1, card 2: 1RsD? a reflection hides a part of it";
        let legend = Legend::new(&reading, &[set(["1RsO", "1RsD", "1RsS"])], 1.0);
        assert_eq!(legend.lines[2].1, why);
        assert_eq!(legend.lines[1].1, "1RsO  1RsD?  1RsS");
        let unread = Unread { corners: reading.cards[0].corners, doubt: Doubt::Unseen };
        reading.unread = vec![unread.clone(), unread];
        let open = "2 cards, 1 doubtful, 2 places not read; no set among the cards as read";
        assert_eq!(title(&reading, 0), open);
    }
}
