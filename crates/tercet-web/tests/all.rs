//! The tests of the crate as one program, which is linked once.

mod ask;
mod common;
mod files;
mod hostile;
