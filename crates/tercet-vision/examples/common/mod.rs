//! Drawn photographs for the examples, as the command line requests them.

use std::error::Error;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use tercet_testkit::photographs::{
    CropFaces, Difficulty, DrawnFaces, Faces, Picture, Scene, board, render,
};

/// The arguments `OUT FIRST COUNT [FOLDER]`.
pub(crate) struct Request {
    /// The file, or the folder, to write.
    pub(crate) out: PathBuf,
    /// The seeds of the photographs.
    seeds: Range<u64>,
    /// The faces that every second photograph shows; without them all are drawn.
    crops: Option<CropFaces>,
}

impl Request {
    /// The request on the command line of an example.
    pub(crate) fn of_arguments(example: &str) -> Result<Self, Box<dyn Error>> {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let (out, first, count, folder) = match &arguments[..] {
            [out, first, count] => (out, first, count, None),
            [out, first, count, folder] => (out, first, count, Some(folder)),
            _ => return Err(format!("usage: {example} OUT FIRST COUNT [FOLDER]").into()),
        };
        let (first, count) = (first.parse::<u64>()?, count.parse::<u64>()?);
        let end =
            first.checked_add(count).ok_or("a seed has at most 64 bits: lower FIRST or COUNT")?;
        Ok(Self {
            out: out.into(),
            seeds: first..end,
            crops: folder.map(|folder| CropFaces::new(Path::new(folder))).transpose()?,
        })
    }

    /// The photographs, with their seeds.
    pub(crate) fn pictures(&self) -> impl Iterator<Item = (u64, Picture)> + use<> {
        let crops = self.crops.clone();
        self.seeds.clone().map(move |seed| {
            let faces: &dyn Faces = match &crops {
                Some(crops) if seed % 2 == 0 => crops,
                _ => &DrawnFaces,
            };
            let mut scene = Scene::random(&board(seed), &Difficulty::random(seed), seed);
            if seed / 2 % 3 == 0 {
                soften(&mut scene, seed);
            }
            (seed, render(&scene, faces))
        })
    }
}

/// Makes a scene that of a webcam: symbols 12 to 40 pixels high, soft, noisy, sharpened and compressed.
fn soften(scene: &mut Scene, seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut between =
        |low: f32, high: f32| low + (high - low) * random.next_u32() as f32 / u32::MAX as f32;
    let high = 12.0 * (40.0_f32 / 12.0).powf(between(0.0, 1.0));
    // A symbol is 38/113 of its card in height.
    let now = 38.0 / 113.0 * scene.camera.focal / scene.camera.distance;
    let longest = scene.width.max(scene.height) as f32 * (high / now).min(1.0);
    *scene = scene.clone().sized((longest as u32).max(64));
    let lens = &mut scene.lens;
    lens.blur = 0.3 + high * between(0.0, 0.09);
    lens.motion = [between(-0.06, 0.06), between(-0.06, 0.06)].map(|part| part * high);
    lens.read_noise = between(0.0, 0.03);
    lens.shot_noise = between(0.0, 0.05);
    lens.sharpening = between(0.0, 2.0);
    lens.halo = between(1.0, 3.99) as usize;
    lens.jpeg = Some(between(25.0, 90.0) as u8);
}
