//! What is kept of a draw beside its judgements, as a file (TOML).

use super::{Coefficients, Right};
use crate::display::say;
use crate::files::toml_fault;
use serde::{Deserialize, Serialize};

/// All draws that were made with a file of judgements, in their order.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draws {
    /// The draws.
    #[serde(default)]
    pub draw: Vec<Draw>,
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
    pub sizes: Option<[u32; 2]>,
}

const HEAD: &str = "# The draws of `simscope dedup --right` from the judgements beside this file. A draw is fixed before its answers.\n\n";

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

    /// The place of a draw.
    pub fn find(&self, right: Right, seed: u64) -> Option<usize> {
        self.draw.iter().position(|draw| draw.right == right.share() && draw.seed == seed)
    }
}
