# An opening book on many machines.
#
#   snakemake -s book.smk --profile profiles/local --directory ~/book --config variant=czech parts=2 options='--positions 20000 --nodes 100000'
#
# The processes share the searches of one book in one folder, round by round, and must run at the same time: give no more parts than there
# are processors or nodes. The first of them writes the book, which is no output, so that all go on from it.

kamen = config.get("kamen", "kamen")
variant = config["variant"]
parts = int(config.get("parts", 2))
options = config.get("options", "")      # of the book; with --positions it does not depend on the number of parts


rule book:
    input:
        expand("part/{part}.done", part=range(1, parts + 1)),


rule search:
    output:
        touch("part/{part}.done"),
    threads: int(config.get("threads", 1))
    shell:
        "{kamen} book build {variant} {options} --shard {wildcards.part}/{parts} --threads {threads} --quiet -o {variant}.book"
