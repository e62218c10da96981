//! Cards from rows of fields: the labels of a column are the values of a property.

use std::collections::HashMap;
use std::iter::repeat_n;

use super::beside::{beside_cards, boards_beside, leave_columns};
use super::{Refusal, Row, Spelling, markup, words};
use crate::board::Board;
use crate::card::Card;
use crate::deck::Deck;
use crate::file::PartialDeck;
use crate::set::Set;
use crate::text::number;

/// v, unless it is known.
pub(super) const USUAL: usize = 3;
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
    /// What was left out of the cards.
    left: Vec<&'static str>,
    /// The property that each column shows, and the values of its labels, if they are words or begin words.
    pictured: Option<Vec<(usize, Vec<usize>)>>,
}

/// What becomes of some rows: a table, or what speaks against it, and how long it takes to write it down.
pub(super) type Fit = Result<Table, (f64, Refusal)>;

/// Reads rows as cards, unless their first column may name the boards that they are of.
pub(super) fn fit(rows: &[Row], known: PartialDeck) -> Option<Fit> {
    let fit = fit_all(rows, known);
    match (&fit, boards_beside(rows)) {
        (Some(Ok(table)), Some(boards)) if known.properties.is_none() => {
            let one = format!("{} cards of {}", table.len(), table.deck);
            let other = format!(
                "{boards} boards with their names in the first column, under the heading 'board'"
            );
            Some(Err((table.bits, Refusal::Ambiguous(one, other))))
        }
        _ => fit,
    }
}

/// Reads rows as cards. Different words are different values, unless they are forms of one word. Where two words for one
/// value fit as one value and as two, and the sets differ, they are refused. Capital letters are the same as small ones
/// only where they would be too many values.
fn fit_all(rows: &[Row], known: PartialDeck) -> Option<Fit> {
    if words::have_other_words(rows) || words::lie_across(rows) {
        return None;
    }
    let is_table = |fit: &Fit| fit.as_ref().is_ok_and(|it| known.values.is_some() || it.is_usual());
    if let Some([written, usual]) = words::arranged(rows) {
        let are_same = written == usual;
        let as_written = labelled(rows, written, known, true).filter(is_table);
        if are_same && as_written.is_some() {
            return as_written;
        }
        match (as_written, labelled(rows, usual, known, true)) {
            (Some(Ok(one)), Some(Ok(other))) if !one.agrees_with(&other) => {
                return Some(Err(one.synonyms(&other)));
            }
            (one, other) if one.is_some() || other.is_some() => return one.or(other),
            _ => {}
        }
    }
    let is_ragged = rows.windows(2).any(|pair| pair[0].fields.len() != pair[1].fields.len());
    if is_ragged || rows.first().is_none_or(|row| row.fields.is_empty()) {
        return None;
    }
    let labels = |same: fn(&str) -> String| -> Vec<Vec<String>> {
        // The same few labels come again and again.
        let mut stems: HashMap<&str, String> = HashMap::new();
        let mut stem = |field| stems.entry(field).or_insert_with(|| same(field)).clone();
        rows.iter().map(|row| row.fields.iter().map(|field| stem(field)).collect()).collect()
    };
    let exact = labelled(rows, labels(words::stem), known, false);
    if let Some(Err((_, Refusal::Ambiguous(..)))) = exact {
        return exact;
    }
    // An ending may tell two values apart.
    let endings = labels(words::unless_known);
    if let Some(Ok(other)) = &exact
        && !other.has_labels(&endings)
        && !words::are_plurals(rows)
        && let Some(Ok(one)) = labelled(rows, endings, known, false).filter(is_table)
        && !one.agrees_with(other)
    {
        return Some(Err(one.synonyms(other)));
    }
    // Where one letter of a card is small and another is not, that may be a property.
    let is_even = |row: &Row| {
        let mut letters = row.text.chars().filter(|letter| letter.is_alphabetic());
        letters.clone().all(char::is_lowercase) || letters.all(char::is_uppercase)
    };
    let are_words = rows.iter().flat_map(|row| &row.fields).any(|field| field.chars().count() > 1);
    let folded =
        || labelled(rows, labels(|label| words::stem(&label.to_lowercase())), known, false);
    if exact.as_ref().is_some_and(is_table) || !are_words && !rows.iter().all(is_even) {
        // A telephone begins some cards with a capital letter.
        let firsts = |is: fn(&char) -> bool| {
            rows.iter().filter(|row| row.text.chars().next().as_ref().is_some_and(is)).count()
        };
        let is_later = |row: &Row| row.text.chars().skip(1).any(char::is_uppercase);
        let are_few = firsts(|it| it.is_uppercase()).min(firsts(|it| it.is_lowercase())) > 0;
        return match (&exact, are_few.then(folded).flatten()) {
            (Some(Ok(one)), Some(Ok(other)))
                if !rows.iter().any(is_later) && !one.agrees_with(&other) =>
            {
                Some(Err(one.synonyms(&other)))
            }
            _ => exact,
        };
    }
    let folded = folded();
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

/// The least value if all labels are digits from 0 or 1. Digits with a gap are names, as 1, 2 and 4 are.
fn least_digit(columns: &[Vec<String>]) -> Option<usize> {
    let digit = |label: &String| number(label).filter(|_| label.len() == 1);
    let digits = columns.iter().flatten().map(digit).collect::<Option<Vec<usize>>>()?;
    let (least, most) = (*digits.iter().min()?, *digits.iter().max()?);
    (least <= 1 && (least..most).all(|digit| digits.contains(&digit))).then_some(least)
}

/// Reads rows with these labels as cards, if there are enough of them to speak for a table.
fn labelled(
    rows: &[Row],
    mut labels: Vec<Vec<String>>,
    known: PartialDeck,
    are_words: bool,
) -> Option<Fit> {
    let (mut left, letters_left) =
        if are_words { Default::default() } else { leave_columns(rows, &mut labels, known) };
    // Beside the properties of the published game another one may be whose card it is.
    let is_apart = rows[0].text.len() > rows[0].fields.concat().len();
    let beside = if is_apart && !are_words { beside_cards(rows, &labels) } else { None };
    if known.properties == Some(4)
        && let Some(others) = &beside
    {
        labels.clone_from(others);
        left.push("what is no property");
    }
    let p = labels[0].len();
    let is_short = p < 2 && known.properties.is_none() || rows.len() < 2 && !are_words;
    if is_short || known.properties.is_some_and(|it| it != p) {
        return None;
    }
    let column = |i: usize| different(labels.iter().map(|row| row[i].clone()).collect());
    let columns: Vec<Vec<String>> = (0..p).map(column).collect();
    let least = least_digit(&columns);
    let most = columns.iter().map(|labels| size(labels, least)).max().unwrap_or(0);
    let values = known.values.unwrap_or(most.max(USUAL));
    let deck = Deck::new(values, p).ok().filter(|_| most <= values)?;
    let choice: f64 = columns.iter().map(|labels| (labels.len() as f64).log2()).sum();
    let letters = |label: &String| if are_words { 1 } else { label.chars().count() };
    let names: usize = columns.iter().flatten().map(|label| 8 * letters(label) + 2).sum();
    let of_deck = if known.values.is_none() && values > USUAL { 32 } else { 0 };
    let bits = choice * rows.len() as f64 + (names + 8 * letters_left + of_deck) as f64;
    let are_letters = rows[0].text == rows[0].fields.concat();
    let rows = rows.iter().map(|row| row.text.clone()).zip(labels).collect();
    let mut table = Table { deck, rows, columns, least, bits, left, pictured: None };
    if table.has_codes(are_letters) {
        return None;
    }
    match table.objection(known, are_words, are_letters) {
        Some(Refusal::Duplicate(_)) if !table.left.is_empty() => None,
        Some(refusal) => Some(Err((bits, refusal))),
        None if values == USUAL && known.properties.is_none() && beside.is_some() => {
            let [one, other] = [p, 4].map(|p| {
                format!("{} cards of {}", table.len(), Deck::new(values, p).expect("a deck"))
            });
            Some(Err((bits, Refusal::Ambiguous(one, other))))
        }
        None => {
            if deck == Deck::CLASSIC && least.is_none() {
                table.pictured = words::pictured(&table.columns);
            }
            let is_pair = table.len() == 2 && (least.is_some() || table.pictured.is_some());
            (are_words || is_pair || table.len() >= USUAL).then_some(Ok(table))
        }
    }
}

/// How many values the labels of a column need: digits need those below the highest one, too.
fn size(labels: &[String], least: Option<usize>) -> usize {
    match least {
        Some(_) => highest(labels) + usize::from(labels[0] == "0"),
        None => labels.len(),
    }
}

/// The positions of the cards of all sets of a board, in order.
fn sets_of(board: &Board) -> Vec<Vec<usize>> {
    let of_set = |set: Set| {
        let mut positions = set.positions().unwrap_or_default().to_vec();
        positions.sort_unstable();
        positions
    };
    let mut sets: Vec<Vec<usize>> = board.sets().map(of_set).collect();
    sets.sort_unstable();
    sets
}

/// Whether a set of a board has cards of several of its parts, which have these sizes.
pub(super) fn has_set_across(board: &Board, sizes: &[usize]) -> bool {
    let part = |(part, &size)| repeat_n(part, size);
    let parts: Vec<usize> = sizes.iter().enumerate().flat_map(part).collect();
    let is_across = |set: Set| {
        let mut parts = set.positions().unwrap_or_default().iter().map(|&it| parts.get(it));
        let first = parts.next();
        parts.any(|part| Some(part) != first)
    };
    board.sets().any(is_across)
}

impl Table {
    /// Whether a column has whole cards: codes, or words if each letter of others is a label.
    fn has_codes(&self, are_letters: bool) -> bool {
        let is_code = |label: &String| {
            let is_letters = label.len() > 2 && label.bytes().all(|it| it.is_ascii_alphabetic());
            let are_capital = is_letters
                && self.rows.iter().any(|(text, _)| text.contains(&label.to_ascii_uppercase()));
            label.len() > 1 && label.chars().any(|it| it.is_ascii_digit())
                || (are_letters || are_capital)
                    && label.chars().count() > 1
                    && !words::is_word(label)
        };
        let is_new = |labels: &&Vec<String>| labels.len() == self.len();
        self.len() <= self.deck.values()
            && self.columns.iter().filter(is_new).flatten().any(is_code)
    }

    /// What speaks against this table, if anything does.
    fn objection(&self, known: PartialDeck, are_words: bool, are_letters: bool) -> Option<Refusal> {
        let Self { deck, rows, columns, least, .. } = self;
        let (n, p, values) = (rows.len(), columns.len(), deck.values());
        let joined: Vec<String> = rows.iter().map(|(_, labels)| labels.join("\0")).collect();
        let mut sorted = joined.clone();
        sorted.sort_unstable();
        if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            let row = joined.iter().position(|it| *it == pair[0]).expect("one of the rows");
            return Some(Refusal::Duplicate(rows[row].0.clone()));
        }
        // Few cards do not tell whether digits begin at 0 in one column and at 1 in another.
        let is_from_1 = |labels: &Vec<String>| *least == Some(0) && highest(labels) == values;
        let is_mixed = n < 2 * values && columns.iter().any(is_from_1);
        // Of more digits than usual none is missing, and those from 0 are below v.
        let digit = |label: &String| number(label).filter(|_| label.len() == 1);
        let digits =
            columns.iter().filter_map(|it| it.iter().map(digit).collect::<Option<Vec<_>>>());
        let digits: Vec<Vec<usize>> = digits.collect();
        let is_raised = known.values.is_none() && !self.is_usual() && digits.len() == p;
        let is_above = |digits: &Vec<usize>| digits[0] == 0 && digits.last() >= Some(&values);
        let are_digits = 2 * digits.len() > p;
        let is_gap = least.is_none() && are_digits && (is_raised || digits.iter().any(is_above));
        // A letter among digits is a slip where other columns are digits, or where each card has as many digits: one of them
        // has changed its place.
        let count =
            |labels: &Vec<String>| labels.iter().filter(|label| number(label).is_some()).count();
        let is_among = |labels: &Vec<String>| (1..labels.len()).contains(&count(labels));
        let is_moved = || {
            let counts: Vec<usize> = rows.iter().map(|(_, labels)| count(labels)).collect();
            are_letters && counts.iter().all(|it| *it == counts[0])
        };
        let is_slip =
            columns.iter().any(is_among) && (!digits.is_empty() && !are_words || is_moved());
        if is_mixed || is_slip || is_gap || columns.iter().flatten().any(|label| label == "?") {
            return Some(Refusal::NoTable);
        }
        // Answers are two values.
        let are_answers = |labels: &Vec<String>| {
            labels.len() == 2 && labels.iter().all(|it| words::is_answer(it))
        };
        let is_foreign = known.values.is_none() && values > MOST && least.is_none();
        if is_foreign || values != 2 && columns.iter().any(are_answers) {
            return Some(Refusal::NoTable);
        }
        if known.properties.is_none() && !are_words {
            // Rows without repetitions are no columns, nor are many columns that answer yes or no.
            let are_halves = n > USUAL && columns.iter().all(|labels| labels.len() < USUAL);
            let is_long = p > MOST && (n <= values || values == USUAL && are_halves);
            // A row that has a word twice has it in two columns, whatever the order of its words.
            let has_twice = |labels: &Vec<String>| {
                let is_again = |(i, label)| labels[..i].contains(label) && words::is_word(label);
                labels.iter().enumerate().any(is_again)
            };
            let are_twice = || rows.iter().filter(|(_, labels)| has_twice(labels)).count() > 1;
            let are_mixed = || words::are_mixed(columns) && (p > MOST || !are_twice());
            if is_long || words::have_names(columns) || are_mixed() {
                return Some(Refusal::NoTable);
            }
        }
        let is_doubtful = known.values.is_none() && self.is_slip();
        let is_wrong = |labels: &&Vec<String>| {
            is_doubtful && size(labels, *least) > USUAL || !are_words && words::is_mixed(labels)
        };
        let labels = columns.iter().find(is_wrong)?;
        let slip = Refusal::Slip { labels: labels.join(", "), values: values.max(USUAL + 1) };
        Some(if values > MOST { Refusal::NoTable } else { slip })
    }

    /// Whether more values than usual may be a slip of the pen: few columns have them, or there are few cards, or one row
    /// alone has the labels that are too many.
    fn is_slip(&self) -> bool {
        let size = |i: usize| size(&self.columns[i], self.least);
        let larger: Vec<usize> = (0..self.columns.len()).filter(|&i| size(i) > USUAL).collect();
        let only_row = |i: usize, label: &String| {
            let mut rows = (0..self.len()).filter(|&row| self.rows[row].1[i] == *label);
            rows.next().filter(|_| rows.next().is_none())
        };
        let only_rows = |&i: &usize| -> Vec<usize> {
            self.columns[i].iter().filter_map(|label| only_row(i, label)).collect()
        };
        // Those that make the values as many as they are.
        let largest = larger.iter().filter(|&&i| size(i) == self.deck.values());
        let only_rows: Vec<Vec<usize>> = largest.map(only_rows).collect();
        let is_alone = |row: &usize| only_rows.iter().all(|rows| rows.contains(row));
        let are_few = 2 * larger.len() <= self.columns.len();
        let Some(first) = only_rows.first() else { return false };
        are_few || self.len() < 2 * self.deck.values() || first.iter().any(is_alone)
    }

    /// Whether the deck has as many values as the published game.
    pub(super) const fn is_usual(&self) -> bool {
        self.deck.values() == USUAL
    }

    /// That labels which another table has not may mean the same as others.
    fn synonyms(&self, other: &Self) -> (f64, Refusal) {
        let mut labels = different(self.columns.concat());
        labels.retain(|label| !other.columns.iter().flatten().any(|it| it == label));
        (self.bits, Refusal::Synonyms(labels.join(", ")))
    }

    /// Whether these are the labels of its cards.
    fn has_labels(&self, labels: &[Vec<String>]) -> bool {
        self.rows.iter().map(|(_, labels)| labels).eq(labels)
    }

    /// The cards as they are written.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|(text, _)| &**text)
    }

    /// Whether its labels are words for the values of the published game, or begin such words.
    pub(super) const fn is_pictured(&self) -> bool {
        self.pictured.is_some()
    }

    /// The number of columns.
    pub(super) const fn columns(&self) -> usize {
        self.columns.len()
    }

    /// The number of cards.
    pub(super) const fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether it has the same sets as another table, or no set as that one. Of many cards only tables with the same
    /// columns, under any names, are said to have the same sets.
    pub(super) fn agrees_with(&self, other: &Self) -> bool {
        const MANY: usize = 1000;
        if self.deck == other.deck && self.partitions() == other.partitions() {
            return true;
        }
        if self.len().max(other.len()) > MANY {
            return false;
        }
        let [mine, others] = [self, other].map(|table| sets_of(&table.board("").0));
        mine == others && (mine.is_empty() || self.len() == other.len())
    }

    /// The columns in any order, with numbers for their labels in the order in which they come.
    fn partitions<'a>(&'a self) -> Vec<Vec<usize>> {
        let of_column = |i: usize| {
            let mut seen: Vec<&str> = Vec::new();
            let number = |(_, labels): &'a (String, Vec<String>)| {
                let place = seen.iter().position(|it| *it == labels[i]);
                place.unwrap_or_else(|| {
                    seen.push(&labels[i]);
                    seen.len() - 1
                })
            };
            self.rows.iter().map(number).collect()
        };
        let mut partitions: Vec<Vec<usize>> = (0..self.columns.len()).map(of_column).collect();
        partitions.sort_unstable();
        partitions
    }

    /// The board, and how it is spelled.
    pub(super) fn board(&self, more: &str) -> (Board, Spelling) {
        let Self { deck, rows, columns, least, left, pictured, .. } = self;
        // The property of each column, and the values of its labels.
        let of_column = |(i, labels): (usize, &Vec<String>)| match (pictured, least) {
            (Some(pictured), _) => pictured[i].clone(),
            (None, Some(least)) => {
                // A column may begin at 1 where others begin at 0.
                let least = if highest(labels) == deck.values() { 1 } else { *least };
                (i, labels.iter().map(|label| number(label).expect("a digit") - least).collect())
            }
            (None, None) => (i, (0..labels.len()).collect()),
        };
        let places: Vec<(usize, Vec<usize>)> = columns.iter().enumerate().map(of_column).collect();
        let mut cards = HashMap::new();
        let card = |(text, labels): &(String, Vec<String>)| {
            let mut values = vec![0; columns.len()];
            for ((label, column), (property, of_labels)) in labels.iter().zip(columns).zip(&places)
            {
                let rank = column.iter().position(|it| it == label).expect("one of the column");
                values[*property] = of_labels[rank];
            }
            let card: Card = deck.card_of(&values).expect("values below v");
            cards.insert(card, markup::written(text));
            card
        };
        let in_order: Vec<Card> = rows.iter().map(card).collect();
        let names_of = |(column, (property, values)): (&Vec<String>, &(usize, Vec<usize>))| {
            let mut names = vec![String::new(); deck.values()];
            for (label, &value) in column.iter().zip(values) {
                names[value] = markup::written(label);
                // Digits that are values, or a count, go on; others are names.
                let goes_on = least.is_some() || pictured.is_some() && *property == 0;
                let digit = number(label).filter(|_| goes_on);
                if let Some(least) = digit.and_then(|digit| digit.checked_sub(value)) {
                    let digits = names.iter_mut().enumerate().filter(|(_, name)| name.is_empty());
                    digits.for_each(|(value, name)| *name = (value + least).to_string());
                }
            }
            (*property, names)
        };
        let labels = columns.iter().zip(&places).map(names_of).collect();
        let is_between = |between: &&str| rows[0].1.join(between) == rows[0].0;
        let between =
            ["", ",", ", ", "-", "_", "/", "|"].into_iter().find(is_between).unwrap_or(" ");
        let reading = match (pictured, least) {
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
        let left = left.join(" and ");
        let left = if left.is_empty() { left } else { format!("; without {left}") };
        let (size, s) = (rows.len(), if rows.len() == 1 { "" } else { "s" });
        let reading = format!("read as {size} card{s} of {deck}: {reading}{left}{more}");
        let is_pictured = pictured.is_some() || least.is_some();
        let board = Board::new(*deck, in_order).expect("different cards of the deck");
        (board, Spelling { reading, is_pictured, are_numbers: false, cards, labels, between })
    }
}
