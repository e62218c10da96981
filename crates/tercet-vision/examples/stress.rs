//! Reads pictures that are worse than those at hand, and counts what is right under each difficulty.
//!
//! ```console
//! $ cargo run --release -p tercet-vision --example stress -- [MANIFEST…] [--drawn COUNT] [--parts] [--empty COUNT] [--only NAME] [--list] [--review FOLDER]
//! ```
//!
//! A manifest is a table of photographs, its cells separated by tabs. Its first line names the columns: `file` is
//! relative to the folder of the manifest, `labels` are the cards on the photograph in any order (`-` if there are
//! none). Lines that begin with `#` are comments.
//!
//! Each photograph is read as it is and spoiled in several ways: small, blurred, in coloured light and so on; a crop
//! (in the column `kind`) is read as it is alone. COUNT boards are drawn for each of several difficulties, with known
//! cards, the classic and the European edition in turn. `--parts` also reads each photograph cut down to one, two and
//! three cards that lie side by side, at every place; their labels are the cards of the whole photograph, if these are
//! right. `--empty` draws COUNT tables on which other things lie, and no cards. `--only` reads only the pictures of the lines of the output that begin so, such as
//! `--only 'as it is'`. `--list` names the boards that are wrong or doubtful, and `--review` writes pictures of them
//! into a folder. The same arguments always give the same pictures.
//!
//! Boards and cards that are wrong and called certain have a count of their own: nobody would look at them again.

#[allow(dead_code, reason = "other examples use the rest")]
mod common;
#[path = "common/labelled.rs"]
mod labelled;
#[path = "common/spoil.rs"]
#[allow(dead_code, reason = "other examples use the rest")]
mod spoil;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use image::RgbImage;
use tercet::Card;
use tercet_testkit::photographs::{
    Difficulty, Draw, Edition, Knob, Picture, Scene, Shown, board, render,
};
use tercet_vision::{Photograph, Point, ReadCard, annotate, read};

use labelled::{Score, cell, codes, differences, labels, rows};
use spoil::{CROPS, WAYS, of_image, scaled};

/// Difficulties of drawn boards: each is mild but for these.
const DRAWN: [(&str, &[(Knob, f32)]); 11] = [
    ("drawn, mild", &[]),
    ("drawn, steep", &[(Knob::Perspective, 0.85)]),
    ("drawn, light", &[(Knob::Cast, 0.7), (Knob::Shadow, 0.4)]),
    ("drawn, glare", &[(Knob::Glare, 0.5)]),
    ("drawn, exposure", &[(Knob::Exposure, 0.6)]),
    (
        "drawn, webcam",
        &[(Knob::LowResolution, 0.3), (Knob::Blur, 0.12), (Knob::Noise, 0.2), (Knob::Jpeg, 0.5)],
    ),
    ("drawn, far", &[(Knob::Distance, 0.8), (Knob::Jpeg, 0.4)]),
    ("drawn, white table", &[(Knob::LowContrastTable, 1.0)]),
    ("drawn, wood", &[(Knob::LowContrastTable, 0.5), (Knob::Pattern, 0.6)]),
    ("drawn, overlap", &[(Knob::Overlap, 0.2), (Knob::Rotation, 0.3)]),
    ("drawn, clutter", &[(Knob::Clutter, 0.8), (Knob::Pattern, 0.5)]),
];

/// Parts of photographs by the number of their cards, from one on.
const PARTS: [&str; 4] = ["one card", "two cards", "three cards", CUT];
/// Parts of three cards whose left edge cuts the first one.
const CUT: &str = "cut cards";

/// A picture to read.
enum Source {
    /// A file, its labels, and the way to spoil it.
    File(PathBuf, Vec<Card>, usize),
    /// A difficulty and a seed.
    Drawn(usize, u64),
    /// The parts with this number of cards, less one, of a file with these labels.
    Parts(PathBuf, Vec<Card>, usize),
    /// A table without cards, by its seed.
    Empty(u64),
}

/// A picture: its name, itself, its cards, and those that it hardly shows.
type Shot = (String, Photograph, Vec<Card>, Vec<Card>);

fn main() -> Result<(), Box<dyn Error>> {
    let (mut sources, mut is_listing, mut review, mut only) = (Vec::new(), false, None, None);
    let mut has_parts = false;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let mut count = || -> Result<u64, Box<dyn Error>> {
            Ok(arguments.next().ok_or("a number is missing")?.parse()?)
        };
        match &*argument {
            "--list" => is_listing = true,
            "--parts" => has_parts = true,
            "--review" => review = arguments.next(),
            "--only" => only = arguments.next(),
            "--drawn" => {
                let count = count()?;
                sources.extend((0..DRAWN.len()).flat_map(|difficulty| {
                    (90_000..90_000 + count).map(move |seed| Source::Drawn(difficulty, seed))
                }));
            }
            "--empty" => sources.extend((190_000..190_000 + count()?).map(Source::Empty)),
            manifest => {
                let folder = Path::new(manifest).parent().ok_or("the manifest has no folder")?;
                let text = fs::read_to_string(manifest)?;
                for row in rows(&text)? {
                    let (file, cards) = (folder.join(cell(&row, "file")?), labels(&row)?);
                    let of_way = |way| Source::File(file.clone(), cards.clone(), way);
                    let is_crop = row.get("kind") == Some(&"crop");
                    let ways = if is_crop { CROPS..WAYS.len() } else { 0..CROPS };
                    sources.extend(ways.map(of_way));
                    if !is_crop {
                        let of = |count| Source::Parts(file.clone(), cards.clone(), count);
                        sources.extend((0..PARTS.len()).map(of));
                    }
                }
            }
        }
    }
    sources.retain(|source| has_parts || !matches!(source, Source::Parts(..)));
    if let Some(only) = only {
        sources.retain(|source| source.line().1.starts_with(&only));
    }
    let scores: Mutex<BTreeMap<(usize, &str), Score>> = Mutex::default();
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                while let Some(source) = sources.get(next.fetch_add(1, Ordering::Relaxed)) {
                    for (name, photograph, cards, hidden) in source.shots() {
                        let begin = Instant::now();
                        let reading = read(&photograph);
                        let time = begin.elapsed();
                        // A card that is hardly shown may be read or not.
                        let is_read = |card: &Card| reading.cards.iter().any(|read| read.card == *card);
                        let hidden = hidden.into_iter().filter(is_read);
                        let cards: Vec<Card> = cards.into_iter().chain(hidden).collect();
                        let (missing, extra) = differences(&cards, &reading);
                        let mut scores = scores.lock().expect("no panic");
                        for line in [source.line(), (usize::MAX, "all")] {
                            scores.entry(line).or_default().add(&cards, &reading, time);
                        }
                        let is_right = missing.is_empty() && extra.is_empty();
                        let is_wrong = |read: &ReadCard| read.is_sure() && !cards.contains(&read.card);
                        let is_wrong = reading.cards.iter().any(is_wrong);
                        if is_right && (reading.is_sure() || cards.is_empty()) {
                            continue;
                        }
                        if is_listing {
                            let sure = if reading.is_sure() { "sure " } else { "" };
                            let sure = if is_wrong && !reading.is_sure() { "sure card " } else { sure };
                            let of_cards = reading.doubtful().flat_map(|card| &card.doubts);
                            let of_places = reading.unread.iter().map(|place| &place.doubt);
                            let doubts: Vec<&str> =
                                of_cards.chain(of_places).map(|doubt| doubt.name()).collect();
                            let (missing, extra) = (codes(&missing), codes(&extra));
                            println!(
                                "{sure}{name}: not read {missing}; wrong {extra}; doubts {}; confidence {:.2}",
                                doubts.join(" "),
                                reading.confidence
                            );
                        }
                        if let Some(folder) = &review {
                            fs::create_dir_all(folder).expect("the folder can be made");
                            let file = Path::new(folder).join(name.replace(['/', ' '], "_") + ".png");
                            let picture = annotate(&photograph, &reading, &[]).to_png();
                            fs::write(file, picture).expect("the folder can be written");
                        }
                    }
                }
            });
        }
    });
    for ((_, name), score) in scores.into_inner()? {
        score.print(name);
    }
    Ok(())
}

impl Source {
    /// The line of the output in which it is counted: its place and its name.
    fn line(&self) -> (usize, &'static str) {
        match self {
            Self::File(_, _, way) => (*way, WAYS[*way].0),
            Self::Drawn(difficulty, _) => (WAYS.len() + difficulty, DRAWN[*difficulty].0),
            Self::Parts(_, _, count) => (WAYS.len() + DRAWN.len() + count, PARTS[*count]),
            Self::Empty(_) => (usize::MAX - 1, "no cards"),
        }
    }

    /// Its pictures.
    fn shots(&self) -> Vec<Shot> {
        let name = self.line().1;
        match self {
            Self::File(file, cards, way) => {
                let image = image_of(file);
                let spoil = WAYS[*way].1;
                let spoiled =
                    if matches!(*way, 0 | CROPS) { image } else { spoil(&scaled(&image, 1200)) };
                let name = format!("{name} {}", file.display());
                vec![(name, of_image(spoiled), cards.clone(), Vec::new())]
            }
            Self::Drawn(difficulty, seed) => {
                let knobs = DRAWN[*difficulty].1;
                let mild = Difficulty { overlap: 0.0, cut_off: 0.0, ..Difficulty::all(0.12) };
                let with = |all: Difficulty, &(knob, amount): &(Knob, f32)| all.with(knob, amount);
                let seed = seed + 1000 * *difficulty as u64;
                let mut cards = board(seed);
                cards.truncate(12);
                let scene = Scene::random(&cards, &knobs.iter().fold(mild, with), seed);
                let edition = [Edition::Classic, Edition::European][seed as usize % 2];
                let picture = render(&scene.printed(edition));
                let (shown, hidden): (Vec<_>, Vec<_>) = picture
                    .truth
                    .iter()
                    .partition(|shown| shown.visible > 0.9 && shown.glare < 0.4);
                let cards =
                    |shown: Vec<&Shown>| shown.into_iter().map(|shown| shown.card.into()).collect();
                let (shown, hidden) = (cards(shown), cards(hidden));
                vec![(format!("{name} {seed}"), of_picture(picture), shown, hidden)]
            }
            Self::Parts(file, cards, count) => {
                parts(&image_of(file), cards, count + 1, &format!("{name} {}", file.display()))
            }
            Self::Empty(seed) => {
                let difficulty = Difficulty::random(*seed).with(Knob::Clutter, 1.0);
                let mut scene = Scene::random(&board(*seed), &difficulty, *seed);
                // Half of the tables also have things that resemble symbols.
                if seed.is_multiple_of(2) {
                    common::strew(&mut scene, &mut Draw::new(*seed, "without cards"));
                }
                scene.cards.clear();
                let name = format!("{name} {seed}");
                vec![(name, of_picture(render(&scene)), Vec::new(), Vec::new())]
            }
        }
    }
}

/// The parts of a photograph that show this number of cards of a row, side by side, if the whole one is read right;
/// those of the last number are of three cards, and cut the first one.
fn parts(image: &RgbImage, labels: &[Card], count: usize, name: &str) -> Vec<Shot> {
    let reading = read(&of_image(image.clone()));
    let (missing, extra) = differences(labels, &reading);
    if !missing.is_empty() || !extra.is_empty() {
        return Vec::new();
    }
    let bounds = |corners: &[Point]| {
        let of = |place: fn(&Point) -> f32| {
            let least = corners.iter().map(place).fold(f32::MAX, f32::min);
            (least, corners.iter().map(place).fold(f32::MIN, f32::max))
        };
        (of(|corner| corner.x), of(|corner| corner.y))
    };
    let rows = reading.cards.chunk_by(|one, other| one.row == other.row);
    let is_cut = count == PARTS.len();
    let groups = rows.flat_map(|row| row.windows(count.min(3)));
    let part = |group: &[ReadCard]| {
        let corners: Vec<Point> = group.iter().flat_map(|card| card.corners).collect();
        let ((left, right), (top, bottom)) = bounds(&corners);
        // The rim is a twentieth of a card: seldom is there more between two cards.
        let rim = 0.05 * (group[0].corners[2] - group[0].corners[0]).length();
        // From a third to two thirds of the first card are lost.
        let ((from, to), _) = bounds(&group[0].corners);
        let lost = 0.33 + 0.17 * (group[0].row % 3) as f32;
        let left = if is_cut { from + lost * (to - from) } else { left - rim };
        let (left, top) = (left.max(0.0), (top - rim).max(0.0));
        let right = (right + rim).min(image.width() as f32);
        let bottom = (bottom + rim).min(image.height() as f32);
        // The share of a card that is in the part, by a grid of points.
        let share = |card: &ReadCard| {
            let [a, b, c, d] = card.corners;
            let at = |index: usize| {
                let (x, y) = ((index % 10) as f32 / 9.0, (index / 10) as f32 / 9.0);
                (a * (1.0 - x) + b * x) * (1.0 - y) + (d * (1.0 - x) + c * x) * y
            };
            let is_in = |at: &Point| (left..right).contains(&at.x) && (top..bottom).contains(&at.y);
            (0..100).map(at).filter(is_in).count()
        };
        let with = |from: usize, to: usize| -> Vec<Card> {
            let cards = reading.cards.iter().filter(|card| (from..to).contains(&share(card)));
            cards.map(|card| card.card).collect()
        };
        let least = if is_cut { 20 } else { 50 };
        let [x, y, width, height] =
            [left, top, right - left, bottom - top].map(|length| length as u32);
        let part = image::imageops::crop_imm(image, x, y, width.max(1), height.max(1)).to_image();
        (
            format!("{name} {}", codes(&group.iter().map(|card| card.card).collect::<Vec<_>>())),
            of_image(part),
            with(least, 101),
            with(1, least),
        )
    };
    groups.map(part).collect()
}

/// The upright picture of a file.
fn image_of(file: &Path) -> RgbImage {
    let bytes = fs::read(file).expect("the manifest names files");
    let photograph = Photograph::decode(&bytes).expect("a photograph");
    let (width, height) = (photograph.width(), photograph.height());
    RgbImage::from_raw(width, height, photograph.to_rgb()).expect("all pixels")
}

fn of_picture(picture: Picture) -> Photograph {
    let photograph = Photograph::of_rgb(picture.width, picture.height, picture.rgb);
    photograph.expect("a picture has pixels")
}
