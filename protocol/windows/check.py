#!/usr/bin/env python3
"""Checks kamen.exe and kamen.dll under Wine: check.py FOLDER [KAMEN]

FOLDER is what build.sh has made, KAMEN the program for this system, with whose results those of kamen.exe are compared.
All files lie in a Wine of its own, and in folders with blanks and letters that ASCII lacks.
"""

import http.client
import os
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
HOST = HERE.parent / "checkerboard" / "tests" / "host.c"
WINE = next((path for path in ("/usr/lib/wine/wine64", "/usr/bin/wine64", "/usr/bin/wine") if Path(path).exists()), "wine")
# How long anything may take, in seconds.
PATIENCE = 300
CZECH_PERFT = {8: 845931, 9: 3963671}
GAMES = {"english": 21, "italian": 22, "spanish": 24, "russian": 25, "brazilian": 26}


class Windows:
    """A Wine of its own, with Kamen installed."""

    def __init__(self, work, folder):
        self.environment = dict(os.environ, WINEPREFIX=str(work / "wine"), WINEARCH="win64", WINEDEBUG="-all", WINEDLLOVERRIDES="mscoree,mshtml=")
        # In another locale Wine has no names of files beyond ASCII, and a console without pieces.
        self.environment["LC_ALL"] = "C.UTF-8"
        self.environment.pop("DISPLAY", None)
        self.drive = work / "wine" / "drive_c"
        subprocess.run([WINE, "wineboot", "-i"], env=self.environment, check=True, timeout=PATIENCE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.programs = self.drive / "Program Files" / "Kámen"
        self.games = self.drive / "Partie Žižka"
        for made in (self.programs, self.games):
            made.mkdir(parents=True)
        for name in ("kamen.exe", "kamen.dll"):
            shutil.copy(folder / name, self.programs)
        # Wine 8 lacks it.
        compile_c(["-shared", HERE / "wine" / "bcryptprimitives.c", "-o", self.programs / "bcryptprimitives.dll", "-ladvapi32"])
        compile_c(["-Wall", "-Wextra", HOST, "-o", self.programs / "host.exe", "-static", "-pthread"])

    def command(self, program, *arguments):
        return [WINE, str(self.programs / program), *arguments]

    def run(self, *arguments, text="", program="kamen.exe", status=0):
        """Runs a program in the folder of games; its output, or its errors where it has to fail."""
        done = subprocess.run(
            self.command(program, *arguments), env=self.environment, cwd=self.games, input=text.encode(), capture_output=True, timeout=PATIENCE
        )
        out, errors = (stream.decode("utf-8", "replace").replace("\r\n", "\n") for stream in (done.stdout, done.stderr))
        if done.returncode != status:
            raise AssertionError(f"{arguments}: status {done.returncode}, expected {status}\n{out}{errors}")
        return out if status == 0 else errors

    def start(self, *arguments, **streams):
        return subprocess.Popen(self.command("kamen.exe", *arguments), env=self.environment, cwd=self.games, **streams)

    def close(self):
        subprocess.run([Path(WINE).parent / "wineserver", "-k"], env=self.environment, check=False, stderr=subprocess.DEVNULL)


class Console:
    """A program on a terminal of 30 lines and 80 columns, as Wine's console shows it."""

    def __init__(self, windows, *arguments):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(windows.games)
            environment = dict(windows.environment)
            # Windows has none.
            environment.pop("TERM", None)
            subprocess.run(["stty", "rows", "30", "cols", "80"], check=False)
            command = windows.command("kamen.exe", *arguments)
            os.execve(command[0], command, environment)
        self.shown = ""

    def expect(self, pattern):
        """Waits until the screen has shown something; returns, and forgets, what it has shown so far."""
        end = time.monotonic() + PATIENCE
        while not (found := re.search(pattern, self.shown)):
            assert time.monotonic() < end, f"expected {pattern!r}, found {self.shown!r}"
            if not self.read():
                raise AssertionError(f"ended before {pattern!r}: {self.shown!r}")
        shown, self.shown = self.shown[: found.end()], self.shown[found.end() :]
        return shown

    def read(self):
        if select.select([self.terminal], [], [], 1)[0]:
            try:
                new = os.read(self.terminal, 65536)
            except OSError:
                return False
            if not new:
                return False
            self.shown += new.decode("utf-8", "replace")
        return True

    def type(self, text):
        for key in text:
            os.write(self.terminal, key.encode())
            time.sleep(0.02)

    def status(self):
        while self.read():
            if os.waitid(os.P_PID, self.process, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])


def compile_c(arguments):
    subprocess.run(["x86_64-w64-mingw32-gcc", "-O2", *arguments], check=True)


def needs_nothing_else(windows, folder):
    """Windows has every library that the programs ask for."""
    own = {"kernel32", "ntdll", "advapi32", "ws2_32", "userenv", "user32", "bcrypt", "bcryptprimitives", "msvcrt", "shell32", "ole32", "psapi", "gdi32"}
    for name in ("kamen.exe", "kamen.dll"):
        told = subprocess.run(["x86_64-w64-mingw32-objdump", "-p", folder / name], capture_output=True, text=True, check=True).stdout
        needed = {library.lower().removesuffix(".dll") for library in re.findall(r"DLL Name: (\S+)", told)}
        needed = {library for library in needed if not library.startswith("api-ms-win-")}
        assert needed <= own, f"{name} needs {needed - own}"


def hub(windows, folder):
    lines = ["hub", "set-param name=variant value=czech", "init", 'pos start moves="c3-d4 b6-a5"', "level depth=8", "go think", "quit"]
    for end in ("\n", "\r\n"):
        out = windows.run(text="".join(line + end for line in lines))
        for expected in ("id name=Kamen", "\nwait\n", "\nready\n", "\ndone move="):
            assert expected in out, f"{expected!r} in {out}"


def perft(windows, folder):
    for depth, expected in CZECH_PERFT.items():
        out = windows.run("perft", "czech", str(depth), "--threads", "2")
        assert re.search(rf"perft {depth} {expected} ", out), out


def bench(windows, folder):
    """The search visits as many nodes as on this system."""
    if len(sys.argv) < 3:
        return "left out: no program to compare with"
    own = subprocess.run([sys.argv[2], "bench"], capture_output=True, text=True, check=True).stdout
    signature = re.compile(r"Bench: (\d+) nodes")
    expected, found = (signature.search(out).group(1) for out in (own, windows.run("bench")))
    assert expected == found, f"{expected} nodes here, {found} there"
    return f"{found} nodes"


def match_and_analysis(windows, folder):
    """Two processes play, named by Windows' paths; the games are analysed. Both go on where they were."""
    program = r'"C:\Program Files\Kámen\kamen.exe" hub'
    words = ["match", "czech", "--engine", f"cmd={program}", "name=one", "--engine", f"cmd={program}", "name=two"]
    words += ["--each", "movetime=0.05", "--games", "4", "--seed", "1", "--quiet", "--journal", r"C:\Partie Žižka\match.jsonl", "--pdn", r"C:\Partie Žižka\match.pdn"]
    for _ in range(2):
        out = windows.run(*words)
        assert re.search(r"czech, pair, 4 games", out), out
    out = windows.run("pdn", "check", "match.pdn")
    assert "4 games" in out and "0 faults" in out, out
    analysis = ["analyze", r"C:\Partie Žižka\match.pdn", "--nodes", "500", "--quiet", "--html", "analysed.html", "-o", r"C:\Partie Žižka\analysed.pdn"]
    for _ in range(2):
        windows.run(*analysis)
        page = (windows.games / "analysed.html").read_text(encoding="utf-8")
        assert "<svg" in page and (windows.games / "analysed.pdn").exists()
    left = [path.name for path in windows.games.iterdir() if path.name.startswith(".kamen-")]
    assert not left, left


def texts_with_carriage_returns(windows, folder):
    (windows.games / "crlf.pdn").write_bytes(b'[GameType "29"]\r\n\r\n1. c3-d4 d6-c5\r\n2. b2-c3 f6-g5 *\r\n')
    out = windows.run("pdn", "check", r"crlf.pdn")
    assert "1 game, 4 moves, 0 faults" in out, out
    out = windows.run("pdn", "find", "crlf.pdn", "--after", "c3-d4 d6-c5")
    assert "1 of 1 game" in out, out
    out = windows.run("play", "italian", "--player", "easy", "--seed", "1", text="22-18\r\nsave first.pdn\r\nquit\r\n")
    assert "saved to first.pdn" in out, out


def dxp(windows, folder):
    for variant in ("international", "czech"):
        words = ["dxp", variant, "--listen", "127.0.0.1:27540", "--games", "1", "--level", "depth=4"]
        listener = windows.start(*words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        try:
            time.sleep(3)
            windows.run("dxp", variant, "--call", "127.0.0.1:27540", "--initiator", "--games", "1", "--minutes", "1", "--moves", "20", "--level", "depth=4")
            assert listener.wait(PATIENCE) == 0, listener.stderr.read().decode()
        finally:
            listener.kill()


def serve(windows, folder):
    server = windows.start("serve", "--listen", "127.0.0.1:0", stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        address = re.search(rb"http://(127\.0\.0\.1:\d+)", server.stdout.readline()).group(1).decode()
        connection = http.client.HTTPConnection(address, timeout=PATIENCE)
        connection.request("GET", "/")
        assert b"<title>" in connection.getresponse().read()
    finally:
        server.kill()


def texts_for_the_shell(windows, folder):
    assert "Register-ArgumentCompleter" in windows.run("completions", "powershell")
    windows.run("man", r"C:\Partie Žižka\manual")
    assert (windows.games / "manual" / "kamen.1").exists()


def tables(windows, folder):
    for _ in range(2):
        windows.run("tables", "make", "czech", "2", "--dir", r"C:\Partie Žižka\tables", "--quiet")
    windows.run("tables", "verify", "czech", "--dir", "tables")


def console(windows, folder):
    """A board in colours, a line that is edited, a move, and Ctrl-C while the engine thinks."""
    game = Console(windows, "play", "russian", "--level", "1", "--time", "0.1")
    drawn = game.expect("White>")
    # Pieces on brown squares.
    assert drawn.count("\u25cf") == 24 and "\x1b[48;5;137m" in drawn, drawn
    game.type("c3-d5\b4\r")
    game.expect(r"1\.\.\. ")
    game.expect("White>")
    game.type("quit\r")
    assert game.status() == 0
    game = Console(windows, "play", "international", "--level", "20", "--time", "3600", "--set", "book=false")
    game.expect("White>")
    game.type("32-28\r")
    game.expect("Ctrl-C hurries")
    time.sleep(2)
    game.type("\x03")
    game.expect(r"1\.\.\. ")
    game.expect("White>")
    game.type("quit\r")
    assert game.status() == 0


def progress_and_ctrl_c(windows, folder):
    """Progress is drawn; the first Ctrl-C ends a match in order, and the same command goes on."""
    program = r'"C:\Program Files\Kámen\kamen.exe" hub'
    words = ["match", "czech", "--engine", f"cmd={program}", "name=one", "--engine", "kamen", "--each", "movetime=0.02", "--games", "2000", "--seed", "1"]
    words += ["--journal", r"C:\Partie Žižka\long.jsonl"]
    match = Console(windows, *words)
    match.expect(r"[1-9]\d* of 2000 games")
    match.type("\x03")
    match.expect("the same command resumes from here")
    assert match.status() == 1
    assert (windows.games / "long.jsonl").stat().st_size > 0


def checkerboard(windows, folder):
    for name, number in GAMES.items():
        dll = "kamen.dll" if name == "english" else f"kamen-{name}.dll"
        if name != "english":
            shutil.copy(windows.programs / "kamen.dll", windows.programs / dll)
        out = windows.run(rf"C:\Program Files\Kámen\{dll}", "play", "0.05", "120", "set book 2", program="host.exe")
        assert f'[GameType "{number}"]' in out, out
        (windows.games / f"{name}.pdn").write_text(out)
        checked = windows.run("pdn", "check", f"{name}.pdn")
        assert "1 game" in checked and "0 faults" in checked, checked + out
    # A book without a folder lies beside the library.
    windows.run("book", "build", "russian", "--expand", "--positions", "3", "--nodes", "100", "-o", "own.book")
    shutil.move(windows.games / "own.book", windows.programs / "own.book")
    words = windows.command("host.exe", r"C:\Program Files\Kámen\kamen-russian.dll", "play", "0.05", "1", "set bookfile own.book")
    played = subprocess.run(words, env=windows.environment, cwd=windows.games, capture_output=True, timeout=PATIENCE)
    assert played.stderr.startswith(b"last: book "), played.stderr
    out = windows.run(r"C:\Program Files\Kámen\kamen.dll", "misuse", program="host.exe")
    assert out == "all as it should be\n", out


def locks(windows, folder):
    """Of two jobs on one output the second is refused, as long as the first is there; whoever only reads is not."""
    games = '[GameType "29"] 1. c3-d4 d6-c5 2. b2-c3 f6-g5 *\n'
    (windows.games / "in.pdn").write_text(games)
    long = {
        "busy.jsonl": "match czech --engine easy --engine medium --games 100000 --journal busy.jsonl -q",
        ".kamen-lock.busy.book": "book build czech --positions 100000 --nodes 1000 -o busy.book",
        ".kamen-games.busy.pdn": "analyze in.pdn --depth 60 -o busy.pdn -q",
    }
    for lock, words in long.items():
        job = windows.start(*words.split(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            end = time.monotonic() + PATIENCE
            while not (windows.games / lock).exists():
                assert job.poll() is None and time.monotonic() < end, words
                time.sleep(0.05)
            time.sleep(1)
            errors = windows.run(*words.split(), status=2)
            assert " is in use by another " in errors, errors
            if lock == "busy.jsonl":
                told = windows.run("status", "busy.jsonl")
                assert re.search(r"match czech: .* 1 of 1 ", told), told
        finally:
            job.kill()
            job.wait()
    # What the first left is free again, and so is what it had only locked.
    again = windows.start(*long["busy.jsonl"].split(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        length = (windows.games / "busy.jsonl").stat().st_size
        end = time.monotonic() + PATIENCE
        while (windows.games / "busy.jsonl").stat().st_size <= length:
            assert again.poll() is None and time.monotonic() < end, "the job does not go on"
            time.sleep(0.05)
    finally:
        again.kill()
        again.wait()


CHECKS = [
    needs_nothing_else, hub, perft, bench, match_and_analysis, texts_with_carriage_returns, dxp, serve, texts_for_the_shell, tables, console,
    progress_and_ctrl_c, locks, checkerboard,
]  # fmt: skip


def main():
    folder = Path(sys.argv[1]).resolve()
    wanted = os.environ.get("CHECKS", "").split()
    failed = 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as work:
        windows = Windows(Path(work), folder)
        try:
            for check in CHECKS:
                if wanted and check.__name__ not in wanted:
                    continue
                began = time.monotonic()
                try:
                    said = check(windows, folder) or "ok"
                except (AssertionError, subprocess.SubprocessError, OSError) as error:
                    failed += 1
                    said = f"FAILED: {error}"
                print(f"{check.__name__.replace('_', ' ')}: {said} ({time.monotonic() - began:.1f} s)", flush=True)
        finally:
            windows.close()
    sys.exit(failed > 0)


signal.signal(signal.SIGPIPE, signal.SIG_DFL)
main()
