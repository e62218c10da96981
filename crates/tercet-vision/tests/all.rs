//! The tests of the crate as one program, which is linked once.

mod degenerate;
mod difficulties;
mod editions;
mod files;
mod photographs;
