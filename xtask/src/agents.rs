//! The agents' own command lines that tests start, each in the versions that the tests name.

use std::env::consts::ARCH;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::run;

/// Versions of Claude Code: the newest that the rows were gone through with, and an older one.
const CLAUDE_CODE: &[&str] = &["2.1.325", "2.1.197"];

/// Installs those that are not there, under the target directory.
pub(crate) fn install() -> Result<()> {
    let arch = match ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => bail!("Claude Code is not published for {other}"),
    };
    // The package of the system alone: the one around it wants a newer Node than many have, and
    // the program inside wants none.
    let package = format!("@anthropic-ai/claude-code-linux-{arch}");
    for version in CLAUDE_CODE {
        let folder = crate::target()
            .join("agents")
            .join(format!("claude-code-{version}"));
        let program = folder.join("claude");
        if program.exists() {
            continue;
        }
        fs::create_dir_all(&folder)?;
        println!("installing {package} {version}");
        let prefix = folder
            .to_str()
            .context("a target directory without a name")?;
        let wanted = format!("{package}@{version}");
        let quiet = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts"];
        let mut args = vec!["install", "--prefix", prefix];
        args.extend(quiet);
        args.push(&wanted);
        run::run("npm", &args)?;
        let inside = Path::new("node_modules").join(&package).join("claude");
        symlink(inside, &program).with_context(|| program.display().to_string())?;
    }
    Ok(())
}
