//! Who may ask: requests by names of foreign hosts, by pages of foreign servers and without the token are refused.
//!
//! A page of another server may send requests to this machine. By the header `Origin` or `Sec-Fetch-Site` it is known. Where its
//! name is made to lead to this machine (DNS rebinding), the browser thinks that it asks its own server; but the header `Host` then
//! has that name, and only addresses, `localhost` and names that were given are taken.

use crate::http::{Request, encode};
use crate::problem::Problem;
use crate::{ServeError, Settings};
use std::net::{Ipv4Addr, Ipv6Addr};

/// The name of the cookie with the token.
const COOKIE: &str = "kamen-token";

/// What requests must have.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
    token: Option<String>,
}

/// What a request may do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pass {
    /// The page of another server that may read the answer.
    pub(crate) origin: Option<String>,
    /// A cookie for the browser that was given the token in an address.
    pub(crate) cookie: Option<String>,
}

impl Guard {
    /// # Errors
    /// An origin is not written as browsers write it.
    pub(crate) fn new(settings: &Settings) -> Result<Guard, ServeError> {
        for origin in &settings.origins {
            let host = origin.split_once("://").map(|(_, host)| host);
            let fits = |host: &str| !host.is_empty() && !host.contains(['/', ' ', '?', '#']);
            if origin != "null" && !host.is_some_and(fits) {
                return Err(ServeError::Origin {
                    found: origin.clone(),
                });
            }
        }
        let small = |texts: &[String]| texts.iter().map(|text| text.to_ascii_lowercase()).collect();
        Ok(Guard {
            hosts: small(&settings.hosts),
            origins: small(&settings.origins),
            token: settings.token.clone(),
        })
    }

    /// Looks at a request, for a file of the page or for an answer.
    pub(crate) fn check(&self, request: &Request, is_page: bool) -> Result<Pass, Problem> {
        let host = request.header("host").unwrap_or("localhost");
        if !self.is_ours(host) {
            return Err(Problem::new(
                421,
                format!(
                    "this is not {host}, expected an address, localhost or a name given by --host"
                ),
            ));
        }
        let origin = self.origin(request, host, is_page)?;
        Ok(Pass {
            origin,
            cookie: self.token(request)?,
        })
    }

    /// Whether a host is this one, whatever its port.
    fn is_ours(&self, host: &str) -> bool {
        let name = name_of(host);
        let is_address = name.parse::<Ipv4Addr>().is_ok()
            || (name
                .strip_prefix('[')
                .and_then(|name| name.strip_suffix(']')))
            .is_some_and(|name| name.parse::<Ipv6Addr>().is_ok());
        is_address || name == "localhost" || self.hosts.contains(&name)
    }

    /// The page of another server that asks and may, if it is one.
    fn origin(
        &self,
        request: &Request,
        host: &str,
        is_page: bool,
    ) -> Result<Option<String>, Problem> {
        let foreign = |origin: &str| {
            Problem::new(
                403,
                format!(
                    "pages of {origin} may not ask, expected this page or one given by --origin"
                ),
            )
        };
        if let Some(origin) = request.header("origin") {
            let small = origin.to_ascii_lowercase();
            if self.origins.contains(&small) {
                return Ok(Some(origin.to_owned()));
            }
            let own = small.split_once("://").map(|(_, host)| host);
            return match own == Some(host.to_ascii_lowercase().as_str()) {
                true => Ok(None),
                false => Err(foreign(origin)),
            };
        }
        // A picture or a link of another page has no origin.
        let site = request.header("sec-fetch-site").unwrap_or("none");
        let follows_link = is_page && request.header("sec-fetch-mode") == Some("navigate");
        match site {
            "none" | "same-origin" => Ok(None),
            _ if follows_link => Ok(None),
            _ => Err(foreign("another server")),
        }
    }

    /// Whether the token is there; the cookie that holds it from now on, if it came in the address.
    fn token(&self, request: &Request) -> Result<Option<String>, Problem> {
        // What a browser asks before it asks comes without.
        let needed = self.token.as_ref().filter(|_| request.method != "OPTIONS");
        let Some(token) = needed else {
            return Ok(None);
        };
        let bearer = request.header("authorization").and_then(|value| {
            let (scheme, value) = value.split_once(' ')?;
            scheme
                .eq_ignore_ascii_case("bearer")
                .then_some(value.trim())
        });
        let cookies = request.all("cookie").flat_map(|value| value.split(';'));
        let cookie = (cookies.filter_map(|cookie| cookie.trim().split_once('=')))
            .find_map(|(name, value)| (name == COOKIE).then_some(value));
        let baked = encode(token);
        let address = request.query.get("token");
        let known = |found: &Option<&str>| found.is_some_and(|found| is_same(found, token));
        if known(&address) {
            let cookie = format!("{COOKIE}={baked}; Path=/; HttpOnly; SameSite=Strict");
            return Ok(Some(cookie));
        }
        match known(&bearer) || cookie.is_some_and(|found| is_same(found, &baked)) {
            true => Ok(None),
            false => Err(Problem::new(
                401,
                "the token is missing or wrong, expected Authorization: Bearer TOKEN, or ?token=TOKEN in the address",
            )
            .with("WWW-Authenticate", "Bearer")),
        }
    }
}

/// The host without its port, in small letters.
fn name_of(host: &str) -> String {
    let end = match host.rfind(']') {
        Some(bracket) => bracket + 1,
        None => host.rfind(':').unwrap_or(host.len()),
    };
    host.get(..end).unwrap_or(host).to_ascii_lowercase()
}

/// Whether two texts are the same, in a time that does not tell where they differ.
fn is_same(one: &str, two: &str) -> bool {
    let differences = one
        .bytes()
        .zip(two.bytes())
        .fold(0, |all, (a, b)| all | (a ^ b));
    one.len() == two.len() && differences == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::Query;

    fn guard() -> Guard {
        Guard::new(&Settings {
            hosts: vec!["Draughts.example".to_owned()],
            origins: vec!["https://other.example".to_owned(), "null".to_owned()],
            ..Settings::default()
        })
        .unwrap()
    }

    fn request(headers: &[(&str, &str)]) -> Request {
        let header = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Request {
            headers: headers.iter().map(header).collect(),
            ..Request::default()
        }
    }

    #[test]
    fn a_cookie_has_any_token_that_an_address_had() {
        for token in ["s3cret", "two words", "a;b=c%20", "žluť"] {
            let guard = Guard {
                token: Some(token.to_owned()),
                ..guard()
            };
            let query = Query::parse(&format!("token={}", encode(token))).unwrap();
            let asked = Request {
                query,
                ..Request::default()
            };
            let cookie = guard.token(&asked).unwrap().unwrap();
            let (cookie, _) = cookie.split_once("; ").unwrap();
            assert!(
                cookie
                    .bytes()
                    .all(|byte| byte.is_ascii_graphic() && byte != b';')
            );
            assert_eq!(guard.token(&request(&[("cookie", cookie)])), Ok(None));
            let other = format!("{cookie}x");
            assert!(guard.token(&request(&[("cookie", &other)])).is_err());
        }
    }

    #[test]
    fn names_and_pages_of_others_are_refused() {
        type Case<'a> = (&'a [(&'a str, &'a str)], Result<Option<&'a str>, u16>);
        let cases: [Case; 20] = [
            (&[("host", "127.0.0.1:8010")], Ok(None)),
            (&[("host", "localhost")], Ok(None)),
            (&[("host", "LOCALHOST:1")], Ok(None)),
            (&[("host", "[::1]:8010")], Ok(None)),
            (&[("host", "192.168.1.5")], Ok(None)),
            (&[("host", "draughts.example:80")], Ok(None)),
            (&[("host", "evil.example")], Err(421)),
            (&[("host", "localhost.evil.example")], Err(421)),
            (&[("host", "127.0.0.1.evil.example:8010")], Err(421)),
            (&[("host", "[evil]")], Err(421)),
            (&[("host", "")], Err(421)),
            (
                &[
                    ("host", "localhost:8010"),
                    ("origin", "http://localhost:8010"),
                ],
                Ok(None),
            ),
            (
                &[
                    ("host", "localhost:8010"),
                    ("origin", "http://localhost:3000"),
                ],
                Err(403),
            ),
            (
                &[
                    ("host", "localhost:8010"),
                    ("origin", "https://evil.example"),
                ],
                Err(403),
            ),
            (
                &[("host", "localhost"), ("origin", "https://other.example")],
                Ok(Some("https://other.example")),
            ),
            (
                &[
                    ("host", "localhost"),
                    ("origin", "https://other.example:444"),
                ],
                Err(403),
            ),
            (
                &[("host", "localhost"), ("origin", "null")],
                Ok(Some("null")),
            ),
            (
                &[("host", "localhost"), ("sec-fetch-site", "cross-site")],
                Err(403),
            ),
            (
                &[("host", "localhost"), ("sec-fetch-site", "same-site")],
                Err(403),
            ),
            (
                &[("host", "localhost"), ("sec-fetch-site", "same-origin")],
                Ok(None),
            ),
        ];
        for (headers, expected) in cases {
            let found = guard().check(&request(headers), false);
            let found = found.map(|pass| pass.origin).map_err(|problem| {
                let answer: crate::http::Response = problem.into();
                answer.status
            });
            assert_eq!(
                found,
                expected.map(|origin| origin.map(str::to_owned)),
                "{headers:?}"
            );
        }
        let link = [
            ("host", "localhost"),
            ("sec-fetch-site", "cross-site"),
            ("sec-fetch-mode", "navigate"),
        ];
        assert!(guard().check(&request(&link), true).is_ok());
        assert!(guard().check(&request(&link), false).is_err());
    }

    #[test]
    fn origins_are_those_of_browsers() {
        for wrong in ["example.org", "https://example.org/", "https://", "*", ""] {
            let settings = Settings {
                origins: vec![wrong.to_owned()],
                ..Settings::default()
            };
            assert!(Guard::new(&settings).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_token_comes_in_a_header_a_cookie_or_the_address() {
        let guard = Guard {
            token: Some("s3cret".to_owned()),
            ..guard()
        };
        let host = ("host", "localhost");
        for (header, fits) in [
            (("authorization", "Bearer s3cret"), true),
            (("authorization", "bearer s3cret"), true),
            (("authorization", "Bearer s3cre"), false),
            (("authorization", "Bearer s3cret!"), false),
            (("authorization", "s3cret"), false),
            (("cookie", "a=b; kamen-token=s3cret"), true),
            (("cookie", "kamen-token=other"), false),
            (("x", "y"), false),
        ] {
            let found = guard.check(&request(&[host, header]), false);
            assert_eq!(found.is_ok(), fits, "{header:?}");
        }
        let in_address = Request {
            query: Query::parse("token=s3cret").unwrap(),
            ..request(&[host])
        };
        let cookie = guard.check(&in_address, true).unwrap().cookie.unwrap();
        assert!(cookie.starts_with("kamen-token=s3cret;") && cookie.contains("HttpOnly"));
    }
}
