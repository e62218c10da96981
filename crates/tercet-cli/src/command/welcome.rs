//! `tercet` without a command: the sets of a real table, and the next steps.

use tercet::file::NamedBoard;
use tercet::{Board, Card};
use tercet_app::{Answered, List};

use crate::output::{width, wrapped};
use crate::picture;
use crate::prelude::*;

/// `table-02` of boards/photographed.txt.
const TABLE: &str = "1RoS 1PoO 3RhO 2PsO 2PsS 3RsD 1RhD 3GhO 2GoS 3PhO 3GhS 2RhS";

/// Commands and their purposes.
const NEXT: &[(&str, &str)] = &[
    #[cfg(feature = "web")]
    ("tercet serve --open", "play and solve in the browser"),
    ("tercet play", "play in the terminal"),
    ("tercet find 2RhO 1GsD 3PsS 2GhO 2PhO", "solve your own table"),
    ("tercet photo table.jpg", "solve a photograph of it"),
    ("tercet deal -v 4 -p 3 | tercet find", "four values and three properties"),
    ("tercet --help", "all commands"),
];

pub(crate) fn run(printer: &mut Printer) -> Result<Outcome> {
    let board: Board = TABLE.parse()?;
    let at = |positions: &[usize]| -> Vec<(usize, Card)> {
        positions.iter().map(|&i| (i + 1, board[i])).collect()
    };
    let named = NamedBoard::from(board.clone());
    let answer = ask(&List { board: named.into(), ..List::default() })?;
    let (cards, sets) = (counted(board.len(), "card"), counted(answer.found.sets.len(), "set"));
    writeln!(printer, "A photographed table of {cards}, and its {sets}:\n")?;
    let all: Vec<usize> = (0..board.len()).collect();
    printer.lines(picture::small(&at(&all)))?;
    printer.line("")?;
    answer.found.positions.iter().try_for_each(|set| printer.lines(picture::small(&at(set))))?;
    printer.line("\nNext:")?;
    let widest = NEXT.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, what) in NEXT {
        let mut command = format!("  {command}");
        for line in wrapped(what, 0, width().saturating_sub(widest + 6)) {
            writeln!(printer, "{:1$}{line}", std::mem::take(&mut command), widest + 6)?;
        }
    }
    Ok(answer.status())
}
