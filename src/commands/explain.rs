//! `simscope explain`: how one signature comes about.

use super::arguments::ExplainArguments;
use super::failure::Failure;
use super::material::{begin, frequencies, read_texts, read_texts_of, refuse_signatures};
use super::recipe_choice::refuse_minima;
use super::watch::Watch;
use simscope_core::corpus::{Corpus, Document, ReadOptions};
use simscope_core::display::{lang, say};
use simscope_core::export::Explained;
use simscope_core::handout::page;
use simscope_core::lessons::HandMade;
use simscope_core::recipe::Recipe;
use simscope_core::simhash::{Trace, trace};
use simscope_core::visible;

pub(super) fn run(arguments: &ExplainArguments) -> Result<(), Failure> {
    let what = (
        "explain: a signature file has no texts to explain; give the texts that it was made from",
        "explain：签名文件没有文本可解释；请给出生成它的文本",
    );
    refuse_signatures(&arguments.input, what)?;
    if let Some((made, name)) = arguments.made.read()? {
        return run_made(arguments, &made, &name);
    }
    let (recipe, watch) = begin(&arguments.input)?;
    // A text alone needs no corpus; with a PATH, its document frequencies count.
    let corpus = match arguments.text.is_some() && !arguments.input.are_named() {
        true => Corpus::default(),
        false => read_texts(&arguments.input, watch)?,
    };
    let (id, text) = choose("explain", &corpus, arguments.text.as_deref(), arguments.id.as_deref())?;
    let frequencies = frequencies(&corpus, &recipe, watch);
    let trace = trace(&recipe, frequencies.as_ref(), text);
    write(arguments, (id, text), recipe, trace)
}

/// The same for features made by hand.
fn run_made(arguments: &ExplainArguments, made: &HandMade, name: &str) -> Result<(), Failure> {
    let corpus = read_texts_of(&[made.source(name)], &ReadOptions::default(), Watch::new(true))?;
    let (id, text) = choose("explain", &corpus, None, arguments.id.as_deref())?;
    write(arguments, (id, text), made.recipe, trace(&made.recipe, None, text))
}

/// Rows, or the page.
fn write(
    arguments: &ExplainArguments,
    (id, text): (Option<&str>, &str),
    recipe: Recipe,
    trace: Trace,
) -> Result<(), Failure> {
    let output = arguments.output.rows();
    if arguments.output.is_page() {
        refuse_minima(&recipe)?;
        return output.page(&page((id, text), &recipe, &trace, lang()));
    }
    let explained = Explained { id, recipe, trace: &trace };
    output.write(&[recipe], |format, out| explained.write(format, out))
}

/// The text if given, otherwise the document with that id; without an id the corpus must have a single
/// document.
pub(super) fn choose<'c>(
    command: &str,
    corpus: &'c Corpus,
    text: Option<&'c str>,
    id: Option<&str>,
) -> Result<(Option<&'c str>, &'c str), Failure> {
    if let Some(text) = text {
        return Ok((None, text));
    }
    let chosen = |document: Document<'c>| (Some(document.id), document.text);
    let Some(id) = id else {
        return match corpus.len() {
            0 => Err(Failure::Failed(say!(
                "{}: there is no document; give --text TEXT",
                "{}：没有文档；请用 --text 给出文本",
                corpus.name()
            ))),
            1 => Ok(chosen(corpus.get(0))),
            n => {
                let some: Vec<_> =
                    corpus.iter().take(3).map(|document| visible::fit(document.id, 30)).collect();
                let some = some.join(", ");
                Err(Failure::Usage(say!(
                    "{command}: which of {n} documents ({some} …)? Choose with --id ID, or give --text TEXT",
                    "{command}：{n} 篇文档（{some} …）中的哪一篇？请用 --id 选择，或用 --text 给出文本"
                )))
            }
        };
    };
    corpus.iter().find(|document| document.id == id).map(chosen).ok_or_else(|| {
        Failure::Failed(say!(
            "--id {id}: {} has no such document; `simscope sign` lists the ids",
            "--id {id}：{} 中没有这篇文档；`simscope sign` 可列出编号",
            corpus.name()
        ))
    })
}
