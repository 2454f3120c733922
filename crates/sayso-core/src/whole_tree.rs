//! A walk through questions and all their follow-ups.

use std::slice::Iter;

use crate::question::Question;

/// Every question of a tree, each before its follow-ups.
#[derive(Clone, Debug)]
pub struct WholeTree<'q> {
    here: Iter<'q, Question>,
    /// What comes after it, the next last. Most questions have no follow-ups, and then it is empty.
    later: Vec<Iter<'q, Question>>,
}

impl<'q> WholeTree<'q> {
    pub(crate) fn new(roots: &'q [Question]) -> Self {
        Self {
            here: roots.iter(),
            later: Vec::new(),
        }
    }
}

impl<'q> Iterator for WholeTree<'q> {
    type Item = &'q Question;

    fn next(&mut self) -> Option<&'q Question> {
        loop {
            let Some(question) = self.here.next() else {
                self.here = self.later.pop()?;
                continue;
            };
            if !question.follow_ups.is_empty() {
                self.later.push(self.here.clone());
                let below = question.follow_ups.values().rev();
                self.later.extend(below.map(|questions| questions.iter()));
                self.here = [].iter();
            }
            return Some(question);
        }
    }
}
