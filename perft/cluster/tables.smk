# Endgame tables on many machines, by the plan of `kamen tables plan`.
#
#   snakemake -s tables.smk --profile profiles/local --directory ~/tables --config variant=czech pieces=5
#
# A table is written whole or not at all, so it may be an output. What is finished of it waits in MATERIAL.parts beside it, from
# which an interrupted job goes on.

import subprocess

kamen = config.get("kamen", "kamen")
variant = config["variant"]
pieces = int(config["pieces"])
options = config.get("options", "")    # such as '--dtw' or '--memory 8'

ending = "distances" if "--dtw" in options else "values"
dtw = ["--dtw"] if "--dtw" in options else []
plan = subprocess.run(
    [kamen, "tables", "plan", variant, str(pieces), *dtw], check=True, capture_output=True, text=True
)
# Its lines `$(DIR)/czech/mk-k.values: $(DIR)/czech/k-k.values ..`.
needs = {}
for line in plan.stdout.splitlines():
    if line.startswith("$(DIR)/"):
        table, needed = line.replace("$(DIR)/", "").split(":")
        needs[table] = needed.split()


rule tables:
    input:
        needs.keys(),


rule table:
    input:
        lambda material: needs[f"{variant}/{material.material}.{ending}"],
    output:
        f"{variant}/{{material}}.{ending}",
    threads: int(config.get("threads", 1))
    shell:
        "{kamen} tables make {variant} --material {wildcards.material} --threads {threads} {options} --dir . --quiet"
