//! Finding words in lines of source.

/// The first of `words` that stands in the line as a word of its own.
///
/// A word may begin or end with punctuation, and is then not bounded on that side:
/// `.await` is found in `reply.await`, while `print!` is not found in `eprint!`.
pub(super) fn first<'w>(line: &str, words: &[&'w str]) -> Option<&'w str> {
    words.iter().copied().find(|word| stands_in(line, word))
}

fn stands_in(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(start, _)| {
        let before = line[..start].chars().next_back();
        let after = line[start + word.len()..].chars().next();
        !joined(before, word.chars().next()) && !joined(word.chars().next_back(), after)
    })
}

/// Whether two neighbouring characters belong to one identifier.
fn joined(left: Option<char>, right: Option<char>) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    left.is_some_and(part) && right.is_some_and(part)
}
