//! The catalogue as a CSV file: one line for each variant, RFC 4180, in UTF-8.
//!
//! Both directions share the columns. Options, pictures, times and staff are not part of the file; an import leaves
//! them unchanged. An import never removes a variant or an offering.

mod batch;
mod cell;
mod column;
pub mod export;
pub mod import;
mod offering_cells;
mod plan;
mod reader;
mod variant_cells;
mod write;

use serde::Serialize;
use utoipa::ToSchema;

use crate::Error;

/// Maximum bytes of a file.
pub const FILE_MAX: usize = 32 * 1024 * 1024;
/// Maximum lines of a file, without its header.
pub const LINES_MAX: u64 = 100_000;
/// Maximum errors and maximum changed offerings in a report.
const REPORTED_MAX: usize = 100;

/// Error of a cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct CellError {
    /// Line of the file, from 1. The header is usually line 1.
    #[schema(example = 17)]
    pub line: u64,
    /// Name of the column. Empty: the whole line.
    #[schema(example = "price")]
    pub column: String,
    /// Expected content.
    #[schema(example = "Enter a price such as 24.50.")]
    pub expected: String,
}

impl CellError {
    fn new(line: u64, column: impl ToString, expected: impl Into<String>) -> Self {
        Self { line, column: column.to_string(), expected: expected.into() }
    }
}

/// Returns the error of a file operation.
fn file_error(cause: impl std::fmt::Display) -> Error {
    Error::File(cause.to_string())
}
