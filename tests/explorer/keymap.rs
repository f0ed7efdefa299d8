//! What docs/SCREENS.md promises of the keys: few, one meaning each, and none that does harm by accident.

use simscope::settings::Settings;
use simscope::tui::action::{Action, Screen, clean, threshold};
use simscope::tui::screens::keymap;
use simscope::tui::surface::keymap::{Context, Keymap};
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
    // Without a lesson its keys do nothing.
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
    let all: Vec<_> = contexts().flat_map(|context| keymap.of(context)).collect();
    let is_of_menu = |keys: &[&str]| !keys.is_empty() && keys.iter().all(|key| key.contains(' '));
    let entries = all.iter().filter(|binding| is_of_menu(binding.keys)).count();
    let actions = all.len() - entries;
    let live_on: Vec<_> = Screen::ALL.map(|screen| (screen, live(&keymap, screen))).into();
    let mut meanings: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (_, live) in &live_on {
        for (key, action) in live {
            if key.len() == 1 && key.starts_with(|c: char| c.is_ascii_alphabetic()) {
                meanings.entry(key).or_default().insert(meaning(action));
            }
        }
    }
    println!("{actions} actions, and {entries} in menus");
    live_on.iter().for_each(|(screen, live)| println!("{screen:?}: {} keys", live.len()));
    let twice: Vec<_> = meanings.iter().filter(|(_, meanings)| meanings.len() > 1).collect();
    println!("{} letters, with two meanings {twice:?}", meanings.len());
    assert!(actions <= MOST_ACTIONS, "{actions} actions");
    for (screen, live) in &live_on {
        assert!(live.len() <= MOST_KEYS, "{screen:?}: {} keys {live:?}", live.len());
    }
    for (letter, meanings) in meanings {
        assert!(meanings.len() <= MOST_MEANINGS, "{letter}: {meanings:?}");
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
            matches!(act, Judge(_) | Allow(_) | Swap | Apart | AskWrite | StepTau(_))
        }
        StepK(_) | NextChange(_) | SetK(_) | DragK(_) | AskK | Mark | ToggleGrouping | Undo | Redo => true,
        NextTokenizer | NextWeighting | ToggleTie | StepPart(..) | SetRecipe(_) | SetBeside(_) => true,
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
