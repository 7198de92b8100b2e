//! Links a module whose interpreter comes later.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
