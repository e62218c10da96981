//! `tercet serve`: the page in a browser.

use std::io::ErrorKind;
use std::net::IpAddr;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context, Result, anyhow, bail};
use tercet_web::{Options, Server};

use crate::cli::Serve;
use crate::outcome::{Outcome, say};
use crate::output::Printer;

pub(crate) fn run(arguments: &Serve, printer: &mut Printer) -> Result<Outcome> {
    let usual = Options::default();
    let options = Options {
        address: arguments.listen.unwrap_or(usual.address),
        port: arguments.port,
        threads: arguments.threads,
        page: arguments.page.clone(),
        ..Options::default()
    };
    if arguments.open && !options.address.is_loopback() {
        // Every user of this machine can read the arguments of a program, the token among them.
        bail!(
            "--open is for this machine alone: leave it out, and open the printed address yourself"
        );
    }
    if let Some(page) = options.page.as_deref().filter(|page| !page.join("index.html").is_file()) {
        bail!("--page: {} is not a folder with an index.html: name one", page.display());
    }
    let server = Server::bind(&options).map_err(|error| {
        let Options { address, port, .. } = options.clone();
        match error.kind() {
            ErrorKind::AddrInUse => {
                anyhow!("port {port} is in use: choose another one with --port N, or 0 for any")
            }
            ErrorKind::PermissionDenied => {
                anyhow!("port {port} is not open to this user: choose one from 1024 on with --port")
            }
            ErrorKind::AddrNotAvailable => not_ours(address),
            _ => anyhow!("cannot listen on {address}, port {port} ({error})"),
        }
    })?;
    let handle = server.handle();
    ctrlc::set_handler(move || handle.stop()).context("cannot listen for Ctrl-C")?;
    let url = server.url();
    printer.line(format_args!("Tercet is at {url} (Ctrl-C ends it)"))?;
    printer.finish()?;
    if arguments.open {
        open(&url);
    }
    server.run().context("the server cannot work")?;
    Ok(Outcome::Yes)
}

fn not_ours(address: IpAddr) -> anyhow::Error {
    anyhow!(
        "{address} is not an address of this machine: choose one with --listen, or leave it out"
    )
}

/// Opens the page in the browser. If that fails, the address was printed.
fn open(url: &str) {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut opener = Command::new(program);
    opener.args(before).arg(url);
    let opener = opener.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match opener {
        // Some openers live as long as the browser.
        Ok(mut opener) => drop(thread::spawn(move || opener.wait())),
        Err(error) => say(&format!("cannot open a browser ({program}: {error})")),
    }
}
