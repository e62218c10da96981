//! Boards as people hold them: a table of forms, and random boards in random forms.

use serde_json::Value;
use tercet::file::{NamedBoard, PartialDeck};
use tercet::table::{Refusal, read_boards};
use tercet::{Board, Card};

/// The positions of all sets, by definition.
fn sets(board: &Board) -> Vec<Vec<usize>> {
    let (deck, cards) = (board.deck(), board.cards());
    let mut sets = Vec::new();
    let mut choose = vec![Vec::new()];
    while let Some(chosen) = choose.pop() {
        let of_chosen: Vec<Card> = chosen.iter().map(|&i: &usize| cards[i]).collect();
        if chosen.len() == deck.values() {
            let is_set = (0..deck.properties()).all(|property| {
                let mut values: Vec<usize> =
                    of_chosen.iter().map(|&card| deck.value(card, property)).collect();
                values.sort_unstable();
                values.dedup();
                values.len() == 1 || values.len() == deck.values()
            });
            sets.extend(is_set.then_some(chosen));
            continue;
        }
        let next = chosen.last().map_or(0, |last| last + 1);
        choose.extend((next..cards.len()).map(|i| [&chosen[..], &[i]].concat()));
    }
    sets.sort();
    sets
}

fn only(text: &str, known: PartialDeck) -> Result<NamedBoard, Refusal> {
    let boards = read_boards(text, known)?;
    let [only] = <[_; 1]>::try_from(boards).map_err(|_| Refusal::NoTable)?;
    Ok(only)
}

#[test]
fn what_may_be_a_card_is_no_title() {
    let refused = [
        "1232: 1231 1233 1111",
        "one red oval: one green oval, one purple oval, two red waves",
        "czlu:azkv czlk azlu",
    ];
    for text in refused {
        let read = read_boards(text, PartialDeck::default());
        assert!(matches!(read, Err(Refusal::Beside(_))), "{text}: {read:?}");
    }
    for text in ["Easy: 1231 1233 1111", "Board 12: 1231 1233 1111"] {
        let read = only(text, PartialDeck::default()).map(|read| read.board.len());
        assert_eq!(read, Ok(3), "{text}");
    }
}

/// Each line is a text, and the same board in the strict notation.
#[test]
fn forms() {
    let (mut count, mut wrong) = (0, Vec::new());
    for line in include_str!("forms.jsonl").lines() {
        let form: Value = serde_json::from_str(line).unwrap();
        let said = |name: &str| form[name].as_str().unwrap();
        let same: Board = said("board").parse().unwrap();
        let number = |i: usize| form["deck"][i].as_u64().map(|it| it as usize);
        let known = PartialDeck { values: number(0), properties: number(1) };
        count += 1;
        let read = match only(said("text"), known) {
            Ok(read) => read,
            Err(refusal) => {
                wrong.push(format!("{}: {refusal}: {}", said("form"), said("text")));
                continue;
            }
        };
        let spelling = read.spelling.as_ref().unwrap();
        let is_pictured = form["pictured"].as_bool().unwrap();
        let is_same = !is_pictured || read.board == same && spelling.is_pictured;
        if read.board.deck() != same.deck() || sets(&read.board) != sets(&same) || !is_same {
            wrong.push(format!(
                "{}: {}: {}: {}",
                said("form"),
                said("text"),
                spelling.reading,
                read.board.deck().show_all(read.board.cards())
            ));
        }
    }
    assert!(count >= 60, "{count} forms");
    assert!(wrong.is_empty(), "{} of {count} forms:\n{}", wrong.len(), wrong.join("\n\n"));
}

/// Each line is a text with several boards, and the same in the strict notation.
#[test]
fn several_boards() {
    for line in include_str!("several.jsonl").lines() {
        let form: Value = serde_json::from_str(line).unwrap();
        let text = form["text"].as_str().unwrap();
        let boards = read_boards(text, PartialDeck::default())
            .map_err(|refusal| format!("{refusal}: {text}"));
        let found: Vec<_> = boards.unwrap().iter().map(|it| sets(&it.board)).collect();
        let same = |board: &Value| sets(&board.as_str().unwrap().parse().unwrap());
        let expected: Vec<_> = form["boards"].as_array().unwrap().iter().map(same).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// A text with a slip of the pen is no other board.
#[test]
fn slips_are_refused() {
    for text in [
        "1GsD 2RhO 2RhX",
        "Anna 5\nBob 3\nCarl 7\n1RSO 2GHD 3POS",
        "R red\nG green\nP purple\n1RSO 2GHD 3POS",
        "Monday night\nKitchen table\nNew deck\n2RhO 1GsD 3PoS 1RhO",
        "1RSO 2GHD 3POS 1GSO\nABC\nADE\nBCE",
        "v = 3\np = 4\nn = 9\n1RSO 2GHD 3POS 1RHD 1RHO 2POS 1GSO 1GSD 1GSS",
        "1 red solid oval\n2 red solid ovals\n3 red solid ovals\n\nAnna 5\nBob 3\nCarl 7",
        "one red solid oval\ntwo green striped ovals\n\nSolution:\n1 3 8\n2 5 9\n3 5 6",
        "find the set\nred solid cat\nblue open dog",
        "find the set\ncat red big\ndog blue tiny",
        "1 red oval\n2 red oval\n3 red oval\nany set here?",
        "número,color,relleno\n3,morado,sólido\n2,morado,sólido\n2,rojo,rayado",
        "1 2 3 1\nred green purple red\noval oval wave wave",
        "1 2231\n2 1123\n3 3213",
        "3GO\n2GO\nGO1",
        "2RhO 1GsD 3PsS 2GxO",
        "0121 0212 0131",
        "0123",
        "O2RS O1PH D2GS S3GO O3GX D1RH",
        "O2RS O1PH D2GS O2RS",
        "O2RH D1GS S3PS O2GH\nO2PH S1RS O1GX S2GS\nD1PO S3RH D3RO S1PH",
        "one green open squiggle\nthree purple solid ovals\ntwo red open oval\none grene solid ovals\nthree red open diamonds",
        "D1GS S3PS O2GH O2RH D3RO and new: S1PH O2PH S1RS",
        "2PD 1RS 3gS 2gS 2pO 2rO",
        "12\n1 2 3 1\n1 1 1 1",
        "1 red solid squiggle\n2 red solid sqiggles\n3 red solid squiggles\n1 green open oval",
        "R2so r1so R3so g1so",
        "one red empty oval\ntwo red open ovals\nthree red empty ovals",
        "S1GE\nO3PF\nS1RE\n\nS2RT\nO1GE\nO3GF\n\nO3RT\nO3RE\nO2PT\n\nS1PE\nO1GT\nS3RE",
        "一个红色条纹椭圆\n二个红色实心椭圆\n三个红色空心椭圆",
        "[\"two red\", \"one\"]",
        "[{\"a\": 1, \"b\": 2}, {\"a\": 1, \"c\": 2}, {\"a\": 2, \"b\": 2}]",
        "2,red,solid,oval\n,red,striped,oval\n3,green,open,diamond",
        "number,color,shading,shape\n1,red,solid,oval\n?,?,?,?\n2,red,solid,oval",
        "{\"cards\":[\"1RsO\",null,\"2RsO\",\"3RsO\"]}",
        "Alice: 1RSO 2RSO 1GHW 2POD\nBob: 3RSO 1POW 2GHD 3RSD",
        "Board 1: 1RSO 2RSO 1GHW 2POD\nBoard 2: 3RSO 1POW 2GHD 3RSD",
        "---\n1RSO 2RSO 1GHW 2POD\n---\n3RSO 1POW 2GHD 3RSD",
        "Ann: 1 red solid oval\nBob: 2 green open wave\nAnn: 3 red open oval\nBob: 1 red open wave",
        "(2,1) (4,1) (1,2) (2,2) (1,4) (1,1) (2,4) (0,1) (0,4) (2,0) (1,0) (0,2) (0,0)",
        "0,2,0,0\n2,1,1,0\n2,2,0,0\n2,0,2,2\n1,1,2,2\n0,0,2,2\n0,1,1,d",
        "ann 1 red solid oval\nbob 2 green open wave\nann 3 red open oval\nbob 1 red open wave",
        "dzm: [1][1]\ndwn: [1][2]\naxk: [1][3]\nawk: [2][1]",
        "1,dark red,oval\n2,dark red,oval\n3,light red,oval\n1,light red,square\n2,red blue,square",
        "<li class=\"red\">1 solid oval</li><li class=\"green\">2 solid oval</li><li class=\"green\">3 solid oval</li>",
        "<table><tr><td class=\"red\">1</td><td>solid</td><td>oval</td></tr><tr><td class=\"green\">2</td><td>solid</td><td>oval</td></tr><tr><td class=\"green\">3</td><td>solid</td><td>oval</td></tr></table>",
        "<ellipse stroke=\"red\" fill=\"solid\" count=\"1\"/><polygon stroke=\"red\" fill=\"solid\" count=\"2\"/><polygon stroke=\"red\" fill=\"open\" count=\"2\"/><path stroke=\"green\" fill=\"open\" count=\"2\"/>",
        "[{\"oval\":{\"number\":1,\"color\":\"red\"}},{\"oval\":{\"number\":2,\"color\":\"red\"}},{\"diamond\":{\"number\":3,\"color\":\"red\"}}]",
        "| red solid oval\n|| red solid oval\n||| red solid diamond\n|| green solid diamond\n||| green open diamond\n| green open oval",
        "1 red (oval)\n2 green [oval]\n3 purple oval\n1 green [diamond]\n2 red (diamond)",
        "# red\n1 solid oval\n2 open oval\n# green\n2 striped diamond\n1 solid diamond",
        "Red: 1 solid oval, 2 solid oval\nGreen: 1 open oval, 3 open diamond, 3 solid oval\nPurple: 1 solid diamond, 3 striped oval",
        "Red:\n- 1 solid oval\n- 2 open oval\n- 3 open oval\nGreen:\n- 2 solid oval\n- 3 open oval\n- 1 solid diamond",
        "{\"red\":[{\"number\":1,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":2,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":3,\"shading\":\"open\",\"shape\":\"oval\"}],\"green\":[{\"number\":1,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":2,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":3,\"shading\":\"open\",\"shape\":\"diamond\"}]}",
        "[{\"color\":\"red\",\"cards\":[{\"number\":1,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":2,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":3,\"shading\":\"open\",\"shape\":\"oval\"}]},{\"color\":\"green\",\"cards\":[{\"number\":1,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":2,\"shading\":\"open\",\"shape\":\"oval\"},{\"number\":3,\"shading\":\"open\",\"shape\":\"oval\"}]}]",
        "number,color,shading,shape,size\n1,red,solid,oval,10\n2,green,solid,oval,20\n3,purple,open,oval,30\n1,green,open,diamond,20\n2,red,open,diamond,10\n3,red,striped,squiggle,30",
        "[{\"number\":1,\"color\":\"red\",\"filled\":false,\"striped\":true,\"shape\":\"oval\"},{\"number\":2,\"color\":\"red\",\"filled\":true,\"striped\":false,\"shape\":\"oval\"},{\"number\":3,\"color\":\"green\",\"filled\":false,\"striped\":false,\"shape\":\"oval\"},{\"number\":1,\"color\":\"purple\",\"filled\":false,\"striped\":true,\"shape\":\"diamond\"}]",
        "card.1.number=1\ncard.1.color=purple\ncard.1.shading=open\ncard.1.shape=oval\ncard.2.number=2\ncard.2.color=red\ncard.2.shading=open\ncard.2.shape=oval\ncard.3.number=2\ncard.3.color=purple\ncard.3.shading=solid\ncard.3.shape=oval",
        "[{\"game\":1,\"number\":1,\"color\":\"red\",\"shape\":\"oval\",\"shading\":\"open\"},{\"game\":1,\"number\":2,\"color\":\"red\",\"shape\":\"oval\",\"shading\":\"open\"},{\"game\":1,\"number\":3,\"color\":\"red\",\"shape\":\"diamond\",\"shading\":\"open\"},{\"game\":2,\"number\":1,\"color\":\"green\",\"shape\":\"oval\",\"shading\":\"open\"},{\"game\":2,\"number\":2,\"color\":\"red\",\"shape\":\"oval\",\"shading\":\"solid\"},{\"game\":2,\"number\":3,\"color\":\"purple\",\"shape\":\"oval\",\"shading\":\"striped\"}]",
        "[{\"number\":1,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":2,\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":3,\"color\":\"red\",\"shading\":\"solid\",\"shape\":\"oval\"},{\"number\":1,\"color\":\"red\",\"shading\":\"open\",\"shape\":\"oval\"}]",
        "2 red solid oval Ann\n1 red open oval Ann\n3 green solid diamond Bob\n1 green open diamond Cy\n2 red open diamond Bob",
        "2 red solid oval true\n1 red open oval false\n3 green solid diamond true\n1 green open diamond false\n2 red open diamond true",
        "purple,solid,squiggle,1\npurple,open,oval,2\nrad,striped,squiggle,2\nred,striped,squigle,1\npurple,open,oval,3\ngreen,solid,diamond,3\ngreen,striped,oval,1\nred,open,diamond,2",
        "S,striped,red\ns,open,green\no,solid,purple",
        "bar one red\nbars two red\ndot three red",
        "3 3 3\n1 2 3\n2 2 2\n3 2 1",
        "O,RS\nO1RS\nO3RS\nS1GS\nO2PS",
        "t1,red,solid\nt1,red,open\nt2,green,solid\nt2,red,solid\nt3,green,open\nt3,red,open",
        "t1 1 2 1\nt1 2 2 2\nt1 3 2 1\nt2 1 1 1\nt2 2 2 1\nt2 3 3 1",
        "3x (big glass)\n1x (small wood)\n2x (small glass)",
        "Red: 1SO 3OD 1HD 1SW\nGreen: 1OW\nPurple: 3SD",
        "12\n1111\n1112\n1113",
        "1 2 3",
        "{\"left\": [\"3GHW\", \"1RSW\", \"1GHD\"], \"middle\": [\"2GOO\", \"3RSW\", \"3RHW\"], \"right\": [\"1GOO\", \"2RHW\", \"3GHD\"]}",
        "4 6\n1 2 1 1\n2 2 1 1\n3 2 1 1\n1 1 1 1\n3 3 3 3\n2 3 2 3",
        "RsS GoD RsD RsO GoS GhD",
        "1: red striped oval\n2: green solid diamond, green solid oval, purple striped oval\n3: green striped diamond, red open diamond, green open diamond",
        "Ann: three red open squiggles, one green striped diamond, two red open squiggles\nBob: two red striped diamonds, one purple solid diamond, one red striped squiggle\nCy: three purple solid ovals, three purple solid diamonds, one red solid oval",
        "12 23 16 25 43 65 52 18 11 61 53 32",
        "1 14 27 55 81 3",
        "hello world",
        "",
    ] {
        let read = read_boards(text, PartialDeck::default());
        assert!(read.is_err(), "{text:?} is read as {read:?}");
    }
}

/// Cards that are not on the board are written with its labels.
#[test]
fn other_cards_have_the_labels_of_the_board() {
    for (text, cards) in [
        ("1231 2231 1112", &["3231", "3312"][..]),
        ("3 green solid stars\n2 green solid stars\n1 red open moon", &["one green solid star"]),
        ("O1RS O2RH D1GO", &["O3RS", "D3RO"]),
        ("5 a x\n7 b y\n5 b z", &["7 a x"]),
    ] {
        let NamedBoard { board, spelling, .. } = only(text, PartialDeck::default()).unwrap();
        let (deck, spelling) = (board.deck(), spelling.unwrap());
        let composed: Vec<String> =
            deck.cards().filter_map(|card| spelling.compose(deck, card)).collect();
        let mut different = composed.clone();
        different.sort_unstable();
        different.dedup();
        assert_eq!(different.len(), composed.len(), "{composed:?}");
        for card in cards {
            assert!(composed.iter().any(|it| it == card), "{card} in {composed:?}");
        }
        for card in &board {
            assert_eq!(spelling.card(deck, spelling.write(card).unwrap()), Some(card));
        }
    }
}

/// A random number below a bound.
fn below(random: &mut u64, bound: usize) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    (*random >> 11) as usize % bound
}

fn shuffled<T>(mut items: Vec<T>, random: &mut u64) -> Vec<T> {
    for i in (1..items.len()).rev() {
        items.swap(i, below(random, i + 1));
    }
    items
}

/// Names for the v values of a property, all of a kind.
fn labels(v: usize, in_letters: bool, random: &mut u64) -> Vec<String> {
    const WORDS: [&str; 16] = [
        "apple", "river", "stone", "cloud", "Tiger", "LAMP", "x1", "été", "alpha", "beta", "gamma",
        "delta", "sun", "moon", "star", "日本",
    ];
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ♠♥♣★○△αβγδ🍎🍐🍊";
    let chosen: Vec<String> = match below(random, 4) {
        0 => (0..v.min(9)).map(|it| it.to_string()).collect(),
        1 => (1..=v.min(9)).map(|it| it.to_string()).collect(),
        _ if in_letters => shuffled(LETTERS.chars().map(String::from).collect(), random),
        _ => shuffled(WORDS.map(str::to_owned).to_vec(), random),
    };
    chosen.into_iter().take(v).collect()
}

/// A board of random cards, and it written in a random form.
fn written(random: &mut u64) -> (Board, String, PartialDeck) {
    let v = [3, 3, 3, 3, 4, 5][below(random, 6)];
    let p = 2 + below(random, 4);
    let deck = tercet::Deck::new(v, p).unwrap();
    let most = (deck.last_rank() as usize + 1).min(21);
    let size = 2 * v + below(random, most.saturating_sub(2 * v) + 1);
    let ranks = shuffled((0..=deck.last_rank()).collect(), random);
    let cards: Vec<Card> = ranks.into_iter().take(size).map(|rank| deck.nth(rank)).collect();
    let board = Board::new(deck, cards).unwrap();
    let form = below(random, 12);
    let in_letters = form < 4;
    let names: Vec<Vec<String>> = (0..p).map(|_| labels(v, in_letters, random)).collect();
    let order = shuffled((0..p).collect(), random);
    let fields = |card: Card| -> Vec<String> {
        order.iter().map(|&i| names[i][deck.value(card, i)].clone()).collect()
    };
    let rows: Vec<Vec<String>> = board.cards().iter().map(|&card| fields(card)).collect();
    let joined = |by: &str| rows.iter().map(|row| row.join(by)).collect::<Vec<_>>();
    let separator = [" ", ",", ";", "\t", "|", "/", "_", "-", ", "][below(random, 9)];
    let text = match form {
        0 => joined("").join(" "),
        1 => joined("").join("\n"),
        2 => joined("").join(", "),
        3 => format!("{:?}", joined("")),
        4 | 5 => joined(separator).join("\n"),
        6 => joined("_").join(" "),
        7 => joined(",").iter().map(|row| format!("({row})")).collect::<Vec<_>>().join(" "),
        8 => serde_json::to_string(&rows).unwrap(),
        9 => {
            let object = |row: &Vec<String>| {
                let fields = row
                    .iter()
                    .enumerate()
                    .map(|(i, it)| (format!("p{i}"), Value::from(it.as_str())));
                Value::Object(fields.collect())
            };
            serde_json::to_string(&rows.iter().map(object).collect::<Vec<_>>()).unwrap()
        }
        10 => format!("- {}\n", joined(" ").join("\n- ")),
        _ => format!("| {} |\n", joined(" | ").join(" |\n| ")),
    };
    let known = if v == 3 { PartialDeck::default() } else { PartialDeck::from(deck) };
    (board, text, known)
}

/// How many cases the tests of random boards try.
fn cases() -> usize {
    if tercet_testkit::tries_everything() { 20_000 } else { 2_000 }
}

#[test]
fn random_boards_in_random_forms() {
    let mut random = 0x5e7;
    let (mut refused, mut wrong) = (Vec::new(), Vec::new());
    for _ in 0..cases() {
        let (board, text, known) = written(&mut random);
        match only(&text, known) {
            Err(refusal) => refused.push(format!("{refusal}\n{text}")),
            Ok(read) => {
                let sorted = |board: &Board| {
                    let sets = board.sets().map(|set| {
                        let mut positions = set.positions().unwrap().to_vec();
                        positions.sort_unstable();
                        positions
                    });
                    sets.collect::<std::collections::BTreeSet<_>>()
                };
                if read.board.len() != board.len() || sorted(&read.board) != sorted(&board) {
                    wrong.push(format!(
                        "{} of {}\n{text}",
                        read.spelling.unwrap().reading,
                        board.deck()
                    ));
                }
            }
        }
    }
    let show = |texts: &[String]| texts.iter().take(8).cloned().collect::<Vec<_>>().join("\n\n");
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), show(&wrong));
    assert!(refused.len() <= cases() / 1000, "{} refused:\n{}", refused.len(), show(&refused));
}

/// A text with some letters changed, left out, put in, or moved.
fn mutated(text: &str, random: &mut u64) -> String {
    const LETTERS: [char; 24] = [
        '0', '1', '9', 'a', 'R', 'é', ' ', '\n', ',', '(', ']', '"', '{', '|', '#', '-', '\t',
        '\\', ':', '\u{0}', '\u{a0}', '🔴', '\u{301}', '\u{202e}',
    ];
    let mut letters: Vec<char> = text.chars().collect();
    for _ in 0..=below(random, 4) {
        let (i, j) = (below(random, letters.len() + 1), below(random, letters.len() + 1));
        match below(random, 5) {
            0 => letters.insert(i, LETTERS[below(random, LETTERS.len())]),
            1 if i < letters.len() => drop(letters.remove(i)),
            2 if i < letters.len() => letters[i] = LETTERS[below(random, LETTERS.len())],
            3 => letters.truncate(i),
            _ => drop(letters.drain(i.min(j)..i.max(j)).count()),
        }
    }
    letters.into_iter().collect()
}

#[test]
fn mutated_texts_never_panic_nor_have_other_cards() {
    let mut random = 0xca4d;
    let forms: Vec<Value> = include_str!("forms.jsonl")
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let mut read = 0;
    for case in 0..cases() {
        let text = if case % 2 == 0 {
            written(&mut random).1
        } else {
            forms[case % forms.len()]["text"].as_str().unwrap().to_owned()
        };
        let text = mutated(&text, &mut random);
        for NamedBoard { board, spelling, .. } in
            read_boards(&text, PartialDeck::default()).unwrap_or_default()
        {
            read += 1;
            let spelling = spelling.unwrap();
            for card in &board {
                let written = spelling.write(card).unwrap();
                let is_there = |word: &str| {
                    text.contains(word)
                        || serde_json::to_string(word)
                            .is_ok_and(|it| text.contains(it.trim_matches('"')))
                };
                let words = written.split_whitespace();
                // Typography, the fraction of a whole number and the ending of a file are not written again.
                let has = |ending: &&str| text.contains(*ending);
                let plain = ![".0", ".png", ".jpg", ".svg"].iter().any(has)
                    && !text.chars().any(|it| {
                        ('\u{ff01}'..='\u{ff5e}').contains(&it) || "\u{a0}\u{202e}“”".contains(it)
                    });
                assert!(!plain || words.into_iter().all(is_there), "{written:?} in {text:?}");
            }
        }
    }
    assert!(read > cases() / 10, "{read} boards were read");
}
