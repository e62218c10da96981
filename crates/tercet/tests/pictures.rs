//! Pictures of cards, looked at: as text, and as pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use roxmltree::Document;
use tercet::picture::{Scheme, Style};
use tercet::{Card, Deck};
use tercet_testkit::boards::{dealt, deck};

const STYLES: [Style; 4] = [
    Style { letters: true, colourless: false },
    Style { letters: false, colourless: false },
    Style { letters: true, colourless: true },
    Style { letters: false, colourless: true },
];

/// Pictures and tiles, from the smallest to the largest decks.
#[rustfmt::skip]
const DECKS: [(usize, usize); 17] = [
    (1, 1), (1, 6), (1, 7), (1, 128), (2, 3), (2, 128), (3, 4), (3, 6), (3, 7), (6, 4), (6, 6),
    (7, 1), (10, 4), (36, 21), (37, 3), (100, 5), (256, 16),
];

/// The first cards of a shuffled deck.
fn sample(deck: Deck, cards: usize) -> Vec<Card> {
    dealt(deck, 7, cards).cards().to_vec()
}

#[test]
fn pictures_are_plain_svg() {
    const ELEMENTS: [&str; 5] = ["svg", "g", "rect", "path", "circle"];
    for (v, p) in DECKS {
        let scheme = Scheme::new(deck(v, p));
        for (card, style) in
            sample(scheme.deck(), 30).into_iter().flat_map(|card| STYLES.map(|style| (card, style)))
        {
            let svg = scheme.draw(card, style);
            let document = Document::parse(&svg).unwrap();
            let root = document.root_element();
            assert_eq!(root.attribute("viewBox"), Some("0 0 300 210"));
            let mut shown = vec![false; p];
            for node in document.descendants().filter(|node| !node.is_root()) {
                assert!(node.is_element(), "{svg}");
                assert!(ELEMENTS.contains(&node.tag_name().name()), "{svg}");
                for attribute in node.attributes() {
                    assert!(!["id", "style"].contains(&attribute.name()), "{svg}");
                    let numbers_end =
                        ["NaN", "inf"].iter().all(|no| !attribute.value().contains(no));
                    assert!(numbers_end && !attribute.value().contains("url"), "{svg}");
                }
                for class in node.attribute("class").iter().flat_map(|it| it.split(' ')) {
                    shown[class.strip_prefix("property-").unwrap().parse::<usize>().unwrap()] =
                        true;
                }
            }
            // A bare frame is nothing that could have a class, nor is a colour that it shows.
            let drawn = |&property: &usize| {
                let name = scheme.property_name(property);
                let bare = name == "frame" || name == "colour" && style.colourless;
                bare && scheme.deck().value(card, property) == 0 || shown[property]
            };
            assert!((0..p).all(|property| drawn(&property)), "{svg}");
        }
    }
}

#[test]
fn pictures_are_small() {
    for style in STYLES {
        let lengths = |v, p| -> Vec<usize> {
            let scheme = Scheme::new(deck(v, p));
            let cards = sample(scheme.deck(), 1000);
            cards.into_iter().map(|card| scheme.draw(card, style).len()).collect()
        };
        let classic = lengths(3, 4);
        assert!(classic.iter().all(|&bytes| bytes < 2000), "{style:?}");
        assert!(classic.iter().sum::<usize>() < 1250 * classic.len(), "{style:?}");
        assert!(lengths(6, 6).into_iter().all(|bytes| bytes < 5000), "{style:?}");
    }
}

/// The lightness of each pixel, from 0 to 100: L* of the CIE.
fn lightness(scheme: Scheme, card: Card, style: Style) -> Vec<f64> {
    const SIZE: (u32, u32) = (150, 105);
    let tree = Tree::from_str(&scheme.draw(card, style), &Options::default()).unwrap();
    let mut pixels = Pixmap::new(SIZE.0, SIZE.1).unwrap();
    pixels.fill(resvg::tiny_skia::Color::WHITE);
    resvg::render(&tree, Transform::from_scale(0.5, 0.5), &mut pixels.as_mut());
    let linear = |channel: u8| {
        let channel = f64::from(channel) / 255.0;
        if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
    };
    let lightness = |luminance: f64| {
        if luminance <= 0.008_856 {
            luminance * 903.3
        } else {
            luminance.cbrt().mul_add(116.0, -16.0)
        }
    };
    let of_pixel = |pixel: &resvg::tiny_skia::PremultipliedColorU8| {
        // Most pixels are white.
        if [pixel.red(), pixel.green(), pixel.blue()] == [255; 3] {
            return 100.0;
        }
        let (r, g, b) = (linear(pixel.red()), linear(pixel.green()), linear(pixel.blue()));
        lightness(0.2126 * r + 0.7152 * g + 0.0722 * b)
    };
    pixels.pixels().iter().map(of_pixel).collect()
}

/// The number of pixels that clearly differ in lightness; one step of the colours is 8 or more.
fn different(a: &[f64], b: &[f64]) -> usize {
    const CLEARLY: f64 = 6.0;
    a.iter().zip(b).filter(|(a, b)| (*a - *b).abs() > CLEARLY).count()
}

/// The pixels by which two cards must differ: a tenth of the smallest symbol at this size.
const LEAST: usize = 40;

/// In every style no two cards look alike without colours.
///
/// Cards of decks with two values are also cards of decks with three, and look the same there, and
/// those with four or five are cards of decks with six. So two numbers of values are enough.
///
/// It is also enough to compare cards that differ in one property. Frames, tabs and letters have
/// places of their own, so that a second difference elsewhere adds to the different pixels. The
/// symbols show up to four properties in one place, where a second difference could undo the first
/// only by drawing the same picture in another way; for these the last loop compares all pairs of a
/// sample.
#[test]
fn no_two_cards_look_alike_in_greyscale() {
    let mut least = usize::MAX;
    for (v, p, style) in [3, 6]
        .into_iter()
        .flat_map(|v| (1..=6).map(move |p| (v, p)))
        .flat_map(|(v, p)| STYLES.map(|style| (v, p, style)))
    {
        let scheme = Scheme::new(deck(v, p));
        let deck = scheme.deck();
        for card in sample(deck, 2) {
            for property in 0..p {
                let looks: Vec<Vec<f64>> = (0..v)
                    .map(|value| {
                        let mut values: Vec<usize> = deck.values_of(card).collect();
                        values[property] = value;
                        lightness(scheme, deck.card_of(&values).unwrap(), style)
                    })
                    .collect();
                for (value, look) in looks.iter().enumerate() {
                    for (other, another) in looks[..value].iter().enumerate() {
                        let pixels = different(look, another);
                        least = least.min(pixels);
                        let name = scheme.in_words(card);
                        let what = scheme.property_name(property);
                        assert!(
                            pixels >= LEAST,
                            "{deck} {style:?}: {name} with {what} {other} and {value}: {pixels}"
                        );
                    }
                }
            }
        }
        let looks: Vec<Vec<f64>> =
            sample(deck, 16).into_iter().map(|card| lightness(scheme, card, style)).collect();
        for (i, look) in looks.iter().enumerate() {
            assert!(
                looks[..i].iter().all(|other| different(look, other) >= LEAST),
                "{deck} {style:?}"
            );
        }
    }
    println!("at least {least} pixels");
}

#[test]
fn no_two_tiles_look_alike() {
    for (v, p) in [(7, 3), (36, 2), (256, 1), (2, 128)] {
        let scheme = Scheme::new(deck(v, p));
        let looks: Vec<Vec<f64>> = sample(scheme.deck(), 60)
            .into_iter()
            .map(|card| lightness(scheme, card, Style::default()))
            .collect();
        for (i, look) in looks.iter().enumerate() {
            assert!(looks[..i].iter().all(|other| different(look, other) > 0), "({v},{p})");
        }
    }
}

/// The count is not only a matter of places: a card with more symbols has more ink.
#[test]
fn more_symbols_are_more_ink() {
    for (v, p) in [(3, 4), (6, 4)] {
        let scheme = Scheme::new(deck(v, p));
        for card in sample(scheme.deck(), 20) {
            let ink = |count: usize| -> f64 {
                let mut values: Vec<usize> = scheme.deck().values_of(card).collect();
                values[0] = count;
                let card = scheme.deck().card_of(&values).unwrap();
                lightness(scheme, card, Style::default()).iter().map(|light| 100.0 - light).sum()
            };
            let inks: Vec<f64> = (0..v).map(ink).collect();
            assert!(inks.windows(2).all(|pair| pair[0] * 1.05 < pair[1]), "{inks:?}");
        }
    }
}
