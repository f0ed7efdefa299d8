//! What docs/SCREENS.md promises of the keys: few, one meaning each, and none that does harm by accident.

use crate::support::{Rig, start};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope::settings::Settings;
use simscope::tui::action::{Action, Screen, clean, threshold};
use simscope::tui::screens::keymap;
use simscope::tui::shared::Tone;
use simscope::tui::surface::keymap::{Context, Keymap, OF_TERMINALS};
use std::collections::{BTreeMap, BTreeSet};

const MOST_ACTIONS: usize = 110;
const MOST_KEYS: usize = 60;
const MOST_MEANINGS: usize = 2;

fn default() -> Keymap {
    keymap(&Settings::default()).unwrap()
}

/// The keys that can be pressed first on a screen, with what each does; a menu is one meaning.
fn live(keymap: &Keymap, screen: Screen) -> BTreeMap<&'static str, String> {
    let mut live = BTreeMap::new();
    for context in [Context::Everywhere, Context::On(screen)] {
        for binding in keymap.of(context) {
            for key in binding.keys {
                let (first, action) = match key.split_once(' ') {
                    Some((first, _)) => (first, format!("the menu {first}")),
                    None => (*key, format!("{:?}", binding.action)),
                };
                live.insert(first, action);
            }
        }
    }
    // Keys as every program of a terminal has them; without a lesson its keys do nothing.
    for (key, name) in OF_TERMINALS {
        live.entry(key).or_insert_with(|| format!("{:?}", keymap.named(name).unwrap()));
    }
    live.retain(|_, action| !action.starts_with("Classroom(Turn"));
    live
}

/// An action without the screen that it is of: `Clean(Judge(Yes))` and `Threshold(Judge(Yes))` are one.
fn meaning(action: &str) -> &str {
    let of = Screen::ALL.into_iter().find_map(|screen| action.strip_prefix(&format!("{screen:?}(")));
    of.and_then(|rest| rest.strip_suffix(')')).unwrap_or(action)
}

#[test]
fn actions_keys_and_meanings_are_few() {
    let keymap = default();
    let contexts = || [Context::Everywhere].into_iter().chain(Screen::ALL.map(Context::On));
    // An action with choices is one: a choice is a second key of a line, or the other way.
    let all: Vec<_> = contexts().flat_map(|context| keymap.of(context)).collect();
    let actions = all.iter().map(|binding| binding.of).collect::<BTreeSet<_>>().len();
    let live_on: Vec<_> = Screen::ALL.map(|screen| (screen, live(&keymap, screen))).into();
    let mut meanings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (_, live) in &live_on {
        for (key, action) in live {
            if key.len() == 1 && key.starts_with(|c: char| c.is_ascii_alphabetic()) {
                meanings.entry(key).or_default().insert(meaning(action));
            }
        }
    }
    println!("{actions} actions with {} choices", all.len());
    live_on.iter().for_each(|(screen, live)| println!("{screen:?}: {} keys are bound", live.len()));
    let twice: Vec<_> = meanings.iter().filter(|(_, meanings)| meanings.len() > 1).collect();
    println!("{} letters, with two meanings {twice:?}", meanings.len());
    assert!(actions <= MOST_ACTIONS, "{actions} actions");
    for (letter, meanings) in meanings {
        assert!(meanings.len() <= MOST_MEANINGS, "{letter}: {meanings:?}");
    }
}

/// Whether a key, pressed on that place of the built-in sample as it opens, does more than say that it does nothing.
fn does_something(screen: Screen, key: &str) -> bool {
    let mut rig = Rig::open(start(), 120, 36);
    rig.act(Action::Go(screen));
    rig.app.shared.message = None;
    rig.draw();
    let frame = |rig: &Rig| -> Vec<String> { rig.text().lines().take(34).map(str::to_owned).collect() };
    let before = frame(&rig);
    match key {
        "f1" | "f5" => rig.app.press(KeyCode::F(key[1..].parse().unwrap()).into()),
        "shift-left" => rig.app.press(KeyEvent::new(KeyCode::Left, KeyModifiers::SHIFT)),
        "shift-right" => rig.app.press(KeyEvent::new(KeyCode::Right, KeyModifiers::SHIFT)),
        _ => {
            rig.press(key);
        }
    }
    rig.settle();
    // Suspending, drawing anew and reading again change no frame.
    let is_done = ["ctrl-z", "ctrl-l", "f5"].contains(&key) || !rig.copied.is_empty();
    let is_over = rig.app.overlay.is_some() || rig.has_quit || is_done;
    let has_said = matches!(rig.app.shared.message, Some((Tone::Done, _)));
    is_over || has_said || frame(&rig) != before || rig.text().contains("Esc leaves")
}

#[test]
fn few_keys_do_something_on_a_place() {
    let keymap = default();
    for screen in Screen::ALL {
        let live = live(&keymap, screen);
        let (does, idle): (Vec<&str>, Vec<&str>) =
            live.keys().copied().partition(|key| does_something(screen, key));
        println!("{screen:?}: {} of {} keys do something; idle: {idle:?}", does.len(), live.len());
        assert!((20..=MOST_KEYS).contains(&does.len()), "{screen:?}: {} keys {does:?}", does.len());
    }
}

/// Whether an action changes k, the recipe, a decision or a file.
fn changes(action: Action) -> bool {
    use Action::*;
    match action {
        Threshold(act) => {
            use threshold::Act::*;
            matches!(act, GoAdvised | Verify | Judge(_) | Swap | StepTau(_))
        }
        Clean(act) => {
            use clean::Act::*;
            matches!(act, Judge(_) | Flip | Swap | Apart | AskWrite | StepTau(_))
        }
        StepK(_) | NextChange(_) | SetK(_) | DragK(_) | AskK | Mark | ToggleGrouping | Undo | Redo => true,
        StepPart(..) | SetRecipe(_) | SetBeside(_) => true,
        ReadAgain | AskReport | Export | AskOpen => true,
        _ => false,
    }
}

#[test]
fn what_moves_or_is_hit_by_accident_changes_nothing() {
    let keymap = default();
    for screen in Screen::ALL {
        for (key, action) in [Context::Everywhere, Context::On(screen)].into_iter().flat_map(|context| {
            keymap.of(context).flat_map(|binding| binding.keys.iter().map(move |key| (*key, binding.action)))
        }) {
            let moves = matches!(action, Action::Move(_) | Action::StepDocument(_) | Action::StepPane(_));
            assert!(!moves || !changes(action), "{screen:?} {key}");
            let is_of_accident = ["?", "n", "q", "u", "left", "right", "up", "down"].contains(&key);
            let is_named = matches!(
                action,
                Action::Clean(clean::Act::Judge(_)) | Action::Threshold(threshold::Act::Judge(_))
            );
            // Taking back is what u is for; it writes nothing.
            let is_harmless = !changes(action) || action == Action::Undo;
            assert!(!is_of_accident || is_named || is_harmless, "{screen:?} {key}: {action:?}");
        }
    }
}
