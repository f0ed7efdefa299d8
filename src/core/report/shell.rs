//! Words of a command line, quoted for a shell.

use crate::visible;
use std::ffi::OsStr;
use std::fmt::Write as _;

/// The words as one line that a shell (POSIX 2024, bash, zsh) cuts into the same words. What cannot be shown as it is (a
/// control character, a byte that is no UTF-8) is written as `$'\ooo'`.
///
/// ```
/// # use simscope_core as simscope;
/// assert_eq!(simscope::report::quoted(["a b.txt", "it's", "-k3"]), r"'a b.txt' 'it'\''s' -k3");
/// ```
pub fn quoted<S: AsRef<OsStr>>(words: impl IntoIterator<Item = S>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| one(word.as_ref())).collect();
    words.join(" ")
}

fn one(word: &OsStr) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_@%+=:,./-".contains(c);
    match word.to_str() {
        Some(text) if !text.is_empty() && !text.starts_with('=') && text.chars().all(is_plain) => {
            text.to_owned()
        }
        Some(text) if text.chars().all(|c| visible::stand_in(c).is_none()) => {
            format!("'{}'", text.replace('\'', r"'\''"))
        }
        _ => in_octal(word),
    }
}

/// Bytes that are printable ASCII as they are, all others by their number.
fn in_octal(word: &OsStr) -> String {
    let mut quoted = "$'".to_owned();
    for &byte in word.as_encoded_bytes() {
        match byte {
            b'\'' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' => quoted.push(char::from(byte)),
            // Writing into a String cannot fail.
            _ => {
                let _ = write!(quoted, "\\{byte:03o}");
            }
        }
    }
    quoted + "'"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_a_shell_would_change_are_quoted() {
        for (word, expected) in [
            ("titles.jsonl", "titles.jsonl"),
            ("语料.jsonl", "语料.jsonl"),
            ("", "''"),
            ("a b", "'a b'"),
            ("$HOME;`x`", "'$HOME;`x`'"),
            ("it's", r"'it'\''s'"),
            ("jaccard>=0.5", "'jaccard>=0.5'"),
            ("a\n'b\\\u{202e}", r"$'a\012\'b\\\342\200\256'"),
        ] {
            assert_eq!(quoted([word]), expected, "{word:?}");
        }
        assert_eq!(quoted(["a", "b c"]), "a 'b c'");
    }

    #[cfg(unix)]
    #[test]
    fn bytes_that_are_no_text_are_written_by_their_number() {
        use std::os::unix::ffi::OsStrExt;
        assert_eq!(quoted([OsStr::from_bytes(b"caf\xe9")]), r"$'caf\351'");
    }
}
