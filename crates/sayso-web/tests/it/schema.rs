//! Holds a value to a schema of the document.

use serde_json::Value;

use crate::documented::document;

/// Why a value is not what a schema says, with the place in it. Stricter than JSON Schema is: an object
/// has no fields that no schema speaks of, unless it says that there may be any.
pub(crate) fn check(schema: &Value, value: &Value) -> Result<(), String> {
    fits(schema, value)
        .map(drop)
        .map_err(|why| format!("{why}; {value}"))
}

/// Follows a reference to where it leads.
pub(crate) fn resolve(value: &Value) -> &Value {
    match value.get("$ref") {
        Some(reference) => referred(reference),
        None => value,
    }
}

/// Where a reference leads.
pub(crate) fn referred(reference: &Value) -> &'static Value {
    let path = reference.as_str().unwrap().strip_prefix('#').unwrap();
    document().pointer(path).unwrap_or_else(|| panic!("{path}"))
}

/// The fields that the schema speaks of; none when any may be there.
type Known<'s> = Option<Vec<&'s str>>;

fn fits<'s>(schema: &'s Value, value: &Value) -> Result<Known<'s>, String> {
    let known = look(schema, value)?;
    // What only narrows another schema does not speak of everything.
    let whole = ["type", "$ref", "allOf", "anyOf", "oneOf"];
    let closed = whole.iter().any(|word| schema.get(word).is_some());
    if let (Value::Object(fields), Some(known)) = (value, &known)
        && closed
        && let Some(stranger) = fields.keys().find(|name| !known.contains(&name.as_str()))
    {
        return Err(format!("{stranger}: nothing is said of it"));
    }
    Ok(known)
}

/// What the schema itself says, and what it takes in.
fn look<'s>(schema: &'s Value, value: &Value) -> Result<Known<'s>, String> {
    let schema = match schema {
        Value::Bool(true) => return Ok(None),
        Value::Object(schema) => schema,
        other => panic!("no schema: {other}"),
    };
    let mut known = Some(Vec::new());
    for (word, says) in schema {
        match word.as_str() {
            "$ref" => add(&mut known, look(referred(says), value)?),
            "type" if !is_of_type(says, value) => return Err(format!("not of type {says}")),
            "const" if value != says => return Err(format!("not {says}")),
            "enum" if !says.as_array().unwrap().contains(value) => {
                return Err(format!("none of {says}"));
            }
            "minimum" if value.as_f64() < says.as_f64() && value.is_number() => {
                return Err(format!("less than {says}"));
            }
            "minItems" if count(value).is_some_and(|n| n < says.as_u64().unwrap()) => {
                return Err(format!("fewer than {says}"));
            }
            "maxItems" if count(value).is_some_and(|n| n > says.as_u64().unwrap()) => {
                return Err(format!("more than {says}"));
            }
            "minLength" | "maxLength" if value.is_string() => {
                let (got, bound) = (
                    value.as_str().unwrap().chars().count(),
                    says.as_u64().unwrap(),
                );
                if (got as u64) < bound && word == "minLength"
                    || (got as u64) > bound && word == "maxLength"
                {
                    return Err(format!("{word} is {says}"));
                }
            }
            "required" => {
                let mut names = says
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|one| one.as_str().unwrap());
                let missing = names.find(|name| value.is_object() && value.get(name).is_none());
                if let Some(name) = missing {
                    return Err(format!("{name}: required"));
                }
            }
            "properties" => {
                for (name, says) in says.as_object().unwrap() {
                    if let Some(inner) = value.get(name) {
                        fits(says, inner).map_err(|why| format!("{name}.{why}"))?;
                    }
                    add(&mut known, Some(vec![name]));
                }
            }
            "additionalProperties" => {
                let named = schema.get("properties").and_then(Value::as_object);
                let others = value.as_object().into_iter().flatten();
                for (name, inner) in
                    others.filter(|(name, _)| named.is_none_or(|named| !named.contains_key(*name)))
                {
                    if *says == Value::Bool(false) {
                        return Err(format!("{name}: not allowed"));
                    }
                    fits(says, inner).map_err(|why| format!("{name}.{why}"))?;
                }
                if *says != Value::Bool(false) {
                    known = None;
                }
            }
            "items" | "prefixItems" => {
                for (n, inner) in value.as_array().into_iter().flatten().enumerate() {
                    let says = says.get(n).unwrap_or(says);
                    if says.is_object() {
                        fits(says, inner).map_err(|why| format!("[{n}].{why}"))?;
                    }
                }
            }
            "allOf" => {
                for says in says.as_array().unwrap() {
                    add(&mut known, look(says, value)?);
                }
            }
            "anyOf" | "oneOf" => {
                let all = says.as_array().unwrap().iter();
                let (met, not): (Vec<_>, Vec<_>) =
                    all.map(|says| look(says, value)).partition(Result::is_ok);
                if met.is_empty() || (word == "oneOf" && met.len() > 1) {
                    return Err(format!("{} of {word} met: {not:?}", met.len()));
                }
                met.into_iter()
                    .flatten()
                    .for_each(|one| add(&mut known, one));
            }
            "type" | "const" | "enum" | "minimum" | "minItems" | "maxItems" | "minLength"
            | "maxLength" => {}
            // Said to people, or of numbers that JSON has no types for.
            "description" | "default" | "format" | "x-events" => {}
            other => panic!("this check knows nothing of {other:?}"),
        }
    }
    // A schema that says nothing of fields leaves them open.
    let speaks = [
        "$ref",
        "properties",
        "additionalProperties",
        "allOf",
        "anyOf",
        "oneOf",
    ];
    if !speaks.iter().any(|word| schema.contains_key(*word)) {
        known = None;
    }
    Ok(known)
}

fn add<'s>(known: &mut Known<'s>, more: Known<'s>) {
    *known = match (known.take(), more) {
        (Some(mut known), Some(more)) => {
            known.extend(more);
            Some(known)
        }
        _ => None,
    };
}

fn count(value: &Value) -> Option<u64> {
    value.as_array().map(|items| items.len() as u64)
}

fn is_of_type(says: &Value, value: &Value) -> bool {
    let is = |name: &str| match name {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("no type: {other}"),
    };
    match says {
        Value::Array(names) => names.iter().any(|name| is(name.as_str().unwrap())),
        name => is(name.as_str().unwrap()),
    }
}
