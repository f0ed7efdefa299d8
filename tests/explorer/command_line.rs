//! `:command` shows the command line that prints what is on the screen: it is run, and says the same.

use crate::command::simscope;
use crate::support::{Rig, start};
use simscope::corpus::Source;
use simscope::tui::action::{Action, pair, threshold};
use simscope::tui::shared::Start;
use std::path::{Path, PathBuf};
use std::process::Command;

const SAMPLE: &str = "samples/en_sermon_kjv_asv.jsonl";

fn rig() -> Rig {
    Rig::open(Start { sources: vec![Source::Path(PathBuf::from(SAMPLE))], k: 12, ..start() }, 120, 36)
}

/// What the line that `:command` shows prints: rows of cells.
fn run(rig: &mut Rig) -> Vec<Vec<String>> {
    let text = printed(rig, "");
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The same of one document or pair, as one object: on a terminal all of it is printed, in a pipe the features.
fn run_object(rig: &mut Rig) -> serde_json::Value {
    serde_json::from_str(&printed(rig, " --format jsonl")).unwrap()
}

fn printed(rig: &mut Rig, more: &str) -> String {
    let line = rig.app.command_line().unwrap();
    rig.press(":").press("command").press("enter");
    let shown: String = rig.text().split(['│', '\n']).map(str::trim).collect::<Vec<_>>().join(" ");
    // The table alone.
    let line = match line.split_once(" -o ") {
        Some((before, behind)) => {
            format!("{before} --dry-run {}", behind.split_once(' ').map_or("", |(_, more)| more))
        }
        None => line,
    };
    let first = line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    assert!(shown.contains(&first), "{line}: {}", rig.text());
    rig.press("esc");
    // As a shell takes it, with this program.
    let program = simscope(&[]).get_program().to_owned();
    let output = Command::new("sh")
        .args(["-c", &(line.replacen("simscope", "\"$0\"", 1) + more)])
        .arg(program)
        .env("SIMSCOPE_CONFIG", "")
        .env("LC_ALL", "C")
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The cells of a column by its name.
fn column<'a>(rows: &'a [Vec<String>], name: &str) -> Vec<&'a str> {
    let at = rows[0].iter().position(|head| head == name).unwrap_or_else(|| panic!("{name}: {:?}", rows[0]));
    rows[1..].iter().map(|row| &*row[at]).collect()
}

#[test]
fn of_corpus_and_anatomy() {
    let mut rig = rig();
    let rows = run(&mut rig);
    assert_eq!(rows.len() - 1, rig.app.shared.row_count());
    rig.press("/").press("heaven").press("enter");
    let rows = run(&mut rig);
    assert_eq!(rows.len() - 1, rig.app.shared.row_count());
    assert!(rows.len() > 2);
    rig.press("2");
    let said = run_object(&mut rig);
    let shared = &rig.app.shared;
    let signature = shared.model.signatures.get(shared.selected as usize);
    let hex = simscope::simhash::hex(signature, shared.model.recipe.bits);
    assert_eq!(said["signature"], hex, "{said}");
}

#[test]
fn of_threshold_and_its_views() {
    let mut rig = rig();
    rig.press("3");
    let groups = run(&mut rig);
    let mut numbers = column(&groups, "group");
    numbers.dedup();
    assert_eq!(numbers.len(), rig.app.shared.groups.as_ref().unwrap().count());
    rig.act(Action::Focus(threshold::Pane::Sweep.into()));
    let sweep = run(&mut rig);
    let at = |k: usize| rig.app.shared.model.sweep[k].pairs.unwrap().to_string();
    let pairs = column(&sweep, "pairs");
    assert_eq!((pairs[12], pairs[20]), (&*at(12), &*at(20)));
    rig.act(Action::Focus(threshold::Pane::Groups.into())).press("p");
    let border = run(&mut rig);
    let shown: Vec<u8> =
        rig.app.screens.threshold.border_pairs(&rig.app.shared).iter().map(|pair| pair.distance).collect();
    let mut distances: Vec<u8> = column(&border, "distance").iter().map(|d| d.parse().unwrap()).collect();
    let mut shown = shown;
    shown.sort_unstable();
    distances.sort_unstable();
    assert!(!shown.is_empty());
    assert_eq!(distances, shown);
    rig.press("r a").press("java").press("enter");
    rig.act(Action::Threshold(threshold::Act::Show(threshold::Below::Recipes)));
    let seen = run(&mut rig);
    let listed = rig.app.screens.threshold.recipes.found().unwrap();
    assert!(seen.len() > 1, "{listed:?}");
}

#[test]
fn of_matrix() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = rig();
    rig.press("4");
    let line = rig.app.command_line().unwrap();
    assert!(line.contains("--show mean") && line.contains("-k 12"), "{line}");
    let file = folder.path().join("a.png");
    let line = line.replace("simscope-heatmap.png", file.to_str().unwrap());
    let words: Vec<&str> = line.split(' ').skip(1).collect();
    assert!(simscope(&words).output().unwrap().status.success(), "{line}");
    let decoder = png::Decoder::new(std::io::BufReader::new(std::fs::File::open(&file).unwrap()));
    let size = decoder.read_info().unwrap().info().width as usize;
    // As many documents a side, each some pixels wide, beside what surrounds the matrix.
    let documents = rig.app.shared.model.tree.as_ref().unwrap().order().len();
    assert!(size >= documents, "{size} {documents}");
}

#[test]
fn of_pair_its_views_and_typed_texts() {
    let mut rig = rig();
    rig.press("5");
    let (a, b) = rig.app.screens.pair.documents().unwrap();
    let signatures = &rig.app.shared.model.signatures;
    let distance = simscope::hamming::distance(signatures.get(a as usize), signatures.get(b as usize));
    let said = run_object(&mut rig);
    assert_eq!(said["distance"], distance, "{said}");
    rig.act(Action::Pair(pair::Act::SetView(pair::View::Influence)));
    let line = rig.app.command_line().unwrap();
    assert!(line.starts_with("simscope sensitivity -k 12 --id "), "{line}");
    rig.press("i").app.paste("it's ");
    rig.settle();
    rig.press("esc").act(Action::Pair(pair::Act::SetView(pair::View::Differences)));
    let said = run_object(&mut rig);
    let compared = rig.app.screens.pair.compared().unwrap();
    let distance = (compared.a.trace.signature ^ compared.b.signature).count_ones();
    assert_eq!(said["distance"], distance, "{said}");
}

#[test]
fn of_clean() {
    let mut rig = rig();
    rig.press("6");
    let clean = rig.app.shared.clean().unwrap().clone();
    let rows = run(&mut rig);
    let of_all = rows.iter().find(|row| row[0] == "all").unwrap();
    let dropped = rows[0].iter().position(|head| head == "dropped").unwrap();
    assert_eq!(of_all[dropped], clean.gone().to_string());
}

#[test]
fn what_is_in_no_file_has_none_and_says_so() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let held = simscope::corpus::Held::new("typed", [("a", "to be or not to be")]);
    let mut rig = Rig::open(Start { sources: vec![Source::Held(held)], ..start() }, 120, 36);
    assert!(folder.exists() && rig.app.command_line().is_err());
    rig.act(Action::ShowCommand);
    assert!(rig.message().contains("they are in no file"), "{}", rig.message());
}
