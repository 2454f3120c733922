//! Fields that take whatever stands there: what is of another type counts as missing.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::glance::BlockGlance;

/// A text, borrowed where it has no escapes.
#[derive(Debug, Default)]
pub(super) struct Text<'a>(Option<Cow<'a, str>>);

impl<'a> Text<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        Self(Some(Cow::Borrowed(text)))
    }

    pub(super) fn get(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// The text; empty when there is none.
    pub(super) fn as_str(&self) -> &str {
        self.get().unwrap_or_default()
    }

    pub(super) fn or<'s>(&'s self, other: &'s Self) -> &'s Self {
        if self.0.is_some() { self } else { other }
    }
}

/// A flag; off unless it is `true`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Flag(pub(super) bool);

/// The fields of an object.
#[derive(Debug, Default)]
pub(super) struct Fields<T>(pub(super) T);

/// What a message holds: words, or blocks.
#[derive(Debug, Default)]
pub(super) enum Content<'a> {
    #[default]
    Nothing,
    Words(Cow<'a, str>),
    Blocks(Vec<Fields<BlockGlance<'a>>>),
}

/// Reads whatever stands there: `take…` is what this one knows, the rest is skipped.
trait Takes<'de>: Default {
    fn text(_: Cow<'de, str>) -> Self {
        Self::default()
    }

    fn flag(_: bool) -> Self {
        Self::default()
    }

    fn list<A: SeqAccess<'de>>(mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Self::default())
    }

    fn object<A: MapAccess<'de>>(mut fields: A) -> Result<Self, A::Error> {
        while fields.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Self::default())
    }
}

struct Whatever<T>(PhantomData<T>);

impl<'de, T: Takes<'de>> Visitor<'de> for Whatever<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<T, E> {
        Ok(T::text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<T, E> {
        Ok(T::text(Cow::Owned(text.to_owned())))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<T, E> {
        Ok(T::flag(flag))
    }

    fn visit_i64<E>(self, _: i64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_unit<E>(self) -> Result<T, E> {
        Ok(T::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<T, A::Error> {
        T::list(items)
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
        T::object(fields)
    }
}

impl<'de> Takes<'de> for Text<'de> {
    fn text(text: Cow<'de, str>) -> Self {
        Self(Some(text))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Text<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whatever::<Text<'de>>(PhantomData))
    }
}

impl Takes<'_> for Flag {
    fn flag(flag: bool) -> Self {
        Self(flag)
    }
}

impl<'de> Deserialize<'de> for Flag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whatever::<Self>(PhantomData))
    }
}

impl<'de, T: Default + Deserialize<'de>> Takes<'de> for Fields<T> {
    fn object<A: MapAccess<'de>>(fields: A) -> Result<Self, A::Error> {
        T::deserialize(MapAccessDeserializer::new(fields)).map(Self)
    }
}

impl<'de, T: Default + Deserialize<'de>> Deserialize<'de> for Fields<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whatever::<Self>(PhantomData))
    }
}

impl<'de> Takes<'de> for Content<'de> {
    fn text(text: Cow<'de, str>) -> Self {
        Self::Words(text)
    }

    fn list<A: SeqAccess<'de>>(mut items: A) -> Result<Self, A::Error> {
        let mut blocks = Vec::new();
        while let Some(block) = items.next_element()? {
            blocks.push(block);
        }
        Ok(Self::Blocks(blocks))
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Content<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Whatever::<Content<'de>>(PhantomData))
    }
}
