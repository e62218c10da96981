//! `tercet game` and `tercet verify`: games, their records, and interruptions.

use std::process::{Child, Stdio};

use crate::common::{Folder, command, tercet_reading};
#[cfg(unix)]
use crate::common::{interrupt, wait_for_lines};

#[test]
fn records_verify() {
    for line in [
        "",
        "--seed 7 --pick first",
        "--seed 7 --rules thesis",
        "-v 4 -p 3 --refill delayed --seed 1",
        "-v 3 -p 4 --refill owed --seed 1",
        "-v 5 -p 3 --goal 3 --seed 2",
        "-v 40 -p 1 --seed 3",
        "-v 2 -p 5",
        "-v 1 -p 3",
    ] {
        let folder = Folder::new();
        assert_eq!(folder.tercet(&format!("game {line} -o @game")).status, 0, "{line}");
        let verified = folder.tercet("verify @game --effort 1M");
        assert_eq!((verified.status, verified.err.as_str()), (0, ""), "{line}");
        assert_eq!(verified.out.lines().count(), 1, "{}", verified.out);
        let piped = tercet_reading("verify - --effort 1M --format json", folder.read("game"));
        assert_eq!(piped.json()["answer"], "proved");
    }
}

#[test]
fn the_order_of_a_file_is_dealt() {
    let folder = Folder::new();
    for (deck, cards) in [("", 81), ("", 40), ("-v 4 -p 3", 64), ("-v 2 -p 3", 7)] {
        let deal = folder.tercet(&format!("deal {deck} -n {cards} --seed 4 --json"));
        folder.write("order", deal.out);
        for more in ["--pick first", "--pick uniform", "--rules thesis --variant shuffle"] {
            let game = format!("game {deck} --deck @order {more} --seed 9 -o @game --force");
            assert_eq!(folder.tercet(&game).status, 0, "{game}");
            let verified = folder.tercet("verify @game --json").json();
            assert_eq!(
                (&verified["answer"], &verified["dealt"]),
                (&"proved".into(), &cards.into())
            );
        }
    }
}

/// Starts a game of many steps, with a pause after each, whose record goes to a file.
fn slow_game(folder: &Folder, file: &str, pause: &str) -> Child {
    let line = format!("game -v 4 -p 4 --seed 1 --watch --pause {pause} -o @{file}");
    let line = folder.fill(&line);
    command(line.split(' ')).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_game_and_its_record() {
    let folder = Folder::new();
    let mut game = slow_game(&folder, "game", "1h");
    wait_for_lines(&folder.path("game"), 2, &mut game);
    interrupt(&game);
    assert_eq!(game.wait().unwrap().code(), Some(3));
    assert!(folder.read("game").contains("\"why\":\"stopped: interrupted\""));
    assert_eq!(folder.tercet("verify @game").status, 0);
}

#[cfg(unix)]
#[test]
fn a_killed_game_leaves_a_record_that_verifies() {
    let folder = Folder::new();
    let mut unfinished = 0;
    for lines in 0..25 {
        let file = format!("{lines}.jsonl");
        let mut game = slow_game(&folder, &file, "2ms");
        wait_for_lines(&folder.path(&file), lines, &mut game);
        game.kill().unwrap();
        game.wait().unwrap();
        if folder.path(&file).exists() {
            let ran = folder.tercet(&format!("verify @{file}"));
            assert_eq!(ran.status, 0, "killed after {lines} lines: {}", ran.err);
            unfinished += usize::from(ran.out.contains("not played to its end"));
        }
    }
    assert!(unfinished > 10, "{unfinished} games were killed midway");
}

#[test]
fn only_one_of_two_games_gets_a_file() {
    let folder = Folder::new();
    for i in 0..20 {
        let play = || folder.start(&format!("game -o @{i}"));
        let mut games = [play(), play()].map(|mut game| game.wait().unwrap().code());
        games.sort_unstable();
        assert_eq!(games, [Some(0), Some(2)]);
        assert_eq!(folder.tercet(&format!("verify @{i}")).status, 0);
    }
    assert_eq!(folder.files().len(), 20, "nothing else is left");
}
