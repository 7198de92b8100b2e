//! The module under the Python of this machine: `tests/test_kamen.py` and the examples of its documentation.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_module_does_what_its_tests_in_python_want() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: no python3 here");
        return;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let built = env::current_exe().unwrap().with_file_name("lib_kamen.so");
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("kamen");
    fs::create_dir(&package).unwrap();
    for entry in fs::read_dir(here.join("kamen")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, package.join(path.file_name().unwrap())).unwrap();
        }
    }
    fs::copy(built, package.join("_kamen.abi3.so")).unwrap();
    let tested = Command::new("python3")
        .args(["-W", "error", "-m", "unittest", "-v", "test_kamen"])
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .env(
            "PYTHONPATH",
            env::join_paths([folder.path(), &here.join("tests")]).unwrap(),
        )
        .current_dir(folder.path())
        .output()
        .unwrap();
    let told = String::from_utf8_lossy(&tested.stderr);
    assert!(tested.status.success(), "{told}");
    assert!(told.contains("Ran "), "{told}");
}
