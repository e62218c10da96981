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
}
