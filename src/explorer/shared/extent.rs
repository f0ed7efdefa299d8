//! Up to which k the groups are exact, and how they are extended.

use super::Shared;
use super::reports::TREE;
use crate::action::Action;
use crate::shared::grouping::Grouping;
use crate::shared::model::Stage;

/// The factor by which the time limit grows each time the user asks for more.
const LONGER: f64 = 5.0;

impl Shared {
    /// The largest k whose groups are known; `None` while there are none, and when those of every k are.
    pub fn exact_end(&self) -> Option<u8> {
        let end = self.model.tree.as_ref()?.exact_up_to();
        (end < self.model.recipe.bits.get()).then_some(end)
    }

    /// Whether groups are shown by connection, and those of k are not known, only of smaller ones.
    pub fn is_beyond(&self) -> bool {
        self.grouping == Grouping::Connection && self.exact_end().is_some_and(|end| self.k > end)
    }

    /// Up to which k the groups are exact, and how far the search for the others is; `None` if all are exact.
    pub fn extent(&self) -> Option<String> {
        let (end, more) = (self.exact_end()?, self.key(Action::Resume));
        Some(self.lang.pick(match (self.model.stage, self.model.further) {
            (Stage::Extending, _) => both!("exact to k = {end}, extending…", "准确至 k = {end}，正在扩展…"),
            (_, Some(seconds)) => {
                let (en, zh) = about(seconds);
                both!(
                    "exact to k = {end}; {more} extends, in about {en}",
                    "准确至 k = {end}；继续约需 {zh}，按 {more} 继续"
                )
            }
            (_, None) => both!("exact to k = {end}; {more} extends", "准确至 k = {end}；按 {more} 继续"),
        }))
    }

    /// That the groups at k are not known, where they are not, in few columns.
    pub fn beyond(&self) -> Option<String> {
        let (end, k) = (self.exact_end().filter(|_| self.is_beyond())?, self.k);
        Some(self.lang.pick(both!("k = {k}: not known, exact to {end}", "k = {k}：未知，准确至 {end}")))
    }

    /// The same in a line, with what is being done about it.
    pub fn why_beyond(&self) -> Option<String> {
        let extent = self.extent().filter(|_| self.is_beyond())?;
        let k = self.k;
        Some(self.lang.pick(both!("groups at k = {k} are not known: {extent}", "k = {k} 的组未知：{extent}")))
    }

    /// Takes back what the status line says of the extent, which is about to change.
    pub fn unsay_extent(&mut self) {
        let text = self.message.as_ref().map(|(_, text)| text);
        if text.is_some() && text == self.why_beyond().as_ref() {
            self.message = None;
        }
    }

    /// The tree goes no further for now: the next step would take `further` seconds.
    pub fn extended(&mut self, further: f64) {
        self.unsay_extent();
        self.model.further = Some(further);
        self.link_or_measure();
        // What the labels say takes a look at their pairs, once.
        if self.model.stage == Stage::Ready && self.model.labelled.is_none() && self.model.corpus.has_labels()
        {
            self.measure();
        }
    }

    /// Stops the extension; what is known stays.
    pub fn stop_extending(&mut self) {
        self.abandon(TREE);
        self.model.further = None;
        self.link_or_measure();
        if let Some(extent) = self.extent() {
            let stopped = self.lang.pick(("extension stopped: ", "已停止扩展："));
            self.say_of(format!("{stopped}{extent}"));
        }
    }

    /// Goes on with a tree that is not whole; returns whether there is one.
    pub fn resume_extending(&mut self) -> bool {
        if self.model.stage != Stage::Ready || self.exact_end().is_none() {
            return false;
        }
        let seconds = LONGER * self.model.allowed;
        // At least the step that was too long.
        self.model.allowed = seconds.max(1.5 * self.model.further.unwrap_or(0.0) + 1.0);
        self.link();
        true
    }
}

/// A time that was estimated, in few figures.
fn about(seconds: f64) -> (String, String) {
    match seconds {
        ..1.0 => both!("1 s", "1 秒"),
        ..100.0 => both!("{seconds:.0} s", "{seconds:.0} 秒"),
        ..6000.0 => both!("{:.0} min", "{:.0} 分钟", seconds / 60.0),
        _ => both!("{:.0} h", "{:.0} 小时", seconds / 3600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::about;

    #[test]
    fn times_have_few_figures() {
        let en = |seconds| about(seconds).0;
        assert_eq!([0.01, 41.6, 300.0, 9_000.0].map(en), ["1 s", "42 s", "5 min", "2 h"]);
    }
}
