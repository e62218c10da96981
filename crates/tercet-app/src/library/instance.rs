//! An instance of a library: its board, its answer, its proof and its exports, as files.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use tercet_models::Symmetry;
use tercet_models::export::{ExportError, Form, export};

use super::cannot_write;
use super::plan::Plan;
use crate::prelude::*;
use crate::{Verdict, atomic};

/// The most bytes of a board in the format of a solver: a larger file is left out.
const MOST_EXPORT: usize = 1 << 20;

/// The most bytes of a proof.
const MOST_PROOF: u64 = 32 << 20;

/// The smallest number of values for which there are proofs.
const PROVABLE: usize = 4;

/// An instance: the content of its answer file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Instance {
    /// The name and version of this form.
    pub(super) schema: String,
    /// The name, which is also that of the board in its file.
    pub(super) name: String,
    /// The family, which is also the folder.
    pub(super) family: String,
    /// How the board was made.
    pub(super) origin: String,
    /// The seed of the board.
    pub(super) seed: Whole,
    /// The deck.
    pub(super) deck: Deck,
    /// How many cards the board has.
    pub(super) size: usize,
    /// Whether there is a set.
    pub(super) answer: Verdict,
    /// A set, if there is one, as its cards in layout order.
    pub(super) cards: Vec<String>,
    /// The same set as positions on the board, from 0.
    pub(super) positions: Vec<usize>,
    /// How the answer was established.
    pub(super) established: String,
    /// The file of the proof, if there is one.
    pub(super) proof: Option<String>,
    /// All files of the instance but this one.
    pub(super) files: Vec<Entry>,
}

/// A file of an instance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// Its path in the library, with slashes.
    pub(super) path: String,
    /// How many bytes it has.
    pub(super) bytes: u64,
    /// Its CRC-32, as eight hexadecimal digits.
    pub(super) crc32: String,
}

impl Entry {
    /// The entry of a file with this content.
    pub(super) fn of(path: String, content: &[u8]) -> Self {
        Self { path, bytes: content.len() as u64, crc32: crc32(content) }
    }
}

/// The name and version of the form of an answer file.
const SCHEMA: &str = "tercet.library-instance/1";

/// The CRC-32 of some bytes, as eight hexadecimal digits.
pub(super) fn crc32(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

impl Instance {
    /// The path of the answer file in the library.
    pub(super) fn path(&self) -> String {
        format!("{}/{}.json", self.family, self.name)
    }

    /// The content of the answer file.
    pub(super) fn text(&self) -> String {
        format!("{}\n", serde_json::to_string_pretty(self).expect("an instance is JSON"))
    }

    /// The path of the board in the library.
    pub(super) fn board(&self) -> &str {
        &self.files[0].path
    }
}

/// Makes the instance, or reads it if all of its files exist. Returns whether it existed.
pub(super) fn make(
    plan: &Plan,
    folder: &Path,
    threads: NonZeroUsize,
    limit: &Limit,
) -> Result<(Instance, bool), Error> {
    limit.check()?;
    if let Some(instance) = there(plan, folder) {
        return Ok((instance, true));
    }
    let own = folder.join(plan.family);
    fs::create_dir_all(&own).map_err(|error| cannot_write(&own, &error))?;
    let (board, obstruction) = plan.board(limit)?;
    let (found, proof) = solve(plan, &board, threads, limit)?;
    let mut files = Files { plan, folder, entries: Vec::new() };
    files.write("txt", text(plan, &board, obstruction.as_deref()).as_bytes())?;
    let proof_file = proof.as_ref().map(|proof| files.write("proof", proof)).transpose()?;
    for form in Form::ALL {
        let exported = match export(&board, form, Symmetry::default(), limit) {
            Ok(exported) if exported.len() <= MOST_EXPORT => exported,
            Ok(_) | Err(ExportError::TooManySets) => continue,
            Err(error) => return Err(error.into()),
        };
        files.write(&format!("{}.{}", form.name(), form.extension()), exported.as_bytes())?;
    }
    let deck = board.deck();
    let positions = positions(found.as_slice()).pop().unwrap_or_default();
    let instance = Instance {
        schema: SCHEMA.into(),
        name: plan.name.clone(),
        family: plan.family.into(),
        origin: plan.origin(),
        seed: plan.seed.into(),
        deck,
        size: board.len(),
        answer: if found.is_some() { Verdict::Found } else { Verdict::None },
        cards: write_cards(deck, Notation::for_deck(deck), &board.at(&positions)),
        positions,
        established: established(found.is_some(), proof.is_some()).into(),
        proof: proof_file,
        files: files.entries,
    };
    // The answer is written last: it marks the other files as complete.
    atomic::replace(&folder.join(instance.path()), instance.text().as_bytes())?;
    Ok((instance, false))
}

const fn established(is_found: bool, is_proved: bool) -> &'static str {
    match (is_found, is_proved) {
        (true, _) => "the set passes the rule",
        (false, true) => "the checker accepts the proof",
        (false, false) => "auto and pairs-hash, which tries all pairs of cards, agree",
    }
}

/// The instance, if its answer exists and its files have the right checksums.
fn there(plan: &Plan, folder: &Path) -> Option<Instance> {
    let path = folder.join(plan.family).join(format!("{}.json", plan.name));
    let instance: Instance = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
    let is_it = instance.schema == SCHEMA
        && (instance.name.as_str(), instance.family.as_str()) == (&plan.name, plan.family)
        && (instance.origin.as_str(), &instance.seed) == (&plan.origin(), &plan.seed.into());
    let is_whole = |file: &Entry| {
        fs::read(folder.join(&file.path)).is_ok_and(|bytes| crc32(&bytes) == file.crc32)
    };
    // A tampered answer must not lead to files outside the folder.
    let beginning = format!("{}/{}.", plan.family, plan.name);
    let is_ours = |file: &Entry| file.path.starts_with(&beginning) && !file.path.contains("..");
    let paths: BTreeSet<&str> = instance.files.iter().map(|file| file.path.as_str()).collect();
    let has_board =
        instance.files.first().is_some_and(|file| file.path == format!("{beginning}txt"));
    (is_it && has_board && paths.len() == instance.files.len())
        .then_some(())
        .filter(|()| instance.files.iter().all(|file| is_ours(file) && is_whole(file)))?;
    Some(instance)
}

/// The files of an instance, while they are written.
struct Files<'a> {
    plan: &'a Plan,
    folder: &'a Path,
    entries: Vec<Entry>,
}

impl Files<'_> {
    /// Writes the file with this extension. Returns its path in the library.
    fn write(&mut self, extension: &str, bytes: &[u8]) -> Result<String, Error> {
        let path = format!("{}/{}.{extension}", self.plan.family, self.plan.name);
        atomic::replace(&self.folder.join(&path), bytes)?;
        self.entries.push(Entry::of(path.clone(), bytes));
        Ok(path)
    }
}

/// The board as a board file. Comments say how it was made, and its obstruction.
fn text(plan: &Plan, board: &Board, obstruction: Option<&str>) -> String {
    let deck = board.deck();
    let (v, p) = (deck.values(), deck.properties());
    let obstruction = obstruction.map(|why| format!("# {why}\n")).unwrap_or_default();
    let mut text = format!("# {}\n{obstruction}deck {v} {p}\n", plan.origin());
    for row in write_cards(deck, Notation::for_deck(deck), board.cards()).chunks(16) {
        writeln!(text, "{}", row.join(" ")).expect("a text can be written to");
    }
    text
}

/// Solves an instance. A set has passed the rule. The absence of sets has a checked proof if the
/// deck has proofs; otherwise two methods have agreed.
fn solve(
    plan: &Plan,
    board: &Board,
    threads: NonZeroUsize,
    limit: &Limit,
) -> Result<(Option<Set>, Option<Vec<u8>>), Error> {
    let bug = |what: &str| error!(Bug, "{}: {what}", plan.name);
    let (found, proof) = if board.deck().values() >= PROVABLE {
        let mut proof = Vec::new();
        let mut output = crate::prove::Counted::new(&mut proof, MOST_PROOF);
        let found = tercet_proof::prove(board, threads, limit, &mut output)?;
        if found.is_none() {
            tercet_proof::check(board, &proof[..], limit)?;
        }
        let proof = found.is_none().then_some(proof);
        // This checks the rule.
        (found.map(|found| found.set(board)), proof)
    } else {
        let search = board.search().within(limit.clone());
        let found = search.find()?;
        if search.by(Method::PAIRS_HASH).find()?.is_some() != found.is_some() {
            return Err(bug("two methods contradict each other"));
        }
        (found, None)
    };
    if plan.has_set().is_some_and(|has_set| has_set != found.is_some()) {
        return Err(bug("the answer is not that of the construction"));
    }
    Ok((found, proof))
}
