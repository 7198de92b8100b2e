# The director of a tournament: engines of several makers, a table, the games, and a machine that was switched off.
cat >entry.sh <<'END'
exec kamen hub --name Guest
END
set -- czech --format round-robin --engine easy --engine kamen depth=2 --engine cmd='sh entry.sh' depth=3 name=guest \
    --games 2 --seed 3 --journal journal.jsonl --pdn games.pdn
kamen match "$@" >table.txt 2>log.txt
grep -q 'guest' table.txt
kamen pdn check games.pdn | grep -q '6 games, .* 0 faults; czech'

# The same command again plays nothing and shows the same table.
games=$(grep -c . journal.jsonl)
kamen match "$@" >again.txt 2>>log.txt
[ "$(grep -c . journal.jsonl)" = "$games" ]
grep '^[1-3] ' table.txt >first.txt
grep '^[1-3] ' again.txt | cmp - first.txt

# An entry that is not there is one line, before anything is played.
if kamen match czech --engine easy --engine cmd=./missing depth=1 --games 2 >none.txt 2>missing.txt; then exit 1; fi
[ ! -s none.txt ]
grep -q './missing' missing.txt

# Openings for the next round, and a game over the network.
kamen book ballots czech --plies 4 --count 3 --nodes 500 -o ballots.txt
[ "$(grep -cv '^#' ballots.txt)" = 3 ]
kamen match czech --engine easy --engine medium --openings ballots.txt --games 6 --quiet | grep -q 'czech, pair, 6 games'
