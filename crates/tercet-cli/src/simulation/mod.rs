//! What `simulate` and `merge` share: how far a simulation has come, and what it tells.

pub(crate) mod chart;
mod checkpoint;
mod file;
mod shard;
pub(crate) mod statistics;
pub(crate) mod tables;
pub(crate) mod workers;

pub(crate) use checkpoint::Checkpoint;
pub(crate) use shard::Shard;
