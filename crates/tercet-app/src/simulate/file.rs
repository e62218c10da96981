//! A checkpoint as a file.
//!
//! It is one line of JSON that names the run, its shards, how many of their units were played, and
//! the tally. It ends with the CRC-32 of everything before, which detects damage. Numbers that were
//! changed on purpose are detected, too, because those of a tally must be consistent.

use std::borrow::Cow;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tercet::game::{Pick, Simulation, Tally};

use super::Checkpoint;
use crate::atomic;
use crate::prelude::*;

const SCHEMA: &str = "tercet.simulation/1";

/// The beginning of every such file, of any version.
const BEGIN: &[u8] = b"{\"schema\":\"tercet.simulation/";

/// The text between the line and its check.
const SEAL: &str = ",\"check\":\"";

/// The most bytes of a checkpoint; the largest decks need some ten million.
const MOST_BYTES: u64 = 1 << 28;

impl From<Checkpoint> for String {
    fn from(checkpoint: Checkpoint) -> Self {
        checkpoint.text()
    }
}

impl TryFrom<String> for Checkpoint {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(text.as_bytes())
    }
}

impl Checkpoint {
    /// The checkpoint as a line of JSON.
    pub fn text(&self) -> String {
        let run = &self.simulation;
        let line = Line {
            schema: SCHEMA.into(),
            version: (&*self.version).into(),
            deck: run.deck(),
            start: run.start(),
            pick: run.pick(),
            seed: run.seed(),
            games: run.games(),
            games_a_unit: run.games_a_unit(),
            of: self.of,
            shards: (&*self.shards).into(),
            units: self.units,
            tally: Cow::Borrowed(&self.tally),
        };
        let mut text = serde_json::to_string(&line).expect("texts and whole numbers are JSON");
        text.pop();
        seal(&mut text);
        text
    }

    /// Reads a checkpoint. Other input is not read to its end, because it may be endless.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the input cannot be read, [`Code::NotACheckpoint`] and [`Code::Damaged`].
    pub fn from_reader(mut input: impl Read) -> Result<Self, Error> {
        let mut text = Vec::new();
        input
            .by_ref()
            .take(BEGIN.len() as u64)
            .read_to_end(&mut text)
            .and_then(|_| {
                let most = if text == BEGIN { MOST_BYTES } else { 0 };
                input.take(most).read_to_end(&mut text)
            })
            .map_err(|error| error!(File, "cannot read it: {error}"))?;
        Self::parse(&text)
    }

    /// Writes the file. While the returned file is open, [`atomic::check`] keeps other runs off.
    ///
    /// # Errors
    ///
    /// [`Code::File`].
    pub fn write(&self, path: &Path) -> Result<File, Error> {
        atomic::replace(path, self.text().as_bytes())
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// As [`Checkpoint::from_reader`].
    pub fn read(path: &Path) -> Result<Self, Error> {
        if path.is_dir() {
            let error = error!(File, "this is a directory: name a file in it");
            return Err(error.of(path));
        }
        let file =
            File::open(path).map_err(|error| error!(File, "cannot read it: {error}").of(path))?;
        Self::from_reader(file).map_err(|error| error.of(path))
    }

    /// Checks that a file can be written without loss: the existing checkpoint, if any, must be
    /// part of this one.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file cannot be written, [`Code::OtherSimulation`] if it holds
    /// something else, and the errors of [`Checkpoint::read`].
    pub fn check_output(&self, path: &Path) -> Result<(), Error> {
        const KEPT: &str = "it is not overwritten";
        atomic::check(path)?;
        if !path.exists() {
            return Ok(());
        }
        let there = Self::read(path).map_err(|error| Error {
            message: format!("{}: {KEPT}: {error}", path.display()),
            ..error
        })?;
        let is_part = there.is_part_of(self);
        match there.difference_of_shards(self) {
            Some((there, here)) if !is_part => Err(error!(
                OtherSimulation,
                "{KEPT}: it holds another simulation: {there}, not {here}"
            )
            .of(path)),
            _ => Ok(()),
        }
    }

    /// Parses a checkpoint.
    fn parse(text: &[u8]) -> Result<Self, Error> {
        let not_one = |message: String| Err(Error::new(Code::NotACheckpoint, message));
        let wrong = |error: serde_json::Error| damaged(&error.to_string());
        if !text.starts_with(BEGIN) {
            return not_one("this is not a simulation".into());
        }
        let sealed = unsealed(text).ok_or_else(|| error!(Damaged, "this is damaged"))?;
        let Begin { schema } = serde_json::from_slice(&sealed).map_err(wrong)?;
        if schema != SCHEMA {
            return not_one(format!("this is {schema}, not {SCHEMA}"));
        }
        let line: Line = serde_json::from_slice(&sealed).map_err(wrong)?;
        let checkpoint = line.checkpoint()?;
        match checkpoint.fault() {
            None => Ok(checkpoint),
            Some(fault) => Err(damaged(&fault)),
        }
    }
}

/// Closes a JSON object with the check of everything before.
fn seal(text: &mut String) {
    *text += SEAL;
    let check = format!("{:08x}\"}}\n", crc32fast::hash(text.as_bytes()));
    *text += &check;
}

/// The JSON object without its check, if the check is right.
fn unsealed(text: &[u8]) -> Option<Vec<u8>> {
    let (sealed, check) = text.strip_suffix(b"\"}\n")?.split_last_chunk::<8>()?;
    let right = format!("{:08x}", crc32fast::hash(sealed));
    let body = sealed.strip_suffix(SEAL.as_bytes())?;
    (check == right.as_bytes()).then(|| [body, b"}"].concat())
}

#[derive(Deserialize)]
struct Begin {
    schema: String,
}

/// The line without its check.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    schema: Cow<'a, str>,
    version: Cow<'a, str>,
    deck: Deck,
    start: usize,
    pick: Pick,
    seed: u64,
    games: u64,
    games_a_unit: u64,
    of: u64,
    shards: Cow<'a, [u64]>,
    units: u64,
    tally: Cow<'a, Tally>,
}

impl Line<'_> {
    fn checkpoint(self) -> Result<Checkpoint, Error> {
        let simulation = Simulation::new(self.deck, self.start, self.pick, self.seed, self.games)
            .map_err(|stop| damaged(&stop.to_string()))?;
        let (version, games) = (self.version.into_owned(), simulation.games_a_unit());
        if games != self.games_a_unit {
            let message = format!(
                "tercet {version} wrote this, with units of {} games, not {games}: use that version",
                self.games_a_unit
            );
            return Err(Error::new(Code::NotACheckpoint, message));
        }
        let (shards, tally) = (self.shards.into_owned(), self.tally.into_owned());
        Ok(Checkpoint { version, simulation, of: self.of, shards, units: self.units, tally })
    }
}

/// The error of a file with a right check and impossible content.
fn damaged(why: &str) -> Error {
    error!(Damaged, "this is damaged ({why})")
}

/// The file in which a running simulation is saved repeatedly. No other run can use it until this
/// is dropped.
#[derive(Debug)]
pub struct Saving {
    path: PathBuf,
    begin: Instant,
    last: Option<Instant>,
    cost: Duration,
    /// The last checkpoint, kept open so that no other run uses it.
    saved: Option<File>,
}

impl Saving {
    /// The shortest and the longest time between two checkpoints.
    const PAUSES: [Duration; 2] = [Duration::from_millis(100), Duration::from_secs(2)];

    /// Prepares to save in a file, and reads its checkpoint, if it holds one.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file cannot be written, or is not a regular file,
    /// and the errors of [`Checkpoint::read`].
    pub fn begin(path: PathBuf) -> Result<(Self, Option<Checkpoint>), Error> {
        atomic::check(&path)?;
        let there = if path.exists() { Some(Checkpoint::read(&path)?) } else { None };
        let (begin, cost) = (Instant::now(), Duration::ZERO);
        Ok((Self { path, begin, last: None, cost, saved: None }, there))
    }

    /// Saves the checkpoint if it is time: the first one at once, then often enough to lose at most
    /// a tenth of the work, or two seconds, unless saving takes a twentieth of the time.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file cannot be written.
    pub fn save_when_due(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        let [shortest, longest] = Self::PAUSES;
        let pause = (self.begin.elapsed() / 10).clamp(shortest, longest).max(20 * self.cost);
        match self.last {
            Some(last) if last.elapsed() < pause => Ok(()),
            _ => self.save(checkpoint),
        }
    }

    /// Saves the checkpoint.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file cannot be written.
    pub fn save(&mut self, checkpoint: &Checkpoint) -> Result<(), Error> {
        let begin = Instant::now();
        self.saved = Some(checkpoint.write(&self.path)?);
        self.cost = begin.elapsed();
        self.last = Some(Instant::now());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tercet::game::Pick;
    use tercet::solver::Limit;

    use super::*;

    /// The first unit of the second of two shards with two units each.
    fn checkpoint() -> Checkpoint {
        let simulation = Simulation::new(Deck::CLASSIC, 12, Pick::First, 1, 4 << 14).unwrap();
        let shard = "2/2".parse().unwrap();
        let mut checkpoint = Checkpoint::new(simulation, shard);
        assert_eq!(checkpoint.open(), 2..4);
        checkpoint.add(&simulation.play(2, &Limit::none()).unwrap());
        checkpoint
    }

    #[test]
    fn files_are_read_as_they_are_written() {
        let checkpoint = checkpoint();
        let read = Checkpoint::parse(checkpoint.text().as_bytes()).unwrap();
        assert_eq!(read, checkpoint);
        assert_eq!((read.open(), read.all_games()), (3..4, 2 << 14));
        assert!(!read.is_complete());
    }

    /// The files of earlier versions stay as they are, byte for byte.
    #[test]
    fn the_form_of_files_stays() {
        let deck = Deck::new(2, 2).unwrap();
        let simulation = Simulation::new(deck, 4, Pick::Uniform, 4, 5).unwrap();
        let mut checkpoint = Checkpoint::new(simulation, crate::Shard::WHOLE);
        checkpoint.version = "0.1.0".into();
        checkpoint.add(&simulation.play(0, &Limit::none()).unwrap());
        let expected = concat!(
            r#"{"schema":"tercet.simulation/1","version":"0.1.0","deck":{"values":2,"properties":2},"#,
            r#""start":4,"pick":"uniform","seed":4,"games":5,"games_a_unit":1024,"of":1,"shards":[1],"#,
            r#""units":1,"tally":{"games":5,"largest":{"4":5},"layouts":{"0":{"deck":{"0":{"with":0,"#,
            r#""without":5}},"squares":{"with_with":0,"with_without":0,"without_without":0}},"#,
            r#""2":{"deck":{"0":{"with":5,"without":0}},"squares":{"with_with":0,"with_without":0,"#,
            r#""without_without":0}},"4":{"deck":{"0":{"with":5,"without":0}},"squares":"#,
            r#"{"with_with":0,"with_without":0,"without_without":0}}}},"check":"9f9387f2"}"#,
            "\n"
        );
        assert_eq!(checkpoint.text(), expected);
        assert_eq!(Checkpoint::parse(expected.as_bytes()).unwrap(), checkpoint);
    }

    #[test]
    fn every_bit_counts() {
        let mut text = checkpoint().text().into_bytes();
        for i in 0..text.len() {
            for bit in 0..8 {
                text[i] ^= 1 << bit;
                assert!(Checkpoint::parse(&text).is_err(), "bit {bit} of byte {i}");
                text[i] ^= 1 << bit;
            }
            assert!(Checkpoint::parse(&text[..i]).is_err(), "{i} bytes");
        }
    }

    /// A changed number is detected even if the check is made right again.
    #[test]
    fn numbers_that_cannot_be_are_refused() {
        let text = checkpoint().text();
        let refusal = |from: &str, to: &str| {
            let (body, _) = text.split_once(SEAL).unwrap();
            let mut changed = body.replacen(from, to, 1);
            assert_ne!(changed, body, "{from}");
            seal(&mut changed);
            Checkpoint::parse(changed.as_bytes()).unwrap_err().to_string()
        };
        for (from, to, part) in [
            ("simulation/1", "simulation/2", "tercet.simulation/2, not"),
            ("a_unit\":16", "a_unit\":17", "use that version"),
            ("\"units\":1", "\"units\":2", "not those of the units"),
            ("\"units\":1", "\"units\":3", "no such units"),
            ("\"shards\":[2]", "\"shards\":[]", "no such shards"),
            ("\"shards\":[2]", "\"shards\":[0]", "no such shards"),
            ("\"shards\":[2]", "\"shards\":[2,2]", "no such shards"),
            ("\"shards\":[2]", "\"shards\":[3]", "no such shards"),
            ("\"of\":2", "\"of\":1", "no such shards"),
            ("\"of\":2", "\"of\":0", "no such shards"),
            ("\"of\":2", "\"off\":2", "unknown field"),
            ("\"games\":65536", "\"games\":0", "no such units"),
            ("\"start\":12", "\"start\":82", "82 cards"),
            ("\"start\":12", "\"start\":15", "layouts"),
            ("\"pick\":\"first\"", "\"pick\":\"found\"", "picks sets by 'first' or 'uniform'"),
            ("\"values\":3", "\"values\":0", "at least 1 value"),
            ("\"with\":", "\"with\":1", "layouts"),
            ("{\"games\":16", "{\"games\":15", "not those of the units"),
        ] {
            let refusal = refusal(from, to);
            assert!(refusal.contains(part), "{from} → {to}: {refusal}");
        }
    }
}
