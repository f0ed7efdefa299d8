//! Corpora made from real texts: with edits that signatures cannot tell apart, or of a wanted size.
#![allow(dead_code, reason = "the benchmark and the tests each use their part")]

use super::reading::{corpus_of, load};
use simscope::corpus::Corpus;
use simscope::random::Random;
use std::collections::HashSet;
use std::path::Path;

/// Sentences of the English samples of the repository, of 8 to 30 words, no two of them alike: of those that share a tenth
/// of their word pairs the first by alphabet.
pub fn sentences() -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for sample in ["en_sermon_kjv_asv", "en_rustbook_editions", "en_tldr"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("samples/{sample}.jsonl"));
        for document in load(&path).iter() {
            for sentence in document.text.split(['.', '!', '?', '\n']) {
                let is_word = |word: &&str| word.chars().all(|c| c.is_alphanumeric() || c == '\'');
                let words: Vec<String> =
                    sentence.split_whitespace().filter(is_word).map(str::to_lowercase).collect();
                if (8..=30).contains(&words.len()) {
                    found.push(words);
                }
            }
        }
    }
    found.sort();
    let mut kept: Vec<(Vec<String>, HashSet<[String; 2]>)> = Vec::new();
    for words in found {
        let pairs: HashSet<[String; 2]> =
            words.windows(2).map(|pair| [pair[0].clone(), pair[1].clone()]).collect();
        let is_like = |other: &HashSet<[String; 2]>| {
            let shared = pairs.intersection(other).count();
            10 * shared >= pairs.len() + other.len() - shared
        };
        if !kept.iter().any(|(_, other)| is_like(other)) {
            kept.push((words, pairs));
        }
    }
    kept.into_iter().map(|(words, _)| words).collect()
}

/// Every sentence and the same with some words in each other's place: the features of single words stay.
pub fn swapped(swaps: usize) -> Corpus {
    pairs(|words, _, random| {
        for _ in 0..swaps {
            let (a, b) = (random.below(words.len()), random.below(words.len()));
            words.swap(a, b);
        }
    })
}

/// Every sentence and the same with a share of its words, in percent, replaced by words of other sentences.
pub fn replaced(percent: usize) -> Corpus {
    pairs(|words, all, random| {
        for word in words {
            if random.below(100) < percent {
                let other = &all[random.below(all.len())];
                word.clone_from(&other[random.below(other.len())]);
            }
        }
    })
}

/// Every sentence twice, the second time edited; both have the same label.
fn pairs(edit: impl Fn(&mut Vec<String>, &[Vec<String>], &mut Random)) -> Corpus {
    let (all, mut random) = (sentences(), Random::of(&[2]));
    let rows = all.iter().enumerate().flat_map(|(label, words)| {
        let mut edited = words.clone();
        edit(&mut edited, &all, &mut random);
        [words.join(" "), edited.join(" ")].map(|text| (text, label.to_string()))
    });
    corpus_of("made up", rows)
}

/// Short documents of these corpora, at most `most` of them.
pub fn short(paths: &[impl AsRef<Path>], most: usize) -> Corpus {
    let corpora: Vec<Corpus> = paths.iter().map(|path| load(path.as_ref())).collect();
    let texts = corpora.iter().flat_map(|corpus| corpus.iter().map(|document| document.text));
    let rows = texts.filter(|text| text.len() <= 400).zip(0..most);
    corpus_of("short", rows.map(|(text, at)| (text.to_owned(), at.to_string())))
}

/// Documents of 20 KB, cut from these corpora; every third is an earlier one without every twentieth word.
pub fn long(paths: &[impl AsRef<Path>], most: usize) -> Corpus {
    const BYTES: usize = 20_000;
    let mut texts: Vec<String> = Vec::new();
    let mut text = String::new();
    let mut random = Random::of(&[3]);
    for path in paths {
        for document in load(path.as_ref()).iter() {
            for line in document.text.lines() {
                text.push_str(line);
                text.push('\n');
                if text.len() >= BYTES && texts.len() < most {
                    texts.push(std::mem::take(&mut text));
                    if texts.len() % 3 == 2 {
                        let words =
                            random.pick(&texts).into_iter().flat_map(|text| text.split_inclusive(' '));
                        let kept = words.enumerate().filter(|(at, _)| at % 20 != 0).map(|(_, word)| word);
                        let copy = kept.collect();
                        texts.push(copy);
                    }
                }
            }
        }
    }
    texts.truncate(most);
    corpus_of("long", texts.into_iter().zip(0..).map(|(text, at): (String, usize)| (text, at.to_string())))
}
