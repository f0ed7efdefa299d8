//! Help in Chinese: what the program says of itself, from one table, and the words that clap adds.

use crate::language::pick;
use clap::builder::StyledStr;
use clap::{Arg, Command};
use simscope_core::prose;
use std::collections::HashMap;
use std::sync::LazyLock;

/// English and Chinese with a tab between them, line ends as `\n`; a test compares it with what there is to say.
const TABLE: &str = include_str!("chinese.tsv");

static TEXTS: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let pairs = TABLE.lines().filter_map(|line| line.split_once('\t'));
    pairs.map(|(english, chinese)| (english.replace("\\n", "\n"), chinese.replace("\\n", "\n"))).collect()
});

/// Columns of a text, beside which clap leaves ten at the left of a terminal of 80.
const COLUMNS: usize = 68;

/// Words that clap adds, as they stand in its help.
const ADDED: [(&str, &str); 10] = [
    ("Print help (see more with '--help')", "输出帮助（--help 更详细）"),
    ("Print help (see a summary with '-h')", "输出帮助（-h 只列要点）"),
    ("Print help", "输出帮助"),
    ("Print version", "输出版本"),
    ("Print this message or the help of the given subcommand(s)", "输出本帮助或子命令的帮助"),
    ("Usage:", "用法："),
    ("Arguments：", "参数："),
    ("Options：", "选项："),
    ("Commands：", "命令："),
    ("Possible values:", "可用的值："),
];

/// A text of the program in the language of messages; English where the table does not have it.
pub(super) fn said(english: &'static str) -> &'static str {
    pick((english, TEXTS.get(english).map_or(english, String::as_str)))
}

fn chinese(text: &StyledStr) -> Option<String> {
    let chinese = TEXTS.get(&text.to_string())?;
    let lines = prose::lines(chinese, COLUMNS).map(|line| line.iter().map(|(_, shown)| shown).collect());
    Some(lines.collect::<Vec<String>>().join("\n"))
}

/// The command line with Chinese descriptions.
pub(super) fn translated(command: Command) -> Command {
    let about = command.get_about().and_then(chinese);
    let long = command.get_long_about().and_then(chinese);
    let notes = command.get_after_help().map(|notes| format!("以下说明暂为英文。\n\n{notes}"));
    let mut command = command.mut_args(of_argument).mut_subcommands(translated);
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(long) = long {
        command = command.long_about(long);
    }
    if let Some(notes) = notes {
        command = command.after_help(notes);
    }
    command
}

fn of_argument(arg: Arg) -> Arg {
    let heading = arg.get_help_heading().and_then(|heading| TEXTS.get(heading));
    let help = arg.get_help().and_then(chinese);
    let arg = match heading {
        Some(heading) => arg.help_heading(heading.as_str()),
        None => arg,
    };
    match help {
        Some(help) => arg.help(help),
        None => arg,
    }
}

/// Help as clap has written it, with its own words in Chinese.
pub(super) fn rendered(help: &str) -> String {
    let mut text: String = help.split_inclusive('\n').map(of_line).collect();
    for (english, chinese) in ADDED {
        text = text.replace(english, chinese);
    }
    // Behind a full-width colon there is no blank.
    text = text.replace("用法： ", "用法：").replace("用法：\u{1b}[0m ", "用法：\u{1b}[0m");
    let values =
        [("[default: ", "[默认："), ("[possible values: ", "[可用的值："), ("[aliases: ", "[别名：")];
    values.iter().fold(text, |text, (english, chinese)| text.replace(english, chinese))
}

/// A line of help: a head, or the description of a value, `- dir:    Each file of a folder is a document`.
fn of_line(line: &str) -> String {
    if !line.starts_with(' ') && line.trim_end().trim_end_matches("\u{1b}[0m").ends_with(':') {
        return line.replacen(':', "：", 1);
    }
    let described = line.trim_start().starts_with("- ").then(|| line.rsplit_once(": ")).flatten();
    let found = described.and_then(|(_, text)| Some((text.trim(), TEXTS.get(text.trim())?)));
    found.map_or_else(|| line.to_owned(), |(english, chinese)| line.replace(english, chinese))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arguments::Arguments;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    fn gather(command: &Command, all: &mut BTreeSet<String>) {
        let texts = [command.get_about(), command.get_long_about()];
        all.extend(texts.into_iter().flatten().map(ToString::to_string));
        for arg in command.get_arguments() {
            all.extend(arg.get_help().map(ToString::to_string));
            all.extend(arg.get_help_heading().map(str::to_owned));
            let values = arg.get_possible_values();
            all.extend(values.iter().filter_map(|value| value.get_help()).map(ToString::to_string));
        }
        command.get_subcommands().for_each(|command| gather(command, all));
    }

    #[test]
    fn every_description_stands_in_the_table_and_no_other() {
        let mut all = BTreeSet::new();
        let mut command = Arguments::command();
        command.build();
        gather(&command, &mut all);
        all.extend(crate::help::texts().map(str::to_owned));
        let known: BTreeSet<String> = TEXTS.keys().cloned().collect();
        let missing: Vec<&String> = all.difference(&known).collect();
        // Of the two forms of clap's own text, which one an argument has depends on the rest of its help.
        let unused: Vec<&String> =
            known.difference(&all).filter(|text| !text.starts_with("Print help (see")).collect();
        assert!(missing.is_empty(), "without Chinese: {missing:#?}");
        assert!(unused.is_empty(), "no longer said: {unused:#?}");
        assert_eq!(known.len(), TABLE.lines().count());
    }
}
