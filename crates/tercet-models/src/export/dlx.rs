//! One exact cover problem with colours for a whole board.
//!
//! The sets are the exact covers of the problems of the board's agreement groups
//! ([`exact_cover`](tercet::reduction::exact_cover)), of which there may be many; to solve them in
//! one run, a program needs them as one problem. Colours make this possible (Knuth, TAOCP 7.2.2.1,
//! "exact cover with colors"). Groups are numbered. The digits of the number are secondary items
//! `g1`, `g2`, … whose colours are 0 to 9: options that are chosen together must agree in them, so
//! all belong to one group.
//!
//! - The primary items are `group` and all values of all properties, `p1=0` and so on.
//! - For each group one option chooses it: it covers `group` and all values of the properties in
//!   which the group agrees, which the cards do not cover.
//! - For each card of a group an option covers its values in the other properties, and the
//!   secondary item `c12` of the card (number 12 on the board), so that a solution names its cards.
//!
//! Since `group` is covered once, one group is chosen, and the rest is the problem of that group.
//! The number of options is that of all problems together, plus one for each group. No name has
//! more than eight characters and no colour more than one, as Knuth's `dlx2` requires.
//!
//! The reader accepts the output of `dlx2 m1` and similar programs: the options of a solution, one
//! a line, each followed by `(k of n)`, possibly after a heading `1:`. "No solution" is accepted
//! only from a line "Altogether 0 solutions", which goes to standard error; empty output could also
//! come from a program that was killed.

use std::collections::BTreeMap;
use std::fmt::Write;

use tercet::Board;
use tercet::reduction::exact_cover::Item;
use tercet::reduction::{ExactCover, exact_covers_within};
use tercet::solver::{Limit, Stop};

use super::{Claim, ImportError, Read, no_answer};
use crate::process::usual_memory;

/// The options of an agreement group.
struct Group {
    comment: String,
    /// The option that chooses the group.
    choice: Vec<String>,
    /// The options of its cards, each with the position of the card.
    cards: Vec<(usize, Vec<String>)>,
}

/// How many digits the numbers of the groups of a board have, and the groups, made one by one:
/// together they may take gigabytes.
fn groups<'a>(
    board: &'a Board,
    limit: &'a Limit,
) -> Result<(usize, impl Iterator<Item = Result<Group, Stop>> + 'a), Stop> {
    let problems = exact_covers_within(board, usual_memory(), limit)?;
    let count = problems.clone().try_fold(0, |count: usize, problem| problem.map(|_| count + 1))?;
    let digits = count.to_string().len();
    let (v, mut watch) = (board.deck().values(), limit.watch());
    let group = move |(number, problem): (usize, Result<ExactCover, Stop>)| -> Result<_, Stop> {
        let problem = problem?;
        let in_digits = format!("{number:0digits$}");
        let colours = (1..).zip(in_digits.chars());
        let colours: Vec<String> =
            colours.map(|(place, digit)| format!("g{place}:{digit}")).collect();
        let agreed = problem.agreement.iter().flat_map(|item| values(v, item.property));
        let agreement: Vec<String> = problem.agreement.iter().map(ToString::to_string).collect();
        let agreement = match &agreement[..] {
            [] => "no agreement".into(),
            items => format!("agreement {}", items.join(" ")),
        };
        let option = |(option, &position): (&Vec<usize>, &usize)| {
            watch.tick(option.len() + digits)?;
            let items = option.iter().map(|&item| problem.items[item].to_string());
            let name = [card_name(position)].into_iter();
            Ok((position, items.chain(name).chain(colours.clone()).collect()))
        };
        let cards = problem.options.iter().zip(&problem.positions).map(option);
        Ok(Group {
            comment: format!("group {number}: {agreement}"),
            cards: cards.collect::<Result<_, Stop>>()?,
            choice: ["group".into()].into_iter().chain(agreed).chain(colours).collect(),
        })
    };
    Ok((digits, (1..).zip(problems).map(group)))
}

/// The values of a property.
fn values(v: usize, property: usize) -> impl Iterator<Item = String> {
    (0..v).map(move |value| Item { property, value }.to_string())
}

fn card_name(position: usize) -> String {
    format!("c{}", position + 1)
}

/// The problem of a board.
pub(super) fn write(heading: &str, board: &Board, limit: &Limit) -> Result<String, Stop> {
    let (v, p) = (board.deck().values(), board.deck().properties());
    let (digits, groups) = groups(board, limit)?;
    let values = (0..p).flat_map(|property| values(v, property));
    let primary: Vec<String> = ["group".into()].into_iter().chain(values).collect();
    let digits = (1..=digits).map(|place| format!("g{place}"));
    let secondary: Vec<String> = digits.chain((0..board.len()).map(card_name)).collect();
    let mut text = String::new();
    let mut line = |line: std::fmt::Arguments| writeln!(text, "{line}").expect("memory");
    line(format_args!(
        "| {heading}\n\
         | The exact covers are the sets: one option chooses a group, the others are\n\
         | its cards. p1=0: property 1, value 0; c1: card 1; g1, g2, ...: the number\n\
         | of the group, one colour per digit. No other exact cover has the same cards."
    ));
    line(format_args!("{} | {}", primary.join(" "), secondary.join(" ")));
    let mut watch = limit.watch();
    for group in groups {
        let Group { comment, choice, cards } = group?;
        line(format_args!("| {comment}, {} cards", cards.len()));
        line(format_args!("{}", choice.join(" ")));
        for (_, option) in cards {
            watch.tick(option.len())?;
            line(format_args!("{}", option.join(" ")));
        }
    }
    Ok(text)
}

/// Reads the output of a program for exact covers. Of several solutions the first counts.
pub(super) fn read(board: &Board, text: &str, limit: &Limit) -> Read<Claim> {
    // For each option, its items in order, the card that it chooses; `None` if it chooses a group.
    let mut options: BTreeMap<Vec<String>, Option<usize>> = BTreeMap::new();
    let mut watch = limit.watch();
    for group in groups(board, limit)?.1 {
        let Group { choice, cards, .. } = group?;
        let cards = cards.into_iter().map(|(position, option)| (option, Some(position)));
        for (mut option, position) in cards.chain([(choice, None)]) {
            watch.tick(4 * option.len())?;
            option.sort_unstable();
            options.insert(option, position);
        }
    }
    let (mut chosen, mut last) = (Vec::new(), None);
    let (mut solutions, mut total, mut timed_out) = (0, None, false);
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim();
        if line.is_empty() || line.starts_with(['(', '|']) {
            continue;
        }
        let unexpected = |why: &str| ImportError::unexpected(number, line, why);
        if let Some(rest) = line.strip_prefix("Altogether ") {
            let count = rest.split_whitespace().next().and_then(|count| count.parse::<u64>().ok());
            total = Some(count.ok_or_else(|| unexpected("gives no number of solutions"))?);
        } else if line == "TIMEOUT!" {
            timed_out = true;
        } else if line.strip_suffix(':').is_some_and(|count| count.parse::<u64>().is_ok()) {
            solutions += 1;
        } else if solutions <= 1 {
            let items = line.split_once('(').map_or(line, |(items, _)| items);
            let mut option: Vec<String> = items.split_whitespace().map(Into::into).collect();
            option.sort_unstable();
            let why = "is not an option of this board: is it the one that was exported?";
            chosen.extend(options.get(&option).ok_or_else(|| unexpected(why))?);
            last = Some(number);
        }
    }
    match (last, total) {
        (Some(_), Some(0)) => no_answer("there are options, but it says that there is no solution"),
        (Some(line), _) => Claim::set(board, &chosen, Some(line)),
        (None, _) if timed_out => Ok(Claim::Unknown),
        (None, Some(0)) => Ok(Claim::None),
        (None, Some(_)) => no_answer(
            "it says that there is a solution, but does not print it: let the program print it (m1)",
        ),
        (None, None) => no_answer(
            "there is no answer: neither options nor 'Altogether 0 solutions', which programs say \
             on standard error",
        ),
    }
}
