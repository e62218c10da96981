//! The table says what each method is and can do.

use tercet::deck::Unsupported;
use tercet::solver::{METHODS, Method, Options, Question, Update, method};
use tercet::{Board, Deck};
use tercet_testkit::boards::{dealt, deck};

/// The method, built to answer a question.
fn built(row: &Method, question: Question, board: &Board) -> Result<Box<dyn Update>, Unsupported> {
    let options = Options::default();
    Ok(match question {
        Question::Find => row.solver(board, &options)?,
        Question::Enumerate => row.enumerator(board, &options)?,
        Question::Count => row.counter(board, &options)?,
    })
}

#[test]
fn methods_say_what_they_cannot_do() {
    for (v, p) in [(1, 1), (2, 5), (3, 4), (3, 17), (3, 64), (4, 4), (5, 1), (36, 2), (256, 16)] {
        let board = dealt(deck(v, p), 5, 6);
        for question in Question::ALL {
            let can = |row: &&Method| row.can(question, board.deck());
            let names: Vec<&str> = METHODS.iter().filter(can).map(|row| row.name).collect();
            assert!(names.contains(&"brute"));
            for row in METHODS {
                let unsupported = match built(row, question, &board) {
                    Ok(subject) => {
                        assert!(names.contains(&row.name));
                        assert!(*subject.board() == board);
                        continue;
                    }
                    Err(unsupported) => unsupported,
                };
                assert!(!names.contains(&row.name));
                let Unsupported { what, why: _, deck, able } = &unsupported;
                assert_eq!((&**what, *deck, able), (row.name, board.deck(), &names));
                let words = question.in_words();
                let why = if row.answers(question) {
                    format!("needs {} to {words} of ({v},{p})", row.decks)
                } else {
                    format!("cannot {words} of ({v},{p})")
                };
                assert_eq!(
                    unsupported.to_string(),
                    format!("{} {why}: choose one of {}", row.name, names.join(", "))
                );
            }
        }
    }
}

#[test]
fn the_table_says_what_is() {
    for (i, row) in METHODS.iter().enumerate() {
        assert!(std::ptr::eq(method(row.name).unwrap(), row), "{} is there twice", row.name);
        assert!(row.name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-'));
        assert!(Question::ALL.into_iter().any(|question| row.answers(question)));
        assert!((row.name == "brute") == (i == 0), "the first row is the oracle");
        // The words about the decks, such as `4 ≤ v ≤ 64, p ≤ 16`, and what they say.
        let shapes = [1, 2, 3, 4, 5, 6, 9, 16, 32, 36, 64, 65, 128, 256].into_iter();
        for (v, p) in shapes.flat_map(|v| [1, 2, 5, 16, 17, 30].map(|p| (v, p))) {
            let Ok(deck) = Deck::new(v, p) else { continue };
            let number = |word: &str| match word {
                "v" => v,
                "p" => p,
                _ => word.parse().unwrap(),
            };
            let holds = |words: &[&str]| match words[1] {
                "=" => number(words[0]) == number(words[2]),
                "≤" => number(words[0]) <= number(words[2]),
                "≥" => number(words[0]) >= number(words[2]),
                other => panic!("{}: '{other}' of the decks '{}'", row.name, row.decks),
            };
            let decks = row.decks.to_string();
            let named = decks == "any"
                || decks.split(", ").all(|chain| {
                    let words: Vec<&str> = chain.split(' ').collect();
                    words.windows(3).step_by(2).all(holds)
                });
            for question in Question::ALL {
                let can = named && row.answers(question);
                assert_eq!(row.can(question, deck), can, "{} of {deck}", row.name);
            }
        }
    }
    let unknown = method("magic").unwrap_err().to_string();
    assert!(unknown.starts_with("no method is called 'magic': choose one of brute"), "{unknown}");
    assert!(METHODS.iter().all(|row| unknown.contains(row.name)), "{unknown}");
}
