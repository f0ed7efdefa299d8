//! How much memory a command may fill: what `--memory` says, or a share of what is free.

use simscope_core::corpus::Memory;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

/// Used where it is not known how much is free.
const UNKNOWN: u64 = 4 << 30;
/// Never less, so that a small corpus opens on a full machine as well.
const LEAST: u64 = 64 << 20;

/// What may be loaded without `--memory`: half of what was free when it was first asked for.
pub(super) fn default() -> Memory {
    // One value, so that whatever reads a corpus twice stops at the same document.
    static HALF: OnceLock<u64> = OnceLock::new();
    Memory::of(*HALF.get_or_init(|| (free().unwrap_or(UNKNOWN) / 2).max(LEAST)))
}

/// Free bytes, as far as Linux says: of the machine, and of the control groups of this process.
fn free() -> Option<u64> {
    let of_machine = available(&fs::read_to_string("/proc/meminfo").ok()?)?;
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let of_groups = groups.lines().filter_map(|line| of_group(line, Path::new("/sys/fs/cgroup")));
    Some(of_groups.fold(of_machine, u64::min))
}

/// `MemAvailable` of `/proc/meminfo`, in bytes.
fn available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes << 10)
}

/// The least room left in a control group and those above it; `line` is one of `/proc/self/cgroup`, in version 2 or 1 of
/// the interface (see `cgroups(7)`). `None` if none of them has a limit. In a container the group itself is at the root.
fn of_group(line: &str, root: &Path) -> Option<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (controllers, path) = (fields.next()?, fields.next()?);
    let (root, most, used) = match controllers {
        "" => (root.to_owned(), "memory.max", "memory.current"),
        _ if controllers.split(',').any(|controller| controller == "memory") => {
            (root.join("memory"), "memory.limit_in_bytes", "memory.usage_in_bytes")
        }
        _ => return None,
    };
    let own = root.join(path.trim_start_matches('/'));
    let groups = own.ancestors().take_while(|folder| folder.starts_with(&root));
    let number = |path: &Path| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let left = |folder: &Path| {
        let used = number(&folder.join(used))?.saturating_sub(cached(folder));
        Some(number(&folder.join(most))?.saturating_sub(used))
    };
    groups.filter_map(left).min()
}

/// Bytes of files that count as used, and are given back when they are needed.
fn cached(group: &Path) -> u64 {
    let statistics = fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
    let line = statistics.lines().find_map(|line| line.strip_prefix("inactive_file "));
    line.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_machine_has_free_is_read() {
        let meminfo = "MemTotal:       24684092 kB\nMemFree:  1 kB\nMemAvailable:   22055144 kB\n";
        assert_eq!(available(meminfo), Some(22_055_144 << 10));
        assert_eq!(available("MemAvailable: many\n"), None);
    }

    #[test]
    fn the_tightest_control_group_counts() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let write = |path: &str, text: &str| {
            let path = root.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("memory.max", "max\n");
        write("a/memory.max", "1000\n");
        write("a/memory.current", "700\n");
        write("a/memory.stat", "anon 1\ninactive_file 200\n");
        write("a/b/memory.max", "max\n");
        write("a/b/memory.current", "700\n");
        write("memory/c/memory.limit_in_bytes", "100\n");
        write("memory/c/memory.usage_in_bytes", "400\n");
        for (line, left) in [
            ("0::/a/b", Some(500)),
            ("0::/", None),
            ("0::/none/at/all", None),
            ("4:cpu,memory:/c", Some(0)),
            ("4:memory:/", None),
            ("4:cpu:/a", None),
            ("", None),
        ] {
            assert_eq!(of_group(line, root), left, "{line}");
        }
    }

    #[test]
    fn the_default_is_one_value_and_never_nothing() {
        assert!(default().bytes >= LEAST);
        assert_eq!(default(), default());
    }
}
