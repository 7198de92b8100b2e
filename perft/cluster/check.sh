#!/usr/bin/env bash
# Small jobs under Snakemake, Slurm and HyperQueue on this machine. In each a worker is killed with -9 in the middle, and the result
# must be that of one run. `.ci/run` calls it; about a minute each.
#
#   perft/cluster/check.sh KAMEN BIN snakemake hyperqueue slurm profile
#
# KAMEN is the program; BIN the folder of programs of a Python environment with snakemake (and, for `profile`, its executor for Slurm)
# and hyperqueue. Slurm (Debian: slurm-wlm, munge) is started and stopped here, as root, in a temporary folder; only `profile` puts
# a link to its settings to /etc/slurm. Without names, what is installed is checked, but for `profile`, which waits for minutes.
set -euo pipefail
kamen=$(realpath "$1") bin=$(realpath "$2")
shift 2
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
chmod 755 "$work"
trap 'stop_slurm; rm -rf "$work"' EXIT

# Four units of perft, and as many of a match, of some seconds each.
perft=(czech 9)
players=(--engine minimax:6:progressive:first --engine minimax:5:basic:first)
match=(czech "${players[@]}" --games 400 --seed 3)

one_run() {
    sum="perft 13 $("$kamen" perft czech 13 --hash 256 | sed -n 's/^perft 13 \([0-9]*\) .*/\1/p')"
    table=$("$kamen" match "${match[@]}" --quiet | without_times)
    echo "one run: $sum"
    echo "$table"
}

# The result of a match but for how long it took.
without_times() {
    grep -v ' s each, '
}

same() {
    if [ "$2" != "$3" ]; then
        printf '%s: expected\n%s\nfound\n%s\n' "$1" "$2" "$3" >&2
        return 1
    fi
    echo "$1: the same result"
}

# kill_worker FOLDER FILE: waits until the worker of the folder has written some lines to the file, and kills it.
kill_worker() {
    local pid
    for _ in $(seq 6000); do
        if [ "$(wc -l 2>/dev/null <"$1/$2" || echo 0)" -ge 3 ]; then
            for pid in $(pgrep -x "$(basename "$kamen")"); do
                if [ "$(readlink "/proc/$pid/cwd")" = "$1" ] && tr '\0' ' ' <"/proc/$pid/cmdline" | grep -q " $2 "; then
                    kill -9 "$pid"
                    echo "killed in $(basename "$1"), with $(wc -l <"$1/$2") lines of $2"
                    return
                fi
            done
        fi
        sleep 0.01
    done
    echo "no worker to kill in $1, which writes $2" >&2
    return 1
}

# kill_unit FOLDER WORDS: waits until a worker of the folder has these words in its command, and kills it.
kill_unit() {
    local pid
    for _ in $(seq 6000); do
        for pid in $(pgrep -f -- "$2"); do
            if [ "$(readlink "/proc/$pid/exe")" = "$kamen" ] && [ "$(readlink "/proc/$pid/cwd")" = "$1" ]; then
                kill -9 "$pid"
                echo "killed in $(basename "$1"): a worker with $2"
                return
            fi
        done
        sleep 0.01
    done
    echo "no worker to kill in $1 with $2" >&2
    return 1
}

# results NAME: those in the present folder.
results() {
    same "$1, perft" "$sum" "$("$kamen" perft --sum counts/*.txt)"
    same "$1, match" "$table" "$("$kamen" match merge journals/*.jsonl | without_times)"
}

folder() {
    mkdir "$work/$1"
    cd "$work/$1"
}

by_snakemake() {
    folder snakemake
    local run=("$bin/snakemake" --quiet all --profile "$here/profiles/local" --cores 2 --directory . --config "kamen=$kamen")
    kill_worker "$PWD" counts/2.txt &
    "${run[@]}" variant=czech depth=13 plies=4 units=4 -s "$here/perft.smk" >perft.log 2>&1 || { cat perft.log; return 1; }
    wait $!
    kill_worker "$PWD" journals/3.jsonl &
    "${run[@]}" "match=czech ${players[*]} --seed 3" pairs=200 size=50 -s "$here/match.smk" >match.log 2>&1 || { cat match.log; return 1; }
    wait $!
    results Snakemake
    "$kamen" tables plan czech 3 --format snakefile >tables.smk
    kill_unit "$PWD" 'tables make czech .*--unit' &
    "${run[@]}" -s tables.smk >tables.log 2>&1 || { cat tables.log; return 1; }
    wait $!
    "$kamen" tables make czech 3 --dir one --quiet >/dev/null
    diff -r --exclude units tables/czech one/czech
    echo "Snakemake, tables: the same files"
    rm -r journals
    kill_unit "$PWD" 'analyze .* --shard 2/3' &
    "${run[@]}" games=games.pdn units=3 "options=--nodes 20" -s "$here/analyze.smk" >analysis.log 2>&1 || { cat analysis.log; return 1; }
    wait $!
    "$kamen" analyze games.pdn --nodes 20 --quiet -o one.pdn
    cmp one.pdn annotated.pdn
    echo "Snakemake, analysis: the same games"
    kill_unit "$PWD" 'book build .* --shard 1/2' &
    "${run[@]}" variant=czech "options=--positions 60 --nodes 50" -s "$here/book.smk" >book.log 2>&1 || { cat book.log; return 1; }
    wait $!
    "$kamen" book build czech --positions 60 --nodes 50 --quiet -o one.book
    cmp one.book czech.book
    echo "Snakemake, book: the same book"
}

by_hyperqueue() {
    folder hyperqueue
    "$kamen" perft czech --split 4 -o split.txt
    mkdir counts journals
    kill_worker "$PWD" counts/2.txt &
    local perft_killed=$!
    kill_worker "$PWD" journals/3.jsonl &
    KAMEN=$kamen TQDM_DISABLE=1 "$bin/python" "$here/check_hyperqueue.py" "${perft[*]}" "${match[*]}" >hq.log || { cat hq.log; return 1; }
    wait $perft_killed
    wait $!
    results HyperQueue
}

by_slurm() {
    folder slurm
    start_slurm
    export KAMEN=$kamen
    "$kamen" perft czech --split 4 -o split.txt
    kill_worker "$PWD" counts/2.txt &
    until_done sbatch --wait --array=1-4 "$here/perft.sbatch" "${perft[@]}"
    wait $!
    kill_worker "$PWD" journals/3.jsonl &
    PAIRS=50 until_done sbatch --wait --array=1-4 "$here/match.sbatch" "${match[@]}"
    wait $!
    results Slurm
}

# Gives the command again where a task has failed.
until_done() {
    local times
    for times in 1 2 3; do
        if "$@"; then
            [ $times != 1 ] || { echo "no task has failed" >&2; return 1; }
            return 0
        fi
    done
    cat ./*.log
    return 1
}

# The units of perft, and the steps of a plan of tables, as jobs of Slurm that Snakemake submits.
by_profile() {
    folder profile
    start_slurm
    if [ -e /etc/slurm/slurm.conf ]; then
        echo "/etc/slurm/slurm.conf is there: left alone" >&2
        return 1
    fi
    ln -s "$work/cluster/slurm.conf" /etc/slurm/slurm.conf
    linked=1
    local run=("$bin/snakemake" --quiet all --profile "$here/profiles/slurm" --slurm-status-command squeue --slurm-no-account
        --slurm-init-seconds-before-status-checks 1 --seconds-between-status-checks 1 --latency-wait 5 --directory . --config "kamen=$kamen")
    kill_worker "$PWD" counts/2.txt &
    "${run[@]}" variant=czech depth=13 plies=4 units=4 -s "$here/perft.smk" >perft.log 2>&1 || { cat perft.log; return 1; }
    wait $!
    same "Snakemake on Slurm, perft" "$sum" "$(cat sum.txt)"
    "$kamen" tables plan czech 2 --format snakefile >tables.smk
    "${run[@]}" -s tables.smk >tables.log 2>&1 || { cat tables.log; return 1; }
    "$kamen" tables make czech 2 --dir one --quiet >/dev/null
    diff -r --exclude units tables/czech one/czech
    echo "Snakemake on Slurm, tables: the same files"
}

# A cluster of this machine, which has two processors.
start_slurm() {
    [ ! -e "$work/cluster" ] || return 0
    local c=$work/cluster node
    node=$(hostname -s)
    mkdir -p "$c/state" "$c/spool"
    (umask 077 && head -c 1024 /dev/urandom >"$c/key")
    cat >"$c/slurm.conf" <<CONF
ClusterName=check
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$c/munge
StateSaveLocation=$c/state
SlurmdSpoolDir=$c/spool
SlurmctldPidFile=$c/slurmctld.pid
SlurmdPidFile=$c/slurmd.pid
SlurmctldLogFile=$c/slurmctld.log
SlurmdLogFile=$c/slurmd.log
SlurmctldPort=26817
SlurmdPort=26818
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SlurmdParameters=config_overrides
MailProg=/bin/true
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES State=UP
CONF
    export SLURM_CONF=$c/slurm.conf
    munged --force --key-file="$c/key" --socket="$c/munge" --pid-file="$c/munged.pid" --log-file="$c/munged.log" \
        --seed-file="$c/seed"
    slurmctld
    slurmd
    for _ in $(seq 100); do
        ! sinfo -h -t idle 2>/dev/null | grep -q idle || return 0
        sleep 0.1
    done
    cat "$c"/*.log >&2
    return 1
}

stop_slurm() {
    cd /
    local name
    [ -z "${linked:-}" ] || rm /etc/slurm/slurm.conf
    for name in slurmd slurmctld munged; do
        if [ -s "$work/cluster/$name.pid" ]; then
            kill "$(cat "$work/cluster/$name.pid")"
        fi
    done
    for _ in $(seq 100); do
        ls "$work"/cluster/slurm*.pid >/dev/null 2>&1 || break
        sleep 0.1
    done
}

installed() {
    [ ! -x "$bin/snakemake" ] || echo snakemake
    ! "$bin/python" -c 'import hyperqueue' 2>/dev/null || echo hyperqueue
    if [ "$(id -u)" = 0 ] && command -v slurmctld slurmd munged >/dev/null; then
        echo slurm
    else
        echo "left out: Slurm, which needs root, slurm-wlm and munge" >&2
    fi
}

[ $# != 0 ] || set -- $(installed)
one_run
for name; do
    "by_$name"
done
