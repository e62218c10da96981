//! Numbers, sizes and times as people write them.

use std::time::Duration;

use tercet_app::Seconds;
use tercet_plot::words;

/// The letters that may follow a number.
const POWERS: [(&str, u128); 5] =
    [("", 1), ("k", 1_000), ("K", 1_000), ("M", 1_000_000), ("G", 1_000_000_000)];

/// A number at the beginning of a text, as its whole part and its decimals without zeros at their end, and the rest
/// of the text.
fn leading(text: &str) -> Option<(&str, &str, &str)> {
    let end = text.find(|it: char| !".0123456789".contains(it)).unwrap_or(text.len());
    let (number, rest) = text.split_at(end);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if whole.is_empty() || fraction.is_empty() || fraction.contains('.') {
        return None;
    }
    Some((whole, fraction.trim_end_matches('0'), rest))
}

/// A number of units, rounded down, or nothing if it is too large.
fn product(whole: &str, decimals: &str, unit: u128) -> Option<u128> {
    // Digits behind these do not change a size or a time, and their product fits.
    let decimals = &decimals[..decimals.len().min(18)];
    let part = decimals.parse().unwrap_or(0) * unit / 10_u128.pow(decimals.len() as u32);
    whole.parse::<u128>().ok()?.checked_mul(unit)?.checked_add(part)
}

/// The message about a text that is no quantity: it is too large, as `1e30s` is, or as `refusal` says.
fn wrong(text: &str, refusal: &str) -> String {
    let number = text.trim_end_matches(|it: char| it.is_alphabetic() || it == ' ').parse::<f64>();
    if number.is_ok_and(|number| number > u64::MAX as f64) { TOO_LARGE } else { refusal }.into()
}

const TOO_LARGE: &str = "it is too large";

/// Reads a whole number, as in `250`, `250k` or `1.5M`.
pub(crate) fn number<T: TryFrom<u128>>(text: &str) -> Result<T, String> {
    read(text, 0, "it takes a whole number, such as 12, 250k or 1.5M")
}

/// Reads a whole number of at least 1.
pub(crate) fn at_least_one<T: TryFrom<u128>>(text: &str) -> Result<T, String> {
    read(text, 1, "it takes a number of at least 1, such as 12, 250k or 1.5M")
}

fn read<T: TryFrom<u128>>(text: &str, least: u128, refusal: &str) -> Result<T, String> {
    let refused = || wrong(text, refusal);
    let (whole, decimals, letter) = leading(text).ok_or_else(refused)?;
    let &(_, power) = POWERS.iter().find(|(name, _)| *name == letter).ok_or_else(refused)?;
    // Each power of ten makes one decimal whole.
    let is_whole = 10_u128.checked_pow(decimals.len() as u32).is_some_and(|ten| power % ten == 0);
    let number = product(whole, decimals, power);
    if !is_whole || number.is_some_and(|number| number < least) {
        return Err(refusal.into());
    }
    number.and_then(|number| T::try_from(number).ok()).ok_or_else(|| TOO_LARGE.into())
}

/// The units, by their lengths in bytes.
const UNITS: [(&str, u128); 9] = [
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
pub(crate) fn size(text: &str) -> Result<usize, String> {
    let size = leading(text.trim()).and_then(|(whole, decimals, unit)| {
        let unit = unit.trim_start();
        // The B of a unit may be left out.
        let is_unit = |name: &str| {
            [name, name.trim_end_matches('B')].iter().any(|n| n.eq_ignore_ascii_case(unit))
        };
        let (_, bytes) = UNITS.iter().find(|(name, _)| is_unit(name))?;
        Some(product(whole, decimals, *bytes))
    });
    let size = size.ok_or_else(|| wrong(text, "it takes a size such as 500MB, 1.5GB or 1GiB"))?;
    Ok(size.and_then(|size| usize::try_from(size).ok()).unwrap_or(usize::MAX))
}

/// An amount of memory with three digits and its unit.
pub(crate) fn shown(bytes: usize) -> String {
    match UNITS[1..5].iter().rev().find(|(_, unit)| bytes as u128 >= *unit) {
        Some((name, unit)) => format!("{} {name}", words::number(bytes as f64 / *unit as f64)),
        None => format!("{bytes} B"),
    }
}

/// Reads a span of time: a number and a unit as in `100ms`, `2s`, `5m` or `1h 30m`. Without a unit
/// it is in seconds, as in `5` or `0.5`.
pub(crate) fn time(text: &str) -> Result<Seconds, String> {
    let text = text.trim();
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let time = if is_number { nanoseconds(&format!("{text}s")) } else { nanoseconds(text) };
    let time = time.ok_or_else(|| wrong(text, "it takes a time such as 100ms, 2s or 5m"))?;
    let seconds = u64::try_from(time / SECOND).map_err(|_| TOO_LARGE)?;
    Ok(Seconds(Duration::new(seconds, (time % SECOND) as u32)))
}

/// The nanoseconds of a second.
const SECOND: u128 = 1_000_000_000;

/// The names of each unit of time, and its length in nanoseconds.
const SPANS: [(&str, u128); 8] = [
    ("w wk wks week weeks", 604_800 * SECOND),
    ("d day days", 86_400 * SECOND),
    ("h hr hrs hour hours", 3_600 * SECOND),
    ("m min mins minute minutes", 60 * SECOND),
    ("s sec secs second seconds", SECOND),
    ("ms msec millis", 1_000_000),
    ("us µs usec", 1_000),
    ("ns nsec nanos", 1),
];

/// The sum of some numbers, each with its unit, in nanoseconds.
fn nanoseconds(text: &str) -> Option<u128> {
    let (mut rest, mut sum) = (text, None);
    while !rest.is_empty() {
        let (whole, decimals, after) = leading(rest)?;
        let after = after.trim_start();
        let end = after.find(|it: char| !it.is_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(end);
        let (_, length) =
            SPANS.iter().find(|(names, _)| names.split(' ').any(|name| name == unit))?;
        let time = product(whole, decimals, *length).unwrap_or(u128::MAX);
        sum = Some(time.saturating_add(sum.unwrap_or(0)));
        rest = after.trim_start();
    }
    sum
}

/// A span of time in whole units, such as `1m 30s`.
pub(crate) fn span(time: Duration) -> String {
    let mut rest = time.as_nanos();
    let parts = SPANS.iter().filter_map(|(names, length)| {
        let number = rest / length;
        rest %= length;
        let name = names.split(' ').next().expect("a unit has a name");
        (number > 0).then(|| format!("{number}{name}"))
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, millis, shown) in [
            ("100ms", 100, "100ms"),
            ("5", 5_000, "5s"),
            ("0.5", 500, "500ms"),
            ("1m 5s", 65_000, "1m 5s"),
            ("1.5h", 5_400_000, "1h 30m"),
            ("1h 30m", 5_400_000, "1h 30m"),
            ("90 min 4s", 5_404_000, "1h 30m 4s"),
        ] {
            let time = time(text).unwrap().0;
            assert_eq!((time.as_millis(), span(time)), (millis, shown.into()), "{text}");
        }
        assert_eq!(time("0"), Ok(Seconds(Duration::ZERO)));
        assert_eq!(time(&format!("0.{}1", "0".repeat(200))), Ok(Seconds(Duration::ZERO)));
        for text in "|s|1m2|1e3s|1 5 s|1.2.3s|5 parsecs|-1|.|.5|5.|99999999999999999999".split('|')
        {
            assert!(time(text).is_err(), "{text}");
        }
    }

    /// A message says that a quantity is too large, however it is written.
    #[test]
    fn what_is_too_large_says_so() {
        for text in ["1e30", "1e30 k", "100000000000000000000000000000000000000000000"] {
            assert_eq!(number::<u64>(text), Err(TOO_LARGE.into()), "{text}");
            assert_eq!(time(&format!("{text}s")), Err(TOO_LARGE.into()), "{text}");
        }
        assert_eq!(size("1e30GB"), Err(TOO_LARGE.into()));
        for text in ["inf", "nan", "1e3s", "-1e30"] {
            assert!(time(text).unwrap_err().contains("such as"), "{text}");
        }
    }

    #[test]
    fn numbers_are_read_as_people_write_them() {
        let read = ["0", "250k", "1K", "1M", "1.5k", "1.50k", "2.000000001G"].map(number::<u64>);
        let numbers = [0, 250_000, 1_000, 1_000_000, 1_500, 1_500, 2_000_000_001];
        assert_eq!(read, numbers.map(Ok));
        let long = format!("0.{}1G", "0".repeat(200));
        for text in
            [&long, "", "k", "-1", "x", "1.5", "1.0005k", "1.k", ".5k", "1kk", "1T", "1e3", "１"]
        {
            assert!(number::<u64>(text).unwrap_err().contains("such as"), "{text}");
        }
        assert!(at_least_one::<u64>("0").unwrap_err().contains("of at least 1"));
        assert_eq!(at_least_one("1"), Ok(1_u64));
        for text in ["256", "1k", "99999999999999999999999999999999999999999G"] {
            assert_eq!(number::<u8>(text), Err("it is too large".into()), "{text}");
        }
    }

    #[test]
    fn sizes_are_read_as_people_write_them() {
        let read = ["0", "17B", "500MB", "64 mib", "2Gi", "1.5GB", "0.5KiB"].map(size);
        let sizes = [0, 17, 500_000_000, 64 << 20, 2 << 30, 1_500_000_000, 512];
        assert_eq!(read, sizes.map(Ok));
        assert_eq!(size("99999999999999999999999TB"), Ok(usize::MAX));
        assert_eq!(size("1.3333333333333333333333333333333333333333GiB"), Ok((4 << 30) / 3));
        for text in ["", "GB", "much", "-1GB", "1.5.GB", "1.GB", ".5GB", "5 PB", "5 M B", "１GB"] {
            assert!(size(text).unwrap_err().contains("500MB"), "{text}");
        }
    }

    #[test]
    fn sizes_are_shown_in_a_unit_that_fits() {
        let sizes = [0, 999, 1000, 26_700, 2_500_000_000].map(shown);
        assert_eq!(sizes, ["0 B", "999 B", "1.00 kB", "26.7 kB", "2.50 GB"]);
    }
}
