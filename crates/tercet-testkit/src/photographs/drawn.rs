//! Card faces in many styles.

use tercet::classic::ClassicCard;

use super::draw::Draw;
use super::edition::{CLASSIC_INKS, EUROPEAN_INKS, Edition};
use super::face::Face;
use super::noise::{colour, mix3};
use super::scene::TALL;
use super::symbol::Style;

const PAPERS: [[u8; 3]; 4] = [[250, 243, 228], [238, 244, 252], [247, 247, 245], [232, 230, 224]];

impl Face {
    /// The number of points from left to right.
    const WIDTH: usize = 342;

    /// The face of a card. A variant is a deck with its own paper, inks, proportions and hatching, near
    /// those of the printed game.
    pub fn of(card: ClassicCard, edition: Edition, variant: u64) -> Self {
        let mut draw = Draw::new(variant, "deck");
        let style = Style::of(edition, &mut draw);
        let mut between = |colours: &[[u8; 3]]| {
            let (one, other) = (colour(draw.pick(colours)), colour(draw.pick(colours)));
            mix3(one, other, draw.unit())
        };
        let paper = between(&PAPERS).map(|part| part * 0.95);
        let inks = if edition == Edition::European { EUROPEAN_INKS } else { CLASSIC_INKS };
        let ink = inks.map(|inks| between(&inks))[card.colour as usize];
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
            let [a, b] = style.half(card.shape);
            let b = b * width as f32 / height as f32;
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
