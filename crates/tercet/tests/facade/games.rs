//! Games.

use super::*;

/// The same game by its rules, and step by step under limits that interrupt it.
#[test]
fn a_game_that_is_interrupted_goes_on() {
    for seed in 0..10 {
        let mut game = Game::classic(seed);
        let events: Vec<Event> = game.by_ref().collect();
        assert_eq!(game.next(), None, "a game stays at its end");
        assert!(game.is_over() && game.dealer().is_empty());
        assert_eq!(events.last(), Some(&Event::End(End::Deck)));
        assert_eq!(game.board().len() + 3 * game.sets() as usize, 81);

        let mut stopped = Game::new(Deck::CLASSIC, Rules::classic(Deck::CLASSIC), seed).unwrap();
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
    let refused = Game::new(deck, rules, 1).err().unwrap();
    let Cannot::OutOfRange(refusal) = &refused else { panic!("{refused}") };
    assert_eq!((refusal.asked, refusal.least, refusal.most), (65, 0, 64));
    assert_eq!(Game::by(&Method::AUTO, &options, Dealer::new(deck, 1), rules).err(), Some(refused));
    let rules = Rules::classic(deck);
    let refused =
        Game::by(&Method::PAIRS_HASH, &options, Dealer::new(deck, 1), rules).err().unwrap();
    assert!(matches!(refused, Cannot::Unsupported(_)), "{refused}");
}
