//! Listening, and the connections.

use std::future::poll_fn;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::thread;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper::service::service_fn;
use tokio::net::TcpStream;
use tokio::runtime::Builder;
use tokio::sync::{Notify, Semaphore};
use tokio::time::timeout;

use crate::body::long_bodies;
use crate::connection::{Clock, Connection, Seat, Seats};
use crate::guard::{Guard, Token};
use crate::route::{Service, route};
use crate::work::Lanes;

/// The most connections at once. To accept another, the server closes one that is not at work.
const CONNECTIONS: usize = 256;
/// The most threads of all searches together.
const THREADS: NonZeroUsize = NonZeroUsize::new(256).unwrap();
/// How long a connection may take by default to send the head of its next request.
const IDLE: Duration = Duration::from_secs(30);
/// The most bytes of the head of a request, and of what is read ahead.
const BUFFER: usize = 1 << 16;
/// How long threads may take to end after the server.
const END: Duration = Duration::from_millis(150);
/// How long an idle thread waits for work.
const THREAD: Duration = Duration::from_millis(500);
/// How long a new connection waits for a place before the server closes another one for it.
const TURN: Duration = Duration::from_millis(10);

/// Where a server listens, and what it may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address. If it is not a loopback address, the server demands a token.
    pub address: IpAddr,
    /// The port; 0 is any free one.
    pub port: u16,
    /// How many threads all searches have together, at most 256; one for each processor by default.
    pub threads: Option<NonZeroUsize>,
    /// A folder whose files replace the page in the binary, for development.
    pub page: Option<PathBuf>,
    /// How long a connection may take to send the head of its next request.
    pub idle: Duration,
}

impl Options {
    /// The default port.
    pub const PORT: u16 = 8377;
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: Ipv4Addr::LOCALHOST.into(),
            port: Self::PORT,
            threads: None,
            page: None,
            idle: IDLE,
        }
    }
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    service: Arc<Service>,
}

/// Stops a server from any thread, and reports its activity.
#[derive(Clone)]
pub struct Handle(Arc<Service>);

impl Server {
    /// Listens. Connections are answered once the server [runs](Self::run).
    ///
    /// # Errors
    ///
    /// If the port is in use or not allowed to this user, or if a token gets no random numbers.
    pub fn bind(options: &Options) -> io::Result<Self> {
        let listener = TcpListener::bind((options.address, options.port))?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let is_open = !options.address.is_loopback();
        let token = is_open.then(Token::fresh).transpose().map_err(io::Error::other)?;
        let threads = options.threads.or_else(|| thread::available_parallelism().ok());
        let threads = threads.unwrap_or(NonZeroUsize::MIN).min(THREADS);
        let service = Service {
            guard: Guard::new(address, is_open),
            token,
            port: address.port(),
            lanes: Arc::new(Lanes::new(threads.get())),
            connections: Arc::new(Semaphore::new(CONNECTIONS)),
            stop: Notify::new(),
            long: long_bodies(),
            threads,
            page: options.page.clone(),
            idle: options.idle,
        };
        Ok(Self { listener, address, service: Arc::new(service) })
    }

    /// The address on which the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser, with the token if there is one.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(own_address(address.ip()).unwrap_or(address.ip()));
        }
        let token = self.service.token.as_ref();
        let fragment = token.map(|token| format!("#token={}", token.digits()));
        format!("http://{address}/{}", fragment.unwrap_or_default())
    }

    /// A handle that can stop the server.
    pub fn handle(&self) -> Handle {
        Handle(Arc::clone(&self.service))
    }

    /// Answers until [`Handle::stop`]. Then all searches are cancelled, and the connections closed.
    ///
    /// # Errors
    ///
    /// If the system provides no way to wait for connections.
    pub fn run(self) -> io::Result<()> {
        let Self { listener, service, .. } = self;
        let runtime = Builder::new_current_thread()
            .enable_io()
            .enable_time()
            .thread_keep_alive(THREAD)
            .thread_name("tercet-web")
            .build()?;
        let ended = runtime.block_on(async {
            let listener = tokio::net::TcpListener::from_std(listener)?;
            tokio::spawn(accept(listener, Arc::clone(&service)));
            service.stop.notified().await;
            Ok(())
        });
        // Drops all connections, whose searches are thereby cancelled.
        runtime.shutdown_timeout(END);
        ended
    }
}

impl Handle {
    /// Ends the server.
    pub fn stop(&self) {
        self.0.stop.notify_one();
    }

    /// How many threads work on questions.
    pub fn at_work(&self) -> usize {
        self.0.lanes.at_work()
    }

    /// How many connections are open.
    pub fn connections(&self) -> usize {
        CONNECTIONS - self.0.connections.available_permits()
    }
}

async fn accept(listener: tokio::net::TcpListener, service: Arc<Service>) {
    let mut seats = Seats::default();
    loop {
        // Either one connection failed or too many files are open; both are temporary.
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(THREAD / 10).await;
            continue;
        };
        let mut place = pin!(Arc::clone(&service.connections).acquire_owned());
        let permit = loop {
            if let Ok(permit) = timeout(TURN, &mut place).await {
                break permit.expect("the semaphore is never closed");
            }
            seats.give_up_one();
        };
        let stream = Arc::new(stream);
        let (service, seat) = (Arc::clone(&service), seats.take(Arc::downgrade(&stream)));
        tokio::spawn(async move {
            serve(stream, service, &seat).await;
            drop(permit);
        });
    }
}

/// Answers the requests of a connection until it is closed or given up.
async fn serve(stream: Arc<TcpStream>, service: Arc<Service>, seat: &Arc<Seat>) {
    // Answers are written at once, so waiting for more to send with them would only delay them.
    let _ = stream.set_nodelay(true);
    let (place, idle) = (Arc::clone(seat), service.idle);
    let answers =
        service_fn(move |request| route(request, Arc::clone(&service), Arc::clone(&place)));
    let http = http1::Builder::new()
        .timer(Clock)
        .header_read_timeout(idle)
        .max_buf_size(BUFFER)
        .serve_connection(Connection::new(stream), answers);
    let (mut http, mut given_up) = (pin!(http), pin!(seat.given_up()));
    // Errors are ignored: a client that breaks off or does not speak HTTP needs no further answer.
    poll_fn(|context| match given_up.as_mut().poll(context) {
        Poll::Ready(()) => Poll::Ready(()),
        Poll::Pending => http.as_mut().poll(context).map(drop),
    })
    .await;
}

/// The address by which other machines reach this one, if the system knows a way to others. Nothing
/// is sent: the address is one of those reserved for documentation.
fn own_address(any: IpAddr) -> Option<IpAddr> {
    let elsewhere = if any.is_ipv4() { "192.0.2.1:9" } else { "[2001:db8::1]:9" };
    let socket = UdpSocket::bind((any, 0)).ok()?;
    socket.connect(elsewhere).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
