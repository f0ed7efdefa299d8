//! The screen Pair, opened with a copy of a document to be edited, and typed into.

use super::Rig;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use simscope::sensitivity::Experiment;
use simscope::tui::action::{Action, Screen};
use simscope::tui::screens::pair::keys::{Act, Pane, View};
use simscope::tui::shared::Start;

/// Fewer texts of each length than people get, so that tests are quick.
pub const FEW: Experiment = Experiment { edits: 1, seed: 1, texts: 40 };

/// The first document and a copy of it, with the list of edits.
pub fn opened(start: Start, width: u16, height: u16) -> Rig {
    let mut rig = Rig::open(start, width, height);
    rig.app.screens.pair.experiment = FEW;
    rig.press("‹to-lab›").act(Act::SetView(View::Edits).into()).act(Action::Focus(Pane::TextB.into()));
    assert_eq!(rig.app.shared.screen, Screen::Pair);
    assert!(rig.app.screens.pair.is_current(&rig.app.shared));
    rig
}

pub fn key(rig: &mut Rig, code: KeyCode, modifiers: KeyModifiers) {
    rig.app.press(KeyEvent::new(code, modifiers));
    rig.settle();
}

/// Puts a text into an editor, in place of what is there.
pub fn put(rig: &mut Rig, pane: impl Into<simscope::tui::action::Pane>, text: &str) {
    rig.act(Action::Focus(pane.into())).act(Act::Type.into());
    key(rig, KeyCode::Char('a'), KeyModifiers::CONTROL);
    if text.is_empty() {
        key(rig, KeyCode::Backspace, KeyModifiers::NONE);
    } else {
        rig.app.paste(text);
    }
    rig.settle();
    rig.press("esc");
}

pub fn distance(rig: &Rig) -> u8 {
    assert!(rig.app.screens.pair.is_current(&rig.app.shared));
    rig.app.screens.pair.compared().unwrap().difference.distance()
}
