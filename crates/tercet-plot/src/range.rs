//! From numbers to places on an axis, and the ticks in between.
//!
//! Ticks are where people count: at 1, 2 or 5 times a power of ten on a linear axis, at powers of ten
//! on a logarithmic one. An axis of measurements begins and ends at such a number, so the grid
//! is the frame of the drawing.

use super::{Axis, Scale};
use crate::words::grouped;

/// Numbers beyond this have no place, and neither have those below its inverse on a logarithmic axis.
const LARGEST: f64 = 1e100;

/// The numbers of an axis, from its beginning to its end.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Range {
    /// The ends; on a logarithmic axis, their logarithms to base ten.
    ends: [f64; 2],
    scale: Scale,
}

/// A number on an axis with its line of the grid.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Tick {
    /// From 0, the beginning of the axis, to 1, its end.
    pub(super) place: f64,
    /// `None` for lines between the named ones.
    pub(super) label: Option<String>,
}

/// Whether a number has a place on an axis.
pub(super) fn has_place(number: f64, scale: Scale) -> bool {
    number.abs() <= LARGEST && (scale == Scale::Linear || number >= 1.0 / LARGEST)
}

impl Range {
    /// The least and the largest of the numbers that have a place.
    pub(super) fn of(numbers: impl IntoIterator<Item = f64>, scale: Scale) -> Self {
        let placed = numbers.into_iter().filter(|&number| has_place(number, scale));
        let ends = placed.fold(None, |ends: Option<[f64; 2]>, number| {
            let [low, high] = ends.unwrap_or([number, number]);
            Some([low.min(number), high.max(number)])
        });
        match scale {
            Scale::Linear => Self { ends: widened(ends.unwrap_or([0.0, 1.0])), scale },
            Scale::Logarithmic => {
                let [low, high] = ends.unwrap_or([1.0, 10.0]).map(f64::log10);
                let apart = high - low > 1e-9;
                let ends = if apart { [low, high] } else { [low - 0.3, high + 0.3] };
                Self { ends, scale }
            }
        }
    }

    /// The range extended to zero, if that makes it at most half as long again.
    pub(super) fn with_zero(self) -> Self {
        let [low, high] = self.ends;
        let is_near = self.scale == Scale::Linear && low > 0.0 && low <= high / 3.0;
        if is_near { Self { ends: [0.0, high], ..self } } else { self }
    }

    /// The range extended to the next ticks.
    pub(super) fn to_ticks(self, most: usize) -> Self {
        let [low, high] = self.ends;
        let ends = match self.scale {
            Scale::Linear => {
                let step = Step::of(low, high, most);
                let (first, last) = (step.index(low).floor(), step.index(high).ceil());
                [step.value(first), step.value(last)]
            }
            // 1/1, 1/2 and 1/5 are 10/10, 5/10 and 2/10.
            Scale::Logarithmic => [round_down(low), -round_down(-high)],
        };
        Self { ends, ..self }
    }

    /// Whether the range certainly contains two powers of ten.
    pub(super) fn is_long(&self) -> bool {
        self.scale == Scale::Logarithmic && self.ends[1] - self.ends[0] >= 2.0
    }

    /// From 0 at its beginning to 1 at its end; `None` for a number without a place, on this axis
    /// or on any.
    pub(super) fn place(&self, number: f64) -> Option<f64> {
        if !has_place(number, self.scale) {
            return None;
        }
        let number = if self.scale == Scale::Linear { number } else { number.log10() };
        let place = self.share(number);
        (-1e-6..=1.0 + 1e-6).contains(&place).then_some(place)
    }

    fn share(&self, number: f64) -> f64 {
        let [low, high] = self.ends;
        (number - low) / (high - low)
    }

    /// Its ticks by ascending place, at most `most` of them with a name.
    pub(super) fn ticks(&self, axis: &Axis, most: usize) -> Vec<Tick> {
        match self.scale {
            Scale::Linear => self.linear(most),
            Scale::Logarithmic => self.logarithmic(time_of(axis).is_some(), most),
        }
    }

    /// Ticks at these numbers.
    pub(super) fn ticks_at(&self, numbers: &[f64]) -> Vec<Tick> {
        let tick = |&number: &f64| {
            let place = self.place(number)?;
            Some(Tick { place, label: Some(shortest(number)) })
        };
        numbers.iter().filter_map(tick).collect()
    }

    fn linear(&self, most: usize) -> Vec<Tick> {
        let [low, high] = self.ends;
        let step = Step::of(low, high, most);
        let magnitude = magnitude(low.abs().max(high.abs()));
        let is_extreme = step.power < -4 || magnitude > 6;
        let decimals = usize::try_from(-step.power).unwrap_or(0);
        let text = |value: f64| match value {
            0.0 => "0".into(),
            // Neighbours differ in the place of the step.
            _ if is_extreme => scientific(value, (magnitude - step.power).clamp(2, 12) as usize),
            _ => fixed(value, decimals),
        };
        let first = (step.index(low) - 1e-6).ceil();
        let values = (0..=most as u32 + 1).map(|i| step.value(first + f64::from(i)));
        let tick = |value| Tick { place: self.share(value), label: Some(text(value)) };
        values.map(tick).filter(|tick| (-1e-6..=1.0 + 1e-6).contains(&tick.place)).collect()
    }

    fn logarithmic(&self, is_time: bool, most: usize) -> Vec<Tick> {
        let [low, high] = self.ends;
        let decades = (low - 1e-6).floor() as i32..=(high + 1e-6).floor() as i32;
        let named = |power: &i32| (low - 1e-6..=high + 1e-6).contains(&f64::from(*power));
        let number = decades.clone().filter(named).count();
        // With fewer than three named decades, other ticks are named, if there is room.
        let choices: [(f64, &[u8]); 2] = [(1.0, &[1, 2, 3, 5, 7]), (3.0, &[1, 2, 5])];
        let length = high - low;
        let fits = |(longest, digits): &&(f64, &[u8])| {
            length < *longest && length * digits.len() as f64 <= most as f64 + 1.0
        };
        let more = choices.iter().find(fits).filter(|_| number < 3);
        let digits = more.map_or([1].as_slice(), |(_, digits)| digits);
        let stride = i32::try_from(number.div_ceil(most.max(2))).unwrap_or(i32::MAX).max(1);
        let name = |digit: u8, power: i32| match scaled(digit.into(), power) {
            seconds if is_time => time(seconds, power),
            number => shortest(number),
        };
        let mut ticks = Vec::new();
        for power in decades {
            // Lines without a name are added if they are not too near to each other.
            let unnamed = stride <= 5 || power.rem_euclid(stride) == 0;
            for digit in if stride == 1 { 1..=9 } else { 1..=u8::from(unnamed) } {
                let place = self.share(f64::from(power) + f64::from(digit).log10());
                if (-1e-6..=1.0 + 1e-6).contains(&place) {
                    let is_named = digits.contains(&digit) && power.rem_euclid(stride) == 0;
                    ticks.push(Tick { place, label: is_named.then(|| name(digit, power)) });
                }
            }
        }
        ticks
    }
}

/// The label of an axis, without its unit where the ticks have units of their own.
pub(super) fn label(axis: &Axis) -> &str {
    let bare = time_of(axis).filter(|_| axis.scale == Scale::Logarithmic);
    bare.unwrap_or(axis.label.trim())
}

/// The quantity of an axis without its unit, if that is seconds.
pub(super) fn time_of(axis: &Axis) -> Option<&str> {
    Some(axis.label.trim().strip_suffix("(s)")?.trim_end())
}

/// Ends that differ enough to have ticks between them.
fn widened([low, high]: [f64; 2]) -> [f64; 2] {
    let largest = low.abs().max(high.abs());
    if largest < 1.0 / LARGEST {
        return [0.0, 1.0];
    }
    if high - low > largest * 1e-9 {
        return [low, high];
    }
    [low - largest / 2.0, high + largest / 2.0]
}

/// The largest logarithm of 1, 2 or 5 times a power of ten that is at most this, up to rounding.
fn round_down(logarithm: f64) -> f64 {
    let decade = (logarithm + 1e-9).floor();
    let steps = [5.0_f64, 2.0, 1.0].map(|digit| decade + digit.log10());
    steps.into_iter().find(|&step| step <= logarithm + 1e-9).unwrap_or(decade)
}

/// The power of ten that a number begins with; 0 for 0.
fn magnitude(number: f64) -> i32 {
    if number > 0.0 { (number.log10() + 1e-9).floor() as i32 } else { 0 }
}

/// A number times a power of ten, exactly if the result is short.
fn scaled(number: f64, power: i32) -> f64 {
    if power < 0 { number / 10_f64.powi(-power) } else { number * 10_f64.powi(power) }
}

/// The distance of two ticks of a linear axis.
#[derive(Clone, Copy)]
struct Step {
    digit: f64,
    power: i32,
}

impl Step {
    /// The least step that makes at most `most` intervals between two numbers.
    fn of(low: f64, high: f64, most: usize) -> Self {
        let least = (high - low) / most.max(1) as f64;
        let power = magnitude(least);
        let digit = scaled(least, -power);
        let next = [1.0, 2.0, 5.0].into_iter().find(|&next| digit <= next + 1e-9);
        match next {
            Some(digit) => Self { digit, power },
            None => Self { digit: 1.0, power: power + 1 },
        }
    }

    fn value(self, index: f64) -> f64 {
        scaled(index * self.digit, self.power)
    }

    /// The number of steps from zero to a number.
    fn index(self, number: f64) -> f64 {
        let steps = scaled(number, -self.power) / self.digit;
        if (steps - steps.round()).abs() < 1e-6 { steps.round() } else { steps }
    }
}

/// A number with this many decimals, and with separators of thousands.
fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    // A number that rounds to zero has no sign.
    let is_zero = !text.contains(|digit: char| ('1'..='9').contains(&digit));
    let sign = if number < 0.0 && !is_zero { "−" } else { "" };
    format!("{sign}{}{rest}", grouped(whole))
}

/// A number with at most this many decimals, times a power of ten: 2.5·10⁷.
fn scientific(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$e}").replace('-', "−");
    let (mantissa, power) = text.split_once('e').expect("the form has a power");
    let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
    let power = power.chars().map(|digit| match digit.to_digit(10) {
        Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
        None => '⁻',
    });
    let power: String = power.collect();
    if mantissa == "1" { format!("10{power}") } else { format!("{mantissa}·10{power}") }
}

/// A number, as short as possible.
pub(super) fn shortest(number: f64) -> String {
    if number != 0.0 && !(1e-4..1e7).contains(&number.abs()) {
        return scientific(number, 2);
    }
    let decimals = (0..=6).find(|&decimals| {
        let scaled = number * 10_f64.powi(decimals);
        (scaled - scaled.round()).abs() <= 1e-9 * scaled.abs()
    });
    fixed(number, decimals.unwrap_or(6) as usize)
}

/// A time of this order of magnitude, in a unit that fits: 20 ms.
fn time(seconds: f64, power: i32) -> String {
    match power {
        -9..-6 => fixed(scaled(seconds, 9), 0) + " ns",
        -6..-3 => fixed(scaled(seconds, 6), 0) + " µs",
        -3..0 => fixed(scaled(seconds, 3), 0) + " ms",
        0..6 => fixed(seconds, 0) + " s",
        _ => scientific(seconds, 2) + " s",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(low: f64, high: f64, scale: Scale, label: &str, most: usize) -> Vec<String> {
        let range = Range::of([low, high], scale).to_ticks(most);
        let axis = Axis { label: label.into(), scale };
        range.ticks(&axis, most).into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let linear = |low, high| names(low, high, Scale::Linear, "x", 5);
        assert_eq!(linear(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(linear(3.0, 97.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(linear(-1.0, 1.0), ["−1.0", "−0.5", "0", "0.5", "1.0"]);
        assert_eq!(linear(0.0, 9e3), ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]);
        assert_eq!(linear(0.0, 2e18), ["0", "5·10¹⁷", "10¹⁸", "1.5·10¹⁸", "2·10¹⁸"]);
        assert_eq!(linear(1e-9, 2e-9).last().unwrap(), "2·10⁻⁹");
        assert_eq!(linear(7.0, 7.0), ["2", "4", "6", "8", "10", "12"]);
        let narrow = linear(0.50001, 0.50003);
        assert!(narrow.windows(2).all(|pair| pair[0] != pair[1]), "{narrow:?}");
    }

    #[test]
    fn decades_are_named() {
        let logarithmic = |low, high, label| names(low, high, Scale::Logarithmic, label, 6);
        assert_eq!(logarithmic(3e-6, 0.02, "t (s)"), ["10 µs", "100 µs", "1 ms", "10 ms"]);
        assert_eq!(logarithmic(1.0, 900.0, "cards"), ["1", "10", "100", "1,000"]);
        assert_eq!(logarithmic(1e-9, 1.0, "p").first().unwrap(), "10⁻⁸");
        assert_eq!(logarithmic(4.0, 40.0, "cards"), ["2", "5", "10", "20", "50"]);
        assert_eq!(logarithmic(4.0, 5.0, "cards"), ["2", "3", "5"]);
        assert!(logarithmic(1e-99, 1e99, "p").len() <= 6);
    }

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!(fixed(1_234_567.0, 0), "1,234,567");
        assert_eq!(fixed(-0.25, 2), "−0.25");
        assert_eq!(fixed(-0.001, 1), "0.0");
        let cases =
            [(0.0, "0"), (12.0, "12"), (0.1 + 0.2, "0.3"), (1e20, "10²⁰"), (-2e-7, "−2·10⁻⁷")];
        for (number, text) in cases {
            assert_eq!(shortest(number), text);
        }
        let times = [-12, -6, -2, 1, 9].map(|power| time(scaled(2.0, power), power));
        assert_eq!(times, ["2·10⁻¹² s", "2 µs", "20 ms", "20 s", "2·10⁹ s"]);
    }

    #[test]
    fn what_has_no_place_gets_none() {
        let range = Range::of([0.0, -3.0, f64::NAN, 5.0, f64::INFINITY], Scale::Logarithmic);
        for number in [0.0, -3.0, f64::NAN, f64::INFINITY] {
            assert_eq!(range.place(number), None);
        }
        assert!((range.place(5.0).unwrap() - 0.5).abs() < 1e-9);
        let range = Range::of([f64::NAN], Scale::Linear);
        assert_eq!((range.place(0.0), range.place(1.0)), (Some(0.0), Some(1.0)));
        for scale in [Scale::Linear, Scale::Logarithmic] {
            for pair in [[5e-324, 1e100], [1.0, 1.0 + 1e-15], [1e-310, 2e-310], [-1e100, 1e100]] {
                let range = Range::of(pair, scale).with_zero().to_ticks(5);
                let axis = Axis { label: String::new(), scale };
                let ticks = range.ticks(&axis, 5);
                assert!(!ticks.is_empty(), "{pair:?} {scale:?}");
                assert!(ticks.iter().all(|tick| tick.place.is_finite()), "{pair:?} {scale:?}");
                assert_eq!(range.place(pair[1]).is_some(), has_place(pair[1], scale));
            }
        }
    }
}
