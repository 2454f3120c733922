/// How often something new came into the log: a hint to read on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Commits of this desk.
    pub own: u64,
    /// Times that others were seen to have written.
    pub foreign: u64,
}
