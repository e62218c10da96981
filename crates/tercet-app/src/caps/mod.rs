//! Hands without a set: caps, where sets are lines.

#[cfg(feature = "research")]
mod canonical;
mod complete;
#[cfg(feature = "research")]
mod extend;
mod max;
#[cfg(feature = "research")]
mod show;
#[cfg(feature = "research")]
mod sizes;
#[cfg(feature = "research")]
mod verify;

use std::time::Duration;

use tercet::solver::Limit;

#[cfg(feature = "research")]
pub use canonical::{CanonicalForm, CapsCanonical};
pub use complete::{CapsComplete, CapsCompleted};
#[cfg(feature = "research")]
pub use extend::{CapsExtend, CapsExtended, ExtendBy};
pub use max::{CapsLargest, CapsMax, CapsSearched};
#[cfg(feature = "research")]
pub use show::{CapsShow, CapsShown};
#[cfg(feature = "research")]
pub use sizes::{CapSize, CapsSized, CapsSizes};
#[cfg(feature = "research")]
pub use verify::{CapsVerified, CapsVerify};

use crate::{Seconds, Session};

/// How long a search for large hands takes if nothing is said.
const SEARCH: Seconds = Seconds(Duration::from_secs(2));

/// The limit of a search that goes on until its time is up.
fn search(session: &Session, timeout: Option<Seconds>) -> Limit {
    session.limit(Some(timeout.unwrap_or(SEARCH)))
}
