//! Writes a file about a panic for the maintainer of this copy of the program, without any text of the corpus.
//!
//! A panic's message may quote what was read, so it goes neither into the file nor onto standard error. Of a program whose
//! symbols were stripped the backtrace has addresses only; the place of the panic is always named.

use crate::display::{Phrase, lang, say};
use crate::recipe::{Recipe, named};
use crate::settings::state_folder;
use crate::{temporary, visible};
use jiff::Timestamp;
use std::backtrace::Backtrace;
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Write};
use std::panic::{self, PanicHookInfo};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{env, process, thread};

/// Columns and rows of the terminal, 16 bits each; 0 without one.
static TERMINAL: AtomicU32 = AtomicU32::new(0);
/// The name of the recipe, if it is one of the catalogue.
static RECIPE: Mutex<Option<&'static str>> = Mutex::new(None);

/// Notes how large the terminal is.
pub fn note_terminal(columns: u16, rows: u16) {
    TERMINAL.store(u32::from(columns) << 16 | u32::from(rows), Ordering::Relaxed);
}

/// Notes by which recipe is signed. The name of one's own recipe is not noted.
pub fn note_recipe(recipe: &Recipe) {
    let name = recipe.name.filter(|name| named().iter().any(|named| named.name == *name));
    *RECIPE.lock().unwrap_or_else(PoisonError::into_inner) = Some(name.unwrap_or("another"));
}

/// From now on a panic prints one line on standard error, which names the file, unless `is_quiet` says that the panic is caught.
/// With RUST_BACKTRACE the message is printed as well, as Rust does.
pub fn watch(is_quiet: impl Fn() -> bool + Send + Sync + 'static) {
    let before = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if is_quiet() {
            return;
        }
        if env::var_os("RUST_BACKTRACE").is_some_and(|wanted| wanted != "0") {
            before(info);
        }
        if info.payload().downcast_ref::<String>().is_some_and(|what| is_of_thread(what)) {
            let _ = writeln!(io::stderr(), "simscope: {}", lang().pick(NO_THREAD));
            temporary::remove_all();
            process::exit(1);
        }
        let place = place_of(info);
        let told = match report(info) {
            Some(path) => say!(
                "simscope: an error of the program itself at {place}; please send {} to those from whom you have the program, \
                 with what you did; no text of yours is in it",
                "simscope：程序自身出错，位于 {place}；请把 {} 和出错前的操作发给程序的提供者；其中不含任何文本内容",
                visible::line(&path.to_string_lossy())
            ),
            None => say!(
                "simscope: an error of the program itself at {place} (version {VERSION}); please report it to those from whom you have the program",
                "simscope：程序自身出错，位于 {place}（版本 {VERSION}）；请告知程序的提供者"
            ),
        };
        let _ = writeln!(io::stderr(), "{told}");
    }));
}

/// A thread cannot be started, which is no error of the program.
pub const NO_THREAD: Phrase = (
    "a thread cannot be started; choose fewer by --threads, or allow the process more threads and memory",
    "无法启动线程；请用 --threads 减少线程，或允许进程使用更多线程和内存",
);

/// Whether the standard library, or rayon, says so.
fn is_of_thread(message: &str) -> bool {
    message.starts_with("failed to spawn thread") || message.contains("ThreadPoolBuildError")
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn place_of(info: &PanicHookInfo<'_>) -> String {
    info.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string)
}

/// Writes the file for a panic, the first of this process; returns its path.
pub fn report(info: &PanicHookInfo<'_>) -> Option<PathBuf> {
    static IS_WRITTEN: AtomicBool = AtomicBool::new(false);
    if IS_WRITTEN.swap(true, Ordering::SeqCst) {
        return None;
    }
    let folder = state_folder()?;
    let now = Timestamp::now().strftime("%Y%m%d-%H%M%S").to_string();
    let path = folder.join(format!("crash-{now}-{}.txt", process::id()));
    fs::create_dir_all(&folder).ok()?;
    write_new(&path, &content(&place_of(info), &now)).ok()?;
    Some(path)
}

fn write_new(path: &Path, content: &str) -> io::Result<()> {
    File::create_new(path)?.write_all(content.as_bytes())
}

fn content(place: &str, now: &str) -> String {
    let terminal = TERMINAL.load(Ordering::Relaxed);
    // The thread that holds the lock may be the one that panicked.
    let recipe = RECIPE.try_lock().ok().and_then(|name| *name).unwrap_or("none");
    let mut text = String::new();
    let _ = writeln!(
        text,
        "simscope {VERSION} ended by an error of its own. This file holds no text of a corpus.\n"
    );
    let _ = writeln!(text, "place      {place}");
    let _ = writeln!(text, "thread     {}", thread::current().name().unwrap_or("one without a name"));
    let _ = writeln!(text, "time       {now} UTC");
    let _ = writeln!(text, "system     {} {}", env::consts::OS, env::consts::ARCH);
    match terminal {
        0 => text.push_str("terminal   none\n"),
        size => {
            let _ = writeln!(text, "terminal   {} × {}", size >> 16, size & 0xffff);
        }
    }
    let _ = writeln!(text, "recipe     {recipe}\n\n{}", Backtrace::force_capture());
    text
}
