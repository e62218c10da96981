//! Training data of the network: patches of places in photographs.

use tercet::solver::Limit;

use crate::chain::Symbol;
use crate::network::look;
pub use crate::odds::Witnesses;
use crate::odds::{self, judge};
use crate::patch::Patch;
use crate::read::see;
use crate::scaled::Scaled;
use crate::symbol::candidates;
use crate::{Frame, Photograph, ReadCard, Reading};

/// The frames of all places that may show a symbol, in pixels of the photograph as stored.
pub fn places(photograph: &Photograph) -> Vec<Frame> {
    let of = |limit: &Limit| {
        let scaled = Scaled::of(photograph, limit)?;
        candidates(&[&scaled, &scaled.coarser(limit)?], limit)
    };
    let places = of(&Limit::none()).expect("there is no limit");
    places.iter().map(|place| place.frame).collect()
}

/// The values of the patch of a frame: 32 rows of 48 cells of 4 channels.
pub fn patch(photograph: &Photograph, frame: &Frame) -> Vec<f32> {
    Patch::of(photograph, frame).values
}

/// The probability of a symbol in a patch, according to the network.
pub fn symbol(values: &[f32]) -> f32 {
    look(values).symbol
}

/// The reading of a photograph, and for each of its cards, in the order of the table, what shows whether it is right.
pub fn witnesses(photograph: &Photograph) -> (Reading, Vec<Witnesses>) {
    let seen = see(photograph, &Limit::none()).expect("there is no limit");
    let reading = judge(photograph, &seen.cards, &seen.unread);
    let (_, all) = odds::witnesses(photograph, &seen.cards);
    let of = |card: &ReadCard| {
        let is_first = |symbol: &Symbol| photograph.upright(symbol.frame.centre) == card.symbols[0];
        let index = seen.cards.iter().position(|card| is_first(&card.chain.symbols[0]));
        all[index.expect("each card was seen")].1
    };
    let witnesses = reading.cards.iter().map(of).collect();
    (reading, witnesses)
}
