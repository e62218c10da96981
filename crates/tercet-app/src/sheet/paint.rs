//! Drawings as operators of a PDF.
//!
//! Pages and cards are drawn as SVG. `usvg` reduces a drawing to groups with a transformation, and to
//! paths with a fill and a stroke. PDF has the same imaging model, so each group and path becomes
//! operators. A test compares all kinds of cards as SVG and as PDF, pixel by pixel.

use std::fmt::{Result, Write};

use usvg::tiny_skia_path::{PathSegment, Point};
use usvg::{Fill, Group, LineCap, LineJoin, Node, Options, Paint, Path, Stroke, Tree};

use super::page;

/// The elements of an SVG as operators.
pub(super) fn paint(elements: &str) -> String {
    let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\">{elements}</svg>");
    let tree = Tree::from_str(&svg, &Options::default()).expect("a drawing is an SVG");
    let mut out = String::new();
    write_group(&mut out, tree.root()).expect("a string takes all that is written");
    out
}

fn write_group(out: &mut String, group: &Group) -> Result {
    let change = group.transform();
    let is_moved = !change.is_identity();
    if is_moved {
        let [x, y] = [change.tx, change.ty].map(length);
        writeln!(out, "q {:.5} 0 0 {:.5} {x} {y} cm", change.sx, change.sy)?;
    }
    for node in group.children() {
        match node {
            Node::Group(inner) => write_group(out, inner)?,
            Node::Path(path) => write_path(out, path)?,
            Node::Image(_) | Node::Text(_) => unreachable!("drawings have neither"),
        }
    }
    if is_moved { writeln!(out, "Q") } else { Ok(()) }
}

/// Adds a path and the operators that paint it.
fn write_path(out: &mut String, path: &Path) -> Result {
    let fill = path.fill().map(Fill::paint).map(colour);
    if let Some(fill) = &fill {
        write!(out, "{fill} rg ")?;
    }
    if let Some(stroke) = path.stroke() {
        write_stroke(out, stroke)?;
    }
    let mut at = Point::zero();
    for segment in path.data().segments() {
        // PDF has cubic curves alone.
        let near = |end: Point, control: Point| {
            let part = |end: f32, control: f32| end + (control - end) * 2.0 / 3.0;
            Point::from_xy(part(end.x, control.x), part(end.y, control.y))
        };
        let (points, operator): (&[Point], char) = match segment {
            PathSegment::MoveTo(to) => (&[to], 'm'),
            PathSegment::LineTo(to) => (&[to], 'l'),
            PathSegment::QuadTo(control, to) => (&[near(at, control), near(to, control), to], 'c'),
            PathSegment::CubicTo(first, second, to) => (&[first, second, to], 'c'),
            PathSegment::Close => (&[], 'h'),
        };
        for point in points {
            write!(out, "{} {} ", length(point.x), length(point.y))?;
        }
        write!(out, "{operator} ")?;
        at = points.last().copied().unwrap_or(at);
    }
    out.push_str(match (fill, path.stroke()) {
        (Some(_), Some(_)) => "B\n",
        (Some(_), None) => "f\n",
        (None, Some(_)) => "S\n",
        (None, None) => "n\n",
    });
    Ok(())
}

/// Adds the operators that choose how lines are drawn.
fn write_stroke(out: &mut String, stroke: &Stroke) -> Result {
    let cap = u8::from(stroke.linecap() == LineCap::Round);
    let join = u8::from(stroke.linejoin() == LineJoin::Round);
    let dashes = stroke.dasharray().unwrap_or_default();
    let dashes = dashes.iter().map(|&dash| length(dash)).collect::<Vec<_>>().join(" ");
    let (width, offset) = (length(stroke.width().get()), length(stroke.dashoffset()));
    write!(out, "{} RG {width} w {cap} J {join} j ", colour(stroke.paint()))?;
    write!(out, "[{dashes}] {offset} d ")
}

/// A colour as three numbers from 0 to 1.
fn colour(paint: &Paint) -> String {
    let Paint::Color(colour) = paint else { unreachable!("drawings have plain colours") };
    [colour.red, colour.green, colour.blue].map(|part| length(f32::from(part) / 255.0)).join(" ")
}

fn length(length: f32) -> String {
    page::length(f64::from(length))
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
