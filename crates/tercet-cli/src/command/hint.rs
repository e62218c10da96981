//! `tercet hint`: a set of a board, shown card by card.

use tercet::file::NamedBoard;
use tercet_app::{Hint as Question, Hinted, Verdict};

use crate::command::prelude::*;
use crate::input::Boards;
use crate::many::{Asking, Stream};
use crate::picture::{print_board, print_cards};

/// Reveal a set of a board card by card.
///
/// Stage 0 tells whether there is a set and, if counting is quick, how many there are. Each further
/// stage reveals one more card and what the remaining cards must look like. Of several sets, the
/// hint is about the one that differs in the fewest properties, then the first in layout order.
/// With --holding, it is about a set that contains the held cards, if there is one.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
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
    const EXAMPLES: &[&str] = &["tercet hint --stage 2 2RhO 1GsD 3PsS 2GhO 2PhO"];
    const STATUS: &str = FOUND;

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let named = match input::boards(&self.source, &self.many, self.timeout)? {
            Boards::One(named) => named,
            Boards::Many(stream) => return many(self, *stream, printer),
        };
        let (deck, size) = (named.board.deck(), named.board.len());
        let look = self.look;
        let shown = notation_shown(look, deck)?;
        // For people, cards are numbered from 1.
        if let Some(number) = self.holding.iter().find(|&&number| number > size || number == 0) {
            bail!("--holding {number}: the cards of this board are numbered from 1 to {size}");
        }
        let mut held = self.holding.clone();
        held.sort_unstable();
        if let Some(&[twice, ..]) = held.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("--holding: card {twice} is named twice: name each card once");
        }
        let answer = ask(&Question {
            board: named.clone().into(),
            stage: self.stage,
            holding: self.holding.iter().map(|number| number - 1).collect(),
            timeout: self.timeout,
            notation: Some(shown),
            ..Question::default()
        })?;
        let rows = answer.cards.iter().zip(&answer.positions);
        let columns = ["card=0", "position=1"];
        printer.show::<Question, _, _>(look.format, &answer, &columns, rows, |printer| {
            print_text(&answer, &named, shown, printer)
        })
    }
}

/// Gives the same hint for each board of a stream.
fn many(arguments: &Hint, stream: Stream, printer: &mut Printer) -> Result<Outcome> {
    let Hint { many, look, holding, .. } = arguments;
    let asking = Asking { stream, many, look: *look, threads: None };
    if holding.contains(&0) {
        bail!("--holding 0: the cards of a board are numbered from 1");
    }
    let question = Question {
        stage: arguments.stage,
        holding: holding.iter().map(|number| number - 1).collect(),
        timeout: arguments.timeout,
        notation: look.notation,
        ..Question::default()
    };
    asking.ask(&question, printer)
}

fn print_text(
    answer: &Hinted,
    NamedBoard { name, board }: &NamedBoard,
    notation: Notation,
    printer: &mut Printer,
) -> Result<()> {
    print_board(board, name.as_deref(), notation, answer.positions.is_empty(), printer)?;
    if !answer.positions.is_empty() {
        print_cards(board, notation, &answer.positions, printer)?;
    }
    let widest = answer.needs.iter().map(|need| need.name.len()).max().unwrap_or(0);
    for need in &answer.needs {
        printer.line(format_args!("{:widest$}  {}", need.name, need.words))?;
    }
    if let Some(card) = &answer.last {
        printer.line(format_args!("missing: {card}"))?;
    }
    let sets = match (&answer.count, answer.ending.answer) {
        (_, Verdict::None) => "no set".into(),
        (Some(count), _) => counted(count, "set"),
        (None, _) => "at least one set".into(),
    };
    let shown = match (answer.held, answer.positions.len()) {
        (_, 0) => String::new(),
        (_, all) if all == board.deck().values() => "; this is one".into(),
        (0, all) => format!("; shown: {} of one", counted(all, "card")),
        (held, all) => format!("; shown: {held} held, {} more of a set", all - held),
    };
    printer.line(format_args!("{sets}{shown}"))
}
