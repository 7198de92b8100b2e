"""Four units of perft and four of a match as tasks of a HyperQueue server in this process, given again where some have failed.

    KAMEN=kamen python check_hyperqueue.py 'PERFT WORDS' 'MATCH WORDS'

The package of PyPI has no command line; `hq submit --array 1-4` gives tasks the same HQ_TASK_ID, from 1."""

import os
import sys

from hyperqueue import Job, LocalCluster
from hyperqueue.client import FailedJobsException
from hyperqueue.cluster import WorkerConfig

kamen, (perft, match) = os.environ["KAMEN"], sys.argv[1:]
UNITS = range(1, 5)
COUNT = "sed -n $UNIT~4p split.txt | {kamen} perft {perft} --positions - -o counts/$UNIT.txt"
PLAY = "HQ_TASK_ID=$UNIT {kamen} match {match} --shard auto/4 --quiet --journal journals/$UNIT.jsonl >/dev/null"


def run(client, command):
    """Runs the units of a command; whether none has failed."""
    job = Job()
    for unit in UNITS:
        script = "set -o pipefail; " + command.format(kamen=kamen, perft=perft, match=match)
        job.program(["bash", "-c", script], env={"UNIT": str(unit)}, cwd=os.getcwd())
    try:
        client.wait_for_jobs([client.submit(job)])
        return True
    except FailedJobsException as error:
        print("HyperQueue:", str(error).splitlines()[0])
        return False


with LocalCluster(worker_config=WorkerConfig(cores=2)) as cluster:
    client = cluster.client()
    for command in (COUNT, PLAY):
        if run(client, command):
            sys.exit("no task has failed, expected that of a killed worker")
        if not run(client, command):
            sys.exit("tasks have failed again")
