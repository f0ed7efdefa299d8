//! Replaces the Parquet writer in a build without the feature `parquet`: every call fails with an error that
//! says so.

use super::super::Cell;
use super::super::column::Column;
use crate::display::lang;
use crate::recipe::Recipe;
use std::io::{self, Write};

pub(in crate::export) enum File {}

impl File {
    pub(in crate::export) fn new(_: &[Column], _: &[Recipe]) -> io::Result<Self> {
        let what = lang().pick((
            "this simscope was built without Parquet (the feature `parquet`); use tsv, csv or jsonl",
            "此版 simscope 未含 Parquet（特性 `parquet`）；请用 tsv、csv 或 jsonl",
        ));
        Err(io::Error::new(io::ErrorKind::Unsupported, what))
    }

    pub(in crate::export) fn write(&mut self, _: &[Cell<'_>], _: &mut dyn Write) -> io::Result<()> {
        match *self {}
    }

    pub(in crate::export) fn finish(self, _: &mut dyn Write) -> io::Result<()> {
        match self {}
    }
}
