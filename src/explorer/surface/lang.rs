//! The two languages of the explorer. Every sentence stands where it is used, in both.

pub use simscope_core::display::{Lang, Phrase, counted, grouped_digits};

/// A number in few columns: `0.013`, `4.25`, `118`, `343,792`, `1.05 M`, `8.00 G`.
pub fn short_count(number: f64) -> String {
    match number {
        0.0 => "0".into(),
        _ if number < 0.001 => format!("{number:.0e}"),
        _ if number < 0.1 => format!("{number:.3}"),
        _ if number < 10.0 && number.fract() != 0.0 => format!("{number:.2}"),
        _ if number < 100.0 && number.fract() != 0.0 => format!("{number:.1}"),
        _ if number.round() < 1e6 => grouped_digits(number.round() as u64),
        _ => scaled(number),
    }
}

/// As [`short_count`], and in millions already below one where it would be wider than `columns`: `0.10 M`. A k is a threshold.
pub fn count_in(number: f64, columns: u16) -> String {
    let text = short_count(number);
    let fits = text.len() <= usize::from(columns) || !(1000.0..1e6).contains(&number);
    if fits { text } else { format!("{:.2} M", number / 1e6) }
}

/// Bytes in few columns: `0 B`, `704 B`, `8.45 kB`, `41.2 MB`, `1.15 TB`; a kB has 1,000.
pub fn short_bytes(bytes: f64) -> String {
    if bytes < 1000.0 { format!("{bytes:.0} B") } else { scaled(bytes) + "B" }
}

/// Three digits and the letter of a power of 1,000.
fn scaled(number: f64) -> String {
    let mut left = number;
    for unit in ["", "k", "M", "G", "T", "P"] {
        // What would be rounded to 1000 belongs to the next unit.
        if left < 999.5 || unit == "P" {
            let digits = if left < 9.995 { 2 } else { usize::from(left < 99.95) };
            return format!("{left:.digits$} {unit}");
        }
        left /= 1000.0;
    }
    unreachable!("the last unit takes everything")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_bytes_take_few_columns() {
        for (number, text) in [
            (0.0, "0"),
            (0.000_04, "4e-5"),
            (0.0134, "0.013"),
            (4.0, "4"),
            (4.25, "4.25"),
            (42.42, "42.4"),
            (343_792.0, "343,792"),
            (999_999.7, "1.00 M"),
            (1_048_576.0, "1.05 M"),
            (8e9, "8.00 G"),
            (17_179_869_184.0, "17.2 G"),
            (1e15, "1.00 P"),
        ] {
            assert_eq!(short_count(number), text);
        }
        assert_eq!((count_in(102_534.0, 7), count_in(102_534.0, 6)), ("102,534".into(), "0.10 M".into()));
        for (bytes, text) in [
            (0.0, "0 B"),
            (704.0, "704 B"),
            (8_450.0, "8.45 kB"),
            (999_700.0, "1.00 MB"),
            (1.15e12, "1.15 TB"),
        ] {
            assert_eq!(short_bytes(bytes), text);
        }
    }

    #[test]
    fn numbers_have_a_comma_at_every_third_digit() {
        for (number, text) in
            [(0u64, "0"), (999, "999"), (1000, "1,000"), (343_792, "343,792"), (1_000_000, "1,000,000")]
        {
            assert_eq!(grouped_digits(number), text);
        }
    }
}
