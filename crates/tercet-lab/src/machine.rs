//! The facts that the system reports about the machine and about a process.

use std::fs;
use std::process::Command;
use std::thread;

/// The facts about the machine and its solvers that the system reports.
pub(crate) fn facts(program: Option<&str>) -> Vec<(String, String)> {
    let mut facts = machine();
    facts.extend(solver(program).map(|what| ("SMT solver".to_owned(), what)));
    facts
}

/// The facts about the machine that the system reports: processor, cores, memory, system.
pub fn machine() -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |name: &str, what: Option<String>| {
        facts.extend(what.map(|what| (name.to_owned(), what)));
    };
    fact("Processor", line("/proc/cpuinfo", "model name"));
    let cores = thread::available_parallelism().ok();
    fact("Cores", cores.map(|cores| cores.to_string()));
    let memory = bytes("/proc/meminfo", "MemTotal");
    fact("Memory", memory.map(|bytes| format!("{:.1} GB", bytes as f64 * 1e-9)));
    let system = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let release = system.map_or(String::new(), |release| format!(" {}", release.trim()));
    let (name, architecture) = (std::env::consts::OS, std::env::consts::ARCH);
    fact("System", Some(format!("{name}{release}, {architecture}")));
    facts
}

/// The SMT solver and its version, if it reports one.
pub(crate) fn solver(program: Option<&str>) -> Option<String> {
    let output = Command::new(program.unwrap_or("z3")).arg("--version").output().ok()?;
    let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Some(version).filter(|version| !version.is_empty() && output.status.success())
}

/// The value of a name in a file of the system.
fn line(path: &str, name: &str) -> Option<String> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    let (_, what) = line.split_once(':')?;
    Some(what.trim().to_owned())
}

/// The bytes that a file of the system gives in kilobytes.
pub(crate) fn bytes(path: &str, name: &str) -> Option<u64> {
    let kilobytes: u64 = line(path, name)?.strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}
