use std::fmt;

/// How many characters the longest bar has.
const WIDTH: f64 = 40.0;

/// A picture of ratios: one bar a value, the longest for the largest.
#[derive(Default)]
pub(crate) struct Bars {
    rows: Vec<(String, f64)>,
}

impl Bars {
    pub(crate) fn row(&mut self, label: impl Into<String>, value: f64) {
        self.rows.push((label.into(), value));
    }
}

impl fmt::Display for Bars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let labels = self.rows.iter().map(|(label, _)| label.chars().count());
        let width = labels.max().unwrap_or(0);
        let largest = self
            .rows
            .iter()
            .map(|(_, value)| *value)
            .fold(0.0, f64::max);
        for (label, value) in &self.rows {
            writeln!(f, "{label:<width$}  {}", bar(value / largest))?;
        }
        Ok(())
    }
}

/// A bar for a share of the whole, to an eighth of a character.
fn bar(share: f64) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * WIDTH * 8.0).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}
