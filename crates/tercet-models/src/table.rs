//! The table of the models, and both tables combined.

use std::sync::LazyLock;

use tercet::solver::{self, Decks, Family, Full, Question};
use tercet::{Board, Deck};
use thiserror::Error;

use crate::hybrid::Hybrid;
use crate::method::{Build, Method};
use crate::options::Options;
use crate::portfolio::{self, NoRace, Portfolio};
use crate::smt::{self, Style};
use crate::{cp, ip, sat};

/// The common fields of most models.
const MODEL: Method = Method {
    name: "",
    family: Family::Model,
    source: "new",
    idea: "",
    complexity: "exponential in v",
    decks: Decks::ANY,
    threads: false,
    build: Build::Full(|board, options| Box::new(sat::batsat(board, options))),
};

/// The methods of this crate: the models, followed by those that combine methods.
pub static METHODS: &[Method] = &[
    Method {
        name: "sat",
        idea: "one Boolean variable per card, solved by BatSat",
        build: Build::Full(|board, options| Box::new(sat::batsat(board, options))),
        ..MODEL
    },
    #[cfg(feature = "cadical")]
    Method {
        name: "sat-cadical",
        idea: "the formula of sat, solved by CaDiCaL",
        build: Build::Full(|board, options| Box::new(sat::cadical(board, options))),
        ..MODEL
    },
    Method {
        name: "cp",
        source: "Rubin",
        idea: "constraint program with v slots, solved by Pumpkin",
        build: Build::Full(|board, options| Box::new(cp::pumpkin(board, options))),
        ..MODEL
    },
    Method {
        name: "ip",
        source: "Sudz and Odland; Rubin",
        idea: "integer program, all sets in one tree",
        build: Build::Full(|board, options| Box::new(ip::in_one_tree(board, options))),
        ..MODEL
    },
    Method {
        name: "ip-resolve",
        source: "Sudz and Odland; Rubin",
        idea: "ip, solved again after each set",
        build: Build::Full(|board, options| Box::new(ip::resolving(board, options))),
        ..MODEL
    },
    #[cfg(feature = "highs")]
    Method {
        name: "ip-highs",
        source: "Sudz and Odland; Rubin",
        idea: "ip-resolve, solved by HiGHS",
        build: Build::Full(|board, options| Box::new(ip::highs(board, options))),
        ..MODEL
    },
    Method {
        name: "smt",
        source: "Takeshita",
        idea: "SMT with v integer slots, sent anew at each deal",
        build: outside(|board, options| Box::new(smt::outside(board, Style::THESIS, options))),
        ..MODEL
    },
    Method {
        name: "smt-incremental",
        source: "Takeshita, extended",
        idea: "one session, only sets with a new card",
        build: outside(|board, options| Box::new(smt::outside(board, Style::INCREMENTAL, options))),
        ..MODEL
    },
    Method {
        name: "smt-bits",
        idea: "smt-incremental with bit-vectors",
        build: outside(|board, options| Box::new(smt::outside(board, Style::BITS, options))),
        ..MODEL
    },
    Method {
        name: "portfolio",
        family: Family::Choice,
        source: "new; proposed by Takeshita",
        idea: "a race of several methods",
        complexity: "as the winner",
        threads: true,
        build: Build::Outside {
            missing: |options| {
                portfolio::check(&options.members).err().map(|no| format!("cannot race: {no}"))
            },
            build: |board, options| {
                Box::new(race(board, options).expect("the members were checked before"))
            },
        },
        ..MODEL
    },
    Method {
        name: "hybrid",
        family: Family::Choice,
        source: "new; proposed by Takeshita",
        idea: "auto; models join after 100 ms",
        complexity: "as auto or the winner",
        threads: true,
        build: Build::Full(|board, options| Box::new(Hybrid::new(board, options, guests))),
        ..MODEL
    },
];

/// A method that needs an SMT solver.
const fn outside(build: fn(&Board, &Options) -> Box<dyn Full>) -> Build {
    Build::Outside { missing: smt::missing, build }
}

/// The library's methods as methods of this crate.
static LIBRARY: LazyLock<Vec<Method>> =
    LazyLock::new(|| solver::METHODS.iter().map(Method::from).collect());

/// All methods: those of the library, followed by those of this crate.
pub fn methods() -> impl Iterator<Item = &'static Method> {
    LIBRARY.iter().chain(METHODS)
}

/// The method with this name, of the library or of this crate.
///
/// # Errors
///
/// [`UnknownMethod`], whose message lists the known names.
pub fn method(name: &str) -> Result<&'static Method, UnknownMethod> {
    methods().find(|method| method.name == name).ok_or_else(|| UnknownMethod(name.into()))
}

/// No method has this name, neither in the library nor in this crate.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no method is called '{0}': choose one of {all}", all = names())]
pub struct UnknownMethod(pub String);

fn names() -> String {
    methods().map(|method| method.name).collect::<Vec<_>>().join(", ")
}

/// The models in a race, the one that is most often the fastest first.
const RACERS: [&str; 4] = ["sat", "cp", "ip", "smt"];

/// The available models that find sets of a deck. The iterator checks availability as late as
/// possible, since that may mean starting a program.
fn models(deck: Deck, options: &Options) -> impl Iterator<Item = &'static Method> {
    let there = RACERS.iter().filter_map(|name| method(name).ok());
    let able = there.filter(move |model| model.can(Question::Find, deck));
    able.filter(|model| model.missing(options).is_none())
}

/// The models that join `hybrid`.
fn guests(deck: Deck, options: &Options) -> Vec<&'static Method> {
    models(deck, options).collect()
}

/// A race of [`Options::members`]. By default: `auto` and available models, up to the number of
/// [threads](solver::Options::threads) but at least two, since one makes no race.
///
/// # Errors
///
/// [`NoRace`] if the members cannot race with each other.
pub fn race(board: &Board, options: &Options) -> Result<Portfolio, NoRace> {
    let mut members = options.members.to_vec();
    if members.is_empty() {
        let others = options.search.threads.get().saturating_sub(1).max(1);
        members.push(method("auto").expect("a method of the library"));
        members.extend(models(board.deck(), options).take(others));
    }
    Portfolio::new(board, options, &members)
}
