//! Photographs as pixels.

use tercet::notation::Notation;
use tercet_app::lines::Failed;
use tercet_app::{Error, Photo, Photographed, Tagged};
use tercet_vision::{Options, Photograph};

use crate::json;

/// The answer to `photo` for an upright picture: three bytes for red, green and blue of each pixel, row
/// by row. Cards are written as digits.
pub fn read(width: u32, height: u32, rgb: Vec<u8>) -> Vec<u8> {
    let answer = Photograph::of_rgb(width, height, rgb).map_err(Error::from).map(|photograph| {
        let reading = tercet_vision::read(&photograph, &Options::default());
        Photographed::of(&reading, Some(Notation::Digits))
    });
    match answer {
        Ok(answer) => json(&Tagged::of::<Photo>(&answer)),
        Err(error) => json(&Failed::from(error)),
    }
}
