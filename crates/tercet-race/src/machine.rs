//! The facts that the system reports about the machine, and the processor time and memory that this
//! process used, child processes included.

use std::fs;
use std::process::Command;
use std::thread;

use crate::protocol::Costs;

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
pub fn solver(program: Option<&str>) -> Option<String> {
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
fn bytes(path: &str, name: &str) -> Option<u64> {
    let kilobytes: u64 = line(path, name)?.strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes << 10)
}

/// The beginning of a measurement.
pub(crate) struct Usage {
    cpu: Option<f64>,
    held: Option<u64>,
}

/// A process that has grown by this many bytes is not measured again: memory that it returned to the
/// allocator, but that the allocator did not return to the system, would be counted again.
const GROWN: u64 = 16 << 20;

impl Usage {
    /// Begins a measurement.
    pub(crate) fn begin() -> Self {
        // Resets the peak on Linux; elsewhere the peak is that since the process began.
        let _ = fs::write("/proc/self/clear_refs", "5");
        let held = status("VmRSS");
        // Last, so that the lines above are not measured.
        Self { held, cpu: cpu() }
    }

    /// The processor time and the most memory that was held at once since the beginning, and whether this process can
    /// no longer measure the memory of later work. Child processes count once they have ended.
    pub(crate) fn end(&self) -> (Costs, bool) {
        let cpu = cpu().zip(self.cpu).map(|(now, then)| now - then);
        let children = usage(true).map(|(_, memory)| memory).filter(|&bytes| bytes > 0);
        let own = status("VmHWM");
        let memory = own.map(|own| own + children.unwrap_or(0));
        let grown = status("VmRSS").zip(self.held).is_some_and(|(now, then)| now > then + GROWN);
        (Costs { cpu, memory, effort: None }, children.is_some() || grown)
    }
}

/// A quantity of the status of this process on Linux, in bytes.
fn status(name: &str) -> Option<u64> {
    bytes("/proc/self/status", name)
}

/// The processor time of this process and of its child processes that have ended, in seconds.
fn cpu() -> Option<f64> {
    Some(usage(false)?.0 + usage(true)?.0)
}

/// The processor time in seconds and the peak memory in bytes of this process, or of its child processes that have
/// ended: the sum of their times, and the memory of the largest.
#[cfg(unix)]
fn usage(of_children: bool) -> Option<(f64, u64)> {
    use nix::sys::resource::{UsageWho, getrusage};
    let who = if of_children { UsageWho::RUSAGE_CHILDREN } else { UsageWho::RUSAGE_SELF };
    let usage = getrusage(who).ok()?;
    let time = usage.user_time() + usage.system_time();
    // In kilobytes, but in bytes on Apple systems.
    let unit = if cfg!(target_vendor = "apple") { 1 } else { 1 << 10 };
    let memory = u64::try_from(usage.max_rss()).ok()? * unit;
    Some((time.tv_sec() as f64 + time.tv_usec() as f64 * 1e-6, memory))
}

#[cfg(not(unix))]
fn usage(_: bool) -> Option<(f64, u64)> {
    None
}

#[cfg(target_os = "linux")]
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_memory() {
        let usage = Usage::begin();
        let mut numbers = vec![1_u64; 8 << 20];
        for i in 1..numbers.len() {
            numbers[i] = numbers[i - 1].wrapping_mul(6_364_136_223_846_793_005) + 1;
        }
        assert!(numbers[numbers.len() - 1] != 0);
        let (used, _) = usage.end();
        assert!(used.cpu.unwrap() > 0.0);
        assert!(used.memory.unwrap() > 64 << 20);
    }
}
