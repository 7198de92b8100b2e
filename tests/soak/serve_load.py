#!/usr/bin/env python3
"""Load on `kamen serve`: many engines at once, and look-ups in endgame tables.

    python3 tests/soak/serve_load.py target/release/kamen [--sessions 200] [--rounds 5] [--lookups 50000] [--seconds 0]

It starts the program twice. First on all processors, with as many engines at the same time as are asked for: each plays `rounds`
searches of 0.1 s with 20 pings around each; it counts the lines that come back. Then on one processor (Linux): look-ups of
positions with different keys over four connections that are used again. Only the standard library is used.

`--seconds` is a soak: it repeats the first part for so long, with clients between that leave in the midst of a request, of a frame and
of a search, and tells at the end how much the memory and the open files of the program grow in an hour. It fails if a line was lost,
or a file more is open at the end than in the beginning:

    nice -n 19 python3 tests/soak/serve_load.py target/release/kamen --sessions 40 --lookups 0 --seconds 3600
"""

import argparse
import asyncio
import atexit
import base64
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time

VARIANTS = ["czech", "russian", "normal", "english", "frisian", "turkish", "italian", "brazilian"]


def start(program, *arguments, processor=None):
    command = [program, "serve", "--listen", "127.0.0.1:0", *arguments]
    if processor is not None and shutil.which("taskset"):
        command = ["taskset", "-c", str(processor), *command]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    atexit.register(server.kill)
    host, port = re.match(r"http://([^:]+):(\d+)/", server.stdout.readline()).groups()
    return server, host, int(port)


def resident(server):
    """MiB of memory in use."""
    with open(f"/proc/{server.pid}/status", encoding="ascii") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) / 1024


def open_files(server):
    return len(os.listdir(f"/proc/{server.pid}/fd"))


def slope(points):
    """How much the second of the pairs grows an hour, by least squares; the first are seconds."""
    mean_x, mean_y = (sum(values) / len(points) for values in zip(*points))
    spread = sum((x - mean_x) ** 2 for x, _ in points)
    return 3600 * sum((x - mean_x) * (y - mean_y) for x, y in points) / spread if spread else 0.0


def leave_early(host, port, number):
    """Clients that go in the midst of a request, of its content, of a frame, and of a search."""
    head = f"Host: {host}:{port}\r\n"
    upgrade = f"GET /hub HTTP/1.1\r\n{head}Upgrade: websocket\r\nConnection: Upgrade\r\n" \
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    frame = lambda line: bytes([0x81, 0x80 | len(line)]) + b"\0\0\0\0" + line.encode()
    search = b"".join(map(frame, ["set-param name=variant value=czech", "init", "pos start", "level infinite", "go analyze"]))
    parts = [f"GET /version HTTP/1.1\r\n{head}".encode(), f"POST /pdn HTTP/1.1\r\n{head}Content-Length: 99\r\n\r\n1. c3".encode(),
             upgrade.encode() + b"\x81\xfe\x10", upgrade.encode() + search]
    for index in range(number):
        with socket.create_connection((host, port)) as connection:
            connection.sendall(parts[index % len(parts)])
            time.sleep(0.02)


class Hub:
    """A conversation in Hub over a WebSocket."""

    async def begin(self, host, port):
        self.reader, self.writer = await asyncio.open_connection(host, port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET /hub HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 101"), head

    def say(self, line, opcode=1):
        data = line if isinstance(line, bytes) else line.encode()
        length = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + struct.pack(">H", len(data))
        self.writer.write(bytes([0x80 | opcode]) + length + b"\0\0\0\0" + data)

    async def hear(self):
        while True:
            first, length = await self.reader.readexactly(2)
            if length == 126:
                (length,) = struct.unpack(">H", await self.reader.readexactly(2))
            data = await self.reader.readexactly(length)
            if first & 15 == 1:
                return data.decode()
            if first & 15 == 9:
                self.say(data, 10)
            elif first & 15 == 8:
                raise EOFError(data)

    async def until(self, word):
        """How many lines of each kind came, up to the first that begins with the word."""
        counts = {}
        while True:
            kind = (await self.hear()).split(" ")[0]
            counts[kind] = counts.get(kind, 0) + 1
            if kind == word:
                return counts


async def session(number, host, port, rounds, ready, everyone):
    hub = Hub()
    await hub.begin(host, port)
    hub.say("hub")
    await hub.until("wait")
    hub.say(f"set-param name=variant value={VARIANTS[number % len(VARIANTS)]}")
    hub.say("set-param name=book value=false")
    hub.say("init")
    await hub.until("ready")
    ready.append(number)
    await everyone.wait()
    lost, slowest = 0, 0
    for _ in range(rounds):
        hub.say("pos start")
        hub.say("level move-time=0.1")
        begun = time.monotonic()
        hub.say("go think")
        for _ in range(20):
            hub.say("ping")
        counts = await hub.until("done")
        slowest = max(slowest, time.monotonic() - begun)
        pongs = counts.get("pong", 0)
        while pongs < 20:
            pongs += (await hub.until("pong"))["pong"]
        lost += counts.get("error", 0)
        hub.say("ping")
        rest = await hub.until("pong")
        lost += sum(rest.values()) - rest.get("info", 0) - 1
    hub.say("quit")
    try:
        while True:
            await hub.hear()
    except (EOFError, asyncio.IncompleteReadError):
        hub.writer.close()
    return lost, slowest


async def sessions(host, port, number, rounds):
    ready, everyone = [], asyncio.Event()
    tasks = [asyncio.create_task(session(i, host, port, rounds, ready, everyone)) for i in range(number)]
    while len(ready) < number:
        await asyncio.sleep(0.05)
        for task in tasks:
            if task.done():
                task.result()
    everyone.set()
    return await asyncio.gather(*tasks)


def look_ups(host, port, number):
    """Asks for positions one after another, 32 on the way."""
    squares = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]
    paths = [
        f"/tables/czech?fen={turn}:WK{a},K{b}:BK{c}"
        for turn in "WB" for a in squares for b in squares for c in squares if len({a, b, c}) == 3 and a < b
    ]
    request = lambda path: f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    connection = socket.create_connection((host, port))
    asked, answered, rest = 0, 0, b""
    while answered < number:
        ahead = min(32 - (asked - answered), number - asked)
        if ahead > 0:
            connection.sendall(b"".join(request(paths[(asked + i) * 7919 % len(paths)]) for i in range(ahead)))
            asked += ahead
        rest += connection.recv(1 << 18)
        found = rest.count(b"HTTP/1.1 200 OK")
        assert rest.count(b"HTTP/1.1 ") == found, rest[:200]
        # The last answer may still be on its way.
        last = rest.rfind(b"HTTP/1.1 200 OK")
        answered += found - 1 if found else 0
        rest = rest[last:] if last >= 0 else rest
        if asked == number and answered + 1 == number:
            answered += 1
    connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--sessions", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lookups", type=int, default=50000)
    parser.add_argument("--seconds", type=float, default=0)
    arguments = parser.parse_args()

    server, host, port = start(arguments.program)
    before, files, first = resident(server), open_files(server), time.monotonic()
    until = first + arguments.seconds
    lost, seen = 0, []
    while True:
        begun = time.monotonic()
        found = asyncio.run(sessions(host, port, arguments.sessions, arguments.rounds))
        took = time.monotonic() - begun
        lost += sum(lines for lines, _ in found)
        print(
            f"{arguments.sessions} engines, {arguments.rounds} searches of 0.1 s and {21 * arguments.rounds} pings each: "
            f"{lost} lines lost, {took:.1f} s, slowest answer {max(slow for _, slow in found):.2f} s, "
            f"memory {before:.0f} MiB before, {resident(server):.0f} MiB after",
            flush=True,
        )
        seen.append((time.monotonic() - first, resident(server), open_files(server)))
        if time.monotonic() >= until:
            break
        leave_early(host, port, 40)
    left = 0
    if arguments.seconds:
        # The first third brings tables and weights of all variants into memory. Connections take a moment to end.
        steady = seen[len(seen) // 3:]
        growth = [slope([(time_, values[index]) for time_, *values in steady]) for index in (0, 1)]
        time.sleep(3)
        left = open_files(server) - files
        print(
            f"{len(seen)} rounds in {time.monotonic() - first:.0f} s: memory grows by {growth[0]:+.1f} MiB an hour, "
            f"open files by {growth[1]:+.1f}; {left:+d} open files at the end",
            flush=True,
        )
    server.terminate()
    ended = server.wait()
    if not arguments.lookups:
        sys.exit(1 if lost or ended or left > 0 else 0)

    server, host, port = start(arguments.program, processor=0)
    look_ups(host, port, 2000)
    threads = [threading.Thread(target=look_ups, args=(host, port, arguments.lookups // 4)) for _ in range(4)]
    begun, used = time.monotonic(), os.times()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - begun
    with open(f"/proc/{server.pid}/stat", encoding="ascii") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    busy = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    total = arguments.lookups // 4 * 4
    print(f"{total} look-ups on one processor: {total / took:.0f} a second, {1e6 * busy / (total + 2000):.0f} µs of processor time each")
    server.terminate()
    server.wait()
    sys.exit(1 if lost or ended or left > 0 else 0)


if __name__ == "__main__":
    main()
