//! From symbols to cards: the symbols of one card are alike and stand in a row.
//!
//! The symbols of a card lie side by side along their short axes, at a distance that is the same on
//! all cards of a deck. In the frame of a symbol its neighbour is therefore always at about the
//! same place, which the cards with several symbols of the same shape show. At this place, both
//! ends of a row are examined again: the network may still see a symbol that a reflection hid from
//! the search. The row ends where the network sees no symbol.

use crate::edition::{PRINTS, Print, SHAPES};
use crate::fit::{faint, like_cards, on_sheet, straightened};
use crate::network::Sight;
use crate::outline::Outline;
use crate::point::{median, nearest, sort};
use crate::{Frame, Point};

/// A symbol that was found.
#[derive(Clone, Debug)]
pub(crate) struct Symbol {
    /// Its principal axes, in pixels of the photograph as stored.
    pub(crate) frame: Frame,
    /// The answer of the network about it.
    pub(crate) sight: Sight,
    /// The hue of its ink.
    pub(crate) hue: Point,
    /// The part of it that is so bright that the camera clips it.
    pub(crate) clipped: f32,
    /// The pixels of the photograph along a cell of its patch.
    pub(crate) pixels: f32,
    /// The colour of the paper about it.
    pub(crate) tint: Point,
}

impl Symbol {
    /// The printed shape that it most likely has.
    pub(crate) fn shape(&self) -> usize {
        likeliest(&self.sight.shape)
    }

    /// How probable it is that two symbols agree in colour, shading and shape.
    pub(crate) fn agreement(&self, other: &Self) -> f32 {
        let same = |one: &[f32], other: &[f32]| -> f32 {
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
    /// Whether no search found its symbols, but a look at the places where a card has them.
    pub(crate) is_faint: bool,
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
            let printed = |sheet: Outline| sheet.frame().v * (1.0 / PRINTS[first.shape()].high);
            return self.sheet.map_or_else(|| steps.of(first), printed);
        }
        (last.frame.centre - first.frame.centre) * (1.0 / (self.symbols.len() - 1) as f32)
    }
}

/// For each printed shape, where the next symbol is in the frame of one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Steps([Point; SHAPES]);

impl Steps {
    /// The way to the symbol after this one.
    pub(crate) fn of(&self, symbol: &Symbol) -> Point {
        let Point { x, y } = self.0[symbol.shape()];
        symbol.frame.u * x + symbol.frame.v * y
    }
}

/// The probability of a further symbol at a place that is hidden.
const UNSEEN: f32 = 0.3;

/// The part of a place that may be so bright that the camera clips it; above it, ink is lost.
const WASHED_OUT: f32 = 0.4;

/// Joins the symbols among some places to cards: those on one sheet, and those that stand in a row.
/// `look` returns what is seen in another frame, unless the frame lies outside the picture. Returns the
/// symbols of each card; where the next symbols are; and sheets like those of the cards on which no
/// symbol can be seen.
pub(crate) fn join(
    seen: &[Symbol],
    sheets: &[Outline],
    look: impl Fn(&Frame) -> Option<Symbol>,
) -> (Vec<Chain>, Steps, Vec<Outline>) {
    let mut symbols = distinct(seen.iter().cloned());
    let mut steps = measured(&symbols);
    let mut done: Vec<Chain> = Vec::new();
    let add = |mut chain: Chain, done: &mut Vec<Chain>| {
        fill(&mut chain, &steps, &look);
        extend(&mut chain, &steps, &look, &mut Vec::new(), done);
        done.push(chain);
    };
    let mut others: Vec<Outline> = Vec::new();
    for sheet in sheets {
        let is_on = |symbol: &Symbol| sheet.contains(symbol.frame.centre);
        // Symbols that are in use do not count again: one sheet may lie within another.
        let is_used = done.iter().flat_map(|chain| &chain.symbols).any(is_on);
        let chain = if is_used { None } else { on_sheet(sheet, seen, &look) };
        match chain {
            Some(chain) => {
                symbols.retain(|symbol| !is_on(symbol));
                add(chain, &mut done);
            }
            None => others.push(*sheet),
        }
    }
    // Other sheets are cards if they are as large as those on the same table.
    let cards: Vec<Outline> = done.iter().filter_map(|chain| chain.sheet).collect();
    let mut blank: Vec<Outline> = Vec::new();
    for sheet in like_cards(&others, &cards) {
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
    for symbol in &mut symbols {
        if let Some(card) = nearest(&cards, symbol.frame.centre, Outline::centre) {
            *symbol = straightened(symbol, &card.frame(), &look);
        }
    }
    let mut known: Vec<Symbol> = done.iter().flat_map(|chain| chain.symbols.clone()).collect();
    let area = |symbol: &Symbol| symbol.frame.area();
    let middle = median(known.iter().chain(&symbols).map(area)).unwrap_or_default();
    symbols.retain(|symbol| (0.16..6.0).contains(&(area(symbol) / middle)));
    known.extend_from_slice(&symbols);
    steps = measured(&known);
    let mut chains = in_rows(&symbols, &steps);
    // The longest first: a symbol found at an end cannot begin another chain.
    sort(&mut chains, |chain| -(chain.symbols.len() as f32));
    while !chains.is_empty() {
        let mut chain = chains.remove(0);
        extend(&mut chain, &steps, &look, &mut chains, &done);
        done.push(chain);
    }
    (done, steps, blank)
}

/// The places that are symbols, each once.
pub(crate) fn distinct(seen: impl Iterator<Item = Symbol>) -> Vec<Symbol> {
    let mut seen: Vec<Symbol> = seen.filter(|symbol| symbol.sight.symbol > 0.5).collect();
    sort(&mut seen, |symbol| -symbol.sight.symbol);
    let mut symbols: Vec<Symbol> = Vec::new();
    for symbol in seen {
        let overlaps = |other: &Symbol| {
            other.frame.of(symbol.frame.centre).length() < 1.6
                || symbol.frame.of(other.frame.centre).length() < 1.6
        };
        if !symbols.iter().any(overlaps) {
            symbols.push(symbol);
        }
    }
    symbols
}

/// Turns the axes of a symbol so that the short one points along its chain.
pub(crate) fn align(symbol: &mut Symbol, along: Point) {
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
            // A symbol of another card is not a further symbol of this one.
            let is_near = |symbol: &Symbol| frame.of(symbol.frame.centre).length() < 1.2;
            let taken = rest.iter().position(|other| other.symbols.iter().any(is_near));
            if chain.sheet.is_some_and(|sheet| !sheet.contains(place))
                || done.iter().flat_map(|chain| &chain.symbols).any(is_near)
                || taken.is_some_and(|other| rest[other].symbols.len() > 1)
            {
                chain.further[end] = 0.0;
                break;
            }
            let alone = taken.map(|other| rest[other].symbols[0].clone());
            let Some(seen) = alone.or_else(|| look(&frame)) else {
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
    let aside = PRINTS[one.shape()].slant * 1.4;
    ((3.2..=9.5).contains(&way.y) && way.x.abs() < aside && unlike < 0.5).then_some(way)
}

/// Where the next symbols are on the cards of this picture.
fn measured(symbols: &[Symbol]) -> Steps {
    let mut steps = Steps(std::array::from_fn(|shape| PRINTS[shape].step));
    for (shape, Print { step: printed, .. }) in PRINTS.iter().enumerate() {
        let alike: Vec<&Symbol> = symbols.iter().filter(|symbol| symbol.shape() == shape).collect();
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
        let middle = |of: fn(&Point) -> f32| median(ways.iter().map(of));
        if let (Some(x), Some(y)) = (middle(|way| way.x), middle(|way| way.y)) {
            steps.0[shape] = Point::new(x, y);
        }
    }
    steps
}

/// Joins symbols that stand where the next one must, the best pairs first.
fn in_rows(symbols: &[Symbol], steps: &Steps) -> Vec<Chain> {
    let mut pairs = Vec::new();
    for (index, one) in symbols.iter().enumerate() {
        let step = steps.0[one.shape()];
        for (other, neighbour) in symbols.iter().enumerate().skip(index + 1) {
            if let Some(way) = way(one, neighbour) {
                let aside = (way.x - step.x).abs() * 0.25 / PRINTS[one.shape()].slant;
                let off = (way.y / step.y - 1.0).abs() + aside;
                if off < 0.45 {
                    pairs.push((off - 0.2 * one.agreement(neighbour), index, other));
                }
            }
        }
    }
    sort(&mut pairs, |pair| pair.0);
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
    let mut all = Vec::new();
    for chain in chains {
        let of = |index: usize| symbols[index].clone();
        let mut symbols: Vec<Symbol> = chain.into_iter().map(of).collect();
        // All axes point the same way, and the chain runs along the short ones.
        let along = match &symbols[..] {
            [_] => symbols[0].frame.v,
            [first, .., last] => last.frame.centre - first.frame.centre,
            [] => continue,
        };
        for symbol in &mut symbols {
            align(symbol, along);
        }
        all.push(Chain { symbols, further: [0.0; 2], sheet: None, is_faint: false });
    }
    all
}
