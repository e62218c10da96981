//! From numbers to places on an axis, and the ticks in between.
//!
//! Ticks are where people count: at 1, 2 or 5 times a power of ten on a linear axis, at powers of ten
//! on a logarithmic one. An axis of measurements begins and ends at such a number, so the grid
//! is the frame of the drawing.

use super::number::{Unit, fixed, power_of_ten, scientific, shortest, with_unit};
use super::{Axis, Scale};

/// Numbers beyond this have no place: the difference of two could overflow a double.
const MOST: f64 = 1e300;

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

/// The ticks of an axis, by ascending place, and its label.
pub(super) struct Ticks {
    pub(super) ticks: Vec<Tick>,
    pub(super) label: String,
}

/// Whether a number has a place on an axis.
pub(super) fn has_place(number: f64, scale: Scale) -> bool {
    number.abs() <= MOST && (scale == Scale::Linear || number > 0.0)
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

    /// The range from zero on, if that makes it at most half as long again.
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
            Scale::Logarithmic => [round_down(low), -round_down_mirrored(high)],
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

    /// The place where bars begin: at zero, or where the axis begins.
    pub(super) fn ground(&self) -> f64 {
        self.place(0.0).unwrap_or(if self.ends[1] < 0.0 { 1.0 } else { 0.0 })
    }

    /// Its ticks, at most `most` of them with a name. Steps below `least` are not used: there is
    /// nothing between two cards.
    pub(super) fn ticks(&self, axis: &Axis, most: usize, least: f64) -> Ticks {
        let (unit, bare) = Unit::of(&axis.label);
        match self.scale {
            Scale::Linear => self.linear(axis, unit, bare, most, least),
            Scale::Logarithmic => {
                let label = if unit == Unit::Plain { axis.label.trim() } else { bare };
                Ticks { ticks: self.logarithmic(unit, most), label: label.into() }
            }
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

    fn linear(&self, axis: &Axis, unit: Unit, bare: &str, most: usize, least: f64) -> Ticks {
        let [low, high] = self.ends;
        let largest = low.abs().max(high.abs());
        // No prefix helps with numbers that are far from all of them.
        let near = |&(power, _): &(i32, _)| (-3..7).contains(&(magnitude(largest) - power));
        let (power, label) = match unit.prefix(magnitude(largest)).filter(near) {
            Some((power, name)) => (power, format!("{bare} ({name})")),
            None => (0, axis.label.trim().into()),
        };
        let step = Step::of(low, high, most).at_least(least);
        let text = |value: f64| {
            if value == 0.0 {
                return "0".into();
            }
            let magnitude = magnitude(largest);
            if power == 0 && (step.power < -4 || magnitude > 6) {
                let decimals = usize::try_from(magnitude - step.power).unwrap_or(0).min(12);
                return scientific(scaled(value, -magnitude), magnitude, decimals);
            }
            let decimals = usize::try_from(power - step.power).unwrap_or(0);
            fixed(scaled(value, -power), decimals)
        };
        let first = (step.index(low) - 1e-6).ceil();
        let ticks = (0..=most as u32 + 1).map(|i| step.value(first + f64::from(i)));
        let tick = |value| Tick { place: self.share(value), label: Some(text(value)) };
        let ticks = ticks.map(tick).filter(|tick| (-1e-6..=1.0 + 1e-6).contains(&tick.place));
        Ticks { ticks: ticks.collect(), label }
    }

    fn logarithmic(&self, unit: Unit, most: usize) -> Vec<Tick> {
        let [low, high] = self.ends.map(|end| end.clamp(-330.0, 310.0));
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
        let plain = unit == Unit::Plain && low >= -4.0 - 1e-6 && high < 6.0;
        let name = |digit: u8, power: i32| {
            with_unit(digit, power, unit).unwrap_or_else(|| {
                if plain {
                    return fixed(
                        scaled(digit.into(), power),
                        usize::try_from(-power).unwrap_or(0),
                    );
                }
                if digit == 1 { power_of_ten(power) } else { scientific(digit.into(), power, 0) }
            })
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

/// Ends that differ enough to have ticks between them.
fn widened([low, high]: [f64; 2]) -> [f64; 2] {
    let largest = low.abs().max(high.abs());
    if largest < 1e-290 {
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

/// Minus the least logarithm that is not below: 1/1, 1/2 and 1/5 are 10/10, 5/10 and 2/10.
fn round_down_mirrored(logarithm: f64) -> f64 {
    round_down(-logarithm)
}

/// The power of ten that a number begins with; 0 for 0.
fn magnitude(number: f64) -> i32 {
    if number > 0.0 { (number.log10() + 1e-9).floor() as i32 } else { 0 }
}

/// A number times a power of ten, exactly if the result is short.
fn scaled(number: f64, power: i32) -> f64 {
    // Powers of ten above 22 are rounded already. Two of them reach every number that has a place.
    if power < 0 {
        number / 10_f64.powi(-power / 2) / 10_f64.powi(-power - -power / 2)
    } else {
        number * 10_f64.powi(power)
    }
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
        let power = magnitude(least).max(-300);
        let digit = scaled(least, -power);
        let next = [1.0, 2.0, 5.0].into_iter().find(|&next| digit <= next + 1e-9);
        match next {
            Some(digit) => Self { digit, power },
            None => Self { digit: 1.0, power: power + 1 },
        }
    }

    fn at_least(self, least: f64) -> Self {
        if least > 0.0 && self.value(1.0) < least { Self::of(0.0, least, 1) } else { self }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn names(low: f64, high: f64, scale: Scale, label: &str, most: usize) -> Vec<String> {
        let range = Range::of([low, high], scale).to_ticks(most);
        let axis = Axis { label: label.into(), scale };
        range.ticks(&axis, most, 0.0).ticks.into_iter().filter_map(|tick| tick.label).collect()
    }

    #[test]
    fn linear_ticks_are_round() {
        let linear = |low, high| names(low, high, Scale::Linear, "x", 5);
        assert_eq!(linear(0.0, 1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
        assert_eq!(linear(3.0, 97.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(linear(-1.0, 1.0), ["−1.0", "−0.5", "0", "0.5", "1.0"]);
        assert_eq!(linear(0.0, 9e3), ["0", "2,000", "4,000", "6,000", "8,000", "10,000"]);
        assert_eq!(linear(0.0, 2e18), ["0", "0.5·10¹⁸", "1.0·10¹⁸", "1.5·10¹⁸", "2.0·10¹⁸"]);
        assert_eq!(linear(1e-9, 2e-9).last().unwrap(), "2.0·10⁻⁹");
        assert_eq!(linear(7.0, 7.0), ["2", "4", "6", "8", "10", "12"]);
    }

    #[test]
    fn seconds_are_told_in_their_unit() {
        let axis = Axis { label: "time (s)".into(), scale: Scale::Linear };
        let ticks = Range::of([0.0, 0.004], Scale::Linear).ticks(&axis, 4, 0.0);
        assert_eq!(ticks.label, "time (ms)");
        let names: Vec<_> = ticks.ticks.into_iter().filter_map(|tick| tick.label).collect();
        assert_eq!(names, ["0", "1", "2", "3", "4"]);
    }

    #[test]
    fn decades_are_named() {
        let logarithmic = |low, high, label| names(low, high, Scale::Logarithmic, label, 6);
        assert_eq!(logarithmic(3e-6, 0.02, "t (s)"), ["10 µs", "100 µs", "1 ms", "10 ms"]);
        assert_eq!(logarithmic(1.0, 900.0, "cards"), ["1", "10", "100", "1,000"]);
        assert_eq!(logarithmic(1e-9, 1.0, "p").first().unwrap(), "10⁻⁸");
        assert_eq!(logarithmic(4.0, 40.0, "cards"), ["2", "5", "10", "20", "50"]);
        assert_eq!(logarithmic(4.0, 5.0, "cards"), ["2", "3", "5"]);
        assert!(logarithmic(1e-300, 1e300, "p").len() <= 6);
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
            for pair in [[5e-324, 1e300], [1.0, 1.0 + 1e-15], [1e-310, 2e-310], [-1e300, 1e300]] {
                let range = Range::of(pair, scale).with_zero().to_ticks(5);
                let axis = Axis { label: String::new(), scale };
                let ticks = range.ticks(&axis, 5, 0.0).ticks;
                assert!(!ticks.is_empty(), "{pair:?} {scale:?}");
                assert!(ticks.iter().all(|tick| tick.place.is_finite()), "{pair:?} {scale:?}");
                assert_eq!(range.place(pair[1]).is_some(), has_place(pair[1], scale));
            }
        }
    }
}
