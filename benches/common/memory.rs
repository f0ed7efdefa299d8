//! How much memory something takes.

/// Runs, and gives the MiB by which the process grew at its largest; `None` where the system does not tell (Linux does).
pub fn growth<T>(work: impl FnOnce() -> T) -> (T, Option<f64>) {
    // 5 sets the peak back to what is held now (proc(5)).
    let is_reset = std::fs::write("/proc/self/clear_refs", "5").is_ok();
    let before = held("VmRSS:");
    let result = work();
    let grown = held("VmHWM:").zip(before).map(|(peak, before)| (peak - before).max(0.0) / 1024.0);
    (result, grown.filter(|_| is_reset))
}

/// A line of /proc/self/status, in KiB.
fn held(name: &str) -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(name))?;
    line.trim().trim_end_matches("kB").trim().parse().ok()
}
