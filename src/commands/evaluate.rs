//! `simscope evaluate`: how well recipes find labelled near-duplicates.

use super::arguments::EvaluateArguments;
use super::failure::Failure;
use super::labels::read_pairs;
use super::material::{Material, finished, read_texts_of, refuse_signatures};
use super::recipe_choice::recipe_of;
use super::watch::{Unit, Watch};
use simscope_core::analysis;
use simscope_core::corpus::{Corpus, Source};
use simscope_core::display::{lang, say};
use simscope_core::evidence::{Best, KnownPairs, LabelledPairs};
use simscope_core::export::{Cell, Column, RecipeObject};
use simscope_core::hamming::{self, Counted};
use simscope_core::recipe::{FeatureHash, Recipe, Tokenizer, Top, Units, Weighting, named};
use simscope_core::visible;
use std::path::{Path, PathBuf};

const COLUMNS: [Column; 10] = [
    Column::text("recipe"),
    Column::text("tokenizer"),
    Column::text("weighting"),
    Column::text("hash"),
    Column::text("bits"),
    Column::text("corpus"),
    Column::count("k").optional(),
    Column::number("precision").optional(),
    Column::number("recall").optional(),
    Column::number("f1").optional(),
];

/// A corpus with its known pairs.
struct Labelled {
    corpus: Corpus,
    known: KnownPairs,
}

pub(super) fn run(arguments: &EvaluateArguments) -> Result<(), Failure> {
    let what = lang().pick((
        "evaluate: signatures have one recipe already; give the texts that they were made from",
        "evaluate：签名的配方已定；请给出生成它的文本",
    ));
    refuse_signatures(&arguments.input, what)?;
    arguments.input.threads.apply()?;
    let watch = Watch::new(arguments.input.has_no_progress);
    let recipes = match arguments.only.is_empty() {
        true => offered(),
        false => arguments.only.iter().map(|asked| recipe_of(asked)).collect::<Result<_, _>>()?,
    };
    let labelled = read(arguments, watch)?;
    // Each row is printed as soon as it is measured, so that an interrupted run still shows results.
    let watch = watch.unless(arguments.output.is_on_terminal());
    arguments.output.rows(&COLUMNS, &[], |rows| {
        for recipe in &recipes {
            let parts = [
                recipe.name.unwrap_or("").to_owned(),
                recipe.tokenizer.to_string(),
                recipe.weighting.to_string(),
                recipe.hash.to_string(),
                recipe.bits.to_string(),
            ];
            let object = RecipeObject::from(recipe);
            let mut row = |corpus: &str, last: [Cell<'_>; 4]| {
                let mut cells: Vec<Cell<'_>> = parts.iter().map(|part| part.as_str().into()).collect();
                cells[0] = Cell::Recipe(&parts[0], &object);
                cells.push(corpus.into());
                cells.extend(last);
                rows.write(&cells)
            };
            let mut f1s = Vec::new();
            for one in &labelled {
                let best = measure(one, *recipe, watch);
                f1s.push(best.map_or(0.0, |best| best.f1));
                let last = best.map_or([Cell::Nothing; 4], |best| {
                    [
                        best.k.into(),
                        Cell::Number(best.precision),
                        Cell::Number(best.recall),
                        Cell::Number(best.f1),
                    ]
                });
                row(one.corpus.name(), last)?;
            }
            let mean = f1s.iter().sum::<f64>() / f1s.len() as f64;
            row("mean", [Cell::Nothing, Cell::Nothing, Cell::Nothing, Cell::Number(mean)])?;
        }
        Ok(())
    })
}

/// The recipe at its best k on one corpus; `None` if no pair is within any k.
fn measure(labelled: &Labelled, recipe: Recipe, watch: Watch) -> Option<Best> {
    let material = Material::sign(labelled.corpus.clone(), recipe, watch);
    let documents = analysis::with_features(material.features());
    let signatures = material.signatures.select(&documents);
    let all = watch.during("comparing", Unit::Pairs, |p| finished(hamming::histogram(&signatures, p)));
    let pairs =
        LabelledPairs::measure(&labelled.corpus, &documents, &material.signatures, &Counted::all(all))?;
    let is_kept = |document: u32| material.features()[document as usize] > 0;
    labelled.known.best(&material.signatures, is_kept, &pairs, recipe.bits.get())
}

fn read(arguments: &EvaluateArguments, watch: Watch) -> Result<Vec<Labelled>, Failure> {
    let paths = &arguments.input.paths;
    if paths.is_empty() {
        return Err(Failure::Usage(say!(
            "evaluate: give the PATHs of labelled corpora",
            "evaluate：请给出有标签的语料的 PATH"
        )));
    }
    if !arguments.pairs.is_empty() && arguments.pairs.len() != paths.len() {
        let what = say!(
            "evaluate: {} --pairs for {} PATHs; give one for each",
            "evaluate：{1} 个 PATH 有 {0} 个 --pairs；请各给一个",
            arguments.pairs.len(),
            paths.len()
        );
        return Err(Failure::Usage(what));
    }
    (paths.iter().enumerate())
        .map(|(i, path)| {
            let corpus = read_texts_of(&[Source::Path(path.clone())], &arguments.input.read_options(), watch)?;
            if corpus.iter().all(|document| document.label.is_none()) {
                let what = say!("{}: no document has a label; --label-field names its field", "{}：没有文档有标签；--label-field 指定标签字段", corpus.name());
                return Err(Failure::Failed(what));
            }
            let pairs = match arguments.pairs.get(i) {
                Some(pairs) => pairs.clone(),
                None => beside(path).ok_or_else(|| {
                    let shown = visible::line(&path.to_string_lossy()).into_owned();
                    Failure::Usage(say!(
                        "{shown}: there are no labelled pairs for it; name their file with --pairs FILE (for X.docs.jsonl.gz it is X.pairs.tsv.gz)",
                        "{shown}：没有它的已标注文档对；请用 --pairs FILE 指定文件（X.docs.jsonl.gz 的是 X.pairs.tsv.gz）"
                    ))
                })?,
            };
            arguments.output.spare([&pairs])?;
            let known = known_pairs(&corpus, &pairs, arguments.positive, watch)?;
            Ok(Labelled { corpus, known })
        })
        .collect()
}

/// The pairs of a file whose column j5 is at least `positive`.
fn known_pairs(corpus: &Corpus, path: &Path, positive: f64, watch: Watch) -> Result<KnownPairs, Failure> {
    let file = read_pairs(path, "j5", watch)?;
    let (shown, mut ids) = (file.shown(), Vec::new());
    for row in file.rows() {
        let j5: f64 = row.value.parse().map_err(|_| {
            let found = visible::line(if row.value.is_empty() { "nothing" } else { row.value });
            Failure::Failed(say!(
                "{}: column j5 has {found}, not a number",
                "{}：j5 列的值为 {found}，不是数",
                row.place
            ))
        })?;
        if j5 >= positive {
            ids.push(row.ids);
        }
    }
    if ids.is_empty() {
        return Err(Failure::Failed(say!(
            "{shown}: no pair has j5 of {positive} or more",
            "{shown}：没有 j5 不小于 {positive} 的文档对"
        )));
    }
    KnownPairs::new(corpus, ids).map_err(|error| {
        Failure::Failed(say!("{shown}: {error} in {}", "{shown}：{} 中：{error}", corpus.name()))
    })
}

/// The pairs file that belongs to a corpus file.
fn beside(docs: &Path) -> Option<PathBuf> {
    let name = docs.file_name()?.to_str()?;
    let (stem, _) = name.split_once(".docs.")?;
    [".pairs.tsv.gz", ".pairs.tsv"]
        .into_iter()
        .map(|ending| docs.with_file_name(format!("{stem}{ending}")))
        .find(|path| path.exists())
}

/// Every tokenizer of simscope's own with every weighting and hash, then the programs' recipes.
fn offered() -> Vec<Recipe> {
    const TOKENIZERS: [Tokenizer; 9] = [
        Tokenizer::Words(3),
        Tokenizer::Jieba,
        Tokenizer::Whitespace,
        Tokenizer::Chars(2),
        Tokenizer::Chars(3),
        Tokenizer::Chars(4),
        Tokenizer::Chars(5),
        Tokenizer::Shingles(2),
        Tokenizer::Shingles(3),
    ];
    const WEIGHTINGS: [Weighting; 4] =
        [Weighting::Uniform, Weighting::Tf, Weighting::TfIdf, Weighting::Keywords(Top::Count(20))];
    const HASHES: [FeatureHash; 6] = [
        FeatureHash::DEFAULT,
        FeatureHash::Sip { k0: 0, k1: 0 },
        FeatureHash::Md5Head,
        FeatureHash::Jenkins,
        FeatureHash::Cpython(Units::CodePoints),
        FeatureHash::GoDemo,
    ];
    let mut recipes = Vec::new();
    for tokenizer in TOKENIZERS {
        for weighting in WEIGHTINGS {
            for hash in HASHES {
                recipes.push(Recipe { name: None, tokenizer, weighting, hash, ..Recipe::DEFAULT });
            }
        }
    }
    recipes.extend(named().iter().map(|named| named.recipe));
    recipes
}
