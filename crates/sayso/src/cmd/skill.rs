//! `sayso skill`: questions that a project keeps ready.

use std::collections::BTreeMap;
use std::path::Path;

use sayso_agents::template::DiskTemplates;
use sayso_core::issue::IssueWire;
use sayso_core::limits::Limits;
use sayso_core::safe_text::{shown, shown_on_one_line};
use sayso_core::template::{Filled, TemplateCard, TemplateOrigin, TemplateRefusal, Templates};
use serde_json::json;

use super::{ask, complain, say};
use crate::cli::{Filling, Skill};
use crate::config::Config;
use crate::exit::Exit;

/// Lists, shows, checks or asks templates.
pub(crate) fn run(skill: Skill, config: &Config) -> Exit {
    match skill {
        Skill::List { json } => list(json, config),
        Skill::Show(filling) => match filled(&filling, config) {
            Ok(filled) => {
                say(&format!("{:#}", filled.input));
                Exit::Done
            }
            Err(exit) => exit,
        },
        Skill::Check { names } => check(&names, config),
        Skill::Ask(asked) => match filled(&asked.filling, config) {
            Ok(filled) => {
                let config = Config {
                    limits: limits(),
                    ..config.clone()
                };
                ask::ask_value(&filled.input, &asked.how, &config)
            }
            Err(exit) => exit,
        },
    }
}

/// The templates that a folder and this person have.
pub(crate) fn templates(config: &Config) -> DiskTemplates {
    let folder = config.project.as_deref().unwrap_or(".");
    DiskTemplates::new(Path::new(folder), config.skills.clone())
}

/// A template is written with care: the API's limits count, not those for a model's calls.
fn limits() -> Limits {
    Limits::api()
}

fn list(as_json: bool, config: &Config) -> Exit {
    let cards = templates(config).list(config.lang);
    if as_json {
        say(&json!(cards).to_string());
        return Exit::Done;
    }
    if cards.is_empty() {
        complain(config.lang.pick(
            "No templates: put one into .claude/skills/NAME/SKILL.md",
            "没有模板：请放在 .claude/skills/NAME/SKILL.md",
        ));
    }
    for card in &cards {
        say(&line(card, config));
    }
    Exit::Done
}

/// `release  What to ask before a release  (version, channel=stable)`.
fn line(card: &TemplateCard, config: &Config) -> String {
    let variables = card.variables.iter().filter(|v| v.from.is_none());
    let variables: Vec<String> = variables
        .map(|variable| match &variable.default {
            Some(default) => format!("{}={default}", variable.name),
            None => variable.name.clone(),
        })
        .collect();
    let mut parts = vec![card.name.clone()];
    parts.extend(card.description.clone());
    if !variables.is_empty() {
        parts.push(format!("({})", variables.join(", ")));
    }
    if card.origin == TemplateOrigin::User {
        parts.push(config.lang.pick("[yours]", "[个人]").into());
    }
    if !card.mistakes.is_empty() {
        let count = card.mistakes.len();
        let name = &card.name;
        parts.push(config.lang.pick(
            format!("✗ {count} wrong: sayso skill check {name}"),
            format!("✗ {count} 处错误：sayso skill check {name}"),
        ));
    }
    let parts: Vec<_> = parts.iter().map(|part| shown_on_one_line(part)).collect();
    parts.join("  ")
}

fn check(names: &[String], config: &Config) -> Exit {
    let templates = templates(config);
    let all: Vec<String>;
    let names = if names.is_empty() {
        let cards = templates.list(config.lang);
        all = cards.into_iter().map(|card| card.name).collect();
        &all
    } else {
        names
    };
    let mut exit = Exit::Done;
    for name in names {
        let is_file = name.ends_with(".md");
        let checked = if is_file {
            Some(DiskTemplates::check_file(Path::new(name), &limits()))
        } else {
            templates.check(name, &limits())
        };
        match checked {
            None => {
                complain(&not_found(name, config));
                exit = Exit::BadInput;
            }
            Some(Ok(_)) => {
                say(&format!("{}: ok", shown_on_one_line(name)));
            }
            Some(Err(mistakes)) => {
                let name = shown_on_one_line(name);
                for mistake in &mistakes.0 {
                    complain(&format!("{name}: {}", shown(&mistake.line(config.lang))));
                }
                exit = Exit::BadInput;
            }
        }
    }
    exit
}

fn filled(filling: &Filling, config: &Config) -> Result<Filled, Exit> {
    let given: BTreeMap<String, String> = filling.given.iter().cloned().collect();
    let filled = templates(config).fill(&filling.name, &given, &limits(), config.lang);
    filled.map_err(|refusal| {
        match refusal {
            TemplateRefusal::NotFound => complain(&not_found(&filling.name, config)),
            TemplateRefusal::Mistakes(mistakes) => {
                let name = shown_on_one_line(&filling.name);
                for IssueWire { path, message } in &mistakes {
                    let path = if path.is_empty() {
                        String::new()
                    } else {
                        format!("{path}: ")
                    };
                    complain(&format!("{name}: {path}{message}"));
                }
            }
        }
        Exit::BadInput
    })
}

fn not_found(name: &str, config: &Config) -> String {
    let name = shown_on_one_line(name);
    config.lang.pick(
        format!("Error: there is no template {name}; sayso skill list lists what there is"),
        format!("错误：没有模板 {name}；用 sayso skill list 列出全部"),
    )
}
