# A match on many machines, with a sequential test or without.
#
#   snakemake -s match.smk --profile profiles/local --directory ~/match --config pairs=5000 sprt=0,5 \
#       match='frisian --engine kamen name=new --engine cmd="/opt/old/kamen hub" --each movetime=0.1'
#
# A unit is some pairs of games in a row. Its journal, journals/N.jsonl, is no output: Snakemake removes those of jobs that
# fail, and the unit goes on from its journal. With a test, each unit looks at all journals when it has ended. Once the test has
# decided, the units at work stop, and those that are left have nothing to do.

kamen = config.get("kamen", "kamen")
match = config["match"]               # the words of `kamen match` but for the number of games
pairs = int(config["pairs"])          # in all: pairs of games of each pairing, times the pairings
games = int(config.get("games", 2 * pairs))  # of each pairing; needed for more than two contestants
size = int(config.get("size", 50))    # pairs of a unit
sprt = config.get("sprt")
# The test counts games in the order of the schedule, so a unit waits for the one so many before it.
window = int(config.get("window", 200))

units = -(-pairs // size)
test = f"--sprt {sprt}" if sprt else ""


rule result:
    input:
        expand("journals/{unit}.done", unit=range(1, units + 1)),
    output:
        table="result.txt",
        pdn="games.pdn",
    localrule: True
    shell:
        "{kamen} match merge journals/*.jsonl {test} --pdn {output.pdn} >{output.table} && cat {output.table}"


rule play:
    input:
        lambda unit: f"journals/{int(unit.unit) - window}.done" if int(unit.unit) > window else [],
    output:
        touch("journals/{unit}.done"),
    params:
        first=lambda unit: (int(unit.unit) - 1) * size + 1,
        last=lambda unit: min(int(unit.unit) * size, pairs),
        until="--until verdict.json" if sprt else "",
        look=f"&& {kamen} match merge journals/*.jsonl --partial {test} --verdict verdict.json >/dev/null" if sprt else "",
    threads: int(config.get("threads", 1))
    shell:
        "{kamen} match {match} --games {games} --pairs {params.first}..{params.last} --concurrency {threads} --quiet"
        " {params.until} --journal journals/{wildcards.unit}.jsonl >/dev/null {params.look}"
