//! A race from its first heat to its last.

use std::path::Path;

use tercet::solver::{Limit, Stop};

use super::report::Report;
use super::request::Request;
use super::{Heat, Race, RaceError};

/// What happens in a race, for its watcher.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A method was not named and does not race, because it lacks something.
    Absent {
        /// The method.
        method: &'a str,
        /// What it lacks, in words that follow its name.
        missing: &'a str,
    },
    /// The race begins.
    Begin,
    /// A contestant begins with a task.
    Heat(Heat),
    /// All tasks of a course are done, or the race was stopped in it.
    CourseDone(usize),
}

/// Runs a race to its end, or until the limit stops it. `tercet` is the program whose command `peer`
/// runs Tercet's own methods; `watcher` is told what happens.
///
/// A limit that ends the race is no error: the report tells, and holds what was measured until then.
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
    if request.timeout.is_zero() {
        return Err(RaceError::NoTime);
    }
    let (courses, axis) = request.courses()?;
    let (contestants, absent) = request.contestants(tercet, &courses)?;
    let mut race = Race::new(contestants, courses, request.terms());
    for (method, missing) in &absent {
        watcher(&race, Event::Absent { method, missing });
    }
    watcher(&race, Event::Begin);
    let stopped = match drive(&mut race, limit, watcher) {
        Ok(()) => false,
        Err(Stop::Failed(contradiction)) => return Err(RaceError::Contradiction(contradiction)),
        Err(_) => true,
    };
    Ok(race.report(request.seed, axis, stopped))
}

/// Runs all heats.
fn drive(
    race: &mut Race,
    limit: &Limit,
    watcher: &mut dyn FnMut(&Race, Event<'_>),
) -> Result<(), Stop> {
    let mut ended = Ok(());
    let mut course = 0;
    for heat in race.heats() {
        if heat.course != course {
            watcher(race, Event::CourseDone(course));
            course = heat.course;
        }
        if race.is_out(heat) {
            continue;
        }
        watcher(race, Event::Heat(heat));
        ended = race.run(heat, limit).and_then(|trial| race.accept(heat, trial));
        if ended.is_err() {
            break;
        }
    }
    watcher(race, Event::CourseDone(course));
    ended
}
