//! How hard a photograph is to read: a number for each of its faults.

use super::draw::Draw;

macro_rules! knobs {
    ($($(#[$doc:meta])* $field:ident $knob:ident),+ $(,)?) => {
        /// How strong each fault of a photograph is: from 0 (none) to 1 (it cannot be read).
        #[derive(Clone, Copy, PartialEq, Debug, Default)]
        pub struct Difficulty {
            $($(#[$doc])* pub $field: f32),+
        }

        /// The name of one number of a [`Difficulty`].
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Knob {
            $($(#[$doc])* $knob),+
        }

        impl Knob {
            /// All knobs.
            pub const ALL: &'static [Self] = &[$(Self::$knob),+];

            /// Its name.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$knob => stringify!($field)),+ }
            }
        }

        impl Difficulty {
            /// The number of a knob, to be changed.
            pub fn get_mut(&mut self, knob: Knob) -> &mut f32 {
                match knob { $(Knob::$knob => &mut self.$field),+ }
            }
        }
    };
}

knobs! {
    /// The camera looks from the side.
    perspective Perspective,
    /// Cards mirror lamps and windows.
    glare Glare,
    /// The picture is out of focus or shaken.
    blur Blur,
    /// The sensor has little light.
    noise Noise,
    /// The file is small.
    jpeg Jpeg,
    /// The light has a colour.
    cast Cast,
    /// Shadows and bright patches lie on the cards.
    shadow Shadow,
    /// The picture is too bright or too dark, or flat.
    exposure Exposure,
    /// Cards cover one another.
    overlap Overlap,
    /// Cards reach over the edge of the picture.
    cut_off CutOff,
    /// Cards, and the camera, are turned.
    rotation Rotation,
    /// Cards are lifted or bent.
    bend Bend,
    /// Other things lie on the table.
    clutter Clutter,
    /// The picture has few pixels.
    low_resolution LowResolution,
    /// The cards fill a small part of the picture.
    distance Distance,
    /// The table is as bright as the cards.
    low_contrast_table LowContrastTable,
    /// The table has a pattern.
    pattern Pattern,
}

impl Difficulty {
    /// The same with another number for one knob.
    #[must_use]
    pub fn with(mut self, knob: Knob, amount: f32) -> Self {
        *self.get_mut(knob) = amount;
        self
    }

    /// The same number for every knob.
    pub fn all(amount: f32) -> Self {
        Knob::ALL.iter().fold(Self::default(), |difficulty, &knob| difficulty.with(knob, amount))
    }

    /// A photograph that was taken with care: every card lies free and is easy to read.
    pub fn mild() -> Self {
        Self { overlap: 0.0, cut_off: 0.0, perspective: 0.25, ..Self::all(0.15) }
    }

    /// Each knob is drawn anew: a third are 0, most are low, some are high. Cards are covered or
    /// cut off in a third of the pictures only. A reader should be trained with this mixture.
    pub fn random(seed: u64) -> Self {
        let mut draw = Draw::new(seed, "difficulty");
        let mut difficulty = Self::default();
        // Some photographs have hardly any fault, others many.
        let general = draw.between(0.35, 1.0);
        for &knob in Knob::ALL {
            let rare = matches!(knob, Knob::Overlap | Knob::CutOff);
            let zero = draw.chance(if rare { 0.7 } else { 0.3 });
            let (high, amount) = (draw.chance(0.12), draw.unit());
            let amount = match (zero, high) {
                (true, _) => 0.0,
                (_, true) => 0.3 + 0.5 * amount,
                _ => 0.45 * amount * general,
            };
            *difficulty.get_mut(knob) = amount;
        }
        // Several of these at once leave nothing to read.
        let blind = difficulty.blur + difficulty.noise + difficulty.low_resolution;
        if blind > 1.0 {
            for knob in [Knob::Blur, Knob::Noise, Knob::LowResolution] {
                *difficulty.get_mut(knob) /= blind;
            }
        }
        difficulty
    }
}
