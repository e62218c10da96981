//! `tercet play`: a whole game.

use std::io::{self, IsTerminal};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::Serialize;
use tercet::game::{Event, Game, Pick, Refill, Rules};
use tercet::notation::Notation;
use tercet::solver::{Held, Limit, Stop};
use tercet::{Card, Deck, Set};
use tercet_models::method;

use crate::cli::{Format, Play, RuleBook};
use crate::interrupt::Interrupt;
use crate::log::Log;
use crate::output::{DeckJson, Printer, counted, duration, notation, notation_in_text, texts};
use crate::progress::{Progress, bar};
use crate::{Outcome, input, picture, say, size};

pub(crate) fn run(arguments: &Play, printer: &mut Printer) -> Result<Outcome> {
    let Play { look, .. } = arguments;
    let deck = input::deck(arguments.deck)?;
    let notation = match look.format {
        Format::Text => notation_in_text(*look, deck)?,
        _ => notation(*look, deck)?,
    };
    if arguments.watch && look.format != Format::Text {
        bail!("--watch draws for people: leave out --format or --watch");
    }
    let rules = rules(arguments, deck);
    let method = method(&arguments.search.method)?;
    let seed = input::seed(arguments.seed)?;
    let game = Game::new(deck, seed, rules, method, &arguments.search.options())?;
    let log = match &arguments.log {
        Some(path) => Some(Log::begin(path, &game, method.name)?),
        None => None,
    };

    let mut table = Table {
        game,
        log,
        method: method.name,
        notation,
        taken: Vec::new(),
        fruitless: 0,
        largest: 0,
        held: None,
    };
    let interrupt = Interrupt::listen()?;
    if look.format == Format::Text {
        printer.line(heading(&table.game))?;
    }
    let begin = Instant::now();
    let ended = if arguments.watch {
        let pause = arguments
            .pause
            .unwrap_or_else(|| Duration::from_secs(u64::from(io::stdout().is_terminal())));
        table.watch(&arguments.search.limit(&interrupt), pause, printer)
    } else {
        table.play(&arguments.search.limit(&interrupt))
    }?;
    let time = begin.elapsed();
    interrupt.end_work();

    match look.format {
        Format::Text if arguments.watch => printer.line(table.summary(ended, time))?,
        Format::Text => table.print_text(ended, time, printer)?,
        Format::Json => table.print_json(ended, time, printer)?,
        Format::Csv => {
            table.print_csv(printer)?;
            if let Err(stop) = ended {
                say(&format!("stopped: {stop}"));
            }
        }
    }
    Ok(match ended {
        Err(_) => Outcome::Stopped,
        Ok(()) if rules.sets.is_some_and(|goal| table.game.sets() < goal) => Outcome::No,
        Ok(()) => Outcome::Yes,
    })
}

/// The rules that the arguments name.
fn rules(arguments: &Play, deck: Deck) -> Rules {
    let usual = if deck == Deck::CLASSIC { RuleBook::Classic } else { RuleBook::Thesis };
    let rules = match arguments.rules.unwrap_or(usual) {
        RuleBook::Classic => Rules::classic(deck),
        RuleBook::Thesis => Rules::thesis(deck),
    };
    Rules {
        start: arguments.start.unwrap_or(rules.start),
        refill: arguments.refill.unwrap_or(rules.refill),
        pick: arguments.pick.unwrap_or(rules.pick),
        sets: arguments.sets,
    }
}

/// The rules and the seed, each in a line.
fn heading(game: &Game) -> String {
    let (deck, rules) = (game.board().deck(), game.rules());
    let v = deck.values();
    let start = counted(rules.start as u128, "card");
    let refill = match rules.refill {
        Refill::AtOnce => format!("{v} more after each set"),
        Refill::Delayed => "no more while there is a set".into(),
        Refill::UpToStart => format!("filled up to {} after a set", rules.start),
    };
    let pick = match rules.pick {
        Pick::Found => "the set that the method finds is taken",
        Pick::First => "the first set in layout order is taken",
        Pick::Uniform => "each set is taken with the same probability",
    };
    let goal = rules.sets.map_or_else(
        || "to the end of the deck".into(),
        |sets| format!("to {}", counted(sets.into(), "set")),
    );
    format!(
        "a game of {deck} {goal}, dealt with --seed {}\n\
         {start} at first, {refill} (--refill {})\n{pick} (--pick {})",
        game.dealer().seed(),
        rules.refill,
        rules.pick,
    )
}

/// A game with what is to be told about it.
struct Table {
    game: Game,
    log: Option<Log>,
    method: &'static str,
    notation: Notation,
    taken: Vec<Taken>,
    /// How many boards held no set.
    fruitless: usize,
    /// The most cards that lay on the board at once.
    largest: usize,
    /// The most that the method remembered.
    held: Option<Held>,
}

/// A set that was taken.
struct Taken {
    set: Set,
    /// The cards on the board when it lay there.
    board: usize,
    /// The cards in the deck then.
    deck: String,
}

/// How the play ended: by the rules, or by a limit.
type Ended = Result<(), Stop>;

/// The columns that a line may take.
const WIDTH: usize = 80;

/// More sets than this are not listed for people.
const MOST_LISTED: usize = 100;

impl Table {
    /// The next event, recorded and counted; `None` where the game has ended, by either reason.
    fn step(&mut self, limit: &Limit) -> Result<Result<Option<Event>, Stop>> {
        let event = match self.game.step(limit) {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(Ok(None)),
            Err(stop) => {
                if let Some(log) = &mut self.log {
                    log.stopped(stop, &self.game)?;
                }
                return Ok(Err(stop));
            }
        };
        if let Some(log) = &mut self.log {
            log.event(&event, &self.game)?;
        }
        self.largest = self.largest.max(self.game.board().len());
        if let Some(held) = self.game.solver().held() {
            self.held = self.held.into_iter().chain([held]).max_by_key(|held| held.bytes);
        }
        match &event {
            Event::Take(set) => self.taken.push(Taken {
                board: self.game.board().len() + set.cards().len(),
                deck: self.game.dealer().left().to_string(),
                set: set.clone(),
            }),
            Event::NoSet => self.fruitless += 1,
            Event::Deal(_) | Event::End(_) => {}
        }
        Ok(Ok(Some(event)))
    }

    /// Plays to the end behind a progress bar.
    fn play(&mut self, limit: &Limit) -> Result<Ended> {
        let progress = Progress::start(self.state());
        loop {
            match self.step(limit)? {
                Ok(Some(_)) => progress.say(|| self.state()),
                Ok(None) => return Ok(Ok(())),
                Err(stop) => return Ok(Err(stop)),
            }
        }
    }

    /// Where the game is, with a bar.
    fn state(&self) -> String {
        let game = &self.game;
        let (filled, sets) = match game.rules().sets {
            Some(goal) => {
                (game.sets() as f64 / goal as f64, format!("{} of {goal} sets", game.sets()))
            }
            None => (game.dealer().share_dealt(), counted(game.sets().into(), "set")),
        };
        let board = counted(game.board().len() as u128, "card");
        format!("{} {sets}, {board} on the board", bar(filled))
    }

    /// Plays to the end and draws every step.
    fn watch(&mut self, limit: &Limit, pause: Duration, printer: &mut Printer) -> Result<Ended> {
        let (deck, notation) = (self.game.board().deck(), self.notation);
        let numbered =
            |cards: &[Card]| -> Vec<(usize, Card)> { (1..).zip(cards.iter().copied()).collect() };
        let line = |cards: &[Card]| picture::line(deck, notation, cards);
        loop {
            let before = self.game.board().cards().to_vec();
            // The pictures are for the eye, so the time on the clock does not run while it looks.
            let event = match self.step(limit)? {
                Ok(Some(event)) => event,
                Ok(None) => return Ok(Ok(())),
                Err(stop) => return Ok(Err(stop)),
            };
            let left = self.game.dealer().left();
            match event {
                Event::Deal(cards) => {
                    let dealt = counted(cards.len() as u128, "card");
                    printer.line(format_args!("\ndealt {dealt}, {left} left in the deck"))?;
                    continue;
                }
                Event::Take(set) => {
                    let drawn = picture::marked(deck, notation, &numbered(&before), set.cards());
                    printer.line(format_args!("{}", drawn.trim_end_matches('\n')))?;
                    printer.line(format_args!(
                        "set {}: {}",
                        self.game.sets(),
                        line(set.cards())
                    ))?;
                }
                Event::NoSet => {
                    let drawn = picture::cards(deck, notation, &numbered(&before));
                    printer.line(format_args!("{}", drawn.trim_end_matches('\n')))?;
                    printer.line("no set")?;
                }
                Event::End(_) => {
                    printer.line("")?;
                    continue;
                }
            }
            printer.finish()?;
            if let Err(stop) = wait(pause, limit) {
                if let Some(log) = &mut self.log {
                    log.stopped(stop, &self.game)?;
                }
                return Ok(Err(stop));
            }
        }
    }

    /// The sets that were taken, and how the game ended.
    fn print_text(&self, ended: Ended, time: Duration, printer: &mut Printer) -> Result<()> {
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
        printer.line(self.summary(ended, time))
    }

    /// The game in two sentences.
    fn summary(&self, ended: Ended, time: Duration) -> String {
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
        let held = self.held.map_or_else(String::new, |Held { partial_sets, bytes }| {
            let partial_sets = counted(partial_sets.into(), "partial set");
            format!("\nat most {partial_sets} remembered, in {}", size::show(bytes))
        });
        format!(
            "{end} ({}, {})\n{fruitless}; at most {} on the board{held}",
            self.method,
            duration(time),
            counted(self.largest as u128, "card"),
        )
    }

    fn print_json(&self, ended: Ended, time: Duration, printer: &mut Printer) -> Result<()> {
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
            reason: ended.err().map(|stop| stop.to_string()),
            count: self.game.sets(),
            sets,
            board: write(self.game.board().cards()),
            deck_left: self.game.dealer().left().to_string(),
            without_set: self.fruitless,
            largest: self.largest,
            held: self.held.map(|Held { partial_sets, bytes }| HeldJson { partial_sets, bytes }),
            seconds: time.as_secs_f64(),
        })
    }

    /// A set a row.
    fn print_csv(&self, printer: &mut Printer) -> Result<()> {
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

/// Waits, but not longer than the limit allows.
fn wait(pause: Duration, limit: &Limit) -> Result<(), Stop> {
    const NAP: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    loop {
        limit.check()?;
        let Some(left) = pause.checked_sub(begin.elapsed()).filter(|left| !left.is_zero()) else {
            return Ok(());
        };
        thread::sleep(left.min(NAP));
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
struct HeldJson {
    partial_sets: u64,
    bytes: usize,
}

#[derive(Serialize)]
struct RulesJson {
    start: usize,
    refill: &'static str,
    pick: &'static str,
    sets: Option<u64>,
}
