//! `dancing-links`: the exact cover problems of a board, by the algorithm that is named after them.
//!
//! A set is an exact cover of the values in which its cards differ, by cards that agree in all other
//! properties ([`exact_cover`](tercet::reduction::exact_cover)). A large board has few such problems, mostly
//! one. Knuth's Algorithm X solves each: it branches on the item with the fewest options left, and *dancing
//! links* take options out of circular lists and put them back in reverse order ("Dancing links", 2000; TAOCP 4B,
//! section 7.2.2.1). It is here as the crate `dlx` has it, so that `cover`, which searches the same problems in
//! its own way, races against a program by another author.
//!
//! The problems are solved one after the other, each anew, in time that is exponential in v. Problems without a new
//! card since the last proof are left out. One problem with colours for the whole board, as
//! [exports](crate::export) have it, takes a fifth longer with this crate. Other crates were tried:
//! `algoxcc`, with dancing cells, took three times as long, and `exact-covers` 2.5 times; neither can be
//! stopped. The feature of `dlx` that indexes without checks would save a seventh, and is left out.
//!
//! *Limits.* The crate cannot be interrupted, but it lets its user choose the item of each node. At a
//! limit that is an item without options, which ends the branch, and then those of the siblings on its path.

use dlx::choose::{Choose, mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::{Problem, make_problem};
use dlx::{Dance, OptOrder, Solver, Uint};
use tercet::Board;
use tercet::reduction::{ExactCover, exact_covers_within};
use tercet::solver::{Effort, Full, Layout, Limit, Options, Stop, Watch};

use crate::model::{Claims, Formulation, Model};

/// The method for a board.
pub fn links(board: &Board, options: &Options) -> impl Full + use<> {
    Model::of(board, Links { memory: options.memory, nodes: 0 })
}

/// Solves the problems one after the other.
struct Links {
    /// The maximum memory in bytes.
    memory: usize,
    /// The nodes of all searches.
    nodes: u64,
}

impl Formulation for Links {
    fn search(&mut self, layout: &Layout, limit: &Limit, claims: Claims) -> Result<(), Stop> {
        for cover in exact_covers_within(layout, self.memory, limit)? {
            let cover = cover?;
            let is_new = |&position: &usize| position >= layout.settled();
            if !cover.positions.iter().any(is_new) {
                continue;
            }
            let (mut problem, empty) = problem(&cover);
            let fewest = mrv_chooser::<Problem, _, _>(prefer_any(), no_tiebreak());
            let mut items = Items {
                fewest,
                empty,
                width: cover.items.len(),
                watch: limit.watch(),
                stop: None,
                nodes: 0,
            };
            let mut solver = Solver::new(&mut problem);
            let mut is_over = false;
            while !is_over && solver.next_solution(&mut items) {
                let cards =
                    solver.fmt_solution().iter().map(|&option| cover.positions[option as usize]);
                let mut positions: Vec<usize> = cards.collect();
                positions.sort_unstable();
                if positions.iter().any(is_new) {
                    is_over = (claims.claim)("dlx", &positions)?.is_break();
                }
            }
            self.nodes += items.nodes;
            if let Some(stop) = items.stop {
                return Err(stop);
            }
            if is_over {
                break;
            }
        }
        Ok(())
    }

    fn effort(&self) -> Option<Effort> {
        Some(Effort { count: self.nodes, unit: "nodes" })
    }
}

/// A problem for the crate, with a further item that no option covers, and that none needs to cover.
fn problem(cover: &ExactCover) -> (Problem, Uint) {
    let items = cover.items.len() as Uint;
    let option = |option: &Vec<usize>| option.iter().map(|&item| item as Uint).collect();
    let options: Vec<Vec<Uint>> = cover.options.iter().map(option).collect();
    // In the lists, items are counted from 1.
    (make_problem(items, 1, &options, OptOrder::Seq), items + 1)
}

/// Chooses the item with the fewest options, as long as the limit allows.
struct Items<'a, C> {
    fewest: C,
    /// An item without options.
    empty: Uint,
    /// The number of items, which a choice compares.
    width: usize,
    watch: Watch<'a>,
    stop: Option<Stop>,
    nodes: u64,
}

impl<D: Dance, C: Choose<D>> Choose<D> for Items<'_, C> {
    fn choose(&mut self, dance: &mut D) -> Uint {
        if self.stop.is_none() {
            self.nodes += 1;
            self.stop = self.watch.tick(self.width).err();
        }
        if self.stop.is_some() { self.empty } else { self.fewest.choose(dance) }
    }
}
