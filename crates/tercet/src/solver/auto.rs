//! The choice of a method by the deck, the number of cards and the question.
//!
//! The rules follow measurements: on one core, random boards, all methods on the same boards.
//! MEASUREMENTS.md shows them ("The choice of `auto`").

use std::ops::ControlFlow;

use super::pairs::PairsMeet;
use super::spectrum::Spectrum;
use super::{
    Count, Enumerate, Found, Full, Limit, Method, Options, Question, Report, Solver, Stop, Update,
    Visit, cover, pairs,
};
use crate::board::{Board, BoardError};
use crate::{Card, Deck};

/// The method that `auto` takes for a question about a board of `cards` cards.
///
/// ```
/// use tercet::Deck;
/// use tercet::solver::{Question, choose};
///
/// assert_eq!(choose(Deck::CLASSIC, 12, Question::Enumerate).name, "halves");
/// assert_eq!(choose(Deck::CLASSIC, 81, Question::Count).name, "spectrum");
/// ```
pub fn choose(deck: Deck, cards: usize, question: Question) -> &'static Method {
    match (deck.values(), question) {
        (1 | 2, _) => &Method::COMPLETION,
        (3, Question::Find) if cards <= MOST_PAIRS || deck.properties() <= DENSE_PROPERTIES => {
            &Method::PAIRS_BITS
        }
        (3, Question::Find) => &Method::THIRDS,
        (3, Question::Count) if spectrum_pays(deck, cards) => &Method::SPECTRUM,
        (3, _) if deck.properties() <= 5 || cards <= MOST_HALVES => &Method::HALVES,
        (3, _) => &Method::THIRDS,
        (4..=6, Question::Count) => &Method::MIDDLE,
        (7..=64, Question::Count) if many_are_expected(deck, cards) => &Method::MIDDLE,
        (4, Question::Enumerate) if cards >= MANY => &Method::MIDDLE,
        _ => &Method::COVER,
    }
}

/// The most cards for which trying all pairs is faster than splitting the board in thirds.
const MOST_PAIRS: usize = 150;

/// The most properties for which a set is expected among so few cards: that takes (6·3^p)^(1/3) cards.
const DENSE_PROPERTIES: usize = 12;

/// The most cards for which trying all pairs is faster than trying the pairs in halves.
const MOST_HALVES: usize = 110;

/// The least numbers of cards for which the transform is faster than pairs, for p = 4 to 14.
const SPECTRUM: [usize; 11] = [50, 60, 40, 70, 110, 370, 750, 1500, 3300, 6300, 12_000];

fn spectrum_pays(deck: Deck, cards: usize) -> bool {
    let least = deck.properties().checked_sub(4).and_then(|i| SPECTRUM.get(i));
    least.is_some_and(|&least| cards >= least)
}

/// From this number of expected sets on, half-sets are fewer than the branches of a search.
const MANY: usize = 200;

/// A search visits each set; `middle` multiplies the numbers of half-sets.
fn many_are_expected(deck: Deck, cards: usize) -> bool {
    deck.expected_sets_f64(cards as u128).is_some_and(|sets| sets >= 1000.0)
}

/// The method that finds a set on a board that changes, if it differs from the method for a fixed
/// board: for v = 4, keeping the pairs during a game pays as long as they fit the caches and the
/// memory limit.
fn choose_in_game(deck: Deck, cards: usize, memory: usize) -> &'static Method {
    let kept = cards <= MOST_KEPT && PairsMeet::most_bytes(cards) <= memory;
    match deck.values() {
        4 if kept => &Method::PAIRS_MEET,
        _ => choose(deck, cards, Question::Find),
    }
}

/// The pairs of more cards take over a hundred megabytes.
const MOST_KEPT: usize = 2000;

/// Answers each question with the method that suits the current board.
pub struct Auto {
    board: Board,
    options: Options,
    /// Whether the board has changed.
    in_game: bool,
    /// The last question and the method that answered it.
    asked: Option<(Question, &'static Method)>,
    /// The method of the last question of each kind; it keeps its state through the updates.
    kept: [Option<(&'static Method, Box<dyn Full>)>; Question::ALL.len()],
}

impl Auto {
    /// An automatic choice for a board that may change.
    pub fn new(board: &Board, options: &Options) -> Self {
        let (board, kept) = (board.clone(), [const { None }; Question::ALL.len()]);
        Self { board, options: *options, in_game: false, asked: None, kept }
    }

    /// The method for this question: the present one if it is the chosen one; otherwise the chosen
    /// one is built for the board, unless the limit was reached.
    fn keep(
        &mut self,
        question: Question,
        chosen: &'static Method,
        limit: &Limit,
    ) -> Result<&mut dyn Full, Stop> {
        self.asked = Some((question, chosen));
        let kept = &mut self.kept[question as usize];
        let built = match kept.take() {
            Some((method, built)) if method == chosen => built,
            _ => {
                limit.check()?;
                let built = chosen.built(question, &self.board, &self.options);
                built.expect("the rules name methods that suit the deck")
            }
        };
        Ok(&mut *kept.insert((chosen, built)).1)
    }

    /// The method that suits the board, for this question.
    fn chosen(&mut self, question: Question, limit: &Limit) -> Result<&mut dyn Full, Stop> {
        let deck = self.board.deck();
        let chosen = match choose(deck, self.board.len(), question) {
            spectrum if *spectrum == Method::SPECTRUM => {
                let fits = Spectrum::bytes(deck.properties()) <= self.options.memory;
                if fits { spectrum } else { &Method::THIRDS }
            }
            chosen => chosen,
        };
        self.keep(question, chosen, limit)
    }
}

impl Update for Auto {
    fn board(&self) -> &Board {
        &self.board
    }

    fn add(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.add(cards)?;
        self.in_game = true;
        self.kept.iter_mut().flatten().try_for_each(|(_, method)| method.add(cards))
    }

    fn remove(&mut self, cards: &[Card]) -> Result<(), BoardError> {
        self.board.remove(cards)?;
        self.in_game = true;
        self.kept.iter_mut().flatten().try_for_each(|(_, method)| method.remove(cards))
    }

    fn report(&self) -> Report {
        let report = |question: Question| {
            self.kept[question as usize].as_ref().map(|(_, built)| built.report())
        };
        let asked = self.asked.and_then(|(question, _)| report(question));
        Report {
            memory: report(Question::Find).and_then(|report| report.memory),
            effort: asked.and_then(|report| report.effort),
            winner: self.asked.map(|(_, method)| method.name),
            ..Report::default()
        }
    }
}

impl Solver for Auto {
    fn find(&mut self, limit: &Limit) -> Result<Option<Found>, Stop> {
        let Self { board, options, in_game, .. } = self;
        let chosen = if *in_game {
            choose_in_game(board.deck(), board.len(), options.memory)
        } else {
            choose(board.deck(), board.len(), Question::Find)
        };
        self.keep(Question::Find, chosen, limit)?.find(limit)
    }
}

impl Enumerate for Auto {
    fn for_each(&mut self, limit: &Limit, visit: Visit) -> Result<(), Stop> {
        self.chosen(Question::Enumerate, limit)?.for_each(limit, visit)
    }

    fn for_each_in_order(&mut self, limit: &Limit, visit: Visit) -> Option<Result<(), Stop>> {
        if self.board.deck().values() != 3 {
            return None;
        }
        match self.keep(Question::Enumerate, &Method::PAIRS_BITS, limit) {
            Ok(lister) => lister.for_each_in_order(limit, visit),
            Err(stop) => Some(Err(stop)),
        }
    }
}

impl Count for Auto {
    fn count(&mut self, limit: &Limit) -> Result<u128, Stop> {
        self.chosen(Question::Count, limit)?.count(limit)
    }
}

/// Of the sets of a board that contain all `held` cards (of all sets, if no cards are held), the
/// one that differs in the fewest properties, and of several the first in layout order.
///
/// Returns ascending positions; sets are compared by their first position, then their second, and
/// so on. The held positions must be distinct positions of the board.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn fewest_differing(
    board: &Board,
    held: &[usize],
    limit: &Limit,
) -> Result<Option<Vec<usize>>, Stop> {
    if board.deck().values() == 3 && held.is_empty() {
        return Ok(pairs::fewest_differing(board, limit)?.map(Vec::from));
    }
    cover::fewest_differing(board, held, limit)
}

/// The same, of the sets that hold exactly one of these cards of the board.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn fewest_differing_linked(
    board: &Board,
    last: &[Card],
    held: &[usize],
    limit: &Limit,
) -> Result<Option<Vec<usize>>, Stop> {
    let deck = board.deck();
    let last = board.positions_of(last);
    let mut best = None;
    for &link in &last {
        // Without the other cards, each set that holds this one is such a set.
        let is_there = |at: &usize| *at == link || !last.contains(at);
        if !held.iter().all(is_there) {
            continue;
        }
        let there: Vec<usize> = (0..board.len()).filter(is_there).collect();
        let part =
            Board::new(deck, board.at(&there)).expect("cards of a board are those of another");
        let linked = held.iter().chain(Some(&link).filter(|link| !held.contains(link)));
        let place = |at: &usize| there.binary_search(at).expect("these cards are not left out");
        let linked: Vec<usize> = linked.map(place).collect();
        if let Some(set) = cover::fewest_differing(&part, &linked, limit)? {
            let set: Vec<usize> = set.into_iter().map(|place| there[place]).collect();
            let [one, other] = [set[0], set[set.len() - 1]].map(|at| board[at]);
            let differs = |&j: &usize| deck.value(one, j) != deck.value(other, j);
            let differing = (0..deck.properties()).filter(differs).count();
            best = best.into_iter().chain([(differing, set)]).min();
        }
    }
    Ok(best.map(|(_, set)| set))
}

/// Of the sets of a board, the one with the least first position, of these the one with the least
/// second, and so on.
///
/// First `auto` finds any set, or none: so a board without a set takes no longer than otherwise, and
/// no later card than the first of that set needs to be tried as the first. Then v = 3 tries pairs
/// in layout order, up to n²/2; more values take up to about five times as long as proving that
/// there is no set.
///
/// # Errors
///
/// [`Stop`] if the limit ended the search.
pub(crate) fn first_in_order(
    board: &Board,
    options: &Options,
    limit: &Limit,
) -> Result<Option<Found>, Stop> {
    let mut auto = Auto::new(board, options);
    let Some(found) = auto.find(limit)? else { return Ok(None) };
    let values = board.deck().values();
    // With one value there is one card, with two every two cards are a set.
    if values <= 2 {
        return Ok(Some(Found::new((0..values).collect::<Vec<_>>())));
    }
    let mut first = None;
    let in_order = auto.for_each_in_order(limit, &mut |positions| {
        first = Some(Found::new(positions));
        ControlFlow::Break(())
    });
    match in_order {
        Some(end) => end.map(|()| first),
        None => Ok(cover::first_in_order(board, found[0], limit)?.map(Found::new)),
    }
}
