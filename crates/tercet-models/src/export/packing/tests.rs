use tercet::{Card, Deck};

use super::*;
use crate::Symmetry;
use crate::export::{Form, export, import};

/// Two sets that share the card 00, and a third one that is disjoint from the second alone.
fn board() -> Board {
    "000 001 002 010 020 112 222".parse().unwrap()
}

fn read(form: Form, text: &str) -> Result<Claim, String> {
    import(&board(), form, text, &Limit::none()).map_err(|error| error.to_string())
}

fn is_refused(form: Form, text: &str, parts: &[&str]) {
    let error = read(form, text).expect_err(text);
    for part in parts {
        assert!(error.contains(part), "'{part}' is missing in: {error}");
    }
    assert_eq!(error.lines().count(), 1);
}

/// The packing of two sets, of which it is claimed or not that it is the most.
fn two(is_most: bool) -> Claim {
    let sets = [[0, 3, 4], [2, 5, 6]].map(|set| Found::new(set).set(&board()));
    Claim::Packing { packing: Packing::new(&board(), sets).unwrap(), is_most }
}

#[test]
fn solutions_of_integer_programs() {
    for form in [Form::PackLp, Form::PackMps] {
        let highs = |status: &str| {
            format!(
                "Model status\n{status}\n\n# Primal solution values\nFeasible\nObjective 2\n\
                 # Columns 3\ns_1 0\ns_2 1\ns_3 1\n# Rows 1\nc_1 1\n"
            )
        };
        assert_eq!(read(form, &highs("Optimal")), Ok(two(true)));
        assert_eq!(read(form, &highs("Time limit reached")), Ok(two(false)));
        // The head of HiGHS 1.16. Beyond a gap there may be a better solution.
        for (objective, bound, is_optimal) in
            [("2", "2", true), ("-2", "-2", true), ("2", "2.9", true), ("2", "3", false)]
        {
            let head = format!("Objective {objective}\nObjective_bound {bound}\nMIP_rel_gap 0");
            let later = highs("Optimal").replace("Objective 2", &head);
            assert_eq!(read(form, &later), Ok(two(is_optimal)), "{objective} {bound}");
        }
        assert_eq!(read(form, "s_3 1\ns_2 1\n"), Ok(two(false)));
        let cbc = "Optimal - objective value -2.00000000\n 1 s_2  1  -1\n 2 s_3  1  -1\n";
        assert_eq!(read(form, cbc), Ok(two(true)));
        assert_eq!(read(form, "s_1 0\n"), Ok(Claim::Unknown));
        let wrong = highs("Optimal").replace("Objective 2", "Objective 3\nObjective_bound 3");
        for (text, parts) in [
            (&*wrong, &["line 6: 'Objective 3' contradicts the values, which make it 2"][..]),
            (
                "Optimal - objective value 1\n 2 s_3 1 0\n",
                &[
                    "line 2: the solver claims that there are no more than 1 ",
                    "000 010 020 is a fur",
                ],
            ),
            ("Optimal - objective value 0\n", &["line 1: the solver claims", "no more than 0 "]),
            ("s_1 1\ns_2 1\n", &["line 1", "are disjoint, but the card 000 occurs twice"]),
            ("s_4 1", &["names no variable of the program of this board"]),
            ("s_99999999999999999999 1", &["names no variable"]),
            ("s_2 1\ns_2 1", &["line 2", "second value"]),
            ("inc_1 1", &["names no variable"]),
            ("infeasible", &["there is no solution, but choosing no set is one"]),
            ("", &["no solution"]),
            ("hello there you", &["is not a line such as 's_1 1'"]),
        ] {
            is_refused(form, text, parts);
        }
    }
}

#[test]
fn solutions_of_maxsat_solvers() {
    let form = Form::PackWcnf;
    assert_eq!(read(form, "c rc2\ns OPTIMUM FOUND\no 1\nv -1 2 3\n"), Ok(two(true)));
    assert_eq!(read(form, "o 2\no 1\ns OPTIMUM FOUND\nv -1 2 3 0\n"), Ok(two(true)));
    assert_eq!(read(form, "o 1\ns SATISFIABLE\nv 011\n"), Ok(two(false)));
    assert_eq!(read(form, "s OPTIMUM FOUND\r\nv 011\r\n"), Ok(two(true)));
    assert_eq!(read(form, "s UNKNOWN\n"), Ok(Claim::Unknown));
    is_refused(form, "", &["there is no answer"]);
    is_refused(form, "s OPTIMUM FOUND\no 1\n", &["does not print it"]);
    is_refused(form, "s OPTIMUM FOUND\nv 0110\n", &["line 2: '0110' names no variable", "has 3"]);
    is_refused(form, "s OPTIMUM FOUND\nv 110\n", &["line 2", "the card 000 occurs twice"]);
    is_refused(form, "s OPTIMUM FOUND\nv 1 2\n", &["line 2", "the card 000 occurs twice"]);
    is_refused(form, "s OPTIMUM FOUND\nv 010\n", &["no more than 1 ", "002 112 222 is a further"]);
    is_refused(
        form,
        "s OPTIMUM FOUND\no 2\nv 011\n",
        &["line 2: 'o 2' is not the cost", "choose 1"],
    );
    is_refused(form, "s OPTIMUM FOUND\no x\nv 011\n", &["line 2: 'o x' is not the cost"]);
    is_refused(form, "s OPTIMUM FOUND\nv 2 -2\n", &["'-2' contradicts"]);
    is_refused(form, "s OPTIMUM FOUND\nv 011\nv 010\n", &["line 3: '010' contradicts"]);
    is_refused(form, "s OPTIMUM FOUND\nv 99999999999999999999\n", &["is not a literal"]);
    is_refused(form, "s OPTIMUM FOUND\nv -9223372036854775808\n", &["names no variable"]);
    is_refused(form, "s UNSATISFIABLE\n", &["choosing no set is one"]);
    is_refused(form, "Segmentation fault\n", &["is not a line of a MaxSAT solver"]);
}

#[test]
fn boards_with_too_many_sets_are_refused() {
    let deck = Deck::new(2, 11).unwrap();
    let cards: Vec<Card> = deck.cards().take(1001).collect();
    // 1000 cards have 499,500 pairs, and another one 1,000 more.
    for (n, is_long) in [(1000, false), (1001, true)] {
        let board = Board::new(deck, &cards[..n]).unwrap();
        let sets = Sets::new(&board, &Limit::none()).map(|sets| sets.len());
        assert_eq!(sets, if is_long { Err(ExportError::TooManySets) } else { Ok(499_500) });
    }
    let board = Board::new(deck, &cards).unwrap();
    for form in [Form::PackLp, Form::PackMps, Form::PackWcnf] {
        let error = export(&board, form, Symmetry::None, &Limit::none()).unwrap_err().to_string();
        assert!(error.starts_with("the board has more than 500000 sets"), "{error}");
        let imported = import(&board, form, "", &Limit::none()).unwrap_err().to_string();
        assert_eq!(imported, error);
    }
}
