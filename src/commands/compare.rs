//! `simscope compare`: two documents side by side.

use super::arguments::CompareArguments;
use super::failure::Failure;
use super::language::pick;
use super::material::{begin, frequencies, read_texts, refuse_signatures};
use super::watch::note;
use simscope_core::alignment::Alike;
use simscope_core::corpus::Corpus;
use simscope_core::display::{lang, say};
use simscope_core::export::{Compared, Format};
use simscope_core::measures::{Measure, Measurer};
use simscope_core::simhash::trace;

/// The product of the lengths of two texts, in bytes, up to which `edit` takes some ten seconds at most.
const QUICK: u128 = 100_000_000_000;

pub(super) fn run(arguments: &CompareArguments) -> Result<(), Failure> {
    let what = lang().pick((
        "compare: a signature file has no texts to compare; give the texts that it was made from",
        "compare：签名文件没有文本可比较；请给出生成它的文本",
    ));
    refuse_signatures(&arguments.input, what)?;
    let (recipe, watch) = begin(&arguments.input)?;
    // Texts alone need no corpus; with a PATH, its document frequencies count.
    let corpus = match arguments.are_texts && !arguments.input.are_named() {
        true => Corpus::default(),
        false => read_texts(&arguments.input, watch)?,
    };
    let chosen = [&arguments.a, &arguments.b].map(|asked| match arguments.are_texts {
        true => Ok((None, asked.as_str())),
        false => corpus.iter().find(|document| document.id == asked.as_str()).map_or_else(
            || {
                let name = corpus.name();
                Err(Failure::Failed(pick((
                    format!(
                        "compare {asked}: {name} has no such document; `simscope hash` lists the ids, --texts takes texts"
                    ),
                    format!("compare {asked}：{name} 中没有这篇文档；`simscope hash` 可列出编号，--texts 可直接给文本"),
                ))))
            },
            |document| Ok((Some(document.id), document.text)),
        ),
    });
    let [a, b] = chosen;
    let ((id_a, text_a), (id_b, text_b)) = (a?, b?);
    let frequencies = frequencies(&corpus, &recipe, watch);
    let texts = [text_a, text_b];
    let measure = |measure| {
        let measurer = Measurer::new(measure, &recipe, frequencies.as_ref());
        let [a, b] = texts.map(|text| measurer.prepare(text));
        (measure, measurer.value(&a, &b))
    };
    let measures: Vec<(Measure, f64)> = chosen_measures(arguments, texts).into_iter().map(measure).collect();
    let [a, b] = texts.map(|text| trace(&recipe, frequencies.as_ref(), text));
    let alike = Alike::of(text_a, text_b);
    let has_room = matches!(arguments.output.format(), Format::Jsonl | Format::Table);
    if let Some(alike) = alike.filter(|_| !has_room) {
        note(&say!("the texts are {}", "两文本{}", alike.say(lang())));
    }
    let compared = Compared { ids: [id_a, id_b], recipe, traces: [&a, &b], measures: &measures, alike };
    arguments.output.write(&[recipe], |format, out| match arguments.measures.is_empty() {
        true => compared.write(format, out),
        false => compared.write_measures(format, out),
    })
}

/// The measures asked for, each once, or the default ones, where the format has room for them; those leave out what would
/// take minutes, and say so.
fn chosen_measures(arguments: &CompareArguments, texts: [&str; 2]) -> Vec<Measure> {
    if arguments.measures.is_empty() {
        if !matches!(arguments.output.format(), Format::Jsonl | Format::Table) {
            return Vec::new();
        }
        let [a, b] = texts.map(|text| text.len() as u128);
        let is_quick = a * b <= QUICK;
        if !is_quick {
            note(pick((
                "edit left out, because the texts are long; --measure edit computes it",
                "文本较长，略去 edit；如需计算，加 --measure edit",
            )));
        }
        return Measure::DEFAULTS.into_iter().filter(|&m| is_quick || m != Measure::Edit).collect();
    }
    let mut measures: Vec<Measure> = Vec::new();
    for &measure in &arguments.measures {
        if !measures.contains(&measure) {
            measures.push(measure);
        }
    }
    measures
}
