//! Bytes in requests: base64 in JSON, or the reader of a file.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use data_encoding::{BASE64, BASE64_NOPAD};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Bytes, such as those of a file. In JSON they are base64 (RFC 4648, the standard alphabet); the
/// padding at the end may be left out.
#[derive(Clone, PartialEq, Eq, Default)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema), schemars(with = "String", description = "Bytes in base64.", extend("contentEncoding" = "base64")))]
pub struct Bytes(pub Vec<u8>);

/// Shows only their number: there may be millions.
impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.0.len())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&BASE64.encode_display(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        let digits = text.trim_end_matches('=');
        let is_padded = text.len() <= digits.len().next_multiple_of(4);
        let bytes = BASE64_NOPAD.decode(digits.as_bytes()).ok().filter(|_| is_padded);
        bytes.map(Self).ok_or_else(|| de::Error::custom("it is not base64"))
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
            let bytes = Bytes(bytes);
            let text = serde_json::to_string(&bytes).unwrap();
            assert_eq!(serde_json::from_str::<Bytes>(&text).unwrap(), bytes);
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
