//! Which threads get the processor first.

/// Lets the calling thread, which computes, come after the one that draws: otherwise a key waits until a computing thread
/// has used up its time slice. Only on Linux, where each thread has a priority of its own; elsewhere a process has one.
pub fn step_back() {
    /// A tenth of the time that another thread of the same session gets, where both want all of it.
    #[cfg(target_os = "linux")]
    const LOWER: i32 = 10;
    // A limit that forbids it costs some smoothness only.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::nice(LOWER);
}

/// No more heaps than threads that compute; the library would make eight times as many. Called before there are jobs.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn keep_few_heaps() {
    let heaps = std::thread::available_parallelism().map_or(2, |threads| threads.get().clamp(2, 16));
    // SAFETY: it takes two numbers, and counts for heaps that are yet to be made.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, heaps as libc::c_int) };
}

/// Gives back what is free, at most twice a second: it takes some milliseconds.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(super) fn give_back() {
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    const PAUSE: Duration = Duration::from_millis(500);
    static LAST: Mutex<Option<Instant>> = Mutex::new(None);
    // Who finds it locked leaves it to the other.
    let Ok(mut last) = LAST.try_lock() else { return };
    if last.is_none_or(|last| last.elapsed() >= PAUSE) {
        // SAFETY: it takes a number, locks the heaps itself, and changes nothing that is in use.
        unsafe { libc::malloc_trim(0) };
        *last = Some(Instant::now());
    }
}

/// Other allocators do so by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn give_back() {}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(super) fn keep_few_heaps() {}
