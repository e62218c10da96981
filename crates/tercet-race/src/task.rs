//! The tasks of a race: boards and games, grouped by size.

use tercet::deal::Dealer;
use tercet::game::{Pick, Refill, Rules};
use tercet::solver::{Cannot, Question};
use tercet::{Board, Deck, Game, deal};

/// A task, which is the same for all contestants.
#[derive(Clone, PartialEq, Debug)]
pub enum Task {
    /// A question about a board.
    Board {
        /// The board.
        board: Board,
        /// The question.
        question: Question,
    },
    /// A game, in which the contestant takes the sets that it finds.
    Game {
        /// The deck.
        deck: Deck,
        /// The seed of the dealer: all contestants are dealt the same cards.
        seed: u64,
        /// The rules.
        rules: Rules,
        /// The cards on the table before the first deal; usually none.
        table: Board,
    },
    /// Many random hands. Each is dealt and searched until its first set; dealing counts.
    Hands {
        /// The deck.
        deck: Deck,
        /// The cards of a hand.
        cards: usize,
        /// The number of hands.
        number: u64,
        /// The seed of the first hand; each further hand has the next seed.
        seed: u64,
    },
}

impl Task {
    /// A question about a random board of this many cards.
    ///
    /// # Panics
    ///
    /// If [`deal::board`] cannot deal this many cards.
    pub fn dealt(deck: Deck, cards: usize, question: Question, seed: u64) -> Self {
        let board = deal::board(deck, cards, seed).unwrap_or_else(|error| panic!("{error}"));
        Self::Board { board, question }
    }

    /// A game by the rules of the thesis, which ends after this many sets.
    ///
    /// # Errors
    ///
    /// [`Cannot`], if the deck does not hold this number of disjoint sets.
    pub fn game(deck: Deck, sets: u64, seed: u64) -> Result<Self, Cannot> {
        let rules = Rules { sets: Some(sets), pick: Pick::Found, ..Rules::thesis(deck) };
        rules.check(deck)?;
        Ok(Self::Game { deck, seed, rules, table: Board::empty(deck) })
    }

    /// The task with another refill, if it is a game.
    #[must_use]
    pub fn refilled(mut self, refill: Refill) -> Self {
        if let Self::Game { rules, .. } = &mut self {
            rules.refill = refill;
        }
        self
    }

    /// If it is a game: the one that begins where this one ends, on the cards that are left. The cards that were
    /// taken are in the deck again.
    #[must_use]
    pub fn on_what_is_left(self) -> Self {
        let Self::Game { deck, seed, rules, .. } = self else { return self };
        let mut game = Game::new(deck, rules, seed).expect("the rules were looked at before");
        game.by_ref().for_each(drop);
        Self::Game { deck, seed, rules: Rules { start: 0, ..rules }, table: game.board().clone() }
    }

    /// The deck.
    pub fn deck(&self) -> Deck {
        match self {
            Self::Board { board, .. } => board.deck(),
            Self::Game { deck, .. } | Self::Hands { deck, .. } => *deck,
        }
    }

    /// The question; in a game, that of every board. Hands are listed until the first set.
    pub fn question(&self) -> Question {
        match self {
            Self::Board { question, .. } => *question,
            Self::Game { .. } => Question::Find,
            Self::Hands { .. } => Question::Enumerate,
        }
    }

    /// The cards of the board, of the first board of the game, or of each hand.
    pub fn cards(&self) -> usize {
        match self {
            Self::Board { board, .. } => board.len(),
            Self::Game { rules, table, .. } => table.len() + rules.start,
            Self::Hands { cards, .. } => *cards,
        }
    }
}

/// The dealer of a game that begins with these cards on the table.
pub(super) fn dealer(table: &Board, seed: u64) -> Dealer {
    Dealer::without(table.deck(), seed, table.cards())
}

/// Tasks of one size: a point of a figure.
#[derive(Clone, PartialEq, Debug)]
pub struct Course {
    /// The size in words: `(10,4), 113 cards`.
    pub label: String,
    /// Its place on the horizontal axis of a figure.
    pub x: f64,
    /// The tasks, at least one.
    pub tasks: Vec<Task>,
    /// Whether a larger course of the same race is expected to be harder, unlike boards of a file.
    pub is_family: bool,
}

impl Course {
    /// Whether the tasks of the other course are expected to be at least as hard as those of this one:
    /// a longer game of a larger deck, boards at the thresholds of two decks, or more cards of one deck.
    /// (Above the threshold, more cards make it easier to find a set.)
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let (ours, theirs) = (&self.tasks[0], &other.tasks[0]);
        let (small, large) = (ours.deck(), theirs.deck());
        let is_larger =
            small.values() <= large.values() && small.properties() <= large.properties();
        let is_at_threshold = |task: &Task| task.cards() as u128 == task.deck().threshold();
        self.is_family
            && is_larger
            && match (ours, theirs) {
                (Task::Game { rules: ours, .. }, Task::Game { rules: theirs, .. }) => {
                    let sets = |rules: &Rules| rules.sets.unwrap_or(u64::MAX);
                    sets(ours) <= sets(theirs)
                }
                (Task::Board { question, .. }, Task::Board { .. }) => {
                    let fewer = small == large && ours.cards() <= theirs.cards();
                    let sparse = theirs.cards() as u128 <= large.threshold();
                    (is_at_threshold(ours) && is_at_threshold(theirs))
                        || fewer && (*question != Question::Find || sparse)
                }
                (Task::Hands { .. }, Task::Hands { .. }) => ours.cards() <= theirs.cards(),
                _ => false,
            }
    }
}

/// The seeds of the boards of one size, by which each board can be dealt again.
pub fn seeds(seed: u64) -> impl Iterator<Item = u64> {
    (0..).map(move |board| seed.wrapping_add(board))
}
