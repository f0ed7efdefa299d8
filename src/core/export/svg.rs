//! Shared by all SVG pictures.

use crate::visible;

/// Escapes text for use between tags.
pub(super) fn escaped(text: &str) -> String {
    visible::line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
