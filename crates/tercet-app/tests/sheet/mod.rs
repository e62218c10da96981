//! Sheets: their puzzles against brute force, their pages as text, as pixels and as a PDF.

mod pdf;

use std::collections::BTreeSet;

use resvg::tiny_skia::{Color, Pixmap, PremultipliedColorU8, Transform};
use resvg::usvg::{Options as SvgOptions, Tree};
use roxmltree::Document;
use tercet::{Board, Deck};
use tercet_app::{
    Answered, Code, Deal, DealKind, Difficulty, PageOf, Paper, Pictures, Question, Session, Sheet,
    SheetForm, SheetOf, SheetPrinted, Status,
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
        form: SheetForm::Svg,
        ..Sheet::default()
    }
}

/// The decks of the tests, from the degenerate ones to tiles.
const DECKS: [(usize, usize); 10] =
    [(1, 1), (1, 3), (2, 4), (3, 4), (4, 3), (5, 2), (3, 6), (6, 6), (10, 4), (2, 40)];

fn svgs(answer: &SheetPrinted) -> Vec<&str> {
    answer.pages.iter().map(|page| page.svg.as_deref().unwrap()).collect()
}

fn size(paper: Paper) -> (f64, f64) {
    match paper {
        Paper::A4 => (210.0, 297.0),
        Paper::Letter => (215.9, 279.4),
    }
}

#[test]
fn the_solutions_are_the_sets_of_each_board() {
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
        let shown: Vec<String> = answer
            .pages
            .iter()
            .filter(|page| page.content == PageOf::Solutions)
            .flat_map(|page| texts(page.svg.as_deref().unwrap()))
            .filter(|text| text.contains('·'))
            .collect();
        let numbers = |set: &Vec<usize>| {
            let numbers: Vec<String> = set.iter().map(|i| (i + 1).to_string()).collect();
            numbers.join(" · ")
        };
        if v > 1 {
            let sets: Vec<String> =
                answer.puzzles.iter().flat_map(|puzzle| &puzzle.positions).map(numbers).collect();
            assert_eq!(shown, sets, "({v},{p})");
        }
    }
}

/// The texts of a page.
fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
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
    assert_eq!((none.status(), none.pages.len()), (Status::No, 0));
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
    for form in [SheetForm::Pdf, SheetForm::Svg] {
        let of = |seed: u64| ask(&Sheet { seed: Some(seed.into()), form, ..sheet(3, 4) });
        assert_eq!(of(1), of(1));
        assert_ne!(of(1).puzzles, of(2).puzzles);
        let cards = |seed| of(seed).puzzles.into_iter().map(|puzzle| puzzle.cards);
        assert!(cards(1).all(|board| cards(2).all(|other| other != board)));
    }
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
                for svg in svgs(&answer) {
                    inside(svg, (width, height), EDGE, &mut drawings);
                }
                let deck = asked.deck.size();
                assert!(content != SheetOf::Deck || deck == drawings.len().into(), "({v},{p})");
            }
        }
    }
}

fn inside(svg: &str, (width, height): (f64, f64), edge: f64, drawings: &mut BTreeSet<String>) {
    let document = Document::parse(svg).unwrap();
    let number = |text: &str| text.parse::<f64>().unwrap();
    let mut cards: Vec<[f64; 4]> = Vec::new();
    for node in document.root_element().children().filter(roxmltree::Node::is_element) {
        if let Some(transform) = node.attribute("transform") {
            let words: Vec<f64> =
                transform.split(['(', ')', ' ']).filter_map(|word| word.parse().ok()).collect();
            let [x, y, scale] = words[..] else { panic!("{transform}") };
            let card = [x, y, x + 300.0 * scale, y + 210.0 * scale];
            assert!(card[0] >= edge && card[1] >= edge, "{card:?}");
            assert!(card[2] <= width - edge && card[3] <= height - edge, "{card:?}");
            let apart = |other: &[f64; 4]| {
                card[0] >= other[2]
                    || other[0] >= card[2]
                    || card[1] >= other[3]
                    || other[1] >= card[3]
            };
            assert!(cards.iter().all(apart), "cards lie on each other: {card:?}");
            cards.push(card);
            let drawing = node.first_element_child().map(|first| first.range().start);
            drawings.insert(svg[drawing.unwrap_or(node.range().end)..node.range().end].to_owned());
        } else if node.has_tag_name("text") {
            let (x, y) =
                (number(node.attribute("x").unwrap()), number(node.attribute("y").unwrap()));
            let size = number(node.attribute("font-size").unwrap());
            // The letters of Helvetica are half as wide as high on average, and rarely wider.
            let wide = 0.62 * size * node.text().unwrap().chars().count() as f64;
            let (left, right) = match node.attribute("text-anchor") {
                None => (x, x + wide),
                Some("middle") => (x - wide / 2.0, x + wide / 2.0),
                Some(_) => (x - wide, x),
            };
            assert!(left >= edge && right <= width - edge, "{:?}", node.text());
            assert!(y - size >= edge && y <= height - 4.0, "{:?}", node.text());
        }
    }
    assert!(!cards.is_empty() || svg.contains("Solutions"));
}

/// A page as pixels, without its texts.
fn pixels(svg: &str, scale: f32) -> Pixmap {
    let tree = Tree::from_str(svg, &SvgOptions::default()).unwrap();
    let size = tree.size().to_int_size().scale_by(scale).unwrap();
    let mut pixels = Pixmap::new(size.width(), size.height()).unwrap();
    pixels.fill(Color::WHITE);
    // Millimetres are 96/25.4 units of CSS.
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels
}

/// An independent reader of a few operators draws the PDF, which shows the same as the SVG.
#[test]
fn a_pdf_shows_the_same_as_its_svg() {
    const SCALE: f32 = 1.0;
    for (v, p) in DECKS {
        for (colourless, paper, content) in [
            (false, Paper::A4, SheetOf::Puzzles),
            (true, Paper::Letter, SheetOf::Puzzles),
            (false, Paper::Letter, SheetOf::Deck),
        ] {
            let asked = Sheet { colourless, paper, content, boards: 2, ..sheet(v, p) };
            let Ok(drawn) = asked.ask(&Session::new()) else { continue };
            let printed = ask(&Sheet { form: SheetForm::Pdf, ..asked });
            let pages = pdf::pages(&printed.pdf.unwrap().0);
            assert_eq!(pages.len(), drawn.pages.len());
            for (page, svg) in pages.iter().zip(svgs(&drawn)) {
                let expected = pixels(svg, SCALE);
                let shown = pdf::pixels(page, (expected.width(), expected.height()));
                let differ = expected.pixels().iter().zip(shown.pixels()).filter(|(a, b)| {
                    let far = |a: u8, b: u8| a.abs_diff(b) > 60;
                    far(a.red(), b.red()) || far(a.green(), b.green()) || far(a.blue(), b.blue())
                });
                let differ = differ.count();
                let inked = expected.pixels().iter().filter(|pixel| pixel.green() < 200).count();
                assert!(inked > 100 && differ * 200 < inked, "({v},{p}): {differ} of {inked}");
            }
        }
    }
}

#[test]
fn a_pdf_has_its_texts_in_the_font() {
    let title = "Söts (1) \\ “two”";
    let printed = ask(&Sheet { title: Some(title.into()), form: SheetForm::Pdf, ..sheet(3, 4) });
    let pages = pdf::pages(&printed.pdf.unwrap().0);
    assert!(pages[0].contains("(S\\366ts \\(1\\) \\\\ \\223two\\224) Tj"), "{}", &pages[0][..400]);
    assert!(pages[1].contains("(Solutions: S\\366ts"));
}

/// The lightness of the pixels of each card of the classic deck, drawn as wide as on a sheet, in greyscale.
fn cards(colourless: bool) -> Vec<Vec<f64>> {
    /// The unit of a picture is 56/300 mm: a card has some 106 pixels across.
    const SCALE: f32 = 56.0 / 300.0 * 96.0 / 25.4 * 0.5;
    let cards = Deck::CLASSIC.cards().map(|card| Deck::CLASSIC.show_all(&[card])).collect();
    let pictures = Pictures { cards, colourless, ..Pictures::default() };
    let lightness = |svg: &str| {
        let light = |pixel: &PremultipliedColorU8| {
            let parts = [(0.2126, pixel.red()), (0.7152, pixel.green()), (0.0722, pixel.blue())];
            parts.iter().map(|(part, channel)| part * f64::from(*channel)).sum()
        };
        pixels(svg, SCALE).pixels().iter().map(light).collect()
    };
    pictures.ask(&Session::new()).unwrap().cards.iter().map(|card| lightness(&card.svg)).collect()
}

/// Each pair of the 81 cards differs clearly in greyscale: in at least 40 pixels (10 mm² of a card
/// of 56 by 39 mm), by at least a tenth of the way from black to white.
#[test]
fn every_card_can_be_told_from_every_other_in_greyscale() {
    const CLEARLY: f64 = 25.5;
    const LEAST: usize = 40;
    for colourless in [false, true] {
        let cards = cards(colourless);
        assert_eq!(cards.len(), 81);
        let mut least = usize::MAX;
        for (i, card) in cards.iter().enumerate() {
            for other in &cards[..i] {
                let differ = card.iter().zip(other).filter(|(a, b)| (*a - *b).abs() >= CLEARLY);
                least = least.min(differ.count());
            }
        }
        println!("colourless {colourless}: at least {least} pixels");
        assert!(least >= LEAST, "colourless {colourless}: {least}");
    }
}
