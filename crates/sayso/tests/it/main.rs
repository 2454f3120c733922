//! The binary, from outside: what an agent, a script and a person at a terminal see of it.

#![allow(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod again;
mod answers_file;
mod at_terminal;
mod at_terminal_lines;
mod below_agent;
mod between;
mod certificate;
mod claude;
mod context_files;
mod credentials;
mod demo;
mod desk;
mod desk_away;
mod disk_fails;
mod elsewhere;
mod exits;
mod forgetting;
mod formats;
mod golden;
mod handed_over;
mod history_and_audit;
mod hook_formats;
mod hook_sub_agents;
mod hooks;
mod hostile;
mod http;
mod inbox;
mod init;
mod kill_desk;
mod left_alone;
mod login;
mod logs;
mod lost_key;
mod mcp;
mod mcp_answers;
mod mcp_app;
mod mcp_client;
mod mcp_http;
mod mcp_prompts;
mod mcp_secrets;
mod mcp_stateless;
mod nodes;
mod one_entry;
mod owner_only;
mod panel;
mod panel_deadline;
mod panel_storm;
mod questions;
mod readme;
mod remote;
mod running;
mod s1;
mod serve;
mod skills;
mod sse;
mod stage;
mod start_modes;
mod status;
mod task;
mod tickets;
mod tls;
mod together;
mod transcripts;
