//! What Pair writes of a document, and Threshold of the corpus, is what the command writes of it, to the byte.

use crate::command::simscope;
use crate::support::{Rig, start};
use simscope::corpus::Source;
use simscope::recipe::{Bits, Recipe, TieRule, Weighting};
use simscope::tui::screens::pair::keys::{Act, View};
use simscope::tui::shared::Start;
use std::path::Path;

/// Pair's file of the first document of a corpus, and the command's answer.
fn check(path: &Path, id: &str, recipe: Recipe, options: &[&str]) {
    let folder = tempfile::tempdir().unwrap();
    let start = Start { recipe, k: 6, sources: vec![Source::Path(path.to_owned())], ..start() };
    let mut rig = Rig::open(start, 120, 36);
    rig.app.screens.pair.experiment.texts = 40;
    rig.press("‹to-lab›").act(Act::SetView(View::Lengths).into());
    for format in ["jsonl", "tsv", "csv"] {
        let file = folder.path().join(format!("all.{format}"));
        rig.press("x").press("ctrl-u").press(file.to_str().unwrap()).press("enter");
        assert!(rig.message().contains("exported"), "{}", rig.message());
        let by_command = folder.path().join(format!("command.{format}"));
        let mut command = simscope(&["sensitivity", path.to_str().unwrap()]);
        command.args(["--id", id, "-k", "6", "--texts", "40"]).args(options);
        let output = command.args(["-o", by_command.to_str().unwrap()]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let both = |ending: &str| {
            [&file, &by_command]
                .map(|file| std::fs::read_to_string(format!("{}{ending}", file.display())).unwrap())
        };
        let [lab, command] = both("");
        assert!(lab.lines().count() > 60, "{lab}");
        assert_eq!(lab, command, "{format} {options:?}");
        // What both follow from stands beside them.
        let [lab, command] = both(".recipe.toml");
        assert!(
            lab.contains("# k = 6, words changed in each edit: 1, seed 1, 40 texts of each length"),
            "{lab}"
        );
        assert_eq!(lab, command, "{format} {options:?}");
    }
}

#[test]
fn the_lab_writes_what_the_command_writes() {
    let folder = tempfile::tempdir().unwrap();
    let hostile = folder.path().join("hostile.jsonl");
    let text =
        "The storm\r\nclosed\tthe e\u{301}tat \u{1b}[31m床前\u{202e}明月光，\u{200d} été ＡＢ the STORM\n";
    let other = "the night train to the city was late, and nobody knew why; 城市的夜间列车停运。";
    let rows = [("a\u{1b}", text), ("b", other)]
        .map(|(id, text)| serde_json::json!({ "id": id, "text": text }).to_string());
    std::fs::write(&hostile, rows.join("\n")).unwrap();
    let sermon = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/en_sermon_kjv_asv.jsonl");
    let recipe = Recipe::default();
    check(&hostile, "a\u{1b}", recipe, &[]);
    let tf_idf = Recipe { weighting: Weighting::TfIdf, ..recipe };
    check(&hostile, "a\u{1b}", tf_idf, &["--weighting", "tf-idf"]);
    let narrow =
        Recipe { bits: Bits::new(7).unwrap(), tie: TieRule::One, weighting: Weighting::Tf, ..recipe };
    let first = std::fs::read_to_string(&sermon).unwrap();
    let first: serde_json::Value = serde_json::from_str(first.lines().next().unwrap()).unwrap();
    check(
        &sermon,
        first["id"].as_str().unwrap(),
        narrow,
        &["--bits", "7", "--tie", "one", "--weighting", "tf"],
    );
}

#[test]
fn the_threshold_screen_writes_the_sweep_of_the_command() {
    let folder = tempfile::tempdir().unwrap();
    let sermon = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/en_sermon_kjv_asv.jsonl");
    let mut rig = Rig::open(Start { sources: vec![Source::Path(sermon.clone())], ..start() }, 120, 36);
    let file = folder.path().join("sweep.tsv");
    rig.press("3 tab x").press("ctrl-u").press(file.to_str().unwrap()).press("enter");
    assert!(rig.message().contains("exported"), "{}", rig.message());
    let output = simscope(&["sweep", sermon.to_str().unwrap()]).output().unwrap();
    let exported = std::fs::read_to_string(&file).unwrap();
    assert!(exported.lines().next().unwrap().contains("group_f1\tari\tconfirmed\tmissed"), "{exported}");
    assert_eq!(exported, String::from_utf8(output.stdout).unwrap());
}
