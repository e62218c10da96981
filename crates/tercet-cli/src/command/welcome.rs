//! `tercet` without a command: the sets of a real table, and the next steps.

use clap::FromArgMatches;

use super::find::Find;
use crate::command::find;
use crate::command::prelude::*;

/// `table-02` of boards/photographed.txt.
const TABLE: &str = "1RoS 1PoO 3RhO 2PsO 2PsS 3RsD 1RhD 3GhO 2GoS 3PhO 3GhS 2RhS";

/// Commands and their purposes.
const NEXT: [(&str, &str); 3] = [
    ("tercet find --all 2RhO 1GsD 3PsS 2GhO 2PhO", "your own cards"),
    ("tercet deal -v 4 -p 3 | tercet find", "another game: four values, three properties"),
    ("tercet --help", "all commands"),
];

/// The minimum width of a purpose beside its command; on a narrower terminal it is below it.
const BESIDE: usize = 20;

pub(crate) fn run(printer: &mut Printer) -> Result<Outcome> {
    let find = Find::augment_args(clap::Command::new("find"));
    let all = Find::from_arg_matches(&find.try_get_matches_from(["find", "--all"])?)?;
    let board = TABLE.parse()?;
    let name = Some("a photographed table".into());
    let outcome = find::answer(&all, &NamedBoard { name, board }, printer)?;
    printer.line("\nNext:")?;
    let widest = NEXT.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    let beside = width().checked_sub(widest + 6).filter(|&columns| columns >= BESIDE);
    for (command, what) in NEXT {
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
    Ok(outcome)
}
