//! Two texts cut down to what a reader of a page can take in: their differences.

use crate::alignment::{Alignment, Block, Context, Holder};
use crate::display::{Lang, both, grouped_digits};
use crate::progress::Progress;
use crate::visible;
use maud::{Markup, html};
use std::time::Duration;

/// A piece of a text, made visible already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Piece {
    /// Text that is shown as it is.
    Plain(String),
    /// What only the first text has.
    Gone(String),
    /// What only the second has.
    New(String),
    /// This many characters are equal in both texts and not shown.
    Equal(usize),
    /// The rest is not shown; about how many bytes it has.
    Rest(usize),
}

/// Characters of the differences of two texts.
const DIFFERENCES: usize = 480;
/// Line ends of either.
const LINES: usize = 8;
/// Bytes of a text that are compared. They bound the work; a clock would make pages differ from run to run.
const COMPARED: usize = 1 << 15;
/// What stays in view around a difference.
const CONTEXT: Context = Context { lines: 1, characters: 60 };

/// How the second text differs from the first. White space that differs is as the second has it, without a mark.
pub(super) fn differences(a: &str, b: &str) -> Vec<Piece> {
    let (whole_a, whole_b) = (a, b);
    let (a, b) = (visible::start_of(a, COMPARED), visible::start_of(b, COMPARED));
    // A progress of its own cannot be cancelled, so there is always an alignment.
    let alignment = Alignment::between(a, b, Duration::MAX, &Progress::new()).unwrap_or_default();
    let mut room = Room { characters: DIFFERENCES, lines: LINES };
    let (mut pieces, mut read): (Vec<Piece>, usize) = (Vec::new(), 0);
    'all: for block in alignment.blocks(a, b, Some(CONTEXT)) {
        match block {
            Block::Fold(fold) => {
                read = fold.b.end;
                pieces.push(Piece::Equal(fold.characters));
            }
            Block::Text(runs) => {
                for run in runs {
                    let text = run.text(a, b);
                    let is_blank = text.chars().all(char::is_whitespace);
                    if is_blank && run.holder == Holder::OnlyA {
                        continue;
                    }
                    let (shown, rest) = room.take(text);
                    if !shown.is_empty() {
                        push(&mut pieces, if is_blank { Holder::Both } else { run.holder }, safe(shown));
                    }
                    if !rest.is_empty() {
                        break 'all;
                    }
                    read = run.b.end;
                }
            }
        }
    }
    let rest = (whole_b.len() - read).max(if read == b.len() { whole_a.len() - a.len() } else { 0 });
    if rest > 0 {
        pieces.push(Piece::Rest(rest));
    }
    pieces
}

/// Adds text behind what has the same holder.
fn push(pieces: &mut Vec<Piece>, holder: Holder, text: String) {
    match (pieces.last_mut(), holder) {
        (Some(Piece::Plain(last)), Holder::Both)
        | (Some(Piece::Gone(last)), Holder::OnlyA)
        | (Some(Piece::New(last)), Holder::OnlyB) => append(last, &text),
        (_, Holder::Both) => pieces.push(Piece::Plain(text)),
        (_, Holder::OnlyA) => pieces.push(Piece::Gone(text)),
        (_, Holder::OnlyB) => pieces.push(Piece::New(text)),
    }
}

/// Adds text; where it begins a line, white space before it goes.
fn append(last: &mut String, text: &str) {
    if text.starts_with('\n') {
        last.truncate(last.trim_end().len());
    }
    last.push_str(if last.ends_with('\n') { text.trim_start_matches('\n') } else { text });
}

/// How much may still be shown.
struct Room {
    characters: usize,
    lines: usize,
}

impl Room {
    /// As much of a text as there is room for, and the rest.
    fn take<'t>(&mut self, text: &'t str) -> (&'t str, &'t str) {
        for (at, c) in text.char_indices() {
            if self.characters == 0 || self.lines == 0 {
                return text.split_at(at);
            }
            self.characters -= 1;
            self.lines -= usize::from(c == '\n');
        }
        (text, "")
    }
}

/// Text with its line ends, of which several are one, and otherwise made visible.
fn safe(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            append(&mut safe, "\n");
        }
        safe.push_str(&visible::line(line.strip_suffix('\r').unwrap_or(line)));
    }
    safe
}

/// The pieces as a paragraph. What a mark means is also said in words, for who does not see it.
pub(super) fn markup(pieces: &[Piece], lang: Lang) -> Markup {
    let (gone, new, end) =
        lang.pick((("[only above: ", "[only here: ", "]"), ("〔仅上文有：", "〔仅此处有：", "〕")));
    html! {
        p.text dir="auto" {
            @for piece in pieces {
                @match piece {
                    Piece::Plain(text) => (text),
                    Piece::Gone(text) => del { span.unseen { (gone) } (text) span.unseen { (end) } },
                    Piece::New(text) => ins { span.unseen { (new) } (text) span.unseen { (end) } },
                    Piece::Equal(characters) => span.cut { (equal(*characters, lang)) },
                    Piece::Rest(bytes) => span.cut { (rest(*bytes, lang)) },
                }
            }
        }
    }
}

fn equal(characters: usize, lang: Lang) -> String {
    let n = grouped_digits(characters);
    lang.pick(both!(" … {n} characters equal … ", " …… {n} 字相同 …… "))
}

fn rest(bytes: usize, lang: Lang) -> String {
    let n = grouped_digits(bytes);
    lang.pick(both!(" … {n} more bytes", " …… 另有 {n} 字节"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn plain(text: &str) -> Piece {
        Piece::Plain(text.to_owned())
    }

    #[test]
    fn the_differences_of_two_texts_are_marked_and_what_is_equal_is_left_out() {
        assert_eq!(
            differences("opened in 1874", "finished in 1874"),
            [Piece::Gone("opened".into()), Piece::New("finished".into()), plain(" in 1874")]
        );
        assert_eq!(differences("one two", "one\ntwo"), [plain("one\ntwo")], "white space has no mark");
        let long = "word ".repeat(100);
        let found = differences(&format!("{long}a"), &format!("{long}b"));
        assert!(matches!(found[0], Piece::Equal(characters) if characters > 400), "{found:?}");
    }

    #[test]
    fn texts_that_take_long_are_compared_all_the_same() {
        let words = |seed: u64| -> String {
            let mut random = Random::of(&[seed]);
            (0..COMPARED / 2).map(|_| ["a ", "b ", "c ", "d ", "e "][random.below(5)]).collect()
        };
        let found = differences(&words(1), &words(2));
        assert!(found.iter().any(|piece| matches!(piece, Piece::Plain(_))), "{found:?}");
    }

    #[test]
    fn nothing_is_longer_than_its_room() {
        let length = |pieces: &[Piece]| -> usize {
            let shown = pieces.iter().map(|piece| match piece {
                Piece::Plain(text) | Piece::Gone(text) | Piece::New(text) => text.chars().count(),
                Piece::Equal(_) | Piece::Rest(_) => 0,
            });
            shown.sum()
        };
        for (a, b) in [("x ".repeat(90_000), "y ".repeat(90_000)), ("x\n".repeat(99), String::new())] {
            for (a, b) in [(&a, &b), (&b, &a)] {
                let found = differences(a, b);
                assert!(length(&found) <= DIFFERENCES, "{}", length(&found));
                assert!(
                    b.is_empty() || matches!(found.last(), Some(Piece::Rest(_))),
                    "it says that it is cut"
                );
            }
        }
    }

    #[test]
    fn hostile_characters_are_made_visible_and_markup_is_escaped() {
        let pieces = differences("a \u{1b}[31m b", "a <script>\u{202e} b");
        let page = markup(&pieces, Lang::En).into_string();
        assert!(page.contains("&lt;script&gt;⇠") && page.contains("␛[31m"), "{page}");
        assert!(!page.contains('\u{1b}') && !page.contains("<script"), "{page}");
    }
}
