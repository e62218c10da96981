//! Words for the values of the published game, in any order and in several languages.

use std::sync::LazyLock;

use super::Row;

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

fn is_in(words: &str, field: &str) -> bool {
    words.split(' ').any(|it| it.eq_ignore_ascii_case(field))
}

/// Whether a field is the name of a property.
pub(super) fn is_name(field: &str) -> bool {
    is_in(NAMES, field)
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

/// The rows as words in the order of the properties, if all their fields are words of different properties: the words as
/// they stand there, and the usual words for their values. A row without a count has one symbol if others have one.
pub(super) fn arranged(rows: &[Row]) -> Option<[Vec<Vec<String>>; 2]> {
    let of_row = |row: &Row| {
        let mut words = [None; PROPERTIES.len()];
        for field in row.fields.iter().filter(|it| !is_in(FILLERS, it) && !is_name(it)) {
            let word = known(field)?;
            if words[word.property].replace(word).is_some() {
                return None;
            }
        }
        Some(words)
    };
    let mut rows = rows.iter().map(of_row).collect::<Option<Vec<_>>>()?;
    let has = |property: usize| rows.iter().any(|words| words[property].is_some());
    let properties: Vec<usize> = (0..PROPERTIES.len()).filter(|&it| has(it)).collect();
    for words in rows.iter_mut().filter(|_| properties.first() == Some(&0)) {
        words[0].get_or_insert(&WORDS[0]);
    }
    let written: fn(&Word) -> _ = |word| if word.property == 0 { word.usual } else { word.text };
    let written_as = |write: fn(&Word) -> &'static str| {
        let row = |words: &[Option<&Word>; 4]| {
            properties.iter().map(|&it| Some(write(words[it]?).to_owned())).collect()
        };
        rows.iter().map(row).collect::<Option<Vec<_>>>()
    };
    (properties.len() > 1).then_some([written_as(written)?, written_as(|word| word.usual)?])
}

/// Whether a column has the same word with two endings, as `oval` and `ovals`.
pub(super) fn is_mixed(column: &[String]) -> bool {
    let mut words: Vec<&str> = column.iter().filter_map(|it| Some(known(it)?.text)).collect();
    words.sort_unstable();
    words.windows(2).any(|pair| pair[0] == pair[1])
}

/// How well labels stand for three values of a property, and the value of each. A label is a word, or it begins one.
fn values(property: usize, labels: &[String]) -> Option<(usize, Vec<usize>)> {
    let of_property = || WORDS.iter().filter(|word| word.property == property);
    let mut usual: Vec<&str> = of_property().map(|word| word.usual).collect();
    usual.dedup();
    let fit = |label: &str, value: &str| {
        let label = label.to_lowercase();
        let fit = |word: &Word| match (word.text == label, word.text.starts_with(&label)) {
            (true, _) => 8,
            (_, true) if word.text == value => 4,
            (_, begins) => usize::from(begins),
        };
        of_property().filter(|word| word.usual == value).map(fit).max().unwrap_or(0)
    };
    let orders = (0..64).map(|n| [n & 3, n >> 2 & 3, n >> 4]).filter_map(|order| {
        let order =
            order.get(..labels.len()).filter(|order| order.iter().all(|&it| it < usual.len()))?;
        // Blue stands for purple where there is no purple.
        let values: Vec<usize> = order.iter().map(|&value| value.min(2)).collect();
        let are_different = (1..values.len()).all(|i| !values[..i].contains(&values[i]));
        let fits: Vec<usize> =
            labels.iter().zip(order).map(|(label, &value)| fit(label, usual[value])).collect();
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
