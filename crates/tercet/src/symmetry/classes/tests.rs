use super::*;

fn levels(deck: Deck, kind: Kind, most: usize) -> Vec<(usize, u128)> {
    let mut classes = Classes::new(deck, kind).unwrap();
    let mut levels = Vec::new();
    while !classes.classes().is_empty() && classes.cards() <= most {
        levels.push((classes.classes().len(), classes.hands()));
        classes.advance(&Limit::none()).unwrap();
    }
    levels
}

/// The set-free hands that Knuth's SETSET-ALL counts, and their classes.
#[test]
fn free_hands_of_the_classic_deck() {
    #[rustfmt::skip]
    let expected = [
        (1, 1), (1, 81), (1, 3240), (1, 84240), (2, 1_579_500), (3, 22_441_536),
        (7, 247_615_056), (11, 2_144_076_480), (33, 14_587_567_020), (91, 77_541_824_880),
        (267, 318_294_370_368), (670, 991_227_481_920), (1437, 2_284_535_476_080),
        (2225, 3_764_369_026_080), (2489, 4_217_827_554_720), (1756, 2_970_003_246_912),
        (748, 1_141_342_138_404), (143, 176_310_866_160), (20, 6_482_268_000), (1, 13_646_880),
        (1, 682_344),
    ];
    assert_eq!(levels(Deck::CLASSIC, Kind::Free, 81), expected);
}

#[test]
fn any_hands_of_the_classic_deck() {
    let levels = levels(Deck::CLASSIC, Kind::Any, 10);
    let classes: Vec<usize> = levels.iter().map(|level| level.0).collect();
    assert_eq!(classes, [1, 1, 1, 2, 3, 6, 15, 34, 105, 384, 1658]);
    assert_eq!(levels[10].1, 1_878_392_407_320);
}

/// Up to the size at which fingerprints coincide and maps are needed.
#[test]
fn any_hands_of_12_cards() {
    let levels = levels(Deck::CLASSIC, Kind::Any, 12);
    assert_eq!((levels[11].0, levels[12].0), (8135, 41407));
    assert_eq!(levels[12].1, 70_724_320_184_700);
}

/// Independently counted values for a deck that is too large for brute force.
#[test]
fn free_hands_of_another_deck() {
    let expected = [
        1, 25, 300, 2300, 12650, 53000, 174_500, 456_600, 945_375, 1_524_300, 1_873_100, 1_714_300,
        1_148_900, 563_600, 203_300, 49600, 6225,
    ];
    let free = levels(Deck::new(5, 2).unwrap(), Kind::Free, 81).into_iter();
    assert!(free.map(|level| level.1).eq(expected));
}

/// Classes with the same fingerprint are distinguished by maps.
#[test]
fn maps_tell_classes_apart() {
    let none = Limit::none();
    let space = Space::new(Deck::CLASSIC).unwrap();
    let mut classes = Classes::new(Deck::CLASSIC, Kind::Free).unwrap();
    while classes.cards() < 8 {
        let before = classes.extend(&space, None, &none).unwrap().0;
        let doubtful = before.iter().map(|class| {
            let mut hand = space.hand();
            let (leader, others) = class.points.split_first().expect("a card was added");
            hand.restart(&[others, &[*leader]].concat());
            hand.leaders().expect("the last card is of the greatest invariant");
            hand.fingerprint()
        });
        let doubtful = doubtful.collect();
        let by_maps = classes.extend(&space, Some(&doubtful), &none).unwrap().0;
        classes.advance(&none).unwrap();
        assert_eq!(by_maps.len(), classes.classes().len());
    }
}

#[test]
fn a_limit_stops_and_changes_nothing() {
    let mut classes = Classes::new(Deck::CLASSIC, Kind::Any).unwrap();
    while classes.cards() < 8 {
        classes.advance(&Limit::none()).unwrap();
    }
    let limit = Limit::timeout(std::time::Duration::ZERO);
    assert_eq!(classes.advance(&limit), Err(Stop::DEADLINE));
    assert_eq!((classes.cards(), classes.classes().len()), (8, 105));
}

/// What is predicted to be out of reach is out of reach; what is within reach is not predicted so.
#[test]
fn the_reach_is_predicted() {
    let (mut kept, mut foreseen) = (0, 0);
    for (v, p) in [(3, 2), (3, 3), (3, 4), (4, 2), (4, 3), (5, 2)] {
        let deck = Deck::new(v, p).unwrap();
        for kind in [Kind::Free, Kind::Any] {
            for memory in [1 << 10, 1 << 13, 1 << 16] {
                let mut classes = Classes::new(deck, kind).unwrap().with_memory(memory);
                let predicted: Vec<bool> = (0..=9).map(|cards| classes.may_reach(cards)).collect();
                while classes.cards() < 9 && !classes.classes().is_empty() {
                    let may = classes.may_reach(classes.cards() + 1);
                    if classes.advance(&Limit::none()).is_err() {
                        break;
                    }
                    assert!(may && predicted[classes.cards()], "{deck}, {kind:?}, {memory} bytes");
                    kept += 1;
                }
                foreseen += predicted.iter().filter(|&&may| !may).count();
            }
        }
    }
    assert!(
        kept > 100 && foreseen > 20,
        "{kept} levels were reached, {foreseen} foreseen not to be"
    );
}
