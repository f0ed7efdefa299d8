//! Runs the program, from the root of the repository.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking, its helpers too")]
#![allow(dead_code, reason = "each test file uses its part")]

use assert_cmd::Command;
use std::ffi::OsStr;
use std::process::Output;

pub const TANG: &str = "samples/zh_tang_two_editions.jsonl";
pub const LICENCES: &str = "samples/en_licenses.jsonl";
pub const SERMON: &str = "samples/en_sermon_kjv_asv.jsonl";

/// The program with these arguments, not yet run.
pub fn simscope(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("simscope").unwrap();
    // The tests do not use the settings of the user who runs them.
    command.current_dir(env!("CARGO_MANIFEST_DIR")).args(arguments).env("SIMSCOPE_CONFIG", "");
    // Nor is their language.
    command.env("LC_ALL", "C").env_remove("SIMSCOPE_LANGUAGE");
    command
}

/// Another program, or a shell that finds it as `$BIN`; also without the user's settings and language.
pub fn program(name: impl AsRef<OsStr>) -> std::process::Command {
    let mut command = std::process::Command::new(name);
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env("BIN", env!("CARGO_BIN_EXE_simscope"));
    command.env("SIMSCOPE_CONFIG", "").env("LC_ALL", "C").env_remove("SIMSCOPE_LANGUAGE");
    command
}

/// What it printed.
pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// A call that must succeed.
pub fn succeed(arguments: &[&str]) -> Output {
    let output = simscope(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    output
}

/// Standard output of a call that must succeed.
pub fn stdout(arguments: &[&str]) -> String {
    text(&succeed(arguments).stdout)
}
