//! Detects the encoding of bytes from a sample.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::SkipReason;

/// Bytes of a file that detection reads.
pub(super) const SAMPLE: usize = 256 << 10;

/// Magic numbers of binary formats whose first bytes could pass for text.
const BINARY_MAGIC: [&[u8]; 16] = [
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF8",
    b"%PDF-",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"\x7fELF",
    b"\xfd7zXZ\0",
    b"7z\xbc\xaf\x27\x1c",
    b"BZh91AY&SY",
    b"Rar!\x1a\x07",
    b"SQLite format 3\0",
    b"PAR1",
    b"\xca\xfe\xba\xbe",
    b"\0asm",
    b"OggS\0",
];

/// The encoding of a text that begins with `start` and the length of its byte order mark, or the reason why it
/// is not text.
///
/// `is_end`: nothing follows; otherwise a character cut off at the end of the sample is not an error. A few NUL
/// bytes are tolerated, because one line of a large file may be damaged.
pub(super) fn detect(start: &[u8], is_end: bool) -> Result<(&'static Encoding, usize), SkipReason> {
    if start.starts_with(b"\xff\xfe\0\0") || start.starts_with(b"\0\0\xfe\xff") {
        return Err(SkipReason::Undecodable); // UTF-32, which encoding_rs does not have
    }
    if let Some(by_mark) = Encoding::for_bom(start) {
        return Ok(by_mark);
    }
    if BINARY_MAGIC.iter().any(|magic| start.starts_with(magic)) {
        return Err(SkipReason::Binary);
    }
    if let Some(utf16) = utf16_without_mark(start) {
        return Ok((utf16, 0));
    }
    Ok((guess(start, is_end)?, 0))
}

/// The encoding of text without a byte order mark; `sample` must begin at a character boundary.
pub(super) fn guess(sample: &[u8], is_end: bool) -> Result<&'static Encoding, SkipReason> {
    if is_mostly_control(sample) {
        return Err(SkipReason::Binary);
    }
    if is_roughly_utf8(sample, is_end) {
        return Ok(UTF_8);
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, is_end);
    let guess = detector.guess(None, Utf8Detection::Deny);
    if decodes(guess, sample) { Ok(guess) } else { Err(SkipReason::Undecodable) }
}

/// Text has line ends, tabs, form feeds and perhaps escapes; other control bytes are rare.
fn is_mostly_control(sample: &[u8]) -> bool {
    let is_control = |&&byte: &&u8| matches!(byte, 0..=7 | 0x0e..=0x1a | 0x1c..=0x1f | 0x7f);
    sample.iter().filter(is_control).count() * 20 > sample.len()
}

/// UTF-8 with at most a few damaged bytes. Other encodings hardly ever form its sequences by chance.
fn is_roughly_utf8(sample: &[u8], is_end: bool) -> bool {
    let (mut sequences, mut faults) = (0, 0);
    let mut chunks = sample.utf8_chunks().peekable();
    while let Some(chunk) = chunks.next() {
        sequences += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        let is_cut_off = !is_end && chunks.peek().is_none();
        faults += usize::from(!chunk.invalid().is_empty() && !is_cut_off);
    }
    sequences >= faults * 4
}

/// UTF-16 text has NUL bytes (line ends and spaces at least), is not UTF-8 unless they are very many, and decodes to
/// common characters in one byte order only.
///
/// Chinese on few long lines has next to none; but its stops and commas (U+3001, U+3002) have bytes that no other
/// encoding of text has. Then nearly all must be ideographs, kana, their punctuation or ASCII: Hangul and other scripts
/// would let through what is GBK or binary. And the stops, spaces and line ends must be there, so that one damaged byte
/// does not make UTF-16 of Shift_JIS.
fn utf16_without_mark(sample: &[u8]) -> Option<&'static Encoding> {
    let zeros = memchr::memchr_iter(0, sample).count();
    let has_few = zeros * 400 < sample.len();
    let controls = zeros + memchr::memchr2_iter(1, 2, sample).count();
    if controls == 0 || (zeros * 5 < sample.len() && is_roughly_utf8(sample, false)) {
        return None;
    }
    let is_usual = if has_few { is_usual_in_chinese } else { is_usual };
    let whole_units = &sample[..sample.len() / 2 * 2];
    [UTF_16LE, UTF_16BE].into_iter().find(|encoding| {
        let (text, _) = encoding.decode_without_bom_handling(whole_units);
        let (usual, all) =
            text.chars().fold((0, 0), |(usual, all), c| (usual + usize::from(is_usual(c)), all + 1));
        let stops = || text.matches(['、', '。', '\u{3000}', ' ', '\n', '\r']).count();
        all > 0 && usual * 20 >= all * 19 && (!has_few || stops() * 4 >= controls)
    })
}

fn is_usual_in_chinese(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{2010}'..='\u{2027}' | '\u{3000}'..='\u{30FF}'
        | '\u{4E00}'..='\u{9FFF}' | '\u{FF01}'..='\u{FF5E}')
}

/// Letters, ideographs and punctuation; other characters are rare in real text.
fn is_usual(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{A0}'..='\u{6FF}' | '\u{900}'..='\u{E7F}' | '\u{1E00}'..='\u{1FFF}'
        | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{205E}' | '\u{3000}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}'
        | '\u{AC00}'..='\u{D7A3}' | '\u{FF01}'..='\u{FFEE}' | '\u{1F300}'..='\u{1FAFF}' | '\u{20000}'..='\u{323AF}')
}

/// Whether at most one character in ten decodes to a replacement or to a control character (which single-byte
/// encodings assign to unused bytes).
fn decodes(encoding: &'static Encoding, sample: &[u8]) -> bool {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let is_damaged = |c: &char| matches!(c, '\u{FFFD}' | '\u{80}'..='\u{9F}');
    text.chars().filter(is_damaged).count() * 10 <= text.chars().count()
}

/// ASCII without NUL: the same text in every encoding but UTF-16.
pub(super) fn is_plain_ascii(bytes: &[u8]) -> bool {
    bytes.is_ascii() && memchr::memchr(0, bytes).is_none()
}

/// The encoding as one that was guessed, which is to be named; UTF-8 and one that a mark tells are not.
pub(super) fn guessed(encoding: &'static Encoding, mark: usize) -> Option<&'static Encoding> {
    (mark == 0 && encoding != UTF_8).then_some(encoding)
}

/// Decodes a whole document in the `given` encoding, or in the detected one; returns which was guessed.
pub(super) fn decode_whole<'b>(
    bytes: &'b [u8],
    given: Option<&'static Encoding>,
) -> Result<(Cow<'b, str>, Option<&'static Encoding>), SkipReason> {
    let (encoding, mark) = match given {
        Some(given) => Encoding::for_bom(bytes).unwrap_or((given, 0)),
        None => detect_whole(bytes)?,
    };
    let (text, _) = encoding.decode_without_bom_handling(&bytes[mark..]);
    if memchr::memchr(0, text.as_bytes()).is_some() {
        return Err(SkipReason::Binary);
    }
    let guess = guessed(encoding, mark).filter(|_| given.is_none());
    let is_damaged = || text.matches('\u{FFFD}').count() * 10 > text.chars().count();
    if given.is_some() && is_damaged() { Err(SkipReason::Undecodable) } else { Ok((text, guess)) }
}

/// Detects from the start, or, where the start is ASCII, from the part around the first other byte.
fn detect_whole(bytes: &[u8]) -> Result<(&'static Encoding, usize), SkipReason> {
    let start = &bytes[..bytes.len().min(SAMPLE)];
    let first = Encoding::ascii_valid_up_to(bytes);
    if start.len() == bytes.len() || first < start.len() || first == bytes.len() || !is_plain_ascii(start) {
        return detect(start, start.len() == bytes.len());
    }
    let end = bytes.len().min(first + SAMPLE);
    Ok((guess(&bytes[first..end], end == bytes.len())?, 0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{BIG5, EUC_JP, GB18030, SHIFT_JIS, WINDOWS_1252};

    const CHINESE: &str =
        "人人生而自由，在尊严和权利上一律平等。\n他们赋有理性和良心，并应以兄弟关系的精神相对待。\n";
    const TRADITIONAL: &str =
        "人人生而自由，在尊嚴和權利上一律平等。\n他們賦有理性和良心，並應以兄弟關係的精神相對待。\n";
    const JAPANESE: &str =
        "すべての人間は、生れながらにして自由であり、かつ、尊厳と権利とについて平等である。\n";
    const FRENCH: &str = "Tous les êtres humains naissent libres et égaux en dignité et en droits.\n";

    fn utf16(text: &str, is_little: bool) -> Vec<u8> {
        let bytes = |unit: u16| {
            if is_little { unit.to_le_bytes() } else { unit.to_be_bytes() }
        };
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn text_of<'b>(bytes: &'b [u8], given: Option<&'static Encoding>) -> Result<Cow<'b, str>, SkipReason> {
        decode_whole(bytes, given).map(|(text, _)| text)
    }

    fn check(bytes: &[u8], text: &str) {
        assert_eq!(text_of(bytes, None).as_deref(), Ok(text));
    }

    #[test]
    fn texts_in_their_usual_encodings_come_out_right() {
        for (text, encoding) in [
            (CHINESE, GB18030),
            (TRADITIONAL, BIG5),
            (JAPANESE, SHIFT_JIS),
            (JAPANESE, EUC_JP),
            (FRENCH, WINDOWS_1252),
            (CHINESE, UTF_8),
        ] {
            let text = text.repeat(3);
            check(&encoding.encode(&text).0, &text);
        }
    }

    #[test]
    fn utf16_is_read_with_and_without_its_mark() {
        for text in [CHINESE, FRENCH] {
            for is_little in [true, false] {
                check(&utf16(text, is_little), text);
                check(&utf16(&format!("\u{feff}{text}"), is_little), text);
            }
        }
    }

    #[test]
    fn utf16_of_long_lines_is_read_without_its_mark_and_nothing_else_is_taken_for_it() {
        let line = |text: &str| text.replace('\n', "").repeat(40);
        for text in [CHINESE, TRADITIONAL, JAPANESE] {
            for is_little in [true, false] {
                check(&utf16(&line(text), is_little), &line(text));
                check(&utf16(&format!("{}\n", line(text)), is_little), &format!("{}\n", line(text)));
            }
        }
        for (text, encoding) in
            [(CHINESE, GB18030), (TRADITIONAL, BIG5), (JAPANESE, SHIFT_JIS), (JAPANESE, EUC_JP)]
        {
            let bytes = encoding.encode(&line(text)).0.into_owned();
            for (stray, at) in [(1, 0), (2, bytes.len()), (0, 7), (0, bytes.len())] {
                let mut bytes = bytes.clone();
                bytes.insert(at, stray);
                assert_eq!(utf16_without_mark(&bytes), None, "{} {at}", encoding.name());
            }
        }
    }

    #[test]
    fn only_a_mark_at_the_start_is_removed() {
        check("\u{feff}a\u{feff}b".as_bytes(), "a\u{feff}b");
        check(b"\xef\xbb\xbf", "");
        check(b"", "");
    }

    #[test]
    fn a_few_damaged_bytes_do_not_make_utf8_something_else() {
        let mut bytes = CHINESE.as_bytes().to_vec();
        bytes[30] = 0xff;
        assert_eq!(detect(&bytes, true), Ok((UTF_8, 0)));
        let cut = &CHINESE.as_bytes()[..CHINESE.len() - 2];
        assert!(text_of(cut, None).unwrap().ends_with('\u{FFFD}'));
    }

    #[test]
    fn a_character_cut_by_the_end_of_the_sample_is_no_fault() {
        let text = format!("a{}", "床".repeat(SAMPLE));
        check(text.as_bytes(), &text);
        assert_eq!(guess("é".as_bytes().split_last().unwrap().1, false), Ok(UTF_8));
    }

    #[test]
    fn a_long_ascii_start_does_not_hide_the_encoding_of_the_rest() {
        let text = format!("{}{}", "plain ascii\n".repeat(SAMPLE / 8), CHINESE.repeat(4));
        check(&GB18030.encode(&text).0, &text);
        check(text.as_bytes(), &text);
    }

    #[test]
    fn what_is_no_text_is_named() {
        let noise: Vec<u8> = (0..4096u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
        let every_byte: Vec<u8> = (0..=255).collect();
        for (bytes, reason) in [
            (&[0; 64][..], SkipReason::Binary),
            (b"\x89PNG\r\n\x1a\nrest", SkipReason::Binary),
            (b"text with one \0 in it, and more text after it", SkipReason::Binary),
            (&noise, SkipReason::Binary),
            (&every_byte, SkipReason::Binary),
            (b"\xff\xfe\0\0t\0\0\0", SkipReason::Undecodable),
        ] {
            assert_eq!(text_of(bytes, None), Err(reason));
        }
    }

    #[test]
    fn a_given_encoding_is_obeyed_unless_it_cannot_be() {
        assert_eq!(text_of(b"\xe9t\xe9", Some(WINDOWS_1252)).as_deref(), Ok("été"));
        assert_eq!(text_of(&GB18030.encode(CHINESE).0, Some(UTF_8)), Err(SkipReason::Undecodable));
    }
}
