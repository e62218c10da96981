//! Replacing a file so that at every moment, whatever happens, there is the old one or the new one.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// What the name of a file that is being written ends with. It is always the same, so whoever was
/// killed while writing leaves one such file, and the next writer overwrites it.
const UNFINISHED: &str = ".unfinished";

/// Puts these bytes into the file: they reach the disk under another name first, which then takes
/// the place of the file. As long as the file that it gives is open, [`check`] keeps others off.
///
/// A failure leaves the file as it was, and nothing else behind.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<File> {
    let target = target(path)?;
    let unfinished = beside(&target);
    let file = open(&unfinished, path)?;
    let written = write(&file, content).and_then(|()| fs::rename(&unfinished, &target));
    if written.is_err() {
        // It is useless, and the reason to report is the failure before.
        let _ = fs::remove_file(&unfinished);
    }
    written.with_context(|| cannot_write(path))?;
    // The new name is safe from a loss of power, too, where folders can be synchronised.
    if let Some(Ok(folder)) = target.parent().map(File::open) {
        let _ = folder.sync_all();
    }
    Ok(file)
}

/// Whether [`replace`] can be expected to work, before the work whose fruit it is to write.
pub(crate) fn check(path: &Path) -> Result<()> {
    let target = target(path)?;
    if let Ok(file) = File::open(&target) {
        lock(&file, path)?;
    }
    let unfinished = beside(&target);
    open(&unfinished, path)?;
    fs::remove_file(&unfinished).with_context(|| cannot_write(path))
}

/// Opens the file beside for this process alone.
fn open(unfinished: &Path, path: &Path) -> Result<File> {
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(unfinished);
    let file = opened.with_context(|| cannot_write(path))?;
    lock(&file, path)?;
    Ok(file)
}

/// Keeps others off until the file is closed. Where files cannot be locked, nobody is kept off.
fn lock(file: &File, path: &Path) -> Result<()> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        bail!(
            "{}: another run is at work on it: wait for its end, or name another",
            path.display()
        );
    }
    Ok(())
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write it", path.display())
}

fn write(mut file: &File, content: &[u8]) -> io::Result<()> {
    // Somebody who was killed may have left something.
    file.set_len(0)?;
    file.write_all(content)?;
    file.sync_all()
}

/// The file itself, which a symbolic link may only point to.
fn target(path: &Path) -> Result<PathBuf> {
    match fs::canonicalize(path) {
        Ok(target) if target.is_file() => Ok(target),
        Ok(target) if target.is_dir() => {
            bail!("{}: this is a directory: name a file in it", path.display())
        }
        Ok(_) => bail!("{}: this is a device, not a file on a disk", path.display()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            // A relative path without a folder is one in the current folder.
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let Ok(folder) = fs::canonicalize(folder.unwrap_or(Path::new("."))) else {
                bail!("{}: there is no such folder: make it, or name another", path.display())
            };
            let Some(name) = path.file_name() else {
                bail!("{}: this is not the name of a file", path.display())
            };
            Ok(folder.join(name))
        }
        Err(error) => Err(error).with_context(|| cannot_write(path)),
    }
}

fn beside(target: &Path) -> PathBuf {
    let mut name = OsString::from(target);
    name.push(UNFINISHED);
    name.into()
}
