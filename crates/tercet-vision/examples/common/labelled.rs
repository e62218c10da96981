//! Labelled photographs: a manifest, and how many are read right. The example `stress` and a test use it.

use std::collections::BTreeMap;
use std::time::Duration;

use tercet::classic::ClassicCard;
use tercet::{Card, Deck};
use tercet_vision::Reading;

/// A row of a manifest: its cells by the names of their columns.
pub(crate) type Row<'a> = BTreeMap<&'a str, &'a str>;

/// The rows of a manifest, whose first line that is not a comment names the columns.
pub(crate) fn rows(manifest: &str) -> Result<impl Iterator<Item = Row<'_>>, &'static str> {
    let is_row = |line: &&str| !line.starts_with('#') && !line.trim().is_empty();
    let mut lines = manifest.lines().filter(is_row);
    let columns = lines.next().ok_or("the manifest is empty")?;
    Ok(lines.map(|line| columns.split('\t').zip(line.split('\t')).collect()))
}

/// A cell of a row.
pub(crate) fn cell<'a>(row: &Row<'a>, column: &str) -> Result<&'a str, String> {
    row.get(column).copied().ok_or_else(|| format!("no column '{column}': {row:?}"))
}

/// The cards of a photograph; `-` says that there are none.
pub(crate) fn labels(row: &Row) -> Result<Vec<Card>, String> {
    let labels = cell(row, "labels")?.split_whitespace().filter(|&label| label != "-");
    labels.map(|label| Deck::CLASSIC.card(label).map_err(|error| error.to_string())).collect()
}

/// The counts of some photographs.
#[derive(Default)]
pub(crate) struct Score {
    pub(crate) boards: usize,
    pub(crate) boards_right: usize,
    /// Boards whose reading is not sure, whether right or wrong.
    pub(crate) boards_unsure: usize,
    /// Boards that are wrong although their reading is sure.
    pub(crate) boards_silently_wrong: usize,
    pub(crate) cards: usize,
    pub(crate) cards_right: usize,
    /// Cards that are sure.
    cards_sure: usize,
    /// Cards that are wrong although they are sure.
    cards_silently_wrong: usize,
    /// The time of each photograph, decoding included.
    times: Vec<Duration>,
}

impl Score {
    pub(crate) fn add(&mut self, labels: &[Card], reading: &Reading, time: Duration) {
        let (missing, extra) = differences(labels, reading);
        let is_right = missing.is_empty() && extra.is_empty();
        self.boards += 1;
        self.boards_right += usize::from(is_right);
        self.boards_unsure += usize::from(!reading.is_sure());
        self.boards_silently_wrong += usize::from(!is_right && reading.is_sure());
        self.cards += labels.len();
        self.cards_right += labels.len() - missing.len();
        let sure = || reading.cards.iter().filter(|read| read.is_sure());
        self.cards_sure += sure().count();
        self.cards_silently_wrong += sure().filter(|read| !labels.contains(&read.card)).count();
        self.times.push(time);
    }

    pub(crate) fn print(mut self, name: &str) {
        let Self { boards, boards_right, boards_unsure, boards_silently_wrong, .. } = self;
        let Self { cards, cards_right, cards_sure, cards_silently_wrong, .. } = self;
        self.times.sort_unstable();
        let (median, longest) = (self.times[boards / 2], self.times[boards - 1]);
        println!(
            "{name}: {boards_right} of {boards} boards right, {boards_unsure} unsure, \
             {boards_silently_wrong} silently wrong; {cards_right} of {cards} cards right, \
             {cards_sure} sure, {cards_silently_wrong} silently wrong; median {median:.1?}, at most {longest:.1?}"
        );
    }
}

/// The codes of some cards.
pub(crate) fn codes(cards: &[Card]) -> String {
    let code = |&card| ClassicCard::try_from(card).map_or("?".into(), |card| card.to_string());
    let codes: Vec<String> = cards.iter().map(code).collect();
    if codes.is_empty() { "none".into() } else { codes.join(" ") }
}

/// The labels that were not read, and the cards that were read but are not labels.
pub(crate) fn differences(labels: &[Card], reading: &Reading) -> (Vec<Card>, Vec<Card>) {
    let (mut missing, mut extra) = (labels.to_vec(), Vec::new());
    for read in &reading.cards {
        match missing.iter().position(|label| *label == read.card) {
            Some(place) => drop(missing.swap_remove(place)),
            None => extra.push(read.card),
        }
    }
    (missing, extra)
}
