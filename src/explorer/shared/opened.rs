//! How the explorer opens, opening another corpus, and handing a document to another program.

use super::{Effect, Question, Shared, Start};
use crate::action::Action;
use crate::surface::program::{Handed, Program, Seen};
use simscope_core::corpus::{Held, ReadOptions, Source};
use simscope_core::settings::Opening;

/// The id of a typed text, numbered from 1.
pub fn id_of_typed(number: usize) -> String {
    format!("text {number}")
}

impl Start {
    /// The typed texts as a source, if there are any.
    pub fn typed_source(&self) -> Option<Source> {
        let typed = &self.opening.typed;
        let ids: Vec<String> = (1..=typed.len()).map(id_of_typed).collect();
        let documents = ids.iter().zip(typed).map(|(id, text)| (id.as_str(), text.as_str()));
        (!ids.is_empty()).then(|| Source::Held(Held::new("typed", documents)))
    }

    /// The same for another corpus: fields, filter, decisions and judgements are those of the one before.
    pub fn of_others(self, sources: Vec<Source>) -> Self {
        let options = ReadOptions { memory: self.options.memory, ..ReadOptions::default() };
        let opening = Opening { filter: String::new(), selected: None, typed: Vec::new(), ..self.opening };
        Self { sources, options, decisions: None, judgements: None, opening, ..self }
    }
}

impl Shared {
    /// Asks for another corpus.
    pub fn ask_open(&mut self) {
        let note = both!(
            "a file or a folder; k, recipe and language stay · Enter opens · Esc leaves",
            "文件或文件夹；k、配方和语言不变 · Enter 打开 · Esc 放弃"
        );
        self.asked.question = Some(Question::new(Action::AskOpen, ("open: ", "打开："), note));
    }

    /// The number of the last job.
    pub fn last_ticket(&self) -> u64 {
        self.started.last_ticket
    }

    /// Selects the document that was selected before the corpus was read again.
    pub(super) fn select_as_before(&mut self) {
        let Some(id) = self.start.opening.selected.take() else { return };
        let found = self.model.corpus.iter().position(|document| document.id == id);
        if let Some(document) = found.and_then(|at| u32::try_from(at).ok()) {
            self.select_document(document);
        }
    }

    /// Shows the selected document in another program.
    pub fn hand(&mut self, program: Program) {
        if self.refuses_without_texts() {
            return;
        }
        let Some(document) = self.selected_document() else {
            return self.warn(("no document is selected", "未选择文档"));
        };
        let corpus = &self.model.corpus;
        let (place, text) = (corpus.place(document as usize), corpus.get(document as usize).text.to_owned());
        let origin = match &self.start.sources[..] {
            [Source::Path(path)] => {
                let name = corpus.file_name(place.file).unwrap_or_default();
                Some((path.clone(), name.to_owned(), place.record))
            }
            _ => None,
        };
        self.ask_for(Effect::Hand(Handed { program, text, origin }));
    }

    /// Says how it went.
    pub fn handed(&mut self, seen: Result<Seen, String>) {
        match seen {
            Ok(Seen::Read) => {}
            Ok(Seen::Original) => self.say((
                "the file itself was opened; if it changed, ‹read-again› reads it again",
                "打开的是原文件；如有改动，按 ‹read-again› 重新读取",
            )),
            Ok(Seen::Copy) => self.say((
                "a copy of the text was opened; changes of it are not kept",
                "打开的是文本副本；对它的改动不会保留",
            )),
            Err(why) => self.warn(both!(
                "it cannot be started: {why} (set $EDITOR or $PAGER)",
                "无法启动：{why}（请设置 $EDITOR 或 $PAGER）"
            )),
        }
    }
}
