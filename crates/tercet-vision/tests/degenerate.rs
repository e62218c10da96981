//! Pictures that show no cards, of every size and kind.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tercet::Stop;
use tercet::solver::Limit;
use tercet_testkit::limits::after_checks;
use tercet_testkit::photographs::{Difficulty, Scene, board, render};
use tercet_vision::{Doubt, Photograph, read, read_within};

fn photograph(width: u32, height: u32, pixel: impl Fn(u32, u32) -> [u8; 3]) -> Photograph {
    let at = |index: u32| pixel(index % width, index / width);
    let pixels = (0..width * height).flat_map(at).collect();
    Photograph::of_rgb(width, height, pixels).expect("a picture")
}

#[test]
fn pictures_of_nothing_have_no_cards_and_are_not_sure() {
    let sizes = [(1, 1), (1, 900), (900, 1), (7, 5), (64, 64), (333, 1200)];
    for (width, height) in sizes {
        for grey in [0, 128, 255] {
            let reading = read(&photograph(width, height, |_, _| [grey; 3]));
            assert_eq!((reading.width, reading.height), (width, height));
            assert!(reading.cards.is_empty());
            assert!(!reading.is_sure());
        }
    }
}

#[test]
fn noise_and_patterns_have_no_sure_board() {
    let noise = |x: u32, y: u32| {
        let mixed = (x ^ y.rotate_left(16)).wrapping_mul(0x9e37_79b9);
        let mixed = (mixed ^ mixed >> 15).wrapping_mul(0x85eb_ca6b);
        [(mixed >> 8) as u8, (mixed >> 16) as u8, (mixed >> 24) as u8]
    };
    let checks =
        |x: u32, y: u32| if (x / 24 + y / 12).is_multiple_of(2) { [250; 3] } else { [20, 90, 40] };
    let stripes =
        |x: u32, _: u32| if (x / 9).is_multiple_of(2) { [240, 235, 225] } else { [150, 20, 40] };
    for pattern in [&noise as &dyn Fn(u32, u32) -> [u8; 3], &checks, &stripes] {
        let reading = read(&photograph(800, 600, pattern));
        assert!(!reading.is_sure());
    }
}

/// Without colours, no card is sure.
#[test]
fn a_grey_picture_has_no_sure_card() {
    for seed in 0..2 {
        let drawn = render(&Scene::random(&board(seed)[..6], &Difficulty::all(0.0), seed));
        let grey = drawn.rgb.chunks_exact(3).flat_map(|pixel| {
            let sum: u16 = pixel.iter().map(|&value| u16::from(value)).sum();
            [(sum / 3) as u8; 3]
        });
        let grey = Photograph::of_rgb(drawn.width, drawn.height, grey.collect()).expect("pixels");
        let reading = read(&grey);
        assert!(!reading.cards.is_empty());
        for card in reading.cards {
            assert!(!card.is_sure() && card.doubts.contains(&Doubt::Colour), "{card:?}");
        }
    }
}

/// A limit ends the reading wherever it is reached, and changes no reading that it does not end.
#[test]
fn a_reading_stops_at_its_limit() {
    let drawn = render(&Scene::random(&board(1)[..2], &Difficulty::all(0.0), 1));
    let photograph = Photograph::of_rgb(drawn.width, drawn.height, drawn.rgb).expect("a picture");
    let within = |checks| read_within(&photograph, &after_checks(checks));
    let ends = (0..32).map(|exponent| 1 << exponent).find(|&checks| within(checks).is_ok());
    let enough = ends.expect("a reading takes some checks");
    assert_eq!(within(enough), Ok(read(&photograph)));
    for checks in [1, 2, enough / 4, enough / 2] {
        assert_eq!(within(checks), Err(Stop::DEADLINE), "{checks} of {enough} checks");
    }
}

/// A limit that is not reached, and the number of its checks.
fn counted<T>(work: impl FnOnce(&Limit) -> T) -> (T, usize) {
    let checks = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&checks);
    let count = move || seen.fetch_add(1, Ordering::Relaxed) == usize::MAX;
    let done = work(&Limit::none().or_callback(Arc::new(count)));
    (done, checks.load(Ordering::Relaxed))
}

/// Wherever a picture makes work, the limit is asked in the midst of it.
#[test]
fn much_work_has_many_checks() {
    let checks = |pixel: &dyn Fn(u32, u32) -> [u8; 3]| {
        let photograph = photograph(2000, 1500, pixel);
        let (reading, checks) = counted(|limit| read_within(&photograph, limit));
        assert_eq!(reading, Ok(read(&photograph)));
        checks
    };
    // Scaling the picture asks at each row, and looking for ink and for sheets at each threshold.
    let plain = checks(&|_, _| [128; 3]);
    assert!(plain > 960 + 12 + 18, "{plain}");
    // Three thousand dots, each found under several thresholds, are compared with one another.
    let dots = checks(&|x, y| {
        let (x, y) = ((x % 40).abs_diff(20), (y % 25).abs_diff(12));
        if x * x + 4 * y * y < 225 { [20, 20, 160] } else { [240; 3] }
    });
    assert!(dots > plain + 10_000, "{dots} and {plain}");
    // So are seven hundred sheets.
    let sheets = checks(&|x, y| {
        if x % 80 < 50 && y % 100 < 75 { [240; 3] } else { [60, 50, 40] }
    });
    assert!(sheets > plain + 1000, "{sheets} and {plain}");
}

#[test]
fn a_card_that_the_edge_of_the_picture_cuts_off_is_not_sure() {
    let mut cut_off = 0;
    for seed in 0..3 {
        let mut cards = board(seed);
        cards.truncate(9);
        let drawn = render(&Scene::random(&cards, &Difficulty::all(0.0), seed));
        let lowest = drawn.truth.iter().flat_map(|shown| shown.corners).map(|corner| corner.1);
        let (width, bottom) = (drawn.width, lowest.fold(0.0, f32::max));
        for part in [0.05, 0.08, 0.11] {
            let height = (bottom - part * drawn.height as f32) as u32;
            let rgb = drawn.rgb[..3 * width as usize * height as usize].to_vec();
            let cut = Photograph::of_rgb(width, height, rgb).expect("a picture");
            for card in read(&cut).cards {
                let out = card.corners.map(|corner| corner.y - height as f32);
                let side = card.corners[0].y - card.corners[3].y;
                if out.into_iter().fold(0.0, f32::max) > 0.1 * side.abs() {
                    assert!(!card.is_sure() && card.doubts.contains(&Doubt::CutOff), "{card:?}");
                    cut_off += 1;
                }
            }
        }
    }
    assert!(cut_off > 5, "{cut_off} cards that are cut off were read");
}
