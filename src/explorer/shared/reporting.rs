//! The report of what the explorer shows, as a job.

use super::reports::EXPORT;
use super::work::condition;
use super::{Question, Shared, found_for_all};
use crate::action::{Action, Screen};
use crate::shared::deciding::Kept;
use crate::shared::spark_output::NO_TEXTS;
use crate::sheet::{self, Sheet, Unwritten};
use crate::surface::Phrase;
use simscope_core::analysis::{Analysed, Asked, Clean};
use simscope_core::corpus::Source;
use simscope_core::decide::clean::Rules;
use simscope_core::display::Lang;
use simscope_core::export::Format;
use simscope_core::judgements::{self, KnownJudgements};
use simscope_core::measures::Condition;
use simscope_core::progress::Progress;
use simscope_core::recipe::{Recipe, named};
use simscope_core::report::{
    AskedK, Done, Found, Page, about_k, dedup_command, reading_words, report_command,
};
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What the report follows from.
struct Reporting {
    analysed: Analysed,
    about: About,
    judgements: Option<PathBuf>,
    lang: Lang,
    /// The command that makes the same page, if one does.
    words: Option<Vec<OsString>>,
    inputs: Vec<PathBuf>,
}

/// What it is about.
enum About {
    /// What goes.
    Clean(Arc<Clean>),
    /// A k, with what was judged of pairs.
    Threshold(AskedK, Arc<KnownJudgements>),
}

/// A text or a page that is written.
pub struct Written(pub String);

impl Sheet for Written {
    /// A page has no rows.
    fn rows(&self, _: Format, _: &[Recipe], _: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    fn picture(&self, _: &str) -> Option<io::Result<Vec<u8>>> {
        Some(Ok(self.0.clone().into_bytes()))
    }
}

impl Shared {
    /// Asks for the file that the report goes to.
    pub fn ask_report(&mut self) {
        let k = self.k;
        let is_about_k = self.screen == Screen::Threshold;
        let note = match is_about_k {
            true => both!(
                "one HTML page: what k = {k} finds, and why this k; a final ! replaces a file",
                "一页 HTML：k = {k} 找到什么、为何取此 k；名后加 ! 可覆盖文件"
            ),
            false => both!(
                "one HTML page: what Clean drops, and why; a final ! replaces a file",
                "一页 HTML：“清理”去除什么及原因；名后加 ! 可覆盖文件"
            ),
        };
        self.look_again();
        if !is_about_k {
            self.want_clean();
        }
        let question = Question::new(Action::AskReport, ("report to: ", "报告写到："), note);
        let page = match &self.start.sources[..] {
            [Source::Path(path)] => path.with_file_name("report.html"),
            _ => PathBuf::from("report.html"),
        };
        self.asked.question = Some(Question { text: page.to_string_lossy().into_owned(), ..question });
    }

    /// Writes the report to the file that a line names.
    ///
    /// # Errors
    /// Why it cannot be written, or not yet.
    pub fn write_report(&mut self, line: &str) -> Result<(), Phrase> {
        let path = PathBuf::from(line);
        if !matches!(sheet::ending(&path).as_str(), "html" | "htm") {
            return Err(("the report is a page: end the name in .html", "报告是网页：文件名请以 .html 结尾"));
        }
        if self.lacks_texts() {
            return Err(NO_TEXTS);
        }
        if self.runs(EXPORT) {
            return Err(("one export at a time", "一次只能导出一项"));
        }
        let analysed = self.model.analysed.clone();
        let about = match (self.screen, self.clean()) {
            (Screen::Threshold, _) if analysed.measured().is_none() => {
                return Err((
                    "the pairs are being counted: write the report again then",
                    "正在统计文档对：完成后请再写报告",
                ));
            }
            (Screen::Threshold, _) => {
                let asked = AskedK { k: self.k, condition: condition(self.tau()), ranks_all: false };
                About::Threshold(asked, self.judging.known.clone())
            }
            (_, Some(clean)) => About::Clean(clean.clone()),
            (_, None) => {
                self.want_clean();
                return Err((
                    "the texts are being compared: write the report again then",
                    "正在比对文本：完成后请再写报告",
                ));
            }
        };
        let reporting = Reporting {
            analysed,
            about,
            judgements: self.judgements_kept().cloned(),
            lang: self.lang,
            words: self.report_words(&path),
            inputs: self.inputs(),
        };
        let (inputs, recipe) = (self.spared(), self.model.recipe);
        self.begin(EXPORT, move |progress, _| {
            let result = match reporting.page(progress)? {
                Ok(page) => sheet::write(&Written(page), &[recipe], &path, &inputs),
                Err(why) => Err(Unwritten::Failed(why)),
            };
            Some(found_for_all(move |shared| shared.exported(&path, true, None, result)))
        });
        Ok(())
    }

    /// The file of judgements, where there are any and it has them all.
    fn judgements_kept(&self) -> Option<&PathBuf> {
        let is_kept = self.judging.kept == Kept::Saved && self.judging.known.iter().next().is_some();
        self.judging.file.as_ref().filter(|_| is_kept)
    }

    /// The files and folders of the corpus.
    fn inputs(&self) -> Vec<PathBuf> {
        let path = |source: &Source| match source {
            Source::Path(path) => vec![path.clone()],
            Source::SparkOutput(output) => {
                [Some(output.folder()), output.text_path()].into_iter().flatten().map(PathBuf::from).collect()
            }
            _ => Vec::new(),
        };
        self.start.sources.iter().flat_map(path).collect()
    }

    /// Whether a command can read the documents: those that are held in memory alone, and those of a Spark job, it cannot.
    fn can_be_named(&self) -> bool {
        !self.start.sources.iter().any(|source| matches!(source, Source::Held(_) | Source::SparkOutput(_)))
    }

    /// What no file is written over: the corpus, the tables of the recipe, decisions and judgements.
    pub(super) fn spared(&self) -> Vec<PathBuf> {
        let names = self.model.recipe.tables.names();
        let tables = [names.dict, names.idf, names.stop_words].into_iter().flatten().map(PathBuf::from);
        let kept = [&self.deciding.file, &self.judging.file].into_iter().flatten().cloned();
        self.inputs().into_iter().chain(tables).chain(kept).collect()
    }

    /// The command that makes the same page, if one does.
    fn report_words(&self, line: &Path) -> Option<Vec<OsString>> {
        let name = line.to_string_lossy();
        let output = name.strip_suffix('!').unwrap_or(&name);
        let mut words: Vec<OsString> = vec!["simscope".into(), "report".into()];
        words.extend(self.reading_words()?);
        let recipe = self.model.recipe;
        match named().iter().find(|named| named.recipe == recipe) {
            _ if recipe == Recipe::default() => {}
            Some(named) => words.extend(["--recipe".into(), named.name.into()]),
            // The file that is written beside the page.
            None => words.extend(["--recipe".into(), format!("{output}.recipe.toml").into()]),
        }
        if self.screen == Screen::Threshold {
            words.extend(["-k".into(), self.k.to_string().into()]);
            if self.tau() != Condition::DEFAULT.at_least {
                words.extend(["--confirm".into(), condition(self.tau()).to_string().into()]);
            }
            let kept = self.judgements_kept();
            words.extend(kept.into_iter().flat_map(|file| ["--judgements".into(), file.into()]));
        } else {
            words.extend(self.decided_words().ok()?);
        }
        if self.lang == Lang::Zh {
            words.extend(["--lang".into(), "zh".into()]);
        }
        words.extend(["-o".into(), output.into()]);
        Some(words)
    }

    /// What decides, as options: the files that have what was said, or the same one by one, and the cut.
    ///
    /// # Errors
    /// Something was said that is in no file, and no option says it.
    pub fn decided_words(&self) -> Result<Vec<OsString>, Phrase> {
        let Self { deciding, judging, .. } = self;
        let (decisions, usual) = (&deciding.decisions, Rules::default());
        let Rules { cut, loss, passage, matters, must_agree } = &decisions.rules;
        let is_kept = |kept: &Kept| matches!(kept, Kept::Saved | Kept::Saving);
        let mut words: Vec<OsString> = Vec::new();
        let mut add = |name: &str, value: OsString| words.extend([name.into(), value]);
        match deciding.file.as_ref().filter(|_| is_kept(&deciding.kept)) {
            Some(file) if decisions.has_any_by_hand() => add("--decisions", file.into()),
            None if !(decisions.chosen.is_empty() && decisions.excluded.is_empty()) => {
                return Err((
                    "no command does the same: what was decided of documents is in no file",
                    "没有等效的命令：对文档的去留决定未存入文件",
                ));
            }
            _ => {
                for (subject, matters) in matters.iter() {
                    add(if matters { "--matters" } else { "--same-if" }, subject.to_string().into());
                }
                must_agree.iter().for_each(|pattern| add("--must-agree", pattern.to_string().into()));
                let is_of_texts = deciding.asked.is_none();
                loss.iter().filter(|_| is_of_texts).for_each(|loss| add("--loss", loss.to_string().into()));
                if *passage != usual.passage && is_of_texts {
                    add("--passage", passage.to_string().into());
                }
            }
        }
        match (&deciding.asked, self.clean_lately()) {
            (Some(Asked { draw: (right, seed), .. }), Some(clean)) => {
                add("--right", right.to_string().into());
                add("--seed", seed.to_string().into());
                add("--confirm", clean.condition.to_string().into());
            }
            _ if self.tau() != usual.cut || *cut != usual.cut => add("--cut", self.tau().to_string().into()),
            _ => {}
        }
        match judging.file.as_ref().filter(|_| is_kept(&judging.kept)) {
            _ if judging.known.iter().next().is_none() => {}
            Some(file) => add("--judgements", file.into()),
            None => {
                return Err((
                    "no command does the same: what was judged of pairs is in no file",
                    "没有等效的命令：对文本对的判定未存入文件",
                ));
            }
        }
        Ok(words)
    }

    /// What a command reads and how: the files, and the options; `None` where it cannot read the documents.
    pub fn reading_words(&self) -> Option<Vec<OsString>> {
        if !self.can_be_named() {
            return None;
        }
        let path = |source: &Source| match source {
            Source::Path(path) => Some(path.clone().into_os_string()),
            Source::Stdin => Some("-".into()),
            Source::Builtin => Some("--sample".into()),
            _ => None,
        };
        let mut words: Vec<OsString> = self.start.sources.iter().filter_map(path).collect();
        words.extend(reading_words(&self.start.options));
        Some(words)
    }
}

impl Reporting {
    /// The page, or why it cannot be made; `None` if cancelled.
    fn page(&self, progress: &Progress) -> Option<Result<String, String>> {
        match &self.about {
            About::Clean(clean) => Some(self.of_clean(clean)),
            About::Threshold(asked, known) => {
                let command = self.words.as_deref().map(report_command);
                let page = Page { lang: self.lang, command: command.as_deref(), dedup: None };
                about_k(&self.analysed, *asked, known, &page, progress).map(Ok)
            }
        }
    }

    fn of_clean(&self, clean: &Clean) -> Result<String, String> {
        let read = self.judgements.as_deref().map(judgements::read).transpose();
        let agreement = read.map_err(|error| error.to_string())?.unwrap_or_default().agreement();
        let Analysed { corpus, recipe, .. } = &self.analysed;
        let Clean { cleaned, reviewed, rows, questions, promised, .. } = clean;
        let done = Done {
            name: corpus.name(),
            all: corpus,
            documents: corpus.len(),
            recipe,
            found: Found::Exactly,
            condition: clean.condition,
            cleaned,
            rows,
            questions,
            lost: &reviewed.lost,
            alarms: &reviewed.alarms,
            promise: promised.as_ref().map(|(promise, _)| promise),
            sure: None,
            rule: "heaviest",
            sample: &reviewed.sample,
            agreement: &agreement,
        };
        let command = self.words.as_deref().map(report_command);
        let dedup = self.words.as_deref().map(|words| dedup_command(words, &self.inputs));
        let page = Page { lang: self.lang, command: command.as_deref(), dedup: dedup.as_deref() };
        Ok(done.html(&page))
    }
}
