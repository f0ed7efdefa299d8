//! `simscope clean` without -k: the texts decide what goes, and texts with differences that matter stay.

use crate::command::{SERMON, simscope, succeed, text};
use crate::folder::Folder;
use crate::tickets::{Truth, tickets};
use serde_json::Value;
use simscope::alignment::Kind;
use simscope::measures::{Shingles, Weighed, Weights};
use simscope::progress::Progress;
use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

/// The rows of a table with a header, as maps.
fn rows(tsv: &str) -> Vec<HashMap<String, String>> {
    let mut lines = tsv.lines();
    let heads: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        heads.iter().map(|head| (*head).to_owned()).zip(line.split('\t').map(str::to_owned)).collect()
    };
    lines.map(row).collect()
}

fn read(path: &str) -> String {
    fs::read_to_string(path).unwrap()
}

fn lines(texts: &[&str]) -> String {
    let line =
        |(id, text): (usize, &&str)| format!("{}\n", serde_json::json!({"id": id.to_string(), "text": text}));
    texts.iter().enumerate().map(line).collect()
}

fn ids(path: &str) -> Vec<String> {
    let id = |line: &str| serde_json::from_str::<Value>(line).unwrap()["id"].as_str().unwrap().to_owned();
    read(path).lines().map(id).collect()
}

#[test]
fn of_tickets_the_copies_go_and_what_says_the_opposite_stays() {
    for seed in [1, 2, 3] {
        let folder = Folder::new();
        let (lines, truths) = tickets(seed);
        let input = folder.file("tickets.jsonl", lines);
        let out = folder.path("out.jsonl");
        let decided = |options: &[&str]| {
            let told = succeed(&[&["dedup", &input, "-o", &out, "--force"], options].concat());
            assert!(!text(&told.stderr).contains("alarm: "), "{}", text(&told.stderr));
            ["dropped", "held"].map(|table| rows(&read(&folder.path(&format!("out.{table}.tsv")))))
        };
        let truth = |id: &String| truths[id.parse::<usize>().unwrap()];
        let is_right = |row: &&HashMap<String, String>| {
            let number = |id| if let Truth::Ticket { number, .. } = truth(id) { Some(number) } else { None };
            number(&row["id"]).is_some() && number(&row["id"]) == number(&row["kept"])
        };
        let copies =
            truths.iter().filter(|truth| matches!(truth, Truth::Ticket { is_copy: true, .. })).count();
        // A forwarded ticket has three words before it. Only the owner knows that they do not matter.
        for (options, share) in [(&[][..], 60), (&["--same-if", "one-or-two-words"], 95)] {
            let [dropped, held] = decided(options);
            let right = dropped.iter().filter(is_right).count();
            println!(
                "seed {seed}: {} go, {right} of {copies} copies, {} are held",
                dropped.len(),
                held.len()
            );
            assert_eq!(dropped.len(), right, "seed {seed} {options:?}");
            assert!(100 * right >= share * copies, "seed {seed} {options:?}: {right} of {copies} copies go");
            let rights =
                held.iter().filter(|row| truth(&row["id"]) == Truth::Right && row["kind"] == "opposite");
            assert_eq!(rights.count(), 30);
            assert_eq!(ids(&out).len() + dropped.len(), truths.len());
        }
    }
}

/// A text, a version of it for each kind, and whether that goes by default.
const KINDS: [(&str, &str, &str, bool); 15] = [
    ("same", "", "", true),
    ("fold", "parcel", "PARCEL", true),
    ("marks", "office was", "office, was", true),
    ("space", "harbour office", "harbouroffice", true),
    ("same-number", "seven", "7", true),
    ("spelling", "eastern", "eatsern", true),
    ("form", "parcel", "parcels", true),
    ("small", "the keeper", "a keeper", true),
    ("text-more", " before noon", " before noon when all ships had left", true),
    ("one-or-two-words", "harbour", "village", false),
    ("number", "seven", "eight", false),
    ("date", "June", "July", false),
    ("unit", "5 kg", "5 mg", false),
    ("opposite", "eastern", "western", false),
    ("negation", "was left", "was not left", false),
];

#[test]
fn each_kind_goes_or_is_held_as_asked_for() {
    let folder = Folder::new();
    let body = "the parcel of 5 kg for the harbour office was left with the keeper of the eastern gate seven days in June before noon";
    let other =
        "a report about trains that came late to the northern station because of much snow in the valley";
    let (input, out) = (folder.path("in.jsonl"), folder.path("out.jsonl"));
    for (kind, from, to, goes) in KINDS {
        let version = if from.is_empty() { body.to_owned() } else { body.replacen(from, to, 1) };
        assert!(from.is_empty() || version != body, "{kind}");
        for versions in [[body, &version], [&version, body]] {
            folder.file("in.jsonl", lines(&[versions[0], versions[1], other]));
            for (options, is_gone) in
                [(&[][..], goes), (&["--same-if", kind], true), (&["--matters", kind], false)]
            {
                // Of more and less text the kind hangs on which text goes, which hangs on its weight.
                succeed(&[&["dedup", &input, "-o", &out, "--force"], options].concat());
                let [dropped, held] =
                    ["dropped", "held"].map(|table| rows(&read(&folder.path(&format!("out.{table}.tsv")))));
                assert_eq!(
                    (dropped.len(), held.len()),
                    (usize::from(is_gone), usize::from(!is_gone)),
                    "{kind} {options:?}: {dropped:?} {held:?}"
                );
                let row = dropped.first().or(held.first()).unwrap();
                let is_allowed = kind == "one-or-two-words" && is_gone && row["kind"] == "word";
                assert!(row["kind"] == kind || is_allowed, "{kind} {options:?}: {row:?}");
                assert_eq!(ids(&out).len(), 3 - dropped.len());
            }
        }
    }
}

#[test]
fn the_table_has_parts_kinds_and_alarms_in_json_too() {
    let folder = Folder::new();
    let body =
        "seven boats lay at the pier while their crews ate bread and waited for the evening tide to turn";
    let versions = ["", " before the rain came over them", " and again in the wind of the autumn, as ever"]
        .map(|more| format!("{body}{more}"));
    let input = folder.file("in.jsonl", lines(&[&versions[0], &versions[1], &versions[2], "x"]));
    let told = succeed(&["dedup", &input, "--dry-run", "--format", "jsonl"]);
    let rows: Vec<Value> =
        text(&told.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let find =
        |part: &str, name: &str| rows.iter().find(|row| row["part"] == part && row["name"] == name).unwrap();
    assert_eq!(find("all", "")["dropped"], 1);
    let row = find("kind", "text-more");
    assert_eq!((&row["dropped"], &row["example"]), (&1.into(), &"0".into()));
    assert!(row["what"].as_str().unwrap().starts_with("text-more: + "), "{row}");
    assert_eq!(find("kind", "lost")["held"], Value::Null);
    assert!(find("note", "few")["what"].as_str().unwrap().starts_with("4 distinct texts"));
    assert_eq!(folder.names(), ["in.jsonl"]);
}

#[test]
fn a_direction_is_asked_for_by_its_name() {
    let folder = Folder::new();
    let short = "the ferry leaves at noon from the southern pier and takes bicycles without a fee";
    let long = format!(
        "{short} but in winter it does not run when the sound is frozen over as in the last three years"
    );
    let input = folder.file("in.jsonl", lines(&[&long, short]));
    let out = folder.path("out.jsonl");
    let refused = simscope(&["dedup", &input, "-o", &out, "--verify", "containment>=1"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("use kept-contains:words:2>=1"), "{}", text(&refused.stderr));
    // Shortest first: the longer one may not go against it.
    succeed(&["dedup", &input, "-o", &out, "--verify", "kept-contains>=1", "--keep", "shortest"]);
    assert_eq!(ids(&out), ["0", "1"]);
    succeed(&["dedup", &input, "-o", &out, "--verify", "kept-contains>=1", "--force"]);
    assert_eq!(ids(&out), ["0"]);
}

#[test]
fn what_is_in_another_corpus_goes_and_that_one_is_only_read() {
    let folder = Folder::new();
    let texts: Vec<String> = read(SERMON).lines().map(str::to_owned).collect();
    let (test, train) = texts.split_at(texts.len() / 2);
    let leaked: Vec<String> =
        test.iter().step_by(7).map(|line| line.replacen("\"id\": \"", "\"id\": \"leak-", 1)).collect();
    let train = [train, &leaked[..]].concat();
    let [train_file, test_file] = [("train.jsonl", &train[..]), ("test.jsonl", test)]
        .map(|(name, lines)| folder.file(name, lines.join("\n") + "\n"));
    let before = read(&test_file);
    let out = folder.path("out.jsonl");
    let against = ["dedup", &train_file, "--against", &test_file, "-o", &out, "--yes", "--force"];
    succeed(&against);
    let dropped = rows(&read(&folder.path("out.dropped.tsv")));
    let gone: HashSet<&str> = dropped.iter().map(|row| row["id"].as_str()).collect();
    for row in &dropped {
        assert_eq!(row["rule"], "against");
    }
    let found =
        ids(&train_file).iter().filter(|id| id.starts_with("leak-") && gone.contains(id.as_str())).count();
    assert_eq!(found, leaked.len(), "all planted leaks are found");
    assert!(leaked.len() > 5);
    let hits = rows(&read(&folder.path("out.hits.tsv")));
    assert!(
        hits.len() >= dropped.len()
            && hits.is_sorted_by_key(|row| {
                ids(&test_file).iter().position(|id| *id == row["kept"]).unwrap()
            })
    );
    assert_eq!(read(&test_file), before);
    // Its own duplicates only if asked for.
    let twice = folder
        .file("twice.jsonl", [&train[0][..], &train[0].replacen("\"id\": \"", "\"id\": \"b-", 1)].join("\n"));
    let left = |options: &[&str]| {
        succeed(
            &[&["dedup", &twice, "--against", &test_file, "-o", &out, "--yes", "--force"], options].concat(),
        );
        ids(&out).len()
    };
    assert_eq!((left(&[]), left(&["--also-within"]), left(&["--also-within", "--keep-none"])), (2, 1, 0));
    let index = folder.path("test.simx");
    succeed(&["index", "build", &test_file, "-o", &index]);
    let refused =
        simscope(&["dedup", &train_file, "--against", &index, "-o", &out, "--force"]).output().unwrap();
    assert!(text(&refused.stderr).contains("an index has no texts"), "{}", text(&refused.stderr));
    let table = read(&folder.path("out.dropped.tsv"));
    succeed(&against);
    let expected = read(&folder.path("out.dropped.tsv"));
    assert_ne!(table, expected);
    let with =
        ["dedup", &train_file, "--against", &index, "--texts", &test_file, "-o", &out, "--yes", "--force"];
    succeed(&with);
    assert_eq!(read(&folder.path("out.dropped.tsv")), expected);
}

/// Of every text how alike the most alike of another corpus is, and which that is, by the definition alone; none below 0.3.
fn by_brute_force(new: &[String], known: &[String]) -> HashMap<usize, (f64, usize)> {
    let texts: Vec<&str> = new.iter().chain(known).map(String::as_str).collect();
    let weights = Weights::of(Shingles::Words(2), &texts, &Progress::new()).unwrap();
    let known: Vec<Weighed> = known.iter().map(|text| weights.weigh(text)).collect();
    let best = |text: &String| {
        let weighed = weights.weigh(text);
        let values = known.iter().zip(0..).map(|(of, at)| (weighed.jaccard(of), at));
        values.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|best| best.0 >= 0.3)
    };
    new.iter().enumerate().filter_map(|(at, text)| Some((at, best(text)?))).collect()
}

#[test]
fn what_goes_or_is_held_against_another_corpus_is_what_brute_force_finds_alike() {
    for seed in [1, 2] {
        let (all, _) = tickets(seed);
        let texts: Vec<String> = (all.lines())
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["text"].as_str().unwrap().to_owned())
            .collect();
        let known: Vec<String> = texts.iter().step_by(2).cloned().collect();
        let mut new: Vec<String> = texts.into_iter().skip(1).step_by(2).collect();
        // Leaks: as they are, in capitals, with other signs, cut, continued, with another word.
        for (at, text) in known.iter().enumerate().step_by(9) {
            let words: Vec<&str> = text.split(' ').collect();
            new.push(match at / 9 % 6 {
                0 => text.clone(),
                1 => text.to_uppercase(),
                2 => text.replace(". ", "; "),
                3 => words[words.len() / 4..].join(" "),
                4 => format!("{text} unlike before {at}"),
                _ => text.replace(words[5], "otherwise"),
            });
        }
        let folder = Folder::new();
        let file = |name: &str, texts: &[String]| {
            folder.file(name, lines(&texts.iter().map(String::as_str).collect::<Vec<_>>()))
        };
        let (a, b) = (file("a.jsonl", &new), file("b.jsonl", &known));
        let out = folder.path("out.jsonl");
        // Templates are a matter of groups.
        succeed(&["dedup", &a, "--against", &b, "-o", &out, "--yes", "--same-if", "template"]);
        let alike = by_brute_force(&new, &known);
        let mut seen = HashSet::new();
        for (table, is_gone) in [("out.dropped.tsv", true), ("out.held.tsv", false)] {
            for row in rows(&read(&folder.path(table))) {
                let at: usize = row["id"].parse().unwrap();
                let value: f64 = row["similarity"].parse().unwrap();
                let (best, _) = alike.get(&at).unwrap_or_else(|| panic!("{row:?}"));
                assert!(value >= 0.3 && value <= best + 1e-4, "{row:?}: {best}");
                let kind: Kind = row["kind"].parse().unwrap();
                assert!(!(is_gone && kind.matters()), "{row:?}");
                assert!(seen.insert(at), "{row:?}");
            }
        }
        for (at, (value, by)) in &alike {
            // Unless the known text is one of the new ones, too.
            let is_new = || new.iter().any(|new| new.to_lowercase() == known[*by].to_lowercase());
            assert!(seen.contains(at) || is_new(), "{value}: {}", new[*at]);
        }
        let kept: HashSet<String> = ids(&out).into_iter().collect();
        let leaks = (new.len() - known.len().div_ceil(9)..new.len()).map(|at| at.to_string());
        assert!(leaks.enumerate().all(|(n, id)| n % 6 > 1 || !kept.contains(&id)), "{kept:?}");
    }
}

#[test]
fn a_known_text_covers_new_ones_though_it_is_among_them_itself() {
    let folder = Folder::new();
    let body = "the ferry from the northern pier will carry bicycles and dogs without a fee until the end of the season in October";
    let sent_on = format!("Forwarded by the office of the harbour for your information. {body}");
    let known = folder.file("known.jsonl", lines(&[body]));
    for new in [&[&*sent_on][..], &[body, &sent_on]] {
        let input = folder.file("new.jsonl", lines(new));
        let printed = simscope(&["check", &input, "--against", &known]).output().unwrap();
        assert_eq!(text(&printed.stdout).lines().count(), new.len(), "{}", text(&printed.stdout));
    }
}

#[test]
fn signatures_as_candidates_find_a_part_of_what_the_texts_confirm() {
    let folder = Folder::new();
    let input = Path::new(env!("CARGO_MANIFEST_DIR")).join(SERMON);
    let gone = |options: &[&str]| -> HashSet<String> {
        let out = folder.path("out.jsonl");
        let call = ["dedup", input.to_str().unwrap(), "-o", &out, "--yes", "--force"];
        succeed(&[&call[..], options].concat());
        rows(&read(&folder.path("out.dropped.tsv"))).into_iter().map(|row| row["id"].clone()).collect()
    };
    let (exact, wide, none) = (gone(&[]), gone(&["--candidates", "k=64"]), gone(&["--candidates", "k=0"]));
    assert_eq!(exact, wide);
    assert!(none.len() < exact.len() && none.is_subset(&exact));
}

#[test]
fn a_distance_alone_is_stopped_where_texts_are_too_short_or_no_k_separates() {
    let folder = Folder::new();
    let stopped = |input: &str, k: &str| {
        let output = simscope(&["dedup", input, "-k", k, "-o", &folder.path("out.jsonl")]).output().unwrap();
        (output.status.code(), text(&output.stderr))
    };
    let (code, told) = stopped(SERMON, "3");
    assert!(
        code == Some(3) && told.contains("alarm: 222 of 222 documents are too short for k = 3"),
        "{told}"
    );
    let (code, told) = stopped("samples/en_tldr.jsonl", "8");
    assert!(code == Some(3) && told.contains("alarm: no k tells the pairs"), "{told}");
    assert!(!told.contains("too short"), "{told}");
    // The texts need no k.
    let told = text(&simscope(&["dedup", SERMON, "--dry-run"]).output().unwrap().stderr);
    assert!(!told.contains("too short") && !told.contains("no k tells"), "{told}");
}

#[test]
fn the_gate_tells_what_is_known_and_a_baseline_silences_it() {
    let folder = Folder::new();
    let body = "nine lanterns hung above the market stairs and threw a yellow light upon the wet stones of the square";
    let other = "the miller weighed every sack twice because the scales had been tampered with by somebody in the night";
    let known = folder.file("known.jsonl", lines(&[other, body]));
    let new = folder.file(
        "new.jsonl",
        lines(&["something else", &body.replace("yellow", "golden"), &format!("{body}!")]),
    );
    let call = ["check", &new, "--against", &known];
    let run = |options: &[&str], code: i32| {
        let output = simscope(&[&call[..], options].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{}", text(&output.stderr));
        text(&output.stdout).replace(&folder.path(""), "")
    };
    let printed = run(&[], 3);
    let found: Vec<&str> = printed.lines().collect();
    assert_eq!(found.len(), 2, "{printed}");
    assert!(
        found[0].starts_with("new.jsonl:2: held: one-or-two-words 0.")
            && found[0].ends_with("known.jsonl:2: word: golden → yellow"),
        "{printed}"
    );
    assert_eq!(found[1], "new.jsonl:3: marks 1.00: known.jsonl:2: marks");
    // What is held does not count.
    let output = simscope(&[&call[..], &["--matters", "marks"]].concat()).output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(
        text(&output.stderr).contains("held, not counted: 2 like a document of "),
        "{}",
        text(&output.stderr)
    );
    let printed = run(&["--same-if", "one-or-two-words"], 3);
    assert!(printed.starts_with("new.jsonl:2: word 0."), "{printed}");
    let sarif: Value = serde_json::from_str(&run(&["--format", "sarif"], 3)).unwrap();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    let location = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(
        (&location["artifactLocation"]["uri"], &location["region"]["startLine"]),
        (&"new.jsonl".into(), &2.into())
    );
    assert_eq!([&results[0]["level"], &results[1]["level"]], ["note", "warning"]);
    let objects = run(&["--format", "jsonl", "--ignore-kinds", "marks"], 0);
    let held: Value = serde_json::from_str(&objects).unwrap();
    assert_eq!(
        (&held["kind"], &held["held"], &held["differences"]),
        (&"one-or-two-words".into(), &true.into(), &"word: golden → yellow".into())
    );
    let baseline = folder.path("known.txt");
    let same = ["--same-if", "one-or-two-words", "--baseline", &baseline];
    run(&[&same[..], &["--write-baseline"]].concat(), 0);
    assert_eq!(run(&same, 0), "");
    // In another order, under other ids.
    folder.file("new.jsonl", lines(&[&format!("{body}!"), &body.replace("yellow", "golden")]));
    assert_eq!(run(&same, 0), "");
    // What is held is no finding, and is not written.
    run(&["--baseline", &baseline, "--write-baseline"], 0);
    assert_eq!(read(&baseline).lines().count(), 1);
    fs::write(&baseline, "not one\n").unwrap();
    let told = text(&simscope(&[&call[..], &["--baseline", &baseline]].concat()).output().unwrap().stderr);
    assert!(told.contains("line 1: no finding"), "{told}");
}

#[test]
fn a_baseline_takes_the_place_of_nothing_but_a_baseline() {
    let folder = Folder::new();
    let known = folder.file("known.jsonl", lines(&["the same words in both", "and others here"]));
    let new = folder.file("new.jsonl", lines(&["the same words in both"]));
    let notes = folder.file("notes.txt", "my notes\n");
    for path in [&known, &new, &notes] {
        let before = read(path);
        let call = ["check", &new, "--against", &known, "--baseline", path, "--write-baseline"];
        let output = simscope(&call).output().unwrap();
        assert_ne!(output.status.code(), Some(0), "{path}");
        assert_eq!(read(path), before, "{path}");
    }
}

#[test]
fn documents_without_a_label_are_a_part_beside_the_labels() {
    let folder = Folder::new();
    // Words without digits: numbers that differ are held.
    let word = |letter: char, n: usize, at: usize| {
        let digits = format!("{n}-{at}");
        let letters = digits.chars().map(|digit| char::from(b'a' + (digit as u8).wrapping_sub(b'-')));
        format!("{letter}{}", letters.collect::<String>())
    };
    let mut all = String::new();
    let mut put = |id: String, text: String, label: Option<&str>| {
        all += &format!("{}\n", serde_json::json!({"id": id, "text": text, "label": label}));
    };
    // Each of the labelled ones has a third of its words in no other text.
    for n in 0..40 {
        let body: Vec<String> = (0..14).map(|at| word('w', n / 4, at)).collect();
        let own: Vec<String> = (0..7).map(|at| word('o', n, at)).collect();
        put(format!("x{n}"), format!("{} {}", body.join(" "), own.join(" ")), Some("x"));
    }
    for n in 0..400 {
        let body: Vec<String> = (0..20).map(|at| word('r', n, at)).collect();
        put(format!("r{n}"), body.join(" "), None);
    }
    let input = folder.file("all.jsonl", all);
    let call = [
        "dedup",
        &input,
        "--loss",
        "0.9",
        "--passage",
        "0",
        "--same-if",
        "template",
        "--same-if",
        "one-or-two-words",
        "-o",
        &folder.path("out.jsonl"),
    ];
    let output = simscope(&call).output().unwrap();
    let told = text(&output.stderr);
    assert!(told.contains("alarm: label \"x\" loses"), "{told}");
    assert_eq!(output.status.code(), Some(3), "{told}");
}

#[test]
fn of_a_group_that_goes_whole_each_row_has_its_own_figures() {
    let folder = Folder::new();
    let long = "red blue green white black brown grey pink orange purple yellow silver golden copper";
    let filler: Vec<String> =
        (0..25).map(|n| (0..9).map(|word| format!("f{n}g{word} ")).collect::<String>()).collect();
    let mut texts =
        vec![long.to_owned(), format!("{long} and so on again"), "equal text".into(), "equal text".into()];
    texts.extend(filler);
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let input = folder.file("own.jsonl", lines(&texts));
    let other = folder.file("other.jsonl", lines(&["nothing of all this"]));
    let out = folder.path("out.jsonl");
    let call = ["dedup", &input, "--against", &other, "--also-within", "--keep-none", "--yes", "-o", &out];
    succeed(&call);
    let dropped = rows(&read(&folder.path("out.dropped.tsv")));
    let of = |id: &str| dropped.iter().find(|row| row["id"] == id).unwrap();
    assert_eq!([&of("0")["kept"], &of("0")["lost"], &of("0")["kind"]], ["1", "0", "text-more"]);
    assert_eq!([&of("1")["kept"], &of("1")["kind"]], ["0", "text-less"]);
    assert!(of("1")["lost"].parse::<f64>().unwrap() > 0.1, "the other direction");
    assert_eq!([&of("2")["kind"], &of("3")["kind"]], ["same", "same"]);
}

#[test]
fn a_file_that_the_explorer_kept_beside_the_corpus_is_named_unless_it_is_asked_for() {
    let folder = Folder::new();
    let texts = ["the storm closed the old river bridge", "the storm closed the old river bridge"];
    let input = folder.file("a.jsonl", lines(&texts));
    let told = |more: &[&str]| {
        let call = [&["dedup", &input, "--dry-run"], more].concat();
        text(&simscope(&call).output().unwrap().stderr)
    };
    assert!(!told(&[]).contains("is not read"), "{}", told(&[]));
    let judged = folder.file("a.judgements.tsv", "");
    let expected = format!("{judged} is not read: --judgements {judged} applies it");
    assert!(told(&[]).contains(&expected), "{}", told(&[]));
    assert!(!told(&["--judgements", &judged]).contains("is not read"));
}
