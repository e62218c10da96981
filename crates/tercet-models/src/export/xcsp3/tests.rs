use proptest::prelude::*;

use super::*;
use crate::export::{Form, import};

proptest! {
    /// Whatever a solver prints, there is an answer or an error, in one line.
    #[test]
    fn no_text_breaks_the_reader(text in "(s |v |SATISFIABLE|<instantiation>|<list>|</list>|<values>|</values>|\
                                 </instantiation>|x\\[|\\]|\\[|\\.\\.|[0-9*x]|\u{1b}\\[|ö|\n| ){0,40}") {
        let board = "01 12 20 11".parse().unwrap();
        if let Err(error) = import(&board, Form::Xcsp3, &text, &Limit::none()) {
            prop_assert_eq!(error.to_string().lines().count(), 1);
        }
    }
}
