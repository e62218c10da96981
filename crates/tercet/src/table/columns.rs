//! Cards from rows of fields: the labels of a column are the values of a property.

use std::collections::HashMap;

use super::{Refusal, Row, Spelling, words};
use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;
use crate::file::PartialDeck;
use crate::text::number;

/// v, unless it is known.
const USUAL: usize = 3;
/// The highest v that other labels than digits may have, unless it is known.
const MOST: usize = 6;

/// Rows that are cards of a deck.
#[derive(Clone)]
pub(super) struct Table {
    deck: Deck,
    /// The text of each card, and its labels.
    rows: Vec<(String, Vec<String>)>,
    /// The labels of each column, in order.
    columns: Vec<Vec<String>>,
    /// The least value if all labels are digits that are values.
    least: Option<usize>,
    /// How long it takes to write the table down: each label once, and for each card the choice of its labels. Rows and
    /// columns that are there make it short.
    pub(super) bits: f64,
}

/// What becomes of some rows: a table, or what speaks against it, and how long it takes to write it down.
pub(super) type Fit = Result<Table, (f64, Refusal)>;

/// Reads rows as cards. Different words are different values, unless they would be too many: then they are the usual words
/// for their values. Capital letters are the same as small ones only where they would be too many values, too.
pub(super) fn fit(rows: &[Row], known: PartialDeck) -> Option<Fit> {
    let is_table = |fit: &Fit| fit.as_ref().is_ok_and(|it| known.values.is_some() || it.is_usual());
    if let Some([written, usual]) = words::arranged(rows) {
        let as_written = labelled(rows, written, known, true).filter(is_table);
        if let Some(fit) = as_written.or_else(|| labelled(rows, usual, known, true)) {
            return Some(fit);
        }
    }
    let is_ragged = rows.windows(2).any(|pair| pair[0].fields.len() != pair[1].fields.len());
    if is_ragged || rows.is_empty() {
        return None;
    }
    let labels = |same: fn(&str) -> String| -> Vec<Vec<String>> {
        rows.iter().map(|row| row.fields.iter().map(|field| same(field)).collect()).collect()
    };
    let exact = labelled(rows, labels(str::to_owned), known, false);
    // Where one letter of a card is small and another is not, that may be a property.
    let is_even = |row: &Row| {
        let mut letters = row.text.chars().filter(|letter| letter.is_alphabetic());
        letters.clone().all(char::is_lowercase) || letters.all(char::is_uppercase)
    };
    let are_words = rows.iter().flat_map(|row| &row.fields).any(|field| field.chars().count() > 1);
    if exact.as_ref().is_some_and(is_table) || !are_words && !rows.iter().all(is_even) {
        return exact;
    }
    let folded = labelled(rows, labels(str::to_lowercase), known, false);
    folded.filter(|fit| fit.is_ok() || exact.is_none()).or(exact)
}

/// Labels without repetitions, in order.
pub(super) fn different(mut labels: Vec<String>) -> Vec<String> {
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// The highest digit of a column.
fn highest(labels: &[String]) -> usize {
    labels.last().and_then(|label| number(label)).unwrap_or(0)
}

/// Reads rows with these labels as cards, if there are enough of them to speak for a table.
fn labelled(
    rows: &[Row],
    labels: Vec<Vec<String>>,
    known: PartialDeck,
    are_words: bool,
) -> Option<Fit> {
    let p = labels[0].len();
    if known.properties.is_some_and(|it| it != p) || p < 2 && known.properties.is_none() {
        return None;
    }
    let column = |i: usize| different(labels.iter().map(|row| row[i].clone()).collect());
    let columns: Vec<Vec<String>> = (0..p).map(column).collect();
    // Digits are values if they begin at 0 or 1.
    let digit = |label: &String| number(label).filter(|_| label.len() == 1);
    let digits: Option<Vec<usize>> = columns.iter().flatten().map(digit).collect();
    let least = digits.iter().flatten().min().copied();
    // With a gap they are names, as 1, 2 and 4 are.
    let is_there = |digit: usize| digits.iter().flatten().any(|&it| it == digit);
    let most = digits.iter().flatten().max().copied().unwrap_or(0);
    let least = least.filter(|&least| least <= 1 && (least..most).all(is_there));
    let size = |labels: &Vec<String>| match least {
        Some(_) => highest(labels) + usize::from(labels[0] == "0"),
        None => labels.len(),
    };
    let most = columns.iter().map(size).max().unwrap_or(0);
    let values = known.values.unwrap_or(most.max(USUAL));
    let deck = Deck::new(values, p).ok().filter(|_| most <= values)?;
    let is_larger = known.values.is_none() && values > USUAL;
    let choice: f64 = columns.iter().map(|labels| (labels.len() as f64).log2()).sum();
    let letters = |label: &String| if are_words { 1 } else { label.chars().count() };
    let names: usize = columns.iter().flatten().map(|label| 8 * letters(label) + 2).sum();
    let bits = choice * rows.len() as f64 + names as f64 + if is_larger { 32.0 } else { 0.0 };
    let against = |refusal| Some(Err((bits, refusal)));
    let mut sorted: Vec<String> = labels.iter().map(|row| row.join("\0")).collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        let row = labels.iter().position(|row| row.join("\0") == pair[0]).expect("one of the rows");
        return against(Refusal::Duplicate(rows[row].text.clone()));
    }
    // Few columns with more values than usual, or few cards, are a slip of the pen, and so is what is no word in a column
    // where a value has two.
    let larger = || columns.iter().filter(|labels| size(labels) > USUAL).count();
    let is_doubtful = is_larger && (larger() * 2 < p || rows.len() < 2 * values);
    // Few cards do not tell whether digits begin at 0 in one column and at 1 in another.
    let is_from_1 = |labels: &&Vec<String>| least == Some(0) && highest(labels) == values;
    let is_mixed = rows.len() < 2 * values && columns.iter().any(|labels| is_from_1(&labels));
    let is_wrong = |labels: &&Vec<String>| {
        is_doubtful && size(labels) > USUAL || !are_words && words::is_mixed(labels)
    };
    if is_mixed {
        return against(Refusal::NoTable);
    }
    if let Some(labels) = columns.iter().find(is_wrong) {
        let slip = Refusal::Slip { labels: labels.join(", "), values: values.max(USUAL + 1) };
        return against(if values > MOST { Refusal::NoTable } else { slip });
    }
    let rows = rows.iter().map(|row| row.text.clone()).zip(labels).collect();
    let table = Table { deck, rows, columns, least, bits };
    let is_pair = table.rows.len() == 2 && (least.is_some() || table.pictured().is_some());
    (are_words || is_pair || table.rows.len() >= USUAL).then_some(Ok(table))
}

impl Table {
    /// Whether the deck has as many values as the published game.
    pub(super) const fn is_usual(&self) -> bool {
        self.deck.values() == USUAL
    }

    /// The cards as they are written.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|(text, _)| &**text)
    }

    /// The number of cards.
    pub(super) const fn len(&self) -> usize {
        self.rows.len()
    }

    /// The property that each column shows, and the values of its labels, if they are words or begin words.
    pub(super) fn pictured(&self) -> Option<Vec<(usize, Vec<usize>)>> {
        (self.deck == Deck::CLASSIC && self.least.is_none())
            .then(|| words::pictured(&self.columns))
            .flatten()
    }

    /// The board, and how it is spelled.
    pub(super) fn board(&self, more: &str) -> (Board, Spelling) {
        let Self { deck, rows, columns, least, .. } = self;
        let pictured = self.pictured();
        let mut cards = HashMap::new();
        let card = |(text, labels): &(String, Vec<String>)| {
            let mut values = vec![0; columns.len()];
            for (i, label) in labels.iter().enumerate() {
                let rank =
                    || columns[i].iter().position(|it| it == label).expect("a label of the column");
                match (&pictured, least) {
                    (Some(pictured), _) => values[pictured[i].0] = pictured[i].1[rank()],
                    (None, Some(least)) => {
                        // A column may begin at 1 where others begin at 0.
                        let least = if highest(&columns[i]) == deck.values() { 1 } else { *least };
                        values[i] = number(label).expect("a digit") - least;
                    }
                    (None, None) => values[i] = rank(),
                }
            }
            let card: Card = deck.card_of(&values).expect("values below v");
            cards.insert(card, text.clone());
            card
        };
        let in_order: Vec<Card> = rows.iter().map(card).collect();
        let reading = match (&pictured, least) {
            (Some(pictured), _) => {
                let names: Vec<&str> =
                    pictured.iter().map(|(property, _)| words::name(*property)).collect();
                names.join(", ")
            }
            (None, Some(least)) => format!("digits from {least} to {}", deck.values() - 1 + least),
            (None, None) if columns.iter().flatten().all(|label| label.chars().count() == 1) => {
                format!("{} columns of letters", columns.len())
            }
            (None, None) => format!("{} columns of words", columns.len()),
        };
        let reading = format!("read as {deck}: {reading}{more}");
        let is_pictured = pictured.is_some() || least.is_some();
        let board = Board::new(*deck, in_order).expect("different cards of the deck");
        (board, Spelling { reading, is_pictured, cards })
    }
}
