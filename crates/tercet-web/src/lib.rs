//! The page of Tercet.
