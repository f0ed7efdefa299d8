//! Keys of another version, by `preset` in the settings.

use super::names::in_settings;
use super::{Context, KeymapError, Row};
use crate::surface::action::Screen;
use crate::surface::key::{Binding, Names};
use simscope_core::display::say;
use simscope_core::settings::Settings;
use simscope_core::visible;

/// What the settings call it.
pub(super) const NAME: &str = "preset";

type Preset = &'static [(&'static str, Names)];

/// Those there are.
const PRESETS: [(&str, Preset); 1] = [("0.1", OF_0_1)];

/// Actions whose keys were others. What two keys do today had none.
#[rustfmt::skip]
const OF_0_1: Preset = &[
    ("step-k-minus", &["[", "-"]),
    ("step-k-plus", &["]", "+"]),
    ("mark", &["m"]),
    ("pick", &["ins"]),
    ("pick-all", &[]),
    ("toggle-grouping", &["C"]),
    ("recipe-tokenizer", &["t"]),
    ("recipe-weighting", &["w"]),
    ("recipe-tie", &["T"]),
    ("recipe-panel", &["R"]),
    ("step-document-minus", &["p"]),
    ("go-nearest", &["N"]),
    ("to-compare", &["c"]),
    ("to-lab", &["e"]),
    ("quit", &["q", "ctrl-c"]),
    ("ask-report", &["ctrl-s"]),
    ("ask-open", &["ctrl-p"]),
    ("editor", &["ctrl-e"]),
    ("pager", &["ctrl-v"]),
    ("skipped", &["!"]),
    ("resume", &["r"]),
    ("toggle-theme", &["D"]),
    ("sort-next", &["s"]),
    ("sort-reverse", &["S"]),
    ("sort", &[]),
    ("recipe-show-beside", &["b"]),
    ("classroom-list", &["L"]),
    ("classroom-answer", &["Q"]),
    ("classroom-turn-plus", &[">", ")"]),
    ("classroom-turn-minus", &["<", "("]),
    ("classroom-fold", &["Z"]),
    ("corpus.toggle-only-short", &["f"]),
    ("anatomy.toggle-bit-view", &["v"]),
    ("threshold.toggle-log", &["H"]),
    ("threshold.show-next", &["o"]),
    ("threshold.show-pairs", &["p"]),
    ("go-advised", &["@"]),
    ("threshold.verify", &["V"]),
    ("recipe-beside", &["B"]),
    ("threshold.reseed", &["O"]),
    ("threshold.step-tau-minus", &["T"]),
    ("threshold.step-tau-plus", &["t"]),
    ("matrix.next-show", &["v"]),
    ("matrix.toggle-group", &["f"]),
    ("matrix.next-order", &["o"]),
    ("matrix.toggle-glyphs", &["#"]),
    ("pair.show-next", &["v", "o"]),
    ("pair.step-difference-plus", &["d"]),
    ("pair.step-difference-minus", &["a"]),
    ("pair.toggle-fold", &["z"]),
    ("pair.swap", &["X"]),
    ("pair.ask-b", &[]),
    ("pair.ask-edit", &["E"]),
    ("pair.ask-seed", &["#"]),
    ("pair.take-lines", &["M"]),
    ("clean.ask-write", &["w", "E"]),
    ("clean.matters", &["m", "A", "D"]),
    ("clean.shuffle", &["v"]),
    ("clean.step-tau-plus", &["t"]),
    ("clean.step-tau-minus", &["T"]),
    ("clean.step-minus", &["backspace"]),
    ("clean.toggle-fold", &["z"]),
    ("steps.ask-step", &["#"]),
];

/// Gives the actions the keys of the preset that the settings name, if they name one.
///
/// # Errors
/// [`KeymapError::Settings`]: there is no preset of that name.
pub(super) fn apply(rows: &mut Vec<Row>, settings: &Settings) -> Result<(), KeymapError> {
    let Some(asked) = settings.keys.iter().find(|rebound| rebound.action == NAME) else { return Ok(()) };
    let named = asked.keys.join(" ");
    let Some((_, preset)) = PRESETS.iter().find(|(name, _)| *name == named) else {
        let known = PRESETS.map(|(name, _)| format!("{name:?}")).join(", ");
        let named = visible::fit(&named, 20);
        let what = say!(
            "{named:?}: there is no such preset; known: {known}",
            "{named:?}：没有这个预设；已知：{known}"
        );
        return Err(in_settings(settings, asked, &what));
    };
    for (_, binding) in rows.iter_mut() {
        let name = binding.name();
        let old = preset.iter().find(|(of, _)| *of == name);
        let is_of_menu = || binding.keys.iter().all(|key| key.contains(' '));
        binding.keys = match old {
            Some((_, keys)) => keys,
            None if is_of_menu() => &[],
            None => binding.keys,
        };
    }
    // It was a key of Threshold alone.
    let advised = rows.iter().find(|(_, binding)| binding.of == "go-advised").map(|(_, binding)| *binding);
    let here = |binding| Binding { of: "threshold.go-advised", keys: &["v"], takes_over: true, ..binding };
    rows.extend(advised.map(|binding| (Context::On(Screen::Threshold), here(binding))));
    Ok(())
}
