//! Small invented tables for tests. Expected values are the output of the real programs, given these tables as
//! files (and their own hidden Markov model).

use super::{TableFile, TableFiles, Tables};

pub(in crate::recipe) const DICT: &str = "\
研究 500 v\n\
研究生 200 n\n\
生命 400 n\n\
命 90 n\n\
起源 100 n\n\
的 9000 uj\n\
北京 300 ns\n\
大学 250 n\n\
北京大学 60 nt\n\
大学生 150 n\n\
大 500 a\n\
中 50 f\n\
国 40 n\n\
中国 300 ns\n\
深 30 a\n\
深深 30 d\n\
几许 2 r\n\
许 7 n\n\
C++ 3 nz\n\
T恤 4 n\n\
卡拉OK 3 n\n\
B超 3 n\n\
B超 3 n\n\
我们 800 r\n\
爱 70 v\n\
长 60 a\n\
长春 40 ns\n\
市 60 n\n\
长春市 20 ns\n\
市长 50 n\n\
春药 2 n\n\
药店 30 n\n\
龘龘龘 5 x\n";

pub(in crate::recipe) const IDF: &str = "\
研究 5.5\n\
生命 6.25\n\
起源 7.125\n\
北京 4.75\n\
大学 4.5\n\
中国 3.875\n\
长春 9.0625\n\
药店 10.5\n";

pub(in crate::recipe) const STOP_WORDS: &str = "我们\n的\nC++\n若果 \niPhone\n";

pub(in crate::recipe) fn file(name: &'static str, text: &'static str) -> Option<TableFile<'static>> {
    Some(TableFile { name, bytes: text.as_bytes() })
}

pub(in crate::recipe) fn tables(stop_words: Option<TableFile<'_>>) -> Tables {
    let files = TableFiles { dict: file("dict", DICT), idf: file("idf", IDF), stop_words };
    Tables::parse(&files).expect("the small tables are well-formed")
}
