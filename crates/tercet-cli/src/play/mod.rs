//! `tercet play`: a whole game.

mod report;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tercet::game::{Event, Game, Pick, Refill, Rules};
use tercet::notation::Notation;
use tercet::solver::{Limit, Question, Stop};
use tercet::{Board, Card, Deck, Set};

use crate::cli::{Format, Play, RuleBook};
use crate::interrupt::Interrupt;
use crate::log::Log;
use crate::output::{Printer, counted, notation, notation_in_text};
use crate::progress::{Progress, bar};
use crate::search::report;
use crate::{Outcome, input, picture, say};

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
    let question = if rules.pick == Pick::Found { Question::Find } else { Question::Enumerate };
    let method = arguments.search.method(question, deck)?;
    let seed = input::seed(arguments.seed)?;
    let options = arguments.search.options();
    let player = method.full(&Board::empty(deck), &options)?;
    let game = Game::new(seed, rules, player, options.search.memory)?;
    let log = match &arguments.log {
        Some(path) if path == Path::new("-") => {
            bail!("--log -: a record is a file of its own: name one, or /dev/stderr")
        }
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
        time: Duration::ZERO,
    };
    let interrupt = Interrupt::listen()?;
    if look.format == Format::Text {
        printer.line(heading(&table.game))?;
    }
    let ended = if arguments.watch {
        let pause = arguments
            .pause
            .unwrap_or_else(|| Duration::from_secs(u64::from(io::stdout().is_terminal())));
        table.watch(&arguments.search.limit(&interrupt), pause, printer)
    } else {
        table.play(&arguments.search.limit(&interrupt))
    }?;
    interrupt.end_work();
    report(table.method, table.game.solver().report().failures);

    match look.format {
        Format::Text if arguments.watch => printer.line(table.summary(&ended))?,
        Format::Text => table.print_text(&ended, printer)?,
        Format::Json => table.print_json(&ended, printer)?,
        Format::Csv => {
            table.print_csv(printer)?;
            if let Err(stop) = &ended {
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
    /// How long the game itself took.
    time: Duration,
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

impl Table {
    /// The next event, recorded and counted; `None` where the game has ended, by either reason.
    fn step(&mut self, limit: &Limit) -> Result<Result<Option<Event>, Stop>> {
        let begin = Instant::now();
        let step = self.game.step(limit);
        self.time += begin.elapsed();
        let event = match step {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(Ok(None)),
            Err(stop) => {
                if let Some(log) = &mut self.log {
                    log.stopped(&stop, &self.game)?;
                }
                return match stop {
                    Stop::Failed(failure) => bail!(failure),
                    stop => Ok(Err(stop)),
                };
            }
        };
        if let Some(log) = &mut self.log {
            log.event(&event, &self.game)?;
        }
        self.largest = self.largest.max(self.game.board().len());
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
            if self.game.is_over() {
                continue;
            }
            if let Err(stop) = wait(pause, limit) {
                if let Some(log) = &mut self.log {
                    log.stopped(&stop, &self.game)?;
                }
                return Ok(Err(stop));
            }
        }
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
