//! The moving pictures of the READMEs are made of frames of the real program on the built-in sample.

use crate::support::moving::Moving;
use crate::support::{Rig, start};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope::tui::shared::Start;
use simscope::tui::surface::lang::{Lang, Phrase};
use simscope::tui::surface::picture;

/// What is pressed, its name and what it does as the line below the frame has them, and for how many milliseconds it is shown.
const STEPS: [(&str, &str, Phrase, u32); 22] = [
    ("1", "1", ("the documents", "全部文档"), 2600),
    ("3", "3", ("the pairs at each distance, and the groups at k = 3", "各距离的文档对，k = 3 的组"), 3000),
    ("v m", "v m", ("keep these groups as mark A, to compare", "把这些组记为标记 A，供比较"), 1600),
    ("]", "]", ("k + 1", "k + 1"), 900),
    ("]", "]", ("k + 1", "k + 1"), 700),
    ("]", "]", ("k + 1, groups merge", "k + 1，组开始合并"), 700),
    ("]", "]", ("k + 1, groups merge", "k + 1，组继续合并"), 1600),
    ("down", "↓", ("the next group", "下一组"), 700),
    ("down", "↓", ("the next group", "下一组"), 1400),
    ("@", "@", ("the k that is advised", "到建议的 k"), 2600),
    ("p", "p", ("the pairs that k decides about", "由 k 定夺的文档对"), 2600),
    ("6", "6", ("what may go, decided by the texts", "哪些可以去除，由文本决定"), 3000),
    ("4", "4", ("the distances of all pairs", "全部文档对的距离"), 2800),
    ("p", "p", ("the pair within k before", "前一对 k 之内的文档"), 1000),
    ("p", "p", ("the pair within k before", "前一对 k 之内的文档"), 1600),
    ("1", "1", ("the documents", "全部文档"), 500),
    ("home", "Home", ("the first", "第一篇"), 500),
    ("2", "2", ("how its signature comes about", "它的签名从何而来"), 2600),
    ("tab", "Tab", ("to the sums", "到各位的累加值"), 1000),
    ("right", "→", ("the next bit, and what pushes it up and down", "下一位，以及把它向上、向下推的词"), 700),
    ("right", "→", ("the next bit", "下一位"), 1400),
    ("1", "1", ("the documents", "全部文档"), 600),
];

/// The step whose frame is shown where nothing moves.
const STILL: usize = 6;

/// A short text on Pair, and the word that is typed at its end or, in Chinese, within it.
const TYPED: [(&str, Phrase); 4] = [
    ("backspace", ("Backspace", "退格")),
    ("backspace", ("Backspace", "退格")),
    ("a", ("a", "六")),
    ("m", ("m", "点")),
];

struct Filming {
    rig: Rig,
    moving: Moving,
}

impl Filming {
    fn keep(&mut self, key: &str, note: &str, milliseconds: u32) {
        self.rig.settle();
        self.moving.add(self.rig.buffer(), key, note, milliseconds);
    }

    fn film(lang: Lang) -> Self {
        let mut film =
            Self { rig: Rig::open(Start { lang, ..start() }, 120, 36), moving: Moving::new(STILL) };
        for (key, name, note, milliseconds) in STEPS {
            film.rig.press(key);
            film.keep(name, lang.pick(note), milliseconds);
        }
        film.rig.press(lang.pick(("/ note-en/1 enter", "/ note-zh/1 enter"))).press("e");
        film.keep(
            "e",
            lang.pick(("a short text, and a copy of it to edit", "一条短文本，和供修改的副本")),
            2000,
        );
        film.rig.press("i");
        film.rig.app.press(KeyEvent::new(KeyCode::End, KeyModifiers::CONTROL));
        film.keep("i", lang.pick(("type", "开始输入")), 500);
        for (typed, name) in TYPED {
            let name = lang.pick(name);
            match typed {
                "backspace" => film.rig.app.press(KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE)),
                _ => film.rig.app.paste(name),
            }
            film.keep(
                name,
                lang.pick(("every keystroke signs the text again", "每按一键，重新计算签名")),
                900,
            );
        }
        film.rig.press("esc");
        film.keep(
            "Esc",
            lang.pick(("with another word these bits flip", "换了几个字，翻转了这么多位")),
            3500,
        );
        film
    }
}

/// Writes it anew if asked, and compares.
fn check(name: &str, made: &str) {
    let path = format!("{}/docs/pictures/{name}", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("SIMSCOPE_UPDATE_DOCS").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    assert!(
        std::fs::read_to_string(&path).unwrap() == made,
        "{path} is out of date: run the tests with SIMSCOPE_UPDATE_DOCS=1"
    );
}

#[test]
fn the_moving_pictures_are_made_of_frames_of_the_program() {
    for (lang, end) in [(Lang::En, ""), (Lang::Zh, ".zh")] {
        let film = Filming::film(lang);
        let made = film.moving.svg();
        assert!(made.len() < 600_000, "{} bytes are too much for a page", made.len());
        assert!(!made.contains("<script"), "a page that shows a picture runs no script");
        check(&format!("moving{end}.svg"), &made);
        if lang == Lang::Zh {
            // The stills of the README in Chinese; those in English have a test of their own.
            for (frame, name) in [(STILL, "3-threshold"), (18, "2-anatomy"), (STEPS.len() + 6, "5-pair")] {
                check(&format!("{name}.zh.svg"), &picture::svg(film.moving.frame(frame), true));
            }
        }
    }
}
