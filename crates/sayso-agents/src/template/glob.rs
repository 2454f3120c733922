//! Patterns for paths: `*` and `?` inside a step, `**` over any number of steps.

/// Whether a path fits a pattern, step by step.
pub(super) fn fits(pattern: &str, path: &str) -> bool {
    let pattern: Vec<&str> = pattern.split('/').collect();
    let path: Vec<&str> = path.split('/').collect();
    steps(&pattern, &path)
}

fn steps(pattern: &[&str], path: &[&str]) -> bool {
    // Where one could stand in the pattern after each step of the path: never more than it has
    // steps, whatever the pattern is.
    let mut places = reachable(pattern, vec![0]);
    for step in path {
        let mut next = Vec::new();
        for place in places {
            match pattern.get(place) {
                Some(&"**") => next.push(place),
                Some(one) if fits_step(one, step) => next.push(place + 1),
                _ => {}
            }
        }
        next.dedup();
        places = reachable(pattern, next);
    }
    places.contains(&pattern.len())
}

/// `**` may also stand for no step at all.
fn reachable(pattern: &[&str], mut places: Vec<usize>) -> Vec<usize> {
    let mut at = 0;
    while at < places.len() {
        let place = places[at];
        if pattern.get(place) == Some(&"**") && !places.contains(&(place + 1)) {
            places.push(place + 1);
        }
        at += 1;
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// One step, in time proportional to both lengths.
fn fits_step(pattern: &str, step: &str) -> bool {
    let (pattern, step): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), step.chars().collect());
    let (mut p, mut s) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while s < step.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, s));
                p += 1;
            }
            Some(c) if *c == '?' || *c == step[s] => {
                p += 1;
                s += 1;
            }
            _ => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    p = at + 1;
                    s = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}
