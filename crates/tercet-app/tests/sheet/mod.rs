//! Sheets: their puzzles against brute force, their pages as text, as pixels and as a PDF.

mod pdf;

use std::collections::BTreeSet;

use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options as SvgOptions, Tree};
use tercet::{Board, Deck};
use tercet_app::{
    Answered, Code, Deal, DealKind, Difficulty, Paper, Pictures, Question, Session, Sheet, SheetOf,
    SheetPrinted, Status,
};
use tercet_testkit::boards::by_definition;

fn ask(sheet: &Sheet) -> SheetPrinted {
    sheet.ask(&Session::new()).unwrap()
}

/// A small sheet of a deck.
fn sheet(values: usize, properties: usize) -> Sheet {
    Sheet {
        deck: Deck::new(values, properties).unwrap(),
        // Any two cards are a set if v = 2.
        size: (values == 2).then_some(8),
        seed: Some(7_u64.into()),
        ..Sheet::default()
    }
}

/// The decks of the tests, from the degenerate ones to tiles.
const DECKS: [(usize, usize); 10] =
    [(1, 1), (1, 3), (2, 4), (3, 4), (4, 3), (5, 2), (3, 6), (6, 6), (10, 4), (2, 40)];

/// The operators of the pages.
fn pages(answer: &SheetPrinted) -> Vec<String> {
    let pages = pdf::pages(&answer.pdf.as_ref().unwrap().0);
    assert_eq!(pages.len(), answer.page_count);
    pages
}

/// A text of a page, with its left end and its size.
struct Text<'a> {
    letters: &'a str,
    at: (f64, f64),
    size: f64,
}

/// The texts of a page, in which a letter beyond ASCII is a backslash and three digits.
fn texts(page: &str) -> impl Iterator<Item = Text<'_>> {
    page.lines().filter(|line| line.starts_with("BT ")).map(|line| {
        let (place, letters) = line.split_once(" Tm (").unwrap();
        let letters = letters.strip_suffix(") Tj ET").unwrap();
        let numbers: Vec<f64> = place.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [size, .., x, y] = numbers[..] else { panic!("{line}") };
        Text { letters, at: (x, y), size }
    })
}

/// The cards of a page: the left upper corner and the scale of each, and its operators.
fn cards_of(page: &str) -> Vec<([f64; 3], String)> {
    let (mut cards, mut depth) = (Vec::new(), 0);
    for line in page.lines() {
        depth -= usize::from(line == "Q");
        match (depth, cards.last_mut()) {
            (0, _) if line.starts_with("q ") => {
                let words: Vec<f64> = line.split(' ').filter_map(|it| it.parse().ok()).collect();
                let [scale, .., x, y] = words[..] else { panic!("{line}") };
                cards.push(([x, y, scale], String::new()));
            }
            (1.., Some((_, operators))) => operators.extend([line, "\n"]),
            _ => {}
        }
        depth += usize::from(line.starts_with("q "));
    }
    cards
}

fn size(paper: Paper) -> (f64, f64) {
    match paper {
        Paper::A4 => (210.0, 297.0),
        Paper::Letter => (215.9, 279.4),
    }
}

#[test]
fn the_solutions_are_the_sets_of_each_board() {
    /// A centred dot.
    const BETWEEN: &str = " \\267 ";
    for (v, p) in [(1, 3), (2, 4), (3, 4), (4, 3), (5, 2)] {
        let answer = ask(&Sheet { boards: 5, ..sheet(v, p) });
        assert_eq!((answer.status(), answer.puzzles.len()), (Status::Yes, 5));
        let deck = Deck::new(v, p).unwrap();
        for puzzle in &answer.puzzles {
            let cards: Vec<_> = puzzle.cards.iter().map(|card| deck.card(card).unwrap()).collect();
            assert_eq!(cards.len(), answer.size);
            let sets = by_definition(&Board::new(deck, &cards).unwrap());
            let sets: Vec<Vec<usize>> = sets.iter().map(|set| set.to_vec()).collect();
            assert_eq!(puzzle.positions, sets, "({v},{p})");
            assert!(!sets.is_empty());
            for ((set, texts), &differing) in sets.iter().zip(&puzzle.sets).zip(&puzzle.differing) {
                let named: Vec<_> = set.iter().map(|&i| puzzle.cards[i].clone()).collect();
                assert_eq!(&named, texts);
                let differs = |i: &usize| {
                    set.iter().any(|&a| deck.value(cards[a], *i) != deck.value(cards[set[0]], *i))
                };
                assert_eq!(differing, (0..p).filter(differs).count());
            }
            let mean = puzzle.differing.iter().sum::<usize>() as f64 / sets.len() as f64;
            assert!((puzzle.mean_differing - mean).abs() < 1e-9);
        }
        // The pages show the same: each set as the numbers of its cards.
        let pages = pages(&answer);
        let shown = pages.iter().flat_map(|page| texts(page)).map(|text| text.letters);
        let shown: Vec<&str> = shown.filter(|text| text.contains(BETWEEN)).collect();
        let numbers = |set: &Vec<usize>| {
            let numbers: Vec<String> = set.iter().map(|i| (i + 1).to_string()).collect();
            numbers.join(BETWEEN)
        };
        if v > 1 {
            let sets: Vec<String> =
                answer.puzzles.iter().flat_map(|puzzle| &puzzle.positions).map(numbers).collect();
            assert_eq!(shown, sets, "({v},{p})");
        }
    }
}

#[test]
fn boards_hold_the_ordered_number_of_sets_and_can_be_dealt_again() {
    for (exactly, cards) in [(0_u64, 12), (1, 9), (3, 12), (6, 12)] {
        let ordered =
            Sheet { boards: 3, exactly: Some(exactly.into()), size: Some(cards), ..sheet(3, 4) };
        for puzzle in &ask(&ordered).puzzles {
            assert_eq!(puzzle.sets.len() as u64, exactly);
            let deal = Deal {
                kind: DealKind::Exactly(exactly.into()),
                size: Some(tercet_app::CardCount::Number(cards)),
                seed: Some(puzzle.seed.clone()),
                ..Deal::default()
            };
            assert_eq!(deal.ask(&Session::new()).unwrap().cards, puzzle.cards);
        }
    }
    let none = ask(&Sheet { exactly: Some(0_u64.into()), size: Some(21), ..sheet(3, 4) });
    assert_eq!((none.status(), none.page_count), (Status::No, 0));
    assert!(none.why.unwrap().contains("every hand of 21 cards"));
}

#[test]
fn difficulties_are_ordered() {
    let of = |difficulty| -> Vec<f64> {
        let answer =
            ask(&Sheet { boards: 4, difficulty, exactly: Some(2_u64.into()), ..sheet(3, 4) });
        answer.puzzles.iter().map(|puzzle| puzzle.mean_differing).collect()
    };
    let (rising, easy, hard) = (of(Difficulty::Rising), of(Difficulty::Easy), of(Difficulty::Hard));
    for levels in [&rising, &easy, &hard] {
        assert!(levels.is_sorted(), "{levels:?}");
    }
    // All are chosen among the same boards.
    assert_eq!((rising[0], rising[3]), (easy[0], hard[3]));
    assert!(easy[3] < hard[0], "{easy:?} {hard:?}");
}

#[test]
fn equal_seeds_make_equal_sheets() {
    let of = |seed: u64| ask(&Sheet { seed: Some(seed.into()), ..sheet(3, 4) });
    assert_eq!(of(1), of(1));
    let cards = |seed| of(seed).puzzles.into_iter().map(|puzzle| puzzle.cards);
    assert!(cards(1).all(|board| cards(2).all(|other| other != board)));
}

/// Cards and texts lie inside the page, and no card on another.
#[test]
fn everything_is_on_the_page() {
    const EDGE: f64 = 5.0;
    for (v, p) in DECKS {
        for paper in [Paper::A4, Paper::Letter] {
            for (content, boards) in
                [(SheetOf::Puzzles, 1), (SheetOf::Puzzles, 7), (SheetOf::Deck, 1)]
            {
                let asked = Sheet { paper, content, boards, ..sheet(v, p) };
                if content == SheetOf::Deck && [(6, 6), (10, 4), (2, 40)].contains(&(v, p)) {
                    assert_eq!(asked.ask(&Session::new()).unwrap_err().code, Code::OutOfRange);
                    continue;
                }
                let answer = ask(&asked);
                let (width, height) = size(paper);
                let mut drawings = BTreeSet::new();
                for page in pages(&answer) {
                    inside(&page, (width, height), EDGE, &mut drawings);
                }
                let deck = asked.deck.size();
                assert!(content != SheetOf::Deck || deck == drawings.len().into(), "({v},{p})");
            }
        }
    }
}

fn inside(page: &str, (width, height): (f64, f64), edge: f64, drawings: &mut BTreeSet<String>) {
    let mut cards: Vec<[f64; 4]> = Vec::new();
    for ([x, y, scale], drawing) in cards_of(page) {
        let card = [x, y, x + 300.0 * scale, y + 210.0 * scale];
        assert!(card[0] >= edge && card[1] >= edge, "{card:?}");
        assert!(card[2] <= width - edge && card[3] <= height - edge, "{card:?}");
        let apart = |other: &[f64; 4]| {
            card[0] >= other[2] || other[0] >= card[2] || card[1] >= other[3] || other[1] >= card[3]
        };
        assert!(cards.iter().all(apart), "cards lie on each other: {card:?}");
        cards.push(card);
        drawings.insert(drawing);
    }
    for Text { letters, at: (x, y), size } in texts(page) {
        // The letters of Helvetica are half as wide as high on average, and rarely wider.
        let wide = 0.62 * size * letters.replace("\\267", "-").chars().count() as f64;
        assert!(x >= edge && x + wide <= width - edge, "{letters}");
        assert!(y - size >= edge && y <= height - 4.0, "{letters}");
    }
    assert!(!cards.is_empty() || page.contains("Solutions"));
}

/// A picture as pixels.
fn pixels(svg: &str, scale: f32) -> Pixmap {
    let tree = Tree::from_str(svg, &SvgOptions::default()).unwrap();
    let size = tree.size().to_int_size().scale_by(scale).unwrap();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    pixels.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}

/// An independent reader of a few operators draws the cards of a PDF, which look like their pictures.
#[test]
fn a_pdf_shows_the_pictures_of_its_cards() {
    const SCALE: f32 = 0.5;
    for (v, p) in DECKS {
        for colourless in [false, true] {
            let asked = Sheet { colourless, solutions: false, boards: 2, ..sheet(v, p) };
            let answer = ask(&asked);
            let shown: Vec<_> = pages(&answer).iter().flat_map(|page| cards_of(page)).collect();
            let cards = answer.puzzles.into_iter().flat_map(|puzzle| puzzle.cards).collect();
            let pictures = Pictures { deck: asked.deck, cards, colourless, ..Pictures::default() };
            let pictures = pictures.ask(&Session::new()).unwrap().cards;
            assert_eq!(shown.len(), pictures.len());
            let (mut inked, mut differing) = (0, 0);
            for ((_, operators), picture) in shown.iter().zip(pictures) {
                let expected = pixels(&picture.svg, SCALE);
                let (width, height) = (expected.width(), expected.height());
                let (scale, top) = (0.75 * SCALE, 0.75 * f64::from(height));
                let operators = format!("{scale} 0 0 -{scale} 0 {top} cm\n{operators}");
                let shown = pdf::pixels(&operators, (width, height));
                let pairs = || expected.pixels().iter().zip(shown.pixels());
                let differ = |(a, b): &(&PremultipliedColorU8, &PremultipliedColorU8)| {
                    let far = |a: u8, b: u8| a.abs_diff(b) > 60;
                    far(a.red(), b.red()) || far(a.green(), b.green()) || far(a.blue(), b.blue())
                };
                differing += pairs().filter(differ).count();
                inked += pairs().filter(|(pixel, _)| pixel.green() < 200).count();
            }
            assert!(inked > 100 && differing * 200 < inked, "({v},{p}): {differing} of {inked}");
        }
    }
}

#[test]
fn a_pdf_has_its_texts_in_the_font() {
    let title = "Söts (1) \\ “two”";
    let printed = ask(&Sheet { title: Some(title.into()), ..sheet(3, 4) });
    let pages = pages(&printed);
    assert!(pages[0].contains("(S\\366ts \\(1\\) \\\\ \\223two\\224) Tj"), "{}", &pages[0][..400]);
    assert!(pages[1].contains("(Solutions: S\\366ts"));
}
