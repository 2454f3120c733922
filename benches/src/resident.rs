use anyhow::{Context, Result};

/// Bytes of a process, by its id or `self`, that are resident.
pub(crate) fn resident(process: &str) -> Result<f64> {
    read(process, "VmRSS:")
}

/// Those among them that are its own: the rest are files, of which all processes that run the same
/// program share one copy.
pub(crate) fn own(process: &str) -> Result<f64> {
    read(process, "RssAnon:")
}

fn read(process: &str, field: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kib.with_context(|| format!("no {field}"))?.parse::<f64>()? * 1024.0)
}
