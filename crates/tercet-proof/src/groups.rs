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

use std::iter;

use tercet::Board;
use tercet::solver::{Limit, Stop};

/// Cards that agree in some properties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    /// Whether the cards agree in each property.
    pub agrees: Vec<bool>,
    /// The positions of the cards in the layout, in ascending order.
    pub cards: Vec<usize>,
}

/// The groups of a board in which all values of all free properties are shown, in the order of
/// proofs. Memory: the cards of the groups within those on a path, one property after the other. An error
/// means that the limit was reached.
pub fn groups<'a>(
    board: &'a Board,
    limit: &'a Limit,
) -> impl Iterator<Item = Result<Group, Stop>> + 'a {
    let (v, p) = (board.deck().values(), board.deck().properties());
    let all = Group { agrees: vec![false; p], cards: (0..board.len()).collect() };
    // The groups to come, the next one last, each with the first property in which those within it may agree.
    let mut open = vec![(all, 0)];
    let mut watch = limit.watch();
    let mut next = move || -> Result<Option<Group>, Stop> {
        while let Some((group, first)) = open.pop() {
            let lacks = |&property: &usize| {
                with_values(board, &group.cards, property).iter().any(Vec::is_empty)
            };
            // Where a property lacks a value, it is not free in the groups of later ones.
            let end = (first..p).find(lacks).map_or(p, |property| property + 1);
            for property in (first..end).rev() {
                watch.tick(group.cards.len())?;
                // Of fewer than v cards, no group within shows all values of a property.
                let many = with_values(board, &group.cards, property).into_iter();
                for cards in many.filter(|cards| cards.len() >= v).rev() {
                    let mut agrees = group.agrees.clone();
                    agrees[property] = true;
                    open.push((Group { agrees, cards }, property + 1));
                }
            }
            let mut free = (0..p).filter(|&property| !group.agrees[property]).peekable();
            if free.peek().is_some() && !free.any(|property| lacks(&property)) {
                return Ok(Some(group));
            }
        }
        Ok(None)
    };
    iter::from_fn(move || next().transpose())
}

/// The cards of some that show each value of a property.
fn with_values(board: &Board, cards: &[usize], property: usize) -> Vec<Vec<usize>> {
    let mut with = vec![Vec::new(); board.deck().values()];
    for &card in cards {
        with[board.deck().value(board.cards()[card], property)].push(card);
    }
    with
}
