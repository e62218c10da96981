//! Draws a photograph of cards that lie on a table, for the guide:
//! `cargo run -p tercet-vision --example table -- table.jpg SEED CARD…`.

use std::error::Error;
use std::io::BufWriter;
use std::{env, fs};

use image::codecs::jpeg::JpegEncoder;
use tercet::Deck;
use tercet_testkit::photographs::{Difficulty, Knob, Picture, Scene, render};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [file, seed, cards @ ..] = &arguments[..] else {
        return Err("usage: table FILE SEED CARD…".into());
    };
    let cards = cards.iter().map(|card| Ok(Deck::CLASSIC.card(card)?.try_into()?));
    let cards = cards.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    let difficulty = Difficulty::mild().with(Knob::Pattern, 0.4);
    let scene = Scene::random(&cards, &difficulty, seed.parse()?).sized(1000);
    let Picture { width, height, rgb, .. } = render(&scene);
    let mut encoder = JpegEncoder::new_with_quality(BufWriter::new(fs::File::create(file)?), 85);
    Ok(encoder.encode(&rgb, width, height, image::ExtendedColorType::Rgb8)?)
}
