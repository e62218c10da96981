//! The legend of an annotated photograph, which explains its outlines.

use tercet::Card;
use tercet::classic::ClassicCard;
use tercet::picture::Lettering;

use crate::annotate::{DOUBTFUL, INKS, MOST_DRAWN};
use crate::canvas::{Canvas, Colour, DARK, Ink};
use crate::{Point, ReadCard, Reading};

/// The most doubtful cards that are explained.
const MOST_EXPLAINED: usize = 6;

const FAINT: Colour = [95, 99, 104];

/// A line of the legend: the sample in front, and the text.
struct Line {
    ink: Option<Ink>,
    text: String,
    colour: Colour,
    /// The column and the row.
    at: (usize, usize),
}

/// The meaning of the outlines.
pub(crate) struct Legend {
    unit: f32,
    lines: Vec<Line>,
    rows: usize,
    column: f32,
}

impl Legend {
    /// The height of capitals.
    const CAPITALS: f32 = 9.0;
    /// From one row to the next.
    const ROW: f32 = 22.0;
    const MARGIN: f32 = 14.0;
    /// The length of a sample of a line, and the distance of its text.
    const SAMPLE: (f32, f32) = (34.0, 46.0);

    pub(crate) fn new(reading: &Reading, sets: &[[Card; 3]], unit: f32, width: f32) -> Self {
        let inner = width / unit - 2.0 * Self::MARGIN;
        let mut entries = Vec::new();
        for (ink, set) in INKS.iter().zip(sets) {
            let cards = set.map(|card| marked(reading, card));
            entries.push((Some(*ink), cards.join("  "), DARK));
        }
        if let Some(more @ 1..) = sets.len().checked_sub(MOST_DRAWN) {
            entries.push((None, format!("and {}", counted(more, "more set")), FAINT));
        }
        // Texts for sets are short, so that they stand in two columns where there is room.
        let columns = if inner >= 560.0 { 2 } else { 1 };
        let in_columns = entries.len().div_ceil(columns);
        let mut lines =
            vec![Line { ink: None, text: title(reading, sets.len()), colour: DARK, at: (0, 0) }];
        lines.extend(entries.into_iter().enumerate().map(|(i, (ink, text, colour))| Line {
            ink,
            text,
            colour,
            at: (i / in_columns.max(1), 1 + i % in_columns.max(1)),
        }));
        let mut reasons: Vec<String> = reading.doubtful().map(reason).collect();
        if reasons.len() > MOST_EXPLAINED {
            let more = reasons.split_off(MOST_EXPLAINED - 1).len();
            reasons.push(format!("and {more} more doubtful cards"));
        }
        if !reading.unread.is_empty() {
            reasons.push(format!("{} not read", counted(reading.unread.len(), "place")));
        }
        let rows = 1 + in_columns + reasons.len();
        let reasons = reasons.into_iter().zip(1 + in_columns..);
        let line = |(text, row)| Line { ink: Some(DOUBTFUL), text, colour: DARK, at: (0, row) };
        lines.extend(reasons.map(line));
        Self { unit, lines, rows, column: inner / columns as f32 }
    }

    pub(crate) fn height(&self) -> u32 {
        ((self.rows as f32 * Self::ROW + 2.0 * Self::MARGIN) * self.unit).ceil() as u32
    }

    pub(crate) fn draw(&self, canvas: &mut Canvas, top: f32) {
        let unit = self.unit;
        let right = canvas.size().0 - Self::MARGIN * unit;
        for Line { ink, text, colour, at: (column, row) } in &self.lines {
            let mut x = (Self::MARGIN + *column as f32 * self.column) * unit;
            let y = top + (Self::MARGIN + *row as f32 * Self::ROW + 4.0) * unit;
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
            canvas.text(text, Point { x, y }, height, *colour);
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
    use crate::annotate::tests::{reading, set};
    use crate::{Doubt, Unread};

    #[test]
    fn more_sets_than_can_be_told_apart_are_counted() {
        let reading = reading(&["1RsO"]);
        let many = vec![set(["1RsO", "1RsD", "1RsS"]); 9];
        let legend = Legend::new(&reading, &many, 1.0, 1000.0);
        assert!(legend.lines.iter().any(|line| line.text == "and 3 more sets"));
        assert_eq!(legend.lines.iter().filter(|line| line.ink.is_some()).count(), MOST_DRAWN);
    }

    #[test]
    fn doubtful_cards_have_their_reasons() {
        let mut reading = reading(&["1RsO", "1RsD"]);
        assert_eq!(title(&reading, 0), "2 cards; no set");
        reading.cards[1].doubts.push(Doubt::Glare);
        assert_eq!(title(&reading, 0), "2 cards, 1 doubtful; no set among the cards as read");
        let why = "row 1, card 2: 1RsD? a reflection hides a part of it";
        let legend = Legend::new(&reading, &[set(["1RsO", "1RsD", "1RsS"])], 1.0, 1000.0);
        assert_eq!(legend.lines[2].text, why);
        assert_eq!(legend.lines[1].text, "1RsO  1RsD?  1RsS");
        let unread = Unread { corners: reading.cards[0].corners, doubt: Doubt::Unseen };
        reading.unread = vec![unread.clone(), unread];
        let open = "2 cards, 1 doubtful, 2 places not read; no set among the cards as read";
        assert_eq!(title(&reading, 0), open);
    }
}
