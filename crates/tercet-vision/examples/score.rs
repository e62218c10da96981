//! Reads labelled photographs, and counts what is right.
//!
//! ```console
//! $ cargo run --release -p tercet-vision --example score -- MANIFEST [--by COLUMN] [--review FOLDER]
//! ```
//!
//! MANIFEST is a table of photographs, its cells separated by tabs. Its first line names the columns:
//! `file` is relative to the folder of the manifest, `labels` are the cards on the photograph in any order
//! (`-` if there are none). Lines that begin with `#` are comments. `--by` counts the photographs of each
//! value of a column apart, and `--review` writes pictures of the doubtful cards into a folder.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tercet::classic::ClassicCard;
use tercet::{Card, Deck};
use tercet_vision::{Options, Photograph, Reading, read};

/// The width of the pictures of doubtful cards, in pixels.
const WIDTH: u32 = 300;

/// The counts of some photographs.
#[derive(Default)]
struct Score {
    boards: usize,
    boards_right: usize,
    /// Boards whose reading is not sure, whether right or wrong.
    boards_unsure: usize,
    /// Boards that are wrong although their reading is sure.
    boards_silently_wrong: usize,
    cards: usize,
    cards_right: usize,
    /// The time of each photograph, decoding included.
    times: Vec<Duration>,
}

impl Score {
    fn add(&mut self, labels: &[Card], reading: &Reading, time: Duration) {
        let (missing, extra) = differences(labels, reading);
        let is_right = missing.is_empty() && extra.is_empty();
        self.boards += 1;
        self.boards_right += usize::from(is_right);
        self.boards_unsure += usize::from(!reading.is_sure());
        self.boards_silently_wrong += usize::from(!is_right && reading.is_sure());
        self.cards += labels.len();
        self.cards_right += labels.len() - missing.len();
        self.times.push(time);
    }

    fn print(mut self, name: &str) {
        let Self { boards, boards_right, boards_unsure, boards_silently_wrong, .. } = self;
        let Self { cards, cards_right, .. } = self;
        self.times.sort_unstable();
        let (median, longest) = (self.times[boards / 2], self.times[boards - 1]);
        println!(
            "{name}: {boards_right} of {boards} boards right, {boards_unsure} unsure, \
             {boards_silently_wrong} silently wrong; {cards_right} of {cards} cards right; \
             median {median:.1?}, at most {longest:.1?}"
        );
    }
}

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
    let mut rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let columns: Vec<&str> = rows.next().ok_or("the manifest is empty")?.split('\t').collect();
    let column = |name: &str| {
        let place = columns.iter().position(|column| *column == name);
        place.ok_or_else(|| format!("no column '{name}' among {columns:?}"))
    };
    let (file, labels) = (column("file")?, column("labels")?);
    let by = by.as_deref().map(column).transpose()?;
    let mut total = Score::default();
    let mut groups: BTreeMap<&str, Score> = BTreeMap::new();
    for row in rows {
        let cells: Vec<&str> = row.split('\t').collect();
        let cell = |column: usize| cells.get(column).copied().ok_or(format!("a short row: {row}"));
        let cards = cell(labels)?.split_whitespace().filter(|&label| label != "-");
        let cards = cards.map(|label| Deck::CLASSIC.card(label)).collect::<Result<Vec<_>, _>>()?;
        let file = cell(file)?;
        let bytes = fs::read(folder.join(file)).map_err(|error| format!("{file}: {error}"))?;
        let begin = Instant::now();
        let photograph = Photograph::decode(&bytes).map_err(|error| format!("{file}: {error}"))?;
        let reading = read(&photograph, &Options::default());
        let time = begin.elapsed();
        total.add(&cards, &reading, time);
        if let Some(by) = by {
            groups.entry(cell(by)?).or_default().add(&cards, &reading, time);
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

/// The labels that were not read, and the cards that were read but are not labels.
fn differences(labels: &[Card], reading: &Reading) -> (Vec<Card>, Vec<Card>) {
    let (mut missing, mut extra) = (labels.to_vec(), Vec::new());
    for read in &reading.cards {
        match missing.iter().position(|label| *label == read.card) {
            Some(place) => drop(missing.swap_remove(place)),
            None => extra.push(read.card),
        }
    }
    (missing, extra)
}

fn codes(cards: &[Card]) -> String {
    let code = |&card| ClassicCard::try_from(card).map_or("?".into(), |card| card.to_string());
    let codes: Vec<String> = cards.iter().map(code).collect();
    if codes.is_empty() { "none".into() } else { codes.join(" ") }
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
