//! Pictures of doubtful cards, for a second look.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Result, anyhow, bail};
use tercet_app::atomic;
use tercet_vision::{Photograph, Point, Reading};

use crate::new_file::Overwrite;

/// The widths of the pictures, in pixels.
const WIDTHS: (f32, f32) = (120.0, 600.0);

/// The picture of a doubtful card.
pub(super) struct Crop {
    /// Its file.
    pub(super) file: PathBuf,
}

/// Makes the folder, before the work. The names of the pictures are not known yet, so a folder with
/// pictures is refused unless files are overwritten.
pub(super) fn check(folder: &Path, overwrite: Overwrite) -> Result<()> {
    let name = folder.display();
    let read = fs::create_dir_all(folder).and_then(|()| fs::read_dir(folder));
    let mut files = read.map_err(|error| anyhow!("{name}: cannot be a folder ({error})"))?;
    let is_picture = |file: io::Result<fs::DirEntry>| {
        file.is_ok_and(|file| file.path().extension().is_some_and(|ending| ending == "png"))
    };
    if !overwrite.force && files.any(is_picture) {
        bail!("{name}: it holds pictures: name an empty folder, or add to it with --force");
    }
    Ok(atomic::check(&folder.join("unread-1.png"))?)
}

/// Writes pictures into a folder: first those of the doubtful cards in table order, then those of
/// the places that could not be read. A file is named after the row, the column and the reading.
pub(super) fn write(
    folder: &Path,
    prefix: Option<&str>,
    photograph: &Photograph,
    reading: &Reading,
) -> Result<Vec<Crop>> {
    let prefix = prefix.map(|prefix| format!("{prefix}-")).unwrap_or_default();
    let read = reading.doubtful().map(|card| {
        let place = format!("row-{}-column-{}-{}", card.row + 1, card.column + 1, card.classic());
        (place, card.corners)
    });
    let unread =
        (1..).zip(&reading.unread).map(|(i, unread)| (format!("unread-{i}"), unread.corners));
    read.chain(unread)
        .map(|(place, corners)| {
            let file = folder.join(format!("{prefix}{place}.png"));
            let [a, b, ..] = corners;
            let picture = photograph.crop(corners, width(a, b));
            atomic::replace(&file, &picture.to_png())?;
            Ok(Crop { file })
        })
        .collect()
}

/// As wide as the card is on the photograph, within reason.
fn width(a: Point, b: Point) -> u32 {
    (a.x - b.x).hypot(a.y - b.y).clamp(WIDTHS.0, WIDTHS.1) as u32
}

#[cfg(test)]
mod tests {
    use super::super::text::tests::reading;
    use super::*;

    #[test]
    fn pictures_are_named_after_their_cards() {
        let photograph = Photograph::of_rgb(300, 300, vec![200; 270_000]).unwrap();
        let mut reading = reading("2RhO 1GsD? 3PsS 2GhO?");
        let unread = tercet_vision::Unread {
            corners: reading.cards[0].corners,
            doubt: tercet_vision::Doubt::Glare,
        };
        reading.unread.push(unread);
        let folder = tempfile::tempdir().unwrap();
        let into = folder.path().join("new/deep");
        check(&into, Overwrite::default()).unwrap();
        let crops = write(&into, Some("t"), &photograph, &reading).unwrap();
        let names: Vec<_> = crops.iter().map(|crop| crop.file.file_name().unwrap()).collect();
        let expected = ["t-row-1-column-2-1GsD.png", "t-row-2-column-1-2GhO.png", "t-unread-1.png"];
        assert_eq!(names, expected);
        let again = check(&into, Overwrite::default()).unwrap_err().to_string();
        assert!(again.contains("add to it with --force"), "{again}");
        check(&into, Overwrite { force: true }).unwrap();
        let crop = Photograph::decode(&fs::read(&crops[0].file).unwrap()).unwrap();
        assert_eq!((crop.width(), crop.height()), (120, 180));
    }
}
