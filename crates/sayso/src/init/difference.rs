//! What changes in a file, for a person to read.

use std::path::Path;

/// Lines around a change that are shown.
const AROUND: usize = 2;

/// The lines that go and come, with a few around them.
pub(crate) fn difference(file: &Path, before: Option<&str>, after: Option<&str>) -> String {
    let lines = |text: Option<&str>| -> Vec<String> {
        text.unwrap_or_default()
            .lines()
            .map(str::to_owned)
            .collect()
    };
    let (old, new) = (lines(before), lines(after));
    let same_start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old_rest, new_rest) = (&old[same_start..], &new[same_start..]);
    let same_end = old_rest
        .iter()
        .rev()
        .zip(new_rest.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let name = file.display();
    let mut shown = vec![match (before, after) {
        (None, _) => format!("new file {name}"),
        (_, None) => format!("remove {name}"),
        _ => format!("change {name}"),
    }];
    let from = same_start.saturating_sub(AROUND);
    shown.extend(old[from..same_start].iter().map(|line| format!("  {line}")));
    let gone = &old_rest[..old_rest.len() - same_end];
    shown.extend(gone.iter().map(|line| format!("- {line}")));
    let come = &new_rest[..new_rest.len() - same_end];
    shown.extend(come.iter().map(|line| format!("+ {line}")));
    let tail = &old_rest[old_rest.len() - same_end..];
    shown.extend(tail.iter().take(AROUND).map(|line| format!("  {line}")));
    shown.join("\n")
}
