//! The least a ratatui program must do to ask one question: a floor for drawing.

use ratatui::crossterm::event::{self, Event, KeyCode};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::widgets::{Block, List, ListState};
use ratatui::{TerminalOptions, Viewport};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let question = args.next().unwrap_or_default();
    let count: usize = args.next().and_then(|n| n.parse().ok()).unwrap_or(2);
    // Without a blank, which ratatui would pass over instead of writing it.
    let options: Vec<String> = (1..=count).map(|n| format!("Option-{n}")).collect();
    // Inline it would ask the terminal where the cursor is, which nobody answers in a bench.
    let mut terminal = ratatui::init_with_options(TerminalOptions {
        viewport: Viewport::Fixed(Rect::new(0, 0, 80, 10)),
    });
    let mut state = ListState::default().with_selected(Some(0));
    loop {
        terminal.draw(|frame| {
            let list = List::new(options.iter().map(String::as_str))
                .block(Block::bordered().title(question.as_str()))
                .highlight_style(Style::new().bold())
                .highlight_symbol("> ");
            frame.render_stateful_widget(list, frame.area(), &mut state);
        })?;
        if let Event::Key(key) = event::read()? {
            match key.code {
                KeyCode::Down => state.select_next(),
                KeyCode::Up => state.select_previous(),
                KeyCode::Enter => break,
                _ => {}
            }
        }
    }
    ratatui::restore();
    Ok(())
}
