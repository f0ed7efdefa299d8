//! How the explorer opens: what its command line may say beside the corpus, its recipe and its looks.

use super::Settings;
use std::path::PathBuf;

/// The content of the first screen, and the settings.
#[derive(Debug, Clone, Default)]
pub struct Opening {
    /// The folder in which is kept how a corpus was left; `None` to keep nothing.
    pub state: Option<PathBuf>,
    /// It opens as it is asked to, however the corpus was left.
    pub is_fresh: bool,
    /// The settings of the user, of which only the keys are read by the explorer.
    pub settings: Settings,
    /// The number of the screen; where none is said, Pair if there is a text, and else Corpus.
    pub screen: Option<u8>,
    /// The filter of the documents, or of the groups on Threshold.
    pub filter: String,
    /// The columns of the table of documents; none for those that fit.
    pub columns: Vec<&'static str>,
    /// The two texts of Pair; of one alone B is a copy.
    pub texts: Vec<String>,
    /// The id of the document that is selected, once all are read.
    pub selected: Option<String>,
    /// Texts that were typed; they are the documents then, and there are no sources.
    pub typed: Vec<String>,
}
