//! A corpus made from a seed. It is known which texts are the same and which only look so.

use simscope::random::Random;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// The file, and the text that each document is a copy of, by its id.
pub struct Made {
    pub file: PathBuf,
    roots: HashMap<String, String>,
}

impl Made {
    /// Notices of 20 to 45 words; some were sent twice, some changed in a word or continued. Others differ in numbers alone, fill
    /// in one form, or say the contrary: these are other notices.
    pub fn new(folder: &Path, seed: u64) -> Self {
        let mut random = Random::of(&[seed]);
        let vocabulary: Vec<String> = (0..2_500).map(|_| word(&mut random)).collect();
        let sentence = |random: &mut Random, words: usize| -> Vec<String> {
            (0..words).map(|_| random.pick(&vocabulary).unwrap().clone()).collect()
        };
        let mut made = Vec::new();
        for number in 0..260 {
            let length = 20 + random.below(26);
            let text = sentence(&mut random, length);
            let root = format!("n{number}");
            made.push((root.clone(), root.clone(), text.join(" ")));
            let copy = match number % 4 {
                0 => Some((text.join(" "), true)),
                1 => {
                    let mut changed = text.clone();
                    let at = random.below(changed.len());
                    changed[at] = random.pick(&vocabulary).unwrap().clone();
                    Some((changed.join(" "), true))
                }
                2 if number % 8 == 2 => {
                    Some((format!("{} {}", text.join(" "), sentence(&mut random, 5).join(" ")), true))
                }
                2 => {
                    let (a, b) = (random.below(90) + 10, random.below(900) + 100);
                    made.last_mut().unwrap().2 = format!("{} in room {a}", text.join(" "));
                    Some((format!("{} in room {b}", text.join(" ")), false))
                }
                _ => None,
            };
            if let Some((text, is_copy)) = copy {
                let id = format!("{root}-b");
                made.push((id.clone(), if is_copy { root } else { id }, text));
            }
        }
        for number in 0..20 {
            let id = format!("form{number}");
            let [name, place] = [0, 1].map(|_| random.pick(&vocabulary).unwrap().clone());
            let text = format!(
                "we thank {name} for the payment that came to {place} on day {number} of this month and send the receipt with it"
            );
            made.push((id.clone(), id, text));
        }
        let mut lines = String::new();
        for (id, _, text) in &made {
            writeln!(lines, "{}", serde_json::json!({ "id": id, "text": text })).unwrap();
        }
        let file = folder.join("notices.jsonl");
        std::fs::write(&file, lines).unwrap();
        Self { file, roots: made.into_iter().map(|(id, root, _)| (id, root)).collect() }
    }

    /// Whether two texts are copies of one.
    pub fn is_same(&self, a: &str, b: &str) -> bool {
        self.roots[a] == self.roots[b]
    }

    /// Of the texts that a table lists as gone, those that are copies of what stays, and all.
    pub fn right(&self, dropped: &Path) -> (usize, usize) {
        let table = std::fs::read_to_string(dropped).unwrap();
        let rows: Vec<(&str, &str)> = table
            .lines()
            .skip(1)
            .map(|line| {
                let mut cells = line.split('\t');
                (cells.next().unwrap(), cells.next().unwrap())
            })
            .collect();
        let is_right = |(gone, kept): &&(&str, &str)| self.is_same(gone, kept);
        (rows.iter().filter(is_right).count(), rows.len())
    }
}

fn word(random: &mut Random) -> String {
    let pick = |random: &mut Random, of: &str| of.chars().nth(random.below(of.len())).unwrap();
    (0..2 + random.below(3)).flat_map(|_| [pick(random, "bdfgklmnprstvz"), pick(random, "aeiou")]).collect()
}
