//! simscope: why two documents are near-duplicates under SimHash, bit by bit.
//!
//! Data flows down this list; a module imports only from those above it.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`progress`] | how far a long computation has come, and whether to go on |
//! | [`visible`] | hostile text made safe to show |
//! | [`corpus`] | sources → documents: folders, lines, JSONL, CSV, TSV; encodings; compression |
//! | [`recipe`] | text → weighted, hashed features |
//! | [`simhash`] | features → sums → signature, and the trace of how it got there |
//! | [`hamming`] | distances: kernels, histogram, heatmap cells |
//! | [`search`] | pairs and neighbours within k: scan, combinations, blocks, tables, compressed tables |
//! | [`index`] | signature indices on disk: built in bounded memory, mapped, verified |
//! | [`groups`] | the dendrogram, groups at k, leaders, the sweep over k |
//! | [`contrast`] | two recipes on one corpus: what each sees that the other does not |
//! | [`evidence`] | labels, precision and recall by k |
//! | [`sensitivity`] | edits, influence, margins, the length curve |
//! | [`export`] | tables, pictures, whole files |
//! | [`cli`] | the commands |
//! | [`tui`] | the explorer |
//!
//! Nothing outside `tui` names ratatui, nothing outside `cli` names clap, and `cli` and `tui` do not
//! know each other. `recipe`, `simhash`, `hamming`, `search`, `groups` and `sensitivity` do no I/O.

#[cfg(feature = "commands")]
pub mod cli;
pub mod contrast;
pub mod corpus;
pub mod evidence;
pub mod export;
pub mod groups;
pub mod hamming;
pub mod index;
pub mod progress;
pub mod recipe;
pub mod search;
pub mod sensitivity;
pub mod simhash;
#[cfg(feature = "explorer")]
pub mod tui;
pub mod visible;
