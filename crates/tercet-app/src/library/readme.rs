//! The files that describe a whole library: a README, a table, checksums, and the boards of each
//! family in one file.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::instance::{Entry, Instance};
use super::plan::FAMILIES;
use super::{LibraryScale, cannot_write, families};
use crate::{Error, Verdict, atomic};

/// Writes all of these files.
pub(super) fn write(
    folder: &Path,
    scale: LibraryScale,
    seed: u64,
    instances: &[Instance],
) -> Result<(), Error> {
    let mut entries = Vec::new();
    let mut put = |path: &str, text: &str| -> Result<(), Error> {
        entries.push(Entry::of(path.into(), text.as_bytes()));
        atomic::replace(&folder.join(path), text.as_bytes()).map(drop)
    };
    put("README.md", &readme(scale, seed, instances))?;
    put("manifest.csv", &manifest(instances))?;
    for (family, _) in FAMILIES {
        let mut boards = String::new();
        for instance in instances.iter().filter(|instance| instance.family == family) {
            let path = folder.join(instance.board());
            let board = fs::read_to_string(&path).map_err(|error| cannot_write(&path, &error))?;
            writeln!(boards, "board {}", instance.name).expect("a text can be written to");
            boards += &board;
        }
        put(&format!("{family}.txt"), &boards)?;
    }
    for instance in instances {
        entries.push(Entry::of(instance.path(), instance.text().as_bytes()));
        entries.extend(instance.files.iter().cloned());
    }
    entries.sort_by(|one, other| one.path.cmp(&other.path));
    let mut sums = String::new();
    for Entry { path, bytes, crc32 } in &entries {
        writeln!(sums, "{crc32} {bytes:>9} {path}").expect("a text can be written to");
    }
    atomic::replace(&folder.join("checksums.txt"), sums.as_bytes()).map(drop)
}

/// The table of all instances.
fn manifest(instances: &[Instance]) -> String {
    let mut table =
        String::from("name,family,values,properties,cards,seed,answer,established,board,proof\n");
    for instance in instances {
        let proof = instance.proof.as_deref().unwrap_or_default();
        let answer = if instance.answer == Verdict::Found { "found" } else { "none" };
        let established = &instance.established;
        let established = if established.contains(',') {
            format!("\"{established}\"")
        } else {
            established.clone()
        };
        writeln!(
            table,
            "{},{},{},{},{},{},{answer},{established},{},{proof}",
            instance.name,
            instance.family,
            instance.deck.values(),
            instance.deck.properties(),
            instance.size,
            instance.seed,
            instance.board(),
        )
        .expect("a text can be written to");
    }
    table
}

/// The text of the README.
fn readme(scale: LibraryScale, seed: u64, instances: &[Instance]) -> String {
    let (scale, version) = (scale.name(), env!("CARGO_PKG_VERSION"));
    let mut text = format!(
        "# A library of boards of the generalised game of SET\n\n\
         A deck (v,p) has v^p cards with p properties of v values each. A set is v cards that in every \
         property are all the same or all different. Each instance is a board with its answer: whether it \
         holds a set.\n\n\
         Written by Tercet {version} with seed {seed}, scale '{scale}'. The same version, seed and scale \
         give the same files, byte for byte.\n\n## Families\n\n"
    );
    let sums = families(instances);
    for (name, about) in FAMILIES {
        let Some(family) = sums.iter().find(|family| family.family == name) else { continue };
        let none = family.instances - family.found;
        let (number, found) = (family.instances, family.found);
        writeln!(
            text,
            "- **{name}** ({number} instances: {found} with a set, {none} without). {about}"
        )
        .expect("a text can be written to");
    }
    text += FORMAT;
    text
}

/// The part of the README that is the same for all libraries.
const FORMAT: &str = "
Instance K of the table, counted from 0, has the seed of the library plus K. Boards are dealt by ChaCha8 from \
their seed, as `deal` and `reduce generate` do.

## Files

| file | content |
|---|---|
| `manifest.csv` | a row for each instance |
| `FAMILY.txt` | the boards of a family, one after the other, for races |
| `FAMILY/NAME.txt` | the board: a line `deck V P`, and the cards |
| `FAMILY/NAME.json` | the answer: a set with its positions from 0, or none; how it was established; the files |
| `FAMILY/NAME.proof` | the proof that there is no set, for four values and more |
| `FAMILY/NAME.FORM.EXTENSION` | the board as input for a kind of solver; a file over 1 MiB is left out |
| `checksums.txt` | CRC-32, bytes and path of every file but itself and `library.json` |
| `library.json` | what makes this folder a library: its seed, its scale and the version |

A card is written with a digit or letter for each property, or as numbers with commas for more than 36 values.

## Answers

A set is checked by the rule. If there is none and v is at least 4, the proof was accepted by a checker that \
shares no code with the search; if v is 3, two methods agree, one of which tries all pairs of cards. Where the \
construction determines the answer, as in the matchings 'yes' and 'no' and the caps, it agrees, too.
";
