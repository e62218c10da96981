//! The tests of the crate as one program, which is linked once.

mod bad_input;
mod caps;
mod checkpoints;
mod commands;
mod common;
mod documents;
mod export;
mod golden;
mod hostile;
mod many;
mod odds;
mod order;
mod overwrite;
mod pack;
mod play;
mod plot;
mod proofs;
mod race;
mod reduce;
mod reproduce;
mod serve;
mod sheets;
mod simulate;
