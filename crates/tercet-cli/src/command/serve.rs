//! `tercet serve`: the page in a browser.

use std::io::ErrorKind;
use std::net::IpAddr;
use std::process::Stdio;
use std::{process, thread};

use tercet_web::{Options, Server};

use crate::prelude::*;

/// Play, solve and learn in a browser.
///
/// The server accepts connections only from this machine. With --listen and a non-loopback address,
/// other machines can reach it: it then demands the token in the address that it prints, and the
/// connection is not encrypted.
///
/// Exit status: 0 ended by Ctrl-C, 2 invalid input or failure.
///
/// Examples:
/// `tercet serve --open`
/// `tercet serve --port 0`
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The port; 0 is any free one
    #[arg(long, value_name = "N", default_value_t = tercet_web::Options::PORT, value_parser = port)]
    pub(crate) port: u16,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// The address to listen on, such as 0.0.0.0 for all [default: 127.0.0.1]
    #[arg(long, value_name = "ADDR", value_parser = address)]
    pub(crate) listen: Option<IpAddr>,

    /// Maximum number of threads for all searches, up to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = crate::arguments::at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// A folder whose files replace the built-in page, for changing it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) page: Option<PathBuf>,
}

fn port(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("it takes a whole number from 0 to {}", u16::MAX))
}

fn address(text: &str) -> Result<IpAddr, String> {
    text.parse().map_err(|_| "it takes the address of a machine, such as 127.0.0.1 or ::1".into())
}

impl Command for Serve {
    fn run(&self, printer: &mut Printer) -> Result<Outcome> {
        let usual = Options::default();
        let options = Options {
            address: self.listen.unwrap_or(usual.address),
            port: self.port,
            threads: self.threads,
            page: self.page.clone(),
            ..Options::default()
        };
        if self.open && !options.address.is_loopback() {
            // Every user of this machine can read the self of a program, the token among them.
            bail!(
                "--open is for this machine alone: leave it out, and open the printed address yourself"
            );
        }
        if let Some(page) =
            options.page.as_deref().filter(|page| !page.join("index.html").is_file())
        {
            bail!("--page: {} is not a folder with an index.html: name one", page.display());
        }
        let server = Server::bind(&options).map_err(|error| {
            let Options { address, port, .. } = options;
            match error.kind() {
                ErrorKind::AddrInUse => {
                    anyhow!("port {port} is in use: choose another one with --port N, or 0 for any")
                }
                ErrorKind::PermissionDenied => {
                    anyhow!(
                        "port {port} is not open to this user: choose one from 1024 on with --port"
                    )
                }
                ErrorKind::AddrNotAvailable => anyhow!(
                    "{address} is not an address of this machine: choose one with --listen, or leave it out"
                ),
                _ => anyhow!("cannot listen on {address}, port {port}: {error}"),
            }
        })?;
        let handle = server.handle();
        ctrlc::set_handler(move || handle.stop()).context("cannot listen for Ctrl-C")?;
        let url = server.url();
        writeln!(printer, "Tercet is at {url} (Ctrl-C ends it)")?;
        printer.finish()?;
        if self.open {
            open(&url);
        }
        server.run().context("the server cannot work")?;
        Ok(Outcome::Yes)
    }
}

/// Opens the page in the browser. If that fails, the address was printed.
fn open(url: &str) {
    let (program, before): (_, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut opener = process::Command::new(program);
    opener.args(before).arg(url);
    let opener = opener.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    match opener {
        // Some openers live as long as the browser.
        Ok(mut opener) => drop(thread::spawn(move || opener.wait())),
        Err(error) => say!("cannot open a browser ({program}: {error})"),
    }
}
