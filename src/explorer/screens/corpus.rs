//! Screen 1, Corpus: every document, its signature, its nearest neighbour, its group at k.

pub mod columns;
mod documents;
pub mod risk;
mod rows;
mod selected;

use crate::action::{Action, Pane, Screen};
use crate::command_line::Words;
use crate::filtering::{Line, Standing, Why};
use crate::listing::Sorts;
use crate::room::{Entered, Export, Foot, Moving, PaneOf, Panes, Room, by_panes, panes};
use crate::shared::Shared;
use crate::shared::kept::CURVE;
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::corpus as keys;
use crate::surface::{Paint, Phrase, Rect};
use crate::wanted::Wanted;
use crate::widgets::table::{Sort, split};
use columns::{COLUMNS, IN_OTHERS, INPUT};
use documents::Documents;
use keys::{Act, Pane as Own};
use risk::RiskKey;
use rows::Arrangement;
use selected::Selected;
use simscope_core::analysis::Analysed;
use simscope_core::corpus::SignatureFormat;
use simscope_core::export::{self, Surroundings};
use simscope_core::filter::Quantity;
use simscope_core::sensitivity::Lengths;
use std::sync::Arc;

type Scene<'a> = crate::shared::Scene<'a, State>;

/// State of the screen.
#[derive(Debug, Default)]
pub struct State {
    pub focus: Own,
    /// What every row must pass.
    pub filter: Line,
    /// Only documents that are too short for k.
    pub is_only_short: bool,
    /// Whether the user asked which documents are too short. Nothing is measured before that.
    asks_risk: bool,
    pub sort: Sort<&'static str>,
    /// The columns of the table that were asked for; without any, those that fit.
    pub columns: Vec<&'static str>,
    /// First line of the selected text shown.
    pub text_scroll: usize,
    /// The hit of the filter that was gone to, in the selected text.
    hit: Option<usize>,
    /// The document that the scroll is of.
    document: u32,
    /// Why a filter leaves no row.
    rows: Wanted<Option<Arrangement>, Option<Why>>,
    /// Which lengths are too short.
    risk: Wanted<RiskKey, Lengths>,
}

impl State {
    /// As it opens: all rows are listed, as they came.
    pub fn new() -> Self {
        let mut state = Self { sort: Sort::by(INPUT.0), ..Self::default() };
        state.rows.put(None, None);
        state
    }

    pub fn act(&mut self, shared: &mut Shared, act: Act) {
        match act {
            Act::Sort(by) => self.sort(shared, by),
            Act::ToggleOnlyShort => self.toggle_only_short(shared),
        }
    }

    /// Whether the user asked how much of the texts is in others.
    fn asks_passages(&self) -> bool {
        self.sort.by == IN_OTHERS.0
            || self.columns.contains(&IN_OTHERS.0)
            || self.filter.filter().asks(Quantity::Passages)
    }

    panes!(Corpus: Documents, Selected);

    fn everywhere(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::StepHit(_) if self.filter.is_empty() => return false,
            Action::StepHit(by) => self.go_to_hit(shared, by),
            Action::Open => shared.open_document(),
            Action::Cancel => {
                let was_only_short = std::mem::take(&mut self.is_only_short);
                let was_filtered = shared.clear_filter(&mut self.filter);
                // What is still being measured is not awaited any more.
                let was_measuring =
                    was_only_short && self.risk_share(shared).is_none() && self.cancel_risk(shared);
                if was_only_short && !was_filtered && !was_measuring {
                    shared.say(("all documents are listed", "列出全部文档"));
                }
                return was_only_short || was_filtered;
            }
            Action::Resume => {
                return self.risk.retry() | shared.kept.curves.retry() | shared.kept.passages.retry();
            }
            _ => return false,
        }
        true
    }
}

impl State {
    fn lay_out(&self, scene: Scene<'_>, paint: &mut Paint<'_>, area: Rect) {
        let details = match area.height {
            48.. => 14,
            26.. => 10,
            17..=25 => 7,
            _ => 0,
        };
        if details == 0 {
            self.pane(self.focus).view(scene, paint, area);
        } else {
            let [table, below] = split(area, area.height - details);
            Documents.view(scene, paint, table);
            Selected.view(scene, paint, below);
        }
    }
}

impl Room for State {
    by_panes!(Corpus);

    fn follow(&mut self, shared: &mut Shared) {
        if self.document != shared.selected {
            (self.document, self.text_scroll, self.hit) = (shared.selected, 0, None);
            // Selected on another screen: the list goes to its row.
            shared.select_document(shared.selected);
        }
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_rows(shared);
        let nearest = shared.model.nearest(shared.selected).filter(|_| shared.screen == Screen::Corpus);
        if let Some((nearest, _)) = nearest {
            shared.want_alignment(shared.selected, nearest);
        }
        self.want_risk(shared);
        if self.asks_passages() && shared.screen == Screen::Corpus {
            shared.want_passages();
        }
    }

    fn typed(&mut self, _shared: &mut Shared, entered: Entered<'_>) -> Result<bool, Phrase> {
        entered.as_filter(Some(&mut self.filter))
    }

    fn filter_standing(&self, shared: &Shared) -> Option<Standing<'_>> {
        Some(self.filter_stands(shared))
    }

    fn export(&self, shared: &Shared) -> Export {
        let command = match self.is_only_short {
            true => Words::of(["sensitivity", "--risk"]).k(shared),
            false => Words::of(["sign"]).filter(&self.filter),
        };
        Export::named("simscope-documents.tsv", Ok(sheet(shared)), command.unless_picked(shared))
    }

    fn foot(&self, shared: &Shared) -> Foot {
        let is_for_risk = shared.screen == Screen::Corpus;
        Foot {
            doing: is_for_risk.then_some((CURVE, risk::RISK.phrase)),
            standing: shared.said_of_picked(Action::Copy),
            sorts: Sorts::of(&COLUMNS, self.sort.by),
            ..Foot::default()
        }
    }
}

/// The documents that are listed, as a file.
fn sheet(shared: &Shared) -> Box<dyn Sheet> {
    let (analysed, knows_recipe) = (shared.model.analysed.clone(), shared.knows_recipe());
    let picked = shared.picked_here().map(|picked| Arc::new(picked.iter().copied().collect()));
    let (groups, rows) = (shared.groups.clone(), picked.or_else(|| shared.rows.clone()));
    of_rows(move |format, recipes, out| {
        let Analysed { corpus, recipe, signatures, features, tree, .. } = &analysed;
        let documents = export::Documents {
            id: &|document| corpus.get(document as usize).id,
            bits: recipe.bits,
            signatures,
            features: if knows_recipe { features } else { &[] },
            documents: rows.as_deref().map(Vec::as_slice),
            surroundings: Some(Surroundings { corpus, tree: tree.as_deref(), groups: groups.as_deref() }),
            format: SignatureFormat::Auto,
        };
        documents.write(format, recipes, out)
    })
}
