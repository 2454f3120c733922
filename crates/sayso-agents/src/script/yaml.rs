//! YAML, read into plain values: bounded, without tags, every value with its place.
//!
//! The parser hands over one event after another and holds no tree of its own; the tree is
//! built here, where depth and size are counted before anything grows. An alias is filled in
//! and counted as often as it stands there, so that a small file cannot become a large one.

use std::collections::HashMap;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span};
use sayso_core::problem::Problem;
use serde_json::{Map, Number, Value};

use super::limits;
use super::mistake::{Mistake, Mistakes};
use super::place::{Place, Spot};
use super::wrong::Wrong;

/// Reads one document, and where everything in it stands.
pub(crate) fn read(text: &str) -> Result<(Value, Spot), Mistakes> {
    let mut tree = Tree::default();
    for event in Parser::new_from_str(text) {
        let taken = match event {
            Ok((event, span)) => tree.take(event, span),
            Err(error) => Err(tree.at(
                Some(place(*error.marker())),
                Wrong::NotYaml(error.info().to_owned()),
            )),
        };
        if let Err(mistake) = taken {
            tree.mistakes.push(mistake);
            return Err(Mistakes(tree.mistakes));
        }
    }
    if tree.mistakes.is_empty() {
        let (value, spot) = tree.root.unwrap_or_default();
        Ok((value, spot))
    } else {
        Err(Mistakes(tree.mistakes))
    }
}

/// A list or a mapping that is not closed yet.
struct Open {
    held: Held,
    spot: Spot,
    anchor: usize,
    /// How much there was before it.
    before: Size,
}

enum Held {
    List(Vec<Value>),
    /// With the key whose value comes next.
    Mapping(Map<String, Value>, Option<String>),
}

/// How much was read, aliases filled in.
#[derive(Clone, Copy, Default)]
struct Size {
    values: usize,
    bytes: usize,
}

#[derive(Default)]
struct Tree {
    documents: usize,
    open: Vec<Open>,
    root: Option<(Value, Spot)>,
    anchors: HashMap<usize, (Value, Size)>,
    size: Size,
    mistakes: Vec<Mistake>,
}

impl Tree {
    /// Takes one event in. An error ends the reading; what can be read past is only noted.
    fn take(&mut self, event: Event<'_>, span: Span) -> Result<(), Mistake> {
        let spot = Spot {
            place: Some(place(span.start)),
            ..Spot::default()
        };
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(self.at(spot.place, Wrong::ManyDocuments));
                }
                Ok(())
            }
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_tag(tag.is_some(), &spot)?;
                self.grow(1, text.len(), &spot)?;
                if let Some(Open {
                    held: Held::Mapping(_, key @ None),
                    ..
                }) = self.open.last_mut()
                {
                    *key = Some(text.into_owned());
                    return self.check_key(&spot);
                }
                let size = Size {
                    values: 1,
                    bytes: text.len(),
                };
                self.put(scalar(&text, style), spot, anchor, size)
            }
            Event::SequenceStart(anchor, tag) => {
                self.refuse_tag(tag.is_some(), &spot)?;
                self.begin(Held::List(Vec::new()), spot, anchor)
            }
            Event::MappingStart(anchor, tag) => {
                self.refuse_tag(tag.is_some(), &spot)?;
                self.begin(Held::Mapping(Map::new(), None), spot, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Alias(anchor) => {
                self.refuse_as_key(&spot)?;
                let Some((value, size)) = self.anchors.get(&anchor) else {
                    return Err(self.at(spot.place, Wrong::AliasOfNothing));
                };
                let size = *size;
                // Counted before it is copied.
                let value = match self.fits(size) {
                    true => value.clone(),
                    false => return Err(self.at(spot.place, Wrong::TooMuch)),
                };
                self.grow(size.values, size.bytes, &spot)?;
                self.put(value, spot, 0, size)
            }
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
        }
    }

    fn begin(&mut self, held: Held, spot: Spot, anchor: usize) -> Result<(), Mistake> {
        self.refuse_as_key(&spot)?;
        if self.open.len() >= limits::DEPTH {
            let max = limits::DEPTH;
            return Err(self.at(spot.place, Problem::TooDeep { max }));
        }
        let before = self.size;
        self.grow(1, 0, &spot)?;
        self.open.push(Open {
            held,
            spot,
            anchor,
            before,
        });
        Ok(())
    }

    fn end(&mut self) -> Result<(), Mistake> {
        let Some(closed) = self.open.pop() else {
            return Ok(());
        };
        let value = match closed.held {
            Held::List(items) => Value::Array(items),
            Held::Mapping(object, _) => Value::Object(object),
        };
        let size = Size {
            values: self.size.values - closed.before.values,
            bytes: self.size.bytes - closed.before.bytes,
        };
        self.put(value, closed.spot, closed.anchor, size)
    }

    fn put(&mut self, value: Value, spot: Spot, anchor: usize, size: Size) -> Result<(), Mistake> {
        if anchor > 0 {
            // The copy that is kept counts too.
            if !self.fits(size) {
                return Err(self.at(spot.place, Wrong::TooMuch));
            }
            self.anchors.insert(anchor, (value.clone(), size));
        }
        match self.open.last_mut() {
            None => self.root = Some((value, spot)),
            Some(open) => match &mut open.held {
                Held::List(items) => {
                    open.spot.below.insert(format!("[{}]", items.len()), spot);
                    items.push(value);
                }
                Held::Mapping(object, key) => {
                    let key = key.take().unwrap_or_default();
                    open.spot.below.insert(key.clone(), spot);
                    object.insert(key, value);
                }
            },
        }
        Ok(())
    }

    /// Notes a key that stands twice; the last one counts until the mistakes are told.
    fn check_key(&mut self, spot: &Spot) -> Result<(), Mistake> {
        let Some(Open {
            held: Held::Mapping(object, Some(key)),
            ..
        }) = self.open.last()
        else {
            return Ok(());
        };
        if object.contains_key(key) && self.mistakes.len() < limits::MISTAKES {
            let twice = Problem::KeyTwice(key.clone());
            self.mistakes.push(self.at(spot.place, twice));
        }
        Ok(())
    }

    fn refuse_as_key(&self, spot: &Spot) -> Result<(), Mistake> {
        match self.open.last() {
            Some(Open {
                held: Held::Mapping(_, None),
                ..
            }) => Err(self.at(spot.place, Wrong::KeyNotText)),
            _ => Ok(()),
        }
    }

    fn refuse_tag(&self, tagged: bool, spot: &Spot) -> Result<(), Mistake> {
        if tagged {
            return Err(self.at(spot.place, Wrong::Tag));
        }
        Ok(())
    }

    fn fits(&self, more: Size) -> bool {
        self.size.values + more.values <= limits::VALUES
            && self.size.bytes + more.bytes <= limits::TEXT_BYTES
    }

    fn grow(&mut self, values: usize, bytes: usize, spot: &Spot) -> Result<(), Mistake> {
        if !self.fits(Size { values, bytes }) {
            return Err(self.at(spot.place, Wrong::TooMuch));
        }
        self.size.values += values;
        self.size.bytes += bytes;
        Ok(())
    }

    /// A mistake in what is read now.
    fn at(&self, place: Option<Place>, wrong: impl Into<Wrong>) -> Mistake {
        let mut path = String::new();
        for open in &self.open {
            match &open.held {
                Held::List(items) => path.push_str(&format!("[{}]", items.len())),
                Held::Mapping(_, Some(key)) => path = sayso_core::json::under(&path, key),
                Held::Mapping(_, None) => {}
            }
        }
        Mistake {
            path,
            place,
            wrong: wrong.into(),
        }
    }
}

fn place(marker: Marker) -> Place {
    Place {
        line: marker.line(),
        column: marker.col() + 1,
    }
}

/// What a scalar is (YAML 1.2, core schema): whatever is quoted is a text.
fn scalar(text: &str, style: ScalarStyle) -> Value {
    if style != ScalarStyle::Plain {
        return Value::from(text);
    }
    match text {
        "" | "~" | "null" | "Null" | "NULL" => Value::Null,
        "true" | "True" | "TRUE" => Value::Bool(true),
        "false" | "False" | "FALSE" => Value::Bool(false),
        text => number(text).map_or_else(|| Value::from(text), Value::Number),
    }
}

fn number(text: &str) -> Option<Number> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits(unsigned) {
        let text = text.strip_prefix('+').unwrap_or(text);
        let whole = text.parse::<i64>().map(Number::from);
        return whole
            .or_else(|_| text.parse::<u64>().map(Number::from))
            .ok()
            .or_else(|| Number::from_f64(text.parse().ok()?));
    }
    let (mantissa, exponent) = unsigned
        .split_once(['e', 'E'])
        .map_or((unsigned, None), |(m, e)| (m, Some(e)));
    let (whole, rest) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let exponent = exponent.map(|e| e.strip_prefix(['-', '+']).unwrap_or(e));
    let fits = (digits(whole) || whole.is_empty() && digits(rest))
        && (rest.is_empty() || digits(rest))
        && exponent.is_none_or(digits);
    fits.then(|| text.parse().ok().and_then(Number::from_f64))
        .flatten()
}
