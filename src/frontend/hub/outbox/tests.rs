use super::*;
use crate::hub::lines;
use crossbeam_channel::unbounded;
use kamen_core::score::Score;
use std::sync::{Arc, Mutex};
use std::thread;

/// Remembers each write.
#[derive(Clone, Default)]
struct Writes(Arc<Mutex<Vec<String>>>);

impl Write for Writes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        self.0.lock().unwrap().push(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn info(depth: u32, line: Option<u32>, milliseconds: u64, is_analysis: bool) -> Reply {
    Reply::Info(SearchInfo {
        depth,
        mean_depth: 1.0,
        score: Score(0),
        nodes: 1,
        time: Duration::from_millis(milliseconds),
        pv: vec!["32-28".to_owned()],
        line,
        is_analysis,
        statistics: None,
        wdl: None,
    })
}

fn done() -> Reply {
    let (best, ponder) = (Some("32-28".to_owned()), None);
    Reply::Done { best, ponder }
}

/// What is written of replies that come in these steps, each so many milliseconds after the one before: of an `info` its depth
/// and line, and what was written in one piece in one word.
fn written(steps: Vec<(u64, Vec<Reply>)>) -> Vec<String> {
    let writes = Writes::default();
    let (sender, replies) = unbounded();
    let mut outbox = Outbox::new(writes.clone(), false, |reply| lines("Kamen", reply));
    thread::scope(|scope| {
        scope.spawn(move || outbox.run(&replies).unwrap());
        for (pause, replies) in steps {
            thread::sleep(Duration::from_millis(pause));
            replies
                .into_iter()
                .for_each(|reply| sender.send(reply).unwrap());
        }
        drop(sender);
    });
    let word = |line: &str| {
        let mut words = line.split(' ');
        let command = words.next().unwrap_or_default().to_owned();
        let depth = words.next().and_then(|word| word.strip_prefix("depth="));
        let place = line.split(" multi-pv=").nth(1);
        let shown = place.map_or(String::new(), |place| format!("/{place}"));
        depth.map_or(command, |depth| format!("{depth}{shown}"))
    };
    let text = |write: &String| write.lines().map(word).collect::<Vec<_>>().join("+");
    writes.0.lock().unwrap().iter().map(text).collect()
}

#[test]
fn a_quick_answer_brings_its_last_progress_along() {
    let steps = vec![
        (0, vec![info(1, None, 0, false)]),
        (5, vec![info(2, None, 5, false), info(3, None, 6, false)]),
        (5, vec![Reply::Pong]),
        (5, vec![done(), done()]),
        (0, vec![info(1, None, 0, false), done()]),
    ];
    assert_eq!(written(steps), ["pong", "3+done", "done", "1+done"]);
}

#[test]
fn progress_of_a_longer_search_is_written_in_between() {
    // The search began 490 milliseconds ago.
    let steps = vec![
        (
            0,
            vec![info(7, None, 490, false), info(8, None, 490, false)],
        ),
        (
            200,
            vec![info(9, None, 690, false), info(10, None, 690, false)],
        ),
        (20, vec![done()]),
    ];
    assert_eq!(written(steps), ["8", "10+done"]);
}

#[test]
fn an_analysis_shows_more() {
    let steps = vec![
        (0, vec![info(1, None, 0, true), info(2, None, 1, true)]),
        (250, vec![info(3, None, 250, true)]),
        (250, vec![info(4, None, 500, true), done()]),
    ];
    assert_eq!(written(steps), ["2", "3", "4+done"]);
}

#[test]
fn the_lines_of_a_depth_stay_together() {
    let of_depth = |depth| {
        (1..=3)
            .rev()
            .map(move |line| info(depth, Some(line), 0, true))
    };
    let mut begun: Vec<Reply> = of_depth(1).chain(of_depth(2)).collect();
    begun.extend(of_depth(3).take(2));
    let steps = vec![
        (0, begun),
        (250, vec![info(3, Some(1), 250, true)]),
        (0, vec![done()]),
    ];
    assert_eq!(written(steps), ["2/3+2/2+2/1", "3/3+3/2+3/1+done"]);
}
