# The author of a graphical program: starts the engine, asks it for a move, and reads what can be asked.
ask() {
    printf '%s\n' "$@" quit | kamen 2>errors.txt
}

ask hub >handshake.txt
grep -q '^id name=Kamen version=' handshake.txt
grep -q '^param name=variant .*type=enum' handshake.txt
[ "$(tail -n 1 handshake.txt)" = wait ]

# A search to a depth: the last line is its move, and the same again.
ask hub 'set-param name=variant value=czech' init 'pos start moves="c3-d4 b6-a5"' 'level depth=8' 'go think' ping >think.txt &&
    grep -q '^ready$' think.txt
grep -c '^pong' think.txt | grep -q '^1$'
(printf '%s\n' hub init 'pos start' 'level depth=8' 'go think'; sleep 2; echo quit) | kamen >first.txt
(printf '%s\n' hub init 'pos start' 'level depth=8' 'go think'; sleep 2; echo quit) | kamen >second.txt
move=$(sed -n 's/^done move=\([^ ]*\).*/\1/p' first.txt)
[ -n "$move" ]
[ "$move" = "$(sed -n 's/^done move=\([^ ]*\).*/\1/p' second.txt)" ]

# A program that shows moves can check its own list.
kamen moves international | grep -qx "$move"

# What is wrong is answered, and the engine goes on.
ask hub init 'pos start moves="1-50"' 'set-param name=variant value=chess' 'go fly' ping >wrong.txt
[ "$(grep -c '^error' wrong.txt)" -ge 2 ]
grep -q '^pong' wrong.txt

# Facts of the variants, for a menu.
kamen variants --json | grep -q '"variant":"frisian"'
