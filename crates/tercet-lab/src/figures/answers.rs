//! Three cards and the statements of a text about them, as in the test cases of Overney and Sieving.
//!
//! A text may name its cards, or only describe them property by property, as the caption of a lost picture does. So
//! all boards of three cards that fit a description are tried; one of them is the pictured one. A board of three
//! cards holds a set exactly if the three cards are a set.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tercet::solver::{Limit, Method, NoAnswer, Question, Reason, Stop};
use tercet::{Board, Card, Deck};
use tercet_models::methods;

use super::{Extent, Figure, finding};
use crate::report::{Finding, Ruling, Section, TextTable};

/// A statement of the text about three cards.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Its name in tables.
    name: String,
    /// The statement.
    claim: String,
    /// The values of the three cards in each property.
    fits: [Pattern; 4],
    /// Whether the text calls the cards a set.
    is_set: bool,
}

/// A description of the values of three cards in a property.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Pattern {
    /// All are the same.
    Same,
    /// All are different.
    Distinct,
    /// They are these, of the cards in the order of the deck.
    Values([usize; 3]),
    /// A value is that of this many of the cards.
    Among { value: usize, cards: usize },
}

impl Pattern {
    fn fits(&self, shown: [usize; 3]) -> bool {
        let [a, b, c] = shown;
        match *self {
            Self::Same => a == b && b == c,
            Self::Distinct => a != b && b != c && a != c,
            Self::Values(values) => shown == values,
            Self::Among { value, cards } => {
                shown.iter().filter(|&&one| one == value).count() == cards
            }
        }
    }
}

impl Case {
    /// All boards that fit the case.
    fn boards(&self) -> Vec<Board> {
        let deck = Deck::CLASSIC;
        let all: Vec<Card> = deck.cards().collect();
        let fits = |cards: [Card; 3]| {
            let shown = |property| cards.map(|card| deck.value(card, property));
            self.fits.iter().enumerate().all(|(property, pattern)| pattern.fits(shown(property)))
        };
        let mut boards = Vec::new();
        for (i, &a) in all.iter().enumerate() {
            for (j, &b) in all.iter().enumerate().skip(i + 1) {
                let three = all[j + 1..].iter().map(|&c| [a, b, c]).filter(|&cards| fits(cards));
                boards
                    .extend(three.map(|it| Board::new(deck, it).expect("three cards of the deck")));
            }
        }
        boards
    }
}

/// The answers of the methods about each board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Data {
    /// The names of the methods.
    pub methods: Vec<String>,
    /// The boards.
    pub boards: Vec<Asked>,
    /// The number of boards that fit each case.
    pub fitting: Vec<usize>,
}

/// A board and the answers about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The number of the case that it fits, from 0.
    pub case: usize,
    /// Its three cards.
    pub cards: String,
    /// In the order of [`Data::methods`], whether there is a set, or why the method failed.
    pub answers: Vec<Result<bool, String>>,
}

/// Asks every method that is available and can find or count sets of the full deck. A quick measurement
/// asks about every ninth board.
///
/// # Errors
///
/// [`NoAnswer`], if the limit is reached. A method that fails is not an error.
pub fn measure(cases: &[Case], extent: Extent, limit: &Limit) -> Result<Data, NoAnswer> {
    let able = |method: &&Method| {
        let can = |question| method.can(question, Deck::CLASSIC);
        (can(Question::Find) || can(Question::Count)) && method.missing().is_none()
    };
    let able: Vec<&Method> = methods().iter().filter(able).collect();
    let methods = able.iter().map(|method| method.name.into()).collect();
    let mut data = Data { methods, boards: Vec::new(), fitting: Vec::new() };
    for (case, described) in cases.iter().enumerate() {
        let boards = described.boards();
        data.fitting.push(boards.len());
        for board in boards.iter().step_by(extent.of((9, 1))) {
            limit.check()?;
            let answers = able.iter().map(|method| match ask(method, board, limit) {
                Ok(answer) => Ok(Ok(answer)),
                Err(NoAnswer::Stopped(Stop { reason: Reason::Failed(failure), .. })) => {
                    Ok(Err(failure.to_string()))
                }
                Err(stop) => Err(stop),
            });
            let answers = answers.collect::<Result<_, NoAnswer>>()?;
            let cards = Deck::CLASSIC.show_all(board.cards());
            data.boards.push(Asked { case, cards, answers });
        }
    }
    Ok(data)
}

/// The section of the report.
pub(crate) fn section(cases: &[Case], figure: &Figure, data: &Data) -> Section {
    let word = |answer: &Result<bool, String>| match answer {
        Ok(true) => "set".into(),
        Ok(false) => "none".into(),
        Err(failure) => failure.clone(),
    };
    let rows = data.boards.iter().map(|Asked { case, cards, answers }| {
        let answers: Vec<String> = answers.iter().map(word).collect();
        json!({"case": cases[*case].name, "cards": cards, "answers": answers})
    });
    let methods = data.methods.iter().enumerate();
    let methods: Vec<String> = methods.map(|(i, name)| format!("{name}=answers/{i}")).collect();
    Section {
        findings: (0..).zip(cases).map(|(i, case)| judged(case, i, data)).collect(),
        data: TextTable::of(
            "The answer of each method about each board of three cards",
            &format!("case | cards | {}", methods.join(" | ")),
            rows,
        ),
        ..figure.section(&format!("{} methods were asked about each board.", data.methods.len()))
    }
}

fn judged(Case { claim, is_set, .. }: &Case, case: usize, data: &Data) -> Finding {
    let asked: Vec<&Asked> = data.boards.iter().filter(|asked| asked.case == case).collect();
    let answers = || asked.iter().flat_map(|asked| &asked.answers);
    let said = |wanted: bool| answers().filter(|answer| **answer == Ok(wanted)).count();
    let (right, wrong) = (said(*is_set), said(!is_set));
    let failed = answers().filter(|answer| answer.is_err()).count();
    let boards = match (asked.len(), data.fitting[case]) {
        (1, 1) => "its cards".into(),
        (some, all) if some == all => format!("all {all} boards that fit"),
        (some, all) => format!("{some} of {all} boards that fit"),
    };
    let answer = if *is_set { "a set" } else { "no set" };
    let failed = if failed > 0 { format!(", {failed} times no answer") } else { String::new() };
    let found = format!(
        "{} methods on {boards}: {right} times {answer}, {wrong} times the opposite{failed}",
        data.methods.len()
    );
    let verdict = if right + wrong == 0 { Ruling::Open } else { Ruling::of(wrong == 0) };
    finding(claim, "is-set", &Value::Null, (found, verdict), None)
}

/// Whether the board holds a set, by a method that finds sets or else counts them.
fn ask(method: &Method, board: &Board, limit: &Limit) -> Result<bool, NoAnswer> {
    let search = board.search().by(method.clone()).within(limit.clone());
    if method.answers(Question::Find) {
        return Ok(search.find()?.is_some());
    }
    Ok(search.count()? > 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::{Experiment, figures};

    fn overney() -> (&'static Figure, &'static [Case]) {
        let answers = figures().iter().find_map(|figure| match &figure.experiment {
            Experiment::Answers(cases) => Some((figure, &cases[..])),
            _ => None,
        });
        answers.unwrap()
    }

    fn verdicts(data: &Data) -> Vec<Ruling> {
        let (figure, cases) = overney();
        section(cases, figure, data).findings.iter().map(|it| it.here.verdict).collect()
    }

    #[test]
    fn captions_fit_some_boards() {
        // Figure 1: 3 fills and 3!² ways to match shapes and colours to numbers. Figure 3: 3
        // numbers, 3! matchings of colours to fills, 3 places and 2 values for the other card.
        let boards: Vec<Vec<Board>> = overney().1.iter().map(Case::boards).collect();
        let numbers: Vec<usize> = boards.iter().map(Vec::len).collect();
        assert_eq!(numbers, [1, 3 * 36, 3 * 36, 3 * 6 * 3 * 2]);
        assert!(boards[1].contains(&boards[0][0]), "figure 1 may be the printed test");
    }

    #[test]
    fn all_methods_agree_with_the_text() {
        let (figure, cases) = overney();
        let data = measure(cases, Extent::Quick, &Limit::none()).unwrap();
        for name in ["brute", "halves", "cover", "spectrum", "sat", "cp", "ip", "hybrid"] {
            assert!(data.methods.iter().any(|method| method == name), "{name}");
        }
        assert_eq!(data.boards.len(), 1 + 3 * 12);
        let section = section(cases, figure, &data);
        for finding in &section.findings {
            assert_eq!(finding.here.verdict, Ruling::Holds, "{finding:?}");
        }
        assert_eq!(section.data.rows.len(), data.boards.len());
        assert!(section.data.rows.iter().all(|row| row.len() == section.data.columns.len()));
    }

    #[test]
    fn one_other_answer_is_seen() {
        let is_set = |case: usize| overney().1[case].is_set;
        let data = |wrong: Option<usize>| Data {
            methods: vec!["one".into(), "other".into()],
            boards: (0..4)
                .map(|case| Asked {
                    case,
                    cards: "0000 0001 0002".into(),
                    answers: vec![Ok(is_set(case)), Ok(is_set(case) != (wrong == Some(case)))],
                })
                .collect(),
            fitting: vec![1; 4],
        };
        assert_eq!(verdicts(&data(None)), [Ruling::Holds; 4]);
        for case in 0..4 {
            let mut expected = [Ruling::Holds; 4];
            expected[case] = Ruling::Fails;
            assert_eq!(verdicts(&data(Some(case))), expected);
        }
        // A method that fails is reported, and does not affect the others.
        let mut broken = data(None);
        for asked in &mut broken.boards {
            asked.answers[1] = Err("other crashed".into());
        }
        assert_eq!(verdicts(&broken), [Ruling::Holds; 4]);
        let (figure, cases) = overney();
        assert!(
            section(cases, figure, &broken).findings[0].here.found.contains("1 times no answer")
        );
        broken.boards.clear();
        assert_eq!(verdicts(&broken), [Ruling::Open; 4]);
    }
}
