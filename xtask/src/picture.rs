//! `cargo xtask picture`: a terminal's screen as an SVG, for the manual.
//!
//! `tmux capture-pane -pe | cargo xtask picture 80x24 > docs/panel.svg`

use std::fmt::Write as _;
use std::io::{self, Read};
use std::num::NonZeroU16;

use anyhow::{Context, Result, bail};

const CELL: (u32, u32) = (9, 20);
const AIR: u32 = 16;
const PAPER: &str = "#1e1e2e";
const INK: &str = "#cdd6f4";
/// The sixteen colours, calm.
const COLOURS: [&str; 16] = [
    "#45475a", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#cba6f7", "#94e2d5", "#bac2de",
    "#585b70", "#f38ba8", "#a6e3a1", "#f9e2af", "#89b4fa", "#cba6f7", "#94e2d5", "#cdd6f4",
];

/// Reads a screen from standard input and prints its picture.
pub(crate) fn picture(size: &str) -> Result<()> {
    let (columns, rows) = size
        .split_once('x')
        .context("the size is written like 80x24")?;
    let cells = |text: &str| {
        text.parse::<NonZeroU16>()
            .context("the size is written like 80x24")
    };
    let (columns, rows) = (cells(columns)?, cells(rows)?);
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    if bytes.is_empty() {
        bail!(
            "there is nothing on standard input: tmux capture-pane -pe | cargo xtask picture 80x24"
        );
    }
    let mut terminal = vt100::Parser::new(rows, columns, 0);
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.trim_end_matches('\n').split('\n').collect();
    terminal.process(lines.join("\r\n").as_bytes());
    println!("{}", svg(terminal.screen()));
    Ok(())
}

/// The screen as an SVG, without the empty rows at its end.
fn svg(screen: &vt100::Screen) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (u16::from(rows), u16::from(columns));
    let used = (0..rows)
        .rev()
        .find(|row| (0..columns).any(|column| is_drawn(screen, *row, column)));
    let rows = used.map_or(1, |row| row + 1);
    let width = u32::from(columns) * CELL.0 + 2 * AIR;
    let height = u32::from(rows) * CELL.1 + 2 * AIR;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"10\" fill=\"{PAPER}\"/>\n\
         <g font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Noto Sans Mono CJK SC',monospace\" font-size=\"15\" xml:space=\"preserve\">\n"
    );
    for row in 0..rows {
        for column in 0..columns {
            if is_drawn(screen, row, column) {
                cell(screen, row, column, &mut svg);
            }
        }
    }
    svg.push_str("</g>\n</svg>");
    svg
}

fn is_drawn(screen: &vt100::Screen, row: u16, column: u16) -> bool {
    let cell = screen.cell(row, column);
    cell.is_some_and(|cell| !cell.contents().trim().is_empty() || cell.inverse())
}

/// One cell, at its own place: no font's widths can move another.
fn cell(screen: &vt100::Screen, row: u16, column: u16, svg: &mut String) {
    let Some(cell) = screen.cell(row, column) else {
        return;
    };
    let x = AIR + u32::from(column) * CELL.0;
    let y = AIR + u32::from(row) * CELL.1 + 15;
    let ink = match cell.fgcolor() {
        vt100::Color::Idx(index) => COLOURS.get(usize::from(index)).copied().unwrap_or(INK),
        _ => INK,
    };
    let mut style = String::new();
    if cell.bold() {
        style.push_str(" font-weight=\"bold\"");
    }
    if cell.dim() {
        style.push_str(" opacity=\"0.6\"");
    }
    if cell.underline() {
        style.push_str(" text-decoration=\"underline\"");
    }
    let wide = if cell.is_wide() { 2 } else { 1 };
    let length = CELL.0 * wide;
    let text = cell.contents().replace('&', "&amp;").replace('<', "&lt;");
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{y}\" fill=\"{ink}\"{style} textLength=\"{length}\" lengthAdjust=\"spacingAndGlyphs\">{text}</text>"
    );
}
