//! Hands without a set: caps, where sets are lines.

#[cfg(feature = "native")]
mod canonical;
mod complete;
#[cfg(feature = "native")]
mod extend;
mod max;
#[cfg(feature = "native")]
mod show;
#[cfg(feature = "native")]
mod sizes;
#[cfg(feature = "native")]
mod verify;

use std::time::Duration;

use tercet::solver::Limit;

pub use complete::{CapsComplete, CapsCompleted};
pub use max::{CapsLargest, CapsMax, CapsSearched};

#[cfg(feature = "native")]
pub use self::{
    canonical::{CanonicalForm, CapsCanonical},
    extend::{CapsExtend, CapsExtended, ExtendBy},
    show::{CapsShow, CapsShown},
    sizes::{CapSize, CapsSized, CapsSizes},
    verify::{CapsVerified, CapsVerify},
};

use crate::{Seconds, Session};

/// The default time of a search for large hands.
const SEARCH: Seconds = Seconds(Duration::from_secs(2));

/// The limit of a search that runs until its time is up.
fn search(session: &Session, timeout: Option<Seconds>) -> Limit {
    session.limit(Some(timeout.unwrap_or(SEARCH)))
}
