//! Where annotated photographs and boards are written.

use std::collections::BTreeSet;

use tercet::notation::Notation;
use tercet_vision::Reading;

use super::{Photo, text};
use crate::new_file::{Output, read_once};
use crate::prelude::*;

/// The files that are written besides the answer.
pub(super) struct Outputs {
    annotated: Option<Output>,
    board: Option<Output>,
    boards: String,
    /// The names of the boards, where there are several.
    names: Option<BTreeSet<String>>,
}

impl Outputs {
    pub(super) fn new(arguments: &Photo) -> Result<Self> {
        let files = &arguments.files;
        if arguments.annotate.is_some() && files.len() > 1 {
            bail!("--annotate takes one photograph, not {}", files.len());
        }
        read_once(files)?;
        let output = |path: &Option<PathBuf>| {
            path.as_ref().map(|path| Output::new(path, arguments.overwrite, files)).transpose()
        };
        let (annotated, board) = (output(&arguments.annotate)?, output(&arguments.output)?);
        let to_standard =
            |output: &Option<Output>| output.as_ref().is_some_and(Output::is_standard);
        match (to_standard(&annotated), to_standard(&board)) {
            (true, true) => {
                bail!("--annotate and --output both print to standard output: name a file for one")
            }
            (false, false) => {}
            _ if arguments.look.format != Format::Text => bail!(
                "--annotate - and --output - print instead of the answer: leave out --format, or name a file"
            ),
            _ => {}
        }
        let names = (files.len() > 1).then(BTreeSet::new);
        Ok(Self { annotated, board, boards: text::deck(), names })
    }

    /// Whether anything other than the answer is printed.
    pub(super) fn take_standard(&self) -> bool {
        [&self.annotated, &self.board].into_iter().flatten().any(Output::is_standard)
    }

    pub(super) fn annotated(&self) -> Option<Output> {
        self.annotated.clone()
    }

    /// Adds the board of a photograph. Several boards get names of their own.
    pub(super) fn add_board(&mut self, source: &str, reading: &Reading, notation: Notation) {
        if self.board.is_none() {
            return;
        }
        let name = self.names.as_mut().map(|names| {
            let name = stem(source);
            let numbered = (2..).map(|number| format!("{name}-{number}"));
            let mut all = std::iter::once(name.clone()).chain(numbered);
            all.find(|name| names.insert(name.clone())).expect("there is always a next number")
        });
        self.boards += &text::board(source, name.as_deref(), reading, notation);
    }

    /// Writes the boards.
    pub(super) fn finish(&self, printer: &mut Printer) -> Result<()> {
        self.board.as_ref().map_or(Ok(()), |board| board.write(self.boards.as_bytes(), printer))
    }
}

/// The name of a file without folder and ending, as a word.
fn stem(name: &str) -> String {
    let stem = Path::new(name).file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    let letter = |letter: char| {
        let is_plain = letter.is_alphanumeric() || "-_.".contains(letter);
        if is_plain { letter } else { '-' }
    };
    stem.chars().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use tercet::file::{PartialDeck, parse_boards};

    use super::super::text::tests::reading;
    use super::*;

    #[test]
    fn several_boards_have_names_of_their_own() {
        let mut outputs = Outputs {
            annotated: None,
            board: Some(Output::Standard),
            boards: text::deck(),
            names: Some(BTreeSet::new()),
        };
        for name in ["a/my table #1.jpg", "b/my table #1.png", "c.jpg"] {
            outputs.add_board(name, &reading("2RhO 1GsD?"), Notation::Classic);
        }
        let boards = parse_boards(outputs.boards.as_bytes(), PartialDeck::default()).unwrap();
        let names: Vec<_> = boards.iter().filter_map(|board| board.name.as_deref()).collect();
        assert_eq!(names, ["my-table--1", "my-table--1-2", "c"]);
    }
}
