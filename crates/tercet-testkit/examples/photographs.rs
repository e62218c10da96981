//! Writes drawn photographs for viewing and for scoring readers. `manifest.tsv` names the cards of
//! each photograph, and `truth.tsv` gives the positions of each card and its symbols.
//!
//! ```console
//! $ cargo run --profile test -p tercet-testkit --features photographs --example photographs -- \
//!       FOLDER 20 random 1 [CROPS]
//! ```
//!
//! writes 20 photographs of the difficulty `random` from seed 1 on. Difficulties are `none`, `mild`,
//! `hard`, `random`, or a knob with its amount, such as `glare=0.4`. `CROPS` is a folder with
//! photographs of single cards, `crops/CODE/*.jpg`; without it, faces are drawn. The files are PNG,
//! since the pictures were compressed as JPEG once already.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tercet_testkit::photographs::{
    CropFaces, Difficulty, DrawnFaces, Faces, Knob, Picture, Quad, Scene, Shown, board, render,
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (folder, count, difficulty, seed, crops) = match &arguments[..] {
        [folder, count, difficulty, seed] => (folder, count, difficulty, seed, None),
        [folder, count, difficulty, seed, crops] => (folder, count, difficulty, seed, Some(crops)),
        _ => return Err("usage: photographs FOLDER COUNT DIFFICULTY SEED [CROPS]".into()),
    };
    let (folder, count, seed) =
        (PathBuf::from(folder), count.parse::<u64>()?, seed.parse::<u64>()?);
    let faces: Box<dyn Faces> = match crops {
        Some(crops) => Box::new(CropFaces::new(Path::new(crops))?),
        None => Box::new(DrawnFaces),
    };
    fs::create_dir_all(&folder)?;
    let mut shown = String::from("file\tcard\tvisible\tglare\tcorners\tsymbols\n");
    let mut manifest = String::from("file\tkind\tcards\tlabels\twidth\theight\tdifficulty\n");
    for seed in seed..seed + count {
        let difficulty = parse(difficulty, seed)?;
        let board = board(seed);
        let picture = render(&Scene::random(&board, &difficulty, seed), &*faces);
        let Picture { width, height, rgb, truth } = picture;
        let file = format!("{seed}.png");
        image::save_buffer(folder.join(&file), &rgb, width, height, image::ColorType::Rgb8)?;
        for Shown { card, corners, symbols, visible, glare } in truth {
            let symbols: Vec<String> = symbols.iter().map(quad).collect();
            let (corners, symbols) = (quad(&corners), symbols.join(";"));
            writeln!(shown, "{file}\t{card}\t{visible:.3}\t{glare:.3}\t{corners}\t{symbols}")?;
        }
        let labels: Vec<String> = board.iter().map(ToString::to_string).collect();
        let knobs: Vec<String> = Knob::ALL
            .iter()
            .map(|&knob| format!("{}={:.2}", knob.name(), difficulty.get(knob)))
            .collect();
        let (cards, labels, knobs) = (board.len(), labels.join(" "), knobs.join(" "));
        writeln!(manifest, "{file}\tboard\t{cards}\t{labels}\t{width}\t{height}\t{knobs}")?;
    }
    fs::write(folder.join("manifest.tsv"), manifest)?;
    fs::write(folder.join("truth.tsv"), shown)?;
    Ok(())
}

/// Four corners as text.
fn quad(corners: &Quad) -> String {
    corners.map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ")
}

/// A difficulty by its name, or by a knob's.
fn parse(name: &str, seed: u64) -> Result<Difficulty, Box<dyn Error>> {
    match name {
        "none" => Ok(Difficulty::none()),
        "mild" => Ok(Difficulty::mild()),
        "hard" => Ok(Difficulty::hard()),
        "random" => Ok(Difficulty::random(seed)),
        _ => {
            let (name, amount) = name.split_once('=').ok_or("no such difficulty")?;
            let knob = Knob::ALL.iter().find(|knob| knob.name() == name).ok_or("no such knob")?;
            Ok(Difficulty::only(*knob, amount.parse()?))
        }
    }
}
