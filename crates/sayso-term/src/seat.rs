//! Where the person sits.

/// Where the person sits: what becomes of the question when they go without an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// In the process that asks. Ctrl-C takes the question back.
    #[default]
    Asker,
    /// In a process that only answers. The question stays open.
    Guest,
    /// In the process that runs the agent. Ctrl-C stops the agent, and calls its question off.
    Host,
    /// At a demonstration, which ends when they go.
    Demo,
}
