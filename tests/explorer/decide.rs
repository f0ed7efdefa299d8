//! Threshold: which documents stay, decided by a rule and by hand, kept in a file, and written out.

use crate::command::program;
use crate::support::{Rig, start};
use simscope::corpus::{Lookup, Source};
use simscope::decide::{self, Decisions, Fate, Split, State};
use simscope::tui::action::{Action, Screen};
use simscope::tui::shared::deciding::Kept;
use simscope::tui::shared::{Grouping, Start};
use simscope::tui::surface::lang::Lang;
use std::fs;
use std::path::{Path, PathBuf};

/// A copy of the licences in a folder of its own, so that decisions have a place beside them.
struct Desk {
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Self {
        let desk = Self { folder: tempfile::tempdir().unwrap() };
        let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/en_licenses.jsonl");
        fs::copy(sample, desk.corpus()).unwrap();
        desk
    }

    fn corpus(&self) -> PathBuf {
        self.folder.path().join("licences.jsonl")
    }

    fn decisions(&self) -> PathBuf {
        self.folder.path().join("licences.decisions.toml")
    }

    /// Threshold at k = 9, where groups are decided.
    fn open(&self, lang: Lang) -> Rig {
        let mut rig =
            Rig::open(Start { sources: vec![Source::Path(self.corpus())], lang, k: 9, ..start() }, 120, 36);
        rig.act(Action::Go(Screen::Threshold));
        rig.press("o o o");
        rig
    }

    /// What the file says.
    fn written(&self, rig: &Rig) -> Decisions {
        let text = fs::read_to_string(self.decisions()).unwrap();
        let (decisions, setting, unfit) =
            decide::read(&text, &Lookup::new(&rig.app.shared.model.corpus)).unwrap();
        assert_eq!((unfit, setting.k, setting.documents), (Vec::new(), 9, 122));
        decisions
    }
}

fn decisions(rig: &Rig) -> &Decisions {
    &rig.app.shared.deciding.decisions
}

fn fate(rig: &Rig, document: u32) -> Fate {
    rig.app.shared.fate(document).unwrap()
}

#[test]
fn every_decision_is_followed_and_written_at_once() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    assert!(!desk.decisions().exists());
    // The first group, its members in the list at the right.
    rig.press("g");
    let members = rig.app.shared.groups.as_ref().unwrap().members(1).to_vec();
    rig.press("a");
    assert!(rig.message().starts_with("group accepted"), "{}", rig.message());
    let state = |rig: &Rig| rig.app.shared.decision(&members).and_then(|decision| decision.state);
    assert_eq!(state(&rig), Some(State::Accepted));
    assert_eq!(&desk.written(&rig), decisions(&rig));
    rig.press("A");
    assert_eq!(state(&rig), Some(State::Left));
    assert!(members.iter().all(|&member| fate(&rig, member) == Fate::Left));
    rig.press("A");
    assert_eq!(state(&rig), None);

    let dropped = members.iter().position(|&member| fate(&rig, member).is_dropped()).unwrap();
    rig.press("tab");
    rig.press(&"down ".repeat(dropped));
    rig.press("space");
    assert_eq!(fate(&rig, members[dropped]), Fate::Kept);
    assert!(rig.text().contains("stays, by hand"), "{}", rig.text());
    rig.press("X");
    assert_eq!(fate(&rig, members[dropped]), Fate::Excluded);
    assert!(decisions(&rig).chosen.is_empty());
    assert_eq!(&desk.written(&rig), decisions(&rig));

    rig.press("P");
    assert!(rig.text().contains("take the group apart: gap"), "{}", rig.text());
    rig.press("enter");
    let split = rig.app.shared.decision(&members).unwrap().split;
    assert_eq!(split, Some(Split::WidestGap));
    assert!(rig.message().starts_with("the group has "), "{}", rig.message());
    assert_eq!(rig.app.shared.deciding.kept, Kept::Saved);
    assert_eq!(&desk.written(&rig), decisions(&rig));
}

#[test]
fn what_is_written_is_shown_first_and_decisions_are_seen_among_the_groups() {
    let desk = Desk::new();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(desk.corpus())], k: 9, ..start() }, 120, 36);
    rig.act(Action::Go(Screen::Threshold));
    assert!(!rig.text().contains("state"), "{}", rig.text());
    rig.press("E");
    assert!(rig.message().starts_with("first look at what stays and goes; E"), "{}", rig.message());
    rig.press("g a E");
    assert!(rig.text().contains("write the kept records to:"), "{}", rig.text());
    rig.press("esc o");
    assert!(rig.text().contains("✓ accepted"), "{}", rig.text());
}

#[test]
fn the_group_from_before_the_border_is_selected_again() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    rig.press("o g down down");
    let (document, group) = (rig.app.shared.selected, rig.app.screens.threshold.group_rows.selected);
    assert_eq!(group, 2);
    rig.press("O");
    assert!(rig.message().starts_with("no border pairs are shown"), "{}", rig.message());
    rig.press("o");
    assert_ne!(rig.app.shared.selected, document);
    rig.press("o o");
    assert_eq!((rig.app.shared.selected, rig.app.screens.threshold.group_rows.selected), (document, group));
    // A pair that was chosen stays selected.
    rig.press("o o down down");
    let chosen = rig.app.shared.selected;
    rig.press("o o");
    assert_eq!(rig.app.shared.selected, chosen);
}

#[test]
fn the_rule_is_typed_and_a_wrong_one_stays_in_the_prompt() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    let dropped = |rig: &Rig| rig.app.shared.outcome().unwrap().totals.dropped;
    let first = dropped(&rig);
    let kept =
        |rig: &Rig| -> Vec<u32> { (0..122).filter(|&document| !fate(rig, document).is_dropped()).collect() };
    let by_first = kept(&rig);
    // The same rule again is no change that is undone.
    rig.press("K enter u");
    assert!(rig.message().starts_with("nothing to undo"), "{}", rig.message());
    rig.press("K ctrl-u");
    rig.press("longer");
    rig.press("enter");
    assert!(rig.text().contains("not a rule"), "{}", rig.text());
    rig.press("ctrl-u");
    rig.press("longest");
    rig.press("enter");
    assert_eq!(decisions(&rig).keep.to_string(), "longest");
    assert_ne!(kept(&rig), by_first);
    assert!(rig.text().contains("rule longest:"), "{}", rig.text());
    assert!(dropped(&rig) > 0 && first > 0);
    assert_eq!(desk.written(&rig).keep, decisions(&rig).keep);
    let again = Rig::open(Start { sources: vec![Source::Path(desk.corpus())], k: 9, ..start() }, 120, 36);
    assert_eq!(again.message(), "licences.decisions.toml: rule longest and 0 decisions read");
}

#[test]
fn a_rule_that_cannot_be_applied_says_why_until_it_is_taken_back() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    rig.press("K ctrl-u");
    rig.press("newest:date");
    rig.press("enter");
    assert!(rig.text().contains("no record has a field `date`"), "{}", rig.text());
    rig.press("E");
    assert!(rig.message().contains("no record has a field `date`"), "{}", rig.message());
    rig.press("u");
    assert_eq!(decisions(&rig).keep.to_string(), "first");
    assert!(rig.text().contains("rule first:"), "{}", rig.text());
}

#[test]
fn decisions_are_read_again_and_what_has_changed_is_named() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    rig.press("g a tab down space");
    let before = decisions(&rig).clone();
    assert_eq!((before.chosen.len(), before.groups.len()), (1, 1));
    let rig = desk.open(Lang::En);
    assert_eq!(decisions(&rig), &before);

    // The text of the chosen document changes.
    let chosen = *before.chosen.iter().next().unwrap();
    let id = rig.app.shared.model.corpus.get(chosen as usize).id.to_owned();
    let lines = fs::read_to_string(desk.corpus()).unwrap();
    let changed: String = lines
        .lines()
        .map(|line| {
            match line.contains(&format!("\"id\": \"{id}\"")) || line.contains(&format!("\"id\":\"{id}\"")) {
                true => format!(
                    "{}\n",
                    line.replace("\"text\": \"", "\"text\": \"NEW ")
                        .replace("\"text\":\"", "\"text\":\"NEW ")
                ),
                false => format!("{line}\n"),
            }
        })
        .collect();
    assert_ne!(changed, lines);
    fs::write(desk.corpus(), changed).unwrap();
    let mut rig = Rig::open(Start { sources: vec![Source::Path(desk.corpus())], k: 9, ..start() }, 120, 36);
    let told = format!("the text of document \"{id}\" has changed");
    assert!(rig.message().contains(&told), "{}", rig.message());
    assert!(decisions(&rig).chosen.is_empty());

    // A file that is no file of decisions is left as it is.
    fs::write(desk.decisions(), "my own notes").unwrap();
    rig = desk.open(Lang::En);
    assert!(matches!(&rig.app.shared.deciding.kept, Kept::Refused(why) if why.contains("line 1, column")));
    rig.press("g a");
    assert!(rig.text().contains("decisions are not saved"), "{}", rig.text());
    assert_eq!(fs::read_to_string(desk.decisions()).unwrap(), "my own notes");
}

#[test]
fn two_explorers_do_not_write_over_each_other() {
    let desk = Desk::new();
    let (mut first, mut second) = (desk.open(Lang::En), desk.open(Lang::En));
    first.press("g a U a");
    let kept = fs::read_to_string(desk.decisions()).unwrap();
    second.press("g A");
    assert!(second.message().contains("another program has changed the file"), "{}", second.message());
    assert_eq!(fs::read_to_string(desk.decisions()).unwrap(), kept);
    // The first goes on, and so does one that is opened anew.
    first.press("U z");
    assert_eq!(&desk.written(&first), decisions(&first));
    let mut third = desk.open(Lang::En);
    assert_eq!(decisions(&third), decisions(&first));
    third.press("U a");
    assert_eq!(&desk.written(&third), decisions(&third));
}

#[test]
fn what_stays_is_written_as_dedup_writes_it() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    // The first group stays as it is. Of the fourth, whose members are all within k of each other, the second stays.
    rig.press("g A down down down tab down space");
    let out = desk.folder.path().join("out.jsonl");
    rig.press("E");
    assert!(rig.text().contains("write the kept records to: licences.unique.jsonl"), "{}", rig.text());
    let write = |rig: &mut Rig, name: &str| {
        rig.press("E ctrl-u");
        rig.press(name);
        rig.press("enter");
    };
    rig.press("esc");
    write(&mut rig, out.to_str().unwrap());
    assert!(rig.message().contains("records written to"), "{}", rig.message());
    let kept = fs::read_to_string(&out).unwrap();
    let totals = rig.app.shared.outcome().unwrap().totals;
    assert_eq!(kept.lines().count(), 122 - totals.dropped);
    let table = fs::read_to_string(desk.folder.path().join("out.dropped.tsv")).unwrap();
    assert_eq!(table.lines().count(), totals.dropped + 1);
    let group = rig.app.shared.groups.as_ref().unwrap().members(4).len();
    assert_eq!(table.lines().filter(|row| row.ends_with("\tby hand")).count(), group - 1, "{table}");

    write(&mut rig, out.to_str().unwrap());
    assert!(rig.message().contains("not written") && rig.message().contains("exists"), "{}", rig.message());
    // The explorer has no --force.
    assert!(
        rig.message().contains("end the name with !") && !rig.message().contains("--"),
        "{}",
        rig.message()
    );
    write(&mut rig, &format!("{}!", out.display()));
    assert!(rig.message().contains("records written to"), "{}", rig.message());
    assert_eq!(fs::read_to_string(&out).unwrap(), kept);
    write(&mut rig, desk.corpus().to_str().unwrap());
    assert!(rig.message().contains("is never replaced"), "{}", rig.message());

    // What was decided holds for the corpus as it was read.
    let lines = fs::read_to_string(desk.corpus()).unwrap();
    fs::write(desk.corpus(), lines.replacen("the", "a", 1)).unwrap();
    let late = desk.folder.path().join("late.jsonl");
    write(&mut rig, late.to_str().unwrap());
    assert!(rig.message().contains("was changed since it was read"), "{}", rig.message());
    assert!(!late.exists());
}

#[test]
fn a_group_is_decided_only_where_it_is_shown() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    // From Decide over the groups to the border and the advice: the keys are named only in the first two.
    for (is_shown, keys) in [(true, ""), (true, "o"), (false, "o"), (false, "o")] {
        rig.press(keys);
        let before = decisions(&rig).clone();
        assert_eq!(rig.text().contains("a accept"), is_shown, "{}", rig.text());
        rig.press("a");
        assert_eq!(*decisions(&rig) != before, is_shown);
        if !is_shown {
            assert!(rig.text().contains("no groups are shown: press o until they are"));
        }
    }
}

#[test]
fn u_goes_from_group_to_group_and_the_preview_adds_up() {
    let desk = Desk::new();
    for lang in [Lang::En, Lang::Zh] {
        let mut rig = desk.open(lang);
        rig.press("g");
        let groups = rig.app.shared.groups.as_ref().unwrap().count();
        for _ in 0..groups {
            rig.press("z U");
        }
        let totals = rig.app.shared.outcome().unwrap().totals;
        assert_eq!((totals.later, totals.dropped), (groups, 0));
        let (said, line) = match lang {
            Lang::En => ("every group at this k is decided", "122 documents → 122 stay, 0 go (0.0 %)"),
            Lang::Zh => ("此 k 的所有组均已决定", "122 篇 → 保留 122，去除 0（0.0 %）"),
        };
        assert_eq!(rig.message(), said);
        assert!(rig.text().contains(line), "{}", rig.text());
        fs::remove_file(desk.decisions()).unwrap();
    }
}

/// Writes the kept records, and returns what `dedup` with these options writes of the same corpus, and what it says.
fn written_and_by_the_command(desk: &Desk, rig: &mut Rig, options: &[&str]) -> [String; 2] {
    let [ours, theirs] = ["ours.jsonl", "theirs.jsonl"].map(|name| desk.folder.path().join(name));
    rig.press("E ctrl-u");
    rig.press(&format!("{}!", ours.display()));
    rig.press("enter");
    assert!(rig.message().contains("records written to"), "{}", rig.message());
    let mut dedup = assert_cmd::Command::cargo_bin("simscope").unwrap();
    dedup
        .arg("dedup")
        .arg(desk.corpus())
        .args(["-k", "9", "--force", "--yes", "-o"])
        .arg(&theirs)
        .args(options);
    dedup.assert().success();
    [ours, theirs].map(|path| fs::read_to_string(path).unwrap())
}

#[test]
fn leaders_come_in_the_order_of_the_rule_as_those_of_the_command_do() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    rig.press("K ctrl-u");
    rig.press("longest");
    rig.press("enter C");
    let [ours, theirs] = written_and_by_the_command(&desk, &mut rig, &["--keep", "longest", "--leaders"]);
    assert!(ours == theirs, "{} and {}", ours.lines().count(), theirs.lines().count());
    // Another rule, and a document that is chosen, give other leaders at once.
    rig.press("K ctrl-u");
    rig.press("shortest");
    rig.press("enter g tab down space");
    let file = desk.decisions();
    let [ours, theirs] =
        written_and_by_the_command(&desk, &mut rig, &["--leaders", "--decisions", file.to_str().unwrap()]);
    assert!(ours == theirs, "{} and {}", ours.lines().count(), theirs.lines().count());
    assert_eq!(decisions(&rig).chosen.len(), 1);
    // There is no order before there are groups.
    rig.press("K ctrl-u");
    rig.press("most-central");
    rig.press("enter");
    assert!(rig.text().contains("C the grouping"), "{}", rig.text());
    rig.press("esc C K ctrl-u");
    rig.press("most-central");
    rig.press("enter C");
    assert_eq!(rig.app.shared.grouping, Grouping::Connection);
    assert!(rig.message().contains("most-central"), "{}", rig.message());
    // Undo takes the grouping back, and leaders that are still sought are not taken for these groups.
    rig.press("K ctrl-u");
    rig.press("longest");
    rig.press("enter C");
    assert_eq!(rig.app.shared.grouping, Grouping::Leaders);
    rig.press("u");
    assert_eq!(rig.app.shared.grouping, Grouping::Connection);
    assert!(rig.message().starts_with("undone: groups by connection"), "{}", rig.message());
    rig.press("u");
    assert!(rig.message().starts_with("undone: the rule"), "{}", rig.message());
    rig.press("ctrl-r").press_unsettled("ctrl-r u");
    assert!(!rig.app.shared.runs(simscope::tui::shared::grouping::LEADERS));
    rig.settle();
    assert_eq!(rig.app.shared.made.by, Some(Grouping::Connection));
}

#[test]
fn the_report_is_about_the_groups_that_are_shown() {
    for (key, option) in
        [("V", "--confirm 'weighted:words:2>=0.3'"), ("C", "--leaders"), ("J y n", "licences.judgements.tsv")]
    {
        let desk = Desk::new();
        let mut rig = desk.open(Lang::En);
        rig.press("K ctrl-u");
        rig.press("longest");
        rig.press("enter");
        rig.press(key);
        let path = desk.folder.path().join("report.html");
        rig.act(Action::AskReport).press("ctrl-u");
        rig.press(path.to_str().unwrap());
        rig.press("enter");
        assert!(rig.message().starts_with("exported to"), "{}", rig.message());
        let page = fs::read_to_string(&path).unwrap();
        let html = scraper::Html::parse_document(&page);
        let all = |selector: &str| -> Vec<String> {
            let selector = scraper::Selector::parse(selector).unwrap();
            html.select(&selector).map(|element| element.text().collect()).collect()
        };
        let stay = 122 - rig.app.shared.outcome().unwrap().totals.dropped;
        let said = format!("{stay} of 122 documents stay");
        assert!(all("#decisions p").iter().any(|text| text.contains(&said)), "{said}");
        let command = all("#made pre").swap_remove(0);
        assert!(command.contains(option), "{command}");
        let dedup = all("#decisions pre").concat();
        assert_eq!(dedup.contains(option), !key.starts_with('J'), "{dedup}");
        fs::remove_file(&path).unwrap();
        let line = command.replacen("simscope", "\"$BIN\"", 1);
        assert!(program("bash").args(["-c", &line]).status().unwrap().success(), "{command}");
        assert!(fs::read_to_string(&path).unwrap() == page, "{command}");
    }
}

#[test]
fn the_preview_counts_what_was_decided_and_what_no_longer_fits() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    let groups = rig.app.shared.groups.as_ref().unwrap().count();
    rig.press("g P enter");
    let line = format!("{} of {groups} groups are undecided", groups - 1);
    assert!(rig.text().contains(&line), "{}", rig.text());
    // In a group that waits, too, an excluded document is one.
    rig.press("z tab X");
    let excluded = *decisions(&rig).excluded.iter().next().unwrap();
    assert_eq!(fate(&rig, excluded), Fate::Excluded);
    assert!(rig.text().contains("1 excluded"), "{}", rig.text());
    rig.act(Action::SetK(3));
    assert!(rig.text().contains("decisions about 1 group are not used"), "{}", rig.text());
    rig.act(Action::SetK(9));
    assert!(!rig.text().contains("not used"), "{}", rig.text());
}

#[test]
fn groups_are_named_after_the_tau_that_they_were_made_with() {
    let desk = Desk::new();
    let mut rig = desk.open(Lang::En);
    rig.press("V");
    assert!(rig.text().contains("confirmed, weighted:words:2>=0.3"), "{}", rig.text());
    rig.press_unsettled("t");
    rig.draw();
    assert!(rig.text().contains("confirmed, weighted:words:2>=0.3"), "{}", rig.text());
    assert!(!rig.app.shared.groups_are_current() && rig.app.shared.outcome().is_none());
    rig.settle();
    assert!(rig.text().contains("confirmed, weighted:words:2>=0.35"), "{}", rig.text());
}
