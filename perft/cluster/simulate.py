"""How long jobs take on many machines, by the length of their units: a simulation, as a table and a plot.

    python3 simulate.py scale.svg

A job that would take each process HOURS, were it shared out without loss, is cut into units. A coordinator starts one unit after the
other; a file system serves what units ask of it, one after the other; a process takes the next unit when it has finished one. What units and
coordinators cost was measured (measure.py; SCALE.md says how), what file systems cost is assumed."""

import heapq
import random
import sys

NODES = (10, 100, 1000)                       # processes, one for each node
LENGTHS = (10, 30, 100, 300, 1000, 3000)   # seconds of work in a unit, on average
HOURS = 2

# Seconds in which a coordinator starts one unit and hears of its end.
COORDINATORS = {
    "Snakemake on Slurm": 0.1,      # assumed: an sbatch and a look at the queue for each
    "Snakemake": 0.025,             # measured: 25 ms of processor time a unit
    "Slurm array": 0.01,            # assumed: a hundred tasks a second
    "HyperQueue": 0.0004,           # measured: 0.4 ms of the server's processor time a unit
}
START = 0.4       # seconds of processor time to start a process with weights and tables; measured
SPREAD = 0.3      # standard deviation of a unit's length over its mean
REQUESTS = 12     # of a unit to the file system beside its appends: open, lock, look, rename; assumed
APPEND = 5        # of an append: a write and four looks at attributes; counted with strace
APPEND_EVERY = 8  # seconds between two appends: a game of 80 plies at 0.1 s a move
SERVED = 5000     # requests that the file system serves in a second; assumed, a modest NFS server


def makespan(nodes, length, coordinate, seed=1):
    """Seconds until the last unit is done."""
    chance = random.Random(seed)
    units = max(nodes, round(HOURS * 3600 * nodes / length))
    mean = HOURS * 3600 * nodes / units
    shape = 1 / SPREAD**2
    free = [0.0] * nodes
    started = 0.0           # when the coordinator can start the next one
    served = 0.0            # when the file system has served all before it
    end = 0.0
    for _ in range(units):
        ready = heapq.heappop(free)
        started = max(started, ready) + coordinate
        served = max(served, started) + REQUESTS / SERVED
        # Appends of all units share what is left of the file system.
        load = min(0.95, nodes * APPEND / APPEND_EVERY / SERVED)
        work = chance.gammavariate(shape, mean / shape)
        done = served + START + work * (1 + APPEND / SERVED / APPEND_EVERY / (1 - load))
        end = max(end, done)
        heapq.heappush(free, done)
    return end


def efficiency(nodes, length, coordinate):
    return HOURS * 3600 / makespan(nodes, length, coordinate)


def svg(table):
    """A panel for each number of nodes: efficiency by the length of units, a line for each coordinator."""
    from math import log10

    width, height, left, top, gap = 250, 220, 46, 34, 50
    colours = ("#c0392b", "#d68910", "#2471a3", "#1e8449")
    x = lambda panel, length: left + panel * (width + gap) + width * log10(length / LENGTHS[0]) / log10(LENGTHS[-1] / LENGTHS[0])
    y = lambda value: top + height * (1 - value)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + 3 * (width + gap)} {top + height + 64}" '
        'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>'
    ]
    for panel, nodes in enumerate(NODES):
        out.append(f'<text x="{x(panel, LENGTHS[0]) + width / 2}" y="20" text-anchor="middle" font-weight="bold">{nodes:,} nodes</text>')
        for value in (0, 0.25, 0.5, 0.75, 1):
            out.append(
                f'<path d="M{x(panel, LENGTHS[0])} {y(value)}h{width}" stroke="#ddd"/>'
                f'<text x="{x(panel, LENGTHS[0]) - 6}" y="{y(value) + 4}" text-anchor="end">{value:.0%}</text>'
            )
        for length in LENGTHS:
            out.append(f'<text x="{x(panel, length)}" y="{top + height + 16}" text-anchor="middle">{length}</text>')
        for (name, values), colour in zip(table[nodes].items(), colours):
            points = " ".join(f"{x(panel, length):.1f},{y(value):.1f}" for length, value in zip(LENGTHS, values))
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
    out.append(f'<text x="{left}" y="{top + height + 34}">seconds of work in a unit</text>')
    for number, (name, colour) in enumerate(zip(COORDINATORS, colours)):
        at = left + number * 190
        out.append(
            f'<path d="M{at} {top + height + 50}h24" stroke="{colour}" stroke-width="3"/>'
            f'<text x="{at + 30}" y="{top + height + 54}">{name}</text>'
        )
    return "\n".join(out + ["</svg>\n"])


table = {}
print("nodes  coordinator         " + "".join(f"{length:>7} s" for length in LENGTHS))
for nodes in NODES:
    table[nodes] = {}
    for name, cost in COORDINATORS.items():
        values = [efficiency(nodes, length, cost) for length in LENGTHS]
        table[nodes][name] = values
        print(f"{nodes:>5}  {name:20}" + "".join(f"{value:>8.1%} " for value in values))
if len(sys.argv) > 1:
    with open(sys.argv[1], "w") as file:
        file.write(svg(table))
