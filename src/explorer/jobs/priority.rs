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
