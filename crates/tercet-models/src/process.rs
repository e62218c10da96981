//! A program that is talked to through pipes, and that never outlives who talks to it.
//!
//! Nothing here waits for the program without asking the limit. One thread writes what it is to
//! read, so that a program that does not read holds nobody up; one reads its lines, of which only
//! some are kept until they are wanted; one keeps the beginning of its complaints and lets the rest
//! go, so that no pipe fills up.
//!
//! The program is the head of a process group. A guard, a shell that waits for the end of its
//! input, kills the group: when the guard is let go, and also when our own process ends in
//! whichever way, for then the system closes that input. Without it a solver in the midst of a
//! search would go on after we are killed, since it does not look at its input meanwhile; and a
//! solver that was started by a script would survive the script.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use tercet::solver::{Limit, Stop};

/// A running program. Dropping it ends it.
///
/// What has to be waited for then, until the system has taken a large program down, is left to the
/// thread that writes to the program. That thread ends with the program.
pub struct Process {
    /// None while it is dropped.
    running: Option<Running>,
    input: Sender<Vec<u8>>,
    /// Where the thread that writes gets what it is to wait for.
    ended: Sender<Running>,
    output: Receiver<Line>,
    /// The beginning of what it complained about, once it has ended.
    complaints: Receiver<Vec<u8>>,
}

/// A line that the program wrote, or that it wrote more than any answer is.
type Line = Result<String, TooLong>;

/// The program wrote a line without an end.
struct TooLong;

/// Why there is no line.
pub enum Silence {
    /// The limit was reached.
    Stop(Stop),
    /// The program will not say anything any more; what it did, in words that follow its name.
    Ended(String),
}

impl Process {
    /// How often the limit is asked.
    const MOMENT: Duration = Duration::from_millis(5);
    /// The bytes of a line at most: the list of a hundred thousand sets.
    const LONGEST: u64 = 1 << 24;
    /// How many lines may wait for being read.
    const LINES: usize = 64;

    /// Starts a program.
    ///
    /// # Errors
    ///
    /// Where the system cannot start it.
    pub fn start(program: &str, arguments: &[String]) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = head_of_group(&mut command).spawn()?;
        let guard = guard(&child);
        let (input, texts) = mpsc::channel();
        let (ended, to_wait_for) = mpsc::channel::<Running>();
        let (lines, output) = mpsc::sync_channel(Self::LINES);
        let (kept, complaints) = mpsc::channel();
        let stdin = child.stdin.take().expect("it is piped");
        let stdout = child.stdout.take().expect("it is piped");
        let stderr = child.stderr.take().expect("it is piped");
        // From here on dropping it ends the program, also where no thread can be had.
        let running = Some(Running { child, guard });
        let process = Self { running, input, ended, output, complaints };
        let spawn = |name: &str, work: Box<dyn FnOnce() + Send>| {
            thread::Builder::new().name(name.into()).spawn(work)
        };
        let write = move || {
            write_texts(stdin, &texts);
            drop(to_wait_for.recv());
        };
        spawn("process input", Box::new(write))?;
        spawn("process output", Box::new(move || read_lines(stdout, &lines)))?;
        spawn("process complaints", Box::new(move || keep_beginning(stderr, &kept)))?;
        Ok(process)
    }

    /// Sends a text, without waiting until it is read.
    pub fn send(&self, text: String) {
        // Whether the program still reads is seen when it is to answer.
        let _ = self.input.send(text.into_bytes());
    }

    /// The next line that it writes, which is a line of nothing where there is nothing on it.
    ///
    /// # Errors
    ///
    /// [`Silence`], where there is none before the limit, or never will be.
    pub fn line(&mut self, limit: &Limit) -> Result<String, Silence> {
        loop {
            // Also where lines come and come.
            limit.check().map_err(Silence::Stop)?;
            match self.output.recv_timeout(Self::MOMENT) {
                Ok(Ok(line)) => return Ok(line),
                Ok(Err(TooLong)) => {
                    return Err(Silence::Ended("writes a line without an end".into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.end(limit)),
            }
        }
    }

    /// Whether it has written a line that was not read yet, which is then lost.
    pub fn has_line(&mut self) -> bool {
        self.output.try_recv().is_ok()
    }

    /// How it ended, or why there was no time to see that.
    fn end(&mut self, limit: &Limit) -> Silence {
        let soon = Instant::now() + Self::MOMENT * 20;
        let status = loop {
            let running = self.running.as_mut().expect("it is not dropped yet");
            match running.child.try_wait() {
                Ok(None) if Instant::now() < soon => thread::sleep(Self::MOMENT),
                Ok(status) => break status,
                Err(_) => break None,
            }
            if let Err(stop) = limit.check() {
                return Silence::Stop(stop);
            }
        };
        let mut what = match status {
            Some(status) => format!("ended without an answer ({status})"),
            None => "closed its output without an answer".into(),
        };
        let complaints = loop {
            match self.complaints.recv_timeout(Self::MOMENT) {
                Err(RecvTimeoutError::Timeout) if Instant::now() < soon => {}
                complaints => break complaints.unwrap_or_default(),
            }
            if let Err(stop) = limit.check() {
                return Silence::Stop(stop);
            }
        };
        let complaints = String::from_utf8_lossy(&complaints);
        if let Some(complaint) = complaints.lines().find(|line| !line.trim().is_empty()) {
            what.push_str(": ");
            what.push_str(complaint);
        }
        Silence::Ended(what)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let Some(mut running) = self.running.take() else { return };
        running.kill();
        // Without the thread that writes, the program is waited for here.
        let _ = self.ended.send(running);
    }
}

/// A program and its guard. Dropping them kills the program and waits until both have ended.
struct Running {
    child: Child,
    guard: Option<Child>,
}

impl Running {
    /// Kills the program, and lets the guard kill what it has started.
    fn kill(&mut self) {
        // It fails only where there is nothing left to be killed.
        let _ = self.child.kill();
        if let Some(guard) = &mut self.guard {
            drop(guard.stdin.take());
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.kill();
        // The program is waited for last: until then no other process can have its number.
        if let Some(guard) = &mut self.guard {
            let _ = guard.wait();
        }
        let _ = self.child.wait();
    }
}

/// Makes a command the head of a process group of its own, where there are groups. Ctrl-C then
/// comes to us alone, and it is for us to say what ends.
fn head_of_group(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    command
}

/// Starts the guard of a program, if there is a shell to be had. Without one, only the program
/// itself is ended, and only by us.
fn guard(child: &Child) -> Option<Child> {
    if !cfg!(unix) {
        return None;
    }
    let mut command = Command::new("/bin/sh");
    command.args(["-c", "read -r nothing; kill -9 \"-$0\"", &child.id().to_string()]);
    command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    head_of_group(&mut command).spawn().ok()
}

/// Writes texts until there will be no more. What the program does not read is lost.
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
        if lines.send(if too_long { Err(TooLong) } else { Ok(line) }).is_err() || too_long {
            return;
        }
    }
}

fn keep_beginning(mut stderr: ChildStderr, kept: &Sender<Vec<u8>>) {
    let mut beginning = Vec::new();
    // Where it cannot be read there is nothing to be kept, and where nobody wants it, nobody misses
    // it.
    let _ = stderr.by_ref().take(1 << 10).read_to_end(&mut beginning);
    let _ = io::copy(&mut stderr, &mut io::sink());
    let _ = kept.send(beginning);
}
