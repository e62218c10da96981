//! Overney and Sieving's test cases: the captions of their figures 1 to 3, and a printed test.
//!
//! The test names its three cards. The text lacks the pictures of the figures, but the captions describe
//! the cards property by property. So all boards of three cards that fit a caption are tried; one of
//! them is the pictured one. A board of three cards holds a set exactly if the three cards are a set.

use serde::{Deserialize, Serialize};
use tercet::solver::{Limit, Method, Question, Reason, Stop};
use tercet::{Board, Card, Deck};
use tercet_models::methods;

use super::{Extent, cells};
use crate::report::{Finding, Section, Table, Verdict};

/// The properties in the order of the printed test, as its comments reveal: card 1 is "1 red
/// outlined wave", card 2 "2 green outlined ovals", card 3 "3 purple outlined diamonds".
const NUMBER: usize = 0;
const SHAPE: usize = 1;
const FILL: usize = 2;
const COLOUR: usize = 3;
/// The value of [`SHAPE`] that is a diamond.
const DIAMOND: usize = 0;

/// The printed test.
const TEST: [[usize; 4]; 3] = [[0, 1, 2, 0], [1, 2, 2, 1], [2, 0, 2, 2]];

/// A statement of the text about three cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Case {
    /// The test that is printed, of the cards of figure 1: valid.
    Printed,
    /// "A valid SET. Shape, number and color are all distinct, fill is consistent."
    Figure1,
    /// "A valid SET. Shape, number and fill are all distinct, color is consistent."
    Figure2,
    /// "An invalid SET. Fill and color are all distinct, number is consistent, but exactly 2 are
    /// diamonds."
    Figure3,
}

impl Case {
    const ALL: [Self; 4] = [Self::Printed, Self::Figure1, Self::Figure2, Self::Figure3];

    const fn name(self) -> &'static str {
        match self {
            Self::Printed => "printed test",
            Self::Figure1 => "figure 1",
            Self::Figure2 => "figure 2",
            Self::Figure3 => "figure 3",
        }
    }

    const fn claim(self) -> &'static str {
        match self {
            Self::Printed => {
                "The printed test: 0120, 1221 and 2022 are a valid SET, and it is found."
            }
            Self::Figure1 => {
                "Figure 1: a valid SET. Shape, number and color are all distinct, fill is consistent."
            }
            Self::Figure2 => {
                "Figure 2: a valid SET. Shape, number and fill are all distinct, color is consistent."
            }
            Self::Figure3 => {
                "Figure 3: an invalid SET. Fill and color are all distinct, number is consistent, but \
                 exactly 2 are diamonds."
            }
        }
    }

    /// Whether the text calls the cards a set.
    const fn is_valid(self) -> bool {
        !matches!(self, Self::Figure3)
    }

    fn fits(self, cards: [[usize; 4]; 3]) -> bool {
        let shown = |property: usize| cards.map(|card| card[property]);
        let same = |property| shown(property).iter().all(|&value| value == shown(property)[0]);
        let distinct = |property| {
            let [a, b, c] = shown(property);
            a != b && b != c && a != c
        };
        let diamonds = shown(SHAPE).iter().filter(|&&shape| shape == DIAMOND).count();
        match self {
            Self::Printed => cards == TEST,
            Self::Figure1 => distinct(SHAPE) && distinct(NUMBER) && distinct(COLOUR) && same(FILL),
            Self::Figure2 => distinct(SHAPE) && distinct(NUMBER) && distinct(FILL) && same(COLOUR),
            Self::Figure3 => distinct(FILL) && distinct(COLOUR) && same(NUMBER) && diamonds == 2,
        }
    }

    /// All boards that fit the case.
    fn boards(self) -> Vec<Board> {
        let deck = Deck::CLASSIC;
        let all: Vec<Card> = deck.cards().collect();
        let values = |card: Card| [0, 1, 2, 3].map(|property| deck.value(card, property));
        let mut boards = Vec::new();
        for (i, &a) in all.iter().enumerate() {
            for (j, &b) in all.iter().enumerate().skip(i + 1) {
                for &c in &all[j + 1..] {
                    if self.fits([a, b, c].map(values)) {
                        boards.push(Board::new(deck, [a, b, c]).expect("three cards of the deck"));
                    }
                }
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
    pub fitting: Vec<(Case, usize)>,
}

/// A board and the answers about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Asked {
    /// The case that it fits.
    pub case: Case,
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
/// [`Stop`], if the limit is reached. A method that fails is not an error.
pub fn measure(extent: Extent, limit: &Limit) -> Result<Data, Stop> {
    let able = |method: &&Method| {
        let can = |question| method.can(question, Deck::CLASSIC);
        (can(Question::Find) || can(Question::Count)) && method.missing().is_none()
    };
    let able: Vec<&Method> = methods().iter().filter(able).collect();
    let mut data = Data {
        methods: able.iter().map(|method| method.name.into()).collect(),
        boards: Vec::new(),
        fitting: Vec::new(),
    };
    let step = match extent {
        Extent::Quick => 9,
        Extent::Full => 1,
    };
    for case in Case::ALL {
        let boards = case.boards();
        data.fitting.push((case, boards.len()));
        for board in boards.iter().step_by(step) {
            limit.check()?;
            let answers = able.iter().map(|method| match ask(method, board, limit) {
                Ok(answer) => Ok(Ok(answer)),
                Err(Stop { reason: Reason::Failed(failure), .. }) => Ok(Err(failure.to_string())),
                Err(stop) => Err(stop),
            });
            let answers = answers.collect::<Result<_, Stop>>()?;
            let cards = Deck::CLASSIC.show_all(board.cards());
            data.boards.push(Asked { case, cards, answers });
        }
    }
    Ok(data)
}

/// Whether the board holds a set, by a method that finds sets or else counts them.
fn ask(method: &Method, board: &Board, limit: &Limit) -> Result<bool, Stop> {
    let search = board.search().by(method.clone()).within(limit.clone());
    if method.answers(Question::Find) {
        return Ok(search.find()?.is_some());
    }
    Ok(search.count()? > 0)
}

/// The section of the report.
pub fn section(data: &Data) -> Section {
    let mut columns = cells(["case", "cards"]);
    columns.extend(data.methods.iter().cloned());
    let row = |asked: &Asked| {
        let mut row = vec![asked.case.name().into(), asked.cards.clone()];
        row.extend(asked.answers.iter().map(|answer| match answer {
            Ok(true) => "set".into(),
            Ok(false) => "none".into(),
            Err(failure) => failure.clone(),
        }));
        row
    };
    Section {
        id: "overney-tests",
        title: "Three cards that are a set, or not".into(),
        source: "Overney and Sieving, figures 1 to 3 and Test Cases".into(),
        setup: format!(
            "The printed test names its cards. The pictures of the figures are described by their captions, \
             so boards that fit a caption were tried. {} methods were asked about each board.",
            data.methods.len()
        ),
        findings: Case::ALL.map(|case| finding(case, data)).into(),
        charts: Vec::new(),
        tables: vec![table(data)],
        data: Table {
            caption: "The answer of each method about each board of three cards".into(),
            columns,
            rows: data.boards.iter().map(row).collect(),
        },
    }
}

fn finding(case: Case, data: &Data) -> Finding {
    let asked: Vec<&Asked> = data.boards.iter().filter(|asked| asked.case == case).collect();
    let answers = || asked.iter().flat_map(|asked| &asked.answers);
    let said = |wanted: bool| answers().filter(|answer| **answer == Ok(wanted)).count();
    let (right, wrong) = (said(case.is_valid()), said(!case.is_valid()));
    let failed = answers().filter(|answer| answer.is_err()).count();
    let fitting = data.fitting.iter().find(|(which, _)| *which == case).map_or(0, |it| it.1);
    let boards = match (asked.len(), fitting) {
        (1, 1) => "its cards".into(),
        (some, all) if some == all => format!("all {all} boards that fit"),
        (some, all) => format!("{some} of {all} boards that fit"),
    };
    let answer = if case.is_valid() { "a set" } else { "no set" };
    let failed = if failed > 0 { format!(", {failed} times no answer") } else { String::new() };
    let found = format!(
        "{} methods on {boards}: {right} times {answer}, {wrong} times the opposite{failed}.",
        data.methods.len()
    );
    let verdict = if right + wrong == 0 { Verdict::Open } else { Verdict::of(wrong == 0) };
    let rule = "Holds if every answer agrees with the text; a method that fails has no say.".into();
    Finding { claim: case.claim().into(), found, rule, verdict }
}

/// For each method, the number of boards of each case on which it finds a set.
fn table(data: &Data) -> Table {
    let mut columns = cells(["method"]);
    columns.extend(Case::ALL.map(|case| case.name().into()));
    let row = |(i, name): (usize, &String)| {
        let count = |case: Case| {
            let here = data.boards.iter().filter(|asked| asked.case == case);
            let answers: Vec<_> = here.filter_map(|asked| asked.answers.get(i)).collect();
            let sets = answers.iter().filter(|answer| ***answer == Ok(true)).count();
            format!("{sets} of {}", answers.len())
        };
        let mut row = vec![name.clone()];
        row.extend(Case::ALL.map(count));
        row
    };
    Table {
        caption: "Boards on which each method finds a set".into(),
        columns,
        rows: data.methods.iter().enumerate().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_fit_so_many_boards() {
        // Figure 1: 3 fills and 3!² ways to match shapes and colours to numbers. Figure 3: 3
        // numbers, 3! matchings of colours to fills, 3 places and 2 values for the other card.
        let boards = Case::ALL.map(|case| case.boards().len());
        assert_eq!(boards, [1, 3 * 36, 3 * 36, 3 * 6 * 3 * 2]);
        let printed = &Case::Printed.boards()[0];
        assert!(Case::Figure1.boards().iter().any(|board| board == printed));
    }

    #[test]
    fn all_methods_agree_with_the_text() {
        let data = measure(Extent::Quick, &Limit::none()).unwrap();
        for name in ["brute", "halves", "cover", "spectrum", "sat", "cp", "ip", "hybrid"] {
            assert!(data.methods.iter().any(|method| method == name), "{name}");
        }
        assert_eq!(data.boards.len(), 1 + 3 * 12);
        let section = section(&data);
        for finding in &section.findings {
            assert_eq!(finding.verdict, Verdict::Holds, "{finding:?}");
        }
        assert_eq!(section.data.rows.len(), data.boards.len());
        assert!(section.data.rows.iter().all(|row| row.len() == section.data.columns.len()));
    }

    #[test]
    fn one_other_answer_is_seen() {
        let asked = |case: Case, answer: Result<bool, String>| Asked {
            case,
            cards: "0000 0001 0002".into(),
            answers: vec![Ok(case.is_valid()), answer],
        };
        let data = |wrong: Option<Case>| Data {
            methods: vec!["one".into(), "other".into()],
            boards: Case::ALL
                .map(|case| asked(case, Ok(case.is_valid() != (wrong == Some(case)))))
                .into(),
            fitting: Case::ALL.map(|case| (case, 1)).into(),
        };
        let verdicts = |data: &Data| section(data).findings.iter().map(|it| it.verdict).collect();
        let good: Vec<Verdict> = verdicts(&data(None));
        assert_eq!(good, [Verdict::Holds; 4]);
        for (i, case) in Case::ALL.into_iter().enumerate() {
            let mut expected = [Verdict::Holds; 4];
            expected[i] = Verdict::Fails;
            let found: Vec<Verdict> = verdicts(&data(Some(case)));
            assert_eq!(found, expected);
        }
        // A method that fails is reported, and does not affect the others.
        let mut broken = data(None);
        for asked in &mut broken.boards {
            asked.answers[1] = Err("other crashed".into());
        }
        let found: Vec<Verdict> = verdicts(&broken);
        assert_eq!(found, [Verdict::Holds; 4]);
        assert!(section(&broken).findings[0].found.contains("1 times no answer"));
        broken.boards.clear();
        let found: Vec<Verdict> = verdicts(&broken);
        assert_eq!(found, [Verdict::Open; 4]);
    }

    #[test]
    fn a_limit_stops_the_questions() {
        let limit = Limit::timeout(std::time::Duration::ZERO);
        assert_eq!(measure(Extent::Quick, &limit), Err(Stop::DEADLINE));
    }
}
