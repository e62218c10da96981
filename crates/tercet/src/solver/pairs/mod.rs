//! Pairs: two cards fix the third.
//!
//! With three values, any two cards lie in exactly one set: in a property in which they agree,
//! the third card shows their value; in one in which they differ, the value that is left. So it
//! is enough to go through the `n(n−1)/2` pairs of the board and to look the third card up. The
//! recipe calls this its fast variant; Overney and Sieving call it pair checking.
//!
//! [`PairsHash`] is the plain form, with cards as tuples in a hash table. [`PairsBits`] asks the
//! same question with bit logic and a look-up made for it. [`PairsMeet`] does for four values what
//! they do for three: there a pair fixes what the other pair of its set shows.

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
