//! The least a ratatui program must do to ask one question inline: a floor for drawing.

use ratatui::crossterm::event::{self, Event, KeyCode};
use ratatui::style::{Style, Stylize};
use ratatui::widgets::{Block, List, ListState};
use ratatui::{TerminalOptions, Viewport};

fn main() -> std::io::Result<()> {
    let mut args = std::env::args().skip(1);
    let question = args.next().unwrap_or_default();
    let count: usize = args.next().and_then(|n| n.parse().ok()).unwrap_or(2);
    let options: Vec<String> = (1..=count).map(|n| format!("Option {n}")).collect();
    let mut terminal = ratatui::init_with_options(TerminalOptions {
        viewport: Viewport::Inline(10),
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
