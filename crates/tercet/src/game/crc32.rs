//! CRC-32 for WebAssembly, which is downloaded: the tables of `crc32fast` would be a fifteenth of it.

/// A running CRC-32, with the methods of `crc32fast::Hasher`.
#[derive(Clone)]
pub(super) struct Hasher(u32);

impl Default for Hasher {
    fn default() -> Self {
        Self(!0)
    }
}

impl Hasher {
    /// The polynomial of IEEE 802.3, its lowest power in the highest bit.
    const POLYNOMIAL: u32 = 0xedb8_8320;

    pub(super) fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 ^= u32::from(byte);
            for _ in 0..8 {
                self.0 = (self.0 >> 1) ^ (Self::POLYNOMIAL * (self.0 & 1));
            }
        }
    }

    pub(super) fn finalize(self) -> u32 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_that_of_the_library() {
        let bytes: Vec<u8> = (0..2000_u32).map(|i| (i * i / 7) as u8).collect();
        for length in [0, 1, 9, 2000] {
            let mut check = Hasher::default();
            bytes[..length].chunks(13).for_each(|chunk| check.update(chunk));
            assert_eq!(check.finalize(), crc32fast::hash(&bytes[..length]), "{length} bytes");
        }
    }
}
