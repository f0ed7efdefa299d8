//! What is kept of a draw beside its judgements, as a file (TOML).

use super::{Coefficients, Right};
use crate::display::say;
use crate::files::toml_fault;
use crate::hamming::Signatures;
use serde::{Deserialize, Serialize};

/// All draws that were made with a file of judgements, in their order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draws {
    /// The draws.
    #[serde(default)]
    pub draw: Vec<Draw>,
    /// The draws of pairs for a k.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub k: Vec<DrawOfK>,
}

/// A draw of pairs for a k.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawOfK {
    /// The share that is promised.
    pub right: f64,
    /// The seed of what is drawn.
    pub seed: u64,
    /// The hash of all signatures.
    pub signatures: String,
}

/// What is fixed before the first answer, and by the pilot.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draw {
    /// The share that is promised.
    pub right: f64,
    /// The seed of all keys.
    pub seed: u64,
    /// What compares the texts, and the least similarity of a candidate.
    pub measure: String,
    /// See [`measure`](Self::measure).
    pub floor: f64,
    /// The hash of all texts of the corpus, and of the candidates.
    pub corpus: String,
    /// See [`corpus`](Self::corpus).
    pub candidates: String,
    /// How many judgements the file had before the draw. Of these a no keeps a pair out of the candidates.
    pub judgements: usize,
    /// The candidates that are asked first, by number.
    pub pilot: Vec<u32>,
    /// What their answers taught, and the first two sizes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coefficients: Option<Coefficients>,
    /// See [`coefficients`](Self::coefficients).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sizes: Option<[u64; 2]>,
}

const HEAD: &str = "# The draws of `simscope clean --right` from the judgements beside this file. A draw is fixed before its answers.\n\n";

impl Draws {
    /// Reads a file.
    ///
    /// # Errors
    /// One line that says what is wrong.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text)
            .map_err(|error| say!("no file of draws: {}", "不是抽样文件：{}", toml_fault(&error)))
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        format!("{HEAD}{}", toml::to_string(self).unwrap_or_default())
    }

    /// Adds a draw for a k, unless it is there. Returns what all of them are worth together.
    ///
    /// # Errors
    /// One line, if earlier ones are of other signatures.
    pub fn draw_k(
        &mut self,
        (right, seed): (Right, u64),
        signatures: &Signatures,
    ) -> Result<Option<String>, String> {
        let numbers = signatures.iter().flat_map(|one| [one as u64, (one >> 64) as u64]);
        let signatures = format!("{:016x}", super::hash(&numbers.collect::<Vec<u64>>()));
        let new = DrawOfK { right: right.share(), seed, signatures };
        if self.k.iter().any(|draw| draw.signatures != new.signatures) {
            return Err(say!(
                "pairs for a k were drawn from other signatures: give the same corpus and recipe, or another file of answers",
                "k 的文档对抽自其他签名：请用相同的语料和配方，或另选判定文件"
            ));
        }
        let at = self.k.iter().position(|draw| *draw == new).unwrap_or(self.k.len());
        if at == self.k.len() {
            self.k.push(new);
        }
        Ok(worth(at + 1))
    }

    /// The place of a draw.
    pub fn find(&self, right: Right, seed: u64) -> Option<usize> {
        self.draw.iter().position(|draw| draw.right == right.share() && draw.seed == seed)
    }
}

/// What this many draws from the same answers are worth together.
pub fn worth(draws: usize) -> Option<String> {
    let all = 100_usize.saturating_sub(5 * draws);
    match draws {
        0 | 1 => None,
        2 => Some(say!("second draw: both hold in {all} %", "第二次抽样：两次都成立的把握为 {all} %")),
        _ => Some(say!("draw {draws}: all hold in {all} %", "第 {draws} 次抽样：全部成立的把握为 {all} %")),
    }
}
