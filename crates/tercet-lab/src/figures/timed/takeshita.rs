//! Takeshita's figures 7 to 18: games of the thesis, by values, properties and sets.
//!
//! The captions name the quantities that are fixed. Where the text does not give the range of a figure,
//! the range of the neighbouring figure is used.

use tercet_models::Symmetry;

use super::{Claim, Clock, Figure, Runner, Runners, Says, Size, Work, deck};
use crate::plot::Scale;

const BRUTE: Runner = Runner::of("brute");
const SMT: Runner = Runner::of("smt");
const DYNAMIC: Runner = Runner::of("dynamic");
const COVER: Runner = Runner::of("cover");
const HYBRID: Runner = Runner::of("hybrid");
const NONE: Runner = Runner { name: "smt, none", method: "smt", symmetry: Symmetry::None };
const RELATIVE: Runner =
    Runner { name: "smt, relative", method: "smt", symmetry: Symmetry::Relative };
const RIGID: Runner = Runner { name: "smt, rigid", method: "smt", symmetry: Symmetry::Rigid };

/// The common description: processor time, ten games, a limit of half a minute.
const USUAL: Figure = Figure {
    id: "",
    title: "",
    source: "",
    remark: "Games by the rules of the thesis: v·p cards at first, v more after each set. The thesis plots \
             means of ten games.",
    axis: "values v",
    scale: Scale::Linear,
    clock: Clock::Processor,
    runners: Runners::All,
    sizes: &[],
    quick: &[],
    boards: (1, 10),
    timeout: (0.5, 30.0),
    claims: &[],
    published: &[],
    shows_ends: false,
};

const fn by_values(values: usize, properties: usize, sets: u64) -> Size {
    Size { x: values as f64, deck: deck(values, properties), work: Work::Game(sets) }
}

const fn by_properties(values: usize, properties: usize, sets: u64) -> Size {
    Size { x: properties as f64, deck: deck(values, properties), work: Work::Game(sets) }
}

const fn by_sets(values: usize, properties: usize, sets: u64) -> Size {
    Size { x: sets as f64, deck: deck(values, properties), work: Work::Game(sets) }
}

/// Tercet's hybrid compared with the thesis' model, for figures 13 to 18.
const OURS: Claim = Claim {
    text: "Tercet: hybrid is at least 1000 times as fast as the thesis' model at every point",
    says: Says::AlwaysTimes { slow: "smt", fast: "hybrid", times: 1000.0 },
};

const P3: [Size; 6] = [
    by_values(3, 3, 5),
    by_values(4, 3, 5),
    by_values(5, 3, 5),
    by_values(6, 3, 5),
    by_values(7, 3, 5),
    by_values(8, 3, 5),
];

pub(super) static FIGURES: &[Figure] = &[
    Figure {
        id: "fig7",
        title: "Brute force by values: 3 properties, 5 sets",
        source: "Takeshita, section 5.2, figure 7",
        runners: Runners::These(&[BRUTE, SMT, DYNAMIC, COVER, HYBRID]),
        sizes: P3.first_chunk::<4>().expect("there are six"),
        quick: &[3.0, 4.0, 5.0, 6.0],
        claims: &[
            Claim {
                text: "brute force takes exponential time as v grows",
                says: Says::Explodes { line: "brute", from: 0.0 },
            },
            Claim {
                text: "brute force is slower than the dynamic algorithm as v grows (read off the figure)",
                says: Says::Faster { fast: "dynamic", slow: "brute", from: 5.0, to: 6.0 },
            },
            Claim {
                text: "brute force is slower than the SMT solver at v = 6 (read off the figure)",
                says: Says::Faster { fast: "smt", slow: "brute", from: 6.0, to: 6.0 },
            },
        ],
        published: &[("brute (thesis)", &[(6.0, 14.0)])],
        ..USUAL
    },
    Figure {
        id: "fig8",
        title: "Brute force by properties: 4 values, 10 sets",
        source: "Takeshita, section 5.2, figure 8",
        remark: "Games by the rules of the thesis: v·p cards at first, v more after each set. (The \
                 caption says \"4 Properties\", but properties vary; 4 values are meant.)",
        axis: "properties p",
        runners: Runners::These(&[BRUTE, SMT, DYNAMIC, COVER, HYBRID]),
        sizes: &[
            by_properties(4, 3, 10),
            by_properties(4, 4, 10),
            by_properties(4, 5, 10),
            by_properties(4, 6, 10),
        ],
        quick: &[3.0, 4.0, 5.0, 6.0],
        claims: &[
            Claim {
                text: "brute force takes exponential time as p grows",
                says: Says::Explodes { line: "brute", from: 0.0 },
            },
            Claim {
                text: "brute force is slower than the dynamic algorithm as p grows (read off the figure)",
                says: Says::Faster { fast: "dynamic", slow: "brute", from: 5.0, to: 6.0 },
            },
            Claim {
                text: "brute force is slower than the SMT solver at p = 6 (read off the figure)",
                says: Says::Faster { fast: "smt", slow: "brute", from: 6.0, to: 6.0 },
            },
        ],
        published: &[("brute (thesis)", &[(6.0, 65.0)])],
        ..USUAL
    },
    Figure {
        id: "fig9",
        title: "Symmetry breaking by values: 3 properties, 5 sets",
        source: "Takeshita, section 5.3, figure 9",
        runners: Runners::These(&[NONE, RELATIVE, RIGID, COVER, HYBRID]),
        sizes: &P3,
        quick: &[3.0, 4.0, 5.0],
        timeout: (1.0, 30.0),
        claims: &[
            Claim {
                text: "without symmetry breaking the time blows up exponentially",
                says: Says::Explodes { line: "smt, none", from: 0.0 },
            },
            Claim {
                text: "the relative order is faster than none for all values",
                says: Says::Faster { fast: "smt, relative", slow: "smt, none", from: 0.0, to: 9.0 },
            },
            Claim {
                text: "the rigid order is faster than none for all values",
                says: Says::Faster { fast: "smt, rigid", slow: "smt, none", from: 0.0, to: 9.0 },
            },
        ],
        ..USUAL
    },
    Figure {
        id: "fig10",
        title: "Symmetry breaking by properties: 3 values, 10 sets",
        source: "Takeshita, section 5.3, figure 10",
        remark: "Games by the rules of the thesis: v·p cards at first, v more after each set. (The \
                 deck of 3 properties has only nine disjoint sets.)",
        axis: "properties p",
        runners: Runners::These(&[NONE, RELATIVE, RIGID, COVER, HYBRID]),
        sizes: &[
            by_properties(3, 4, 10),
            by_properties(3, 5, 10),
            by_properties(3, 6, 10),
            by_properties(3, 7, 10),
            by_properties(3, 8, 10),
        ],
        quick: &[4.0, 5.0, 6.0],
        timeout: (1.0, 30.0),
        claims: &[
            Claim {
                text: "the relative order is faster than none (said of figures 9 and 10)",
                says: Says::Faster { fast: "smt, relative", slow: "smt, none", from: 0.0, to: 9.0 },
            },
            Claim {
                text: "the rigid order is faster than none (said of figures 9 and 10)",
                says: Says::Faster { fast: "smt, rigid", slow: "smt, none", from: 0.0, to: 9.0 },
            },
        ],
        ..USUAL
    },
    Figure {
        id: "fig11",
        title: "Relative against rigid order by values: 4 properties, 10 sets",
        source: "Takeshita, section 5.3, figure 11",
        runners: Runners::These(&[RELATIVE, RIGID, COVER, HYBRID]),
        sizes: &[
            by_values(3, 4, 10),
            by_values(4, 4, 10),
            by_values(5, 4, 10),
            by_values(6, 4, 10),
            by_values(7, 4, 10),
            by_values(8, 4, 10),
        ],
        quick: &[3.0, 4.0, 5.0],
        timeout: (2.0, 30.0),
        claims: &[
            Claim {
                text: "the rigid order is marginally faster in all cases",
                says: Says::Faster {
                    fast: "smt, rigid",
                    slow: "smt, relative",
                    from: 0.0,
                    to: 9.0,
                },
            },
            Claim {
                text: "the difference grows with v",
                says: Says::Apart { slow: "smt, relative", fast: "smt, rigid" },
            },
        ],
        ..USUAL
    },
    Figure {
        id: "fig12",
        title: "Relative against rigid order by properties: 4 values, 10 sets",
        source: "Takeshita, section 5.3, figure 12",
        axis: "properties p",
        runners: Runners::These(&[RELATIVE, RIGID, COVER, HYBRID]),
        sizes: &[
            by_properties(4, 3, 10),
            by_properties(4, 4, 10),
            by_properties(4, 5, 10),
            by_properties(4, 6, 10),
            by_properties(4, 7, 10),
        ],
        quick: &[3.0, 4.0, 5.0],
        timeout: (2.0, 30.0),
        claims: &[
            Claim {
                text: "the rigid order is marginally faster in all cases",
                says: Says::Faster {
                    fast: "smt, rigid",
                    slow: "smt, relative",
                    from: 0.0,
                    to: 9.0,
                },
            },
            Claim {
                text: "the difference grows with p",
                says: Says::Apart { slow: "smt, relative", fast: "smt, rigid" },
            },
        ],
        ..USUAL
    },
    Figure {
        id: "fig13",
        title: "Values: 3 properties, 5 sets",
        source: "Takeshita, section 5.5, figure 13",
        runners: Runners::These(&[SMT, DYNAMIC, COVER, HYBRID]),
        sizes: P3.first_chunk::<5>().expect("there are six"),
        quick: &[3.0, 5.0, 6.0, 7.0],
        timeout: (2.0, 30.0),
        claims: &[
            Claim {
                text: "up to 5 values the dynamic algorithm beats the SMT solver",
                says: Says::Faster { fast: "dynamic", slow: "smt", from: 3.0, to: 5.0 },
            },
            Claim {
                text: "past 5 values the SMT solver beats the dynamic algorithm",
                says: Says::Faster { fast: "smt", slow: "dynamic", from: 6.0, to: 7.0 },
            },
            Claim {
                text: "past 5 values the time of the dynamic algorithm grows exponentially",
                says: Says::Explodes { line: "dynamic", from: 5.0 },
            },
            Claim {
                text: "the time of the SMT solver grows about linearly",
                says: Says::Linear { line: "smt" },
            },
            OURS,
        ],
        published: &[("dynamic (thesis)", &[(7.0, 42.0)])],
        ..USUAL
    },
    Figure {
        id: "fig14",
        title: "Values: 4 properties, 5 sets, the SMT solver alone",
        source: "Takeshita, section 5.5, figure 14",
        runners: Runners::These(&[SMT, COVER, HYBRID]),
        sizes: &[
            by_values(3, 4, 5),
            by_values(4, 4, 5),
            by_values(5, 4, 5),
            by_values(6, 4, 5),
            by_values(7, 4, 5),
            by_values(8, 4, 5),
            by_values(9, 4, 5),
            by_values(10, 4, 5),
        ],
        quick: &[3.0, 6.0, 10.0],
        timeout: (10.0, 30.0),
        claims: &[
            Claim {
                text: "the SMT solver handles 10 values",
                says: Says::Reaches { line: "smt", at: 10.0, within: 120.0 },
            },
            Claim {
                text: "its time still grows about linearly",
                says: Says::Linear { line: "smt" },
            },
            OURS,
        ],
        published: &[("smt (thesis)", &[(10.0, 9.2)])],
        ..USUAL
    },
    Figure {
        id: "fig15",
        title: "Properties: 4 values, 10 sets",
        source: "Takeshita, section 5.6, figure 15",
        axis: "properties p",
        runners: Runners::These(&[SMT, DYNAMIC, COVER, HYBRID]),
        sizes: &[
            by_properties(4, 3, 10),
            by_properties(4, 4, 10),
            by_properties(4, 5, 10),
            by_properties(4, 6, 10),
        ],
        quick: &[3.0, 5.0, 6.0],
        timeout: (5.0, 30.0),
        claims: &[
            Claim {
                text: "up to 5 properties the dynamic algorithm is not slower than the SMT solver",
                says: Says::Faster { fast: "dynamic", slow: "smt", from: 3.0, to: 5.0 },
            },
            Claim {
                text: "past 5 properties the SMT solver is faster",
                says: Says::Faster { fast: "smt", slow: "dynamic", from: 6.0, to: 6.0 },
            },
            OURS,
        ],
        published: &[("dynamic (thesis)", &[(6.0, 25.0)])],
        ..USUAL
    },
    Figure {
        id: "fig16",
        title: "Properties: 4 values, 10 sets, the SMT solver alone",
        source: "Takeshita, section 5.6, figure 16",
        axis: "properties p",
        runners: Runners::These(&[SMT, COVER, HYBRID]),
        sizes: &[
            by_properties(4, 3, 10),
            by_properties(4, 4, 10),
            by_properties(4, 5, 10),
            by_properties(4, 6, 10),
            by_properties(4, 7, 10),
            by_properties(4, 8, 10),
        ],
        quick: &[3.0, 5.0, 7.0],
        timeout: (5.0, 60.0),
        claims: &[
            Claim {
                text: "the SMT solver handles 7 properties",
                says: Says::Reaches { line: "smt", at: 7.0, within: 120.0 },
            },
            Claim {
                text: "its time takes on an exponential growth",
                says: Says::Explodes { line: "smt", from: 5.0 },
            },
            OURS,
        ],
        published: &[("smt (thesis)", &[(8.0, 120.0)])],
        ..USUAL
    },
    Figure {
        id: "fig17",
        title: "Sets to find: 4 values, 5 properties",
        source: "Takeshita, section 5.7, figure 17",
        axis: "sets to find",
        runners: Runners::These(&[SMT, DYNAMIC, COVER, HYBRID]),
        sizes: &[
            by_sets(4, 5, 5),
            by_sets(4, 5, 10),
            by_sets(4, 5, 15),
            by_sets(4, 5, 20),
            by_sets(4, 5, 25),
            by_sets(4, 5, 30),
        ],
        quick: &[5.0, 10.0, 30.0],
        timeout: (3.0, 30.0),
        claims: &[
            Claim {
                text: "the dynamic algorithm cannot compete with the SMT solver, which is marginally faster",
                says: Says::Faster { fast: "smt", slow: "dynamic", from: 0.0, to: 100.0 },
            },
            OURS,
        ],
        ..USUAL
    },
    Figure {
        id: "fig18",
        title: "Sets to find: 4 values, 5 properties, the SMT solver alone",
        source: "Takeshita, section 5.7, figure 18",
        axis: "sets to find",
        runners: Runners::These(&[SMT, COVER, HYBRID]),
        sizes: &[
            by_sets(4, 5, 10),
            by_sets(4, 5, 20),
            by_sets(4, 5, 30),
            by_sets(4, 5, 40),
            by_sets(4, 5, 50),
        ],
        quick: &[10.0, 30.0, 50.0],
        timeout: (5.0, 30.0),
        claims: &[
            Claim {
                text: "the time of the SMT solver begins to grow exponentially",
                says: Says::Explodes { line: "smt", from: 0.0 },
            },
            OURS,
        ],
        published: &[("smt (thesis)", &[(50.0, 7.7)])],
        ..USUAL
    },
];
