//! Putting entries into JSON settings that others have written, and taking them out again.

use serde_json::{Map, Value};

/// Puts our entries in: objects are joined, lists get what they lack, and what somebody has set
/// stays as they set it.
pub(crate) fn merge(settings: &mut Value, ours: &Value) {
    match (settings, ours) {
        (Value::Object(settings), Value::Object(ours)) => {
            for (name, ours) in ours {
                match settings.get_mut(name) {
                    Some(theirs) => merge(theirs, ours),
                    None => drop(settings.insert(name.clone(), ours.clone())),
                }
            }
        }
        (Value::Array(settings), Value::Array(ours)) => {
            for one in ours {
                if !settings.contains(one) {
                    settings.push(one.clone());
                }
            }
        }
        _ => {}
    }
}

/// Takes our entries out: what is equal goes, and what is empty afterwards goes with it.
pub(crate) fn remove(settings: &mut Value, ours: &Value) {
    let (Value::Object(settings), Value::Object(ours)) = (settings, ours) else {
        return;
    };
    for (name, ours) in ours {
        let Some(theirs) = settings.get_mut(name) else {
            continue;
        };
        let gone = match (&mut *theirs, ours) {
            (Value::Object(_), Value::Object(_)) => {
                remove(theirs, ours);
                theirs.as_object().is_some_and(Map::is_empty)
            }
            (Value::Array(theirs), Value::Array(ours)) => {
                theirs.retain(|one| !ours.contains(one));
                theirs.is_empty()
            }
            (theirs, ours) => theirs == ours,
        };
        if gone {
            settings.shift_remove(name);
        }
    }
}

/// Reads settings; an empty file has none. Only an object can hold entries.
pub(crate) fn read(text: Option<&str>) -> Result<Value, String> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    match text.map(serde_json::from_str::<Value>) {
        None => Ok(Value::Object(Map::new())),
        Some(Ok(value @ Value::Object(_))) => Ok(value),
        Some(Ok(_)) => Err("it holds no object; it is left as it is".to_owned()),
        Some(Err(error)) => Err(format!("it is no JSON, so it is left as it is: {error}")),
    }
}

/// Writes settings as people read them.
pub(crate) fn write(settings: &Value) -> String {
    let text = serde_json::to_string_pretty(settings).unwrap_or_default();
    format!("{text}\n")
}
