//! Atomic replacement of a file: at every moment, either the old file or the new one exists.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf, is_separator};

use crate::{Code, Error};

/// The suffix of a file that is being written. It is always the same: a process that is killed
/// while writing leaves one such file, and the next writer overwrites it.
const UNFINISHED: &str = ".unfinished";

/// Replaces the content of the file. The bytes are written to disk under another name first; that
/// file then replaces the original. While the returned file is open, [`check`] keeps other runs
/// off.
///
/// A failure leaves the file unchanged, and no other file behind.
///
/// # Errors
///
/// [`Code::File`].
pub fn replace(path: &Path, content: &[u8]) -> Result<File, Error> {
    let mut replacement = Replacement::start(path)?;
    replacement.write_all(content).map_err(|error| cannot_write(path, &error))?;
    replacement.commit()
}

/// A file that replaces another one once it is complete. If it is dropped earlier, the other file
/// is unchanged, and nothing is left behind.
#[derive(Debug)]
pub struct Replacement {
    /// The path as the caller gave it.
    path: PathBuf,
    target: PathBuf,
    unfinished: PathBuf,
    file: Option<File>,
    /// Whether no file may exist at the target yet.
    is_new: bool,
}

impl Replacement {
    /// Begins a replacement of this file.
    ///
    /// # Errors
    ///
    /// As [`check`].
    pub fn begin(path: &Path) -> Result<Self, Error> {
        check(path)?;
        Self::start(path)
    }

    /// Begins a new file. Its path must be free when the file is committed.
    ///
    /// # Errors
    ///
    /// As [`check`].
    pub fn begin_new(path: &Path) -> Result<Self, Error> {
        let mut replacement = Self::begin(path)?;
        replacement.is_new = true;
        Ok(replacement)
    }

    fn start(path: &Path) -> Result<Self, Error> {
        let target = target(path)?;
        let unfinished = beside(&target);
        let file = open(&unfinished, path)?;
        // A killed process may have left a partial file.
        let emptied = file.set_len(0);
        let replacement =
            Self { path: path.to_owned(), target, unfinished, file: Some(file), is_new: false };
        emptied.map_err(|error| cannot_write(path, &error))?;
        Ok(replacement)
    }

    /// Syncs the replacement to disk, and renames it to the target.
    ///
    /// # Errors
    ///
    /// [`Code::File`], also if a file exists that must not.
    pub fn commit(mut self) -> Result<File, Error> {
        let file = self.file.as_ref().expect("it is written until it is committed");
        let written = file.sync_all().and_then(|()| {
            let (from, to) = (&self.unfinished, &self.target);
            if self.is_new { rename_new(from, to) } else { fs::rename(from, to) }
        });
        written.map_err(|error| cannot_write(&self.path, &error))?;
        // Where folders can be synchronised, the new name also survives a loss of power.
        if let Some(Ok(folder)) = self.target.parent().map(File::open) {
            let _ = folder.sync_all();
        }
        Ok(self.file.take().expect("it was there a moment ago"))
    }
}

impl Write for Replacement {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_mut().expect("it is written until it is committed").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Replacement {
    fn drop(&mut self) {
        // The file stays locked until it is deleted, so that no other process begins to write it
        // before.
        let Some(_locked) = self.file.take() else { return };
        // The file is useless, and the earlier failure is the one to report.
        let _ = fs::remove_file(&self.unfinished);
    }
}

/// Checks that [`replace`] can be expected to work. Call this before the work whose result it
/// writes.
///
/// # Errors
///
/// [`Code::File`] if the file or its folder cannot be written, the file is not a regular one, or it is
/// in use by another run.
pub fn check(path: &Path) -> Result<(), Error> {
    let target = target(path)?;
    if target.exists() {
        let opened = OpenOptions::new().write(true).open(&target);
        lock(&opened.map_err(|error| cannot_write(path, &error))?, path)?;
    }
    let unfinished = beside(&target);
    open(&unfinished, path)?;
    fs::remove_file(&unfinished).map_err(|error| cannot_write(path, &error))
}

/// Opens the unfinished file for this process alone.
fn open(unfinished: &Path, path: &Path) -> Result<File, Error> {
    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(unfinished);
    let file = opened.map_err(|error| cannot_write(path, &error))?;
    lock(&file, path)?;
    Ok(file)
}

/// Locks the file until it is closed, where files can be locked.
fn lock(file: &File, path: &Path) -> Result<(), Error> {
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        let message = "another run is using it: wait until it ends, or name another file";
        return Err(Error::new(Code::File, message).of(path));
    }
    Ok(())
}

/// Renames a file, if the new name is free.
fn rename_new(unfinished: &Path, target: &Path) -> io::Result<()> {
    match fs::hard_link(unfinished, target) {
        Err(error)
            if matches!(error.kind(), ErrorKind::Unsupported | ErrorKind::PermissionDenied) =>
        {
            // A file system without links. From here on, no other process can take the name.
            File::create_new(target)?;
            fs::rename(unfinished, target).inspect_err(|_| {
                // The failure before is what is reported.
                let _ = fs::remove_file(target);
            })
        }
        linked => linked.map(|()| {
            // The file is complete under its new name.
            let _ = fs::remove_file(unfinished);
        }),
    }
}

/// The error of a file that cannot be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> Error {
    error!(File, "cannot write it: {error}: check the folder and its disk, or name another file")
        .of(path)
}

/// The path of the file itself, with symbolic links followed. The file need not exist, but its
/// folder must.
///
/// # Errors
///
/// [`Code::File`] if there can be no such file on a disk.
pub fn target(path: &Path) -> Result<PathBuf, Error> {
    let refusal = |message: &str| Err(Error::new(Code::File, message).of(path));
    match fs::metadata(path) {
        Ok(there) if there.is_dir() => refusal("this is a directory: name a file in it"),
        // The pipe behind a standard stream, for example, has no name that could be replaced.
        Ok(there) if !there.is_file() => {
            refusal("this is a device or a pipe, not a file on a disk")
        }
        Ok(there) if there.permissions().readonly() => {
            refusal("the file is read-only: allow writing, or name another")
        }
        Ok(_) => fs::canonicalize(path).map_err(|error| cannot_write(path, &error)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if path.to_string_lossy().ends_with(is_separator) {
                return refusal("this is a directory: name a file in it");
            }
            // A relative path without a folder is in the current folder.
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = folder.unwrap_or(Path::new("."));
            // A link to a missing file stays a link, and the file is created.
            if let Ok(pointed) = fs::read_link(path) {
                return target(&folder.join(pointed));
            }
            let Ok(folder) = fs::canonicalize(folder) else {
                return refusal("there is no such folder: create it, or name another");
            };
            let Some(name) = path.file_name() else {
                return refusal("this is not the name of a file");
            };
            Ok(folder.join(name))
        }
        Err(error) => Err(cannot_write(path, &error)),
    }
}

fn beside(target: &Path) -> PathBuf {
    let mut name = OsString::from(target);
    name.push(UNFINISHED);
    name.into()
}

/// Whether a folder holds a file whose name begins and ends so.
///
/// # Errors
///
/// The folder cannot be read.
#[cfg(feature = "native")]
pub(crate) fn holds(folder: &Path, begin: &str, end: &str) -> io::Result<bool> {
    let is_one = |entry: io::Result<fs::DirEntry>| {
        let name = entry.map(|entry| entry.file_name()).unwrap_or_default();
        let name = name.to_string_lossy();
        name.starts_with(begin) && name.ends_with(end)
    };
    Ok(fs::read_dir(folder)?.any(is_one))
}

#[cfg(unix)]
#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn a_new_file_takes_no_place_that_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let new = || {
            let mut new = Replacement::begin_new(&path).unwrap();
            new.write_all(b"new").unwrap();
            new
        };
        let late = new();
        fs::write(&path, "other").unwrap();
        assert_eq!(late.commit().unwrap_err().code, Code::File);
        assert_eq!(fs::read_to_string(&path).unwrap(), "other");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        fs::remove_file(&path).unwrap();
        new().commit().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    }

    #[test]
    fn links_stay_links() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("deep")).unwrap();
        symlink("deep/file", at("link")).unwrap();
        symlink("link", at("link-to-link")).unwrap();
        for content in ["new", "other"] {
            check(&at("link-to-link")).unwrap();
            replace(&at("link-to-link"), content.as_bytes()).unwrap();
            assert!(at("link").is_symlink() && at("link-to-link").is_symlink());
            assert!(!at("deep/file").is_symlink());
            assert_eq!(fs::read_to_string(at("deep/file")).unwrap(), content);
        }
        symlink("nowhere/file", at("astray")).unwrap();
        assert!(check(&at("astray")).unwrap_err().message.contains("no such folder"));
        symlink("loop", at("loop")).unwrap();
        assert_eq!(check(&at("loop")).unwrap_err().code, Code::File);
        assert_eq!(check(Path::new("/dev/null")).unwrap_err().code, Code::File);
    }
}
