//! The file of a record.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Creates the file of a record, complete with its first line: it is written under another name and
/// then gets its own, which only one writer can do unless it overwrites. An existing file that is
/// not regular, such as a pipe, is written to directly.
///
/// # Errors
///
/// Errors of the system; [`ErrorKind::AlreadyExists`] for an existing file that must not be
/// overwritten.
pub(crate) fn create(path: &Path, heading: &str, overwrite: bool) -> io::Result<File> {
    // One look only: between two, another game could create the file.
    match fs::metadata(path) {
        Ok(found) if found.is_file() && overwrite => {}
        Ok(found) if found.is_file() => return Err(ErrorKind::AlreadyExists.into()),
        Ok(_) => {
            let mut file = OpenOptions::new().append(true).open(path)?;
            file.write_all(heading.as_bytes())?;
            return Ok(file);
        }
        Err(_) => {}
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}", process::id()));
    let beside = PathBuf::from(beside);
    let mut file = OpenOptions::new().append(true).create_new(true).open(&beside)?;
    let named = file.write_all(heading.as_bytes()).and_then(|()| {
        if overwrite { fs::rename(&beside, path) } else { fs::hard_link(&beside, path) }
    });
    // The file has its final name now, or is useless.
    let removed = if overwrite && named.is_ok() { Ok(()) } else { fs::remove_file(&beside) };
    named.and(removed).map(|()| file)
}
