//! The formulation as a file, for readers and for other solvers.

use tercet::Board;
use tercet::solver::{Limit, Stop};

use crate::Symmetry;

use super::formula::{Encoding, Slots, line};

/// The thesis' formulation of a board as a commented SMT-LIB 2 file (Takeshita, section 3.2): is
/// there a set, and which one? [`read_model`](super::read_model) reads the output of a solver.
///
/// The integer `k_i_j` is the value of property j in slot i, both counted from 1. The numbers in
/// the comments are those of the thesis' equations. The text has `O(v·n·p + v²·p)` characters.
///
/// # Errors
///
/// The reason to stop.
pub fn smtlib(board: &Board, symmetry: Symmetry, limit: &Limit) -> Result<String, Stop> {
    let deck = board.deck();
    let (v, p) = (deck.values(), deck.properties());
    let slots = Slots { deck, encoding: Encoding::Integers, symmetry };
    let mut text = String::new();
    let out = &mut text;
    let mut watch = limit.watch();

    line(out, format_args!("; Is there a set among these {} cards of {deck}?", board.len()));
    line(out, "; (The numbers are those of S. Takeshita, Solving the Generalized Form of the Game");
    line(out, "; of Set Efficiently, section 3.2.)");
    line(out, ";");
    line(out, "; (1) The board. Values count from 0.");
    for (i, &card) in board.cards().iter().enumerate() {
        watch.tick(2 * p)?;
        let values: Vec<String> =
            (0..p).map(|property| deck.value(card, property).to_string()).collect();
        line(out, format_args!(";     b_{} = {}", i + 1, values.join(" ")));
    }
    line(out, "(set-option :produce-models true)");
    line(out, format_args!("(set-logic {})", slots.logic()));

    line(
        out,
        format_args!("\n; (2) A set has {v} slots: k_i_j is what slot i shows in property j."),
    );
    slots.declare(out);
    line(out, "\n; (4) and (6): in property j all show the same, or all are different.");
    slots.define_choices(out);
    line(out, "\n; (7) In each property they are all different or all the same.");
    slots.assert_choices(out);

    line(out, "\n; (9) Each slot holds a card of the board.");
    for slot in 0..v {
        line(out, "(assert (or false");
        for &card in board.cards() {
            watch.tick(4 * p)?;
            line(out, format_args!("  {}", slots.holds(slot, card)));
        }
        line(out, "))");
    }
    line(out, "\n; (11) No two slots hold the same card.");
    slots.assert_distinct_pairs(out, &mut watch)?;
    match symmetry {
        Symmetry::None => line(out, "\n; No symmetry breaking: any order of the cards is allowed."),
        Symmetry::Relative => {
            line(out, "\n; (13) In the first property in which the cards differ, values ascend.");
        }
        Symmetry::Rigid => {
            line(out, "\n; (15) In the first property in which the cards differ, slot i shows the");
            line(
                out,
                "; i-th value. (As printed, it omits the case that they do not differ in j.)",
            );
        }
    }
    slots.assert_order(out);

    line(out, "\n; If there is a set, print its values; otherwise there are none.");
    line(out, "(check-sat)");
    let names: Vec<String> = slots.names().collect();
    line(out, format_args!("(get-value ({}))", names.join(" ")));
    Ok(text)
}
