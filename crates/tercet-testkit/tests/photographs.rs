//! Drawn photographs show what they claim to show, and each knob of the difficulty does what its name
//! says.

use tercet::Deck;
use tercet::classic::ClassicCard;
use tercet_testkit::photographs::{
    Difficulty, DrawnFaces, Faces, Knob, Picture, Quad, Scene, render,
};

/// Twelve different cards with each value of each property.
fn board() -> Vec<ClassicCard> {
    let cards = Deck::CLASSIC.cards().step_by(7).take(12);
    cards.map(|card| ClassicCard::try_from(card).expect("a classic card")).collect()
}

/// A photograph, small to be fast.
fn small(difficulty: &Difficulty, seed: u64) -> Picture {
    let mut scene = Scene::random(&board(), difficulty, seed);
    let part = 640.0 / scene.width.max(scene.height) as f32;
    (scene.width, scene.height) =
        ((scene.width as f32 * part) as u32, (scene.height as f32 * part) as u32);
    scene.camera = scene.camera.scaled(part);
    scene.lens.blur *= part;
    scene.lens.motion = scene.lens.motion.map(|way| way * part);
    render(&scene, &DrawnFaces)
}

fn pixel(picture: &Picture, (x, y): (f32, f32)) -> Option<[u8; 3]> {
    let inside =
        (0.0..picture.width as f32).contains(&x) && (0.0..picture.height as f32).contains(&y);
    let at = inside.then(|| 3 * (y as usize * picture.width as usize + x as usize))?;
    Some([picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2]])
}

/// A point between the corners: (0, 0) is the first one, (1, 1) the third.
fn within(quad: &Quad, u: f32, v: f32) -> (f32, f32) {
    let mix = |a: (f32, f32), b: (f32, f32), t: f32| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
    mix(mix(quad[0], quad[1], u), mix(quad[3], quad[2], u), v)
}

fn grey([red, green, blue]: [u8; 3]) -> f32 {
    (f32::from(red) + 2.0 * f32::from(green) + f32::from(blue)) / 4.0
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
        let picture = small(&Difficulty::none(), seed);
        assert_eq!(picture.rgb.len() as u32, 3 * picture.width * picture.height);
        let cards: Vec<ClassicCard> = picture.truth.iter().map(|shown| shown.card).collect();
        assert_eq!(cards, board());
        for shown in &picture.truth {
            assert!(shown.visible > 0.97, "{seed} {}: {}", shown.card, shown.visible);
            assert!(shown.glare == 0.0, "{seed} {}: {}", shown.card, shown.glare);
            // Paper is bright and has hardly any colour; a little outside is the table.
            for (u, v) in [(0.5, 0.04), (0.5, 0.96), (0.06, 0.5), (0.94, 0.5)] {
                let paper = pixel(&picture, within(&shown.corners, u, v)).expect("inside");
                assert!(grey(paper) > 150.0, "{seed} {}: {paper:?}", shown.card);
            }
            // Solid ink covers the middle of a symbol, and is darker than paper.
            assert_eq!(shown.symbols.len(), shown.card.count as usize + 1);
            for symbol in &shown.symbols {
                let middle = pixel(&picture, within(symbol, 0.5, 0.5)).expect("inside");
                let solid = shown.card.shading == tercet::classic::Shading::Solid;
                let open = shown.card.shading == tercet::classic::Shading::Open;
                assert!(!solid || grey(middle) < 140.0, "{seed} {}: {middle:?}", shown.card);
                assert!(!open || grey(middle) > 150.0, "{seed} {}: {middle:?}", shown.card);
            }
        }
    }
}

#[test]
fn corners_run_clockwise_and_symbols_along_their_long_axis() {
    for seed in 0..12 {
        let picture = small(&Difficulty::random(seed), seed);
        for shown in &picture.truth {
            for quad in shown.symbols.iter().chain([&shown.corners]) {
                let cross: f32 = (0..4)
                    .map(|i| (quad[i], quad[(i + 1) % 4]))
                    .map(|(a, b)| a.0 * b.1 - a.1 * b.0)
                    .sum();
                assert!(cross > 0.0, "{seed} {}: {quad:?}", shown.card);
            }
        }
    }
    let picture = small(&Difficulty::none(), 3);
    for shown in &picture.truth {
        let edge = |quad: &Quad, i: usize| {
            let (a, b) = (quad[i], quad[(i + 1) % 4]);
            (a.0 - b.0).hypot(a.1 - b.1)
        };
        assert!(shown.symbols.iter().all(|symbol| edge(symbol, 0) > 1.5 * edge(symbol, 1)));
        assert!(edge(&shown.corners, 1) > 1.4 * edge(&shown.corners, 0));
    }
}

#[test]
fn no_knob_draws_different_cards() {
    let none = [5, 6, 7].map(|seed| small(&Difficulty::none(), seed));
    for &knob in Knob::ALL {
        let some = [5, 6, 7].map(|seed| small(&Difficulty::only(knob, 0.6), seed));
        for picture in &some {
            let cards: Vec<ClassicCard> = picture.truth.iter().map(|shown| shown.card).collect();
            assert_eq!(cards, board(), "{}", knob.name());
        }
        let same = none.iter().zip(&some).all(|(none, some)| none.rgb == some.rgb);
        assert!(!same, "{} does nothing", knob.name());
    }
}

#[test]
fn low_resolution_means_few_pixels() {
    let pixels = |amount| {
        let scene = Scene::random(&board(), &Difficulty::only(Knob::LowResolution, amount), 4);
        scene.width * scene.height
    };
    assert!(pixels(0.0) > 900_000 && pixels(0.5) < 400_000 && pixels(1.0) < 40_000);
}

#[test]
fn a_variant_is_a_deck() {
    let [first, .., last] = board()[..] else { panic!("several cards") };
    let paper = |card, variant| DrawnFaces.face(card, variant).paper.map(f32::to_bits);
    assert_eq!(paper(first, 1), paper(last, 1));
    assert_ne!(paper(first, 1), paper(first, 2));
    assert_eq!(DrawnFaces.face(first, 3), DrawnFaces.face(first, 3));
}
