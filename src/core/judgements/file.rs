//! The file of judgements: read whole, and only ever appended to.

use super::Judgement;
use super::line::{BadLine, HEADER};
use crate::corpus::{self, Source};
use crate::display::{Phrase, lang, refused, say};
use crate::files::is_regular;
use crate::visible;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Largest file that is read: about 300,000 judgements.
const LARGEST: u64 = 64 << 20;

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Judgements {
    /// Every judgement, in the order of the lines; also those that later ones replace or take back.
    pub lines: Vec<Judgement>,
    /// Lines that are left out.
    pub bad: Vec<BadLine>,
}

/// Why a file was not read, or why nothing was added to it.
#[derive(Debug, thiserror::Error)]
pub enum JudgementsError {
    /// The file system says no.
    #[error("{}", say!("{}: {doing}: {}", "{}：{doing}：{}", visible::path(path), refused(source)))]
    Io {
        /// The file.
        path: PathBuf,
        /// What could not be done.
        doing: &'static str,
        /// Why.
        source: io::Error,
    },
    /// A folder, a pipe or a device.
    #[error("{}", say!("{}: not a regular file; choose another with --judgements FILE", "{}：不是普通文件；请用 --judgements FILE 另选", visible::path(.0)))]
    NotRegular(PathBuf),
    /// Larger than 64 MiB.
    #[error("{}", say!("{}: {size} bytes are more than a file of judgements may have ({LARGEST}); begin a new one with --judgements FILE", "{}：{size} 字节，超过判定文件的上限（{LARGEST}）；请用 --judgements FILE 另建",
        visible::path(path)))]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its size in bytes.
        size: u64,
    },
    /// Another program holds its lock.
    #[error("{}", say!("{}: another program has locked it, and does not let it go; close that program, or try again", "{}：另一程序锁定了该文件，且一直未释放；请关闭该程序，或稍后再试", visible::path(.0)))]
    Locked(PathBuf),
    /// It begins with another line.
    #[error("{}", say!("{}: line 1 is not the header of a file of judgements ({}); choose another with --judgements FILE", "{}：第 1 行不是判定文件的表头（{}）；请用 --judgements FILE 另选", visible::path(.0), HEADER.replace('\t', lang().pick((" ", "、")))))]
    NotJudgements(PathBuf),
}

impl JudgementsError {
    fn io(path: &Path, doing: Phrase) -> impl Fn(io::Error) -> Self + Copy {
        move |source| Self::Io { path: path.to_owned(), doing: lang().pick(doing), source }
    }
}

/// The file of judgements beside a corpus; see [`beside`](corpus::beside).
pub fn file_beside(sources: &[Source]) -> Option<PathBuf> {
    corpus::beside(sources, "judgements.tsv")
}

/// Waits until no other program has locked the file, but no longer than this. `tell` is called once, after the first moments. What
/// cannot be locked or opened is found out later.
///
/// # Errors
/// [`JudgementsError::Locked`]; [`JudgementsError::NotRegular`].
pub fn wait(path: &Path, patience: Duration, tell: &mut dyn FnMut()) -> Result<(), JudgementsError> {
    const STEP: Duration = Duration::from_millis(50);
    const MOMENTS: Duration = Duration::from_millis(500);
    if !exists(path)? {
        return Ok(());
    }
    let Ok(file) = File::open(path) else { return Ok(()) };
    let (from, mut is_told) = (Instant::now(), false);
    while matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        if from.elapsed() >= patience {
            return Err(JudgementsError::Locked(path.to_owned()));
        }
        if !is_told && from.elapsed() >= MOMENTS {
            tell();
            is_told = true;
        }
        std::thread::sleep(STEP);
    }
    Ok(())
}

/// Reads a file of judgements; one that does not exist is empty.
///
/// # Errors
/// [`JudgementsError`]; a single bad line is none, see [`Judgements::bad`].
pub fn read(path: &Path) -> Result<Judgements, JudgementsError> {
    let error = JudgementsError::io(path, ("cannot be read", "无法读取"));
    if !exists(path)? {
        return Ok(Judgements::default());
    }
    let file = File::open(path).map_err(error)?;
    // Another process may be in the middle of a line.
    supported(file.lock_shared()).map_err(error)?;
    let mut bytes = Vec::new();
    (&file).take(LARGEST + 1).read_to_end(&mut bytes).map_err(error)?;
    check_size(path, bytes.len() as u64)?;
    if !bytes.is_empty() && !begins_with_header(&bytes) {
        return Err(JudgementsError::NotJudgements(path.to_owned()));
    }
    let mut judgements = Judgements::default();
    let lines = bytes.split(|&byte| byte == b'\n').zip(1_usize..).skip(1);
    for (line, number) in lines.filter(|(line, _)| !line.is_empty()) {
        let line = std::str::from_utf8(line).map_err(|_| say!("it is not UTF-8", "不是 UTF-8"));
        match line.and_then(|line| Judgement::parse(line.strip_suffix('\r').unwrap_or(line))) {
            Ok(judgement) => judgements.lines.push(judgement),
            Err(why) => judgements.bad.push(BadLine { number, why }),
        }
    }
    Ok(judgements)
}

/// Adds judgements at the end of a file, which is made if there is none. When this returns, they are on disk
/// and survive the end of the process and of the machine. They are written at once, under an advisory lock, so that
/// of several processes none loses a line. A line that another process did not finish gets its line end first. Returns the
/// bytes of the file before and after.
///
/// # Errors
/// [`JudgementsError`]; nothing was added then.
pub fn append(path: &Path, judgements: &[Judgement]) -> Result<[u64; 2], JudgementsError> {
    let error = JudgementsError::io(path, ("cannot be written", "无法写入"));
    exists(path)?;
    let mut file = open_locked(path).map_err(error)?;
    let before = file.metadata().map_err(error)?.len();
    check_size(path, before)?;
    let mut text = String::new();
    if before == 0 {
        text.push_str(HEADER);
        text.push('\n');
    } else {
        let mut start = [0; HEADER.len()];
        let read = file.read(&mut start).map_err(error)?;
        if !begins_with_header(&start[..read]) {
            return Err(JudgementsError::NotJudgements(path.to_owned()));
        }
        let mut last = [0];
        file.seek(SeekFrom::End(-1)).and_then(|_| file.read_exact(&mut last)).map_err(error)?;
        if last != *b"\n" {
            text.push('\n');
        }
    }
    judgements.iter().for_each(|judgement| text.push_str(&judgement.line()));
    let written = file
        .write_all(text.as_bytes())
        .and_then(|()| file.sync_data())
        .and_then(|()| if before == 0 { sync_folder(path) } else { Ok(()) });
    written.map_err(|source| {
        // A disk that is full has perhaps taken a part.
        let _ = file.set_len(before);
        error(source)
    })?;
    Ok([before, before + text.len() as u64])
}

/// Opens the file to append, alone. Takes another if it was replaced before the lock was there.
fn open_locked(path: &Path) -> io::Result<File> {
    const TRIES: usize = 100;
    for _ in 0..TRIES {
        let file = File::options().read(true).append(true).create(true).open(path)?;
        supported(file.lock())?;
        if is_at(&file, path) {
            return Ok(file);
        }
    }
    Err(io::Error::other(lang().pick(("it is replaced again and again", "一再被替换"))))
}

/// Some network file systems have no locks; a line is written at once there, too.
fn supported(locked: io::Result<()>) -> io::Result<()> {
    locked.or_else(|error| if error.kind() == io::ErrorKind::Unsupported { Ok(()) } else { Err(error) })
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let links = file.metadata().is_ok_and(|metadata| metadata.nlink() > 0);
    links
        && std::fs::metadata(path)
            .is_ok_and(|named| file.metadata().is_ok_and(|own| own.ino() == named.ino()))
}

#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

/// Makes the name of a new file durable.
#[cfg(unix)]
fn sync_folder(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Whether there is a file, which must be a regular one: opening a pipe would wait for its other end.
fn exists(path: &Path) -> Result<bool, JudgementsError> {
    match is_regular(path) {
        Ok(true) => Ok(true),
        Ok(false) => Err(JudgementsError::NotRegular(path.to_owned())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(JudgementsError::io(path, ("cannot be read", "无法读取"))(error)),
    }
}

fn check_size(path: &Path, size: u64) -> Result<(), JudgementsError> {
    if size > LARGEST { Err(JudgementsError::TooLarge { path: path.to_owned(), size }) } else { Ok(()) }
}

fn begins_with_header(bytes: &[u8]) -> bool {
    bytes.strip_prefix(HEADER.as_bytes()).is_some_and(|rest| matches!(rest, [] | [b'\n' | b'\r', ..]))
}
