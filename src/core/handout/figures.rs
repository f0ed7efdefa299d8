//! The figures of the walkthrough: one for each larger step.

use super::grid::{Line, grid};
use crate::display::{Lang, counted, grouped_digits, weight_text};
use crate::simhash::steps::{Stage, Steps};
use crate::simhash::{Feature, Trace, hex};
use crate::visible;
use maud::{Markup, html};

/// A larger step.
pub(super) struct Figure {
    pub(super) stage: Stage,
    /// What stands beside the name of the stage; empty for most.
    pub(super) of: String,
    /// What it does, in one sentence.
    pub(super) told: String,
    pub(super) body: Markup,
    /// The small steps: the number of a bit, or of a row from 0, and its sentence.
    pub(super) ticks: Vec<(usize, String)>,
}

/// Features that have a figure of their own in the addition; the others are added in one.
pub(super) const FIGURES: usize = 24;
/// Rows of a table of features.
pub(super) const ROWS: usize = 60;
/// Lines of the text, and columns of each.
const LINES: usize = 30;
const COLUMNS: usize = 400;
/// Columns of a term.
const TERM: usize = 40;
/// Up to this number of bits a hash is written out.
const WRITTEN_OUT: u8 = 32;

/// The steps as figures.
pub(super) struct Figures<'a> {
    pub(super) steps: &'a Steps,
    pub(super) text: &'a str,
    pub(super) lang: Lang,
}

impl Figures<'_> {
    /// All of them, in their order.
    pub(super) fn all(&self) -> Vec<Figure> {
        let mut figures = vec![self.of_text()];
        let count = self.trace().features.len();
        if count > 0 {
            figures
                .extend([Stage::Features, Stage::Weights, Stage::Hashes].map(|stage| self.of_table(stage)));
        }
        figures.extend((0..count.min(FIGURES)).map(|feature| self.of_addition(feature)));
        if count > FIGURES {
            figures.push(self.of_the_others());
        }
        figures.extend([self.of_sums(), self.of_signs(), self.of_signature()]);
        figures
    }

    fn trace(&self) -> &Trace {
        self.steps.trace()
    }

    fn told(&self, at: usize, is_whole: bool) -> String {
        self.steps.sentence(at, is_whole, self.lang)
    }

    fn whole(&self, stage: Stage) -> String {
        let at = self.steps.first_of(stage);
        self.told(self.steps.end_of_whole(at), true)
    }

    fn lines(&self, lines: &[Line]) -> Markup {
        grid(lines, self.steps.recipe().bits, self.lang)
    }

    fn of_text(&self) -> Figure {
        let lines: Vec<String> = (visible::paragraph(self.text).take(LINES))
            .map(|(_, line)| visible::fit(&line, COLUMNS).into_owned())
            .collect();
        let all = visible::paragraph(self.text).count();
        let body = html! {
            blockquote { @for line in &lines { p { bdi { (line) } } } }
            @if all > LINES { p.note { (more(all - LINES, ("more line", "more lines"), "行", self.lang)) } }
        };
        Figure {
            stage: Stage::Text,
            of: String::new(),
            told: self.whole(Stage::Text),
            body,
            ticks: Vec::new(),
        }
    }

    /// The features with what is known of them at a stage.
    fn of_table(&self, stage: Stage) -> Figure {
        let features = &self.trace().features;
        let bits = self.steps.recipe().bits;
        let pick = |text| self.lang.pick(text);
        let mut heads = vec![pick(("feature", "特征")), pick(("occurs", "次数"))];
        let late = [(Stage::Weights, ("weight", "权重")), (Stage::Hashes, ("hash", "哈希"))];
        heads.extend(late.into_iter().filter(|(from, _)| stage >= *from).map(|(_, name)| pick(name)));
        let hash = |feature: &Feature| match bits.get() {
            ..=WRITTEN_OUT => format!("{:0width$b}", feature.hash, width = usize::from(bits.get())),
            _ => hex(feature.hash, bits),
        };
        let body = html! {
            section.scroll tabindex="0" aria-label=(stage.name(self.lang)) {
                table.features {
                    caption.unseen { (stage.name(self.lang)) }
                    thead {
                        tr {
                            @for (at, head) in heads.iter().enumerate() { th.number[at == 1 || at == 2] scope="col" { (head) } }
                        }
                    }
                    tbody {
                        @for (at, feature) in features.iter().take(ROWS).enumerate() {
                            tr {
                                th.made[stage == Stage::Features] scope="row" data-at=(at) { bdi { (term(feature)) } }
                                td.number.made[stage == Stage::Features] data-at=(at) { (grouped_digits(feature.count)) }
                                @if stage >= Stage::Weights {
                                    td.number.made[stage == Stage::Weights] data-at=(at) { (weight_text(feature.weight)) }
                                }
                                @if stage >= Stage::Hashes { td.code.made data-at=(at) { (hash(feature)) } }
                            }
                        }
                    }
                }
            }
            @if features.len() > ROWS {
                p.note { (more(features.len() - ROWS, ("more feature", "more features"), "个特征", self.lang)) }
            }
        };
        let first = self.steps.first_of(stage);
        let ticks = (0..features.len().min(ROWS)).map(|at| (at, self.told(first + at, false))).collect();
        Figure { stage, of: String::new(), told: self.whole(stage), body, ticks }
    }

    /// One feature, added to all sums.
    fn of_addition(&self, place: usize) -> Figure {
        let recipe = self.steps.recipe();
        let features = &self.trace().features;
        let feature = &features[place];
        let bits = usize::from(recipe.bits.get());
        let after = self.steps.sums_after(self.steps.of_addition(place, 0));
        // The step before the first one of this feature.
        let before = self.steps.sums_after(self.steps.of_addition(place, recipe.bits.get() - 1) - 1);
        let pick = |text| self.lang.pick(text);
        let pushes = (0..bits).map(|bit| feature.push(bit, recipe.tie));
        let body = self.lines(&[
            Line::of_numbers(pick(("before", "之前")), before, false),
            Line::of_digits(pick(("hash", "哈希")), feature.hash, recipe.bits, false),
            Line::of_numbers(pick(("push", "加减")), pushes, true),
            Line::of_numbers(pick(("after", "之后")), after, true),
        ]);
        let ticks = (0..bits)
            .rev()
            .map(|bit| (bit, self.told(self.steps.of_addition(place, bit as u8), false)))
            .collect();
        let (at, all) = (place + 1, grouped_digits(features.len()));
        Figure {
            stage: Stage::Adding,
            of: self.lang.pick((
                format!("“{}”, feature {at} of {all}", term(feature)),
                format!("“{}”，特征 {at} / {all}", term(feature)),
            )),
            told: self.told(self.steps.of_addition(place, 0), true),
            body,
            ticks,
        }
    }

    /// The features that have no figure of their own.
    fn of_the_others(&self) -> Figure {
        let others = self.trace().features.len() - FIGURES;
        let before =
            self.steps.sums_after(self.steps.of_addition(FIGURES, self.steps.recipe().bits.get() - 1) - 1);
        let pick = |text| self.lang.pick(text);
        let body = self.lines(&[
            Line::of_numbers(pick(("before", "之前")), before, false),
            Line::of_numbers(pick(("after", "之后")), self.trace().sums.iter().copied(), true),
        ]);
        Figure {
            stage: Stage::Adding,
            of: self.lang.pick((
                counted(others, "other feature", "other features"),
                format!("其余 {} 个特征", grouped_digits(others)),
            )),
            told: self.lang.pick((
                format!(
                    "The other {} added in the same way, one after the other.",
                    counted(others, "feature is", "features are")
                ),
                format!("其余 {} 个特征照此逐个累加。", grouped_digits(others)),
            )),
            body,
            ticks: Vec::new(),
        }
    }

    fn of_sums(&self) -> Figure {
        let sums = Line::of_numbers(self.name_of_sums(), self.trace().sums.iter().copied(), false);
        Figure {
            stage: Stage::Sums,
            of: String::new(),
            told: self.whole(Stage::Sums),
            body: self.lines(&[sums]),
            ticks: Vec::new(),
        }
    }

    fn name_of_sums(&self) -> &'static str {
        self.lang.pick(("sum", "累加值"))
    }

    fn of_signs(&self) -> Figure {
        let bits = self.steps.recipe().bits;
        let lines = [
            Line::of_numbers(self.name_of_sums(), self.trace().sums.iter().copied(), false),
            Line::of_digits(self.lang.pick(("sign", "符号")), self.trace().signature, bits, true),
        ];
        let ticks = (0..bits.get())
            .rev()
            .map(|bit| (usize::from(bit), self.told(self.steps.of_sign(bit), false)))
            .collect();
        Figure {
            stage: Stage::Signs,
            of: String::new(),
            told: self.whole(Stage::Signs),
            body: self.lines(&lines),
            ticks,
        }
    }

    fn of_signature(&self) -> Figure {
        let (bits, signature) = (self.steps.recipe().bits, self.trace().signature);
        let body = html! {
            (self.lines(&[Line::of_digits(self.lang.pick(("signature", "签名")), signature, bits, false)]))
            p.hex { span { (self.lang.pick(("in hex", "十六进制"))) } " " strong { (hex(signature, bits)) } }
        };
        Figure {
            stage: Stage::Signature,
            of: String::new(),
            told: self.whole(Stage::Signature),
            body,
            ticks: Vec::new(),
        }
    }
}

/// A term, safe to show and not too long.
pub(super) fn term(feature: &Feature) -> String {
    visible::fit(&visible::line(&feature.term), TERM).into_owned()
}

/// How many are not shown.
fn more(count: usize, (one, many): (&str, &str), zh: &str, lang: Lang) -> String {
    lang.pick((
        format!("… and {}, which are not shown.", counted(count, one, many)),
        format!("…… 另有 {} {zh}未列出。", grouped_digits(count)),
    ))
}
