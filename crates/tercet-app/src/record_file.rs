//! The file of a record.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Makes the file of a record, with its first line from the first moment on: it is written under
/// another name and then gets its own, which only one writer can do unless it overwrites. What exists and is no
/// regular file, as a pipe, is written to as it is.
///
/// # Errors
///
/// Those of the system; [`ErrorKind::AlreadyExists`] for a file that exists and is not to be overwritten.
pub(crate) fn create(path: &Path, heading: &str, overwrite: bool) -> io::Result<File> {
    // One look: between two, another game could make the file.
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
    // The file has its own name now, or is useless.
    let removed = if overwrite && named.is_ok() { Ok(()) } else { fs::remove_file(&beside) };
    named.and(removed).map(|()| file)
}
