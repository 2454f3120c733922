//! Where templates are found.

use std::collections::BTreeMap;

use super::filled::Filled;
use super::template_card::TemplateCard;
use crate::issue::IssueWire;
use crate::lang::Lang;
use crate::limits::Limits;

/// Why a template is not filled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateRefusal {
    /// There is none of this name.
    NotFound,
    /// It cannot be asked like this: everything that is wrong, each with its place.
    Mistakes(Vec<IssueWire>),
}

/// Where templates are found.
pub trait Templates: Send + Sync {
    /// All of them by name, those with mistakes too.
    fn list(&self, lang: Lang) -> Vec<TemplateCard>;

    /// Fills one with what was given and with the project's state as it is now.
    fn fill(
        &self,
        name: &str,
        given: &BTreeMap<String, String>,
        limits: &Limits,
        lang: Lang,
    ) -> Result<Filled, TemplateRefusal>;
}
