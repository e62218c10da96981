//! Photographs by people, of real cards: a folder with labels that `TERCET_PHOTOS` names.

#[path = "../examples/common/labelled.rs"]
mod labelled;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use tercet_testkit::skipped;
use tercet_vision::{Photograph, read};

use labelled::{Score, cell, codes, differences, labels, rows};

#[test]
fn boards_by_people_are_read_right_and_never_wrong_without_a_doubt() {
    let Some(folder) = std::env::var_os("TERCET_PHOTOS") else {
        return skipped("photographs by people: name their folder in TERCET_PHOTOS");
    };
    let folder = Path::new(&folder);
    let manifest = std::fs::read_to_string(folder.join("manifest.tsv")).expect("a manifest");
    let mut scores: BTreeMap<&str, Score> = BTreeMap::new();
    let mut total = Score::default();
    let rows = rows(&manifest).expect("a table");
    for row in rows.filter(|row| cell(row, "kind") == Ok("board")) {
        let bytes = std::fs::read(folder.join(cell(&row, "file").unwrap())).expect("its file");
        let photograph = Photograph::decode(&bytes).expect("a photograph");
        let reading = read(&photograph);
        let cards = labels(&row).expect("codes");
        for score in [scores.entry(cell(&row, "repo").unwrap()).or_default(), &mut total] {
            score.add(&cards, &reading, Duration::ZERO);
        }
        let (missing, extra) = differences(&cards, &reading);
        let (missing, extra) = (codes(&missing), codes(&extra));
        assert_eq!(total.boards_silently_wrong, 0, "{row:?}: not read {missing}; wrong {extra}");
    }
    assert!(total.boards > 0, "the manifest names no boards");
    let sure = |score: &Score| score.boards - score.boards_unsure;
    assert!(100 * sure(&total) >= 85 * total.boards, "boards that are right and sure");
    for (source, score) in scores {
        assert!(1000 * score.cards_right >= 993 * score.cards, "{source}");
        assert!(100 * score.boards_right >= 94 * score.boards, "{source}");
        assert!(10 * sure(&score) >= 8 * score.boards, "{source}");
        score.print(source);
    }
}
