use proptest::prelude::*;

use super::*;
use crate::export::{Form, import};

/// A set (cards 1 to 3), and another card. In ascending order they are 01 11 12 20.
fn board() -> Board {
    "01 12 20 11".parse().unwrap()
}

fn read(text: &str) -> Result<Claim, String> {
    import(&board(), Form::Xcsp3, text, &Limit::none()).map_err(|error| error.to_string())
}

fn is_found(text: &str) {
    match read(text) {
        Ok(Claim::Set(found)) => assert_eq!(found.positions(), Some(&[0, 1, 2][..])),
        other => panic!("{other:?} from\n{text}"),
    }
}

fn is_refused(text: &str, parts: &[&str]) {
    let error = read(text).expect_err(text);
    for part in parts {
        assert!(error.contains(part), "'{part}' is missing in: {error}");
    }
    assert!(error.lines().count() == 1 && error.chars().count() < 250);
}

fn instantiation(list: &str, values: &str) -> String {
    format!(
        "s SATISFIABLE\nv <instantiation> <list> {list} </list> <values> {values} </values> \
         </instantiation>\n"
    )
}

#[test]
fn solutions_of_constraint_solvers() {
    is_found(&instantiation("x[]", "0 2 3"));
    is_found(&instantiation("x[] y[][] d[]", "0 2 3  0 1 2 1 2 0  3 3"));
    is_found(&instantiation("x[0] x[1] x[2] y[0][1..2]", "0 2 3 * *"));
    is_found(&instantiation("y[0..1][] x[2] x[0..1]", "0x6 3 0 2"));
    // As Choco prints it, twice and over several lines, and ACE, with colours.
    let choco = "c Choco\nv <instantiation id='sol1' type='solution' >\nv \t<list>x[0] x[1] x[2] \
                 </list>\nv \t<values>0 2 3 </values>\nv </instantiation>\n";
    is_found(&format!("{choco}\ns SATISFIABLE\n{choco}d FOUND SOLUTIONS 1\n"));
    let ace = "\u{1b}[93mACE v2.6 \u{1b}[0m\n\n  [solver]\n\u{1b}[92ms SATISFIABLE\u{1b}[0m\n\u{1b}[92m\nv\
               \u{1b}[0m  <instantiation id='sol1' type='solution'> <list> x[] </list> <values> 0 2 3 \
               </values> </instantiation>\n\u{1b}[92m\nd FOUND SOLUTIONS\u{1b}[0m  1\n";
    is_found(ace);
    // A file of a solver, without the letters of the competition.
    is_found("<instantiation>\n<list> x[] </list>\n<values>\n0 2 3\n</values>\n</instantiation>\n");
    assert_eq!(read("c\ns UNSATISFIABLE\n"), Ok(Claim::None));
    assert_eq!(read("s UNKNOWN\n"), Ok(Claim::Unknown));
}

#[test]
fn solutions_that_are_none() {
    is_refused("", &["there is no answer"]);
    is_refused("Exception in thread \"main\"\n", &["there is no answer"]);
    is_refused("s SATISFIABLE\n", &["does not print it"]);
    is_refused("s PERHAPS\n", &["line 1: 's PERHAPS'"]);
    is_refused("s UNKNOWN\ns SATISFIABLE\n", &["line 2", "second answer"]);
    is_refused("s SATISFIABLE\nv <instantiation>\n", &["line 2", "no instantiation with a <list>"]);
    let found = instantiation("x[]", "0 2 3");
    is_refused(&found.replace("SATIS", "UNSATIS"), &["line 2", "'unsatisfiable'"]);
    let refused = |list, values, parts: &[&str]| is_refused(&instantiation(list, values), parts);
    refused("x[]", "0 1 2", &["line 2: the solver claims that 01 12 11 is a set"]);
    refused("x[]", "0 0 0", &["line 2", "is a set, but it is not"]);
    refused("x[]", "0 2", &["2 values for 3 variables"]);
    refused("x[]", "0 2 3 4", &["4 values for 3 variables"]);
    refused("x[0] x[1]", "0 2", &["'no value' is no card of this board, but x[2] has it"]);
    refused("x[]", "0 2 *", &["'no value' is no card"]);
    refused("x[]", "0 2 4", &["'4' is no card of this board, but x[2]"]);
    refused("x[]", "0 2 -1", &["'-1' is no card"]);
    refused("x[]", "0 2 three", &["'three' is no value"]);
    refused("x[]", "0 2 99999999999999999999", &["is no value"]);
    refused("x[]", "0x18446744073709551615 2 3", &["is a value without a variable"]);
    refused("x[3]", "0", &["'x[3]' is no variable"]);
    refused("x[0..3]", "0", &["'x[0..3]' is no variable"]);
    refused("x[][]", "0", &["is no variable"]);
    refused("z[]", "0", &["'z[]' is no variable"]);
    refused("x", "0", &["'x' is no variable"]);
    refused("x[", "0", &["is no variable"]);
    refused("x[2..1]", "0", &["0 variables"]);
    refused("x[] x[1]", "0 2 3 2", &["'x[1]' gives a variable a second value"]);
}

proptest! {
    /// Whatever a solver prints, there is an answer or an error, in one line.
    #[test]
    fn no_text_breaks_the_reader(text in "(s |v |SATISFIABLE|<instantiation>|<list>|</list>|<values>|</values>|\
                                 </instantiation>|x\\[|\\]|\\[|\\.\\.|[0-9*x]|\u{1b}\\[|ö|\n| ){0,40}") {
        if let Err(error) = read(&text) {
            prop_assert_eq!(error.lines().count(), 1);
        }
    }
}
