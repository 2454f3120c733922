//! The stable codes that programs branch on.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::failures;
use crate::failure::Failure;

/// The stable code that programs branch on: one of those that a failure can have.
pub(crate) struct ErrorCode;

impl JsonSchema for ErrorCode {
    fn schema_name() -> Cow<'static, str> {
        "ErrorCode".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let all = failures::all();
        let codes: Vec<&str> = all.iter().map(Failure::code).collect();
        json_schema!({
            "type": "string",
            "description": "The stable code that programs branch on.",
            "enum": codes,
        })
    }
}
