//! Which characters are Han.

/// Whether jieba-rs 0.11 takes the character for Han (its `is_cjk`).
#[inline]
pub(crate) fn is_han(c: char) -> bool {
    matches!(c, '\u{4e00}'..='\u{9fff}') || is_rare_han(c)
}

fn is_rare_han(c: char) -> bool {
    matches!(c,
        '\u{3400}'..='\u{4dbf}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2a6df}'
        | '\u{2a700}'..='\u{2ebef}' | '\u{2f800}'..='\u{2fa1f}')
}
