//! An external program that is used through pipes, and that never outlives its user.
//!
//! Every wait for the program also checks the limit. One thread writes the program's input, so that
//! a program that does not read blocks no one; one reads its output lines, of which only a bounded
//! number is buffered; one keeps the beginning of its error output and discards the rest, so that
//! no pipe fills up.
//!
//! The program is the head of a process group. A guard, a shell that waits for the end of its
//! input, kills the group when the guard is dropped, and also when our own process ends in any way,
//! because the system then closes that input. Without the guard, a solver in the middle of a search
//! would survive us, since it does not read its input meanwhile; and a solver that was started by a
//! script would survive the script.
//!
//! Messages [`quote`] the output of a program.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Condvar, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

use tercet::solver::{Limit, Options, Stop};

/// The default of a limit of memory, in bytes. A process that exceeds its address space (`ulimit -v`) is ended, and
/// the board, the threads and the answer also need room in it.
pub fn usual_memory() -> usize {
    static ADDRESSES: LazyLock<Option<usize>> = LazyLock::new(|| {
        let limits = fs::read_to_string("/proc/self/limits").ok()?;
        let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
        line.split_whitespace().next()?.parse().ok()
    });
    ADDRESSES.map_or(usize::MAX, |bytes| bytes / 3).min(Options::default().memory)
}

/// A running program. Dropping it ends it.
///
/// The system may need a while to end a large program. A thread of its own waits for that.
pub struct Process {
    /// None while it is dropped.
    running: Option<Running>,
    input: Sender<Vec<u8>>,
    output: Receiver<Line>,
    /// The beginning of its error output, once it has ended.
    complaints: Receiver<Vec<u8>>,
}

/// A line of output; `None` if it is longer than any answer.
type Line = Option<String>;

/// Why there is no line.
pub enum Silence {
    /// The limit was reached.
    Stop(Stop),
    /// The program will not write any more; the reason is a phrase that follows its name.
    Ended(String),
}

impl Process {
    /// The time between two checks of the limit.
    const MOMENT: Duration = Duration::from_millis(5);
    /// The maximum length of a line in bytes: a list of a hundred thousand sets.
    const LONGEST: u64 = 1 << 24;
    /// The maximum number of lines in the buffer.
    const LINES: usize = 64;

    /// Starts a program.
    ///
    /// # Errors
    ///
    /// If the system cannot start it.
    pub fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = head_of_group(&mut command).spawn()?;
        let guard = guard(&child);
        let (input, texts) = mpsc::channel();
        let (lines, output) = mpsc::sync_channel(Self::LINES);
        let (kept, complaints) = mpsc::channel();
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        // From here on dropping it ends the program, also where no thread can be had.
        let process = Self { running: Some(Running { child, guard }), input, output, complaints };
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.into()).spawn(work)
        };
        spawn("process input", Box::new(move || write_texts(stdin, &texts)))?;
        spawn("process output", Box::new(move || read_lines(stdout, &lines)))?;
        spawn("process complaints", Box::new(move || keep_beginning(stderr, &kept)))?;
        Ok(process)
    }

    /// Sends a text, without waiting until it is read.
    pub fn send(&self, text: String) {
        // A program that no longer reads is noticed when its answer is awaited.
        let _ = self.input.send(text.into_bytes());
    }

    /// The next line of output, which may be empty.
    ///
    /// # Errors
    ///
    /// [`Silence`] if there is no line before the limit, or no further line at all.
    pub fn line(&mut self, limit: &Limit) -> Result<String, Silence> {
        loop {
            // Checked even if lines never stop coming.
            limit.check().map_err(Silence::Stop)?;
            match self.output.recv_timeout(Self::MOMENT) {
                Ok(Some(line)) => return Ok(line),
                Ok(None) => {
                    return Err(Silence::Ended("writes a line that is too long".into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(self.end(limit).map_or_else(Silence::Stop, Silence::Ended));
                }
            }
        }
    }

    /// Whether it has written a line that was not read yet. That line is then lost.
    pub fn has_line(&mut self) -> bool {
        self.output.try_recv().is_ok()
    }

    /// How it ended, as far as that is known soon.
    fn end(&mut self, limit: &Limit) -> Result<String, Stop> {
        let child = &mut self.running.as_mut().expect("it is not dropped yet").child;
        let mut what = match soon(limit, || child.try_wait().ok().flatten())? {
            Some(status) => format!("ended without an answer ({status})"),
            None => "closed its output without an answer".into(),
        };
        let complaints = soon(limit, || self.complaints.try_recv().ok())?.unwrap_or_default();
        let complaints = String::from_utf8_lossy(&complaints);
        if let Some(complaint) = complaints.lines().find(|line| !line.trim().is_empty()) {
            what.push_str(": ");
            what.push_str(complaint);
        }
        Ok(what)
    }
}

/// What comes within a tenth of a second.
fn soon<T>(limit: &Limit, mut come: impl FnMut() -> Option<T>) -> Result<Option<T>, Stop> {
    let end = Instant::now() + Process::MOMENT * 20;
    loop {
        let came = come();
        if came.is_some() || Instant::now() >= end {
            return Ok(came);
        }
        limit.check()?;
        thread::sleep(Process::MOMENT);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        // It fails only where there is nothing left to be killed.
        let _ = running.child.kill();
        // The guard kills what the program has started.
        drop(running.guard.as_mut().and_then(|guard| guard.stdin.take()));
        *ending() += 1;
        // Without a thread, the program is waited for here.
        let _ = thread::Builder::new().name("process end".into()).spawn(move || drop(running));
    }
}

/// A program and its guard. Dropping them waits until both have ended.
struct Running {
    child: Child,
    guard: Option<Child>,
}

/// The number of programs that are being waited for.
static ENDING: Mutex<usize> = Mutex::new(0);
static ENDED: Condvar = Condvar::new();

fn ending() -> MutexGuard<'static, usize> {
    ENDING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until all programs that were dropped have ended, at most this long. The system knows their
/// processor time only then.
pub fn wait_for_dropped(at_most: Duration) {
    // A program that has not ended in time is not counted.
    drop(ENDED.wait_timeout_while(ending(), at_most, |ending| *ending > 0));
}

impl Drop for Running {
    fn drop(&mut self) {
        // The program is waited for last: until then no other process can have its number.
        if let Some(guard) = &mut self.guard {
            let _ = guard.wait();
        }
        let _ = self.child.wait();
        *ending() -= 1;
        ENDED.notify_all();
    }
}

/// Makes a command the head of its own process group. Ctrl-C then reaches only our process, which
/// decides what ends.
fn head_of_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(windows)]
    {
        /// `CREATE_NEW_PROCESS_GROUP` of the Windows API.
        const NEW_GROUP: u32 = 0x200;
        std::os::windows::process::CommandExt::creation_flags(command, NEW_GROUP);
    }
    command
}

/// Starts the guard of a program, if there is a shell. Without a guard, only the program itself is
/// terminated, and only if our process ends normally.
fn guard(child: &Child) -> Option<Child> {
    if !cfg!(unix) {
        return None;
    }
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "read -r nothing; kill -9 \"-$0\"", &child.id().to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    head_of_group(&mut command).spawn().ok()
}

/// Writes texts until there will be no more. Texts that the program does not read are lost.
fn write_texts(mut stdin: ChildStdin, texts: &Receiver<Vec<u8>>) {
    for text in texts {
        let _ = stdin.write_all(&text).and_then(|()| stdin.flush());
    }
}

fn read_lines(stdout: ChildStdout, lines: &SyncSender<Line>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match stdout.by_ref().take(Process::LONGEST).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let too_long = line.len() as u64 == Process::LONGEST;
        let line = String::from_utf8_lossy(&line).into_owned();
        if lines.send((!too_long).then_some(line)).is_err() || too_long {
            return;
        }
    }
}

fn keep_beginning(mut stderr: ChildStderr, kept: &Sender<Vec<u8>>) {
    let mut beginning = Vec::new();
    // If it cannot be read there is nothing to keep, and if the receiver is gone it is not needed.
    let _ = stderr.by_ref().take(1 << 10).read_to_end(&mut beginning);
    let _ = io::copy(&mut stderr, &mut io::sink());
    let _ = kept.send(beginning);
}

/// The words of a command, between spaces; spaces and quotation marks of a word lie between quotation
/// marks of the other kind.
///
/// # Errors
///
/// A quotation mark that is not closed.
pub fn words(command: &str) -> Result<Vec<String>, char> {
    let mut words = Vec::new();
    let (mut word, mut quote) = (None::<String>, None);
    for letter in command.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.map_or(Ok(words), Err)
}

/// The maximum number of characters of a program's output in an error message.
const MOST_QUOTED: usize = 60;

/// A quotation: on one line, shortened if it is long.
pub fn quote(text: &str) -> String {
    one_line(text, MOST_QUOTED)
}

/// A text on one line, shortened to `most` characters and "…".
pub(crate) fn one_line(text: &str, most: usize) -> String {
    let words = text.split_whitespace().flat_map(|word| std::iter::once(' ').chain(word.chars()));
    let mut letters = words.skip(1);
    let mut line: String = letters.by_ref().take(most).collect();
    if letters.next().is_some() {
        line.push('…');
    }
    line
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The processor time of all programs that have ended and were waited for, in ticks of 10 ms.
    fn ticks_of_ended() -> u64 {
        let stat = fs::read_to_string("/proc/self/stat").unwrap();
        // The name in brackets may contain spaces.
        let fields = stat[stat.rfind(')').unwrap() + 2..].split(' ');
        fields.skip(13).take(2).map(|field| field.parse::<u64>().unwrap()).sum()
    }

    #[test]
    fn the_processor_time_of_a_dropped_program_is_known() {
        let work = "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done; read -r nothing";
        let before = ticks_of_ended();
        let mut process = Process::start("/bin/sh", &["-c".into(), work.into()]).unwrap();
        let line = process.line(&Limit::none());
        assert!(line.is_ok_and(|line| line.trim_end() == "done"));
        drop(process);
        wait_for_dropped(Duration::from_secs(60));
        assert!(ticks_of_ended() >= before + 3);
    }

    #[test]
    fn what_is_long_is_cut() {
        assert_eq!(quote(""), "");
        assert_eq!(quote(" one\n\ttwo "), "one two");
        let most = "ö".repeat(MOST_QUOTED);
        assert_eq!(quote(&most), most);
        assert_eq!(quote(&format!("{most} \n")), most);
        assert_eq!(quote(&format!("{most}ö")), format!("{most}…"));
        // A shortened text is not shortened again.
        assert_eq!(quote(&format!("{most}…")), format!("{most}…"));
        assert_eq!(one_line("a b c", 3), "a b…");
    }
}
