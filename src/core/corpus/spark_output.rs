//! What a job of `simscope spark` wrote: its manifest, and the documents in its table `signatures`.

use super::batch::{Batch, Filling};
use super::inputs::place_of;
use super::memory::Meter;
use super::parts;
use super::places::Place;
use super::signatures::{SignatureRecord, SignedRow, each_row, each_signature};
use super::{
    CorpusError, Document, IdNames, Input, ReadOptions, SkipReason, Skipped, Source, signature_files,
};
use crate::display::{both, say};
use crate::files::read_if_there;
use crate::progress::Progress;
use crate::visible;
use serde::Deserialize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The largest manifest.
const LARGEST: u64 = 1 << 20;

/// The output of a finished job: a folder with `manifest.json` and the table `signatures`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SparkOutput {
    folder: PathBuf,
    manifest: Manifest,
    texts: Texts,
    /// How to read the signatures, where they are no table of a job.
    given: Option<ReadOptions>,
}

/// The fields of the manifest that are needed here.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
struct Manifest {
    #[serde(rename = "simscope")]
    _version: String,
    input: String,
    input_kind: String,
    text_field: String,
    id_field: String,
    recipe: String,
    bits: u8,
    k: u8,
}

/// Where the texts are.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Texts {
    Here(PathBuf),
    /// In another file system.
    Elsewhere,
    /// They were here.
    Gone,
    /// The job was given signatures.
    Never,
    /// The user wants the signatures alone.
    Unwanted,
}

impl SparkOutput {
    /// The output in this folder; `None` if this is something else.
    ///
    /// # Errors
    /// The output of a job that has not finished; a manifest that cannot be read.
    pub fn find(folder: &Path) -> Result<Option<Self>, CorpusError> {
        let bad =
            |what: String| CorpusError::BadOutput { place: folder.to_string_lossy().into_owned(), what };
        if !folder.is_dir() {
            return Ok(None);
        }
        let file = folder.join("manifest.json");
        let text = read_if_there(&file, LARGEST).map_err(|error| bad(error.to_string()))?;
        let has = |name: &str| folder.join(name).is_dir();
        let Some(text) = text else {
            let has_table = has("signatures") && parts::is_of_engine(&folder.join("signatures"));
            return match has("_unfinished") || has_table && (has("pairs") || has("batch")) {
                true => Err(bad(say!(
                    "the Spark job that writes here has not finished: there is no manifest.json; wait for it, or delete the \
                     folder and run the job again",
                    "写入此处的 Spark 作业尚未完成：没有 manifest.json；请等待，或删除该文件夹后重新运行作业"
                ))),
                false => Ok(None),
            };
        };
        let Ok(manifest) = serde_json::from_str::<Manifest>(&text) else { return Ok(None) };
        if !has("signatures") {
            return Err(bad(say!(
                "the table `signatures` of this Spark job is missing; run the job again",
                "缺少该 Spark 作业的表 `signatures`；请重新运行作业"
            )));
        }
        let texts = texts_of(&manifest);
        Ok(Some(Self { folder: folder.to_owned(), manifest, texts, given: None }))
    }

    /// Signatures that were computed elsewhere, as if a job had been given them: without texts and recipe, with this threshold.
    ///
    /// # Errors
    /// Those of [`each_signature`](super::each_signature).
    pub fn of_signatures(path: &Path, options: &ReadOptions, k: u8) -> Result<Self, CorpusError> {
        let given = ReadOptions {
            id_field: options.id_field.clone(),
            signature_field: options.signature_field.clone(),
            encoding: options.encoding.clone(),
            signature_format: options.signature_format,
            ..ReadOptions::default()
        };
        let manifest = Manifest {
            input: place_of(&Source::Path(path.to_owned())),
            input_kind: "signatures".to_owned(),
            bits: 64,
            k,
            ..Manifest::default()
        };
        let mut output = Self { folder: path.to_owned(), manifest, texts: Texts::Never, given: Some(given) };
        let mut bits = None;
        for file in output.files()? {
            output.each_row_of(&file, &Progress::new(), &mut |record| {
                bits = Some(record.bits);
                ControlFlow::Break(())
            })?;
            if bits.is_some() {
                break;
            }
        }
        output.manifest.bits = bits.unwrap_or(64);
        Ok(output)
    }

    /// The records of one file of signatures that were computed elsewhere.
    fn each_row_of(
        &self,
        file: &Source,
        progress: &Progress,
        on: &mut dyn FnMut(SignatureRecord<'_>) -> ControlFlow<()>,
    ) -> Result<(), CorpusError> {
        each_signature(file, &self.given.clone().unwrap_or_default(), progress, on)
    }

    /// The same without its texts.
    #[must_use]
    pub fn without_texts(mut self) -> Self {
        if self.has_texts() {
            self.texts = Texts::Unwanted;
        }
        self
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
    /// What the job read, as a path of any file system.
    pub fn input(&self) -> &str {
        &self.manifest.input
    }
    /// The recipe of the signatures, as TOML; without meaning if the job was given signatures.
    pub fn recipe(&self) -> &str {
        &self.manifest.recipe
    }
    /// Width of the signatures.
    pub fn bits(&self) -> u8 {
        self.manifest.bits
    }
    /// The threshold of the job.
    pub fn k(&self) -> u8 {
        self.manifest.k
    }
    /// Whether the job was given signatures, so that neither texts nor their recipe are known.
    pub fn is_of_signatures(&self) -> bool {
        self.texts == Texts::Never
    }
    /// Whether a job wrote it; if not, its signatures were computed elsewhere.
    pub fn is_of_job(&self) -> bool {
        self.given.is_none()
    }
    /// Whether the texts are read.
    pub fn has_texts(&self) -> bool {
        self.text_path().is_some()
    }
    /// Whether the texts are left out at the user's wish.
    pub fn is_without_texts(&self) -> bool {
        self.texts == Texts::Unwanted
    }

    /// The file or folder with the texts, if they are read.
    pub fn text_path(&self) -> Option<&Path> {
        if let Texts::Here(path) = &self.texts { Some(path) } else { None }
    }

    /// A replacement for a missing text, in both languages.
    pub fn instead_of_text(&self) -> (String, String) {
        let input = visible::line(self.input());
        match self.texts {
            Texts::Here(_) => Default::default(),
            Texts::Elsewhere => {
                both!("the text is not here but in {input}", "文本不在此处，而在 {input}")
            }
            Texts::Gone => {
                both!("the text is not here: {input} cannot be read", "文本不在此处：无法读取 {input}")
            }
            Texts::Never if self.given.is_some() => {
                both!("there is no text: {input} has signatures alone", "没有文本：{input} 只有签名")
            }
            Texts::Never => both!(
                "there is no text: the job was given signatures, {input}",
                "没有文本：作业的输入是签名 {input}"
            ),
            Texts::Unwanted => both!(
                "the text was not loaded (--input signatures): it is in {input}",
                "未载入文本（--input signatures）：在 {input}"
            ),
        }
    }

    /// How the texts are to be read: as the job read them.
    pub(super) fn reading(&self, options: &ReadOptions) -> ReadOptions {
        let or = |given: &Option<String>, field: &String| given.clone().or_else(|| Some(field.clone()));
        ReadOptions {
            input: if self.manifest.input_kind == "parquet" { Input::Parquet } else { Input::Jsonl },
            text_field: or(&options.text_field, &self.manifest.text_field),
            id_field: or(&options.id_field, &self.manifest.id_field),
            ids: IdNames::AsIs,
            ..options.clone()
        }
    }

    /// Passes the rows of `signatures` to `on`, in the order of the input. Advances by bytes; ends early, without an error,
    /// when `on` breaks or `progress` is cancelled.
    ///
    /// # Errors
    /// A table that cannot be read.
    pub fn each_row(
        &self,
        progress: &Progress,
        on: &mut dyn FnMut(SignedRow<'_>) -> ControlFlow<()>,
    ) -> Result<(), CorpusError> {
        let mut is_ended = false;
        for file in self.files()? {
            let on = &mut |row: SignedRow<'_>| {
                let next = on(row);
                is_ended = next.is_break();
                next
            };
            match self.given {
                None => each_row(&file, self.manifest.bits, progress, on)?,
                Some(_) => {
                    let mut other = None;
                    self.each_row_of(&file, progress, &mut |SignatureRecord { id, signature, bits }| {
                        if bits != self.manifest.bits {
                            other = Some(bits);
                            return ControlFlow::Break(());
                        }
                        on(SignedRow { id, signature, features: None })
                    })?;
                    if let Some(bits) = other {
                        let what = say!(
                            "signatures of {bits} bits, but those before have {}",
                            "签名为 {bits} 位，而此前的为 {} 位",
                            self.manifest.bits
                        );
                        return Err(CorpusError::BadSignature { place: place_of(&file), spot: None, what });
                    }
                }
            }
            if is_ended || progress.is_cancelled() {
                break;
            }
        }
        Ok(())
    }

    /// The documents without texts, in batches, each with its signatures and numbers of features. Returns where memory ended, if
    /// it did.
    ///
    /// # Errors
    /// A table that cannot be read; with `strict`, the end of memory.
    pub fn each_batch(
        &self,
        options: &ReadOptions,
        progress: &Progress,
        on: &mut dyn FnMut(Arc<Batch>, Vec<(u128, u32)>) -> ControlFlow<()>,
    ) -> Result<Option<Skipped>, CorpusError> {
        let size = |file: &Source| match file {
            Source::Path(path) => path.metadata().map_or(0, |found| found.len()),
            _ => 0,
        };
        progress.expect(self.files()?.iter().map(size).sum());
        let note = Arc::new(self.instead_of_text());
        let place = self.folder.join("signatures").to_string_lossy().into_owned();
        let name = Arc::from(place.as_str());
        let (mut filling, mut signed) = (Filling::without_texts(note.clone()), Vec::new());
        let (mut meter, mut full) = (Meter::new(options.memory), None);
        let mut record = 0;
        self.each_row(progress, &mut |row| {
            let document = Document { id: row.id, text: "", label: None };
            let at = Place { file: 0, record };
            if let Err(reason) = meter.takes(&document, at) {
                full = Some(Skipped { place: place.clone(), spot: None, reason });
                return ControlFlow::Break(());
            }
            record += 1;
            filling.push(document, at, Some(&name));
            // A document whose features were not counted is compared.
            signed.push((row.signature, row.features.unwrap_or(1)));
            match filling.is_full() {
                true => on(Arc::new(filling.take()), std::mem::take(&mut signed)),
                false => ControlFlow::Continue(()),
            }
        })?;
        if filling.len() > 0 && !progress.is_cancelled() {
            // Nothing follows that could be stopped.
            let _ = on(Arc::new(filling.take()), signed);
        }
        match full {
            Some(full) if options.strict => Err(CorpusError::Strict(full)),
            full => Ok(full),
        }
    }

    fn files(&self) -> Result<Vec<Source>, CorpusError> {
        let table = match self.given {
            Some(_) => self.folder.clone(),
            None => self.folder.join("signatures"),
        };
        let table = Source::Path(table);
        let files = signature_files(&table)?;
        match files.is_empty() {
            true => Err(CorpusError::Unreadable { place: place_of(&table), reason: SkipReason::NotAFile }),
            false => Ok(files),
        }
    }
}

impl ReadOptions {
    /// These, or those of the Spark job whose output the one source is.
    pub(super) fn fitting(&self, sources: &[Source]) -> Self {
        match sources {
            [Source::SparkOutput(output)] => output.reading(self),
            _ => self.clone(),
        }
    }
}

/// Whether the input can be read from here.
fn texts_of(manifest: &Manifest) -> Texts {
    if manifest.input_kind == "signatures" {
        return Texts::Never;
    }
    let input = manifest.input.as_str();
    let local = input.strip_prefix("file://").or_else(|| input.strip_prefix("file:")).unwrap_or(input);
    let path = PathBuf::from(local);
    let scheme = local.split_once(':').map(|(scheme, _)| scheme);
    let is_elsewhere = scheme
        .is_some_and(|scheme| scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    match std::fs::metadata(&path) {
        Ok(found) if found.is_file() || found.is_dir() => Texts::Here(path),
        _ if is_elsewhere => Texts::Elsewhere,
        _ => Texts::Gone,
    }
}
