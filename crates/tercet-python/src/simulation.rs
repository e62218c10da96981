//! Simulations.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use tercet::game::{self, Pick, Rules};
use tercet_app::Simulate;
use tercet_app::run::{self, Part, Sealed};

use crate::arguments::{Seed, Whole, threads};
use crate::deck::Deck;
use crate::error::out_of_range;
use crate::run::{run, share};
use crate::tally::Tally;

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
            let units = simulation.units();
            return Err(out_of_range(format!(
                "no units from {} to {end}: there are {units}",
                begin.0
            )));
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
        Ok(Tally::of_ranges(simulation, resumed.done().collect(), resumed.sum()))
    }

    fn __hash__(&self) -> u64 {
        self.0.seed() ^ self.0.games().rotate_left(32)
    }

    fn __repr__(&self) -> String {
        let run = &self.0;
        let deck = run.deck();
        format!(
            "Simulation({}, seed={}, deck=Deck(values={}, properties={}), start={}, pick='{}')",
            run.games(),
            run.seed(),
            deck.values(),
            deck.properties(),
            run.start(),
            run.pick()
        )
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
