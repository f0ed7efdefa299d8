//! What pictures in SVG have in common.

use crate::visible;

/// Text of any origin, safe between tags.
pub(super) fn escaped(text: &str) -> String {
    visible::line(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
