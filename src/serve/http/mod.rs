//! HTTP/1.1 as bytes: [`Connection`] reads requests and writes answers.

mod connection;
mod query;
mod request;
mod response;

pub(crate) use connection::{Connection, Unread};
pub(crate) use query::{Query, encode};
pub(crate) use request::Request;
pub(crate) use response::{Caching, Response, reason};
