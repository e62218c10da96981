//! The methods there are: with or without those that ask somebody else's solver.

#[cfg(feature = "models")]
pub(crate) use tercet_models::{Method, Options, methods};

#[cfg(not(feature = "models"))]
pub(crate) use library::{Method, Options, methods};

#[cfg(not(feature = "models"))]
mod library {
    pub(crate) use tercet::solver::{METHODS, Method, Options};

    /// All methods of the library.
    pub(crate) fn methods() -> impl Iterator<Item = &'static Method> {
        METHODS.iter()
    }
}
