//! Display settings that the user can choose: language and colours; and how numbers are shown.

use std::borrow::Cow;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// The language of the explorer and of messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

/// The ASCII character of a full-width form, `<` of `＜`, which stand in the order of ASCII; any other as it is.
pub fn half_width(c: char) -> char {
    match c {
        '！'..='～' => u8::try_from(u32::from(c) - 0xfee0).map_or(c, char::from),
        '\u{3000}' => ' ',
        other => other,
    }
}

/// A number or a short word as it is typed, without blanks around it; full-width forms count as ASCII.
pub fn half_widths(text: &str) -> String {
    text.trim().chars().map(half_width).collect()
}

impl Lang {
    /// Picks the text of this language.
    pub fn pick<T>(self, (en, zh): (T, T)) -> T {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }

    /// The language that LC_ALL, LC_MESSAGES or LANG name.
    pub fn from_environment() -> Self {
        match Self::of_locale() {
            Some((_, locale)) if locale.starts_with("zh") => Lang::Zh,
            _ => Lang::En,
        }
    }

    /// The first of LC_ALL, LC_MESSAGES and LANG that is set, with its value.
    pub fn of_locale() -> Option<(&'static str, String)> {
        ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| Some((name, std::env::var(name).ok()?)))
            .find(|(_, value)| !value.is_empty())
    }
}

/// The same words in English and in Chinese.
pub type Phrase = (&'static str, &'static str);

/// Whether messages are Chinese.
static IS_CHINESE: AtomicBool = AtomicBool::new(false);

/// The language of errors, notes and tables for reading; English until [`speak`] chose another. What programs read
/// (TSV, CSV, JSON, Parquet) is English always.
pub fn lang() -> Lang {
    if IS_CHINESE.load(Ordering::Relaxed) { Lang::Zh } else { Lang::En }
}

/// Chooses the language of errors, notes and tables for reading, for the whole process.
pub fn speak(lang: Lang) {
    IS_CHINESE.store(lang == Lang::Zh, Ordering::Relaxed);
}

/// A message in the language of messages: `say!("{n} documents", "{n} 篇文档")`, as `format!` takes it.
#[doc(hidden)]
#[macro_export]
macro_rules! say {
    ($en:literal, $zh:literal $(, $argument:expr)* $(,)?) => {
        match $crate::display::lang() {
            $crate::display::Lang::En => format!($en $(, $argument)*),
            $crate::display::Lang::Zh => format!($zh $(, $argument)*),
        }
    };
}
#[doc(hidden)]
pub use say;

/// A sentence with values in it, in English and in Chinese, for [`Lang::pick`]: `both!("{n} pairs", "{n} 对")`. Without values a
/// [`Phrase`] is enough.
#[doc(hidden)]
#[macro_export]
macro_rules! both {
    ($en:literal, $zh:literal $(, $argument:expr)* $(,)?) => {
        (format!($en $(, $argument)*), format!($zh $(, $argument)*))
    };
}
#[doc(hidden)]
pub use both;

/// Displays types as their `say` says them in that language.
macro_rules! display_by_say {
    ($lang:expr; $($type:ty),+) => {$(
        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.say($lang))
            }
        }
    )+};
}
pub(crate) use display_by_say;

/// What the operating system says of a file, in the language of messages; what simscope itself said stays as it is.
pub fn refused(error: &io::Error) -> Cow<'static, str> {
    // What has a text of its own says it in the language of messages already.
    if lang() == Lang::En || error.get_ref().is_some() {
        return error.to_string().into();
    }
    let what = match error.kind() {
        io::ErrorKind::NotFound => "没有这个文件或文件夹",
        io::ErrorKind::PermissionDenied => "没有权限",
        io::ErrorKind::AlreadyExists => "已存在",
        io::ErrorKind::IsADirectory => "是文件夹",
        io::ErrorKind::NotADirectory => "路径中有一项不是文件夹",
        io::ErrorKind::DirectoryNotEmpty => "文件夹不为空",
        io::ErrorKind::StorageFull => "设备上没有空间",
        io::ErrorKind::QuotaExceeded => "超出磁盘配额",
        io::ErrorKind::FileTooLarge => "文件过大",
        io::ErrorKind::ReadOnlyFilesystem => "文件系统只读",
        io::ErrorKind::InvalidFilename => "文件名无效",
        _ => "系统错误",
    };
    error.raw_os_error().map_or(what.into(), |code| format!("{what}（系统错误码 {code}）").into())
}

/// A whole number with a comma at every third digit: `343,792`.
pub fn grouped_digits(number: impl TryInto<u64>) -> String {
    let digits = number.try_into().unwrap_or(u64::MAX).to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A count with its noun: `1 group`, `1,200 groups`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped_digits(count), if count == 1 { one } else { many })
}

/// A sum as [`weight_text`]: `+3`, `−0.25`, `0`.
pub fn sum_text(sum: f64) -> String {
    if sum == 0.0 {
        return "0".into();
    }
    let sign = if sum > 0.0 { '+' } else { '−' };
    format!("{sign}{}", weight_text(sum.abs()))
}

/// A weight: whole, or with two decimals; three digits of a small one.
///
/// ```
/// # use simscope_core as simscope;
/// # use simscope::display::weight_text;
/// assert_eq!([3.0, 2.5, 0.125, 4e9].map(weight_text), ["3", "2.50", "0.12", "4000000000"]);
/// assert_eq!([0.001, 0.0012345, 5.55e-17].map(weight_text), ["0.001", "0.00123", "5.6e-17"]);
/// ```
pub fn weight_text(weight: f64) -> String {
    /// Every integer up to this one is an f64.
    const EXACT: f64 = (1_u64 << 53) as f64;
    // An empty sum of floats is −0.
    let weight = weight + 0.0;
    match weight {
        _ if weight.fract() == 0.0 && weight < EXACT => format!("{weight:.0}"),
        0.0001..0.001 => format!("{weight:.6}").trim_end_matches('0').to_owned(),
        0.001..0.01 => format!("{weight:.5}").trim_end_matches('0').to_owned(),
        0.0..0.0001 => format!("{weight:.1e}"),
        _ => format!("{weight:.2}"),
    }
}

/// A share in whole percent; one that is not quite nothing, or not quite all, does not read as if it were.
///
/// ```
/// # use simscope_core as simscope;
/// # use simscope::display::percent_text;
/// assert_eq!(percent_text(0.4), "40 %");
/// assert_eq!(percent_text(0.9975), "> 99 %");
/// assert_eq!([0.003, 0.0001].map(percent_text), ["0.3 %", "< 0.1 %"]);
/// assert_eq!([0.0, 1.0].map(percent_text), ["0 %", "100 %"]);
/// ```
pub fn percent_text(share: f64) -> String {
    match format!("{:.0} %", share * 100.0) {
        whole if whole == "100 %" && share < 1.0 => "> 99 %".to_owned(),
        _ if share > 0.0 && share < 0.0005 => "< 0.1 %".to_owned(),
        _ if share > 0.0 && share < 0.0095 => format!("{:.1} %", share * 100.0),
        whole => whole,
    }
}

/// How many colours the terminal can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: attributes only.
    Mono,
    /// The sixteen ANSI colours.
    Ansi16,
    /// The 256-colour cube.
    Ansi256,
    /// 24 bits.
    True,
}

impl Depth {
    /// From NO_COLOR, COLORTERM and TERM.
    pub fn from_environment() -> Self {
        let var = |name| std::env::var(name).unwrap_or_default();
        if !var("NO_COLOR").is_empty() {
            return Depth::Mono;
        }
        let (colorterm, term) = (var("COLORTERM"), var("TERM"));
        if has_old_font() {
            // Whatever another terminal left in the environment.
            Depth::Ansi16
        } else if colorterm == "truecolor" || colorterm == "24bit" || term.ends_with("-direct") {
            Depth::True
        } else if term.contains("256") || term.contains("kitty") || term.contains("alacritty") {
            Depth::Ansi256
        } else if term == "dumb" {
            Depth::Mono
        } else {
            Depth::Ansi16
        }
    }
}

/// Whether it is a console: `TERM` is `linux` or that of a VT100 or its kin. They have sixteen colours and few signs.
pub fn has_old_font() -> bool {
    std::env::var("TERM").is_ok_and(|term| term.starts_with("vt") || term.starts_with("linux"))
}

/// Whether the terminal is reached through SSH, where each frame takes its way over a network.
pub fn is_remote() -> bool {
    std::env::var_os("SSH_CONNECTION").is_some_and(|connection| !connection.is_empty())
}

/// Whether the locale (LC_ALL, LC_CTYPE or LANG) has Unicode, as far as it says anything: `C` and `de_DE.ISO-8859-1` have not.
pub fn locale_has_unicode() -> bool {
    let mut values = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    let Some(value) = values.find(|value| !value.is_empty()) else { return true };
    let value = value.to_ascii_lowercase();
    match value.split_once('.') {
        Some((_, charset)) => charset.starts_with("utf") || charset.starts_with("gb18030"),
        None => value != "c" && value != "posix",
    }
}

/// Whether the terminal can only be written to line by line: `TERM` is `dumb` or `unknown`.
pub fn is_dumb() -> bool {
    std::env::var("TERM").is_ok_and(|term| term == "dumb" || term == "unknown")
}

/// Whether the terminal's background is dark according to COLORFGBG (`15;0`: the last number is the
/// background).
pub fn ground_is_dark() -> bool {
    let value = std::env::var("COLORFGBG").unwrap_or_default();
    let ground = value.rsplit(';').next().and_then(|ground| ground.parse::<u8>().ok());
    !matches!(ground, Some(7 | 9..=15))
}
