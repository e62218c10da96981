//! Puts the files of the page into the library: minified, and compressed.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> io::Result<()> {
    let page = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("set by cargo")).join("page");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by cargo"));
    for watched in ["page", "build.rs"] {
        println!("cargo::rerun-if-changed={watched}");
    }
    let mut paths = Vec::new();
    walk(&page, "", &mut paths)?;
    // A page with a server uses the engine there, and is never offline.
    let is_static =
        |path: &str| path.starts_with("js/worker/") || ["sw.js", "js/offline.js"].contains(&path);
    paths.retain(|path| !is_static(path));
    paths.sort();
    let mut table = String::from("static FILES: &[File] = &[\n");
    for (number, path) in paths.iter().enumerate() {
        let plain = minified(path, fs::read(page.join(path))?);
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

/// Collects the paths of all files below a folder, with slashes.
fn walk(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().into_string().expect("the names of the page are ASCII");
        if name.starts_with('.') {
            continue;
        }
        let path = format!("{prefix}{name}");
        if entry.file_type()?.is_dir() {
            walk(&entry.path(), &format!("{path}/"), paths)?;
        } else {
            paths.push(path);
        }
    }
    Ok(())
}

/// A script or style sheet without what only people read; any other file unchanged.
fn minified(path: &str, bytes: Vec<u8>) -> Vec<u8> {
    let text = |bytes| String::from_utf8(bytes).expect("scripts and styles are UTF-8");
    match Path::new(path).extension().and_then(|end| end.to_str()) {
        Some("js") => minifier::js::minify(&text(bytes)).to_string().into_bytes(),
        Some("css") => {
            let text = text(bytes);
            let style = minifier::css::minify(&text).expect("the style sheet is well-formed");
            style.to_string().into_bytes()
        }
        _ => bytes,
    }
}
