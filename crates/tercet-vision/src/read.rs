//! Reading a photograph, step by step.
//!
//! 1. The photograph is scaled down, and places that may show a symbol are found in it: `scaled`,
//!    `region`, `symbol`.
//! 2. Each is sampled from the full photograph, as ink on paper, and the network classifies it:
//!    `patch`, `network`.
//! 3. Bright quadrilaterals on a darker table are sheets, most of them cards: `sheet`.
//! 4. Symbols on one sheet, of the size and at the place that they have on a card, are the symbols of
//!    that card: `fit`. Elsewhere, symbols that stand in a row are: `chain`.
//! 5. Where there is no sheet, the edges of a card are looked for about its symbols: `outline`.
//! 6. Symbols and edges together give the odds: `odds`. The colours of all cards are judged together:
//!    `hue`. Sizes are compared as if seen from above: `tilt`.
//!
//! Symbols are dark on white everywhere, while the outline of a card is lost on a white table or
//! beside another card: so both ways remain. Symbols off the centre of their edges, a patch of paper
//! without symbols, and a gap in the rows of the table show that something was missed.
//!
//! Sheets brought the most. On 39 photographs by four photographers, 38 boards are right with them,
//! instead of 35, and 8 are unsure instead of 12. Two symbols that became two cards, and counts that a
//! reflection made too small, were the boards that they mended. Looking for faint symbols on a sheet
//! that has none brought the 39th board; and a gap in the rows counts only if edges show there, which
//! left 6 unsure. The size and place of a symbol on its sheet decide by a wide margin: on a card they are
//! hardly ever off by more than 0.3, and on its wrong side or on another sheet by 2 or more.
//!
//! Looking again at symbols along their axes on the table, and comparing cards as if seen from above, helped
//! where the camera looks from the side. Of 25 photographs shown as if from 0.55 of their height, 24 are right
//! instead of 20, with 270 of 271 cards instead of 253, and 5 are unsure instead of 12. Where colours are pale
//! and the light is warm, judging them together made 24 of 25 boards right instead of 20.
//!
//! A network that learns from drawn photographs alone reads as many real boards as one that also saw crops of real
//! cards: all 39 and 47. The drawings lacked several things at first. After the first round the network took a red
//! diamond that a reflection fades for hatched; reflections over a quarter of the patches mended that. It took few
//! dark lines along a symbol for solid ink where ink has no red at all, as on cards that a program draws: of 82 such
//! pictures 61 were right. Drawings with few lines changed nothing, and drawings without haze and noise made it 81.
//!
//! These changes did not pay:
//!
//! - Fitting the weights of the confidence to 3,579 cards on drawn photographs as harsh as those that train the
//!   network: 9 of the 39 boards were unsure instead of 7. With the last network and 5,299 cards: 6 instead of 4. It paid
//!   only with witnesses for what a picture does not show: see `odds`.
//! - Two epochs more, and the mean of the weights before and after them: 359 and 362 of 380 spoiled and drawn boards
//!   were right instead of 360, and 87 and 84 unsure instead of 85, which is chance (before edges were fitted by least
//!   squares).
//! - Training in steps of 256 patches instead of 64: each patch took 1.16 ms instead of 0.65, since less of the
//!   work fits into the caches.
//! - Three free groups of hues, each near its usual hue, instead of hues that are shifted and paler by shared
//!   amounts: 22 of the 25 pale boards were right, and with twice the weight one of them was silently wrong. The
//!   usual hues pulled the groups of a pale table apart.
//! - Fitting the weights of the confidence to 1,832 more drawn cards, with the new sizes: one of the 39
//!   photographs, made brighter, was silently wrong. Stretching the log-odds of the confidence by 0.73 and shifting
//!   them by 0.72, as 2,992 drawn cards suggest: 8 of the 39 were unsure instead of 7.
//! - Scaling a gap in the rows as it is seen, instead of from above: on 25 steep photographs it put 3 places
//!   between two cards.
//! - Comparing a sheet with the nearest card by one sum of its sides. At a limit of 0.4, which refuses a
//!   square, 33 of the 39 boards were right in a steep view and one was silently wrong; with limits of
//!   their own for shape and size, 36 and none. A wider limit of the size (0.4 instead of 0.28) brought
//!   one more false place on each of five variants of the photographs, and no card.
//! - Fitting the weights of the confidence anew, to 3,576 cards of 320 drawn photographs that were read
//!   with sheets. On the photographs and six variants of them (turned, small, blurred, dark, in warm
//!   light, steep) 75 boards were unsure instead of 76.
//! - Asking patches at the edge of the picture to be convex, as a part of a card is. The two false places
//!   on the 39 photographs remained: a reflection on wood is also convex.

use tercet::board::BoardError;
use tercet::classic::ClassicCard;
use tercet::solver::Limit;
use tercet::{Board, Card, Deck, Stop};

use crate::chain::{Chain, Steps, Symbol, join};
use crate::edition::{PRINTS, Print, is_squiggle};
use crate::hue::hue;
use crate::layout::{Place, holes};
use crate::network::look;
use crate::odds::{Evidence, judge};
use crate::outline::{Outline, outline};
use crate::patch::Patch;
use crate::point::{median, sort};
use crate::scaled::{Map, Scaled};
use crate::sheet::sheets;
use crate::symbol::{candidates, grouped};
use crate::tilt::Tilt;
use crate::unread::unread;
use crate::{Edition, Frame, Photograph, Point};

/// The most places that the network looks at. Pictures of things other than cards may have
/// thousands.
const MOST_PLACES: usize = 500;

/// The odds above which a place that is not taken for a symbol may still be one.
const UNCLEAR: f32 = 0.15;

/// How far from the centre the rim of a card is examined, and at how many places of each side.
const RIM: f32 = 0.88;
const PLACES: usize = 16;

/// Reads the cards of a photograph.
pub fn read(photograph: &Photograph) -> Reading {
    read_within(photograph, &Limit::none()).expect("there is no limit")
}

/// Reads the cards of a photograph, under a limit.
///
/// # Errors
///
/// The reason to stop.
pub fn read_within(photograph: &Photograph, limit: &Limit) -> Result<Reading, Stop> {
    let seen = see(photograph, limit)?;
    limit.check()?;
    let mut reading = judge(photograph, &seen.cards, &seen.unread);
    limit.check()?;
    let missing = missing(photograph, &reading, &seen.scaled);
    limit.check()?;
    reading.unread.extend(missing);
    let outline = |place: &Unread| Outline { corners: place.corners, seen: [true; 4] };
    let covers = |one: &Unread, other: &Unread| outline(one).covers(&outline(other));
    let unread = grouped(reading.unread, limit, covers)?;
    reading.unread = unread.into_iter().map(|mut all| all.swap_remove(0)).collect();
    reading.doubt_for_unread();
    if seen.is_partial {
        reading.confidence /= 2.0;
    }
    Ok(reading)
}

/// The cards and other places seen in a photograph.
pub(crate) struct Seen {
    /// The cards.
    pub(crate) cards: Vec<Evidence>,
    /// The places that look like a card and were not read.
    pub(crate) unread: Vec<Unread>,
    /// Whether more places were found than [`MOST_PLACES`].
    is_partial: bool,
    /// The maps of the photograph.
    scaled: Scaled,
}

/// Looks for the symbols, cards and edges in a photograph.
pub(crate) fn see(photograph: &Photograph, limit: &Limit) -> Result<Seen, Stop> {
    limit.check()?;
    let scaled = Scaled::of(photograph, limit)?;
    let coarse = scaled.coarser(limit)?;
    let symbol = |frame: &Frame| {
        let patch = Patch::of(photograph, frame);
        let sight = look(&patch.values);
        let Patch { clipped, pixels, tint, .. } = patch;
        Symbol { frame: *frame, sight, hue: hue(&patch.values), clipped, pixels, tint }
    };
    let mut places = candidates(&[&scaled, &coarse], limit)?;
    sort(&mut places, |place| -(place.votes as f32));
    let is_partial = places.len() > MOST_PLACES;
    places.truncate(MOST_PLACES);
    let symbols = places.iter().map(|place| limit.check().map(|()| symbol(&place.frame)));
    let seen = symbols.collect::<Result<Vec<Symbol>, Stop>>()?;
    let [width, height] = photograph.stored_size().map(|side| side as f32);
    let is_inside = |at: Point| (0.0..width).contains(&at.x) && (0.0..height).contains(&at.y);
    // At the limit nothing more is seen, so the cards end there, and the limit is asked again after them.
    let may_look = |frame: &Frame| limit.check().is_ok() && is_inside(frame.centre);
    let look_at = |frame: &Frame| may_look(frame).then(|| symbol(frame));
    let sheets: Vec<Outline> =
        sheets(&scaled.low, limit)?.into_iter().map(|sheet| sheet.scaled(scaled.scale)).collect();
    let (chains, steps, blank) = join(&seen, &sheets, look_at);
    limit.check()?;
    let evidence = chains.into_iter().map(|chain| {
        limit.check()?;
        let outline = chain.sheet.unwrap_or_else(|| {
            let (card, free) = card(&chain, &steps);
            outline(&scaled.low, &card.scaled(1.0 / scaled.scale), free).scaled(scaled.scale)
        });
        let step = chain.step(&steps);
        let rim = uneven(&scaled.low, &outline.scaled(1.0 / scaled.scale));
        Ok(Evidence { chain, outline, step, rim })
    });
    let cards = evidence.collect::<Result<Vec<Evidence>, Stop>>()?;
    let outlines = cards.iter().map(|card| card.outline.scaled(1.0 / coarse.scale));
    let patches = unread(&coarse.low, &outlines.collect::<Vec<_>>(), limit)?;
    // A rectangle has half sides of √3 standard deviations.
    let about = |frame: &Frame, doubt| Unread { corners: frame.corners(3.0_f32.sqrt()), doubt };
    let is_free = |sheet: &&Outline| !cards.iter().any(|card| card.outline.covers(sheet));
    // What a place shows is told by the first reason that is found for it.
    let strange = |sheet: &&Outline| {
        let is_on = |symbol: &Symbol| sheet.contains(symbol.frame.centre);
        seen.iter().any(|symbol| symbol.sight.strange > 0.5 && is_on(symbol))
    };
    let on_sheet = |sheet: &Outline, doubt| Unread { corners: sheet.corners, doubt };
    let strange = sheets.iter().filter(is_free).filter(strange);
    let mut unread: Vec<Unread> = strange.map(|sheet| on_sheet(sheet, Doubt::Edition)).collect();
    unread.extend(patches.iter().map(|frame| about(&frame.scaled(coarse.scale), Doubt::Unseen)));
    let blank = blank.iter().filter(is_free);
    unread.extend(blank.map(|sheet| on_sheet(sheet, Doubt::Unseen)));
    unread.extend(unclear(&seen, &cards).map(|symbol| about(&symbol.frame, Doubt::Shape)));
    Ok(Seen { cards, unread, is_partial, scaled })
}

/// The places that may be symbols or not, as large as the symbols, and outside all cards.
fn unclear<'a>(seen: &'a [Symbol], cards: &'a [Evidence]) -> impl Iterator<Item = &'a Symbol> {
    let is_free = |symbol: &&Symbol| {
        let is_on = |card: &Evidence| card.outline.contains(symbol.frame.centre);
        let alike = cards
            .iter()
            .flat_map(|card| &card.chain.symbols)
            .any(|known| (0.5..2.0).contains(&(known.frame.area() / symbol.frame.area())));
        alike && !cards.iter().any(is_on)
    };
    let unclear = seen.iter().filter(|symbol| (UNCLEAR..0.5).contains(&symbol.sight.symbol));
    unclear.filter(is_free)
}

/// The part of the rim of a card that is not as bright as the rest of it.
fn uneven(map: &Map, outline: &Outline) -> f32 {
    let card = outline.frame();
    let side = |side: usize, along: f32| match side {
        0 => card.at(along, -RIM),
        1 => card.at(RIM, along),
        2 => card.at(along, RIM),
        _ => card.at(-RIM, along),
    };
    let places = (0..4 * PLACES).map(|index| {
        side(index / PLACES, ((index % PLACES) as f32 / (PLACES - 1) as f32 * 2.0 - 1.0) * 0.8)
    });
    let values: Vec<f32> = places.filter(|&at| map.contains(at)).map(|at| map.at(at)).collect();
    let paper = median(values.iter().copied()).unwrap_or_default();
    let is_plain = |value: &&f32| (0.85..1.18).contains(&(**value / paper));
    1.0 - values.iter().filter(is_plain).count() as f32 / (4 * PLACES) as f32
}

/// Places in the rows of the table where a card may have been missed.
fn missing(photograph: &Photograph, reading: &Reading, scaled: &Scaled) -> Vec<Unread> {
    let to_map = |point: Point| photograph.stored_point(point) * (1.0 / scaled.scale);
    let outline_of = |corners: [Point; 4]| Outline { corners, seen: [true; 4] };
    let outlines: Vec<Outline> =
        reading.cards.iter().map(|card| outline_of(card.corners.map(to_map))).collect();
    let tilt = Tilt::of(&outlines);
    let place = |(card, outline): (&ReadCard, &Outline)| Place {
        row: card.row,
        frame: tilt.flattened(outline).frame(),
    };
    let places: Vec<Place> = reading.cards.iter().zip(&outlines).map(place).collect();
    // Where the table is as bright as paper, a card still shows its edges, if the others do.
    let edges = |card: &Outline| outline(&scaled.low, &card.frame(), [0.8, 0.8]).edges();
    let shown = outlines.iter().filter(|card| edges(card) >= 3).count();
    let least = if 2 * shown > places.len() { 2 } else { 0 };
    let holes = holes(&scaled.low, &places, &tilt)
        .into_iter()
        .map(|hole| outline_of(hole.frame.corners(1.0).map(|corner| tilt.seen(corner))));
    let unread = |hole: Outline| {
        let corners = hole.corners.map(|corner| photograph.upright(corner * scaled.scale));
        Unread { corners, doubt: Doubt::Unseen }
    };
    holes.filter(|hole| edges(hole) >= least).map(unread).collect()
}

/// The frame of a card as its symbols suggest: from the centre to the edges; and how far from the
/// centre its symbols reach along both axes. In units of the printed game's cards, which are 113 wide
/// and 176 high: a symbol is 80 wide and 38 high.
fn card(chain: &Chain, steps: &Steps) -> (Frame, [f32; 2]) {
    let symbol = &chain.symbols[chain.symbols.len() / 2];
    let shape = symbol.shape();
    let step = chain.step(steps);
    let Print { wide, high, step: printed, .. } = PRINTS[shape];
    let mut u = symbol.frame.u * wide;
    if is_squiggle(shape) {
        // The axes of a squiggle are turned against those of its card.
        let way = symbol.frame.of_way(step);
        u = u - symbol.frame.v * (wide * way.x / way.y * 4.2);
    }
    let mut card = Frame { centre: chain.centre(), u, v: step * high };
    if !(1.0..1e9).contains(&card.area().abs()) {
        // The step is nearly along the symbol: then the printed one is more likely.
        (card.u, card.v) = (symbol.frame.u * wide, symbol.frame.v * (printed.y * high));
    }
    let reach = (chain.symbols.len() - 1) as f32 * 0.5 / high + 0.3;
    (card, [0.8, reach.clamp(0.5, 0.9)])
}

/// The odds of the three values of a property, in the order of the deck. They add up to 1.
pub type Odds = [f32; 3];

tercet::named! {
    /// Why a card, as it was read, may not be what lies on the table.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum Doubt is "doubt" {
        /// A reflection hides a part of it.
        Glare = "glare",
        /// It is blurred, or shown too small.
        Blur = "blur",
        /// The edge of the picture or another card cuts it off.
        CutOff = "cut-off",
        /// The same card was also read elsewhere in the picture.
        Twice = "twice",
        /// Its symbols do not lie about the centre of its outline: one may be missing.
        OffCentre = "off-centre",
        /// Its outline was not found, only its symbols.
        NoOutline = "no-outline",
        /// The pictures of a camera do not agree on it yet.
        Unsteady = "unsteady",
        /// It has the paper of a card, and no visible symbols.
        Unseen = "unseen",
        /// Its symbols are of no edition that is known.
        Edition = "edition",
        /// Its count is not clear.
        Count = "count",
        /// Its colour is not clear.
        Colour = "colour",
        /// Its shading is not clear.
        Shading = "shading",
        /// Its shape is not clear.
        Shape = "shape",
    }
}

impl Doubt {
    /// The reason in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Glare => "a reflection hides a part of it",
            Self::Blur => "it is blurred or small",
            Self::CutOff => "it is cut off",
            Self::Twice => "the same card was read twice",
            Self::OffCentre => "its symbols are off its centre",
            Self::NoOutline => "its outline was not found",
            Self::Unsteady => "the pictures do not agree on it yet",
            Self::Unseen => "there may be a card",
            Self::Edition => "its symbols are of no known edition",
            Self::Count => "its count is not clear",
            Self::Colour => "its colour is not clear",
            Self::Shading => "its shading is not clear",
            Self::Shape => "its shape is not clear",
        }
    }
}

/// A card that was read.
#[derive(Clone, PartialEq, Debug)]
pub struct ReadCard {
    /// The likeliest card.
    pub card: Card,
    /// The probability that it is right. Of the cards that are read with 0.9, nine in ten are right.
    pub confidence: f32,
    /// The likeliest readings with their odds, the likeliest first: it is `card` with `confidence`.
    /// Improbable readings are left out.
    pub readings: Vec<(Card, f32)>,
    /// The odds of count, colour, shading and shape.
    pub odds: [Odds; 4],
    /// Its corners, clockwise as seen, from the corner that comes first along the rows of the table.
    pub corners: [Point; 4],
    /// The centres of its symbols.
    pub symbols: Vec<Point>,
    /// The reasons for doubt, the weightiest first. Empty if the card is sure.
    pub doubts: Vec<Doubt>,
    /// Its row on the table, from 0.
    pub row: usize,
    /// Its place in the row, from 0.
    pub column: usize,
}

impl ReadCard {
    /// The confidence at which a card counts as sure, unless there are doubts.
    pub const SURE: f32 = 0.92;

    /// Lowers the confidence to at most this, and with it the odds of the other readings.
    pub(crate) fn limit(&mut self, most: f32) {
        self.confidence = self.confidence.min(most);
        for (_, odds) in &mut self.readings {
            *odds = odds.min(self.confidence);
        }
    }

    /// Whether the card needs no second look.
    pub fn is_sure(&self) -> bool {
        self.confidence >= Self::SURE && self.doubts.is_empty()
    }

    /// The card as one of the classic deck.
    pub fn classic(&self) -> ClassicCard {
        ClassicCard::try_from(self.card).expect("the reader reads cards of the classic deck")
    }
}

/// A place that looks like a card and could not be read.
#[derive(Clone, PartialEq, Debug)]
pub struct Unread {
    /// Its corners, clockwise as seen.
    pub corners: [Point; 4],
    /// The reason.
    pub doubt: Doubt,
}

/// What is read from a photograph.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Reading {
    /// The width of the upright picture, in pixels.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The cards in the order of the table: row by row, from left to right.
    pub cards: Vec<ReadCard>,
    /// The places that look like a card and could not be read.
    pub unread: Vec<Unread>,
    /// The edition of the cards, if they show it.
    pub edition: Option<Edition>,
    /// The probability that the cards are those on the table. It takes unread places into account,
    /// but not cards that left no trace in the picture.
    pub confidence: f32,
}

impl Reading {
    /// The confidence at which a reading counts as sure.
    pub const SURE: f32 = 0.85;

    /// The board.
    ///
    /// # Errors
    ///
    /// [`BoardError`] if two cards were read as the same.
    pub fn board(&self) -> Result<Board, BoardError> {
        Board::new(Deck::CLASSIC, self.cards.iter().map(|read| read.card))
    }

    /// Whether the board may be relied on: every card is sure, and nothing else looks like a card.
    pub fn is_sure(&self) -> bool {
        !self.cards.is_empty()
            && self.unread.is_empty()
            && self.confidence >= Self::SURE
            && self.cards.iter().all(ReadCard::is_sure)
    }

    /// Lowers the confidence for unread places: each is a card as often as not.
    pub(crate) fn doubt_for_unread(&mut self) {
        self.confidence *= 0.5_f32.powf(self.unread.len() as f32);
    }

    /// The cards that need a second look.
    pub fn doubtful(&self) -> impl Iterator<Item = &ReadCard> {
        self.cards.iter().filter(|card| !card.is_sure())
    }
}
