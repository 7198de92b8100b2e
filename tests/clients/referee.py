#!/usr/bin/env python3
"""Kamen against itself in every variant, with another program's move generator as referee.

Usage: referee.py ENGINE [REFEREE]

REFEREE is a match runner that is not part of this repository, by default
../shared/tools/match.py beside it; without that file nothing is played and the answer is
"skipped". Every fault that the referee counts (illegal moves, crashes, hangs, errors, time) fails.
"""

import json
import os
import subprocess
import sys
import tempfile

GAMES = 4
WATCHDOG = 240        # seconds for one match
VARIANTS = ("czech", "english", "international")
LIMITS = (("--movetime", "0.02"), ("--clock", "0.2+0.01"))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def match(engine, referee, variant, limit, report):
    """Plays a match; the number of its games and a text for each kind of fault."""
    command = [sys.executable, referee, "--a", engine + " hub", "--b", engine + " hub",
               "--variant", variant, *limit, "--games", str(GAMES), "--random-plies", "4",
               "--maxplies", "200", "--quiet", "--json", report]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=WATCHDOG)
    except subprocess.TimeoutExpired:
        return 0, ["the match hangs"]
    try:
        with open(report) as file:
            result = json.load(file)
    except (OSError, ValueError):
        return 0, ["no report:\n" + done.stdout]
    faults = ["%s %s: %d" % (side, kind, count)
              for side, kinds in result["faults"].items() for kind, count in kinds.items()]
    if done.returncode != 0 or faults:
        faults.append("status %d:\n%s" % (done.returncode, done.stdout))
    return sum(result["result"].values()), faults


def main():
    engine = os.path.abspath(sys.argv[1])
    given = len(sys.argv) > 2
    referee = os.path.abspath(
        sys.argv[2] if given else os.path.join(ROOT, "..", "shared", "tools", "match.py"))
    if not os.path.exists(referee):
        print("referee: skipped, there is no %s" % referee)
        # Who names a file wants it to be used.
        return 2 if given else 0
    games = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for variant in VARIANTS:
            for number, limit in enumerate(LIMITS):
                report = os.path.join(folder, "%s%d.json" % (variant, number))
                played, faults = match(engine, referee, variant, limit, report)
                if not faults and played != GAMES:
                    faults = ["%d games instead of %d" % (played, GAMES)]
                games += played
                failed += bool(faults)
                print("referee %-13s %-10s %s: %d games, %s" % (
                    variant, limit[0][2:], limit[1], played, "; ".join(faults) or "no faults"),
                    flush=True)
    print("%d games, %d faults" % (games, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
