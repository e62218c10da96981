//! Reading boards from arguments, files and standard input.

use std::fs;
use std::io::{self, IsTerminal, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use tercet::Board;
use tercet::notation::{NamedBoard, ParseError, Shape, parse_boards};

use crate::cli::{Deck, Source};

const REMEDY: &str = "give cards (0121 0212 0000), a file with -i FILE, or standard input";

/// The board that the arguments name, with its own name if the file gives one.
pub(crate) fn board(source: &Source) -> Result<NamedBoard> {
    let shape = shape(source.deck)?;
    let (name, text) = read(source)?;
    parsed(source, shape, &name, &text)
}

/// The same, but standard input that is empty, or a terminal, stands for a board without cards of the
/// deck that -v and -p name.
pub(crate) fn board_or_none(source: &Source) -> Result<NamedBoard> {
    let named = source.deck.values.is_some() || source.deck.properties.is_some();
    if !named || !source.cards.is_empty() || source.input.is_some() {
        return board(source);
    }
    let shape = shape(source.deck)?;
    let (name, text) =
        if io::stdin().is_terminal() { Default::default() } else { file(Path::new("-"))? };
    if text.iter().all(u8::is_ascii_whitespace) {
        return Ok(NamedBoard { name: None, board: Board::empty(deck(source.deck)?) });
    }
    parsed(source, shape, &name, &text)
}

fn parsed(source: &Source, shape: Shape, name: &str, text: &[u8]) -> Result<NamedBoard> {
    let boards = parse_boards(text, shape).map_err(|error| match &source.cards[..] {
        [only, ..] if Path::new(only).is_file() => {
            anyhow!("'{only}' is a file, not a card: read it with -i {only}")
        }
        _ => at(name, &error),
    })?;
    choose(name, boards, source.board.as_deref())
}

/// The flags -v and -p, if together they can be a deck.
fn shape(deck: Deck) -> Result<Shape> {
    let Deck { values, properties } = deck;
    tercet::Deck::new(values.unwrap_or(1), properties.unwrap_or(1)).with_context(|| {
        let flag = |name, given: Option<usize>| given.map(|number| format!("{name} {number}"));
        [flag("-v", values), flag("-p", properties)]
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .join(" ")
    })?;
    Ok(Shape { values, properties })
}

/// The deck of a game, (3,4) unless -v and -p say otherwise.
pub(crate) fn deck(deck: Deck) -> Result<tercet::Deck> {
    let (v, p) = (deck.values.unwrap_or(3), deck.properties.unwrap_or(4));
    tercet::Deck::new(v, p).with_context(|| format!("-v {v} -p {p}"))
}

/// The seed that was given, or one that nobody chose, short enough to be typed again.
pub(crate) fn seed(given: Option<u64>) -> Result<u64> {
    Ok(tercet_app::Session::new().seed(given.map(Into::into).as_ref())?)
}

/// Whether the cards come from standard input.
pub(crate) fn is_standard(source: &Source) -> bool {
    match &source.input {
        Some(path) => path == Path::new("-"),
        None => source.cards.is_empty() || is_dash(source),
    }
}

fn is_dash(source: &Source) -> bool {
    source.cards.len() == 1 && source.cards[0] == "-"
}

/// The text of the cards and the name of its source.
fn read(source: &Source) -> Result<(String, Vec<u8>)> {
    let is_dash = is_dash(source);
    if !source.cards.is_empty() && !is_dash {
        // One argument a line, so that places name the argument.
        return Ok(("arguments".into(), source.cards.join("\n").into_bytes()));
    }
    match source.input.as_deref() {
        Some(path) => file(path),
        None if !is_dash && io::stdin().is_terminal() => bail!("no cards: {REMEDY}"),
        None => file(Path::new("-")),
    }
}

/// The name and the content of a file; '-' is standard input.
pub(crate) fn file(path: &Path) -> Result<(String, Vec<u8>)> {
    if path == Path::new("-") {
        let mut text = Vec::new();
        io::stdin().read_to_end(&mut text).context("standard input: cannot read it")?;
        return Ok(("standard input".into(), text));
    }
    let name = path.display().to_string();
    if path.is_dir() {
        bail!("{name}: this is a directory: name a file in it");
    }
    let text = fs::read(path)
        .map_err(|error| anyhow!("{name}: cannot read it ({error}): check the path"))?;
    Ok((name, text))
}

pub(crate) fn at(source: &str, error: &ParseError) -> anyhow::Error {
    anyhow!("{source}:{}:{}: {}", error.place.line, error.place.column, error.problem)
}

/// The one board of a file, or the one that was named.
fn choose(source: &str, mut boards: Vec<NamedBoard>, name: Option<&str>) -> Result<NamedBoard> {
    let Some(name) = name else {
        if boards.len() == 1 {
            return Ok(boards.swap_remove(0));
        }
        bail!(
            "{source}: it holds {} boards: choose one with --board {}",
            boards.len(),
            names(&boards)
        );
    };
    match boards.iter().position(|board| board.name.as_deref() == Some(name)) {
        Some(i) => Ok(boards.swap_remove(i)),
        None if boards.iter().all(|board| board.name.is_none()) => {
            bail!("{source}: its board has no name: leave --board out")
        }
        None => bail!("{source}: no board is called '{name}': choose one of {}", names(&boards)),
    }
}

/// The names of the boards, the middle of a long list left out.
fn names(boards: &[NamedBoard]) -> String {
    let names: Vec<&str> = boards.iter().filter_map(|board| board.name.as_deref()).collect();
    match &names[..] {
        [first, second, .., last] if names.len() > 12 => format!("{first}, {second}, … {last}"),
        _ => names.join(", "),
    }
}
