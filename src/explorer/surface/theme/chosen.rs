//! The colours of the settings, in place of the explorer's own.

use super::{Rgb, Role};
use simscope_core::display::say;
use simscope_core::settings::{Painted, Settings, nearest};
use simscope_core::visible;
use std::sync::OnceLock;

/// All roles, by their names in the settings.
const NAMED: [(&str, Role); 19] = [
    ("text", Role::Text),
    ("dim", Role::Dim),
    ("title", Role::Title),
    ("border", Role::Border),
    ("focus", Role::Focus),
    ("accent", Role::Accent),
    ("key", Role::Key),
    ("selected", Role::Selected),
    ("one", Role::One),
    ("zero", Role::Zero),
    ("tie", Role::Tie),
    ("fragile", Role::Fragile),
    ("dead", Role::Dead),
    ("within", Role::Within),
    ("beyond", Role::Beyond),
    ("warn", Role::Warn),
    ("mark", Role::Mark),
    ("highlight", Role::Highlight),
    ("handle", Role::Handle),
];

/// The colours of the settings; there is one terminal, and one user.
static CHOSEN: OnceLock<Vec<(Role, Rgb)>> = OnceLock::new();

/// Reads the colours of the settings.
///
/// # Errors
/// There is no such role; the line, and the nearest name.
pub fn chosen(settings: &Settings) -> Result<Vec<(Role, Rgb)>, String> {
    let role = |painted: &Painted| {
        let found = NAMED.iter().find(|(name, _)| *name == painted.role);
        found.map(|(_, role)| (*role, painted.colour)).ok_or_else(|| {
            let names = || NAMED.iter().map(|(name, _)| *name);
            let hint = nearest(&painted.role, names())
                .map_or_else(|| names().collect::<Vec<_>>().join(", "), str::to_owned);
            let file = settings.file.as_deref().unwrap_or_else(|| "settings".as_ref()).to_string_lossy();
            let (line, role) = (painted.line, visible::fit(&painted.role, 40));
            visible::line(&say!(
                "{file}, line {line}: theme.{role}: there is no such role; there is {hint}",
                "{file}，第 {line} 行：theme.{role}：没有这个角色；有 {hint}"
            ))
            .into_owned()
        })
    };
    settings.roles.iter().map(role).collect()
}

/// From now on roles have these colours.
pub fn choose(colours: Vec<(Role, Rgb)>) {
    // The program opens the explorer once.
    let _ = CHOSEN.set(colours);
}

/// The colour that was chosen for a role.
pub(super) fn of(role: Role) -> Option<Rgb> {
    CHOSEN.get()?.iter().find(|(of, _)| *of == role).map(|(_, rgb)| *rgb)
}

/// Whether the colour of a role is that of its ground.
pub(super) fn is_ground(role: Role) -> bool {
    matches!(role, Role::Selected | Role::Highlight)
}
