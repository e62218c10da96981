//! Replacing a file so that at every moment, whatever happens, there is the old one or the new one.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// What the name of a file that is being written ends with. It is always the same, so whoever was
/// killed while writing leaves one such file, and the next writer overwrites it.
const UNFINISHED: &str = ".unfinished";

/// Puts these bytes into the file: they reach the disk under another name first, which then takes
/// the place of the file.
///
/// A failure leaves the file as it was, and nothing else behind.
pub(crate) fn replace(path: &Path, content: &[u8]) -> Result<()> {
    let target = target(path)?;
    let unfinished = beside(&target);
    let written = write(&unfinished, content).and_then(|()| fs::rename(&unfinished, &target));
    if written.is_err() {
        // It is useless, and the reason to report is the failure before.
        let _ = fs::remove_file(&unfinished);
    }
    written.with_context(|| cannot_write(path))?;
    // The new name is safe from a loss of power, too, where folders can be synchronised.
    if let Some(Ok(folder)) = target.parent().map(File::open) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Whether [`replace`] can be expected to work, before the work whose fruit it is to write.
pub(crate) fn check(path: &Path) -> Result<()> {
    let unfinished = beside(&target(path)?);
    File::create(&unfinished)
        .and_then(|_| fs::remove_file(&unfinished))
        .with_context(|| cannot_write(path))
}

fn cannot_write(path: &Path) -> String {
    format!("{}: cannot write it", path.display())
}

fn write(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
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
