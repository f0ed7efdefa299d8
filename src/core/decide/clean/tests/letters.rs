//! Texts of words without meaning, so only their differences count.

use crate::random::Random;

const SYLLABLES: [&str; 16] =
    ["ba", "cho", "di", "fe", "gu", "ka", "lo", "mi", "nu", "pe", "ro", "sti", "tra", "ve", "wu", "zo"];

/// A word for each number. Hardly any two are a slip or a form of each other.
pub fn word(number: usize) -> String {
    let mut random = Random::of(&[number as u64]);
    (0..5).map(|_| SYLLABLES[random.below(SYLLABLES.len())]).collect::<String>() + "x"
}

/// This many random words of 20,000.
pub fn words(random: &mut Random, n: usize) -> String {
    (0..n).map(|_| word(random.below(20_000))).collect::<Vec<_>>().join(" ")
}

/// Texts that share no words.
pub fn strangers(random: &mut Random, n: usize, length: usize) -> Vec<String> {
    (0..n).map(|_| words(random, length)).collect()
}

/// Texts of a few words, of which many are versions of one another.
pub fn versions(random: &mut Random, n: usize) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for at in 0..n {
        let text = match random.below(5) {
            0 | 1 if at > 0 => {
                let mut words: Vec<String> = texts[random.below(at)].split(' ').map(str::to_owned).collect();
                for _ in 0..=random.below(4) {
                    edit(random, &mut words);
                }
                words.join(" ")
            }
            2 if at > 0 => format!("{} and then {}", texts[random.below(at)], random.below(1000)),
            _ => {
                let words = 3 + random.below(24);
                (0..words).map(|_| word(random.below(90))).collect::<Vec<_>>().join(" ")
            }
        };
        texts.push(text);
    }
    texts
}

fn edit(random: &mut Random, words: &mut Vec<String>) {
    let place = random.below(words.len());
    match random.below(10) {
        0 => words[place] = "other".to_owned(),
        1 if words.len() > 3 => drop(words.remove(place)),
        2 => words[place] = random.below(90).to_string(),
        3 => words.insert(place, "not".to_owned()),
        4 => words.insert(place, word(90 + random.below(500))),
        5 => words[place] = "the".to_owned(),
        6 => words.push(super::letters::words(random, 3)),
        7 => words[place] = word(90 + random.below(500)),
        8 => words[place] = words[place].replacen("ba", "ab", 1).replacen("lo", "ol", 1),
        _ => words[place] = words[place].to_uppercase() + "!",
    }
}
