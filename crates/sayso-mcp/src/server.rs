//! The MCP server: what it offers.

use std::borrow::Cow;
use std::sync::Arc;

use rmcp::ServerHandler;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, GetPromptRequestParams, GetPromptResponse,
    Implementation, ListPromptsResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::{RequestContext, RoleServer};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::app;
use crate::call::Call;
use crate::client::Client;
use crate::options::McpOptions;
use crate::place::Place;
use crate::prompt;
use crate::shared::Shared;
use crate::tool;

const INSTRUCTIONS: &str = "\
Sayso brings your questions to the person you work for. Use ask_user_question when you need a decision that is theirs \
to make. The call blocks until they answer; if it returns a ticket instead, go on with wait_for_answer. Cancelled, \
timed out or still open is never an answer.";

/// The revisions that are spoken, the oldest first.
const REVISIONS: &[ProtocolVersion] = &[
    ProtocolVersion::V_2025_06_18,
    ProtocolVersion::V_2025_11_25,
    ProtocolVersion::V_2026_07_28,
];

/// The server, for one connection of a client.
#[derive(Clone, Debug)]
pub struct Server {
    shared: Arc<Shared>,
    /// Tells the sessions of one process apart.
    part: String,
    gone: CancellationToken,
}

impl Server {
    /// For the one client of a process.
    pub fn new(options: McpOptions) -> Self {
        Self {
            shared: Shared::new(options),
            part: String::new(),
            gone: CancellationToken::new(),
        }
    }

    /// For another client of the same process.
    #[must_use]
    pub fn another(&self) -> Self {
        Self {
            shared: self.shared.clone(),
            part: format!("-{}", Uuid::now_v7().simple()),
            gone: self.gone.clone(),
        }
    }

    /// Told when the other end has gone.
    pub(crate) fn gone(&self) -> &CancellationToken {
        &self.gone
    }

    fn place(&self) -> Place {
        Place {
            session: self.shared.alive().session(&self.part),
            lasts: self.part.is_empty(),
            gone: self.gone.clone(),
        }
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut capabilities = ServerCapabilities::builder()
            .enable_tools()
            .enable_prompts()
            .enable_resources()
            .build();
        capabilities.extensions = self.shared.options.panel.map(|_| app::extensions());
        let name = Implementation::new("sayso", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(capabilities)
            .with_server_info(name)
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(REVISIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let client = Client::of(&context, &self.shared.options.clients);
        let panel = client.apps && self.shared.options.panel.is_some();
        // A client that does not know what the panel's tools are would show them to the model.
        Ok(ListToolsResult::with_all_items(tool::tools(panel)))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tool::tools(true).into_iter().find(|tool| tool.name == name)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        prompt::list(&self.shared).await
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        prompt::get(&self.shared, request).await.map(Into::into)
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(app::list(self.shared.options.panel))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        app::read(&request.uri, self.shared.options.panel).map(Into::into)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = Client::of(&context, &self.shared.options.clients);
        let place = self.place();
        let call = Call {
            shared: &self.shared,
            place: &place,
            client: &client,
            context: &context,
        };
        call.run(request).await
    }
}
