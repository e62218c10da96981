//! Files of photographs: JPEG, PNG and WebP as cameras, telephones and web pages write them.
//!
//! A file may come from anywhere, so its contents are not trusted. Its first bytes determine its
//! kind, not its name. Its size is read from its header and checked before memory is taken for its
//! pixels: a few bytes may claim gigapixels. The decoders have a memory limit, too.
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

use std::io::Cursor;

use image::codecs::png::PngEncoder;
use image::{
    ColorType, ExtendedColorType, ImageDecoder, ImageEncoder, ImageError, ImageFormat, ImageReader,
    Limits,
};

use crate::{Error, MOST_PIXELS, Orientation, Photograph, Picture};

/// The most bytes that a decoder may take: enough for the pixels with four channels of 16 bits each.
const MOST_MEMORY: u64 = 10 * MOST_PIXELS;

impl Photograph {
    /// Decodes a file: JPEG, PNG or WebP.
    ///
    /// # Errors
    ///
    /// [`Error::Empty`], [`Error::Unknown`], [`Error::Unsupported`], [`Error::TooLarge`] and
    /// [`Error::Damaged`].
    pub fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let format = format(bytes)?;
        let mut reader = ImageReader::with_format(Cursor::new(bytes), format);
        let mut limits = Limits::default();
        limits.max_alloc = Some(MOST_MEMORY);
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(refusal)?;
        let (width, height) = decoder.dimensions();
        let count = u64::from(width) * u64::from(height);
        if count == 0 {
            return Err(Error::Empty);
        }
        if count > MOST_PIXELS {
            return Err(Error::TooLarge { width: width.into(), height: height.into() });
        }
        if format == ImageFormat::Jpeg && ends_early(bytes) {
            return Err(Error::Damaged("the file ends too early".into()));
        }
        // Unreadable metadata leave the picture as it is.
        let turned = decoder.orientation().map_or(1, image::metadata::Orientation::to_exif);
        let colour = decoder.color_type();
        let mut pixels = vec![0; decoder.total_bytes() as usize];
        decoder.read_image(&mut pixels).map_err(refusal)?;
        let pixels = to_rgb(colour, pixels)?;
        Ok(Self::of_rgb(width, height, pixels)?.turned(Orientation::of_exif(turned.into())))
    }
}

/// The format of a file that can be decoded.
fn format(bytes: &[u8]) -> Result<ImageFormat, Error> {
    let at = |offset: usize, tag: &[u8]| bytes.get(offset..).is_some_and(|at| at.starts_with(tag));
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    if at(0, b"\xff\xd8\xff") {
        return Ok(ImageFormat::Jpeg);
    }
    if at(0, b"\x89PNG\r\n\x1a\n") {
        return Ok(ImageFormat::Png);
    }
    if at(0, b"RIFF") && at(8, b"WEBP") {
        return Ok(ImageFormat::WebP);
    }
    known_by_name(bytes, at)
        .map_or(Err(Error::Unknown), |(name, remedy)| Err(Error::Unsupported(name, remedy)))
}

/// The setting for a telephone that writes HEIC.
const COMPATIBLE: &str = "; for the next ones, choose Settings › Camera › Formats › Most Compatible on an \
                          iPhone";

/// The name of a kind of picture that cannot be decoded, with its own remedy.
fn known_by_name(
    bytes: &[u8],
    at: impl Fn(usize, &[u8]) -> bool,
) -> Option<(&'static str, &'static str)> {
    let brands = |brands: &[&[u8; 4]]| at(4, b"ftyp") && brands.iter().any(|brand| at(8, *brand));
    let starts = |tags: &[&[u8]]| tags.iter().any(|tag| at(0, tag));
    // Files of text may begin with a mark of their encoding and blanks.
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii_start();
    let is_svg = text.starts_with(b"<svg")
        || (text.starts_with(b"<?xml")
            && text[..text.len().min(1000)].windows(4).any(|w| w == b"<svg"));
    Some(if brands(&[b"avif", b"avis"]) {
        ("AVIF", "")
    } else if brands(&[b"crx "]) {
        ("raw", "")
    } else if brands(&[b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"]) {
        ("HEIC", COMPATIBLE)
    } else if starts(&[b"GIF87a", b"GIF89a"]) {
        ("GIF", "")
    } else if starts(&[b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"]) {
        // Most raw formats are TIFF with tags of their own.
        ("TIFF and raw", "")
    } else if starts(&[b"FUJIFILMCCD-RAW", b"IIRO", b"IIRS", b"IIU\0", b"FOVb"]) {
        ("raw", "")
    } else if at(0, b"BM") && at(6, b"\0\0\0\0") {
        ("BMP", "")
    } else if at(0, b"%PDF") {
        ("PDF", "")
    } else if starts(&[b"\xff\x0a", b"\0\0\0\x0cJXL "]) {
        ("JPEG XL", "")
    } else if starts(&[b"\0\0\0\x0cjP  ", b"\xff\x4f\xff\x51"]) {
        ("JPEG 2000", "")
    } else if at(0, b"8BPS") {
        ("Photoshop", "")
    } else if is_svg {
        ("SVG", "")
    } else {
        return None;
    })
}

/// Why a decoder refuses a file, in one line.
fn refusal(error: ImageError) -> Error {
    match error {
        ImageError::Unsupported(_) => Error::Unsupported("such rare", ""),
        ImageError::Limits(_) => Error::Damaged("it would take too much memory".into()),
        error => {
            let why =
                std::error::Error::source(&error).map_or(error.to_string(), ToString::to_string);
            Error::Damaged(why.split_whitespace().collect::<Vec<_>>().join(" "))
        }
    }
}

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

/// Pixels of any colour type as 8 bits each of red, green and blue.
fn to_rgb(colour: ColorType, pixels: Vec<u8>) -> Result<Vec<u8>, Error> {
    let high = |samples: &[u8], i: usize| {
        let wide = u16::from_ne_bytes([samples[2 * i], samples[2 * i + 1]]);
        ((u32::from(wide) * 255 + 32_767) / 65_535) as u8
    };
    let low = |samples: &[u8], i: usize| samples[i];
    Ok(match colour {
        ColorType::Rgb8 => pixels,
        ColorType::L8 => converted(&pixels, 1, |pixel| [pixel[0]; 3]),
        ColorType::La8 => converted(&pixels, 2, |pixel| on_white([pixel[0]; 3], pixel[1])),
        ColorType::Rgba8 => {
            converted(&pixels, 4, |pixel| on_white([0, 1, 2].map(|i| low(pixel, i)), pixel[3]))
        }
        ColorType::L16 => converted(&pixels, 2, |pixel| [high(pixel, 0); 3]),
        ColorType::La16 => {
            converted(&pixels, 4, |pixel| on_white([high(pixel, 0); 3], high(pixel, 1)))
        }
        ColorType::Rgb16 => converted(&pixels, 6, |pixel| [0, 1, 2].map(|i| high(pixel, i))),
        ColorType::Rgba16 => converted(&pixels, 8, |pixel| {
            on_white([0, 1, 2].map(|i| high(pixel, i)), high(pixel, 3))
        }),
        _ => return Err(Error::Unsupported("such rare", "")),
    })
}

fn converted(pixels: &[u8], bytes: usize, rgb: impl Fn(&[u8]) -> [u8; 3]) -> Vec<u8> {
    let mut converted = Vec::with_capacity(pixels.len() / bytes * 3);
    for pixel in pixels.chunks_exact(bytes) {
        converted.extend_from_slice(&rgb(pixel));
    }
    converted
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
        PngEncoder::new(&mut file)
            .write_image(&self.rgb, self.width, self.height, ExtendedColorType::Rgb8)
            .expect("memory takes what is written, and the pixels are as many as the sides say");
        file
    }
}
