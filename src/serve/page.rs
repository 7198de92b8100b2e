//! The files of the page, which the program carries inside.

use crate::http::{Caching, Response};
use kamen_data_page::PAGE;

/// What the page may do: load what is its own, and talk to its server, or to another engine of its machine. The engine in the page is
/// WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    font-src 'self'; connect-src 'self' ws://127.0.0.1:* ws://localhost:*; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The type of a file; `None` for one that is not served.
fn kind(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "weights" | "book" | "tables" => "application/octet-stream",
        _ => return None,
    })
}

/// The file of a path, which begins with `/`; there is no other file behind it, whatever the path.
pub(crate) fn file(path: &str) -> Option<Response> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let kind = kind(name)?;
    let file = PAGE.get_file(name)?;
    let answer = Response::new(kind, file.contents().into()).cached(Caching::Checked);
    // Together these let a page have threads that share memory.
    Some(
        answer
            .with("Content-Security-Policy", POLICY)
            .with("Cross-Origin-Opener-Policy", "same-origin")
            .with("Cross-Origin-Embedder-Policy", "require-corp"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_page_are_served() {
        let page = file("/").unwrap();
        assert_eq!(page.body, file("/index.html").unwrap().body);
        assert_eq!(
            page.header("Content-Type"),
            Some("text/html; charset=utf-8")
        );
        assert!(page.header("ETag").is_some());
        assert!(file("/app.js").is_some() && file("/texts/en.json").is_some());
        for path in [
            "/../Cargo.toml",
            "//etc/passwd",
            "/./index.html",
            "/lib.rs",
            "/index",
            "/page/index.html",
            "/README.md",
            "/index.html/",
        ] {
            assert!(file(path).is_none(), "{path}");
        }
    }
}
