//! Puts the page together as the files of a site: `tercet-site FOLDER ADDRESS`. The folder has the engines, which
//! `./site` compiles, and gets all other files.
//!
//! A site has more than the page: the icon as pictures for phones, a picture for previews of links, a page for addresses
//! that lead nowhere, headers for its host, a service worker that knows its files, and each file compressed. It works in
//! any folder of a host. Only previews and the page for wrong addresses need its address, as they are shown elsewhere.

#[path = "../../tercet-web/bundle.rs"]
mod bundle;

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;
use std::path::Path;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The engines, which are in the folder.
const ENGINES: [&str; 2] = ["tercet.wasm", "camera.wasm"];
/// The icon as pictures, and their sides. No mask hides its symbols, which lie in a circle of 0.7 times the side.
const ICONS: [(&str, u16); 3] =
    [("apple-touch-icon.png", 180), ("icon-192.png", 192), ("icon-512.png", 512)];
/// The policy of the server, with WebAssembly, and without what a page cannot say of itself: which page may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; \
                      require-trusted-types-for 'script'; trusted-types tercet tercet-worker";

/// The files of a site by their paths.
type Files = BTreeMap<String, Vec<u8>>;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let [folder, address] = words.as_slice() else {
        return Err("usage: tercet-site FOLDER ADDRESS".into());
    };
    let (folder, root) = (Path::new(folder), Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    // Where the site is on its host.
    let host = address.split_once("://").map_or("", |(_, rest)| rest);
    let place = host.find('/').map_or("/", |at| &host[at..]);
    let filled = |text: &str| {
        text.replace("{address}", address).replace("{place}", place).replace("{policy}", POLICY)
    };

    let mut files = bundle::files(&root.join("crates/tercet-web/page"), true)?;
    for engine in ENGINES {
        files.insert(engine.into(), fs::read(folder.join(engine))?);
    }
    edit(&mut files, "index.html", "<meta charset=\"utf-8\">", &filled(include_str!("head.html")));
    edit(&mut files, "manifest.webmanifest", "\"icons\": [", include_str!("icons.txt"));
    let page: Vec<String> = files.keys().filter(|name| *name != "sw.js").cloned().collect();

    for (name, side) in ICONS {
        let icon = drawn(&files["icon.svg"], side)?;
        files.insert(name.into(), icon);
    }
    files.insert("preview.png".into(), fs::read(root.join("guide/src/pictures/play.png"))?);
    files.insert("404.html".into(), filled(include_str!("404.html")).into_bytes());
    files.insert("_headers".into(), filled(include_str!("headers.txt")).into_bytes());
    let kept = page.iter().map(|name| if name == "index.html" { "./" } else { name });
    let kept: Vec<&str> = kept.collect();
    let others: Vec<&String> = files.keys().filter(|name| !page.contains(name)).collect();
    let version = files.values().flatten().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    let site = format!(
        "self.SITE = {{\"version\":\"{version:016x}\",\"files\":{kept:?},\"others\":{others:?}}};\n"
    );
    let service = [site.as_bytes(), &files["sw.js"]].concat();
    files.insert("sw.js".into(), service);

    let mut sizes = BTreeMap::<&str, [usize; 4]>::new();
    for (name, plain) in &files {
        let [mut gzip, mut brotli] = [plain.clone(), plain.clone()];
        let place = folder.join(name);
        fs::create_dir_all(place.parent().expect("it is in the folder"))?;
        fs::write(&place, plain)?;
        if name != "_headers" && !plain.starts_with(b"\x89PNG") {
            let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
            encoder.write_all(plain)?;
            gzip = encoder.finish()?;
            brotli.clear();
            brotli::CompressorWriter::new(&mut brotli, 4096, 11, 22).write_all(plain)?;
            fs::write(folder.join(format!("{name}.gz")), &gzip)?;
            fs::write(folder.join(format!("{name}.br")), &brotli)?;
        }
        let engine = ENGINES.into_iter().find(|engine| *engine == name);
        let kind = if page.contains(name) { "the page" } else { "beside the page" };
        let sum = sizes.entry(engine.unwrap_or(kind)).or_default();
        for (sum, size) in sum.iter_mut().zip([1, plain.len(), gzip.len(), brotli.len()]) {
            *sum += size;
        }
    }
    for (what, [count, plain, gzip, brotli]) in sizes {
        println!("{what}: {count} files, {plain} bytes, {gzip} with gzip, {brotli} with brotli");
    }
    Ok(())
}

/// Replaces a text that a file has once.
fn edit(files: &mut Files, name: &str, old: &str, new: &str) {
    let file = files.get_mut(name).expect("a file of the page");
    let text = std::str::from_utf8(file).expect("the page is UTF-8");
    assert_eq!(text.matches(old).count(), 1, "{name} has {old} once");
    *file = text.replace(old, new.trim_end()).into_bytes();
}

/// A drawing as a picture with this side.
fn drawn(svg: &[u8], side: u16) -> Result<Vec<u8>, Box<dyn Error>> {
    let tree = Tree::from_data(svg, &Options::default())?;
    let mut picture = Pixmap::new(side.into(), side.into()).ok_or("no picture")?;
    let scale = f32::from(side) / tree.size().width();
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut picture.as_mut());
    Ok(picture.encode_png()?)
}
