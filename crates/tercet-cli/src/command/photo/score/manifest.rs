//! Manifests: tables of photographs with the cards that they show.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use tercet::{Card, Deck};

use crate::input;

/// A photograph with its labels.
#[derive(Debug)]
pub(super) struct Entry {
    /// The file as the manifest names it.
    pub(super) name: String,
    /// Its path.
    pub(super) path: PathBuf,
    /// The cards that it shows, in any order.
    pub(super) labels: Vec<Card>,
    /// The value of the column by which the photographs are grouped.
    pub(super) group: Option<String>,
}

/// Reads a manifest.
pub(super) fn read(path: &Path, by: Option<&str>) -> Result<Vec<Entry>> {
    let (name, bytes) = input::file(path, None)?;
    let text =
        String::from_utf8(bytes).map_err(|_| anyhow!("{name}: this is not text (not UTF-8)"))?;
    let folder = if path == Path::new("-") { None } else { path.parent() };
    parse(&text, folder.unwrap_or(Path::new("")), by).context(name)
}

/// The entries of a manifest, whose files are in a folder.
fn parse(text: &str, folder: &Path, by: Option<&str>) -> Result<Vec<Entry>> {
    let text = text.trim_start_matches('\u{feff}');
    let lines = (1..).zip(text.lines());
    let mut lines = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    let (_, head) = lines.next().context("it is empty: its first line names the columns")?;
    let columns: Vec<&str> = head.split('\t').map(str::trim).collect();
    let column = |name: &str| {
        columns.iter().position(|column| *column == name).with_context(|| {
            format!("no column is called '{name}': the columns are {}", columns.join(", "))
        })
    };
    let (file, labels) = (column("file")?, column("labels")?);
    let group = by.map(column).transpose()?;
    let mut entries = Vec::new();
    for (number, line) in lines {
        let cells: Vec<&str> = line.split('\t').map(str::trim).collect();
        let cell = |column: usize| cells.get(column).copied().unwrap_or_default();
        if cell(file).is_empty() {
            bail!("line {number}: it names no file");
        }
        if cell(labels).is_empty() {
            bail!("line {number}: it has no labels: write '-' for a picture without cards");
        }
        let labels = cell(labels).split_whitespace().filter(|&label| label != "-");
        let cards = labels.map(|label| {
            Deck::CLASSIC.card(label).with_context(|| format!("line {number}: {label}"))
        });
        entries.push(Entry {
            name: cell(file).into(),
            path: folder.join(cell(file)),
            labels: cards.collect::<Result<_>>()?,
            group: group.map(|group| cell(group).into()),
        });
    }
    if entries.is_empty() {
        bail!("it names no photographs");
    }
    Ok(entries)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str =
        "# ours\nfile\tkind\tlabels\tby\n\na.jpg\tboard\t2RhO 0000\tann\nb/c.png\tcrop\t1GsD\n";

    #[test]
    fn files_are_in_the_folder_of_the_manifest() {
        let entries = parse(TABLE, Path::new("photos"), Some("by")).unwrap();
        let paths: Vec<_> = entries.iter().map(|entry| entry.path.to_str().unwrap()).collect();
        assert_eq!(paths, ["photos/a.jpg", "photos/b/c.png"]);
        assert_eq!(entries.iter().map(|entry| entry.labels.len()).collect::<Vec<_>>(), [2, 1]);
        let groups: Vec<_> = entries.iter().map(|entry| entry.group.as_deref()).collect();
        assert_eq!(groups, [Some("ann"), Some("")]);
    }

    #[test]
    fn a_wrong_manifest_says_what_is_wrong() {
        let says = |text: &str, by| format!("{:#}", parse(text, Path::new(""), by).unwrap_err());
        assert!(says("", None).starts_with("it is empty"));
        assert!(says("file\tcards\n", None).contains("'labels': the columns are file, cards"));
        assert!(says(TABLE, Some("repo")).contains("no column is called 'repo'"));
        assert_eq!(says("file\tlabels\n", None), "it names no photographs");
        assert!(says("file\tlabels\na.jpg\t2RxO\n", None).starts_with("line 2: 2RxO: "));
        assert_eq!(says("file\tlabels\n\t2RhO\n", None), "line 2: it names no file");
        assert!(says("file\tlabels\na.jpg\n", None).starts_with("line 2: it has no labels"));
    }
}
