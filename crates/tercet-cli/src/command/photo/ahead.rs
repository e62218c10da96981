//! Reading several photographs on all cores, in order.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use tercet_vision::{Options, Photograph, Reading, read};

use super::source;

/// A photograph with its name and what was read.
pub(super) type Read = (String, Photograph, Reading);

/// Reads the photographs on this many threads, and hands each out in order until that fails. A thread has
/// at most two photographs that were not handed out yet, so the memory does not grow with their number.
pub(super) fn each(
    files: &[PathBuf],
    threads: NonZeroUsize,
    hand: &mut dyn FnMut(&Path, Result<Read>) -> Result<()>,
) -> Result<()> {
    let threads = threads.get().min(files.len());
    thread::scope(|scope| {
        // The thread i of n reads the photographs i, i + n, i + 2n and so on.
        let lane = |first: usize| {
            let (sender, came) = mpsc::sync_channel(1);
            scope.spawn(move || {
                let mut own = files.iter().skip(first).step_by(threads);
                // Without a receiver, no further photographs are wanted.
                while own.next().is_some_and(|file| sender.send(one(file)).is_ok()) {}
            });
            came
        };
        let lanes: Vec<_> = (0..threads).map(lane).collect();
        for (file, lane) in files.iter().zip(lanes.iter().cycle()) {
            // A thread that panics ends the scope with its panic.
            let Ok(read) = lane.recv() else { return Ok(()) };
            hand(file, read)?;
        }
        Ok(())
    })
}

fn one(file: &Path) -> Result<Read> {
    let (name, photograph) = source::photograph(file)?;
    let reading = read(&photograph, &Options::default());
    Ok((name, photograph, reading))
}
