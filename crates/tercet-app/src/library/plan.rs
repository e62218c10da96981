//! The instances of a library: families of boards, each determined by its seed.

use tercet::caps::cap;
use tercet::deal;
use tercet::game::{Event, Game, Pick, Rules};
use tercet::reduction::Obstruction;
use tercet::reduction::generate::{ObstructedError, Solution, matching, obstructed};

use super::LibraryScale;
use crate::prelude::*;

/// An instance to be made.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Plan {
    /// The name of its family, which is that of its folder.
    pub(super) family: &'static str,
    /// Its own name: letters, digits, hyphens and points.
    pub(super) name: String,
    /// Where its board comes from.
    pub(super) source: Source,
    /// The seed of the board.
    pub(super) seed: u64,
}

/// Where the board of an instance comes from.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Source {
    /// A random board of this many cards.
    Random(Deck, usize),
    /// A random instance of k-dimensional matching at its threshold.
    Matching(usize, usize, Solution),
    /// A random instance of k-dimensional matching with this obstruction.
    Obstructed(usize, usize, Obstruction),
    /// A board of a game by the rules of the thesis: the one from which the K-th set is taken
    /// (counted from 1), or the last one before it without a set.
    Game(Deck, u64, bool),
    /// The known cap of this many points.
    Cap(usize),
}

/// The families, with a sentence about each.
pub(super) const FAMILIES: [(&str, &str); 6] = [
    (
        "threshold",
        "Random boards with a multiple of the number of cards at which one set is expected (the threshold): \
         the factor follows the x in the name. At 1 boards with and without a set are both common, and \
         deciding which it is is hardest.",
    ),
    (
        "matching",
        "Instances of 3-dimensional matching as boards: the dimensions are properties, the elements are \
         values, and one extra card belongs to every set. 'yes' has a perfect matching among random edges, \
         'no' has none by Hall's theorem, and 'chance' has random edges at the number where one perfect \
         matching is expected.",
    ),
    (
        "game",
        "Boards of games by the rules of the thesis: s3-with is the board from which the third set is taken, \
         and s3-without the last board before that had no set. The first set in layout order is taken each \
         time.",
    ),
    (
        "obstructed",
        "Instances of matching in two to four dimensions that have no perfect matching for a reason, as boards. The \
         name has the kind of reason, and the second line of the board says it: dimension K is property K. The \
         kinds are those of `reduce generate --kind`.",
    ),
    ("dense", "Half decks and whole decks, which hold many sets."),
    (
        "cap",
        "The largest caps of three values that are known by a construction: dense boards without a set.",
    ),
];

/// The extent of each family at a scale.
struct Extent {
    /// The numbers of values of boards at the threshold, with the number of boards of each size.
    values: (&'static [usize], usize),
    /// The numbers of elements of matchings, with the number of instances of each kind.
    elements: (&'static [usize], usize),
    /// The numbers of elements of matchings with an obstruction.
    obstructed: &'static [usize],
    /// The numbers of values of games, with the number of games of each deck.
    games: (&'static [usize], usize),
    /// The decks of dense boards.
    dense: &'static [(usize, usize)],
    /// The numbers of properties of caps.
    caps: usize,
}

const fn extent(scale: LibraryScale) -> Extent {
    match scale {
        LibraryScale::Small => Extent {
            values: (&[3, 4, 5, 6], 1),
            elements: (&[4, 8], 1),
            obstructed: &[6],
            games: (&[4, 6], 1),
            dense: &[(3, 3), (4, 3)],
            caps: 4,
        },
        LibraryScale::Medium => Extent {
            values: (&[3, 4, 5, 6, 8, 10], 3),
            elements: (&[6, 10, 14], 3),
            obstructed: &[6, 10],
            games: (&[4, 6, 8, 10], 2),
            dense: &[(3, 4), (4, 3), (5, 3)],
            caps: 5,
        },
        LibraryScale::Large => Extent {
            values: (&[4, 6, 8, 10, 12, 16], 6),
            elements: (&[10, 16, 24], 6),
            obstructed: &[10, 12],
            games: (&[6, 8, 10, 12], 4),
            dense: &[(3, 5), (4, 4), (6, 3)],
            caps: 6,
        },
    }
}

/// The properties of boards at the threshold and in games.
const PROPERTIES: usize = 4;
/// The sizes of the constructed caps, from two properties on.
const CAPS: [usize; 5] = [4, 9, 20, 45, 112];
/// The multiples of the threshold, in hundredths.
const FACTORS: [usize; 6] = [50, 75, 90, 100, 125, 200];
/// The number of the set whose boards are taken from a game.
const SET: u64 = 3;

/// The instances of a library, in order. Instance K, counted from 0, has the seed of the library
/// plus K.
pub(super) fn plans(scale: LibraryScale, seed: u64) -> Vec<Plan> {
    let extent = extent(scale);
    let mut sources: Vec<(&'static str, String, Source)> = Vec::new();
    let deck = |v, p| Deck::new(v, p).expect("the decks of a library exist");
    for &v in extent.values.0 {
        let deck = deck(v, PROPERTIES);
        let threshold = usize::try_from(deck.threshold()).expect("the decks are small");
        for factor in FACTORS {
            let cards = (threshold * factor).div_ceil(100);
            for number in 1..=extent.values.1 {
                let (whole, part) = (factor / 100, factor % 100);
                let name = format!("v{v}-p{PROPERTIES}-x{whole}.{part:02}-{number}");
                sources.push(("threshold", name, Source::Random(deck, cards)));
            }
        }
    }
    for &elements in extent.elements.0 {
        for solution in Solution::ALL {
            for number in 1..=extent.elements.1 {
                let name = format!("k3-n{elements}-{}-{number}", solution.name());
                sources.push(("matching", name, Source::Matching(3, elements, solution)));
            }
        }
    }
    for &v in extent.games.0 {
        for number in 1..=extent.games.1 {
            for (with, word) in [(true, "with"), (false, "without")] {
                let name = format!("v{v}-p{PROPERTIES}-s{SET}-{word}-{number}");
                sources.push(("game", name, Source::Game(deck(v, PROPERTIES), SET, with)));
            }
        }
    }
    for &(v, p) in extent.dense {
        let deck = deck(v, p);
        let all = usize::try_from(deck.size()).expect("the decks are small");
        for (part, cards) in [("half", all / 2), ("whole", all)] {
            sources.push(("dense", format!("v{v}-p{p}-{part}"), Source::Random(deck, cards)));
        }
    }
    for (points, p) in CAPS.into_iter().zip(2..=extent.caps) {
        sources.push(("cap", format!("v3-p{p}-n{points}"), Source::Cap(points)));
    }
    for &n in extent.obstructed {
        for kind in Obstruction::ALL {
            for k in (2..=4).filter(|&k| kind.check(k, n).is_ok()) {
                let source = Source::Obstructed(k, n, kind);
                sources.push(("obstructed", format!("k{k}-n{n}-{kind}"), source));
            }
        }
    }
    let plan = |(number, (family, name, source)): (u64, (_, _, _))| Plan {
        family,
        name,
        source,
        seed: seed.wrapping_add(number),
    };
    (0..).zip(sources).map(plan).collect()
}

impl Plan {
    /// The board, and its obstruction in words if it was planted.
    pub(super) fn board(&self, limit: &Limit) -> Result<(Board, Option<String>), Error> {
        let board = match self.source {
            Source::Random(deck, cards) => deal::board(deck, cards, self.seed)?,
            Source::Matching(dimensions, elements, solution) => {
                matching(dimensions, elements, None, solution, self.seed, limit)?.board()?
            }
            Source::Obstructed(dimensions, elements, kind) => {
                let (instance, why) = obstructed(
                    dimensions, elements, None, kind, self.seed, limit,
                )
                .map_err(|error| match error {
                    ObstructedError::Stopped(stop) => Error::from(stop),
                    ObstructedError::Impossible(why) => error!(Bug, "{}: {why}", self.name),
                })?;
                return Ok((instance.board()?, Some(why)));
            }
            Source::Game(deck, set, with) => game(deck, (set, with), self.seed, limit)?,
            Source::Cap(points) => cap(points).expect("it is a known cap"),
        };
        Ok((board, None))
    }

    /// How the board is made, in words.
    pub(super) fn origin(&self) -> String {
        let seed = self.seed;
        match self.source {
            Source::Random(deck, cards) => {
                format!("{cards} cards of {deck}, dealt with seed {seed}")
            }
            Source::Matching(dimensions, elements, solution) => format!(
                "a matching of {dimensions} times {elements} elements with solution '{}' and seed {seed}",
                solution.name()
            ),
            Source::Obstructed(dimensions, elements, kind) => format!(
                "a matching of {dimensions} times {elements} elements with the obstruction '{kind}' and seed {seed}"
            ),
            Source::Game(deck, set, with) => {
                let which =
                    if with { "the board with" } else { "the last board without a set before" };
                format!("{which} set {set} of the game of {deck} with seed {seed}")
            }
            Source::Cap(points) => format!("the constructed cap of {points} points"),
        }
    }

    /// Whether the board has a set, if that is known beforehand.
    pub(super) const fn has_set(&self) -> Option<bool> {
        match self.source {
            Source::Matching(_, _, Solution::Yes) => Some(true),
            Source::Matching(_, _, Solution::No) | Source::Obstructed(..) | Source::Cap(_) => {
                Some(false)
            }
            _ => None,
        }
    }
}

/// A board of a game by the rules of the thesis: the one from which a set is taken, or the last one
/// before it without a set. If the game has no such board, the last one that it has.
fn game(deck: Deck, (set, with): (u64, bool), seed: u64, limit: &Limit) -> Result<Board, Error> {
    let rules = Rules { pick: Pick::First, ..Rules::thesis(deck) };
    let mut game = Game::new(deck, rules, seed)?;
    let mut without = None;
    loop {
        let before = game.board().clone();
        match game.step(limit)? {
            Some(Event::NoSet) => without = Some(before),
            Some(Event::Take(_)) if game.sets() == set => {
                return Ok(if with { before } else { without.unwrap_or(before) });
            }
            Some(Event::Take(_) | Event::Deal(..) | Event::Shuffle(..) | Event::Turn(..)) => {}
            Some(Event::End(_)) | None => return Ok(before),
        }
    }
}
