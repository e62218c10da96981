//! A search with a method, threads, a time limit and a flag that cancels it.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tercet::{Deck, Method, NoAnswer, Stop, deal};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let board = deal::board(Deck::new(25, 4)?, 370, 1)?;
    // Another thread may set it.
    let cancelled = Arc::new(AtomicBool::new(false));
    let search = board.search().by(Method::COVER).threads(2).cancelled_by(&cancelled);
    match search.timeout(Duration::from_millis(50)).find() {
        Ok(Some(set)) => println!("found {set}"),
        Ok(None) => println!("there is no set"),
        Err(NoAnswer::Stopped(Stop::DEADLINE)) => println!("not known after 50 ms"),
        Err(refused) => return Err(refused.into()),
    }

    // A list that is stopped has the sets that were found by then.
    let full = Deck::new(3, 8)?;
    let board = deal::board(full, 6000, 1)?;
    let listed = board.search().timeout(Duration::from_millis(20)).list();
    let sets = listed.or_else(|refused| refused.stop().map(|stop| stop.found).ok_or("never"))?;
    println!("{} sets in 20 ms", sets.len());
    Ok(())
}
