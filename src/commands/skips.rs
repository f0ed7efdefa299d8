//! What was skipped while reading, in one line.

use super::language::pick;
use super::watch::note;
use simscope_core::corpus::{SkipReason, Skipped};
use simscope_core::display::Lang;

/// What was skipped: counts by kind, and the first of all.
#[derive(Debug, Default)]
pub(super) struct Skips {
    /// Where reading stopped for want of memory.
    end: Option<Skipped>,
    /// The first file whose rest was lost.
    damaged: Option<Skipped>,
    first: Option<Skipped>,
    by_kind: Vec<(&'static str, usize)>,
}

impl Skips {
    pub(super) fn add(&mut self, skipped: Skipped) {
        if skipped.reason.ends_reading() {
            self.end = Some(skipped);
            return;
        }
        let kind = kind(&skipped.reason);
        match self.by_kind.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, count)) => *count += 1,
            None => self.by_kind.push((kind, 1)),
        }
        if matches!(skipped.reason, SkipReason::Damaged(_)) {
            self.damaged.get_or_insert_with(|| skipped.clone());
        }
        self.first.get_or_insert(skipped);
    }

    /// Where reading stopped for want of memory, if it did.
    pub(super) fn end(&self) -> Option<&Skipped> {
        self.end.as_ref()
    }

    pub(super) fn tell(self) {
        if let Some(end) = &self.end {
            note(&pick((
                format!("{end}; what was read before is used"),
                format!("{}；使用此前已读的部分", end.say(Lang::Zh)),
            )));
        }
        let Some(first) = self.first else { return };
        // The number of records that were lost with it is not known, so it has a line of its own.
        if let Some(damaged) = self.damaged.filter(|damaged| *damaged != first) {
            note(&pick((damaged.to_string(), damaged.say(Lang::Zh))));
        }
        let all: usize = self.by_kind.iter().map(|(_, count)| count).sum();
        let kinds: Vec<String> = self.by_kind.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        let kinds = kinds.join(pick((", ", "，")));
        note(&pick((
            format!("skipped {all}: {kinds}; first: {first}"),
            format!("跳过 {all} 项：{kinds}；第一项：{}", first.say(Lang::Zh)),
        )));
    }
}

fn kind(reason: &SkipReason) -> &'static str {
    pick(match reason {
        SkipReason::Binary => ("binary", "二进制"),
        SkipReason::Undecodable => ("undecodable", "无法解码"),
        SkipReason::NotAFile => ("not a file", "不是文件"),
        SkipReason::Loop => ("loop", "循环链接"),
        SkipReason::LinkToFolder => ("link to a folder", "指向文件夹的链接"),
        SkipReason::LinkOutside => ("link out of the folder", "指向文件夹之外的链接"),
        SkipReason::Unreadable(_) => ("unreadable", "不可读"),
        SkipReason::Foreign(_) => ("of a kind that is not read", "不可读的类型"),
        SkipReason::Malformed(_) => ("malformed", "格式有误"),
        SkipReason::Damaged(_) => ("damaged to its end", "损坏至末尾"),
        SkipReason::NoField(_) => ("without the field", "缺少字段"),
        SkipReason::TooLarge(_) => ("too large", "过大"),
        SkipReason::Memory(_) => ("beyond the memory", "超出内存"),
    })
}
