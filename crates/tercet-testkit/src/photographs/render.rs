//! Draws a scene: the table, the cards and things on it, and the effects of the lens.

use tercet::classic::ClassicCard;

use super::camera::Homography;
use super::canvas::Canvas;
use super::edition::Edition;
use super::face::{Face, Pyramid};
use super::light::Irradiance;
use super::noise::{channels, encoded, mix, mix3, smooth};
use super::scene::{Look, Placed, Scene, Thing};
use super::{lens, table};

/// Four corners in the picture, in pixels, clockwise.
pub type Quad = [(f32, f32); 4];

/// A photograph, and its ground truth.
#[derive(Clone, PartialEq, Debug)]
pub struct Picture {
    /// The width in pixels.
    pub width: u32,
    /// The height in pixels.
    pub height: u32,
    /// Three bytes for red, green and blue each, row by row (sRGB).
    pub rgb: Vec<u8>,
    /// The cards, in the order of the scene.
    pub truth: Vec<Shown>,
}

/// A card as a photograph shows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Shown {
    /// The card.
    pub card: ClassicCard,
    /// Its edition.
    pub edition: Edition,
    /// Its corners: the upper left one of the upright card first.
    pub corners: Quad,
    /// The bounding box of each symbol in the card's own frame, from top to bottom. Its first edge
    /// runs along the symbol's long axis.
    pub symbols: Vec<Quad>,
    /// The part of the card that is in the picture and not covered.
    pub visible: f32,
    /// The part of its symbols' area in the picture that glare or too long an exposure washed out.
    pub glare: f32,
}

/// Draws a scene.
///
/// # Panics
///
/// If the picture has no pixels, or the scene has more than 254 cards.
pub fn render(scene: &Scene) -> Picture {
    assert!(scene.cards.len() < usize::from(Canvas::THING), "too many cards");
    let mut canvas = Canvas::new(scene.width as usize, scene.height as usize);
    let to_table = scene.camera.plane().inverse();
    let irradiance = Irradiance::new(scene, &to_table);
    table::paint(&mut canvas, scene, &to_table, &irradiance);
    let painter = Painter { scene, to_table, irradiance };
    for thing in scene.things.iter().filter(|thing| !thing.above) {
        painter.thing(&mut canvas, thing);
    }
    let mut shown = Vec::with_capacity(scene.cards.len());
    for (number, placed) in (1..).zip(&scene.cards) {
        let mut face = Face::of(placed.card, placed.edition, placed.variant);
        let symbols = std::mem::take(&mut face.symbols);
        let inks = [face.paper, face.ink];
        painter.card(&mut canvas, placed, number, face);
        shown.push((symbols, inks));
    }
    for thing in scene.things.iter().filter(|thing| thing.above) {
        painter.thing(&mut canvas, thing);
    }
    let truth = (1..).zip(&scene.cards).zip(shown).map(|((number, placed), (symbols, inks))| {
        painter.shown(&canvas, placed, number, &symbols, inks)
    });
    let truth = truth.collect();
    let rgb = lens::develop(canvas, &scene.lens, scene.seed);
    Picture { width: scene.width, height: scene.height, rgb, truth }
}

/// The data for painting cards and things.
struct Painter<'a> {
    scene: &'a Scene,
    to_table: Homography,
    irradiance: Irradiance,
}

impl Painter<'_> {
    /// Paints a card and its shadow.
    fn card(&self, canvas: &mut Canvas, placed: &Placed, number: u8, face: Face) {
        let Scene { tall, corner, light, .. } = self.scene;
        let seen = placed.seen(self.scene);
        let from_picture = seen.inverse();
        let corners = [[0., 0.], [1., 0.], [1., 1.], [0., 1.]].map(|[u, v]| seen.apply(u, v));
        let scale = area(&corners).max(1e-6).sqrt() / tall.sqrt();

        // The shadow of a lifted card is further away, and softer.
        let lift = placed.lift.iter().sum::<f32>() / 4.0;
        let away = turn(-placed.angle)(light.fall.map(|fall| fall * (0.02 + lift)));
        let mirror = placed.mirror();
        let faced = placed.faced(light.fall, *tall);
        let softness = light.softness + lift;
        let margin = (away[0].abs().max(away[1].abs()) + softness + 0.1) * scale + 2.0;

        // The four points of a pixel at which the face is read, relative to its centre.
        let middle = seen.apply(0.5, 0.5);
        let step = |x: f32, y: f32| {
            let [u, v] = from_picture.apply(middle[0] + x, middle[1] + y);
            [u - 0.5, v - 0.5]
        };
        let samples =
            [step(0.125, 0.375), step(-0.375, 0.125), step(-0.125, -0.375), step(0.375, -0.125)];
        let pyramid = Pyramid::new(face);
        let level = pyramid.level(0.6 / scale);

        let (columns, rows) = canvas.around(&corners, margin);
        for y in rows {
            for x in columns.clone() {
                let place = [x as f32 + 0.5, y as f32 + 0.5];
                if !from_picture.in_front(place[0], place[1]) {
                    continue;
                }
                let [u, v] = placed.bent(from_picture.apply(place[0], place[1]), 1.0);
                let local = [u - 0.5, (v - 0.5) * tall];
                let shadow = [local[0] - away[0], local[1] - away[1]];
                let half = [0.5, tall / 2.0];
                let shade = smooth(0.5 - outside(shadow, half, *corner) / softness) * light.drop;
                let cover = (0.5 - outside(local, half, *corner) * scale).clamp(0.0, 1.0);
                let at = y * canvas.width + x;
                let below = canvas.light[at].map(|channel| channel * (1.0 - shade));
                if cover == 0.0 {
                    canvas.light[at] = below;
                    continue;
                }
                let mut reflected = [0.0; 3];
                for [du, dv] in samples {
                    let sample = pyramid.at(level, u + du, v + dv);
                    for i in 0..3 {
                        reflected[i] += sample[i] / 4.0;
                    }
                }
                let falling = self.irradiance.at(x, y);
                let mirrored = self.scene.light.mirrored(mirror(local));
                let lit = faced + 2.0 * (placed.bend[0] * (u - 0.5) + placed.bend[1] * (v - 0.5));
                let card = channels(|i| reflected[i] * falling[i] * lit + mirrored[i]);
                canvas.light[at] = mix3(below, card, cover);
                if cover > 0.5 {
                    canvas.owner[at] = number;
                }
            }
        }
    }

    /// Paints a thing and its shadow.
    fn thing(&self, canvas: &mut Canvas, thing: &Thing) {
        let light = &self.scene.light;
        let away = light.fall.map(|fall| fall * thing.height);
        let softness = light.softness + 0.5 * thing.height;
        let reach =
            thing.half[0].hypot(thing.half[1]) + softness + away[0].abs().max(away[1].abs());
        let [x, y] = thing.centre;
        let corners = [[-reach, -reach], [reach, -reach], [reach, reach], [-reach, reach]]
            .map(|[dx, dy]| self.scene.camera.project([x + dx, y + dy, 0.0]));
        let plane = self.scene.camera.plane();
        let behind = |&[dx, dy]: &[f32; 2]| !plane.in_front(x + dx * reach, y + dy * reach);
        if [[-1., -1.], [1., -1.], [1., 1.], [-1., 1.]].iter().any(behind) {
            return;
        }
        let scale = area(&corners).max(1e-6).sqrt() / (2.0 * reach);
        let turn = turn(-thing.angle);
        let (columns, rows) = canvas.around(&corners, 2.0);
        for row in rows {
            for column in columns.clone() {
                let [px, py] = [column as f32 + 0.5, row as f32 + 0.5];
                if !self.to_table.in_front(px, py) {
                    continue;
                }
                let [px, py] = self.to_table.apply(px, py);
                let local = turn([px - x, py - y]);
                let shadow = turn([px - x - away[0], py - y - away[1]]);
                let shade = smooth(0.5 - outside(shadow, thing.half, thing.radius) / softness);
                let cover =
                    (0.5 - outside(local, thing.half, thing.radius) * scale).clamp(0.0, 1.0);
                let at = row * canvas.width + column;
                let below = canvas.light[at].map(|channel| channel * (1.0 - shade * light.drop));
                let falling = self.irradiance.at(column, row);
                let reflected = thing.reflected(local);
                let above = channels(|i| reflected[i] * falling[i]);
                canvas.light[at] = mix3(below, above, cover);
                if cover > 0.5 {
                    canvas.owner[at] = Canvas::THING;
                }
            }
        }
    }

    /// A card as the picture shows it.
    fn shown(
        &self,
        canvas: &Canvas,
        placed: &Placed,
        number: u8,
        symbols: &[[f32; 4]],
        inks: [[f32; 3]; 2],
    ) -> Shown {
        const SAMPLES: usize = 24;
        let seen = placed.seen(self.scene);
        let point = |u: f32, v: f32| {
            let [u, v] = placed.bent([u, v], -1.0);
            seen.apply(u, v)
        };
        let quad = |[left, top, right, bottom]: [f32; 4]| {
            [[left, top], [right, top], [right, bottom], [left, bottom]].map(|[u, v]| {
                let [x, y] = point(u, v);
                (x, y)
            })
        };
        let grid = |[left, top, right, bottom]: [f32; 4]| {
            (0..SAMPLES * SAMPLES).map(move |i| {
                let part = |i: usize| (i as f32 + 0.5) / SAMPLES as f32;
                [mix(left, right, part(i % SAMPLES)), mix(top, bottom, part(i / SAMPLES))]
            })
        };
        let owned = grid([0.0, 0.0, 1.0, 1.0])
            .filter(|&[u, v]| {
                canvas.pixel(point(u, v)).is_some_and(|at| canvas.owner[at] == number)
            })
            .count();
        let mirror = placed.mirror();
        let (mut inside, mut washed) = (0, 0);
        for [u, v] in symbols.iter().flat_map(|&symbol| grid(symbol)) {
            if let Some(at) = canvas.pixel(point(u, v)) {
                inside += 1;
                let local = [u - 0.5, (v - 0.5) * self.scene.tall];
                let falling = self.irradiance.at(at % canvas.width, at / canvas.width);
                let mirrored = self.scene.light.mirrored(mirror(local));
                washed += usize::from(self.washed_out(falling, mirrored, inks));
            }
        }
        Shown {
            card: placed.card,
            edition: placed.edition,
            corners: quad([0.0, 0.0, 1.0, 1.0]),
            symbols: symbols.iter().map(|&symbol| quad(symbol)).collect(),
            visible: owned as f32 / (SAMPLES * SAMPLES) as f32,
            glare: washed as f32 / inside.max(1) as f32,
        }
    }

    /// Whether the contrast of ink and paper is less than 45 % of that without mirrored light and
    /// with the right exposure.
    fn washed_out(&self, falling: [f32; 3], mirrored: [f32; 3], inks: [[f32; 3]; 2]) -> bool {
        let gain = self.scene.lens.gain;
        let brightest = (0..3).map(|i| inks[0][i] * falling[i] * gain[i]).fold(0.0, f32::max);
        let right = (0.8 / brightest.max(1e-6)).min(1.0);
        let contrast = |exposure: f32, mirrored: [f32; 3]| -> f32 {
            let tone = |ink: [f32; 3], i: usize| {
                encoded((exposure * gain[i] * (ink[i] * falling[i] + mirrored[i])).min(1.0))
            };
            (0..3).map(|i| (tone(inks[0], i) - tone(inks[1], i)).abs()).sum()
        };
        contrast(1.0, mirrored) < 0.45 * contrast(right, [0.0; 3])
    }
}

impl Placed {
    /// A point of the face, moved as its bent edges move it (1) or back (−1). Corners stay.
    #[inline]
    fn bent(&self, [u, v]: [f32; 2], sign: f32) -> [f32; 2] {
        let arch = |part: f32| {
            let part = part.clamp(0.0, 1.0);
            4.0 * part * (1.0 - part) * sign
        };
        [u + self.bend[1] * arch(v), v + self.bend[0] * arch(u)]
    }

    /// How bright a lifted card is that leans towards the light, or away; 1 if it lies flat.
    fn faced(&self, fall: [f32; 2], tall: f32) -> f32 {
        let [a, b, c, d] = self.lift;
        let slope = turn(self.angle)([(b + c - a - d) / 2.0, (c + d - a - b) / 2.0 / tall]);
        (1.0 + 0.5 * (slope[0] * fall[0] + slope[1] * fall[1])).clamp(0.5, 1.4)
    }

    /// Maps a point of the card, relative to its centre, to the place of its highlights.
    fn mirror(&self) -> impl Fn([f32; 2]) -> [f32; 2] {
        let (turn, centre, shine) = (turn(self.angle), self.centre, self.shine);
        move |local| {
            let [x, y] = turn(local);
            [x + centre[0] + shine[0], y + centre[1] + shine[1]]
        }
    }
}

impl Thing {
    /// The reflectance at a point relative to the thing's centre.
    fn reflected(&self, [x, y]: [f32; 2]) -> [f32; 3] {
        let Self { half, radius, colour, .. } = *self;
        let inset = -outside([x, y], half, radius);
        let wave = |place: f32, pitch: f32| (place / pitch) - (place / pitch).floor();
        match self.look {
            Look::Text => {
                let line = (y / 0.09).floor();
                let words = wave(x + 0.37 * line, 0.31) < 0.8 && wave(y, 0.09) < 0.4;
                let printed = inset > 0.12 && words && wave(line * 0.37, 1.0) < 0.85;
                if printed { [0.12; 3] } else { colour }
            }
            Look::Back if inset < 0.05 => [0.8; 3],
            Look::Back => {
                let waves = wave(x + y, 0.12) < 0.5 || wave(x - y, 0.12) < 0.5;
                if waves { colour } else { colour.map(|part| mix(part, 0.6, 0.35)) }
            }
            Look::Screen if inset < 0.05 => [0.05; 3],
            Look::Cup if inset >= 0.08 => [0.03, 0.015, 0.008],
            Look::Plain | Look::Screen | Look::Cup => colour,
            Look::Round => {
                let bulge = (inset / half[1].min(half[0])).clamp(0.0, 1.0);
                colour.map(|part| part * (0.55 + 0.5 * bulge))
            }
        }
    }
}

/// Turns vectors clockwise by an angle.
fn turn(angle: f32) -> impl Fn([f32; 2]) -> [f32; 2] {
    let (sin, cos) = angle.sin_cos();
    move |[x, y]| [cos * x - sin * y, sin * x + cos * y]
}

/// The distance of a point from a rectangle with round corners about the origin, negative inside.
#[inline]
fn outside([x, y]: [f32; 2], half: [f32; 2], radius: f32) -> f32 {
    let (x, y) = (x.abs() - half[0] + radius, y.abs() - half[1] + radius);
    let corner = (x.max(0.0).powi(2) + y.max(0.0).powi(2)).sqrt();
    corner + x.max(y).min(0.0) - radius
}

/// The area of a quadrilateral.
fn area(corners: &[[f32; 2]; 4]) -> f32 {
    let cross = |a: [f32; 2], b: [f32; 2]| a[0] * b[1] - a[1] * b[0];
    (0..4).map(|i| cross(corners[i], corners[(i + 1) % 4])).sum::<f32>().abs() / 2.0
}
