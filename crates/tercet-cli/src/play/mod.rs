//! `tercet play`: a whole game.

mod report;

use std::io::{self, IsTerminal};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tercet::Card;
use tercet::game::{Event, Game, Pick, Refill};
use tercet::notation::Notation;
use tercet_app::{Answered, Error, Played, PlayedGame};

use crate::cli::{Format, Play};
use crate::interrupt::Interrupt;
use crate::outcome::{Outcome, say};
use crate::output::{Printer, counted, notation, notation_in_text};
use crate::progress::{Progress, bar};
use crate::{input, picture};

pub(crate) fn run(arguments: &Play, printer: &mut Printer) -> Result<Outcome> {
    let Play { look, .. } = arguments;
    let deck = input::deck(arguments.deck)?;
    let notation = match look.format {
        Format::Text => notation_in_text(*look, deck)?,
        _ => notation(*look, deck)?,
    };
    if arguments.watch && look.format != Format::Text {
        bail!("--watch needs text output: leave out --format or --watch");
    }
    let to_standard = arguments.log.as_deref() == Some(Path::new("-"));
    if to_standard && (arguments.watch || look.format != Format::Text) {
        bail!("--log - prints the record: leave out --watch and --format, or name a file");
    }
    let request = tercet_app::Play {
        deck,
        rules: arguments.rules,
        start: arguments.start,
        refill: arguments.refill,
        pick: arguments.pick,
        goal: arguments.goal.map(Into::into),
        seed: arguments.seed.map(Into::into),
        search: arguments.search.request(),
        notation: Some(notation),
    };
    let interrupt = Interrupt::listen()?;
    let mut game = request.begin(&interrupt.session())?;
    if let Some(folder) = &arguments.proof {
        game.prove_in(folder, arguments.search.threads)?;
    }
    match &arguments.log {
        Some(_) if to_standard => game.record(io::stdout(), "standard output")?,
        Some(path) => {
            arguments.overwrite.check(path)?;
            game.record_in(path, arguments.overwrite.force)?;
        }
        None => {}
    }
    if look.format == Format::Text && !to_standard {
        printer.line(heading(game.game()))?;
    }
    let ended = if arguments.watch {
        let pause = arguments
            .pause
            .unwrap_or_else(|| Duration::from_secs(u64::from(io::stdout().is_terminal())));
        watch(&mut game, notation, pause, printer)?
    } else {
        play(&mut game)
    };
    interrupt.end_work();
    let answer = game.answer();
    for failure in &answer.method.failures {
        say(&format!("{failure}; {} continued without it", answer.method.method));
    }
    match ended {
        Err(error) if !error.code.is_stop() => return Err(error.into()),
        Ok(()) | Err(_) => {}
    }

    match look.format {
        Format::Text if to_standard => say_stop(&answer),
        Format::Text if arguments.watch => printer.line(report::summary(&answer))?,
        Format::Text => report::print_text(&game, &answer, notation, printer)?,
        Format::Json => printer.answer::<tercet_app::Play>(&answer)?,
        Format::Csv => {
            report::print_csv(&answer, printer)?;
            say_stop(&answer);
        }
    }
    Ok(answer.status())
}

/// Says why the game was stopped, if it was.
fn say_stop(answer: &Played) {
    if let Some(reason) = &answer.reason {
        say(&format!("stopped: {}", reason.message));
    }
}

/// The rules and the seed, each in a line.
fn heading(game: &Game) -> String {
    let (deck, rules) = (game.board().deck(), game.rules());
    let v = deck.values();
    let start = counted(rules.start as u128, "card");
    let refill = match rules.refill {
        Refill::AtOnce => format!("{v} more after each set"),
        Refill::Delayed => "none while the board holds a set".into(),
        Refill::UpToStart => format!("refilled to {} after each set", rules.start),
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
         {start} at the start, {refill} (--refill {})\n{pick} (--pick {})",
        game.dealer().seed(),
        rules.refill,
        rules.pick,
    )
}

/// Plays to the end with a progress bar.
fn play(game: &mut PlayedGame) -> Result<(), Error> {
    let progress = Progress::start(state(game.game()));
    while game.step()?.is_some() {
        progress.say(|| state(game.game()));
    }
    Ok(())
}

/// The progress of the game, with a bar.
fn state(game: &Game) -> String {
    let (filled, sets) = match game.rules().sets {
        Some(goal) => (game.sets() as f64 / goal as f64, format!("{} of {goal} sets", game.sets())),
        None => (game.dealer().share_dealt(), counted(game.sets().into(), "set")),
    };
    let board = counted(game.board().len() as u128, "card");
    format!("{} {sets}, {board} on the board", bar(filled))
}

/// Plays to the end and draws every step.
fn watch(
    game: &mut PlayedGame,
    notation: Notation,
    pause: Duration,
    printer: &mut Printer,
) -> Result<Result<(), Error>> {
    let deck = game.game().board().deck();
    let numbered =
        |cards: &[Card]| -> Vec<(usize, Card)> { (1..).zip(cards.iter().copied()).collect() };
    let line = |cards: &[Card]| picture::line(deck, notation, cards);
    loop {
        let before = game.game().board().cards().to_vec();
        let event = match game.step() {
            Ok(Some(event)) => event,
            Ok(None) => return Ok(Ok(())),
            Err(stop) => return Ok(Err(stop)),
        };
        match event {
            Event::Deal(_, cards) => {
                let (dealt, left) =
                    (counted(cards.len() as u128, "card"), game.game().dealer().left());
                printer.line(format_args!("\ndealt {dealt}, {left} left in the deck"))?;
                continue;
            }
            Event::Take(set) => {
                let drawn = picture::marked(deck, notation, &numbered(&before), set.cards());
                printer.line(drawn.trim_end_matches('\n'))?;
                let number = game.game().sets();
                printer.line(format_args!("set {number}: {}", line(set.cards())))?;
            }
            Event::NoSet => {
                let drawn = picture::cards(deck, notation, &numbered(&before));
                printer.line(drawn.trim_end_matches('\n'))?;
                printer.line("no set")?;
            }
            Event::End(_) => {
                printer.line("")?;
                continue;
            }
        }
        printer.finish()?;
        if game.game().is_over() {
            continue;
        }
        if let Err(stop) = wait(pause, game) {
            return Ok(Err(stop));
        }
    }
}

/// Waits, but not longer than the game may take.
fn wait(pause: Duration, game: &mut PlayedGame) -> Result<(), Error> {
    const NAP: Duration = Duration::from_millis(20);
    let begin = Instant::now();
    loop {
        game.check()?;
        let Some(left) = pause.checked_sub(begin.elapsed()).filter(|left| !left.is_zero()) else {
            return Ok(());
        };
        thread::sleep(left.min(NAP));
    }
}
