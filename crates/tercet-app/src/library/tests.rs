use std::collections::BTreeMap;

use tercet::Set;
use tercet::file::{PartialDeck, parse_boards};
use tercet::solver::{Limit, Options, method};

use super::*;

fn library(folder: &Path, seed: u64) -> Library {
    Library {
        folder: folder.to_owned(),
        scale: LibraryScale::Small,
        seed: Some(seed.into()),
        threads: NonZeroUsize::new(2),
        timeout: None,
    }
}

/// All files below a folder, by their paths in it.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(
                files(&path).into_iter().map(|(file, bytes)| (format!("{name}/{file}"), bytes)),
            );
        } else {
            found.insert(name, fs::read(&path).unwrap());
        }
    }
    found
}

#[test]
fn a_library_is_reproducible_and_its_answers_hold() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let session = Session::new();
    let one = library(folders[0].path(), 7).ask(&session).unwrap();
    // With another number of threads, after an interruption, and with a damaged file.
    let other = Library { threads: NonZeroUsize::new(1), ..library(folders[1].path(), 7) };
    let stopped = Library { timeout: Some(Seconds::default()), ..other.clone() };
    let stopped = stopped.ask(&session).unwrap();
    assert_eq!((stopped.stopped, stopped.done), (true, 0));
    other.ask(&session).unwrap();
    fs::write(folders[1].path().join("cap/v3-p2-n4.txt"), "0000").unwrap();
    let again = other.ask(&session).unwrap();
    assert_eq!((again.done, again.resumed), (one.instances, one.instances - 1));
    assert_eq!(again.families, one.families);
    let all = files(folders[0].path());
    assert!(all == files(folders[1].path()), "the same files, byte for byte");

    let text = |path: &str| String::from_utf8(all[path].clone()).unwrap();
    // Every file has its check sum.
    let sums = text("checksums.txt");
    assert_eq!(sums.lines().count(), all.len() - ["checksums.txt", MARK].len());
    for line in sums.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let bytes = &all[words[2]];
        assert_eq!((words[0], words[1]), (&*instance::crc32(bytes), &*bytes.len().to_string()));
    }
    let manifest = text("manifest.csv");
    assert_eq!(manifest.lines().count(), 1 + one.instances);
    let (mut found, mut none) = (0, 0);
    for (name, _) in plan::FAMILIES {
        let boards = parse_boards(text(&format!("{name}.txt")), PartialDeck::default()).unwrap();
        for named in boards {
            let own = named.name.unwrap();
            let path = format!("{name}/{own}");
            let alone = parse_boards(text(&format!("{path}.txt")), PartialDeck::default()).unwrap();
            assert_eq!(alone[0].board, named.board, "{path}");
            let instance: Instance = serde_json::from_str(&text(&format!("{path}.json"))).unwrap();
            assert_eq!(instance.text(), text(&format!("{path}.json")), "an answer round-trips");
            assert!(manifest.contains(&format!("\n{own},{name},")));
            // A method other than those that established the answer.
            let other = if named.board.deck().values() == 3 { "halves" } else { "middle" };
            let mut solver =
                method(other).unwrap().solver(&named.board, &Options::default()).unwrap();
            let answer = solver.find(&Limit::none()).unwrap();
            assert_eq!(answer.is_some(), instance.answer == Verdict::Found, "{path}");
            if instance.answer == Verdict::Found {
                found += 1;
                let cards = named.board.at(&instance.positions);
                assert!(Set::new(named.board.deck(), &cards).is_ok(), "{path}");
            } else {
                none += 1;
                let why = text(&format!("{path}.txt"));
                assert_eq!(why.lines().nth(1).unwrap().starts_with("# "), name == "obstructed");
                assert_eq!(instance.proof.is_some(), named.board.deck().values() >= 4, "{path}");
            }
            if let Some(proof) = &instance.proof {
                tercet_proof::check(&named.board, &all[proof][..], &Limit::none()).unwrap();
            }
            for form in tercet_models::export::Form::ALL {
                let export = format!("{path}.{}.{}", form.name(), form.extension());
                assert!(!all[&export].is_empty(), "{export}");
            }
        }
    }
    assert_eq!(found + none, one.instances);
    assert!(found > 5 && none > 5, "{found} with a set, {none} without");
}

#[test]
fn a_folder_of_something_else_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("letter.txt"), "dear").unwrap();
    let refused = |library: Library| library.ask(&Session::new()).unwrap_err();
    let error = refused(library(folder.path(), 1));
    assert_eq!(error.code, Code::Conflict);
    assert!(error.message.contains("it holds something else"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // Another library, and one that is damaged.
    let own = folder.path().join("new/deep");
    let no_time = Library { timeout: Some(Seconds::default()), ..library(&own, 1) };
    assert!(no_time.ask(&Session::new()).unwrap().stopped);
    let unnamed = Library { seed: None, ..no_time };
    assert_eq!(unnamed.ask(&Session::new()).unwrap().seed, 1_u64.into());
    assert!(refused(library(&own, 2)).message.contains("another library (seed 1, small"));
    fs::write(own.join(MARK), "{}").unwrap();
    assert!(refused(library(&own, 1)).message.contains("cannot be read"));
    // A file with the name of the folder.
    let file = folder.path().join("letter.txt");
    assert_eq!(refused(library(&file, 1)).code, Code::File);
}

#[test]
fn names_and_numbers_are_those_of_the_documentation() {
    for (scale, instances) in
        [(LibraryScale::Small, 53), (LibraryScale::Medium, 185), (LibraryScale::Large, 337)]
    {
        let plans = plan::plans(scale, 1);
        let mut names: Vec<_> = plans.iter().map(|plan| (plan.family, &plan.name)).collect();
        names.sort();
        names.dedup();
        assert_eq!((plans.len(), names.len()), (instances, instances));
    }
}
