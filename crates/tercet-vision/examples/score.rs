//! Reads labelled photographs, and counts what is right.
//!
//! ```console
//! $ cargo run --release -p tercet-vision --example score -- MANIFEST [--by COLUMN] [--review FOLDER]
//! ```
//!
//! MANIFEST is a table of photographs, its cells separated by tabs. Its first line names the columns:
//! `file` is relative to the folder of the manifest, `labels` are the cards on the photograph in any order
//! (`-` if there are none). Lines that begin with `#` are comments. `--by` counts the photographs of each
//! value of a column separately, and `--review` writes pictures of the doubtful cards into a folder.
//!
//! Boards that are wrong and called certain have a count of their own: nobody would look at them again.

#[path = "common/labelled.rs"]
mod labelled;

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Instant;

use tercet_vision::{Photograph, Reading, read};

use labelled::{Score, cell, codes, differences, labels, rows};

/// The width of the pictures of doubtful cards, in pixels.
const WIDTH: u32 = 300;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let (mut manifest, mut by, mut review) = (None, None, None);
    while let Some(argument) = arguments.next() {
        match &*argument {
            "--by" => by = arguments.next(),
            "--review" => review = arguments.next(),
            _ => manifest = Some(argument),
        }
    }
    let manifest = manifest.ok_or("usage: score MANIFEST [--by COLUMN] [--review FOLDER]")?;
    let folder = Path::new(&manifest).parent().ok_or("the manifest has no folder")?;
    let text = fs::read_to_string(&manifest)?;
    let mut total = Score::default();
    let mut groups: BTreeMap<&str, Score> = BTreeMap::new();
    for row in rows(&text)? {
        let cards = labels(&row)?;
        let file = cell(&row, "file")?;
        let bytes = fs::read(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let begin = Instant::now();
        let photograph = Photograph::decode(&bytes).map_err(|error| format!("{file}: {error}"))?;
        let reading = read(&photograph);
        let time = begin.elapsed();
        total.add(&cards, &reading, time);
        if let Some(by) = &by {
            groups.entry(cell(&row, by)?).or_default().add(&cards, &reading, time);
        }
        let (missing, extra) = differences(&cards, &reading);
        if !missing.is_empty() || !extra.is_empty() {
            let sure = if reading.is_sure() { " (sure)" } else { "" };
            println!("{file}{sure}: not read {}; wrong {}", codes(&missing), codes(&extra));
        }
        if let Some(review) = &review {
            write_doubtful(Path::new(review), file, &photograph, &reading)?;
        }
    }
    if total.boards == 0 {
        return Err("the manifest names no photographs".into());
    }
    for (name, score) in groups {
        score.print(name);
    }
    total.print("all");
    Ok(())
}

/// Writes a picture of each doubtful card and of each place that could not be read.
fn write_doubtful(
    folder: &Path,
    file: &str,
    photograph: &Photograph,
    reading: &Reading,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let doubtful = reading.doubtful().map(|card| (card.classic().to_string(), card.corners));
    let unread = reading.unread.iter().map(|place| ("unread".to_owned(), place.corners));
    for (number, (card, corners)) in (1..).zip(doubtful.chain(unread)) {
        let name = format!("{}-{number}-{card}.png", file.replace('/', "-"));
        fs::write(folder.join(name), photograph.crop(corners, WIDTH).to_png())?;
    }
    Ok(())
}
