//! Keys that every place has: as other programs have them, and what must not be taken for them.

use crate::support::frames::targets;
use crate::support::{DARK, Rig, numbered, start};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope::settings::Settings;
use simscope::tui::action::{Action, Part, Screen};
use simscope::tui::screens::corpus;
use simscope::tui::shared::{Opening, Start};
use simscope::tui::surface::areas::Target;
use simscope::tui::surface::theme::Theme;
use std::path::Path;

fn row(rig: &Rig) -> usize {
    rig.app.shared.list.selected
}

#[test]
fn half_a_page_is_half_of_one() {
    let mut rig = Rig::builtin();
    let page = rig.press("pgdn").app.shared.list.selected;
    rig.press("g ctrl-d");
    assert_eq!(row(&rig), page / 2);
    rig.press("ctrl-d ctrl-u");
    assert_eq!(row(&rig), page / 2);
    rig.press("ctrl-u ctrl-u");
    assert_eq!(row(&rig), 0);
    // In a text half of its lines, in the help too.
    rig.press("?").resize(120, 16);
    let first = rig.text();
    assert_ne!(rig.press("pgdn").text(), first);
    assert_eq!(rig.press("pgup").text(), first);
}

#[test]
fn while_a_filter_stands_n_goes_from_hit_to_hit() {
    let mut rig = Rig::builtin();
    rig.press("n");
    assert_eq!(row(&rig), 1, "without a filter to the next document");
    rig.press("/ bridge enter g n");
    assert!(rig.message().starts_with("hit 1 of "), "{}", rig.message());
    assert_eq!(row(&rig), 0);
    // Also where several stand in one document.
    rig.press("n");
    assert!(rig.message().starts_with("hit 2 of "), "{}", rig.message());
    rig.press("N");
    assert!(row(&rig) == 0 && rig.message().starts_with("hit 1 of "), "{}", rig.message());
    rig.press("down");
    assert_eq!(row(&rig), 1, "an arrow goes to the next document");
    rig.press("esc ‹go-nearest›");
    assert!(rig.message().starts_with("nearest neighbour"), "{}", rig.message());
}

#[test]
fn a_command_as_editors_have_it_means_itself() {
    let mut rig = Rig::builtin();
    for (typed, k) in [("k 7", 7), ("5", 5), ("k=12", 12), ("K０", 0)] {
        rig.press(":").app.paste(typed);
        rig.press("enter");
        assert_eq!(rig.app.shared.k, k, "{typed}");
    }
    // A k that there is not does nothing else.
    rig.press(":").app.paste("k 65");
    rig.press("enter");
    assert_eq!((rig.app.shared.k, rig.message()), (0, "no such command"));
    for command in ["q", "q!"] {
        let mut rig = Rig::builtin();
        rig.press(":").press(command);
        assert!(!rig.has_quit);
        rig.press("enter");
        assert!(rig.has_quit, "{command}");
    }
}

#[test]
fn ctrl_l_reads_nothing_again() {
    let mut rig = Rig::builtin();
    rig.press("‹sort-next› ctrl-l");
    assert!(rig.message().is_empty() && rig.app.screens.corpus.sort.by == "id", "{}", rig.text());
    // Over a prompt too, which stays.
    rig.press("/ ab ctrl-l c enter");
    assert_eq!(rig.app.screens.corpus.filter.text(), "abc");
}

/// Presses a key with modifiers.
fn key(rig: &mut Rig, code: KeyCode, modifiers: KeyModifiers) {
    rig.app.press(KeyEvent::new(code, modifiers));
    rig.settle();
}

#[test]
fn a_key_with_alt_is_another_key() {
    let mut rig = Rig::builtin();
    for modifier in [KeyModifiers::ALT, KeyModifiers::SUPER, KeyModifiers::HYPER, KeyModifiers::META] {
        for code in [KeyCode::Char('q'), KeyCode::Char(']'), KeyCode::Left, KeyCode::Enter, KeyCode::Down] {
            key(&mut rig, code, modifier);
            assert!(rig.message().starts_with("no such key"), "{modifier} {code}: {}", rig.message());
        }
        // Over a list, in a line and in a text it does nothing, either.
        for open in ["L", ":", "/", "R", "5 i"] {
            rig.press(open);
            let (before, screen) = (rig.text(), rig.app.shared.screen);
            let is_open = rig.app.overlay.is_some();
            for code in [KeyCode::Char('q'), KeyCode::Char('j'), KeyCode::Down, KeyCode::Enter, KeyCode::Tab]
            {
                key(&mut rig, code, modifier);
            }
            assert_eq!((rig.app.overlay.is_some(), rig.app.shared.screen), (is_open, screen), "{open}");
            let cut = |text: &str| text.lines().take(20).map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(cut(&rig.text()), cut(&before), "{open} {modifier}");
            rig.press("esc 1");
        }
    }
    assert!(!rig.has_quit && rig.app.shared.k == 3 && row(&rig) == 0);
    // What needs AltGr is reported as Ctrl with Alt by some systems.
    key(&mut rig, KeyCode::Char(']'), KeyModifiers::CONTROL | KeyModifiers::ALT);
    assert_eq!(rig.app.shared.k, 4);
    key(&mut rig, KeyCode::Char('u'), KeyModifiers::CONTROL | KeyModifiers::ALT);
    assert!(rig.message().starts_with("no such key"), "{}", rig.message());
}

#[test]
fn q_goes_back_to_where_a_place_was_opened_from_and_at_the_top_leaves() {
    let mut rig = Rig::builtin();
    let screen = |rig: &Rig| rig.app.shared.screen;
    rig.press("down down enter");
    assert_eq!(screen(&rig), Screen::Anatomy);
    assert!(rig.text().contains("q back"), "{}", rig.text());
    // Also from another document, and from what was opened there in turn.
    rig.press("n space");
    assert!(rig.app.screens.anatomy.steps.is_open);
    rig.press("q");
    assert!(screen(&rig) == Screen::Anatomy && !rig.app.screens.anatomy.steps.is_open);
    rig.press("‹go-nearest› q");
    assert_eq!((screen(&rig), rig.app.shared.selected), (Screen::Corpus, 2));
    // What is left for the place that it belongs to is out of the way.
    rig.press("enter space esc q");
    assert_eq!(screen(&rig), Screen::Corpus);
    rig.press("‹to-compare› ‹to-lab› q");
    assert!(screen(&rig) == Screen::Corpus && !rig.has_quit);
    // By its number a place is opened from nowhere.
    rig.press("‹to-compare› 4 ‹to-lab› 5 q");
    assert!(rig.has_quit);
}

#[test]
fn leaving_asks_if_something_would_be_lost() {
    let typed = || {
        let mut rig = Rig::builtin();
        rig.press("5 i").app.paste("typed by hand ");
        rig.settle();
        rig.press("esc");
        rig
    };
    let mut rig = typed();
    rig.press("q");
    assert!(!rig.has_quit && rig.text().contains("texts that were typed"), "{}", rig.text());
    rig.press("n");
    assert!(!rig.has_quit && rig.app.overlay.is_none());
    rig.press("q y");
    assert!(rig.has_quit);
    for keys in ["ctrl-c ctrl-c", "q enter", ": q! enter", ": q enter y"] {
        let mut rig = typed();
        rig.press(keys);
        assert!(rig.has_quit, "{keys}");
    }
    let mut rig = typed();
    rig.press(": : q enter");
    assert!(!rig.has_quit, "a colon more means the same");
    // The sample has no place beside it for decisions.
    let mut rig = Rig::builtin();
    rig.press("6 K q");
    assert!(!rig.has_quit && rig.text().contains("the decisions are in no file"), "{}", rig.text());
    rig.press("esc u q");
    assert!(rig.has_quit, "{}", rig.text());
}

#[test]
fn two_keys_of_the_settings_are_pressed_one_after_the_other() {
    let toml = "[keys]\nstep-k-plus = \"ctrl-x n\"\nhelp = \"alt-h\"\n";
    let settings = Settings::from_toml(Path::new("config.toml"), toml).unwrap();
    let opening = Opening { settings, ..Opening::default() };
    let mut rig = Rig::open(Start { opening, ..start() }, 120, 36);
    rig.press("ctrl-x");
    assert!(rig.app.shared.k == 3 && rig.text().contains("n k+1"), "{}", rig.text());
    rig.press("n");
    assert_eq!((rig.app.shared.k, row(&rig)), (4, 0));
    rig.press("ctrl-x x");
    assert_eq!(rig.message(), "no such key in this menu");
    assert!(rig.app.overlay.is_none() && rig.text().contains("Ctrl-X n k+1"), "{}", rig.text());
    rig.press("ctrl-g");
    assert_eq!(rig.message(), "no such key here; Alt-h lists the keys");
    key(&mut rig, KeyCode::Char('h'), KeyModifiers::ALT);
    assert!(rig.app.overlay.is_some());
}

#[test]
fn k_and_the_screens_need_no_key_that_other_keyboards_have_not() {
    let mut rig = Rig::builtin();
    rig.press("+ + -");
    assert_eq!(rig.app.shared.k, 4);
    let seen = [".", ".", ",", ",", ","].map(|key| rig.press(key).app.shared.screen);
    use Screen::*;
    assert_eq!(seen, [Anatomy, Threshold, Anatomy, Corpus, Clean]);
    // On a French keyboard digits need Shift; on a Russian one letters are others.
    rig.press("é");
    assert_eq!(rig.app.shared.screen, Anatomy);
    rig.press("\" о");
    assert_eq!((rig.app.shared.screen, rig.app.shared.k), (Threshold, 4));
    rig.press("ъ Ж");
    assert!(rig.app.shared.k == 5 && rig.app.overlay.is_some());
}

#[test]
fn the_settings_of_users_go_on_naming_the_actions() {
    let keymap = simscope::tui::screens::keymap(&Settings::default()).unwrap();
    // A name that goes breaks the settings that have it. One that comes is written here.
    let known = include_str!("names_of_actions.txt").lines().map(str::to_owned);
    assert_eq!(keymap.names().collect::<std::collections::BTreeSet<_>>(), known.collect());
}

/// The keys of 0.1, by what its actions were called.
const OF_0_1: &str = include_str!("names_of_0_1.txt");

#[test]
fn keys_of_0_1_hold_with_its_preset() {
    use simscope::tui::surface::key::stroke;
    let with = |toml: String| {
        let settings = Settings::from_toml(Path::new("config.toml"), &toml).unwrap();
        simscope::tui::screens::keymap(&settings).map_err(|error| error.to_string())
    };
    let keymap = with("[keys]\npreset = \"0.1\"\n".to_owned()).unwrap();
    for line in OF_0_1.lines() {
        let (name, keys) = line.split_once('\t').unwrap();
        let screen = Screen::ALL.into_iter().find(|screen| {
            // Steps became a view of Anatomy.
            let of = name.split_once('.').map(|(of, _)| if of == "steps" { "anatomy" } else { of });
            of.is_some_and(|of| format!("{screen:?}").eq_ignore_ascii_case(of))
        });
        for key in keys.split(' ').filter(|key| !key.is_empty()) {
            let (first, _) = stroke(key).unwrap();
            let action = keymap.action(screen.unwrap_or(Screen::Index), first);
            assert!(action.is_some(), "{name} had {key}");
            assert!(!keymap.begins(screen.unwrap_or(Screen::Index), first), "{key} opens a menu");
        }
    }
    let of = |screen, key: &str| keymap.action(screen, stroke(key).unwrap().0);
    assert_eq!(of(Screen::Corpus, "t"), Some(Action::StepPart(Part::Tokenizer, 1)));
    assert_eq!(
        of(Screen::Threshold, "t"),
        Some(Action::Threshold(simscope::tui::action::threshold::Act::StepTau(1)))
    );
    assert_eq!(of(Screen::Anatomy, "r"), Some(Action::Resume));
    let unknown = with("[keys]\nquit = \"f9\"\npreset = \"vi\"\n".to_owned()).unwrap_err();
    assert!(
        unknown.contains("line 3: keys.preset: \"vi\": there is no such preset; known: \"0.1\""),
        "{unknown}"
    );
}

#[test]
fn a_key_gives_one_pane_the_screen_and_all_of_them_back() {
    let panes = |rig: &Rig| {
        let is_pane = |target: &Target| matches!(target, Target::Pane(_));
        targets(&rig.app.shared.drawn.areas).into_iter().filter(|(_, target)| is_pane(target)).count()
    };
    let mut rig = Rig::open(start(), 120, 36);
    for screen in numbered() {
        let before = panes(rig.act(Action::Go(screen)));
        rig.press("_");
        let focus = rig.app.pane();
        let area = rig.app.shared.area_of(focus).unwrap();
        assert!(area.width + 2 >= 120 && area.height > 25, "{screen:?}: {area}");
        // The next pane stands alone as well.
        rig.press("tab");
        assert!(rig.app.shared.area_of(rig.app.pane()).is_some_and(|area| area.height > 25), "{screen:?}");
        rig.press("shift-tab _");
        assert_eq!(panes(&rig), before, "{screen:?}");
    }
}

#[test]
fn a_list_that_is_longer_than_its_pane_shows_where_it_is() {
    for is_ascii in [false, true] {
        let mut rig = Rig::open(Start { theme: Theme { is_ascii, ..DARK }, ..start() }, 80, 24);
        let sign = if is_ascii { "#" } else { "▐" };
        let rows = |rig: &Rig| {
            let area = rig.app.shared.area_of(corpus::keys::Pane::Documents).unwrap();
            let x = area.right() - 1;
            (area.y + 2..area.bottom()).map(|y| rig.buffer()[(x, y)].symbol() == sign).collect::<Vec<_>>()
        };
        assert!(rows(&rig)[0] && !rows(&rig).last().unwrap(), "{}", rig.text());
        rig.press("G");
        assert!(!rows(&rig)[0] && *rows(&rig).last().unwrap(), "{}", rig.text());
        rig.press("/ ferry enter");
        assert!(!rows(&rig).contains(&true), "{}", rig.text());
    }
}

#[test]
fn one_thing_is_named_in_the_singular() {
    let opening = Opening { typed: vec!["one short text".to_owned()], ..Opening::default() };
    let mut rig = Rig::open(Start { opening, ..start() }, 120, 36);
    for screen in numbered() {
        let text = rig.act(Action::Go(screen)).text();
        for noun in ["documents", "features", "groups", "pairs", "texts", "chains"] {
            let is_one = |(at, _): (usize, &str)| {
                !text[..at].ends_with(|c: char| c.is_ascii_digit() || c == ',' || c == '.')
            };
            assert!(!text.match_indices(&format!("1 {noun}")).any(is_one), "{screen:?}\n{text}");
        }
    }
}
