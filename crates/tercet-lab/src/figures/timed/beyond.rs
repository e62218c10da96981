//! Figures of Tercet's own: every method as boards grow in values and in cards.

use super::{Claim, Clock, Figure, Runners, Says, Size, Work, deck};
use crate::plot::Scale;

const fn threshold(values: usize) -> Size {
    Size { x: values as f64, deck: deck(values, 4), work: Work::Threshold }
}

const fn cards(cards: usize) -> Size {
    Size { x: cards as f64, deck: deck(5, 6), work: Work::Find(cards) }
}

const fn faster_than(slow: &'static str, text: &'static str) -> Claim {
    Claim { text, says: Says::AlwaysTimes { slow, fast: "hybrid", times: 50.0 } }
}

pub(super) static FIGURES: &[Figure] = &[
    Figure {
        id: "threshold",
        title: "Every method at the threshold, by values",
        source: "Tercet",
        remark: "Boards of 4 properties, with as many random cards as make one set expected; these are the \
                 hardest boards.",
        axis: "values v",
        scale: Scale::Linear,
        clock: Clock::Wall,
        runners: Runners::All,
        sizes: &[
            threshold(3),
            threshold(4),
            threshold(5),
            threshold(6),
            threshold(7),
            threshold(8),
            threshold(10),
            threshold(12),
            threshold(14),
            threshold(16),
            threshold(18),
            threshold(20),
            threshold(22),
            threshold(25),
            threshold(28),
            threshold(30),
            threshold(32),
        ],
        quick: &[3.0, 5.0, 8.0, 12.0],
        boards: (1, 3),
        timeout: (0.5, 30.0),
        claims: &[
            Claim {
                text: "Tercet: hybrid answers boards of 32 values within half a minute on two cores",
                says: Says::Reaches { line: "hybrid", at: 32.0, within: 30.0 },
            },
            Claim {
                text: "Tercet: no other contestant is faster than hybrid at any size",
                says: Says::NeverSlower { line: "hybrid" },
            },
            faster_than("cpsat", "Tercet: hybrid is at least 50 times as fast as CP-SAT"),
            faster_than("pysat_cadical", "Tercet: hybrid is at least 50 times as fast as CaDiCaL"),
            faster_than("mip_cbc", "Tercet: hybrid is at least 50 times as fast as CBC"),
            faster_than("z3py", "Tercet: hybrid is at least 50 times as fast as Z3"),
        ],
        published: &[],
        shows_ends: true,
    },
    Figure {
        id: "cards",
        title: "Every method, by cards of (5,6)",
        source: "Tercet",
        remark: "Random boards: those of few cards have no set, those of many cards have many.",
        axis: "cards n",
        scale: Scale::Logarithmic,
        clock: Clock::Wall,
        runners: Runners::All,
        sizes: &[
            cards(15),
            cards(30),
            cards(60),
            cards(90),
            cards(125),
            cards(180),
            cards(250),
            cards(500),
            cards(1000),
            cards(2000),
            cards(4000),
        ],
        quick: &[15.0, 60.0, 125.0],
        boards: (1, 5),
        timeout: (0.5, 10.0),
        claims: &[],
        published: &[],
        shows_ends: true,
    },
];
