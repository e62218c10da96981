//! Bytes in requests: base64 in JSON, or the reader of a file.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Bytes, such as those of a file. In JSON they are base64 (RFC 4648, the standard alphabet); the
/// padding at the end may be left out.
#[derive(Clone, PartialEq, Eq, Default, JsonSchema)]
#[schemars(with = "String", description = "Bytes in base64.", extend("contentEncoding" = "base64"))]
pub struct Bytes(pub Vec<u8>);

/// The digits of base64.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes in base64: three bytes are four digits.
fn encoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | usize::from(*chunk.get(i).unwrap_or(&0)));
        for i in 0..4 {
            let digit = char::from(DIGITS[bits >> (18 - 6 * i) & 63]);
            text.push(if i <= chunk.len() { digit } else { '=' });
        }
    }
    text
}

/// The bytes of a text in base64; `None` if it is not one.
fn decoded(text: &str) -> Option<Vec<u8>> {
    let mut values = [None; 256];
    DIGITS.iter().zip(0_u32..).for_each(|(&digit, value)| values[usize::from(digit)] = Some(value));
    let digits = text.trim_end_matches('=');
    if text.len() > digits.len().next_multiple_of(4) {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3 + 2);
    for chunk in digits.as_bytes().chunks(4) {
        let mut bits = 0;
        for i in 0..4 {
            bits = bits << 6 | chunk.get(i).map_or(Some(0), |&digit| values[usize::from(digit)])?;
        }
        // The last digit has no bits beyond the last byte.
        let [_, whole @ ..] = bits.to_be_bytes();
        let (some, rest) = whole.split_at(chunk.len() * 6 / 8);
        if chunk.len() == 1 || rest.iter().any(|&byte| byte != 0) {
            return None;
        }
        bytes.extend(some);
    }
    Some(bytes)
}

/// Shows only their number: there may be millions.
impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.0.len())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&encoded(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        decoded(&text).map(Self).ok_or_else(|| de::Error::custom("not base64"))
    }
}

/// A reader of a file, which may be larger than the memory.
#[derive(Clone)]
pub struct FileReader(Arc<Mutex<dyn Read + Send>>);

impl FileReader {
    /// The reader.
    pub fn new(reader: impl Read + Send + 'static) -> Self {
        Self(Arc::new(Mutex::new(reader)))
    }

    /// The content of a file: that of the reader, if there is one.
    pub(crate) fn of<'a>(
        content: &'a [u8],
        reader: Option<&Self>,
    ) -> BufReader<Box<dyn Read + 'a>> {
        BufReader::new(match reader {
            Some(reader) => Box::new(reader.clone()),
            None => Box::new(content),
        })
    }
}

impl Read for FileReader {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(bytes)
    }
}

impl PartialEq for FileReader {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for FileReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileReader")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_base64() {
        let bytes = Bytes(b"\xff\xd8\xff\0".into());
        let text = serde_json::to_string(&bytes).unwrap();
        assert_eq!(text, "\"/9j/AA==\"");
        for text in [text.as_str(), "\"/9j/AA\""] {
            assert_eq!(serde_json::from_str::<Bytes>(text).unwrap(), bytes);
        }
        for length in 0..=255 {
            let bytes: Vec<u8> = (0..length).map(|byte: u8| byte.wrapping_mul(91)).collect();
            assert_eq!(decoded(&encoded(&bytes)), Some(bytes));
        }
        for wrong in [
            "\"_9j_AA==\"",
            "\"data:image/png;base64,\"",
            "\"/9j/A\"",
            "\"/9j/AB==\"",
            "\"/9j/AA===\"",
            "[255]",
        ] {
            let error = serde_json::from_str::<Bytes>(wrong).unwrap_err().to_string();
            assert!(wrong == "[255]" || error.contains("not base64"), "{wrong}: {error}");
        }
    }
}
