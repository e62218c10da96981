//! The result of a game, in every format.

use tercet::Card;
use tercet::notation::Notation;
use tercet_app::{GameEnd, Played, TakenSet};

use crate::output::{WIDTH, counted, remembered, timed};
use crate::picture;
use crate::prelude::*;

/// More sets than this are not listed for people.
const MOST_LISTED: usize = 100;

/// The sets that were taken, and how the game ended.
pub(super) fn print_text(answer: &Played, notation: Notation, printer: &mut Printer) -> Result<()> {
    let deck = answer.deck;
    let column = |title: &str, widest: usize| title.len().max(widest);
    let taken = &answer.taken;
    let set = column("set", taken.len().to_string().len());
    let board = column("board", answer.largest_board.to_string().len());
    let left = column("deck", taken.first().map_or(0, |taken| taken.deck_left.to_string().len()));
    writeln!(printer, "\n{:>set$}  {:>board$}  {:>left$}  cards", "set", "board", "deck")?;
    let indent = set + board + left + 6;
    for (i, TakenSet { cards, size, deck_left }) in taken.iter().enumerate().take(MOST_LISTED) {
        let deck_left = deck_left.to_string();
        let cards = cards.iter().map(|card| deck.card(card));
        let cards: Vec<Card> = cards.collect::<Result<_, _>>()?;
        let numbers = format!("{:>set$}  {size:>board$}  {deck_left:>left$}  ", i + 1);
        let card = notation.write(deck, cards[0]).chars().count() + 2;
        let rows = cards.chunks((WIDTH.saturating_sub(indent) / card).max(1));
        for (row, cards) in rows.enumerate() {
            let before = if row == 0 { numbers.clone() } else { " ".repeat(indent) };
            let cards = picture::line(deck, notation, cards);
            writeln!(printer, "{before}{cards}")?;
        }
    }
    if let Some(more) = taken.len().checked_sub(MOST_LISTED + 1) {
        writeln!(printer, "{:>set$}  and {} more: --format csv lists all", "…", more + 1)?;
    }
    printer.line("")?;
    printer.line(summary(answer))
}

/// The game in two sentences.
pub(super) fn summary(answer: &Played) -> String {
    let sets = counted(&answer.count, "set");
    let left = counted(answer.size, "card");
    let end = match (answer.answer, &answer.reason, &answer.rules.goal) {
        (_, Some(reason), _) => format!("stopped: {} after {sets}", reason.message),
        (GameEnd::Deck, None, Some(goal)) => {
            format!("{sets} of {goal}: the deck is empty, {left} left")
        }
        (GameEnd::Deck, None, None) => format!("{sets}, {left} left over, with no set"),
        (GameEnd::Goal | GameEnd::Stopped, None, _) => sets,
    };
    let fruitless = match answer.boards_without_set {
        0 => "every board held a set".into(),
        boards => format!("{} without a set", counted(boards, "board")),
    };
    let held = answer
        .remembered
        .as_ref()
        .map_or_else(String::new, |it| format!("\nat most {}", remembered(it)));
    format!(
        "{}\n{fruitless}; at most {} on the board{held}",
        timed(end, &answer.method, answer.seconds.0),
        counted(answer.largest_board, "card"),
    )
}
