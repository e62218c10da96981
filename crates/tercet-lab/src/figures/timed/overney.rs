//! Overney and Sieving's figures 6 and 7: all pairs compared with the pairs inside two halves.

use super::{Claim, Clock, Figure, Runner, Runners, Says, Size, Work, deck};
use crate::plot::Scale;

const RUNNERS: Runners = Runners::These(&[
    Runner { name: "brute force (pairs)", method: "pairs-hash", ..Runner::of("pairs-hash") },
    Runner { name: "halves", method: "halves", ..Runner::of("halves") },
    Runner::of("auto"),
    Runner::of("hybrid"),
]);

const fn cards(cards: usize) -> Size {
    Size { x: cards as f64, deck: deck(3, 4), work: Work::Find(cards) }
}

const fn properties(properties: usize) -> Size {
    Size { x: properties as f64, deck: deck(3, properties), work: Work::Find(12) }
}

pub(super) static FIGURES: &[Figure] = &[
    Figure {
        id: "overney6",
        title: "Halves against all pairs by cards: 3 values, 4 properties",
        source: "Overney and Sieving, part 3, figure 6",
        remark: "Their brute force tries all pairs and looks up the third card, like pairs-hash here. Their \
                 times include dealing, these do not.",
        axis: "cards n",
        scale: Scale::Linear,
        clock: Clock::Wall,
        runners: RUNNERS,
        sizes: &[
            cards(6),
            cards(9),
            cards(12),
            cards(15),
            cards(18),
            cards(21),
            cards(27),
            cards(36),
            cards(45),
            cards(54),
            cards(63),
            cards(72),
            cards(81),
        ],
        quick: &[12.0, 21.0, 45.0, 81.0],
        boards: (3, 51),
        timeout: (1.0, 10.0),
        claims: &[Claim {
            text: "with more cards halves take longer than brute force",
            says: Says::Faster {
                fast: "brute force (pairs)",
                slow: "halves",
                from: 21.0,
                to: 81.0,
            },
        }],
        published: &[],
        shows_ends: false,
    },
    Figure {
        id: "overney7",
        title: "Halves against all pairs by properties: 3 values, 12 cards",
        source: "Overney and Sieving, part 3, figure 7",
        remark: "Their brute force tries all pairs and looks up the third card, like pairs-hash here. Their \
                 times include dealing, these do not.",
        axis: "properties p",
        scale: Scale::Linear,
        clock: Clock::Wall,
        runners: RUNNERS,
        sizes: &[
            properties(3),
            properties(4),
            properties(5),
            properties(6),
            properties(7),
            properties(8),
            properties(9),
            properties(10),
        ],
        quick: &[3.0, 6.0, 10.0],
        boards: (3, 51),
        timeout: (1.0, 10.0),
        claims: &[
            Claim {
                text: "past 5 properties halves are faster",
                says: Says::Faster {
                    fast: "halves",
                    slow: "brute force (pairs)",
                    from: 6.0,
                    to: 10.0,
                },
            },
            Claim {
                text: "brute force takes about twice as long",
                says: Says::Times {
                    slow: "brute force (pairs)",
                    fast: "halves",
                    from: 6.0,
                    low: 1.5,
                    high: 2.5,
                },
            },
        ],
        published: &[],
        shows_ends: false,
    },
];
