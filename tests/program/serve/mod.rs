//! `kamen serve` over sockets: answers of HTTP, Hub over a WebSocket, clients that mean no good, and its end.

mod hostile;
mod http;
mod hub;

use crate::command::kamen;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tungstenite::{Message, WebSocket, client};

/// How long an answer may take on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The program, ended with the test.
struct Server {
    program: Child,
    /// Host and port.
    address: String,
}

impl Server {
    /// `kamen serve` with these arguments, on a port that is free.
    fn start(arguments: &str) -> Server {
        let mut command = kamen(&format!("serve --listen 127.0.0.1:0 {arguments}"));
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let mut program = command.spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(program.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.strip_prefix("http://").unwrap();
        let (address, _) = address.split_once('/').unwrap();
        Server {
            address: address.to_owned(),
            program,
        }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends bytes, and reads until the server ends the connection.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = self.connect();
        // A server that has heard enough may have gone already.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// A request with these lines before its content, and its answer.
    fn ask(&self, line: &str, headers: &str, content: &str) -> Answer {
        let (host, length) = (&self.address, content.len());
        let host = match headers.to_ascii_lowercase().contains("host:") {
            true => String::new(),
            false => format!("Host: {host}\r\n"),
        };
        let text = self.send(
            format!(
                "{line} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {length}\r\n{headers}\r\n{content}"
            )
            .as_bytes(),
        );
        Answer::of(&text)
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(&format!("GET {path}"), "", "")
    }

    /// Begins a WebSocket at a path; the status where there is none.
    fn hub(&self, path: &str, headers: &[(&str, &str)]) -> Result<Hub, u16> {
        let request = format!("ws://{}{path}", self.address);
        let mut request = client::IntoClientRequest::into_client_request(request).unwrap();
        for (name, value) in headers {
            let name: tungstenite::http::HeaderName = name.parse().unwrap();
            request.headers_mut().insert(name, value.parse().unwrap());
        }
        match client::client(request, self.connect()) {
            Ok((socket, answer)) => {
                let protocol = answer.headers().get("sec-websocket-protocol");
                let protocol = protocol.map(|value| value.to_str().unwrap().to_owned());
                Ok(Hub { socket, protocol })
            }
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(answer))) => {
                Err(answer.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

/// An answer.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    content: String,
}

impl Answer {
    fn of(text: &str) -> Answer {
        let (head, content) = text.split_once("\r\n\r\n").unwrap_or((text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok());
        Answer {
            status: status.unwrap_or(0),
            head: head.to_owned(),
            content: content.to_owned(),
        }
    }

    fn header(&self, name: &str) -> Option<&str> {
        let mut lines = self.head.lines().filter_map(|line| line.split_once(": "));
        let (_, value) = lines.find(|(found, _)| found.eq_ignore_ascii_case(name))?;
        Some(value)
    }

    #[track_caller]
    fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.content).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }
}

/// A conversation in Hub.
struct Hub {
    socket: WebSocket<TcpStream>,
    protocol: Option<String>,
}

impl Hub {
    fn say(&mut self, line: &str) {
        self.socket.send(Message::text(line)).unwrap();
    }

    /// The lines up to the first that begins with this word.
    #[track_caller]
    fn until(&mut self, word: &str) -> Vec<String> {
        let (mut lines, since) = (Vec::new(), Instant::now());
        loop {
            assert!(since.elapsed() < PATIENCE, "no {word}: {lines:?}");
            match self.socket.read() {
                Ok(Message::Text(line)) => {
                    lines.push(line.to_string());
                    if line.split(' ').next() == Some(word) {
                        return lines;
                    }
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                other => panic!("no {word}, but {other:?} after {lines:?}"),
            }
        }
    }

    /// Sets parameters up to `ready`.
    #[track_caller]
    fn prepare(&mut self, parameters: &[(&str, &str)]) {
        for (name, value) in parameters {
            self.say(&format!("set-param name={name} value=\"{value}\""));
        }
        self.say("init");
        self.until("ready");
    }

    /// The code with which the server ends, and the lines before that.
    fn end(&mut self) -> (Option<u16>, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            match self.socket.read() {
                Ok(Message::Close(frame)) => return (frame.map(|frame| frame.code.into()), lines),
                Ok(Message::Text(line)) => lines.push(line.to_string()),
                Ok(_) => {}
                Err(_) => return (None, lines),
            }
        }
    }
}
