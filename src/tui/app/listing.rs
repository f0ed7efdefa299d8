//! The rows of the corpus table: filter, order, and the place of the selected document.

use super::App;
use crate::tui::action::{Column, Pane, Screen};
use crate::tui::jobs::{Job, Kind};
use crate::tui::list::List;
use crate::tui::rows::Query;
use std::sync::Arc;

/// State of the corpus screen.
#[derive(Debug, Clone)]
pub struct Listing {
    /// The rows; `None` when they are all documents in the order of the input.
    pub rows: Option<Arc<Vec<u32>>>,
    /// The selected row.
    pub list: List,
    /// Words that every row must hold.
    pub filter: String,
    /// Only documents that are too short for k.
    pub is_only_short: bool,
    /// Sorted by.
    pub sort: Column,
    /// The other way round.
    pub is_reversed: bool,
    /// First line of the selected text shown.
    pub text_scroll: usize,
    /// The rows no longer fit the filter, the order or the data.
    pub is_stale: bool,
}

impl App {
    /// Whether the rows are not simply the documents in their order.
    pub fn is_listing_arranged(&self) -> bool {
        let Listing { filter, is_only_short, sort, is_reversed, .. } = &self.listing;
        !filter.is_empty() || *is_only_short || *sort != Column::Input || *is_reversed
    }

    /// Rows of the corpus table.
    pub fn row_count(&self) -> usize {
        self.listing.rows.as_ref().map_or(self.model.corpus.len(), |rows| rows.len())
    }

    /// The document in a row.
    pub fn document_in_row(&self, row: usize) -> Option<u32> {
        match &self.listing.rows {
            Some(rows) => rows.get(row).copied(),
            None => (row < self.model.corpus.len()).then_some(row as u32),
        }
    }

    /// Sets the filter; the rows follow from a job.
    pub fn set_filter(&mut self, filter: String) {
        if filter != self.listing.filter {
            self.listing.filter = filter;
            self.listing.is_stale = true;
        }
    }

    /// All documents again.
    pub(super) fn clear_filters(&mut self) {
        self.set_filter(String::new());
        self.listing.is_stale |= std::mem::take(&mut self.listing.is_only_short);
    }

    pub(super) fn next_sort(&mut self) {
        let at = Column::ALL.iter().position(|&column| column == self.listing.sort).unwrap_or(0);
        self.listing.sort = Column::ALL[(at + 1) % Column::ALL.len()];
        self.listing.is_reversed = false;
        self.say_sort();
    }

    pub(super) fn sort_by(&mut self, column: Column) {
        if self.listing.sort == column {
            self.listing.is_reversed ^= true;
        } else {
            self.listing.sort = column;
            self.listing.is_reversed = false;
        }
        self.say_sort();
    }

    pub(super) fn reverse_sort(&mut self) {
        self.listing.is_reversed ^= true;
        self.say_sort();
    }

    fn say_sort(&mut self) {
        self.listing.is_stale = true;
        let by = self.lang.pick(crate::tui::screens::corpus::column_name(self.listing.sort));
        let direction = match self.listing.is_reversed {
            false => self.lang.pick(("ascending", "升序")),
            true => self.lang.pick(("descending", "降序")),
        };
        self.say(format!("{} {by}, {direction}", self.lang.pick(("sorted by", "排序："))));
        let needs_tree = matches!(self.listing.sort, Column::Nearest | Column::Group);
        if needs_tree && self.model.tree.is_none() {
            self.warn(("sorted as soon as the dendrogram is built", "树建好后即排序"));
        }
    }

    /// Starts the job that makes the rows fit again.
    pub(super) fn demand_rows(&mut self) {
        // One at a time: while batches pour in, a newer search would overtake every older one.
        if !self.listing.is_stale || self.runs(Kind::Rows) {
            return;
        }
        self.listing.is_stale = false;
        self.begin(Job::Rows(Query {
            corpus: self.model.corpus.clone(),
            filter: self.listing.filter.clone(),
            too_short: self.too_short().filter(|_| self.listing.is_only_short),
            sort: self.listing.sort,
            is_reversed: self.listing.is_reversed,
            signatures: self.model.signatures.clone(),
            features: self.model.features.clone(),
            tree: self.model.tree.clone(),
            groups: self.groups.clone(),
        }));
    }

    /// The selected row is that of the selected document; if the filter left it out, the first row's is.
    pub(super) fn select_document_row(&mut self) {
        let row = match &self.listing.rows {
            None => Some(self.selected as usize),
            Some(rows) => rows.iter().position(|&document| document == self.selected),
        };
        match row {
            Some(row) => self.listing.list.select(row),
            None => {
                self.listing.list.select(0);
                if let Some(document) = self.document_in_row(0) {
                    self.point_to(document, None);
                }
            }
        }
    }

    /// The selected document and pair; what pointed into the document before points at the start of this one.
    pub(super) fn point_to(&mut self, document: u32, other: Option<u32>) {
        if self.selected != document {
            self.selected = document;
            self.anatomy.features = List::default();
            self.anatomy.text_scroll = 0;
            self.anatomy.bit_scroll = 0;
            self.listing.text_scroll = 0;
        }
        self.other = other;
        self.follow_selected();
    }

    /// Makes a document the selected one, on every screen.
    pub fn select_document(&mut self, document: u32) {
        if self.selected != document {
            self.point_to(document, None);
        } else {
            self.follow_selected();
        }
        if self.document_in_row(self.listing.list.selected) != Some(document) {
            let is_listed = match &self.listing.rows {
                None => true,
                Some(rows) => rows.contains(&document),
            };
            if is_listed {
                self.select_document_row();
            }
        }
        if self.screen == Screen::Matrix {
            self.point_at_pair();
        }
    }

    /// Asks for the anatomy of the documents that the screen shows.
    pub(super) fn demand_trace(&mut self) {
        let needs_it = match self.screen {
            Screen::Anatomy | Screen::Beside => true,
            Screen::Matrix => self.pane() == Pane::Heat || self.pane() == Pane::Pair,
            Screen::Corpus | Screen::Threshold | Screen::Lab | Screen::Index => false,
        };
        if !needs_it || !self.model.is_hashed() || self.wanted_trace.is_some() {
            return;
        }
        let partner = if self.screen == Screen::Matrix { self.pair_partner() } else { None };
        let missing = self
            .selected_document()
            .into_iter()
            .chain(partner)
            .find(|&document| self.model.trace(document).is_none());
        if let Some(document) = missing {
            self.wanted_trace = Some(document);
            self.begin(Job::Trace {
                document,
                corpus: self.model.corpus.clone(),
                recipe: self.model.recipe,
                frequencies: self.model.frequencies.clone(),
            });
        }
    }
}
