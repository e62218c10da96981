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

/// Reads an amount of memory in bytes: a number and a unit in any case, as in `500MB`, `1.5 GB` or
/// `64k`. Without a unit it is in bytes. Values beyond the address space are clamped.
pub(crate) fn parse(text: &str) -> Result<usize, String> {
    let refusal = || "it takes a size such as 500MB, 1.5GB or 1GiB".to_owned();
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = (&text[..digits], text[digits..].trim_start());
    // The B of a unit may be left out.
    let is_unit = |name: &str| {
        [name, name.trim_end_matches('B')].iter().any(|n| n.eq_ignore_ascii_case(unit))
    };
    let &(_, bytes) = UNITS.iter().find(|(name, _)| is_unit(name)).ok_or_else(refusal)?;
    if let Ok(whole) = number.parse::<usize>() {
        return Ok(whole.saturating_mul(bytes));
    }
    // The number exceeds a word or has a fraction. The cast of a float saturates.
    let is_number = number.starts_with(|c: char| c.is_ascii_digit()) && !number.ends_with('.');
    let number: f64 = number.parse().ok().filter(|_| is_number).ok_or_else(refusal)?;
    Ok((number * bytes as f64) as usize)
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
            ("1k", 1_000),
            ("2Gi", 2 << 30),
            ("1.5GB", 1_500_000_000),
            ("0.5KiB", 512),
            ("99999999999999999999999TB", usize::MAX),
        ] {
            assert_eq!(parse(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "much", "-1GB", "1.5.GB", "1.GB", ".5GB", "5 PB", "5 M B", "１GB"] {
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
