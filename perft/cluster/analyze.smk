# The analysis of a large file of games on many machines.
#
#   snakemake -s analyze.smk --profile profiles/local --directory ~/analysis --config games=~/games.pdn options='--nodes 20000' units=100
#
# Unit I has every N-th game. Its journal, journals/N.jsonl, is no output: Snakemake removes those of jobs that fail, and the unit
# goes on from its journal. With --nodes or --depth the files are those of one run.

import os

kamen = config.get("kamen", "kamen")
games = os.path.abspath(os.path.expanduser(config["games"]))
units = int(config.get("units", 100))
options = config.get("options", "")      # of the analysis


rule annotated:
    input:
        expand("journals/{unit}.done", unit=range(1, units + 1)),
    output:
        pdn="annotated.pdn",
        page="annotated.html",
    localrule: True
    shell:
        "{kamen} analyze merge journals/*.jsonl -o {output.pdn} --html {output.page}"


rule analyze:
    input:
        games,
    output:
        touch("journals/{unit}.done"),
    threads: int(config.get("threads", 1))
    shell:
        "{kamen} analyze '{input}' --shard {wildcards.unit}/{units} --threads {threads} {options} --quiet"
        " --journal journals/{wildcards.unit}.jsonl"
