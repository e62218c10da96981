//! Drawn photographs of a table: boards of the classic deck as a phone shows them.
//!
//! A reader of photographs needs more pictures than people take, with every card and symbol marked
//! and with each difficulty under control. [`Scene::random`] chooses a scene for a board: where the
//! cards lie, the camera, the table, the light and the lens. A [`Difficulty`] sets how hard the
//! scene is to read: a number from 0 to 1 for each [`Knob`]. [`render`] draws the scene in the same
//! steps as light takes.
//!
//! 1. The table and all cards reflect a part of the light that falls on them, which differs by place:
//!    shadows, bright patches and drop shadows change it. All sums are made with linear light.
//! 2. Cards are seen in true perspective. Corners may be lifted from the table and edges bent.
//! 3. Glossy cards mirror a lamp or a window: this glare is added to what they reflect.
//! 4. The lens blurs, the sensor adds noise, and the phone chooses the tone, sharpens the picture and
//!    compresses it as a JPEG.
//!
//! [`Face`] draws the faces of cards in many styles.
//!
//! The same scene always gives the same bytes.
//!
//! ```
//! use tercet_testkit::photographs::{Difficulty, Scene, render};
//!
//! let board = ["2RhO".parse()?, "1GsD".parse()?, "3PoS".parse()?];
//! let scene = Scene::random(&board, &Difficulty::mild(), 7).sized(320);
//! let picture = render(&scene);
//! assert_eq!(picture.rgb.len() as u32, 3 * scene.width * scene.height);
//! assert_eq!(picture.truth[0].card, board[0]);
//! assert_eq!(picture.truth[2].symbols.len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod camera;
mod canvas;
mod clutter;
mod compose;
mod difficulty;
mod draw;
mod drawn;
mod edition;
mod face;
mod layout;
mod lens;
mod light;
mod noise;
mod render;
mod scene;
mod symbol;
mod table;
#[cfg(test)]
mod tests;

pub use board::board;
pub use difficulty::{Difficulty, Knob};
pub use draw::Draw;
pub use edition::Edition;
pub use face::Face;
pub use render::{Picture, Quad, Shown, render};
pub use scene::{
    Area, Camera, Highlight, Lens, Light, Look, Pattern, Placed, Scene, Shade, Table, Thing,
};
