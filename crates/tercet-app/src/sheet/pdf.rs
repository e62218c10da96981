//! Pages as a PDF (ISO 32000-1), written directly: a dozen kinds of objects are enough.
//!
//! The content of a page is drawn in the coordinates of the page, in millimetres with the y axis
//! pointing down, under one transformation to points. The file depends only on the pages: it has no
//! date and no identifier, so equal sheets give equal files. Content is not compressed: a page of four
//! puzzles takes about 60 kB.
//!
//! Cards are drawn as SVG, with few elements: groups, and paths, rectangles and circles with a fill and a
//! stroke. PDF has the same imaging model, so each of them becomes operators. A test compares all kinds of cards as
//! SVG and as PDF, pixel by pixel.

use std::fmt::{self, Write};

use tercet::picture::{Edge, Outline};

use super::page::{Look, Page, Point, code, length};

/// Points per millimetre.
const POINTS: f64 = 72.0 / 25.4;

/// A PDF of these pages.
pub(super) fn document(title: &str, pages: &[Page<'_>], paper: Point) -> Vec<u8> {
    /// The objects before the pages: catalogue, list of pages, two fonts, title.
    const FIRST: usize = 6;
    let (width, height) = (length(paper.0 * POINTS), length(paper.1 * POINTS));
    let kids: Vec<String> = (0..pages.len()).map(|i| format!("{} 0 R", FIRST + 2 * i)).collect();
    let (kids, count) = (kids.join(" "), pages.len());
    let font = |name: &str| {
        format!("<</Type/Font/Subtype/Type1/BaseFont/{name}/Encoding/WinAnsiEncoding>>")
    };
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R/Lang(en)/ViewerPreferences<</DisplayDocTitle true>>>>".into(),
        format!(
            "<</Type/Pages/Kids[{kids}]/Count {count}/MediaBox[0 0 {width} {height}]\
             /Resources<</Font<</F 3 0 R/B 4 0 R>>>>>>"
        ),
        font("Helvetica"),
        font("Helvetica-Bold"),
        format!("<</Title<{}>/Producer(Tercet)>>", utf16(title)),
    ];
    for (i, page) in pages.iter().enumerate() {
        let content =
            format!("{POINTS:.6} 0 0 -{POINTS:.6} 0 {height} cm\n{}", page.drawn.trim_end());
        objects.push(format!("<</Type/Page/Parent 2 0 R/Contents {} 0 R>>", FIRST + 2 * i + 1));
        objects.push(format!("<</Length {}>>\nstream\n{content}\nendstream", content.len()));
    }
    // The bytes after the version tell programs that the file is not text.
    let mut file = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let (mut table, size) = (String::new(), objects.len() + 1);
    for (number, object) in (1..).zip(objects) {
        writeln!(table, "{:010} 00000 n ", file.len()).expect("a string takes all that is written");
        file.extend(format!("{number} 0 obj\n{object}\nendobj\n").into_bytes());
    }
    let (start, info) = (file.len(), FIRST - 1);
    let end = format!(
        "xref\n0 {size}\n0000000000 65535 f \n{table}trailer\n\
         <</Size {size}/Root 1 0 R/Info {info} 0 R>>\nstartxref\n{start}\n%%EOF\n"
    );
    file.extend(end.into_bytes());
    file
}

/// A text as the hexadecimal digits of its UTF-16, with a byte order mark.
fn utf16(text: &str) -> String {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.map(|unit| format!("{unit:04x}")).collect::<Vec<_>>().concat()
}

/// The operators that write a text from its left end. Letters stand upright although the y axis points down.
pub(super) fn text(letters: &str, (x, y): Point, size: f64, look: Look) -> String {
    let ([x, y, size], grey) = ([x, y, size].map(length), look.grey);
    let (name, coded) = (if look.is_bold { "B" } else { "F" }, coded(letters));
    format!("BT /{name} {size} Tf {grey} g 1 0 0 -1 {x} {y} Tm ({coded}) Tj ET\n")
}

/// A text as the content of a string of a PDF, in the encoding of the fonts.
fn coded(text: &str) -> String {
    let mut string = String::new();
    for code in text.chars().filter_map(code) {
        match code {
            b'(' | b')' | b'\\' => string.extend(['\\', char::from(code)]),
            b' '..=b'~' => string.push(char::from(code)),
            _ => write!(string, "\\{code:03o}").expect("a string takes all that is written"),
        }
    }
    string
}

/// The elements of an SVG as operators.
pub(super) fn paint(elements: &str) -> String {
    let mut out = String::new();
    let mut groups: Vec<&str> = Vec::new();
    for tag in elements.split('<').skip(1) {
        if tag.starts_with("/g") {
            let group = groups.pop().expect("a group has a beginning");
            out.push_str(if change(group).is_some() { "Q\n" } else { "" });
            continue;
        }
        if let Some(change) = change(tag) {
            out.push_str(&change);
        }
        groups.push(tag);
        if !tag.starts_with("g ") {
            write_shape(&mut out, &groups).expect("a string takes all that is written");
            groups.pop();
            out.push_str(if change(tag).is_some() { "Q\n" } else { "" });
        }
    }
    out
}

/// The value of an attribute of an element.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// An attribute that is a number; 0 if it is absent.
fn number(tag: &str, name: &str) -> f64 {
    attribute(tag, name).map_or(0.0, |text| text.parse().expect("an attribute is a number"))
}

/// The operators that save the coordinates and change them, if an element does so.
fn change(tag: &str) -> Option<String> {
    let numbers = |name: &str| -> Vec<f64> {
        let arguments = attribute(tag, "transform").and_then(|text| text.split_once(name));
        let arguments = arguments.and_then(|(_, rest)| rest.split(['(', ')']).nth(1));
        arguments.into_iter().flat_map(str::split_whitespace).flat_map(str::parse).collect()
    };
    attribute(tag, "transform")?;
    let (shift, scale) = (numbers("translate"), numbers("scale"));
    let [x, y] = [0, 1].map(|i| length(shift.get(i).copied().unwrap_or_default()));
    let scale = scale.first().unwrap_or(&1.0);
    Some(format!("q {scale:.5} 0 0 {scale:.5} {x} {y} cm\n"))
}

/// Writes the innermost of some elements, which inherits the attributes of the others.
fn write_shape(out: &mut String, elements: &[&str]) -> fmt::Result {
    let inherited = |name| elements.iter().rev().find_map(|tag| attribute(tag, name));
    let paint = |paint: Option<&str>| paint.filter(|&paint| paint != "none").map(colour);
    let fill = paint(Some(inherited("fill").unwrap_or("#000")));
    let stroke = paint(inherited("stroke"));
    if let Some(fill) = &fill {
        write!(out, "{fill} rg ")?;
    }
    if let Some(stroke) = &stroke {
        let is_round = |name| u8::from(inherited(name) == Some("round"));
        let (cap, join) = (is_round("stroke-linecap"), is_round("stroke-linejoin"));
        let value = |name| inherited(name).and_then(|text| text.parse().ok());
        let width = length(value("stroke-width").unwrap_or(1.0));
        let offset = length(value("stroke-dashoffset").unwrap_or(0.0));
        let dashes = inherited("stroke-dasharray").unwrap_or_default();
        write!(out, "{stroke} RG {width} w {cap} J {join} j [{dashes}] {offset} d ")?;
    }
    for outline in outlines(elements[elements.len() - 1]) {
        write_outline(out, &outline)?;
    }
    out.push_str(match (fill, stroke) {
        (Some(_), Some(_)) => "B\n",
        (Some(_), None) => "f\n",
        (None, Some(_)) => "S\n",
        (None, None) => "n\n",
    });
    Ok(())
}

/// The outlines of a path, a rectangle or a circle.
fn outlines(tag: &str) -> Vec<Outline> {
    let number = |name| number(tag, name);
    match tag.split(' ').next() {
        Some("path") => Outline::of_path(attribute(tag, "d").expect("a path has data")),
        Some("rect") => {
            let (corner, size) = ((number("x"), number("y")), (number("width"), number("height")));
            vec![Outline::rectangle(corner, size, number("rx"))]
        }
        Some("circle") => vec![Outline::circle((number("cx"), number("cy")), number("r"))],
        other => unreachable!("drawings have no element {other:?}"),
    }
}

fn write_outline(out: &mut String, outline: &Outline) -> fmt::Result {
    let mut write = |points: &[(f64, f64)], operator: char| {
        for &(x, y) in points {
            write!(out, "{} {} ", length(x), length(y))?;
        }
        write!(out, "{operator} ")
    };
    write(&[outline.start], 'm')?;
    for edge in &outline.edges {
        match *edge {
            Edge::Line(end) => write(&[end], 'l')?,
            Edge::Curve(first, second, end) => write(&[first, second, end], 'c')?,
        }
    }
    if outline.is_closed { write(&[], 'h') } else { Ok(()) }
}

/// A colour, such as `#fff` or `#1f6feb`, as three numbers from 0 to 1.
fn colour(text: &str) -> String {
    let digits = text.trim_start_matches('#');
    let size = digits.len() / 3;
    let part = |i: usize| {
        let part = digits[i * size..(i + 1) * size].repeat(2 / size);
        length(f64::from(u8::from_str_radix(&part, 16).expect("a colour has digits")) / 255.0)
    };
    [0, 1, 2].map(part).join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_inherit_their_paint_and_place() {
        let svg = "<g fill=\"none\" stroke=\"#fff\" transform=\"translate(1 2)scale(3)\">\
                   <path d=\"M0 0h1\"/><path stroke=\"#ff0000\" d=\"M0 0q3 0 3 3\"/></g>\
                   <path d=\"M0 0h1v1z\"/>";
        assert_eq!(
            paint(svg),
            "q 3.00000 0 0 3.00000 1 2 cm\n1 1 1 RG 1 w 0 J 0 j [] 0 d 0 0 m 1 0 l S\n\
             1 0 0 RG 1 w 0 J 0 j [] 0 d 0 0 m 2 0 3 1 3 3 c S\nQ\n0 0 0 rg 0 0 m 1 0 l 1 1 l h f\n"
        );
    }
}
