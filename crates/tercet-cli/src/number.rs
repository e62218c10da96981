//! Numbers as people write them.

/// The letters that may follow a number.
const UNITS: [(char, u128); 4] =
    [('k', 1_000), ('K', 1_000), ('M', 1_000_000), ('G', 1_000_000_000)];

/// Reads a whole number, as in `250`, `250k` or `1.5M`.
pub(crate) fn parse<T: TryFrom<u128>>(text: &str) -> Result<T, String> {
    read(text, 0, "it takes a whole number, such as 12, 250k or 1.5M")
}

/// Reads a whole number of at least 1.
pub(crate) fn at_least_one<T: TryFrom<u128>>(text: &str) -> Result<T, String> {
    read(text, 1, "it takes a number of at least 1, such as 12, 250k or 1.5M")
}

fn read<T: TryFrom<u128>>(text: &str, least: u128, refusal: &str) -> Result<T, String> {
    let (digits, unit) = match UNITS.iter().find(|(letter, _)| text.ends_with(*letter)) {
        Some(&(_, unit)) => (&text[..text.len() - 1], unit),
        None => (text, 1),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|c| c.is_ascii_digit());
    let are_numbers = is_number(whole) && is_number(fraction);
    let fraction = fraction.trim_end_matches('0');
    // With the largest unit, this many decimals make a whole number.
    if !are_numbers || fraction.len() > 9 {
        return Err(refusal.into());
    }
    let shift = 10_u128.pow(fraction.len() as u32);
    let part = fraction.parse().unwrap_or(0) * unit;
    if part % shift != 0 {
        return Err(refusal.into());
    }
    let number = whole.parse::<u128>().ok().and_then(|whole| whole.checked_mul(unit));
    match number.and_then(|number| number.checked_add(part / shift)) {
        Some(number) if number < least => Err(refusal.into()),
        number => {
            number.and_then(|it| T::try_from(it).ok()).ok_or_else(|| "it is too large".into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("0", 0),
            ("12", 12),
            ("250k", 250_000),
            ("1K", 1_000),
            ("1M", 1_000_000),
            ("1.5k", 1_500),
            ("0.5k", 500),
            ("1.50k", 1_500),
            ("2.000000001G", 2_000_000_001),
        ] {
            assert_eq!(parse(text), Ok(number), "{text}");
        }
        for text in ["", "k", "-1", "x", "1.5", "1.0005k", "1.k", ".5k", "1kk", "1T", "1e3", "１"]
        {
            assert!(parse::<u64>(text).unwrap_err().contains("such as"), "{text}");
        }
        assert!(at_least_one::<u64>("0").unwrap_err().contains("of at least 1"));
        assert_eq!(at_least_one("1"), Ok(1_u64));
        for text in ["256", "1k", "99999999999999999999999999999999999999999G"] {
            assert_eq!(parse::<u8>(text), Err("it is too large".into()), "{text}");
        }
    }
}
