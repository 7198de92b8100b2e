//! The module `kamen._kamen`: what `kamen/__init__.py` shows. Its words are explained to users in `kamen/_kamen.pyi`.

mod board;
mod engine;
mod known;
mod moves;
mod pdn;

use kamen_core::Variant;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::fmt::Display;

/// An error of ours as the `ValueError` that Python's users expect of a value that cannot be used.
fn unusable(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// A variant by its name.
fn variant_of(name: &str) -> PyResult<Variant> {
    name.parse().map_err(unusable)
}

/// Runs the program `kamen` with the arguments of the process; returns its exit status.
#[pyfunction]
fn main(py: Python<'_>) -> PyResult<u8> {
    // The program ends at Ctrl-C in its own way.
    let signal = py.import("signal")?;
    signal.call_method1(
        "signal",
        (signal.getattr("SIGINT")?, signal.getattr("SIG_DFL")?),
    )?;
    let arguments: Vec<String> = py.import("sys")?.getattr("argv")?.extract()?;
    Ok(py.detach(|| {
        kamen_cli::program_with(arguments.into_iter().skip(1).map(Into::into).collect())
    }))
}

#[pymodule]
fn _kamen(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let names: Vec<&str> = Variant::ALL.iter().map(|variant| variant.name()).collect();
    module.add("VARIANTS", names)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<board::Board>()?;
    module.add_class::<moves::Move>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Info>()?;
    module.add_class::<engine::Judgment>()?;
    module.add_class::<known::Tables>()?;
    module.add_class::<known::Book>()?;
    module.add_class::<pdn::Game>()?;
    module.add_class::<pdn::Node>()?;
    module.add_function(wrap_pyfunction!(pdn::read_pdn, module)?)?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    Ok(())
}
