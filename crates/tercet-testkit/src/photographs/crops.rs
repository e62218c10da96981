//! Card faces from photographs of single cards.
//!
//! Such a photograph was taken in its own light. The paper's colour is estimated where a tile of the
//! photograph holds nothing darker: a plane for each channel, fitted to the tiles that agree with it.
//! Divided by that plane, the paper is evenly white, and the scene's light can fall on it.

use std::io;
use std::path::{Path, PathBuf};

use tercet::classic::ClassicCard;

use super::draw::Draw;
use super::face::{Face, Faces};
use super::noise::colour;

/// Faces from a folder of photographs of single cards, upright and cut at the cards' edges: the files
/// `crops/CODE/*.jpg`, where `CODE` is the card's code. A variant is a choice among them; half of the
/// variants are mirrored.
#[derive(Clone, Debug)]
pub struct CropFaces {
    /// The files of each card, sorted; cards in the order of their codes.
    files: Vec<(ClassicCard, Vec<PathBuf>)>,
}

impl CropFaces {
    /// The photographs below a folder.
    ///
    /// # Errors
    ///
    /// If a folder cannot be read, or no card has a photograph.
    pub fn new(folder: &Path) -> io::Result<Self> {
        let mut files = Vec::new();
        for entry in folder.join("crops").read_dir()? {
            let cards = entry?.path();
            let name = cards.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            let Ok(card) = name.parse::<ClassicCard>() else { continue };
            let mut crops = Vec::new();
            for crop in cards.read_dir()? {
                let crop = crop?.path();
                if crop.extension().is_some_and(|end| end == "jpg") {
                    crops.push(crop);
                }
            }
            crops.sort();
            if !crops.is_empty() {
                files.push((card, crops));
            }
        }
        files.sort();
        if files.is_empty() {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no photographs of cards"));
        }
        Ok(Self { files })
    }
}

impl Faces for CropFaces {
    /// # Panics
    ///
    /// If there is no photograph of the card, or it cannot be read.
    fn face(&self, card: ClassicCard, variant: u64) -> Face {
        let at = self.files.binary_search_by_key(&card, |&(card, _)| card);
        let at = at.unwrap_or_else(|_| panic!("there is no photograph of {card}"));
        let mut draw = Draw::new(variant, &card.to_string());
        let (_, files) = &self.files[at];
        let file = &files[draw.below(files.len())];
        let picture = image::open(file);
        let picture = picture.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let mut picture = picture.into_rgb8();
        // Editions of the game differ in which way squiggles are turned.
        if Draw::new(variant, "mirrored").chance(0.5) {
            image::imageops::flip_horizontal_in_place(&mut picture);
        }
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let mut points: Vec<[f32; 3]> = picture.pixels().map(|pixel| colour(pixel.0)).collect();
        whiten(&mut points, width, height);
        let ink = ink(&points);
        let symbols = symbols(&points, width, height, card.count as usize + 1);
        Face { width, height, points, symbols, ink, paper: [PAPER; 3] }
    }
}

/// The reflectance of white paper.
const PAPER: f32 = 0.86;

/// The number of tiles across a photograph, and down.
const TILES: [usize; 2] = [9, 14];

/// Makes the paper evenly white.
fn whiten(points: &mut [[f32; 3]], width: usize, height: usize) {
    let planes = [0, 1, 2].map(|channel| {
        let mut tiles = Vec::with_capacity(TILES[0] * TILES[1]);
        for tile in 0..TILES[0] * TILES[1] {
            let range =
                |at: usize, tiles: usize, size: usize| at * size / tiles..(at + 1) * size / tiles;
            let (columns, rows) =
                (range(tile % TILES[0], TILES[0], width), range(tile / TILES[0], TILES[1], height));
            let place =
                [&columns, &rows].map(|range| f32::midpoint(range.start as f32, range.end as f32));
            let mut values: Vec<f32> = rows
                .flat_map(|y| {
                    points[y * width..][columns.clone()].iter().map(|point| point[channel])
                })
                .collect();
            values.sort_by(f32::total_cmp);
            tiles.push((place, values[values.len() * 3 / 4]));
        }
        plane(&tiles)
    });
    for (at, point) in points.iter_mut().enumerate() {
        let (x, y) = ((at % width) as f32, (at / width) as f32);
        for (channel, [a, b, c]) in point.iter_mut().zip(planes) {
            let paper = (a + b * x + c * y).max(0.02);
            *channel = (*channel / paper).min(1.1) * PAPER;
        }
    }
}

/// The plane a + b·x + c·y nearest to the tiles of paper: least squares over the tiles along the
/// edge, then over those that are about as bright as the plane.
fn plane(tiles: &[([f32; 2], f32)]) -> [f32; 3] {
    const ROUNDS: usize = 5;
    let mut plane = [0.0; 3];
    for round in 0..ROUNDS {
        let mut sums = [[0.0_f64; 4]; 3];
        for (tile, &([x, y], value)) in tiles.iter().enumerate() {
            let (column, row) = (tile % TILES[0], tile / TILES[0]);
            let inner = (1..TILES[0] - 1).contains(&column) && (1..TILES[1] - 1).contains(&row);
            if round == 0 && inner {
                continue;
            }
            let expected = plane[0] + plane[1] * x + plane[2] * y;
            if round > 0 && !(0.94..1.08).contains(&(value / expected)) {
                continue;
            }
            let row = [1.0, f64::from(x), f64::from(y), f64::from(value)];
            for i in 0..3 {
                for j in 0..4 {
                    sums[i][j] += row[i] * row[j];
                }
            }
        }
        plane = solution(sums).map(|part| part as f32);
    }
    plane
}

/// The solution of three linear equations, a row each with the right side last (Gauss). A singular
/// system leaves the later unknowns at 0.
fn solution(mut rows: [[f64; 4]; 3]) -> [f64; 3] {
    for pivot in 0..3 {
        let factor = rows[pivot][pivot];
        if factor.abs() < 1e-9 {
            continue;
        }
        rows[pivot] = rows[pivot].map(|entry| entry / factor);
        for row in 0..3 {
            if row != pivot {
                let factor = rows[row][pivot];
                let above = rows[pivot];
                for (entry, above) in rows[row].iter_mut().zip(above) {
                    *entry -= factor * above;
                }
            }
        }
    }
    rows.map(|row| row[3])
}

/// Whether a point of a whitened face is ink.
fn is_ink(point: [f32; 3]) -> bool {
    point.into_iter().fold(f32::INFINITY, f32::min) < 0.62 * PAPER
}

/// The mean of the darker half of the ink.
fn ink(points: &[[f32; 3]]) -> [f32; 3] {
    let mut inks: Vec<[f32; 3]> = points.iter().copied().filter(|&point| is_ink(point)).collect();
    let sum = |point: &[f32; 3]| point.iter().sum::<f32>();
    inks.sort_by(|one, other| sum(one).total_cmp(&sum(other)));
    inks.truncate(inks.len().div_ceil(2));
    let count = inks.len().max(1) as f32;
    [0, 1, 2].map(|i| inks.iter().map(|point| point[i]).sum::<f32>() / count)
}

/// The boxes of the symbols: the rows and columns that hold ink, within the margins of the printed
/// game. Where these hold too little ink, its proportions give the box.
fn symbols(points: &[[f32; 3]], width: usize, height: usize, count: usize) -> Vec<[f32; 4]> {
    const HALF: [f32; 2] = [0.36, 0.108];
    const SPACING: f32 = 0.284;
    let place = |symbol: usize| 0.5 + SPACING * (symbol as f32 - (count - 1) as f32 / 2.0);
    (0..count)
        .map(|symbol| {
            // Each symbol has half of the spacing on either side; the paper's edge is left out.
            let (top, bottom) = (place(symbol) - SPACING / 2.0, place(symbol) + SPACING / 2.0);
            let rows = (top * height as f32) as usize..(bottom * height as f32) as usize;
            let columns = width / 12..width - width / 12;
            let inked = |x: usize, y: usize| is_ink(points[y * width + x]);
            let used_rows: Vec<usize> = rows
                .clone()
                .filter(|&y| columns.clone().filter(|&x| inked(x, y)).count() >= 3)
                .collect();
            let used_columns: Vec<usize> =
                columns.filter(|&x| rows.clone().filter(|&y| inked(x, y)).count() >= 2).collect();
            let range = |used: &[usize], size: usize, half: f32, middle: f32| match used {
                [first, .., last] if (last - first) as f32 > 1.2 * half * size as f32 => {
                    [*first as f32 / size as f32, (last + 1) as f32 / size as f32]
                }
                _ => [middle - half, middle + half],
            };
            let [left, right] = range(&used_columns, width, HALF[0], 0.5);
            let [top, bottom] = range(&used_rows, height, HALF[1], place(symbol));
            [left, top, right, bottom]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use image::RgbImage;

    use super::super::drawn::DrawnFaces;
    use super::super::noise::encoded;
    use super::*;

    /// Writes a drawn face as a photograph in light that differs by colour and place.
    fn write(face: &Face, file: &Path) {
        let picture = RgbImage::from_fn(171, 267, |x, y| {
            let (x, y) = (x as usize, y as usize);
            let at = y * face.height / 267 * face.width + x * face.width / 171;
            let light = [0.7 + 0.001 * x as f32, 0.5, 0.35 + 0.0008 * y as f32];
            let channel = |i: usize| (encoded(face.points[at][i] * light[i]) * 255.0) as u8;
            image::Rgb([channel(0), channel(1), channel(2)])
        });
        picture.save(file).expect("the folder was made");
    }

    #[test]
    fn crops_are_whitened_and_their_symbols_found() {
        let folder = tempfile::tempdir().expect("a folder for the crops");
        std::fs::create_dir(folder.path().join("crops")).expect("the folder is new");
        assert!(CropFaces::new(folder.path()).is_err(), "no card has a photograph");
        let cards = ["1RoD", "2GhS", "3PsO", "3RsO", "2GsD", "1PhO"];
        let cards = cards.map(|code| code.parse::<ClassicCard>().expect("a code"));
        for (variant, card) in (0..).zip(cards) {
            let cards = folder.path().join("crops").join(card.to_string());
            std::fs::create_dir_all(&cards).expect("a folder for a card");
            write(&DrawnFaces.face(card, variant), &cards.join("crop.jpg"));
        }
        let crops = CropFaces::new(folder.path()).expect("there are crops");
        for (variant, card) in (0..).zip(cards) {
            let drawn = DrawnFaces.face(card, variant);
            let face = crops.face(card, 1);
            for (x, y) in [(0.05, 0.05), (0.95, 0.05), (0.05, 0.95), (0.95, 0.95), (0.5, 0.03)] {
                let (x, y) = ((x * face.width as f32) as usize, (y * face.height as f32) as usize);
                let paper = face.points[y * face.width + x];
                assert!(paper.iter().all(|part| (part - PAPER).abs() < 0.06), "{card}: {paper:?}");
            }
            let pairs = face.symbols.iter().flatten().zip(drawn.symbols.iter().flatten());
            let most = pairs.map(|(found, drawn)| (found - drawn).abs()).fold(0.0, f32::max);
            assert!(most < 0.03, "{card}: {:?} {:?}", face.symbols, drawn.symbols);
            assert_eq!(face.symbols.len(), drawn.symbols.len());
        }
    }
}
