//! The player's answers, and the replies.

use crate::command::prelude::*;
use tercet::picture::Scheme;

/// An answer of the player.
#[derive(PartialEq, Debug)]
pub(super) enum Said {
    /// The cards at these positions are a set.
    Cards(Vec<usize>),
    /// There is no set.
    NoSet,
    Hint,
    Why,
    Show,
    Words,
    Skip,
    Help,
    Quit,
    /// An empty line.
    Nothing,
}

/// Reads a line about a board of this many cards. The error says what is wrong with the line.
pub(super) fn said(line: &str, size: usize) -> Result<Said, String> {
    let line = line.trim().to_lowercase();
    Ok(match &*line {
        "" => Said::Nothing,
        "none" | "no" | "n" => Said::NoSet,
        "hint" | "h" => Said::Hint,
        "why" => Said::Why,
        "show" | "again" => Said::Show,
        "words" => Said::Words,
        "skip" => Said::Skip,
        "help" | "?" => Said::Help,
        "quit" | "q" | "exit" => Said::Quit,
        _ => return numbers(&line, size).map(Said::Cards),
    })
}

/// The positions of the cards with these numbers.
fn numbers(line: &str, size: usize) -> Result<Vec<usize>, String> {
    let words = line.split([' ', ',', ';', '\t']).filter(|word| !word.is_empty());
    let mut positions = Vec::new();
    for word in words {
        let Ok(number) = word.parse::<usize>() else {
            let word: String =
                word.chars().filter(|letter| !letter.is_control()).take(20).collect();
            return Err(format!("'{word}' is neither a number nor a command: 'help' lists them"));
        };
        if !(1..=size).contains(&number) {
            return Err(format!("{number}: the cards are numbered from 1 to {size}"));
        }
        if positions.contains(&(number - 1)) {
            return Err(format!("card {number} is named twice"));
        }
        positions.push(number - 1);
    }
    Ok(positions)
}

/// Why cards of the board are a set or not.
pub(super) fn explained(
    board: &Board,
    positions: &[usize],
    notation: Notation,
    pictured: bool,
    session: &Session,
) -> Result<Explained> {
    let cards = Board::new(board.deck(), board.at(positions))?;
    let notation = Some(notation);
    let request = Explain { board: cards.into(), notation, pictured };
    Ok(request.ask(session)?)
}

/// Says whether cards are a set, and if not, why. Returns whether they are.
pub(super) fn judge(why: &Explained, printer: &mut Printer) -> Result<bool> {
    if why.is_set {
        printer.line("right, a set")?;
        return Ok(true);
    }
    let mixed = why.properties.iter().filter(|property| property.verdict == Alike::Mixed);
    let mixed: Vec<String> =
        mixed.map(|property| format!("{}: {}", property.name, property.words)).collect();
    let reason = why.objection.clone().unwrap_or_else(|| mixed.join("; "));
    printer.paragraph(&format!("not a set: {reason}"))?;
    Ok(false)
}

/// Says what the previous cards show in each property.
pub(super) fn why(last: Option<&Explained>, printer: &mut Printer) -> Result<()> {
    let Some(why) = last else { return printer.line("no cards were named yet") };
    printer.line(why.cards.join(" "))?;
    for property in &why.properties {
        let verdict = if property.verdict == Alike::Mixed { "no" } else { "yes" };
        writeln!(printer, "{verdict}, {}: {}", property.name, property.words)?;
    }
    match &why.objection {
        Some(objection) => printer.line(objection),
        None => Ok(()),
    }
}

/// The hint of a stage.
fn hinted(
    board: &Board,
    stage: usize,
    notation: Option<Notation>,
    pictured: bool,
    session: &Session,
) -> Result<Hinted> {
    let board = board.clone().into();
    Ok(Hint { board, stage, notation, pictured, ..Hint::default() }.ask(session)?)
}

/// Prints the hint of a stage.
pub(super) fn hint(
    board: &Board,
    stage: usize,
    notation: Notation,
    words: bool,
    session: &Session,
    printer: &mut Printer,
) -> Result<()> {
    let answer = hinted(board, stage, Some(notation), words, session)?;
    if answer.positions.is_empty() {
        return printer.line(match (&answer.count, answer.ending.answer) {
            (_, Verdict::None) => "there is no set".into(),
            (Some(count), _) => {
                let count = count.get().unwrap_or(u128::MAX);
                let verb = if count == 1 { "is" } else { "are" };
                format!("there {verb} {}", counted(count, "set"))
            }
            (None, _) => "there is a set".into(),
        });
    }
    let card = |(text, &position): (&String, &usize)| {
        let scheme = Scheme::new(board.deck());
        let text = if words { scheme.in_words(board.cards()[position]) } else { text.clone() };
        format!("{} ({text})", position + 1)
    };
    let cards: Vec<String> = answer.cards.iter().zip(&answer.positions).map(card).collect();
    printer.paragraph(&format!("a set contains {}", cards.join(", ")))?;
    for need in &answer.needs {
        writeln!(printer, "{}: {}", need.name, need.words)?;
    }
    match &answer.last {
        Some(last) if words => {
            let card = board.deck().card(last)?;
            writeln!(printer, "missing: {}", Scheme::new(board.deck()).in_words(card))
        }
        Some(last) => writeln!(printer, "missing: {last}"),
        None => Ok(()),
    }
}

/// Says whether "no set" is right. Returns whether it is.
pub(super) fn none(board: &Board, session: &Session, printer: &mut Printer) -> Result<bool> {
    let is_right = hinted(board, 0, None, false, session)?.ending.answer == Verdict::None;
    printer.line(if is_right { "right, there is no set" } else { "there is a set" })?;
    Ok(is_right)
}

/// Shows a set, or says that the board has none.
pub(super) fn solution(board: &Board, session: &Session, printer: &mut Printer) -> Result<()> {
    let answer = hinted(board, board.deck().values(), None, false, session)?;
    let mut positions = answer.positions;
    positions.sort_unstable();
    let numbers: Vec<String> =
        positions.iter().map(|position| (position + 1).to_string()).collect();
    match answer.ending.answer {
        Verdict::None => printer.line("there is no set"),
        _ => writeln!(printer, "a set: {}", numbers.join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_people_type_them() {
        for line in ["1 5 9", " 1,5,9\n", "1, 5;9\r\n", "1\t5 9"] {
            assert_eq!(said(line, 12), Ok(Said::Cards(vec![0, 4, 8])), "{line:?}");
        }
        for (line, meant) in
            [("NONE\n", Said::NoSet), ("\n", Said::Nothing), ("q", Said::Quit), ("?", Said::Help)]
        {
            assert_eq!(said(line, 12), Ok(meant), "{line:?}");
        }
        for (line, why) in [
            ("1 13", "numbered from 1 to 12"),
            ("0", "numbered from 1 to 12"),
            ("3 3", "card 3 is named twice"),
            ("-1", "neither a number nor a command"),
            ("\u{1b}[2J", "'[2j' is neither"),
            ("99999999999999999999999", "neither a number"),
        ] {
            assert!(said(line, 12).unwrap_err().contains(why), "{line:?}");
        }
    }
}
