//! Reading a body so that what is wrong with it is told with its place.

use sayso_core::problem::Problem;
use serde::Deserializer;
use serde::de::{DeserializeSeed, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use crate::fault::Fault;

/// A value that says what is wrong with it, and where. A place is only written out when something is.
#[derive(Clone, Copy)]
pub(crate) struct Searched<'de>(pub(crate) &'de Value);

impl<'de> Searched<'de> {
    /// Goes on if it is of this type.
    fn as_a(self, expected: &'static str, is: fn(&Value) -> bool) -> Result<Self, Fault> {
        match is(self.0) {
            true => Ok(self),
            false => Err(Fault::here(Problem::wrong_type(expected, self.0))),
        }
    }

    fn whole<V: Visitor<'de>>(self, max: u64, visitor: V) -> Result<V::Value, Fault> {
        let number = self.as_a("number", Value::is_number)?.0.as_u64();
        match number.filter(|number| *number <= max) {
            Some(number) => visitor.visit_u64(number),
            None => Err(Fault::here(Problem::NotWhole { max })),
        }
    }
}

macro_rules! typed {
    ($($method:ident $expected:literal $is:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.as_a($expected, Value::$is)?.deserialize_any(visitor)
        }
    )*};
}

macro_rules! whole {
    ($($method:ident $number:ty)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.whole(<$number>::MAX.into(), visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Searched<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (None, Some(number)) => visitor.visit_i64(number),
                (None, None) => visitor.visit_f64(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(items) => visitor.visit_seq(Items(items.iter().enumerate())),
            Value::Object(fields) => visitor.visit_map(Fields {
                rest: fields.iter(),
                value: None,
            }),
        }
    }

    typed! {
        deserialize_bool "boolean" is_boolean
        deserialize_str "string" is_string
        deserialize_string "string" is_string
        deserialize_seq "array" is_array
        deserialize_map "object" is_object
    }

    whole! {
        deserialize_u8 u8
        deserialize_u16 u16
        deserialize_u32 u32
        deserialize_u64 u64
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.0 {
            Value::Null => visitor.visit_none(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    /// A word out of a few.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let word = self
            .as_a("string", Value::is_string)?
            .0
            .as_str()
            .unwrap_or_default();
        visitor.visit_enum(word.into_deserializer())
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u128 f32 f64 char bytes byte_buf unit unit_struct tuple tuple_struct
        identifier ignored_any
    }
}

struct Items<'de>(std::iter::Enumerate<std::slice::Iter<'de, Value>>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some((n, item)) = self.0.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(Searched(item));
        read.map(Some)
            .map_err(|fault| fault.below(&format!("[{n}]")))
    }
}

struct Fields<'de> {
    rest: serde_json::map::Iter<'de>,
    /// The field whose name was read.
    value: Option<(&'de String, &'de Value)>,
}

impl<'de> MapAccess<'de> for Fields<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.value = self.rest.next();
        let name = self.value.map(|(name, _)| name.as_str());
        name.map(|name| seed.deserialize(name.into_deserializer()))
            .transpose()
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        let (name, value) = self
            .value
            .take()
            .ok_or_else(|| Fault::here(Problem::Missing))?;
        let read = seed.deserialize(Searched(value));
        read.map_err(|fault| fault.below(name))
    }
}
