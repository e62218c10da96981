//! Questions about a hand: whether it is set-free, whether it is complete, how it can be completed,
//! and its canonical form.

use tercet_app::{
    CanonicalForm, CapsCanonical, CapsComplete, CapsExtend, CapsExtended, CapsVerify, ExtendBy,
    Whole,
};

use super::{noun, show};
use crate::choice::described;
use crate::command::parts::{Estimating, InParts, Manner, Printed};
use crate::new_file::check_apart;
use crate::output::{board_file, duration, notation, notation_asked};
use crate::picture::{Shown, columns};
use crate::prelude::*;

/// The arguments of a question about a hand.
#[derive(Debug, Args)]
pub(crate) struct Hand {
    #[command(flatten)]
    source: Source,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    timeout: Option<Seconds>,

    #[command(flatten)]
    look: Look,
}

/// Check whether a hand is set-free.
///
/// Example: `tercet caps verify -i cap.txt`
#[derive(Debug, Args)]
pub(crate) struct Verify {
    #[command(flatten)]
    hand: Hand,
}

impl Command for Verify {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Hand { source, timeout, look } = &self.hand;
        let named = input::board(source, look.notation, *timeout)?;
        let deck = named.board.deck();
        let shown = Shown::new(&named, *look)?;
        let (board, notation) = (named.clone().into(), notation_asked(&named, *look)?);
        let answer = ask(&CapsVerify { board, notation, timeout: *timeout })?;
        let (columns, sets) = (columns(deck, ""), &answer.found.sets);
        show::<CapsVerify>(*look, &answer, &columns, sets, printer, |printer| {
            let (cards, noun) = (counted(answer.size, "card"), noun(deck));
            let verdict = match answer.found.positions.first() {
                Some(set) => {
                    shown.print_cards(set, printer)?;
                    format!("not a {noun}, this is a set")
                }
                None => format!("a {noun}"),
            };
            let sentence = format!("{cards} of {deck}: {verdict}");
            printer.line(timed(sentence, "", answer.time.seconds.0))
        })
    }
}

/// Check whether a set-free hand is complete, and list the cards that can be added.
///
/// Example: `tercet caps complete 00 01 10`
#[derive(Debug, Args)]
pub(crate) struct Complete {
    #[command(flatten)]
    hand: Hand,
}

impl Command for Complete {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Hand { source, timeout, look } = &self.hand;
        let named = input::board(source, look.notation, *timeout)?;
        let deck = named.board.deck();
        let notation = Some(notation(*look, deck)?);
        let answer = ask(&CapsComplete { board: named.into(), notation, timeout: *timeout })?;
        let cards = &answer.found.addable;
        let text = |printer: &mut Printer| {
            let hand = format!("{} of {deck}", counted(answer.size, "card"));
            let noun = noun(deck);
            match cards.len() {
                0 => writeln!(printer, "{hand}: a complete {noun}"),
                number => {
                    let comment = format!("{hand}: a {noun}; each of {number} cards can be added");
                    board_file(deck, &comment, cards, printer)
                }
            }
        };
        show::<CapsComplete>(*look, &answer, "card=", cards, printer, text)
    }
}

/// Compute the canonical form of a hand, and its symmetries.
///
/// Example: `tercet caps canonical -i cap.txt`
#[derive(Debug, Args)]
pub(crate) struct Canonical {
    #[command(flatten)]
    hand: Hand,
}

impl Command for Canonical {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Hand { source, timeout, look } = &self.hand;
        let named = input::board(source, look.notation, *timeout)?;
        let deck = named.board.deck();
        let notation = Some(notation(*look, deck)?);
        let answer = ask(&CapsCanonical { board: named.into(), notation, timeout: *timeout })?;
        let CanonicalForm { cards, stabiliser, orbit, generators } = &answer.found;
        show::<CapsCanonical>(*look, &answer, "card=", cards, printer, |printer| {
            let number =
                |number: &Option<Whole>| number.as_ref().and_then(Whole::get).unwrap_or(u128::MAX);
            let hand = counted(answer.size, "card");
            let (maps, group) = match (number(stabiliser), deck.values()) {
                (maps, 3) => (counted(maps, "map"), "affine maps"),
                (1, _) => ("1 symmetry".into(), "symmetries"),
                (maps, _) => (format!("{maps} symmetries"), "symmetries"),
            };
            let hands = counted(number(orbit), "hand");
            let mut comment = vec![
                format!("the canonical form of {hand} of {deck} under its {group}"),
                format!("stabiliser: {maps}; orbit: {hands}"),
            ];
            comment.extend(generators.iter().map(|it| format!("generator: {}", it.map)));
            board_file(deck, &comment.join("\n"), cards, printer)
        })
    }
}

/// Extend a set-free hand until it is complete.
///
/// With -v or -p and no cards, the search starts from the empty hand of that deck.
///
/// Example: `tercet caps extend -v 4 -p 2`
#[derive(Debug, Args)]
pub(crate) struct Extend {
    #[command(flatten)]
    source: Source,

    /// How to choose the cards to add
    #[arg(long, value_name = "HOW", default_value = "greedy", value_parser = described([
        (ExtendBy::Greedy, "Add each card that fits, in ascending order"),
        (ExtendBy::Random, "Add each card that fits, in random order"),
        (ExtendBy::Best, "Search locally for a hand as large as possible within the time limit"),
    ]))]
    by: ExtendBy,

    /// The random seed [default: a new one, which is printed]
    #[arg(long, value_name = "SEED", value_parser = quantity::number::<u64>)]
    seed: Option<u64>,

    /// Time limit, such as 100ms, 2s or 5m; 'best' uses all of it [default for 'best': 2s]
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    timeout: Option<Seconds>,

    /// With 'best', N searches of 1,000 hands each, with the seed and the next ones, shared by threads and
    /// parts [default: one search until the time is over]
    #[arg(long, value_name = "N", value_parser = quantity::at_least_one::<u64>)]
    searches: Option<u64>,

    #[command(flatten)]
    shared: InParts,

    #[command(flatten)]
    look: Look,
}

impl Command for Extend {
    fn estimate(&self) -> Result<Option<Estimating>> {
        self.shared.estimating(self.question()?, self.timeout, self.look.format)
    }

    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let question = self.question()?;
        if self.searches.is_some() || self.shared.are_asked() {
            for file in self.shared.output.iter().chain(&self.shared.parts.checkpoint) {
                check_apart(file, self.source.path())?;
            }
            let (timeout, format) = (self.timeout, self.look.format);
            return self.shared.run(&question, timeout, format, printer, |_| Ok(()));
        }
        let answer = ask(&question)?;
        let cards = &answer.cards;
        if cards.is_empty() && answer.ending.reason.is_some() {
            return show::<CapsExtend>(self.look, &answer, "card=", cards, printer, |_| Ok(()));
        }
        printer.show::<CapsExtend>(self.look.format, &answer, "card=", cards, |printer| {
            board_file(answer.deck, &comment(&answer), cards, printer)?;
            if let Some(reason) = &answer.ending.reason {
                printer.finish()?;
                say!("stopped: {} before the time of the search ended", reason.message);
            }
            Ok(())
        })
    }
}

impl Extend {
    fn question(&self) -> Result<CapsExtend> {
        let given = input::board_or_none(&self.source, self.look.notation, self.timeout)?;
        Ok(CapsExtend {
            notation: Some(notation(self.look, given.board.deck())?),
            board: given.into(),
            by: self.by,
            seed: self.seed.map(Into::into),
            searches: self.searches.map(Into::into),
            threads: None,
            timeout: self.timeout,
        })
    }
}

impl Printed for CapsExtend {
    fn print(&self, answer: &CapsExtended, manner: Manner, printer: &mut Printer) -> Result<()> {
        let (Manner { look, lines }, cards) = (manner, &answer.cards);
        let alone = Manner { look, lines: Vec::new() };
        alone.show::<Self>(answer, "card=", cards, printer, |printer| {
            if cards.is_empty() {
                return printer.lines(lines);
            }
            let lines = [vec![comment(answer)], lines].concat();
            board_file(answer.deck, &lines.join("\n"), cards, printer)
        })
    }
}

/// The hand in words, and how it was made.
fn comment(answer: &CapsExtended) -> String {
    let CapsExtended { deck, given, seed, tried, .. } = answer;
    let (n, noun) = (counted(answer.size, "card"), noun(*deck));
    let given = if *given > 0 { format!(" that extends {given}") } else { String::new() };
    let by = match answer.by {
        ExtendBy::Greedy => "greedy",
        ExtendBy::Random => "random",
        ExtendBy::Best => "best",
    };
    let seed = seed.as_ref().map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let searched = tried.as_ref().map_or_else(String::new, |tried| {
        let hands = counted(tried, "hand");
        format!("\nthe largest found in {} ({hands} tried)", duration(answer.seconds.0))
    });
    let kind = if tried.is_some() { "a" } else { "a complete" };
    format!("{n} of {deck}: {kind} {noun}{given}, --by {by}{seed}{searched}")
}
