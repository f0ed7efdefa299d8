//! One sentence for each step, with its term, its bit and its numbers.

use super::{Addition, Stage, Step, Steps};
use crate::display::{Lang, both, counted, grouped_digits, sum_text, weight_text};
use crate::recipe::{Bits, FeatureHash, Sketch, TieRule, Tokenizer, Weighting};
use crate::simhash::{Feature, hex};
use crate::visible;

/// Bits up to which a signature is written out, and ties that are named one by one.
const WRITTEN_OUT: u8 = 32;
const NAMED: usize = 6;
/// Columns of a term.
const TERM: usize = 32;

impl Stage {
    /// One or two words.
    pub fn name(self, lang: Lang) -> &'static str {
        lang.pick(match self {
            Self::Text => ("text", "文本"),
            Self::Features => ("features", "特征"),
            Self::Weights => ("weights", "权重"),
            Self::Hashes => ("hashes", "哈希"),
            Self::Adding => ("adding up", "累加"),
            Self::Sums => ("sums", "累加值"),
            Self::Signs => ("signs", "符号"),
            Self::Signature => ("signature", "签名"),
        })
    }
}

impl Steps {
    /// What a step does. With `is_whole`, a step that ends a larger one (see [`Steps::end_of_whole`]) has the sentence of the larger one.
    pub fn sentence(&self, at: usize, is_whole: bool, lang: Lang) -> String {
        let is_whole = is_whole && self.end_of_whole(at) == at;
        if self.recipe.sketch == Sketch::MinHash
            && let Some(of_minima) = self.of_minima(at, is_whole, lang)
        {
            return of_minima;
        }
        match self.at(at) {
            Step::Text => self.of_text(lang),
            Step::Feature(_) if is_whole => self.of_features(lang),
            Step::Feature(place) => self.of_feature(place, lang),
            Step::Weight(_) if is_whole => self.of_weights(lang),
            Step::Weight(place) => self.of_weight(&self.trace.features[place], lang),
            Step::Hash(_) if is_whole => self.of_hashes(lang),
            Step::Hash(place) => self.of_hash(&self.trace.features[place], lang),
            Step::Add(addition) if is_whole => self.of_all_bits(&self.trace.features[addition.feature], lang),
            Step::Add(addition) => self.of_addition_of(addition, lang),
            Step::Sums => self.of_sums(lang),
            Step::Sign { .. } if is_whole => self.of_signs(lang),
            Step::Sign { bit, sum, is_one } => self.of_one_sign((bit, sum, is_one), lang),
            Step::Signature => self.of_signature(lang),
        }
    }

    fn of_text(&self, lang: Lang) -> String {
        let (tokenizer, weighting) = (self.recipe.tokenizer, self.recipe.weighting);
        match self.features() {
            0 => lang.pick(both!(
                "The tokenizer '{tokenizer}' finds no features in this text: every sum stays 0.",
                "分词“{tokenizer}”在此文本中没有得到特征：各位的累加值都是 0。"
            )),
            _ if tokenizer == Tokenizer::Rows => self.of_rows(lang).to_owned(),
            _ => lang.pick(both!(
                "This is the text. The tokenizer '{tokenizer}' cuts it into features, and the weighting '{weighting}' weighs them.",
                "这是原文。先按 {tokenizer} 分词得到特征，再按 {weighting} 给每个特征定权重。"
            )),
        }
    }

    fn of_rows(&self, lang: Lang) -> &'static str {
        lang.pick(match (self.recipe.weighting == Weighting::Given, self.recipe.hash == FeatureHash::Given) {
            (true, true) => (
                "Each row is a feature, with the weight and the hash that it gives.",
                "每行是一个特征，带有该行所给的权重与哈希。",
            ),
            (true, false) => (
                "Each row is a feature, with the weight that it gives.",
                "每行是一个特征，带有该行所给的权重。",
            ),
            (false, true) => (
                "Each row is a feature, with the hash that it gives.",
                "每行是一个特征，带有该行所给的哈希。",
            ),
            (false, false) => ("Each row is a feature.", "每行是一个特征。"),
        })
    }

    fn of_features(&self, lang: Lang) -> String {
        let count = self.features();
        match self.keeps_heaviest() {
            true => lang.pick((
                format!("The {} with the largest weights are kept.", counted(count, "term", "terms")),
                format!("保留权重最大的 {} 个词项。", grouped_digits(count)),
            )),
            false => lang.pick((
                format!(
                    "The text has {}, in the order in which they first occur.",
                    counted(count, "feature", "features")
                ),
                format!("文本有 {} 个特征，按首次出现的次序排列。", grouped_digits(count)),
            )),
        }
    }

    fn of_feature(&self, place: usize, lang: Lang) -> String {
        let feature = &self.trace.features[place];
        let (term, number, all) = (term(feature), grouped_digits(place + 1), grouped_digits(self.features()));
        let occurs = occurs(feature, lang);
        match self.keeps_heaviest() {
            true => lang.pick(both!(
                "{term} is keyword {number} of {all}, from the heaviest down; it {occurs}.",
                "{term}是第 {number} 个关键词，共 {all} 个，重者在先；{occurs}。"
            )),
            false => lang.pick(both!(
                "{term} is feature {number} of {all}; it {occurs}.",
                "{term}是第 {number} 个特征，共 {all} 个；{occurs}。"
            )),
        }
    }

    /// Whether the weighting keeps only the heaviest terms.
    fn keeps_heaviest(&self) -> bool {
        matches!(
            self.recipe.weighting,
            Weighting::Keywords(_) | Weighting::CppKeywords(_) | Weighting::Tags(_) | Weighting::FirstTags(_)
        )
    }

    fn of_weights(&self, lang: Lang) -> String {
        let weights = || self.trace.features.iter().map(|feature| feature.weight);
        let least = weights().fold(f64::INFINITY, f64::min);
        let most = weights().fold(f64::NEG_INFINITY, f64::max);
        let is_one = least == most;
        let (least, most) = (weight_text(least), weight_text(most));
        let weighting = self.recipe.weighting;
        match is_one || least == most {
            true if !is_one => lang.pick(both!(
                "By the weighting '{weighting}' every feature weighs about {most}.",
                "按加权方式“{weighting}”，每个特征的权重约为 {most}。"
            )),
            true => lang.pick(both!(
                "By the weighting '{weighting}' every feature weighs {most}.",
                "按加权方式“{weighting}”，每个特征的权重都是 {most}。"
            )),
            false => lang.pick(both!(
                "By the weighting '{weighting}' the weights go from {least} to {most}.",
                "按加权方式“{weighting}”，权重从 {least} 到 {most}。"
            )),
        }
    }

    fn of_weight(&self, feature: &Feature, lang: Lang) -> String {
        let (term, weight, count) = (term(feature), weight_text(feature.weight), feature.count);
        let (occurs, idf) = (occurs(feature, lang), weight_text(feature.idf.unwrap_or(1.0)));
        match self.recipe.weighting {
            Weighting::Uniform => lang.pick(both!(
                "{term} {occurs}, and every feature counts once: its weight is {weight}.",
                "{term}{occurs}，但每个特征只计一次：权重为 {weight}。"
            )),
            Weighting::Tf => lang.pick(both!(
                "{term} {occurs}: its weight is {weight}.",
                "{term}{occurs}：权重为 {weight}。"
            )),
            Weighting::TfIdf if feature.idf.is_none() => lang.pick(both!(
                "{term} {occurs}, and without a corpus every idf is 1: its weight is {weight}.",
                "{term}{occurs}；没有语料，idf 一律为 1：权重为 {weight}。"
            )),
            Weighting::TfIdf => lang.pick(both!(
                "{term} {occurs}, and its idf in this corpus is {idf}: its weight is {count} × {idf} = {weight}.",
                "{term}{occurs}，在此语料中的 idf 为 {idf}：权重为 {count} × {idf} = {weight}。"
            )),
            Weighting::Keywords(_) | Weighting::CppKeywords(_) => lang.pick(both!(
                "{term} {occurs}, and its idf in jieba's table is {idf}: its weight is {count} × {idf} = {weight}.",
                "{term}{occurs}，在 jieba 表中的 idf 为 {idf}：权重为 {count} × {idf} = {weight}。"
            )),
            Weighting::Given if count == 1 => lang.pick(both!(
                "{term} {occurs}: its weight, as its row has it, is {weight}.",
                "{term}{occurs}：按该行所给，权重为 {weight}。"
            )),
            Weighting::Given => {
                let each = weight_text(feature.weight / f64::from(count));
                lang.pick(both!(
                    "{term} {occurs}, and its row gives {each}: its weight is {count} × {each} = {weight}.",
                    "{term}{occurs}，该行所给为 {each}：权重为 {count} × {each} = {weight}。"
                ))
            }
            Weighting::Tags(_) | Weighting::FirstTags(_) => lang.pick(both!(
                "{term} {occurs}, and its idf in jieba's table is {idf}. Its share of all occurrences times {idf}, times 20, cut to a whole number, is its weight: {weight}.",
                "{term}{occurs}，在 jieba 表中的 idf 为 {idf}。其次数占比乘 {idf} 再乘 20，取整即为权重：{weight}。"
            )),
        }
    }

    fn of_hashes(&self, lang: Lang) -> String {
        let (hash, bits) = (self.recipe.hash, self.recipe.bits);
        let count = counted(bits.get().into(), "bit", "bits");
        match hash {
            FeatureHash::Given => lang.pick(both!(
                "Each feature has a hash of {count}: that of its row, or else the XXH3 of its term.",
                "每个特征有 {bits} 位哈希：按该行所给；未给的取词项的 XXH3。"
            )),
            _ => lang.pick(both!(
                "The hash '{hash}' makes {count} of each term.",
                "哈希“{hash}”把每个词项变成 {bits} 位。"
            )),
        }
    }

    fn of_hash(&self, feature: &Feature, lang: Lang) -> String {
        let (hash, bits, term) = (self.recipe.hash, self.recipe.bits, term(feature));
        let (value, ones) = (written(feature.hash, bits, lang), feature.hash.count_ones());
        let of = counted(bits.get().into(), "bit is", "bits are");
        match hash {
            FeatureHash::Given => lang.pick(both!(
                "The hash of {term} is {value}: {ones} of its {of} 1.",
                "{term}的哈希为 {value}：{bits} 位中有 {ones} 位为 1。"
            )),
            _ => lang.pick(both!(
                "The hash '{hash}' of {term} is {value}: {ones} of its {of} 1.",
                "{term}的哈希（{hash}）为 {value}：{bits} 位中有 {ones} 位为 1。"
            )),
        }
    }

    fn of_addition_of(&self, addition: Addition, lang: Lang) -> String {
        let Addition { feature, bit, is_one, before, after, .. } = addition;
        let feature = &self.trace.features[feature];
        let (term, digit, weight) = (term(feature), u8::from(is_one), weight_text(feature.weight));
        let (before, after) = (sum_text(before), sum_text(after));
        let is_inverted = self.recipe.tie == TieRule::Inverted;
        let inverted =
            if is_inverted { lang.pick((", and signs are inverted", "，而符号取反")) } else { "" };
        let adds = lang.pick(if is_one != is_inverted { ("add", "加") } else { ("subtract", "减") });
        lang.pick(both!(
            "Bit {bit} of {term} is {digit}{inverted}: {adds} its weight {weight}, {before} becomes {after}.",
            "{term}的第 {bit} 位是 {digit}{inverted}：{adds}权重 {weight}，累加值由 {before} 变为 {after}。"
        ))
    }

    fn of_all_bits(&self, feature: &Feature, lang: Lang) -> String {
        let (term, weight) = (term(feature), weight_text(feature.weight));
        let ones = feature.hash.count_ones();
        let zeros = u32::from(self.recipe.bits.get()) - ones;
        let sums = |count: u32| counted(count as usize, "sum", "sums");
        match self.recipe.tie {
            TieRule::Inverted => lang.pick((
                format!("{term} is added, with inverted signs: {weight} from the {} where its hash has 1, to the {zeros} where it has 0.", sums(ones)),
                format!("累加{term}，符号取反：哈希为 1 的 {ones} 位各减 {weight}，为 0 的 {zeros} 位各加 {weight}。"),
            )),
            TieRule::Zero | TieRule::One => lang.pick((
                format!("{term} is added: {weight} to the {} where its hash has 1, and {weight} taken from the {zeros} where it has 0.", sums(ones)),
                format!("累加{term}：哈希为 1 的 {ones} 位各加 {weight}，为 0 的 {zeros} 位各减 {weight}。"),
            )),
        }
    }

    fn of_sums(&self, lang: Lang) -> String {
        let count = |is: fn(f64) -> bool| self.trace.sums.iter().filter(|&&sum| is(sum)).count();
        let (above, below) = (count(|sum| sum > 0.0), count(|sum| sum < 0.0));
        let features = self.features();
        let ties = match self.ties() {
            (0, _) => lang.pick(("none is 0", "没有 0")).to_owned(),
            (count, bits) => lang.pick((
                format!("{} 0 (bit {bits})", if count == 1 { "1 is".into() } else { format!("{count} are") }),
                format!("{count} 个为 0（第 {bits} 位）"),
            )),
        };
        lang.pick((
            format!(
                "{} added: {} above 0, {below} below, {ties}.",
                counted(features, "feature is", "features are"),
                counted(above, "sum is", "sums are")
            ),
            format!(
                "{} 个特征累加完毕：{above} 个累加值大于 0，{below} 个小于 0，{ties}。",
                grouped_digits(features)
            ),
        ))
    }

    fn of_one_sign(&self, (bit, sum, is_one): (u8, f64, bool), lang: Lang) -> String {
        let (value, digit, rule) = (sum_text(sum), u8::from(is_one), self.recipe.tie);
        let side = lang.pick(if sum > 0.0 { ("above 0", "大于 0") } else { ("below 0", "小于 0") });
        if sum == 0.0 {
            return lang.pick(both!(
                "Sum {bit} is 0, a tie: the tie rule '{rule}' makes bit {bit} of the signature {digit}.",
                "第 {bit} 位的累加值是 0，平票：按 {rule} 规则，签名的第 {bit} 位取 {digit}。"
            ));
        }
        lang.pick(both!(
            "Sum {bit} is {value}, {side}: bit {bit} of the signature is {digit}.",
            "第 {bit} 位的累加值是 {value}，{side}：签名的第 {bit} 位是 {digit}。"
        ))
    }

    fn of_signs(&self, lang: Lang) -> String {
        let ones = self.trace.signature.count_ones();
        let rule = self.recipe.tie;
        let ties = match self.ties() {
            (0, _) => String::new(),
            (_, bits) => lang.pick(both!(
                " A tie (bit {bits}) is decided by the rule '{rule}'.",
                "平票（第 {bits} 位）按 {rule} 规则取值。"
            )),
        };
        lang.pick((
            format!(
                "Each sum above 0 becomes 1, each below 0 becomes 0: {}.{ties}",
                counted(ones as usize, "bit is 1", "bits are 1")
            ),
            format!("大于 0 的累加值变为 1，小于 0 的变为 0：共 {ones} 位为 1。{ties}"),
        ))
    }

    fn of_signature(&self, lang: Lang) -> String {
        let (bits, signature) = (self.recipe.bits, self.trace.signature);
        let value = written(signature, bits, lang);
        let rule = self.recipe.tie;
        let ties = match self.ties() {
            (0, _) => lang.pick(("No sum was a tie.", "没有平票。")).to_owned(),
            (count, of) => lang.pick((
                format!("{} decided by the rule '{rule}': bit {of}.", counted(count, "tie was", "ties were")),
                format!("{count} 位平票，按 {rule} 规则取值：第 {of} 位。"),
            )),
        };
        lang.pick(both!(
            "Read from bit {} down to bit 0, this is the signature: {value}. {ties}",
            "从第 {} 位读到第 0 位，就是签名：{value}。{ties}",
            bits.get() - 1
        ))
    }

    /// How many sums are 0, and the first of their bits from the most significant one down.
    fn ties(&self) -> (usize, String) {
        let all = || (0..self.bits()).rev().filter(|&bit| self.trace.sums[bit] == 0.0);
        let named: Vec<String> = all().take(NAMED).map(|bit| bit.to_string()).collect();
        let count = all().count();
        let more = if count > NAMED { format!(", … +{}", count - NAMED) } else { String::new() };
        (count, named.join(", ") + &more)
    }
}

/// A row of bits, in digits where it is short, and in hex.
pub(super) fn written(value: u128, bits: Bits, lang: Lang) -> String {
    let in_hex = hex(value, bits);
    let in_hex = lang.pick(both!("{in_hex} in hex", "十六进制 {in_hex}"));
    match bits.get() {
        ..=WRITTEN_OUT => format!("{value:0width$b} = {in_hex}", width = usize::from(bits.get())),
        _ => in_hex,
    }
}

/// A term between quotes, safe to show and not too long.
pub(super) fn term(feature: &Feature) -> String {
    format!("“{}”", visible::fit(&visible::line(&feature.term), TERM))
}

fn occurs(feature: &Feature, lang: Lang) -> String {
    let count = feature.count;
    lang.pick((
        match count {
            1 => "occurs once".to_owned(),
            2 => "occurs twice".to_owned(),
            _ => format!("occurs {} times", grouped_digits(count)),
        },
        format!("出现 {} 次", grouped_digits(count)),
    ))
}
