//! Reading the answer of a solver.
//!
//! An answer is `sat` with values of the `k_i_j`, or `unsat`. Values have the format of
//! `get-value`, `((k_1_1 0) …)`, or of `get-model`, `((define-fun k_1_1 () Int 0) …)`; integers in
//! digits, bit-vectors as `#b01`, `#x1` or `(_ bv1 2)`. All other text is ignored, such as the
//! error that solvers report if they are asked for a model after `unsat`; but a second,
//! contradictory answer or value is an error.

use tercet::{Board, Deck};

use super::formula::name;
use crate::model::Said;
use crate::process::quote;

fn said(word: &str) -> Option<Said> {
    match word {
        "sat" => Some(Said::Sat),
        "unsat" => Some(Said::Unsat),
        "unknown" | "timeout" => Some(Said::Unknown),
        _ => None,
    }
}

/// What a solver says in answer to a check, also in its own word. Errors are phrases that follow the
/// name of the solver.
pub(crate) fn read_answer(text: &str) -> Result<(Said, &str), String> {
    let mut tokens = Tokens(text);
    loop {
        let word = tokens.next().ok_or("gives no answer")?;
        if let Some(answer) = said(word) {
            let contradicts = |other: &&str| said(other).is_some_and(|other| other != answer);
            return match tokens.outside_brackets().find(contradicts) {
                Some(other) => {
                    Err(format!("contradicts itself: first it says '{word}', then '{other}'"))
                }
                None => Ok((answer, word)),
            };
        }
        match word {
            // The reply of some solvers to every command.
            "success" => {}
            "(" if tokens.next() == Some("error") => {
                let what = tokens.next().unwrap_or_default();
                return Err(format!("reports an error: {}", quote(what.trim_matches('"'))));
            }
            _ => return Err(format!("says '{}' instead of 'sat' or 'unsat'", quote(text))),
        }
    }
}

/// Checks that a text that says `unsat` gives no `k_i_j` a value.
pub(crate) fn read_no_set(board: &Board, text: &str) -> Result<(), String> {
    let p = board.deck().properties();
    read_values(board.deck(), text)?.iter().position(Option::is_some).map_or(Ok(()), |i| {
        let name = name(i / p, i % p);
        Err(format!("contradicts itself: it says 'unsat', and gives {name} a value"))
    })
}

/// The position of the card in each slot, for which the text must give all values. That the cards are
/// a set is not checked.
pub(crate) fn read_slots(board: &Board, text: &str) -> Result<Vec<usize>, String> {
    let deck = board.deck();
    let (v, p) = (deck.values(), deck.properties());
    let mut values = read_values(deck, text)?.into_iter();
    let mut positions = Vec::with_capacity(v);
    for slot in 0..v {
        let mut shown = Vec::with_capacity(p);
        for (property, value) in values.by_ref().take(p).enumerate() {
            shown.push(value.ok_or_else(|| {
                let name = name(slot, property);
                format!("gives no value of {name} (k_i_j is the value of property j in slot i)")
            })?);
        }
        let card = deck.card_of(&shown).expect("all of the values were checked");
        let claims = |what| format!("claims a set with {}{what}", deck.show(card));
        let there = board.cards().iter().position(|&other| other == card);
        let position = there.ok_or_else(|| claims(", which is not on the board"))?;
        if positions.contains(&position) {
            return Err(claims(" twice"));
        }
        positions.push(position);
    }
    Ok(positions)
}

/// The values of all `k_i_j`, slot by slot, if they are given.
fn read_values(deck: Deck, text: &str) -> Result<Vec<Option<usize>>, String> {
    let (v, p) = (deck.values(), deck.properties());
    let mut values = vec![None; v * p];
    let mut tokens = Tokens(text);
    let mut before = "";
    while let Some(token) = tokens.next() {
        if let Some((slot, property)) = variable(token, v, p) {
            // `(k_1_1 VALUE)` or `(define-fun k_1_1 () SORT VALUE)`.
            let value = match before {
                "(" => Some(tokens.expression()),
                "define-fun" => {
                    let _ = (tokens.expression(), tokens.expression());
                    Some(tokens.expression())
                }
                _ => None,
            };
            // Text that ends before the value gives none.
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                let name = name(slot, property);
                let number = number(value).filter(|&number| number < v).ok_or_else(|| {
                    let value = quote(value);
                    format!("gives {name} the value '{value}', which no card of {deck} shows")
                })?;
                let before = values[slot * p + property].replace(number);
                if let Some(first) = before.filter(|&first| first != number) {
                    let gives = format!("gives {name} the value {first}, then {number}");
                    return Err(format!("contradicts itself: it {gives}"));
                }
            }
        }
        before = token;
    }
    Ok(values)
}

/// The slot and the property of `k_i_j`, counted from 0.
fn variable(token: &str, v: usize, p: usize) -> Option<(usize, usize)> {
    let (slot, property) = token.strip_prefix("k_")?.split_once('_')?;
    let index = |digits: &str, most: usize| {
        let number: usize = digits.parse().ok()?;
        (1..=most).contains(&number).then(|| number - 1)
    };
    Some((index(slot, v)?, index(property, p)?))
}

fn number(value: &str) -> Option<usize> {
    let vector = value.strip_prefix("(_ bv").and_then(|rest| rest.split_whitespace().next());
    if let Some(bits) = value.strip_prefix("#b") {
        usize::from_str_radix(bits, 2).ok()
    } else if let Some(digits) = value.strip_prefix("#x") {
        usize::from_str_radix(digits, 16).ok()
    } else {
        vector.unwrap_or(value).parse().ok()
    }
}

// The tokens of SMT-LIB 2.

/// The number of opening brackets in a line, minus the closing ones.
pub(super) fn depth(line: &str) -> isize {
    Tokens(line).map(opened).sum()
}

/// How much deeper in brackets the text is after a token.
fn opened(token: &str) -> isize {
    match token {
        "(" => 1,
        ")" => -1,
        _ => 0,
    }
}

/// The brackets, words, strings and quoted names of SMT-LIB 2. Comments are skipped.
#[derive(Clone)]
struct Tokens<'a>(&'a str);

impl<'a> Tokens<'a> {
    /// Skips blanks and comments.
    fn skip(&mut self) {
        self.0 = self.0.trim_start();
        while self.0.starts_with(';') {
            self.0 = self.0.split_once('\n').map_or("", |(_, rest)| rest).trim_start();
        }
    }

    /// The words outside all brackets.
    fn outside_brackets(self) -> impl Iterator<Item = &'a str> {
        let mut depth = 0_usize;
        self.filter(move |&token| {
            match token {
                "(" => depth += 1,
                ")" => depth = depth.saturating_sub(1),
                _ => return depth == 0,
            }
            false
        })
    }

    /// The text of one whole expression, or the rest of the text if the expression is incomplete.
    fn expression(&mut self) -> &'a str {
        self.skip();
        let start = self.0;
        let mut depth = 0;
        for token in self.by_ref() {
            depth += opened(token);
            if depth <= 0 {
                break;
            }
        }
        start[..start.len() - self.0.len()].trim_end()
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        self.skip();
        let text = self.0;
        let first = text.chars().next()?;
        let length = match first {
            '(' | ')' => 1,
            '"' | '|' => text[1..].find(first).map_or(text.len(), |end| end + 2),
            _ => text
                .find(|letter: char| letter.is_whitespace() || "();\"|".contains(letter))
                .unwrap_or(text.len()),
        };
        let (token, rest) = text.split_at(length);
        self.0 = rest;
        Some(token)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Board {
        let deck = Deck::new(3, 2).unwrap();
        let cards = [[2, 0], [0, 1], [1, 2], [1, 1], [2, 2]];
        Board::new(deck, cards.map(|card| deck.card_of(&card).unwrap())).unwrap()
    }

    fn said(text: &str) -> String {
        read_answer(text).and_then(|_| read_slots(&board(), text)).unwrap_err()
    }

    /// Text truncated anywhere, also after a blank, is read to its end, and the answer does not
    /// change.
    #[test]
    fn a_model_that_breaks_off_is_said() {
        for text in [
            "sat\n)) ((k_1_1 0) (k_1_2 #b01)\n (k_2_1 (_ bv1 2)) (k_2_2 1) (k_3_1 |2) ",
            "sat (model ; (\n (define-fun k_1_1 () (_ BitVec 2) #b01) (define-fun k_1_2 () Int 1) ",
            "success (error \"no such thing\") \n",
        ] {
            for end in 0..=text.len() {
                said(&text[..end]);
            }
        }
        let deep = said(&"(".repeat(1 << 20));
        assert!(deep.starts_with("says '((("), "{deep}");
        for text in ["sat ((k_1_1 ", "sat)) (k_1_1\n", "sat (define-fun k_1_1 ", "sat (k_1_1 ; 0"] {
            assert!(said(text).starts_with("gives no value of k_1_1"), "{text}");
        }
    }

    #[test]
    fn brackets_are_counted() {
        assert_eq!(depth("(a (b \"((\" |)| ; (("), 2);
        assert_eq!(depth("))"), -2);
    }
}
