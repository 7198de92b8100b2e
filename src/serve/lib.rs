//! `kamen serve`: a page in the browser, Hub over WebSockets, and JSON over HTTP. Begin with [`Server::bind`].
//!
//! One thread listens, each connection has one, and an engine has three: they wait most of the time. Searches take turns
//! ([`kamen_engine::Shared`]). HTTP/1.1 is read by `httparse` and answered here, WebSockets are `tungstenite`'s. A fresh build of
//! these and of all that they need took 33 s of processor time, syn and others that the program needs anyway included; one of
//! `axum` on `tokio` took 87 s. They hold what is asked of them: 200 engines at once on two cores without a lost line, and 32 µs of
//! processor time for a look-up in endgame tables, where 200 µs would do (`SERVE.md`). `tiny_http` costs as little as `httparse`, but
//! waits for slow clients as long as they like.
//!
//! | Module | What it is for |
//! | --- | --- |
//! | `server` | listening, connections, their number and their end |
//! | `http` | requests and answers as bytes |
//! | `guard` | who may ask: host, origin, token |
//! | `routes` | which path is answered by what; `openapi.json` describes them |
//! | `api` | the answers |
//! | `call` | what is asked, and what comes of it |
//! | `session` | Hub over a WebSocket |
//! | `page` | the files of the page |

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod api;
mod call;
mod guard;
mod http;
mod page;
mod problem;
mod routes;
mod server;
mod service;
mod session;

pub use server::Server;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// What a server allows.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens; port 0 is any that is free.
    pub listen: SocketAddr,
    /// Names by which it may be asked, beside addresses and `localhost`.
    pub hosts: Vec<String>,
    /// Pages of other servers that may ask it: `https://example.org`, or `null` for files of the browser's own machine.
    pub origins: Vec<String>,
    /// What whoever asks must know, if anything.
    pub token: Option<String>,
    /// Engines at the same time.
    pub sessions: usize,
    /// Engines at the same time for each address, this machine's excepted.
    pub sessions_each: usize,
    /// Threads that search at the same time, of all engines together.
    pub threads: usize,
    /// Bytes of transposition tables, of all engines together.
    pub memory: u64,
    /// How long an engine waits for a line of its client.
    pub idle: Duration,
    /// The longest search of `/analyse`.
    pub think: Duration,
    /// A folder of endgame tables, beside those that the program carries.
    pub tables: Option<PathBuf>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8010)),
            hosts: Vec::new(),
            origins: Vec::new(),
            token: None,
            sessions: 256,
            sessions_each: 8,
            threads: kamen_files::processors(),
            memory: 1 << 30,
            idle: Duration::from_secs(1800),
            think: Duration::from_secs(10),
            tables: None,
        }
    }
}

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address cannot be had.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Why.
        error: std::io::Error,
    },
    /// Listening has failed.
    #[error("cannot listen any more: {0}")]
    Lost(std::io::Error),
    /// What is named as another page is not the address of one.
    #[error("bad origin '{found}', expected one like https://example.org, or null")]
    Origin {
        /// The text.
        found: String,
    },
}
