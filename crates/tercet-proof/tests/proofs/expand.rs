//! Proofs are expanded to clauses that follow from the formula of the board.
//!
//! The formula is that of `checkers/encode.py`, which writes it from the rule alone.

use std::collections::HashMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::process::Command;

use tercet::solver::{Limit, Step};
use tercet::{Board, Deck};
use tercet_proof::{ExpandError, Fault, Format, Refusal, expand, prove};
use tercet_testkit::tries_everything;

use super::common::{BOARDS, Changes, Full, board, steps, thinned};

/// As [`BOARDS`], with more cards of an item, or more choices, than a block of the formula holds.
const BLOCKS: [(usize, usize, usize); 5] =
    [(2, 6, 1), (5, 2, 8), (33, 2, 300), (40, 1, 39), (70, 1, 69)];

/// The proof that can be written as clauses, if there is no set.
fn proof(board: &Board) -> Option<Vec<u8>> {
    let mut proof = Vec::new();
    let found = prove(board, NonZeroUsize::MIN, true, &Limit::none(), &mut proof).unwrap();
    found.is_none().then_some(proof)
}

/// Boards without a set, with their proofs.
fn proofs(seeds: u64) -> impl Iterator<Item = (Board, Vec<Step>)> {
    let small = BOARDS.into_iter().filter(|&(v, p, _)| v * p <= 36);
    let boards = small.chain(BLOCKS).flat_map(move |(v, p, cards)| {
        (0..if v < 16 { seeds } else { 1 }).map(move |seed| board(v, p, cards, seed))
    });
    boards.filter_map(|board| {
        let steps = steps(&board, &proof(&board)?);
        Some((board, steps))
    })
}

/// The clauses of the formula.
fn formula(board: &Board) -> Vec<Vec<i64>> {
    let deck = board.deck();
    let cards: Vec<String> = board
        .cards()
        .iter()
        .map(|&card| tercet::notation::Notation::Numbers.write(deck, card))
        .collect();
    // A single value is written without a comma, and is a digit in small decks.
    let cards = if deck.properties() > 1 || deck.values() > 36 {
        cards.join(" ")
    } else {
        deck.show_all(board.cards())
    };
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "deck {} {}\n{cards}", deck.values(), deck.properties()).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../../checkers/encode.py");
    let output = Command::new("python3").arg(script).arg(file.path()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
    lines.map(|line| numbers(line).strip_suffix(&[0]).unwrap().to_vec()).collect()
}

fn numbers(line: &str) -> Vec<i64> {
    line.split_whitespace().map(|word| word.parse().unwrap()).collect()
}

/// A line of LRAT.
#[derive(Debug)]
enum Line {
    Derive { id: i64, clause: Vec<i64>, hints: Vec<i64> },
    Delete(Vec<i64>),
}

/// Reads LRAT.
fn text(proof: &[u8]) -> Vec<Line> {
    let lines = std::str::from_utf8(proof).unwrap().lines();
    let line = |line: &str| {
        if let Some((_, ids)) = line.split_once(" d ") {
            return Line::Delete(numbers(ids).strip_suffix(&[0]).unwrap().to_vec());
        }
        let (numbers, zero) = (numbers(line), |it: &i64| *it == 0);
        let parts: Vec<&[i64]> = numbers[1..].split(zero).collect();
        assert!(parts.len() == 3 && parts[2].is_empty(), "{line}");
        Line::Derive { id: numbers[0], clause: parts[0].to_vec(), hints: parts[1].to_vec() }
    };
    lines.map(line).collect()
}

/// Checks that clauses follow by unit propagation from their hints, each of which is needed, up to
/// the empty clause; and that all other clauses except those of groups are deleted.
fn check(formula: &[Vec<i64>], lines: &[Line]) {
    let mut live: HashMap<i64, &[i64]> = (1..).zip(formula.iter().map(Vec::as_slice)).collect();
    let first = i64::try_from(formula.len()).unwrap() + 1;
    let mut next = first;
    for line in lines {
        match line {
            Line::Delete(ids) => ids.iter().for_each(|id| {
                assert!(*id >= first, "{id} is a clause of the formula");
                assert!(live.remove(id).is_some(), "{id} is deleted twice");
            }),
            Line::Derive { id, clause, hints } => {
                assert_eq!(*id, next);
                let mut values: HashMap<i64, bool> = HashMap::new();
                for literal in clause {
                    let before = values.insert(literal.abs(), *literal < 0);
                    assert!(before.is_none(), "{literal} is in {line:?} twice");
                }
                let (last, units) = hints.split_last().unwrap();
                let open = |values: &HashMap<i64, bool>, hint: &i64| -> Vec<i64> {
                    let is_false =
                        |literal: &i64| values.get(&literal.abs()) == Some(&(*literal < 0));
                    live[hint].iter().copied().filter(|literal| !is_false(literal)).collect()
                };
                for hint in units {
                    let [unit] = open(&values, hint)[..] else { panic!("{hint} of {line:?}") };
                    assert!(values.insert(unit.abs(), unit > 0).is_none(), "{hint} of {line:?}");
                }
                assert!(open(&values, last).is_empty(), "{line:?}");
                live.insert(next, clause);
                next += 1;
            }
        }
    }
    let Some(Line::Derive { clause, .. }) =
        lines.iter().rfind(|line| matches!(line, Line::Derive { .. }))
    else {
        panic!("there is no clause")
    };
    assert!(clause.is_empty());
}

fn ok(steps: &[Step]) -> impl Iterator<Item = Result<Step, Refusal>> {
    steps.iter().cloned().map(Ok)
}

/// The expansion to LRAT.
fn lrat(board: &Board, steps: &[Step]) -> Result<Vec<u8>, ExpandError> {
    let mut written = Vec::new();
    let expanded = expand(board, ok(steps), Format::Lrat, &Limit::none(), &mut written)?;
    assert_eq!(expanded.bytes, written.len() as u64);
    assert_eq!(expanded.steps, steps.len() as u64);
    Ok(written)
}

/// A third of the boards, and all under `./test --all`.
#[test]
fn every_clause_follows_from_its_hints() {
    let (seeds, boards, with_groups) = if tries_everything() { (12, 90, 20) } else { (4, 30, 4) };
    let (mut count, mut groups) = (0, 0);
    for (board, steps) in proofs(seeds) {
        check(&formula(&board), &text(&lrat(&board, &steps).unwrap()));
        count += 1;
        groups += usize::from(tercet_proof::groups(&board, &Limit::none()).count() > 1);
    }
    let are_enough = count > boards && groups > with_groups;
    assert!(are_enough, "{count} boards, {groups} with several groups");
}

/// Where many cards show an item, the formula has chains over blocks of 32. Each card of a board without
/// a set is repeated with 0 or 1 in four more properties, in which a set must agree.
#[test]
fn blocks_are_chained() {
    for (v, cards) in [(3, 30), (4, 60), (5, 70)] {
        let (base, deck) = (thinned(board(v, 4, cards, 1)), Deck::new(v, 8).unwrap());
        let with = |card, more: usize| {
            let more = [0, 1, 2, 3].map(|bit| more >> bit & 1);
            deck.card_of(&base.deck().values_of(card).chain(more).collect::<Vec<_>>()).unwrap()
        };
        let cards = base.cards().iter().flat_map(|&card| (0..16).map(move |more| with(card, more)));
        let board = Board::new(deck, cards).unwrap();
        assert!(board.len() > 32 * v, "{} cards", board.len());
        let steps = steps(&board, &proof(&board).unwrap());
        assert!(!steps.is_empty());
        check(&formula(&board), &text(&lrat(&board, &steps).unwrap()));
    }
}

/// Whatever the steps are, if they are accepted, the clauses follow.
#[test]
fn wrong_steps_are_refused() {
    let (mut taken, mut refused) = (0, 0);
    let mut changes = Changes::new(1);
    for (board, steps) in proofs(3).filter(|(board, _)| board.deck().values() < 9) {
        let formula = formula(&board);
        for _ in 0..12 {
            let steps = changes.of_steps(&board, &steps);
            match lrat(&board, &steps) {
                Ok(lines) => {
                    taken += 1;
                    check(&formula, &text(&lines));
                }
                Err(error) => {
                    refused += 1;
                    assert!(matches!(error, ExpandError::Refused(Refusal::Wrong(_))), "{error}");
                }
            }
        }
    }
    assert!(taken > 30 && refused > 100, "{taken} taken, {refused} refused");
}

#[test]
fn refusals_name_the_step() {
    let board = board(5, 4, 40, 3);
    let fault = |steps: &[Step]| {
        let faults = [Format::Lrat, Format::Veripb].map(|format| {
            let expanded = expand(&board, ok(steps), format, &Limit::none(), Vec::new());
            match expanded.unwrap_err() {
                ExpandError::Refused(Refusal::Wrong(fault)) => fault,
                other => panic!("{other}"),
            }
        });
        assert_eq!(faults[0], faults[1]);
        faults[0].clone()
    };
    assert_eq!(fault(&[]), Fault::Unfinished { steps: 0 });
    assert_eq!(fault(&[Step::Narrow(20)]), Fault::Item { step: 1, item: 20 });
    let read = std::iter::once(Err(Refusal::Unreadable { what: "it ends too early", at: 9 }));
    let error = expand(&board, read, Format::Lrat, &Limit::none(), Vec::new()).unwrap_err();
    assert!(error.to_string().contains("at byte 9"), "{error}");
    let one = Board::empty(Deck::new(1, 3).unwrap());
    let error = lrat(&one, &[]).unwrap_err();
    assert!(matches!(error, ExpandError::Refused(Refusal::Unprovable(_))), "{error}");
}

#[test]
fn a_full_disk_is_an_error() {
    let (board, steps) = proofs(1).last().unwrap();
    let error = expand(&board, ok(&steps), Format::Lrat, &Limit::none(), Full(0)).unwrap_err();
    assert!(matches!(error, ExpandError::Write(_)), "{error}");
}
