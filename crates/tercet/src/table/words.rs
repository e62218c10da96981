//! Words for the values of the published game, in any order and in several languages.

use std::sync::LazyLock;

use super::Row;
use crate::text::number;

/// A word, its property (in the order of the deck) and the usual word for its value, which is its first one.
struct Word {
    text: &'static str,
    property: usize,
    usual: &'static str,
}

const PROPERTIES: [&str; 4] = ["count", "colour", "shading", "shape"];

static WORDS: LazyLock<Vec<Word>> = LazyLock::new(|| {
    let lines = include_str!("words.txt").lines().filter(|line| !line.starts_with('#'));
    let of_line = |line: &'static str| {
        let mut words = line.split_whitespace();
        let name = words.next().expect("a property");
        let property = PROPERTIES.iter().position(|it| *it == name).expect("one of the four");
        let usual = words.clone().nth(1).expect("a word");
        words.skip(1).map(move |text| Word { text, property, usual })
    };
    lines.flat_map(of_line).collect()
});

/// Words that say nothing about a card, beside the names of properties.
const FILLERS: &str = "of with and the und mit et y en met card cards";
const NAMES: &str =
    "number count color colour fill filling shade shading pattern texture shape symbol";
/// Names of what says where a card lies, or whose it is.
const PLACES: &str = "# id card row col column x y index position player owner no nr selected found taken points score turn time date confidence image note file filename rotation left top";

/// Words of the titles and the questions of a board.
const SENTENCES: &str = "set sets find is are any this there the here how many which question";

/// Words that are the answers to a question.
const ANSWERS: &str = "yes no true false";

fn is_in(words: &str, field: &str) -> bool {
    words.split(' ').any(|it| it.eq_ignore_ascii_case(field))
}

/// Whether a field is the name of a property, perhaps in plural.
pub(super) fn is_name(field: &str) -> bool {
    is_in(NAMES, field) || field.strip_suffix('s').is_some_and(|field| is_in(NAMES, field))
}

/// Whether a label answers a question, perhaps behind its name: `filled=True`.
pub(super) fn is_answer(label: &str) -> bool {
    is_in(ANSWERS, label.rsplit(['=', ':']).next().unwrap_or(label))
}

/// A word of a text for a value of a property that none of the columns of its cards shows, although others show such
/// words, or that stands in a line of its own.
pub(super) fn beside(text: &str, columns: &[&[String]]) -> Option<String> {
    const LEAST: usize = 3;
    let of_labels = |labels: &[String]| -> Vec<Option<usize>> {
        let labels = labels.iter().filter(|it| !it.is_empty());
        labels.map(|it| known(it).map(|word| word.property)).collect()
    };
    let properties: Vec<Vec<Option<usize>>> = columns.iter().map(|it| of_labels(it)).collect();
    let is_shown = |property: usize| properties.iter().flatten().any(|it| *it == Some(property));
    let is_whole = |it: &&Vec<Option<usize>>| {
        it.first().is_some_and(|first| first.is_some() && it.iter().all(|other| other == first))
    };
    let are_words = properties.iter().filter(is_whole).count() > 1;
    let value = |word: &str| {
        let word = word.to_lowercase();
        let is_value =
            |it: &&Word| word == it.text && word.chars().count() >= LEAST && !is_shown(it.property);
        WORDS.iter().find(is_value)
    };
    // How many sets there are may be said.
    let words = text.split(|it: char| !it.is_alphabetic()).filter(|_| are_words);
    let mut words = words.filter(|word| value(word).is_some_and(|it| it.property > 0));
    let mut lines = text.lines().map(|line| line.trim_matches(|it: char| !it.is_alphabetic()));
    // Titles say the values of a property of the cards below them, whatever the labels of the others are.
    let before = |(at, _): (usize, &str)| {
        let title = text[..at].trim_end_matches(['"', '\'', ' ', '*']);
        title.rsplit(|it: char| !it.is_alphabetic()).next().and_then(value)
    };
    let titles: Vec<&Word> =
        text.match_indices(':').filter_map(before).filter(|it| it.property > 0).collect();
    let is_other =
        |pair: &&[&Word]| pair[0].property == pair[1].property && pair[0].usual != pair[1].usual;
    if let Some(pair) = titles.windows(2).find(is_other) {
        return Some(pair[0].text.to_owned());
    }
    let begins = |mark: &str| text.lines().any(|line| line.starts_with(mark));
    let are_counts = begins("1:") && begins("2:") && !begins("4:");
    let counts = || {
        let marks = ["ones:", "twos:", "threes:"].into_iter().find(|it| text.contains(it));
        marks.or(are_counts.then_some("1:"))
    };
    let counts = || counts().filter(|_| are_words && !is_shown(0));
    words
        .next()
        .or_else(|| lines.find(|line| value(line).is_some()))
        .or_else(counts)
        .map(str::to_owned)
}

/// Whether a field is the name of something else about a card.
pub(super) fn is_place(field: &str) -> bool {
    is_in(PLACES, field)
}

/// The word that a field is, perhaps with an ending.
fn known(field: &str) -> Option<&'static Word> {
    const ENDING: usize = 3;
    let field = field.to_lowercase();
    let exact = WORDS.iter().find(|word| word.text == field);
    let inflected = || {
        let fits = |word: &&Word| {
            let ending = field.strip_prefix(word.text).map(|ending| ending.chars().count());
            word.text.len() > 2 && ending.is_some_and(|letters| letters <= ENDING)
        };
        WORDS.iter().filter(fits).max_by_key(|word| word.text.len())
    };
    exact.or_else(inflected)
}

/// Whether two words are forms of one, as `rot` and `rotes`, or `leeg` and `lege`.
fn are_forms(one: &str, other: &str) -> bool {
    const LEAST: usize = 2;
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    same >= LEAST && 2 * same >= one.chars().count().min(other.chars().count())
}

/// The first form of a word.
fn first_form(word: &Word) -> &'static str {
    let is_form = |it: &&Word| {
        (it.property, it.usual) == (word.property, word.usual) && are_forms(it.text, word.text)
    };
    WORDS.iter().find(is_form).map_or(word.text, |it| it.text)
}

/// A label without its ending: the first form of a word, and no plural.
pub(super) fn stem(label: &str) -> String {
    const LEAST: usize = 3;
    let is_word = label.chars().count() >= LEAST && label.chars().all(char::is_alphabetic);
    if !is_word || is_answer(label) {
        return label.to_owned();
    }
    let Some(word) = known(label) else {
        let singular = label.trim_end_matches('s');
        // A slip of the pen is not hidden.
        let stem = if is_slip(label) { singular } else { label.trim_end_matches(['e', 's']) };
        return if stem.chars().count() < LEAST { label } else { stem }.to_owned();
    };
    first_form(word).to_owned()
}

/// A label with its ending, unless it is a word for a value.
pub(super) fn unless_known(label: &str) -> String {
    known(label).map_or_else(|| label.to_owned(), |word| first_form(word).to_owned())
}

/// Whether endings of other words only tell one symbol from several: each word has one form for one symbol and one for
/// several, and either all of these have an ending or none has.
pub(super) fn are_plurals(rows: &[Row]) -> bool {
    /// More different words are no values.
    const MANY: usize = 64;
    let count = |row: &Row| {
        let mut counts = row.fields.iter().filter_map(|it| known(it)).filter(|it| it.property == 0);
        counts.next().map_or(WORDS[0].usual, |word| word.usual)
    };
    // Each form once: its stem, and whether it stands beside one symbol.
    let mut forms: Vec<(String, bool, String)> = Vec::new();
    let mut has_ending = None;
    for row in rows {
        let is_one = count(row) == WORDS[0].usual;
        for field in row.fields.iter().filter(|field| known(field).is_none()) {
            let (field, form) = (field.to_lowercase(), stem(&field.to_lowercase()));
            if !is_one && *has_ending.get_or_insert(form != field) != (form != field) {
                return false;
            }
            match forms.iter().find(|it| it.0 == form && it.1 == is_one) {
                Some((_, _, other)) if *other != field => return false,
                Some(_) => {}
                None if forms.len() < MANY => forms.push((form, is_one, field)),
                None => return false,
            }
        }
    }
    true
}

/// The number of words for values in a row.
fn count_words(row: &Row) -> usize {
    row.fields.iter().filter(|it| number(it).is_none() && known(it).is_some()).count()
}

/// Whether the first row or the last one has no word for a value where all others have several, or it alone has a word of a
/// sentence or the name of a property: it is a heading, a title or a question.
pub(super) fn have_other_words(rows: &[Row]) -> bool {
    let said = |row: &Row| row.fields.iter().any(|it| is_name(it) || is_in(SENTENCES, it));
    let is_other = |(row, cards): (&Row, &[Row])| {
        let are_cards = !cards.is_empty() && cards.iter().all(|it| count_words(it) > 1);
        count_words(row) == 0 && are_cards
            || said(row) && !cards.is_empty() && !cards.iter().any(said)
    };
    rows.split_first().is_some_and(is_other) || rows.split_last().is_some_and(is_other)
}

/// Whether rows have words for values of one property each, and not all of the same one: the cards are columns.
pub(super) fn lie_across(rows: &[Row]) -> bool {
    let property = |row: &Row| {
        let words = row.fields.iter().map(|it| known(it).map(|word| word.property));
        let words = words.collect::<Option<Vec<_>>>().filter(|words| words.len() > 2)?;
        words.iter().all(|it| *it == words[0]).then_some(words[0])
    };
    let properties = rows.iter().map(property).collect::<Option<Vec<_>>>().unwrap_or_default();
    properties.windows(2).any(|pair| pair[0] != pair[1])
}

/// Whether a word is nearly one of the others.
fn is_slip(field: &str) -> bool {
    const LEAST: usize = 5;
    if field.len() + 1 < LEAST {
        return false;
    }
    let field = field.to_lowercase();
    let singular = field.trim_end_matches('s');
    WORDS.iter().any(|word| word.text.chars().count() >= LEAST && is_near(word.text, singular))
}

/// The rows as words in the order of the properties, if their fields are words of different properties: without their
/// endings, and the usual words for their values. A row without a count has one symbol if others have one. One word of a
/// row may be unknown if only one property can be meant; its first version keeps its capital letters and its ending, unless
/// that is the ending of a plural.
pub(super) fn arranged(rows: &[Row]) -> Option<[Vec<Vec<String>>; 2]> {
    let of_row = |row: &Row| {
        let (mut words, mut other) = ([None; PROPERTIES.len()], None);
        for field in row.fields.iter().filter(|it| !is_in(FILLERS, it) && !is_name(it)) {
            match known(field) {
                Some(word) if words[word.property].replace(word).is_some() => return None,
                None if is_slip(field) || other.replace(field.clone()).is_some() => {
                    return None;
                }
                _ => {}
            }
        }
        Some((words, other))
    };
    // An empty cell is not the number one.
    let is_gap = |row: &Row| {
        row.text.starts_with([',', ';', '\t'])
            || [",,", ";;", "\t\t"].iter().any(|it| row.text.contains(it))
    };
    let have_gaps = rows.iter().any(is_gap);
    let are_plurals = are_plurals(rows);
    // Who writes words now with a capital letter and now without one means nothing by it.
    let words = || rows.iter().flat_map(|row| &row.fields).filter(|it| known(it).is_some());
    let begins = |is: fn(char) -> bool| words().any(|word| word.starts_with(is));
    let is_case_free = begins(char::is_uppercase) && begins(char::is_lowercase);
    let mut rows = rows.iter().map(of_row).collect::<Option<Vec<_>>>()?;
    let has = |property: usize| rows.iter().any(|(words, _)| words[property].is_some());
    let have_others = rows.iter().any(|(_, other)| other.is_some());
    let is_there = |&it: &usize| has(it) || have_others && it > 0;
    let properties: Vec<usize> = (0..PROPERTIES.len()).filter(is_there).collect();
    // Who writes "one" writes it on each card.
    let is_one = |word: Option<&Word>| word.is_some_and(|word| word.usual == WORDS[0].usual);
    let are_said = have_gaps || rows.iter().any(|(words, _)| is_one(words[0]));
    for (words, _) in rows.iter_mut().filter(|_| properties.first() == Some(&0) && !are_said) {
        words[0].get_or_insert(&WORDS[0]);
    }
    let folded: fn(&str) -> String = |other| stem(&other.to_lowercase());
    let written_as = |write: fn(&Word) -> &'static str, form: fn(&str) -> String| {
        let row = |(words, other): &([Option<&Word>; 4], Option<String>)| {
            let mut other = other.as_deref().map(form);
            let label =
                |&it: &usize| words[it].map(|word| write(word).to_owned()).or_else(|| other.take());
            let labels = properties.iter().map(label).collect::<Option<Vec<_>>>();
            labels.filter(|_| other.is_none())
        };
        rows.iter().map(row).collect::<Option<Vec<_>>>()
    };
    let form = |word: &Word| if word.property == 0 { word.usual } else { first_form(word) };
    let of_other = match (are_plurals, is_case_free) {
        (true, true) => folded,
        (true, false) => stem,
        (false, true) => str::to_lowercase,
        (false, false) => str::to_owned,
    };
    let written = written_as(form, of_other)?;
    let usual = written_as(|word| word.usual, folded)?;
    (properties.len() > 1).then_some([written, usual])
}

/// Whether a column has the names of properties: the cards are the other columns.
pub(super) fn have_names(columns: &[Vec<String>]) -> bool {
    columns.iter().any(|labels| labels.len() > 1 && labels.iter().all(|it| is_name(it)))
}

/// Whether a word stands in two columns.
pub(super) fn are_mixed(columns: &[Vec<String>]) -> bool {
    let mut words: Vec<&str> =
        columns.iter().flatten().filter_map(|it| Some(known(it)?.text)).collect();
    words.retain(|word| word.chars().count() > 2);
    words.sort_unstable();
    words.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether a label is a word.
pub(super) fn is_word(label: &str) -> bool {
    known(label).is_some()
}

/// Whether a column has the same word twice: with two endings, as `oval` and `ovals`, or with a slip of the pen, as `red`
/// and `rad`.
pub(super) fn is_mixed(column: &[String]) -> bool {
    let is_same = |one: &String, other: &String| match (known(one), known(other)) {
        (Some(one), Some(other)) => one.text == other.text,
        (None, None) => false,
        _ => one.chars().count() > 2 && is_near(one, other),
    };
    (1..column.len()).any(|i| column[..i].iter().any(|one| is_same(one, &column[i])))
}

/// Whether one letter makes the difference between two words, or two neighbours that are exchanged.
fn is_near(one: &str, other: &str) -> bool {
    // Few words are even as long.
    if one.chars().count().abs_diff(other.chars().count()) > 1 {
        return false;
    }
    let [mut one, mut other] = [one, other].map(|it| it.to_lowercase().chars().collect::<Vec<_>>());
    for _ in 0..2 {
        let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
        one.drain(..same);
        other.drain(..same);
        one.reverse();
        other.reverse();
    }
    let is_exchanged =
        one.len() == 2 && other.len() == 2 && one[0] == other[1] && one[1] == other[0];
    one.len().max(other.len()) < 2 || is_exchanged
}

/// Values that stand for those of the published game where they are missing.
const STAND_FOR: [(&str, usize); 5] =
    [("blue", 2), ("orange", 0), ("dotted", 1), ("circle", 0), ("triangle", 1)];

/// How well a label stands for a value if it is a word for it.
const EXACT: usize = 8;

/// How well labels stand for three values of a property, and the value of each. A label is a word, or it begins one.
fn values(property: usize, labels: &[String]) -> Option<(usize, Vec<usize>)> {
    // Programs count from 0.
    let from_0: Option<Vec<usize>> = labels.iter().map(|label| label.parse().ok()).collect();
    if let Some(counts) = from_0.filter(|it| property == 0 && it.contains(&0)) {
        return counts.iter().all(|&count| count < 3).then_some((EXACT * 8, counts));
    }
    let of_property = || WORDS.iter().filter(|word| word.property == property);
    let mut usual: Vec<&str> = of_property().map(|word| word.usual).collect();
    usual.dedup();
    let value = |of: usize| {
        STAND_FOR.iter().find(|(word, _)| *word == usual[of]).map_or(of, |(_, value)| *value)
    };
    let fit = |label: &str, of: usize| {
        let label = label.to_lowercase();
        let fit = |word: &Word| match (word.text == label, word.text.starts_with(&label)) {
            (true, _) => EXACT,
            (_, true) if word.text == usual[of] && value(of) == of => 4,
            (_, begins) => usize::from(begins),
        };
        of_property().filter(|word| word.usual == usual[of]).map(fit).max().unwrap_or(0)
    };
    let fits: Vec<Vec<usize>> =
        labels.iter().map(|label| (0..usual.len()).map(|of| fit(label, of)).collect()).collect();
    let orders = (0..125).map(|n| [n % 5, n / 5 % 5, n / 25]).filter_map(|order| {
        let order =
            order.get(..labels.len()).filter(|order| order.iter().all(|&it| it < usual.len()))?;
        let values: Vec<usize> = order.iter().map(|&of| value(of)).collect();
        let are_different = (1..values.len()).all(|i| !values[..i].contains(&values[i]));
        let fits: Vec<usize> = fits.iter().zip(order).map(|(fits, &of)| fits[of]).collect();
        let sum = fits.iter().sum::<usize>() * 8 / fits.len().max(1);
        (are_different && !fits.contains(&0)).then_some((sum, values))
    });
    orders.max_by_key(|(sum, _)| *sum)
}

/// The property that each of four columns shows, and the value for which each of its labels stands, if the labels are
/// words or begin words.
pub(super) fn pictured(columns: &[Vec<String>]) -> Option<Vec<(usize, Vec<usize>)>> {
    let fits: Vec<Vec<_>> =
        columns.iter().map(|labels| (0..4).map(|it| values(it, labels)).collect()).collect();
    let orders = (0..256).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6]).filter_map(|order| {
        let is_permutation = order.iter().fold(0, |seen, it| seen | 1 << it) == 15;
        let fits = fits.iter().zip(order).map(|(fits, it)| Some((it, fits[it].clone()?)));
        let fits = fits.collect::<Option<Vec<_>>>().filter(|it| is_permutation && it.len() == 4)?;
        Some((fits.iter().map(|(_, (sum, _))| sum).sum::<usize>(), fits))
    });
    let (_, best) = orders.max_by_key(|(sum, _)| *sum)?;
    Some(best.into_iter().map(|(property, (_, values))| (property, values)).collect())
}

/// The name of a property.
pub(super) const fn name(property: usize) -> &'static str {
    PROPERTIES[property]
}
