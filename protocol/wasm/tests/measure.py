"""Nodes a second of the worker beside the program: measure.py PACKAGE PROGRAM. One search at a time, each twice in one process; the
second counts, when the code is compiled to the end."""

import functools
import http.server
import os
import pathlib
import subprocess
import sys
import threading

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[2] / "tests" / "clients"))
from browser import browser  # noqa: E402

SEARCHES = (("normal", 18), ("czech", 22), ("russian", 18), ("frisian", 15), ("canadian", 15))

SEARCH = """
const [variant, depth, rewinds] = arguments, done = arguments[arguments.length - 1];
const worker = new Worker(rewinds ? "kamen.js?rewinds" : "kamen.js"), found = [];
let last = "";
const go = () => ["new-game", "pos start", `level depth=${depth}`, "go think"].forEach((line) => worker.postMessage(line));
worker.onmessage = ({data}) => {
  if (data === "ready") go();
  if (data.startsWith("info")) last = data;
  if (data.startsWith("done") && found.push(last) < 2) go();
  else if (data.startsWith("done")) { worker.terminate(); done(found.join("\\n")); }
};
for (const line of [`set-param name=variant value=${variant}`, "set-param name=tt-size value=22", "set-param name=book value=false", "init"])
  worker.postMessage(line);
"""


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {"": "application/octet-stream", ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html"}

    def do_GET(self):
        if self.path == "/":
            self.send_response(200)
            self.end_headers()
        else:
            super().do_GET()

    def log_message(self, *_):
        pass


def of_program(program, variant, depth):
    lines = [f"set-param name=variant value={variant}", "set-param name=tt-size value=22", "set-param name=book value=false", "init"]
    with subprocess.Popen([program, "hub"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as hub:
        infos = []
        for group, end in [(lines, "ready")] + 2 * [(["new-game", "pos start", f"level depth={depth}", "go think"], "done")]:
            hub.stdin.write("".join(f"{line}\n" for line in group))
            hub.stdin.flush()
            last = ""
            for line in hub.stdout:
                if line.startswith(end):
                    break
                last = line
            infos.append(last)
        hub.stdin.close()
    return "\n".join(infos[1:])


def speed(text):
    fields = dict(field.partition("=")[::2] for field in text.strip().splitlines()[-1].split())
    return int(fields["nodes"]), int(fields["nodes"]) / float(fields["time"]) / 1e6


def main():
    package, program = sys.argv[1:]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=package))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"{'variant':10} {'nodes':>9}  Mn/s: program  Node          Chromium      rewinding")
    with browser() as driver:
        driver.set_script_timeout(300)
        driver.get(f"http://127.0.0.1:{server.server_port}/")
        for variant, depth in SEARCHES:
            nodes, native = speed(of_program(program, variant, depth))
            node = subprocess.run(["node", HERE / "nodes.js", variant, str(depth)], env={**os.environ, "KAMEN_PACKAGE": package},
                                  capture_output=True, text=True, check=True).stdout
            found = [speed(node)] + [speed(driver.execute_async_script(SEARCH, variant, depth, rewinds)) for rewinds in (False, True)]
            assert all(other == nodes for other, _ in found), (nodes, found)
            of = "  ".join(f"{rate:5.2f} ({100 * rate / native:3.0f} %)" for _, rate in found)
            print(f"{variant:10} {nodes:9}  {native:13.2f}  {of}", flush=True)


main()
