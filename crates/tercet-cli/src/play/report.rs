//! What a game came to, in every format.

use anyhow::Result;
use serde::Serialize;
use tercet::Card;
use tercet::solver::Stop;

use super::{Ended, Table};
use crate::output::{DeckJson, HeldJson, Printer, counted, duration, remembered, texts};
use crate::picture;

/// The columns that a line may take.
const WIDTH: usize = 80;

/// More sets than this are not listed for people.
const MOST_LISTED: usize = 100;

impl Table {
    /// The sets that were taken, and how the game ended.
    pub(super) fn print_text(&self, ended: &Ended, printer: &mut Printer) -> Result<()> {
        let deck = self.game.board().deck();
        let column = |title: &str, widest: usize| title.len().max(widest);
        let set = column("set", self.taken.len().to_string().len());
        let board = column("board", self.largest.to_string().len());
        let left = column("deck", self.taken.first().map_or(0, |taken| taken.deck.len()));
        printer.line(format_args!(
            "\n{:>set$}  {:>board$}  {:>left$}  cards",
            "set", "board", "deck"
        ))?;
        let indent = set + board + left + 6;
        for (i, taken) in self.taken.iter().enumerate().take(MOST_LISTED) {
            let numbers =
                format!("{:>set$}  {:>board$}  {:>left$}  ", i + 1, taken.board, taken.deck);
            let card = self.notation.write(deck, taken.set.cards()[0]).chars().count() + 2;
            let rows = taken.set.cards().chunks((WIDTH.saturating_sub(indent) / card).max(1));
            for (row, cards) in rows.enumerate() {
                let before = if row == 0 { numbers.clone() } else { " ".repeat(indent) };
                let cards = picture::line(deck, self.notation, cards);
                printer.line(format_args!("{before}{cards}"))?;
            }
        }
        if let Some(more) = self.taken.len().checked_sub(MOST_LISTED + 1) {
            printer.line(format_args!(
                "{:>set$}  and {} more: --format csv lists all",
                "…",
                more + 1
            ))?;
        }
        printer.line("")?;
        printer.line(self.summary(ended))
    }

    /// The game in two sentences.
    pub(super) fn summary(&self, ended: &Ended) -> String {
        let game = &self.game;
        let sets = counted(game.sets().into(), "set");
        let end = match ended {
            Err(stop) => format!("stopped: {stop} after {sets}"),
            Ok(()) if game.rules().sets == Some(game.sets()) => sets,
            Ok(()) => {
                let left = counted(game.board().len() as u128, "card");
                match game.rules().sets {
                    Some(goal) => format!("{sets} of {goal}: no more are in the deck, {left} left"),
                    None => format!("{sets}, {left} left without one"),
                }
            }
        };
        let fruitless = match self.fruitless {
            0 => "every board held a set".into(),
            boards => format!("{} without a set", counted(boards as u128, "board")),
        };
        let held = game
            .memory()
            .map_or_else(String::new, |held| format!("\nat most {}", remembered(&held.into())));
        format!(
            "{end} ({}, {})\n{fruitless}; at most {} on the board{held}",
            self.method,
            duration(self.time),
            counted(self.largest as u128, "card"),
        )
    }

    pub(super) fn print_json(&self, ended: &Ended, printer: &mut Printer) -> Result<()> {
        let (deck, rules) = (self.game.board().deck(), self.game.rules());
        let write = |cards: &[Card]| texts(deck, self.notation, cards);
        let sets: Vec<_> = self.taken.iter().map(|taken| write(taken.set.cards())).collect();
        printer.json(&PlayJson {
            schema: "tercet.play/1",
            deck: deck.into(),
            seed: self.game.dealer().seed(),
            rules: RulesJson {
                start: rules.start,
                refill: rules.refill.name(),
                pick: rules.pick.name(),
                sets: rules.sets,
            },
            method: self.method,
            end: match ended {
                Err(_) => "stopped",
                Ok(()) if rules.sets == Some(self.game.sets()) => "sets",
                Ok(()) => "deck",
            },
            reason: ended.as_ref().err().map(Stop::to_string),
            count: self.game.sets(),
            sets,
            board: write(self.game.board().cards()),
            deck_left: self.game.dealer().left().to_string(),
            without_set: self.fruitless,
            largest: self.largest,
            held: self.game.memory().map(HeldJson::from),
            seconds: self.time.as_secs_f64(),
        })
    }

    /// A set a row.
    pub(super) fn print_csv(&self, printer: &mut Printer) -> Result<()> {
        let deck = self.game.board().deck();
        let cards = (1..=deck.values()).map(|i| format!("card_{i}"));
        printer.csv(["set", "board", "deck"].map(String::from).into_iter().chain(cards))?;
        for (i, taken) in self.taken.iter().enumerate() {
            let numbers = [(i + 1).to_string(), taken.board.to_string(), taken.deck.clone()];
            let cards = texts(deck, self.notation, taken.set.cards());
            printer.csv(numbers.into_iter().chain(cards))?;
        }
        Ok(())
    }
}

#[derive(Serialize)]
struct PlayJson {
    schema: &'static str,
    deck: DeckJson,
    seed: u64,
    rules: RulesJson,
    method: &'static str,
    /// `sets` or `deck`, by the rules, or `stopped`.
    end: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    count: u64,
    sets: Vec<Vec<String>>,
    board: Vec<String>,
    deck_left: String,
    without_set: usize,
    largest: usize,
    /// The most that the method remembered, if it remembers partial sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<HeldJson>,
    seconds: f64,
}

#[derive(Serialize)]
struct RulesJson {
    start: usize,
    refill: &'static str,
    pick: &'static str,
    sets: Option<u64>,
}
