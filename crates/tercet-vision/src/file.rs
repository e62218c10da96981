//! Files of photographs: JPEG, PNG and WebP as cameras, telephones and web pages write them.
//!
//! A file may come from anywhere, so its contents are not trusted. Its first bytes determine its
//! kind, not its name. Its size is read from its header and checked before memory is taken for its
//! pixels: a few bytes may claim gigapixels. The decoders also have a memory limit.
//!
//! A JPEG that ends early is refused, although its decoder would fill the rest with grey: cards
//! would be missing from the table without a warning.
//!
//! The pixels are decoded into their final buffer if the file has 8 bits each of red, green and
//! blue, as nearly every photograph has. Others are converted: grey becomes red, green and blue
//! alike, 16 bits become 8, and transparent pixels lie on white. CMYK is converted by the decoder.
//! Of an animated picture the first frame is taken. Colour profiles are ignored.
//!
//! Of the metadata, only the orientation is read; the rest is dropped with the file.
//!
//! The decoders know no limit, but those of JPEG and PNG ask for bytes as they go on: once the limit is reached, they get
//! none. That of WebP asks for the whole file first.

use std::io::{BufRead, Cursor, Read, Seek, SeekFrom};
use std::mem::take;

use image_webp::{DecodingError as WebpError, WebPDecoder};
use png::{ColorType, DecodingError as PngError, Transformations};
use tercet::Stop;
use tercet::solver::{Limit, Watch};
use zune_jpeg::JpegDecoder;
use zune_jpeg::errors::DecodeErrors as JpegError;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::photograph::pixel_count;
use crate::{Error, MOST_PIXELS, Orientation, Photograph, Picture};

/// The most memory of a decoder: enough for the pixels with four channels of 16 bits each.
const MOST_MEMORY: usize = 10 * MOST_PIXELS as usize;

impl Photograph {
    /// Decodes a file: JPEG, PNG or WebP.
    ///
    /// # Errors
    ///
    /// [`Error::Empty`], [`Error::Unknown`], [`Error::Unsupported`], [`Error::TooLarge`] and
    /// [`Error::Damaged`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        Self::decode_within(bytes, &Limit::none()).expect("there is no limit")
    }

    /// Decodes a file, under a limit, with the error that [`decode`](Self::decode) has. A WebP is decoded
    /// to its end.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub fn decode_within(bytes: &[u8], limit: &Limit) -> Result<Result<Self, Error>, Stop> {
        limit.check()?;
        let file = Checked { bytes: Cursor::new(bytes), watch: limit.watch(), consumed: 0 };
        let decoded = decoder(bytes).and_then(|decode| decode(file));
        // At the limit, a decoder ends with a part of the picture, or finds the file cut off.
        limit.check()?;
        Ok(decoded.and_then(Self::of_decoded))
    }

    fn of_decoded(decoded: Decoded) -> Result<Self, Error> {
        let Decoded { width, height, samples, channels, exif } = decoded;
        // Unreadable metadata leave the picture as it is.
        let turned = exif.and_then(|exif| orientation(&exif)).unwrap_or(1);
        let pixels = to_rgb(samples, channels);
        Ok(Self::of_rgb(width, height, pixels)?.turned(Orientation::of_exif(turned.into())))
    }
}

/// The result of a decoder.
struct Decoded {
    width: u32,
    height: u32,
    /// The samples of the pixels, row by row, of 8 bits each.
    samples: Vec<u8>,
    /// The samples of a pixel: grey or red, green and blue, and perhaps opacity.
    channels: usize,
    /// The metadata of the camera.
    exif: Option<Vec<u8>>,
}

/// The bytes of a file, until a limit is reached.
struct Checked<'a> {
    bytes: Cursor<&'a [u8]>,
    watch: Watch<'a>,
    /// The bytes that were taken since the limit was last asked.
    consumed: usize,
}

impl<'a> Checked<'a> {
    /// The most bytes that are handed out at a time: a byte may stand for many pixels.
    const MOST: usize = 1 << 12;

    /// The whole file.
    fn whole(&self) -> &'a [u8] {
        self.bytes.get_ref()
    }

    fn check(&mut self) -> std::io::Result<()> {
        self.watch.tick(take(&mut self.consumed)).map_err(std::io::Error::other)
    }
}

impl Read for Checked<'_> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.check()?;
        let length = self.bytes.read(into)?;
        self.consumed += length;
        Ok(length)
    }
}

impl BufRead for Checked<'_> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        self.check()?;
        let bytes = self.bytes.fill_buf()?;
        Ok(&bytes[..bytes.len().min(Self::MOST)])
    }

    fn consume(&mut self, length: usize) {
        self.bytes.consume(length);
        self.consumed += length;
    }
}

impl Seek for Checked<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.bytes.seek(to)
    }
}

fn jpeg(file: Checked) -> Result<Decoded, Error> {
    let bytes = file.whole();
    let options = DecoderOptions::default()
        .set_strict_mode(false)
        .set_max_width(usize::MAX)
        .set_max_height(usize::MAX);
    let mut decoder = JpegDecoder::new_with_options(file, options);
    let refusal = |error| match error {
        JpegError::Unsupported(_) => Error::Unsupported("such rare", ""),
        _ => BROKEN,
    };
    decoder.decode_headers().map_err(refusal)?;
    let info = decoder.info().expect("the header was read");
    let (width, height) = (info.width.into(), info.height.into());
    let mut samples = room(width, height, 3)?;
    if ends_early(bytes) {
        return Err(CUT);
    }
    decoder.set_options(options.jpeg_set_out_colorspace(ColorSpace::RGB));
    decoder.decode_into(&mut samples).map_err(refusal)?;
    let exif = decoder.exif().cloned();
    Ok(Decoded { width, height, samples, channels: 3, exif })
}

fn png(file: Checked) -> Result<Decoded, Error> {
    let refusal = |error| match error {
        PngError::LimitsExceeded => TOO_LARGE,
        // Reading bytes in memory fails at their end alone.
        PngError::IoError(_) => CUT,
        _ => BROKEN,
    };
    let limits = png::Limits { bytes: MOST_MEMORY };
    let mut decoder = png::Decoder::new_with_limits(file, limits);
    decoder.set_ignore_text_chunk(true);
    // Palettes and samples of other sizes become samples of 8 bits.
    decoder.set_transformations(Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(refusal)?;
    let (width, height) = reader.info().size();
    let exif = reader.info().exif_metadata.as_ref().map(|exif| exif.to_vec());
    let channels = reader.output_color_type().0.samples();
    let mut samples = room(width, height, channels)?;
    reader.next_frame(&mut samples).map_err(refusal)?;
    Ok(Decoded { width, height, samples, channels, exif })
}

fn webp(file: Checked) -> Result<Decoded, Error> {
    let refusal = |error| match error {
        WebpError::IoError(_) => CUT,
        WebpError::MemoryLimitExceeded => TOO_LARGE,
        _ => BROKEN,
    };
    let mut decoder = WebPDecoder::new(file).map_err(refusal)?;
    decoder.set_memory_limit(MOST_MEMORY);
    let (width, height) = decoder.dimensions();
    let channels = if decoder.has_alpha() { 4 } else { 3 };
    let mut samples = room(width, height, channels)?;
    let exif = decoder.exif_metadata().unwrap_or_default();
    decoder.read_image(&mut samples).map_err(refusal)?;
    Ok(Decoded { width, height, samples, channels, exif })
}

/// Memory for the pixels of a picture, if it is not too large.
fn room(width: u32, height: u32, channels: usize) -> Result<Vec<u8>, Error> {
    Ok(vec![0; pixel_count(width, height)? * channels])
}

/// The orientation in metadata: those of Exif are a TIFF, whose first directory has it as a short
/// with the tag 0x112 (Exif 2.3, section 4.6.4).
fn orientation(exif: &[u8]) -> Option<u16> {
    let bytes = |at: usize| exif.get(at..)?.first_chunk::<4>().copied();
    let is_big = match &bytes(0)? {
        b"II*\0" => false,
        b"MM\0*" => true,
        _ => return None,
    };
    let short = |at: usize| {
        let pair = *exif.get(at..)?.first_chunk::<2>()?;
        Some(if is_big { u16::from_be_bytes(pair) } else { u16::from_le_bytes(pair) })
    };
    let first = bytes(4)?;
    let first = if is_big { u32::from_be_bytes(first) } else { u32::from_le_bytes(first) } as usize;
    let mut entries = (0..short(first)?.into()).map(|i: usize| first + 2 + 12 * i);
    let entry =
        entries.find(|&entry| short(entry) == Some(0x112) && short(entry + 2) == Some(3))?;
    short(entry + 8)
}

const TOO_LARGE: Error = Error::Damaged("it would take too much memory");
const CUT: Error = Error::Damaged("the file ends too early: copy it again");
/// The words of a decoder are about its format, and do not help a person who has the picture.
const BROKEN: Error =
    Error::Damaged("its bytes contradict its format: copy it again, or save it anew");

/// Decodes files of one format.
type Decoder = fn(Checked) -> Result<Decoded, Error>;

/// The decoder for a file.
fn decoder(bytes: &[u8]) -> Result<Decoder, Error> {
    let at = |offset: usize, tag: &[u8]| bytes.get(offset..).is_some_and(|at| at.starts_with(tag));
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    if at(0, b"\xff\xd8\xff") {
        return Ok(jpeg);
    }
    if at(0, b"\x89PNG\r\n\x1a\n") {
        return Ok(png);
    }
    if at(0, b"RIFF") && at(8, b"WEBP") {
        return Ok(webp);
    }
    let is_heic = [b"ftyphei", b"ftyphev", b"ftypmif", b"ftypmsf"].iter().any(|&tag| at(4, tag));
    Err(if is_heic { Error::Unsupported("HEIC", COMPATIBLE) } else { Error::Unknown })
}

/// The setting for a telephone that writes HEIC.
const COMPATIBLE: &str = "; for the next ones, choose Settings › Camera › Formats › Most Compatible on an \
                          iPhone";

/// Whether a JPEG lacks its end. In the data between markers, zero follows each byte 255; a marker
/// begins with 255, and most have a length.
fn ends_early(jpeg: &[u8]) -> bool {
    const MARK: u8 = 0xff;
    let mut rest = &jpeg[2..];
    while let Some(mark) = rest.iter().position(|&byte| byte == MARK) {
        rest = &rest[mark + 1..];
        match *rest {
            [0xd9, ..] => return false,
            // Data, a marker without a length, or a byte that fills.
            [0 | 1 | MARK | 0xd0..=0xd8, ..] => {}
            [_, high, low, ..] => {
                let length = usize::from(u16::from_be_bytes([high, low])) + 1;
                rest = rest.get(length..).unwrap_or_default();
            }
            _ => return true,
        }
    }
    true
}

/// Pixels of one to four channels as red, green and blue.
fn to_rgb(samples: Vec<u8>, channels: usize) -> Vec<u8> {
    let pixels = samples.chunks_exact(channels);
    match channels {
        1 => pixels.flat_map(|pixel| [pixel[0]; 3]).collect(),
        2 => pixels.flat_map(|pixel| on_white([pixel[0]; 3], pixel[1])).collect(),
        4 => pixels.flat_map(|pixel| on_white([pixel[0], pixel[1], pixel[2]], pixel[3])).collect(),
        _ => samples,
    }
}

/// A colour that covers white in part.
fn on_white(colour: [u8; 3], alpha: u8) -> [u8; 3] {
    let alpha = u32::from(alpha);
    colour.map(|value| ((u32::from(value) * alpha + 255 * (255 - alpha) + 127) / 255) as u8)
}

impl Picture {
    /// The picture as a PNG file.
    pub fn to_png(&self) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, self.width, self.height);
        encoder.set_color(ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        let written = encoder.write_header().and_then(|mut png| png.write_image_data(&self.rgb));
        written.expect("memory takes what is written, and the pixels are as many as the sides say");
        file
    }
}
