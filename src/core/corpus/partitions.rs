//! The columns of a Hive folder that stand in its paths, not in its files: `split=train/lang=zh/part-00000.parquet`.

use super::record::{Slot, Wanted};

/// The name of a missing value.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

impl Wanted {
    /// The same for a file at this path, which gives it those fields that are among its columns.
    pub(super) fn at(&self, path: &str) -> Self {
        let mut wanted = self.clone();
        let mut ranks = [usize::MAX; 3];
        let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
        for (name, value) in folders.split('/').filter_map(|folder| folder.split_once('=')) {
            for (slot, rank) in self.slots(&unescaped(name)) {
                if value != NULL && rank <= ranks[slot as usize] {
                    ranks[slot as usize] = rank;
                    wanted.of_path[slot as usize] = Some(unescaped(value));
                }
            }
        }
        wanted
    }

    /// The value that the path of the file gives.
    pub(super) fn of_path(&self, slot: Slot) -> Option<&str> {
        self.of_path[slot as usize].as_deref()
    }
}

/// Hive, Spark and DuckDB write `%3A` for a colon and for what else cannot stand in a name.
fn unescaped(name: &str) -> String {
    let (mut bytes, mut rest) = (Vec::with_capacity(name.len()), name);
    while let Some((plain, behind)) = rest.split_once('%') {
        bytes.extend_from_slice(plain.as_bytes());
        let digits = behind.get(..2).filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(b'%');
                rest = behind;
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    String::from_utf8(bytes).unwrap_or_else(|_| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::{ReadOptions, read::wanted_by};
    use super::*;

    #[test]
    fn folders_of_a_path_are_the_fields_of_its_records() {
        let at = |path: &str, field: &str| {
            let options = ReadOptions { label_field: Some(field.to_owned()), ..ReadOptions::default() };
            wanted_by(&options).at(path).of_path(Slot::Extra).map(str::to_owned)
        };
        for (path, field, expected) in [
            ("split=train/lang=zh/part-00000", "split", Some("train")),
            ("split=train/lang=zh/part-00000", "lang", Some("zh")),
            ("split=train/lang=zh/part-00000", "day", None),
            ("in/at=10%3A30 %E6%96%87/x=y", "at", Some("10:30 文")),
            ("in/at=10%3A30/x=y", "x", None),
            ("a=100%/a%2", "a", Some("100%")),
            ("a=%zz%+1%ff/b", "a", Some("%zz%+1%ff")),
            ("day=__HIVE_DEFAULT_PARTITION__/b", "day", None),
            ("day=/b", "day", Some("")),
            ("day=1", "day", None),
        ] {
            assert_eq!(at(path, field).as_deref(), expected, "{path} {field}");
        }
        // The label goes by the first of its names.
        let wanted = wanted_by(&ReadOptions::default()).at("label=a/group=b/x");
        assert_eq!((wanted.of_path(Slot::Extra), wanted.of_path(Slot::Id)), (Some("a"), None));
    }
}
