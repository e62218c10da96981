//! The tests of the crate as one program, which is linked once.

mod classes;
mod packings;
mod record;
mod schema;
mod sheet;
