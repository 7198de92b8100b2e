//! Network addresses of DXP programs. Begin with [`Address`].

use kamen_protocol::dxp::PORT;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr, ToSocketAddrs};
use std::str::FromStr;

/// A host, by name or IP address, and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
}

/// The text is not an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "bad address '{0}', expected HOST, HOST:PORT or [IPV6]:PORT, as in 127.0.0.1:{PORT} or [::1]:{PORT}"
)]
pub struct AddressError(String);

impl Address {
    /// The loopback address on the default port of DXP.
    pub fn loopback() -> Address {
        Address::new("127.0.0.1", PORT)
    }

    fn new(host: &str, port: u16) -> Address {
        let host = host.to_owned();
        Address { host, port }
    }

    /// Resolves the host to socket addresses.
    ///
    /// # Errors
    /// The host cannot be resolved or has no address.
    pub fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        let found: Vec<SocketAddr> = (self.host.as_str(), self.port).to_socket_addrs()?.collect();
        if found.is_empty() {
            let message = format!("host {} has no address", self.host);
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        Ok(found)
    }
}

impl FromStr for Address {
    type Err = AddressError;

    /// Parses `HOST`, `HOST:PORT`, `IPV6` or `[IPV6]:PORT`; the default port is that of DXP.
    fn from_str(text: &str) -> Result<Address, AddressError> {
        if let Ok(address) = text.parse::<SocketAddr>() {
            return Ok(Address::new(&address.ip().to_string(), address.port()));
        }
        let bare = text.strip_prefix('[').and_then(|t| t.strip_suffix(']'));
        if let Ok(ip) = bare.unwrap_or(text).parse::<IpAddr>() {
            return Ok(Address::new(&ip.to_string(), PORT));
        }
        let (host, port) = match text.split_once(':') {
            Some((host, port)) => (host, port.parse().ok()),
            None => (text, Some(PORT)),
        };
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_');
        match port {
            Some(port) if !host.is_empty() && host.chars().all(is_name) => {
                Ok(Address::new(host, port))
            }
            _ => Err(AddressError(text.chars().take(60).collect())),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_and_written() {
        let cases = [
            ("127.0.0.1", Some("127.0.0.1:27531")),
            ("127.0.0.1:80", Some("127.0.0.1:80")),
            ("::1", Some("[::1]:27531")),
            ("[::1]", Some("[::1]:27531")),
            ("[::]:5", Some("[::]:5")),
            ("localhost", Some("localhost:27531")),
            ("dam-1.example.org:1234", Some("dam-1.example.org:1234")),
            ("host:0", Some("host:0")),
            ("", None),
            (":27531", None),
            ("host:", None),
            ("host:70000", None),
            ("host:-1", None),
            ("a b", None),
            ("a:b:c", None),
            ("http://host", None),
        ];
        for (text, expected) in cases {
            let found = text.parse::<Address>().map(|address| address.to_string());
            assert_eq!(found.ok().as_deref(), expected, "{text}");
        }
        assert_eq!(Address::loopback().to_string(), "127.0.0.1:27531");
    }
}
