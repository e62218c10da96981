//! Running the command line from tests.

mod contract;
#[cfg(unix)]
pub(crate) mod transcript;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;
use tercet_testkit::wait::{HANG, wait_until};

/// The result of a run of `tercet`.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The output, which is one JSON object.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }

    /// The output as JSON, without the fields that depend on the speed of a complete run.
    pub(crate) fn timeless(&self) -> Value {
        assert_eq!((self.status, &*self.err), (0, ""));
        let mut json = self.json();
        for field in ["seconds", "threads", "schema"] {
            json.as_object_mut().expect("an object").remove(field);
        }
        json
    }
}

/// A folder of temporary files.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    /// Writes a file, and returns its path as a word of a line.
    pub(crate) fn write(&self, file: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(file), content).unwrap();
        self.path(file).display().to_string()
    }

    pub(crate) fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap()
    }

    /// Runs a line in which `@file` names a file of the folder.
    pub(crate) fn tercet(&self, line: &str) -> Ran {
        tercet(&self.fill(line))
    }

    /// Starts a line in which `@file` names a file of the folder.
    pub(crate) fn start(&self, line: &str) -> Child {
        start(&self.fill(line))
    }

    pub(crate) fn fill(&self, line: &str) -> String {
        line.replace('@', &format!("{}/", self.0.path().display()))
    }

    pub(crate) fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }
}

/// The root of the checkout, in which the commands of the README are run.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("two folders up")
}

/// The command with these arguments, without a terminal.
pub(crate) fn command<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tercet"));
    command.args(arguments).current_dir(root()).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs `tercet` with the words of a line.
pub(crate) fn tercet(line: &str) -> Ran {
    ran(&command(line.split_whitespace()).output().expect("tercet starts"))
}

/// Runs `tercet` with this standard input and a limit of 100 ms, then 200 ms, and so on, until its
/// answer is sufficient: a slow machine may find nothing within the first limits.
pub(crate) fn tercet_within(line: &str, input: &str, enough: impl Fn(&Ran) -> bool) -> Ran {
    let mut time = Duration::from_millis(100);
    loop {
        let ran = tercet_reading(&format!("{line} --timeout {}ms", time.as_millis()), input);
        if enough(&ran) {
            return ran;
        }
        time *= 2;
        assert!(time < HANG, "{line}: {}{}", ran.out, ran.err);
    }
}

/// Starts `tercet` with the words of a line, and ends its input. Its output and its errors are pipes.
pub(crate) fn start(line: &str) -> Child {
    let mut child = start_reading(line);
    drop(child.stdin.take());
    child
}

/// Starts `tercet` with the words of a line. Its input, its output and its errors are pipes.
pub(crate) fn start_reading(line: &str) -> Child {
    let mut command = command(line.split_whitespace());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("tercet starts")
}

/// Waits for the end of a program.
pub(crate) fn end(child: Child) -> Ran {
    ran(&child.wait_with_output().expect("tercet ends"))
}

/// Runs `tercet` with the words of a line under a limit of the shell, such as `-f 20`.
#[cfg(unix)]
pub(crate) fn tercet_under(limit: &str, line: &str) -> Ran {
    let program = env!("CARGO_BIN_EXE_tercet");
    let script = format!("trap '' XFSZ; ulimit {limit}; exec {program} {line}");
    ran(&Command::new("sh").args(["-c", &script]).current_dir(root()).output().unwrap())
}

/// Runs `tercet` with the words of a line and this standard input.
pub(crate) fn tercet_reading(line: &str, input: impl AsRef<[u8]>) -> Ran {
    let mut child = start_reading(line);
    let input = input.as_ref().to_vec();
    let mut pipe = child.stdin.take().expect("piped");
    // This needs a thread: input and output may both exceed the capacity of a pipe.
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let ran = end(child);
    // A command that refuses its arguments does not read its input.
    let _ = writer.join().expect("no panic");
    ran
}

/// Sends Ctrl-C once the program handles it. An earlier signal would end it without a message.
#[cfg(unix)]
pub(crate) fn interrupt(child: &Child) {
    #[cfg(target_os = "linux")]
    {
        const SIGINT: u32 = 2;
        let file = format!("/proc/{}/status", child.id());
        let is_handled = || {
            let status = fs::read_to_string(&file).expect("the program runs");
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            let caught = u64::from_str_radix(caught.expect("Linux tells").trim(), 16);
            caught.expect("a number") >> (SIGINT - 1) & 1 == 1
        };
        wait_until(is_handled, || "Ctrl-C is not handled".into());
    }
    #[cfg(not(target_os = "linux"))]
    std::thread::sleep(Duration::from_secs(1));
    signal(child, "-INT");
}

/// Sends a signal to a running program.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.expect("kill starts").success());
}

/// Waits until a file has this number of lines, or the program that writes it has ended.
pub(crate) fn wait_for_lines(file: &Path, lines: usize, child: &mut Child) {
    let count = || fs::read(file).map_or(0, |text| text.split(|&byte| byte == b'\n').count() - 1);
    wait_until(
        || count() >= lines || child.try_wait().expect("a child").is_some(),
        || format!("{} has fewer than {lines} lines", file.display()),
    );
}

/// Knuth's MMIX generator, for moments that differ from run to run anyway.
pub(crate) fn next(random: &mut u64) -> u64 {
    *random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    *random >> 33
}

pub(crate) fn ran(output: &Output) -> Ran {
    contract::check(&output.stdout);
    Ran {
        status: output.status.code().expect("tercet ends by itself"),
        out: String::from_utf8(output.stdout.clone()).expect("text"),
        err: String::from_utf8(output.stderr.clone()).expect("text"),
    }
}

/// Checks the form of a refusal and that it says all of `parts`.
pub(crate) fn refused(ran: &Ran, parts: &[&str]) {
    assert_eq!(ran.status, 2, "{}", ran.err);
    assert_eq!(ran.out, "");
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
    assert!(ran.err.starts_with("tercet: ") && ran.err.ends_with('\n'), "{}", ran.err);
    for part in parts {
        assert!(ran.err.contains(part), "'{part}' is missing in: {}", ran.err);
    }
}
