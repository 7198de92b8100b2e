"""Speed of the worker beside the program: measure.py PACKAGE PROGRAM [THREADS]. Nodes a second on one thread, where each searches the
same nodes; then nodes a second and the time to the same depth on several threads (2 unless told), as a part of that on one. One search
at a time, several in one process; the first is left out, since the code is compiled to the end in it."""

import functools
import http.server
import os
import pathlib
import statistics
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "clients"))
from browser import browser  # noqa: E402

SEARCHES = (("normal", 18), ("czech", 22), ("russian", 18), ("frisian", 15), ("canadian", 15))
# The quickest of many searches, each way in turn, since a shared machine is at times half as fast as at others.
TURNS = 4
ROUNDS = 6

SEARCH = """
const [variant, depth, threads, rounds, rewinds] = arguments, done = arguments[arguments.length - 1];
const worker = new Worker(rewinds ? "kamen.js?rewinds" : "kamen.js"), found = [];
let last = "";
const go = () => ["new-game", "pos start", `level depth=${depth}`, "go think"].forEach((line) => worker.postMessage(line));
worker.onmessage = ({data}) => {
  if (data === "ready") go();
  if (data.startsWith("info")) last = data;
  if (data.startsWith("done") && found.push(last) < rounds) go();
  else if (data.startsWith("done")) { worker.terminate(); done(found.join("\\n")); }
};
for (const line of [`set-param name=variant value=${variant}`, "set-param name=tt-size value=22", "set-param name=book value=false",
                    `set-param name=threads value=${threads}`, "init"])
  worker.postMessage(line);
"""


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {"": "application/octet-stream", ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"}

    def do_GET(self):
        if self.path in ("/", "/isolated"):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            if self.path == "/isolated":
                self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.end_headers()
        else:
            super().do_GET()

    def end_headers(self):
        if self.path != "/":
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()

    def log_message(self, *_):
        pass


def of_program(program, variant, depth, threads, rounds):
    lines = [f"set-param name=variant value={variant}", "set-param name=tt-size value=22", "set-param name=book value=false",
             f"set-param name=threads value={threads}", "init"]
    with subprocess.Popen([program, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as hub:
        infos = []
        for group, end in [(lines, "ready")] + rounds * [(["new-game", "pos start", f"level depth={depth}", "go think"], "done")]:
            hub.stdin.write("".join(f"{line}\n" for line in group))
            hub.stdin.flush()
            last = ""
            for line in hub.stdout:
                if line.startswith(end):
                    break
                last = line
            infos.append(last)
        hub.stdin.close()
    return "".join(infos[1:])


def measured(text):
    """Nodes, seconds, and millions of nodes a second of the searches after the first."""
    searches = []
    for line in text.strip().splitlines()[1:]:
        fields = dict(field.partition("=")[::2] for field in line.split())
        nodes, seconds = int(fields["nodes"]), float(fields["time"])
        searches.append((nodes, seconds, nodes / seconds / 1e6))
    return searches


def in_turns(ways, *search):
    """The searches of each way, which take turns."""
    found = {name: [] for name in ways}
    for _ in range(TURNS):
        for name, way in ways.items():
            found[name] += measured(way(*search, ROUNDS))
    return found


def median(searches):
    """Of their seconds."""
    return statistics.median(seconds for _, seconds, _ in searches)


def main():
    package, program = sys.argv[1:3]
    several = int(sys.argv[3]) if len(sys.argv) > 3 else 2
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=package))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with browser() as driver:
        driver.set_script_timeout(600)

        def in_node(variant, depth, threads, rounds):
            words = ["node", HERE / "nodes.js", variant, str(depth), str(threads), str(rounds)]
            return subprocess.run(words, env={**os.environ, "KAMEN_PACKAGE": package}, capture_output=True, text=True, check=True).stdout

        def in_browser(page, rewinds, *search):
            driver.get(f"http://127.0.0.1:{server.server_port}{page}")
            return driver.execute_async_script(SEARCH, *search, rewinds)

        native = functools.partial(of_program, program)
        isolated = functools.partial(in_browser, "/isolated", False)
        ways = {"program": native, "Node": in_node, "isolated": isolated, "suspending": functools.partial(in_browser, "/", False),
                "rewinding": functools.partial(in_browser, "/", True)}
        print("Mn/s on one thread", *(f"{way:>14}" for way in ways))
        alone = {variant: in_turns(ways, variant, depth, 1) for variant, depth in SEARCHES}
        for variant, found in alone.items():
            assert len({nodes for searches in found.values() for nodes, *_ in searches}) == 1, found
            speeds = {name: max(rate for *_, rate in searches) for name, searches in found.items()}
            print(f"{variant:18}", *(f"{rate:6.2f} ({rate / speeds['program']:5.0%})" for rate in speeds.values()), flush=True)
        print(f"Mn/s on {several} threads, and part of the time")
        ways = {name: ways[name] for name in ("program", "Node", "isolated")}
        for variant, depth in SEARCHES:
            parts = []
            for name, searches in in_turns(ways, variant, depth, several).items():
                best = max(rate for *_, rate in searches)
                # How threads meet is chance: the median.
                parts.append(f"{best:6.2f} ({median(searches) / median(alone[variant][name]):5.2f})")
            print(f"{variant:18}", *parts, flush=True)


main()
