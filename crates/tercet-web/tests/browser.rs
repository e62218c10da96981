//! The page in a browser, as people use it, with a server and without one.
//!
//! `./test --all` installs the browser driver; npm and Chromium must be installed. Without them
//! these tests fail.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tercet_testkit::browser::{TOOLS, browser, check};
use tercet_testkit::not_tested;

/// The script that visits the page and prints the results.
const RUNNER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/run.mjs");
/// The folder that `./site` writes, for a folder of its host.
const SITE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/site");

/// The command line: the one that `TERCET` names, else that of the same build.
fn tercet() -> PathBuf {
    if let Some(path) = env::var_os("TERCET") {
        return path.into();
    }
    let test = env::current_exe().expect("a test knows where it is");
    let folder = test.parent().and_then(Path::parent).expect("a test is in the folder deps");
    let tercet = folder.join(format!("tercet{}", env::consts::EXE_SUFFIX));
    assert!(tercet.exists(), "{} is missing: run 'cargo build' first", tercet.display());
    tercet
}

/// `tercet serve`, which ends with the test.
struct Server(Child);

impl Server {
    /// Starts the server on a free port; also returns the address that it prints.
    fn start() -> (Self, String) {
        let mut command = Command::new(tercet());
        command.args(["serve", "--port", "0"]).stdout(Stdio::piped());
        let mut server = Self(command.spawn().expect("the command line starts"));
        let output = server.0.stdout.take().expect("its output is a pipe");
        let mut line = String::new();
        BufReader::new(output).read_line(&mut line).expect("it prints text");
        let address = line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("no address in {line:?}")).to_owned();
        (server, address)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The server may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs the tests of the page at an address, or in a folder.
fn visit(base: &str) {
    let mut command = Command::new("node");
    check(command.arg(RUNNER).arg(TOOLS).arg(browser()).arg(base).arg(tercet()));
}

#[test]
#[ignore = "needs a browser: ./test --all"]
fn the_page_works_with_the_server() {
    let (_server, address) = Server::start();
    visit(&address);
}

#[test]
#[ignore = "needs a browser and what ./site writes: ./test --all"]
fn the_page_works_without_a_server() {
    if Path::new(SITE).join("index.html").exists() {
        visit(SITE);
    } else {
        not_tested("the static site: run './site' first");
    }
}
