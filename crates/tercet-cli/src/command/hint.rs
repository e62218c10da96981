//! `tercet hint`: a set of a board, shown card by card.

use std::slice;

use tercet_app::{Hint as Request, HintOfBoard, Hinted, Seconds, Verdict};

use crate::arguments::{Many, Source};
use crate::many::{Boards, Row, boards};
use crate::output::{counted, notation_shown};
use crate::picture::Shown;
use crate::prelude::*;
use crate::quantity;
use crate::work::ask;

/// Reveal a set of a board card by card.
///
/// Stage 0 tells whether there is a set and, if counting is quick, how many there are. Each further
/// stage reveals one more card and what the remaining cards must look like. Of several sets, the
/// hint is about the one that differs in the fewest properties, then the first in layout order.
/// With --holding, it is about a set that contains the held cards, if there is one.
///
/// Example: `tercet hint --stage 2 2RhO 1GsD 3PsS 2GhO 2PhO`
#[derive(Debug, Args)]
pub(crate) struct Hint {
    #[command(flatten)]
    pub(crate) source: Source,

    #[command(flatten)]
    pub(crate) many: Many,

    /// The number of cards to reveal
    #[arg(short, long, value_name = "N", default_value_t = 0, value_parser = quantity::number::<usize>)]
    pub(crate) stage: usize,

    /// The numbers of the cards that you already hold, such as 3,7
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = quantity::number::<usize>)]
    pub(crate) holding: Vec<usize>,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    #[command(flatten)]
    pub(crate) look: Look,
}

impl Command for Hint {
    const STATUS: &str = FOUND;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Hint { holding, look, .. } = self;
        let mut question = Request {
            stage: self.stage,
            // For people, cards are numbered from 1; 0 is refused below.
            holding: holding.iter().map(|number| number.saturating_sub(1)).collect(),
            timeout: self.timeout,
            notation: look.notation,
            ..Request::default()
        };
        let named = match boards(&self.source, &self.many, *look, self.timeout)? {
            Boards::One(named) => named,
            Boards::Many(_) if holding.contains(&0) => {
                bail!("--holding 0: the cards of a board are numbered from 1")
            }
            Boards::Many(asking) => return asking.ask(&question, printer),
        };
        let size = named.board.len();
        if let Some(number) = holding.iter().find(|&&number| number > size || number == 0) {
            bail!("--holding {number}: the cards of this board are numbered from 1 to {size}");
        }
        let mut held = holding.clone();
        held.sort_unstable();
        if let Some(&[twice, ..]) = held.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("--holding: card {twice} is named twice: name each card once");
        }
        let notation = notation_shown(*look, named.board.deck())?;
        (question.board, question.notation) = (named.clone().into(), Some(notation));
        let answer = ask(&question)?;
        let rows = answer.found.cards.iter().zip(&answer.found.positions);
        printer.show::<Request>(look.format, &answer, &["card=0", "position=1"], rows, |printer| {
            print_text(&answer, Shown { named: &named, notation }, printer)
        })
    }
}

fn print_text(answer: &HintOfBoard, shown: Shown, printer: &mut Printer) -> Result<()> {
    let Hinted { positions, needs, last, .. } = &answer.found;
    if positions.is_empty() {
        shown.print(printer)?;
    } else {
        shown.print_name(printer)?;
        shown.print_cards(positions, printer)?;
    }
    let widest = needs.iter().map(|need| need.name.len()).max().unwrap_or(0);
    for need in needs {
        writeln!(printer, "{:widest$}  {}", need.name, need.words)?;
    }
    if let Some(card) = last {
        writeln!(printer, "missing: {card}")?;
    }
    printer.line(answer.sentence())
}

impl Row for HintOfBoard {
    const COLUMNS: &'static [&'static str] =
        &["board", "size", "answer", "count", "cards", "last", "error"];

    fn sentence(&self) -> String {
        let sets = match (&self.found.count, self.ending.answer) {
            (_, Verdict::None) => "no set".into(),
            (Some(count), _) => counted(count, "set"),
            (None, _) => "at least one set".into(),
        };
        let shown = match (self.found.held, self.found.cards.len()) {
            (_, 0) => String::new(),
            (_, all) if all == self.deck.values() => "; this is one".into(),
            (0, all) => format!("; shown: {} of one", counted(all, "card")),
            (held, all) => format!("; shown: {held} held, {} more of a set", all - held),
        };
        sets + &shown
    }

    fn sets(&self) -> (&[Vec<String>], &[Vec<usize>]) {
        let Hinted { cards, positions, .. } = &self.found;
        let shown = usize::from(!cards.is_empty());
        (&slice::from_ref(cards)[..shown], &slice::from_ref(positions)[..shown])
    }
}
