//! What is asked of a text that goes, as options say it.

use super::arguments::RuleArguments;
use super::failure::Failure;
use super::watch::note;
use simscope_core::analysis::Compared;
use simscope_core::decide::clean::Rules;
use simscope_core::display::say;
use simscope_core::files;
use simscope_core::measures::Condition;
use simscope_core::recipe::Ignored;
use std::path::Path;

/// What compares texts, and what is asked of one that goes: these rules, and before them what the options say.
pub(super) fn read(
    arguments: &RuleArguments,
    condition: Option<Condition>,
    mut rules: Rules,
) -> Result<(Condition, Rules), Failure> {
    let mut condition = condition.unwrap_or(Condition { at_least: rules.cut, ..Condition::DEFAULT });
    condition.at_least = arguments.cut.unwrap_or(condition.at_least);
    condition.check_of_drop().map_err(Failure::Usage)?;
    rules.cut = condition.at_least;
    rules.loss = arguments.loss.or(rules.loss);
    rules.passage = arguments.passage.unwrap_or(rules.passage);
    for (kinds, matters) in [(&arguments.allow, false), (&arguments.hold, true)] {
        for kinds in kinds {
            rules.matters.say_kinds(kinds, matters).map_err(|error| Failure::Usage(error.to_string()))?;
        }
    }
    if let Some(both) = arguments.same_if.iter().find(|subject| arguments.matters.contains(subject)) {
        return Err(Failure::Usage(say!(
            "--same-if and --matters: {both} cannot both matter and not matter; leave one out",
            "--same-if 与 --matters：{both} 不能既要紧又无妨；请去掉其一"
        )));
    }
    arguments.same_if.iter().for_each(|subject| rules.matters.say(subject, false));
    arguments.matters.iter().for_each(|subject| rules.matters.say(subject, true));
    for asked in &arguments.must_agree {
        rules.must_agree.extend(patterns(asked)?);
    }
    Ok((condition, rules))
}

/// Says on standard error which of the rules decide nothing in this corpus.
pub(super) fn tell_unknown(compared: &Compared, rules: &Rules) {
    for subject in compared.comparison.unknown(rules) {
        note(&say!(
            "nothing in this corpus differs by {subject}: what was said of it decides nothing",
            "此语料中没有 {subject} 这样的差异：相关指定不起作用"
        ));
    }
    for pattern in compared.unmatched(rules) {
        note(&say!(
            "--must-agree {pattern}: neither a file nor a pattern that any text matches; it decides nothing",
            "--must-agree {pattern}：既不是文件，也没有文本与此模式匹配；不起作用"
        ));
    }
}

/// A regular expression, or those of a file, one a line.
fn patterns(asked: &str) -> Result<Vec<Ignored>, Failure> {
    const LARGEST: u64 = 1 << 20;
    let pattern = |text: &str| {
        text.parse::<Ignored>().map_err(|error| Failure::Usage(format!("--must-agree: {error}")))
    };
    let path = Path::new(asked);
    if !path.is_file() {
        return Ok(vec![pattern(asked)?]);
    }
    let text = files::read_small(path, LARGEST)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(pattern).collect()
}
