//! Spans of time as people write them.

use std::time::Duration;

/// Reads a span of time: a number and a unit as in `100ms`, `2s`, `5m` or `1h 30m`. Without a unit
/// it is in seconds, as in `5` or `0.5`.
pub(crate) fn parse(text: &str) -> Result<Duration, String> {
    let text = text.trim();
    let seconds = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if let (true, Ok(seconds)) = (seconds, text.parse()) {
        return Duration::try_from_secs_f64(seconds).map_err(|_| "this is too long".into());
    }
    humantime::parse_duration(text).map_err(|_| "it takes a time such as 100ms, 2s or 5m".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, millis) in
            [("5", 5_000), ("0.5", 500), ("100ms", 100), ("2s", 2_000), ("1m 5s", 65_000), ("0", 0)]
        {
            assert_eq!(parse(text), Ok(Duration::from_millis(millis)), "{text}");
        }
        for text in ["", "soon", "-1", "5 parsecs", "1e3", ".", "9999999999999999999999"] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
