//! Games.

use super::*;

#[test]
fn a_game_is_an_iterator_of_its_events() {
    for seed in 0..20 {
        let mut game = Game::classic(seed);
        let events: Vec<Event> = game.by_ref().collect();
        assert_eq!(game.next(), None);
        assert_eq!(game.next(), None, "a game stays at its end");
        assert!(game.is_over() && game.dealer().is_empty());

        let (mut board, mut sets) = (Board::empty(Deck::CLASSIC), 0);
        for event in &events {
            match event {
                Event::Deal(deck, cards) => {
                    assert_eq!(*deck, Deck::CLASSIC);
                    board.extend(cards.iter().copied());
                    let cards = deck.show_all(cards);
                    assert_eq!(event.to_string(), format!("dealt {cards}"));
                }
                Event::Take(set) => {
                    assert_eq!(set.positions().map(|places| board.at(places)), Some(set.to_vec()));
                    board.remove(set).unwrap();
                    sets += 1;
                    assert_eq!(event.to_string(), format!("took {set}"));
                }
                Event::NoSet => assert_eq!(board.find(), None),
                Event::End(end) => assert_eq!(*end, End::Deck),
            }
        }
        assert_eq!(events.last(), Some(&Event::End(End::Deck)));
        assert_eq!((game.board(), game.sets()), (&board, sets));
        assert_eq!(board.len() + 3 * sets as usize, 81);

        // The same game by its rules, and step by step under limits that interrupt it.
        let rules = Rules::classic(Deck::CLASSIC);
        assert!(Game::new(Deck::CLASSIC, rules, seed).unwrap().eq(events.iter().cloned()));
        let mut stopped = Game::classic(seed);
        let (over, none) = (Limit::none().or_flag(raised()), Limit::none());
        let mut again: Vec<Event> = Vec::new();
        loop {
            let stop = stopped.within(&over).next();
            assert_eq!(stop, Some(Err(Stop::INTERRUPTED)));
            let before = again.len();
            again.extend(stopped.within(&none).take(2).map(Result::unwrap));
            if again.len() == before {
                break;
            }
        }
        assert_eq!(again, events);
    }
}

#[test]
fn games_that_cannot_be_played_are_refused() {
    let (deck, options) = (deck(4, 3), Options::default());
    let rules = Rules { start: 65, ..Rules::classic(deck) };
    let refusal: OutOfRange = Game::new(deck, rules, 1).err().unwrap();
    assert_eq!((refusal.asked, refusal.least, refusal.most), (65, 0, 64));
    let stop = Game::by(&Method::AUTO, &options, deck, rules, 1).err().unwrap();
    assert_eq!(stop, refusal.into());
    let rules = Rules::classic(deck);
    let stop = Game::by(&Method::PAIRS_HASH, &options, deck, rules, 1).err().unwrap();
    assert!(matches!(stop.reason, Reason::Unsupported(_)), "{stop}");
}
