//! Templates on this machine's disk.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sayso_core::lang::Lang;
use sayso_core::limits::Limits;
use sayso_core::template::{
    Filled, TemplateCard, TemplateOrigin, TemplateRefusal, Templates, VariableCard,
};

use super::limits;
use super::project::Project;
use super::template::Template;
use crate::beneath::Folder;
use crate::script::mistake::Mistakes;
use crate::script::wrong::Wrong;

/// The file of a template in its folder.
const FILE: &str = "SKILL.md";

/// Templates on this machine's disk: the project's own, and the person's for all projects. Of two
/// with the same name the project's counts.
#[derive(Clone, Debug)]
pub struct DiskTemplates {
    project: Project,
    folders: Vec<(TemplateOrigin, PathBuf)>,
}

/// A template's file, read or not.
struct SkillText {
    origin: TemplateOrigin,
    text: Result<String, Mistakes>,
}

impl DiskTemplates {
    /// Of the project around a folder, and in the folder of the person's own.
    pub fn new(folder: &Path, users: Option<PathBuf>) -> Self {
        let project = Project::around(folder);
        let own = project.root().join(".claude/skills");
        let users = users.filter(|users| *users != own);
        let mut folders = vec![(TemplateOrigin::Project, own)];
        folders.extend(users.map(|users| (TemplateOrigin::User, users)));
        Self { project, folders }
    }

    /// Reads a template and says what is wrong with it; none when there is none of this name. A
    /// skill without questions is told as such.
    pub fn check(&self, name: &str, limits: &Limits) -> Option<Result<Template, Mistakes>> {
        let found = self.find(name)?;
        Some(checked(found.text, limits))
    }

    /// Reads a template from a file that somebody named outright.
    pub fn check_file(path: &Path, limits: &Limits) -> Result<Template, Mistakes> {
        let file = std::fs::File::open(path).and_then(crate::beneath::plain_file);
        checked(
            file.and_then(bounded).map_err(|error| unread(&error)),
            limits,
        )
    }

    fn find(&self, name: &str) -> Option<SkillText> {
        self.folders.iter().find_map(|(origin, folder)| {
            let folder = Folder::open(folder).ok()?.folder(name).ok()?;
            let file = match folder.file(FILE) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
                file => file,
            };
            Some(SkillText {
                origin: *origin,
                text: file.and_then(bounded).map_err(|error| unread(&error)),
            })
        })
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for (_, folder) in &self.folders {
            let folder = Folder::open(folder);
            let inside = folder.and_then(|folder| folder.names(limits::TEMPLATES));
            let folders = inside
                .unwrap_or_default()
                .into_iter()
                .filter(|n| n.is_folder);
            names.extend(folders.filter_map(|name| name.name.into_string().ok()));
        }
        names.sort_unstable();
        names.dedup();
        names
    }
}

impl Templates for DiskTemplates {
    fn list(&self, lang: Lang) -> Vec<TemplateCard> {
        let card = |name: String| {
            let found = self.find(&name)?;
            let read = found
                .text
                .and_then(|text| Template::read(&text, &Limits::api()));
            let (template, mistakes) = match read {
                // A skill that asks nothing is none of ours.
                Ok(None) => return None,
                Ok(Some(template)) => (Some(template), Vec::new()),
                Err(mistakes) => (None, mistakes.wires("", lang)),
            };
            Some(TemplateCard {
                name,
                origin: found.origin,
                description: template.as_ref().and_then(|t| t.description.clone()),
                variables: template.as_ref().map(variables).unwrap_or_default(),
                mistakes,
            })
        };
        self.names().into_iter().filter_map(card).collect()
    }

    fn fill(
        &self,
        name: &str,
        given: &BTreeMap<String, String>,
        limits: &Limits,
        lang: Lang,
    ) -> Result<Filled, TemplateRefusal> {
        let template = self.check(name, limits).ok_or(TemplateRefusal::NotFound)?;
        let refused = |mistakes: Mistakes| TemplateRefusal::Mistakes(mistakes.wires("", lang));
        let template = template.map_err(refused)?;
        let input = template
            .fill(given, &self.project, limits)
            .map_err(refused)?;
        Ok(Filled {
            name: name.to_owned(),
            description: template.description,
            input,
        })
    }
}

fn checked(text: Result<String, Mistakes>, limits: &Limits) -> Result<Template, Mistakes> {
    let template = Template::read(&text?, limits)?;
    template.ok_or_else(|| Mistakes::one("", Wrong::NoBlock))
}

fn variables(template: &Template) -> Vec<VariableCard> {
    let card = |variable: &super::variable::Variable| VariableCard {
        name: variable.name.clone(),
        description: variable.description.clone(),
        required: variable.is_required(),
        default: variable.default.clone(),
        from: variable.source.word(),
    };
    template.variables.iter().map(card).collect()
}

fn bounded(file: std::fs::File) -> io::Result<String> {
    let mut text = String::new();
    file.take(limits::FILE_BYTES + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > limits::FILE_BYTES {
        let max = limits::FILE_BYTES;
        return Err(io::Error::other(format!("larger than {max} bytes")));
    }
    Ok(text)
}

fn unread(error: &io::Error) -> Mistakes {
    Mistakes::one("", Wrong::Unread(error.to_string()))
}
