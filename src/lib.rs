//! SimHash near-duplicate detection: signatures, distances, search within k, groups at every k, and why they came about.
//!
//! SimHash turns a text into a short row of bits, so that similar texts get similar bits. Two documents whose signatures
//! differ in at most k bits are taken for near-duplicates.
//!
//! ```
//! use simscope::hamming::distance;
//! use simscope::recipe::Recipe;
//! use simscope::simhash::{Signer, hex};
//!
//! let recipe = Recipe::default();
//! let mut signer = Signer::new(&recipe, None);
//! let thursday = signer.sign("The meeting is moved to Thursday at 3 pm.");
//! let friday = signer.sign("The meeting is moved to Friday at 3 pm.");
//! assert_eq!(hex(thursday.signature, recipe.bits), "d3a6da4649c14cf3");
//! assert_eq!(distance(thursday.signature, friday.signature), 8);
//! ```
//!
//! More examples (all pairs within k, groups at every k) are in docs/dev/LIBRARY.md, which also counts what each
//! feature costs. Three things run through all modules: a [recipe](recipe::Recipe) says how text becomes a signature,
//! [`Signatures`](hamming::Signatures) holds those of a corpus, and a [`Progress`](progress::Progress) watches or cancels
//! what takes long. Documents are numbered from 0 in the order in which they were read.
//!
//! # Features
//!
//! All are on by default; `default-features = false` leaves signatures, distances, search, index, groups, measures,
//! alignment, evidence and sensitivity, without a terminal.
//!
//! | feature | what it brings |
//! | --- | --- |
//! | `chinese` | Chinese cut into words by jieba, and converted by OpenCC; see [`Recipe::needs_chinese`](recipe::Recipe::needs_chinese) |
//! | `parquet` | Parquet files, read and written |
//! | `report` | the report as one HTML page; handouts |
//! | `commands` | the program `simscope` with its commands; brings `chinese` and `report` |
//! | `explorer` | the explorer that the program opens; brings `chinese` and `report` |
//!
//! Without `chinese` the [default recipe](recipe::Recipe::DEFAULT) is another one for texts with Han characters, and says
//! so by its name. What uses jieba is refused with an error where a recipe is read, and never gives other signatures.
//!
//! # Modules
//!
//! Data flows down this list; a module imports only from those above it.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`progress`] | how far a long computation has come, and whether to go on |
//! | [`random`] | random numbers that never change |
//! | [`visible`] | hostile text made safe to show |
//! | [`prose`] | running text in lines of a given width |
//! | [`display`] | the language of screens and messages, and the colours of a screen |
//! | [`temporary`] | temporary files, none of which a signal leaves behind |
//! | [`files`] | small files besides documents, read with a limit |
//! | `zstandard` | zstd: its C library, or in a browser a reader in Rust |
//! | [`corpus`] | sources → documents: folders, lines, JSONL, CSV, TSV, Parquet; encodings; compression |
//! | [`recipe`] | text → weighted, hashed features |
//! | [`settings`] | the settings of the user; what a mistyped word meant |
//! | [`crash`] | what is left of a panic: a file without texts |
//! | [`simhash`] | features → sums → signature, and the trace of how it got there |
//! | [`hamming`] | distances: kernels, histogram, heatmap cells |
//! | [`search`] | pairs and neighbours within k: scan, combinations, blocks, tables, compressed tables |
//! | [`index`] | signature indices on disk: built in bounded memory, mapped, verified |
//! | [`groups`] | the dendrogram, groups at k, leaders, the sweep over k |
//! | [`contrast`] | two recipes on one corpus: what each sees that the other does not |
//! | [`measures`] | exact similarity of two texts: Jaccard, containment, cosine, edit distance, sentences |
//! | [`passages`] | parts of a text that stand in another |
//! | [`alignment`] | what of two texts is equal, and what differs |
//! | [`evidence`] | labels, precision and recall by k, of pairs, groups and measures; advice on k |
//! | [`judgements`] | what people judged of pairs: files that only grow |
//! | [`filter`] | a language for choosing documents and groups; counts of what could be chosen |
//! | [`sensitivity`] | edits, influence, margins, the length curve |
//! | [`decide`] | which document of a group stays, and what happens to the others |
//! | [`analysis`] | the run: read → sign → tree → spread → sweep |
//! | [`lessons`] | the classroom: features made by hand, lessons and their questions |
//! | [`export`] | tables, pictures, whole files |
//! | `report` | the report as one HTML page; with the feature `report` |
//! | `handout` | the page that shows how signatures come about, and worksheets to be filled in by hand; with the feature `report` |
//! | [`handover`] | the original records, written through byte for byte without those that are dropped |
//! | `cli` | the commands; no part of the public API |
//! | `tui` | the explorer; no part of the public API |
//!
//! Nothing outside `tui` names ratatui, nothing outside `cli` names clap, and `cli` and `tui` do not
//! know each other. `recipe`, `simhash`, `hamming`, `search`, `groups`, `measures`, `passages`, `alignment`, `filter` and
//! `sensitivity` do no I/O.

#[cfg(feature = "commands")]
#[doc(hidden)]
pub use simscope_commands as cli;
#[doc(inline)]
pub use simscope_core::{
    alignment, analysis, contrast, corpus, crash, decide, display, evidence, export, files, filter, groups,
    hamming, handover, index, judgements, lessons, measures, passages, progress, prose, random, recipe,
    search, sensitivity, settings, simhash, temporary, visible,
};
#[cfg(feature = "report")]
#[doc(inline)]
pub use simscope_core::{handout, report};
#[cfg(feature = "explorer")]
#[doc(hidden)]
pub use simscope_explorer as tui;

#[cfg(feature = "commands")]
#[doc(hidden)]
pub mod program;

/// Hands the built-in sample to the library, so that [`Source::Builtin`](corpus::Source::Builtin) can be read. Call it
/// once, before anything is read; the program does.
pub fn provide_sample() {
    corpus::provide_sample(include_str!("../samples/builtin.jsonl"));
}

/// The examples of docs/dev/LIBRARY.md run as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/dev/LIBRARY.md")]
struct Library;
