//! The agreement groups of a board, in the order of proofs.
//!
//! Where cards agree in some properties, a set of them that differs in all others shows every value
//! of these, its *free* properties. A group is some of the properties, with the cards that agree in
//! them. The board comes first; then, for each property and each of its values, the cards that show
//! it, each followed by the groups in it that agree in a later property as well. Groups in which no
//! card shows some value of a free property are left out: they have no set. So are those that agree
//! in all properties.
//!
//! A proof does not name its groups, because a file that names them could leave one out. So a checker
//! walks through all subsets of the properties, which limits their number
//! ([`MOST_PROPERTIES`](crate::MOST_PROPERTIES)).

use std::cell::RefCell;
use std::iter;
use std::rc::Rc;

use tercet::Board;
use tercet::solver::{Limit, Stop, Watch};

/// Cards that agree in some properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Whether the cards agree in each property.
    pub agrees: Vec<bool>,
    /// The positions of the cards in the layout, in ascending order.
    pub cards: Vec<usize>,
}

/// The groups of a board in which all values of all free properties are shown, in the order of
/// proofs. Memory: the cards on a path of groups, one property after the other. An error means that
/// the limit was reached.
pub fn groups<'a>(
    board: &'a Board,
    limit: &'a Limit,
) -> impl Iterator<Item = Result<Group, Stop>> + 'a {
    let all =
        Group { agrees: vec![false; board.deck().properties()], cards: (0..board.len()).collect() };
    let groups = within(board, &Rc::new(RefCell::new(limit.watch())), all, 0);
    groups.filter(move |group| {
        let Ok(group) = group else { return true };
        let mut free =
            (0..group.agrees.len()).filter(|&property| !group.agrees[property]).peekable();
        free.peek().is_some() && free.all(|property| shows_all(board, &group.cards, property))
    })
}

/// Whether some cards show all values of a property.
fn shows_all(board: &Board, cards: &[usize], property: usize) -> bool {
    let deck = board.deck();
    let mut is_shown = vec![false; deck.values()];
    for &card in cards {
        is_shown[deck.value(board.cards()[card], property)] = true;
    }
    !is_shown.contains(&false)
}

/// Groups one by one.
type Walk<'a> = Box<dyn Iterator<Item = Result<Group, Stop>> + 'a>;

/// A group, and those in it that agree in a further property, of those from `first` on.
fn within<'a>(
    board: &'a Board,
    watch: &Rc<RefCell<Watch<'a>>>,
    group: Group,
    first: usize,
) -> Walk<'a> {
    let (deck, outer, watch) = (board.deck(), group.clone(), Rc::clone(watch));
    let (v, p) = (deck.values(), deck.properties());
    // Where a property lacks a value, it is not free in the groups of later ones.
    let lacking = (first..p).find(|&property| !shows_all(board, &outer.cards, property));
    let end = lacking.map_or(p, |property| property + 1);
    let items = (first..end).flat_map(move |property| (0..v).map(move |value| (property, value)));
    let inside = items.flat_map(move |(property, value)| -> Walk<'a> {
        if let Err(stop) = watch.borrow_mut().tick(outer.cards.len()) {
            return Box::new(iter::once(Err(stop)));
        }
        let shows = |&card: &usize| deck.value(board.cards()[card], property) == value;
        let cards: Vec<usize> = outer.cards.iter().copied().filter(shows).collect();
        if cards.len() < v {
            return Box::new(iter::empty()); // Nor do groups in it show all values of a property.
        }
        let mut agrees = outer.agrees.clone();
        agrees[property] = true;
        within(board, &watch, Group { agrees, cards }, property + 1)
    });
    Box::new(iter::once(Ok(group)).chain(inside))
}
