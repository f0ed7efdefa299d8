//! The parts of a recipe as the explorer changes them: one step at a time, each with what it means.

mod meaning;

pub use meaning::{meaning, widths};

pub use crate::action::Part;
use crate::surface::Phrase;
use simscope_core::recipe::{
    Bits, CppJieba, FeatureHash, Normalize, Recipe, Separators, TOP, TieRule, Tokenizer, Top, Units, WINDOW,
    Weighting, Widths,
};
use std::mem::discriminant;
use std::ops::RangeInclusive;

impl Part {
    /// All of them, in the order of the flow from text to signature; what is seldom changed comes last.
    pub const ALL: [Part; 9] = [
        Part::Tokenizer,
        Part::Window,
        Part::Weighting,
        Part::Top,
        Part::Hash,
        Part::Bits,
        Part::Tie,
        Part::Sketch,
        Part::Normalize,
    ];

    /// What it is called.
    pub fn name(self) -> Phrase {
        match self {
            Part::Tokenizer => ("tokenizer", "分词"),
            Part::Window => ("window n", "窗口 n"),
            Part::Weighting => ("weighting", "加权方式"),
            Part::Top => ("keywords n", "关键词 n"),
            Part::Hash => ("feature hash", "特征哈希"),
            Part::Bits => ("bits", "位数"),
            Part::Tie => ("tie rule", "平票规则"),
            Part::Sketch => ("sketch", "签名方式"),
            Part::Normalize => ("normalize", "规范化"),
        }
    }
}

/// The tokenizers of the recipe's menu; windows keep the n they had.
pub const TOKENIZERS: [Tokenizer; 5] = [
    Tokenizer::Words(3),
    Tokenizer::Jieba,
    Tokenizer::Whitespace,
    Tokenizer::Chars(3),
    Tokenizer::Shingles(2),
];

/// Those that are a program's own.
const OTHER_TOKENIZERS: [Tokenizer; 15] = [
    Tokenizer::Split(Separators::Java),
    Tokenizer::Split(Separators::Python),
    Tokenizer::Split(Separators::Python2),
    Tokenizer::Split(Separators::Space),
    Tokenizer::Split(Separators::Punctuation),
    Tokenizer::SplitShingles(4),
    Tokenizer::WordChars(4),
    Tokenizer::WordShingles { n: 3, least: 5 },
    Tokenizer::JiebaTags,
    Tokenizer::CppJieba(CppJieba::V5_6),
    Tokenizer::CppJieba(CppJieba::V5_4),
    Tokenizer::AsciiWords,
    Tokenizer::LongWords(3),
    Tokenizer::LaterChars(3),
    Tokenizer::Rows,
];

/// The weightings of that menu.
pub const WEIGHTINGS: [Weighting; 3] = [Weighting::Uniform, Weighting::Tf, Weighting::TfIdf];

const OTHER_WEIGHTINGS: [Weighting; 5] = [
    Weighting::Keywords(Top::Count(20)),
    Weighting::CppKeywords(Top::Count(5)),
    Weighting::Tags(20),
    Weighting::FirstTags(20),
    Weighting::Given,
];

const HASHES: [FeatureHash; 14] = [
    FeatureHash::DEFAULT,
    FeatureHash::Sip { k0: 0, k1: 0 },
    FeatureHash::Md5Head,
    FeatureHash::Md5Tail,
    FeatureHash::Jenkins,
    FeatureHash::Cpython(Units::CodePoints),
    FeatureHash::Cpython(Units::Utf16),
    FeatureHash::Cpython(Units::Bytes),
    FeatureHash::GoDemo,
    FeatureHash::Fnv1,
    FeatureHash::Crc32,
    FeatureHash::Crc32C,
    FeatureHash::MurmurMirrored,
    FeatureHash::Given,
];

const FORMS: [Normalize; 4] = [Normalize::None, Normalize::Nfc, Normalize::Nfkc, Normalize::Loose];

const TIES: [TieRule; 3] = [TieRule::Zero, TieRule::One, TieRule::Inverted];

/// The element `by` places after `now`, around the end; the first one after what is not in the list.
pub fn cycle<T: Copy>(all: &[T], is_now: impl Fn(&T) -> bool, by: isize) -> T {
    let at = match (all.iter().position(is_now), by) {
        (Some(at), _) => at as isize,
        (None, 1..) => -1,
        (None, _) => 0,
    };
    all[(at + by).rem_euclid(all.len() as isize) as usize]
}

/// Whether two tokenizers are of one kind, whatever their n.
pub fn is_same_kind(a: &Tokenizer, b: &Tokenizer) -> bool {
    match (a, b) {
        (Tokenizer::Split(a), Tokenizer::Split(b)) => a == b,
        (Tokenizer::CppJieba(a), Tokenizer::CppJieba(b)) => a == b,
        _ => discriminant(a) == discriminant(b),
    }
}

fn is_same_hash(a: &FeatureHash, b: &FeatureHash) -> bool {
    match (a, b) {
        (FeatureHash::Cpython(a), FeatureHash::Cpython(b)) => a == b,
        // The seed and the key are no other hash.
        _ => discriminant(a) == discriminant(b),
    }
}

/// `after`, which came from `before` by changing a part: without a name that is no longer its own, and no
/// wider than its hash can fill.
pub fn changed(before: Recipe, after: Recipe) -> Recipe {
    let after = before.changed_to(after);
    match after.widths() {
        Widths::UpTo(widest) if after.bits.get() > widest => {
            Recipe { bits: Bits::new(widest).unwrap_or(after.bits), ..after }
        }
        _ => after,
    }
}

/// The recipe with one part moved on.
///
/// # Errors
/// Why it cannot be.
pub fn stepped(recipe: Recipe, part: Part, by: isize) -> Result<Recipe, Phrase> {
    let after = match part {
        Part::Tokenizer => {
            let all = [&TOKENIZERS[..], &OTHER_TOKENIZERS].concat();
            Recipe { tokenizer: cycle(&all, |t| is_same_kind(t, &recipe.tokenizer), by), ..recipe }
        }
        Part::Window => Recipe { tokenizer: other_window(recipe.tokenizer, by)?, ..recipe },
        Part::Weighting => {
            let is_now = |w: &Weighting| discriminant(w) == discriminant(&recipe.weighting);
            let all = [&WEIGHTINGS[..], &OTHER_WEIGHTINGS].concat();
            Recipe { weighting: cycle(&all, is_now, by), ..recipe }
        }
        Part::Top => Recipe { weighting: other_top(recipe.weighting, by)?, ..recipe },
        Part::Hash => Recipe { hash: cycle(&HASHES, |h| is_same_hash(h, &recipe.hash), by), ..recipe },
        Part::Bits => Recipe { bits: other_bits(recipe, by)?, ..recipe },
        Part::Normalize => {
            Recipe { normalize: cycle(&FORMS, |form| *form == recipe.normalize, by), ..recipe }
        }
        Part::Sketch => recipe.with_other_sketch(),
        Part::Tie => Recipe { tie: cycle(&TIES, |t| *t == recipe.tie, by), ..recipe },
    };
    Ok(changed(recipe, after))
}

fn other_window(tokenizer: Tokenizer, by: isize) -> Result<Tokenizer, Phrase> {
    const NONE: Phrase = ("only windows and shingles have an n", "只有窗口与词片有 n");
    let now = tokenizer.window().ok_or(NONE)?;
    let n = moved(u16::from(now), by, u16::from(*WINDOW.start())..=u16::from(*WINDOW.end()))? as u8;
    tokenizer.with_window(n).ok_or(NONE)
}

/// `auto` stands before 1.
fn other_top(weighting: Weighting, by: isize) -> Result<Weighting, Phrase> {
    let other = |top| {
        Ok(match (top, by) {
            (Top::Auto, 1..) => Top::Count(*TOP.start()),
            (Top::Auto, _) => return Err(AT_THE_END),
            (Top::Count(n), ..0) if n == *TOP.start() => Top::Auto,
            (Top::Count(n), _) => Top::Count(moved(n, by, TOP)?),
        })
    };
    match weighting {
        Weighting::Keywords(top) => Ok(Weighting::Keywords(other(top)?)),
        Weighting::CppKeywords(top) => Ok(Weighting::CppKeywords(other(top)?)),
        Weighting::Tags(n) => Ok(Weighting::Tags(moved(n, by, TOP)?)),
        Weighting::FirstTags(n) => Ok(Weighting::FirstTags(moved(n, by, TOP)?)),
        Weighting::Uniform | Weighting::Tf | Weighting::TfIdf | Weighting::Given => {
            Err(("only keywords and tags keep the n heaviest", "只有 keywords 与 tags 保留最重的 n 个"))
        }
    }
}

/// The next of the usual widths, around the end.
pub fn other_width(recipe: &Recipe, by: isize) -> Bits {
    let widths: Vec<Bits> = [8, 16, 32, 64, 128].into_iter().filter_map(Bits::new).collect();
    let widths: Vec<Bits> = widths.into_iter().filter(|&width| recipe.widths().allow(width)).collect();
    if widths.is_empty() { recipe.bits } else { cycle(&widths, |width| *width == recipe.bits, by) }
}

fn other_bits(recipe: Recipe, by: isize) -> Result<Bits, Phrase> {
    let now = recipe.bits.get();
    let other = match recipe.widths() {
        Widths::These(widths) if by > 0 => widths.iter().copied().filter(|&width| width > now).min(),
        Widths::These(widths) => widths.iter().copied().filter(|&width| width < now).max(),
        Widths::UpTo(widest) => {
            let bits = moved(u16::from(now), by, 1..=u16::from(widest)).map_err(|_| match by {
                1.. => ("this is the widest signature that the hash can fill", "已是该哈希能填满的最大位数"),
                _ => ("a signature has at least one bit", "签名至少有一位"),
            })?;
            Some(bits as u8)
        }
    };
    other
        .and_then(Bits::new)
        .ok_or(("that program has no larger or smaller width", "该程序没有更大或更小的位数"))
}

const AT_THE_END: Phrase = ("this is the last value", "已到尽头");

fn moved(n: u16, by: isize, range: RangeInclusive<u16>) -> Result<u16, Phrase> {
    let to = (isize::try_from(n).unwrap_or(0) + by)
        .clamp(isize::try_from(*range.start()).unwrap_or(0), isize::try_from(*range.end()).unwrap_or(0))
        as u16;
    if to == n { Err(AT_THE_END) } else { Ok(to) }
}

/// The present value of a part; a dot where the recipe has none.
pub fn value(recipe: &Recipe, part: Part) -> String {
    match part {
        Part::Tokenizer => recipe.tokenizer.to_string(),
        Part::Window => recipe.tokenizer.window().map_or("·".into(), |n| n.to_string()),
        Part::Weighting => recipe.weighting.to_string(),
        Part::Top => match recipe.weighting {
            Weighting::Keywords(Top::Count(n)) | Weighting::CppKeywords(Top::Count(n)) => n.to_string(),
            Weighting::Keywords(Top::Auto) | Weighting::CppKeywords(Top::Auto) => "auto".into(),
            Weighting::Tags(n) | Weighting::FirstTags(n) => n.to_string(),
            Weighting::Uniform | Weighting::Tf | Weighting::TfIdf | Weighting::Given => "·".into(),
        },
        Part::Hash => recipe.hash.to_string(),
        Part::Bits => recipe.bits.to_string(),
        Part::Tie => recipe.tie.to_string(),
        Part::Sketch => recipe.sketch.to_string(),
        Part::Normalize => recipe.normalize.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> Recipe {
        Recipe::named(name).unwrap()
    }

    #[test]
    fn every_part_goes_around_or_says_why_not() {
        for start in simscope_core::recipe::named() {
            for part in
                [Part::Tokenizer, Part::Weighting, Part::Hash, Part::Tie, Part::Sketch, Part::Normalize]
            {
                let mut recipe = start.recipe;
                for _ in 0..20 {
                    recipe = stepped(recipe, part, 1).unwrap();
                    assert!(recipe.widths().allow(recipe.bits), "{recipe}");
                }
                // Back again in as many steps.
                for _ in 0..20 {
                    recipe = stepped(recipe, part, -1).unwrap();
                }
                assert_eq!(
                    value(&recipe, part).split(':').next(),
                    value(&start.recipe, part).split(':').next()
                );
            }
        }
    }

    #[test]
    fn a_changed_part_takes_the_name_and_the_width_of_a_weaker_hash() {
        let java = Recipe { bits: Bits::MAX, ..named("java") };
        assert_eq!(changed(java, java).name, Some("java"));
        let other = stepped(java, Part::Tie, 1).unwrap();
        assert_eq!((other.name, other.bits), (None, Bits::MAX));
        let jenkins = changed(java, Recipe { hash: FeatureHash::Jenkins, ..java });
        assert_eq!((jenkins.name, jenkins.bits.get()), (None, 64));
        let mine = Recipe { name: Some("mine"), ..Recipe::DEFAULT };
        assert_eq!(stepped(mine, Part::Hash, 1).unwrap().name, None);
    }

    #[test]
    fn bits_step_among_the_widths_of_the_program() {
        let bits =
            |recipe, by| stepped(recipe, Part::Bits, by).map(|recipe| (recipe.name, recipe.bits.get()));
        assert_eq!(bits(named("java"), 1), Ok((Some("java"), 128)));
        assert_eq!(bits(named("python"), -1), Ok((Some("python"), 64)));
        assert!(bits(named("go-demo"), -1).is_err());
        assert_eq!(bits(Recipe::DEFAULT, -1), Ok((None, 63)));
        assert!(bits(Recipe { bits: Bits::MAX, ..Recipe::DEFAULT }, 1).is_err());
    }

    #[test]
    fn the_key_of_the_width_goes_through_the_usual_ones() {
        let other = |recipe: &Recipe, by| other_width(recipe, by).get();
        assert_eq!((other(&Recipe::DEFAULT, 1), other(&Recipe::DEFAULT, -1)), (128, 32));
        assert_eq!(other(&Recipe { bits: Bits::MAX, ..Recipe::DEFAULT }, 1), 8);
        assert_eq!((other(&named("java"), 1), other(&named("go-demo"), 1)), (128, 64));
        assert_eq!(other(&named("npm-simhash"), 1), named("npm-simhash").bits.get());
    }

    #[test]
    fn auto_stands_before_one_keyword() {
        let top = |recipe: Recipe, by| stepped(recipe, Part::Top, by).map(|recipe| recipe.weighting);
        let one = Recipe { weighting: Weighting::Keywords(Top::Count(1)), ..Recipe::DEFAULT };
        let auto = Recipe { weighting: Weighting::Keywords(Top::Auto), ..Recipe::DEFAULT };
        assert_eq!(top(one, -1), Ok(auto.weighting));
        assert_eq!(top(auto, 1), Ok(one.weighting));
        assert!(top(auto, -1).is_err() && top(Recipe::DEFAULT, 1).is_err());
        assert_eq!(stepped(named("yanyiwu"), Part::Top, 1).unwrap().name, Some("yanyiwu"));
    }
}
