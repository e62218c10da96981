use tercet::{Board, Card, Deck};

use super::*;
use crate::ip::program::Program;

#[derive(Debug, PartialEq, Eq)]
enum Said {
    Chosen(Vec<usize>),
    None,
    Unknown,
}

/// What a text says about the first four cards of the classic deck.
fn said(text: &str) -> Result<Said, String> {
    let cards: Vec<Card> = Deck::CLASSIC.cards().take(4).collect();
    let board = Board::new(Deck::CLASSIC, &cards).unwrap();
    let program = Program::new(&board, 0, &mut Limit::none().watch()).unwrap();
    match read(&program, text, &Limit::none()) {
        Ok(Solution::Values(values)) => {
            Ok(Said::Chosen(program.chosen(|column| values.is_one[column])))
        }
        Ok(Solution::None) => Ok(Said::None),
        Ok(Solution::Unknown) => Ok(Said::Unknown),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn solutions_are_read() {
    let highs = "Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective 0\n\
                 # Columns 5\ninc_1 1\ninc_2 0.9999999\ninc_3 1\ninc_4 0\ny_4 1\n# Rows 2\n\
                 cards 3\nshown_1_0 0\n\n# Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\n";
    assert_eq!(said(highs), Ok(Said::Chosen(vec![0, 1, 2])));
    // Later versions write more lines in the head.
    let head = "Feasible\nObjective 0\nObjective_bound 0\nMIP_rel_gap 0\nOf the future\n";
    let later =
        highs.replace("Feasible\nObjective 0\n", head).replace("Optimal\n", "Optimal\nNew 1\n");
    assert_eq!(said(&later), Ok(Said::Chosen(vec![0, 1, 2])));
    assert_eq!(
        said(&highs.replace("Objective 0", "Objective 1")).unwrap_err(),
        "line 6: 'Objective 1' contradicts the values, which make it 0"
    );
    assert_eq!(
        said(&highs.replace("# Columns 5\n", "")).unwrap_err(),
        "line 2: 'Optimal' comes without values: let the solver print them, in raw style"
    );
    assert_eq!(said("inc_3 1\n# a comment\ninc_1 = 1\n"), Ok(Said::Chosen(vec![0, 2])));
    let none = "Model status\nInfeasible\n\n# Primal solution values\nNone\n\n\
                # Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\nNone\n";
    assert_eq!(said(none), Ok(Said::None));
    assert_eq!(said("infeasible"), Ok(Said::None));
    for stop in ["Time limit reached", "Solution limit reached", "Interrupted by user", "Not Set"] {
        let stopped = none.replace("Infeasible", stop);
        assert_eq!(said(&stopped), Ok(Said::Unknown), "{stop}");
        // The values found until then count, if they are a solution.
        let stopped = highs.replace("Optimal", stop);
        assert_eq!(said(&stopped), Ok(Said::Chosen(vec![0, 1, 2])), "{stop}");
        let stopped = stopped.replace("Feasible", "Infeasible").replace("inc_1 1", "inc_1 0.5");
        assert_eq!(said(&stopped), Ok(Said::Unknown), "{stop}");
    }
    let relaxed = highs.replace("Feasible", "Infeasible").replace("Optimal", "Infeasible");
    assert_eq!(said(&relaxed), Ok(Said::None));

    assert!(said("").unwrap_err().starts_with("no solution: a file of HiGHS begins with"));
    for (text, words) in [
        ("inc_5 1", "line 1: 'inc_5 1' names no variable of the program of this board"),
        ("inc_0 1", "line 1: 'inc_0 1' names no variable of the program of this board"),
        ("\nz_1_3 1", "line 2: 'z_1_3 1' names no variable of the program of this board"),
        ("inc_1 0.5", "line 1: 'inc_1 0.5' gives neither 0 nor 1"),
        ("inc_1 nan", "line 1: 'inc_1 nan' gives neither 0 nor 1"),
        ("inc_1 one", "line 1: 'inc_1 one' does not give a number"),
        ("inc_1 1\ninc_1 0", "line 2: 'inc_1 0' gives this variable a second value"),
        ("what is this?", "line 1: 'what is this?' is not a line such as 'inc_1 1'"),
    ] {
        assert_eq!(said(text).unwrap_err(), words);
    }
}

#[test]
fn solutions_that_contradict_themselves_are_refused() {
    let highs = |status: &str| {
        format!(
            "Model status\n{status}\n\n# Primal solution values\nFeasible\nObjective 0\n\
             # Columns 5\ninc_1 1\ninc_2 1\ninc_3 1\n# Rows 1\ncards 3\n\n\
             # Dual solution values\nNone\n\n# Basis\nHiGHS_basis_file v2\n# Columns 1\n1\n"
        )
    };
    let optimal = highs("Optimal");
    let bare = "line 2: 'Optimal' comes without values: let the solver print them, in \
                raw style";
    for (text, words) in [
        (
            "inc_1 1\ninfeasible",
            "line 2: 'infeasible' contradicts line 1, which gives a variable a value",
        ),
        (
            "infeasible\ninc_1 0",
            "line 2: 'inc_1 0' gives a value, which contradicts line 1, 'infeasible'",
        ),
        (
            &highs("Infeasible"),
            "line 8: 'inc_1 1' gives a value, which contradicts line 2, 'Infeasible'",
        ),
        (&format!("{optimal}infeasible"), "line 21: 'infeasible' contradicts line 2, 'Optimal'"),
        (
            &format!("{optimal}Model status\nInfeasible"),
            "line 22: 'Infeasible' contradicts line 2, 'Optimal'",
        ),
        (
            "Model status\nTime limit reached\nInfeasible",
            "line 3: 'Infeasible' contradicts line 2, 'Time limit reached'",
        ),
        (&optimal.repeat(2), "line 28: 'inc_1 1' gives this variable a second value"),
        ("Model status\nOptimal\n", bare),
        ("Model status\nOptimal\n# Primal solution values\nNone", bare),
    ] {
        assert_eq!(said(text).unwrap_err(), words);
    }
    for status in ["Optim", "Unbounded", "Empty", "Solve error", "inc_1 1"] {
        let words = said(&highs(status)).unwrap_err();
        assert!(words.starts_with(&format!("line 2: '{status}' is not a known status")), "{words}");
    }
    let table = "Columns\n    Index Status  Lower  Upper  Primal  Dual  Type  Name\n";
    assert_eq!(
        said(table).unwrap_err(),
        "line 1: 'Columns' begins a table of HiGHS: let it print the raw style, which is 0"
    );
}

#[test]
fn files_of_scip_are_read() {
    let values = "objective value:                                    0\n\
                  inc_1                                1 \t(obj:0)\ninc_2    0.9999999 \t(obj:0)\n\
                  inc_3                                1 \t(obj:0)\ny_4      1 \t(obj:0)\n";
    for status in ["optimal solution found", "time limit reached", "gap limit reached"] {
        let text = format!("solution status: {status}\n{values}");
        assert_eq!(said(&text), Ok(Said::Chosen(vec![0, 1, 2])), "{status}");
    }
    // Without a status, as its interface for Python writes it.
    assert_eq!(said(values), Ok(Said::Chosen(vec![0, 1, 2])));
    assert_eq!(said("objective value:   0\n"), Ok(Said::Chosen(vec![])));
    for status in ["infeasible", "infeasible or unbounded"] {
        let text = format!("solution status: {status}\nno solution available\n");
        assert_eq!(said(&text), Ok(Said::None), "{status}");
    }
    for text in ["no solution available\n", "solution status: unknown\nno solution available\n"] {
        assert_eq!(said(text), Ok(Said::Unknown), "{text}");
    }
    for (text, words) in [
        ("solution status: unbounded", "line 1: 'solution status: unbounded' is not a known"),
        ("objective value: 0\ninc_9 1 (obj:0)", "line 2: 'inc_9 1 (obj:0)' names no variable"),
        ("objective value: 0\ninc_1 1 0", "line 2: 'inc_1 1 0' is not a line such as"),
    ] {
        let error = said(text).unwrap_err();
        assert!(error.starts_with(words), "{error}");
    }
}

#[test]
fn files_of_cbc_are_read() {
    let optimal = "Optimal - objective value 0.00000000\n      0 inc_1                  1 \
                   0\n      1 inc_2   0.99999999    -1.5\n      2 inc_3  1  0\n     7 y_4  1  0\n";
    assert_eq!(said(optimal), Ok(Said::Chosen(vec![0, 1, 2])));
    let zeros = "Optimal (within gap tolerance) - objective value 0.00000000\n";
    assert_eq!(said(zeros), Ok(Said::Chosen(vec![])));
    // What follows are values that are no solution.
    for status in ["Infeasible", "Integer infeasible"] {
        let text =
            format!("{status} - objective value 0.00000000\n** 0 inc_1 0.5 0\n 1 inc_2 2 0\n");
        assert_eq!(said(&text), Ok(Said::None), "{status}");
    }
    let stopped =
        "Stopped on time - objective value 0.0\n 0 inc_1 1 0\n 1 inc_2 1 0\n 2 inc_3 1 0\n";
    assert_eq!(said(stopped), Ok(Said::Chosen(vec![0, 1, 2])));
    let relaxed = "Stopped on time (no integer solution - continuous used) - objective value 0.0\n\
                   0 inc_1 0.5 0\n";
    assert_eq!(said(relaxed), Ok(Said::Unknown));
    for (text, words) in [
        ("Unbounded - objective value 1", "line 1: 'Unbounded - objective value 1' is not a known"),
        ("Optimal - objective value 0\n0 inc_9 1 0", "line 2: '0 inc_9 1 0' names no variable"),
        ("Optimal - objective value 0\n0 inc_1 1e99 0", "line 2: '0 inc_1 1e99 0' gives neither"),
        ("0 inc_1 1 0", "line 1: '0 inc_1 1 0' is not a line such as 'inc_1 1'"),
        ("Optimal - objective value 0\nInfeasible - objective value 0", "line 2: 'Infeasible - "),
    ] {
        let error = said(text).unwrap_err();
        assert!(error.starts_with(words), "{error}");
    }
}
