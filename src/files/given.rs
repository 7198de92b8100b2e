//! Files that whoever uses this library hands over: in a browser there is no file system. Begin with [`give`].

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

type Files = BTreeMap<String, &'static [u8]>;

fn files() -> MutexGuard<'static, Files> {
    static FILES: Mutex<Files> = Mutex::new(BTreeMap::new());
    FILES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Hands over a file under the name that one which the library carries inside would have, such as `czech.weights`. It goes
/// before that one, and is kept until the process ends; a later one of the name takes its place.
pub fn give(name: &str, bytes: Vec<u8>) {
    files().insert(name.to_owned(), bytes.leak());
}

/// The file that was handed over under a name.
pub fn given(name: &str) -> Option<&'static [u8]> {
    files().get(name).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_file_of_a_name_is_found() {
        assert_eq!(given("a"), None);
        give("a", vec![1]);
        give("b", vec![2]);
        give("a", vec![3]);
        assert_eq!((given("a"), given("b")), (Some(&[3][..]), Some(&[2][..])));
    }
}
