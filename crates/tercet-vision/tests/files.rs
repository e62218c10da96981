//! Files of photographs: every kind that is read, those that are refused, and hostile ones.
//!
//! There are 2,000 hostile files, and 100,000 under `./test --all`.

#![cfg(feature = "files")]

use std::io::Cursor;

use chacha20::ChaCha8Rng;
use image::{DynamicImage, GrayImage, ImageFormat, Rgb, RgbImage, Rgba, RgbaImage};
use rand_core::{Rng, SeedableRng};
use tercet::Stop;
use tercet_testkit::limits::after_checks;
use tercet_vision::{Error, Photograph, read};

/// Noise, smooth enough for every encoder.
fn noise(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        Rgb([(x * 7 % 256) as u8, (y * 5 % 256) as u8, ((x * y) % 256) as u8])
    })
}

fn encoded(image: &DynamicImage, format: ImageFormat) -> Vec<u8> {
    let mut file = Cursor::new(Vec::new());
    image.write_to(&mut file, format).unwrap();
    file.into_inner()
}

fn jpeg() -> Vec<u8> {
    encoded(&noise(64, 48).into(), ImageFormat::Jpeg)
}

/// A JPEG with this metadata, which lie behind its first two bytes.
fn with_exif(jpeg: &[u8], exif: &[u8]) -> Vec<u8> {
    let length = (exif.len() as u16 + 8).to_be_bytes();
    [&jpeg[..2], b"\xff\xe1", &length, b"Exif\0\0", exif, &jpeg[2..]].concat()
}

/// A big-endian TIFF with one entry: the orientation (0x112), a short.
fn big_endian(number: u8) -> Vec<u8> {
    [b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0", &[number, 0, 0, 0, 0, 0, 0][..]].concat()
}

/// The same in little-endian order.
fn little_endian(number: u8) -> Vec<u8> {
    [b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0", &[number, 0, 0, 0, 0, 0, 0, 0][..]].concat()
}

/// A JPEG with this orientation in its metadata.
fn turned(jpeg: &[u8], number: u8) -> Vec<u8> {
    with_exif(jpeg, &big_endian(number))
}

fn rgb(file: &[u8]) -> (u32, u32, Vec<u8>) {
    let photograph = Photograph::decode(file).unwrap();
    (photograph.width(), photograph.height(), photograph.to_rgb())
}

#[test]
fn every_kind_of_pixels_becomes_red_green_and_blue() {
    let image = noise(33, 20);
    for format in [ImageFormat::Png, ImageFormat::WebP] {
        let file = encoded(&image.clone().into(), format);
        assert_eq!(rgb(&file), (33, 20, image.clone().into_raw()), "{format:?}");
    }
    let (width, height, pixels) = rgb(&jpeg());
    assert_eq!((width, height, pixels.len()), (64, 48, 3 * 64 * 48));

    let grey = GrayImage::from_fn(3, 1, |x, _| image::Luma([100 * x as u8]));
    let expected = vec![0, 0, 0, 100, 100, 100, 200, 200, 200];
    assert_eq!(rgb(&encoded(&grey.clone().into(), ImageFormat::Png)).2, expected);
    assert_eq!(
        rgb(&encoded(&DynamicImage::from(grey.clone()).to_luma16().into(), ImageFormat::Png)).2,
        expected
    );
    let alike = rgb(&encoded(&grey.into(), ImageFormat::Jpeg)).2;
    assert!(alike.chunks(3).all(|pixel| pixel[0] == pixel[1] && pixel[1] == pixel[2]));

    let clear = RgbaImage::from_fn(3, 1, |x, _| Rgba([0, 0, 200, [0, 255, 51][x as usize]]));
    let expected = vec![255, 255, 255, 0, 0, 200, 204, 204, 244];
    let wide = DynamicImage::from(clear.clone()).to_rgba16();
    for image in [DynamicImage::from(clear.clone()), wide.into()] {
        assert_eq!(rgb(&encoded(&image, ImageFormat::Png)).2, expected);
    }
    assert_eq!(rgb(&encoded(&clear.into(), ImageFormat::WebP)).2, expected);
}

#[test]
fn pictures_are_turned_as_their_metadata_say() {
    let plain = Photograph::decode(&jpeg()).unwrap();
    for number in 1..=8 {
        let photograph = Photograph::decode(&turned(&jpeg(), number)).unwrap();
        let sides = if number < 5 { (64, 48) } else { (48, 64) };
        assert_eq!((photograph.width(), photograph.height()), sides, "{number}");
    }
    // Turned clockwise, the lower left corner comes to the upper left.
    let clockwise = Photograph::decode(&turned(&jpeg(), 6)).unwrap().to_rgb();
    let lower_left = 3 * 64 * 47;
    assert_eq!(clockwise[..3], plain.to_rgb()[lower_left..lower_left + 3]);
    assert_eq!(Photograph::decode(&turned(&jpeg(), 77)).unwrap().to_rgb(), plain.to_rgb());
    for number in 1..=8 {
        let other = with_exif(&jpeg(), &little_endian(number));
        assert_eq!(rgb(&other), rgb(&turned(&jpeg(), number)), "{number}");
    }
}

/// A PNG with this metadata, in a chunk of their own.
fn png_with_exif(image: &RgbImage, exif: Vec<u8>) -> Vec<u8> {
    let mut file = Vec::new();
    let mut info = png::Info::with_size(image.width(), image.height());
    info.color_type = png::ColorType::Rgb;
    info.bit_depth = png::BitDepth::Eight;
    info.exif_metadata = Some(exif.into());
    let encoder = png::Encoder::with_info(&mut file, info).unwrap();
    encoder.write_header().unwrap().write_image_data(image).unwrap();
    file
}

#[test]
fn a_png_is_turned_as_its_metadata_say() {
    let image = noise(33, 20);
    let clockwise = image::imageops::rotate90(&image).into_raw();
    for exif in [big_endian(6), little_endian(6)] {
        assert_eq!(rgb(&png_with_exif(&image, exif)), (20, 33, clockwise.clone()));
    }
}

#[test]
fn hostile_metadata_are_ignored() {
    let plain = rgb(&jpeg());
    let cut = big_endian(6);
    for exif in [
        // Another order of bytes, and none at all.
        &b"IM*\0\x08\0\0\0\x01\0"[..],
        b"",
        // The first directory lies behind the end.
        b"MM\0*\xff\xff\xff\xff\0\x01",
        b"II*\0\xff\xff\xff\xff\x01\0",
        // It has more entries than there are bytes.
        b"MM\0*\0\0\0\x08\xff\xff",
        b"II*\0\x08\0\0\0\xff\xff",
        // It ends in its number of entries, before its entry, and in the orientation.
        &cut[..9],
        &cut[..10],
        &cut[..19],
    ] {
        assert_eq!(rgb(&with_exif(&jpeg(), exif)), plain, "{exif:?}");
        let image = noise(33, 20);
        let file = png_with_exif(&image, exif.to_vec());
        assert_eq!(rgb(&file), (33, 20, image.into_raw()), "{exif:?}");
    }
}

#[test]
fn what_is_not_read_is_refused() {
    let refusal =
        |bytes: &[u8]| Photograph::decode(bytes).err().expect("it is refused").to_string();
    for (bytes, says) in [
        (&b""[..], "the picture is empty"),
        (
            b"\0\0\0\x18ftypheic\0\0\0\0mif1heic",
            "HEIC pictures cannot be read: save the picture as JPEG, PNG or WebP; for",
        ),
        (b"\0\0\0\x1cftypmif1", "Most Compatible"),
        (b"GIF89a", "not a picture that can be read: save it as JPEG, PNG or WebP"),
        (b"2RhO 1GsD 3PsS", "not a picture that can be read"),
        (b"\xff\xd8\xff", "damaged"),
        (b"\x89PNG\r\n\x1a\n", "damaged"),
        (b"RIFF\0\0\0\0WEBP", "damaged"),
    ] {
        assert!(refusal(bytes).contains(says), "{bytes:?}: {}", refusal(bytes));
        assert!(!refusal(bytes).contains('\n'));
    }
}

/// Decoding is stopped at whichever check reaches the limit; a file has one every few thousand bytes.
#[test]
fn decoding_stops_at_its_limit() {
    let image = DynamicImage::ImageRgb8(noise(400, 300));
    for format in [ImageFormat::Jpeg, ImageFormat::Png] {
        let file = encoded(&image, format);
        let within = |checks| Photograph::decode_within(&file, &after_checks(checks));
        let least = file.len() as u64 / (1 << 13);
        assert!(least > 4, "{} bytes", file.len());
        for checks in [1, 2, 3, least / 2, least] {
            let stopped = within(checks).map(|decoded| decoded.is_ok());
            assert_eq!(stopped, Err(Stop::DEADLINE), "{format:?}, {checks} of {least} checks");
        }
        assert!(within(1 << 40).unwrap().unwrap() == Photograph::decode(&file).unwrap());
    }
}

#[test]
fn files_that_end_early_are_damaged() {
    let image = DynamicImage::from(noise(64, 48));
    for format in [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP] {
        let file = encoded(&image, format);
        for end in [file.len() / 4, file.len() / 2, file.len() * 9 / 10] {
            let decoded = Photograph::decode(&file[..end]);
            assert!(matches!(decoded, Err(Error::Damaged(_))), "{format:?} {end}");
        }
    }
    // Data after the end of a JPEG does not matter: telephones append their own.
    let appended = [&jpeg()[..], b"some data of a telephone"].concat();
    assert_eq!(rgb(&appended), rgb(&jpeg()));
}

/// A PNG that claims these sides and holds nothing.
fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut file = encoded(&noise(1, 1).into(), ImageFormat::Png);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    let mut crc = u32::MAX;
    for &byte in &file[12..29] {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = if crc & 1 == 1 { (crc >> 1) ^ 0xedb8_8320 } else { crc >> 1 };
        }
    }
    file[29..33].copy_from_slice(&(!crc).to_be_bytes());
    file
}

#[test]
fn bombs_are_refused() {
    let too_large = |file: &[u8]| matches!(Photograph::decode(file), Err(Error::TooLarge { .. }));
    assert!(too_large(&claiming(60_000, 60_000)));
    assert!(too_large(&claiming(8_001, 8_000)));
    assert!(matches!(Photograph::decode(&claiming(8_000, 8_000)), Err(Error::Damaged(_))));
    // The sides of a JPEG are in its frame header, behind its length and precision.
    let mut file = jpeg();
    let frame = file.windows(2).position(|at| at == [0xff, 0xc0]).unwrap();
    file[frame + 5..frame + 9].fill(0xff);
    assert!(too_large(&file));
    file[frame + 5..frame + 9].copy_from_slice(&[0x1f, 0x40, 0x1f, 0x40]);
    let _ = Photograph::decode(&file);
}

#[test]
fn hostile_files_are_decoded_or_refused() {
    let cases = if tercet_testkit::tries_everything() { 100_000 } else { 2_000 };
    let image = DynamicImage::from(noise(40, 30));
    let seeds = [
        encoded(&image, ImageFormat::Jpeg),
        turned(&encoded(&image.to_luma8().into(), ImageFormat::Jpeg), 6),
        encoded(&image, ImageFormat::Png),
        encoded(&image.to_rgba16().into(), ImageFormat::Png),
        encoded(&image, ImageFormat::WebP),
        encoded(&image.to_rgba8().into(), ImageFormat::WebP),
    ];
    let mut decoded = 0;
    for case in 0..cases {
        let mut random = ChaCha8Rng::seed_from_u64(case);
        let mut below = |bound: usize| (random.next_u64() % bound as u64) as usize;
        let mut file = seeds[below(seeds.len())].clone();
        match below(8) {
            0 => file.truncate(below(file.len())),
            1 => file = (0..below(300)).map(|_| below(256) as u8).collect(),
            2 => {
                // A part of one file in another one.
                let other = &seeds[below(seeds.len())];
                let begin = below(other.len());
                let end = begin + below(other.len() - begin);
                let at = below(file.len());
                file.splice(at..at, other[begin..end].iter().copied());
            }
            _ => {
                // Headers are hit as often as data.
                let reach = if below(2) == 0 { file.len().min(200) } else { file.len() };
                for _ in 0..=below(6) {
                    let at = below(reach);
                    file[at] = below(256) as u8;
                }
            }
        }
        let photograph = Photograph::decode(&file);
        if let Ok(photograph) = photograph {
            let pixels = u64::from(photograph.width()) * u64::from(photograph.height());
            assert!(pixels <= tercet_vision::MOST_PIXELS, "case {case}");
            decoded += 1;
            // Reading takes thousands of times as long as decoding such a file.
            if decoded % 50 == 0 {
                assert!(!read(&photograph).is_sure(), "case {case}");
            }
        }
    }
    // Mutated data often leave a picture: the decoders were reached.
    assert!(decoded > cases / 10, "{decoded}");
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string("/proc/self/status").unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        let kilobytes: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
        assert!(kilobytes < 1_000_000, "{peak}");
    }
}
