//! The least a Rust program must do to ask one question: a floor for start-up.

use dialoguer::Select;

fn main() -> dialoguer::Result<()> {
    let question = std::env::args().nth(1).unwrap_or_default();
    Select::new()
        .with_prompt(question)
        .items(["SQLite: One file", "PostgreSQL: A server"])
        .default(0)
        .interact()?;
    Ok(())
}
