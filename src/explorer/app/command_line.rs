//! `:command`: the command line that prints what is on the screen.

use super::App;
use crate::action::Screen;
use crate::action::pair::View;
use crate::action::threshold::Pane as ThresholdPane;
use crate::filtering::Line;
use crate::overlays::Overlay;
use crate::screens::threshold::state::Below;
use crate::shared::{Effect, Grouping, Shared};
use crate::surface::Phrase;
use simscope_core::analysis::Order;
use simscope_core::decide::Keep;
use simscope_core::hamming::Show;
use simscope_core::measures::Condition;
use simscope_core::recipe::{Recipe, named};
use simscope_core::report::quoted;
use std::ffi::OsString;

/// Words of a command line.
#[derive(Default)]
struct Words(Vec<OsString>);

impl Words {
    fn of<const N: usize>(words: [&str; N]) -> Self {
        Self(words.map(OsString::from).into())
    }

    fn and(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.0.extend([name.into(), value.into()]);
        self
    }

    fn k(self, shared: &Shared) -> Self {
        self.and("-k", shared.k.to_string())
    }

    fn filter(self, line: &Line) -> Self {
        if line.is_empty() { self } else { self.and("--filter", line.text().trim()) }
    }

    fn confirm(self, shared: &Shared) -> Self {
        let condition = Condition { at_least: shared.tau(), ..Condition::DEFAULT };
        if condition == Condition::DEFAULT { self } else { self.and("--confirm", condition.to_string()) }
    }
}

impl App {
    /// The line, or why there is none.
    ///
    /// # Errors
    /// No command can read the documents, or nothing is selected.
    pub fn command_line(&self) -> Result<String, Phrase> {
        let words = self.words()?;
        let shared = &self.shared;
        let texts_alone = words.0.iter().any(|word| word == "--texts" || word == "--text");
        let mut all: Vec<OsString> = vec!["simscope".into()];
        all.extend(words.0);
        if !texts_alone {
            let read = shared.reading_words().ok_or((
                "no command can read these documents: they are in no file",
                "没有命令能读取这些文档：它们不在任何文件中",
            ))?;
            all.extend(read);
        }
        all.extend(recipe_words(&shared.recipe));
        Ok(quoted(all))
    }

    /// Shows the line, and copies it.
    pub(super) fn show_command(&mut self) {
        match self.command_line() {
            Ok(text) => {
                self.overlay = Some(Overlay::Why(text.clone()));
                let what = self.shared.lang.pick(("the command", "命令")).to_owned();
                self.shared.ask_for(Effect::Copy { text, what });
            }
            Err(why) => self.shared.warn(why),
        }
    }

    /// The command and what is its own.
    fn words(&self) -> Result<Words, Phrase> {
        let (shared, screens) = (&self.shared, &self.screens);
        let id = || {
            let none: Phrase = ("no document is selected", "未选择文档");
            shared.selected_document().map(|selected| shared.document(selected).id).ok_or(none)
        };
        Ok(match shared.screen {
            Screen::Corpus if screens.corpus.is_only_short => Words::of(["sensitivity", "--risk"]).k(shared),
            Screen::Corpus => Words::of(["hash"]).filter(&screens.corpus.filter),
            Screen::Anatomy => Words::of(["explain"]).and("--id", id()?),
            Screen::Threshold => self.of_threshold()?,
            Screen::Matrix => {
                let matrix = &screens.matrix;
                let order = match matrix.order {
                    Order::Group => "group",
                    Order::Input => "input",
                    Order::Signature => "signature",
                };
                let show = match matrix.show {
                    Show::Nearest => "nearest",
                    Show::Mean => "mean",
                    Show::Share => "share",
                };
                let words = Words::of(["heatmap", "--order", order, "--show", show]).k(shared);
                words.and("-o", "simscope-heatmap.png")
            }
            Screen::Pair => self.of_pair()?,
            Screen::Clean => {
                let mut words = Words::of(["dedup", "--dry-run"]).confirm(shared);
                let decisions = &shared.deciding.decisions;
                if let Some(file) = shared.deciding.file.as_ref().filter(|_| decisions.has_any_by_hand()) {
                    words = words.and("--decisions", file);
                } else if decisions.keep != Keep::First {
                    words = words.and("--keep", decisions.keep.to_string());
                }
                match shared.judging.file.as_ref().filter(|file| file.exists()) {
                    Some(file) => words.and("--judgements", file),
                    None => words,
                }
            }
            Screen::Index => Words::of(["pairs"]).k(shared),
        })
    }

    fn of_threshold(&self) -> Result<Words, Phrase> {
        let (shared, threshold) = (&self.shared, &self.screens.threshold);
        Ok(match (threshold.focus, threshold.below) {
            (ThresholdPane::Sweep, _) => Words::of(["sweep"]).confirm(shared),
            (_, Below::Groups) => {
                let words = Words::of(["groups"]).k(shared).filter(&threshold.table.line);
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
                let words = match threshold.border.at {
                    Some(distance) => Words::of(["border"]).and("--distance", distance.to_string()),
                    None => Words::of(["border"]).k(shared),
                };
                let words = words.and("--seed", threshold.border.seed().to_string()).confirm(shared);
                words.filter(&threshold.border.pairs.filter)
            }
            (_, Below::Recipes) => {
                let name = |recipe: Option<Recipe>| {
                    let named = named()
                        .iter()
                        .find(|named| recipe.is_some_and(|recipe| named.recipe.has_parts_of(&recipe)));
                    named.map(|named| named.name).ok_or((
                        "a recipe without a name is read from a file: save what is shown, which writes it beside the table",
                        "没有名称的配方要从文件读取：另存所示内容，配方会写在表旁边",
                    ))
                };
                let [a, b] = [name(Some(shared.recipe))?, name(shared.second)?];
                Words::of(["diff-recipes", a, b, "--pairs"]).k(shared)
            }
        })
    }

    fn of_pair(&self) -> Result<Words, Phrase> {
        let (shared, pair) = (&self.shared, &self.screens.pair);
        if matches!(pair.view, View::Edits | View::Influence | View::Lengths) {
            let words = Words::of(["sensitivity"]).k(shared);
            let words = match pair.a.document() {
                Some(document) => words.and("--id", shared.document(document).id),
                None => words.and("--text", pair.texts()[0]),
            };
            let words = words.and("--edits", pair.experiment.edits.to_string());
            return Ok(words.and("--seed", pair.experiment.seed.to_string()));
        }
        Ok(match pair.documents() {
            Some((a, b)) => Words::of(["compare", shared.document(a).id, shared.document(b).id]),
            None => {
                let [a, b] = pair.texts();
                Words::of(["compare", "--texts", a, b])
            }
        })
    }
}

/// The options of a recipe: its name where it has one, else the parts that are not those of the default.
fn recipe_words(recipe: &Recipe) -> Vec<OsString> {
    let mut words = Words::default();
    if let Some(named) = named().iter().find(|named| named.recipe.has_parts_of(recipe)) {
        return if *recipe == Recipe::DEFAULT { words.0 } else { words.and("--recipe", named.name).0 };
    }
    let default = Recipe::DEFAULT;
    let parts = [
        ("--tokenizer", recipe.tokenizer.to_string(), default.tokenizer.to_string()),
        ("--weighting", recipe.weighting.to_string(), default.weighting.to_string()),
        ("--hash", recipe.hash.to_string(), default.hash.to_string()),
        ("--bits", recipe.bits.to_string(), default.bits.to_string()),
        ("--tie", recipe.tie.to_string(), default.tie.to_string()),
        ("--normalize", recipe.normalize.to_string(), default.normalize.to_string()),
    ];
    for (name, value, _) in parts.into_iter().filter(|(_, value, default)| value != default) {
        words = words.and(name, value);
    }
    let tables = recipe.tables.names();
    let tables =
        [("--jieba-dict", tables.dict), ("--jieba-idf", tables.idf), ("--stop-words", tables.stop_words)];
    let tables = tables.into_iter().filter_map(|(name, file)| Some((name, file?.to_owned())));
    let ignored = recipe.ignore.map(|ignored| ("--ignore", ignored.to_string()));
    tables.chain(ignored).fold(words, |words, (name, value)| words.and(name, value)).0
}
