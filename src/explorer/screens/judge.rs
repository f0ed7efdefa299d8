//! Judge, reached from the screens that show pairs: is this a pair of near-duplicates? And the precision of every k that
//! follows from the judgements.

mod about;
mod state;
mod view;
mod work;

use crate::action::{Action, Pane, Towards};
use crate::room::{Export, Foot, Moving, Room, copy_document, panes};
use crate::shared::{Scene, Shared};
use crate::sheet::{Sheet, of_rows};
pub use crate::surface::action::judge as keys;
use crate::surface::{Paint, Phrase, grouped_digits};
use keys::Pane as Own;
use ratatui::layout::{Position, Rect};
use simscope_core::evidence::Targets;
use simscope_core::export::write_judged;
pub use state::State;

impl Room for State {
    panes!(Judge: Texts, Table);

    fn follow(&mut self, shared: &mut Shared) {
        shared.follow_judgements();
        self.follow_queue(shared);
    }

    fn want(&mut self, shared: &mut Shared) {
        self.want_queue(shared);
    }

    fn moving<'a>(&'a mut self, _shared: &'a mut Shared, pane: Pane) -> Option<Moving<'a>> {
        (pane == Pane::Judge(Own::Table)).then_some(Moving::K)
    }

    fn own_act(&mut self, shared: &mut Shared, action: Action) -> bool {
        match action {
            Action::Open => match self.current {
                Some(_) => shared.asked.then.push(Action::ToCompare),
                None => shared.warn(self.why_no_pair(shared)),
            },
            Action::Resume => return self.queue.retry() | shared.retry_judgements(),
            Action::Out => shared.back(),
            Action::Move(towards)
                if self.focus == Own::Texts && !matches!(towards, Towards::Left | Towards::Right) =>
            {
                self.scroll_texts(shared, towards.lines(8));
            }
            Action::Scroll(Pane::Judge(Own::Texts), by) => self.scroll_texts(shared, by.into()),
            _ => return false,
        }
        true
    }

    fn answer(&mut self, _shared: &mut Shared, of: Action, line: &str) -> Result<(), Phrase> {
        if State::is_note(of) {
            self.answer_note(line);
        }
        Ok(())
    }

    fn pair(&mut self, _shared: &mut Shared) -> Option<u32> {
        self.current.map(|((_, b), _)| b)
    }

    fn foot(&self, shared: &Shared) -> Foot {
        Foot { standing: Some(view::standing(Scene { own: self, shared })), ..Foot::default() }
    }

    fn copy(&self, shared: &Shared) -> Result<(String, Phrase), Phrase> {
        let Some((pair @ (a, b), _)) = self.current else { return copy_document(shared) };
        let id = |document: u32| shared.document(document).id;
        let distance = shared.distance(pair).map_or(String::new(), |distance| distance.to_string());
        Ok((format!("{}\t{}\t{distance}", id(a), id(b)), ("the pair and its distance", "文档对与距离")))
    }

    fn why(&self, shared: &Shared) -> Result<String, Phrase> {
        match (self.focus, self.current) {
            (Own::Table, _) => why_k(shared).ok_or(("no pair is judged yet", "尚未判定任何文档对")),
            (Own::Texts, Some(((a, b), _))) => Ok(shared.why_pair(a, b)),
            (Own::Texts, None) => Err(self.why_no_pair(shared)),
        }
    }

    fn export(&self, shared: &Shared) -> Export {
        Export::named("simscope-judged.tsv", self.file(shared))
    }
}

/// What the judgements say of k, and how many there are.
fn why_k(shared: &Shared) -> Option<String> {
    let (lang, k, estimate) = (shared.lang, shared.k, shared.estimate()?);
    let row = estimate.curve.rows.get(usize::from(k))?;
    let (judged, all) = (grouped_digits(estimate.judged.within(k)), grouped_digits(row.pairs));
    Some(match row.precision {
        Some(precision) => lang.pick((
            format!("At k = {k} the precision is {precision} (95 % interval), as the judgements of {judged} of its {all} pairs say."),
            format!("k = {k} 时精确率为 {precision}（95 % 区间），依据是其 {all} 对中 {judged} 对的判定。"),
        )),
        None => lang.pick((
            format!("At k = {k} the precision is not known: {judged} of its {all} pairs are judged."),
            format!("k = {k} 时精确率未知：其 {all} 对中只判定了 {judged} 对。"),
        )),
    })
}

impl State {
    fn file(&self, shared: &Shared) -> Result<Box<dyn Sheet>, Phrase> {
        let estimate = shared.estimate().filter(|estimate| estimate.judged.largest().is_some());
        let estimate =
            estimate.ok_or(("no pair is judged yet: nothing to write", "尚未判定：没有可写出的内容"))?;
        let judged = estimate.judged.clone();
        Ok(of_rows(move |format, recipes, out| {
            write_judged(&judged, Targets::default(), format, recipes, out)
        }))
    }
}
