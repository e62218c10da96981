//! Pictures of cards, looked at: as text, and as pixels.

use std::collections::BTreeSet;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use roxmltree::{Document, Node};
use tercet::picture::{BoardPicture, Places, Scheme, Style, columns};
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

/// The corners of the elements of a picture that have this name.
fn corners(document: &Document<'_>, name: &str) -> Vec<(usize, usize)> {
    let corner = |node: Node<'_, '_>| {
        let number = |text: &str| text.parse().unwrap();
        match node.attribute("transform") {
            Some(text) => {
                let place = text.strip_prefix("translate(").unwrap().strip_suffix(')').unwrap();
                let (x, y) = place.split_once(' ').unwrap();
                (number(x), number(y))
            }
            None => (number(node.attribute("x").unwrap()), number(node.attribute("y").unwrap())),
        }
    };
    let children = document.root_element().children();
    children.filter(|node| node.has_tag_name(name)).map(corner).collect()
}

#[test]
fn a_board_is_drawn_row_by_row_with_frames_around_marked_cards() {
    for (v, p, cards) in [(3, 4, 0), (3, 4, 1), (3, 4, 12), (3, 5, 200), (256, 16, 7)] {
        let scheme = Scheme::new(deck(v, p));
        let (cards, style) = (&sample(scheme.deck(), cards)[..], Style::default());
        let places = Places::Rows(columns(cards.len()));
        let marked = if cards.len() > 1 { &[1][..] } else { &[] };
        let svg = BoardPicture { scheme, style, cards, places, marked }.to_string();
        let document = Document::parse(&svg).unwrap();
        let drawn = corners(&document, "g");
        assert_eq!(drawn.len(), cards.len());
        assert!(drawn.is_sorted_by_key(|&(x, y)| (y, x)));
        let frames: Vec<_> = marked.iter().map(|&i| (drawn[i].0 - 6, drawn[i].1 - 6)).collect();
        assert_eq!(corners(&document, "rect"), frames);
    }
}

#[test]
fn a_grid_has_a_place_for_every_card() {
    for (v, p) in [(3, 4), (3, 3), (4, 2), (5, 1), (1, 1)] {
        let (scheme, size) = (Scheme::new(deck(v, p)), v.pow(p as u32));
        let (cards, style) = (&sample(scheme.deck(), size.min(5))[..], Style::default());
        let picture = BoardPicture { scheme, style, cards, places: Places::Deck, marked: &[] };
        let svg = picture.to_string();
        let document = Document::parse(&svg).unwrap();
        let places: BTreeSet<_> =
            [corners(&document, "g"), corners(&document, "rect")].concat().into_iter().collect();
        // The places are a grid in which no two cards overlap, and it fills the picture.
        let xs: Vec<_> =
            places.iter().map(|place| place.0).collect::<BTreeSet<_>>().into_iter().collect();
        let ys: Vec<_> =
            places.iter().map(|place| place.1).collect::<BTreeSet<_>>().into_iter().collect();
        assert_eq!((places.len(), xs.len() * ys.len()), (size, size));
        assert!(xs.windows(2).all(|pair| pair[1] - pair[0] >= 318));
        assert!(ys.windows(2).all(|pair| pair[1] - pair[0] >= 228));
        let end = format!("0 0 {} {}", xs[xs.len() - 1] + 318, ys[ys.len() - 1] + 228);
        assert_eq!(document.root_element().attribute("viewBox"), Some(&*end));
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
/// sample, and of the classic deck.
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
        let some = sample(deck, if deck == Deck::CLASSIC { 81 } else { 16 });
        let looks: Vec<Vec<f64>> =
            some.into_iter().map(|card| lightness(scheme, card, style)).collect();
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
