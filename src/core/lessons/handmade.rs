//! Features made by hand: documents with chosen weights and hashes.

use super::BadLesson;
use super::file::{LARGEST, Reading};
use crate::corpus::{Held, Source};
use crate::display::{both, lang};
use crate::files::read_small;
use crate::recipe::{
    Bits, FeatureHash, LARGEST_WEIGHT, Normalize, Recipe, Row, Sketch, Tables, TieRule, Tokenizer, Weighting,
};
use serde::Deserialize;
use std::collections::HashSet;
use std::fmt::Write;
use std::path::Path;
use toml::Spanned;

/// Documents made of features with chosen weights and hashes, and the recipe that adds them up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandMade {
    /// `rows · given · given`, with the bits and the tie rule of the file.
    pub recipe: Recipe,
    /// Id and text of each document; the text has a [`Row`] for each feature.
    pub documents: Vec<(String, String)>,
}

fn of_rows(bits: Bits, tie: TieRule) -> Recipe {
    Recipe {
        name: None,
        tokenizer: Tokenizer::Rows,
        weighting: Weighting::Given,
        hash: FeatureHash::Given,
        sketch: Sketch::SimHash,
        bits,
        tie,
        normalize: Normalize::None,
        ignore: None,
        ignore_frames: None,
        given: None,
        tables: Tables::EMBEDDED,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    bits: Spanned<i64>,
    tie: Option<Spanned<String>>,
    documents: Spanned<Vec<FileDocument>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileDocument {
    id: Spanned<String>,
    features: Spanned<Vec<FileFeature>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileFeature {
    term: Spanned<String>,
    weight: Option<Spanned<f64>>,
    hash: Option<Spanned<String>>,
}

impl HandMade {
    /// Reads a file.
    ///
    /// # Errors
    /// A file that cannot be read; a line that is wrong, with its key.
    pub fn read(path: &Path) -> Result<Self, BadLesson> {
        Self::parse(path, &read_small(path, LARGEST)?)
    }

    /// The same of its text; `path` is used in errors.
    ///
    /// # Errors
    /// A line that is wrong.
    pub fn parse(path: &Path, text: &str) -> Result<Self, BadLesson> {
        let reading = Reading { path, text };
        let file: File = reading.parse()?;
        let bits = u8::try_from(*file.bits.get_ref()).ok().and_then(Bits::new);
        let bits =
            bits.ok_or_else(|| reading.wrong(file.bits.span(), ("bits: 1 to 128", "bits：1 到 128")))?;
        let tie = |tie: &Spanned<String>| {
            tie.get_ref().parse().map_err(|error| reading.bad(tie.span(), format!("tie: {error}")))
        };
        let tie = file.tie.as_ref().map_or(Ok(TieRule::Zero), tie)?;
        if file.documents.get_ref().is_empty() {
            let what = ("documents: there is none", "documents：没有文档");
            return Err(reading.wrong(file.documents.span(), what));
        }
        let mut ids = HashSet::new();
        let mut documents = Vec::new();
        for document in file.documents.get_ref() {
            let id = document.id.get_ref();
            if id.is_empty() || !ids.insert(id) {
                let what = ("id: it is empty, or another document has it", "id：为空，或与另一文档重复");
                return Err(reading.wrong(document.id.span(), what));
            }
            documents.push((id.clone(), reading.rows(document, bits)?));
        }
        Ok(Self { recipe: of_rows(bits, tie), documents })
    }

    /// Rows that were typed into one line, parted by `;`: their recipe, and the text with a line for each. `None` unless each has a
    /// hash and all hashes are equally wide.
    pub fn of_line(line: &str) -> Option<(Recipe, String)> {
        let rows: Vec<&str> =
            line.split([';', '；', '\n']).map(str::trim).filter(|row| !row.is_empty()).collect();
        let digits = |row: &&str| {
            let hash = row.split_whitespace().find_map(|word| word.strip_prefix('#'))?;
            Row::parse(row).hash.map(|_| hash.len())
        };
        let width = digits(rows.first()?)?;
        let bits = u8::try_from(width).ok().and_then(Bits::new)?;
        let is_whole = rows.iter().all(|row| digits(row) == Some(width));
        is_whole.then(|| (of_rows(bits, TieRule::Zero), rows.join("\n")))
    }

    /// The documents as a source of this name.
    pub fn source(&self, name: &str) -> Source {
        Source::Held(Held::new(name, self.documents.iter().map(|(id, text)| (id.as_str(), text.as_str()))))
    }
}

impl Reading<'_> {
    /// The features of a document as rows.
    fn rows(self, document: &FileDocument, bits: Bits) -> Result<String, BadLesson> {
        let mut rows = String::new();
        let mut terms = HashSet::new();
        for feature in document.features.get_ref() {
            let term = feature.term.get_ref();
            let bad = |what| Err(self.wrong(feature.term.span(), what));
            if !terms.insert(term) {
                return bad((
                    "term: this document has it already; give one weight",
                    "term：该文档已有此词；请只给一个权重",
                ));
            }
            let plain = Row { term, weight: 1.0, hash: None };
            if term.is_empty() || term.chars().any(char::is_control) || Row::parse(term) != plain {
                return bad((
                    "term: it is empty, begins or ends with white space, has a control character, or ends as a weight or a \
                     hash does",
                    "term：为空、首尾有空白、含控制字符，或结尾与权重、哈希的写法相同",
                ));
            }
            let weight = feature.weight.as_ref().map_or(1.0, |weight| *weight.get_ref());
            if let Some(given) =
                feature.weight.as_ref().filter(|_| !(weight > 0.0 && weight <= LARGEST_WEIGHT))
            {
                let what = (
                    "weight: a number above 0, at most 9007199254740992",
                    "weight：大于 0，至多 9007199254740992",
                );
                return Err(self.wrong(given.span(), what));
            }
            // An f64 is written so that it is read back the same; a String takes any text.
            let _ = write!(rows, "{term} ×{weight}");
            if let Some(hash) = &feature.hash {
                let digits = hash.get_ref();
                let width = usize::from(bits.get());
                if digits.len() != width || digits.bytes().any(|b| !matches!(b, b'0' | b'1')) {
                    let what = both!(
                        "hash: {width} digits 0 or 1, as bits says, in quotes",
                        "hash：需要引号内的 {width} 个 0 或 1，与 bits 一致"
                    );
                    return Err(self.bad(hash.span(), lang().pick(what)));
                }
                let _ = write!(rows, " #{digits}");
            }
            rows.push('\n');
        }
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simhash::{Signer, trace};

    fn parse(text: &str) -> Result<HandMade, String> {
        HandMade::parse(Path::new("x.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn a_feature_without_weight_and_hash_has_weight_1_and_its_own_hash() {
        let made = parse("bits = 64\n[[documents]]\nid = \"a\"\nfeatures = [{ term = \"cat\" }]").unwrap();
        let of_rows = Signer::new(&made.recipe, None).sign(&made.documents[0].1);
        assert_eq!(of_rows, Signer::new(&Recipe::default(), None).sign("cat"));
    }

    #[test]
    fn weights_and_hashes_are_those_of_the_file() {
        let made = parse(
            "bits = 4\ntie = \"one\"\n[[documents]]\nid = \"a\"\nfeatures = [\n\
             { term = \"new york\", weight = 2.5, hash = \"0110\" },\n{ term = \"b\", weight = 1, hash = \"1000\" }]",
        )
        .unwrap();
        let trace = trace(&made.recipe, None, &made.documents[0].1);
        let features: Vec<_> = trace.features.iter().map(|f| (f.term.as_str(), f.weight, f.hash)).collect();
        assert_eq!(features, [("new york", 2.5, 0b0110), ("b", 1.0, 0b1000)]);
        assert_eq!(trace.sums, [-3.5, 1.5, 1.5, -1.5]);
        assert_eq!(trace.signature, 0b0110);
    }

    #[test]
    fn a_wrong_line_is_an_error_with_line_and_key() {
        let one = |feature: &str| {
            parse(&format!("bits = 6\n[[documents]]\nid = \"a\"\nfeatures = [\n{feature}\n]")).unwrap_err()
        };
        for (feature, start) in [
            ("{ term = \"a\", hash = \"01\" }", "x.toml, line 5: hash: 6 digits"),
            ("{ term = \"a\", hash = \"012345\" }", "x.toml, line 5: hash: 6 digits"),
            ("{ term = \"a\", weight = -1 }", "x.toml, line 5: weight: "),
            ("{ term = \"a\", weight = nan }", "x.toml, line 5: weight: "),
            ("{ term = \"\" }", "x.toml, line 5: term: it is empty"),
            ("{ term = \"a\\u001b\" }", "x.toml, line 5: term: "),
            ("{ term = \"a ×2\" }", "x.toml, line 5: term: "),
            ("{ term = \"a\" }, { term = \"a\" }", "x.toml, line 5: term: this document has it already"),
            ("{ term = \"a\", wieght = 2 }", "x.toml, line 5: unknown field `wieght`"),
        ] {
            assert!(one(feature).starts_with(start), "{}", one(feature));
        }
        for (text, start) in [
            ("", "x.toml, line 1: missing field `bits`"),
            ("bits = 0\ndocuments = []", "x.toml, line 1: bits: 1 to 128"),
            ("bits = 8\ndocuments = []", "x.toml, line 2: documents: there is none"),
            ("bits = 8\ntie = \"two\"\ndocuments = []", "x.toml, line 2: tie: "),
            ("bits = [\n", "x.toml, line "),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(start), "{error}");
        }
    }

    #[test]
    fn rows_are_typed_into_one_line() {
        let (recipe, text) = HandMade::of_line("first ×5 #010111; second *3 #000101；third #100111").unwrap();
        let traced = trace(&recipe, None, &text);
        assert_eq!((recipe.bits.get(), text.lines().count(), traced.signature), (6, 3, 0b010111));
        for text in ["to be; or not", "a #01; b", "a #01; b #011", "#tag 1", "a #2", "", ";"] {
            assert_eq!(HandMade::of_line(text), None, "{text}");
        }
    }

    /// The worked figures of the articles that made SimHash known.
    #[test]
    fn the_figures_of_the_articles_run() {
        let check = |text: &str, sums: &[f64], signature: u128| {
            let made = parse(text).unwrap();
            let trace = trace(&made.recipe, None, &made.documents[0].1);
            let from_the_left: Vec<f64> = trace.sums.iter().rev().copied().collect();
            assert_eq!((&from_the_left[..], trace.signature), (sums, signature));
        };
        let figure = include_str!("../../../samples/lessons/three-words.toml");
        check(figure, &[-7.0, 1.0, -9.0, 9.0, 3.0, 9.0], 0b010111);
        let figure = include_str!("../../../samples/lessons/classic-sums.toml");
        check(figure, &[13.0, 108.0, -22.0, -5.0, -32.0, 55.0], 0b110001);
        let made = parse(include_str!("../../../samples/lessons/distances.toml")).unwrap();
        let mut signer = Signer::new(&made.recipe, None);
        let mut sign = |at: usize| signer.sign(&made.documents[at].1).signature;
        assert_eq!((sign(0), sign(1), sign(2), sign(3)), (0b010101, 0b000110, 0b100111, 0b101010));
        assert_eq!(((sign(0) ^ sign(1)).count_ones(), (sign(2) ^ sign(3)).count_ones()), (3, 3));
    }
}
