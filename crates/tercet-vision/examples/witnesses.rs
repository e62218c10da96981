//! Writes the numbers that show whether a card was read correctly, from drawn photographs.
//!
//! ```console
//! $ cargo run --release -p tercet-vision --example witnesses -- OUT FIRST COUNT
//! ```
//!
//! writes a line for each card that is read in COUNT photographs from the seed FIRST on: whether it is
//! right, and the numbers that `train/calibrate.py` weighs.

mod common;

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};

use tercet::Card;
use tercet_testkit::photographs::{Edition, Shown};
use tercet_vision::training::witnesses;
use tercet_vision::{Doubt, Photograph, Point, ReadCard};

use common::Request;

fn main() -> Result<(), Box<dyn Error>> {
    let request = Request::of_arguments("witnesses")?;
    let mut out = BufWriter::new(File::create(&request.out)?);
    let (mut cards, mut right, mut missed) = (0, 0, 0);
    for (_, picture) in request.pictures() {
        let photograph = Photograph::of_rgb(picture.width, picture.height, picture.rgb)?;
        let (reading, numbers) = witnesses(&photograph);
        for (card, numbers) in reading.cards.iter().zip(numbers) {
            // Other rules decide about cards that were read twice.
            if card.doubts.contains(&Doubt::Twice) {
                continue;
            }
            let is_right = picture.truth.iter().any(|shown| is(shown, card));
            write!(out, "{}", u8::from(is_right))?;
            for number in numbers {
                write!(out, "\t{number}")?;
            }
            writeln!(out)?;
        }
        let is_clear = |shown: &&Shown| {
            shown.visible > 0.95 && shown.glare < 0.3 && shown.edition != Edition::Strange
        };
        for shown in picture.truth.iter().filter(is_clear) {
            cards += 1;
            right += usize::from(reading.cards.iter().any(|card| is(shown, card)));
            missed += usize::from(!reading.cards.iter().any(|card| is_at(shown, card)));
        }
    }
    out.flush()?;
    println!("of {cards} cards that can be seen, {right} are right, and {missed} were not found");
    Ok(())
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
