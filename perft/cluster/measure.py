"""Processor time of each kind of unit: one process against two, and what their files hold.

    python3 measure.py KAMEN [JOB ..]

Each line: the job, seconds of processor time in one process, in two together (merging included), how many times as much one process
takes as half of two, and the bytes that the two have written. Other work on the machine disturbs processor time little."""

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

kamen = os.path.abspath(sys.argv[1])
MATCH = "match czech --engine minimax:6:progressive:first --engine minimax:5:basic:first --games 240 --seed 3 -q"
ENGINES = "match czech --engine kamen nodes=2000 --engine kamen nodes=1000 name=half --games 60 --seed 3 -q"
SELFPLAY = "selfplay czech --games 300 --nodes 300 -q"
PLAYERS = "--engine minimax:4:progressive:first --engine minimax:3:basic:first"
ANALYSIS = "analyze games.pdn --nodes 20000 --threads 1 -q"
BOOK = "book build czech --positions 600 --nodes 20000 --threads 1 -q"
TD = "td learn czech --games 2000 --depth 4"
TUNE = "tune czech --engine kamen nodes=1000 param.book=false --param search-futility=60,0,200,40 --iterations 4 --pairs 24 -q"
EVOLVE = "evolve english --generations 2 --population 24 --games 24 --depth 4 --max-plies 100 -q"
LEARN = "learn czech --generations 1 --games 300 --nodes 200 --epochs 2 --match-games 40 -q"

# The job: what comes before it, in one process, in two, and what puts these together.
JOBS = {
    "perft": (
        ["perft czech --split 4 -o split"],
        ["perft czech 9 --positions split -o one"],
        ["| sed -n {i}~2p split | {kamen} perft czech 9 --positions - -o part{i}"],
        ["perft --sum part1 part2"],
    ),
    "match, players": ([], [MATCH + " --journal one"], [MATCH + " --shard {i}/2 --journal part{i}"], ["match merge part1 part2"]),
    "match, engines": ([], [ENGINES + " --journal one"], [ENGINES + " --shard {i}/2 --journal part{i}"], ["match merge part1 part2"]),
    "self-play": ([], [SELFPLAY + " -o one"], [SELFPLAY + " --shard {i}/2 -o part{i}"], ["selfplay merge part1 part2 -o part"]),
    "learning": ([], [LEARN + " --dir one"], [LEARN + " --dir part --shard {i}/2"], []),
    "analysis": (
        [f"match czech {PLAYERS} --games 20 --seed 3 -q --pdn games.pdn"],
        [ANALYSIS + " -o one.pdn"],
        [ANALYSIS + " --shard {i}/2 --journal part{i}"],
        ["analyze merge part1 part2 -o part.pdn"],
    ),
    "book": ([], [BOOK + " -o one.book"], [BOOK + " --shard {i}/2 -o part.book"], []),
    "td": ([], [TD + " --shared one.cdb"], [TD + " --shard {i}/2 --shared part{i}.cdb"], ["td merge part1.cdb part2.cdb -o part.cdb"]),
    "tuning": ([], [TUNE + " --dir one"], [TUNE + " --shard {i}/2 --dir part"], []),
    "evolution": ([], [EVOLVE + " --dir one"], [EVOLVE + " --shard {i}/2 --dir part"], []),
    "tables": (["tables plan czech 4 > czech.mk"], ["tables make czech 4 --threads 1 -q --dir one"], ["| make -j 2 -f czech.mk DIR=part KAMEN={kamen}"], []),
}


def seconds(words, folder):
    """Runs commands at the same time; their processor time."""
    began = resource.getrusage(resource.RUSAGE_CHILDREN)
    running = []
    for line in words:
        shell = line[2:].replace("{kamen}", kamen) if line.startswith("| ") else f"{kamen} {line}"
        running.append(subprocess.Popen(["nice", "bash", "-c", shell], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
    for process in running:
        if process.wait() != 0:
            sys.exit(f"failed: {process.args}")
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime - began.ru_utime - began.ru_stime


def size(folder):
    return sum(path.stat().st_size for part in Path(folder).glob("part*") for path in (part, *part.rglob("*")) if path.is_file())


print(f"{'job':16} {'one':>7} {'two':>7} {'ratio':>6} {'bytes':>9}")
for name, (before, one, two, merge) in JOBS.items():
    if sys.argv[2:] and name not in sys.argv[2:]:
        continue
    with tempfile.TemporaryDirectory() as folder:
        for line in before:
            seconds([line], folder)
        alone = seconds(one, folder)
        parts = [line.replace("{i}", str(i)) for line in two for i in ((1, 2) if "{i}" in line else (0,))]
        shared = seconds(dict.fromkeys(parts), folder)
        if merge:
            shared += seconds(merge, folder)
        print(f"{name:16} {alone:7.2f} {shared:7.2f} {alone / shared:6.3f} {size(folder):9}", flush=True)
