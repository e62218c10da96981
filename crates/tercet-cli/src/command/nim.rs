//! `tercet nim`: the winner if two players take sets of a board in turn.

use tercet_app::{BoardAnswer, Decision, Nim as Request, NimStrategy, NimValue};

use crate::arguments::Many;
use crate::many::{Row, boards};
use crate::picture::{ask_for_sets, notation_of};
use crate::prelude::*;

/// Find out who wins if two players take sets of the board in turn.
///
/// No cards are dealt, and the player who cannot take a set loses. On boards that are graphs the
/// game is called Arc Kayles. The sets shown are the
/// winning first moves. The nim value is 0 if the second player wins. With --format json, the answer
/// contains the winner's strategy, if it is short.
///
/// Exit status: 0 the first player wins, 1 the second player wins, 2 invalid input or failure,
/// 3 stopped by a limit.
///
/// Example: `tercet deal -n 12 | tercet nim`
#[derive(Debug, Args)]
pub(crate) struct Nim {
    #[command(flatten)]
    pub(crate) source: Source,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Memory limit, such as 500MB or 2GB [default: 1GiB]
    #[arg(long, value_name = "SIZE", value_parser = quantity::size)]
    pub(crate) memory: Option<usize>,

    #[command(flatten)]
    pub(crate) many: Many,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Nim {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Nim { memory, timeout, look, .. } = *self;
        let search = tercet_app::Search { memory, timeout, ..Default::default() };
        let boards = boards(&self.source, &self.many, look, timeout)?;
        let notation = notation_of(&boards, look)?;
        let question = Request { search, notation, ..Request::default() };
        ask_for_sets(boards, question, look, printer, |answer| {
            timed(answer.sentence(), "", answer.time.seconds.0)
        })
    }
}

impl Row for BoardAnswer<NimValue, Decision> {
    const COLUMNS: &'static str = "size | answer | value | sets";
    const YES: &'static str = "won by the first player";
    const NO: &'static str = "won by the second player";

    fn sentence(&self) -> String {
        let NimValue { value, sets, strategy, .. } = &self.found;
        let value = value.map(|value| format!("nim value {value}"));
        let (how, is_one) = match strategy {
            Some(NimStrategy::Mirror(card)) => (format!("mirror images around {card}"), true),
            _ => (value.unwrap_or_default(), self.deck.values() <= 2),
        };
        match &self.ending.reason {
            Some(reason) => format!("stopped: {} before it was known who wins", reason.message),
            None if sets.is_empty() => format!("the second player wins: {how}"),
            None if is_one => format!("the first player wins: {how}, a winning set"),
            None => {
                let sets = counted(sets.len(), "winning set");
                format!("the first player wins: {how}, {sets}")
            }
        }
    }

    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        (&self.found.sets, &self.found.positions)
    }
}
