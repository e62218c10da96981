//! A journal that is saved while its units are done, with the data of the units in a file beside.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::journal::{Data, Place};
use super::sealed::unread;
use super::{Journal, Part, Parted, Sealed, Units, begin, resume};
use crate::atomic;
use crate::prelude::*;

/// The side file of a part: that of the steps of a proof.
pub fn side_file(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".steps");
    name.into()
}

/// The remedy if the side file of a part is missing.
const BESIDE: &str = "copy it beside its part, or remove the part and do it again";

/// Copies data from their place in a side file, and checks them.
fn copy(path: &Path, before: u64, data: Data, output: &mut dyn Write) -> Result<(), Error> {
    const PIECE: u64 = 1 << 16;
    // An error of the output is an [`Error`] already.
    let failed =
        |error: io::Error| error.downcast().unwrap_or_else(|error| unread(&error, BESIDE).of(path));
    let mut file = File::open(path).map_err(failed)?;
    file.seek(SeekFrom::Start(before)).map_err(failed)?;
    let (mut copied, mut piece) = (Data::default(), Vec::new());
    while copied.0 < data.0 {
        piece.clear();
        let most = PIECE.min(data.0 - copied.0);
        if Read::take(&file, most).read_to_end(&mut piece).map_err(failed)? == 0 {
            break;
        }
        output.write_all(&piece).map_err(failed)?;
        copied = copied.followed_by(Data::of(&piece));
    }
    if copied != data {
        return Err(error!(Damaged, "this is damaged").of_field("steps").of(path));
    }
    Ok(())
}

/// Adds up the data of parts, in the order of the units. `places` says where those of each range are, and
/// `paths` are the files of the parts.
///
/// # Errors
///
/// [`Code::File`], and [`Code::Damaged`] if data are not those that were written.
pub(super) fn merge_data(
    places: &[Place],
    paths: &[PathBuf],
    output: &mut dyn Write,
) -> Result<(), Error> {
    let mut places = places.iter().filter(|(.., data)| !data.is_empty());
    places
        .try_for_each(|&(part, before, data)| copy(&side_file(&paths[part]), before, data, output))
}

/// The file in which a journal is saved repeatedly. No other run can use it until this is dropped.
#[derive(Debug)]
pub struct Saving {
    path: PathBuf,
    side: PathBuf,
    last: Option<Instant>,
    cost: Duration,
    /// The file as it was saved last, kept open so that no other run uses it.
    saved: Option<File>,
    data: Option<File>,
}

impl Saving {
    /// The shortest time between two savings. A longer one makes them cost at most a hundredth of the time.
    const PAUSE: Duration = Duration::from_millis(100);

    /// Prepares to save in a file, whose data go to a side file.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file cannot be written, or is not a regular file.
    pub fn new(path: &Path, side: &Path) -> Result<Self, Error> {
        atomic::check(path)?;
        let (path, side) = (path.to_owned(), side.to_owned());
        Ok(Self { path, side, last: None, cost: Duration::ZERO, saved: None, data: None })
    }

    /// Prepares to save a part of a question in a file, and takes up what the file holds, if it exists. By
    /// `force`, what it holds is replaced.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if the file or its side file cannot be written, is not a regular file, or is of something else;
    /// [`Code::OtherRun`] if it holds another run; and the errors of [`Sealed::read`] and [`begin`].
    pub fn open<Q: Parted>(
        path: &Path,
        force: bool,
        (question, part): (&Q, Part),
        session: &Session,
    ) -> Result<(Self, Q, Journal<Q::Work>), Error> {
        let mut saving = Self::new(path, &side_file(path))?;
        if force || !path.exists() {
            let (question, journal) = begin(question, part, session)?;
            if journal.work().has_data() {
                if !force && saving.side.exists() {
                    let message = "the file exists, and is of no part: move it, or name another";
                    return Err(Error::new(Code::File, message).of(&saving.side));
                }
                atomic::check(&saving.side)?;
            }
            return Ok((saving, question, journal));
        }
        let earlier = Sealed::read(path).map_err(|error| error.of(path))?;
        let (question, journal) =
            resume(question, part, &earlier, session).map_err(|error| match error.code {
                Code::OtherRun | Code::NotAPart | Code::Damaged => error.of(path),
                _ => error,
            })?;
        saving.resume(&journal)?;
        Ok((saving, question, journal))
    }

    /// Opens the side file, whose first bytes must be the data of what is done. The others were not counted, and
    /// are cut off.
    ///
    /// # Errors
    ///
    /// [`Code::Damaged`] if it has other bytes, [`Code::File`] if it cannot be read or written, and
    /// [`Code::Conflict`] if what is done is a sum that lacks parts.
    pub fn resume<U: Units>(&mut self, journal: &Journal<U>) -> Result<(), Error> {
        let lacks = "it is a sum that lacks parts: do those, and merge them";
        let data = journal.data().ok_or_else(|| error!(Conflict, "{lacks}").of(&self.path))?;
        if journal.is_answered() || data.is_empty() {
            return Ok(());
        }
        copy(&self.side, 0, data, &mut io::sink())?;
        let open = OpenOptions::new().write(true).open(&self.side);
        let cut = open.and_then(|mut file| {
            file.set_len(data.0)?;
            file.seek(SeekFrom::Start(data.0))?;
            Ok(file)
        });
        self.data = Some(cut.map_err(|error| self.cannot_write(&error))?);
        Ok(())
    }

    fn cannot_write(&self, error: &io::Error) -> Error {
        atomic::cannot_write(&self.side, error)
    }

    /// Creates the side file.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if it cannot be written.
    pub fn create(&mut self) -> Result<(), Error> {
        let created = File::create(&self.side);
        self.data = Some(created.map_err(|error| self.cannot_write(&error))?);
        Ok(())
    }

    /// Takes the data of the units that were done last, and saves if it is time: the first time at once.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if a file cannot be written.
    pub fn take<U: Units>(&mut self, journal: &Journal<U>, data: &[u8]) -> Result<(), Error> {
        if !data.is_empty() {
            if self.data.is_none() {
                self.create()?;
            }
            let file = self.data.as_mut().expect("it was opened a moment ago");
            file.write_all(data).map_err(|error| self.cannot_write(&error))?;
        }
        match self.last {
            Some(last) if last.elapsed() < Self::PAUSE.max(100 * self.cost) => Ok(()),
            _ => self.save(journal),
        }
    }

    /// Saves what is done: the data before the journal that counts them.
    ///
    /// # Errors
    ///
    /// [`Code::File`] if a file cannot be written.
    pub fn save<U: Units>(&mut self, journal: &Journal<U>) -> Result<(), Error> {
        let begin = Instant::now();
        if let Some(data) = &self.data {
            data.sync_data().map_err(|error| self.cannot_write(&error))?;
        }
        self.saved = Some(atomic::replace(&self.path, journal.text().as_bytes())?);
        self.cost = begin.elapsed();
        self.last = Some(Instant::now());
        if journal.is_answered() && self.data.take().is_some() {
            // Nothing reads the data of units before the answer. A file that stays harms nobody.
            let _ = fs::remove_file(&self.side);
        }
        Ok(())
    }
}
