//! Card faces in many styles.

use tercet::classic::{ClassicCard, Colour};

use super::draw::Draw;
use super::face::Face;
use super::noise::{colour, mix3};
use super::scene::TALL;
use super::symbol::Style;

/// The inks of each colour; those of a deck lie between two of them.
const REDS: [[u8; 3]; 5] =
    [[232, 60, 42], [205, 22, 60], [236, 78, 24], [186, 28, 42], [224, 32, 38]];
const GREENS: [[u8; 3]; 5] =
    [[0, 150, 62], [0, 128, 108], [22, 100, 44], [46, 168, 72], [0, 120, 50]];
const PURPLES: [[u8; 3]; 5] =
    [[74, 32, 140], [112, 44, 160], [96, 28, 98], [58, 24, 100], [84, 30, 120]];
const PAPERS: [[u8; 3]; 4] = [[250, 243, 228], [238, 244, 252], [247, 247, 245], [232, 230, 224]];

impl Face {
    /// The number of points from left to right.
    const WIDTH: usize = 342;

    /// The face of a card. A variant is a deck with its own paper, inks, proportions and hatching, near
    /// those of the printed game.
    pub fn of(card: ClassicCard, variant: u64) -> Self {
        let mut draw = Draw::new(variant, "deck");
        let style = Style::random(&mut draw);
        let mut between = |colours: &[[u8; 3]]| {
            let (one, other) = (colour(draw.pick(colours)), colour(draw.pick(colours)));
            mix3(one, other, draw.unit())
        };
        let paper = between(&PAPERS).map(|part| part * 0.95);
        let inks = [between(&REDS), between(&GREENS), between(&PURPLES)];
        let ink = match card.colour {
            Colour::Red => inks[0],
            Colour::Green => inks[1],
            Colour::Purple => inks[2],
        };
        let (bordered, inset, dark) =
            (draw.chance(0.08), draw.between(0.015, 0.05), draw.between(0.05, 0.5));

        // Cards of a deck are not cut at quite the same place.
        let mut cut = Draw::new(variant, &card.to_string());
        let offset = [cut.normal(), cut.normal()].map(|offset| 0.006 * offset);

        let width = Self::WIDTH;
        let height = (width as f32 * TALL).round() as usize;
        let mut face = Self {
            width,
            height,
            points: vec![paper; width * height],
            symbols: vec![],
            ink,
            paper,
        };
        if bordered {
            border(&mut face, inset, [dark; 3]);
        }
        let stamp = style.stamp(card.shape, card.shading, width as f32);
        let count = card.count as usize + 1;
        for symbol in 0..count {
            let place = symbol as f32 - (count - 1) as f32 / 2.0;
            let x = width as f32 * (0.5 + offset[0]);
            let y = width as f32 * (TALL / 2.0 + offset[1] + place * style.spacing);
            let left = x.round() as usize - stamp.half[0];
            let top = y.round() as usize - stamp.half[1];
            for (row, parts) in stamp.ink.chunks_exact(2 * stamp.half[0]).enumerate() {
                let points = &mut face.points[(top + row) * width + left..];
                for (point, &part) in points.iter_mut().zip(parts) {
                    *point = mix3(*point, ink, part);
                }
            }
            let (x, y) = (x.round() / width as f32, y.round() / height as f32);
            let (a, b) = (style.half[0], style.half[1] * width as f32 / height as f32);
            face.symbols.push([x - a, y - b, x + a, y + b]);
        }
        face
    }
}

/// Draws a thin line along the edge of a face.
fn border(face: &mut Face, inset: f32, ink: [f32; 3]) {
    let inset = (inset * face.width as f32) as usize;
    for y in inset..face.height - inset {
        let edge = |at: usize, size: usize| at < inset + 2 || at + inset + 2 >= size;
        for x in inset..face.width - inset {
            if edge(x, face.width) || edge(y, face.height) {
                face.points[y * face.width + x] = ink;
            }
        }
    }
}
