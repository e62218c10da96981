//! A small reader of PDF for the tests: it checks the table of objects, and draws the operators of
//! a page with a rasteriser. It shares no code with the writer of the files.

use resvg::tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform,
};

/// The contents of the pages of a file.
pub(crate) fn pages(file: &[u8]) -> Vec<String> {
    assert!(file.starts_with(b"%PDF-1.7\n") && file.ends_with(b"%%EOF\n"));
    // Offsets count bytes; only a comment has bytes outside ASCII.
    let ascii = |&byte: &u8| if byte.is_ascii() { char::from(byte) } else { '?' };
    let text: String = file.iter().map(ascii).collect();
    // After the last `startxref` comes the offset of the table, which gives those of all objects.
    let table: usize =
        text.rsplit("startxref\n").next().unwrap().lines().next().unwrap().parse().unwrap();
    let rows: Vec<&str> = text[table..].lines().collect();
    assert_eq!(rows[0], "xref");
    let size: usize = rows[1].strip_prefix("0 ").unwrap().parse().unwrap();
    // A row has 20 bytes with its line feed.
    assert!(rows[2..2 + size].iter().all(|row| row.len() == 19));
    let object = |number: usize| {
        let start: usize = rows[2 + number][..10].parse().unwrap();
        let body = text[start..].strip_prefix(&format!("{number} 0 obj\n")).unwrap();
        body.split("\nendobj\n").next().unwrap()
    };
    for number in 1..size {
        assert!(!object(number).is_empty());
    }
    let list = object(2);
    let kids = list.split_once("Kids[").unwrap().1.split_once(']').unwrap().0;
    let kids: Vec<usize> =
        kids.split(" 0 R").filter_map(|number| number.trim().parse().ok()).collect();
    assert!(list.contains(&format!("/Count {}", kids.len())));
    let content = |&page: &usize| {
        let reference = object(page).split_once("/Contents ").unwrap().1;
        let stream = object(reference.split(' ').next().unwrap().parse().unwrap());
        let (head, body) = stream.split_once("\nstream\n").unwrap();
        let length = head.split_once("/Length ").unwrap().1.split_once(">>").unwrap().0;
        assert_eq!(&body[length.parse::<usize>().unwrap()..], "\nendstream");
        body.strip_suffix("\nendstream").unwrap().to_owned()
    };
    kids.iter().map(content).collect()
}

#[derive(Clone)]
struct State {
    transform: Transform,
    fill: Color,
    stroke: Color,
    line: Stroke,
}

/// Draws a page on this many pixels of 96 dpi, without its texts.
pub(crate) fn pixels(content: &str, (width, height): (u32, u32)) -> Pixmap {
    let mut pixels = Pixmap::new(width, height).unwrap();
    pixels.fill(Color::WHITE);
    // A PDF has points from the lower left corner; the height is not a whole number of pixels.
    let scale = 96.0 / 72.0;
    let points: f32 = content.split_whitespace().nth(5).unwrap().parse().unwrap();
    let mut state = State {
        transform: Transform::from_row(scale, 0.0, 0.0, -scale, 0.0, points * scale),
        fill: Color::BLACK,
        stroke: Color::BLACK,
        line: Stroke::default(),
    };
    let mut saved = Vec::new();
    let mut path = PathBuilder::new();
    let mut numbers: Vec<f32> = Vec::new();
    for line in content.lines().filter(|line| !line.starts_with("BT ")) {
        for word in line.replace(['[', ']'], " ").split_whitespace() {
            if let Ok(number) = word.parse() {
                numbers.push(number);
                continue;
            }
            let colour = |numbers: &[f32]| match *numbers {
                [grey] => Color::from_rgba(grey, grey, grey, 1.0).unwrap(),
                [r, g, b] => Color::from_rgba(r, g, b, 1.0).unwrap(),
                _ => panic!("{line}"),
            };
            match (word, &numbers[..]) {
                ("q", []) => saved.push(state.clone()),
                ("Q", []) => state = saved.pop().unwrap(),
                ("cm", &[a, b, c, d, e, f]) => {
                    let inner = Transform::from_row(a, b, c, d, e, f);
                    state.transform = state.transform.pre_concat(inner);
                }
                ("rg" | "g", numbers) => state.fill = colour(numbers),
                ("RG" | "G", numbers) => state.stroke = colour(numbers),
                ("w", &[width]) => state.line.width = width,
                ("J", &[cap]) => {
                    state.line.line_cap = if cap > 0.5 { LineCap::Round } else { LineCap::Butt };
                }
                ("j", &[join]) => {
                    state.line.line_join =
                        if join > 0.5 { LineJoin::Round } else { LineJoin::Miter };
                }
                ("d", [dashes @ .., offset]) => {
                    state.line.dash = StrokeDash::new(dashes.to_vec(), *offset);
                }
                ("m", &[x, y]) => path.move_to(x, y),
                ("l", &[x, y]) => path.line_to(x, y),
                ("c", &[a, b, c, d, x, y]) => path.cubic_to(a, b, c, d, x, y),
                ("h", []) => path.close(),
                ("f" | "S" | "B" | "n", []) => {
                    let drawn = std::mem::take(&mut path).finish();
                    paint(&mut pixels, drawn.as_ref(), word, &state);
                }
                other => panic!("{other:?} in {line}"),
            }
            numbers.clear();
        }
    }
    assert!(saved.is_empty() && numbers.is_empty());
    pixels
}

fn paint(pixels: &mut Pixmap, path: Option<&resvg::tiny_skia::Path>, how: &str, state: &State) {
    let Some(path) = path else { return };
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    if ["f", "B"].contains(&how) {
        paint.set_color(state.fill);
        pixels.fill_path(path, &paint, FillRule::Winding, state.transform, None);
    }
    if ["S", "B"].contains(&how) {
        paint.set_color(state.stroke);
        pixels.stroke_path(path, &paint, &state.line, state.transform, None);
    }
}
