//! What may happen in a session, and in which words it may not: short lives, told in order.

mod answering;
mod approvals;
mod asking;
mod chain;
mod closing;
mod deadlines;
