//! Encodings, as far as they show only when a file is read.

use super::{file, gzip};

#[test]
fn utf16_without_a_mark_is_known_even_if_its_first_bytes_look_like_a_line() {
    // U+4E0A begins with a byte that is a line feed in ASCII; U+4E77 with one that is a letter.
    let text = "上海的法律\n上海人人生而自由，在尊严和权利上一律平等。\n";
    for is_little in [true, false] {
        let bytes = |unit: u16| if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        let stored: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
        for (name, stored) in [("a.txt", stored.clone()), ("a.txt.gz", gzip(&stored)), ("a", stored)] {
            let outcome = file(name, stored);
            assert_eq!(
                outcome.documents,
                ["1=上海的法律", "2=上海人人生而自由，在尊严和权利上一律平等。"],
                "{name} {is_little}"
            );
        }
    }
}
