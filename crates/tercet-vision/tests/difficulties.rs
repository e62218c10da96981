//! Each difficulty of photographs alone, from mild to impossible: fewer cards are read right, and the
//! confidence falls with them. One board is read with each amount, and three under `./test --all`.

use std::thread;

use tercet::Card;
use tercet_testkit::photographs::{Difficulty, Knob, Scene, board, render};
use tercet_testkit::tries_everything;
use tercet_vision::{Photograph, Reading, read};

/// The amounts of each difficulty.
const AMOUNTS: [f32; 3] = [0.1, 0.65, 1.0];

/// The results for the boards of one difficulty and amount.
#[derive(Clone, Copy, Default)]
struct Score {
    cards: usize,
    right: usize,
    silent: usize,
    confidence: f32,
}

/// Draws a board and reads it.
fn score(knob: Knob, amount: f32, seed: u64, score: &mut Score) {
    let mut cards = board(seed);
    cards.truncate(12);
    // A little of every difficulty: no photograph is perfect.
    let difficulty = Difficulty::all(0.05).with(knob, amount);
    let difficulty = Difficulty { overlap: 0.0, cut_off: 0.0, ..difficulty }.with(knob, amount);
    let picture = render(&Scene::random(&cards, &difficulty, seed));
    let photograph = Photograph::of_rgb(picture.width, picture.height, picture.rgb.clone())
        .expect("a picture has pixels");
    let reading = read(&photograph);
    // A card outside the picture or under another one cannot be read.
    let shown = |least: f32| -> Vec<Card> {
        let truth = picture.truth.iter().filter(|shown| shown.visible >= least);
        truth.map(|shown| shown.card.into()).collect()
    };
    let (wanted, hidden) = (shown(0.5), shown(0.0));
    let found: Vec<Card> = reading.cards.iter().map(|card| card.card).collect();
    score.cards += wanted.len();
    score.right += wanted.iter().filter(|card| found.contains(card)).count();
    let is_right = wanted.iter().all(|card| found.contains(card))
        && found.iter().all(|card| hidden.contains(card));
    score.silent += usize::from(!is_right && reading.is_sure());
    score.confidence += certainty(&reading, wanted.len());
}

/// How certain a reading is of this many cards: the mean confidence, 0 for those that are missing.
fn certainty(reading: &Reading, cards: usize) -> f32 {
    let sum: f32 = reading.cards.iter().map(|card| card.confidence).sum();
    sum / cards.max(reading.cards.len()) as f32
}

#[test]
fn each_difficulty_alone_from_mild_to_impossible() {
    let boards = if tries_everything() { 3 } else { 1 };
    let halves = Knob::ALL.split_at(Knob::ALL.len() / 2);
    let of = |knobs: &'static [Knob]| -> Vec<(Knob, [Score; 3])> {
        let mut all = Vec::new();
        for (index, &knob) in knobs.iter().enumerate() {
            let mut scores = [Score::default(); 3];
            for (amount, sum) in AMOUNTS.into_iter().zip(&mut scores) {
                for seed in 0..boards {
                    score(knob, amount, 7000 + 100 * index as u64 + seed, sum);
                }
            }
            all.push((knob, scores));
        }
        all
    };
    let scores: Vec<(Knob, [Score; 3])> = thread::scope(|scope| {
        let first = scope.spawn(|| of(halves.0));
        let mut all = of(halves.1);
        all.extend(first.join().expect("no panic"));
        all
    });
    let share = |score: &Score| score.right as f32 / score.cards as f32;
    let rows = scores.iter().map(|(knob, scores)| {
        let certain = scores.map(|score| score.confidence / boards as f32);
        let silent: usize = scores.iter().map(|score| score.silent).sum();
        (knob.name(), scores.each_ref().map(share), certain, silent)
    });
    for (name, right, certain, silent) in rows.clone() {
        println!("{name:20} right {right:.2?}, confidence {certain:.2?}, wrong and sure {silent}");
    }
    let cards: usize = scores.iter().map(|(_, scores)| scores[0].cards).sum();
    let right: usize = scores.iter().map(|(_, scores)| scores[0].right).sum();
    println!("{right} of {cards} mild cards");
    assert!(100 * right >= 98 * cards, "{right} of {cards} mild cards");
    for (name, right, certain, silent) in rows {
        // Of fewer than 50 boards, none may be wrong and sure.
        assert!(50 * silent as u64 <= 3 * boards, "{name}: {silent} wrong and sure");
        assert!(right[0] >= right[2], "{name}: {right:.2?}");
        // A reader that reads less must be less certain: never more certain of the hardest than of
        // the mildest.
        assert!(certain[2] <= certain[0] + 0.02, "{name}: {certain:.2?}");
        // The confidence does not exceed the share of right cards by much.
        for (right, certain) in right.iter().zip(certain) {
            assert!(certain <= right + 0.15, "{name}: {right:.2?}, {certain:.2?}");
        }
    }
}
