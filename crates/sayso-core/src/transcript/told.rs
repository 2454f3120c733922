//! What a model was told about its questions, read back from the sentence.

/// How sentences begin that bring answers: the seed's and older versions' wording, the one since,
/// and the one for own words.
const BEGINNINGS: &[&str] = &[
    "User has answered your questions:",
    "Your questions have been answered:",
    "The user answered:",
    "The user asked for more questions before you proceed. So far they answered:",
];

/// How they end.
const ENDINGS: &[&str] = &[
    ". You can now continue with",
    ". Read the answers carefully",
    ". Call AskUserQuestion again",
    ". Left unanswered: ",
];

/// What a model was told about a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Told {
    /// The question, by its number.
    pub(super) question: usize,
    /// What was answered.
    pub(super) answer: String,
    /// The note beside it.
    pub(super) note: Option<String>,
}

/// Reads the sentence; none when it is no sentence that brings answers to these questions.
pub(super) fn read(sentence: &str, questions: &[&str]) -> Option<Vec<Told>> {
    let body = BEGINNINGS
        .iter()
        .find_map(|beginning| sentence.trim_start().strip_prefix(beginning))?;
    let end = ENDINGS
        .iter()
        .filter_map(|ending| body.rfind(ending))
        .min()
        .unwrap_or(body.len());
    let body = &body[..end];
    let mut places: Vec<(usize, usize, usize)> = Vec::new();
    for (number, question) in questions.iter().enumerate() {
        let mark = format!("\"{question}\"=\"");
        if let Some(place) = body.find(&mark) {
            places.push((place, place + mark.len(), number));
        }
    }
    places.sort_unstable();
    let mut told: Vec<Told> = Vec::new();
    for (nth, (_, start, question)) in places.iter().enumerate() {
        let end = places.get(nth + 1).map_or(body.len(), |(next, ..)| *next);
        // An answer that quotes another question holds its mark: the outer one stands.
        let words = body.get(*start..end)?;
        let words = words.trim_end_matches(", ");
        let (answer, note) = match words.rsplit_once("\" notes: ") {
            Some((answer, note)) => (answer, Some(note.to_owned())),
            None => (words.strip_suffix('"').unwrap_or(words), None),
        };
        told.push(Told {
            question: *question,
            answer: answer.to_owned(),
            note,
        });
    }
    (!told.is_empty()).then_some(told)
}
