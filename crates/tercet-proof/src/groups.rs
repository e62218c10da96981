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
    let groups = Groups { board, first: Some(all), path: Vec::new(), watch: limit.watch() };
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

/// A walk through all groups.
struct Groups<'a> {
    board: &'a Board,
    first: Option<Group>,
    /// The groups on the path of the walk, from the board inwards.
    path: Vec<Inside>,
    watch: Watch<'a>,
}

/// A group, and the next group in it.
struct Inside {
    group: Group,
    property: usize,
    value: usize,
}

impl Groups<'_> {
    fn enter(&mut self, group: Group) -> Group {
        let after = group.agrees.iter().rposition(|&agrees| agrees);
        let property = after.map_or(0, |last| last + 1);
        self.path.push(Inside { group: group.clone(), property, value: 0 });
        group
    }
}

impl Iterator for Groups<'_> {
    type Item = Result<Group, Stop>;

    fn next(&mut self) -> Option<Result<Group, Stop>> {
        if let Some(all) = self.first.take() {
            return Some(Ok(self.enter(all)));
        }
        let (board, deck) = (self.board, self.board.deck());
        loop {
            let inside = self.path.last_mut()?;
            if let Err(stop) = self.watch.tick(inside.group.cards.len()) {
                return Some(Err(stop));
            }
            if inside.property == deck.properties() {
                self.path.pop();
                continue;
            }
            let (property, value) = (inside.property, inside.value);
            if value == deck.values() {
                // From now on the property is free, also in all remaining groups in this one.
                inside.value = 0;
                let goes_on = shows_all(board, &inside.group.cards, property);
                inside.property = if goes_on { property + 1 } else { deck.properties() };
                continue;
            }
            inside.value += 1;
            let shows = |&card: &usize| deck.value(board.cards()[card], property) == value;
            let cards: Vec<usize> = inside.group.cards.iter().copied().filter(shows).collect();
            if cards.len() < deck.values() {
                continue; // Nor do groups in it show all values of a property.
            }
            let mut agrees = inside.group.agrees.clone();
            agrees[property] = true;
            return Some(Ok(self.enter(Group { agrees, cards })));
        }
    }
}
