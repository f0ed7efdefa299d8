//! `simscope pairs`: every pair within k.

use super::arguments::{PairsArguments, VerifyArguments};
use super::failure::Failure;
use super::filter::tell_of_pairs;
use super::material::{Material, tell_frames};
use super::strategy_choice::{PLAN, plan_of, write_plan};
use super::verify::Verification;
use super::watch::{Unit, Watch, note};
use simscope_core::alignment::Kind;
use simscope_core::display::{grouped_digits, say};
use simscope_core::export::{Cell, Column, PairLines, pair_columns};
use simscope_core::filter::Pairs;
use simscope_core::hamming::{Pair, Signatures};
use simscope_core::measures::{Condition, Verifier};
use simscope_core::recipe::Bits;
use simscope_core::search::{Counters, Design, Strategy, map_pairs_within};

pub(super) fn run(arguments: &PairsArguments) -> Result<(), Failure> {
    let filter = arguments.filter.read()?;
    let material = Material::load(&arguments.input)?;
    let documents = material.documents(&arguments.empty);
    let signatures = material.signatures.chosen(&documents);
    if arguments.search.is_plan {
        let plan = plan_of(&signatures, material.recipe.bits, arguments.k.k);
        return arguments.output.rows(&PLAN, &[], |rows| write_plan(&plan, rows));
    }
    tell_frames(&material);
    let design = design(arguments, &signatures, material.recipe.bits)?;
    let verification = arguments.verify.check(&material)?;
    let by_default = match arguments.kinds {
        Some(_) if material.texts().is_none() => return Err(no_texts()),
        Some(_) if verification.is_none() => {
            VerifyArguments { condition: Some(Condition::DEFAULT) }.check(&material)?
        }
        _ => None,
    };
    let mut filter = filter.map(|filter| filter.pairs(&material, arguments.k.k)).transpose()?;
    let listing = Listing {
        arguments,
        material: &material,
        documents: &documents,
        signatures: &signatures,
        design: &design,
        watch: material.watch.unless(arguments.output.is_on_terminal()),
    };
    let is_joined = verification.as_ref().is_some_and(|verification| listing.is_joined(verification));
    let cost = match (&verification, by_default.as_ref().and_then(|by| by.verifier(&material))) {
        (Some(verification), _) => listing.confirmed(verification, is_joined, filter.as_mut()),
        (None, Some(verifier)) => listing.by_kind(&verifier, filter.as_mut()),
        (None, None) => listing.plain(filter.as_mut()),
    }?;
    tell_of_pairs(filter.as_ref());
    if arguments.search.has_counters {
        tell_cost(is_joined, cost, design.strategy());
    }
    Ok(())
}

/// What is listed, and how it is found.
struct Listing<'a> {
    arguments: &'a PairsArguments,
    material: &'a Material,
    documents: &'a [u32],
    signatures: &'a Signatures,
    design: &'a Design,
    watch: Watch,
}

impl Listing<'_> {
    fn id(&self, document: u32) -> &str {
        self.material.id(document as usize)
    }

    /// The kind of a pair, if it is one of those asked for.
    fn asked_kind(&self, (a, b, _): Pair, value: Option<f64>) -> Option<Kind> {
        let corpus = self.material.texts();
        let text = |document: u32| corpus.map_or("", |corpus| corpus.get(document as usize).text);
        let [a, b] = [a, b].map(|document| self.material.recipe.read(text(document)));
        let kind = Kind::of_pair(&a, &b, value.is_some());
        self.arguments.kinds.is_some_and(|kinds| kinds.has(kind)).then_some(kind)
    }

    fn is_joined(&self, verification: &Verification) -> bool {
        self.arguments.only_block.is_none()
            && self.arguments.search.strategy.is_auto()
            && verification.is_joined(self.arguments.k.k, self.material.recipe.bits)
    }

    /// Those that the texts confirm, with their value.
    fn confirmed(
        &self,
        verification: &Verification,
        is_joined: bool,
        mut filter: Option<&mut Pairs>,
    ) -> Result<Option<Counters>, Failure> {
        let [a, b, distance] = pair_columns(["id_a", "id_b"]);
        let mut columns = vec![a, b, distance, Column::text("measure"), Column::number("value")];
        columns.extend(self.arguments.kinds.map(|_| Column::text("kind")));
        let measure = verification.measure().to_string();
        let mut is_wanted = |pair| filter.as_mut().is_none_or(|filter| filter.pass(pair));
        let mut cost = None;
        self.arguments.output.rows(&columns, self.material.recipes(), |rows| {
            let write = |(a, b, distance), value: f64| {
                let kind = self.asked_kind((a, b, distance), Some(value));
                if (kind.is_none() && self.arguments.kinds.is_some()) || !is_wanted((a, b, distance)) {
                    return Ok(());
                }
                let (a, b, measure) = (self.id(a), self.id(b), measure.as_str());
                let mut cells = vec![a.into(), b.into(), distance.into(), measure.into(), value.into()];
                cells.extend(kind.map(|kind| Cell::from(kind.name())));
                rows.write(&cells)
            };
            let of = (self.material, self.documents);
            if is_joined {
                return verification.all(of, self.watch, write);
            }
            cost = verification.each(of, self.design, self.watch, write)?;
            Ok(())
        })?;
        Ok(cost)
    }

    /// All pairs of the kinds that are asked for.
    fn by_kind(
        &self,
        verifier: &Verifier<'_>,
        mut filter: Option<&mut Pairs>,
    ) -> Result<Option<Counters>, Failure> {
        let map = |pairs: &[Pair]| -> Vec<(Pair, Kind)> {
            let of = |&(a, b, distance): &Pair| {
                let pair = (self.documents[a as usize], self.documents[b as usize], distance);
                let value =
                    Some(verifier.value(pair.0, pair.1)).filter(|_| verifier.confirms(pair.0, pair.1));
                Some((pair, self.asked_kind(pair, value)?))
            };
            pairs.iter().filter_map(of).collect()
        };
        let mut is_wanted = |pair| filter.as_mut().is_none_or(|filter| filter.pass(pair));
        let [a, b, distance] = pair_columns(["id_a", "id_b"]);
        let columns = [a, b, distance, Column::text("kind")];
        let mut cost = None;
        self.watch.during(("comparing", "比较"), Unit::Pairs, |progress| {
            self.arguments.output.rows(&columns, self.material.recipes(), |rows| {
                let take = |found: Vec<(Pair, Kind)>| {
                    let mut wanted = found.into_iter().filter(|&(pair, _)| is_wanted(pair));
                    wanted.try_for_each(|((a, b, distance), kind)| {
                        let (a, b) = (self.id(a), self.id(b));
                        rows.write(&[a.into(), b.into(), distance.into(), kind.name().into()])
                    })
                };
                cost = map_pairs_within(self.signatures, self.design, progress, &map, take)?;
                Ok(())
            })
        })?;
        Ok(cost)
    }

    /// All pairs within k.
    fn plain(&self, mut filter: Option<&mut Pairs>) -> Result<Option<Counters>, Failure> {
        let unit = if self.design.strategy() == Strategy::Scan { Unit::Pairs } else { Unit::Signatures };
        let document = |position: u32| self.documents[position as usize];
        let lines = match filter {
            None if self.arguments.output.table.is_whole() => {
                PairLines::new(self.arguments.output.format(), || self.material.ids(self.documents))
            }
            _ => None,
        };
        // On all threads what is written of pairs, where that is lines; otherwise the pairs.
        let map =
            |pairs: &[Pair]| lines.as_ref().map_or_else(|| Err(pairs.to_vec()), |lines| Ok(lines.of(pairs)));
        let mut is_wanted = |pair| filter.as_mut().is_none_or(|filter| filter.pass(pair));
        let mut cost = None;
        self.watch.during(("comparing", "比较"), unit, |progress| {
            self.arguments.output.rows(&pair_columns(["id_a", "id_b"]), self.material.recipes(), |rows| {
                let take = |found: Result<Vec<u8>, Vec<Pair>>| match found {
                    Ok(lines) => rows.write_lines(&lines),
                    Err(pairs) => pairs.into_iter().try_for_each(|(a, b, distance)| {
                        let (a, b) = (document(a), document(b));
                        match is_wanted((a, b, distance)) {
                            true => rows.write(&[self.id(a).into(), self.id(b).into(), distance.into()]),
                            false => Ok(()),
                        }
                    }),
                };
                cost = map_pairs_within(self.signatures, self.design, progress, &map, take)?;
                Ok(())
            })
        })?;
        Ok(cost)
    }
}

fn no_texts() -> Failure {
    Failure::Usage(say!(
        "--kind: a signature file has no texts to compare; give the texts that it was made from",
        "--kind：签名文件没有文本可比较；请给出生成它的文本"
    ))
}

/// Says what it cost to find the pairs.
fn tell_cost(is_joined: bool, cost: Option<Counters>, strategy: Strategy) {
    if is_joined {
        note(&say!(
            "joined: the texts were compared, and no signature was looked up",
            "连接：直接比较文本，未查找签名"
        ));
    }
    if let Some(Counters { probes, candidates, distances }) = cost {
        let [probes, candidates, distances] = [probes, candidates, distances].map(grouped_digits);
        note(&say!(
            "{strategy}: {probes} probes, {candidates} candidates, {distances} distances",
            "{strategy}：查找 {probes} 次，候选 {candidates} 个，求距离 {distances} 次"
        ));
    }
}

/// The search that the options ask for.
fn design(arguments: &PairsArguments, signatures: &Signatures, bits: Bits) -> Result<Design, Failure> {
    let k = arguments.k.k;
    let Some(block) = arguments.only_block else { return arguments.search.design(signatures, bits, k) };
    Design::only_block(bits, k.min(bits.get()), block).map_err(|unfit| {
        Failure::Usage(say!("--only-block {block}: {unfit}", "--only-block {block}：{unfit}"))
    })
}
