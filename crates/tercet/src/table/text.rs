//! Texts as blocks of lines: their titles, the marks of their lines, and whether they are one board or several.

use super::columns::{USUAL, different};
use super::lists::leave_marks;
use super::rows::{BRACKETS, Between, Fields, are_in_turn, shape};
use super::{Block, LARGE, Row, markup, words};
use crate::text::number;

/// A text as one board and as several.
pub(super) struct Divisions {
    pub(super) one: Vec<Block>,
    /// In all ways to tell them apart.
    pub(super) several: Vec<Vec<Block>>,
    /// Which of them is meant, if both are boards: whether it is one, unless that is not known.
    pub(super) is_one: Option<bool>,
    /// Whether there is an empty line below each line.
    pub(super) is_wide: bool,
    /// The boards that have a title in each line, unless the titles are those of rows.
    pub(super) titled: Vec<Block>,
}

/// The boards of a text: lines with an empty line or a title between them, lines with a list of many cards, or lines that
/// begin with the name of a board.
pub(super) fn boards(text: &str) -> Divisions {
    let (blocks, go_on, are_apart) = blocks(text);
    let blocks: Vec<(Option<String>, Vec<Row>)> = blocks.into_iter().map(titled).collect();
    let all: Vec<Row> = blocks.iter().flat_map(|(_, lines)| lines.iter().cloned()).collect();
    let block = |(name, lines): (Option<String>, Vec<Row>)| {
        let column = column(&lines);
        let are_cards = column.is_some();
        Block { name, rows: column.unwrap_or(lines), are_cards, is_grid: false, bits: 0.0 }
    };
    let mut is_one = is_one(&blocks, go_on).or_else(|| are_apart.then_some(false));
    let mut names = blocks.iter().filter_map(|(name, _)| name.as_ref());
    let name = names.find(|_| is_one != Some(true)).cloned();
    // A block without cards was a title.
    let blocks = || blocks.iter().filter(|(_, lines)| !lines.is_empty());
    let is_wide = blocks().all(|(_, lines)| lines.len() == 1);
    let by_board = by_board(&all);
    let records = records(&all).or_else(|| across(&all));
    // Each block is a card.
    if records.as_ref().is_some_and(|cards| cards.len() == blocks().count()) {
        is_one = Some(true);
    }
    let whole = block((name, all));
    let mut several = vec![blocks().cloned().map(block).collect()];
    let labelled = unlabelled(&whole);
    let plain = Some((whole.rows.clone(), Vec::new()));
    for (rows, labels) in [plain, labelled.clone()].into_iter().flatten() {
        if rows.len() > 1 && rows.iter().all(|line| is_list(&line.text)) {
            let board =
                |(i, row): (usize, &Row)| block((labels.get(i).cloned(), vec![row.clone()]));
            several.push(rows.iter().enumerate().map(board).collect());
            is_one = Some(false);
        }
    }
    let by_board: Vec<Block> = by_board.unwrap_or_default().into_iter().map(block).collect();
    let only_board = if by_board.len() == 1 { by_board.first().cloned() } else { None };
    if by_board.len() > 1 {
        several.push(by_board);
        is_one = Some(false);
    }
    // So are parts of one line with many words each.
    if let [line] = &whole.rows[..] {
        let parts: Vec<&str> = line.text.split(';').map(str::trim).collect();
        if parts.iter().all(|part| part.split_whitespace().count() >= LARGE) {
            let row = |part: &&str| Row { text: (*part).to_owned(), ..line.clone() };
            several.push(parts.iter().map(|part| block((None, vec![row(part)]))).collect());
        }
    }
    several.retain(|boards: &Vec<Block>| boards.len() > 1);
    let titled = titled_lines(&whole.rows).into_iter().map(block).collect();
    let mut one = vec![whole];
    one.extend(only_board);
    if let Some((rows, labels)) = labelled.filter(|_| !one[0].are_cards) {
        /// That lines have labels takes longer to say than that they have none.
        const COST: usize = 32;
        let letters: usize = labels.iter().map(|label| label.chars().count()).sum();
        let bits = (8 * letters + COST) as f64;
        one.push(Block { rows, is_grid: true, bits, ..one[0].clone() });
        // A place such as `A1:` or `row 1, card 2:` is that of one card. Its words are the same on all of them. Without a
        // colon, places go on from `A1`.
        let digits = |label: &String| label.chars().filter(char::is_ascii_digit).count();
        let is_place = |label: &String| digits(label) > 0 && label.contains(char::is_alphabetic);
        let go_on = || {
            labels.len() > USUAL
                && labels[0].eq_ignore_ascii_case("a1")
                && labels.windows(2).all(|pair| pair[0] < pair[1])
        };
        let are_places = labels.iter().all(is_place)
            && (one[0].rows.iter().all(|row| row.text.contains(':')) || go_on());
        // So are numbers that go on before a code. Before digits, one of them is higher than these.
        let numbers: Vec<Option<usize>> = labels.iter().map(|label| number(label)).collect();
        let is_above = |it: char| it.to_digit(10).is_some_and(|it| it as usize >= labels.len());
        let is_code = |row: &Row| {
            row.text.chars().all(char::is_alphanumeric)
                && (row.text.contains(char::is_alphabetic)
                    || labels.len() > USUAL && row.text.len() > 1 && !row.text.contains(is_above))
        };
        let are_numbers = are_in_turn(&numbers) && one[1].rows.iter().all(is_code);
        if are_places || are_numbers {
            let bits = (8 * labels.iter().map(digits).sum::<usize>() + COST) as f64;
            one.push(Block { is_grid: false, bits, ..one[1].clone() });
        }
    }
    // A list in one pair of brackets or quotes, perhaps of a program.
    for between in [Between::Brackets, Between::Quotes] {
        let letters: usize = one[0].rows.iter().map(|row| row.text.len()).sum();
        if let [(line, text)] = &between.rows(&one[0].rows)[..]
            && 2 * text.len() > letters
        {
            let rows = vec![Row { line: *line, text: text.clone(), fields: Vec::new() }];
            one.push(Block { rows, is_grid: true, ..one[0].clone() });
        }
    }
    one.extend(records.map(|rows| Block { rows, are_cards: true, ..one[0].clone() }));
    Divisions { one, several, is_one, is_wide, titled }
}

/// Lines by their titles, if a word and a colon or the sign of an assignment begin each of several, and those of a title go
/// on until the next one.
fn titled_lines(lines: &[Row]) -> Vec<(Option<String>, Vec<Row>)> {
    /// The most words of a title.
    const LONGEST: usize = 3;
    let mut boards: Vec<(Option<String>, Vec<Row>)> = Vec::new();
    for line in lines {
        let split = line.text.split_once([':', '=']).filter(|(title, _)| {
            let words: Vec<&str> = title.split_whitespace().collect();
            let word = words.iter().rfind(|word| number(word).is_none());
            let is_word = |word: &&&str| {
                let letters = word.chars().count();
                letters > 2 || letters > 1 && word.chars().all(char::is_alphabetic)
            };
            word.as_ref().is_some_and(is_word) && words.len() <= LONGEST && !is_row(title)
        });
        match (split, boards.last_mut()) {
            (Some((title, rest)), _) => {
                let row = Row { text: rest.trim().to_owned(), ..line.clone() };
                boards.push((Some(title.trim().to_owned()), vec![row]));
            }
            (None, Some((_, rows))) => rows.push(line.clone()),
            (None, None) => return boards,
        }
    }
    boards
}

/// Whether a title is that of a row.
pub(super) fn is_row(title: &str) -> bool {
    const ROWS: &str = "row line column col reihe zeile spalte rang rangée ligne colonne fila columna rij kolom \
         top middle bottom left right upper lower centre center";
    let mut words = title.split_whitespace();
    words.any(|word| ROWS.split_whitespace().any(|it| it.eq_ignore_ascii_case(word)))
}

/// Whether blocks are rows of one board or boards of their own, if their titles or their numbers say it.
fn is_one(blocks: &[(Option<String>, Vec<Row>)], go_on: bool) -> Option<bool> {
    let names: Vec<&str> = blocks.iter().filter_map(|(name, _)| name.as_deref()).collect();
    let count = |letters: [char; 3]| -> usize {
        let lines = blocks.first().into_iter().flat_map(|(_, lines)| lines);
        lines.map(|line| line.text.matches(letters).count()).sum()
    };
    // A list of a program goes on behind an empty line.
    let is_open = count(['(', '[', '{']) > count([')', ']', '}']);
    if go_on || is_open || !names.is_empty() && names.iter().all(|name| is_row(name)) {
        return Some(true);
    }
    let boards = blocks.iter().filter(|(_, lines)| !lines.is_empty()).count();
    (names.len() > 1 && names.len() == boards).then_some(false)
}

/// Cards of several lines, each with the name and the value of a property.
fn records(lines: &[Row]) -> Option<Vec<Row>> {
    let field = |row: &Row| {
        let (name, value) = row.text.split_once([':', '='])?;
        let value =
            value.trim().trim_matches(|it: char| BRACKETS.contains(it) || ",;".contains(it));
        Some((
            name.trim().to_owned(),
            Row { text: value.to_owned(), fields: vec![value.to_owned()], ..row.clone() },
        ))
    };
    // What stands alone is the name of a card, or of the list.
    let is_card = |text: &str| {
        let word = text.trim_end_matches(|it: char| it.is_ascii_digit() || it == ' ');
        word.len() < text.len() && word.eq_ignore_ascii_case("card")
    };
    let is_name =
        |row: &&Row| row.text.ends_with(':') || row.text.starts_with('[') || is_card(&row.text);
    let fields = lines.iter().filter(|row| !is_name(row)).map(field).collect::<Option<Vec<_>>>()?;
    let mut names: Vec<&String> = fields.iter().map(|(name, _)| name).collect();
    names.sort_unstable();
    let again: Vec<&String> =
        names.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    let is_again = |(name, _): &(String, Row)| again.binary_search(&name).is_ok();
    let fields = &fields[fields.iter().position(is_again)?..];
    let p = fields.iter().skip(1).position(|(name, _)| *name == fields[0].0)? + 1;
    let is_record = |record: &[(String, Row)]| {
        record.len() == p && record.iter().zip(fields).all(|((one, _), (other, _))| one == other)
    };
    let row = |record: &[(String, Row)]| {
        let fields: Vec<String> = record.iter().map(|(_, row)| row.text.clone()).collect();
        Row { text: fields.join(" "), fields, ..record[0].1.clone() }
    };
    // Names that are there again and again, each with a value, are those of properties.
    let are_named = fields.iter().take(p).filter(|(name, _)| words::is_name(name)).count() > 1
        || fields.len() >= 3 * p && fields.iter().all(|(name, _)| !is_row(name));
    (p > 1 && are_named && fields.chunks(p).all(is_record))
        .then(|| fields.chunks(p).map(row).collect())
}

/// Cards of a table that lies on its side: each line has the name of a property, and its value on each card.
fn across(lines: &[Row]) -> Option<Vec<Row>> {
    let column = |row: &Row| {
        let mut fields = Fields::Separated.of(&row.text);
        fields.retain(|field| field != "=");
        fields.split_first().map(|(name, values)| (name.clone(), values.to_vec()))
    };
    let mut columns = lines.iter().map(column).collect::<Option<Vec<_>>>()?;
    columns.retain(|(name, _)| !words::is_place(name));
    let n = columns.first()?.1.len();
    let are_properties = columns.iter().all(|(name, it)| words::is_name(name) && it.len() == n);
    let card = |i: usize| {
        let fields: Vec<String> = columns.iter().map(|(_, values)| values[i].clone()).collect();
        Row { line: i + 1, text: fields.join(" "), fields }
    };
    (columns.len() > 1 && are_properties).then(|| (0..n).map(card).collect())
}

/// Names of a board.
const BOARDS: [&str; 7] = ["board", "game", "puzzle", "deal", "hand", "day", "round"];

/// Whether a word is a name of a board.
pub(super) fn is_board(word: &str) -> bool {
    BOARDS.iter().any(|it| word.eq_ignore_ascii_case(it))
}

/// The boards of a table whose first column says which board a card is of.
fn by_board(lines: &[Row]) -> Option<Vec<(Option<String>, Vec<Row>)>> {
    let cells = |row: &Row| {
        let (name, rest) = row.text.split_once([',', ';', '\t', '|'])?;
        Some((
            name.trim().trim_matches('"').to_owned(),
            Row { text: rest.trim().to_owned(), ..row.clone() },
        ))
    };
    let mut rows = lines.iter().map(cells).collect::<Option<Vec<_>>>()?.into_iter();
    rows.next().filter(|(name, _)| is_board(name))?;
    let mut boards: Vec<(Option<String>, Vec<Row>)> = Vec::new();
    for (name, row) in rows {
        match boards.iter_mut().find(|(it, _)| it.as_ref() == Some(&name)) {
            Some((_, rows)) => rows.push(row),
            None => boards.push((Some(name), vec![row])),
        }
    }
    Some(boards)
}

/// Whether a line is a whole board: many cards with separators between them, and none at its end.
fn is_list(line: &str) -> bool {
    const MANY: usize = 12;
    let is_word = |part: &str| part.trim().chars().count() > 1;
    let of_cards = |parts: Vec<&str>| {
        let same = |part: &&str| part.chars().count() == parts[0].chars().count();
        parts.len() >= MANY && parts[0].chars().count() > 2 && parts.iter().all(same)
    };
    [',', ';', '\t'].iter().any(|&it| {
        line.split(it).filter(|part| is_word(part)).count() >= MANY && !line.ends_with(it)
    }) || of_cards(line.split_whitespace().collect())
}

/// Lines without the label that begins each of them, such as `Row 1:` or `A`, and without a heading `card1`, `card2`, …;
/// and the labels.
fn unlabelled(block: &Block) -> Option<(Vec<Row>, Vec<String>)> {
    const LONGEST: usize = 12;
    let is_card = |cell: &str| cell.trim().to_lowercase().starts_with("card");
    let is_heading = |row: &&Row| row.text.split([',', ';', '\t', '|']).skip(1).any(is_card);
    let heading = usize::from(block.rows.first().is_some_and(|row| is_heading(&row)));
    let of_lines = |between: char| {
        let split = |row: &Row| {
            let (label, rest) = row.text.split_once(between)?;
            Some((Row { text: rest.trim().to_owned(), ..row.clone() }, label.trim().to_owned()))
        };
        let (rows, labels): (Vec<_>, Vec<_>) = block.rows[heading..]
            .iter()
            .map(split)
            .collect::<Option<Vec<_>>>()?
            .into_iter()
            .unzip();
        let is_short = labels.iter().all(|label: &String| label.chars().count() <= LONGEST);
        // A label is no card.
        let words = |row: &Row| -> Vec<String> {
            let is_between = |it: char| it.is_whitespace() || ",;|".contains(it);
            let is_long = |word: &&str| word.chars().count() > 1 || number(word).is_some();
            row.text.split(is_between).filter(is_long).map(shape).collect()
        };
        let shapes = different(rows.iter().flat_map(words).collect());
        let is_like = |label: &String| {
            shapes.binary_search(&shape(label.trim_end_matches([',', ';', '|']))).is_ok()
        };
        let is_short = is_short && !labels.iter().any(is_like);
        let are_different = different(labels.clone()).len() == labels.len();
        // As `3x` says how many symbols there are.
        let is_count = |label: &String| label.ends_with(['x', '×']) && label.len() > 1;
        // Nor does a label open a bracket, or have a value.
        let are_other = labels.iter().all(is_count)
            || labels.iter().any(|label| label.contains(['(', '[', '{', '=']));
        (rows.len() > 1 && is_short && are_different && !are_other).then_some((rows, labels))
    };
    [':', '\t', '|', ',', ' '].into_iter().find_map(of_lines)
}

/// Lines without their title, which ends with the only colon, or is a word with a number such as `Board 1`.
fn titled(mut lines: Vec<Row>) -> (Option<String>, Vec<Row>) {
    let Some(first) = lines.first().map(|line| line.text.clone()) else { return (None, lines) };
    let bare = |text: &str| -> String {
        text.trim_matches(|it: char| "*_#= ".contains(it)).trim_end_matches([':', '*']).to_owned()
    };
    let is_numbered = |text: &str| {
        bare(text).split_once(' ').is_some_and(|(word, number)| {
            let is_number = number.chars().count() == 1 || number.parse::<usize>().is_ok();
            let is_word = word.chars().count() > 2 && word.chars().all(char::is_alphabetic);
            is_word && is_number && (!words::is_word(word) || is_board(word))
        })
    };
    let is_alone = || match lines.get(1) {
        Some(line) => line.text.split_whitespace().count() != 2,
        None => first.split_whitespace().next().is_some_and(is_board),
    };
    if is_numbered(&first) && is_alone() {
        lines.remove(0);
        return (Some(bare(&first)), lines);
    }
    let colons = lines.iter().map(|line| line.text.matches(':').count()).sum::<usize>();
    // There may be a sentence above it.
    let above = usize::from(lines.get(1).is_some_and(|line| line.text.ends_with(':')));
    let title = lines[above].text.clone();
    let Some((title, rest)) = title.split_once(':').filter(|_| colons == 1) else {
        return (None, lines);
    };
    // A card has no place in a title.
    let is_mixed = |word: &str| {
        word.contains(|it: char| it.is_ascii_digit()) && word.contains(char::is_alphabetic)
    };
    if title.split(' ').any(is_mixed) {
        return (None, lines);
    }
    lines.drain(..above);
    rest.trim().clone_into(&mut lines[0].text);
    lines.retain(|line| !line.text.is_empty());
    (Some(title.to_owned()), lines)
}

/// The column of the cards of a table, if its first line names one.
fn column(lines: &[Row]) -> Option<Vec<Row>> {
    let cells = |line: &str, between: char| -> Vec<String> {
        line.split(between).map(|cell| cell.trim().trim_matches('"').to_owned()).collect()
    };
    let (between, column) = [',', ';', '\t', '|'].into_iter().find_map(|between| {
        let names = cells(&lines.first()?.text, between);
        let column = names.iter().position(|name| name.eq_ignore_ascii_case("card"))?;
        let is_alone = names.iter().filter(|name| words::is_name(name)).count() < 2;
        (names.len() > 1 && is_alone).then_some((between, column))
    })?;
    let card = |row: &Row| {
        Some(Row { text: cells(&row.text, between).get(column)?.clone(), ..row.clone() })
    };
    Some(lines[1..].iter().filter_map(card).collect())
}

/// The blocks of a text: lines without an empty one between them, whether their numbers go on from one block to the next,
/// and whether a rule or the same heading stands between all of them. Comments go, and the marks of lists and the rules
/// and edges of drawn tables. A comment begins with `# `, as `#` may be a symbol.
fn blocks(text: &str) -> (Vec<Vec<Row>>, bool, bool) {
    let text = markup::bare(&markup::plain(text));
    let mut blocks: Vec<Vec<Row>> = vec![Vec::new()];
    // The cells of a table, and those that are no property by its heading.
    let mut places: Option<(char, Vec<bool>)> = None;
    // The heading of the last table, and what begins another one.
    let (mut heading, mut rules) = (None, 0);
    let lines: Vec<&str> = text.lines().collect();
    for (number, line) in (1..).zip(&lines) {
        let begin = line.trim_start();
        let is_title = begin.starts_with("##") && begin.trim_start_matches('#').starts_with(' ');
        let comment = if begin.starts_with("//") || is_title {
            Some(0)
        } else if begin.starts_with('|') {
            // A table may have a column `#`.
            None
        } else {
            let is_mark = |mark: &&str| line.contains(mark);
            let mark = ["# ", " //", "\t//"].iter().find(|mark| is_mark(mark));
            let at = mark.and_then(|mark| line.find(mark));
            at.or(line.trim_end().strip_suffix('#').map(str::len))
        };
        let content = line[..comment.unwrap_or(line.len())].trim();
        let is_rule = !content.is_empty()
            && !content.chars().any(char::is_alphanumeric)
            && content.chars().all(|it| "-=|+:*_ ".contains(it) || ('─'..='╿').contains(&it));
        let is_footing = content.starts_with('(') && content.ends_with(" rows)")
            || content.starts_with('[') && content.ends_with(" columns]");
        let last = blocks.last_mut().expect("there is one");
        // Below a heading a rule is a part of the table.
        let is_like =
            |row: &Row| lines.get(number).is_some_and(|next| shape(next) == shape(&row.text));
        let is_end = is_rule
            && (last.len() > 1 || last.last().is_some_and(is_like))
            && !content.contains(['|', '+']);
        if is_date(content) {
            continue;
        }
        if content.is_empty() && comment.is_none() || is_end || is_title {
            rules += usize::from(is_end);
            blocks.push(Vec::new());
        } else if last.is_empty()
            && (are_places(content) || begin.starts_with('|') && are_letters(content))
        {
        } else if are_names(content) {
            if heading.replace(content) == Some(content) {
                rules += 1;
                blocks.push(Vec::new());
            }
            let content = content.trim_matches('|');
            places = [',', ';', '\t', '|'].into_iter().find(|&it| content.contains(it)).map(|it| {
                (it, content.split(it).map(|cell| words::is_place(cell.trim())).collect())
            });
        } else if !content.is_empty() && !is_rule && !is_footing && !begin.starts_with("```") {
            let text = content
                .strip_prefix('|')
                .map_or(content, |text| text.strip_suffix('|').unwrap_or(text));
            let mut line = Row { line: number, text: text.trim().to_owned(), fields: Vec::new() };
            if let Some((between, places)) = &places
                && line.text.split(*between).count() == places.len()
            {
                let cells = line.text.split(*between).zip(places);
                let cells: Vec<&str> =
                    cells.filter_map(|(cell, is_place)| (!is_place).then_some(cell)).collect();
                line.text = cells.join(&between.to_string());
            }
            // A title of further cards.
            if content.ends_with(':') && last.len() > 1 {
                blocks.push(Vec::new());
            }
            blocks.last_mut().expect("there is one").push(line);
        }
    }
    blocks.retain(|lines| !lines.is_empty());
    let ends = |lines: &Vec<Row>| {
        let number = |line: &Row| number(line.text.split_once(['.', ')'])?.0.trim());
        Some((number(&lines[0]), number(lines.last()?)?))
    };
    let ends: Vec<_> = blocks.iter().filter_map(ends).collect();
    let go_on = ends.len() > 1 && ends.windows(2).all(|pair| pair[1].0 == Some(pair[0].1 + 1));
    let are_apart = rules > 0 && rules + 1 == blocks.len() && blocks.iter().all(|it| it.len() > 1);
    for lines in &mut blocks {
        leave_marks(lines);
    }
    (blocks, go_on, are_apart)
}

/// Whether a line is a date and nothing else, as `2026-11-30` and `30.11.2026` are.
fn is_date(line: &str) -> bool {
    let parts: Vec<&str> = line.split(['-', '.', '/']).collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let is_year =
        |part: &&str| part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    parts.iter().all(|part| number(part).is_some())
        && parts.iter().filter(|part| is_year(part)).count() == 1
        && matches!(lengths[..], [4, 1 | 2, 1 | 2] | [1 | 2, 1 | 2, 4])
}

/// Whether a line is a heading: names of several properties, perhaps of other things beside them, or `card`.
pub(super) fn are_names(line: &str) -> bool {
    let words = Fields::Separated.of(line);
    let are_known = words.iter().all(|word| words::is_name(word) || words::is_place(word));
    let names = words.iter().filter(|word| words::is_name(word)).count();
    let is_value = |word: &String| words::is_word(word) || number(word).is_some();
    let are_most = names > 2
        && !line.contains([':', '='])
        && !words.iter().any(|word| is_value(word) || is_board(word));
    line == "card" || words.len() > 1 && (are_known && names > 0 || are_most)
}

/// Whether a line of a Markdown table is a heading of letters that go on, such as `| A | B | C |`.
fn are_letters(line: &str) -> bool {
    let cells = line.trim_matches('|').split('|').map(str::trim).skip_while(|cell| cell.is_empty());
    let letters: Vec<&str> = cells.collect();
    letters.len() > 2
        && letters.iter().zip('A'..='Z').all(|(cell, letter)| **cell == *letter.to_string())
}

/// Whether a line is a heading of places that go on, such as `card1,card2,card3`.
fn are_places(line: &str) -> bool {
    let cells = line.split([',', ';', '\t', '|']).map(|cell| cell.trim().trim_matches('"'));
    let place = |cell: &str| {
        let word = cell.trim_end_matches(|it: char| it.is_ascii_digit());
        let is_place = ["card", "c", "pos", "position", "slot"]
            .contains(&&*word.trim_end_matches(['_', '-', ' ']).to_lowercase());
        number(&cell[word.len()..]).filter(|_| is_place)
    };
    let places: Vec<Option<usize>> = cells.map(place).collect();
    places.len() > 2 && are_in_turn(&places)
}
