use super::*;

/// A set (cards 1 to 3), and another card.
fn board() -> Board {
    "01 12 20 11".parse().unwrap()
}

fn read(form: Form, text: &str) -> Result<Claim, String> {
    import(&board(), form, text, &Limit::none()).map_err(|error| error.to_string())
}

fn is_found(form: Form, text: &str) {
    match read(form, text) {
        Ok(Claim::Set(found)) => assert_eq!(found.positions(), Some(&[0, 1, 2][..])),
        other => panic!("{other:?} from\n{text}"),
    }
}

/// Checks that a text is rejected with a message that contains all of `parts`.
fn is_refused(form: Form, text: &str, parts: &[&str]) {
    let error = read(form, text).expect_err(text);
    for part in parts {
        assert!(error.contains(part), "'{part}' is missing in: {error}");
    }
    assert_eq!(error.lines().count(), 1);
}

#[test]
fn solutions_of_sat_solvers() {
    let form = Form::Dimacs;
    is_found(form, "s SATISFIABLE\nv 1 5 9 10 11 -12 0\n");
    is_found(form, "c cadical\ns SATISFIABLE\nv 1 5 9\nv 10 11\nv -12\nv 0\nc exit 10\n");
    is_found(form, "SAT\n1 -2 5 9 10 11 -12 0\n");
    is_found(form, "v 9 10 11 0\r\ns SATISFIABLE\r\n");
    for text in ["s UNSATISFIABLE\n", "UNSAT\n", "c no\ns UNSATISFIABLE"] {
        assert_eq!(read(form, text), Ok(Claim::None), "{text}");
    }
    for text in ["s UNKNOWN\n", "INDET\n", "c timeout\ns INDETERMINATE\n"] {
        assert_eq!(read(form, text), Ok(Claim::Unknown), "{text}");
    }
    is_refused(form, "", &["there is no answer", "s SATISFIABLE"]);
    is_refused(form, "c only\n", &["there is no answer"]);
    is_refused(form, "s SATISFIABLE\n", &["does not print it"]);
    is_refused(form, "v 9 10 11 0\n", &["there is no answer"]);
    is_refused(form, "s SATISFIABLE\nv 9 10 11\n", &["without a 0"]);
    is_refused(form, "s SATISFIABLE\nv 9 10 -12 0\n", &["line 2", "01 12 is a set", "not 2"]);
    is_refused(form, "s SATISFIABLE\nv 9 10 12 0\n", &["01 12 11 is a set", "it is not"]);
    is_refused(form, "s SATISFIABLE\nv 0\n", &["nothing is a set"]);
    is_refused(form, "s SATISFIABLE\nv 9 10 13 0\n", &["line 2: '13'", "which has 12"]);
    is_refused(form, "s SATISFIABLE\nv 9 -9 0\n", &["line 2: '-9' contradicts"]);
    is_refused(form, "s SATISFIABLE\nv 9 x10 0\n", &["'x10' is not a literal"]);
    is_refused(form, "s SATISFIABLE\nv 9 -2147483648 0\n", &["names no variable"]);
    is_refused(form, "s SATISFIABLE\ns UNSATISFIABLE\n", &["line 2", "second answer"]);
    is_refused(form, "s UNSATISFIABLE\nv 9 0\n", &["line 2", "'unsatisfiable'"]);
    is_refused(form, "c\nSegmentation fault\n", &["line 2: 'Segmentation fault' is not a line"]);
    is_refused(form, &"x".repeat(1000), &["xxx…'"]);
    is_refused(form, "s MAYBE\n", &["line 1: 's MAYBE'"]);
}

/// Readers limit the length of a line of LP, and the length of a name in fixed MPS.
#[test]
fn lines_and_names_of_integer_programs_are_short() {
    for cards in [0, 1, 81] {
        let cards: Vec<_> = tercet::Deck::CLASSIC.cards().take(cards).collect();
        let board = Board::new(tercet::Deck::CLASSIC, &cards).unwrap();
        for form in [Form::Lp, Form::PackLp] {
            let text = export(&board, form, Symmetry::None, &Limit::none()).unwrap();
            assert!(text.lines().all(|line| line.starts_with('\\') || line.len() <= 100));
            assert_eq!(text.lines().next_back(), Some("End"));
        }
        for form in [Form::Mps, Form::PackMps] {
            let text = export(&board, form, Symmetry::None, &Limit::none()).unwrap();
            for line in text.lines().filter(|line| line.starts_with("    ")) {
                let fields = [&line[4..12], &line[14..22], &line[24..36]];
                assert!(fields.iter().all(|field| field.split_whitespace().count() == 1), "{line}");
                assert_eq!((line.len(), &line[12..14], &line[22..24]), (36, "  ", "  "), "{line}");
            }
        }
    }
}

#[test]
fn solutions_of_pseudo_boolean_solvers() {
    let form = Form::Opb;
    is_found(form, "s SATISFIABLE\nv x1 x2 x3 -x4 x5 x6\n");
    is_found(form, "c roundingsat\no 0\ns OPTIMUM FOUND\nv x1 x2\nv x3 -x4\n");
    is_found(form, "v x3 x2 x1\r\ns SATISFIABLE\r\n");
    assert_eq!(read(form, "c no\ns UNSATISFIABLE\n"), Ok(Claim::None));
    assert_eq!(read(form, "s UNKNOWN"), Ok(Claim::Unknown));
    is_refused(form, "", &["there is no answer"]);
    is_refused(form, "v x1 x2 x3", &["there is no answer"]);
    is_refused(form, "s SATISFIABLE\n", &["does not print it"]);
    is_refused(form, "s SATISFIABLE\nv x1 x2 x4\n", &["line 2", "01 12 11 is a set"]);
    is_refused(form, "s SATISFIABLE\nv x0\n", &["'x0' names no variable", "which has 12"]);
    is_refused(form, "s SATISFIABLE\nv x13\n", &["'x13' names no variable"]);
    is_refused(form, "s SATISFIABLE\nv x1 y2\n", &["'y2' is no literal"]);
    is_refused(form, "s SATISFIABLE\nv x1 -x1\n", &["'-x1' contradicts"]);
    is_refused(form, "s UNSATISFIABLE\nv x1\n", &["line 2", "'unsatisfiable'"]);
    is_refused(form, "s SATISFIABLE\ns UNKNOWN\n", &["line 2", "second answer"]);
    is_refused(form, "s PERHAPS\n", &["line 1: 's PERHAPS'"]);
    is_refused(form, "Segmentation fault\n", &["'Segmentation fault' is not a line"]);
}

/// Even with wide decks and many groups, names have at most eight characters and colours one.
#[test]
fn names_stay_short() {
    let cards: Vec<String> = (0..256).map(|value| vec![value.to_string(); 16].join(",")).collect();
    let board: Board = format!("deck 256 16\n{}", cards.join("\n")).parse().unwrap();
    let text = export(&board, Form::Dlx, Symmetry::None, &Limit::none()).unwrap();
    let words = text.lines().filter(|line| !line.starts_with('|')).flat_map(str::split_whitespace);
    assert!(words.map(|word| word.split(':').next().unwrap()).all(|name| name.len() <= 8));
    let deck: Vec<_> = tercet::Deck::CLASSIC.cards().collect();
    let text = export(
        &Board::new(tercet::Deck::CLASSIC, &deck).unwrap(),
        Form::Dlx,
        Symmetry::None,
        &Limit::none(),
    )
    .unwrap();
    assert!(text.contains("\ngroup g1:0 g2:0 g3:1\n") && text.contains("g1:1 g2:7 g3:5\n"));
}

#[test]
fn solutions_of_exact_cover_programs() {
    let form = Form::Dlx;
    // As dlx2 prints it: an option begins with the item that was covered.
    let options = " group g1:1 (1 of 1)\n p1=2 p2=0 c3 g1:1 (1 of 1)\n p2=1 c1 g1:1 p1=0 (1 of 2)\n \
                   p1=1 p2=2 c2 g1:1 (1 of 1)\n";
    let total = "Altogether 1 solution, 63+235 mems, 53 updates.\n";
    is_found(form, options);
    is_found(form, &format!("(6 options, 7+6 items read)\n1:\n{options}{total}"));
    is_found(form, &format!("1:\n{options}2:\n whatever\n"));
    let none =
        "(0 options, 7+5 items, 0 entries successfully read)\nAltogether 0 solutions, 0 mems";
    assert_eq!(read(form, none), Ok(Claim::None));
    assert_eq!(read(form, &format!("TIMEOUT!\n{none}")), Ok(Claim::Unknown));
    is_refused(form, "", &["there is no answer", "standard error"]);
    is_refused(form, total, &["does not print it"]);
    is_refused(form, "Altogether some solutions", &["line 1", "no number"]);
    is_refused(form, &format!("{options}Altogether 0 solutions"), &["no solution"]);
    is_refused(form, " p1=9 c1 g1:1\n", &["line 1: 'p1=9 c1 g1:1' is not an option"]);
    is_refused(form, " p1=0 p2=1 c2 g1:1\n", &["is not an option"]);
    is_refused(form, "1:\nSegmentation fault\n", &["line 2: 'Segmentation fault'"]);
    let two: Vec<&str> = options.lines().take(3).collect();
    is_refused(form, &two.join("\n"), &["line 3", "claims that 20 01 is a set"]);
    is_refused(form, " group g1:1 (1 of 1)\n", &["claims that nothing is a set"]);
}

/// A message is short even if the line is long.
#[test]
fn messages_are_short() {
    let long = "x".repeat(1 << 20);
    for form in Form::ALL {
        let text = |start: &str| format!("{start}{long} {long}\n");
        for text in [text(""), text("inc_1 "), text("=====UNKNOWN====="), text("sat ((k_1_1 |")] {
            let error = read(form, &text).unwrap_err();
            assert!(error.chars().count() < 250, "{form}: {error}");
            // Solvers for XCSP3 print a lot beside their answer, which is ignored.
            assert!(error.contains("x…") || form == Form::Xcsp3, "{form}: {error}");
            assert_eq!(error.lines().count(), 1);
        }
    }
}
