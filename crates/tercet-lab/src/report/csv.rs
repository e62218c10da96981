//! Tables as comma-separated values.

use super::Table;

/// A table in the format of RFC 4180: the headings, then the rows, each ended by CR LF, without the caption.
///
/// A cell is quoted if it contains a comma, a quotation mark or a line break. An empty cell that is the only
/// one of its row is quoted as well, because an empty line is not a row.
pub fn csv(table: &Table) -> String {
    let mut text = String::new();
    for row in std::iter::once(&table.columns).chain(&table.rows) {
        for (i, cell) in row.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            if cell.contains(['"', ',', '\r', '\n']) || (row.len() == 1 && cell.is_empty()) {
                text.push('"');
                text.push_str(&cell.replace('"', "\"\""));
                text.push('"');
            } else {
                text.push_str(cell);
            }
        }
        text.push_str("\r\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader that is independent of the writer: character by character, by the grammar of the RFC.
    fn read(text: &str) -> Vec<Vec<String>> {
        let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
        let (mut quoted, mut letters) = (false, text.chars().peekable());
        while let Some(letter) = letters.next() {
            match letter {
                '"' if quoted && letters.peek() == Some(&'"') => {
                    letters.next();
                    cell.push('"');
                }
                '"' => quoted = !quoted,
                ',' if !quoted => row.push(std::mem::take(&mut cell)),
                '\r' if !quoted => {
                    assert_eq!(letters.next(), Some('\n'));
                    row.push(std::mem::take(&mut cell));
                    rows.push(std::mem::take(&mut row));
                }
                '\n' if !quoted => panic!("a line ends in CR LF"),
                _ => cell.push(letter),
            }
        }
        assert!(!quoted && cell.is_empty() && row.is_empty(), "the last line is ended");
        rows
    }

    #[test]
    fn what_is_written_is_read_back() {
        let hostile =
            ["", " ", "a", "\"", "\"\"", ",", "a,b", "\r\n", "\n", "\r", "é – 1,000 \"x\""];
        for width in 1..=3 {
            let all: Vec<Vec<String>> = hostile
                .iter()
                .map(|cell| (0..width).map(|i| cell.repeat(i + 1)).collect())
                .collect();
            let table = Table { caption: "c".into(), columns: all[4].clone(), rows: all.clone() };
            let read = read(&csv(&table));
            assert_eq!(read[0], all[4]);
            assert_eq!(read[1..], all);
        }
        assert_eq!(csv(&Table::default()), "\r\n");
    }
}
