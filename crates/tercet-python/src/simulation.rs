//! Simulations and their tallies.

use std::collections::BTreeMap;
use std::ops::Range;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use tercet::game::{self, Pick, Rules};
use tercet::statistics::{Estimate, mean};
use tercet_app::run::{Journal, Part, Run, Sealed};
use tercet_app::{Code, Entry as _, Error, Head, Session, Simulate, Simulated, run};

use crate::arguments::{Seed, Whole, threads};
use crate::board::result;
use crate::deck::Deck;
use crate::error::{json, out_of_range, raised};
use crate::run::{run, share};

/// Many games, and the counts of what happens in them: the numbers of `tercet simulate`.
///
/// The work is cut into units, which are numbered from 0 and take some ten milliseconds each. The tally of
/// a unit depends on the simulation and its number alone, so units may be played anywhere, and the sum of
/// all tallies is always the same.
///
/// >>> run = Simulation(20_000, seed=1)
/// >>> run.units
/// 2
/// >>> run.play() == run.play(0, 1) + run.play(1, 2)
/// True
#[pyclass(frozen, eq, module = "tercet")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Simulation(pub(crate) game::Simulation);

/// The question for a simulation.
pub(crate) fn question(simulation: &game::Simulation) -> Simulate {
    Simulate {
        deck: simulation.deck(),
        start: Some(simulation.start()),
        pick: simulation.pick(),
        games: Some(simulation.games().into()),
        seed: Some(simulation.seed().into()),
        ..Simulate::default()
    }
}

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (games, *, seed, deck = None, start = None, pick: "Pick" = "uniform"))]
    fn new(
        games: Whole,
        seed: Seed,
        deck: Option<&Bound<'_, Deck>>,
        start: Option<Whole>,
        pick: &str,
    ) -> PyResult<Self> {
        let deck = deck.map_or(tercet::Deck::CLASSIC, |deck| deck.get().0);
        let pick: Pick = pick.parse().map_err(|_| {
            out_of_range(format!("a set is picked 'uniform' or 'first', not '{pick}'"))
        })?;
        if games.0 == 0 {
            return Err(out_of_range("a simulation has at least one game"));
        }
        let start = start.map_or_else(|| Rules::classic(deck).start, Whole::size);
        let simulation = game::Simulation::new(deck, start, pick, seed.0, games.0);
        simulation.map(Self).map_err(|error| out_of_range(error.to_string()))
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.0.games()
    }

    /// The seed of all random numbers.
    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed()
    }

    /// The deck.
    #[getter]
    fn deck(&self) -> Deck {
        Deck(self.0.deck())
    }

    /// The number of cards that are dealt at first.
    #[getter]
    fn start(&self) -> usize {
        self.0.start()
    }

    /// Which set is taken: 'uniform' (each with the same probability) or 'first' (in layout order).
    #[getter]
    fn pick(&self) -> String {
        self.0.pick().name().into()
    }

    /// The number of units.
    #[getter]
    fn units(&self) -> u64 {
        self.0.units()
    }

    /// Plays the games of some units, by default of all. Several threads share them.
    #[pyo3(signature = (begin = Whole(0), end = None, *, threads = Whole(1)), text_signature = "($self, begin=0, end=None, *, threads=1)")]
    fn play(
        &self,
        py: Python<'_>,
        begin: Whole,
        end: Option<Whole>,
        threads: Whole,
    ) -> PyResult<Tally> {
        let simulation = self.0;
        let end = end.map_or(simulation.units(), |end| end.0);
        if begin.0 > end || end > simulation.units() {
            let (Whole(begin), units) = (begin, simulation.units());
            let message = format!("no units from {begin} to {end}: there are {units}");
            return Err(out_of_range(message));
        }
        let threads = self::threads(threads)?;
        let tally = run(py, move |session| {
            let limit = session.limit(None);
            let play = |unit| Ok(simulation.play(unit, &limit)?);
            let mut sum = game::Tally::default();
            share(session, threads, begin.0..end, play, |tally| sum.add(&tally))?;
            Ok(sum)
        })?;
        Ok(Tally::of(simulation, begin.0..end, tally))
    }

    /// The tally of no units, to which others are added.
    fn empty(&self) -> Tally {
        Tally::of(self.0, 0..0, game::Tally::default())
    }

    /// The tally of a checkpoint of this simulation, as `tercet simulate --checkpoint` and
    /// `Tally.checkpoint` write it.
    fn read(&self, py: Python<'_>, checkpoint: String) -> PyResult<Tally> {
        let simulation = self.0;
        let resumed = run(py, move |session| {
            let earlier = Sealed::from_reader(checkpoint.as_bytes())?.open()?;
            let asked = question(&simulation);
            run::resume(&asked, Part::WHOLE, earlier, session).map(|(_, journal)| journal)
        })?;
        Ok(Tally { simulation, units: resumed.done().collect(), counts: resumed.sum() })
    }

    fn __hash__(&self) -> u64 {
        self.0.seed() ^ self.0.games().rotate_left(32)
    }

    fn __repr__(&self) -> String {
        let run = &self.0;
        let (games, seed, deck) = (run.games(), run.seed(), self.deck().__repr__());
        let (start, pick) = (run.start(), run.pick());
        format!("Simulation({games}, seed={seed}, deck={deck}, start={start}, pick='{pick}')")
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((u64,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("seed", self.0.seed())?;
        named.set_item("deck", Deck(self.0.deck()))?;
        named.set_item("start", self.0.start())?;
        named.set_item("pick", self.pick())?;
        Ok(((self.0.games(),), named))
    }
}

/// Exact counts of what happened in the games of some units of a simulation.
///
/// Tallies of disjoint units of the same simulation are added with `+`, in any order.
///
/// >>> tally = Simulation(10_000, seed=1).play()
/// >>> tally.games, sum(tally.left.values())
/// (10000, 10000)
/// >>> sorted(tally.left)
/// [0, 6, 9, 12, 15]
#[pyclass(frozen, eq, module = "tercet")]
#[derive(Clone, PartialEq)]
pub(crate) struct Tally {
    simulation: game::Simulation,
    /// Ascending, disjoint and not empty, and no two of them adjacent.
    units: Vec<Range<u64>>,
    counts: game::Tally,
}

impl Tally {
    fn of(simulation: game::Simulation, units: Range<u64>, counts: game::Tally) -> Self {
        let units = if units.is_empty() { Vec::new() } else { vec![units] };
        Self { simulation, units, counts }
    }

    /// The units of both, joined where they are adjacent.
    fn joined(&self, other: &Self) -> PyResult<Vec<Range<u64>>> {
        let mut all: Vec<Range<u64>> = self.units.iter().chain(&other.units).cloned().collect();
        all.sort_unstable_by_key(|range| range.start);
        let mut joined: Vec<Range<u64>> = Vec::new();
        for range in all {
            match joined.last_mut() {
                Some(last) if range.start < last.end => {
                    let message = format!("unit {} is in both tallies", range.start);
                    return Err(raised(Error::new(Code::OtherRun, message)));
                }
                Some(last) if range.start == last.end => last.end = range.end,
                _ => joined.push(range),
            }
        }
        Ok(joined)
    }

    /// The tally as a checkpoint of its simulation. Its units must be the first ones.
    fn to_checkpoint(&self) -> PyResult<Journal<game::Simulation>> {
        let done = match self.units[..] {
            [] => 0,
            [Range { start: 0, end }] => end,
            _ => {
                let message =
                    "the tally lacks some of the first units, so no checkpoint can hold it";
                return Err(raised(Error::new(Code::Conflict, message)));
            }
        };
        let (question, counts) = (question(&self.simulation), &self.counts);
        let begun = run::begin(&question, Part::WHOLE, &Session::new());
        let kept = begun.and_then(|(_, mut journal)| {
            journal.add(0..done, counts, &[]);
            journal.check().map(|()| journal)
        });
        kept.map_err(raised)
    }
}

#[pymethods]
impl Tally {
    /// The simulation.
    #[getter]
    fn simulation(&self) -> Simulation {
        Simulation(self.simulation)
    }

    /// The units that were played, as ascending pairs of a first unit and the one after the last.
    #[getter]
    fn units<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.units.iter().map(|range| (range.start, range.end)))
    }

    /// Whether all units of the simulation were played.
    #[getter]
    fn is_complete(&self) -> bool {
        let whole = 0..self.simulation.units();
        self.units.first() == Some(&whole)
    }

    /// The number of games.
    #[getter]
    fn games(&self) -> u64 {
        self.counts.games()
    }

    /// The games by the number of cards that are left at their end.
    #[getter]
    fn left(&self) -> BTreeMap<usize, u64> {
        self.counts.left().collect()
    }

    /// The games by the size of their largest layout.
    #[getter]
    fn largest(&self) -> BTreeMap<usize, u64> {
        self.counts.largest().collect()
    }

    /// The layouts by their number of cards, before the deck is empty.
    #[getter]
    fn sizes<'py>(&self, py: Python<'py>) -> PyResult<BTreeMap<usize, Bound<'py, PyAny>>> {
        let layouts = |(size, [with_set, without], odds): (_, [u128; 2], Option<Estimate>)| {
            let interval = odds.and_then(|odds| odds.interval);
            let fields = (with_set, without, odds.map(|odds| odds.value), interval);
            Ok((size, result(py, "Layouts", fields)?))
        };
        self.counts.sizes().map(layouts).collect()
    }

    /// The mean number of sets that are taken in a game, or None without a game.
    #[getter]
    fn taken(&self) -> Option<f64> {
        let deck = self.simulation.deck();
        let size = usize::try_from(&deck.size()).ok()?;
        let sets = |left| ((size - left) / deck.values()) as f64;
        mean(self.left().iter().map(|(&left, &games)| (sets(left), games))).map(|mean| mean.value)
    }

    /// The answer of `tercet simulate --format json` as a dictionary, but for threads and seconds. The
    /// units must be the first of the simulation.
    #[pyo3(signature = () -> "dict[str, Any]")]
    fn answer<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (answer, mut text) =
            (Simulated::of(&self.to_checkpoint()?, Run::default()), Vec::new());
        Simulate::write(&answer, Head::default(), &mut text);
        py.import("json")?.call_method1("loads", (PyBytes::new(py, &text),))
    }

    /// The checkpoint that `tercet simulate --checkpoint` reads and continues. The units must be the
    /// first of the simulation.
    fn checkpoint(&self) -> PyResult<String> {
        Ok(self.to_checkpoint()?.text())
    }

    /// Draws the distribution of the cards that are left, with matplotlib, and returns the axes.
    #[pyo3(signature = (axes = None))]
    fn plot<'py>(
        slf: &Bound<'py, Self>,
        axes: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tercet._plot")?.call_method1("left", (slf, axes))
    }

    /// A table as a `DataFrame` of pandas: the games by the cards that are 'left' or by the 'largest' layout,
    /// or the layouts by their 'sizes'.
    #[pyo3(signature = (of: "Literal['left', 'largest', 'sizes']" = "left"))]
    fn to_pandas<'py>(slf: &Bound<'py, Self>, of: &str) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tercet._tables")?.call_method1("frame_of_tally", (slf, of))
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("tercet._tables")?.call_method1("html_of_tally", (slf,))
    }

    fn __add__(&self, other: &Bound<'_, Self>) -> PyResult<Self> {
        let other = other.get();
        if self.simulation != other.simulation {
            let message = "the tallies are of different simulations";
            return Err(raised(Error::new(Code::OtherRun, message)));
        }
        let mut sum = Self { units: self.joined(other)?, ..self.clone() };
        sum.counts.add(&other.counts);
        Ok(sum)
    }

    fn __repr__(&self) -> String {
        let played: u64 = self.units.iter().map(|units| units.end - units.start).sum();
        let units = self.simulation.units();
        format!("<tally of {} games, {played} of {units} units>", self.games())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Simulation, String))> {
        let tally = py.import("tercet._tercet")?.getattr("tally")?;
        Ok((tally, (Simulation(self.simulation), json(&(&self.units, &self.counts))?)))
    }
}

/// The tally that was pickled. Impossible numbers are refused.
#[pyfunction]
pub(crate) fn tally(simulation: &Bound<'_, Simulation>, text: &str) -> PyResult<Tally> {
    let damaged =
        |what: String| raised(Error::new(Code::Damaged, format!("it is no tally: {what}")));
    let simulation = simulation.get().0;
    let (units, counts): (Vec<Range<u64>>, game::Tally) =
        serde_json::from_str(text).map_err(|error| damaged(error.to_string()))?;
    let are_units =
        units.iter().all(|range| range.start < range.end && range.end <= simulation.units())
            && units.is_sorted_by(|one, next| one.end < next.start);
    let games = || units.iter().map(|range| simulation.games_of(range.clone())).sum::<u64>();
    if !are_units || counts.games() != games() {
        return Err(damaged("the games are not those of the units".into()));
    }
    simulation.check(&counts).map_err(|error| damaged(error.to_string()))?;
    Ok(Tally { simulation, units, counts })
}
