//! Pairs: two cards determine the third.
//!
//! With three values, any two cards are in exactly one set: in a property in which they agree, the
//! third card has their value; in a property in which they differ, it has the remaining value. So
//! it is enough to go through the `n(n−1)/2` pairs of the board and to look up the third card. The
//! recipe calls this its fast variant; Overney and Sieving call it pair checking.
//!
//! [`PairsHash`] is the plain form, with cards as tuples in a hash table. [`PairsBits`] does the
//! same with bit logic and a special lookup. [`PairsMeet`] is the counterpart for four values,
//! where a pair determines the name of the other pair of its set.

mod bits;
mod fewest;
mod hash;
mod lookup;
mod meet;

pub(super) use bits::PairsBits;
pub(crate) use fewest::fewest_differing;
pub(super) use hash::PairsHash;
pub(super) use lookup::{Lookup, Row};
pub(super) use meet::PairsMeet;
