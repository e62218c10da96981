//! Pages as a PDF (ISO 32000-1), written directly: a dozen kinds of objects are enough.
//!
//! The content of a page is drawn in the coordinates of the page, in millimetres with the y axis
//! pointing down, under one transformation to points. The file depends only on the pages: it has no
//! date and no identifier, so equal sheets give equal files. Content is not compressed: a page of four
//! puzzles takes about 60 kB.

use std::fmt::Write as _;

use tercet::picture::{Scheme, Style};
use tercet::solver::{Limit, Stop};

use super::font;
use super::page::{self, Mark, Page, Point, Text, length};
use super::paint::paint;

/// Points per millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// The objects of a file: each is written once, and its number is its place from 1.
#[derive(Default)]
struct File {
    bytes: Vec<u8>,
    starts: Vec<usize>,
}

impl File {
    /// Adds the next object.
    fn object(&mut self, content: &str) {
        self.starts.push(self.bytes.len());
        let number = self.starts.len();
        self.bytes.extend(format!("{number} 0 obj\n{content}\nendobj\n").into_bytes());
    }

    /// Adds the table of objects.
    fn finish(mut self, info: usize) -> Vec<u8> {
        let (table, size) = (self.bytes.len(), self.starts.len() + 1);
        let rows: Vec<String> =
            self.starts.iter().map(|start| format!("{start:010} 00000 n \n")).collect();
        let end = format!(
            "xref\n0 {size}\n0000000000 65535 f \n{}trailer\n\
             <</Size {size}/Root 1 0 R/Info {info} 0 R>>\nstartxref\n{table}\n%%EOF\n",
            rows.concat()
        );
        self.bytes.extend(end.into_bytes());
        self.bytes
    }
}

/// A PDF of these pages.
///
/// # Errors
///
/// [`Stop`] if the limit was reached.
pub(super) fn document(
    title: &str,
    pages: &[Page],
    paper: Point,
    scheme: Scheme,
    style: Style,
    limit: &Limit,
) -> Result<Vec<u8>, Stop> {
    /// The objects before the pages: catalogue, list of pages, two fonts, title.
    const FIRST: usize = 6;
    let size = (length(paper.0 * POINTS), length(paper.1 * POINTS));
    let kids: Vec<String> = (0..pages.len()).map(|i| format!("{} 0 R", FIRST + 2 * i)).collect();
    let font = |name: &str| {
        format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>")
    };
    // The bytes after the version tell programs that the file is not text.
    let mut file = File { bytes: b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec(), starts: Vec::new() };
    file.object(
        "<</Type/Catalog/Pages 2 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>",
    );
    file.object(&format!(
        "<</Type/Pages/Kids[{}]/Count {}/MediaBox[0 0 {} {}]/Resources<</Font<</F 3 0 R/B 4 0 R>>>>>>",
        kids.join(" "),
        pages.len(),
        size.0,
        size.1,
    ));
    file.object(&font("Helvetica"));
    file.object(&font("Helvetica-Bold"));
    file.object(&format!("<</Title<{}>/Producer(Tercet)>>", utf16(title)));
    for (i, page) in pages.iter().enumerate() {
        file.object(&format!("<</Type/Page/Parent 2 0 R/Contents {} 0 R>>", FIRST + 2 * i + 1));
        let content = content(page, paper, scheme, style, limit)?;
        file.object(&format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()));
    }
    Ok(file.finish(FIRST - 1))
}

/// A text as the hexadecimal digits of its UTF-16, with a byte order mark.
fn utf16(text: &str) -> String {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.map(|unit| format!("{unit:04x}")).collect::<Vec<_>>().concat()
}

/// The operators that draw a page.
fn content(
    page: &Page,
    paper: Point,
    scheme: Scheme,
    style: Style,
    limit: &Limit,
) -> Result<String, Stop> {
    let scale = format!("{POINTS:.6}");
    let mut out = format!("{scale} 0 0 -{scale} 0 {} cm\n", length(paper.1 * POINTS));
    for mark in &page.marks {
        limit.check()?;
        match mark {
            Mark::Text(text) => out.push_str(&written(text)),
            _ => out.push_str(&paint(&page::drawn(mark, scheme, style))),
        }
    }
    out.truncate(out.trim_end().len());
    Ok(out)
}

/// The operators that write a text. Letters stand upright although the y axis points down.
fn written(text: &Text) -> String {
    let (name, size) = (if text.bold { "B" } else { "F" }, length(text.size));
    let (x, y, grey) = (length(text.left()), length(text.at.1), text.grey());
    let coded = coded(&text.letters);
    format!("BT /{name} {size} Tf {grey} g 1 0 0 -1 {x} {y} Tm ({coded}) Tj ET\n")
}

/// A text as the content of a string of a PDF, in the encoding of the fonts.
fn coded(text: &str) -> String {
    let mut string = String::new();
    for code in text.chars().filter_map(font::code) {
        match code {
            b'(' | b')' | b'\\' => string.extend(['\\', char::from(code)]),
            b' '..=b'~' => string.push(char::from(code)),
            _ => write!(string, "\\{code:03o}").expect("a string takes all that is written"),
        }
    }
    string
}
