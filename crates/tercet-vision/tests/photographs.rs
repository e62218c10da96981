//! Photographs by people, of real cards: a folder with labels that `TERCET_PHOTOS` names.

use std::path::{Path, PathBuf};

use tercet_vision::{Options, Photograph, Reading, read};

/// A board of the manifest.
struct Labelled {
    file: PathBuf,
    labels: Vec<String>,
    /// The source in the manifest.
    source: String,
}

/// The boards of a manifest: a table of files, kinds, numbers of cards, labels and sources.
fn boards(folder: &Path) -> Vec<Labelled> {
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("a manifest");
    let rows = manifest.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let boards = rows.filter(|row| row.get(1) == Some(&"board"));
    let board = |row: Vec<&str>| {
        let mut labels: Vec<String> = row[3].split(' ').map(str::to_owned).collect();
        labels.sort();
        Labelled { file: folder.join(row[0]), labels, source: row[4].to_owned() }
    };
    boards.map(board).collect()
}

/// The cards of a reading as codes, sorted.
fn codes(reading: &Reading) -> Vec<String> {
    let mut codes: Vec<String> =
        reading.cards.iter().map(|card| card.classic().to_string()).collect();
    codes.sort();
    codes
}

#[test]
fn boards_by_people_are_read_right_and_never_wrong_without_a_doubt() {
    let Some(folder) = std::env::var_os("TERCET_PHOTOS") else {
        println!("NOT TESTED: photographs by people: name their folder in TERCET_PHOTOS");
        return;
    };
    let boards = boards(Path::new(&folder));
    assert!(!boards.is_empty(), "the manifest names no boards");
    let mut sources: Vec<&str> = boards.iter().map(|board| board.source.as_str()).collect();
    sources.sort_unstable();
    sources.dedup();
    let mut all_sure = 0;
    for source in sources {
        let (mut cards, mut right, mut all, mut whole, mut sure) = (0, 0, 0, 0, 0);
        for board in boards.iter().filter(|board| board.source == source) {
            let bytes = std::fs::read(&board.file).expect("a file of the manifest");
            let photograph = Photograph::decode(&bytes).expect("a photograph");
            let reading = read(&photograph, &Options::default());
            let mut found = codes(&reading);
            let is_right = found == board.labels;
            cards += board.labels.len();
            for label in &board.labels {
                if let Some(at) = found.iter().position(|code| code == label) {
                    found.remove(at);
                    right += 1;
                }
            }
            all += 1;
            whole += usize::from(is_right);
            sure += usize::from(is_right && reading.is_sure());
            assert!(is_right || !reading.is_sure(), "{}: wrong and sure", board.file.display());
        }
        println!(
            "{source}: {right} of {cards} cards, {whole} of {all} boards, {sure} of them sure"
        );
        assert!(1000 * right >= 993 * cards, "{source}: {right} of {cards} cards");
        assert!(100 * whole >= 94 * all, "{source}: {whole} of {all} boards");
        assert!(10 * sure >= 8 * all, "{source}: {sure} of {all} boards are right and sure");
        all_sure += sure;
    }
    let all = boards.len();
    assert!(100 * all_sure >= 85 * all, "{all_sure} of {all} boards are right and sure");
}
