//! Bytes in requests: base64 in JSON, or the reader of a file.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Bytes, such as those of a file. In JSON they are base64 (RFC 4648, the standard alphabet); the
/// padding at the end may be left out.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct Bytes(pub Vec<u8>);

const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

impl From<Vec<u8>> for Bytes {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }
}

/// Shows only their number: there may be millions.
impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({})", self.0.len())
    }
}

impl Serialize for Bytes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<'de, str>::deserialize(deserializer)?;
        BASE64.decode(text.as_bytes()).map(Self).map_err(|_| de::Error::custom("not base64"))
    }
}

impl JsonSchema for Bytes {
    fn schema_name() -> Cow<'static, str> {
        "Bytes".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "Bytes in base64.",
            "type": "string",
            "contentEncoding": "base64",
        })
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
        for wrong in ["\"_9j_AA==\"", "\"data:image/png;base64,\"", "\"/9j/A\"", "[255]"] {
            let error = serde_json::from_str::<Bytes>(wrong).unwrap_err().to_string();
            assert!(wrong == "[255]" || error.contains("not base64"), "{wrong}: {error}");
        }
    }
}
