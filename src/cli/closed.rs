//! Whether standard output was closed when the program was started (`>&-`).
//!
//! Rust opens `/dev/null` in its place before `main`, so that what is written would vanish without an error. The answer
//! is therefore taken down still earlier, by a function that the loader runs before everything else.

use std::io;

/// The error of what is written to a closed standard output.
pub(super) fn check_stdout() -> io::Result<()> {
    if before_main::stdout_was_closed() {
        return Err(io::Error::other("it is closed"));
    }
    Ok(())
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering};

    static WAS_CLOSED: AtomicBool = AtomicBool::new(false);

    // SAFETY: the section holds pointers to functions of this type; this one allocates nothing and cannot panic.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = {
        extern "C" fn look() {
            // SAFETY: asks for the flags of a descriptor by its number, which need not be open.
            let flags = unsafe { libc::fcntl(libc::STDOUT_FILENO, libc::F_GETFD) };
            WAS_CLOSED.store(flags == -1, Ordering::Relaxed);
        }
        look
    };

    pub(super) fn stdout_was_closed() -> bool {
        // Named here, the function is linked.
        std::hint::black_box(&LOOK);
        WAS_CLOSED.load(Ordering::Relaxed)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod before_main {
    pub(super) fn stdout_was_closed() -> bool {
        false
    }
}
