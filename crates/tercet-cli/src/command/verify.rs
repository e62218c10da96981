//! `tercet verify`: whether the record of a game is true.

use std::io::{BufRead, BufReader, Cursor, Read};

use serde_json::json;
use tercet::data::{csv, json};
use tercet::game::Verifier;
use tercet_app::{
    Answered, BoardAnswer, CheckPacking, CheckProof, Code, Decision, Error, FileReader,
    PackingChecked, Question, Reason, RecordVerdict, Seconds, Session, Verification,
};

use crate::arguments::Source;
use crate::new_file::read_once;
use crate::output::{counted, say_why, timed};
use crate::prelude::*;
use crate::work::{AtWork, work};
use crate::{input, quantity};

/// Verify the record of a game, a proof that a board has no set, or packings.
///
/// The game is replayed by independent code: every deal is checked against the seed, every set
/// against the definition and the board, and every "no set" by an exhaustive search. A packing is an
/// answer of 'tercet pack --json'; its weights are checked to prove that no packing has more sets. Of a file
/// with several, each is checked.
///
/// Exit status: 0 the record is proved true, 2 it is false or unreadable, 3 not all of it was
/// proved within --effort and --timeout. Of a proof or packings: 0 valid, 1 one does not
/// prove what it should, 2 one is unreadable, 3 one was not checked within --timeout.
///
/// Examples:
/// `tercet verify game.jsonl`
/// `tercet verify packing.json`
/// `tercet verify --proof board.proof -i board.txt`
#[derive(Debug, Args)]
pub(crate) struct Verify {
    /// The record, or the packings; '-' is standard input
    #[arg(value_name = "FILE", required_unless_present = "proof")]
    pub(crate) file: Option<PathBuf>,

    /// With a record, the folder of its proofs, as 'tercet game --proof' writes them; else the proof that
    /// a board has no set, as 'tercet find --proof' writes it
    #[arg(long, value_name = "PATH")]
    pub(crate) proof: Option<PathBuf>,

    /// The file of that board; '-' is standard input
    #[arg(
        short,
        long,
        value_name = "FILE",
        requires = "proof",
        conflicts_with = "file",
        default_value = "-"
    )]
    pub(crate) input: PathBuf,

    /// The name of the board, if its file contains several
    #[arg(long, value_name = "NAME", requires = "proof", conflicts_with = "file")]
    pub(crate) board: Option<String>,

    /// The maximum number of steps of each exhaustive search
    #[arg(long, value_name = "STEPS", default_value_t = Verifier::EFFORT, value_parser = quantity::number::<u64>)]
    pub(crate) effort: u64,

    /// Time limit, such as 100ms, 2s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) timeout: Option<Seconds>,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// The beginning of a record of a game.
const RECORD: &[u8] = br#"{"event""#;

/// The most bytes of the first line of a record, and of the white space before it.
const LONGEST_FIRST: usize = 1 << 12;

/// A text without the byte order mark that other programs may have added.
fn unmarked(text: &[u8]) -> &[u8] {
    text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text)
}

const COLUMNS: &str = "answer/answer | lines=answer/line_count | cards=answer/dealt | \
                       sets=answer/count | proved=answer/proved_count | unproved=claims/0 | \
                       unpicked=claims/1 | answer/end";

impl Command for Verify {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let Some(file) = &self.file else {
            let proof = self.proof.as_deref().expect("the parser takes a record or a proof");
            return self.proof(proof, printer);
        };
        let (at_work, session) = AtWork::begin()?;
        let (name, input) = input::open(file, input::patience(self.timeout))?;
        let (mut input, mut start) = (BufReader::new(input), Vec::new());
        while unmarked(&start).trim_ascii().is_empty() && start.len() < LONGEST_FIRST {
            let read = input.by_ref().take(LONGEST_FIRST as u64).read_until(b'\n', &mut start);
            if read.map_err(|error| input::unread(&name, error))? == 0 {
                break;
            }
        }
        if start.contains(&0) {
            return Err(input::no_text(&name, &start));
        }
        let text = unmarked(&start).to_vec();
        let line = text.trim_ascii();
        let is_record = json::parse(line).map_or_else(
            |_| !line.starts_with(b"{") || line.starts_with(RECORD),
            |first| first.get("event").is_some(),
        );
        let input = Cursor::new(text).chain(input);
        if !is_record {
            if self.proof.is_some() {
                bail!(
                    "{name}: --proof goes with the record of a game or with a board: leave it out"
                );
            }
            let packings = self.packings(&name, input, &session);
            drop(at_work);
            return self.print_packings(packings?, printer);
        }
        let request = tercet_app::Verify {
            reader: Some(FileReader::new(input)),
            proofs: self.proof.clone(),
            effort: Some(self.effort.into()),
            timeout: self.timeout,
            ..tercet_app::Verify::default()
        };
        let answer = request.ask(&session);
        drop(at_work);
        let answer = answer.map_err(|error| match error {
            Error { place: Some(place), message, .. } if error.code != Code::File => Error {
                message: format!("{name}:{}: {message}", place.line),
                ..Error::new(error.code, "")
            },
            error => Error { message: format!("{name}: {error}"), ..error },
        })?;
        let claims = [answer.unproved.len(), answer.unpicked.len()];
        let row = json!({"answer": answer, "claims": claims});
        printer.show::<tercet_app::Verify>(self.format, &answer, COLUMNS, [row], |printer| {
            match (answer.answer, &answer.reason) {
                (RecordVerdict::Stopped, Some(Reason { message, .. })) => {
                    say!("{name}: stopped: {message} before the record was checked");
                    Ok(())
                }
                _ => print_text(&name, &answer, printer),
            }
        })
    }
}

impl Verify {
    /// Checks the proof of a board.
    fn proof(&self, path: &Path, printer: &mut Printer) -> Result<Outcome> {
        let Verify { input, board, timeout, format, .. } = self;
        read_once([input, &path.into()])?;
        let source = Source::file(input, board.as_deref());
        let named = input::board(&source, None, *timeout)?;
        let answer = work(|session| -> Result<_> {
            let (_, reader) = input::open(path, input::patience(*timeout))?;
            let question = CheckProof {
                board: named.into(),
                reader: Some(FileReader::new(reader)),
                timeout: *timeout,
                ..CheckProof::default()
            };
            question.ask(session).with_context(|| path.display().to_string())
        })?;
        let columns = "answer | steps | branches | groups | fault";
        printer.show::<CheckProof>(*format, &answer, columns, [&answer], |printer| {
            let steps = answer.found.steps.as_ref().map(|steps| counted(steps, "step"));
            let steps = steps.unwrap_or_default();
            let said =
                sentence(&answer.ending, answer.found.fault.as_deref(), "the board has no set");
            printer.paragraph(&timed(said, steps, answer.time.seconds.0))
        })
    }

    /// Checks the answers about packing that a file has, each with its source, until one cannot be read.
    fn packings(&self, name: &str, input: impl Read, session: &Session) -> Result<Vec<Checked>> {
        let text = input::bytes(name, input, input::MOST_BYTES, true)?;
        let text = String::from_utf8(text).map_err(|no| input::no_text(name, no.as_bytes()))?;
        let (mut checked, text) = (Vec::new(), text.trim_ascii_end());
        let mut rest = text.trim_ascii_start();
        while !rest.is_empty() {
            let (packed, later) = CheckPacking::split(rest);
            let question = CheckPacking { packed: packed.into(), timeout: self.timeout };
            let answer = question.ask(session);
            let before = &text[..text.len() - rest.len()];
            rest = if answer.is_ok() { later.trim_ascii_start() } else { "" };
            let source = match answer {
                _ if checked.is_empty() && later.is_empty() => name.into(),
                Ok(_) => format!("{name}: answer {}", checked.len() + 1),
                Err(_) => format!("{name}:{}", before.matches('\n').count() + 1),
            };
            checked.push((source, answer));
        }
        Ok(checked)
    }

    /// Prints what the checks of some packings have shown. The worst of them decides the status.
    fn print_packings(&self, checked: Vec<Checked>, printer: &mut Printer) -> Result<Outcome> {
        const COLUMNS: &str = "board | answer | size | count | fault";
        let mut worst = Outcome::Yes;
        for (i, (source, answer)) in checked.into_iter().enumerate() {
            let answer = answer.context(source.clone())?;
            match self.format {
                Format::Text => {
                    let sets = counted(answer.found.count, "set");
                    let proved = format!("no packing has more than {sets}");
                    let said = sentence(&answer.ending, answer.found.fault.as_deref(), &proved);
                    printer.paragraph(&format!("{source}: {said}"))?;
                }
                Format::Json => printer.answer::<CheckPacking>(&answer)?,
                Format::Csv if i == 0 => printer.table(COLUMNS, [&answer])?,
                Format::Csv => printer.csv(csv::cells(COLUMNS, &answer)?)?,
            }
            say_why(self.format, answer.reason());
            if worst != Outcome::No && answer.status() != Outcome::Yes {
                worst = answer.status();
            }
        }
        Ok(worst)
    }
}

/// The source of an answer about packing, and the result of checking it.
type Checked = (String, Result<BoardAnswer<PackingChecked, Decision, ()>, Error>);

/// What a check has shown, or why it has shown nothing.
fn sentence(ending: &Decision, fault: Option<&str>, proved: &str) -> String {
    match (fault, &ending.reason) {
        (Some(fault), _) => format!("not proved: {fault}"),
        (None, Some(reason)) => format!("stopped: {} before it was checked", reason.message),
        (None, None) => format!("proved: {proved}"),
    }
}

/// The record and the name of its source.
fn print_text(name: &str, answer: &Verification, printer: &mut Printer) -> Result<()> {
    let (lines, unproved, unpicked) = (answer.line_count, &answer.unproved, &answer.unpicked);
    let verdict = match answer.answer {
        RecordVerdict::Proved => "true",
        RecordVerdict::Unproved => "unproved",
        RecordVerdict::Stopped => "stopped",
    };
    let by_proof =
        answer.by_proof.map_or_else(String::new, |files| format!(", {files} from proof files"));
    printer.paragraph(&format!(
        "{name}: {verdict} ({}: {} dealt, {} taken, {} proved to hold no set{by_proof})",
        counted(lines, "line"),
        counted(answer.dealt, "card"),
        counted(&answer.count, "set"),
        counted(answer.proved_count, "board"),
    ))?;
    for (what, lines) in [("that there is no set", unproved), ("which set is picked", unpicked)] {
        if !lines.is_empty() {
            printer.paragraph(&format!("not proved: {what}, {}", places(lines)))?;
        }
    }
    for wrong in &answer.wrong_proofs {
        printer.paragraph(&format!("not used: {wrong}"))?;
    }
    if !(unproved.is_empty() && unpicked.is_empty()) {
        printer.paragraph("a greater --effort proves more")?;
    }
    if answer.truncated {
        writeln!(printer, "line {} is incomplete and was ignored", lines + 1)?;
    }
    match answer.end.as_deref() {
        None => printer.line("the game was not played to its end"),
        Some("sets" | "deck") => Ok(()),
        Some(stopped) => printer.paragraph(stopped),
    }
}

/// Lines by their numbers, the middle of a long list left out.
fn places(lines: &[usize]) -> String {
    const MOST_NAMED: usize = 8;
    let words = |lines: &[usize]| lines.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    match lines {
        [line] => format!("in line {line}"),
        [first @ .., last] if lines.len() > MOST_NAMED => {
            format!("in {} lines: {}, … {last}", lines.len(), words(&first[..MOST_NAMED - 1]))
        }
        _ => format!("in lines {}", words(lines)),
    }
}
