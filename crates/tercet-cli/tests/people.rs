//! What a terminal shows, and what a person types.

#![cfg(unix)]

use std::process::Command;

use crate::common::{Folder, root, tercet, tercet_reading};

/// What `tercet` shows on a terminal of this width, and its exit status. With keys, the terminal is also the
/// keyboard and the standard error, and must be left as it was; without a key, the program gets SIGTERM.
fn in_terminal(columns: u16, line: &str, keys: Option<&str>) -> (String, i32) {
    const SCRIPT: &str = r#"
import fcntl, os, pty, struct, subprocess, sys, termios
keys, columns, words = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
before = termios.tcgetattr(theirs)
(stdin, stderr) = (subprocess.DEVNULL,) * 2 if keys == "none" else (theirs, theirs)
child = subprocess.Popen(words, stdin=stdin, stdout=theirs, stderr=stderr, start_new_session=True)
screen = b""
if keys != "none":
    while b"\x1b[?1049h" not in screen:
        screen += os.read(ours, 65536)
    assert termios.tcgetattr(theirs) != before, "the terminal hands over each key"
    os.write(ours, keys.encode()) if keys else child.terminate()
os.set_blocking(ours, False)
while True:
    ended = child.poll() is not None
    try:
        screen += os.read(ours, 65536)
    except BlockingIOError:
        if ended:
            break
        try:
            child.wait(0.01)
        except subprocess.TimeoutExpired:
            pass
assert termios.tcgetattr(theirs) == before, "the terminal is left as it was"
assert screen.rfind(b"\x1b[?1049l") >= screen.rfind(b"\x1b[?1049h"), "the screen is left"
sys.stdout.buffer.write(screen)
sys.exit(child.returncode)
"#;
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT, keys.unwrap_or("none"), &columns.to_string()]);
    python.arg(env!("CARGO_BIN_EXE_tercet")).args(line.split_whitespace()).current_dir(root());
    let output = python.output().expect("python3 starts");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    (String::from_utf8(output.stdout).expect("text"), output.status.code().unwrap())
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    let folder = Folder::new();
    let game = folder.path("game.jsonl").display().to_string();
    assert_eq!(tercet(&format!("game --seed 5 -o {game}")).status, 0);
    for columns in [60, 80] {
        for line in [
            "",
            "deal --seed 1",
            "deal --samples 100 --seed 1",
            "find --all -i boards/photographed.txt --board table-02",
            "hint --stage 2 2RhO 1GsD 3PsS 2GhO 2PhO",
            "explain 1RsO 1RhD 2GoS",
            "show -i boards/photographed.txt --board table-02",
            "play --seed 1",
            "play --boards 3 --seed 1",
            "pack -i boards/photographed.txt --board table-02",
            "methods",
            "odds",
            "odds -p 6 --samples 20 --seed 1 --memory 1MB",
            "odds -v 10 -p 4 --samples 0",
            "simulate --games 2k --seed 1",
            "simulate -v 3 -p 6 --games 300 --seed 1 --timeout 1s",
            &format!("verify {game}"),
            &format!("verify --effort 10 {game}"),
        ] {
            // The tables of simulations are as wide as 80 columns.
            if line.starts_with("simulate") && columns < 80 {
                continue;
            }
            let (printed, _) = in_terminal(columns, &format!("--color never {line}"), None);
            assert!(!printed.is_empty(), "{line}");
            // The name of a file is not broken.
            for row in printed.lines().filter(|row| !row.starts_with(&game)) {
                assert!(row.chars().count() <= columns.into(), "{line} in {columns}: {row}");
            }
        }
    }
}

/// A board dealt with a seed is the puzzle with the same seed.
#[test]
fn a_player_who_looks_it_up_solves_every_board() {
    let puzzles = "play -v 4 -p 3 -n 14 --boards 3 --seed 5";
    let mut solutions = String::new();
    for seed in 5..8 {
        let board = tercet(&format!("deal -v 4 -p 3 -n 14 --seed {seed}")).out;
        let answer = tercet_reading("find --format json", &board).json();
        match answer["positions"].as_array().and_then(|sets| sets.first()) {
            None => solutions += "none\n",
            Some(set) => {
                let numbers = set.as_array().unwrap().iter().map(|i| i.as_u64().unwrap() + 1);
                let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
                solutions += &(numbers.join(" ") + "\n");
            }
        }
    }
    let ran = tercet_reading(puzzles, &solutions);
    assert_eq!((ran.status, &*ran.err), (0, ""), "{solutions}{}", ran.out);
    assert!(ran.out.contains("solved 3 of 3 boards\n") && !ran.out.contains("wrong"));
    // The same player skips the last board.
    let (most, _) = solutions.trim_end().rsplit_once('\n').unwrap();
    let ran = tercet_reading(puzzles, format!("{most}\nskip\n"));
    assert_eq!(ran.status, 1);
    assert!(ran.out.ends_with("1 skip\n") && ran.out.contains("solved 2 of 3 boards\n"));
}

#[test]
fn play_survives_every_input() {
    let mut nonsense = b"\xff\xfe\n\0\n\x1b[2J\n1 1 1\n-1 5\n999999999999999999999999\n".to_vec();
    nonsense.extend(b"1".repeat(100_000));
    nonsense.extend(b"\nundo\nskip\nquit\n");
    for deck in ["", "-v 1 -p 1", "-v 1 -p 3", "-v 2 -p 4", "-v 10 -p 4", "-v 64 -p 2"] {
        for (mode, result) in [("", "0 sets in "), ("--boards 5", "solved 0 of 5 boards")] {
            let line = format!("play {deck} {mode} --seed 1");
            let ran = tercet_reading(&line, &nonsense);
            assert_eq!((ran.status, &*ran.err), (1, ""), "{line}");
            assert!(!ran.out.contains('\x1b') && !ran.out.contains('\0'), "{line}");
            assert!(ran.out.contains(result), "{line}: {}", ran.out);
            let hints = tercet_reading(&format!("{line} --words"), "hint\n".repeat(80));
            assert_eq!((hints.status, &*hints.err), (1, ""), "{line}");
        }
    }
}

/// The output has neither colour nor movements of the cursor.
#[test]
fn without_a_keyboard_play_is_lines_of_text() {
    for line in ["play --seed 1", "play --seed 1 --words", "play --seed 1 -v 4 -p 5 --boards 2"] {
        let (printed, _) = in_terminal(80, &format!("--color never {line}"), None);
        let is_text = |letter: char| !letter.is_control() || "\r\n".contains(letter);
        assert!(printed.contains("hint or help") && printed.chars().all(is_text), "{printed}");
    }
}

/// A player without an idea tries all hands of three among six cards, and then says that there is no set.
#[test]
fn a_game_is_played_to_its_end_by_keys() {
    let cards = ['w', 'e', 'r', 's', 'd', 'f'];
    let mut keys = String::new();
    for a in 0..6 {
        for b in a + 1..6 {
            // What an absent card left over is released first.
            keys.extend((b + 1..6).flat_map(|c| ['\x7f', '\x7f', cards[a], cards[b], cards[c]]));
        }
    }
    let folder = Folder::new();
    let line = folder.fill("play -v 3 -p 2 --seed 1 -o @game");
    let (screen, status) = in_terminal(80, &line, Some(&(format!("?{keys}0").repeat(4) + "qq")));
    assert_eq!(status, 0, "{screen}");
    assert!(screen.contains("right, a set") && screen.contains("there is a set"), "{screen}");
    assert!(screen.contains("left over, with no set"), "{screen}");
    assert!(folder.read("game").contains("\"method\":\"player\""));
    let verified = folder.tercet("verify @game");
    assert_eq!((verified.status, &*verified.err), (0, ""), "{}", verified.out);
    assert!(!verified.out.contains("not played to its end"));
}

#[test]
fn ctrl_c_leaves_the_terminal_and_a_record() {
    let folder = Folder::new();
    for (number, (keys, expected)) in
        [("\x03", 3), ("w?\x1b[B \x03", 3), ("qwqq", 1), ("", 3)].into_iter().enumerate()
    {
        let line = folder.fill(&format!("play --color never --seed 1 -o @{number}"));
        let (screen, status) = in_terminal(80, &line, Some(keys));
        assert_eq!(status, expected, "{screen}");
        let is_plain = !screen.contains("[2m") && !screen.contains("[0m");
        assert!(screen.contains("0 sets in") && is_plain, "{screen}");
        let verified = folder.tercet(&format!("verify @{number}"));
        assert_eq!((verified.status, &*verified.err), (0, ""), "{}", verified.out);
    }
}

/// The terminal ends without a signal, as for a program that was started with `nohup`.
#[test]
#[cfg(target_os = "linux")]
fn play_ends_with_its_terminal() {
    const SCRIPT: &str = r#"
import fcntl, os, pty, signal, struct, subprocess, sys, termios
signal.signal(signal.SIGHUP, signal.SIG_IGN)
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
child = subprocess.Popen(sys.argv[1:], stdin=theirs, stdout=theirs, stderr=subprocess.PIPE, start_new_session=True)
os.close(theirs)
screen = b""
while b"quit" not in screen:
    screen += os.read(ours, 65536)
os.close(ours)
try:
    sys.stdout.buffer.write(child.communicate(timeout=300)[1])
finally:
    child.kill()
sys.exit(child.returncode)
"#;
    let folder = Folder::new();
    let mut python = Command::new("python3");
    python.args(["-c", SCRIPT, env!("CARGO_BIN_EXE_tercet"), "play", "--seed", "1", "-o"]);
    let output = python.arg(folder.path("game")).output().expect("python3 starts");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "tercet: the terminal is gone\n");
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(folder.tercet("verify @game").status, 0);
}
