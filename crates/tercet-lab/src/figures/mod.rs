//! The figures and tables of the sources, one file a source.

pub mod timed;

/// How much is measured.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extent {
    /// As much as shows what the figure is about, in seconds.
    Quick,
    /// As much as the source did, or more.
    Full,
}

impl Extent {
    /// The first of two for a quick report, the second for a full one.
    pub(crate) fn of<T>(self, (quick, full): (T, T)) -> T {
        match self {
            Self::Quick => quick,
            Self::Full => full,
        }
    }
}
