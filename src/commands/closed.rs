//! Whether standard input or output was closed when the program was started (`<&-`, `>&-`).
//!
//! Rust opens `/dev/null` in their place before `main`, so that what is written would vanish, and what is read would be
//! empty, without an error. They are therefore looked at still earlier, by a function that the loader runs before
//! everything else.

use crate::language::pick;
use simscope_core::display::say;
use std::io;

/// The error of what is written to a closed standard output.
pub(super) fn check_stdout() -> io::Result<()> {
    if before_main::was_closed(1) {
        Err(io::Error::other(pick(("it is closed", "已关闭"))))
    } else {
        Ok(())
    }
}

/// The error of what is to come from a closed standard input.
pub(super) fn check_stdin() -> Result<(), String> {
    match before_main::was_closed(0) {
        false => Ok(()),
        true => Err(say!(
            "standard input: it is closed; give the text through a pipe, or name a file",
            "标准输入：已关闭；请通过管道提供文本，或指定文件"
        )),
    }
}

#[cfg(any(target_os = "linux", target_os = "macos"))]
mod before_main {
    use std::sync::atomic::{AtomicBool, Ordering};

    /// Standard input and output.
    static WERE_CLOSED: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];

    // SAFETY: the section holds pointers to functions of this type; this one allocates nothing and cannot panic.
    #[used]
    #[cfg_attr(target_os = "linux", unsafe(link_section = ".init_array"))]
    #[cfg_attr(target_os = "macos", unsafe(link_section = "__DATA,__mod_init_func"))]
    static LOOK: extern "C" fn() = {
        extern "C" fn look() {
            for (descriptor, was_closed) in (libc::STDIN_FILENO..).zip(&WERE_CLOSED) {
                // SAFETY: asks for the flags of a descriptor by its number, which need not be open.
                let flags = unsafe { libc::fcntl(descriptor, libc::F_GETFD) };
                was_closed.store(flags == -1, Ordering::Relaxed);
            }
        }
        look
    };

    pub(super) fn was_closed(descriptor: usize) -> bool {
        // Named here, the function is linked.
        std::hint::black_box(&LOOK);
        WERE_CLOSED[descriptor].load(Ordering::Relaxed)
    }
}

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
mod before_main {
    pub(super) fn was_closed(_: usize) -> bool {
        false
    }
}
