//! A file of judgements, and what of it is about a corpus.

use super::failure::Failure;
use super::watch::note;
use simscope_core::corpus::Corpus;
use simscope_core::display::say;
use simscope_core::judgements::{self, Judgements, KnownJudgements};
use simscope_core::visible;
use std::path::Path;
use std::time::Duration;

/// What another program does with the file is waited for so long.
const PATIENCE: Duration = Duration::from_secs(10);

/// Waits while another program has locked the file, and says so on standard error.
pub(super) fn wait(path: &Path) -> Result<(), Failure> {
    let seconds = PATIENCE.as_secs();
    let mut tell = || {
        note(&say!(
            "{}: another program has locked it; waiting up to {seconds} s",
            "{}：另一程序锁定了该文件；最多等待 {seconds} 秒",
            visible::path(path)
        ));
    };
    Ok(judgements::wait(path, PATIENCE, &mut tell)?)
}

/// Reads the file, and says on standard error which lines are left out.
pub(super) fn read(path: &Path) -> Result<Judgements, Failure> {
    wait(path)?;
    let judgements = judgements::read(path)?;
    if let Some(first) = judgements.bad.first() {
        let (file, n) = (visible::path(path), judgements.bad.len());
        note(&say!(
            "{file}: left out {n} lines that are no judgements; first: {first}",
            "{file}：略去 {n} 行，它们不是判定；第一行：{first}"
        ));
    }
    Ok(judgements)
}

/// What of the file is about the corpus; standard error says what of it cannot be used.
pub(super) fn known(path: &Path, corpus: &Corpus) -> Result<KnownJudgements, Failure> {
    let known = KnownJudgements::new(&read(path)?, corpus);
    tell(&known, path);
    Ok(known)
}

/// Says what of the file cannot be used.
pub(super) fn tell(known: &KnownJudgements, path: &Path) {
    let file = visible::path(path);
    if known.changed > 0 {
        note(&say!(
            "{file}: judged pairs left out, because a text has changed since: {}",
            "{file}：因文本已改而略去的已判定文档对：{}",
            known.changed
        ));
    }
    if known.missing > 0 {
        note(&say!(
            "{file}: judged pairs left out, because an id is of no document: {}",
            "{file}：因编号不属于任何文档而略去的已判定文档对：{}",
            known.missing
        ));
    }
}
