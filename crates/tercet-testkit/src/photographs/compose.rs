//! Random scenes: each part of a scene is drawn from its own random numbers, within limits that the
//! difficulty sets.

use std::f32::consts::{FRAC_PI_2, PI};

use tercet::classic::ClassicCard;

use super::camera::Homography;
use super::clutter;
use super::difficulty::Difficulty;
use super::draw::Draw;
use super::layout;
use super::noise::{colour, mix, mix3};
use super::scene::{
    Area, Camera, Highlight, Lens, Light, Pattern, Placed, Scene, Shade, TALL, Table,
};

impl Scene {
    /// A scene for a board, the same for the same seed. Each part has its own random numbers, so a
    /// knob changes nothing but its fault.
    pub fn random(board: &[ClassicCard], difficulty: &Difficulty, seed: u64) -> Self {
        let mut draw = Draw::new(seed, "stock");
        let tall = TALL * draw.between(0.96, 1.04);
        let corner = if draw.chance(0.1) { 0.0 } else { draw.between(0.03, 0.085) };
        let cards = layout::lay(board, difficulty, tall, seed);
        let bounds = bounds(&cards);
        let [left, top, right, bottom] = bounds;
        let (width, height) = size(right - left < bottom - top, difficulty, seed);
        let camera = camera(&cards, tall, [width as f32, height as f32], difficulty, seed);
        // The size of a card in the picture: the effect of blur depends on it.
        let seen = |x: f32| camera.project([camera.aim[0] + x, camera.aim[1], 0.0]);
        let ([left, upper], [right, lower]) = (seen(-0.5), seen(0.5));
        let card = (right - left).hypot(lower - upper);
        Self {
            width,
            height,
            tall,
            corner,
            things: clutter::strew(&cards, bounds, difficulty, seed),
            table: table(difficulty, seed),
            light: light(bounds, difficulty, seed),
            lens: lens(card, difficulty, seed),
            camera,
            cards,
            seed,
        }
    }
}

/// The smallest rectangle that holds all centres: left, top, right, bottom.
fn bounds(cards: &[Placed]) -> [f32; 4] {
    let most = |i: usize, sign: f32| {
        cards.iter().map(|card| sign * card.centre[i]).fold(f32::NEG_INFINITY, f32::max)
    };
    if cards.is_empty() {
        return [0.0; 4];
    }
    [-most(0, -1.0), -most(1, -1.0), most(0, 1.0), most(1, 1.0)]
}

/// The size of the picture: mostly upright if the board is.
fn size(upright: bool, difficulty: &Difficulty, seed: u64) -> (u32, u32) {
    let mut draw = Draw::new(seed, "size");
    let long = draw.between(1200.0, 2000.0) * (-2.6 * difficulty.low_resolution).exp();
    let short = long / draw.pick(&[4.0 / 3.0, 4.0 / 3.0, 16.0 / 9.0, 1.5, 1.0, 1.25]);
    let (long, short) = (long.max(64.0) as u32 & !1, short.max(64.0) as u32 & !1);
    if upright ^ draw.chance(0.2) { (short, long) } else { (long, short) }
}

fn camera(
    cards: &[Placed],
    tall: f32,
    frame: [f32; 2],
    difficulty: &Difficulty,
    seed: u64,
) -> Camera {
    let mut draw = Draw::new(seed, "camera");
    let tilt = (70.0 * difficulty.perspective * draw.between(0.55, 1.0)).to_radians();
    let any_side = draw.chance(0.15);
    let side = draw.signed() * if any_side { PI } else { 0.4 };
    let quarters = if draw.chance(0.15) { draw.pick(&[1.0, -1.0, 2.0]) } else { 0.0 };
    let (any_turn, turn) = (draw.chance(difficulty.rotation * 0.4), draw.signed());
    let turn = turn * if any_turn { PI } else { 0.3 * difficulty.rotation };

    // Phones see up to about a radian; from nearby the perspective is stronger.
    let [left, top, right, bottom] = bounds(cards);
    let size = (right - left + 1.6).hypot(bottom - top + 1.6);
    let mut camera = Camera {
        aim: [f32::midpoint(left, right), f32::midpoint(top, bottom)],
        centre: [0.0, 0.0],
        distance: size * draw.between(1.0, 2.2),
        tilt,
        azimuth: FRAC_PI_2 + side,
        roll: quarters * FRAC_PI_2 + turn,
        focal: 1.0,
    };

    // Then the picture is cropped to the cards and the intended margin around them.
    let seen: Vec<[f32; 2]> =
        cards.iter().flat_map(|card| card.corners(tall)).map(|at| camera.project(at)).collect();
    let least = |i: usize| seen.iter().map(|point| point[i]).fold(f32::INFINITY, f32::min);
    let most = |i: usize| seen.iter().map(|point| point[i]).fold(f32::NEG_INFINITY, f32::max);
    let [low, high] = if seen.is_empty() {
        [[-0.1; 2], [0.1; 2]]
    } else {
        [[least(0), least(1)], [most(0), most(1)]]
    };
    let whole = [0, 1].map(|i| frame[i] / (high[i] - low[i]));
    let near = draw.between(0.88, 0.96) - 0.68 * difficulty.distance * draw.between(0.7, 1.0);
    // Things around the cards are visible only from further away.
    let near = near - 0.25 * difficulty.clutter * draw.unit();
    let fill = near.max(0.2) + 0.6 * difficulty.cut_off;
    camera.focal = whole[0].min(whole[1]) * fill;
    let places = [draw.signed(), draw.signed()];
    camera.centre = [0, 1].map(|i| {
        let (from, to) = (low[i] * camera.focal, high[i] * camera.focal);
        let free = frame[i] - (to - from);
        // Near the middle, but cards that reach over an edge do so at one side.
        let place = 0.5 + places[i] * if free < 0.0 { 0.5 } else { 0.25 };
        let pushed = difficulty.cut_off * 0.12 * places[i].signum() * frame[i];
        place * free - from + pushed
    });
    camera
}

impl Placed {
    /// Its corners above the table: upper left, upper right, lower right, lower left.
    pub(super) fn corners(&self, tall: f32) -> [[f32; 3]; 4] {
        let (sin, cos) = self.angle.sin_cos();
        let (x, y) = (0.5, tall / 2.0);
        let offsets = [[-x, -y], [x, -y], [x, y], [-x, y]];
        [0, 1, 2, 3].map(|corner| {
            let [x, y] = offsets[corner];
            let [left, top] = self.centre;
            [left + cos * x - sin * y, top + sin * x + cos * y, self.lift[corner]]
        })
    }

    /// Where the points of its face are seen, from (0, 0) to (1, 1).
    pub(super) fn seen(&self, scene: &Scene) -> Homography {
        Homography::of_square(self.corners(scene.tall).map(|corner| scene.camera.project(corner)))
    }
}

fn table(difficulty: &Difficulty, seed: u64) -> Table {
    #[rustfmt::skip]
    const DARK: [[u8; 3]; 8] = [
        [28, 22, 20], [52, 36, 28], [18, 18, 20], [70, 46, 30], [30, 50, 40], [34, 40, 70],
        [90, 30, 34], [70, 70, 72],
    ];
    #[rustfmt::skip]
    const BRIGHT: [[u8; 3]; 7] = [
        [206, 170, 124], [176, 128, 84], [240, 240, 238], [226, 218, 204], [200, 204, 210],
        [150, 180, 200], [214, 196, 180],
    ];
    let mut draw = Draw::new(seed, "table");
    let (dark, bright) = (colour(draw.pick(&DARK)), colour(draw.pick(&BRIGHT)));
    let contrast = difficulty.low_contrast_table;
    let main = mix3(dark, bright, (1.6 * contrast).min(1.0));
    // With the knob at 1, the table is as white as paper.
    let main = mix3(main, [0.86; 3], ((contrast - 0.6) / 0.4).clamp(0.0, 1.0));
    let shift = [draw.unit(), draw.unit(), draw.unit()];
    let other = mix3(shift, [draw.unit(); 3], 0.7);
    let pattern = draw.pick(&[
        Pattern::Grain,
        Pattern::Grain,
        Pattern::Marble,
        Pattern::Stripes,
        Pattern::Checks,
        Pattern::Weave,
        Pattern::Spots,
    ]);
    let strength = difficulty.pattern;
    let pattern = if strength == 0.0 { Pattern::Plain } else { pattern };
    // Any surface has a little of a second tone.
    let second = mix3(main.map(|part| part * 0.85), other, (1.2 * strength).min(1.0));
    Table {
        colour: main,
        second,
        pattern,
        scale: draw.between(0.3, 2.2),
        angle: draw.pick(&[0.0, FRAC_PI_2]) + draw.signed() * draw.pick(&[0.1, 0.8]),
        gloss: draw.unit().powi(2) * 0.8,
    }
}

fn light(bounds: [f32; 4], difficulty: &Difficulty, seed: u64) -> Light {
    let mut draw = Draw::new(seed, "light");
    let [left, top, right, bottom] = bounds;
    let (cast, shadow, glare) = (difficulty.cast, difficulty.shadow, difficulty.glare);
    let tone = |warm: f32, tint: f32| {
        [(0.5 * warm).exp(), tint.exp(), (-0.8 * warm).exp()]
            .map(|channel| channel / tint.exp().max(1.0))
    };
    let warm = draw.pick(&[1.0, 1.0, -0.7]) * draw.between(0.5, 1.0) * 2.4 * cast;
    let key = tone(warm, draw.signed() * 0.5 * cast);
    let ambient = tone(warm - draw.between(-0.3, 1.2) * cast, draw.signed() * 0.4 * cast);
    let part = draw.between(0.45, 0.85);
    let mut somewhere = |spread: f32| {
        let place = |low: f32, high: f32, part: f32| {
            f32::midpoint(low, high) + (high - low + 2.0) * spread * part
        };
        [place(left, right, draw.signed()), place(top, bottom, draw.signed())]
    };

    let shadows: Vec<[[f32; 2]; 2]> = (0..3).map(|_| [somewhere(0.5), somewhere(1.0)]).collect();
    let lamps: Vec<[f32; 2]> = (0..3).map(|_| somewhere(0.45)).collect();
    let [sun, _] = [somewhere(0.4), somewhere(0.4)];
    let mut shades = Vec::new();
    for (i, [near, far]) in shadows.into_iter().enumerate() {
        let (kind, direction) = (draw.below(3), draw.direction());
        let (softness, reach) = (draw.unit().powi(2) * 1.2 + 0.03, draw.between(0.25, 0.9));
        let factor = 1.0 - (draw.between(0.9, 1.8) * shadow).min(1.0);
        if i as f32 >= 4.0 * shadow {
            continue;
        }
        let areas = match kind {
            // The shadow of the person with the phone, of an arm, of a hand.
            0 => vec![Area::Beyond(near, direction)],
            1 => vec![Area::Near(
                near,
                [near[0] + 9.0 * direction[0], near[1] + 9.0 * direction[1]],
                reach,
            )],
            _ => hand(near, far),
        };
        shades.push(Shade { areas, softness, factor });
    }
    // The sun through a window: panes.
    let (sunny, direction, size) = (draw.unit(), draw.direction(), draw.between(0.5, 1.6));
    if sunny < 1.5 * shadow && shadow > 0.15 {
        let panes = (0..4).map(|pane| {
            let (u, v) = ((pane % 2) as f32 * 2.0 - 1.0, (pane / 2) as f32 * 2.0 - 1.0);
            let (u, v) = (1.12 * u * size, 1.12 * v * size * 1.4);
            let centre = [
                sun[0] + u * direction[0] - v * direction[1],
                sun[1] + u * direction[1] + v * direction[0],
            ];
            Area::Box(centre, direction.map(|part| part * size), 1.4 * size)
        });
        let factor = 1.0 + 3.0 * shadow * draw.between(0.5, 1.0);
        shades.push(Shade { areas: panes.collect(), softness: draw.between(0.03, 0.3), factor });
    }

    let highlights = lamps.into_iter().enumerate().map(|(i, centre)| {
        let size = 0.25 + 1.2 * draw.unit().powi(2) + 0.8 * glare;
        let stretch: f32 = draw.pick(&[1.0, 1.3, 2.0, 5.0]);
        let (edge, angle) = (draw.unit().powi(2), draw.between(0.0, PI));
        let strength = 5.0 * glare.powf(1.4) * draw.between(0.3, 1.0);
        let strength = if i as f32 >= 5.0 * glare { 0.0 } else { strength };
        let strength = mix3(key, [1.0; 3], 0.6).map(|channel| channel * strength);
        let (across, along) = (size / stretch.sqrt(), size * stretch);
        let (sin, cos) = angle.sin_cos();
        let rows = [[cos / along, sin / along], [-sin / across, cos / across]];
        Highlight { centre, rows, edge, strength }
    });
    let highlights = highlights.filter(|highlight| highlight.strength[1] > 0.0).collect();
    let slope = draw.direction().map(|part| part * draw.between(0.3, 1.0) * (0.1 + 0.8 * shadow));
    let fall = draw.direction().map(|part| part * draw.between(0.5, 1.5));
    Light {
        key: key.map(|channel| channel * part),
        ambient: ambient.map(|channel| channel * (1.0 - part)),
        slope,
        shades,
        highlights,
        fall,
        drop: draw.between(0.3, 0.8),
        softness: draw.between(0.02, 0.12),
    }
}

/// A hand with four fingers that comes from afar.
fn hand([x, y]: [f32; 2], [from_x, from_y]: [f32; 2]) -> Vec<Area> {
    let (dx, dy) = (from_x - x, from_y - y);
    let length = dx.hypot(dy).max(0.1);
    let (dx, dy) = (dx / length, dy / length);
    let palm = [x + 1.2 * dx, y + 1.2 * dy];
    let mut areas = vec![Area::Near(palm, [palm[0] + 8.0 * dx, palm[1] + 8.0 * dy], 0.5)];
    areas.extend((0..4).map(|finger| {
        let side = (finger as f32 - 1.5) * 0.28;
        let reach = 0.1 * (finger as f32 - 1.5).powi(2);
        let tip = [x + reach * dx - 1.2 * side * dy, y + reach * dy + 1.2 * side * dx];
        Area::Near(tip, [palm[0] - side * dy, palm[1] + side * dx], 0.13)
    }));
    areas
}

/// The lens, for cards that are `card` pixels wide.
fn lens(card: f32, difficulty: &Difficulty, seed: u64) -> Lens {
    let mut draw = Draw::new(seed, "lens");
    let Difficulty { blur, noise, exposure, cast, .. } = *difficulty;
    let (focus, shake) = (draw.between(0.6, 1.0), draw.between(0.3, 1.0));
    let shaken = draw.chance(0.4);
    // In widths of a card; hatching is lost at 0.01, counts at 0.15.
    let spread = 0.16 * blur.powf(1.6) * card;
    let motion = if shaken { 2.5 * spread * shake } else { 0.0 };
    let defocus = spread * focus * if shaken { 0.5 } else { 1.0 };
    let bright = draw.chance(0.4);
    let stops = exposure * draw.between(0.6, 1.0) * if bright { 2.2 } else { -4.5 };
    // Phones remove a part of the colour cast, and not always the right part.
    let balance = [draw.signed(), 0.3 * draw.signed(), draw.signed()];
    let gain = draw.between(0.68, 0.82) * stops.exp2();
    let harsh = difficulty.jpeg;
    Lens {
        blur: (draw.between(0.35, 0.6).powi(2) + defocus.powi(2)).sqrt(),
        motion: draw.direction().map(|part| part * motion),
        vignette: draw.between(0.0, 0.25) + 0.4 * exposure * draw.unit(),
        gain: balance.map(|channel| gain * (0.35 * cast * channel).exp()),
        haze: 0.004 + 0.25 * exposure.powi(2) * draw.unit(),
        read_noise: 0.0015 + 0.06 * noise.powf(1.5) * draw.between(0.5, 1.0),
        shot_noise: 0.004 + 0.3 * noise.powf(1.5) * draw.between(0.5, 1.0),
        blotches: draw.between(0.2, 0.8),
        contrast: draw.between(0.0, 0.4) + 0.6 * exposure * draw.signed(),
        saturation: 1.0 + draw.signed() * mix(0.15, 0.45, cast.max(exposure).min(1.0)),
        sharpening: draw.unit().powi(2) * 1.6,
        halo: draw.pick(&[1, 1, 2, 3]),
        jpeg: (harsh > 0.0).then(|| (96.0 - 90.0 * harsh.powf(0.8)).clamp(3.0, 96.0) as u8),
    }
}
