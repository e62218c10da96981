//! What the classes of hands need to know of the symmetries of a deck.

/// A group of symmetries of a deck. Its cards are points: their ranks in the deck.
pub(super) trait Geometry {
    type Hand<'a>: Growing
    where
        Self: 'a;

    /// How many symmetries there are.
    fn order(&self) -> u128;

    /// A hand without points.
    fn hand(&self) -> Self::Hand<'_>;

    /// How many symmetries take a hand to itself.
    fn stabiliser(&self, hand: &Coloured) -> u128;

    /// Whether a symmetry takes one hand to the other.
    fn maps(&self, from: &Coloured, to: &Coloured) -> bool;
}

/// A hand whose points have colours that are the same for every image of the hand.
pub(super) struct Coloured<'a> {
    pub(super) points: &'a [u16],
    pub(super) colours: &'a [u64],
}

/// A hand that grows by one point at its end.
pub(super) trait Growing {
    fn points(&self) -> &[u16];

    fn holds(&self, point: u16) -> bool;

    /// Whether there is no set with this point, which is not in the hand, and points of the hand.
    fn stays_free(&self, point: u16) -> bool;

    fn push(&mut self, point: u16);

    /// Takes the last point back.
    fn pop(&mut self);

    /// Holds these points instead, to which others are to be added.
    fn restart(&mut self, points: &[u16]) {
        while !self.points().is_empty() {
            self.pop();
        }
        for &point in points {
            self.push(point);
        }
        let mut invariants = std::mem::take(self.invariants_before());
        invariants.clear();
        invariants.extend(points.iter().map(|&point| self.invariant(point)));
        *self.invariants_before() = invariants;
    }

    /// Storage for the invariants of the points that the hand had at first.
    fn invariants_before(&mut self) -> &mut Vec<u64>;

    /// The *invariant* of a point of the hand: a number that is cheap to compute and the same for the
    /// images of the point in every image of the hand.
    fn invariant(&self, point: u16) -> u64;

    /// Storage for the invariants of all points.
    fn invariants(&mut self) -> &mut Vec<u64>;

    /// Whether a point could have the greatest invariant if it were added: a quick look, which may say
    /// yes too often, but never no wrongly. Comes after [`restart`](Self::restart).
    fn may_lead(&self, point: u16) -> bool;

    /// How many points of the hand have the greatest invariant, if the last one is among them.
    ///
    /// Of all ways to come by a hand point by point, this picks those whose last point is of the
    /// greatest invariant (McKay's canonical augmentation). Most others are seen after a few looks, if
    /// the points come in descending order of their invariants before.
    fn leaders(&mut self) -> Option<usize> {
        let mut invariants = std::mem::take(self.invariants());
        invariants.clear();
        let (&last, others) = self.points().split_last()?;
        let most = self.invariant(last);
        let leads = others.iter().all(|&point| {
            invariants.push(self.invariant(point));
            invariants.last().is_some_and(|&invariant| invariant <= most)
        });
        invariants.push(most);
        let leaders = invariants.iter().filter(|&&invariant| invariant == most).count();
        *self.invariants() = invariants;
        leads.then_some(leaders)
    }

    /// A number that is the same for every image of the hand, and seldom for others; also gives the
    /// points their colours. Comes after [`leaders`](Self::leaders).
    fn fingerprint(&mut self) -> u64;

    /// The colours of the points, by the last fingerprint.
    fn colours(&self) -> &[u64];

    /// The places of the points in the hand, those with the greatest invariant first.
    fn by_invariant(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.points().len()).collect();
        order.sort_by_cached_key(|&i| std::cmp::Reverse(self.invariant(self.points()[i])));
        order
    }
}

/// Mixes the bits of a number: the finaliser of `SplitMix64` (Steele, Lea and Flood 2014).
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// An odd number for a small one, so that sums and products of a few of them tell much about those
/// they are made of.
pub(super) fn scatter(number: u16) -> u64 {
    SCATTERED[usize::from(number)]
}

static SCATTERED: [u64; 512] = {
    let mut scattered = [0; 512];
    let mut number = 0;
    while number < scattered.len() {
        scattered[number] = mix(number as u64 + 1) | 1;
        number += 1;
    }
    scattered
};
