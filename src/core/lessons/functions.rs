//! The functions that expressions call. samples/lessons/README.md lists them; a test compares the two.

mod arithmetic;
mod blocks;
mod compression;
mod corpus;
mod distance;
mod geometry;
mod signature;

use super::class::Class;
use super::expression::{Value, shown};
use crate::display::{counted, say};
use crate::recipe::{Recipe, RecipeFile};
use crate::settings::nearest;
use crate::simhash::Trace;

/// A function.
#[derive(Debug)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// Its arguments, as the documentation names them; those in brackets may be left out.
    pub arguments: &'static str,
    /// What it returns, in a few words.
    pub returns: &'static str,
    run: Run,
}

/// How a value is computed.
#[derive(Debug)]
enum Run {
    Number(Compute<f64>),
    Text(Compute<String>),
}

type Compute<T> = fn(&Arguments<'_>) -> Result<T, String>;

impl Function {
    /// Calls it; the number of arguments is checked first.
    pub(super) fn call(&self, arguments: &Arguments<'_>) -> Result<Value, String> {
        let all = self.arguments.split_whitespace().count();
        let least = self.arguments.split_whitespace().filter(|argument| !argument.starts_with('[')).count();
        if !(least..=all).contains(&arguments.values.len()) {
            let given = arguments.values.len();
            let english = counted(given, "argument was", "arguments were");
            let given = say!("{english} given", "给了 {given} 个参数");
            return Err(format!("{} {}: {given}", self.name, self.arguments));
        }
        let value = match self.run {
            Run::Number(compute) => compute(arguments).map(Value::Number),
            Run::Text(compute) => compute(arguments).map(Value::Text),
        };
        value.map_err(|what| format!("{}: {what}", self.name))
    }
}

/// A function that gives a number.
const fn number(
    name: &'static str,
    arguments: &'static str,
    returns: &'static str,
    compute: Compute<f64>,
) -> Function {
    Function { name, arguments, returns, run: Run::Number(compute) }
}

/// A function that gives a text.
const fn text(
    name: &'static str,
    arguments: &'static str,
    returns: &'static str,
    compute: Compute<String>,
) -> Function {
    Function { name, arguments, returns, run: Run::Text(compute) }
}

/// All functions.
pub fn all() -> impl Iterator<Item = &'static Function> {
    [
        signature::FUNCTIONS,
        distance::FUNCTIONS,
        geometry::FUNCTIONS,
        corpus::FUNCTIONS,
        blocks::FUNCTIONS,
        compression::FUNCTIONS,
        arithmetic::FUNCTIONS,
    ]
    .into_iter()
    .flatten()
}

pub(super) fn find(name: &str) -> Result<&'static Function, String> {
    all().find(|function| function.name == name).ok_or_else(|| {
        let hint = nearest(name, all().map(|function| function.name));
        let hint =
            hint.map_or_else(String::new, |near| say!("; the nearest is {near}", "；最接近的是 {near}"));
        say!("there is no function {name:?}{hint}", "没有函数 {name:?}{hint}")
    })
}

/// The arguments of one call.
pub(super) struct Arguments<'c> {
    pub(super) class: &'c Class<'c>,
    pub(super) values: &'c [Value],
}

impl Arguments<'_> {
    /// The argument at this place as a text.
    fn text(&self, at: usize) -> String {
        match self.values.get(at) {
            Some(Value::Text(text) | Value::Word(text)) => text.clone(),
            Some(Value::Number(number)) => number.to_string(),
            None => String::new(),
        }
    }

    fn number(&self, at: usize) -> Result<f64, String> {
        let number = match self.values.get(at) {
            Some(Value::Number(number)) => Some(*number),
            Some(Value::Word(word)) => number_in(word),
            _ => None,
        };
        number.ok_or_else(|| {
            say!("argument {} is no number: {:?}", "第 {} 个参数不是数：{:?}", at + 1, self.text(at))
        })
    }

    /// A whole number from 0 to `most`.
    fn whole(&self, at: usize, most: u32) -> Result<u32, String> {
        let number = self.number(at)?;
        match number.fract() == 0.0 && (0.0..=f64::from(most)).contains(&number) {
            true => Ok(number as u32),
            false => Err(say!(
                "argument {} is {}: a whole number, 0 to {most}",
                "第 {} 个参数为 {}：须为 0 到 {most} 的整数",
                at + 1,
                shown(number)
            )),
        }
    }

    /// The recipe at this place; without one, that of the lesson.
    fn recipe(&self, at: usize) -> Result<Recipe, String> {
        match self.values.get(at) {
            None => Ok(self.class.recipe),
            Some(_) => parse_recipe(&self.text(at)),
        }
    }

    /// The trace of the document at this place, under the recipe at that one.
    fn trace(&self, document: usize, recipe: usize) -> Result<(Trace, Recipe), String> {
        let recipe = self.recipe(recipe)?;
        Ok((self.class.trace(self.class.document(&self.text(document))?, recipe)?, recipe))
    }

    /// The signatures of the documents at the first two places, under the recipe at this place.
    fn pair(&self, recipe: usize) -> Result<([u128; 2], Recipe), String> {
        let ((a, used), (b, _)) = (self.trace(0, recipe)?, self.trace(1, recipe)?);
        Ok(([a.signature, b.signature], used))
    }
}

/// The number that a word is, if it looks like one.
pub(super) fn number_in(word: &str) -> Option<f64> {
    let is_number = word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.'));
    word.parse().ok().filter(|_| is_number)
}

/// A recipe in one line: a name, then parts as `key=value`, as `python bits=128 tie=one`. Without a name it is the default.
///
/// # Errors
/// A name or a part that there is not.
pub fn parse_recipe(text: &str) -> Result<Recipe, String> {
    let mut recipe = Recipe::DEFAULT;
    let mut toml = String::new();
    for word in text.split_whitespace() {
        match word.split_once('=') {
            None => recipe = Recipe::named(word).map_err(|error| error.to_string())?,
            Some(("bits", bits)) => toml.push_str(&format!("bits = {bits}\n")),
            Some((key, value)) => toml.push_str(&format!("{key} = {value:?}\n")),
        }
    }
    if toml.is_empty() {
        return Ok(recipe);
    }
    // The parts that are not given are those of the named recipe.
    let given: Vec<&str> = toml.lines().filter_map(|line| line.split(' ').next()).collect();
    let own = recipe.to_toml();
    let kept = own.lines().filter(|line| {
        let key = line.split(' ').next().unwrap_or_default();
        !line.starts_with('#') && key != "name" && !given.contains(&key)
    });
    let whole = kept.fold(toml.clone(), |all, line| format!("{all}{line}\n"));
    let RecipeFile { recipe: changed, tables } =
        Recipe::from_toml("recipe", &whole).map_err(|error| error.to_string())?;
    if !tables.is_empty() {
        return Err(say!(
            "a lesson uses the embedded tables of jieba, not files",
            "课程只用内置的 jieba 词典，不用文件"
        ));
    }
    Ok(Recipe { name: recipe.changed_to(changed).name, ..changed })
}

/// Binary digits, the most significant first, in groups.
pub(super) fn digits(signature: u128, bits: u8) -> String {
    let group = if bits <= 16 { 4 } else { 8 };
    let mut out = String::new();
    for bit in (0..bits).rev() {
        out.push(if signature >> bit & 1 == 1 { '1' } else { '0' });
        if bit > 0 && bit % group == 0 {
            out.push(' ');
        }
    }
    out
}

#[cfg(test)]
mod tests;
