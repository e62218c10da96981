//! Columns that are no property: the numbers of the cards, what is the same on all of them, and what stands beside them.

use super::columns::{USUAL, different};
use super::text::is_row;
use super::{Row, words};
use crate::file::PartialDeck;
use crate::text::number;

/// Whether labels are numbers of the cards: numbers or letters that go on, perhaps behind the same word, or larger numbers
/// than values, of which there are more than v.
fn is_index(column: &[&str], most: usize) -> bool {
    fn parts(label: &str) -> Option<(&str, usize)> {
        let word = label.trim_end_matches(|it: char| it.is_ascii_digit());
        let letter = label.chars().next().filter(|_| label.len() == 1);
        let digits = Some(&label[word.len()..])
            .filter(|it| it.len() < 3 && !it.starts_with('0') || it.len() == 1);
        let count = digits.and_then(number).or(letter.map(|it| it as usize))?;
        Some((if letter.is_some() { "" } else { word }, count))
    }
    let parts = column.iter().map(|label| parts(label)).collect::<Option<Vec<_>>>();
    parts.is_some_and(|parts| {
        let are_same = parts.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let go_on = parts.windows(2).all(|pair| pair[0].1 < pair[1].1);
        // Values have one digit.
        let are_large = || {
            let labels = different(column.iter().map(|&label| label.to_owned()).collect());
            column.iter().all(|label| number(label).is_some())
                && parts.iter().any(|part| part.1 > 9)
                && labels.len() > most
        };
        are_same && (go_on || are_large())
    })
}

/// Takes columns away that are no property: words and signs that are the same on all cards but no word for a value, and
/// the first or the last column if it counts the cards. Returns what was left out, and how many letters of it differ.
pub(super) fn leave_columns(
    rows: &[Row],
    labels: &mut [Vec<String>],
    known: PartialDeck,
) -> (Vec<&'static str>, usize) {
    let least = known.properties.unwrap_or(2);
    let different_in = |labels: &[Vec<String>], i: usize| {
        different(labels.iter().map(|row| row[i].clone()).collect())
    };
    let is_noise = |label: &str| {
        let is_sign = label.chars().all(|it| it.is_ascii_punctuation());
        is_sign || number(label).is_none() && label.chars().count() > 1 && !words::is_word(label)
    };
    let (mut left, mut letters) = (Vec::new(), 0);
    let leave = |labels: &mut [Vec<String>], i: usize| {
        labels.iter_mut().map(|row| row.remove(i).chars().count()).sum::<usize>()
    };
    for i in (0..labels[0].len()).rev() {
        let column = different_in(labels, i);
        if labels.len() > 1 && labels[0].len() > least && column.len() == 1 && is_noise(&column[0])
        {
            leave(labels, i);
            left = vec!["what is the same on all cards"];
        }
    }
    let most = known.values.unwrap_or(USUAL);
    let are_apart = rows[0].text.len() > rows[0].fields.concat().len();
    for (name, is_first) in [("the first column", true), ("the last column", false)] {
        let p = labels[0].len();
        let i = if is_first { 0 } else { p - 1 };
        let are_few = |it: usize| it == i || different_in(labels, it).len() <= most;
        let column: Vec<&str> = labels.iter().map(|row| &*row[i]).collect();
        if are_apart
            && labels.len() > most.max(USUAL)
            && p > least
            && is_index(&column, most)
            && (0..p).all(are_few)
        {
            letters += leave(labels, i);
            left.push(name);
        }
    }
    (left, letters)
}

/// How many boards there may be, if the first column names one after the other: its labels are a word with a number such
/// as `t2`, or the letters from A, and the cards of each stand together.
pub(super) fn boards_beside(rows: &[Row]) -> Option<usize> {
    let column: Vec<&str> =
        rows.iter().map(|row| row.fields.first().map(String::as_str)).collect::<Option<_>>()?;
    let names: Vec<&str> = column.chunk_by(|one, other| one == other).map(|it| it[0]).collect();
    let word = names.first()?.trim_end_matches(|it: char| it.is_ascii_digit());
    let is_numbered = |name: &&str| name.strip_prefix(word).is_some_and(|it| number(it).is_some());
    let are_numbered = !word.is_empty() && names.iter().all(is_numbered);
    let are_letters = names
        .iter()
        .zip('a'..='z')
        .all(|(name, letter)| name.eq_ignore_ascii_case(&letter.to_string()));
    let is_apart = rows[0].text.len() > rows[0].fields.concat().len();
    let are_different = (1..names.len()).all(|i| !names[..i].contains(&names[i]));
    let are_boards = is_apart
        && names.len() > 1
        && are_different
        && (are_numbered || are_letters)
        && column.chunk_by(|one, other| one == other).all(|board| board.len() > 1);
    are_boards.then_some(names.len())
}

/// The labels without one column or two, if the others are words for the properties of the published game, and those are
/// names, numbers or places, or say whose card it is.
pub(super) fn beside_cards(rows: &[Row], labels: &[Vec<String>]) -> Option<Vec<Vec<String>>> {
    const P: usize = 4;
    let p = labels[0].len();
    if p != P + 1 && p != P + 2 {
        return None;
    }
    let column = |i: usize| different(labels.iter().map(|row| row[i].clone()).collect());
    let columns: Vec<Vec<String>> = (0..p).map(column).collect();
    let is_title = rows.iter().all(|row| row.text.contains(':'));
    let is_list = rows.iter().any(|row| row.text.contains([',', ';', '|']));
    let is_other = |i: usize| {
        let is_plain = |label: &String| {
            i > 0 && !is_list && !is_row(label) && label.chars().all(char::is_lowercase)
        };
        let is_value = |label: &String| words::is_word(label) && number(label).is_none();
        let are_values = columns[i].iter().all(|label| is_value(label) || is_plain(label));
        columns[i].len() > 1 && (!are_values || i == 0 && is_title)
    };
    let pairs = (0..p).rev().flat_map(|i| (i..p).map(move |j| [i, j]));
    pairs.filter(|[i, j]| (i == j) == (p == P + 1)).find_map(|beside| {
        let is_kept = |i: &usize| !beside.contains(i);
        let kept: Vec<Vec<String>> = (0..p).filter(is_kept).map(|i| columns[i].clone()).collect();
        let row = |row: &Vec<String>| (0..p).filter(is_kept).map(|i| row[i].clone()).collect();
        let others: Vec<Vec<String>> = labels.iter().map(row).collect();
        let are_cards = beside.iter().all(|&i| is_other(i))
            && kept.iter().all(|labels| labels.len() <= USUAL)
            && words::pictured(&kept).is_some()
            && different(others.iter().map(|row| row.join("\0")).collect()).len() == labels.len();
        are_cards.then_some(others)
    })
}
