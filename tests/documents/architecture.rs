//! What docs/dev/ARCHITECTURE.md says of the house, read off the source: who may import what, and how large it is.
//!
//! `cargo test --test documents architecture -- --nocapture the_house` prints the figures; with `CIRCLES=1` also the files of
//! each circle of imports.

mod source;

use source::{File, Function, House, Module};
use std::collections::{BTreeMap, BTreeSet};

const LONGEST_FILE: usize = 400;
const LONGEST_FUNCTION: usize = 80;
const MOST_PARAMETERS: usize = 6;
/// Functions that still take tuples apart instead of naming what belongs together; the list gets only shorter.
const TAKEN_APART: &[&str] = &["explorer/widgets/table.rs marked_rows"];
/// Files that may be longer, and why.
const LONG_FILES: &[(&str, &str)] =
    &[("core/recipe/catalogue.rs", "a flat table: one entry for each recipe")];

/// Whether a path is a module or lies below it.
fn is_below(path: &[String], module: &str) -> bool {
    let mut path = path.iter();
    module.split("::").all(|word| path.next().is_some_and(|own| own == word))
}

/// The paths that the files of a module name although they may not, under that name or through a re-export.
fn named(house: &House, module: &str, is_forbidden: impl Fn(&File, &[String]) -> bool) -> Vec<String> {
    let files = house.files.iter().filter(|file| is_below(&file.module, module));
    files
        .flat_map(|file| {
            let is_wrong = |path: &&Module| {
                let target = house.file_of(path).map(|at| house.files[at].module.as_slice());
                is_forbidden(file, path) || target.is_some_and(|target| is_forbidden(file, target))
            };
            let paths = file.mentions.iter().filter(is_wrong);
            paths.map(|path| format!("{} names {}", file.name, path.join("::"))).collect::<Vec<_>>()
        })
        .collect()
}

fn assert_none(found: &[String], rule: &str) {
    assert!(found.is_empty(), "{rule}:\n  {}", found.join("\n  "));
}

/// The modules in the order of the last table at the head of `lib.rs`; the one before it is of the features.
fn order() -> Vec<String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/src/lib.rs")).unwrap();
    let (_, modules) = text.split_once("//! | module").unwrap();
    let rows = modules.lines().filter_map(|line| line.strip_prefix("//! | ")?.split('`').nth(1));
    rows.map(str::to_owned).collect()
}

#[test]
fn imports_only_point_up_the_table_of_modules() {
    let (house, order) = (House::read(), order());
    let place = |module: &[String]| order.iter().position(|name| module.first() == Some(name));
    let files: BTreeSet<&String> = house.files.iter().map(|file| &file.module[0]).collect();
    assert_eq!(files, order.iter().collect(), "the table of lib.rs has every module");
    for module in &order {
        let down = |file: &File, path: &[String]| place(path) > place(&file.module);
        assert_none(&named(&house, module, down), "a module imports only from those above it");
    }
    assert_none(
        &named(&house, "tui", |_, path| is_below(path, "cli")),
        "the explorer does not know the commands",
    );
}

#[test]
fn only_the_explorer_names_ratatui_and_only_the_commands_name_clap() {
    let house = House::read();
    for module in order() {
        let terminal = |_: &File, path: &[String]| ["ratatui", "crossterm"].contains(&path[0].as_str());
        let clap = |_: &File, path: &[String]| path[0] == "clap" || path[0].starts_with("clap_");
        assert!(module == "tui" || named(&house, &module, terminal).is_empty(), "{module} names ratatui");
        assert!(module == "cli" || named(&house, &module, clap).is_empty(), "{module} names clap");
    }
}

#[test]
fn no_screen_names_another_and_what_lies_below_the_screens_names_no_state() {
    let house = House::read();
    let screens: BTreeSet<&String> =
        house.files.iter().filter(|file| is_screen(file)).map(|file| &file.module[2]).collect();
    for screen in &screens {
        let other = |_: &File, path: &[String]| {
            is_below(path, "tui::screens")
                && path.get(2).is_some_and(|name| name != *screen && screens.contains(name))
        };
        let found = named(&house, &format!("tui::screens::{screen}"), other);
        assert_none(&found, "no screen names another screen");
    }
    let state = |_: &File, path: &[String]| is_below(path, "tui::app") || is_below(path, "tui::shared");
    for below in ["tui::widgets", "tui::surface"] {
        assert_none(&named(&house, below, state), "widgets and surface know data, not the explorer's state");
    }
}

/// The modules of the explorer: each imports only from those before it.
const EXPLORER: [&str; 20] = [
    "surface",
    "editor",
    "beat",
    "sorting",
    "filtering",
    "jobs",
    "wanted",
    "widgets",
    "sheet",
    "shared",
    "listing",
    "command_line",
    "room",
    "screens",
    "classroom",
    "overlays",
    "left",
    "app",
    "frame",
    "plain",
];

#[test]
fn the_modules_of_the_explorer_import_one_way() {
    let house = House::read();
    let place =
        |module: &[String]| EXPLORER.iter().position(|name| module.get(1).is_some_and(|own| own == name));
    let inside = house.files.iter().filter(|file| is_below(&file.module, "tui") && file.module.len() > 1);
    let unknown = inside.filter(|file| place(&file.module).is_none()).map(|file| file.name.clone());
    assert_none(&unknown.collect::<Vec<_>>(), "every module of the explorer has its place");
    let later = |file: &File, path: &[String]| {
        is_below(path, "tui") && file.module.len() > 1 && place(path) > place(&file.module)
    };
    assert_none(&named(&house, "tui", later), "a module of the explorer imports only from those before it");
}

/// Whether a file belongs to one screen: `screens/lab.rs`, or something in `screens/lab/`.
fn is_screen(file: &File) -> bool {
    is_below(&file.module, "tui::screens") && file.module.len() > 2
}

/// The circles of imports, the largest first: files of which each reaches every other.
fn circles(house: &House) -> Vec<Vec<usize>> {
    let imports = house.imports();
    let reached = |from: usize| {
        let (mut reached, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(at) = open.pop() {
            open.extend(imports[at].iter().copied().filter(|to| reached.insert(*to)));
        }
        reached
    };
    let reach: Vec<BTreeSet<usize>> = (0..house.files.len()).map(reached).collect();
    let circle = |at: usize| -> Vec<usize> {
        reach[at].iter().copied().filter(|&to| reach[to].contains(&at)).collect()
    };
    let mut circles: Vec<Vec<usize>> =
        (0..reach.len()).map(circle).filter(|circle| circle.len() > 1).collect();
    circles.sort_by_key(|circle| (std::cmp::Reverse(circle.len()), circle.clone()));
    circles.dedup();
    circles
}

/// What a file belongs to: a module of the core, a screen with its folder, another folder with its file.
fn room(file: &File) -> &[String] {
    let depth = match file.module[0].as_str() {
        "tui" if is_below(&file.module, "tui::screens") => 3,
        "tui" | "cli" => 2,
        _ => 1,
    };
    &file.module[..depth.min(file.module.len())]
}

fn is_one_room(house: &House, circle: &[usize]) -> bool {
    circle.iter().all(|&at| room(&house.files[at]) == room(&house.files[circle[0]]))
}

fn functions(house: &House, is_wanted: impl Fn(&Function) -> bool) -> Vec<(String, &Function)> {
    let all = house.files.iter().flat_map(|file| file.functions.iter().map(move |function| (file, function)));
    let wanted = all.filter(|(_, function)| is_wanted(function));
    wanted
        .map(|(file, function)| (format!("{}:{} {}", file.name, function.first, function.name), function))
        .collect()
}

fn is_long(function: &Function) -> bool {
    function.last - function.first + 1 > LONGEST_FUNCTION
}

fn has_many_parameters(function: &Function) -> bool {
    function.parameters > MOST_PARAMETERS
}

/// Code lines by what `key` says of a file's module.
fn code_by(house: &House, module: &str, key: impl Fn(&Module) -> String) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for file in house.files.iter().filter(|file| module.is_empty() || is_below(&file.module, module)) {
        *lines.entry(key(&file.module)).or_default() += file.code.len();
    }
    lines
}

fn print_table(title: &str, lines: &BTreeMap<String, usize>) {
    println!("\n{title}: {}", lines.values().sum::<usize>());
    lines.iter().for_each(|(name, count)| println!("{count:7} {name}"));
}

#[test]
fn the_house_in_numbers() {
    let house = House::read();
    print_table("code lines of src", &code_by(&house, "", |module| module[0].clone()));
    let second = |module: &Module| module.get(1).map_or("tui.rs".to_owned(), |name| format!("tui/{name}"));
    print_table("code lines of tui", &code_by(&house, "tui", second));
    let screen =
        |module: &Module| module.get(2).map_or("screens.rs".to_owned(), |name| format!("screens/{name}"));
    print_table("code lines of the screens", &code_by(&house, "tui::screens", screen));

    print_circles(&house);
    print_app_and_enums(&house);
    print_lists(&house);

    println!("\nfiles over {LONGEST_FILE} lines");
    let long = house.files.iter().filter(|file| file.lines > LONGEST_FILE);
    long.for_each(|file| println!("{:7} {}", file.lines, file.name));
    println!("functions over {LONGEST_FUNCTION} lines, of {}", functions(&house, |_| true).len());
    functions(&house, is_long).iter().for_each(|(at, f)| println!("{:7} {at}", f.last - f.first + 1));
    println!("functions with more than {MOST_PARAMETERS} parameters beside self");
    functions(&house, has_many_parameters).iter().for_each(|(at, f)| println!("{:7} {at}", f.parameters));
}

fn print_lists(house: &House) {
    println!("\ncolumns of each list of tui; one more is an edit of that file alone");
    for file in house.files.iter().filter(|file| is_below(&file.module, "tui") && columns(file).1) {
        println!("{:7} {}", columns(file).0, file.name);
    }
}

/// The columns that a file of the explorer makes, and whether it declares a list.
fn columns(file: &File) -> (usize, bool) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(&file.name);
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.split("#[cfg(test)]").next().unwrap();
    let makers = ["number", "plain", "text_of", "drawn", "blank"];
    // The columns of files have a name, and not one in each language.
    let is_drawn = |(at, made): &(usize, &str)| !text[at + made.len()..].starts_with('"');
    let count = |made: String| text.match_indices(&made).filter(is_drawn).count();
    let made = |maker: &str| ["Column", "Of"].map(|of| count(format!("{of}::{maker}(")));
    (makers.into_iter().flat_map(made).sum(), text.contains("\nlist!("))
}

#[test]
fn every_column_of_a_table_has_a_chinese_head() {
    let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let read = |name: &str| std::fs::read_to_string(src.join(name)).unwrap();
    let heads = read("core/export/heads.tsv");
    let has_head = |name: &str| heads.lines().any(|line| line.split('\t').next() == Some(name));
    let mut columns = BTreeSet::new();
    for file in House::read().files {
        let text = read(&file.name);
        let text = text.split("#[cfg(test)]").next().unwrap();
        for made in ["text", "count", "number", "whole"].map(|made| format!("Column::{made}(\"")) {
            let names = text.split(&made).skip(1).filter_map(|rest| rest.split('"').next());
            columns.extend(names.map(str::to_owned));
        }
    }
    assert!(columns.len() > 60, "the columns were not found");
    // Symbols are the same everywhere.
    let symbols = ["k", "d", "f1", "p10", "p90"];
    columns.retain(|name| !has_head(name) && !symbols.contains(&name.as_str()));
    assert!(columns.is_empty(), "without a head in Chinese: {columns:?}");
}

#[test]
fn the_columns_of_a_list_stand_in_the_file_that_declares_it() {
    let house = House::read();
    let tui = house.files.iter().filter(|file| is_below(&file.module, "tui"));
    let made = tui.clone().map(|file| (file, columns(file))).filter(|(_, (count, _))| *count > 0);
    let apart = made.clone().filter(|(_, (_, is_list))| !is_list).map(|(file, _)| file.name.clone());
    assert_none(
        &apart.collect::<Vec<_>>(),
        "head, cell and order of a column stand beside the rows of its list",
    );
    let named = tui.filter(|file| file.enums.contains_key("Column")).map(|file| file.name.clone());
    assert_none(&named.collect::<Vec<_>>(), "no other file lists the columns");
    let count: usize = made.clone().map(|(_, (count, _))| count).sum();
    assert!(made.count() > 6 && count > 40, "the columns were not found");
}

fn print_circles(house: &House) {
    let circles = circles(house);
    let sizes: Vec<usize> = circles.iter().map(Vec::len).collect();
    let wide = circles.iter().find(|circle| !is_one_room(house, circle)).map_or(0, Vec::len);
    println!("\ncircles of imports among the {} files: {sizes:?}", house.files.len());
    println!(
        "the largest that is not within a module of the core, a screen, or another folder with its file: {wide}"
    );
    if std::env::var_os("CIRCLES").is_some() {
        for circle in &circles {
            let names: Vec<&str> = circle.iter().map(|&at| house.files[at].name.as_str()).collect();
            println!("  {}", names.join(" "));
        }
    }
}

fn print_app_and_enums(house: &House) {
    let tui = || house.files.iter().filter(|file| is_below(&file.module, "tui"));
    let of_app = |file: &File| file.functions.iter().filter(|f| f.of.as_deref() == Some("App")).count();
    let methods: Vec<usize> = tui().map(of_app).filter(|count| *count > 0).collect();
    println!("\nmethods of App: {} in {} files", methods.iter().sum::<usize>(), methods.len());
    // The central enums, and what a screen adds to them in its own folder.
    let names = ["Action", "Pane", "Outcome", "Act", "News"];
    for (name, is_central) in names.iter().flat_map(|name| [(*name, true), (*name, false)]) {
        for file in tui().filter(|file| is_screen(file) != is_central) {
            let variants = file.enums.get(name).map(Vec::len);
            variants.into_iter().for_each(|count| println!("{count:7} variants of {name} in {}", file.name));
        }
    }
}

#[test]
fn only_the_loops_the_frame_and_the_overlays_name_the_app() {
    let house = House::read();
    let app = |file: &File, path: &[String]| {
        let may = ["app", "frame", "overlays", "plain"]
            .iter()
            .any(|name| file.module.get(1).is_none_or(|own| own == name));
        is_below(path, "tui::app") && !may
    };
    assert_none(&named(&house, "tui", app), "only the two loops, the frame and the overlays name App");
}

/// The lines of an item of the explorer that begin with one of these at one level of indentation.
fn members(file: &str, item: &str, begin: &[&str]) -> usize {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/explorer").join(file);
    let text = std::fs::read_to_string(path).unwrap();
    let body = text.split_once(item).expect("the item is there").1.split("\n}\n").next().unwrap();
    let is_member = |line: &&str| begin.iter().any(|begin| line.starts_with(&format!("    {begin}")));
    let is_field = |line: &&str| {
        line.starts_with("    ")
            && line[4..].starts_with(|c: char| c.is_ascii_lowercase())
            && line.contains(": ")
    };
    match begin {
        [] => body.lines().filter(is_field).count(),
        _ => body.lines().filter(is_member).count(),
    }
}

#[test]
fn what_screens_share_and_what_a_screen_is_stay_small() {
    let fields = members("shared.rs", "pub struct Shared {", &[]);
    let methods = members("room.rs", "pub trait Room: ", &["fn "]);
    println!("Shared has {fields} fields, Room {methods} methods");
    assert!((10..30).contains(&fields), "Shared has {fields} fields");
    assert!((10..=15).contains(&methods), "Room has {methods} methods");
}

#[test]
fn a_pane_is_one_type_in_one_file() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/explorer/screens");
    let (mut waiting, mut panes) = (vec![folder], 0);
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            waiting.extend(std::fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let is_pane =
            |line: &&str| line.starts_with("impl PaneOf<State> for") || line.starts_with("impl Listed for");
        let here = text.lines().filter(is_pane).count();
        assert!(here <= 1, "{here} panes in {}", path.display());
        panes += here;
    }
    println!("{panes} panes and lists");
    assert!(panes >= 30, "{panes} panes and lists");
}

#[test]
fn the_house_keeps_its_size() {
    let house = House::read();
    let is_listed = |file: &&File| LONG_FILES.iter().any(|(name, _)| *name == file.name);
    let long = house.files.iter().filter(|file| file.lines > LONGEST_FILE && !is_listed(file));
    assert_none(&long.map(|file| file.name.clone()).collect::<Vec<_>>(), "a file is one idea");
    let at = |found: Vec<(String, &Function)>| found.into_iter().map(|(at, _)| at).collect::<Vec<_>>();
    assert_none(&at(functions(&house, is_long)), "a function fits a screen");
    let without_line = |at: &str| {
        let (file, rest) = at.split_once(':')?;
        Some(format!("{file} {}", rest.split_once(' ')?.1))
    };
    let mut many = at(functions(&house, has_many_parameters));
    many.retain(|at| without_line(at).is_none_or(|name| !TAKEN_APART.contains(&name.as_str())));
    assert_none(&many, "many parameters are a struct");
    let wide = circles(&house).into_iter().filter(|circle| !is_one_room(&house, circle));
    let name = |circle: Vec<usize>| {
        circle.iter().map(|&at| house.files[at].name.as_str()).collect::<Vec<_>>().join(" ")
    };
    assert_none(&wide.map(name).collect::<Vec<_>>(), "no circle of imports leaves a folder");
}
