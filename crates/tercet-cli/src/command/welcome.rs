//! `tercet` without a command: the sets of a real table, and the next steps.

use tercet::file::NamedBoard;
use tercet::{Board, Card};
use tercet_app::{Answered, List};

use crate::output::{counted, width, wrapped};
use crate::picture;
use crate::prelude::*;
use crate::work::ask;

/// `table-02` of boards/photographed.txt.
const TABLE: &str = "1RoS 1PoO 3RhO 2PsO 2PsS 3RsD 1RhD 3GhO 2GoS 3PhO 3GhS 2RhS";

/// Commands and their purposes.
const NEXT: &[(&str, &str)] = &[
    #[cfg(feature = "web")]
    ("tercet serve --open", "play and solve in the browser"),
    ("tercet play", "play in the terminal"),
    ("tercet find --all 2RhO 1GsD 3PsS 2GhO 2PhO", "solve your own table"),
    ("tercet photo table.jpg", "solve a photograph of it"),
    ("tercet deal -v 4 -p 3 | tercet find", "four values and three properties"),
    ("tercet --help", "all commands"),
];

/// The minimum width of a purpose beside its command; on a narrower terminal it is below it.
const BESIDE: usize = 20;

pub(crate) fn run(printer: &mut Printer) -> Result<Outcome> {
    let board: Board = TABLE.parse()?;
    let at = |positions: &[usize]| -> Vec<(usize, Card)> {
        positions.iter().map(|&i| (i + 1, board[i])).collect()
    };
    let named = NamedBoard { name: None, board: board.clone() };
    let answer = ask(&List { board: named.into(), ..List::default() })?;
    let (cards, sets) = (counted(board.len(), "card"), counted(answer.found.sets.len(), "set"));
    writeln!(printer, "A photographed table of {cards}, and its {sets}:\n")?;
    let all: Vec<usize> = (0..board.len()).collect();
    printer.lines(picture::small(&at(&all)))?;
    printer.line("")?;
    answer.found.positions.iter().try_for_each(|set| printer.lines(picture::small(&at(set))))?;
    printer.line("\nNext:")?;
    let widest = NEXT.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let beside = width().checked_sub(widest + 6).filter(|&columns| columns >= BESIDE);
    for &(command, what) in NEXT {
        let mut command = format!("  {command}");
        let (indent, columns) = if let Some(columns) = beside {
            (widest + 6, columns)
        } else {
            printer.line(std::mem::take(&mut command))?;
            (6, width().saturating_sub(6))
        };
        for line in wrapped(what, 0, columns) {
            writeln!(printer, "{:indent$}{line}", std::mem::take(&mut command))?;
        }
    }
    Ok(answer.status())
}
