//! A template that was read.

use std::collections::BTreeMap;

use sayso_core::dialect;
use sayso_core::limits::Limits;
use sayso_core::problem::Problem;
use serde_json::{Map, Value};

use super::fill::{Fill, Filling};
use super::project::Project;
use super::skill_file::{SkillFile, moved};
use super::source::Source;
use super::variable::Variable;
use crate::script::mistake::Mistakes;
use crate::script::place::Spot;
use crate::script::reading::Reading;
use crate::script::wrong::Wrong;
use crate::script::yaml;

/// A template that was read and found good.
#[derive(Clone, Debug)]
pub struct Template {
    /// What it is for.
    pub description: Option<String>,
    /// What it is filled from, in the order of the file.
    pub variables: Vec<Variable>,
    body: Map<String, Value>,
    spots: Spot,
    /// Lines of the file before the block.
    before: usize,
}

const VARIABLES: &str = "variables";

impl Template {
    /// Reads a `SKILL.md`; none when it has no block of questions, and so is no template.
    pub fn read(text: &str, limits: &Limits) -> Result<Option<Self>, Mistakes> {
        let file = SkillFile::read(text)?;
        let Some(block) = file.block else {
            return Ok(None);
        };
        let read = Self::read_block(block.text, file.text("description"), block.before, limits);
        read.map(Some)
            .map_err(|mistakes| moved(mistakes, block.before))
    }

    fn read_block(
        text: &str,
        description: Option<String>,
        before: usize,
        limits: &Limits,
    ) -> Result<Self, Mistakes> {
        let (value, spots) = yaml::read(text)?;
        let mut reading = Reading::new(&spots);
        // Questions alone may be written as a list.
        let value = match value {
            Value::Array(_) => Value::Object(Map::from_iter([("questions".to_owned(), value)])),
            value => value,
        };
        let Value::Object(mut body) = value else {
            let got = Problem::wrong_type("object", &value);
            reading.wrong("", got);
            return Err(reading.into_mistakes());
        };
        let mut variables = Vec::new();
        match body.shift_remove(VARIABLES) {
            None | Some(Value::Null) => {}
            Some(Value::Object(named)) => {
                for (name, value) in &named {
                    let path = format!("{VARIABLES}.{name}");
                    variables.extend(Variable::read(&mut reading, name, value, &path));
                }
            }
            Some(other) => {
                reading.wrong(VARIABLES, Problem::wrong_type("object", &other));
            }
        }
        let template = Self {
            description,
            variables,
            body,
            before,
            spots: Spot::default(),
        };
        // Filled with samples, so that what is wrong is told before somebody needs it.
        let samples = template.variables.iter().map(|variable| {
            let sample = match variable.source.is_list() {
                true => Filling::List(vec!["a".into(), "b".into()]),
                false => Filling::Words(variable.default.clone().unwrap_or_else(|| "a".into())),
            };
            (variable.name.clone(), sample)
        });
        template.filled(&samples.collect(), limits, &mut reading);
        if reading.is_clean() {
            Ok(Self { spots, ..template })
        } else {
            Err(reading.into_mistakes())
        }
    }

    /// Fills it with what was given and with the project's state as it is now.
    pub fn fill(
        &self,
        given: &BTreeMap<String, String>,
        project: &Project,
        limits: &Limits,
    ) -> Result<Value, Mistakes> {
        let mut reading = Reading::new(&self.spots);
        let mut values = BTreeMap::new();
        for variable in &self.variables {
            let path = format!("{VARIABLES}.{}", variable.name);
            let filling = match given.get(&variable.name) {
                Some(words) if variable.source.is_list() => {
                    Ok(Filling::List(words.lines().map(str::to_owned).collect()))
                }
                Some(words) => Ok(Filling::Words(words.clone())),
                None => self.state(variable, project),
            };
            match filling {
                Ok(filling) => {
                    values.insert(variable.name.clone(), filling);
                }
                Err(wrong) => reading.wrong(path, wrong),
            }
        }
        for name in given.keys() {
            if !self.variables.iter().any(|variable| variable.name == *name) {
                reading.wrong(VARIABLES, Wrong::NoSuchVariable(name.clone()));
            }
        }
        let filled = reading
            .is_clean()
            .then(|| self.filled(&values, limits, &mut reading));
        match filled {
            Some(filled) if reading.is_clean() => Ok(filled),
            _ => Err(moved(reading.into_mistakes(), self.before)),
        }
    }

    /// What a variable is by itself.
    fn state(&self, variable: &Variable, project: &Project) -> Result<Filling, Wrong> {
        let read = match &variable.source {
            Source::Given => {
                let default = variable.default.clone().map(Filling::Words);
                return default.ok_or_else(|| Wrong::NotGiven(variable.name.clone()));
            }
            Source::Project => Ok(Filling::Words(project.name())),
            Source::GitBranch => project.branch().map(Filling::Words),
            Source::GitBranches => project.branches(variable.most).map(Filling::List),
            Source::GitTags => project.tags(variable.most).map(Filling::List),
            Source::Files(pattern) => project.files(pattern, variable.most).map(Filling::List),
            Source::Content { path, lines } => project.content(path, *lines).map(Filling::Words),
        };
        match (read, &variable.default) {
            (Ok(filling), _) => Ok(filling),
            (Err(_), Some(default)) => Ok(Filling::Words(default.clone())),
            (Err(error), None) => Err(Wrong::Unread(error.to_string())),
        }
    }

    /// Fills and checks; what is wrong is noted where it stands in the template.
    fn filled(
        &self,
        values: &BTreeMap<String, Filling>,
        limits: &Limits,
        reading: &mut Reading<'_>,
    ) -> Value {
        let mut fill = Fill::new(values);
        let body = Value::Object(self.body.clone());
        let filled = fill.value(&body, "", "");
        if let Err(issues) = dialect::parse(&filled, limits) {
            for issue in issues {
                reading.wrong(fill.origin(&issue.path), issue.problem);
            }
        }
        for (path, wrong) in fill.wrong {
            reading.wrong(path, wrong);
        }
        filled
    }
}
