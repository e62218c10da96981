//! The arguments of `tercet serve`.

use std::net::IpAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;

const REMOTE: &str = "\
The server is for this machine alone. With --listen and another address than a loopback one, other \
machines can reach it: it then demands the token in the address that it prints, and the connection \
is not encrypted.";

/// Start a server for the page on which to play, solve and learn in a browser.
#[derive(Debug, Args)]
#[command(after_long_help = REMOTE)]
pub(crate) struct Serve {
    /// The port; 0 is any free one
    #[arg(long, value_name = "N", default_value_t = tercet_web::Options::PORT)]
    pub(crate) port: u16,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    /// The address to listen on, such as 0.0.0.0 for all [default: 127.0.0.1]
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<IpAddr>,

    /// Maximum number of threads for all searches, up to 256 [default: one per core]
    #[arg(long, value_name = "N", value_parser = super::at_least_one)]
    pub(crate) threads: Option<NonZeroUsize>,

    /// A folder whose files replace the built-in page, for changing it
    #[arg(long, value_name = "FOLDER")]
    pub(crate) page: Option<PathBuf>,
}
