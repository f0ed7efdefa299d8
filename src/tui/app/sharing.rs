//! Copying and exporting: what of the screen leaves the explorer.

use super::{App, Effect};
use crate::hamming;
use crate::simhash;
use crate::tui::action::{Pane, Screen};
use crate::tui::clipboard::Route;
use crate::tui::jobs::{Job, Kind};
use crate::tui::lang::Said;
use crate::tui::sheet::Sheet;
use std::path::PathBuf;

impl App {
    /// The file name that the export prompt begins with.
    pub fn export_name(&self) -> &'static str {
        match (self.screen, self.pane()) {
            (Screen::Corpus, _) => "simscope-documents.tsv",
            (Screen::Anatomy, _) => "simscope-anatomy.jsonl",
            (Screen::Threshold, Pane::Sweep | Pane::Histogram) => "simscope-sweep.tsv",
            (Screen::Threshold, _) => "simscope-groups.tsv",
            (Screen::Matrix, _) => "simscope-heatmap.png",
            (Screen::Index, Pane::Found) => "simscope-neighbours.tsv",
            (Screen::Index, Pane::Planner) => "simscope-plan.tsv",
            (Screen::Index, _) => "simscope-strategies.tsv",
            (Screen::Lab, pane) => self.lab_export_name(pane),
            (Screen::Beside, _) => "simscope-seen-by-one.tsv",
        }
    }

    /// What the screen shows, ready for a job to write.
    ///
    /// # Errors
    /// Why there is nothing to write yet.
    pub fn sheet(&self) -> Result<Sheet, Said> {
        let model = &self.model;
        Ok(match (self.screen, self.pane()) {
            (Screen::Corpus, _) => Sheet::Documents {
                corpus: model.corpus.clone(),
                rows: self.listing.rows.clone(),
                signatures: model.signatures.clone(),
                features: model.features.clone(),
                tree: model.tree.clone(),
                groups: self.groups.clone(),
                recipe: model.recipe,
            },
            (Screen::Anatomy, _) => {
                let document = self.selected_document().ok_or(("no document is selected", "未选择文档"))?;
                Sheet::Anatomy {
                    id: model.corpus.get(document as usize).id.to_owned(),
                    recipe: model.recipe,
                    trace: model
                        .trace(document)
                        .ok_or(("the document is still being traced", "文档仍在追踪中"))?
                        .clone(),
                }
            }
            (Screen::Beside, _) => {
                let found = self.beside.found.as_ref().filter(|_| self.contrast_is_current());
                let found = found.ok_or(("the recipes are not compared yet", "尚未完成配方对比"))?;
                Sheet::SeenByOne {
                    corpus: model.corpus.clone(),
                    found: found.clone(),
                    listed: self.beside.listed,
                }
            }
            (Screen::Index, pane) => self.index_sheet(pane)?,
            (Screen::Lab, _) => self.lab_sheet()?,
            (Screen::Threshold, Pane::Sweep | Pane::Histogram) if model.sweep.is_empty() => {
                return Err(("the sweep is not known yet", "尚无各 k 的表"));
            }
            (Screen::Threshold, Pane::Sweep | Pane::Histogram) => {
                Sheet::Sweep { lines: model.sweep.clone(), labelled: model.labelled.clone() }
            }
            (Screen::Threshold, _) => Sheet::Groups {
                corpus: model.corpus.clone(),
                groups: self.groups.clone().ok_or(("the groups are not known yet", "尚无分组"))?,
            },
            (Screen::Matrix, _) => {
                let shown =
                    self.heat.shown.as_ref().ok_or(("the heatmap is not drawn yet", "热图尚未绘制"))?;
                Sheet::Heat {
                    corpus: model.corpus.clone(),
                    arranged: shown.arranged.clone(),
                    window: shown.window.clone(),
                    cells: shown.cells.clone(),
                    bits: model.recipe.bits.get(),
                    k: self.k,
                }
            }
        })
    }

    pub(in crate::tui) fn export(&mut self, path: PathBuf, sheet: Sheet) {
        if self.runs(Kind::Export) {
            self.warn((
                "one export at a time: the one before is still being written",
                "一次只能导出一项：上一项仍在写入",
            ));
            return;
        }
        self.lacks = sheet.lacks();
        let second = self.beside.recipe.filter(|_| matches!(sheet, Sheet::SeenByOne { .. }));
        let recipes = std::iter::once(self.model.recipe).chain(second).collect();
        self.begin(Job::Export { path, sheet: Box::new(sheet), recipes });
    }

    /// Copies what the keys point at.
    pub(super) fn copy(&mut self) {
        if self.screen == Screen::Lab {
            match self.lab_row(self.pane()) {
                Ok((text, what)) => {
                    let what = self.lang.pick(what).to_owned();
                    self.effects.push(Effect::Copy { text, what });
                }
                Err(said) => self.warn(said),
            }
            return;
        }
        let Some(document) = self.selected_document() else {
            self.warn(("no document is selected: nothing to copy", "未选择文档：没有可复制的内容"));
            return;
        };
        let shown = self.model.corpus.get(document as usize);
        let bits = self.model.recipe.bits;
        let signature =
            self.model.signatures.try_get(document as usize).map(|signature| simhash::hex(signature, bits));
        let (text, what) = match (self.screen, self.pane()) {
            (Screen::Anatomy, Pane::Text) | (Screen::Corpus, Pane::Selected) => {
                (shown.text.to_owned(), ("the text", "文本"))
            }
            (Screen::Anatomy, Pane::Features) => {
                let trace = self.model.trace(document);
                let feature =
                    trace.and_then(|trace| crate::tui::screens::anatomy::selected_feature(self, trace));
                match feature {
                    Some(feature) => (
                        format!("{}\t{}", feature.term, simhash::hex(feature.hash, bits)),
                        ("term and hash", "词项与哈希"),
                    ),
                    None => {
                        self.warn((
                            "no feature is selected: nothing to copy",
                            "未选择特征：没有可复制的内容",
                        ));
                        return;
                    }
                }
            }
            (Screen::Threshold, Pane::Groups | Pane::Members) if !self.members().is_empty() => {
                let ids: Vec<&str> =
                    self.members().iter().map(|&m| self.model.corpus.get(m as usize).id).collect();
                (ids.join("\n"), ("the ids of the group", "该组的编号"))
            }
            (Screen::Index, pane) => match self.index_row(pane) {
                Ok(copy) => copy,
                Err(said) => {
                    self.warn(said);
                    return;
                }
            },
            (Screen::Beside, Pane::SideB) => {
                let Some((trace, recipe)) = self.beside.trace(document).zip(self.beside.recipe) else {
                    self.warn((
                        "recipe B has no signature yet: nothing to copy",
                        "配方 B 尚无签名：没有可复制的内容",
                    ));
                    return;
                };
                let signature = simhash::hex(trace.signature, recipe.bits);
                (format!("{}\t{signature}", shown.id), ("id and signature under B", "编号与 B 的签名"))
            }
            (Screen::Beside, Pane::Differing) if self.beside.pair_count() > 0 => {
                let text = self.beside.pair(self.beside.list.selected).map(|pair| {
                    let id = |document: u32| model_id(self, document);
                    let distance = |d: Option<u8>| d.map_or(String::new(), |d| d.to_string());
                    let (a, b) = (distance(pair.distance_a), distance(pair.distance_b));
                    format!("{}\t{}\t{a}\t{b}", id(pair.documents.0), id(pair.documents.1))
                });
                (text.unwrap_or_default(), ("the pair and both distances", "文档对与两个距离"))
            }
            (Screen::Matrix, _) => {
                let pair = self.pair_partner().and_then(|other| {
                    let (a, b) = (
                        self.model.signatures.try_get(document as usize)?,
                        self.model.signatures.try_get(other as usize)?,
                    );
                    let id = self.model.corpus.get(other as usize).id;
                    Some(format!("{}\t{id}\t{}", shown.id, hamming::distance(a, b)))
                });
                match pair {
                    Some(pair) => (pair, ("the pair and its distance", "文档对与距离")),
                    None => {
                        self.warn(("no pair is selected: nothing to copy", "未选择文档对：没有可复制的内容"));
                        return;
                    }
                }
            }
            _ => match signature {
                Some(signature) => (format!("{}\t{signature}", shown.id), ("id and signature", "编号与签名")),
                None => (shown.id.to_owned(), ("the id", "编号")),
            },
        };
        let what = self.lang.pick(what).to_owned();
        self.effects.push(Effect::Copy { text, what });
    }

    /// Says which way the copy took.
    pub fn copied(&mut self, what: &str, route: Route) {
        // Chinese parts itself from Latin letters by a space.
        let gap = if what.starts_with(|c: char| c.is_ascii()) { " " } else { "" };
        let text = self.lang.pick(match route {
            Route::Desktop => {
                (format!("copied {what} to the clipboard"), format!("已复制{gap}{what}到剪贴板"))
            }
            Route::Terminal => (
                format!("copied {what} through the terminal (OSC 52), if it allows that"),
                format!("已通过终端（OSC 52）复制{gap}{what}，须终端允许"),
            ),
        });
        self.say(text);
    }
}

fn model_id(app: &App, document: u32) -> &str {
    app.model.corpus.get(document as usize).id
}
