# A researcher: learns an evaluation from nothing, measures it, and repeats a step by hand.
learn() {
    kamen learn czech_zapletal --games 30 --nodes 20 --epochs 2 --window 2 --match-games 4 --seed 3 --dir learned "$@"
}
learn --generations 1 --json >learned.json 2>next.txt
grep -q '"elo"' learned.json
learn --generations 2 >end.txt 2>>next.txt
grep -q 'the best is generation 2' end.txt
# It says what to do next, and that works.
grep -q 'kamen match czech_zapletal ' next.txt
kamen match czech_zapletal --engine kamen name=new param.eval=learned/best.weights --engine kamen --each depth=3 --games 4 --quiet |
    grep -q '^1 '

# The same seed gives the same games.
kamen selfplay czech --games 40 --nodes 50 --seed 7 -o one.games --quiet
kamen selfplay czech --games 40 --nodes 50 --seed 7 -o two.games --quiet
cmp one.games two.games
kamen train czech --data one.games --epochs 1 -o czech.weights >train.txt
kamen eval czech --weights czech.weights --nodes 1000 --json | grep -q '"score"\|"total"\|"static"'

# The university's way.
kamen td learn czech --games 20 --depth 2 --learner both --random 0.1 --shared rated.cdb >td.txt
kamen td stats rated.cdb >stats.txt
kamen td show rated.cdb >show.txt
kamen match czech --engine td:2:rated.cdb --engine minimax:2:simulated --games 2 --quiet | grep -q 'td:2'
