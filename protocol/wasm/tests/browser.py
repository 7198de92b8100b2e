"""The package in headless Chromium: browser.py PACKAGE. All modules, the cache, `stop`, a missing file, and the promises."""

import functools
import http.server
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests" / "clients"))
from browser import browser  # noqa: E402

POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; img-src data:"
# What lets a page have threads that share memory.
ISOLATION = {"Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp"}
asked = []
missing = set()
more_headers = {}


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {"": "application/octet-stream", ".js": "text/javascript", ".wasm": "application/wasm",
                      ".json": "application/json"}

    def do_GET(self):
        name = self.path.partition("?")[0].lstrip("/")
        if name == "page.html":
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Security-Policy", POLICY)
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>worker</title><link rel=icon href=data:,>")
            return
        asked.append(name)
        if name in missing:
            self.send_error(404)
        else:
            super().do_GET()

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        for header in more_headers.items():
            self.send_header(*header)
        super().end_headers()

    def log_message(self, *_):
        pass


# Sends lines to a worker, each group after the line that ends the group before; answers with all that it wrote, with times.
DIALOGUE = """
const [type, rewinds, groups] = arguments, done = arguments[arguments.length - 1];
const worker = new Worker(rewinds ? "kamen.js?rewinds" : "kamen.js", type ? {type} : {});
const heard = [];
let sent = 0, timer = null;
const next = () => {
  if (groups.length === 0) { worker.terminate(); return done(heard); }
  const {lines, end, wait} = groups.shift();
  setTimeout(() => {
    sent = performance.now();
    next.end = end;
    for (const line of lines) worker.postMessage(line);
  }, wait ?? 0);
};
worker.onerror = (event) => done(["worker: " + event.message]);
worker.onmessage = ({data}) => {
  heard.push([data, performance.now() - sent]);
  if (String(data).startsWith(next.end)) next();
};
next();
"""

PROMISES = """
const done = arguments[arguments.length - 1];
import("/index.js").then(async ({Engine}) => {
  const engine = await Engine.start({variant: "czech"});
  const found = await engine.analyse("", {depth: 8, lines: 2});
  const position = await engine.position({moves: ["c3-d4"]});
  const refused = await engine.analyse("W:W").catch((error) => error.name);
  engine.close();
  done([found.lines.length, position.moves.length, refused]);
}).catch((error) => done("failed: " + error));
"""

QUESTIONS = """
const done = arguments[arguments.length - 1];
const worker = new Worker("kamen.js"), answers = {};
worker.onmessage = ({data}) => {
  if (data === "ready") {
    for (const line of ["pos start", "level infinite", "go analyze"]) worker.postMessage(line);
    worker.postMessage({id: 1, ask: "book", variant: "thai"});
    worker.postMessage({id: 2, ask: "tables", variant: "czech", fen: "W:W"});
    worker.postMessage({id: 3, ask: "tables", variant: "czech", fen: "W:WKa1,Kc1,Ke1:BKb8"});
  } else if (data.id) {
    answers[data.id] = data;
    if (Object.keys(answers).length === 3) worker.postMessage("stop");
  } else if (data.startsWith("done")) {
    worker.terminate();
    done([answers[1].book?.known, answers[2].error ?? "", [answers[3].tables?.value, answers[3].tables?.distance]]);
  }
};
for (const line of ["set-param name=variant value=czech", "init"]) worker.postMessage(line);
"""


def begin(variant, *more):
    return {"lines": [f"set-param name=variant value={variant}", "set-param name=book value=false", *more, "init"], "end": "ready"}


def worker_threads(pid):
    """How many threads of workers a process and those below it have."""
    tasks = pathlib.Path(f"/proc/{pid}/task")
    try:
        names = [(task / "comm").read_text() for task in tasks.iterdir()]
        children = [child for task in tasks.iterdir() for child in (task / "children").read_text().split()]
    except OSError:
        return 0
    return sum(name.startswith("DedicatedWorker") for name in names) + sum(map(worker_threads, children))


def nodes(heard):
    last = [line for line, _ in heard if line.startswith("info")][-1]
    return int(last.split(" nodes=")[1].split()[0])


def search_deeply(run, rewinds, *more):
    """The deepest searches fit into the stack."""
    for variant, board in (("czech", "WW" + "e" * 28 + "BeB"), ("normal", "WW" + "e" * 47 + "BB")):
        ending = {"lines": [f"pos pos={board}", "level depth=99 nodes=1000000", "go think"], "end": "done"}
        heard = run("module", rewinds, [begin(variant, "set-param name=bb-size value=0", *more), ending])
        assert heard[-1][0].startswith("done move=") and not any("error" in line for line, _ in heard), heard[-3:]


def test_threads(driver, run, search, nodes_alone):
    """On a page that is isolated."""
    processors = driver.execute_script("return crossOriginIsolated && navigator.hardwareConcurrency")
    assert processors, "the page is not isolated"
    for kind in ("module", ""):
        asked.clear()
        heard = run(kind, False, [{"lines": ["hub"], "end": "wait"}, begin("thai"), search])
        assert any(f"name=threads value=1 type=int min=1 max={processors}" in line for line, _ in heard), heard
        assert heard[-1][0].startswith("done move="), heard[-1]
        assert [name for name in asked if name.endswith(".wasm")] == ["kamen-threads.wasm"], asked
    assert nodes(run("module", False, [begin("normal"), search])) == nodes_alone
    if processors > 1:
        asked.clear()
        two = "set-param name=threads value=2"
        rounds = 10 * [{"lines": ["pos start", "level infinite", "go analyze", "ping"], "end": "pong"},
                       {"lines": ["stop"], "end": "done", "wait": 200}]
        heard = run("module", False, [begin("frysk", two), *rounds])
        waits = sorted(time for line, time in heard if line.startswith("done"))
        print(f"two threads: stop answered in {waits[5]:.0f} ms, at most {waits[-1]:.0f}")
        assert len(waits) == 10 and waits[5] < 50 and waits[-1] < 300, waits
        assert not any("error" in line for line, _ in heard), heard
        # What two threads search with comes once.
        assert {name for name in asked if asked.count(name) > 1} == {"kamen-thread.js"} and "frysk.weights" in asked, asked
        search_deeply(run, False, two)
    # Each dialogue has ended its worker.
    ends = time.monotonic() + 10
    while (left := worker_threads(driver.service.process.pid)) and time.monotonic() < ends:
        time.sleep(0.1)
    assert left == 0, f"{left} workers are left"


def main():
    folder = sys.argv[1]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser() as driver:
        if driver is None:
            return
        driver.set_script_timeout(120)
        driver.get(f"http://127.0.0.1:{server.server_port}/page.html")
        run = functools.partial(driver.execute_async_script, DIALOGUE)

        search = {"lines": ["pos start", "level depth=12", "go think"], "end": "done"}
        # Suspended and rewound, the search is the same.
        suspended = run("module", False, [begin("normal"), search])
        rewound = run("", True, [begin("normal"), search])
        assert nodes(suspended) == nodes(rewound) > 10_000, (suspended[-1], rewound[-1])
        cores = [name for name in asked if name.endswith(".wasm")]
        assert cores == ["kamen.wasm", "kamen-rewinding.wasm"], asked
        assert "kamen-thread.js" not in asked and "kamen-threads.js" not in asked, asked

        # What was fetched once is kept.
        asked.clear()
        run("module", False, [begin("normal"), search])
        assert not [name for name in asked if name.startswith("international.")], asked

        for rewinds in (False, True):
            rounds = 10 * [{"lines": ["pos start", "level infinite", "go analyze", "ping"], "end": "pong"},
                           {"lines": ["stop"], "end": "done", "wait": 200}]
            heard = run("module", rewinds, [begin("normal"), *rounds])
            waits = sorted(time for line, time in heard if line.startswith("done"))
            print(f"{'rewinding' if rewinds else 'suspending'}: stop answered in {waits[5]:.0f} ms, at most {waits[-1]:.0f}")
            assert len(waits) == 10 and waits[5] < 50 and waits[-1] < 300, waits

        for rewinds in (False, True):
            search_deeply(run, rewinds)

        missing.add("turkish.weights")
        heard = run("module", False, [begin("turkish"), search | {"lines": ["pos start", "level depth=4", "go think"]}])
        errors = [line for line, _ in heard if line.startswith("error")]
        assert len(errors) == 1 and "turkish.weights: HTTP 404" in errors[0], errors
        assert heard[-1][0].startswith("done move="), heard[-1]

        # What book and tables know, from files that come while a search goes on.
        asked.clear()
        known, error, told = driver.execute_async_script(QUESTIONS)
        assert known and told == ["win", 21] and "no pieces" in error, (known, error, told)
        assert sorted(name for name in asked if name.startswith("thai.")) == ["thai.book"], asked

        # How long until a variant is ready whose files the browser has, but not yet the worker.
        waits = {}
        for variant in ("czech", "normal", "canadian", "russian"):
            # The quickest of some, since a machine may do much else at a time; the first one fetches the files.
            rounds = [run("module", False, [begin("thai"), begin(variant)]) for _ in range(5)]
            waits[variant] = min(round([time for line, time in heard if line == "ready"][1]) for heard in rounds[1:])
        print("ready after:", ", ".join(f"{variant} {wait} ms" for variant, wait in waits.items()))
        # 0.3 s where nothing else is at work.
        assert max(waits.values()) < 1000, waits

        assert driver.execute_async_script(PROMISES) == [2, 7, "EngineError"]
        more_headers.update(ISOLATION)
        driver.refresh()
        test_threads(driver, run, search, nodes(suspended))

        severe = [entry for entry in driver.get_log("browser") if "turkish.weights" not in entry["message"]]
        assert not severe, severe
        print("the package works in Chromium")


main()
