# A player: wants a game in the terminal, then to know what went wrong.
kamen --help | grep -q '^  play  *Play in the terminal'
kamen play --help | grep -q -- '--level'

# The first thing typed is nonsense, the second a move that another person would play.
printf '%s\n' help e2-e4 moves c3-d4 hint back c3-d4 'save mine.pdn' resign quit |
    kamen play czech --level 5 --seed 1 --nodes 2000 >game.txt 2>&1
grep -q 'can stand on e2' game.txt
grep -q 'mine.pdn' game.txt

# What was saved is a game that can be read, shown and analysed.
kamen pdn check mine.pdn | grep -q '1 game, .* 0 faults; czech'
kamen pdn show mine.pdn --ply 1 | grep -q '^ply 1 of'
kamen analyze mine.pdn --nodes 1000 --html mine.html -o annotated.pdn
grep -qi '<html' mine.html
kamen pdn check annotated.pdn | grep -q ' 0 faults; czech'

# A level out of range is refused in words.
if kamen play czech --level 99 </dev/null 2>refused.txt; then exit 1; fi
grep -q '1..=20' refused.txt
