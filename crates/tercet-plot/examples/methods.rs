//! The chart of the guide that shows which method counts the sets of a board fastest, from the times of
//! `guide/pictures --measure`:
//!
//! ```console
//! $ cargo run -p tercet-plot --example methods -- guide/methods.csv > guide/src/pictures/methods.svg
//! ```

use std::collections::BTreeMap;
use std::{env, error, fs};

use tercet_plot::{Axis, Chart, Point, Scale, Series, Style, svg};

fn main() -> Result<(), Box<dyn error::Error>> {
    let file = env::args().nth(1).ok_or("name a file of times")?;
    print!("{}", svg(&chart(&fs::read_to_string(file)?)?));
    Ok(())
}

/// The fastest method of each size, from rows of values, cards, a method and its seconds.
pub(crate) fn chart(times: &str) -> Result<Chart, Box<dyn error::Error>> {
    let mut fastest: BTreeMap<(u32, u32), (f64, &str)> = BTreeMap::new();
    for row in times.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let [values, cards, method, seconds] = row.split(',').collect::<Vec<_>>()[..] else {
            return Err(format!("not four cells: {row}").into());
        };
        let (size, seconds) = ((values.parse()?, cards.parse()?), seconds.parse()?);
        let best = fastest.entry(size).or_insert((seconds, method));
        if seconds < best.0 {
            *best = (seconds, method);
        }
    }
    let mut series: BTreeMap<&str, Vec<Point>> = BTreeMap::new();
    for ((values, cards), (_, method)) in fastest {
        series.entry(method).or_default().push(Point::at(values.into(), cards.into()));
    }
    Ok(Chart {
        title: "The fastest method to count sets, p = 4".into(),
        x: Axis::new("values v", Scale::Linear),
        y: Axis::new("cards n", Scale::Logarithmic),
        series: series.into_iter().map(|(name, it)| Series::new(name, Style::Marks, it)).collect(),
    })
}
