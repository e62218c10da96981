//! The `MiniZinc` model of a board, and reading the output of its solvers.

use std::fmt::Write;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::{Claim, ImportError, Read, no_answer};
use crate::Symmetry;
use crate::cp::numbering;
use crate::process::quote;

/// Rubin's model of a board in `MiniZinc`, complete and commented. Cards are numbered from 1 in
/// ascending order; a solution is printed as `slots = [3, 14, 15]`, which [`read`] reads.
///
/// The orders of the slots are those of `cp`. On a board with fewer than v cards the model has no
/// solution.
///
/// # Errors
///
/// The reason to stop.
pub(super) fn write(board: &Board, symmetry: Symmetry, limit: &Limit) -> Result<String, Stop> {
    let deck = board.deck();
    let mut watch = limit.watch();
    let (v, p, n) = (deck.values(), deck.properties(), board.len());
    let mut text = format!(
        "% Which {v} of these {n} cards of the deck {deck} are a set?\n\
         % The constraint program of Rubin's post of August 12, 2023, for any deck.\n\
         include \"alldifferent.mzn\";\n\
         include \"increasing.mzn\";\n\n\
         int: v = {v};  % values a property, cards a set\n\
         int: p = {p};  % properties a card\n\
         int: n = {n};  % cards on the board\n\n\
         % a[c,f]: the value of property f in card c.\n\
         array[1..n, 1..p] of 0..v-1: a = array2d(1..n, 1..p, [\n"
    );
    for &number in &numbering(board, limit)? {
        watch.tick(2 * p)?;
        let values: Vec<String> =
            deck.values_of(board.cards()[number]).map(|value| value.to_string()).collect();
        let _ = writeln!(text, "  {},", values.join(", "));
    }
    text += "]);\n\n\
             % x[s]: the card in slot s of the set.\n\
             array[1..v] of var 1..n: x;\n\
             % y[f,s]: the value of property f in the card in slot s.\n\
             array[1..p, 1..v] of var 0..v-1: y;\n\n\
             % No two slots hold the same card.\n\
             constraint alldifferent(x);\n\n\
             % The value of a property in a slot comes from the card in the slot.\n\
             constraint forall (f in 1..p, s in 1..v) (y[f,s] = a[x[s], f]);\n\n\
             % For every property, the slots have all different values or all the same.\n\
             constraint forall (f in 1..p) (\n  \
               alldifferent([y[f,s] | s in 1..v])\n  \
               \\/ forall (s in 1..v-1) (y[f,s] = y[f,s+1])\n\
             );\n\n";
    text += match symmetry {
        Symmetry::None => "% The order of the slots is left open: each set has v! solutions.\n",
        Symmetry::Relative => ASCENDING,
        Symmetry::Rigid => RIGID,
    };
    text += "\nsolve satisfy;\n\noutput [\"slots = \\(x)\\n\"];\n";
    Ok(text)
}

const ASCENDING: &str = "% The cards are listed in ascending order, so each set is counted once.\n\
    constraint forall (s in 1..v-1) (x[s] < x[s+1]);\n";

const RIGID: &str = "% The cards are listed in ascending order, so each set is counted once.\n\
    constraint forall (s in 1..v-1) (x[s] < x[s+1]);\n\
    % So in the first property in which they differ, slot s shows value s-1.\n\
    constraint v = 1 \\/ forall (f in 1..p) (\n  \
      (forall (g in 1..f-1) (y[g,1] = y[g,v]) /\\ y[f,1] != y[f,v])\n  \
      -> forall (s in 1..v) (y[f,s] = s-1)\n\
    );\n";

/// Reads the output of a solver for the model of a board. Of several solutions the first counts;
/// comments (`%`) are ignored.
pub(super) fn read(board: &Board, text: &str) -> Read<Claim> {
    let none = |what: &str| ImportError::none(format!("the solver has no answer: {what}"));
    let mut said: Option<&str> = None;
    let mut solution = None;
    for (line, text) in (1..).zip(text.lines().map(str::trim)) {
        if matches!(text, "" | "----------" | "==========") || text.starts_with('%') {
            continue;
        }
        if !text.starts_with("=====") {
            let positions = read_slots(board, line, text)?;
            solution.get_or_insert((line, positions));
        } else if let Some(before) = said.replace(text)
            && before != text
        {
            return Err(none(&format!("{} and {}", quote(before), quote(text))));
        }
    }
    match (solution, said) {
        (Some((line, positions)), None) => Claim::set(board, &positions, Some(line)),
        (None, Some("=====UNSATISFIABLE=====")) => Ok(Claim::None),
        (None, Some("=====UNKNOWN=====")) => Ok(Claim::Unknown),
        (None, Some(said)) => Err(none(&quote(said))),
        (Some(_), Some(said)) => Err(none(&format!("a solution and {}", quote(said)))),
        (None, None) => {
            let what = "there is neither a solution (slots = [..]) nor =====UNSATISFIABLE=====";
            no_answer(what)
        }
    }
}

/// The ascending positions of the cards of a solution.
fn read_slots(board: &Board, line: usize, text: &str) -> Read<Vec<usize>> {
    let numbers = numbers(text).ok_or_else(|| {
        let text = quote(text);
        ImportError::none(format!(
            "line {line} is not a solution of the form `slots = [..]`: {text}"
        ))
    })?;
    let (found, expected) = (numbers.len(), board.deck().values());
    if found != expected {
        let what = format!("line {line} names {found} cards, and a set has {expected}");
        return Err(ImportError::none(what));
    }
    let order = numbering(board, &Limit::none()).expect("there is no limit");
    let position = |card: usize| {
        let position = card.checked_sub(1).and_then(|index| order.get(index));
        position.copied().ok_or_else(|| {
            let cards = order.len();
            let range = format!("the cards are numbered from 1 to {cards}");
            ImportError::none(format!("line {line} names card {card}, and {range}"))
        })
    };
    let mut positions: Vec<usize> = numbers.into_iter().map(position).collect::<Result<_, _>>()?;
    positions.sort_unstable();
    Ok(positions)
}

/// The numbers of a solution, `slots = [3, 14, 15]`.
fn numbers(text: &str) -> Option<Vec<usize>> {
    let (name, list) = text.split_once('=')?;
    let list = list.trim().trim_end_matches(';').strip_prefix('[')?.strip_suffix(']')?;
    let numbers = list.split(',').map(|card| card.trim().parse().ok());
    if name.trim() == "slots" { numbers.collect() } else { None }
}

#[cfg(test)]
mod tests {
    use tercet::{Card, Deck};

    use super::*;

    fn board() -> Board {
        // Numbered 4, 3, 2, 1.
        let mut cards: Vec<Card> = Deck::CLASSIC.cards().take(4).collect();
        cards.reverse();
        Board::new(Deck::CLASSIC, &cards).unwrap()
    }

    #[test]
    fn the_model_names_the_cards_in_order() {
        let model = write(&board(), Symmetry::Rigid, &Limit::none()).unwrap();
        assert!(model.contains("[\n  0, 0, 0, 0,\n  0, 0, 0, 1,\n  0, 0, 0, 2,\n  0, 0, 1, 0,\n]"));
        assert!(!write(&board(), Symmetry::None, &Limit::none()).unwrap().contains("x[s] <"));
    }
}
