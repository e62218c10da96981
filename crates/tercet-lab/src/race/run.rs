//! A race from its first heat to its last.

use std::num::NonZeroUsize;
use std::path::Path;

use tercet::solver::{Limit, Reason, Stop};

use super::clock::yardstick;
use super::report::Report;
use super::request::Request;
use super::{Heat, Race, RaceError};

/// The events of a race, for its watcher.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A method was not named and does not race, because it lacks something.
    Absent {
        /// The method.
        method: &'a str,
        /// The missing part, in words that follow its name.
        missing: &'a str,
    },
    /// The race begins.
    Begin,
    /// A contestant begins with a task.
    Heat(Heat),
    /// All tasks of a course are done, or the race was stopped in it.
    CourseDone(usize),
}

/// Runs a race to its end, or until the limit stops it. `tercet` is the program whose command
/// `peer` runs Tercet's own methods; `watcher` receives the events.
///
/// A limit that ends the race is not an error: the report says so, and holds the results so far.
///
/// # Errors
///
/// [`RaceError`], if the request cannot be fulfilled or two contestants contradict each other.
pub fn run(
    request: &Request,
    tercet: &Path,
    limit: &Limit,
    watcher: &mut dyn FnMut(&Race, Event<'_>),
) -> Result<Report, RaceError> {
    if request.timeout.0.is_zero() {
        return Err(RaceError::NoTime);
    }
    let (courses, axis) = request.courses()?;
    let (contestants, absent) = request.contestants(tercet, &courses)?;
    let mut race = Race::new(contestants, courses, request.terms());
    for (method, missing) in &absent {
        watcher(&race, Event::Absent { method, missing });
    }
    watcher(&race, Event::Begin);
    let stopped = match drive(&mut race, request.rounds, limit, watcher) {
        Ok(()) => None,
        Err((_, stop)) if matches!(stop.reason, Reason::Failed(_)) => {
            return Err(RaceError::Contradiction(stop));
        }
        Err((heat, _)) => Some(heat),
    };
    Ok(race.report(request.first_seed(), axis, stopped))
}

/// Runs all heats, each course for a number of rounds. If it is stopped, the first heat that was not
/// run in every round is returned, too.
fn drive(
    race: &mut Race,
    rounds: NonZeroUsize,
    limit: &Limit,
    watcher: &mut dyn FnMut(&Race, Event<'_>),
) -> Result<(), (Heat, Stop)> {
    let heats = race.heats();
    for heats in heats.chunk_by(|one, other| one.course == other.course) {
        let course = heats[0].course;
        for round in 0..rounds.get() {
            race.renew();
            for &heat in heats {
                if race.is_out(heat) || round > 0 && race.has_no_answer(heat) {
                    continue;
                }
                watcher(race, Event::Heat(heat));
                if let Err(stop) = once(race, heat, round, limit) {
                    watcher(race, Event::CourseDone(course));
                    return Err((if round == 0 { heat } else { heats[0] }, stop));
                }
            }
        }
        watcher(race, Event::CourseDone(course));
    }
    Ok(())
}

/// Runs a heat between two measurements of the yardstick.
fn once(race: &mut Race, heat: Heat, round: usize, limit: &Limit) -> Result<(), Stop> {
    let before = yardstick();
    let mut trial = race.run(heat, limit)?;
    let times = trial.round(before.midpoint(yardstick()));
    if round == 0 {
        trial.timings.push(times);
        race.accept(heat, trial)
    } else {
        race.repeat(heat, &trial, times)
    }
}
