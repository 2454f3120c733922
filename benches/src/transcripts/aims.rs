//! What is aimed at, beside what was measured.

use crate::table::Table;

/// What is aimed at, beside what was measured.
pub(super) struct Aims(Table);

impl Aims {
    pub(super) fn new() -> Self {
        Self(Table::new(["aim", "wanted", "measured", ""]))
    }

    /// At least this.
    pub(super) fn at_least(&mut self, what: &str, wanted: f64, measured: Option<f64>) {
        self.row(what, format!("≥ {wanted}"), measured, |got| got >= wanted);
    }

    /// Less than this.
    pub(super) fn below(&mut self, what: &str, wanted: f64, measured: Option<f64>) {
        self.row(what, format!("< {wanted}"), measured, |got| got < wanted);
    }

    fn row(&mut self, what: &str, wanted: String, got: Option<f64>, met: impl Fn(f64) -> bool) {
        let verdict = match got.map(met) {
            Some(true) => "met",
            Some(false) => "MISSED",
            None => "not measured",
        };
        let got = got.map_or_else(|| "–".to_owned(), |got| format!("{got:.2}"));
        self.0
            .row([what.to_owned(), wanted, got, verdict.to_owned()]);
    }
}

impl std::fmt::Display for Aims {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
