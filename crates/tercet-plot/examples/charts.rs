//! Draws the charts of the tests, to be looked at:
//! `cargo run -p tercet-plot --example charts -- FOLDER`.

#[path = "../tests/charts/mod.rs"]
#[allow(dead_code, reason = "the tests use more of it")]
mod charts;

use std::path::PathBuf;
use std::{env, error, fs};

use tercet_plot::{Theme, png, svg};

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("name a folder")?);
    fs::create_dir_all(&folder)?;
    for (name, chart) in charts::all() {
        fs::write(folder.join(format!("{name}.svg")), svg(&chart))?;
        for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
            fs::write(folder.join(format!("{name}-{suffix}.png")), png(&chart, theme, 1.5)?)?;
        }
    }
    Ok(())
}
