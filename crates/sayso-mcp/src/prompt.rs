//! The project's templates as prompts: words that make the model ask what a template holds.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmcp::model::{
    ErrorData, GetPromptRequestParams, GetPromptResult, JsonObject, ListPromptsResult, Prompt,
    PromptArgument, PromptMessage, Role,
};
use sayso_core::issue::IssueWire;
use sayso_core::limits::Limits;
use sayso_core::template::{TemplateCard, TemplateRefusal, Templates, VariableCard};
use serde_json::{Value, json};

use crate::shared::Shared;

/// Those that can be asked.
pub(crate) async fn list(shared: &Arc<Shared>) -> Result<ListPromptsResult, ErrorData> {
    let lang = shared.lang();
    let cards = read(shared, move |templates| templates.list(lang)).await?;
    let cards = cards.unwrap_or_default().into_iter();
    let usable = cards.filter(|card| card.mistakes.is_empty());
    Ok(ListPromptsResult::with_all_items(
        usable.map(prompt).collect(),
    ))
}

/// One of them, filled with these arguments and the project's state.
pub(crate) async fn get(
    shared: &Arc<Shared>,
    request: GetPromptRequestParams,
) -> Result<GetPromptResult, ErrorData> {
    let lang = shared.lang();
    let name = request.name;
    let given = given(request.arguments.unwrap_or_default())?;
    let wanted = name.clone();
    let filled = read(shared, move |templates| {
        templates.fill(&wanted, &given, &Limits::api(), lang)
    });
    match filled.await? {
        Some(Ok(filled)) => {
            let message = PromptMessage::new_text(Role::User, filled.as_prompt(lang));
            let mut result = GetPromptResult::new(vec![message]);
            result.description = filled.description;
            Ok(result)
        }
        Some(Err(TemplateRefusal::Mistakes(mistakes))) => Err(refused(&name, &mistakes)),
        Some(Err(TemplateRefusal::NotFound)) | None => {
            let text = format!("there is no template {name:?} here; prompts/list tells them");
            Err(ErrorData::invalid_params(text, None))
        }
    }
}

/// Reads templates off the runtime's thread. None: there are no templates here.
async fn read<T: Send + 'static>(
    shared: &Arc<Shared>,
    read: impl FnOnce(&dyn Templates) -> T + Send + 'static,
) -> Result<Option<T>, ErrorData> {
    let Some(find) = shared.options.templates.clone() else {
        return Ok(None);
    };
    let done = tokio::task::spawn_blocking(move || read(&*find())).await;
    done.map(Some)
        .map_err(|error| ErrorData::internal_error(error.to_string(), None))
}

fn prompt(card: TemplateCard) -> Prompt {
    let arguments = card.variables.into_iter().map(argument).collect();
    Prompt::new(card.name, card.description, Some(arguments))
}

fn argument(variable: VariableCard) -> PromptArgument {
    let mut words = vec![];
    words.extend(variable.description);
    words.extend(
        variable
            .default
            .map(|default| format!("default: {default}")),
    );
    words.extend(variable.from.map(|from| format!("else from: {from}")));
    let argument = PromptArgument::new(variable.name).with_required(variable.required);
    match words.is_empty() {
        true => argument,
        false => argument.with_description(words.join("; ")),
    }
}

fn given(arguments: JsonObject) -> Result<BTreeMap<String, String>, ErrorData> {
    let word = |(name, value)| match value {
        Value::String(word) => Ok((name, word)),
        _ => {
            let text = format!("arguments.{name}: a string is needed");
            Err(ErrorData::invalid_params(text, None))
        }
    };
    arguments.into_iter().map(word).collect()
}

fn refused(name: &str, mistakes: &[IssueWire]) -> ErrorData {
    let lines = mistakes
        .iter()
        .map(|mistake| match mistake.path.is_empty() {
            true => mistake.message.clone(),
            false => format!("{}: {}", mistake.path, mistake.message),
        });
    let lines: Vec<String> = lines.collect();
    let text = format!("{name} cannot be asked like this: {}", lines.join("; "));
    ErrorData::invalid_params(text, Some(json!({ "details": mistakes })))
}
