//! The score as text, JSON and CSV.

use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use tercet::notation::Notation;
use tercet::{Card, Deck};
use tercet_app::Seconds;

use super::tally::{Bin, Compared, Tally, Times, reliability};
use crate::arguments::Format;
use crate::output::{Printer, counted, duration, texts};
use crate::table::Table;

/// The name and version of the score in JSON.
const SCHEMA: &str = "tercet.photo-score/1";

/// The data of a report.
pub(super) struct Report<'a> {
    /// The column of the groups.
    pub(super) by: Option<&'a str>,
    pub(super) compared: &'a [Compared],
}

/// The score in JSON.
#[derive(Serialize)]
struct Score<'a> {
    schema: &'static str,
    total: Tally,
    /// The number of photographs that could not be read at all. The total counts them as not right.
    failed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<Group>,
    reliability: Vec<Bin>,
    seconds: Spread,
    wrong: Vec<Wrong<'a>>,
}

#[derive(Serialize)]
struct Group {
    name: String,
    #[serde(flatten)]
    tally: Tally,
}

#[derive(Serialize)]
struct Spread {
    median: Seconds,
    most: Seconds,
    longest: Seconds,
}

/// A photograph that was read wrongly.
#[derive(Serialize)]
struct Wrong<'a> {
    file: &'a str,
    sure: bool,
    missing: Vec<String>,
    extra: Vec<String>,
}

impl Report<'_> {
    pub(super) fn print(&self, format: Format, printer: &mut Printer) -> Result<()> {
        match format {
            Format::Text => self.text(printer),
            Format::Json => self.json(printer),
            Format::Csv => self.csv(printer),
        }
    }

    fn text(&self, printer: &mut Printer) -> Result<()> {
        let tally = Tally::of(self.compared);
        let [first, others @ ..] = summary(&tally, Times::of(self.compared));
        printer.line(first)?;
        let (failed, all) = (self.failed(), self.compared.len());
        if failed > 0 {
            printer
                .line(format_args!("{failed} of {all} could not be read (counted as not right)"))?;
        }
        others.into_iter().try_for_each(|line| printer.line(line))?;
        reliability_table(&reliability(self.compared)).print(printer)?;
        if let Some(by) = self.by {
            groups_table(by, &Tally::by_group(self.compared)).print(printer)?;
        }
        let wrong: Vec<&Compared> = self.compared.iter().filter(|one| !one.is_right()).collect();
        if !wrong.is_empty() {
            printer.line("")?;
        }
        wrong.into_iter().try_for_each(|one| printer.line(wrong_line(one)))
    }

    fn failed(&self) -> usize {
        self.compared.iter().filter(|one| one.time.is_none()).count()
    }

    fn json(&self, printer: &mut Printer) -> Result<()> {
        let named = |(name, tally)| Group { name, tally };
        let Times { median, most, longest } = Times::of(self.compared);
        let wrong = self.compared.iter().filter(|one| !one.is_right());
        printer.json(&Score {
            schema: SCHEMA,
            total: Tally::of(self.compared),
            failed: self.failed(),
            by: self.by,
            groups: Tally::by_group(self.compared).into_iter().map(named).collect(),
            reliability: reliability(self.compared),
            seconds: Spread { median: median.into(), most: most.into(), longest: longest.into() },
            wrong: wrong
                .map(|one| Wrong {
                    file: &one.name,
                    sure: one.sure,
                    missing: codes(&one.missing),
                    extra: codes(&one.extra),
                })
                .collect(),
        })
    }

    fn csv(&self, printer: &mut Printer) -> Result<()> {
        let head = [
            "file",
            "right",
            "sure",
            "confidence",
            "labels",
            "read",
            "missing",
            "extra",
            "seconds",
        ];
        printer.csv(head.into_iter().chain(self.by))?;
        let yes = |yes: bool| String::from(if yes { "yes" } else { "no" });
        for one in self.compared {
            let row = [
                one.name.clone(),
                yes(one.is_right()),
                yes(one.sure),
                format!("{:.4}", one.confidence),
                one.labels.to_string(),
                one.cards.len().to_string(),
                codes(&one.missing).join(" "),
                codes(&one.extra).join(" "),
                one.time.map_or(String::new(), |time| format!("{:.4}", time.as_secs_f64())),
            ];
            let group = self.by.map(|_| one.group.clone().unwrap_or_default());
            printer.csv(row.into_iter().chain(group))?;
        }
        Ok(())
    }
}

fn codes(cards: &[Card]) -> Vec<String> {
    texts(Deck::CLASSIC, Notation::Classic, cards)
}

/// A share in per cent.
fn percent(part: usize, whole: usize) -> String {
    if whole == 0 {
        return "-".into();
    }
    format!("{:.1} %", 100.0 * part as f64 / whole as f64)
}

fn summary(tally: &Tally, times: Times) -> [String; 4] {
    let Tally { boards, boards_right, boards_right_and_sure, boards_wrong_and_sure, .. } = *tally;
    let Tally { cards, cards_right, cards_wrong, cards_missed, cards_extra, .. } = *tally;
    let Times { median, most, longest } = times;
    let [median, most, longest] = [median, most, longest].map(|time: Duration| duration(time));
    [
        format!("{} of {}", counted(boards as u128, "photograph"), counted(cards as u128, "card")),
        format!(
            "boards: {boards_right} right ({}), {boards_right_and_sure} right and sure ({}), \
             {boards_wrong_and_sure} wrong and called sure ({})",
            percent(boards_right, boards),
            percent(boards_right_and_sure, boards),
            percent(boards_wrong_and_sure, boards),
        ),
        format!(
            "cards: {cards_right} right ({}), {cards_wrong} wrong, {cards_missed} missed, {cards_extra} \
             too many; {} wrong and called sure",
            percent(cards_right, cards),
            tally.cards_wrong_and_sure,
        ),
        format!("time: median {median}, 95 % within {most}, at most {longest}, decoding included"),
    ]
}

fn reliability_table(bins: &[Bin]) -> Table {
    let title = "How often cards of a confidence are right";
    let mut table =
        Table::new(title, ["confidence", "mean", "cards", "right", "part"]).with_flush(0);
    for bin in bins {
        let cells = [
            format!("{} to {}", bin.from, bin.to),
            format!("{:.1} %", 100.0 * bin.confidence),
            bin.cards.to_string(),
            bin.right.to_string(),
            percent(bin.right, bin.cards),
        ];
        table.row(0.0, cells, []);
    }
    table.with_all_rows()
}

fn groups_table(by: &str, groups: &[(String, Tally)]) -> Table {
    let headings = [
        by,
        "boards",
        "right",
        "part",
        "right and sure",
        "wrong and sure",
        "cards",
        "right",
        "part",
    ];
    let mut table = Table::new(format!("By {by}"), headings).with_flush(0);
    for (name, tally) in groups {
        let cells = [
            if name.is_empty() { "(none)".into() } else { name.clone() },
            tally.boards.to_string(),
            tally.boards_right.to_string(),
            percent(tally.boards_right, tally.boards),
            tally.boards_right_and_sure.to_string(),
            tally.boards_wrong_and_sure.to_string(),
            tally.cards.to_string(),
            tally.cards_right.to_string(),
            percent(tally.cards_right, tally.cards),
        ];
        table.row(0.0, cells, []);
    }
    table.with_all_rows()
}

/// The errors of a photograph.
fn wrong_line(one: &Compared) -> String {
    if one.time.is_none() {
        return format!("{}: could not be read", one.name);
    }
    let (missing, extra) = (codes(&one.missing), codes(&one.extra));
    let mut parts = Vec::new();
    match (&missing[..], &extra[..]) {
        ([label], [read]) => parts.push(format!("{label} read as {read}")),
        (missing, extra) => {
            if !missing.is_empty() {
                parts.push(format!("not read {}", missing.join(" ")));
            }
            if !extra.is_empty() {
                parts.push(format!("read {}", extra.join(" ")));
            }
        }
    }
    let sure = if one.sure { " (called sure)" } else { "" };
    format!("{}: {}{sure}", one.name, parts.join(", "))
}

#[cfg(test)]
mod tests {
    use super::super::tally::tests::compared;
    use super::*;

    #[test]
    fn a_summary_says_what_is_right_and_what_is_silently_wrong() {
        let all = [
            compared("aaa", "x", "2RhO 1GsD", "1GsD 2RhO"),
            compared("bbbb", "x", "2RhO 1GsD 3PsS", "1GsD 2RoO"),
        ];
        let [first, boards, cards, time] = summary(&Tally::of(&all), Times::of(&all));
        assert_eq!(first, "2 photographs of 5 cards");
        assert_eq!(
            boards,
            "boards: 1 right (50.0 %), 1 right and sure (50.0 %), 1 wrong and called sure (50.0 %)"
        );
        assert_eq!(
            cards,
            "cards: 3 right (60.0 %), 1 wrong, 1 missed, 0 too many; 1 wrong and called sure"
        );
        assert!(time.starts_with("time: median 3"), "{time}");
        let none = summary(&Tally::default(), Times::default());
        assert!(none[1].contains("0 right (-)"), "{}", none[1]);
    }

    #[test]
    fn wrong_photographs_say_which_cards() {
        let line = |labels: &str, read: &str| wrong_line(&compared("a.jpg", "x", labels, read));
        assert_eq!(line("2RhO 1GsD", "2RhO 1GoD"), "a.jpg: 1GsD read as 1GoD (called sure)");
        assert_eq!(line("2RhO 1GsD", "2RhO?"), "a.jpg: not read 1GsD");
        assert_eq!(line("2RhO", "2RhO 1RsO? 3PsS"), "a.jpg: read 1RsO 3PsS");
        let unreadable = Compared::unreadable(("a.jpg".into(), None), Vec::new());
        assert_eq!(wrong_line(&unreadable), "a.jpg: could not be read");
    }
}
