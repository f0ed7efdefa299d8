//! The library for a page in the browser: requests and answers are JSON, handed over in the memory of the module.
//!
//! The page writes a request where [`room`] says, calls [`answer`], and reads [`length`] bytes where that says. Nothing
//! is computed here that the library does not compute.

mod classroom;
mod corpus;
mod request;
mod signature;
#[cfg(test)]
mod tests;

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A request that is being written, and the answer to the last one.
static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn held(buffer: &'static Mutex<Vec<u8>>) -> MutexGuard<'static, Vec<u8>> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The address where a request of this many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut request = held(&REQUEST);
    request.clear();
    request.resize(bytes, 0);
    request.as_mut_ptr()
}

/// Computes the answer to the request that was written; returns where it stands until the next one.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    let answered = request::answer(&held(&REQUEST));
    let mut answer = held(&ANSWER);
    *answer = answered;
    answer.as_ptr()
}

/// The bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn length() -> usize {
    held(&ANSWER).len()
}
