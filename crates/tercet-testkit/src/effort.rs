//! The effort that methods report.

use tercet::deal::Dealer;
use tercet::solver::{Effort, Limit, Options};
use tercet::{Board, Card};

use crate::Kit;
use crate::boards::deck;
use crate::subject::{Case, Subject};

/// While cards are dealt and questions asked, the effort of a method never falls, and grows if the
/// method measures it. If a method delegates, this holds as long as it delegates to the same one.
pub fn effort_is_counted_and_never_falls(kit: &Kit) {
    let mut count = vec![(None, 0); kit.methods.len()];
    for (deck, most) in [(deck(3, 4), 15), (deck(4, 4), 24), (deck(5, 3), 22), (deck(8, 4), 70)] {
        // Larger decks would take brute force too long.
        let is_slow = |name: &str| name.starts_with("brute") && deck.values() > 5;
        for (row, question) in kit.able(deck).filter(|(row, _)| !is_slow(row.name)) {
            let cards: Vec<Card> = Dealer::new(deck, 1).take(most.min(2 * kit.easy)).collect();
            let mut board = Board::empty(deck);
            let mut subject = Subject::new(row, question, &board, &Options::default());
            let mut before: Option<(_, Effort)> = None;
            for dealt in cards.chunks(cards.len().div_ceil(4)) {
                board.add(dealt).unwrap();
                subject.update().add(dealt).unwrap();
                let _case = Case { row, question, seed: 1, board: &board };
                subject.ask(&Limit::none()).unwrap();
                let report = subject.update().report();
                let now = report.effort.map(|effort| (report.winner, effort));
                if let (Some((winner, before)), Some((same, now))) = (before, now)
                    && winner == same
                {
                    assert!(now.count >= before.count && now.unit == before.unit);
                }
                if let Some((_, Effort { count: now, unit })) = now {
                    let place =
                        kit.methods.iter().position(|other| other.name == row.name).unwrap();
                    count[place] = (Some(unit), now.max(count[place].1));
                }
                before = now;
            }
        }
    }
    for (row, (unit, count)) in kit.methods.iter().zip(&count) {
        assert!(unit.is_none() || *count > 0, "{} counts no {}", row.name, unit.unwrap());
    }
    // A suite may test a single engine, which may not report effort.
    assert!(
        kit.methods.len() == 1 || count.iter().any(|(unit, _)| unit.is_some()),
        "nobody counts"
    );
}
