//! Rubin's comparison: all 1080 sets of the full deck.

use super::{Claim, Clock, Figure, Runner, Runners, Says, Size, Work, deck};
use crate::plot::Scale;

const DECK: f64 = 81.0;

const fn faster(text: &'static str, fast: &'static str, slow: &'static str) -> Claim {
    Claim { text, says: Says::Faster { fast, slow, from: DECK, to: DECK } }
}

pub(super) static FIGURES: &[Figure] = &[Figure {
    id: "rubin",
    title: "All 1080 sets of the deck by brute force, CP and IP",
    source: "Rubin, \"The 'Set' Card Game\" (12 August 2023)",
    remark: "ip finds all sets in one search tree, with a no-good for each, as a callback does; ip-resolve \
             solves the program 1081 times. The boards differ in the order of their cards. Rubin's points are the \
             midpoints of his ranges: 0.1 to 0.2, 0.1 to 0.55 and 1.4 to 3 s.",
    axis: "cards n",
    scale: Scale::Linear,
    clock: Clock::Wall,
    runners: Runners::These(&[
        Runner::of("brute"),
        Runner::of("cp"),
        Runner::of("ip"),
        Runner::of("ip-resolve"),
        Runner::of("hybrid"),
    ]),
    sizes: &[Size { x: DECK, deck: deck(3, 4), work: Work::List(81) }],
    quick: &[DECK],
    boards: (1, 3),
    timeout: (3.0, 240.0),
    claims: &[
        faster("brute force is not slower than CP", "brute", "cp"),
        faster("CP is faster than IP with a callback", "cp", "ip"),
        faster("IP with a callback is faster than IP solved 1081 times", "ip", "ip-resolve"),
        Claim {
            text: "IP solved 1081 times takes around 56 seconds",
            says: Says::Takes { line: "ip-resolve", at: DECK, low: 28.0, high: 112.0 },
        },
    ],
    published: &[
        ("brute (Rubin)", &[(DECK, 0.15)]),
        ("CP (Rubin)", &[(DECK, 0.3)]),
        ("IP, callback (Rubin)", &[(DECK, 2.2)]),
        ("IP, 1081 times (Rubin)", &[(DECK, 56.0)]),
    ],
    shows_ends: false,
}];
