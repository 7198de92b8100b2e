//! Errors as JSON (RFC 9457).

use crate::http::{Caching, Response, reason};
use kamen_core::notation::Reason;
use serde::Serialize;

/// Why a request is not answered as it was meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    status: u16,
    detail: String,
    /// Why a move, a position or a text of games cannot be, by a name.
    reason: Option<Reason>,
    /// A header that belongs to it.
    header: Option<(&'static str, String)>,
}

#[derive(Serialize)]
struct Written<'a> {
    r#type: &'a str,
    title: &'a str,
    status: u16,
    detail: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a Reason>,
}

impl Problem {
    pub(crate) fn new(status: u16, detail: impl Into<String>) -> Problem {
        Problem {
            status,
            detail: detail.into(),
            reason: None,
            header: None,
        }
    }

    /// What was asked cannot be answered as it is.
    pub(crate) fn bad(error: impl ToString) -> Problem {
        Problem::new(422, error.to_string())
    }

    /// The same with the reason by a name, if it has one.
    #[must_use]
    pub(crate) fn because(self, reason: Option<Reason>) -> Problem {
        Problem { reason, ..self }
    }

    #[must_use]
    pub(crate) fn with(self, name: &'static str, value: impl Into<String>) -> Problem {
        Problem {
            header: Some((name, value.into())),
            ..self
        }
    }
}

impl From<Problem> for Response {
    fn from(problem: Problem) -> Response {
        let title = reason(problem.status);
        let written = Written {
            r#type: "about:blank",
            title,
            status: problem.status,
            detail: &problem.detail,
            reason: problem.reason.as_ref(),
        };
        let body = serde_json::to_vec(&written).unwrap_or_default();
        let answer = Response {
            status: problem.status,
            ..Response::new("application/problem+json", body.into())
        };
        let answer = answer.cached(Caching::Never);
        match problem.header {
            Some((name, value)) => answer.with(name, value),
            None => answer,
        }
    }
}
