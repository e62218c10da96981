//! Amounts of memory as people write them.

/// The units, by their lengths in bytes.
const UNITS: [(&str, usize); 9] = [
    ("B", 1),
    ("kB", 1_000),
    ("MB", 1_000_000),
    ("GB", 1_000_000_000),
    ("TB", 1_000_000_000_000),
    ("KiB", 1 << 10),
    ("MiB", 1 << 20),
    ("GiB", 1 << 30),
    ("TiB", 1 << 40),
];

/// Reads an amount of memory in bytes: a whole number and a unit in any case, as in `500MB` or
/// `1 GiB`; bytes where there is no unit. More than this machine can address is as much as it can.
pub(crate) fn parse(text: &str) -> Result<usize, String> {
    let refusal = || "it takes a size such as 500MB, 2GB or 1GiB".to_owned();
    let text = text.trim();
    let digits = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (number, unit) = (&text[..digits], text[digits..].trim_start());
    if number.is_empty() {
        return Err(refusal());
    }
    let bytes = match UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)) {
        Some(&(_, bytes)) => bytes,
        None if unit.is_empty() => 1,
        None => return Err(refusal()),
    };
    // A number of digits that does not parse is too large for the machine.
    Ok(number.parse::<usize>().unwrap_or(usize::MAX).saturating_mul(bytes))
}

/// An amount of memory with three digits and its unit.
pub(crate) fn show(bytes: usize) -> String {
    let (name, unit) =
        UNITS[1..5].iter().rev().find(|(_, unit)| bytes >= *unit).unwrap_or(&UNITS[0]);
    let number = bytes as f64 / *unit as f64;
    let decimals = if *unit == 1 || number >= 100.0 { 0 } else { 1 + usize::from(number < 10.0) };
    format!("{number:.decimals$} {name}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("0", 0),
            ("4096", 4096),
            ("17B", 17),
            ("500MB", 500_000_000),
            ("2GB", 2_000_000_000),
            ("1GiB", 1 << 30),
            ("64 mib", 64 << 20),
            ("3KB", 3_000),
            ("99999999999999999999999TB", usize::MAX),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "much", "-1GB", "1.5GB", "5 PB", "5 M B", "１GB"] {
            assert!(parse(text).unwrap_err().contains("500MB"), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_in_a_unit_that_fits() {
        for (bytes, text) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.00 kB"),
            (26_700, "26.7 kB"),
            (750_000, "750 kB"),
            (2_500_000_000, "2.50 GB"),
        ] {
            assert_eq!(show(bytes), text);
        }
    }
}
