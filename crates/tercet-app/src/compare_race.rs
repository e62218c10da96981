//! Whether this version is slower than the one of a saved race.

use std::ops::ControlFlow;
use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tercet_lab::race::compare::Comparison;
use tercet_lab::race::{Heat, Outcome, Report};

use crate::cost::{self, Cost, Means};
use crate::question::Question;
use crate::race::{digests, seeded};
use crate::{Code, Error, Race, Raced, Session, Sink};

/// A saved race, run again with this version. The answer is that of the new race, and compares the
/// two.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CompareRace {
    /// The answer of the earlier race.
    pub saved: Box<Raced>,
    /// The file of the program `tercet` of this version; by default the program that asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tercet: Option<PathBuf>,
}

impl Question for CompareRace {
    type Answer = Raced;

    fn cost(&mut self, _: Means) -> Result<Cost, Error> {
        Err(cost::forbidden("race-compare", "it starts programs"))
    }

    fn ask(&self, session: &Session) -> Result<Raced, Error> {
        self.ask_into(session, &mut |_| ControlFlow::Continue(()))
    }

    fn ask_into(&self, session: &Session, sink: &mut Sink<'_>) -> Result<Raced, Error> {
        let conflict = |message: &str| Error::new(Code::Conflict, message).of_field("saved");
        if self.saved.report.stopped {
            return Err(conflict("the saved race was stopped before its end"));
        }
        if self.saved.request.old.is_some() {
            return Err(conflict("the saved race was of two versions"));
        }
        if !is_whole(&self.saved.report) {
            return Err(conflict("results of the saved race are missing, or are no times"));
        }
        let race = Race { tercet: self.tercet.clone(), ..self.saved.request.clone() };
        if digests(&seeded(&race, session)?)? != self.saved.digests {
            return Err(conflict("the boards of the saved race are not those of this version"));
        }
        let new = race.ask_into(session, sink)?;
        let comparison = if new.report.stopped {
            None
        } else {
            agree(&self.saved.report, &new.report)?;
            Some(Comparison::apart(&self.saved.report, &new.report))
        };
        Ok(Raced { comparison, ..new })
    }
}

/// Whether each course has a result for each contestant, and all times are positive.
fn is_whole(report: &Report) -> bool {
    let is_time = |time: Option<f64>| time.is_none_or(|time| time > 0.0 && time.is_finite());
    report.courses.iter().all(|course| {
        let trials = course.results.iter().flat_map(|result| result.trials.iter().flatten());
        let mut rounds = trials.flat_map(|trial| &trial.timings);
        let mut lengths = course.results.iter().map(|result| result.trials.len());
        let length = lengths.next();
        course.results.len() == report.contestants.len()
            && lengths.all(|other| Some(other) == length)
            && rounds.all(|round| is_time(round.seconds) && is_time(round.yardstick))
    })
}

/// Checks that each contestant gives the same answers as before.
fn agree(old: &Report, new: &Report) -> Result<(), Error> {
    for heat in new.heats() {
        let name = &new.contestants[heat.contestant].name;
        let Some(contestant) = old.contestants.iter().position(|it| it.name == *name) else {
            continue;
        };
        let known = old.courses.get(heat.course).and_then(|course| course.results.get(contestant));
        let before = known.and_then(|result| result.trials.get(heat.task)?.as_ref());
        let (Some(before), Some(now)) = (before, new.trial(heat)) else { continue };
        if contradict(&before.outcome, &now.outcome) {
            return Err(contradiction(name, new, heat, before.outcome.name(), now.outcome.name()));
        }
    }
    Ok(())
}

fn contradict(before: &Outcome, now: &Outcome) -> bool {
    match (before, now) {
        (Outcome::Found { .. }, Outcome::None) | (Outcome::None, Outcome::Found { .. }) => true,
        (Outcome::Counted { count: before }, Outcome::Counted { count: now }) => before != now,
        _ => false,
    }
}

fn contradiction(name: &str, report: &Report, heat: Heat, before: &str, now: &str) -> Error {
    let (label, task) = (&report.courses[heat.course].label, heat.task + 1);
    let what = format!("the versions of {name} contradict each other on board {task} of {label}");
    Error::new(Code::SolverFailed, format!("{what}: it was '{before}' and is '{now}'")).about(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_contradict_each_other_only_if_they_exclude_each_other() {
        let found = |set: &[usize]| Outcome::Found { set: set.to_vec() };
        let counted = |count| Outcome::Counted { count };
        for (one, other, is_contradiction) in [
            (found(&[0, 1, 2]), found(&[1, 2, 3]), false),
            (found(&[0, 1, 2]), Outcome::None, true),
            (Outcome::Stopped, Outcome::None, false),
            (counted(3), counted(4), true),
            (counted(3), counted(3), false),
        ] {
            assert_eq!(contradict(&one, &other), is_contradiction, "{one:?} {other:?}");
            assert_eq!(contradict(&other, &one), is_contradiction, "{one:?} {other:?}");
        }
    }
}
