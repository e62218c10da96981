//! Numbers for people.

/// A number with three significant digits, or with all digits before its point if these are more.
pub fn number(number: f64) -> String {
    let decimals = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.decimals$}")
}

/// A time in seconds, with three significant digits and a unit that fits.
pub fn time(seconds: f64) -> String {
    let (value, unit) = match seconds.abs() {
        s if s < 1e-3 => (seconds * 1e6, "µs"),
        s if s < 1.0 => (seconds * 1e3, "ms"),
        _ => (seconds, "s"),
    };
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{} {unit}", number(value.abs()))
}

/// A whole number with a comma after every three digits.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What may be unknown as a cell of a table: empty, if it is.
pub(crate) fn optional<T: ToString>(known: Option<T>) -> String {
    known.map_or_else(String::new, |known| known.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.0, 1.5, 12.345, 123.4, 4321.0].map(number),
            ["0.00", "1.50", "12.3", "123", "4321"]
        );
        assert_eq!(
            [2e-6, 0.0125, 3.0, -0.011].map(time),
            ["2.00 µs", "12.5 ms", "3.00 s", "-11.0 ms"]
        );
        let grouped = [0, 12, 999, 1000, 10_000, 1_234_567].map(grouped);
        assert_eq!(grouped, ["0", "12", "999", "1,000", "10,000", "1,234,567"]);
    }
}
