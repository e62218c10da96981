//! The machine on which something was measured.

use std::fs;
use std::process::Command;
use std::thread;

use tercet::solver::Options;

/// What is to be known about the machine and the solvers on it, where the system tells.
pub(super) fn facts(options: &Options) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, what: Option<String>| {
        facts.extend(what.map(|what| (name.to_owned(), what)));
    };
    fact("Processor", line("/proc/cpuinfo", "model name"));
    let cores = thread::available_parallelism().ok();
    fact("Cores", cores.map(|cores| cores.to_string()));
    fact("Memory", line("/proc/meminfo", "MemTotal"));
    let system = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let release = system.map_or(String::new(), |release| format!(" {}", release.trim()));
    let (name, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    fact("System", Some(format!("{name}{release}, {architecture}")));
    let solver = options.program.as_deref().unwrap_or("z3");
    let version = Command::new(solver).arg("--version").output().ok();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    fact("SMT solver", version.filter(|version| !version.is_empty()));
    facts
}

/// What a file of the system says under a name.
fn line(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let (_, what) = line.split_once(':')?;
    Some(what.trim().to_owned())
}
