//! The recipe's timing table: four variants on 12 and on 81 cards.

use super::{Claim, Clock, Figure, Runner, Runners, Says, Size, Work, deck};
use crate::plot::Scale;

const fn faster(text: &'static str, fast: &'static str, slow: &'static str) -> Claim {
    Claim { text, says: Says::Faster { fast, slow, from: 12.0, to: 81.0 } }
}

pub(super) static FIGURES: &[Figure] = &[Figure {
    id: "recipe",
    title: "All sets of 12 and of 81 cards, four ways",
    source: "The recipe \"Find all sets in SET!\", timing results",
    remark: "gnt, gnt_mod, simple and fast of the recipe are brute, brute-mod3, pairs-hash and pairs-bits.",
    axis: "cards n",
    scale: Scale::Logarithmic,
    clock: Clock::Wall,
    runners: Runners::These(&[
        Runner::of("brute"),
        Runner::of("brute-mod3"),
        Runner::of("pairs-hash"),
        Runner::of("pairs-bits"),
        Runner::of("hybrid"),
    ]),
    sizes: &[
        Size { x: 12.0, deck: deck(3, 4), work: Work::List(12) },
        Size { x: 81.0, deck: deck(3, 4), work: Work::List(81) },
    ],
    quick: &[12.0, 81.0],
    boards: (3, 25),
    timeout: (5.0, 30.0),
    claims: &[
        faster("sums modulo 3 are faster than the definition", "brute-mod3", "brute"),
        faster("to look the third card up is faster than to try all", "pairs-hash", "brute-mod3"),
        faster("bits are faster than tuples", "pairs-bits", "pairs-hash"),
        Claim {
            text: "for all sets of 81 cards the definition takes about 87 times as long as bits",
            says: Says::Times {
                slow: "brute",
                fast: "pairs-bits",
                from: 81.0,
                low: 43.0,
                high: 174.0,
            },
        },
    ],
    published: &[
        ("gnt (recipe)", &[(12.0, 684e-6), (81.0, 238e-3)]),
        ("gnt_mod (recipe)", &[(12.0, 460e-6), (81.0, 163e-3)]),
        ("simple (recipe)", &[(12.0, 404e-6), (81.0, 20.6e-3)]),
        ("fast (recipe)", &[(12.0, 77.6e-6), (81.0, 2.75e-3)]),
    ],
    shows_ends: false,
}];
