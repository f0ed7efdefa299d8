//! Where the files of the user are: the XDG Base Directory Specification, or what Windows has.

use std::env;
use std::path::PathBuf;

/// The settings file, whether it is there or not; `None` where nothing says which folder is the user's.
///
/// `$XDG_CONFIG_HOME/simscope/config.toml`, else `~/.config/simscope/config.toml`; on Windows
/// `%APPDATA%\simscope\config.toml`.
pub fn config_file() -> Option<PathBuf> {
    Some(folder("XDG_CONFIG_HOME", ".config", "APPDATA")?.join("simscope").join("config.toml"))
}

/// The folder for what is kept between two runs and may be lost.
///
/// `$XDG_STATE_HOME/simscope`, else `~/.local/state/simscope`; on Windows `%LOCALAPPDATA%\simscope`.
pub fn state_folder() -> Option<PathBuf> {
    Some(folder("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA")?.join("simscope"))
}

/// By the variable of XDG, which counts only if it is absolute; below the home folder; by the variable of Windows.
fn folder(xdg: &str, below_home: &str, windows: &str) -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute(xdg).or_else(|| match cfg!(windows) {
        true => absolute(windows),
        false => env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(below_home)),
    })
}
