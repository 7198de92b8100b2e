//! Which path is answered by what.

use crate::api;
use crate::call::{Answered, Call};
use crate::guard::{Guard, Pass};
use crate::http::{Caching, Request, Response};
use crate::page;
use crate::problem::Problem;
use crate::service::Service;

/// Where an answer is found.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    /// The path, in which `{variant}` stands for a name.
    pub(crate) path: &'static str,
    answer: fn(&Call) -> Answered,
}

/// Where Hub is spoken.
pub(crate) const HUB: &str = "/hub";

/// All of them; `openapi.json` describes them, and [`HUB`].
pub(crate) const ROUTES: [Route; 9] = [
    route("GET", "/version", api::version),
    route("GET", "/openapi.json", openapi),
    route("GET", "/variants", api::variants),
    route("GET", "/moves/{variant}", api::moves),
    route("GET", "/tables/{variant}", api::tables),
    route("GET", "/book/{variant}", api::book),
    route("GET", "/analyse/{variant}", api::analyse),
    route("POST", "/pdn", api::read_pdn),
    route("POST", "/pdn/write", api::write_pdn),
];

const fn route(method: &'static str, path: &'static str, answer: fn(&Call) -> Answered) -> Route {
    Route {
        method,
        path,
        answer,
    }
}

fn openapi(_: &Call) -> Answered {
    let text = include_str!("openapi.json");
    Ok(Response::new("application/json", text.as_bytes().into()).cached(Caching::Checked))
}

impl Route {
    /// The name in a path of this route; `None` if it is none.
    fn name<'a>(&self, path: &'a str) -> Option<&'a str> {
        match self.path.split_once('{') {
            None => (path == self.path).then_some(""),
            Some((before, _)) => {
                let name = path.strip_prefix(before)?;
                (!name.contains('/')).then_some(name)
            }
        }
    }
}

/// Answers a request.
pub(crate) fn answer(service: &Service, guard: &Guard, request: &Request) -> Response {
    let path = request.path.as_str();
    let routes: Vec<(&Route, &str)> = (ROUTES.iter())
        .filter_map(|route| Some((route, route.name(path)?)))
        .collect();
    let page = page::file(path).filter(|_| routes.is_empty());
    let pass = match guard.check(request, page.is_some()) {
        Ok(pass) => pass,
        Err(problem) => return finished(problem.into(), request, &Pass::default()),
    };
    let answer = find(service, request, &routes, page).unwrap_or_else(Response::from);
    finished(answer, request, &pass)
}

fn find(
    service: &Service,
    request: &Request,
    routes: &[(&Route, &str)],
    page: Option<Response>,
) -> Answered {
    let method = match request.method.as_str() {
        "HEAD" => "GET",
        method => method,
    };
    let mut methods: Vec<&str> = routes.iter().map(|(route, _)| route.method).collect();
    if page.is_some() {
        methods.push("GET");
    }
    let wanted = routes.iter().find(|(route, _)| route.method == method);
    match (wanted, page) {
        (_, Some(page)) if method == "GET" => Ok(page),
        (Some((route, name)), _) => (route.answer)(&Call {
            service,
            request,
            name,
        }),
        _ if methods.is_empty() && request.path == HUB => Err(Problem::new(
            426,
            "Hub is spoken here over a WebSocket, expected Upgrade: websocket",
        )
        .with("Upgrade", "websocket")),
        _ if methods.is_empty() => Err(Problem::new(
            404,
            format!(
                "there is no {}, expected a path of /openapi.json",
                shown(&request.path)
            ),
        )),
        _ => {
            let allowed = match methods.contains(&"GET") {
                true => "GET, HEAD, OPTIONS",
                false => "POST, OPTIONS",
            };
            if method == "OPTIONS" {
                return Ok(Response::empty(204).with("Allow", allowed));
            }
            let detail = format!("{} is not answered here, expected {allowed}", shown(method));
            Err(Problem::new(405, detail).with("Allow", allowed))
        }
    }
}

/// The beginning of a text of the client, for messages.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

/// What all answers have.
fn finished(answer: Response, request: &Request, pass: &Pass) -> Response {
    let is_held = answer.header("ETag").is_some_and(|tag| request.holds(tag));
    let answer = match is_held && answer.status == 200 {
        true => Response {
            status: 304,
            body: Vec::new().into(),
            ..answer
        },
        false => answer,
    };
    let answer = answer
        .with("X-Content-Type-Options", "nosniff")
        .with("Referrer-Policy", "no-referrer")
        .with("Vary", "Origin");
    let answer = match &pass.cookie {
        Some(cookie) => answer.with("Set-Cookie", cookie.clone()),
        None => answer,
    };
    match &pass.origin {
        None => answer.with("Cross-Origin-Resource-Policy", "same-origin"),
        Some(origin) => answer
            .with("Cross-Origin-Resource-Policy", "cross-origin")
            .with("Access-Control-Allow-Origin", origin.clone())
            .with(
                "Access-Control-Allow-Headers",
                "Authorization, Content-Type, If-None-Match",
            )
            .with("Access-Control-Max-Age", "86400"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use crate::http::Query;
    use serde_json::Value;

    /// Asks for a path; the status and what was answered.
    fn ask(method: &str, address: &str, body: &str) -> (u16, Value) {
        let answer = answer_to(method, address, body, &[]);
        let value = serde_json::from_slice(&answer.body).unwrap_or(Value::Null);
        (answer.status, value)
    }

    fn answer_to(method: &str, address: &str, body: &str, headers: &[(&str, &str)]) -> Response {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let headers = headers.iter().chain(&[("host", "localhost")]);
        let request = Request {
            method: method.to_owned(),
            path: path.to_owned(),
            query: Query::parse(query).unwrap(),
            body: body.as_bytes().to_vec(),
            headers: headers
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect(),
            keeps_alive: true,
        };
        let settings = Settings::default();
        answer(
            &Service::new(&settings),
            &Guard::new(&settings).unwrap(),
            &request,
        )
    }

    #[test]
    fn openapi_describes_every_route_and_no_other() {
        let described: Value = serde_json::from_str(include_str!("openapi.json")).unwrap();
        let mut found: Vec<(String, String)> = Vec::new();
        for (path, methods) in described["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                assert!(operation["summary"].is_string(), "{path}");
                assert!(operation["responses"].is_object(), "{path}");
                found.push((path.clone(), method.to_uppercase()));
            }
        }
        let routes = ROUTES.iter().map(|route| (route.path, route.method));
        let mut expected: Vec<(String, String)> = (routes.chain([(HUB, "GET")]))
            .map(|(path, method)| (path.to_owned(), method.to_owned()))
            .collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected);
    }

    #[test]
    fn parameters_are_those_that_openapi_describes() {
        let described: Value = serde_json::from_str(include_str!("openapi.json")).unwrap();
        for (path, known) in api::PARAMETERS {
            let listed = described["paths"][path]["get"]["parameters"]
                .as_array()
                .unwrap();
            let of = |parameter: &Value| match parameter["$ref"].as_str() {
                Some(reference) => described
                    .pointer(reference.trim_start_matches('#'))
                    .unwrap()
                    .clone(),
                None => parameter.clone(),
            };
            let mut names: Vec<String> = (listed.iter().map(of))
                .filter(|parameter| parameter["in"] == "query")
                .map(|parameter| parameter["name"].as_str().unwrap().to_owned())
                .collect();
            names.sort();
            let mut known = known.to_vec();
            known.sort_unstable();
            assert_eq!(names, known, "{path}");
        }
    }

    #[test]
    fn what_cannot_be_answered_is_a_problem() {
        let cases = [
            ("GET", "/nothing", "", 404, "there is no /nothing"),
            ("GET", "/moves", "", 404, "there is no /moves"),
            ("GET", "/moves/czech/more", "", 404, "there is no"),
            ("GET", "/moves/chess", "", 404, "unknown variant 'chess'"),
            ("GET", "/moves/..", "", 404, "unknown variant"),
            ("GET", "/moves/czech?fen=x", "", 422, "bad position"),
            ("GET", "/moves/czech?moves=1-2", "", 422, "move 1"),
            (
                "GET",
                "/moves/czech?fne=x",
                "",
                422,
                "unknown parameter 'fne'",
            ),
            ("GET", "/tables/czech?fen=W:W99:B1", "", 422, "no square 99"),
            ("GET", "/analyse/czech?nodes=many", "", 422, "nodes"),
            ("GET", "/analyse/czech?nodes=0", "", 422, "nodes"),
            ("GET", "/analyse/czech?movetime=1e9", "", 422, "movetime"),
            ("GET", "/analyse/czech?lines=0", "", 422, "lines"),
            ("GET", "/analyse/czech?depth=-1", "", 422, "depth"),
            ("GET", "/hub", "", 426, "WebSocket"),
            ("POST", "/variants", "", 405, "POST is not answered here"),
            ("DELETE", "/", "", 405, "expected GET, HEAD"),
            ("GET", "/pdn", "", 405, "expected POST"),
            ("POST", "/pdn/write", "nonsense", 422, "expected ident"),
            (
                "POST",
                "/pdn",
                "GIF89a",
                422,
                "found a GIF picture, expected the text of games",
            ),
            (
                "POST",
                "/pdn/write",
                r#"{"variant":"czech","moves":["a1-a2"]}"#,
                422,
                "move 1",
            ),
        ];
        for (method, address, body, status, part) in cases {
            let (found, problem) = ask(method, address, body);
            assert_eq!(
                (found, &problem["status"]),
                (status, &status.into()),
                "{address}: {problem}"
            );
            let detail = problem["detail"].as_str().unwrap();
            assert!(detail.contains(part), "{address}: {detail}");
            assert_eq!(problem["type"], "about:blank");
            assert!(problem["title"].is_string());
        }
    }

    #[test]
    fn answers_are_told_apart_by_their_tags() {
        let first = answer_to("GET", "/moves/czech", "", &[]);
        let tag = first.header("ETag").unwrap().to_owned();
        let again = answer_to("GET", "/moves/czech", "", &[("if-none-match", &tag)]);
        assert_eq!((again.status, again.body.len()), (304, 0));
        let other = answer_to("GET", "/moves/russian", "", &[("if-none-match", &tag)]);
        assert_eq!(other.status, 200);
    }

    #[test]
    fn endings_and_openings_are_looked_up() {
        let (status, ending) = ask("GET", "/tables/czech?fen=W:WKc1,Ke1:BKb8", "");
        assert_eq!(status, 200, "{ending}");
        assert_eq!(ending["value"], "draw");
        let (_, ending) = ask("GET", "/tables/czech?fen=W:WKa1,Kc1,Ke1:BKb8", "");
        assert_eq!(ending["value"], "win");
        assert_eq!(ending["moves"][0]["value"], "win");
        assert_eq!(ending["moves"][0]["distance"], ending["distance"]);
        let (_, unknown) = ask("GET", "/tables/czech", "");
        assert_eq!(
            (
                unknown["value"].as_str(),
                unknown["moves"].as_array().unwrap().len()
            ),
            (Some("unknown"), 7)
        );
        let (_, book) = ask("GET", "/book/czech", "");
        assert!(!book["moves"].as_array().unwrap().is_empty(), "{book}");
        assert_eq!(book["known"], true);
    }

    #[test]
    fn searches_are_told_line_by_line() {
        let (status, found) = ask("GET", "/analyse/czech?nodes=3000&lines=2&moves=c3-d4", "");
        assert_eq!(status, 200, "{found}");
        let lines = found["lines"].as_array().unwrap();
        assert_eq!(lines.len(), 2);
        assert!(
            lines[0]["score"].as_f64() >= lines[1]["score"].as_f64(),
            "{found}"
        );
        assert!(lines[0]["pv"].as_array().unwrap()[0].is_string());
        let again = ask("GET", "/analyse/czech?nodes=3000&lines=2&moves=c3-d4", "").1;
        assert_eq!(again["lines"], found["lines"]);
        let (_, over) = ask("GET", "/analyse/czech?fen=W:Bd4", "");
        assert!(
            over["lines"].as_array().unwrap().is_empty() && over["reason"] == "no legal moves",
            "{over}"
        );
    }

    #[test]
    fn games_go_both_ways() {
        let pdn = "[White \"Ann\"] [GameType \"29\"] 1. c3-d4 d6-c5 *";
        let (status, read) = ask("POST", "/pdn", pdn);
        assert_eq!(
            (status, &read["games"][0]["moves"][1]),
            (200, &"d6-c5".into()),
            "{read}"
        );
        let (status, written) = ask("POST", "/pdn/write", &read["games"][0].to_string());
        assert_eq!(status, 200);
        assert!(
            written["pdn"]
                .as_str()
                .unwrap()
                .ends_with("1. c3-d4 d6-c5 *\n"),
            "{written}"
        );
    }
}
