//! JSON with comments, changed in place: everything that is not changed stays as it was written.

use serde_json::Value;

/// Where a value stands.
type Span = std::ops::Range<usize>;

/// One member of an object.
struct Member {
    key: String,
    /// From the key's quote to the value's end.
    whole: Span,
    value: Span,
}

/// Puts a member there, in objects that are made when they are not there. None when it is there
/// already, whatever it says.
pub(super) fn set(text: &str, path: &[&str], value: &Value) -> Result<Option<String>, String> {
    if text.trim().is_empty() {
        let nested = path.iter().rev().fold(value.clone(), |inner, key| {
            Value::Object([((*key).to_owned(), inner)].into_iter().collect())
        });
        return Ok(Some(format!("{}\n", pretty(&nested, ""))));
    }
    let root = whole(text)?;
    set_in(text, root, path, value)
}

fn set_in(
    text: &str,
    object: Span,
    path: &[&str],
    value: &Value,
) -> Result<Option<String>, String> {
    let [key, rest @ ..] = path else {
        return Ok(None);
    };
    let members = members(text, object.clone())?;
    if let Some(member) = members.iter().find(|member| member.key == *key) {
        return set_in(text, member.value.clone(), rest, value);
    }
    let nested = rest.iter().rev().fold(value.clone(), |inner, key| {
        Value::Object([((*key).to_owned(), inner)].into_iter().collect())
    });
    let outer = indent_at(text, object.start);
    let inner = match members.first() {
        Some(first) => indent_at(text, first.whole.start),
        None => format!("{outer}  "),
    };
    let member = format!("{}: {}", Value::from(*key), pretty(&nested, &inner));
    let mut changed = text.to_owned();
    match members.last() {
        Some(last) => {
            let end = last.value.end;
            let next = skip(text, end);
            if text[next..].starts_with(',') {
                changed.insert_str(next + 1, &format!("\n{inner}{member}"));
            } else {
                changed.insert_str(end, &format!(",\n{inner}{member}"));
            }
        }
        None => {
            let close = object.end - 1;
            let kept = text[object.start + 1..close].trim_end();
            let new = format!("{{{kept}\n{inner}{member}\n{outer}}}");
            changed.replace_range(object, &new);
        }
    }
    Ok(Some(changed))
}

/// Takes a member out; none when it is not there.
pub(super) fn remove(text: &str, path: &[&str]) -> Result<Option<String>, String> {
    let mut object = whole(text)?;
    let Some((key, parents)) = path.split_last() else {
        return Ok(None);
    };
    for parent in parents {
        let found = members(text, object)?;
        match found.into_iter().find(|member| member.key == *parent) {
            Some(member) => object = member.value,
            None => return Ok(None),
        }
    }
    let members = members(text, object)?;
    let Some(place) = members.iter().position(|member| member.key == *key) else {
        return Ok(None);
    };
    let member = &members[place];
    // With the comma behind it, or the one before it when it is the last.
    let after = skip(text, member.value.end);
    let cut = if text[after..].starts_with(',') {
        let start = line_start(text, member.whole.start);
        start..line_end(text, after + 1)
    } else if place > 0 {
        members[place - 1].value.end..member.value.end
    } else {
        line_start(text, member.whole.start)..line_end(text, member.value.end)
    };
    let mut changed = text.to_owned();
    changed.replace_range(cut, "");
    Ok(Some(changed))
}

/// The one value of the text, an object.
fn whole(text: &str) -> Result<Span, String> {
    let start = skip(text, usize::from(text.starts_with('\u{feff}')) * 3);
    let end = value_end(text, start)?;
    if !text[start..].starts_with('{') {
        return Err("it is no JSON object".into());
    }
    if skip(text, end) != text.len() {
        return Err(format!("something stands behind the object, at byte {end}"));
    }
    Ok(start..end)
}

fn members(text: &str, object: Span) -> Result<Vec<Member>, String> {
    if !text[object.clone()].starts_with('{') {
        return Err(format!("no object at byte {}", object.start));
    }
    let mut members = Vec::new();
    let mut at = skip(text, object.start + 1);
    while !text[at..].starts_with('}') {
        let key_end = string_end(text, at)?;
        let key: String =
            serde_json::from_str(&text[at..key_end]).map_err(|_| format!("no key at byte {at}"))?;
        let colon = skip(text, key_end);
        if !text[colon..].starts_with(':') {
            return Err(format!("no colon at byte {colon}"));
        }
        let start = skip(text, colon + 1);
        let end = value_end(text, start)?;
        members.push(Member {
            key,
            whole: at..end,
            value: start..end,
        });
        at = skip(text, end);
        if text[at..].starts_with(',') {
            at = skip(text, at + 1);
        } else if !text[at..].starts_with('}') {
            return Err(format!("no comma at byte {at}"));
        }
    }
    Ok(members)
}

/// Past white space and comments.
fn skip(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        let rest = &rest[blank..];
        at += blank;
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else {
            return at;
        }
    }
}

fn value_end(text: &str, start: usize) -> Result<usize, String> {
    let rest = &text[start..];
    match rest.chars().next() {
        Some('{') => {
            let all = members(text, start..text.len())?;
            let last = all.last().map_or(start + 1, |member| member.value.end);
            let mut at = skip(text, last);
            if text[at..].starts_with(',') {
                at = skip(text, at + 1);
            }
            Ok(at + 1)
        }
        Some('[') => {
            let mut at = skip(text, start + 1);
            while !text[at..].starts_with(']') {
                at = skip(text, value_end(text, at)?);
                if text[at..].starts_with(',') {
                    at = skip(text, at + 1);
                } else if !text[at..].starts_with(']') {
                    return Err(format!("no comma at byte {at}"));
                }
            }
            Ok(at + 1)
        }
        Some('"') => string_end(text, start),
        Some(c) if c.is_ascii_alphanumeric() || c == '-' => {
            let word = |c: char| !(c.is_ascii_alphanumeric() || "+-.".contains(c));
            Ok(start + rest.find(word).unwrap_or(rest.len()))
        }
        _ => Err(format!("no value at byte {start}")),
    }
}

fn string_end(text: &str, start: usize) -> Result<usize, String> {
    let bytes = text.as_bytes();
    if bytes.get(start) != Some(&b'"') {
        return Err(format!("no string at byte {start}"));
    }
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return Ok(at + 1),
            _ => at += 1,
        }
    }
    Err(format!("the string at byte {start} does not end"))
}

/// The white space that the line of this place begins with.
fn indent_at(text: &str, at: usize) -> String {
    let line = &text[line_start(text, at)..at];
    let blank = line.len() - line.trim_start().len();
    line[..blank].to_owned()
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// Past the end of the line, if nothing else stands in it.
fn line_end(text: &str, at: usize) -> usize {
    match text[at..].find('\n') {
        Some(newline) if text[at..at + newline].trim().is_empty() => at + newline + 1,
        _ => at,
    }
}

fn pretty(value: &Value, indent: &str) -> String {
    let text = serde_json::to_string_pretty(value).unwrap_or_default();
    text.replace('\n', &format!("\n{indent}"))
}
