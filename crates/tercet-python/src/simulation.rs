//! Simulations and their tallies.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet::UnknownName;
use tercet::game::{self, Policy, Refill, Rules};
use tercet::statistics::{Estimate, mean};
use tercet_app::{Code, Error};

use crate::arguments::{Seed, Whole, threads};
use crate::board::result;
use crate::deck::Deck;
use crate::error::{json, out_of_range, raised};
use crate::run::{run, share};

/// Many games, and the counts of what happens in them: the numbers of `tercet simulate`.
///
/// They depend on the simulation alone: not on the threads, nor on the machines that share the games
/// (`distributed.simulate`).
///
/// >>> run = Simulation(20_000, seed=1)
/// >>> run.play() == run.play(threads=2)
/// True
#[pyclass(frozen, eq, module = "tercet")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Simulation(pub(crate) game::Simulation);

#[pymethods]
impl Simulation {
    #[new]
    #[pyo3(signature = (games, *, seed, deck = None, start = None, refill: "Literal['up-to-start', 'at-once']" = "up-to-start", pick: "Policy" = "uniform"))]
    fn new(
        games: Whole,
        seed: Seed,
        deck: Option<&Bound<'_, Deck>>,
        start: Option<Whole>,
        refill: &str,
        pick: &str,
    ) -> PyResult<Self> {
        let deck = deck.map_or(tercet::Deck::CLASSIC, |deck| deck.get().0);
        let pick: Policy = pick.parse().map_err(|it: UnknownName| out_of_range(it.to_string()))?;
        let refill: Refill = refill.parse().map_err(|_| {
            out_of_range(format!("cards are dealt 'up-to-start' or 'at-once', not '{refill}'"))
        })?;
        if games.0 == 0 {
            return Err(out_of_range("a simulation has at least one game"));
        }
        let start = start.map_or_else(|| Rules::classic(deck).start, Whole::size);
        let simulation = game::Simulation::new(deck, start, refill, pick, seed.0, games.0);
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

    /// The deal after a set was taken: 'up-to-start' (until `start` cards lie there again) or 'at-once' (v cards).
    #[getter]
    fn refill(&self) -> String {
        self.0.refill().name().into()
    }

    /// Which set is taken: 'uniform' (each with the same probability), 'first' (in layout order) or 'thrifty' (that
    /// leaves the most sets among all cards that are left).
    #[getter]
    fn pick(&self) -> String {
        self.0.pick().name().into()
    }

    /// Plays all games. Several threads share them.
    #[pyo3(signature = (*, threads = Whole(1)), text_signature = "($self, *, threads=1)")]
    fn play(&self, py: Python<'_>, threads: Whole) -> PyResult<Tally> {
        let (simulation, threads) = (self.0, self::threads(threads)?);
        let counts = run(py, move |session| {
            let limit = session.limit(None);
            let play = |unit| Ok(simulation.play(unit, &limit)?);
            let mut sum = game::Tally::default();
            share(session, threads, 0..simulation.units(), play, |tally| sum.add(&tally))?;
            Ok(sum)
        })?;
        Ok(Tally { simulation, counts })
    }

    fn __hash__(&self) -> u64 {
        self.0.seed() ^ self.0.games().rotate_left(32)
    }

    fn __repr__(&self) -> String {
        let run = &self.0;
        let (games, seed, deck) = (run.games(), run.seed(), self.deck().__repr__());
        let (start, refill, pick) = (run.start(), run.refill(), run.pick());
        format!(
            "Simulation({games}, seed={seed}, deck={deck}, start={start}, refill='{refill}', pick='{pick}')"
        )
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((u64,), Bound<'py, PyDict>)> {
        let named = PyDict::new(py);
        named.set_item("seed", self.0.seed())?;
        named.set_item("deck", Deck(self.0.deck()))?;
        named.set_item("start", self.0.start())?;
        named.set_item("refill", self.refill())?;
        named.set_item("pick", self.pick())?;
        Ok(((self.0.games(),), named))
    }
}

/// Exact counts of what happened in the games of a simulation.
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
    counts: game::Tally,
}

#[pymethods]
impl Tally {
    /// The simulation.
    #[getter]
    fn simulation(&self) -> Simulation {
        Simulation(self.simulation)
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
        let sets = |left| self.simulation.taken(left) as f64;
        mean(self.counts.left().map(|(left, games)| (sets(left), games))).map(|mean| mean.value)
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

    fn __repr__(&self) -> String {
        format!("<tally of {} games>", self.games())
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Simulation, String))> {
        let tally = py.import("tercet._tercet")?.getattr("tally")?;
        Ok((tally, (Simulation(self.simulation), json(&self.counts)?)))
    }
}

/// The tally of the counts that were pickled or shared. Impossible numbers are refused.
#[pyfunction]
pub(crate) fn tally(simulation: &Bound<'_, Simulation>, text: &str) -> PyResult<Tally> {
    let damaged =
        |what: String| raised(Error::new(Code::Damaged, format!("it is no tally: {what}")));
    let simulation = simulation.get().0;
    let counts: game::Tally =
        tercet::data::json::read(text.as_bytes()).map_err(|error| damaged(error.to_string()))?;
    if counts.games() != simulation.games() {
        return Err(damaged("the games are not all of the simulation".into()));
    }
    simulation.check(&counts).map_err(|error| damaged(error.to_string()))?;
    Ok(Tally { simulation, counts })
}
