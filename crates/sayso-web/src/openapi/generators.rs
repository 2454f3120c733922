//! Makes the schemas of types, and keeps those that they refer to.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value};

/// One generator for what is read, one for what is written: defaults make fields optional in the
/// one, and always there in the other.
pub(super) struct Generators {
    read: SchemaGenerator,
    written: SchemaGenerator,
}

impl Generators {
    pub(super) fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
            })
        };
        Self {
            read: settings().into_generator(),
            written: settings().for_serialize().into_generator(),
        }
    }

    pub(super) fn read<T: JsonSchema>(&mut self) -> Value {
        self.read.subschema_for::<T>().into()
    }

    pub(super) fn written<T: JsonSchema>(&mut self) -> Value {
        self.written.subschema_for::<T>().into()
    }

    /// Everything that was referred to.
    pub(super) fn definitions(mut self) -> Map<String, Value> {
        let mut all = self.read.take_definitions(true);
        all.extend(self.written.take_definitions(true));
        all
    }
}
