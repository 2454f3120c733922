use super::under;

/// Where a value stands, told from the inside out: its path is written only when something is wrong.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place<'p> {
    /// At a path that is written already.
    At(&'p str),
    /// A field of an object.
    Key(&'p Self, &'p str),
    /// One of a list.
    Item(&'p Self, usize),
}

impl<'p> Place<'p> {
    pub(crate) fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    pub(crate) fn item(&'p self, number: usize) -> Self {
        Self::Item(self, number)
    }

    pub(crate) fn path(&self) -> String {
        match self {
            Self::At(path) => (*path).to_owned(),
            Self::Key(above, key) => under(&above.path(), key),
            Self::Item(above, number) => format!("{}[{number}]", above.path()),
        }
    }
}

impl From<&Place<'_>> for String {
    fn from(place: &Place<'_>) -> Self {
        place.path()
    }
}

impl From<Place<'_>> for String {
    fn from(place: Place<'_>) -> Self {
        place.path()
    }
}
