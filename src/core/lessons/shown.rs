//! Pages as they are shown: computed, cut into paragraphs and figures; and the grading of answers.

use super::expression::{Expression, Piece, Value, pieces};
use super::functions::number_in;
use super::lesson::{Lesson, Page, Question, Texts};
use super::{BadLesson, Class};
use crate::display::{Lang, half_width, say};
use crate::visible;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    /// A paragraph, to be broken into lines.
    Paragraph(String),
    /// Lines that stay as they are.
    Figure(Vec<String>),
}

/// A page with its numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shown {
    /// The title.
    pub title: String,
    /// The text.
    pub text: Vec<Block>,
    /// What to try.
    pub task: Vec<Block>,
    /// The question.
    pub ask: Vec<Block>,
    /// The answers to choose from.
    pub choices: Vec<String>,
    /// Texts that the screen may show, each with what stands there while the question is open.
    pub covers: Vec<(String, String)>,
}

/// How an answer was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grade {
    /// Whether it was right.
    pub is_right: bool,
    /// Whether what was typed has the right form: a number where one is asked for, the number of a choice where there are choices.
    pub is_answer: bool,
    /// The right answer.
    pub answer: String,
    /// What helps after a wrong one, without the right one.
    pub hint: String,
    /// Why.
    pub why: Vec<Block>,
}

impl Class<'_> {
    /// A page in a language, with its numbers.
    ///
    /// # Errors
    /// An expression that cannot be computed, in one line.
    pub fn page(&self, page: &Page, lang: Lang) -> Result<Shown, String> {
        let blocks_of = |texts: &Texts| self.text(texts.of(lang)).map(|text| blocks(&text));
        let question = page.question.as_ref();
        let choices = question.iter().flat_map(|question| &question.choices);
        Ok(Shown {
            title: self.text(page.title.of(lang))?,
            text: blocks_of(&page.text)?,
            task: page.task.as_ref().map(blocks_of).transpose()?.unwrap_or_default(),
            ask: question.map(|question| blocks_of(&question.ask)).transpose()?.unwrap_or_default(),
            choices: choices.map(|choice| self.text(choice.of(lang))).collect::<Result<_, _>>()?,
            covers: page.covers.iter().map(|text| self.covered(text)).collect::<Result<_, _>>()?,
        })
    }

    /// A text with its expressions, and with signs of the same width in their places.
    fn covered(&self, text: &str) -> Result<(String, String), String> {
        let (mut shown, mut covered) = (String::new(), String::new());
        for piece in pieces(text)? {
            let (piece, is_open) = match piece {
                Piece::Plain(plain) => (plain, true),
                Piece::Computed(expression) => (self.value(&expression)?.to_string(), false),
            };
            covered += &if is_open { piece.clone() } else { "?".repeat(visible::width(&piece)) };
            shown += &piece;
        }
        Ok((shown, covered))
    }

    /// Grades what was typed. Numbers may have commas and be rounded to the places that the page shows; of texts, case, blanks
    /// and the width of digits and signs do not matter. A percentage may be typed with or without its sign, or as a share.
    ///
    /// # Errors
    /// An answer that cannot be computed, or is none of the choices; in one line.
    pub fn grade(&self, question: &Question, typed: &str, lang: Lang) -> Result<Grade, String> {
        let value = match self.value(&question.answer)? {
            Value::Word(word) => literal(&word),
            value => value,
        };
        let is_right = match &value {
            Value::Number(number) => number_of(typed)
                .is_some_and(|typed| (typed - number).abs() <= tolerance(*number, &question.answer)),
            Value::Text(text) | Value::Word(text) => {
                plain(text) == plain(typed) || is_percentage(text, typed)
            }
        };
        let is_answer = match &value {
            Value::Number(_) => number_of(typed).is_some_and(|typed| {
                let choices = question.choices.len();
                choices == 0 || typed.fract() == 0.0 && (1.0..=choices as f64).contains(&typed)
            }),
            Value::Text(text) if percent_of(text).is_some() => number_of(typed).is_some(),
            Value::Text(_) | Value::Word(_) => true,
        };
        let answer = match (&value, &question.choices[..]) {
            (_, []) => value.to_string(),
            (Value::Number(number), choices) if number.fract() == 0.0 && *number >= 1.0 => {
                let choice = choices.get(*number as usize - 1).ok_or_else(|| {
                    say!("answer: there is no choice {number}", "answer：没有选项 {number}")
                })?;
                format!("{number}  {}", self.text(choice.of(lang))?)
            }
            _ => {
                return Err(say!(
                    "answer: {value} is not the number of a choice, 1 to {}",
                    "answer：{value} 不是选项的编号（1 到 {}）",
                    question.choices.len()
                ));
            }
        };
        let why = question.why.as_ref().map(|why| self.text(why.of(lang))).transpose()?;
        let hint = hint(&value, typed, question.choices.len());
        Ok(Grade { is_right, is_answer, answer, hint, why: why.map(|why| blocks(&why)).unwrap_or_default() })
    }
}

/// In which direction the right answer lies.
fn hint(value: &Value, typed: &str, choices: usize) -> String {
    let number = match value {
        Value::Number(number) => Some(*number),
        // A bit is named by its number; of longer digits the places count.
        Value::Text(text) | Value::Word(text) => {
            percent_of(text).or_else(|| number_of(text).filter(|_| text.len() <= 2))
        }
    };
    match (value, number, number_of(typed)) {
        (_, Some(_), Some(typed)) if choices > 0 => say!("it is not {typed}", "不是 {typed}"),
        (_, Some(number), Some(typed)) if typed < number => say!("it is more", "应当更大"),
        (_, Some(_), Some(_)) => say!("it is less", "应当更小"),
        (Value::Text(text) | Value::Word(text), ..) => {
            let (right, typed) = (plain(text), plain(typed));
            let places = right.chars().count();
            if typed.chars().count() == places {
                let same = right.chars().zip(typed.chars()).filter(|(a, b)| a == b).count();
                say!("{same} of {places} signs are right", "{places} 个字符中有 {same} 个正确")
            } else {
                say!("it has {places} signs", "答案有 {places} 个字符")
            }
        }
        _ => String::new(),
    }
}

/// An answer that is written out. Digits with leading zeros are a text, as binary digits are.
fn literal(word: &str) -> Value {
    let is_text = word.len() > 1 && word.starts_with('0') && word.bytes().all(|b| b.is_ascii_digit());
    match number_in(word) {
        Some(number) if !is_text => Value::Number(number),
        _ => Value::Text(word.to_owned()),
    }
}

/// The number of a percentage, as the function `percent` writes it.
fn percent_of(text: &str) -> Option<f64> {
    text.strip_suffix(" %").and_then(number_of)
}

/// Whether a text is a percentage, as the function `percent` writes it, and this is its number.
fn is_percentage(text: &str, typed: &str) -> bool {
    let Some(percent) = percent_of(text) else { return false };
    let off = if percent.abs() < 10.0 { 0.051 } else { 0.51 };
    let is_near = |typed: f64| (typed - percent).abs() <= off;
    number_of(typed).is_some_and(|number| is_near(number * 100.0) || !typed.contains('%') && is_near(number))
}

/// How far a typed number may be off: 1 % of the number, at least 0.001; nothing for whole numbers and literals.
fn tolerance(number: f64, answer: &Expression) -> f64 {
    match answer {
        Expression::Word(_) => 0.0,
        Expression::Call(..) if number.fract() == 0.0 => 0.0,
        Expression::Call(..) => 0.01 * number.abs().max(0.1),
    }
}

fn number_of(typed: &str) -> Option<f64> {
    let typed: String = plain(typed).chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let percent = typed.strip_suffix('%').map(|percent| percent.parse::<f64>().ok().map(|n| n / 100.0));
    percent.unwrap_or_else(|| typed.parse().ok()).filter(|number| number.is_finite())
}

/// As a keyboard types it: small letters, ASCII digits and signs, no blanks.
fn plain(text: &str) -> String {
    let typed = |c: char| match c {
        '−' | '–' => '-',
        '、' => ',',
        other => half_width(other),
    };
    let text = text.to_lowercase();
    let text = text.strip_prefix("0x").unwrap_or(&text);
    text.chars().filter(|c| !c.is_whitespace()).map(typed).collect()
}

/// The first line of a text that looks like a row of a table, but would run into a paragraph.
fn crowded_table(text: &str) -> Option<&str> {
    text.lines().find(|line| !line.starts_with("  ") && line.trim().contains("   "))
}

fn unindented(line: &str) -> String {
    say!(
        "a row of a table begins with two blanks, or it runs into the paragraph: {line}",
        "表格的行须以两个空格开头，否则会并入段落：{line}"
    )
}

/// Cuts a text: lines that begin with blanks are figures, empty lines end paragraphs, other lines go on.
pub(super) fn blocks(text: &str) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        if line.trim().is_empty() {
            goes_on = false;
            continue;
        }
        let is_figure = line.starts_with("  ");
        match blocks.last_mut() {
            Some(Block::Figure(lines)) if goes_on && is_figure => lines.push(line.trim_end().to_owned()),
            Some(Block::Paragraph(paragraph)) if goes_on && !is_figure => {
                let line = line.trim();
                // Chinese has no blank where a line ends.
                let is_wide = |c: Option<char>| c.is_some_and(|c| u32::from(c) >= 0x2e80);
                if !(is_wide(paragraph.chars().next_back()) || is_wide(line.chars().next())) {
                    paragraph.push(' ');
                }
                paragraph.push_str(line);
            }
            _ if is_figure => blocks.push(Block::Figure(vec![line.trim_end().to_owned()])),
            _ => blocks.push(Block::Paragraph(line.trim().to_owned())),
        }
        goes_on = true;
    }
    blocks
}

impl Lesson {
    /// Computes every page in every language that it has, and every answer.
    ///
    /// # Errors
    /// The first expression that cannot be computed, or document that the corpus does not have.
    pub fn check(&self, class: &Class<'_>) -> Result<(), BadLesson> {
        if class.corpus.is_empty() {
            return Err(self.bad_corpus(say!("corpus: no document could be read", "corpus：读不到任何文档")));
        }
        for page in &self.pages {
            for (key, id) in [("select", &page.select), ("beside", &page.beside)] {
                let found = id.as_ref().map(|id| class.document(id)).transpose();
                found.map_err(|what| self.bad(page, format!("{key}: {what}")))?;
            }
            for text in page.texts().flat_map(Texts::each) {
                let table = crowded_table(text);
                table.map_or(Ok(()), |line| Err(self.bad(page, unindented(line))))?;
            }
            for lang in [Lang::En, Lang::Zh] {
                class.page(page, lang).map_err(|what| self.bad(page, what))?;
                if let Some(question) = &page.question {
                    let graded = class.grade(question, "", lang);
                    graded.map_err(|what| self.bad(page, format!("question: {what}")))?;
                }
            }
        }
        Ok(())
    }
}
