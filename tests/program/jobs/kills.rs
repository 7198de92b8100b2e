//! Jobs that are killed at random moments: 10 times each, or as often as `KAMEN_KILLS` says; of those alone whose names have a word of
//! `KAMEN_JOBS` (`train,tune`) in them, if it is set.

use super::job::{JOBS, Job};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::process::Stdio;
use std::thread::{scope, sleep};
use std::time::{Duration, Instant};

/// After so many kills a job may come to its end.
const IN_A_ROW: u32 = 5;

fn number(name: &str, usual: u64) -> u64 {
    let asked = std::env::var(name).ok();
    asked.map_or(usual, |text| text.parse().unwrap())
}

#[test]
fn killed_at_random_moments_the_same_command_comes_to_the_same_end() {
    let kills = number("KAMEN_KILLS", 10);
    let seed = number("KAMEN_SEED", 1);
    let words = std::env::var("KAMEN_JOBS").unwrap_or_default();
    let is_wanted = |job: &Job| words.split(',').any(|word| job.name.contains(word));
    let wanted = JOBS.iter().enumerate().filter(|(_, job)| is_wanted(job));
    scope(|scope| {
        let (even, odd): (Vec<_>, Vec<_>) = wanted.partition(|(place, _)| place % 2 == 0);
        for lane in [even, odd] {
            scope.spawn(move || {
                for (place, job) in lane {
                    let mut random = Pcg64Mcg::seed_from_u64(seed + place as u64);
                    kill(job, kills, &mut random);
                }
            });
        }
    });
}

fn kill(job: &Job, kills: u64, random: &mut Pcg64Mcg) {
    let began = Instant::now();
    let expected = job.expected();
    let mut whole = began.elapsed();
    let (mut killed, mut ends) = (0, 0);
    while killed < kills {
        let folder = job.folder();
        let mut in_a_row = 0;
        loop {
            let mut command = job.command(&folder);
            let started = Instant::now();
            let mut child = (command.stdout(Stdio::null()).stderr(Stdio::null()))
                .spawn()
                .unwrap();
            if in_a_row < IN_A_ROW && killed < kills {
                sleep(whole.mul_f64(random.random()));
                child.kill().unwrap();
            }
            let status = child.wait().unwrap();
            if status.success() {
                // A machine that was busy the first time would let most later runs end before they are killed.
                if in_a_row == 0 {
                    whole = whole.min(started.elapsed());
                }
                break;
            }
            assert_eq!(status.code(), None, "{}: {status}", job.name);
            killed += 1;
            in_a_row += 1;
        }
        job.compare(&folder, &expected, &format!("killed {in_a_row} times"));
        ends += 1;
    }
    let seconds = began.elapsed().as_secs_f64();
    let whole = Duration::as_secs_f64(&whole);
    println!(
        "{}: {killed} kills, {ends} ends, each the same; {whole:.2} s alone, {seconds:.1} s in all",
        job.name
    );
}
