//! Files of kinds that are not read, told by their names or first bytes, and what makes them readable.

use super::SkipReason;
use crate::display::say;

/// Bytes that are enough to tell.
pub(super) const ENOUGH: usize = 16;

/// Whether four bytes begin something that only more bytes tell.
pub(super) fn needs_more(first: &[u8]) -> bool {
    [&b"\xfd7zX"[..], b"BZh", b"ARRO", b"7z\xbc\xaf", b"SQLi", b"\x89HDF", b"%PDF", b"WARC"]
        .iter()
        .any(|begin| first.starts_with(begin))
}

/// Endings of names of compressed files; the ending before them says what is in them.
const COMPRESSED: [&str; 8] = [".gz", ".gzip", ".zst", ".zstd", ".xz", ".bz2", ".lz4", ".br"];

/// The ending of a file name in small letters, before `.gz` and the like.
pub(super) fn ending(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    let name = COMPRESSED.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    Some(name.rsplit_once('.')?.1.to_owned())
}

/// Why a file with this name that begins with these bytes, decompressed, is not read; `None` if it may be.
pub(super) fn foreign(name: &str, start: &[u8]) -> Option<SkipReason> {
    let name = name.to_ascii_lowercase();
    let begins = |magic: &[u8]| start.starts_with(magic);
    // Behind `BZh` and the size of the blocks: π, or where there is no block, its root.
    let is_block = |block: &[u8]| start.get(4..).is_some_and(|behind| behind.starts_with(block));
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    let packed = |what: &str, command: &str| {
        say!(
            "compressed by {what}, which is not read; unpack it: {command} FILE",
            "由 {what} 压缩，无法读取；请先解压：{command} FILE"
        )
    };
    let table = |what: &str| {
        say!(
            "{what}, which is not read; write the table as Parquet, JSONL or CSV",
            "{what}，无法读取；请将表另存为 Parquet、JSONL 或 CSV"
        )
    };
    Some(SkipReason::Foreign(if begins(b"\xfd7zXZ\0") {
        packed("xz", "xz -dk")
    } else if begins(b"BZh") && (is_block(b"1AY&SY") || is_block(b"\x17rE8P\x90")) {
        packed("bzip2", "bzip2 -dk")
    } else if begins(b"\x04\x22\x4d\x18") {
        packed("lz4", "lz4 -d")
    } else if begins(b"7z\xbc\xaf\x27\x1c") {
        packed("7-Zip", "7z x")
    } else if begins(b"PK\x03\x04") {
        say!(
            "a ZIP archive or a document of an office program; unpack it (unzip FILE), or save the table as CSV",
            "ZIP 压缩包或办公软件文档；请先解压（unzip FILE），或将表另存为 CSV"
        )
    } else if ends(&[".tar", ".tar.gz", ".tgz", ".tar.zst"]) && !start.is_empty() {
        say!(
            "a tar archive, which is not read; unpack it (tar -xf FILE) and give the folder",
            "tar 归档，无法读取；请先解包（tar -xf FILE），再给出文件夹"
        )
    } else if begins(b"ARROW1") || ends(&[".arrow"]) && begins(&[0xff; 4]) {
        arrow()
    } else if begins(b"Obj\x01") {
        table("Avro")
    } else if begins(b"ORC") && ends(&[".orc"]) {
        table("ORC")
    } else if begins(b"SQLite format 3\0") {
        say!(
            "a database of SQLite; write the table as CSV: sqlite3 -csv -header FILE 'SELECT * FROM …'",
            "SQLite 数据库；请将表导出为 CSV：sqlite3 -csv -header FILE 'SELECT * FROM …'"
        )
    } else if begins(b"\x89HDF\r\n") {
        table("HDF5")
    } else if begins(b"%PDF-") {
        say!("a PDF; turn it into text: pdftotext FILE", "PDF 文件；请先转为文本：pdftotext FILE")
    } else {
        return None;
    }))
}

/// What to do with a file of Arrow.
fn arrow() -> String {
    say!(
        "Arrow, which is not read; write Parquet: pyarrow.parquet.write_table(table, 'FILE.parquet')",
        "Arrow 文件，无法读取；请写成 Parquet：pyarrow.parquet.write_table(table, 'FILE.parquet')"
    )
}

/// What to do with a folder that Hugging Face's `save_to_disk` wrote, or its cache.
pub(super) fn saved_dataset() -> String {
    say!(
        "a dataset of Hugging Face in Arrow files (save_to_disk, or the cache), which are not read; write Parquet: \
         datasets.load_from_disk('FOLDER')['train'].to_parquet('train.parquet'), without ['train'] where there are no splits",
        "Hugging Face 数据集的 Arrow 文件（save_to_disk 或缓存），无法读取；请写成 Parquet：\
         datasets.load_from_disk('FOLDER')['train'].to_parquet('train.parquet')，没有划分时去掉 ['train']"
    )
}

/// Where each file is one document: why one that begins with these bytes is none.
pub(super) fn records_inside(start: &[u8]) -> Option<SkipReason> {
    let what = if start.starts_with(super::parquet::MAGIC) {
        "Parquet"
    } else if start.starts_with(super::warc::MAGIC) {
        "WARC"
    } else {
        return None;
    };
    Some(SkipReason::Foreign(say!(
        "{what}, which holds records and is not one document; --input records reads them",
        "{what} 含多条记录，不是一篇文档；--input records 可读取"
    )))
}

/// Why a text of this name is neither read by lines nor as one document: it holds many records that take several lines each.
pub(super) fn container(name: &str) -> Option<SkipReason> {
    let what = match &*ending(name)? {
        "bib" => "BibTeX",
        "ris" => "RIS",
        "srt" => "SubRip",
        "vtt" => "WebVTT",
        "mbox" => "mbox",
        "conllu" => "CoNLL-U",
        "po" | "pot" => "gettext",
        _ => return None,
    };
    Some(SkipReason::Foreign(say!(
        "{what}, whose records take several lines each and are not read; write them as JSONL, or read each line as a \
         document by --input lines, the whole file by --input dir",
        "{what} 的每条记录占多行，无法读取；请将记录写成 JSONL，或用 --input lines 按行读取、--input dir 把整个文件读作一篇文档"
    )))
}

/// What is no file of records.
pub(super) fn no_records() -> SkipReason {
    SkipReason::Foreign(say!(
        "no file of records by its name; --input dir reads each file as one document, --input jsonl, csv, tsv or parquet \
         as such records",
        "按名称不是记录文件；--input dir 把每个文件读作一篇文档，--input jsonl、csv、tsv 或 parquet 按该格式读取"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_that_are_not_read_are_told_with_what_to_do() {
        for (name, start, expected) in [
            ("a.jsonl.xz", &b"\xfd7zXZ\0\0\x04"[..], "xz -dk FILE"),
            ("a.bz2", b"BZh91AY&SY\x01", "bzip2 -dk FILE"),
            ("empty.bz2", b"BZh9\x17rE8P\x90", "bzip2 -dk FILE"),
            ("a.lz4", b"\x04\x22\x4d\x18d", "lz4 -d FILE"),
            ("a.xlsx", b"PK\x03\x04\x14", "save the table as CSV"),
            ("a.tar.gz", b"folder/a.txt\0\0\0\0", "tar -xf FILE"),
            ("data-00000-of-00001.arrow", b"\xff\xff\xff\xff\x78", "write Parquet"),
            ("a.feather", b"ARROW1\0\0", "write Parquet"),
            ("a.avro", b"Obj\x01\x04", "Parquet, JSONL or CSV"),
            ("a", b"SQLite format 3\0", "sqlite3 -csv -header FILE"),
            ("a.pdf", b"%PDF-1.7\n", "pdftotext FILE"),
        ] {
            let Some(SkipReason::Foreign(told)) = foreign(name, start) else { panic!("{name} is not told") };
            assert!(told.contains(expected), "{name}: {told}");
        }
        for (name, start) in [
            ("a.txt", &b"BZh9 is a name"[..]),
            ("a.txt", b"ORC is one"),
            ("a.tar", b""),
            ("BZ", b"BZh"),
            ("a", b""),
        ] {
            assert_eq!(foreign(name, start), None, "{name}");
        }
    }
}
