//! HUP, INT and TERM end a command, which then leaves no temporary file behind.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// A process that ends with this one; 0 for none.
static CHILD: AtomicU32 = AtomicU32::new(0);

/// A signal that ends this process is sent on to that one.
pub(super) fn end_with_us(process: u32) {
    CHILD.store(process, Ordering::Relaxed);
}

/// The next INT does not end this process, which shows what it has instead.
static IS_PATIENT: AtomicBool = AtomicBool::new(false);

/// That INT came.
static IS_ASKED: AtomicBool = AtomicBool::new(false);

/// Whether the next INT does not end the process.
pub(super) fn be_patient(is_patient: bool) {
    IS_PATIENT.store(is_patient, Ordering::Relaxed);
}

/// Whether the user asked for what there is so far.
pub(super) fn is_asked() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}

/// Watches them; one that is ignored (`nohup`, a job in the background) stays ignored. The exit code is 128 + n.
#[cfg(unix)]
pub(super) fn watch() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let watched = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|&signal| !is_ignored(signal));
    // Without the watch a signal ends the command as well, only less tidily.
    let Ok(mut signals) = signal_hook::iterator::Signals::new(watched) else { return };
    let _ = std::thread::Builder::new().name("signals".into()).spawn(move || {
        for signal in signals.forever() {
            if signal == SIGINT && IS_PATIENT.swap(false, Ordering::Relaxed) {
                IS_ASKED.store(true, Ordering::Relaxed);
                continue;
            }
            simscope_core::temporary::remove_all();
            let child = CHILD.load(Ordering::Relaxed);
            if child != 0 {
                let _ = std::process::Command::new("kill").arg(child.to_string()).status();
            }
            std::process::exit(128 + signal);
        }
    });
}

#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    // SAFETY: the structure is plain data and lives through the call, which only asks.
    unsafe {
        let mut now: libc::sigaction = std::mem::zeroed();
        libc::sigaction(signal, std::ptr::null(), &mut now) == 0 && now.sa_sigaction == libc::SIG_IGN
    }
}

#[cfg(not(unix))]
pub(super) fn watch() {}
