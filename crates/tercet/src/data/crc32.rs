//! CRC-32, the check of records and journals. It is that of `crc32fast`, but not in WebAssembly, which is downloaded:
//! its tables would be a twentieth of it.

#[cfg(target_family = "wasm")]
pub(crate) use self::small::Hasher;
#[cfg(not(target_family = "wasm"))]
pub(crate) use crc32fast::Hasher;

/// The CRC-32 of some bytes.
pub fn hash(bytes: &[u8]) -> u32 {
    let mut hasher = Hasher::default();
    hasher.update(bytes);
    hasher.finalize()
}

#[cfg(any(test, target_family = "wasm"))]
mod small {
    /// A running CRC-32, with the methods of `crc32fast::Hasher`.
    #[derive(Clone)]
    pub(crate) struct Hasher(u32);

    impl Default for Hasher {
        fn default() -> Self {
            Self(!0)
        }
    }

    impl Hasher {
        /// The polynomial of IEEE 802.3, its lowest power in the highest bit.
        const POLYNOMIAL: u32 = 0xedb8_8320;

        pub(crate) fn update(&mut self, bytes: &[u8]) {
            for &byte in bytes {
                self.0 ^= u32::from(byte);
                for _ in 0..8 {
                    self.0 = (self.0 >> 1) ^ (Self::POLYNOMIAL * (self.0 & 1));
                }
            }
        }

        pub(crate) fn finalize(self) -> u32 {
            !self.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::small::Hasher;

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
