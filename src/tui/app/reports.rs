//! What the jobs found, taken in. News with an old ticket is of an older recipe or corpus, and dropped.

use super::{App, Effect};
use crate::corpus::CorpusError;
use crate::tui::action::Grouping;
use crate::tui::jobs::{Kind, Outcome, Report};
use crate::tui::lang::grouped_digits;
use crate::tui::model::{Stage, Step};
use crate::tui::sheet::Unwritten;

impl App {
    /// Takes in a report.
    pub fn report(&mut self, report: Report) {
        if self.tickets.get(&report.kind) != Some(&report.ticket) {
            return;
        }
        match report.outcome {
            Outcome::Read { batch, signed, ones } => {
                self.model.corpus.push(batch);
                self.model.append(&signed, &ones);
                self.listing.is_stale |= self.is_listing_arranged();
            }
            Outcome::Skipped(skipped) => self.model.skipped.push(skipped),
            Outcome::Loaded { result, is_cancelled } => self.loaded(result, is_cancelled),
            Outcome::Hashed(hashed) => {
                self.model.replace(hashed);
                self.signatures_are_new();
            }
            Outcome::Linked { tree, sweep, spread } => {
                self.unsay_extent();
                self.model.tree = Some(tree);
                self.model.sweep = sweep;
                self.model.spread = spread;
                self.model.labelled = None;
                self.heat.reorder();
                // A search for leaders needs no tree, and goes on.
                if self.grouping == Grouping::Connection {
                    self.regroup();
                }
                self.listing.is_stale |= self.is_listing_arranged();
                match self.exact_end() {
                    Some(_) => self.model.stage = Stage::Extending,
                    None => self.link_or_measure(),
                }
            }
            Outcome::Extended { further } => self.extended(further),
            Outcome::Measured { spread, sweep, labelled } => {
                self.model.spread = Some(spread);
                self.model.sweep = sweep;
                self.model.labelled = labelled;
                self.model.stage = Stage::Ready;
            }
            Outcome::Led(groups, spread) => {
                self.groups = Some(groups);
                self.grouped_by = Some(Grouping::Leaders);
                self.leader_spread = spread;
                self.follow_selected();
                self.listing.is_stale |= self.is_listing_arranged();
            }
            Outcome::Rows { rows } => {
                self.listing.rows = rows;
                self.select_document_row();
            }
            Outcome::Risk { recipe, curve, lengths } => self.take_risk(recipe, curve, lengths),
            Outcome::Cells { arranged, window, cells } => self.take_cells(arranged, window, cells),
            Outcome::Closest { pair, at } => self.take_closest(pair, at),
            Outcome::Traced { document, recipe, trace } => self.model.keep_trace(document, recipe, trace),
            Outcome::Previewed { document, recipe, signed } => self.keep_preview(document, recipe, signed),
            Outcome::SecondHashed(hashed) => self.beside.hashed = Some(hashed),
            Outcome::SecondLinked(tree) => self.beside.tree = Some(tree),
            Outcome::SidesGrouped { key, groups: (a, b) } => self.beside.groups = Some((key, a, b)),
            Outcome::Contrasted(found) => self.take_contrast(found),
            Outcome::SecondTraced { document, recipe, trace } => {
                self.beside.keep_trace(document, recipe, trace);
            }
            Outcome::Searched(key, searched) => self.take_searched(key, searched),
            Outcome::Built(key, line, built) => self.take_built(key, line, built),
            Outcome::Planned(key, plan) => self.take_plan(key, *plan),
            Outcome::IndexBuilt => self.index_is_built(),
            Outcome::Answered(answer) => self.take_answer(*answer),
            Outcome::Sensed(sensed) => self.take_sensed(sensed),
            Outcome::Vocabulary(seed, words) => self.take_vocabulary(seed, words),
            Outcome::Tried(key, trial) => self.take_trial(key, *trial),
            Outcome::BatteryDone(key) => self.battery_is_done(key),
            Outcome::Made(made) => self.take_made(*made),
            Outcome::Point(key, point) => self.take_point(key, *point),
            Outcome::Curved(key, curve) => self.take_curve(key, curve),
            Outcome::Exported { path, result } => self.exported(&path, result),
            Outcome::Cancelled => {}
            Outcome::End(panic) => {
                self.tickets.remove(&report.kind);
                if report.kind == Kind::Trace && panic.is_none() {
                    self.wanted_trace = None;
                }
                if let Some(panic) = panic {
                    // What the job was to bring will not come by itself.
                    self.model.stage = match report.kind {
                        Kind::Load | Kind::Hash => Stage::Cancelled(Step::Hash),
                        Kind::Tree => Stage::Cancelled(Step::Tree),
                        Kind::Spread => Stage::Cancelled(Step::Spread),
                        _ => self.model.stage,
                    };
                    self.risk.is_cancelled |= report.kind == Kind::Risk;
                    self.index.is_cancelled |= report.kind == Kind::Index;
                    self.lab_job_failed(report.kind);
                    self.beside.is_cancelled |= matches!(report.kind, Kind::Second | Kind::Contrast);
                    let text = format!("{:?}: {panic}", report.kind);
                    self.message = Some((super::Tone::Warning, text));
                }
            }
        }
    }

    fn loaded(&mut self, result: Result<(), CorpusError>, is_cancelled: bool) {
        if let Err(error) = result {
            self.failure = Some(error);
            self.effects.push(Effect::Quit);
            return;
        }
        self.model.is_partial = is_cancelled;
        if is_cancelled {
            let documents = grouped_digits(self.model.corpus.len() as u64);
            self.say(self.lang.pick((
                format!("reading cancelled: the {documents} documents read so far stay"),
                format!("已取消读取：保留已读的 {documents} 篇"),
            )));
        }
        if self.recipe != self.model.recipe || !self.model.is_hashed() {
            self.model.stage = Stage::Hashing;
            self.rehash();
            return;
        }
        self.signatures_are_new();
    }

    /// All documents have signatures under the recipe: the analysis can begin.
    fn signatures_are_new(&mut self) {
        self.model.collect_documents();
        self.model.allowed = self.start.effort.seconds;
        self.abandon(Kind::Cells);
        self.abandon(Kind::Closest);
        self.forget_risk();
        self.anatomy.bit = self.anatomy.bit.min(self.model.recipe.bits.get() - 1);
        self.groups = None;
        self.grouped_by = None;
        if self.mark.take().is_some() {
            self.warn(("mark A forgotten: it was of another recipe", "标记 A 已取消：它属于另一配方"));
        }
        self.leader_spread = None;
        self.heat.forget();
        self.listing.is_stale |= self.is_listing_arranged();
        if self.grouping == Grouping::Leaders {
            self.regroup();
        }
        self.link_or_measure();
    }

    fn exported(&mut self, path: &std::path::Path, result: Result<u64, Unwritten>) {
        let name = path.to_string_lossy();
        let path = crate::visible::line(name.strip_suffix('!').unwrap_or(&name)).into_owned();
        match result {
            Ok(bytes) => {
                let bytes = grouped_digits(bytes);
                let lacks = self.lacks.map_or(String::new(), |said| format!(": {}", self.lang.pick(said)));
                self.say(self.lang.pick((
                    format!("exported to {path} ({bytes} bytes), its recipe beside it{lacks}"),
                    format!("已导出到 {path}（{bytes} 字节），配方在其旁{lacks}"),
                )));
            }
            Err(why) => {
                let why = why.said(self.lang);
                let text = self.lang.pick((format!("not exported: {why}"), format!("未能导出：{why}")));
                self.message = Some((super::Tone::Warning, text));
            }
        }
    }
}
