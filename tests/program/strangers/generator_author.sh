# The author of another move generator: right numbers, the right moves of a position, and where one's own program is wrong.
kamen perft russian 6 | tail -n 1 >count.txt
grep -q '^perft 6 ' count.txt
kamen perft english 3 'B:W18:B14,K22' --divide >divide.txt
kamen moves english 'B:W18:B14,K22' --hub | grep -qx 22x15x18

# A program of a few lines that speaks the protocol of perft/AGAINST.md, here with a generator that is right ..
cat >right.sh <<'END'
while read -r fen depth; do
    kamen perft english "$depth" "$fen" --divide | sed -n 's/^\([0-9][0-9x-]*\):* \([0-9]*\)$/\1 \2/p'
    echo
done
END
kamen perft english 3 --against 'sh right.sh' | grep -q '^agree 3 302$'

# .. and with one that forgets the last move of each position.
cat >wrong.sh <<'END'
while read -r fen depth; do
    kamen perft english "$depth" "$fen" --divide | sed -n 's/^\([0-9][0-9x-]*\):* \([0-9]*\)$/\1 \2/p' | sed '$d'
    echo
done
END
status=0
kamen perft english 3 --against 'sh wrong.sh' >wrong.txt 2>wrong.err || status=$?
[ "$status" = 1 ]
grep -q '^differ' wrong.txt
grep -q '^only ours (1): ' wrong.txt

# Files of known counts.
kamen perft --suite perft/suites/czech.perft --max-nodes 10000 >suite.txt
