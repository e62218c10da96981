//! Pictures of cards: each card of a deck as an SVG, and in words.
//!
//! A [`Scheme`] assigns a channel to each property: the count, colour, shading and shape of
//! symbols, then a frame and a tab. It covers the decks with up to six values and six properties,
//! and extends the published game: (3,4) has its usual symbols. The cards of every other deck are
//! *tiles*: the digits of the card, each above a slider that shows the value as a position.
//!
//! **Nothing depends on colour alone.** The lightness of the six colours falls in steps, so that
//! they also differ in greyscale; each colour has its letter in a corner ([`Style::letters`]); and
//! [`Style::colourless`] draws everything in black and shows the colours as frames instead. If the
//! deck uses the frames for another property, the colour is a large letter in a disc. The names stay
//! the same in every style: a red card is called red, whatever shows it.
//!
//! **The SVG is plain.** It has presentation attributes, but no style, no text and no font, so that
//! every program draws the same picture and a page may forbid inline styles. It has no ids, so that
//! many cards fit one page. Hatching, dots and checks are computed against the outline of a symbol
//! and not clipped. The letters are strokes of our own. Each part has the class `property-0`,
//! `property-1`, … of the properties that it shows, counted from 0, so that a page can dim or
//! highlight them.
//!
//! ```
//! use tercet::picture::{Scheme, Style};
//! use tercet::Deck;
//!
//! let scheme = Scheme::new(Deck::CLASSIC);
//! let card = Deck::CLASSIC.card("2RhO")?;
//! let picture = scheme.draw(card, Style::default());
//! assert!(picture.starts_with("<svg ") && picture.len() < 1500);
//! assert_eq!(scheme.in_words(card), "two red hatched ovals");
//! # Ok::<(), tercet::deck::CardError>(())
//! ```

mod draw;
mod frame;
mod geometry;
mod glyph;
mod layout;
mod lettering;
mod pen;
mod scheme;
mod shading;
mod shape;
mod tiles;

pub use draw::Style;
pub use lettering::Lettering;
pub use scheme::Scheme;
