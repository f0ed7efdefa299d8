//! What of the screen Threshold leaves the explorer.

use super::border::Pair;
use super::keys::{Below, Pane};
use super::state::State;
use crate::command_line::Words;
use crate::shared::{Grouping, Shared};
use crate::sheet::{Sheet, of_rows};
use crate::surface::Phrase;
use simscope_core::analysis::Analysed;
use simscope_core::corpus::Corpus;
use simscope_core::evidence::Predicted;
use simscope_core::export::{BorderPair, Grouped, Sweep, write_border};
use simscope_core::groups::Groups;
use simscope_core::measures::Condition;
use simscope_core::recipe::{Recipe, named};
use std::sync::Arc;

/// The documents in groups, of these or all.
pub fn groups(corpus: Corpus, groups: Arc<Groups>, numbers: Option<Arc<Vec<u32>>>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let id = |document: u32| corpus.get(document as usize).id;
        Grouped { id: &id, groups: &groups, numbers: numbers.as_deref().map(Vec::as_slice), singles: &[] }
            .write(format, recipes, out)
    })
}

/// The pairs at the border, in their order.
pub fn border(corpus: Corpus, pairs: Vec<Pair>, condition: Condition) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let document = |document: u32| corpus.get(document as usize);
        let pairs = pairs.iter().map(|&Pair { distance, of, documents: (a, b), value }| BorderPair {
            distance,
            of,
            ids: [document(a).id, document(b).id],
            texts: Some([document(a).text, document(b).text]),
            value: Some((value, condition.holds(value))),
        });
        write_border(&pairs.collect::<Vec<_>>(), condition.measure, format, recipes, out)
    })
}

/// One row for every k, with what the labels say where there are any, and what the texts say.
pub fn sweep(analysed: Analysed, confirmed: Option<Vec<Predicted>>) -> Box<dyn Sheet> {
    of_rows(move |format, recipes, out| {
        let labelled = analysed.labelled.as_deref();
        Sweep { rows: &analysed.sweep, labelled, confirmed: confirmed.as_deref() }.write(format, recipes, out)
    })
}

impl State {
    /// The command that prints what is shown.
    pub(super) fn command(&self, shared: &Shared) -> Result<Words, Phrase> {
        Ok(match (self.focus, self.below) {
            (Pane::Sweep, _) => Words::of(["sweep"]).confirm(shared),
            (_, Below::Groups) => {
                let words = Words::of(["groups"]).k(shared).filter(&self.table.line);
                match shared.grouping {
                    Grouping::Connection => words,
                    Grouping::Leaders => Words([words.0, vec!["--leaders".into()]].concat()),
                    Grouping::Verified => {
                        let condition = Condition { at_least: shared.tau(), ..Condition::DEFAULT };
                        words.and("--confirm", condition.to_string())
                    }
                }
            }
            (_, Below::Border) => {
                let words = match self.border.at {
                    Some(distance) => Words::of(["border"]).and("--distance", distance.to_string()),
                    None => Words::of(["border"]).k(shared),
                };
                let words = words.and("--seed", self.border.seed().to_string()).confirm(shared);
                words.filter(&self.border.pairs.filter)
            }
            (_, Below::Recipes) => {
                let [a, b] = [name_of(Some(shared.recipe))?, name_of(shared.second)?];
                Words::of(["diff-recipes", a, b, "--pairs"]).k(shared)
            }
        })
    }
}

fn name_of(recipe: Option<Recipe>) -> Result<&'static str, Phrase> {
    let is_it = |parts: Recipe| recipe.is_some_and(|recipe| parts.has_parts_of(&recipe));
    named().iter().find(|named| is_it(named.recipe)).map(|named| named.name).ok_or((
        "a recipe without a name is read from a file: save what is shown, which writes it beside the table",
        "没有名称的配方要从文件读取：另存所示内容，配方会写在表旁边",
    ))
}
