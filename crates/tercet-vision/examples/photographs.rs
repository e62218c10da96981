//! Writes drawn photographs for viewing, and `manifest.tsv` with their labels, for the example `score`.
//!
//! ```console
//! $ cargo run --release -p tercet-vision --example photographs -- OUT FIRST COUNT
//! ```
//!
//! OUT is a folder; the other arguments are as for `patches`. The files are PNG, since the pictures were compressed
//! as JPEG once already.

mod common;

use std::error::Error;
use std::fmt::Write;
use std::fs;

use tercet_testkit::photographs::Picture;

use common::Request;

fn main() -> Result<(), Box<dyn Error>> {
    let request = Request::of_arguments("photographs")?;
    fs::create_dir_all(&request.out)?;
    let mut manifest = String::from("file\tlabels\n");
    for (seed, Picture { width, height, rgb, truth }) in request.pictures() {
        let file = format!("{seed}.png");
        image::save_buffer(request.out.join(&file), &rgb, width, height, image::ColorType::Rgb8)?;
        let labels: Vec<String> = truth.iter().map(|shown| shown.card.to_string()).collect();
        writeln!(manifest, "{file}\t{}", labels.join(" "))?;
    }
    Ok(fs::write(request.out.join("manifest.tsv"), manifest)?)
}
