//! The tests of the crate as one program, which is linked once.

mod facade;
mod game;
mod hints;
mod laws;
mod maximal;
mod methods;
mod odds;
mod packing;
mod parser;
mod pictures;
mod record;
mod reduction;
mod refused;
mod table;
mod variants;
