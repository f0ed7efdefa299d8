//! `simscope compare`: two documents side by side.

use super::arguments::CompareArguments;
use super::failure::Failure;
use super::material::{begin, frequencies, read_texts, refuse_signatures, texts_of, weights};
use super::measures::chosen;
use super::watch::note;
use simscope_core::alignment::Alike;
use simscope_core::analysis::as_read;
use simscope_core::corpus::Corpus;
use simscope_core::display::{lang, say};
use simscope_core::export::{Compared, Format};
use simscope_core::measures::{Measure, Measurer, edit_within};
use simscope_core::simhash::trace;
use std::path::{Path, PathBuf};

/// The product of the lengths of two texts, in bytes, up to which `edit` takes some ten seconds at most.
const QUICK: u128 = 100_000_000_000;

/// The arguments of `FILE… A B` as those of `A B FILE…`: the first word is a file, and the last is none.
pub(super) fn in_order(mut arguments: CompareArguments) -> CompareArguments {
    let is_file = |path: &Path| path == Path::new("-") || path.exists();
    let paths = &mut arguments.input.texts.paths;
    if paths.last().is_some_and(|last| !is_file(last)) && is_file(Path::new(&arguments.a)) {
        paths.splice(0..0, [&arguments.a, &arguments.b].map(PathBuf::from));
        let ids = paths.split_off(paths.len() - 2);
        [arguments.a, arguments.b] = [&ids[0], &ids[1]].map(|id| id.to_string_lossy().into_owned());
    }
    arguments
}

pub(super) fn run(arguments: &CompareArguments) -> Result<(), Failure> {
    let what = (
        "compare: a signature file has no texts to compare; give the texts that it was made from",
        "compare：签名文件没有文本可比较；请给出生成它的文本",
    );
    refuse_signatures(&arguments.input, what)?;
    let (recipe, watch) = begin(&arguments.input)?;
    // Texts alone need no corpus; with a PATH, its document frequencies count.
    let corpus = match arguments.are_texts && !arguments.input.are_named() {
        true => Corpus::default(),
        false => read_texts(&arguments.input, watch)?,
    };
    let chosen = [&arguments.a, &arguments.b].map(|asked| if arguments.are_texts { Ok((None, asked.as_str())) } else { corpus.iter().find(|document| document.id == asked.as_str()).map_or_else(
        || {
            let name = corpus.name();
            Err(Failure::Failed(say!("compare {asked}: {name} has no such document; `simscope sign` lists the ids, --texts takes texts", "compare {asked}：{name} 中没有这篇文档；`simscope sign` 可列出编号，--texts 可直接给文本")))
        },
        |document| Ok((Some(document.id), document.text)),
    ) });
    let [a, b] = chosen;
    let ((id_a, text_a), (id_b, text_b)) = (a?, b?);
    let frequencies = frequencies(&corpus, &recipe, watch);
    let texts = [text_a, text_b];
    let (all, both) = (as_read(&corpus, &recipe), texts.map(|text| recipe.read(text)));
    let measure = |measure: Measure| {
        if measure == Measure::Edit && !is_quick(texts) {
            return edit_of_long(texts).map(|value| (measure, value));
        }
        let weights = match arguments.are_texts && !arguments.input.are_named() {
            true => weights(both.iter().map(|text| &**text), measure, watch),
            false => weights(texts_of(&all), measure, watch),
        };
        let measurer = Measurer::new(measure, &recipe, frequencies.as_ref()).weighing(weights.as_ref());
        let [a, b] = texts.map(|text| measurer.prepare(text));
        Ok((measure, measurer.value(&a, &b)))
    };
    let measures = chosen_measures(arguments, texts).into_iter().map(measure);
    let measures = measures.collect::<Result<Vec<(Measure, f64)>, Failure>>()?;
    let [a, b] = texts.map(|text| trace(&recipe, frequencies.as_ref(), text));
    let alike = Alike::of(text_a, text_b);
    let has_room = matches!(arguments.output.format(), Format::Jsonl | Format::Table(_));
    if let Some(alike) = alike.filter(|_| !has_room) {
        note(&say!("the texts are {}", "两文本{}", alike.say(lang())));
    }
    let compared = Compared { ids: [id_a, id_b], recipe, traces: [&a, &b], measures: &measures, alike };
    arguments.output.write(&[recipe], |format, out| match arguments.measures.is_empty() {
        true => compared.write(format, out),
        false => compared.write_measures(format, out),
    })
}

/// Whether `edit` takes some ten seconds at most, however much the texts differ.
fn is_quick(texts: [&str; 2]) -> bool {
    work(texts) <= QUICK
}

fn work(texts: [&str; 2]) -> u128 {
    let [a, b] = texts.map(|text| text.len() as u128);
    a * b
}

/// `edit` of texts that are so long that it can be had only if they differ in little.
fn edit_of_long(texts: [&str; 2]) -> Result<f64, Failure> {
    let [a, b] = texts;
    let most = (QUICK / (2 * a.len().max(b.len()) as u128)) as usize;
    edit_within(a, b, most).ok_or_else(|| {
        let minutes = (work(texts) / QUICK).div_ceil(6);
        Failure::Failed(say!(
            "--measure edit: the texts are more than {most} edits apart, and to count all would take about {minutes} minutes; \
             compare parts of them, or use another measure, such as jaccard:chars:5",
            "--measure edit：两篇文本相差超过 {most} 次编辑，全部数出约需 {minutes} 分钟；请比较其中的部分，或改用其他度量，\
             如 jaccard:chars:5"
        ))
    })
}

/// The measures asked for, each once, or the default ones, where the format has room for them; those leave out what would
/// take minutes, and say so.
fn chosen_measures(arguments: &CompareArguments, texts: [&str; 2]) -> Vec<Measure> {
    let has_room = matches!(arguments.output.format(), Format::Jsonl | Format::Table(_));
    match arguments.measures.is_empty() && !has_room {
        true => Vec::new(),
        false => chosen(
            &arguments.measures,
            || is_quick(texts),
            || {
                say!(
                    "edit left out, because the texts are long; --measure edit computes it if they differ in little",
                    "文本较长，略去 edit；若相差不多，可加 --measure edit 计算",
                )
            },
        ),
    }
}
