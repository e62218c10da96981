//! The time of reading photographs, on one core, with the cards asserted.
//!
//! The same board is drawn at 1600×1200 pixels and enlarged to 12 megapixels. Files are JPEGs, and
//! `decode and read` is all that `tercet photo` does before it prints.

use std::hint::black_box;
use std::io::Cursor;

use criterion::{Criterion, criterion_group, criterion_main};
use image::imageops::FilterType;
use image::{ImageFormat, RgbImage};
use tercet::classic::ClassicCard;
use tercet_testkit::photographs::{Difficulty, Scene, board, render};
use tercet_vision::{Photograph, ReadCard, Reading, read};

/// A board of twelve cards.
fn cards() -> Vec<ClassicCard> {
    let boards = (0..).map(board);
    boards.take(100).find(|board| board.len() == 12).expect("every second board has 12 cards")
}

/// A photograph of a board, this many times as wide and high.
fn picture(cards: &[ClassicCard], times: f32) -> RgbImage {
    let scene = Scene::random(cards, &Difficulty::default(), 1).sized(1600);
    let picture = render(&scene);
    let image = RgbImage::from_raw(picture.width, picture.height, picture.rgb).expect("all pixels");
    let (width, height) = (picture.width as f32 * times, picture.height as f32 * times);
    image::imageops::resize(&image, width as u32, height as u32, FilterType::Triangle)
}

/// The cards of a reading, sorted.
fn codes(reading: &Reading) -> Vec<ClassicCard> {
    let mut codes: Vec<ClassicCard> = reading.cards.iter().map(ReadCard::classic).collect();
    codes.sort();
    codes
}

fn photographs(criterion: &mut Criterion) {
    let mut cards = cards();
    let pictures =
        [("2 megapixels", picture(&cards, 1.0)), ("12 megapixels", picture(&cards, 2.5))];
    cards.sort();
    let mut group = criterion.benchmark_group("photograph");
    group.sample_size(20);
    for (name, image) in pictures {
        let mut file = Cursor::new(Vec::new());
        image.write_to(&mut file, ImageFormat::Jpeg).expect("a picture can be encoded");
        let file = file.into_inner();
        let photograph = Photograph::decode(&file).expect("its own file");
        assert_eq!(codes(&read(&photograph)), cards);
        group.bench_function(format!("{name}, read"), |bencher| {
            bencher.iter(|| read(black_box(&photograph)));
        });
        group.bench_function(format!("{name}, decode and read"), |bencher| {
            bencher.iter(|| {
                let photograph = Photograph::decode(black_box(&file)).expect("its own file");
                read(&photograph)
            });
        });
    }
    group.finish();
}

criterion_group!(benches, photographs);
criterion_main!(benches);
