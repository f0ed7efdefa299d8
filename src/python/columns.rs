//! Columns that go in and out by Arrow's C data interface.

use super::InputError;
use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi, to_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::types::{Float64Type, UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayReader, ArrayRef, NullArray, make_array};
use arrow_buffer::Buffer;
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_schema::DataType;
use pyo3::exceptions::{PyAttributeError, PyImportError, PyIndexError};
use pyo3::prelude::*;
use pyo3::types::slice::PySliceIndices;
use pyo3::types::{PyBytes, PyCapsule, PyDict, PySlice, PySliceMethods, PyTuple};
use std::ffi::CStr;
use std::sync::Arc;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
pub(super) const STREAM: &CStr = c"arrow_array_stream";

/// What can go wrong with Arrow data, as an error of the module.
pub(super) fn refused(error: impl std::fmt::Display) -> PyErr {
    InputError::new_err(format!("Arrow: {error}"))
}

/// The arrays of an object that speaks Arrow; `None` if it does not, or if what it needs for that is not installed. What they hold is
/// tested: a library may hand over strings that are no UTF-8, or offsets and keys that point nowhere. `what` names the column in errors.
pub(super) fn arrays(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Option<Vec<ArrayRef>>> {
    let arrays = imported(object)?;
    let mut first = 0;
    for array in arrays.iter().flatten() {
        check(array, (what, first))?;
        first += array.len();
    }
    Ok(arrays)
}

/// Tests all that an array holds; `first` is its first row in the column.
fn check(array: &ArrayRef, (what, first): (&str, usize)) -> PyResult<()> {
    let data = array.to_data();
    let Err(error) = data.validate_full() else { return Ok(()) };
    // A prefix of `good` rows is valid, one of `bad` rows is not.
    let (mut good, mut bad) = (0, data.len());
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        match data.slice(0, middle).validate_full() {
            Ok(()) => good = middle,
            Err(_) => bad = middle,
        }
    }
    let row = first + good;
    let why = match error.to_string() {
        error if error.to_lowercase().contains("utf") => {
            "its bytes are not UTF-8; read the column as bytes, and decode it".to_owned()
        }
        error => format!("Arrow: {error}"),
    };
    Err(InputError::new_err(format!("{what}: row {row}: {why}")))
}

fn imported(object: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    let ask = |method: &str| -> PyResult<Option<Bound<'_, PyAny>>> {
        match object.getattr_opt(method)?.map(|method| method.call0()).transpose() {
            // A Series of pandas without pyarrow.
            Err(error) if error.is_instance_of::<PyImportError>(object.py()) => Ok(None),
            asked => asked,
        }
    };
    if let Some(stream) = ask("__arrow_c_stream__")? {
        let pointer = stream.cast::<PyCapsule>()?.pointer_checked(Some(STREAM))?;
        // SAFETY: a capsule of this name holds such a stream; it is moved out, and an empty one is left behind.
        let reader = unsafe { ArrayStreamReader::from_raw(pointer.cast::<FFI_ArrowArrayStream>().as_ptr()) };
        let reader = reader.map_err(refused)?;
        // polars gives an array in which nothing is there a buffer, which is not allowed.
        if *reader.field().data_type() == DataType::Null {
            return Ok(Some(vec![Arc::new(NullArray::new(object.len()?))]));
        }
        return reader.collect::<Result<_, _>>().map(Some).map_err(refused);
    }
    let Some(pair) = ask("__arrow_c_array__")? else { return Ok(None) };
    let (schema, array) = pair.extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()?;
    let schema = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
    // SAFETY: capsules of these names hold such structures; the array is moved out, and an empty one is left behind.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    Ok(Some(vec![make_array(data.map_err(refused)?)]))
}

/// One element, as Python has it; a signature of more than 64 bits is an `int`, too.
pub(super) fn element(array: &dyn Array, at: usize, py: Python<'_>) -> PyResult<Py<PyAny>> {
    if array.is_null(at) {
        return Ok(py.None());
    }
    if let Some(array) = array.as_primitive_opt::<UInt64Type>() {
        return Ok(array.value(at).into_pyobject(py)?.into_any().unbind());
    }
    if let Some(array) = array.as_primitive_opt::<UInt32Type>() {
        return Ok(array.value(at).into_pyobject(py)?.into_any().unbind());
    }
    if let Some(array) = array.as_primitive_opt::<UInt8Type>() {
        return Ok(array.value(at).into_pyobject(py)?.into_any().unbind());
    }
    if let Some(array) = array.as_primitive_opt::<Float64Type>() {
        return Ok(array.value(at).into_pyobject(py)?.into_any().unbind());
    }
    if let Some(array) = array.as_fixed_size_binary_opt() {
        let value = array.value(at).iter().fold(0_u128, |value, byte| value << 8 | u128::from(*byte));
        return Ok(value.into_pyobject(py)?.into_any().unbind());
    }
    if let Some(array) = array.as_boolean_opt() {
        return Ok(array.value(at).into_pyobject(py)?.to_owned().into_any().unbind());
    }
    let text = array.as_string_opt::<i32>().map(|array| array.value(at));
    let text = text.or_else(|| Some(array.as_string_opt::<i64>()?.value(at))).unwrap_or_default();
    Ok(text.into_pyobject(py)?.into_any().unbind())
}

/// These rows of an array, with no other ones behind them.
pub(super) fn taken(array: &ArrayRef, mut rows: impl ExactSizeIterator<Item = usize>) -> PyResult<ArrayData> {
    let data = array.to_data();
    let mut taken = MutableArrayData::new(vec![&data], false, rows.len());
    rows.try_for_each(|row| taken.try_extend(0, row, row + 1)).map_err(refused)?;
    Ok(taken.freeze())
}

/// What a column is made of: its type, its length, which of its rows are there, and its buffers.
pub(super) type Parts<'py> = (String, usize, Option<Bound<'py, PyBytes>>, Vec<Bound<'py, PyBytes>>);

pub(super) fn parts<'py>(array: &ArrayRef, py: Python<'py>) -> PyResult<Parts<'py>> {
    let data = taken(array, 0..array.len())?;
    let nulls = data.nulls().map(|nulls| PyBytes::new(py, nulls.buffer().as_slice()));
    let buffers = data.buffers().iter().map(|buffer| PyBytes::new(py, buffer.as_slice())).collect();
    Ok((data.data_type().to_string(), data.len(), nulls, buffers))
}

/// The array of such parts, which are tested: they may come from anywhere.
pub(super) fn array_of((kind, len, nulls, buffers): Parts<'_>) -> PyResult<ArrayRef> {
    use DataType::{Boolean, FixedSizeBinary, Float64, LargeUtf8, UInt8, UInt32, UInt64, Utf8};
    let plain = [Boolean, Float64, LargeUtf8, UInt8, UInt32, UInt64, Utf8].into_iter();
    let kind = plain.chain((1..=16).map(FixedSizeBinary)).find(|one| one.to_string() == kind);
    let kind = kind.ok_or_else(|| refused("no such column"))?;
    let copied = |bytes: &Bound<'_, PyBytes>| Buffer::from(bytes.as_bytes());
    let builder = ArrayData::builder(kind).len(len).null_bit_buffer(nulls.as_ref().map(copied));
    let data = builder.buffers(buffers.iter().map(copied).collect()).build().map_err(refused)?;
    Ok(make_array(data))
}

/// A column: a sequence, which Arrow and NumPy read without a copy.
#[pyclass(frozen, sequence, module = "simscope")]
#[derive(Debug)]
pub(super) struct Column(pub(super) ArrayRef);

#[pymethods]
impl Column {
    /// A column of what [`__reduce__`](Self::__reduce__) gave.
    #[new]
    fn new(
        kind: String,
        len: usize,
        nulls: Option<Bound<'_, PyBytes>>,
        buffers: Vec<Bound<'_, PyBytes>>,
    ) -> PyResult<Self> {
        array_of((kind, len, nulls, buffers)).map(Self)
    }

    /// For pickle and copy.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, Parts<'py>)> {
        Ok((slf.get_type().into_any(), parts(&slf.get().0, slf.py())?))
    }

    /// A Series of pandas with this index; whole numbers of which some are missing have its types with NA.
    #[pyo3(signature = (index = None))]
    pub(super) fn to_pandas<'py>(
        slf: &Bound<'py, Self>,
        index: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, column) = (slf.py(), &slf.get().0);
        let options = PyDict::new(py);
        options.set_item("index", index)?;
        let kind = column.data_type().to_string();
        let is_plain = slf.hasattr("__array_interface__")?;
        if kind.starts_with("UInt") && !is_plain {
            options.set_item("dtype", kind)?;
        }
        let values = match is_plain {
            true => py.import("numpy")?.call_method1("asarray", (slf,))?,
            false => py.import("builtins")?.call_method1("list", (slf,))?,
        };
        py.import("pandas")?.call_method("Series", (values,), Some(&options))
    }

    /// A Series of polars of this name.
    #[pyo3(signature = (name = ""))]
    fn to_polars<'py>(slf: &Bound<'py, Self>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let series = slf.py().import("polars")?.call_method1("Series", (slf,))?;
        series.call_method1("alias", (name,))
    }

    /// An array of pyarrow.
    fn to_arrow<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("pyarrow")?.call_method1("array", (slf,))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// An element, or of a slice without a step the column.
    fn __getitem__(&self, index: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let (py, len) = (index.py(), self.0.len());
        if let Ok(slice) = index.cast::<PySlice>() {
            let PySliceIndices { start, step: 1, slicelength, .. } = slice.indices(len as isize)? else {
                return Err(PyIndexError::new_err(
                    "a slice of a column has no step; use list(column)[::step]",
                ));
            };
            let part = self.0.slice(start as usize, slicelength);
            return Ok(Py::new(py, Self(part))?.into_any());
        }
        let index: isize = index.extract()?;
        let at = if index < 0 { index + len as isize } else { index };
        let at = usize::try_from(at).ok().filter(|&at| at < len);
        element(&*self.0, at.ok_or_else(|| PyIndexError::new_err("there is no such row"))?, py)
    }

    /// For Arrow.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        // Another type may be asked for, and need not be given.
        let _ = requested_schema;
        let (array, schema) = to_ffi(&self.0.to_data()).map_err(refused)?;
        let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
        (schema, PyCapsule::new_with_value(py, array, ARRAY)?).into_pyobject(py)
    }

    /// For NumPy.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let kind = match self.0.data_type().to_string().as_str() {
            "UInt64" => "<u8",
            "UInt32" => "<u4",
            "UInt8" => "|u1",
            "Float64" => "<f8",
            _ => "",
        };
        if kind.is_empty() || self.0.null_count() > 0 {
            return Err(PyAttributeError::new_err("not a plain column of numbers"));
        }
        let data = self.0.to_data();
        let width = kind.as_bytes()[2] - b'0';
        let address = data.buffers()[0].as_ptr() as usize + data.offset() * usize::from(width);
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", kind)?;
        interface.set_item("shape", (self.0.len(),))?;
        interface.set_item("data", (address, true))?;
        Ok(interface)
    }

    /// For NumPy and pandas where it is no plain column of numbers: exact values, as objects where one is missing or too wide.
    #[pyo3(signature = (dtype = None, copy = None))]
    fn __array__<'py>(
        slf: &Bound<'py, Self>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy;
        let (py, column) = (slf.py(), &slf.get().0);
        let numpy = py.import("numpy")?;
        let is_exact = column.null_count() > 0 || column.as_fixed_size_binary_opt().is_some();
        let array = match slf.hasattr("__array_interface__")? {
            true => numpy.call_method1("asarray", (slf,))?,
            false => {
                let kind =
                    if is_exact { py.get_type::<PyAny>().into_any() } else { py.None().into_bound(py) };
                let each: Vec<Py<PyAny>> =
                    (0..column.len()).map(|at| element(&**column, at, py)).collect::<PyResult<_>>()?;
                numpy.call_method1("array", (each, kind))?
            }
        };
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        const FIRST: usize = 5;
        let first: Vec<String> = (0..self.0.len().min(FIRST))
            .map(|at| Ok(element(&*self.0, at, py)?.bind(py).repr()?.to_string()))
            .collect::<PyResult<_>>()?;
        let more = if self.0.len() > FIRST { ", …" } else { "" };
        Ok(format!("<{} × {} [{}{more}]>", self.0.len(), self.0.data_type(), first.join(", ")))
    }
}
