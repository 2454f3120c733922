//! The tools and prompts that the suite looks for by name, each as its manual wants it.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ClientCapabilities, ClientResult,
    ContentBlock, ElicitRequest, ErrorData, GetPromptRequestParams, GetPromptResponse,
    GetPromptResult, InputRequest, InputRequests, InputRequiredResult, InputResponses, JsonObject,
    ListPromptsResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
    ProgressNotificationParam, Prompt, PromptMessage, ProtocolVersion, ReadResourceRequestParams,
    ReadResourceResponse, RequestStateCodec, Role, ServerConfig, ServerRequest, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use sayso_mcp::Server;
use serde_json::{Value, json};

const TOOLS: &[&str] = &[
    "test_simple_text",
    "test_error_handling",
    "test_tool_with_progress",
    "test_elicitation",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_streaming_elicitation",
    "test_missing_capability",
    "test_logging_tool",
    "test_reconnection",
    "test_input_required_result_elicitation",
    "test_input_required_result_request_state",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
];
const WITH_SCHEMA: &str = "json_schema_2020_12_tool";
const PROMPT: &str = "test_input_required_result_prompt";

/// The product's server with the suite's tools beside its own.
#[derive(Clone)]
pub(crate) struct Fixtures {
    server: Server,
    codec: Arc<RequestStateCodec>,
}

impl Fixtures {
    pub(crate) fn beside(server: Server) -> Self {
        Self {
            server,
            codec: Arc::new(
                RequestStateCodec::try_new(*b"0123456789abcdef0123456789abcdef").unwrap(),
            ),
        }
    }

    async fn fixture(
        &self,
        request: CallToolRequestParams,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let responses = request.input_responses.unwrap_or_default();
        let state = request.request_state.as_deref();
        match &*request.name {
            "test_simple_text" => Ok(said("This is a simple text response for testing.")),
            "test_error_handling" => {
                let text = "This tool intentionally returns an error for testing";
                Ok(CallToolResult::error(vec![ContentBlock::text(text)]).into())
            }
            "test_tool_with_progress" => {
                for progress in [0.0, 50.0, 100.0] {
                    if let Some(token) = context.meta.get_progress_token() {
                        let told =
                            ProgressNotificationParam::new(token, progress).with_total(100.0);
                        let _ = context.peer.notify_progress(told).await;
                    }
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
                Ok(said("done"))
            }
            // It has nothing to log, whatever level is wanted.
            "test_logging_tool" => Ok(said("done")),
            "test_reconnection" => Ok(said("Reconnection test completed")),
            "test_elicitation" => {
                let arguments = request.arguments.unwrap_or_default();
                let message = arguments.get("message").cloned().unwrap_or_default();
                let schema = json!({
                    "username": { "type": "string", "description": "User's response" },
                    "email": { "type": "string", "description": "User's email address" },
                });
                let asked = object(schema, &["username", "email"]);
                elicited(context, "User response", &message, asked).await
            }
            "test_elicitation_sep1034_defaults" => {
                let schema = json!({
                    "name": { "type": "string", "default": "John Doe" },
                    "age": { "type": "integer", "default": 30 },
                    "score": { "type": "number", "default": 95.5 },
                    "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
                    "verified": { "type": "boolean", "default": true },
                });
                elicited(
                    context,
                    "Elicitation completed",
                    &json!("defaults"),
                    object(schema, &[]),
                )
                .await
            }
            "test_elicitation_sep1330_enums" => {
                elicited(
                    context,
                    "Elicitation completed",
                    &json!("enums"),
                    object(enums(), &[]),
                )
                .await
            }
            "test_streaming_elicitation" => Ok(self.ask("name", "What is your name?", None)),
            "test_missing_capability" => {
                let capabilities = context.client_capabilities().unwrap_or_default();
                if capabilities.sampling.is_none() {
                    let needed = json!({ "sampling": {} });
                    let needed: ClientCapabilities = serde_json::from_value(needed).unwrap();
                    return Err(ErrorData::missing_required_client_capability(needed));
                }
                Ok(said("ok"))
            }
            "test_input_required_result_elicitation" => match accepted(&responses, "user_name") {
                Some(content) => Ok(said(&format!("Hello, {}!", word(&content, "name")))),
                None => Ok(self.ask("user_name", "What is your name?", None)),
            },
            "test_input_required_result_request_state" => {
                match (state, accepted(&responses, "confirm")) {
                    (Some(state), Some(_)) => {
                        self.opened(state)?;
                        Ok(said("state-ok"))
                    }
                    _ => Ok(self.ask("confirm", "Please confirm", Some("confirm"))),
                }
            }
            "test_input_required_result_tampered_state" => match state {
                Some(state) => {
                    self.opened(state)?;
                    Ok(said("state-ok"))
                }
                None => Ok(self.ask("confirm", "Please confirm", Some("confirm"))),
            },
            "test_input_required_result_multi_round" => {
                let step = state.map(|state| self.opened(state)).transpose()?;
                match step.as_deref() {
                    Some("1") if accepted(&responses, "step1").is_some() => {
                        Ok(self.ask("step2", "Step 2: What is your favorite color?", Some("2")))
                    }
                    Some("2") if accepted(&responses, "step2").is_some() => Ok(said("done")),
                    Some("2") => {
                        Ok(self.ask("step2", "Step 2: What is your favorite color?", Some("2")))
                    }
                    _ => Ok(self.ask("step1", "Step 1: What is your name?", Some("1"))),
                }
            }
            "test_input_required_result_capabilities" => {
                let capabilities = context.client_capabilities().unwrap_or_default();
                if capabilities.elicitation.is_some() {
                    return Ok(self.ask("user_name", "What is your name?", None));
                }
                let hello =
                    json!({ "role": "user", "content": { "type": "text", "text": "Hello" } });
                let params = json!({ "messages": [hello], "maxTokens": 100 });
                let sampling = json!({ "method": "sampling/createMessage", "params": params });
                let request: InputRequest = serde_json::from_value(sampling).unwrap();
                let requests = InputRequests::from([("sample".to_owned(), request)]);
                Ok(InputRequiredResult::from_input_requests(requests).into())
            }
            name => Err(ErrorData::invalid_params(format!("no tool {name}"), None)),
        }
    }

    fn ask(&self, key: &str, message: &str, state: Option<&str>) -> CallToolResponse {
        self.required(key, message, state).into()
    }

    fn required(&self, key: &str, message: &str, state: Option<&str>) -> InputRequiredResult {
        let schema = object(json!({ "name": { "type": "string" } }), &["name"]);
        let params = json!({ "mode": "form", "message": message, "requestedSchema": schema });
        let request = ElicitRequest::new(serde_json::from_value(params).unwrap());
        let requests = InputRequests::from([(key.to_owned(), InputRequest::Elicitation(request))]);
        let sealed = state.map(|state| self.codec.seal(state.as_bytes()));
        InputRequiredResult::new(Some(requests), sealed)
    }

    fn opened(&self, state: &str) -> Result<String, ErrorData> {
        let opened = self.codec.open(state);
        let opened = opened.map_err(|error| ErrorData::invalid_params(error.to_string(), None))?;
        Ok(String::from_utf8_lossy(&opened).into_owned())
    }
}

impl ServerHandler for Fixtures {
    fn get_info(&self) -> ServerConfig {
        self.server.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.server.supported_protocol_versions()
    }

    async fn list_tools(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut listed = self.server.list_tools(page, context).await?;
        listed.tools.extend(TOOLS.iter().map(|name| fixture(name)));
        listed.tools.push(with_schema());
        Ok(listed)
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        let ours = TOOLS.iter().find(|known| **known == name);
        self.server
            .get_tool(name)
            .or_else(|| ours.map(|name| fixture(name)))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if TOOLS.contains(&&*request.name) {
            return self.fixture(request, &context).await;
        }
        self.server.call_tool(request, context).await
    }

    async fn list_prompts(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let mut listed = self.server.list_prompts(page, context).await?;
        let prompt = Prompt::new(PROMPT, Some("asks for a context"), None);
        listed.prompts.push(prompt);
        Ok(listed)
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if request.name != PROMPT {
            return self.server.get_prompt(request, context).await;
        }
        let responses = request.input_responses.unwrap_or_default();
        Ok(match accepted(&responses, "user_context") {
            None => self
                .required("user_context", "What context should the prompt use?", None)
                .into(),
            Some(_) => {
                let message = PromptMessage::new_text(Role::User, "in that context");
                GetPromptResult::new(vec![message]).into()
            }
        })
    }

    async fn list_resources(
        &self,
        page: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        self.server.list_resources(page, context).await
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        self.server.read_resource(request, context).await
    }
}

fn fixture(name: &str) -> Tool {
    let schema = JsonObject::from_iter([("type".to_owned(), json!("object"))]);
    Tool::new(
        name.to_owned(),
        "For the conformance suite.",
        Arc::new(schema),
    )
}

/// A tool whose schema has words that only newer drafts know: they reach the client as they are.
fn with_schema() -> Tool {
    let address = json!({
        "$anchor": "addressDef", "type": "object",
        "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
    });
    let phone = json!({ "required": ["phone"] });
    let email = json!({ "required": ["email"] });
    let schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": address },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [phone, email] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": phone,
        "else": email,
        "additionalProperties": false,
    });
    let schema: JsonObject = serde_json::from_value(schema).unwrap();
    Tool::new(WITH_SCHEMA, "For the conformance suite.", Arc::new(schema))
}

fn said(text: &str) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}

fn enums() -> Value {
    let words = json!(["option1", "option2", "option3"]);
    let titled = json!([
        { "const": "value1", "title": "First Option" },
        { "const": "value2", "title": "Second Option" },
        { "const": "value3", "title": "Third Option" },
    ]);
    json!({
        "untitledSingle": { "type": "string", "enum": words },
        "titledSingle": { "type": "string", "oneOf": titled },
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": { "type": "array", "items": { "type": "string", "enum": words } },
        "titledMulti": { "type": "array", "items": { "anyOf": titled } },
    })
}

/// Shows a form in the older way, and tells what came back.
async fn elicited(
    context: &RequestContext<RoleServer>,
    what: &str,
    message: &Value,
    schema: Value,
) -> Result<CallToolResponse, ErrorData> {
    let params = json!({ "mode": "form", "message": message.as_str().unwrap_or("?"), "requestedSchema": schema });
    let params = serde_json::from_value(params);
    let params = params.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
    let request = ServerRequest::ElicitRequest(ElicitRequest::new(params));
    match context.peer.send_request(request).await {
        Ok(ClientResult::ElicitResult(result)) => {
            let action = serde_json::to_value(&result.action).unwrap_or_default();
            let content = result.content.unwrap_or_default();
            Ok(said(&format!(
                "{what}: action={}, content={content}",
                action.as_str().unwrap_or_default()
            )))
        }
        other => Err(ErrorData::internal_error(format!("{other:?}"), None)),
    }
}

/// The content of a response that was accepted.
fn accepted(responses: &InputResponses, key: &str) -> Option<Value> {
    let response = responses.get(key)?;
    (response["action"] == "accept").then(|| response["content"].clone())
}

fn word(content: &Value, key: &str) -> String {
    content[key].as_str().unwrap_or_default().to_owned()
}
