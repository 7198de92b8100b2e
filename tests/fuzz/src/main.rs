//! Inputs of fuzz targets: `kamen-fuzz list`, `kamen-fuzz seeds TARGET DIR`, `kamen-fuzz run TARGET FILE..`.

use kamen_fuzz::{TARGETS, Target, drive};
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs, io};

const USAGE: &str = "\
kamen-fuzz list                   the names of all targets
kamen-fuzz seeds TARGET DIR       write its seeds and its corpus into a folder
kamen-fuzz run TARGET FILE..      run it on inputs";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["list"] => TARGETS
            .iter()
            .for_each(|target| println!("{}", target.name)),
        [command @ ("seeds" | "run"), name, ref paths @ ..] if !paths.is_empty() => {
            let Some(target) = Target::named(name) else {
                eprintln!("kamen-fuzz: no target '{name}'");
                return ExitCode::from(2);
            };
            let done = match command {
                "seeds" => write_seeds(target, Path::new(paths[0])),
                _ => run(target, paths),
            };
            if let Err(error) = done {
                eprintln!("kamen-fuzz: {error}");
                return ExitCode::FAILURE;
            }
        }
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

fn write_seeds(target: &Target, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (number, seed) in (target.seeds)().iter().enumerate() {
        fs::write(folder.join(format!("seed-{number}")), seed)?;
    }
    for (path, bytes) in drive::read_corpus(&drive::corpus(target))? {
        fs::write(folder.join(path.file_name().unwrap_or_default()), bytes)?;
    }
    Ok(())
}

fn run(target: &Target, paths: &[&str]) -> io::Result<()> {
    for path in paths {
        (target.run)(&fs::read(path)?);
    }
    Ok(())
}
