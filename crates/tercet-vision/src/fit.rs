//! Symbols on sheets: whether a sheet is a card, and which symbols are on it.
//!
//! A card shows from which side the camera sees the table. Seen from the side, the principal axes of a symbol
//! in the picture are not those that it has on the table, and the network sees it askew; so on each sheet
//! symbols are looked at again along their axes on the table, and so are places that were not taken for symbols.
//! Whether the size and place of symbols are those printed on a card decides which way the sheet lies.

use crate::Frame;
use crate::chain::{Chain, Symbol, align, distinct};
use crate::edition::PRINTS;
use crate::outline::Outline;
use crate::point::{SLENDER, nearest, sort};
use crate::tilt::Tilt;

/// The most places for symbols on a card.
const CROWDED: usize = 15;

/// How much the shape and the size of a card may differ from those of the nearest card: perspective
/// changes the size from card to card, but hardly the shape.
const UNLIKE: (f32, f32) = (0.35, 0.28);

/// The sine of the angle above which axes that are turned on the table are worth another look.
const TURNED: f32 = 0.12;

/// How far from its printed size and place a symbol on a sheet may be.
const MISFIT: f32 = 0.6;

/// The symbols on a sheet among some places, if they can be those of a card.
pub(crate) fn on_sheet(
    sheet: &Outline,
    seen: &[Symbol],
    look: &impl Fn(&Frame) -> Option<Symbol>,
) -> Option<Chain> {
    let on: Vec<&Symbol> =
        seen.iter().filter(|symbol| sheet.contains(symbol.frame.centre)).collect();
    if on.len() > CROWDED {
        return None;
    }
    [*sheet, sheet.turned()].into_iter().find_map(|sheet| {
        let card = sheet.frame();
        let mut on = distinct(on.iter().map(|symbol| straightened(symbol, &card, look)));
        if !(1..=3).contains(&on.len()) || on.iter().any(|symbol| misfit(&card, symbol) > MISFIT) {
            return None;
        }
        sort(&mut on, |symbol| card.of(symbol.frame.centre).y);
        for symbol in &mut on {
            align(symbol, card.v);
        }
        Some(Chain { symbols: on, further: [0.0; 2], sheet: Some(sheet), is_faint: false })
    })
}

/// A symbol on the table of a card. Seen from the side, its principal axes in the picture are not those on
/// the table: then it is looked at again.
pub(crate) fn straightened(
    symbol: &Symbol,
    card: &Frame,
    look: &impl Fn(&Frame) -> Option<Symbol>,
) -> Symbol {
    let (frame, _) = symbol.frame.on_table(card);
    let way = symbol.frame.of_way(frame.u);
    if way.y.abs() < TURNED * way.length() {
        return symbol.clone();
    }
    look(&frame).filter(|again| again.sight.symbol > 0.5).unwrap_or_else(|| symbol.clone())
}

/// How far a symbol is from its printed size and place on a card.
fn misfit(card: &Frame, symbol: &Symbol) -> f32 {
    let print = &PRINTS[symbol.shape()];
    let (u, v) = (card.of_way(symbol.frame.u), card.of_way(symbol.frame.v));
    let (wide, high) = (u.x.hypot(v.x) * print.wide, u.y.hypot(v.y) * print.step.y * print.high);
    wide.ln().abs() + high.ln().abs() + card.of(symbol.frame.centre).x.abs()
}

/// The sheets that are like these cards, each with its short edges first. In the frame of a card on the
/// same table every card has its printed sides and right angles, whichever way it is turned.
pub(crate) fn like_cards(sheets: &[Outline], cards: &[Outline]) -> Vec<Outline> {
    let tilt = Tilt::of(cards);
    let like = |sheet: &Outline| {
        let near = tilt.flattened(nearest(cards, sheet.centre(), Outline::centre)?).frame();
        let is_like = |sheet: &Outline| {
            let [u, v] = tilt.flattened(sheet).frame().axes_on_table(&near);
            let (wide, high) = (u.length().ln(), (v.length() / SLENDER).ln());
            (wide - high).abs() + (u.dot(v) / u.cross(v)).abs() < UNLIKE.0
                && (wide + high).abs() / 2.0 < UNLIKE.1
        };
        [*sheet, sheet.turned()].into_iter().find(is_like)
    };
    sheets.iter().filter_map(like).collect()
}

/// The symbol in the middle of a sheet, or the lower one of two, that the search missed.
pub(crate) fn faint(sheet: Outline, look: &impl Fn(&Frame) -> Option<Symbol>) -> Option<Chain> {
    let card = sheet.frame();
    let places = PRINTS.iter().enumerate().flat_map(|(shape, print)| {
        [0.0, 0.5].map(|steps| {
            let (u, v) = (card.u * (1.0 / print.wide), card.v * (1.0 / print.high / print.step.y));
            (shape, Frame { centre: card.at(0.0, steps / print.high), u, v })
        })
    });
    let seen = places.filter_map(|(shape, frame)| {
        let symbol = look(&frame)?;
        Some((symbol.sight.symbol * symbol.sight.shape[shape], symbol))
    });
    let (odds, symbol) = seen.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let (symbols, sheet) = (vec![symbol], Some(sheet));
    (odds > 0.5).then_some(Chain { symbols, further: [0.0; 2], sheet, is_faint: true })
}

#[cfg(test)]
mod tests {
    use super::like_cards;
    use crate::Point;
    use crate::outline::Outline;

    #[test]
    fn a_sheet_is_like_a_card_however_it_is_turned_on_a_table_seen_from_the_side() {
        // A card of 57 by 89, and a sheet with these half sides, turned by an angle; the camera sees the
        // table sheared and flattened.
        let seen = |x: f32, y: f32| Point::new(x + 0.4 * y, 0.6 * y);
        let sheet = |wide: f32, high: f32, angle: f32| {
            let (sin, cos) = angle.sin_cos();
            let corners = [(-wide, -high), (wide, -high), (wide, high), (-wide, high)];
            let turned = |(x, y): (f32, f32)| seen(x * cos - y * sin, 200.0 + x * sin + y * cos);
            Outline { corners: corners.map(turned), seen: [true; 4] }
        };
        let card = sheet(28.5, 44.5, 0.0);
        let like = |sheet: Outline| like_cards(&[sheet], &[card]).pop();
        for angle in [0.0, 0.5, 1.0, 1.5, 2.0] {
            assert!(like(sheet(28.5, 44.5, angle)).is_some(), "{angle}");
            assert!(like(sheet(28.5, 28.5, angle)).is_none(), "{angle}");
            let lying = like(sheet(44.5, 28.5, angle)).expect("a card");
            let (u, v) = (lying.frame().u, lying.frame().v);
            let turned = seen(44.5 * angle.cos(), 44.5 * angle.sin());
            assert!((u.cross(v) - card.frame().area()).abs() < 1.0 && v.cross(turned).abs() < 1.0);
        }
    }
}
