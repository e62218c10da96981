//! The game in which two players take sets in turn, and the player who cannot take one loses.
//!
//! Lampis and Mitsou (2014) call it Two-Player Set; for boards that are graphs it is Arc Kayles
//! (Schaefer 1978), and on the graph of the sets that share a card it is Node Kayles. Which player
//! wins follows from the nim value (Sprague 1935, Grundy 1939): it is the least number that is not
//! the value of a position after a move, the value of parts that share no set is the exclusive or
//! of theirs, and the player to move loses where it is 0.

use super::meets::{Bits, Known, Meets};
use super::most::in_rows;
use super::{MOST_DEPTH, MOST_STEPS};
use crate::solver::{Enumerate, Found, Limit, Stop, Watch};
use crate::{Board, Card, Set};

/// Boards with more cards than this are searched for a mirror first.
const FEW_CARDS: usize = 24;

/// The winner of the game of taking sets, with a strategy; see [`nim`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Nim {
    /// Whether the player who moves first wins.
    pub first_wins: bool,
    /// The nim value, which is 0 if the second player wins. `None` if a mirror makes it needless.
    pub value: Option<usize>,
    /// The moves that win, in layout order, if the first player wins. For v ≤ 2, where each move
    /// does, and with a mirror, one of them.
    pub moves: Vec<Set>,
    /// How the winner plays; `None` if that is too long, and for v ≤ 2, where any way will do.
    pub strategy: Option<Strategy>,
}

/// How a player of the game of taking sets wins against any play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The sets that the winner takes, at most [`MOST_STEPS`], in depth-first order: if the first
    /// player wins, a set and what follows after it; otherwise what follows at the beginning. What
    /// follows is, for each set that the other player can take, in layout order, the set that
    /// answers it, and what follows after that.
    Answers(Vec<Set>),
    /// For v = 3: a mirror. For each other card of the board, the card that completes this one and
    /// the other to a set is also on the board: its mirror image. A winner who moves first takes a
    /// set with this card. Then, and as the second player, the winner answers each set by the set
    /// of the mirror images of its cards.
    Mirror(Card),
}

/// The winner of the game in which two players take sets of the board in turn, and the player who
/// cannot take one loses; no cards are dealt.
///
/// The values of positions are remembered, without the cards that are in no set. With more than 24
/// cards and v = 3 a mirror is looked for first. It settles whole decks: a set through the centre
/// is its own image, and any other set shares no card with its image.
///
/// `lister` visits the sets. They and the remembered positions take about `memory` bytes. The time is
/// exponential: 12 cards of (3,4) take microseconds.
///
/// ```
/// use tercet::packing::Strategy;
/// use tercet::{Board, Deck};
///
/// let board: Board = "0000 0001 0002 1000 2000 1111".parse()?;
/// let nim = board.search().nim()?;
/// assert_eq!((nim.first_wins, nim.value, nim.moves.len()), (true, Some(1), 2));
///
/// let deck = Board::new(Deck::CLASSIC, Deck::CLASSIC.cards())?.search().nim()?;
/// assert!(deck.first_wins && matches!(deck.strategy, Some(Strategy::Mirror(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`Stop`] if the limit ended the work, or the memory is used up.
///
/// # Panics
///
/// If the method visits cards that are not a set, which is a bug in the method.
pub fn nim(lister: &mut dyn Enumerate, memory: usize, limit: &Limit) -> Result<Nim, Stop> {
    let (n, v) = (lister.board().len(), lister.board().deck().values());
    limit.check()?;
    if v <= 2 {
        let value = n / v % 2;
        let first = in_rows(lister.board()).into_iter().take(value);
        let moves = first.map(|set| set.set(lister.board())).collect();
        return Ok(Nim { first_wins: value == 1, value: Some(value), moves, strategy: None });
    }
    let mut watch = limit.watch();
    if v == 3
        && n > FEW_CARDS
        && let Some(centre) = centre(lister.board(), &mut watch)?
    {
        return Ok(mirrored(lister.board(), centre));
    }
    // Half of the memory may be taken by the sets, the other half by the positions.
    let memory = memory / 2;
    let meets = Meets::new(lister, memory, limit)?;
    let (board, all) = (lister.board(), meets.all());
    let most = memory / Bits::bytes::<usize>(64 * meets.words());
    let mut game = NimSearch { meets: &meets, known: Known::new(), most, watch };
    let value = game.value(&all, 0)?;
    let set = |set| meets.found(set).set(board);
    let moves = game.wins(&all)?.into_iter().map(set).collect();
    let mut steps = Vec::new();
    let is_whole =
        if value == 0 { game.answers(&all, &mut steps) } else { game.answer(&all, &mut steps) };
    let strategy = is_whole?.then(|| Strategy::Answers(steps.into_iter().map(set).collect()));
    Ok(Nim { first_wins: value > 0, value: Some(value), moves, strategy })
}

/// The card, on the board or not, around which the board is a mirror image of itself.
fn centre(board: &Board, watch: &mut Watch) -> Result<Option<Card>, Stop> {
    let cards = board.cards();
    let others = cards[1..].iter().map(|card| cards[0].third(*card));
    for centre in std::iter::once(cards[0]).chain(others) {
        let has_image = |&&card: &&Card| card == centre || board.contains(centre.third(card));
        let checked = cards.iter().take_while(has_image).count();
        watch.tick(1 + checked)?;
        if checked == cards.len() {
            return Ok(Some(centre));
        }
    }
    Ok(None)
}

/// The answer for a board around this centre.
fn mirrored(board: &Board, centre: Card) -> Nim {
    let place = |card: Card| board.iter().position(|other| other == card);
    let other = board[usize::from(board[0] == centre)];
    let moves = place(centre).map(|here| {
        let image = place(centre.third(other)).expect("a mirror image lies on the board");
        Found::new(vec![here, place(other).expect("so does its card"), image]).set(board)
    });
    let value = moves.is_none().then_some(0);
    let strategy = Some(Strategy::Mirror(centre));
    Nim { first_wins: value.is_none(), value, moves: moves.into_iter().collect(), strategy }
}

/// The search for the values of positions. A position is the sets that can still be taken.
struct NimSearch<'a> {
    meets: &'a Meets,
    /// The values of positions in which all sets are connected, and how many can be remembered.
    known: Known<usize>,
    most: usize,
    watch: Watch<'a>,
}

impl NimSearch<'_> {
    /// The value of a position after `depth` moves.
    fn value(&mut self, position: &Bits, depth: usize) -> Result<usize, Stop> {
        let mut value = 0;
        for part in self.meets.parts(position.clone()) {
            self.watch.tick(part.count() * self.meets.words())?;
            if let Some(known) = self.known.get(&part) {
                value ^= known;
                continue;
            }
            if depth > MOST_DEPTH || self.known.len >= self.most {
                return Err(Stop::MEMORY);
            }
            let sets = part.ones();
            let after = sets.map(|set| self.value(&part.minus(self.meets.of(set)), depth + 1));
            let after: Vec<usize> = after.collect::<Result<_, _>>()?;
            let least = (0..=after.len()).find(|value| !after.contains(value));
            let least = least.expect("there are more numbers");
            self.known.insert(part, least);
            value ^= least;
        }
        Ok(value)
    }

    /// The sets that win in a position.
    fn wins(&mut self, position: &Bits) -> Result<Vec<u32>, Stop> {
        let mut wins = Vec::new();
        for set in position.ones() {
            if self.value(&position.minus(self.meets.of(set)), 0)? == 0 {
                wins.push(set);
            }
        }
        Ok(wins)
    }

    /// Adds a set that wins in a position, and the answers after it, and returns whether there was
    /// room for all.
    fn answer(&mut self, position: &Bits, steps: &mut Vec<u32>) -> Result<bool, Stop> {
        let set = self.wins(position)?[0];
        steps.push(set);
        Ok(steps.len() <= MOST_STEPS && self.answers(&position.minus(self.meets.of(set)), steps)?)
    }

    /// Adds what answers each set that can be taken in a lost position.
    fn answers(&mut self, position: &Bits, steps: &mut Vec<u32>) -> Result<bool, Stop> {
        for set in position.ones() {
            if !self.answer(&position.minus(self.meets.of(set)), steps)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
