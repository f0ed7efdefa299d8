//! The sentences of steps by which minima become a signature; those that it shares with SimHash are in the other file.

use super::sentence::{term, written};
use super::{Addition, Step, Steps};
use crate::display::{Lang, both, counted};
use crate::simhash::Feature;

impl Steps {
    /// What a step does with minima; `None` where it does what it does with sums.
    pub(super) fn of_minima(&self, at: usize, is_whole: bool, lang: Lang) -> Option<String> {
        Some(match self.at(at) {
            Step::Hash(_) if is_whole => self.of_values(lang),
            Step::Hash(place) => self.of_values_of(&self.trace.features[place], lang),
            Step::Add(addition) if is_whole => self.of_held(&self.trace.features[addition.feature], lang),
            Step::Add(addition) => self.of_value(addition, lang),
            Step::Sums => {
                let odd = self.trace.signature.count_ones();
                let even = u32::from(self.recipe.bits.get()) - odd;
                lang.pick(both!(
                    "All features are compared: {odd} of the smallest values are odd, {even} even.",
                    "全部特征比较完毕：最小值中 {odd} 个为奇数，{even} 个为偶数。"
                ))
            }
            Step::Sign { .. } if is_whole => {
                let ones = counted(self.trace.signature.count_ones() as usize, "bit is", "bits are");
                let count = self.trace.signature.count_ones();
                lang.pick(both!(
                    "Each odd minimum becomes 1, each even one 0: {ones} 1.",
                    "奇数的最小值变为 1，偶数的变为 0：共 {count} 位为 1。"
                ))
            }
            Step::Sign { bit, is_one, .. } => self.of_minimum(bit, is_one, lang)?,
            Step::Signature => {
                let value = written(self.trace.signature, self.recipe.bits, lang);
                let first = self.recipe.bits.get() - 1;
                lang.pick(both!(
                    "Read from bit {first} down to bit 0, this is the signature: {value}.",
                    "从第 {first} 位读到第 0 位，就是签名：{value}。"
                ))
            }
            Step::Text | Step::Feature(_) | Step::Weight(_) => return None,
        })
    }

    fn of_values(&self, lang: Lang) -> String {
        let (hash, bits) = (self.recipe.hash, self.recipe.bits);
        lang.pick(both!(
            "Of the hash '{hash}' of each term {bits} values are made. Here is the lowest bit of each.",
            "由每个词项的哈希（{hash}）得出 {bits} 个值，这里是各值的最低位。"
        ))
    }

    fn of_values_of(&self, feature: &Feature, lang: Lang) -> String {
        let (hash, bits, term) = (self.recipe.hash, self.recipe.bits, term(feature));
        let (value, odd) = (written(feature.hash, bits, lang), feature.hash.count_ones());
        lang.pick(both!(
            "Of the hash '{hash}' of {term} {bits} values are made, and {odd} are odd. Their lowest bits are {value}.",
            "由{term}的哈希（{hash}）得出 {bits} 个值，{odd} 个为奇数，各值的最低位为 {value}。"
        ))
    }

    fn of_value(&self, addition: Addition, lang: Lang) -> String {
        let Addition { feature, bit, is_one, push, .. } = addition;
        let (term, digit) = (term(&self.trace.features[feature]), u8::from(is_one));
        let parity = lang.pick(if is_one { ("odd", "奇数") } else { ("even", "偶数") });
        match push == 0.0 {
            true => lang.pick(both!(
                "Value {bit} of {term} is not the smallest: another feature decides bit {bit}.",
                "{term}的第 {bit} 个值不是最小的：第 {bit} 位由其他特征决定。"
            )),
            false => lang.pick(both!(
                "Value {bit} of {term} is the smallest of all, and {parity}: bit {bit} becomes {digit}.",
                "{term}的第 {bit} 个值在全部特征中最小，且为{parity}：第 {bit} 位取 {digit}。"
            )),
        }
    }

    fn of_held(&self, feature: &Feature, lang: Lang) -> String {
        let (term, bits, held) = (term(feature), self.recipe.bits, feature.adds.count_ones());
        let odd = (feature.adds & feature.hash).count_ones();
        lang.pick(both!(
            "{term} has the smallest value for {held} of {bits} bits; {odd} of these values are odd.",
            "{bits} 位中有 {held} 位以{term}的值为最小，其中 {odd} 个为奇数。"
        ))
    }

    fn of_minimum(&self, bit: u8, is_one: bool, lang: Lang) -> Option<String> {
        let (term, digit) = (term(self.trace.holder(bit)?), u8::from(is_one));
        let parity = lang.pick(if is_one { ("odd", "奇数") } else { ("even", "偶数") });
        Some(lang.pick(both!(
            "The smallest value {bit} is that of {term}, and {parity}: bit {bit} of the signature is {digit}.",
            "第 {bit} 个值以{term}的为最小，且为{parity}：签名的第 {bit} 位是 {digit}。"
        )))
    }
}
