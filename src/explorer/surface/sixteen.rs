//! Sixteen colours as every terminal knows them: crossterm writes them as the first of 256, which a VT100 and the Linux
//! console do not have.

use std::io::{self, Write};

/// Hands on what is written, with the colours below 16 as 30 to 37, 90 to 97 and the like.
#[derive(Debug)]
pub struct Sixteen<W: Write> {
    to: W,
    /// Without this nothing is changed.
    is_on: bool,
    /// The beginning of a sequence of which the end is still to come.
    begun: Vec<u8>,
}

impl<W: Write> Sixteen<W> {
    pub fn new(to: W, is_on: bool) -> Self {
        Self { to, is_on, begun: Vec::new() }
    }
}

impl<W: Write> Write for Sixteen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_on {
            return self.to.write(bytes);
        }
        self.begun.extend_from_slice(bytes);
        let end = self.begun.iter().rposition(|&byte| byte == 0x1b).filter(|&at| is_open(&self.begun[at..]));
        let whole: Vec<u8> = self.begun.drain(..end.unwrap_or(self.begun.len())).collect();
        self.to.write_all(&rewritten(&whole))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.write_all(&std::mem::take(&mut self.begun))?;
        self.to.flush()
    }
}

/// Whether bytes from an Esc on may be an SGR sequence without its end.
fn is_open(bytes: &[u8]) -> bool {
    match bytes.get(1) {
        None => true,
        Some(b'[') => bytes[2..].iter().all(|byte| byte.is_ascii_digit() || *byte == b';'),
        Some(_) => false,
    }
}

fn rewritten(bytes: &[u8]) -> Vec<u8> {
    let (mut out, mut rest) = (Vec::with_capacity(bytes.len()), bytes);
    while let Some(start) = memchr::memmem::find(rest, b"\x1b[") {
        let (before, after) = rest.split_at(start + 2);
        out.extend_from_slice(before);
        let length = after.iter().take_while(|byte| byte.is_ascii_digit() || **byte == b';').count();
        let (parameters, end) = after.split_at(length);
        match (end.first(), std::str::from_utf8(parameters)) {
            (Some(b'm'), Ok(parameters)) => out.extend_from_slice(of_sixteen(parameters).as_bytes()),
            _ => out.extend_from_slice(parameters),
        }
        rest = end;
    }
    out.extend_from_slice(rest);
    out
}

/// `38;5;9` becomes `91`.
fn of_sixteen(parameters: &str) -> String {
    let all: Vec<&str> = parameters.split(';').collect();
    let (mut out, mut at) = (Vec::new(), 0);
    while at < all.len() {
        let colour =
            all.get(at + 2).and_then(|colour| colour.parse::<u8>().ok()).filter(|colour| *colour < 16);
        match (all[at], all.get(at + 1), colour) {
            (base @ ("38" | "48"), Some(&"5"), Some(colour)) => {
                let base = if base == "38" { 30 } else { 40 };
                out.push((if colour < 8 { base + colour } else { base + 60 + colour - 8 }).to_string());
                at += 3;
            }
            (other, ..) => {
                out.push(other.to_owned());
                at += 1;
            }
        }
    }
    out.join(";")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_below_16_are_written_as_such_wherever_the_bytes_are_cut() {
        let bytes =
            "\x1b[38;5;1;48;5;12ma\x1b[1m\x1b[38;5;15m春\x1b[38;5;16m\x1b[0m\x1b[5;9H\x1b[38;2;5;1;2m\x1b"
                .as_bytes();
        let expected =
            "\x1b[31;104ma\x1b[1m\x1b[97m春\x1b[38;5;16m\x1b[0m\x1b[5;9H\x1b[38;2;5;1;2m\x1b".as_bytes();
        for cut in 0..=bytes.len() {
            let mut writer = Sixteen::new(Vec::new(), true);
            writer.write_all(&bytes[..cut]).unwrap();
            writer.write_all(&bytes[cut..]).unwrap();
            writer.flush().unwrap();
            assert_eq!(writer.to, expected, "cut at {cut}");
        }
        let mut writer = Sixteen::new(Vec::new(), false);
        writer.write_all(bytes).unwrap();
        assert_eq!(writer.to, bytes);
    }
}
