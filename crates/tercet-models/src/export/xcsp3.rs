//! XCSP3-core, the format of the XCSP competitions for constraint solvers.
//!
//! The program is that of `cp`, which is also the one of `minizinc`: a slot for each card of a set.
//! In XCSP3, everything counts from 0.
//!
//! - `x[s]` is the number of the card in slot s, of the cards in ascending order;
//! - `y[f][s]` is the value of property f in slot s: an `element` of the list of the cards' values;
//! - `d[f]` is the number of values (`nValues`) of property f in the slots: 1 or v, so the slots have
//!   all the same or all different ones. XCSP3-core has no disjunction of constraints.
//!
//! A solution is a line `s SATISFIABLE`, `s UNSATISFIABLE` or `s UNKNOWN`, and lines `v` with an
//! `<instantiation>`: a list of variables, in which `x[]` is a whole array, and one of their values,
//! in which `0x3` is three zeros. Other lines are ignored, and so are the colours of a terminal.
//! Of several solutions the last one counts.

use std::fmt::Write;

use tercet::Board;
use tercet::solver::{Limit, Stop};

use super::competition::{NOT_PRINTED, SECOND, Verdict, unexpected};
use super::{Claim, ImportError, Problem, Read, no_answer};
use crate::Symmetry;
use crate::cp::numbering;

/// The program of a board.
pub(super) fn write(
    heading: &str,
    board: &Board,
    symmetry: Symmetry,
    limit: &Limit,
) -> Result<String, Stop> {
    let (deck, n) = (board.deck(), board.len());
    let (v, p) = (deck.values(), deck.properties());
    let mut watch = limit.watch();
    let cards = board.at(&numbering(board, limit)?);
    let mut text = String::new();
    let mut line = |line: std::fmt::Arguments| writeln!(text, "{line}").expect("memory");
    line(format_args!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>"));
    line(format_args!("<!-- {heading} -->"));
    line(format_args!(
        "<!-- The constraint program of Rubin's post of August 12, 2023, for any deck. -->"
    ));
    line(format_args!("<!-- Cards, slots, properties and values count from 0. -->"));
    for (number, &card) in cards.iter().enumerate() {
        watch.tick(4)?;
        line(format_args!("<!-- card {number}: {} -->", deck.show(card)));
    }
    line(format_args!("<instance format=\"XCSP3\" type=\"CSP\">\n  <variables>"));
    line(format_args!("    <!-- x[s]: the card in slot s of the set -->"));
    line(format_args!("    <array id=\"x\" size=\"[{v}]\"> 0..{} </array>", n.saturating_sub(1)));
    line(format_args!("    <!-- y[f][s]: the value of property f in the card in slot s -->"));
    line(format_args!("    <array id=\"y\" size=\"[{p}][{v}]\"> 0..{} </array>", v - 1));
    line(format_args!("    <!-- d[f]: the number of values of property f in the slots -->"));
    let counts = if v == 1 { "1".into() } else { format!("1 {v}") };
    line(format_args!("    <array id=\"d\" size=\"[{p}]\"> {counts} </array>"));
    line(format_args!("  </variables>\n  <constraints>"));
    if n == 0 {
        line(format_args!("    <!-- There are no cards, so no slot holds one. -->"));
        line(format_args!("    <intension> ne(x[0],0) </intension>"));
    }
    if v > 1 {
        line(format_args!("    <!-- No two slots hold the same card. -->"));
        line(format_args!("    <allDifferent> x[] </allDifferent>"));
    }
    line(format_args!("    <!-- The value of a property comes from the card in the slot. -->"));
    for property in 0..if n == 0 { 0 } else { p } {
        line(format_args!("    <group>\n      <element>\n        <list>"));
        for part in cards.chunks(40) {
            watch.tick(2 * part.len())?;
            let values: Vec<String> =
                part.iter().map(|&card| deck.value(card, property).to_string()).collect();
            line(format_args!("          {}", values.join(" ")));
        }
        line(format_args!("        </list>"));
        line(format_args!("        <index> %0 </index>\n        <value> %1 </value>"));
        line(format_args!("      </element>"));
        for slot in 0..v {
            line(format_args!("      <args> x[{slot}] y[{property}][{slot}] </args>"));
        }
        line(format_args!("    </group>"));
    }
    line(format_args!("    <!-- The slots have all different values, or all the same. -->"));
    for property in 0..p {
        line(format_args!("    <nValues>\n      <list> y[{property}][] </list>"));
        line(format_args!("      <condition> (eq,d[{property}]) </condition>\n    </nValues>"));
    }
    if v == 1 {
        // There is no order of one slot.
    } else if symmetry == Symmetry::None {
        line(format_args!("    <!-- The order is left open: each set has v! solutions. -->"));
    } else {
        line(format_args!("    <!-- The cards are in ascending order: each set counts once. -->"));
        line(format_args!("    <ordered>\n      <list> x[] </list>"));
        line(format_args!("      <operator> lt </operator>\n    </ordered>"));
    }
    if v > 1 && symmetry == Symmetry::Rigid {
        line(format_args!(
            "    <!-- So in the first property in which they differ, slot s shows value s. -->"
        ));
        for property in 0..p {
            watch.tick(8 * (v + property))?;
            let before = (0..property).map(|earlier| format!("eq(d[{earlier}],1)"));
            let first: Vec<String> = before.chain([format!("eq(d[{property}],{v})")]).collect();
            let first = if property == 0 { first[0].clone() } else { and(&first) };
            let shown = (0..v).map(|slot| format!("eq(y[{property}][{slot}],{slot})"));
            let shown = and(&shown.collect::<Vec<_>>());
            line(format_args!("    <intension> imp({first},{shown}) </intension>"));
        }
    }
    line(format_args!("  </constraints>\n</instance>"));
    Ok(text)
}

/// The conjunction of several conditions.
fn and(conditions: &[String]) -> String {
    format!("and({})", conditions.join(","))
}

/// Reads the output of a constraint solver.
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    let mut watch = limit.watch();
    let mut verdict: Option<Verdict> = None;
    // The last instantiation and its first line; whether the line before belongs to it.
    let mut found: Option<(usize, String)> = None;
    let mut is_open = false;
    for (number, line) in (1..).zip(text.lines()) {
        watch.tick(line.len())?;
        let line = without_colours(line);
        let line = line.trim();
        if line.starts_with("s ") {
            let why = "is no answer, such as 's SATISFIABLE', 's UNSATISFIABLE' or 's UNKNOWN'";
            if verdict.replace(Verdict::read(number, line, why)?).is_some() {
                return Err(unexpected(number, line, SECOND));
            }
            continue;
        }
        let part = match line.strip_prefix('v') {
            Some(rest) if rest.is_empty() || rest.starts_with(char::is_whitespace) => rest.trim(),
            _ if is_open || line.starts_with("<instantiation") => line,
            _ => continue,
        };
        if part.starts_with("<instantiation") {
            found = Some((number, String::new()));
        }
        if let Some((_, instantiation)) = &mut found {
            instantiation.push_str(part);
            instantiation.push(' ');
            is_open = !part.contains("</instantiation>");
        }
    }
    match (verdict, found) {
        (Some(Verdict::Unknown), _) => Ok(Claim::Unknown),
        (Some(Verdict::Unsatisfiable), None) => Ok(Claim::None),
        (Some(Verdict::Unsatisfiable), Some((line, _))) => {
            let why = "an instantiation, although the answer is 'unsatisfiable'";
            Err(ImportError::at(line, Problem::NoAnswer(why)))
        }
        (_, Some((line, instantiation))) => self::instantiation(board, line, &instantiation, limit),
        (Some(_), None) => no_answer(NOT_PRINTED),
        (None, None) => no_answer(
            "there is no answer, such as a line 's SATISFIABLE' and lines 'v <instantiation> ...', or \
             's UNSATISFIABLE'",
        ),
    }
}

/// A line without the escape sequences that colour it.
fn without_colours(line: &str) -> String {
    let mut parts = line.split("\u{1b}[");
    let mut plain: String = parts.next().unwrap_or_default().into();
    for part in parts {
        plain.push_str(
            part.trim_start_matches(|letter: char| !letter.is_ascii_alphabetic())
                .get(1..)
                .unwrap_or_default(),
        );
    }
    plain
}

/// The claim of an instantiation, which begins at a line.
fn instantiation(board: &Board, line: usize, text: &str, limit: &Limit) -> Read<Claim> {
    let part = |name: &str| {
        let (_, rest) = text.split_once(&format!("<{name}>"))?;
        Some(rest.split_once(&format!("</{name}>"))?.0)
    };
    let (Some(list), Some(values)) = (part("list"), part("values")) else {
        let why = "is no instantiation with a <list> of variables and its <values>";
        return Err(unexpected(line, text, why));
    };
    let mut watch = limit.watch();
    let (v, p) = (board.deck().values(), board.deck().properties());
    let variables = v + p * v + p;
    // The variables of the list, numbered: those of x are the first.
    let mut listed = Vec::new();
    let mut is_listed = vec![false; variables];
    for word in list.split_whitespace() {
        let numbers = self::variables(board, word)
            .ok_or_else(|| unexpected(line, word, "is no variable of the program of this board"))?;
        watch.tick(numbers.len())?;
        for number in numbers {
            if std::mem::replace(&mut is_listed[number], true) {
                return Err(unexpected(line, word, "gives a variable a second value"));
            }
            listed.push(number);
        }
    }
    let mut given = Vec::new();
    for word in values.split_whitespace() {
        let times = word.split_once('x');
        let (value, times) =
            times.map_or((word, Some(1)), |(value, times)| (value, times.parse().ok()));
        let value = if value == "*" { Some(None) } else { value.parse::<i64>().ok().map(Some) };
        let (Some(value), Some(times)) = (value, times) else {
            return Err(unexpected(line, word, "is no value, such as 3, * or 0x5"));
        };
        if times > variables - given.len() {
            return Err(unexpected(line, word, "is a value without a variable"));
        }
        given.extend(std::iter::repeat_n(value, times));
    }
    if given.len() != listed.len() {
        let (values, variables) = (given.len(), listed.len());
        let why = format!("has {values} values for {variables} variables");
        return Err(unexpected(line, text, why));
    }
    let mut slots = vec![None; v];
    for (&variable, &value) in listed.iter().zip(&given) {
        if let Some(slot) = slots.get_mut(variable) {
            *slot = value;
        }
    }
    let order = numbering(board, limit)?;
    let mut positions = Vec::with_capacity(v);
    for (slot, number) in slots.into_iter().enumerate() {
        let position = number.and_then(|number| order.get(usize::try_from(number).ok()?));
        let Some(&position) = position else {
            let number = number.map_or("no value".into(), |number: i64| number.to_string());
            let why = format!("is no card of this board, but x[{slot}] has it");
            return Err(unexpected(line, &number, why));
        };
        positions.push(position);
    }
    positions.sort_unstable();
    Claim::set(board, &positions, Some(line))
}

/// The numbers of the variables that a word names: `x[2]`, `x[]`, `y[0][]`, `y[0..1][2]`.
fn variables(board: &Board, word: &str) -> Option<Vec<usize>> {
    let (v, p) = (board.deck().values(), board.deck().properties());
    let (array, indices) = word.split_at(word.find('[')?);
    let (start, sizes) = match array {
        "x" => (0, vec![v]),
        "y" => (v, vec![p, v]),
        "d" => (v + p * v, vec![p]),
        _ => return None,
    };
    let indices = indices.strip_prefix('[')?.strip_suffix(']')?;
    let indices: Vec<&str> = indices.split("][").collect();
    if indices.len() != sizes.len() {
        return None;
    }
    let mut numbers = vec![0];
    for (&size, index) in sizes.iter().zip(indices) {
        let (first, last) = match index.split_once("..") {
            Some((first, last)) => (first.parse().ok()?, last.parse().ok()?),
            None if index.is_empty() => (0, size - 1),
            None => (index.parse().ok()?, index.parse::<usize>().ok()?),
        };
        if last >= size {
            return None;
        }
        let next = |number: usize| (first..=last).map(move |index| number * size + index);
        numbers = numbers.into_iter().flat_map(next).collect();
    }
    Some(numbers.into_iter().map(|number| start + number).collect())
}

#[cfg(test)]
mod tests;
