//! Numbers at the ticks of an axis.

/// The unit of an axis, by the end of its label: `processor time (s)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unit {
    /// No unit, or one without prefixes.
    Plain,
    /// `(s)`.
    Seconds,
    /// `(B)` or `(bytes)`.
    Bytes,
}

/// The powers of ten of the prefixes, and the prefixed units.
type Prefixes = &'static [(i32, &'static str)];

const SECONDS: Prefixes = &[(-9, "ns"), (-6, "µs"), (-3, "ms"), (0, "s")];
const BYTES: Prefixes = &[(0, "B"), (3, "kB"), (6, "MB"), (9, "GB"), (12, "TB")];

impl Unit {
    /// The unit in brackets at the end of a label, and the label without it.
    pub(super) fn of(label: &str) -> (Self, &str) {
        let endings = [("(s)", Self::Seconds), ("(B)", Self::Bytes), ("(bytes)", Self::Bytes)];
        let found = endings.into_iter().find_map(|(ending, unit)| {
            label.trim_end().strip_suffix(ending).map(|rest| (unit, rest.trim_end()))
        });
        found.unwrap_or((Self::Plain, label))
    }

    fn prefixes(self) -> Prefixes {
        match self {
            Self::Plain => &[],
            Self::Seconds => SECONDS,
            Self::Bytes => BYTES,
        }
    }

    /// The largest prefix of at most ten to this power, and the prefixed unit.
    pub(super) fn prefix(self, power: i32) -> Option<(i32, &'static str)> {
        let prefixes = self.prefixes();
        let fitting = prefixes.iter().rev().find(|(step, _)| *step <= power);
        fitting.or(prefixes.first()).copied()
    }
}

/// A number with this many decimals, and with separators of thousands.
pub(super) fn fixed(number: f64, decimals: usize) -> String {
    let text = format!("{:.decimals$}", number.abs());
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut grouped = String::new();
    // A number that rounds to zero has no sign.
    if number < 0.0 && text.contains(|digit: char| ('1'..='9').contains(&digit)) {
        grouped.push('−');
    }
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped + rest
}

/// A power of ten times a number with this many decimals: 2.5·10⁷.
pub(super) fn scientific(number: f64, power: i32, decimals: usize) -> String {
    let mantissa = fixed(number, decimals);
    match &*mantissa {
        _ if number == 0.0 => "0".into(),
        "1" => power_of_ten(power),
        _ => format!("{mantissa}·{}", power_of_ten(power)),
    }
}

/// 10⁻³.
pub(super) fn power_of_ten(power: i32) -> String {
    let mut text = String::from("10");
    text.extend(power.to_string().chars().map(|digit| match digit.to_digit(10) {
        Some(digit) => ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'][digit as usize],
        None => '⁻',
    }));
    text
}

/// A digit times a power of ten in a unit: 20 ms.
pub(super) fn with_unit(digit: u8, power: i32, unit: Unit) -> Option<String> {
    let (step, name) = unit.prefix(power)?;
    let beyond = power - step;
    if !(0..6).contains(&beyond) {
        let number = scientific(f64::from(digit), power, 0);
        return Some(format!("{number} {}", unit.prefix(0)?.1));
    }
    let number = f64::from(digit) * 10_f64.powi(beyond);
    Some(format!("{} {name}", fixed(number, 0)))
}

/// The number of a point, as short as possible.
pub(super) fn shortest(number: f64) -> String {
    let size = number.abs();
    if size != 0.0 && !(1e-4..1e7).contains(&size) {
        let text = format!("{number:.2e}");
        let (mantissa, power) = text.split_once('e').expect("the form has a power");
        let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.').replace('-', "−");
        let power = power_of_ten(power.parse().expect("a power is a whole number"));
        return if mantissa == "1" { power } else { format!("{mantissa}·{power}") };
    }
    let decimals = (0..=6).find(|&decimals| {
        let scaled = number * 10_f64.powi(decimals);
        (scaled - scaled.round()).abs() <= 1e-9 * scaled.abs()
    });
    fixed(number, decimals.unwrap_or(6) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!(fixed(1_234_567.0, 0), "1,234,567");
        assert_eq!(fixed(-0.25, 2), "−0.25");
        assert_eq!(fixed(-0.001, 1), "0.0");
        assert_eq!(scientific(2.5, 7, 1), "2.5·10⁷");
        assert_eq!(scientific(1.0, -12, 0), "10⁻¹²");
        let cases =
            [(0.0, "0"), (12.0, "12"), (0.1 + 0.2, "0.3"), (1e20, "10²⁰"), (2e-7, "2·10⁻⁷")];
        for (number, text) in cases {
            assert_eq!(shortest(number), text);
        }
    }

    #[test]
    fn units_have_prefixes() {
        assert_eq!(Unit::of("processor time (s)"), (Unit::Seconds, "processor time"));
        assert_eq!(Unit::of("memory (bytes) "), (Unit::Bytes, "memory"));
        assert_eq!(Unit::of("cards (s) each"), (Unit::Plain, "cards (s) each"));
        let seconds = |digit, power| with_unit(digit, power, Unit::Seconds).unwrap();
        assert_eq!([seconds(1, -6), seconds(2, -2), seconds(5, 1)], ["1 µs", "20 ms", "50 s"]);
        assert_eq!([seconds(1, -12), seconds(1, 9)], ["10⁻¹² s", "10⁹ s"]);
        assert_eq!(with_unit(1, 7, Unit::Bytes).unwrap(), "10 MB");
        assert_eq!(with_unit(1, 7, Unit::Plain), None);
    }
}
