use anyhow::{Context, Result};

/// Bytes of a process, by its id or `self`, that are resident.
pub(crate) fn resident(process: &str) -> Result<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().strip_suffix(" kB"));
    Ok(kib.context("no VmRSS")?.parse::<f64>()? * 1024.0)
}
