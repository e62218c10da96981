//! `tercet find`: the sets of a board.

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde::{Serialize, Serializer};
use tercet::Board;
use tercet::notation::{NamedBoard, Notation};
use tercet::packing::{Packed, most};
use tercet::solver::{PartialSets, Question, Stop, Update, list};

use crate::cli::{Find, Format};
use crate::interrupt::Interrupt;
use crate::output::{
    Count, DeckJson, HeldJson, Printer, counted, duration, notation, notation_in_text, remembered,
    texts,
};
use crate::progress::Progress;
use crate::search::Answered;
use crate::{Outcome, input, pack, picture, say};

pub(crate) fn run(arguments: &Find, printer: &mut Printer) -> Result<Outcome> {
    answer(arguments, &input::board(&arguments.source)?, printer)
}

/// Answers the question about a board that is at hand.
pub(crate) fn answer(
    arguments: &Find,
    NamedBoard { name, board }: &NamedBoard,
    printer: &mut Printer,
) -> Result<Outcome> {
    let notation = notation(arguments.look, board.deck())?;
    let interrupt = Interrupt::listen()?;
    let answer = ask(arguments, board, &interrupt)?;
    interrupt.end_work();
    match arguments.look.format {
        Format::Text => {
            let notation = notation_in_text(arguments.look, board.deck())?;
            Text { board, name: name.as_deref(), notation, answer: &answer }.print(printer)?;
        }
        Format::Json => print_json(board, name.as_deref(), notation, &answer, printer)?,
        Format::Csv => {
            print_csv(board, notation, &answer, printer)?;
            if let Some(stop) = &answer.stopped {
                say(&format!("stopped: {stop}"));
            }
        }
    }
    Ok(answer.outcome())
}

/// What came of the question, in the form that all formats print.
struct Found {
    question: Question,
    answered: Answered,
    /// The sets that are to be shown, each as the positions of its cards.
    sets: Vec<Box<[usize]>>,
    /// How many sets are known; all of them for a list or a count that was not stopped.
    count: u128,
    /// What became of the question for disjoint sets, if it was that.
    packed: Option<Packed>,
    stopped: Option<Stop>,
    time: Duration,
    held: Option<PartialSets>,
}

impl Found {
    fn outcome(&self) -> Outcome {
        match (&self.stopped, self.count) {
            (Some(_), _) => Outcome::Stopped,
            (None, 0) => Outcome::No,
            (None, _) => Outcome::Yes,
        }
    }
}

/// Asks the method what the arguments ask.
fn ask(arguments: &Find, board: &Board, interrupt: &Interrupt) -> Result<Found> {
    let question = match arguments {
        Find { count: true, .. } => Question::Count,
        Find { all: true, .. } | Find { limit: Some(_), .. } | Find { disjoint: true, .. } => {
            Question::Enumerate
        }
        _ => Question::Find,
    };
    let asked = arguments.search.method(question, board.deck())?;
    let (options, limit) = (arguments.search.options(), arguments.search.limit(interrupt));
    let _progress = Progress::start(format!("{question} with {}", asked.name));

    let begin = Instant::now();
    let (mut sets, mut count, mut stopped) = (Vec::new(), 0, None);
    let mut packed = None;
    let last: Box<dyn Update> = match question {
        Question::Find => {
            let mut solver = asked.solver(board, &options)?;
            match solver.find(&limit) {
                Ok(Some(found)) => {
                    sets.push(found.positions().into());
                    count = 1;
                }
                Ok(None) => {}
                Err(stop) => stopped = Some(stop),
            }
            solver
        }
        Question::Enumerate if arguments.disjoint => {
            let mut lister = asked.enumerator(board, &options)?;
            let answer = most(&mut *lister, options.search.memory, &limit);
            sets = answer.packing.sets().to_vec();
            (count, stopped) = (sets.len() as u128, answer.stopped.clone());
            packed = Some(answer);
            lister
        }
        Question::Enumerate => {
            let most = arguments.limit.map(NonZeroUsize::get);
            let mut lister = asked.enumerator(board, &options)?;
            let listing = list(&mut *lister, most, &limit);
            (sets, count, stopped) = (listing.sets, listing.found, listing.stopped);
            lister
        }
        Question::Count => {
            let mut counter = asked.counter(board, &options)?;
            match counter.count(&limit) {
                Ok(number) => count = number,
                Err(stop) => stopped = Some(stop),
            }
            counter
        }
    };
    let time = begin.elapsed();
    if let Some(Stop::Failed(failure)) = stopped {
        bail!(failure);
    }
    Ok(Found {
        question,
        answered: Answered::by(asked, &*last),
        sets,
        count,
        packed,
        stopped,
        time,
        held: last.report().memory,
    })
}

/// More sets than this are listed a line each, not drawn.
const MOST_DRAWN: usize = 12;

/// A board of more cards is not drawn: whoever has so many has them in a file.
const MOST_CARDS: usize = 256;

/// Prints what board it is, and draws it where that helps.
pub(crate) fn print_board(
    board: &Board,
    name: Option<&str>,
    notation: Notation,
    drawn: bool,
    printer: &mut Printer,
) -> Result<()> {
    let name = name.map(|name| format!("{name}: ")).unwrap_or_default();
    let cards = counted(board.len() as u128, "card");
    printer.line(format_args!("{name}{cards} of {}", board.deck()))?;
    if drawn && board.len() <= MOST_CARDS {
        let all: Vec<usize> = (0..board.len()).collect();
        print_cards(board, notation, &all, printer)?;
    }
    Ok(())
}

/// Draws the cards at some positions of the board.
pub(crate) fn print_cards(
    board: &Board,
    notation: Notation,
    positions: &[usize],
    printer: &mut Printer,
) -> Result<()> {
    let numbered: Vec<_> = positions.iter().map(|&i| (i + 1, board.cards()[i])).collect();
    printer.line(picture::cards(board.deck(), notation, &numbered))
}

/// Draws sets, each under its number if they have one; many are listed a line each.
pub(crate) fn print_sets(
    board: &Board,
    notation: Notation,
    sets: &[Box<[usize]>],
    numbered: bool,
    printer: &mut Printer,
) -> Result<()> {
    for (i, set) in sets.iter().enumerate() {
        if sets.len() <= MOST_DRAWN {
            if numbered {
                printer.line(format_args!("set {}", i + 1))?;
            }
            print_cards(board, notation, set, printer)?;
        } else {
            let width = sets.len().to_string().len();
            let cards = picture::line(board.deck(), notation, &board.at(set));
            printer.line(format_args!("{:>width$}  {cards}", i + 1))?;
        }
    }
    Ok(())
}

/// The answer as people read it.
struct Text<'a> {
    board: &'a Board,
    name: Option<&'a str>,
    notation: Notation,
    answer: &'a Found,
}

impl Text<'_> {
    fn print(&self, printer: &mut Printer) -> Result<()> {
        let Self { board, notation, answer, .. } = *self;
        print_board(board, self.name, notation, answer.question != Question::Count, printer)?;
        let numbered = answer.question == Question::Enumerate;
        print_sets(board, notation, &answer.sets, numbered, printer)?;
        printer.line(self.summary())
    }

    /// The answer in a sentence.
    fn summary(&self) -> String {
        let &Found { question, answered, count, ref packed, ref stopped, time, held, .. } =
            self.answer;
        let shown = self.answer.sets.len() as u128;
        let answer = match (packed, stopped, question) {
            (Some(packed), ..) => pack::summary(packed),
            (None, Some(stop), Question::Enumerate) => {
                format!("stopped: {stop} after {}", counted(count, "set"))
            }
            (None, Some(stop), _) => format!("stopped: {stop} before an answer"),
            (None, None, _) if count == 0 => "no set".into(),
            (None, None, Question::Find) => "a set".into(),
            (None, None, Question::Enumerate) if shown < count => {
                format!("{}, the first {shown} of them shown", counted(count, "set"))
            }
            (None, None, _) => counted(count, "set"),
        };
        let held = held.map_or_else(String::new, |held| format!("\n{}", remembered(held)));
        format!("{answer} ({answered}, {}){held}", duration(time))
    }
}

#[derive(Serialize)]
struct FindJson<'a> {
    schema: &'static str,
    deck: DeckJson,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'a str>,
    cards: usize,
    #[serde(flatten)]
    answered: Answered,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    sets: SetsJson<'a>,
    count: Option<Count>,
    /// For disjoint sets: there are no more than this.
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<usize>,
    /// What the method remembers in the end, if it is one that remembers partial sets.
    #[serde(skip_serializing_if = "Option::is_none")]
    held: Option<HeldJson>,
    seconds: f64,
}

/// The sets, each written as it is needed: there may be millions.
pub(crate) struct SetsJson<'a> {
    pub(crate) board: &'a Board,
    pub(crate) notation: Notation,
    pub(crate) sets: &'a [Box<[usize]>],
}

impl Serialize for SetsJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { board, notation, sets } = *self;
        serializer.collect_seq(sets.iter().map(|set| texts(board.deck(), notation, &board.at(set))))
    }
}

fn print_json(
    board: &Board,
    name: Option<&str>,
    notation: Notation,
    found: &Found,
    printer: &mut Printer,
) -> Result<()> {
    let deck = board.deck();
    let known = found.stopped.is_none() || found.question == Question::Enumerate;
    printer.json(&FindJson {
        schema: "tercet.find/1",
        deck: deck.into(),
        board: name,
        cards: board.len(),
        answered: found.answered,
        answer: match found.outcome() {
            Outcome::Yes => "found",
            Outcome::No => "none",
            Outcome::Stopped => "stopped",
        },
        reason: found.stopped.as_ref().map(Stop::to_string),
        sets: SetsJson { board, notation, sets: &found.sets },
        count: known.then_some(Count(found.count)),
        bound: found.packed.as_ref().map(|packed| packed.bound),
        held: found.held.map(HeldJson::from),
        seconds: found.time.as_secs_f64(),
    })
}

/// A set a row; for a count, its one number.
fn print_csv(
    board: &Board,
    notation: Notation,
    found: &Found,
    printer: &mut Printer,
) -> Result<()> {
    let deck = board.deck();
    if found.question == Question::Count {
        printer.csv(["count"])?;
        return match &found.stopped {
            None => printer.csv([found.count.to_string()]),
            Some(_) => Ok(()),
        };
    }
    printer.csv((1..=deck.values()).map(|i| format!("card_{i}")))?;
    for set in &found.sets {
        printer.csv(texts(deck, notation, &board.at(set)))?;
    }
    Ok(())
}
