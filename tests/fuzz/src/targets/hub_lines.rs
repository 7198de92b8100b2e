//! Lines of Hub, in both directions: what is read is written so that the same is read again.

use kamen_frontend::hub::parse_level;
use kamen_protocol::hub::{Command, Line, Reply};
use std::fmt::Display;
use std::io::BufReader;

pub(crate) fn run(input: &[u8]) {
    // A small buffer, so that lines cross its end.
    let mut reader = BufReader::with_capacity(7, input);
    while let Ok(Some(line)) = kamen_tournament::transport::lines::next_line(&mut reader) {
        let Ok(line) = line else { continue };
        hold(&line, Line::parse);
        hold(&line, Command::parse);
        hold(&line, Reply::parse);
        let _ = parse_level(&line);
    }
}

/// What is read is written in one line, from which the same is read; a control in a value is a blank by then.
fn hold<T: Display, E: Display>(line: &str, parse: impl Fn(&str) -> Result<T, E>) {
    let Ok(read) = parse(line) else { return };
    let written = read.to_string();
    assert!(!written.contains(['\n', '\r']), "{line:?}");
    match parse(&written) {
        Ok(again) => assert_eq!(again.to_string(), written, "{line:?}"),
        Err(error) => panic!("{line:?} {written:?}: {error}"),
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::texts(&[
        "hub\nset-param name=variant value=czech\nset-param name=book value=\ninit\nnew-game\nping\nstop\nponder-hit\nquit\n",
        "pos start moves=\"32-28 17-22 28x17x22\"\npos pos=Wbbbbbeeeewwww\npos pos=BeeeeWeee moves=\"1-2\" wolf=\"W28=1 B5=2\"\n",
        "level depth=9 nodes=1000 move-time=0.5\nlevel moves=75 time=300.25 inc=0.1\nlevel infinite\nlevel handicap=3 ply=4\n",
        "go think\ngo analyze multi-pv=3 searchmoves=\"32-28 31-26\"\ngo ponder\ngo\n",
        "id name=Scan version=3.1 author=\"Fabien Letouzey\" country=France\nparam name=threads value=1 type=int min=1 max=16\n\
         param name=variant value=normal type=enum values=\"normal killer\"\nparam name=book value=true type=bool\nwait\nready\n",
        "info depth=11 mean-depth=7.8 score=0.01 nodes=5000 time=0.02 nps=1.1 pv=\"32-28 19-23 28x19\"\n\
         info depth=3 score=+90.12 wdl=\"1 2 997\" multi-pv=2 pv=\"1-2 \"\n",
        "done move=32-28 ponder=17-22\ndone\npong\nerror message=\"no such \\ thing\"\n",
        "depth=9 move-time=1\ntime=-1 inc=1e9\nnodes=99999999999999999999\n",
    ])
}
