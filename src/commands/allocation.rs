//! What is said when no memory is left: one line, and the exit code of a failure, instead of an abort.

use simscope_core::display::{Lang, lang};
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// The allocator of the system, which ends the process where there is nothing left to give.
#[derive(Debug)]
pub struct Allocator;

// SAFETY: everything is handed on to the allocator of the system, which keeps the contract.
unsafe impl GlobalAlloc for Allocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract, here and below.
        given(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        given(unsafe { System.realloc(old, layout, size) }, size)
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(memory, layout) }
    }
}

/// Whether the owner of the terminal ends the process, because it must restore the terminal first.
static IS_HANDED_OVER: AtomicBool = AtomicBool::new(false);

impl Allocator {
    /// From now on the standard library ends the process, with its signal.
    pub fn hand_over() {
        IS_HANDED_OVER.store(true, Ordering::Relaxed);
    }
}

#[inline]
fn given(memory: *mut u8, bytes: usize) -> *mut u8 {
    if memory.is_null() && !IS_HANDED_OVER.load(Ordering::Relaxed) {
        end(bytes);
    }
    memory
}

/// Nothing may be allocated here.
#[cold]
fn end(bytes: usize) -> ! {
    let mut err = io::stderr();
    let _ = match lang() {
        Lang::En => writeln!(
            err,
            "simscope: no memory is left for {bytes} bytes more; give less at once, or try --memory and fewer --threads"
        ),
        Lang::Zh => {
            writeln!(
                err,
                "simscope: 内存不足，无法再分配 {bytes} 字节；请减少一次处理的数据，或用 --memory 并减少 --threads"
            )
        }
    };
    #[cfg(unix)]
    // SAFETY: ends the process at once. What it left behind, the next one removes.
    unsafe {
        libc::_exit(1);
    }
    #[cfg(not(unix))]
    std::process::abort();
}
