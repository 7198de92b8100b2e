# A composer of problems: draws a position, solves it, looks for other solutions, and keeps it in a file.
problem='W:Wc3,e3:Bf6,d4'
kamen board russian "$problem" | grep -q '⛀\|w'
kamen board russian "$problem" -o problem.svg
grep -q '<svg' problem.svg
kamen moves russian "$problem" >moves.txt
[ -s moves.txt ]

# Of few pieces the tables know the value of each move.
kamen tables probe russian 'W:WKc1,Ke3:BKa7' | grep -q 'win\|draw'

# Several lines of a position, over Hub.
(printf '%s\n' hub 'set-param name=variant value=russian' init 'pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww' \
    'level depth=6' 'go analyze multi-pv=3'; sleep 2; echo stop; sleep 1; echo quit) | kamen >lines.txt
grep -q 'pv-index=3\|multi-pv=3\|pv="' lines.txt

# A collection as a suite: position and solution a line, solved by search.
echo c3xg7 >solution.txt
printf 'russian %s %s\n' "$problem" "$(cat solution.txt)" >mine.txt
kamen bench --suite mine.txt --nodes 2000 | grep -q '^Tactics: 1 of 1 found'

# A problem as PDN, men on any square that the rules allow; what is wrong is named with its place.
printf '[GameType "25"]\n[SetUp "1"]\n[FEN "%s"]\n\n1. %s *\n' "$problem" "$(cat solution.txt)" >problem.pdn
kamen pdn check problem.pdn | grep -q ' 0 faults; russian'
kamen pdn show problem.pdn --ply 1 | grep -q '^FEN '
