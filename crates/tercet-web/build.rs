//! Puts the files of the page into the library, compressed.

mod bundle;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let page = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("page");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    for watched in ["page", "build.rs", "bundle.rs"] {
        println!("cargo::rerun-if-changed={watched}");
    }
    let mut table = String::from("static FILES: &[File] = &[\n");
    for (number, (path, plain)) in bundle::files(&page, false)?.into_iter().enumerate() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&plain)?;
        let gzip = encoder.finish()?;
        fs::write(out.join(format!("{number}")), &plain)?;
        fs::write(out.join(format!("{number}.gz")), &gzip)?;
        let gzip = if gzip.len() < plain.len() {
            format!("Some(include_bytes!(\"{number}.gz\"))")
        } else {
            "None".into()
        };
        writeln!(
            table,
            "    File {{ path: {path:?}, plain: include_bytes!(\"{number}\"), gzip: {gzip} }},"
        )
        .expect("a string grows");
    }
    table.push_str("];\n");
    fs::write(out.join("files.rs"), table)
}
