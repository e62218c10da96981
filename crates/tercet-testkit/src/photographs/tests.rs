//! Drawn photographs show what they claim to show, and each knob of the difficulty does what its name
//! says.

use tercet::Deck;
use tercet::classic::{ClassicCard, Shading};

use super::{Difficulty, Edition, Face, Knob, Picture, Quad, Scene, Shown, render};

/// Twelve different cards with each value of each property.
fn board() -> Vec<ClassicCard> {
    let cards = Deck::CLASSIC.cards().step_by(7).take(12);
    cards.map(|card| ClassicCard::try_from(card).expect("a classic card")).collect()
}

/// A photograph, small to be fast.
fn small(difficulty: &Difficulty, seed: u64) -> Picture {
    let scene = Scene::random(&board(), difficulty, seed);
    let (whole, mut scene) = (scene.width.max(scene.height), scene.sized(640));
    let part = 640.0 / whole as f32;
    scene.lens.blur *= part;
    scene.lens.motion = scene.lens.motion.map(|way| way * part);
    render(&scene)
}

/// A point between the corners: (0, 0) is the first one, (1, 1) the third.
fn within(quad: &Quad, u: f32, v: f32) -> (f32, f32) {
    let mix = |a: (f32, f32), b: (f32, f32), t: f32| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
    mix(mix(quad[0], quad[1], u), mix(quad[3], quad[2], u), v)
}

/// How bright a pixel is.
fn grey(picture: &Picture, (x, y): (f32, f32)) -> f32 {
    let at = 3 * (y as usize * picture.width as usize + x as usize);
    let [red, green, blue] = [0, 1, 2].map(|i| f32::from(picture.rgb[at + i]));
    (red + 2.0 * green + blue) / 4.0
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for seed in 0..3 {
        let difficulty = Difficulty::random(seed);
        assert_eq!(difficulty, Difficulty::random(seed));
        assert_eq!(
            Scene::random(&board(), &difficulty, seed),
            Scene::random(&board(), &difficulty, seed)
        );
        assert!(small(&difficulty, seed) == small(&difficulty, seed), "{seed}");
    }
    assert_ne!(Difficulty::random(1), Difficulty::random(2));
    assert!(small(&Difficulty::mild(), 1).rgb != small(&Difficulty::mild(), 2).rgb);
}

#[test]
fn a_clean_picture_shows_every_card_where_it_says() {
    for seed in 0..8 {
        let picture = small(&Difficulty::default(), seed);
        assert_eq!(picture.rgb.len() as u32, 3 * picture.width * picture.height);
        let cards: Vec<ClassicCard> = picture.truth.iter().map(|shown| shown.card).collect();
        assert_eq!(cards, board());
        for shown in &picture.truth {
            let Shown { card, edition, corners, symbols, visible, glare } = shown;
            assert_eq!(*edition, Edition::Classic);
            assert!(*visible > 0.97 && *glare == 0.0, "{seed} {card}: {visible} {glare}");
            // Paper is bright and has hardly any colour; a little outside is the table.
            for (u, v) in [(0.5, 0.04), (0.5, 0.96), (0.06, 0.5), (0.94, 0.5)] {
                let paper = grey(&picture, within(corners, u, v));
                assert!(paper > 150.0, "{seed} {card}: {paper}");
            }
            // Solid ink covers the middle of a symbol, and is darker than paper.
            assert_eq!(symbols.len(), card.count as usize + 1);
            for symbol in symbols {
                let middle = grey(&picture, within(symbol, 0.5, 0.5));
                assert!(
                    card.shading != Shading::Solid || middle < 140.0,
                    "{seed} {card}: {middle}"
                );
                assert!(card.shading != Shading::Open || middle > 150.0, "{seed} {card}: {middle}");
            }
            // Corners run clockwise, those of symbols along their long axis.
            let edge = |quad: &Quad, i: usize| {
                let (a, b) = (quad[i], quad[(i + 1) % 4]);
                ((a.0 - b.0).hypot(a.1 - b.1), a.0 * b.1 - a.1 * b.0)
            };
            for quad in symbols.iter().chain([corners]) {
                assert!((0..4).map(|i| edge(quad, i).1).sum::<f32>() > 0.0, "{seed} {card}");
            }
            let [long, short] = [0, 1].map(|i| edge(&symbols[0], i).0);
            let [across, down] = [0, 1].map(|i| edge(corners, i).0);
            assert!(long > 1.5 * short && down > 1.4 * across, "{seed} {card}");
        }
    }
}

#[test]
fn no_knob_draws_different_cards() {
    let none = [5, 6, 7].map(|seed| small(&Difficulty::default(), seed));
    for &knob in Knob::ALL {
        let some = [5, 6, 7].map(|seed| small(&Difficulty::default().with(knob, 0.6), seed));
        for picture in &some {
            let cards: Vec<ClassicCard> = picture.truth.iter().map(|shown| shown.card).collect();
            assert_eq!(cards, board(), "{}", knob.name());
        }
        let same = none.iter().zip(&some).all(|(none, some)| none.rgb == some.rgb);
        assert!(!same, "{} does nothing", knob.name());
    }
}

#[test]
fn a_variant_is_a_deck() {
    let [first, .., last] = board()[..] else { panic!("several cards") };
    let paper = |card, variant| Face::of(card, Edition::Classic, variant).paper.map(f32::to_bits);
    assert_eq!(paper(first, 1), paper(last, 1));
    assert_ne!(paper(first, 1), paper(first, 2));
    assert_eq!(Face::of(first, Edition::Classic, 3), Face::of(first, Edition::Classic, 3));
}
