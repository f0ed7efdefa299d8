//! Where documents come from, how they are read, and by which recipe they are hashed.

use super::AskedRecipe;
use crate::choices::{ID_NAMES, INPUTS, InputKind, LANGUAGES, SIGNATURE_FORMATS, one_of};
use crate::closed::check_stdin;
use crate::failure::Failure;
use crate::memory;
use clap::Args;
use simscope_core::corpus::{IdNames, Memory, ReadOptions, SignatureFormat, Source};
use simscope_core::crash::NO_THREAD;
use simscope_core::display::{Lang, lang, say};
use simscope_core::recipe::{
    Bits, FeatureHash, Ignored, Normalize, Sketch, TieRule, Tokenizer, Top, Weighting,
};
use simscope_core::settings::size;
use std::io::{self, BufRead, IsTerminal};
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Where documents come from, and what becomes of them.
#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    #[command(flatten)]
    pub(crate) texts: TextArguments,
    #[command(flatten)]
    pub(crate) recipe: RecipeArguments,
}

impl Deref for InputArguments {
    type Target = TextArguments;

    fn deref(&self) -> &TextArguments {
        &self.texts
    }
}

/// Where documents come from.
#[derive(Debug, Args)]
pub(crate) struct TextArguments {
    /// Files and folders; `-` is standard input, and what is read without any unless that is a terminal
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// Read the built-in sample
    #[arg(long = "sample", conflicts_with = "paths", help_heading = "Input")]
    pub(crate) is_sample: bool,
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
}

impl Deref for TextArguments {
    type Target = ReadingArguments;

    fn deref(&self) -> &ReadingArguments {
        &self.reading
    }
}

/// How documents are read.
#[derive(Debug, Args)]
pub(crate) struct ReadingArguments {
    /// What the PATHs hold [auto: by name, then content]
    #[arg(
        long,
        value_parser = one_of(INPUTS),
        value_name = "KIND",
        default_value = "auto",
        hide_default_value = true,
        help_heading = "Input"
    )]
    pub(crate) input: InputKind,
    /// Field of the text, as body or data.text [default: text]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    text_field: Option<String>,
    /// Field or column of the id [default: id]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    id_field: Option<String>,
    /// Field or column of the label [default: label, or group]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    label_field: Option<String>,
    /// What parts the cells of CSV, as ; or | or \t, instead of detection
    #[arg(long, value_name = "CHAR", value_parser = delimiter, help_heading = "Input")]
    delimiter: Option<u8>,
    /// Where files have the same ids: when the name of its file comes before an id
    #[arg(
        long,
        value_parser = one_of(ID_NAMES),
        value_name = "HOW",
        default_value = "auto",
        hide_default_value = true,
        help_heading = "Input"
    )]
    ids: IdNames,
    /// In folders, follow links to folders and out of the folder
    #[arg(long, help_heading = "Input")]
    follow: bool,
    /// Field or column of the signature, with --input signatures [default: signature]
    #[arg(long, value_name = "NAME", help_heading = "Input")]
    signature_field: Option<String>,
    /// How signatures are written as text
    #[arg(
        long,
        value_parser = one_of(SIGNATURE_FORMATS),
        value_name = "FORMAT",
        default_value = "auto",
        hide_default_value = true,
        help_heading = "Input"
    )]
    pub(crate) signature_format: SignatureFormat,
    /// Encoding (a WHATWG label such as gb18030) instead of detection
    #[arg(long, value_name = "LABEL", help_heading = "Input")]
    encoding: Option<String>,
    /// Stop at the first thing that would be skipped
    #[arg(long, help_heading = "Input")]
    strict: bool,
    /// Memory for what is loaded, as 512M or 4G [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = "Input")]
    memory: Option<u64>,
    #[command(flatten)]
    pub(crate) threads: Threads,
    /// Language of screens, messages and report
    #[arg(long, value_parser = one_of(LANGUAGES), value_name = "LANG", help_heading = "General")]
    pub(crate) lang: Option<Lang>,
    /// Show no progress
    #[arg(long = "no-progress", help_heading = "General")]
    pub(crate) has_no_progress: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RecipeArguments {
    /// A recipe by NAME (see `simscope recipes`) or a FILE.toml; the options below change parts of it
    #[arg(long, value_name = "NAME|FILE", help_heading = "Recipe")]
    pub(crate) recipe: Option<AskedRecipe>,
    /// words:N (windows of N in Thai, kana and other runs without spaces), jieba, whitespace, chars:N, shingles:N, or a
    /// program's own (see `simscope recipes`) [default: words:3]
    #[arg(long, help_heading = "Recipe")]
    pub(crate) tokenizer: Option<Tokenizer>,
    /// The N of a tokenizer with windows
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=32), help_heading = "Recipe")]
    pub(crate) window: Option<u8>,
    /// uniform, tf, tf-idf, keywords:N, cpp-keywords:N, tags:N or first-tags:N [default: uniform]
    #[arg(long, help_heading = "Recipe")]
    pub(crate) weighting: Option<Weighting>,
    /// The N of keywords:N, cpp-keywords:N, tags:N and first-tags:N, or auto
    #[arg(long, value_name = "N|auto", help_heading = "Recipe")]
    pub(crate) top: Option<Top>,
    /// xxh3, sip, md5:head, md5:tail, jenkins, cpython, or a program's own (see `simscope recipes`) [default: xxh3]
    #[arg(long, help_heading = "Recipe")]
    pub(crate) hash: Option<FeatureHash>,
    /// simhash, or minhash1: one bit of each of many minima, for features that count once [default: simhash]
    #[arg(long, help_heading = "Recipe")]
    pub(crate) sketch: Option<Sketch>,
    /// Bits of a signature, 1 to 128, as far as the recipe allows [default: 64]
    #[arg(long, help_heading = "Recipe")]
    pub(crate) bits: Option<Bits>,
    /// What a sum of zero becomes: zero or one; inverted inverts the hashes [default: zero]
    #[arg(long, help_heading = "Recipe")]
    pub(crate) tie: Option<TieRule>,
    /// Unicode form of the text before it is cut: none, nfc, nfkc, or loose (NFKC without invisible characters and Arabic
    /// vowel marks, quotes and dashes as in ASCII) [default: nfc]
    #[arg(long, value_name = "FORM", help_heading = "Recipe")]
    pub(crate) normalize: Option<Normalize>,
    /// Remove what matches from the text first, as mail signatures, time stamps or ids: '(?m)^-- $(?s:.*)', '\d{4,}'
    #[arg(long, value_name = "REGEX", help_heading = "Recipe", allow_hyphen_values = true)]
    pub(crate) ignore: Option<Ignored>,
    /// jieba's dictionary, instead of the embedded one
    #[arg(long, value_name = "FILE", help_heading = "Recipe")]
    pub(crate) jieba_dict: Option<PathBuf>,
    /// jieba's IDF table, instead of the embedded one
    #[arg(long, value_name = "FILE", help_heading = "Recipe")]
    pub(crate) jieba_idf: Option<PathBuf>,
    /// Stop words, one a line, that jieba-tags and cppjieba drop
    #[arg(long, value_name = "FILE", help_heading = "Recipe")]
    pub(crate) stop_words: Option<PathBuf>,
    /// Files and folders of what was given to all, as an assignment, a template or a licence: what stands in them weighs nothing
    /// where texts are compared; signatures stay as they are
    #[arg(long, value_name = "PATH", help_heading = "Given")]
    pub(crate) given: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct Threads {
    /// Threads to compute with [default: one for each core]
    #[arg(long, value_name = "N", help_heading = "General", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// Starts the threads of the whole process, once, and before anything needs them: a thread that cannot be started
    /// later would be a panic.
    pub(crate) fn apply(&self) -> Result<(), Failure> {
        static ARE_STARTED: AtomicBool = AtomicBool::new(false);
        // A command that writes a report too comes here twice.
        if ARE_STARTED.swap(true, Ordering::Relaxed) {
            return Ok(());
        }
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(self.threads.unwrap_or(0).into()).build_global();
        pool.map_err(|_| Failure::Failed(lang().pick(NO_THREAD).to_owned()))
    }
}

impl RecipeArguments {
    /// Whether any of them is given on the command line.
    pub(crate) fn are_given(&self) -> bool {
        let Self { recipe, tokenizer, window, weighting, top, hash, sketch, bits, .. } = self;
        let Self { tie, normalize, ignore, .. } = self;
        let are_tables =
            [&self.jieba_dict, &self.jieba_idf, &self.stop_words].iter().any(|path| path.is_some());
        are_tables
            || recipe.as_ref().is_some_and(|asked| asked.is_option)
            || tokenizer.is_some()
            || window.is_some()
            || weighting.is_some()
            || top.is_some()
            || hash.is_some()
            || sketch.is_some()
            || bits.is_some()
            || tie.is_some()
            || normalize.is_some()
            || ignore.is_some()
    }
}

/// One ASCII character that means nothing else in CSV.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        [byte] if (byte.is_ascii_graphic() || b"\t ".contains(byte)) && !b"\"\\".contains(byte) => Ok(*byte),
        _ => Err(say!(
            "give one ASCII character, such as ; or |, or \\t",
            "请给出一个 ASCII 字符，如 ; 或 |，或 \\t"
        )),
    }
}

impl TextArguments {
    /// Where the documents come from. Nobody types a corpus, so a terminal is none.
    pub(crate) fn sources(&self) -> Result<Vec<Source>, Failure> {
        match (self.is_sample, &self.paths[..]) {
            (true, _) => Ok(vec![Source::Builtin]),
            (false, []) if io::stdin().is_terminal() => Err(Failure::Usage(say!(
                "give the PATH of a corpus: files, folders, `-` for standard input, or --sample for the built-in sample; --help shows \
                 how",
                "请给出语料的 PATH：文件、文件夹、表示标准输入的 `-`，或用 --sample 读取内置样本；用法见 --help"
            ))),
            (false, []) => {
                check_stdin().map_err(Failure::Failed)?;
                match io::stdin().lock().fill_buf()?.is_empty() {
                    false => Ok(vec![Source::Stdin]),
                    true => Err(Failure::Usage(say!(
                        "no PATH is given, and standard input is empty; give the PATH of a corpus, or look at what should have \
                         written here (`-` takes what is empty on purpose)",
                        "未给出 PATH，且标准输入为空；请给出语料的 PATH，或检查应写入此处的程序（有意为空时请用 `-`）"
                    ))),
                }
            }
            (false, paths) => Ok(sources_of(paths)),
        }
    }

    /// Whether it was said on the command line where the documents come from.
    pub(crate) fn are_named(&self) -> bool {
        self.is_sample || !self.paths.is_empty()
    }
}

/// What paths of the command line name.
pub(crate) fn sources_of(paths: &[PathBuf]) -> Vec<Source> {
    let source =
        |path: &PathBuf| if path.as_os_str() == "-" { Source::Stdin } else { Source::Path(path.clone()) };
    paths.iter().map(source).collect()
}

impl ReadingArguments {
    /// Whether the sources hold signatures instead of texts.
    pub(crate) fn is_signatures(&self) -> bool {
        self.input == InputKind::Signatures
    }

    /// Whether fields are named that only texts have.
    pub(crate) fn names_texts(&self) -> bool {
        self.text_field.is_some() || self.label_field.is_some()
    }

    /// How to read the sources; signature files have the format that their name says.
    pub(crate) fn read_options(&self) -> ReadOptions {
        ReadOptions {
            input: self.input.input(),
            text_field: self.text_field.clone(),
            id_field: self.id_field.clone(),
            label_field: self.label_field.clone(),
            delimiter: self.delimiter,
            ids: self.ids,
            follows_links: self.follow,
            signature_field: self.signature_field.clone(),
            signature_format: self.signature_format,
            encoding: self.encoding.clone(),
            strict: self.strict,
            takes_numbers: false,
            needs_field: false,
            memory: Some(self.memory.map_or_else(memory::default, Memory::of)),
        }
    }

    /// The same for documents that are not kept: of them there may be any number.
    pub(crate) fn streaming_options(&self) -> ReadOptions {
        ReadOptions { memory: None, ..self.read_options() }
    }

    /// Memory for building an index, in bytes.
    pub(crate) fn memory_to_build(&self) -> u64 {
        self.memory.unwrap_or(1 << 30)
    }
}
