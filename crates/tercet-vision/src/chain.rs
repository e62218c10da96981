//! From symbols to cards: the symbols of one card are alike and stand in a row.
//!
//! The symbols of a card lie side by side along their short axes, at a distance that is the same on
//! all cards of a deck. In the frame of a symbol its neighbour is therefore always at about the
//! same place, which the cards with several symbols of the same shape show. At this place, both
//! ends of a row are examined again: the network may still see a symbol that a reflection hid from
//! the search. The row ends where the network sees no symbol.

use crate::network::Sight;
use crate::outline::Outline;
use crate::{Frame, Point};

/// A symbol that was found.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    /// Its principal axes, in pixels of the photograph as stored.
    pub(crate) frame: Frame,
    /// The answer of the network about it.
    pub(crate) sight: Sight,
    /// The part of it that is as bright as the camera can show.
    pub(crate) clipped: f32,
    /// The pixels of the photograph along a cell of its patch.
    pub(crate) pixels: f32,
}

impl Symbol {
    /// The shape that it most likely has.
    pub(crate) fn shape(&self) -> usize {
        likeliest(&self.sight.shape)
    }

    /// How probable it is that two symbols agree in colour, shading and shape.
    pub(crate) fn agreement(&self, other: &Self) -> f32 {
        let same = |one: &[f32; 3], other: &[f32; 3]| -> f32 {
            one.iter().zip(other).map(|(one, other)| one * other).sum()
        };
        let (one, other) = (&self.sight, &other.sight);
        same(&one.colour, &other.colour)
            * same(&one.shading, &other.shading)
            * same(&one.shape, &other.shape)
    }
}

/// The position of the greatest of some odds.
pub(crate) fn likeliest(odds: &[f32]) -> usize {
    let most = (0..odds.len()).max_by(|&one, &other| odds[one].total_cmp(&odds[other]));
    most.unwrap_or(0)
}

/// The symbols of a card, in a row.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    /// From one to three symbols.
    pub(crate) symbols: Vec<Symbol>,
    /// How probable it is that there are further symbols: before the first, and after the last one.
    pub(crate) further: [f32; 2],
    /// The edges of the card, if it is a sheet: its upper one is before the first symbol.
    pub(crate) sheet: Option<Outline>,
}

impl Chain {
    /// The middle of the symbols.
    pub(crate) fn centre(&self) -> Point {
        let (first, last) = (&self.symbols[0], &self.symbols[self.symbols.len() - 1]);
        (first.frame.centre + last.frame.centre) * 0.5
    }

    /// The way from a symbol to the next one.
    pub(crate) fn step(&self, steps: &Steps) -> Point {
        let (first, last) = (&self.symbols[0], &self.symbols[self.symbols.len() - 1]);
        if self.symbols.len() == 1 {
            let printed = |sheet: Outline| sheet.frame().v * (1.0 / HIGH[first.shape()]);
            return self.sheet.map_or_else(|| steps.of(first), printed);
        }
        (last.frame.centre - first.frame.centre) * (1.0 / (self.symbols.len() - 1) as f32)
    }
}

/// For each shape, where the next symbol is in the frame of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps([Point; 3]);

/// As measured on printed cards; a deck may differ.
const PRINTED: Steps = Steps([Point::new(0.0, 4.85), Point::new(0.0, 6.45), Point::new(0.1, 5.0)]);

/// From the centre of a card to its edges: along its short side in standard deviations of a symbol of
/// each shape, along its long side in steps, and in the standard deviations that a step has.
pub(crate) const WIDE: [f32; 3] = [2.65, 3.46, 2.9];
pub(crate) const HIGH: [f32; 3] = [1.66, 1.72, 1.85];
const STEP: [f32; 3] = [4.85, 6.45, 5.0];

/// How much longer than wide a card is.
pub(crate) const SLENDER: f32 = 89.0 / 57.0;

/// How far from the shape and the size of the nearest card a sheet may be that is a card: perspective
/// changes the size from card to card, but hardly the shape.
const UNLIKE: (f32, f32) = (0.35, 0.28);

/// How far from its printed size and place a symbol on a sheet may be.
const MISFIT: f32 = 0.6;

/// How much further to the side the next symbol may be than that of an oval: the axes of squiggles
/// are slanted on their cards, to either side and by angles that differ from edition to edition.
const SLANT: [f32; 3] = [1.0, 1.0, 2.2];

impl Steps {
    /// The way to the symbol after this one.
    pub(crate) fn of(&self, symbol: &Symbol) -> Point {
        let Point { x, y } = self.0[symbol.shape()];
        symbol.frame.u * x + symbol.frame.v * y
    }
}

/// How probable it is that there is a further symbol where nothing can be seen.
const UNSEEN: f32 = 0.3;

/// The part of a place that is as bright as the camera can show, from which on ink would not show.
const WASHED_OUT: f32 = 0.4;

/// Symbols joined to cards.
pub(crate) struct Joined {
    /// The symbols of each card.
    pub(crate) chains: Vec<Chain>,
    /// Where the next symbols are.
    pub(crate) steps: Steps,
    /// Sheets like those of the cards on which no symbol can be seen.
    pub(crate) blank: Vec<Outline>,
}

/// Joins symbols to cards: those on one sheet, and those that stand in a row. `look` returns the
/// symbol in another frame, unless the frame lies outside the picture.
pub(crate) fn join(
    mut symbols: Vec<Symbol>,
    sheets: &[Outline],
    look: impl Fn(&Frame) -> Option<Symbol>,
) -> Joined {
    let steps = steps(&symbols);
    let mut done: Vec<Chain> = Vec::new();
    let add = |mut chain: Chain, done: &mut Vec<Chain>| {
        fill(&mut chain, &steps, &look);
        extend(&mut chain, &steps, &look, &mut Vec::new(), done);
        done.push(chain);
    };
    let mut others: Vec<Outline> = Vec::new();
    for sheet in sheets {
        match on_sheet(sheet, &mut symbols) {
            Some(chain) => add(chain, &mut done),
            None => others.push(*sheet),
        }
    }
    // Other sheets are cards if they are as large as those on the same table.
    let cards: Vec<Frame> =
        done.iter().filter_map(|chain| chain.sheet).map(|sheet| sheet.frame()).collect();
    let mut blank: Vec<Outline> = Vec::new();
    for sheet in others.iter().filter_map(|sheet| like_a_card(sheet, &cards)) {
        let is_on = |symbol: &Symbol| sheet.contains(symbol.frame.centre);
        let known = done.iter().flat_map(|chain| &chain.symbols);
        if symbols.iter().chain(known).any(is_on) {
            continue;
        }
        match faint(sheet, &look) {
            Some(chain) => add(chain, &mut done),
            None => blank.push(sheet),
        }
    }
    let mut chains = in_rows(symbols, &steps);
    // The longest first: a symbol found at an end cannot begin another chain.
    chains.sort_by_key(|chain| std::cmp::Reverse(chain.symbols.len()));
    while !chains.is_empty() {
        let mut chain = chains.remove(0);
        extend(&mut chain, &steps, &look, &mut chains, &done);
        done.push(chain);
    }
    Joined { chains: done, steps, blank }
}

/// The symbols on a sheet, taken out of all symbols, if they can be those of a card.
fn on_sheet(sheet: &Outline, symbols: &mut Vec<Symbol>) -> Option<Chain> {
    let is_on = |symbol: &Symbol| sheet.contains(symbol.frame.centre);
    let on: Vec<&Symbol> = symbols.iter().filter(|symbol| is_on(symbol)).collect();
    if !(1..=3).contains(&on.len()) {
        return None;
    }
    let most = |card: &Frame| on.iter().map(|symbol| misfit(card, symbol)).fold(0.0, f32::max);
    let sheets = [*sheet, sheet.turned()];
    let sheet = *sheets.iter().find(|sheet| most(&sheet.frame()) < MISFIT)?;
    let card = sheet.frame();
    let mut on: Vec<Symbol> = symbols.extract_if(.., |symbol| is_on(symbol)).collect();
    on.sort_by(|one, other| card.of(one.frame.centre).y.total_cmp(&card.of(other.frame.centre).y));
    for symbol in &mut on {
        align(symbol, card.v);
    }
    Some(Chain { symbols: on, further: [0.0; 2], sheet: Some(sheet) })
}

/// How far a symbol is from its printed size and place on a card.
fn misfit(card: &Frame, symbol: &Symbol) -> f32 {
    let shape = symbol.shape();
    let (u, v) = (card.of_way(symbol.frame.u), card.of_way(symbol.frame.v));
    let (wide, high) = (u.x.hypot(v.x) * WIDE[shape], u.y.hypot(v.y) * STEP[shape] * HIGH[shape]);
    wide.ln().abs() + high.ln().abs() + card.of(symbol.frame.centre).x.abs()
}

/// A sheet, with its short edges first, if it is like the nearest card. In the frame of a card on the
/// same table every card has its printed sides and right angles, whichever way it is turned.
fn like_a_card(sheet: &Outline, cards: &[Frame]) -> Option<Outline> {
    let distance = |card: &&Frame| (card.centre - sheet.centre()).length();
    let near = cards.iter().min_by(|one, other| distance(one).total_cmp(&distance(other)))?;
    let is_like = |sheet: &Outline| {
        let on_table = |way: Point| {
            let way = near.of_way(way);
            Point::new(way.x, way.y * SLENDER)
        };
        let (u, v) = (on_table(sheet.frame().u), on_table(sheet.frame().v));
        let (wide, high) = (u.length().ln(), (v.length() / SLENDER).ln());
        (wide - high).abs() + (u.dot(v) / u.cross(v)).abs() < UNLIKE.0
            && (wide + high).abs() / 2.0 < UNLIKE.1
    };
    [*sheet, sheet.turned()].into_iter().find(is_like)
}

/// The symbol in the middle of a sheet, or the lower one of two, that the search missed.
fn faint(sheet: Outline, look: &impl Fn(&Frame) -> Option<Symbol>) -> Option<Chain> {
    let card = sheet.frame();
    let places = [0, 1, 2].into_iter().flat_map(|shape| {
        [0.0, 0.5].map(|steps| {
            let (u, v) = (card.u * (1.0 / WIDE[shape]), card.v * (1.0 / HIGH[shape] / STEP[shape]));
            (shape, Frame { centre: card.at(0.0, steps / HIGH[shape]), u, v })
        })
    });
    let seen = places.filter_map(|(shape, frame)| {
        let symbol = look(&frame)?;
        Some((symbol.sight.symbol * symbol.sight.shape[shape], symbol))
    });
    let (odds, symbol) = seen.max_by(|one, other| one.0.total_cmp(&other.0))?;
    (odds > 0.5).then(|| Chain { symbols: vec![symbol], further: [0.0; 2], sheet: Some(sheet) })
}

/// Turns the axes of a symbol so that the short one points along its chain.
fn align(symbol: &mut Symbol, along: Point) {
    if symbol.frame.v.dot(along) < 0.0 {
        symbol.frame.u = symbol.frame.u * -1.0;
        symbol.frame.v = symbol.frame.v * -1.0;
    }
}

/// Between the first and the last of three symbols, a search may have missed the one in the middle.
fn fill(chain: &mut Chain, steps: &Steps, look: &impl Fn(&Frame) -> Option<Symbol>) {
    let [first, last] = &chain.symbols[..] else { return };
    let way = last.frame.centre - first.frame.centre;
    if way.length() > 1.5 * steps.of(first).length()
        && let Some(middle) = look(&first.frame.moved_to(first.frame.centre + way * 0.5))
    {
        chain.symbols.insert(1, middle);
    }
}

/// Looks beyond both ends of a chain for symbols that the search missed.
fn extend(
    chain: &mut Chain,
    steps: &Steps,
    look: &impl Fn(&Frame) -> Option<Symbol>,
    rest: &mut Vec<Chain>,
    done: &[Chain],
) {
    for end in [1, 0] {
        while chain.symbols.len() < 3 {
            let way = chain.step(steps);
            let last =
                if end == 1 { &chain.symbols[chain.symbols.len() - 1] } else { &chain.symbols[0] };
            let place = last.frame.centre + if end == 1 { way } else { way * -1.0 };
            let frame = last.frame.moved_to(place);
            if chain.sheet.is_some_and(|sheet| !sheet.contains(place)) {
                chain.further[end] = 0.0;
                break;
            }
            // A symbol of another card is not a further symbol of this one.
            let is_near = |symbol: &Symbol| frame.of(symbol.frame.centre).length() < 1.2;
            if done.iter().flat_map(|chain| &chain.symbols).any(is_near) {
                chain.further[end] = 0.0;
                break;
            }
            let taken = rest.iter().position(|other| other.symbols.iter().any(is_near));
            let seen = match taken {
                Some(other) if rest[other].symbols.len() == 1 => {
                    Some(rest[other].symbols[0].clone())
                }
                Some(_) => {
                    chain.further[end] = 0.0;
                    break;
                }
                None => look(&frame),
            };
            let Some(seen) = seen else {
                chain.further[end] = UNSEEN;
                break;
            };
            let alike = seen.agreement(last);
            chain.further[end] = seen.sight.symbol * alike.sqrt();
            if seen.clipped > WASHED_OUT && last.clipped < WASHED_OUT / 2.0 {
                chain.further[end] = chain.further[end].max(UNSEEN);
            }
            if seen.sight.symbol < 0.5 || alike < 0.15 {
                break;
            }
            if let Some(other) = taken {
                rest.remove(other);
            }
            let at = if end == 1 { chain.symbols.len() } else { 0 };
            chain.symbols.insert(at, seen);
        }
    }
    if chain.symbols.len() == 3 {
        chain.further = [0.0; 2];
    }
}

/// The place of one symbol in the frame of another, averaged over both, if they may be neighbours
/// on one card. It is always below.
fn way(one: &Symbol, other: &Symbol) -> Option<Point> {
    let ratio = one.frame.area() / other.frame.area();
    if !(0.5..=2.0).contains(&ratio) || one.agreement(other) < 0.1 {
        return None;
    }
    let there = one.frame.of(other.frame.centre);
    let back = other.frame.of(one.frame.centre);
    // The axes of a symbol may point either way.
    let there = if there.y < 0.0 { there * -1.0 } else { there };
    let back = if back.y < 0.0 { back * -1.0 } else { back };
    let way = (there + back) * 0.5;
    let unlike = (there.y / back.y - 1.0).abs();
    let aside = SLANT[one.shape()] * 1.4;
    ((3.2..=9.5).contains(&way.y) && way.x.abs() < aside && unlike < 0.5).then_some(way)
}

/// Where the next symbols are on the cards of this picture.
fn steps(symbols: &[Symbol]) -> Steps {
    let mut steps = PRINTED;
    for shape in 0..3 {
        let alike: Vec<&Symbol> = symbols.iter().filter(|symbol| symbol.shape() == shape).collect();
        let printed = PRINTED.0[shape];
        // The symbol nearest to each one is the next: the second next is twice as far.
        let nearest = |one: &Symbol| {
            let ways = alike
                .iter()
                .filter(|other| other.frame != one.frame)
                .filter_map(|other| way(one, other));
            ways.min_by(|one, other| one.y.total_cmp(&other.y))
        };
        let ways = alike.iter().filter_map(|one| nearest(one));
        let ways: Vec<Point> =
            ways.filter(|way| (0.65..1.75).contains(&(way.y / printed.y))).collect();
        if ways.is_empty() {
            continue;
        }
        let middle = |of: fn(&Point) -> f32| {
            let mut values: Vec<f32> = ways.iter().map(of).collect();
            values.sort_by(f32::total_cmp);
            values[values.len() / 2]
        };
        steps.0[shape] = Point::new(middle(|way| way.x), middle(|way| way.y));
    }
    steps
}

/// Joins symbols that stand where the next one must, the best pairs first.
fn in_rows(symbols: Vec<Symbol>, steps: &Steps) -> Vec<Chain> {
    let mut pairs = Vec::new();
    for (index, one) in symbols.iter().enumerate() {
        let step = steps.0[one.shape()];
        for (other, neighbour) in symbols.iter().enumerate().skip(index + 1) {
            if let Some(way) = way(one, neighbour) {
                let aside = (way.x - step.x).abs() * 0.25 / SLANT[one.shape()];
                let off = (way.y / step.y - 1.0).abs() + aside;
                if off < 0.45 {
                    pairs.push((off - 0.2 * one.agreement(neighbour), index, other));
                }
            }
        }
    }
    pairs.sort_by(|one, other| one.0.total_cmp(&other.0));
    // The chain of each symbol, as its symbols in order.
    let mut chains: Vec<Vec<usize>> = (0..symbols.len()).map(|index| vec![index]).collect();
    let mut chain_of: Vec<usize> = (0..symbols.len()).collect();
    for (_, one, other) in pairs {
        let (first, second) = (chain_of[one], chain_of[other]);
        if first == second || chains[first].len() + chains[second].len() > 3 {
            continue;
        }
        // Both must be at an end of their chain: then one chain continues where the other ends.
        let mut joined = chains[first].clone();
        let mut added = chains[second].clone();
        if joined[0] == one {
            joined.reverse();
        }
        if added[added.len() - 1] == other {
            added.reverse();
        }
        if joined[joined.len() - 1] != one || added[0] != other {
            continue;
        }
        joined.extend(added);
        let centre = |index: usize| symbols[joined[index]].frame.centre;
        if joined.len() == 3 {
            // Evenly spaced in a straight line.
            let (one, other) = (centre(1) - centre(0), centre(2) - centre(1));
            if (one - other).length() > 0.3 * (one + other).length() {
                continue;
            }
        }
        for &symbol in &joined {
            chain_of[symbol] = first;
        }
        chains[second].clear();
        chains[first] = joined;
    }
    let mut symbols: Vec<Option<Symbol>> = symbols.into_iter().map(Some).collect();
    let mut take = |index: usize| symbols[index].take().expect("a symbol is in one chain");
    let mut all = Vec::new();
    for chain in chains.into_iter().filter(|chain| !chain.is_empty()) {
        let mut symbols: Vec<Symbol> = chain.into_iter().map(&mut take).collect();
        // All axes point the same way, and the chain runs along the short ones.
        let along = match &symbols[..] {
            [_] => symbols[0].frame.v,
            [first, .., last] => last.frame.centre - first.frame.centre,
            [] => continue,
        };
        for symbol in &mut symbols {
            align(symbol, along);
        }
        all.push(Chain { symbols, further: [0.0; 2], sheet: None });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::like_a_card;
    use crate::outline::Outline;
    use crate::{Frame, Point};

    #[test]
    fn a_sheet_is_like_a_card_however_it_is_turned_on_a_table_seen_from_the_side() {
        // A card of 57 by 89, and a sheet with these half sides, turned by an angle; the camera sees the
        // table sheared and flattened.
        let seen = |x: f32, y: f32| Point::new(x + 0.4 * y, 0.6 * y);
        let card = Frame { centre: seen(0.0, 0.0), u: seen(28.5, 0.0), v: seen(0.0, 44.5) };
        let sheet = |wide: f32, high: f32, angle: f32| {
            let (sin, cos) = angle.sin_cos();
            let corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)];
            let turned = |(x, y): (f32, f32)| seen(x * cos - y * sin, 200.0 + x * sin + y * cos);
            Outline { corners: corners.map(turned), seen: [true; 4] }
        };
        for angle in [0.0, 0.5, 1.0, 1.5, 2.0] {
            assert!(like_a_card(&sheet(28.5, 44.5, angle), &[card]).is_some(), "{angle}");
            assert!(like_a_card(&sheet(28.5, 28.5, angle), &[card]).is_none(), "{angle}");
            let lying = like_a_card(&sheet(44.5, 28.5, angle), &[card]).expect("a card");
            let (u, v) = (lying.frame().u, lying.frame().v);
            let turned = seen(44.5 * angle.cos(), 44.5 * angle.sin());
            assert!((u.cross(v) - card.area()).abs() < 1.0 && v.cross(turned).abs() < 1.0);
        }
    }
}
