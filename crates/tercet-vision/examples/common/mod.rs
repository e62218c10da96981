//! Drawn photographs for the examples, as the command line requests them.

use std::error::Error;
use std::ops::Range;
use std::path::{Path, PathBuf};

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
            let scene = Scene::random(&board(seed), &Difficulty::random(seed), seed);
            (seed, render(&scene, faces))
        })
    }
}
