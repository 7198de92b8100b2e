//! An answer.

use std::borrow::Cow;
use std::fmt::Write;

/// What is sent after the headers.
pub(crate) type Body = Cow<'static, [u8]>;

/// How long an answer may be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Caching {
    /// Not at all.
    Never,
    /// As long as it is asked for anew each time.
    Checked,
    /// For a day: it changes with the program only.
    Day,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, Cow<'static, str>)>,
    pub(crate) body: Body,
}

/// What a status is called.
pub(crate) fn reason(status: u16) -> &'static str {
    match status {
        101 => "Switching Protocols",
        200 => "OK",
        204 => "No Content",
        304 => "Not Modified",
        400 => "Bad Request",
        401 => "Unauthorized",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        411 => "Length Required",
        413 => "Content Too Large",
        414 => "URI Too Long",
        415 => "Unsupported Media Type",
        421 => "Misdirected Request",
        422 => "Unprocessable Content",
        426 => "Upgrade Required",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        501 => "Not Implemented",
        503 => "Service Unavailable",
        505 => "HTTP Version Not Supported",
        _ => "Internal Server Error",
    }
}

impl Response {
    /// An answer without content.
    pub(crate) fn empty(status: u16) -> Response {
        Response {
            status,
            headers: Vec::new(),
            body: Body::default(),
        }
    }

    /// An answer of this type.
    pub(crate) fn new(kind: &'static str, body: Body) -> Response {
        Response {
            body,
            ..Response::empty(200)
        }
        .with("Content-Type", kind)
    }

    #[must_use]
    pub(crate) fn with(
        mut self,
        name: &'static str,
        value: impl Into<Cow<'static, str>>,
    ) -> Response {
        self.headers.push((name, value.into()));
        self
    }

    /// How long it may be kept, and the tag that tells whether it has changed.
    #[must_use]
    pub(crate) fn cached(self, caching: Caching) -> Response {
        let answer = self.with(
            "Cache-Control",
            match caching {
                Caching::Never => "no-store",
                Caching::Checked => "no-cache",
                Caching::Day => "max-age=86400",
            },
        );
        match caching {
            Caching::Never => answer,
            Caching::Checked | Caching::Day => {
                let tag = answer.tag();
                answer.with("ETag", tag)
            }
        }
    }

    /// A tag of its content.
    fn tag(&self) -> String {
        format!(
            "\"{:08x}-{:x}\"",
            crc32fast::hash(&self.body),
            self.body.len()
        )
    }

    /// The value of one of its headers.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.headers.iter();
        let (_, value) = headers.find(|(found, _)| *found == name)?;
        Some(value)
    }

    /// The lines before the content.
    pub(crate) fn head(&self, keeps_alive: bool) -> String {
        let mut head = format!("HTTP/1.1 {} {}\r\n", self.status, reason(self.status));
        for (name, value) in &self.headers {
            // What a client has sent may stand in a value.
            let value: String = value.chars().filter(|c| !c.is_control()).collect();
            let _ = write!(head, "{name}: {value}\r\n");
        }
        if !matches!(self.status, 101 | 204 | 304) {
            let _ = write!(head, "Content-Length: {}\r\n", self.body.len());
        }
        if self.status != 101 && !keeps_alive {
            head += "Connection: close\r\n";
        }
        head + "\r\n"
    }
}
