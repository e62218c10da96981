//! The question `estimate`: how long another question takes.

use tercet::statistics::mean;

use super::{PIECE, Part, Parted, PartedRequest, Units, begin};
use crate::prelude::*;

request! {
    /// How long a question that has parts is expected to take on one core, from a trial of some of its units.
    pub struct Estimate {
        /// The question.
        pub question: PartedRequest,
        /// Which part of it; the whole by default.
        pub part: Part,
        /// The time limit, also for what units need before them; by default units are tried for ten seconds.
        pub timeout: Option<Seconds>,
    }
}

/// How long a question is expected to take.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Estimated {
    /// The expected time in seconds on one core.
    pub seconds: f64,
    /// The lower end of its 95 % confidence interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many units there are.
    pub units: u64,
    /// How many of them were tried.
    pub tried: u64,
}

impl Answered for Estimated {}

/// How long units are tried by default.
const USUAL: Seconds = Seconds(std::time::Duration::from_secs(10));

impl Question for Estimate {
    type Answer = Estimated;

    fn cost(&mut self, means: Means) -> Result<Cost, Error> {
        self.question.cost(means)?;
        Ok(Cost::work(Some(self.timeout.unwrap_or(USUAL))))
    }

    fn ask(&self, session: &Session) -> Result<Estimated, Error> {
        self.question.estimate(self, session)
    }
}

impl Estimate {
    /// Tries blocks of consecutive units, spread evenly over all, as long as there is time. The time of all
    /// blocks is their number times the mean time of those that were tried. A block takes about as long as a piece of
    /// the work, because the way to its first unit takes time, too. A question that takes no longer than
    /// a block is tried as a whole.
    pub(super) fn about<Q: Parted>(
        &self,
        question: &Q,
        session: &Session,
    ) -> Result<Estimated, Error> {
        let time = self.timeout.unwrap_or(USUAL);
        let begin = |session: &Session| begin(question, self.part, session);
        let ((_, journal), prepared) = session.preparing(self.timeout, begin)?;
        // By default, the ten seconds begin now.
        let session = if self.timeout.is_some() { &prepared } else { session };
        let (range, limit) = (journal.range(), session.limit(Some(time)));
        let units = range.end - range.start;
        // There are 2^level blocks.
        let share =
            |blocks: u64, level: u32| ((u128::from(units) * u128::from(blocks)) >> level) as u64;
        let attempt = |block: u64, level: u32| {
            let [start, end] = [block, block + 1].map(|block| range.start + share(block, level));
            let watch = session.stopwatch();
            let yielded = journal.work().work(start..end, &limit, &mut Vec::new());
            yielded.map(|_| watch.elapsed().0.as_secs_f64())
        };
        let mut level = units.max(1).ilog2();
        let long = PIECE.min(time.0 / 50).as_secs_f64();
        while level > 0 && attempt((1 << level) / 2, level)? < long {
            level -= 1;
        }
        let (blocks, mut tried) = (1u64 << level, Vec::<f64>::new());
        for i in 0..blocks {
            // Van der Corput's sequence: the bits of the number, backwards.
            match attempt(i.reverse_bits().checked_shr(u64::BITS - level).unwrap_or(0), level) {
                Err(error) if error.code != Code::Deadline || tried.len() < 2 => return Err(error),
                Err(_) => break,
                Ok(seconds) => tried.push(seconds),
            }
        }
        let mean = mean(tried.iter().map(|&time| (time, 1))).expect("a block was tried");
        // If all units were tried, the sum is known.
        let interval = mean.interval.filter(|_| (tried.len() as u64) < blocks);
        let (low, high) = interval.unwrap_or((mean.value, mean.value));
        let [seconds, low, high] = [mean.value, low, high].map(|time| time * blocks as f64);
        Ok(Estimated { seconds, low, high, units, tried: share(tried.len() as u64, level) })
    }
}
