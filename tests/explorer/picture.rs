//! `x` saves a screen as it looks, as SVG or as a page; the palette writes the report.

use crate::command::program;
use crate::support;
use crate::support::{DARK, Rig, chinese, numbered, start, with_bits};
use scraper::{Html, Selector};
use simscope::corpus::Source;
use simscope::display::{Depth, Lang};
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::Start;
use simscope::tui::surface::picture;
use simscope::tui::surface::theme::Theme;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Types the path at the prompt of `x`; returns the message.
fn export(rig: &mut Rig, path: &Path) -> String {
    rig.press("x ctrl-u");
    rig.app.paste(path.to_str().unwrap());
    rig.press("enter");
    rig.settle();
    rig.message().to_owned()
}

/// The words of the SVG, in the order in which they are drawn.
fn words(svg: &str) -> String {
    let page = Html::parse_fragment(svg);
    let texts = Selector::parse("text").unwrap();
    page.select(&texts).flat_map(|text| text.text()).collect()
}

/// Name, size, theme, width of the signatures and language.
type Form = (&'static str, (u16, u16), Theme, u8, Lang);

/// What is to be looked at.
fn forms() -> [Form; 6] {
    let light = Theme { is_dark: false, ..DARK };
    let sixteen = Theme { depth: Depth::Ansi16, ..DARK };
    [
        ("dark", (120, 36), DARK, 64, Lang::En),
        ("light", (120, 36), light, 64, Lang::En),
        ("16-colours", (120, 36), sixteen, 64, Lang::En),
        ("8-bits", (120, 36), DARK, 8, Lang::En),
        ("chinese", (120, 36), DARK, 64, Lang::Zh),
        ("large", (200, 60), DARK, 64, Lang::En),
    ]
}

/// `.ci/pictures` has them in a folder of its own, to be judged by eye.
#[test]
fn every_screen_is_drawn_in_every_form() {
    let (kept, own) = (std::env::var_os("SIMSCOPE_PICTURES"), tempfile::tempdir().unwrap());
    let folder = kept.map_or_else(|| own.path().to_owned(), PathBuf::from);
    for (name, (width, height), theme, bits, lang) in forms() {
        let mut rig = Rig::open(Start { theme, lang, ..with_bits(bits) }, width, height);
        for screen in numbered() {
            rig.act(Action::Go(screen));
            rig.app.shared.message = None;
            rig.draw();
            let svg = picture::svg(rig.buffer(), theme.is_dark);
            let page = Html::parse_fragment(&svg);
            let texts = Selector::parse("text").unwrap();
            let rows: BTreeSet<_> = page.select(&texts).map(|text| text.value().attr("y").unwrap()).collect();
            assert!(rows.len() <= height.into() && rows.len() > 8, "{name} {screen:?}: {} rows", rows.len());
            fs::write(folder.join(format!("{name}-{screen:?}.svg").to_lowercase()), svg).unwrap();
        }
    }
}

#[test]
fn every_screen_is_saved_as_it_looks() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = Rig::builtin();
    for screen in numbered() {
        rig.act(Action::Go(screen));
        rig.app.shared.message = None;
        rig.draw();
        let blank = |text: &str| text.split_whitespace().collect::<String>();
        // The title line, which has no blocks and no wide characters.
        let title = blank(rig.text().lines().next().unwrap());
        let path = folder.path().join(format!("{screen:?}.html"));
        let said = export(&mut rig, &path);
        assert!(said.starts_with("exported to") && !said.contains("recipe"), "{said}");
        let page = fs::read_to_string(&path).unwrap();
        let parsed = Html::parse_document(&page);
        assert!(parsed.errors.is_empty(), "{:?}", parsed.errors);
        assert!(!page.contains("export to:"), "the prompt is no part of the screen");
        assert!(blank(&words(&page)).starts_with(&title), "{title}");
        let svg = folder.path().join(format!("{screen:?}.svg"));
        assert!(export(&mut rig, &svg).starts_with("exported to"));
        let svg = fs::read_to_string(svg).unwrap();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        if !rig.room().export(&rig.app.shared).draws_svg {
            assert!(page.contains(svg.trim_end()), "the page holds the same picture");
        }
    }
}

#[test]
fn the_ground_of_a_wide_character_is_as_wide_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = Rig::open(chinese(), 120, 36);
    // In the text the selected term has a ground of its own.
    rig.act(Action::Go(Screen::Anatomy));
    let path = folder.path().join("a.svg");
    export(&mut rig, &path);
    let svg = fs::read_to_string(path).unwrap();
    let numbers = |rect: &str, name: &str| -> f32 {
        rect.split(&format!(" {name}=\"")).nth(1).unwrap().split('"').next().unwrap().parse().unwrap()
    };
    let rects: Vec<&str> =
        svg.lines().filter(|line| line.starts_with("<rect") && line.contains("height=\"18.15\"")).collect();
    let grounds: Vec<&&str> = rects.iter().filter(|rect| numbers(rect, "width") > 2.0).collect();
    assert!(!grounds.is_empty());
    for wide in svg.lines().filter(|line| line.contains(r#"textLength="16.8""#)) {
        let (left, top) = (numbers(wide, "x"), numbers(wide, "y") - 13.5);
        for ground in grounds.iter().filter(|ground| (numbers(ground, "y") - top).abs() < 0.2) {
            let (start, end) = (numbers(ground, "x"), numbers(ground, "x") + numbers(ground, "width") - 0.15);
            let is_outside = end <= left + 0.2 || start >= left + 16.6;
            assert!(is_outside || (start <= left + 0.2 && end >= left + 16.6), "{wide} on {ground}");
        }
    }
}

#[test]
fn wide_characters_take_two_columns_and_the_light_theme_a_light_ground() {
    let folder = tempfile::tempdir().unwrap();
    let theme = Theme { is_dark: false, depth: Depth::Ansi16, ..DARK };
    let mut rig = Rig::open(Start { theme, ..chinese() }, 80, 24);
    let path = folder.path().join("a.svg");
    export(&mut rig, &path);
    let svg = fs::read_to_string(path).unwrap();
    assert!(svg.contains(r##"fill="#ffffff"/>"##), "the ground");
    assert!(svg.contains(r##"fill="#005fa0""##), "all colours, whatever the terminal shows");
    // Each wide character stands by itself, 2 columns of 8.4 pixels wide.
    let wide = svg.lines().filter(|line| line.contains('诗') || line.contains('文')).collect::<Vec<_>>();
    assert!(!wide.is_empty() && wide.iter().all(|line| line.contains(r#"textLength="16.8""#)), "{wide:?}");
}

#[test]
fn a_screen_is_saved_as_plain_text_line_by_line() {
    let folder = tempfile::tempdir().unwrap();
    for mut rig in [Rig::builtin(), Rig::open(chinese(), 80, 24)] {
        rig.app.shared.message = None;
        rig.draw();
        let path = folder.path().join("a.text");
        let shown = rig.text();
        assert!(export(&mut rig, &path).starts_with("exported to") || rig.message().contains("已导出"));
        let saved = fs::read_to_string(&path).unwrap();
        // The last line is for messages.
        let lines = |text: &str| -> Vec<String> {
            let rows = text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
            rows[..rows.len() - 1].to_vec()
        };
        assert_eq!(lines(&saved), lines(&shown));
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_report_of_the_explorer_is_the_one_that_its_command_makes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("report.html");
    let recipe = *simscope::recipe::named()
        .iter()
        .map(|named| &named.recipe)
        .find(|one| one.name == Some("java"))
        .unwrap();
    let sources = vec![support::sample("en_licenses.jsonl")];
    let mut rig = Rig::open(Start { sources, recipe, k: 7, ..start() }, 120, 36);
    rig.act(Action::AskReport).press("ctrl-u");
    rig.app.paste(folder.path().join("report.txt").to_str().unwrap());
    rig.press("enter");
    assert!(rig.text().contains("end the name in .html"));
    rig.press("esc");
    // On Threshold it is about k, elsewhere about what goes.
    for (screen, has_k) in [(Screen::Corpus, false), (Screen::Threshold, true)] {
        rig.act(Action::Go(screen)).act(Action::AskReport).press("ctrl-u");
        rig.app.paste(path.to_str().unwrap());
        rig.press("enter");
        rig.settle();
        assert!(rig.message().starts_with("exported to"), "{}", rig.message());
        let page = fs::read_to_string(&path).unwrap();
        let selector = Selector::parse("#made pre").unwrap();
        let command: String = Html::parse_document(&page).select(&selector).next().unwrap().text().collect();
        assert!(command.contains("--recipe java") && command.contains("-k 7") == has_k, "{command}");
        fs::remove_file(&path).unwrap();
        let line = command.replacen("simscope", "\"$BIN\"", 1);
        assert!(program("bash").args(["-c", &line]).status().unwrap().success(), "{command}");
        assert!(fs::read_to_string(&path).unwrap() == page);
        fs::remove_file(&path).unwrap();
    }
}

#[test]
fn a_picture_replaces_a_file_only_if_asked_and_never_the_corpus() {
    let folder = tempfile::tempdir().unwrap();
    let corpus = folder.path().join("corpus.jsonl");
    fs::write(&corpus, "{\"text\":\"to be or not to be\"}\n").unwrap();
    // Another name of the same file.
    fs::hard_link(&corpus, folder.path().join("corpus.svg")).unwrap();
    let sources = vec![Source::Path(corpus.clone())];
    let mut rig = Rig::open(Start { sources, ..start() }, 120, 36);
    let path = folder.path().join("a.svg");
    fs::write(&path, "mine").unwrap();
    assert!(export(&mut rig, &path).contains("exists"));
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    assert!(export(&mut rig, &folder.path().join("a.svg!")).starts_with("exported to"));
    assert!(fs::read_to_string(&path).unwrap().starts_with("<svg"));
    let before = fs::read(&corpus).unwrap();
    let said = export(&mut rig, &folder.path().join("corpus.svg!"));
    assert!(said.contains("never replaced"), "{said}");
    // A recipe beside it that another program wrote, a link to the corpus, and the judgements.
    fs::write(folder.path().join("b.tsv.recipe.toml"), "bits = 32\n").unwrap();
    std::os::unix::fs::symlink(&corpus, folder.path().join("c.tsv.recipe.toml")).unwrap();
    for name in ["b.tsv", "b.tsv!", "c.tsv!"] {
        let said = export(&mut rig, &folder.path().join(name));
        assert!(said.contains("a file is in the place of the recipe"), "{name}: {said}");
    }
    assert!(!folder.path().join("b.tsv").exists() && !folder.path().join("c.tsv").exists());
    let judgements = folder.path().join("corpus.judgements.tsv");
    fs::write(&judgements, "").unwrap();
    let said = export(&mut rig, &folder.path().join("corpus.judgements.tsv!"));
    assert!(said.contains("never replaced"), "{said}");
    assert_eq!(fs::read(&judgements).unwrap(), b"");
    assert_eq!(fs::read(&corpus).unwrap(), before);
}
