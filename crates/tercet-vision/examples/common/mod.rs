//! Drawn photographs for the examples, as the command line requests them.

use std::error::Error;
use std::f32::consts::TAU;
use std::ops::Range;
use std::path::PathBuf;

use tercet_testkit::photographs::{
    Difficulty, Draw, Edition, Lens, Light, Look, Picture, Scene, Thing, board, render,
};

/// The arguments `OUT FIRST COUNT`.
pub(crate) struct Request {
    /// The file to write.
    pub(crate) out: PathBuf,
    /// The seeds of the photographs.
    seeds: Range<u64>,
}

impl Request {
    /// The request on the command line of an example.
    pub(crate) fn of_arguments(example: &str) -> Result<Self, Box<dyn Error>> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let [out, first, count] = &arguments[..] else {
            return Err(format!("usage: {example} OUT FIRST COUNT").into());
        };
        let (first, count) = (first.parse::<u64>()?, count.parse::<u64>()?);
        let end =
            first.checked_add(count).ok_or("a seed has at most 64 bits: lower FIRST or COUNT")?;
        Ok(Self { out: out.into(), seeds: first..end })
    }

    /// The photographs, with their seeds.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = (u64, Picture)> + use<> {
        self.seeds.clone().map(|seed| (seed, render(&scene(seed))))
    }
}

/// A random scene, harsher than those of the test kit: half are soft and small, a third are pale, and a
/// third have things that resemble symbols. A fifth are as clear as no photograph is. Half are of the classic edition.
fn scene(seed: u64) -> Scene {
    let mut scene = Scene::random(&board(seed), &Difficulty::random(seed), seed);
    let mut draw = Draw::new(seed, "edition");
    if draw.chance(0.5) {
        let edition = if draw.chance(0.8) { Edition::European } else { Edition::Strange };
        scene = scene.printed(edition);
    }
    let mut draw = Draw::new(seed, "harsher");
    if draw.chance(0.33) {
        strew(&mut scene, &mut draw);
    }
    if draw.chance(0.2) {
        clear(&mut scene, &mut draw);
        return scene;
    }
    if draw.chance(0.33) {
        pale(&mut scene, &mut draw);
    }
    if draw.chance(0.5) {
        soften(&mut scene, &mut draw);
    }
    scene
}

/// Makes a scene that of a webcam: symbols 12 to 40 pixels high, soft, noisy, sharpened and compressed.
fn soften(scene: &mut Scene, draw: &mut Draw) {
    let high = 12.0 * (40.0_f32 / 12.0).powf(draw.between(0.0, 1.0));
    // A symbol is 38/113 of its card in height.
    let now = 38.0 / 113.0 * scene.camera.focal / scene.camera.distance;
    let longest = scene.width.max(scene.height) as f32 * (high / now).min(1.0);
    *scene = scene.clone().sized((longest as u32).max(64));
    let lens = &mut scene.lens;
    lens.blur = 0.3 + high * draw.between(0.0, 0.09);
    lens.motion = [draw.between(-0.06, 0.06), draw.between(-0.06, 0.06)].map(|part| part * high);
    lens.read_noise = draw.between(0.0, 0.03);
    lens.shot_noise = draw.between(0.0, 0.05);
    lens.sharpening = draw.between(0.0, 2.0);
    lens.halo = draw.between(1.0, 3.99) as usize;
    lens.jpeg = Some(draw.between(25.0, 90.0) as u8);
}

/// Shows a scene as a program or a scanner does: in even light, on white paper, in pure colours of which some
/// have no red, green or blue at all.
fn clear(scene: &mut Scene, draw: &mut Draw) {
    scene.light = Light {
        key: [0.5; 3],
        ambient: [0.5; 3],
        slope: [0.0; 2],
        shades: Vec::new(),
        highlights: Vec::new(),
        drop: 0.0,
        ..scene.light.clone()
    };
    scene.lens = Lens {
        blur: draw.between(0.0, 0.6),
        motion: [0.0; 2],
        vignette: 0.0,
        gain: [draw.between(0.9, 1.25); 3],
        haze: 0.0,
        read_noise: 0.0,
        shot_noise: 0.0,
        contrast: 0.0,
        saturation: draw.between(1.0, 1.8),
        sharpening: 0.0,
        jpeg: draw.chance(0.5).then_some(90),
        ..scene.lens
    };
}

/// Gives a scene warm or bluish light, and a lens with little contrast and colour.
fn pale(scene: &mut Scene, draw: &mut Draw) {
    let warm = draw.between(-0.8, 1.1);
    for light in [&mut scene.light.key, &mut scene.light.ambient] {
        let tint = warm + draw.between(-0.2, 0.2);
        *light = [light[0] * (0.3 * tint).exp(), light[1], light[2] * (-0.9 * tint).exp()];
    }
    let lens = &mut scene.lens;
    lens.saturation *= draw.between(0.35, 1.0);
    lens.contrast = draw.between(-0.8, 0.2);
    let haze = draw.between(0.0, 0.5);
    lens.haze += haze * haze;
    lens.gain = lens.gain.map(|gain| gain * (1.0 - haze * haze));
}

/// Strews things that resemble symbols about the cards: rings, and sheets with coloured shapes that no
/// symbol has.
pub(crate) fn strew(scene: &mut Scene, draw: &mut Draw) {
    let centres: Vec<[f32; 2]> = scene.cards.iter().map(|card| card.centre).collect();
    for _ in 0..5 {
        let from = centres[draw.between(0.0, centres.len() as f32 - 0.01) as usize];
        let (sin, cos) = draw.between(0.0, TAU).sin_cos();
        let away = draw.between(1.8, 2.6);
        let centre = [from[0] + away * cos, from[1] + away * sin];
        let is_free = |[x, y]: &[f32; 2]| (x - centre[0]).hypot(y - centre[1]) > 1.75;
        if !centres.iter().all(is_free) {
            continue;
        }
        let angle = draw.between(0.0, TAU);
        let thing = |shift: f32, half: [f32; 2], radius: f32, colour: [f32; 3]| Thing {
            centre: [centre[0] - shift * angle.sin(), centre[1] + shift * angle.cos()],
            half,
            radius,
            angle,
            colour,
            look: Look::Plain,
            height: 0.01,
            above: false,
        };
        let white = [draw.between(0.6, 0.9); 3];
        let sheet = thing(0.0, [draw.between(0.4, 0.6), draw.between(0.6, 0.8)], 0.05, white);
        let is_ring = draw.chance(0.4);
        if !is_ring || draw.chance(0.5) {
            scene.things.push(sheet);
        }
        for place in [-0.4, 0.0, 0.4] {
            let colour = [0; 3].map(|_| draw.between(0.0, 0.8).powi(2));
            let size = draw.between(0.1, 0.18);
            // As long as wide, or much longer.
            let long = if draw.chance(0.6) { size } else { draw.between(0.3, 0.4) };
            let wide = if long > size { draw.between(0.02, 0.07) } else { size };
            let radius = if is_ring || draw.chance(0.5) { wide } else { 0.01 };
            scene.things.push(thing(place, [long, wide], radius, colour));
            if is_ring || draw.chance(0.5) {
                let inner = [long, wide].map(|half| half * draw.between(0.7, 0.85));
                scene.things.push(thing(place, inner, radius * 0.8, white));
            }
        }
    }
}
