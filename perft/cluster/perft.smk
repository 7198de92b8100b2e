# Perft on many machines: split, count in units, sum.
#
#   snakemake -s perft.smk --profile profiles/local --directory ~/count --config variant=czech depth=14 plies=5 units=100
#
# The counts of a unit stand in counts/N.txt, from which an interrupted unit goes on. Snakemake removes the outputs of jobs
# that fail, so the counts are none: the output of a unit is an empty file beside them.

kamen = config.get("kamen", "kamen")
variant = config["variant"]
depth = int(config["depth"])           # plies in all
plies = int(config.get("plies", 5))    # plies of the split
units = int(config.get("units", 100))
fen = config.get("fen", "")            # the start position without
options = config.get("options", "")    # of the counts, such as '--hash 1024'


rule sum:
    input:
        expand("counts/{unit}.done", unit=range(1, units + 1)),
    output:
        "sum.txt",
    localrule: True
    shell:
        "{kamen} perft --sum counts/*.txt >{output} && cat {output}"


rule split:
    output:
        "split.txt",
    params:
        fen=f"--fen '{fen}'" if fen else "",
    shell:
        "{kamen} perft {variant} --split {plies} {params.fen} -o {output}"


# Unit I has every N-th line from I on; the first one has the head, by which `--sum` sees what is missing.
rule count:
    input:
        "split.txt",
    output:
        touch("counts/{unit}.done"),
    params:
        below=depth - plies,
    threads: int(config.get("threads", 1))
    shell:
        "sed -n '{wildcards.unit}~{units}p' {input} | {kamen} perft {variant} {params.below} --threads {threads} {options}"
        " --positions - -o counts/{wildcards.unit}.txt"
