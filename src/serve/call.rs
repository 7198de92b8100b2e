//! What is asked, and what comes of it.

use crate::http::{Request, Response};
use crate::problem::Problem;
use crate::service::Service;

/// A request for an answer.
pub(crate) struct Call<'a> {
    pub(crate) service: &'a Service,
    pub(crate) request: &'a Request,
    /// What stands for the name in the path; empty if it has none.
    pub(crate) name: &'a str,
}

/// An answer, and how long it may be kept.
pub(crate) type Answered = Result<Response, Problem>;
