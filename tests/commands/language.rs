//! Messages and tables for reading in Chinese; what programs read stays English.

use crate::command::{TANG, simscope, text};
use simscope::visible;
use std::process::Output;

fn in_chinese(arguments: &[&str]) -> Output {
    let output = simscope(arguments).env("LC_ALL", "zh_CN.UTF-8").output().unwrap();
    let told = text(&output.stderr);
    assert!(told.lines().all(|line| line.starts_with("simscope: ") && visible::line(line) == line), "{told}");
    output
}

/// English: two words with a blank between them, or one that is no name. Names, paths, options and values have signs or stand
/// alone; text in quotes or backticks is quoted, and so is an expression.
fn english_of(text: &str) -> Option<String> {
    let told = text.split(['`', '"', '\'']).step_by(2).collect::<Vec<_>>().join("…");
    let told = told.split("(?i)").next().unwrap();
    let is_word = |word: &str| word.len() > 1 && word.bytes().all(|b| b.is_ascii_lowercase());
    // A command, also of two words, and a recipe as it is written.
    let is_written = |word: &str| ["simscope", "index", "tie", "normalize"].contains(&word);
    let common = ["the", "of", "is", "are", "not", "cannot", "error", "with", "and", "or", "to", "in", "no"];
    let parts = told.split(|c: char| !c.is_ascii_graphic() && c != ' ');
    for part in parts {
        let words: Vec<&str> =
            part.split(' ').map(|word| word.trim_matches([',', ';', ':', '.', '(', ')'])).collect();
        let pair =
            words.windows(2).find(|pair| pair.iter().all(|word| is_word(word)) && !is_written(pair[0]));
        let word = words.iter().find(|word| common.contains(*word));
        if let Some(found) = pair.map(|pair| pair.join(" ")).or(word.map(|word| (*word).to_owned())) {
            return Some(found);
        }
    }
    None
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

#[test]
fn tables_for_reading_have_chinese_heads() {
    let table = |arguments: &[&str]| text(&in_chinese(&[arguments, &["--format", "table"]].concat()).stdout);
    for (arguments, heads) in [
        (&["groups", TANG][..], "编号 组 大小 首篇"),
        (&["pairs", TANG], "编号 A 编号 B 距离"),
        (&["hash", TANG], "编号 签名 位数 特征"),
        (&["sweep", TANG, "--exact-up-to", "3"], "k 文档对 组数 已分组 最大组 链"),
    ] {
        let table = table(arguments);
        let head = table.lines().next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(head.starts_with(heads), "{table}");
    }
    let explained = table(&["explain", "--text", "春眠不觉晓"]);
    for part in ["配方", "平票       累加值为 0 时取 0", "词项", "次数", "累加值"] {
        assert!(explained.contains(part), "{part} in {explained}");
    }
    let compared = table(&["compare", "--texts", "春眠不觉晓", "春眠不觉晓啊"]);
    assert!(compared.contains("位，共 64 位") && compared.contains("权重 A"), "{compared}");
    let advised = table(&["advise", TANG]);
    assert!(advised.contains("按文档对") && advised.contains("其余"), "{advised}");
    assert!(advised.contains("的文档对得到确认；"), "{advised}");
}

#[test]
fn what_programs_read_is_english_in_every_language() {
    for command in
        [&["groups", TANG][..], &["sweep", TANG, "--exact-up-to", "3"], &["explain", "--text", "x"]]
    {
        for format in ["tsv", "csv", "spreadsheet", "jsonl"] {
            let arguments = [command, &["--format", format, "--no-progress"]].concat();
            let english = simscope(&arguments).env("LC_ALL", "C").output().unwrap();
            assert_eq!(text(&in_chinese(&arguments).stdout), text(&english.stdout), "{arguments:?}");
        }
    }
}

#[test]
fn errors_and_notes_are_chinese() {
    for arguments in [
        &["groups", "/no/such.jsonl"][..],
        &["pair", "-k", "3"],
        &["sweep", "-k", "3"],
        &["hash", "-k", "3", TANG],
        &["hash", "--frobnicate"],
        &["pairs", "-k", "129", TANG],
        &["hash", "--input", "xml"],
        &["explain", "--id", "a", "--text", "b"],
        &["explain", TANG],
        &["explain", TANG, "--id", "nobody"],
        &["compare", "a", "b", TANG],
        &["--bits", "300", "hash", TANG],
        &["heatmap", TANG],
        &["hash", "--encoding", "klingon", TANG],
        &["hash", TANG, "--text-field", "poem"],
        &["groups", TANG, "--filter", "size>"],
        &["groups", TANG, "--filter", "frobnicate:x"],
        &["groups", TANG, "--filter", "judged:yes"],
    ] {
        let output = in_chinese(arguments);
        let told = text(&output.stderr);
        assert!(!output.status.success(), "{arguments:?}");
        assert!(told.lines().count() == 1 && is_chinese(&told), "{arguments:?}: {told}");
    }
    let told = text(&in_chinese(&["sweep"]).stderr);
    assert!(told.contains("未给出 PATH，且标准输入为空"), "{told}");
}

#[test]
fn what_was_skipped_and_why_is_chinese() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mixed.jsonl");
    std::fs::write(&path, "{\"id\":1,\"text\":\"春眠\"}\n{\"id\":2}\n").unwrap();
    let told = text(&in_chinese(&["hash", path.to_str().unwrap()]).stderr);
    assert!(told.contains("跳过 1 项：1 缺少字段；第一项："), "{told}");
    assert!(told.contains("mixed.jsonl，第 2 行：没有字段 `text`"), "{told}");
    let told = text(&in_chinese(&["groups", TANG, "--filter", "size>"]).stderr);
    assert!(told.contains("第 6 列：size> 之后须有值；参见 docs/COMMANDS.md"), "{told}");
}

#[test]
fn the_option_stands_above_the_settings_and_these_above_the_locale() {
    let told = |arguments: &[&str], variable: Option<&str>, locale: &str| {
        let mut command = simscope(arguments);
        command.env("LC_ALL", locale);
        if let Some(lang) = variable {
            command.env("SIMSCOPE_LANGUAGE", lang);
        }
        is_chinese(&text(&command.output().unwrap().stderr))
    };
    let call = ["groups", "/no/such"];
    assert!(!told(&call, None, "C") && told(&call, None, "zh_TW"));
    assert!(told(&call, Some("zh"), "C") && !told(&call, Some("en"), "zh_CN"));
    assert!(told(&["groups", "/no/such", "--lang", "zh"], Some("en"), "C"));
    assert!(told(&["groups", "/no/such", "--lang=zh"], None, "C"));
    assert!(!told(&["groups", "/no/such", "--lang", "en"], Some("zh"), "zh_CN"));
}

/// A lesson whose only page says this.
fn lesson(text: &str) -> String {
    let corpus = "id = \"x\"\nminutes = 1\ntitle.en = \"x\"\n[corpus]\npath = \"c.jsonl\"\n";
    format!("{corpus}[[pages]]\ntitle.en = \"y\"\ntext.en = \"{text}\"\n")
}

/// The files in the folder of [`every_line_that_a_command_says_is_chinese`].
fn fill(folder: &std::path::Path) {
    std::fs::create_dir(folder.join("folder")).unwrap();
    std::fs::write(folder.join("damaged.jsonl.gz"), b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xff\xff\xff")
        .unwrap();
    std::fs::write(folder.join("damaged.parquet"), b"PAR1 and nothing more PAR1").unwrap();
    std::fs::write(folder.join("latin.txt"), b"tokenizer = \"\xff\"").unwrap();
    std::fs::write(folder.join("utf.txt"), b"\x00\x01\x02").unwrap();
    let documents = "{\"id\":1,\"text\":\"春眠不觉晓，处处闻啼鸟\",\"label\":\"a\"}\n\
                     {\"id\":2,\"text\":\"春眠不觉晓，处处闻啼鸟啊\",\"label\":\"a\"}\n\
                     {\"id\":3,\"text\":\"夜来风雨声，花落知多少\",\"label\":\"b\"}\n{\"id\":4,\"text\":\"\"}\n";
    for (name, text) in [
        ("c.jsonl", documents),
        ("one.txt", "夜来风雨声\n"),
        ("tokenizer.toml", "tokenizer = \"nonesuch\"\n"),
        ("key.toml", "wrong = 1\n"),
        ("width.toml", "bits = 99\nhash = \"crc32\"\n"),
        ("bits.toml", "bits = \"x\"\n"),
        ("tie.toml", "tie = 1\n"),
        ("labels.tsv", "id_a\tid_b\tlabel\n1\t2\t1\n1\t3\t0\n9\t1\t1\n1\t1\t1\n"),
        ("label.tsv", "id_a\tid_b\tlabel\n1\t2\tx\n"),
        ("columns.tsv", "a\tb\n1\t2\n"),
        (
            "judged.tsv",
            "id_a\tid_b\thash_a\thash_b\tdistance\tjudgement\tnote\ttime\trecipe\tselection\nx\ty\n",
        ),
        ("head.tsv", "hello\n"),
        ("sheet.csv", "a,b\n1,2\n"),
        ("decisions.toml", "keep = \"wrong\"\n"),
        ("signatures.tsv", "id\tsignature\n1\tffff\n2\tfffe\n"),
        ("hex.tsv", "id\tsignature\n1\tzz\n"),
        ("widths.tsv", "id\tsignature\n1\t0fff\n2\tffffff\n"),
        ("function.toml", &lesson("{nofn 1}")),
        ("brace.toml", &lesson("{distance 1 2")),
        ("arguments.toml", &lesson("{distance 1}")),
        ("word.toml", &lesson("{pairs many}")),
        ("document.toml", &lesson("{terms nobody}")),
        ("unknown.toml", "frob = 1\n"),
        ("missing.toml", "title = \"x\"\n"),
        ("broken.toml", "title = = 1\n"),
        ("choice.toml", &lesson("{distance '1' (distance 1 2)}")),
        ("syntax.toml", "bits = = 1\n"),
        (
            "broken.jsonl",
            "{\"id\":1,\"text\":\"x\"}\n{\"id\":2,\n{\"id\":3 \"text\":1}\n{\"id\":4,\"text\":true}\n[1]\n{\"text\":null}\n",
        ),
        ("field.jsonl", "{\"id\":1,\"body\":\"x\"}\n"),
        ("twice.jsonl", "{\"id\":[1],\"text\":\"x\"}\n"),
        ("c.csv", "id,text\n1,\"x\n2,y\n"),
        ("junk.simx", "no index, but long enough for the head of one, or so it was thought"),
    ] {
        std::fs::write(folder.join(name), text).unwrap();
    }
}

/// Calls of all commands, right and wrong ones. A `*` at the end asks for a table.
const CALLS: &str = "
    sensitivity c.jsonl --id 1 --texts 30 *\n sensitivity c.jsonl --text= --texts 30 *\n sensitivity c.jsonl --id none
    sensitivity c.jsonl --risk --texts 30 *\n sensitivity c.jsonl --risk --texts 30
    sensitivity c.jsonl --id 1 --edit x\n sensitivity --input signatures signatures.tsv
    border c.jsonl -k 3 *\n border c.jsonl --distance 99\n border c.jsonl --distance x
    diff-recipes default java c.jsonl *\n diff-recipes default java c.jsonl --documents -k 12 *
    diff-recipes default jaava c.jsonl\n diff-recipes default\n diff-recipes default zzzz c.jsonl
    diff-recipes default tokenizer.toml c.jsonl\n diff-recipes default key.toml c.jsonl\n diff-recipes default width.toml c.jsonl
    diff-recipes default bits.toml c.jsonl\n diff-recipes default tie.toml c.jsonl\n diff-recipes default none.toml c.jsonl
    judge c.jsonl --judgements j.tsv *\n judge c.jsonl --judgements judged.tsv *\n judge c.jsonl --judgements head.tsv
    judge c.jsonl --judgements j.tsv --draw 9\n judge c.jsonl --judgements j.tsv --read sheet.csv\n judge
    judge c.jsonl --judgements j.tsv --min-precision 0.9\n judge --input signatures signatures.tsv
    measures c.jsonl *\n measures c.jsonl --truth wrong\n measures c.jsonl --measure wrong\n measures one.txt
    config *\n config -k 200\n config --tau 7\n config --memory 1K
    dedup c.jsonl -k 12 --dry-run *\n dedup c.jsonl -k 12 -o out.jsonl\n dedup c.jsonl -o c.jsonl\n dedup c.jsonl
    dedup c.jsonl --keep wrong -o x\n dedup c.jsonl --keep newest:none -o x\n dedup c.jsonl --keep newest:text -o x
    dedup c.jsonl --decisions decisions.toml -o x\n dedup --input signatures signatures.tsv -o x
    index build c.jsonl -o i.simx\n index build c.jsonl -o i.simx\n index info i.simx *\n index info junk.simx
    index build --input signatures signatures.tsv -o s.simx\n index info s.simx *\n index query i.simx --text 春眠不觉晓 -k 20 *
    index query i.simx --signature zz\n index query i.simx --id none\n index query i.simx\n index query s.simx --text a
    index query i.simx --text a --counters\n index query i.simx --text a --recipe java\n index add i.simx c.jsonl
    index add s.simx c.jsonl\n index build c.jsonl -o t.simx --weighting tf-idf\n index build c.jsonl -o t.simx --strategy x
    index\n index frob\n recipes *\n recipes nonesuch\n recipes java --format parquet
    sweep c.jsonl --exact-up-to 5 *\n sweep c.jsonl --pairs labels.tsv --exact-up-to 5\n sweep c.jsonl --pairs label.tsv
    sweep c.jsonl --pairs columns.tsv\n sweep c.jsonl --pairs none.tsv\n sweep c.jsonl --verify x
    groups c.jsonl -k 12 *\n groups c.jsonl -k abc\n groups c.jsonl -k\n groups c.jsonl --nonesuch\n groups c.jsonl --bits 999
    groups c.jsonl --tokenizer zz\n groups c.jsonl --weighting zz\n groups c.jsonl --hash zz\n groups c.jsonl --tie zz
    groups c.jsonl --hash crc32 --bits 64\n groups c.jsonl --window 3 --tokenizer words\n groups c.jsonl --top 3
    groups c.jsonl --jieba-dict one.txt\n groups c.jsonl --stop-words one.txt\n groups c.jsonl --threads 0
    groups c.jsonl --tokenizer shingles:0\n groups c.jsonl --ignore (\n groups c.jsonl --ignore=\n groups c.jsonl --recipe nonesuch
    groups c.jsonl --recipe syntax.toml\n groups c.jsonl --recipe folder\n groups c.jsonl --recipe latin.txt\n groups c.jsonl -o no/x.tsv
    groups c.jsonl -o folder\n groups folder\n groups broken.jsonl\n groups broken.jsonl --strict\n groups damaged.jsonl.gz\n groups field.jsonl
    groups c.jsonl --text-field 1\n groups c.jsonl --id-field none\n groups c.jsonl --label-field none\n groups c.csv --text-field none
    groups twice.jsonl --id-field id\n groups c.jsonl --bits 0\n groups c.jsonl --bits x\n groups c.jsonl --hash xxh3:x\n groups c.jsonl --normalize x
    groups damaged.parquet\n groups c.jsonl --memory 1K\n groups c.jsonl --delimiter ab\n groups c.jsonl --encoding utf-7\n groups utf.txt
    groups c.jsonl --strategy tables:1 -k 3\n groups c.jsonl --strategy blocks:99\n pairs c.jsonl --strategy compressed:2\n compare 1 2 c.jsonl -k 3
    compare 1 c.jsonl\n compare\n hash --spark none c.jsonl\n groups c.jsonl --filter (\n groups c.jsonl --filter size:x\n groups c.jsonl --filter /(/
    dedup c.jsonl -o no/x.jsonl\n dedup c.jsonl -o folder\n dedup c.jsonl -o x.csv\n dedup c.jsonl --split x -o x\n dedup c.jsonl --decisions syntax.toml -o x
    dedup c.jsonl --keep best:label -o x\n dedup c.jsonl --keep newest:label -o x\n dedup c.jsonl -o x --compression x\n dedup broken.jsonl -o y.jsonl
    heatmap c.jsonl -o no/x.png\n report c.jsonl -o no/x.html\n report c.jsonl -o folder\n index build c.jsonl -o no/i.simx\n index info none.simx
    index query none.simx --text a\n index query i.simx --text a -k 99\n batch\n batch none.jsonl --against c.jsonl\n batch c.jsonl --against none.jsonl
    judge c.jsonl --judgements folder\n judge c.jsonl --judgements no/j.tsv --draw 3\n advise c.jsonl --recipes --pairs label.tsv\n worksheet c.jsonl -o no/x.html --id 1
    groups c.jsonl --format xml\n groups c.jsonl -o one.txt\n groups c.jsonl --filter zzz
    groups hex.tsv --input signatures\n groups widths.tsv --input signatures\n groups c.jsonl --input signatures
    pairs c.jsonl -k 12 *\n pairs c.jsonl --plan *\n pairs c.jsonl --counters\n pairs c.jsonl --strategy zz
    compare 1 2 c.jsonl *\n compare 1 9 c.jsonl\n compare 1 2 c.jsonl --measure zz
    explain c.jsonl --id 1 *\n explain --text= *\n hash c.jsonl *
    heatmap c.jsonl -o x.txt\n heatmap one.txt -o x.png\n heatmap c.jsonl -o x.png --order zz
    advise c.jsonl *\n advise c.jsonl --labels *\n advise c.jsonl --tau 7\n advise signatures.tsv --input signatures *
    check c.jsonl --against c.jsonl\n check c.jsonl --against none.jsonl\n check c.jsonl\n check c.jsonl --against c.jsonl --format xml
    check c.jsonl --against c.jsonl --baseline head.tsv\n check c.jsonl --against c.jsonl --baseline none.tsv --write-baseline
    doctor signatures.tsv *\n doctor hex.tsv\n doctor none.tsv\n doctor signatures.tsv --texts one.txt\n doctor c.jsonl
    frequencies none.jsonl\n frequencies c.jsonl -o folder\n spark\n spark --input none --output out\n spark --input c.jsonl --output folder
    dedup c.jsonl -o out.jsonl --judgements head.tsv\n dedup c.jsonl --list -o folder\n dedup c.jsonl --against none.jsonl -o z.jsonl
    dedup c.jsonl -o c.jsonl --force\n dedup c.jsonl --confirm x -o z\n report c.jsonl -o r.html --judgements head.tsv
    advise one.txt --recipes --labels\n report c.jsonl -o x.txt\n batch --against c.jsonl
    lesson nonesuch\n lesson function.toml\n lesson brace.toml\n lesson arguments.toml\n lesson word.toml\n lesson document.toml
    lesson unknown.toml\n lesson missing.toml\n lesson broken.toml\n lesson choice.toml\n lesson folder\n lessons *\n worksheet c.jsonl\n man nonesuch\n completions zz\n pair c.jsonl\n none.jsonl
    --screen 9\n --columns zz\n --text\n -k 300\n --help\n groups --help\n index --help";

/// Lines without Chinese that may stand in a table or in help: numbers, names of recipes and measures, terms, examples.
fn may_be_english(line: &str) -> bool {
    let names = [
        "equal",
        "cosine",
        "edit",
        "simhash",
        "jaccard",
        "containment",
        "scan",
        "blocks",
        "combinations",
        "nested",
    ];
    let is_row = line.split_whitespace().any(|word| word.parse::<f64>().is_ok() || word == "–");
    is_row
        || line.split_whitespace().next().is_none_or(|word| names.iter().any(|name| word.starts_with(name)))
}

#[test]
fn every_line_that_a_command_says_is_chinese() {
    let folder = tempfile::tempdir().unwrap();
    fill(folder.path());
    let mut english = Vec::new();
    for call in CALLS.lines().map(str::trim).filter(|call| !call.is_empty()) {
        let call = call.replace('*', "--format table");
        let arguments: Vec<&str> = call.split(' ').collect();
        let output =
            simscope(&arguments).current_dir(folder.path()).env("SIMSCOPE_LANGUAGE", "zh").output().unwrap();
        let (told, printed) = (text(&output.stderr), text(&output.stdout));
        assert!(told.lines().all(|line| line.starts_with("simscope: ")), "{call}: {told}");
        assert!(output.status.success() || is_chinese(&told), "{call}: {told}");
        let is_english = |line: &&str| !is_chinese(line) || english_of(&line.replace(&*call, "")).is_some();
        english.extend(told.lines().filter(is_english).map(|line| format!("{call}: {line}")));
        // The notes below the options are English so far, and say so.
        let printed = printed.split("以下说明暂为英文").next().unwrap();
        let is_read = call.ends_with("table") || call.contains("--help");
        let has_words = |line: &&str| line.split(|c: char| !c.is_alphabetic()).any(|word| word.len() > 2);
        let lines = printed.lines().filter(|_| is_read).filter(has_words);
        let is_option = |line: &str| {
            line.ends_with(']')
                || line.trim_start().starts_with(['-', '['])
                || line.contains(", parquet, signatures]")
        };
        let lines = lines.filter(|line| !is_chinese(line) && !may_be_english(line) && !is_option(line));
        english.extend(lines.map(|line| format!("{call}: {line}")));
    }
    assert!(english.is_empty(), "{english:#?}");
}

#[test]
fn a_mistake_in_the_settings_is_told_in_the_language_that_is_set() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    for wrong in [
        "languge = \"zh\"",
        "k = 129",
        "k = 1\nk = 2",
        "recipe = \"hutol\"",
        "theme = true",
        "keys = 3",
        "memory = \"1K\"",
        "[keys]\nnonesuch = \"q\"",
        "[keys]\nquit = \"qq\"",
        "[keys]\nquit = [\"s\", \"q\"]",
        "[keys]\nquit = 3",
    ] {
        std::fs::write(&file, wrong).unwrap();
        let mut command = simscope(&["config"]);
        let told = text(
            &command.env("SIMSCOPE_CONFIG", &file).env("SIMSCOPE_LANGUAGE", "zh").output().unwrap().stderr,
        );
        assert!(
            told.lines().count() == 1 && is_chinese(&told) && told.contains("config.toml，第"),
            "{wrong}: {told}"
        );
    }
    std::fs::write(&file, "language = \"zh\"\nk = 129").unwrap();
    let told = text(&simscope(&["config"]).env("SIMSCOPE_CONFIG", &file).output().unwrap().stderr);
    assert!(told.contains("第 2 行：k：129 无效"), "{told}");
}

/// What the explorer, the commands, the lessons and the Chinese pages say, by file.
fn shown_texts(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    // Words to search by, and texts that are examples.
    let exempt = ["synonyms.rs", "prose.rs", "tests.rs", "tests"];
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let is_shown = [".rs", ".toml", ".tsv", ".zh.md"].iter().any(|ending| name.ends_with(ending));
        match path.is_dir() {
            _ if exempt.contains(&name.as_str()) => {}
            true => shown_texts(&path, found),
            false if is_shown => found.push(path),
            false => {}
        }
    }
}

#[test]
fn rejected_words_are_in_no_shown_text() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let glossary = std::fs::read_to_string(root.join("docs/dev/ARCHITECTURE.md")).unwrap();
    let table = glossary.split("| word | Chinese | not |").nth(1).unwrap().split("\n\n").next().unwrap();
    let rejected: Vec<&str> = (table.lines().skip(2))
        .flat_map(|row| row.split('|').nth(3).unwrap().split('、'))
        .map(str::trim)
        .filter(|word| is_chinese(word))
        .collect();
    assert!(rejected.contains(&"近重复") && rejected.contains(&"太短"), "{rejected:?}");
    let mut files = Vec::new();
    for folder in ["src", "docs", "samples/lessons"] {
        shown_texts(&root.join(folder), &mut files);
    }
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (number, line) in text.lines().enumerate() {
            // Where it is introduced, a word may name the one that others use.
            let line = line.replace("（又译海明距离）", "");
            let words = rejected.iter().filter(|word| line.contains(*word));
            found.extend(words.map(|word| format!("{}:{}: {word}", file.display(), number + 1)));
        }
    }
    assert!(found.is_empty(), "see the glossary of docs/dev/ARCHITECTURE.md: {found:#?}");
}
