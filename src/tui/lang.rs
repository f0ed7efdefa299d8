//! The two languages of the explorer. Every sentence stands where it is used, in both.

/// A sentence in English and in Chinese.
pub type Said = (&'static str, &'static str);

/// The language of the explorer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese.
    Zh,
}

impl Lang {
    /// The sentence in this language.
    pub fn pick<T>(self, (en, zh): (T, T)) -> T {
        match self {
            Lang::En => en,
            Lang::Zh => zh,
        }
    }

    /// `--lang`, or else what LC_ALL, LC_MESSAGES or LANG say.
    pub fn from_environment() -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .into_iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        match locale {
            Some(locale) if locale.starts_with("zh") => Lang::Zh,
            _ => Lang::En,
        }
    }
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
    format!("{} {}", grouped_digits(count as u64), if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_a_comma_at_every_third_digit() {
        for (number, text) in
            [(0u64, "0"), (999, "999"), (1000, "1,000"), (343_792, "343,792"), (1_000_000, "1,000,000")]
        {
            assert_eq!(grouped_digits(number), text);
        }
    }
}
