//! Tickets as a help desk has them, with the truth: a frame that all share, alerts of one template, rights that are granted and
//! revoked, tickets that are sent again or forwarded.

use std::fmt::Write;

/// What a document is. Documents with the same number are copies of one ticket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Truth {
    /// A ticket, or a copy of it: sent again, or forwarded.
    Ticket { number: usize, is_copy: bool },
    /// An alert of a machine; each is another event.
    Alert,
    /// A right that is granted or revoked; the two say the opposite.
    Right,
}

/// A generator of numbers (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) as usize % end
    }

    /// A word of three or four syllables out of 400 × `spread`.
    fn word(&mut self, spread: usize) -> String {
        const SYLLABLES: [&str; 20] = [
            "ba", "ce", "di", "fo", "gu", "ha", "je", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va",
            "we", "xi", "yo", "zu",
        ];
        let number = self.below(400 * spread);
        [number / 400 % 20, number / 20 % 20, number % 20, number / 8000]
            .map(|at| SYLLABLES[at % 20])
            .concat()
    }

    fn text(&mut self, words: usize, spread: usize) -> String {
        (0..words).map(|_| self.word(spread)).collect::<Vec<_>>().join(" ")
    }
}

/// What all of them end with.
pub const FRAME: &str = "This message and its attachments are confidential and meant for the addressee only. If you have received it \
    in error, please tell the sender at once and delete it. The help desk is open from eight to six on working days; for urgent \
    matters outside these hours call the duty manager. Please keep the ticket number in the subject line of all replies.";

/// 600 tickets, 120 copies of them, 270 alerts, 60 rights; as JSONL and with their truths.
pub fn tickets(seed: u64) -> (String, Vec<Truth>) {
    let mut random = Random(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    let mut documents: Vec<(String, Truth)> = Vec::new();
    let mut bodies: Vec<String> = Vec::new();
    for number in 0..600 {
        let words = 25 + random.below(50);
        let body = random.text(words, 20);
        documents
            .push((format!("Dear help desk, {body}. {FRAME}"), Truth::Ticket { number, is_copy: false }));
        bodies.push(body);
    }
    for _ in 0..120 {
        let number = random.below(600);
        let (name, body) = (random.word(20), &bodies[number]);
        let text = match random.below(3) {
            0 => format!("Dear help desk, {body}. {FRAME}"),
            1 => format!("FW: from {name}. Dear help desk, {body}. {FRAME}"),
            _ => format!("Please look into this, {name}. Dear help desk, {body}. {FRAME}"),
        };
        documents.push((text, Truth::Ticket { number, is_copy: true }));
    }
    for _ in 0..270 {
        let host = format!("{}{:02}", random.word(1), random.below(40));
        let [day, hour, percent, node] = [28, 24, 100, 9_000].map(|end| random.below(end));
        let text = format!(
            "ALERT monitoring: the disk of host {host} is {percent} percent full since 2024-03-{day:02} {hour:02}:00, volume \
             {node}, limit 80 percent. Clean up, or enlarge the volume, and close this alert with the code of the reason. {FRAME}"
        );
        documents.push((text, Truth::Alert));
    }
    for _ in 0..30 {
        let (who, what) = (random.text(3, 20), random.text(9, 20));
        for verb in ["grant", "revoke"] {
            documents.push((format!("Please {verb} {who} access to {what}. {FRAME}"), Truth::Right));
        }
    }
    for at in (1..documents.len()).rev() {
        documents.swap(at, random.below(at + 1));
    }
    let mut lines = String::new();
    for (id, (text, _)) in documents.iter().enumerate() {
        writeln!(lines, "{{\"id\":\"{id}\",\"text\":\"{text}\"}}").unwrap();
    }
    (lines, documents.into_iter().map(|(_, truth)| truth).collect())
}
