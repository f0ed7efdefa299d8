//! A lesson: pages over the screens of the explorer, with a corpus, a recipe and questions.

use super::BadLesson;
use super::expression::{Expression, pieces};
use super::file::{LARGEST, LONGEST, Reading};
use super::functions::parse_recipe;
use super::handmade::HandMade;
use super::shown::{Block, blocks};
use crate::corpus::{Held, Source};
use crate::display::{Lang, lang};
use crate::files::read_small;
use crate::recipe::Recipe;
use crate::visible;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The screens that a page can stand over, by name.
pub const SCREENS: [&str; 7] = ["corpus", "anatomy", "threshold", "matrix", "pair", "index", "steps"];

/// A text in one language or two.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Texts {
    en: Option<String>,
    zh: Option<String>,
}

impl Texts {
    /// The text in this language, or else in the other one.
    pub fn of(&self, lang: Lang) -> &str {
        let (own, other) = match lang {
            Lang::En => (&self.en, &self.zh),
            Lang::Zh => (&self.zh, &self.en),
        };
        own.as_deref().or(other.as_deref()).unwrap_or_default()
    }

    /// Each text that there is.
    pub fn each(&self) -> impl Iterator<Item = &str> {
        [&self.en, &self.zh].into_iter().flatten().map(String::as_str)
    }
}

/// A lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Its id, for the command line.
    pub id: String,
    /// Its title.
    pub title: Texts,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// Its documents.
    pub source: Source,
    /// Its recipe.
    pub recipe: Recipe,
    /// Why it has this recipe.
    pub why_recipe: Option<Texts>,
    /// The first threshold.
    pub k: u8,
    /// At least one.
    pub pages: Vec<Page>,
    /// The page to begin at, an index.
    pub first: usize,
    /// The file that it was read from, for errors.
    path: PathBuf,
}

/// A page of a lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// Its title.
    pub title: Texts,
    /// Its text, with expressions in braces.
    pub text: Texts,
    /// What to try on the screen.
    pub task: Option<Texts>,
    /// The keys that it names, as the settings write them; each changes what is seen.
    pub keys: Vec<String>,
    /// The screen that it stands over, an index into [`SCREENS`].
    pub screen: Option<usize>,
    /// The id of the document that is selected.
    pub select: Option<String>,
    /// The id of the document that it is compared with; else its nearest neighbour.
    pub beside: Option<String>,
    /// The threshold.
    pub k: Option<u8>,
    /// The bit under the cursor.
    pub bit: Option<u8>,
    /// The pane of the screen that it speaks of, by name.
    pub pane: Option<String>,
    /// What the screen hides while the question is open: a text of the screen, of which the expressions are covered.
    pub covers: Vec<String>,
    /// A question.
    pub question: Option<Question>,
    /// The line of the file at which it stands, from 1.
    pub line: usize,
}

/// A question at the end of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// What is asked.
    pub ask: Texts,
    /// The answers to choose from; none if something is to be typed.
    pub choices: Vec<Texts>,
    /// The right answer; of choices its number, from 1.
    pub answer: Expression,
    /// What is said after an answer.
    pub why: Option<Texts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    id: Spanned<String>,
    title: Spanned<FileTexts>,
    minutes: Spanned<u32>,
    corpus: Option<Spanned<FileCorpus>>,
    recipe: Option<Spanned<String>>,
    why_recipe: Option<Spanned<FileTexts>>,
    k: Option<Spanned<u8>>,
    pages: Spanned<Vec<Spanned<FilePage>>>,
}

#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
struct FileTexts {
    en: Option<String>,
    zh: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileCorpus {
    path: Option<PathBuf>,
    features: Option<PathBuf>,
    documents: Option<Vec<FileDocument>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileDocument {
    id: Spanned<String>,
    text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FilePage {
    title: Spanned<FileTexts>,
    text: Spanned<FileTexts>,
    #[serde(rename = "try")]
    task: Option<Spanned<FileTexts>>,
    #[serde(default)]
    keys: Vec<String>,
    screen: Option<Spanned<String>>,
    select: Option<String>,
    beside: Option<String>,
    k: Option<Spanned<u8>>,
    bit: Option<Spanned<u8>>,
    pane: Option<String>,
    #[serde(default)]
    covers: Vec<String>,
    question: Option<Spanned<FileQuestion>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileQuestion {
    ask: Spanned<FileTexts>,
    choices: Option<Vec<Spanned<FileTexts>>>,
    answer: Spanned<String>,
    why: Option<Spanned<FileTexts>>,
}

impl Lesson {
    /// Reads a file; paths in it are relative to its folder.
    ///
    /// # Errors
    /// A file that cannot be read, a line that is wrong, features made by hand that are wrong.
    pub fn read(path: &Path) -> Result<Self, BadLesson> {
        Self::parse(path, &read_small(path, LARGEST)?)
    }

    /// The same of its text.
    ///
    /// # Errors
    /// As [`Lesson::read`].
    pub fn parse(path: &Path, text: &str) -> Result<Self, BadLesson> {
        let reading = Reading { path, text };
        let file: File = reading.parse()?;
        let id = file.id.get_ref();
        if id.is_empty() || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-') {
            return Err(reading.wrong(file.id.span(), ("id: letters, digits and -", "id：字母、数字和 -")));
        }
        let recipe = |recipe: &Spanned<String>| {
            let parsed = parse_recipe(recipe.get_ref());
            parsed.map_err(|what| reading.bad(recipe.span(), format!("recipe: {what}")))
        };
        let recipe = file.recipe.as_ref().map(recipe).transpose()?;
        let (source, own) = match &file.corpus {
            None => (Source::Builtin, None),
            Some(corpus) => reading.source(corpus, id)?,
        };
        if let (Some(_), Some(second)) = (own, &file.recipe) {
            let what = (
                "recipe: features made by hand have bits and tie rule in their own file",
                "recipe：手工特征的位数与平票规则写在其自己的文件中",
            );
            return Err(reading.wrong(second.span(), what));
        }
        let recipe = own.or(recipe).unwrap_or_default();
        if file.pages.get_ref().is_empty() {
            return Err(reading.wrong(file.pages.span(), ("pages: there is none", "pages：没有页面")));
        }
        let title = reading.texts("title", &file.title)?;
        if title.each().any(|title| title.contains(['{', '}'])) {
            let what = (
                "title: nothing is computed in the title of a lesson; leave out the braces",
                "title：课程标题中不作计算；请去掉花括号",
            );
            return Err(reading.wrong(file.title.span(), what));
        }
        let pages: Result<Vec<Page>, BadLesson> =
            file.pages.get_ref().iter().map(|page| reading.page(page, recipe)).collect();
        Ok(Self {
            id: id.clone(),
            title,
            minutes: *file.minutes.get_ref(),
            source,
            recipe,
            why_recipe: file.why_recipe.as_ref().map(|why| reading.texts("why_recipe", why)).transpose()?,
            k: reading.at_most("k", file.k.as_ref(), recipe.bits.get())?.unwrap_or(3),
            pages: pages?,
            first: 0,
            path: path.to_owned(),
        })
    }

    /// Why it has this recipe, and the command that shows a signature under it.
    pub fn about_recipe(&self, lang: Lang) -> Option<Vec<Block>> {
        self.why_recipe.as_ref().map(|why| blocks(why.of(lang)))
    }

    /// The error for a page.
    pub(super) fn bad(&self, page: &Page, what: String) -> BadLesson {
        let what = visible::fit(&visible::line(&what), LONGEST).into_owned();
        BadLesson::Line { path: self.path.clone(), line: page.line, what }
    }

    /// The error for its corpus.
    pub(super) fn bad_corpus(&self, what: String) -> BadLesson {
        BadLesson::Corpus { path: self.path.clone(), what }
    }
}

impl Page {
    /// Its title, text, task and question.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Texts> {
        let question = self.question.iter().flat_map(|question| [Some(&question.ask), question.why.as_ref()]);
        [&self.title, &self.text].into_iter().chain(&self.task).chain(question.flatten())
    }
}

impl Reading<'_> {
    /// The documents of a lesson; the recipe too if they are made by hand.
    fn source(self, corpus: &Spanned<FileCorpus>, id: &str) -> Result<(Source, Option<Recipe>), BadLesson> {
        let beside = |path: &PathBuf| self.path.with_file_name("").join(path);
        match corpus.get_ref() {
            FileCorpus { path: Some(path), features: None, documents: None } => {
                Ok((Source::Path(beside(path)), None))
            }
            FileCorpus { path: None, features: Some(path), documents: None } => {
                let made = HandMade::read(&beside(path))?;
                Ok((made.source(id), Some(made.recipe)))
            }
            FileCorpus { path: None, features: None, documents: Some(documents) } => {
                let mut ids = HashSet::new();
                if let Some(repeated) = documents.iter().find(|document| !ids.insert(document.id.get_ref())) {
                    let what = ("id: another document has it", "id：与另一文档重复");
                    return Err(self.wrong(repeated.id.span(), what));
                }
                let documents = documents.iter().map(|d| (d.id.get_ref().as_str(), d.text.as_str()));
                Ok((Source::Held(Held::new(id, documents)), None))
            }
            _ => {
                let what =
                    ("corpus: one of path, features, documents", "corpus：path、features、documents 之一");
                Err(self.wrong(corpus.span(), what))
            }
        }
    }

    fn texts(self, key: &str, texts: &Spanned<FileTexts>) -> Result<Texts, BadLesson> {
        let FileTexts { en, zh } = texts.get_ref().clone();
        if en.is_none() && zh.is_none() {
            let what = lang().pick(("en or zh is wanted", "需要 en 或 zh"));
            return Err(self.bad(texts.span(), format!("{key}: {what}")));
        }
        let texts_of = Texts { en, zh };
        for text in texts_of.each() {
            pieces(text).map_err(|what| self.bad(texts.span(), format!("{key}: {what}")))?;
        }
        Ok(texts_of)
    }

    fn at_most(self, key: &str, value: Option<&Spanned<u8>>, most: u8) -> Result<Option<u8>, BadLesson> {
        match value {
            Some(value) if *value.get_ref() > most => {
                Err(self.bad(value.span(), format!("{key}: 0 – {most}")))
            }
            other => Ok(other.map(|value| *value.get_ref())),
        }
    }

    fn page(self, page: &Spanned<FilePage>, recipe: Recipe) -> Result<Page, BadLesson> {
        let file = page.get_ref();
        let bits = recipe.bits.get();
        let screen = |name: &Spanned<String>| {
            let found = SCREENS.iter().position(|screen| screen == name.get_ref());
            found.ok_or_else(|| self.bad(name.span(), format!("screen: {}", SCREENS.join(", "))))
        };
        let screen = file.screen.as_ref().map(screen).transpose()?;
        let some = |key: &str, texts: &Option<Spanned<FileTexts>>| {
            texts.as_ref().map(|texts| self.texts(key, texts)).transpose()
        };
        Ok(Page {
            title: self.texts("title", &file.title)?,
            text: self.texts("text", &file.text)?,
            task: some("try", &file.task)?,
            keys: file.keys.clone(),
            screen,
            select: file.select.clone(),
            beside: file.beside.clone(),
            k: self.at_most("k", file.k.as_ref(), bits)?,
            bit: self.at_most("bit", file.bit.as_ref(), bits - 1)?,
            pane: file.pane.clone(),
            covers: file.covers.clone(),
            question: file.question.as_ref().map(|question| self.question(question.get_ref())).transpose()?,
            line: self.line(page.span()),
        })
    }

    fn question(self, file: &FileQuestion) -> Result<Question, BadLesson> {
        let answer = file.answer.get_ref().trim();
        let bad = |what: String| self.bad(file.answer.span(), format!("answer: {what}"));
        if answer.is_empty() {
            return Err(bad(lang().pick(("it is empty", "为空")).to_owned()));
        }
        let choices = file.choices.iter().flatten().map(|choice| self.texts("choices", choice));
        let choices: Vec<Texts> = choices.collect::<Result<_, _>>()?;
        let answer = match answer.parse::<f64>() {
            Ok(_) => Expression::Word(answer.to_owned()),
            Err(_) => Expression::parse(answer).map_err(&bad)?,
        };
        let why = file.why.as_ref().map(|why| self.texts("why", why)).transpose()?;
        Ok(Question { ask: self.texts("ask", &file.ask)?, choices, answer, why })
    }
}
