//! The clock for time limits.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// A clock: that of the system, or one supplied by the caller where the system has none, as in a
/// web page.
#[derive(Clone, Default)]
pub struct Clock(Option<Lent>);

/// The time since some fixed moment.
type Lent = Arc<dyn Fn() -> Duration + Send + Sync>;

impl Clock {
    /// The system's clock, which a web page (`wasm32-unknown-unknown`) does not have.
    #[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
    pub const fn system() -> Self {
        Self(None)
    }

    /// A clock that returns the time since some fixed moment. It must never go back, and may be
    /// read from any thread.
    pub fn new(now: Arc<dyn Fn() -> Duration + Send + Sync>) -> Self {
        Self(Some(now))
    }

    /// The time since the fixed moment.
    ///
    /// # Panics
    ///
    /// If this is the system's clock, on a target that has none.
    pub fn now(&self) -> Duration {
        self.0.as_ref().map_or_else(system_now, |now| now())
    }
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
fn system_now() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
fn system_now() -> Duration {
    panic!("this target has no clock: measure limits of time by one that is lent (Limit::by)")
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Clock(lent)" } else { "Clock(system)" })
    }
}
