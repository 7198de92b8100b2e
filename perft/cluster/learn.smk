# Self-play on many machines, and learning from it, generation by generation.
#
#   snakemake -s learn.smk --profile profiles/local --directory ~/learn --config variant=frysk generations=4
#   snakemake -s learn.smk --profile profiles/local --directory ~/games --config variant=frysk games=100000 -- 1.games
#
# The second one only plays. A part of the games grows in play/G/N.games, from which an interrupted part goes on, so it is no
# output. A new evaluation is kept if it scores more than half against the best one before; best/G.weights is the best after G.

import json
import shutil

kamen = config.get("kamen", "kamen")
variant = config["variant"]
generations = int(config.get("generations", 1))
games = int(config.get("games", 10000))              # of a generation
parts = int(config.get("parts", 20))                 # in which they are played
nodes = int(config.get("nodes", 500))                # of a search
window = int(config.get("window", 3))                # generations to learn from
match_games = int(config.get("match_games", 400))
start = config.get("start", "hand-made")             # the evaluation before the first generation
train = config.get("train", "")                      # more words for `kamen train`
selfplay = config.get("selfplay", "")                # more words for `kamen selfplay`


def best_before(generation):
    number = int(generation.generation)
    return f"best/{number - 1}.weights" if number > 1 else []


def weights_before(generation):
    return best_before(generation) or start


rule learned:
    input:
        f"best/{generations}.weights",


rule play:
    input:
        best_before,
    output:
        touch("play/{generation}/{part}.done"),
    params:
        weights=weights_before,
    threads: int(config.get("threads", 1))
    shell:
        "{kamen} selfplay {variant} --games {games} --nodes {nodes} --seed {wildcards.generation} --weights {params.weights}"
        " --threads {threads} --shard {wildcards.part}/{parts} {selfplay} --quiet"
        " --out play/{wildcards.generation}/{wildcards.part}.games >/dev/null"


rule merge:
    input:
        expand("play/{{generation}}/{part}.done", part=range(1, parts + 1)),
    output:
        "{generation}.games",
    localrule: True
    shell:
        "{kamen} selfplay merge play/{wildcards.generation}/*.games --games {games} --out {output}"


rule fit:
    input:
        lambda g: [f"{n}.games" for n in range(max(1, int(g.generation) - window + 1), int(g.generation) + 1)],
    output:
        "{generation}.weights",
    threads: int(config.get("train_threads", 4))
    shell:
        "{kamen} train {variant} --data {input} --threads {threads} {train} --out {output} >/dev/null"


rule judge:
    input:
        weights="{generation}.weights",
        best=best_before,
    output:
        "{generation}.match.json",
    params:
        best=weights_before,
    threads: int(config.get("train_threads", 4))
    shell:
        "{kamen} match {variant} --engine kamen name=new param.eval={input.weights}"
        " --engine kamen name=best param.eval={params.best} --each nodes={nodes}"
        " --games {match_games} --seed {wildcards.generation} --concurrency {threads} --quiet --json {output}"


rule choose:
    input:
        result="{generation}.match.json",
        weights="{generation}.weights",
        best=best_before,
    output:
        "best/{generation}.weights",
    localrule: True
    run:
        with open(input.result) as file:
            points = {one["name"]: one["result"]["points"] for one in json.load(file)["contestants"]}
        is_better = points["new"] > points["best"] or not input.best
        shutil.copyfile(input.weights if is_better else str(input.best), output[0])
        print(f"generation {wildcards.generation}: {points}, {'kept' if is_better else 'not kept'}")
