//! A scene: everything that a photograph shows, as plain data.
//!
//! Places on the table are in widths of a card: x to the right and y down, as seen from above. Light
//! and colours are linear; a white sheet in full light has 1.

use tercet::classic::ClassicCard;

use super::edition::Edition;

/// The usual height of a card in widths of a card.
pub(super) const TALL: f32 = 176.0 / 113.0;

/// A photograph to be drawn.
#[derive(Clone, PartialEq, Debug)]
pub struct Scene {
    /// The width of the picture in pixels.
    pub width: u32,
    /// The height of the picture in pixels.
    pub height: u32,
    /// The height of a card in widths of a card.
    pub tall: f32,
    /// The radius of a card's corners.
    pub corner: f32,
    /// The cards in the order of the table. A card covers those before it.
    pub cards: Vec<Placed>,
    /// Other things on the table. Each covers those before it.
    pub things: Vec<Thing>,
    /// The table.
    pub table: Table,
    /// The light.
    pub light: Light,
    /// The camera.
    pub camera: Camera,
    /// The effects of lens, sensor and phone on the picture.
    pub lens: Lens,
    /// The seed of the pattern of the table and of the noise.
    pub seed: u64,
}

impl Scene {
    /// The same scene in a picture whose longer side has this many pixels.
    #[must_use]
    pub fn sized(mut self, longest: u32) -> Self {
        let factor = longest as f32 / self.width.max(self.height) as f32;
        let scaled = |length: u32| (length as f32 * factor) as u32;
        (self.width, self.height) = (scaled(self.width), scaled(self.height));
        self.camera.centre = self.camera.centre.map(|c| c * factor);
        self.camera.focal *= factor;
        self
    }

    /// The same scene with cards of another edition.
    #[must_use]
    pub fn printed(mut self, edition: Edition) -> Self {
        for card in &mut self.cards {
            card.edition = edition;
        }
        self
    }
}

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed {
    /// The card.
    pub card: ClassicCard,
    /// The edition to which it belongs.
    pub edition: Edition,
    /// Which of the many ways to print it; see [`super::Face::of`].
    pub variant: u64,
    /// Where its centre lies.
    pub centre: [f32; 2],
    /// How far it is turned clockwise, in radians.
    pub angle: f32,
    /// How high its corners are above the table: upper left, upper right, lower right, lower left.
    pub lift: [f32; 4],
    /// How far the middles of its edges are bent sideways: the short ones, and the long ones.
    pub bend: [f32; 2],
    /// How far it moves the highlights that it mirrors.
    pub shine: [f32; 2],
}

/// A thing that is not a card: a rectangle with round corners.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Thing {
    /// Where its centre lies.
    pub centre: [f32; 2],
    /// Half its width and half its height.
    pub half: [f32; 2],
    /// The radius of its corners.
    pub radius: f32,
    /// How far it is turned clockwise, in radians.
    pub angle: f32,
    /// Its colour.
    pub colour: [f32; 3],
    /// Its surface.
    pub look: Look,
    /// How far its shadow reaches.
    pub height: f32,
    /// Whether it lies on top of the cards.
    pub above: bool,
}

/// The surface of a thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// One colour.
    Plain,
    /// Lines of text.
    Text,
    /// The back of a card: a white rim about a pattern.
    Back,
    /// A dark screen in a rim.
    Screen,
    /// A rim about something dark, such as coffee.
    Cup,
    /// Brighter along the middle, as round things are.
    Round,
}

/// The table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Table {
    /// Its main colour.
    pub colour: [f32; 3],
    /// The other colour of its pattern.
    pub second: [f32; 3],
    /// Its pattern.
    pub pattern: Pattern,
    /// The width of a unit of the pattern.
    pub scale: f32,
    /// The direction of the pattern.
    pub angle: f32,
    /// How much it mirrors, compared with a card.
    pub gloss: f32,
}

/// The pattern of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Hardly any.
    Plain,
    /// Wood: fine grain along boards.
    Grain,
    /// Stone: clouds and veins.
    Marble,
    /// Stripes.
    Stripes,
    /// Squares in three tones, as on a tablecloth.
    Checks,
    /// Cloth: fine threads.
    Weave,
    /// Spots.
    Spots,
}

/// The light.
#[derive(Clone, PartialEq, Debug)]
pub struct Light {
    /// The light of lamps and windows, which shades keep away.
    pub key: [f32; 3],
    /// The light from all around.
    pub ambient: [f32; 3],
    /// How much the key light grows across the picture, to the right and down.
    pub slope: [f32; 2],
    /// Shadows and bright patches.
    pub shades: Vec<Shade>,
    /// The highlights that glossy surfaces mirror.
    pub highlights: Vec<Highlight>,
    /// Where the shadow of a point at height 1 falls.
    pub fall: [f32; 2],
    /// How dark drop shadows are: from 0 to 1.
    pub drop: f32,
    /// How soft drop shadows are: the width of their edge.
    pub softness: f32,
}

/// A part of the table in which the key light differs.
#[derive(Clone, PartialEq, Debug)]
pub struct Shade {
    /// The areas that it covers.
    pub areas: Vec<Area>,
    /// The width of its edge.
    pub softness: f32,
    /// The factor of the key light: below 1 in a shadow, above 1 in a bright patch.
    pub factor: f32,
}

/// A part of the table.
#[derive(Clone, PartialEq, Debug)]
pub enum Area {
    /// Everything beyond a line: a point on it and the direction.
    Beyond([f32; 2], [f32; 2]),
    /// Everything near the segment between two points.
    Near([f32; 2], [f32; 2], f32),
    /// A parallelogram: its centre and two half edges, the second perpendicular to the first.
    Box([f32; 2], [f32; 2], f32),
}

/// Something bright that a glossy surface mirrors: an ellipse.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Highlight {
    /// Where it is seen.
    pub centre: [f32; 2],
    /// The rows of the matrix that makes it the unit circle.
    pub rows: [[f32; 2]; 2],
    /// How hard its edge is: 0 for a soft glow, 1 for a window.
    pub edge: f32,
    /// The light that it adds.
    pub strength: [f32; 3],
}

/// A pinhole camera that looks at a point of the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// The point of the table.
    pub aim: [f32; 2],
    /// Where the picture shows that point, in pixels.
    pub centre: [f32; 2],
    /// How far away the camera is.
    pub distance: f32,
    /// The angle between the view and the perpendicular of the table, in radians.
    pub tilt: f32,
    /// The direction in which the camera stands; a quarter turn is at the lower edge of the table.
    pub azimuth: f32,
    /// How far the picture is turned clockwise, in radians.
    pub roll: f32,
    /// The focal length, in pixels.
    pub focal: f32,
}

/// The effects of lens, sensor and phone on the picture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lens {
    /// The standard deviation of the blur, in pixels.
    pub blur: f32,
    /// The way that the picture moves while it is taken, in pixels.
    pub motion: [f32; 2],
    /// How much darker the corners are: from 0 to 1.
    pub vignette: f32,
    /// The factor of the light, for each channel: exposure and white balance.
    pub gain: [f32; 3],
    /// Light that the lens scatters over the whole picture.
    pub haze: f32,
    /// Noise that is the same everywhere: its standard deviation.
    pub read_noise: f32,
    /// Noise of the light: its standard deviation in full light.
    pub shot_noise: f32,
    /// The part of the noise that is a colour and lies in blotches of several pixels.
    pub blotches: f32,
    /// How much contrast is raised: 0 is neutral.
    pub contrast: f32,
    /// How much colours are raised: 1 is neutral.
    pub saturation: f32,
    /// How much edges are sharpened: 0 is not at all.
    pub sharpening: f32,
    /// How far the halo of a sharpened edge reaches, in pixels.
    pub halo: usize,
    /// The quality of the JPEG, from 1 to 100, if it is compressed.
    pub jpeg: Option<u8>,
}
