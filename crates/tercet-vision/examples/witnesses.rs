//! Writes the numbers that show whether a card was read correctly, from drawn photographs.
//!
//! ```console
//! $ cargo run --release -p tercet-vision --example witnesses -- OUT FIRST COUNT
//! ```
//!
//! writes a line for each card that is read in COUNT photographs from the seed FIRST on: the seed, whether the card is
//! right, its confidence, how much of it is shown, the numbers that `train/calibrate.py` weighs, and the
//! measures whose limits `train/limits.py` gives. Every other photograph is spoiled in one of the ways of the example
//! `stress`.

mod common;
#[path = "common/spoil.rs"]
#[allow(dead_code, reason = "other examples use the rest")]
mod spoil;

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use image::RgbImage;
use tercet::Card;
use tercet_testkit::photographs::{Edition, Picture, Shown};
use tercet_vision::training::{Witnesses, witnesses};
use tercet_vision::{Doubt, Photograph, Point, ReadCard};

use common::Request;
use spoil::{CROPS, WAYS, of_image, place, scaled};

fn main() -> Result<(), Box<dyn Error>> {
    let request = Request::of_arguments("witnesses")?;
    let mut out = BufWriter::new(File::create(&request.out)?);
    let (mut cards, mut right, mut missed) = (0, 0, 0);
    for (seed, picture) in request.pictures() {
        let (photograph, truth) = spoiled(picture, seed);
        let (reading, witnesses) = witnesses(&photograph);
        for (card, witnesses) in reading.cards.iter().zip(witnesses) {
            // Other rules decide about cards that were read twice.
            if card.doubts.contains(&Doubt::Twice) {
                continue;
            }
            let is_right = truth.iter().any(|shown| is(shown, card));
            let (is_right, kind) = (u8::from(is_right), witnesses.kind());
            write!(out, "{seed}\t{is_right}\t{}\t{kind}", card.confidence)?;
            for number in witnesses.numbers() {
                write!(out, "\t{number}")?;
            }
            // The measures that have limits.
            let Witnesses { rim, size, is_cut_off, piled, edges, .. } = witnesses;
            let Witnesses { odds, chroma, tint, odd, edition, .. } = witnesses;
            let is_whole = u8::from(!is_cut_off && piled == 0 && edges >= 3);
            write!(out, "\t{is_whole}\t{rim}\t{size}\t{}\t{chroma}", odds[1])?;
            write!(out, "\t{tint}\t{odd}\t{edition}")?;
            writeln!(out)?;
        }
        let is_clear = |shown: &&Shown| {
            shown.visible > 0.95 && shown.glare < 0.3 && shown.edition != Edition::Strange
        };
        for shown in truth.iter().filter(is_clear) {
            cards += 1;
            right += usize::from(reading.cards.iter().any(|card| is(shown, card)));
            missed += usize::from(!reading.cards.iter().any(|card| is_at(shown, card)));
        }
    }
    out.flush()?;
    println!("of {cards} cards that can be seen, {right} are right, and {missed} were not found");
    Ok(())
}

/// A picture, spoiled if its seed is odd, and what it shows.
fn spoiled(picture: Picture, seed: u64) -> (Photograph, Vec<Shown>) {
    let size = [picture.width, picture.height].map(|side| side as f32);
    let image = RgbImage::from_raw(picture.width, picture.height, picture.rgb);
    let image = image.expect("all pixels");
    let way = if seed.is_multiple_of(2) { 0 } else { (seed / 2) as usize % CROPS };
    let spoiled = if way == 0 { image } else { WAYS[way].1(&scaled(&image, 1200)) };
    let moved = |mut shown: Shown| {
        shown.corners = shown.corners.map(|(x, y)| {
            let at = place(way, size, &spoiled, Point::new(x, y));
            (at.x, at.y)
        });
        shown
    };
    let truth = picture.truth.into_iter().map(moved).collect();
    (of_image(spoiled), truth)
}

/// Whether a card was read correctly, at its place. One of an edition that is not known never is.
fn is(shown: &Shown, card: &ReadCard) -> bool {
    is_at(shown, card) && card.card == Card::from(shown.card) && shown.edition != Edition::Strange
}

/// Whether a card was read where one is shown.
fn is_at(shown: &Shown, card: &ReadCard) -> bool {
    let middle = |points: &[Point]| {
        points.iter().fold(Point::default(), |sum, &point| sum + point)
            * (1.0 / points.len() as f32)
    };
    let [a, b, c, d] = shown.corners.map(|(x, y)| Point::new(x, y));
    let half = (b - a).length().min((c - b).length()) / 2.0;
    (middle(&card.symbols) - middle(&[a, b, c, d])).length() < half
}
