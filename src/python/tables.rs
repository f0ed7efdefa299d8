//! Tables that go out: to Arrow, to the libraries of frames, to a notebook, and to another process.

use super::columns::{Column, Parts, STREAM, array_of, element, parts, refused, taken};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Float64Type;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, make_array};
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use simscope::visible;

/// A text in one line of at most so many columns, for a page: nothing in it is a tag, or steers what stands beside it.
#[pyfunction]
pub(super) fn shown(text: &str, columns: usize) -> String {
    let text = visible::fit(text, columns);
    [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("\"", "&quot;")]
        .iter()
        .fold(text.into_owned(), |text, (sign, safe)| text.replace(sign, safe))
}

type ReducedTable<'py> = (Bound<'py, PyAny>, (Vec<String>, Vec<Parts<'py>>));

/// A table: its rows are tuples, its columns come by their names, and Arrow reads it without a copy.
#[pyclass(frozen, module = "simscope")]
#[derive(Debug)]
pub(super) struct Table(RecordBatch);

impl Table {
    /// A table of these columns, which are equally long.
    pub(super) fn of<const N: usize>(columns: [(&str, ArrayRef); N]) -> PyResult<Self> {
        RecordBatch::try_from_iter(columns).map(Self).map_err(refused)
    }

    fn of_columns(names: Vec<String>, columns: Vec<ArrayRef>) -> PyResult<Self> {
        RecordBatch::try_from_iter(names.into_iter().zip(columns)).map(Self).map_err(refused)
    }
}

#[pymethods]
impl Table {
    /// A table of what [`__reduce__`](Self::__reduce__) gave.
    #[new]
    fn new(names: Vec<String>, columns: Vec<Parts<'_>>) -> PyResult<Self> {
        let columns: Vec<ArrayRef> = columns.into_iter().map(array_of).collect::<PyResult<_>>()?;
        Self::of_columns(names, columns)
    }

    /// For pickle and copy.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<ReducedTable<'py>> {
        let columns = slf.get().0.columns().iter().map(|column| parts(column, slf.py()));
        Ok((slf.get_type().into_any(), (slf.get().column_names(), columns.collect::<PyResult<_>>()?)))
    }

    /// These rows alone, in this order.
    fn take(&self, rows: Vec<usize>) -> PyResult<Self> {
        if let Some(row) = rows.iter().find(|row| **row >= self.0.num_rows()) {
            return Err(PyIndexError::new_err(format!("there is no row {row}")));
        }
        let column = |column| taken(column, rows.iter().copied()).map(make_array);
        let columns: Vec<ArrayRef> = self.0.columns().iter().map(column).collect::<PyResult<_>>()?;
        Self::of_columns(self.column_names(), columns)
    }

    /// A data frame of pandas.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let columns = PyDict::new(py);
        for (name, column) in self.column_names().into_iter().zip(self.0.columns()) {
            columns.set_item(name, Column::to_pandas(&Bound::new(py, Column(column.clone()))?, None)?)?;
        }
        py.import("pandas")?.call_method1("DataFrame", (columns,))
    }

    /// A data frame of polars.
    fn to_polars<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("polars")?.call_method1("DataFrame", (slf,))
    }

    /// A table of pyarrow.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("table", (slf,))
    }

    /// For notebooks: the first rows. Texts are shortened, and shown as the program shows them.
    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        const FIRST: usize = 10;
        let cells = |tag: &str, texts: &mut dyn Iterator<Item = String>| -> String {
            texts.map(|text| format!("<{tag} style=\"text-align:left\">{text}</{tag}>")).collect()
        };
        let head = cells("th", &mut self.column_names().iter().map(|name| shown(name, 60)));
        let mut html = format!("<table><thead><tr>{head}</tr></thead><tbody>");
        for row in 0..self.0.num_rows().min(FIRST) {
            let texts: Vec<String> = (self.0.columns().iter())
                .map(|column| match column.as_primitive_opt::<Float64Type>() {
                    Some(numbers) => Ok(format!("{:.3}", numbers.value(row))),
                    None if column.is_null(row) => Ok(String::new()),
                    None => Ok(shown(&element(column, row, py)?.bind(py).str()?.to_string_lossy(), 60)),
                })
                .collect::<PyResult<_>>()?;
            html += &format!("<tr>{}</tr>", cells("td", &mut texts.into_iter()));
        }
        html += "</tbody></table>";
        if let Some(more) = self.0.num_rows().checked_sub(FIRST).filter(|more| *more > 0) {
            html += &format!("<p>… {more} more rows</p>");
        }
        Ok(html)
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __getitem__(&self, name: &str) -> PyResult<Column> {
        let known =
            || PyKeyError::new_err(format!("{name}: the columns are {}", self.column_names().join(", ")));
        self.0.column_by_name(name).map(|column| Column(column.clone())).ok_or_else(known)
    }

    fn __iter__(&self) -> RowsOf {
        RowsOf { batch: self.0.clone(), next: 0 }
    }

    /// For Arrow.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), STREAM)
    }

    fn __repr__(&self) -> String {
        format!("<{} rows of {}>", self.0.num_rows(), self.column_names().join(", "))
    }
}

/// The rows of a table.
#[pyclass(module = "simscope")]
struct RowsOf {
    batch: RecordBatch,
    next: usize,
}

#[pymethods]
impl RowsOf {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        if self.next == self.batch.num_rows() {
            return Ok(None);
        }
        let row: Vec<Py<PyAny>> = self
            .batch
            .columns()
            .iter()
            .map(|column| element(column, self.next, py))
            .collect::<PyResult<_>>()?;
        self.next += 1;
        PyTuple::new(py, row).map(Some)
    }
}
