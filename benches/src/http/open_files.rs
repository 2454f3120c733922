use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Connections that the rest of a process may need, files and pipes included.
const OTHERS: usize = 500;

/// Lets this process have as many files open as it may; returns how many connections that are.
pub(super) fn open_as_many_as_allowed() -> usize {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    // Whether it worked shows in what is read back.
    let _ = setrlimit(Resource::Nofile, raised);
    let current = getrlimit(Resource::Nofile).current;
    let files = current.and_then(|files| usize::try_from(files).ok());
    files.unwrap_or(usize::MAX).saturating_sub(OTHERS)
}
