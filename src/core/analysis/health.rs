//! What is wrong with signatures, seen from the signatures alone; and which known recipe made them, where texts are at hand.

use crate::display::say;
use crate::hamming::Signatures;
use crate::recipe::{Bits, Recipe, Weighting, named};
use crate::simhash::Signer;
use rayon::prelude::*;

/// Distinct signatures from which on anything is said of bits. Of 24 random ones some two of 64 bits are equal or opposite by
/// chance in 1 of 4,000 cases.
const ENOUGH: usize = 24;
/// Signatures that are looked at unasked.
const LOOKED_AT: usize = 1 << 16;

/// One bit over all distinct signatures.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BitHealth {
    /// The share in which it is 1.
    pub share: f64,
    /// Whether it is the same in all.
    pub is_dead: bool,
    /// The first lower bit that it equals everywhere.
    pub equals: Option<u8>,
    /// The first lower bit of which it is the opposite everywhere.
    pub opposes: Option<u8>,
}

/// What is known of some signatures.
#[derive(Debug, Clone, PartialEq)]
pub struct Health {
    /// How many there are, and how many different ones.
    pub signatures: u64,
    /// Different ones, from which everything but the collisions is computed.
    pub distinct: u64,
    /// By bit, the lowest first.
    pub bits: Vec<BitHealth>,
    /// Mean distance of two distinct signatures, over all pairs.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// Pairs of equal signatures.
    pub collisions: u64,
}

/// Something that is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ailment {
    /// These bits, from and to, are always 0.
    Zero(u8, u8),
    /// These bits are always 1.
    One(u8, u8),
    /// The high half equals the low one.
    Mirrored,
    /// The high half is the low one, inverted.
    Inverted,
    /// The bits from this one up equal it: a signed number of so few bits was widened.
    Extended(u8),
    /// The lowest bits are 0 in nearly all: the numbers were rounded to 53 bits.
    Rounded,
    /// This many other bits equal a lower bit or its opposite.
    Bound(u8),
    /// This many bits are 1 in less than 5 % or more than 95 % of the signatures.
    Biased(u8),
    /// The distances spread like those of only this many independent bits.
    FewEffective(u8),
}

impl Health {
    /// Looks at all signatures.
    pub fn of(signatures: &Signatures, bits: Bits) -> Self {
        let mut distinct: Vec<u128> = signatures.iter().collect();
        distinct.par_sort_unstable();
        let runs = distinct.chunk_by(|a, b| a == b).map(<[u128]>::len);
        let collisions = runs.map(|run| run as u64 * (run as u64 - 1) / 2).sum();
        distinct.dedup();
        let columns: Vec<Vec<u64>> = (0..bits.get())
            .into_par_iter()
            .map(|bit| {
                let word = |some: &[u128]| {
                    some.iter().rev().fold(0, |word, one| word << 1 | (one >> bit & 1) as u64)
                };
                distinct.chunks(64).map(word).collect()
            })
            .collect();
        let n = distinct.len() as u64;
        let ones: Vec<u64> = columns.iter().map(|column| count(column, column)).collect();
        // Of how many pairs of signatures each bit, and each two bits, tell apart.
        let rows: Vec<(BitHealth, f64)> = (0..columns.len())
            .into_par_iter()
            .map(|i| {
                let mut health = BitHealth {
                    share: ones[i] as f64 / n.max(1) as f64,
                    is_dead: ones[i] == 0 || ones[i] == n,
                    equals: None,
                    opposes: None,
                };
                let mut both = 0.0;
                for j in 0..i {
                    let n11 = count(&columns[i], &columns[j]);
                    let (n10, n01) = (ones[i] - n11, ones[j] - n11);
                    let n00 = n - n11 - n10 - n01;
                    both += n00 as f64 * n11 as f64 + n10 as f64 * n01 as f64;
                    if !health.is_dead && n10 + n01 == 0 {
                        health.equals = health.equals.or(Some(j as u8));
                    }
                    if !health.is_dead && n00 + n11 == 0 {
                        health.opposes = health.opposes.or(Some(j as u8));
                    }
                }
                (health, both)
            })
            .collect();
        let pairs = (n as f64 * (n as f64 - 1.0) / 2.0).max(1.0);
        let sum: f64 = ones.iter().map(|&ones| ones as f64 * (n - ones) as f64).sum();
        let mean = sum / pairs;
        let square = (sum + 2.0 * rows.iter().map(|row| row.1).sum::<f64>()) / pairs;
        Self {
            signatures: signatures.len() as u64,
            distinct: n,
            bits: rows.into_iter().map(|row| row.0).collect(),
            mean,
            deviation: (square - mean * mean).max(0.0).sqrt(),
            collisions,
        }
    }

    /// What is wrong with signatures that were given, in one line; of more than 65,536, as many are looked at.
    pub fn told(signatures: &Signatures, bits: Bits) -> Option<String> {
        let step = signatures.len().div_ceil(LOOKED_AT).max(1);
        let some: Vec<u32> = (0..signatures.len() as u32).step_by(step).collect();
        let ailments = Self::of(&signatures.chosen(&some), bits).ailments();
        let what: Vec<String> = ailments.iter().map(|ailment| ailment.text(bits.get())).collect();
        let what = what.join(&say!("; ", "；"));
        (!what.is_empty()).then(|| {
            say!(
                "these signatures are not healthy: {what}; `simscope doctor` says more",
                "这些签名有问题：{what}；详见 `simscope doctor`"
            )
        })
    }

    /// Whether there are too few to tell.
    pub fn is_small(&self) -> bool {
        self.distinct < ENOUGH as u64
    }

    /// The number of independent fair or biased bits whose distances would spread as these: μ (1 − μ) ÷ σ², both as shares of
    /// the live bits (Daugman, The importance of being random, 2003).
    pub fn effective(&self) -> Option<f64> {
        let width = self.bits.iter().filter(|bit| !bit.is_dead).count() as f64;
        let (mean, deviation) = (self.mean / width, self.deviation / width);
        (deviation > 0.0).then(|| mean * (1.0 - mean) / (deviation * deviation))
    }

    /// Pairs of equal signatures among as many random ones of this width.
    pub fn expected_collisions(&self) -> f64 {
        let n = self.signatures as f64;
        n * (n - 1.0) / 2.0 * (-(self.bits.len() as f64)).exp2()
    }

    /// What is wrong, the worst first; nothing of too few signatures.
    pub fn ailments(&self) -> Vec<Ailment> {
        let (bits, width) = (&self.bits[..], self.bits.len());
        if self.is_small() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let mut start = 0;
        for run in bits.chunk_by(|a, b| a.is_dead && b.is_dead && a.share.round() == b.share.round()) {
            let (first, last) = (start as u8, (start + run.len() - 1) as u8);
            start += run.len();
            match run[0] {
                BitHealth { is_dead: false, .. } => {}
                BitHealth { share, .. } if share > 0.5 => found.push(Ailment::One(first, last)),
                _ => found.push(Ailment::Zero(first, last)),
            }
        }
        let half = width / 2;
        let (low, high) = bits.split_at(half);
        let is_half = width % 2 == 0 && high.iter().any(|bit| !bit.is_dead);
        let pairs = || high.iter().zip(low).enumerate();
        let mirrored = |at: usize, high: &BitHealth, low: &BitHealth| {
            high.equals == Some(low.equals.unwrap_or(at as u8))
                || high.is_dead && low.is_dead && high.share == low.share
        };
        let extended = bits.iter().rposition(|bit| bit.equals.is_none()).filter(|&sign| sign + 8 < width);
        let is_extended = extended.filter(|&sign| {
            bits[sign + 1..]
                .iter()
                .all(|bit| bit.equals == bits[width - 1].equals && bit.equals == Some(sign as u8))
        });
        if let Some(sign) = is_extended {
            found.push(Ailment::Extended(sign as u8));
        } else if is_half && pairs().all(|(at, (high, low))| mirrored(at, high, low)) {
            found.push(Ailment::Mirrored);
        } else if is_half && pairs().all(|(at, (high, _))| high.opposes == Some(at as u8)) {
            found.push(Ailment::Inverted);
        } else {
            let bound = bits.iter().filter(|bit| bit.equals.or(bit.opposes).is_some()).count();
            if bound > 0 {
                found.push(Ailment::Bound(bound as u8));
            }
        }
        if width == 64
            && bits[..8].iter().all(|bit| bit.share < 0.05)
            && bits[16..].iter().any(|bit| !bit.is_dead)
        {
            found.insert(0, Ailment::Rounded);
        }
        let biased = bits.iter().filter(|bit| !bit.is_dead && !(0.05..=0.95).contains(&bit.share)).count();
        if biased > 0 && self.distinct >= 200 {
            found.push(Ailment::Biased(biased as u8));
        }
        // Random signatures of 64 bits come to 60 and more, those of texts with much in common to 30.
        match self.effective() {
            Some(effective) if self.distinct >= 200 && effective < width as f64 / 4.0 => {
                found.push(Ailment::FewEffective(effective.round() as u8));
            }
            _ => {}
        }
        found
    }
}

fn count(a: &[u64], b: &[u64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| u64::from((a & b).count_ones())).sum()
}

impl Ailment {
    /// One clause, and where it comes from as a rule.
    pub fn text(self, width: u8) -> String {
        let half = width / 2;
        match self {
            Self::Zero(32, 63) if width == 64 => say!(
                "only 32 of 64 bits are live: bits 32 to 63 are always 0 (a hash or column of 32 bits, or `1 << 35` computed in 32 bits)",
                "64 位中只有 32 位有效：第 32 至 63 位恒为 0（32 位的哈希或列，或以 32 位计算 `1 << 35`）"
            ),
            Self::Zero(first, last) => {
                say!("bits {first} to {last} are always 0", "第 {first} 至 {last} 位恒为 0")
            }
            Self::One(first, last) => {
                say!("bits {first} to {last} are always 1", "第 {first} 至 {last} 位恒为 1")
            }
            Self::Mirrored => say!(
                "the halves are equal: {half} of {width} bits are live (a hash of {half} bits used twice, or `1 << {}` computed in {half} bits, where it is `1 << 3`)",
                "两半相同：{width} 位中只有 {half} 位有效（{half} 位的哈希用了两次，或以 {half} 位计算 `1 << {}`，结果为 `1 << 3`）",
                half + 3
            ),
            Self::Inverted => say!(
                "the high half is the low one inverted: {half} of {width} bits are live",
                "高半部分是低半部分取反：{width} 位中只有 {half} 位有效"
            ),
            Self::Extended(sign) => say!(
                "bits {sign} to {} are all equal: signed numbers of {} bits were widened (or `1 << 35` computed in 32 bits)",
                "第 {sign} 至 {} 位全都相等：{} 位有符号数被扩展（或以 32 位计算 `1 << 35`）",
                width - 1,
                sign + 1
            ),
            Self::Rounded => say!(
                "the lowest bits are nearly always 0: the numbers went through floating point, which keeps 53 bits",
                "最低几位几乎恒为 0：这些数经过浮点，只保留 53 位"
            ),
            Self::Bound(1) => say!("1 bit equals another or its opposite", "有 1 位与另一位相等或相反"),
            Self::Bound(n) => say!("{n} bits equal another or its opposite", "有 {n} 位与另一位相等或相反"),
            Self::Biased(n) => say!(
                "{n} of {width} bits are the same in over 95 of 100 signatures",
                "{width} 位中有 {n} 位在 95% 以上的签名中相同"
            ),
            Self::FewEffective(n) => say!(
                "distances spread as those of {n} independent bits, not {width}",
                "距离的分散程度只相当于 {n} 个独立位，而非 {width} 个"
            ),
        }
    }
}

/// How a recipe agrees with signatures over their texts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Likeness {
    /// The recipe, at the width of the signatures.
    pub recipe: Recipe,
    /// The share of texts with just that signature.
    pub equal: f64,
    /// The mean distance of theirs and its.
    pub mean: f64,
}

/// The named recipes that can have this width, the most alike first; without those that weigh by the whole corpus.
pub fn likeness(texts: &[(&str, u128)], bits: Bits) -> Vec<Likeness> {
    let fits = |recipe: &Recipe| recipe.widths().allow(bits) && recipe.weighting != Weighting::TfIdf;
    let recipes = named().iter().map(|named| named.recipe).filter(fits);
    let mut found: Vec<Likeness> = recipes
        .map(|recipe| {
            let recipe = Recipe { bits, ..recipe };
            let distances: Vec<u32> = texts
                .par_iter()
                .map_init(
                    || Signer::new(&recipe, None),
                    |signer, (text, given)| (signer.sign(text).signature ^ given).count_ones(),
                )
                .collect();
            let n = distances.len().max(1) as f64;
            Likeness {
                recipe,
                equal: distances.iter().filter(|&&distance| distance == 0).count() as f64 / n,
                mean: distances.iter().map(|&distance| f64::from(distance)).sum::<f64>() / n,
            }
        })
        .collect();
    found.sort_by(|a, b| b.equal.total_cmp(&a.equal).then(a.mean.total_cmp(&b.mean)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use xxhash_rust::xxh3::xxh3_64;

    fn ailments(make: impl Fn(u64) -> u64) -> Vec<Ailment> {
        let words: Vec<u64> = (0..2_000_u64).map(|i| make(xxh3_64(&i.to_le_bytes()))).collect();
        Health::of(&Signatures::from(words), Bits::DEFAULT).ailments()
    }

    #[test]
    fn healthy_hashes_pass_and_known_faults_have_names() {
        assert_eq!(ailments(|h| h), []);
        assert_eq!(ailments(|h| h & 0xffff_ffff)[0], Ailment::Zero(32, 63));
        assert_eq!(ailments(|h| h & 0xffff_ffff | h << 32)[0], Ailment::Mirrored);
        assert_eq!(ailments(|h| h & 0xffff_ffff | !h << 32)[0], Ailment::Inverted);
        assert_eq!(ailments(|h| i64::from(h as i32).cast_unsigned())[0], Ailment::Extended(31));
        assert_eq!(ailments(|h| (h as f64) as u64)[0], Ailment::Rounded);
        assert_eq!(ailments(|h| h & !1 | h >> 5 & 1), [Ailment::Bound(1)]);
        assert_eq!(ailments(|h| h | 1 << 7)[0], Ailment::One(7, 7));
        assert_eq!(Health::of(&Signatures::from(vec![1_u64; 30]), Bits::DEFAULT).ailments(), []);
    }

    #[test]
    fn spread_and_collisions_are_those_of_all_pairs() {
        let words: Vec<u64> = (0..300_u64).map(|i| xxh3_64(&i.to_le_bytes())).collect();
        let mut twice = words.clone();
        twice.extend_from_slice(&words[..5]);
        let health = Health::of(&Signatures::from(twice), Bits::DEFAULT);
        let distances: Vec<f64> = (0..300)
            .flat_map(|a| (0..a).map(move |b| (a, b)))
            .map(|(a, b): (usize, usize)| f64::from((words[a] ^ words[b]).count_ones()))
            .collect();
        let n = distances.len() as f64;
        let mean = distances.iter().sum::<f64>() / n;
        let deviation = (distances.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / n).sqrt();
        assert!((health.mean - mean).abs() < 1e-9 && (health.deviation - deviation).abs() < 1e-9);
        assert_eq!((health.signatures, health.distinct, health.collisions), (305, 300, 5));
        assert!((55.0..75.0).contains(&health.effective().unwrap()));
    }

    #[test]
    fn the_recipe_of_texts_is_found() {
        let texts: Vec<String> = (0..50).map(|i| format!("number {i} of some fifty texts")).collect();
        let recipe = Recipe::named("default").unwrap();
        let mut signer = Signer::new(&recipe, None);
        let given: Vec<(&str, u128)> =
            texts.iter().map(|text| (text.as_str(), signer.sign(text).signature)).collect();
        let found = likeness(&given, Bits::DEFAULT);
        assert_eq!((found[0].recipe.name, found[0].equal, found[0].mean), (Some("default"), 1.0, 0.0));
        assert!(found[1].equal < 1.0);
    }
}
