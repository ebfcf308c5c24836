//! Arrays of numbers for `NumPy`, as byte arrays that it takes over without a copy.

use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};

/// A byte array of 32-bit floats in the order of the machine.
pub fn floats<'py>(py: Python<'py>, values: &[f32]) -> PyResult<Bound<'py, PyByteArray>> {
    bytes_of(py, values, f32::to_ne_bytes)
}

/// A byte array of 64-bit integers in the order of the machine.
pub fn integers<'py>(py: Python<'py>, values: &[i64]) -> PyResult<Bound<'py, PyByteArray>> {
    bytes_of(py, values, i64::to_ne_bytes)
}

fn bytes_of<'py, T: Copy, const SIZE: usize>(
    py: Python<'py>,
    values: &[T],
    bytes: impl Fn(T) -> [u8; SIZE],
) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, SIZE * values.len(), |array| {
        for (place, &value) in array.chunks_exact_mut(SIZE).zip(values) {
            place.copy_from_slice(&bytes(value));
        }
        Ok(())
    })
}

/// The 64-bit integers, in the order of the machine, that bytes are.
pub fn read_integers(bytes: &Bound<PyBytes>) -> Vec<i64> {
    let (integers, _) = bytes.as_bytes().as_chunks::<8>();
    integers.iter().map(|&integer| i64::from_ne_bytes(integer)).collect()
}
