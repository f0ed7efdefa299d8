//! WARC → records, of those that hold text: `conversion` as Common Crawl's WET files have them, and `resource` of
//! text/plain. ISO 28500: a version line, header lines up to a blank one, as many bytes as Content-Length says, CRLF CRLF.

use std::io::{self, BufRead, BufReader, Read};

use super::record::{At, Receiver, Target, Value};
use super::seen::Seen;
use super::{MAX_DOCUMENT, SkipReason, Stop};
use crate::display::say;

/// What a WARC begins with.
pub(super) const MAGIC: &[u8] = b"WARC/";

/// Bytes of the header of a record; more is damage.
const HEADER: u64 = 1 << 20;

/// The header of a record.
struct Header {
    fields: Vec<(String, String)>,
    length: u64,
}

/// Reads all records of text. The content is `text`, the address is `id`, and each header line is a field by its own name.
pub(super) fn read(bytes: Box<dyn Read + '_>, receiver: &mut dyn Receiver) -> Result<(), Stop> {
    let mut bytes = BufReader::with_capacity(128 << 10, bytes);
    let wanted = receiver.wanted().clone();
    let (mut seen, mut number, mut has_text, mut other) = (Seen::default(), 0, false, None);
    loop {
        receiver.turn()?;
        let header = match header(&mut bytes)? {
            None => break,
            Some(Ok(header)) => header,
            Some(Err(what)) => {
                receiver.broken(Some(At::row(number + 1).spot), SkipReason::Damaged(what))?;
                break;
            }
        };
        number += 1;
        let at = At::row(number);
        if let Some(kind) = header.page() {
            let reason = pages(kind);
            if !has_text {
                return receiver.broken(None, reason);
            }
            receiver.broken(Some(at.spot), reason)?;
        }
        let is_too_large = header.length > MAX_DOCUMENT as u64;
        let mut body = bytes.by_ref().take(header.length);
        let mut content = Vec::new();
        let passed = match header.is_text() && !is_too_large {
            true => body.read_to_end(&mut content)? as u64,
            false => io::copy(&mut body, &mut io::sink())?,
        };
        if passed < header.length {
            let what = say!("the WARC record is cut off", "WARC 记录不完整");
            receiver.broken(Some(at.spot), SkipReason::Damaged(what))?;
            break;
        }
        if !header.is_text() {
            let kind = header.get("WARC-Type").filter(|&kind| kind != "warcinfo");
            other = other.or_else(|| kind.map(str::to_owned));
            continue;
        }
        has_text = true;
        if is_too_large {
            receiver.broken(Some(at.spot), SkipReason::TooLarge(header.length))?;
            continue;
        }
        let value = |target: &Target| match target.path.as_str() {
            "text" => Some(Value::Blob(&content)),
            "id" => header.get("WARC-Target-URI").map(|uri| Value::Text(uri.into())),
            name => header.get(name).map(|value| Value::Text(value.into())),
        };
        let found: Vec<_> = wanted.targets.iter().map(value).collect();
        let names = header.fields.iter().map(|(name, _)| name.as_str());
        ["text", "id"].into_iter().chain(names).for_each(|name| seen.name(name));
        seen.record(found.iter().map(Option::is_some));
        receiver.record(at, wanted.record(found))?;
    }
    if let Some(kind) = other.filter(|_| !has_text) {
        receiver.broken(None, pages(&kind))?;
    }
    seen.check(receiver)
}

impl Header {
    fn get(&self, name: &str) -> Option<&str> {
        let mut fields = self.fields.iter();
        Some(fields.find(|(known, _)| known.eq_ignore_ascii_case(name))?.1.as_str())
    }

    fn is_text(&self) -> bool {
        match self.get("WARC-Type") {
            Some("conversion") => true,
            Some("resource") => self
                .get("Content-Type")
                .is_some_and(|kind| kind.to_ascii_lowercase().starts_with("text/plain")),
            _ => false,
        }
    }

    /// The type of a record that holds a page, or a part of one, as it was sent.
    fn page(&self) -> Option<&'static str> {
        ["response", "revisit", "resource", "continuation"]
            .into_iter()
            .find(|&kind| self.get("WARC-Type") == Some(kind) && !self.is_text())
    }
}

fn pages(kind: &str) -> SkipReason {
    SkipReason::Foreign(say!(
        "a WARC with {kind} records, whose pages are no plain text; give the WET file (.warc.wet.gz), which has their texts",
        "WARC 中是 {kind} 记录，不是纯文本；请给出含其文本的 WET 文件（.warc.wet.gz）"
    ))
}

/// The next header, or what is wrong with it; `None` at the end.
fn header(bytes: &mut impl BufRead) -> io::Result<Option<Result<Header, String>>> {
    let mut line = Vec::new();
    while line.is_empty() {
        if !next_line(bytes, &mut line)? {
            return Ok(None);
        }
    }
    if !line.starts_with(MAGIC) {
        return Ok(Some(Err(say!("no record of a WARC begins here", "此处不是 WARC 记录的开头"))));
    }
    let mut fields: Vec<(String, String)> = Vec::new();
    let mut size = 0;
    loop {
        let is_line = next_line(bytes, &mut line)?;
        size += line.len() as u64;
        if !is_line || size > HEADER {
            return Ok(Some(Err(say!(
                "the header of a WARC record does not end",
                "WARC 记录的头部没有结束"
            ))));
        }
        let text = String::from_utf8_lossy(&line);
        match (text.split_once(':'), fields.last_mut()) {
            _ if text.is_empty() => break,
            // A line that begins with a blank goes on with the one before it.
            (_, Some((_, value))) if text.starts_with([' ', '\t']) => {
                value.push(' ');
                value.push_str(text.trim());
            }
            (Some((name, value)), _) => fields.push((name.trim().to_owned(), value.trim().to_owned())),
            (None, _) => {}
        }
    }
    let mut header = Header { fields, length: 0 };
    let Some(length) = header.get("Content-Length").and_then(|length| length.parse().ok()) else {
        return Ok(Some(Err(say!("the WARC record has no Content-Length", "WARC 记录缺少 Content-Length"))));
    };
    header.length = length;
    Ok(Some(Ok(header)))
}

/// Reads a line without its end; `false` at the end of the file.
fn next_line(bytes: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    if bytes.take(HEADER).read_until(b'\n', line)? == 0 {
        return Ok(false);
    }
    while line.last().is_some_and(|last| matches!(last, b'\n' | b'\r')) {
        line.pop();
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_is_read_to_its_blank_line() {
        let read = |mut text: &[u8]| (header(&mut text).unwrap(), text.to_vec());
        let (found, rest) = read(b"\r\n\r\nWARC/1.0\r\nA: b: c\r\n d\r\ncontent-length: 3\r\n\r\nxyz");
        let found = found.unwrap().unwrap_or_else(|what| panic!("{what}"));
        assert_eq!(
            (found.get("a"), found.get("b"), found.length, &rest[..]),
            (Some("b: c d"), None, 3, &b"xyz"[..])
        );
        for (text, expected) in [
            (&b"text\n"[..], "no record of a WARC begins here"),
            (b"WARC/1.0\r\nContent-Length: 3\r\n", "does not end"),
            (b"WARC/1.0\nContent-Length: -3\n\n", "no Content-Length"),
        ] {
            let Some(Err(what)) = read(text).0 else { panic!("{text:?} is read") };
            assert!(what.contains(expected), "{what}");
        }
        assert!(read(b"\r\n\n").0.is_none());
    }
}
