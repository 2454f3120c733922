//! Builds the page with Node and lists its files for `include_bytes!`.
//!
//! Without Node, or when its packages cannot be had, the desk is built all the same: its page then
//! says what is missing, and cargo warns.

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "cargo talks to build scripts through their environment and standard output"
)]

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What the page is made from; a change here builds it again.
const SOURCES: [&str; 7] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "vite.mcp-app.config.ts",
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let web = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join("../../web");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let page = out.join("page");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    println!("cargo::rerun-if-env-changed=PATH");
    let missing = build(&web, &page).err();
    if let Some(why) = &missing {
        println!("cargo::warning=the desk is built without its page: {why}");
        let _ = fs::remove_dir_all(&page);
        fs::create_dir_all(&page)?;
    }
    let app = out.join("page-mcp-app/mcp-app.js");
    let app = app.exists().then_some(app).filter(|_| missing.is_none());
    let text = table(&page, missing.as_deref())? + &mcp_app(app.as_deref());
    fs::write(out.join("page.rs"), text)?;
    Ok(())
}

/// Builds the page, or says what is missing for it.
fn build(web: &Path, page: &Path) -> Result<(), String> {
    if run(web, "node", &["--version"], None).is_err() {
        return Err("Node 20.19 or later is not installed".into());
    }
    if !packages_are_there(web) {
        run(web, "npm", &["ci", "--no-audit", "--no-fund"], None)?;
    }
    run(web, "npm", &["run", "--silent", "build"], Some(page))
}

/// Whether npm has installed what the lockfile names: its own list is as new.
fn packages_are_there(web: &Path) -> bool {
    let changed = |path: &str| fs::metadata(web.join(path)).and_then(|about| about.modified());
    let installed = changed("node_modules/.package-lock.json");
    match (installed, changed("package-lock.json")) {
        (Ok(installed), Ok(wanted)) => installed >= wanted,
        _ => false,
    }
}

fn run(web: &Path, program: &str, args: &[&str], page: Option<&Path>) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(args).current_dir(web);
    if let Some(page) = page {
        command.env("SAYSO_WEB_OUT", page);
    }
    let asked = format!("`{program} {}`", args.join(" "));
    let output = command
        .output()
        .map_err(|error| format!("{asked} could not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stderr, output.stdout].concat();
    let said = String::from_utf8_lossy(&said);
    let lines: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
    Err(format!("{asked} failed: {}", lines.join(" / ")))
}

/// The files as Rust: a path, the bytes, and both compressed forms where they are smaller.
fn table(page: &Path, missing: Option<&str>) -> io::Result<String> {
    let mut files = Vec::new();
    collect(page, &mut files)?;
    files.sort();
    let mut text = format!("pub(crate) const MISSING: Option<&str> = {missing:?};\n");
    text += "pub(crate) static FILES: &[File] = &[\n";
    let compressed = |path: &Path| {
        path.extension()
            .is_some_and(|end| end == "br" || end == "gz")
    };
    for path in files.iter().filter(|path| !compressed(path)) {
        let name = path.strip_prefix(page).unwrap_or(path).display();
        let _ = writeln!(
            text,
            "    File {{ path: \"/{name}\", tag: \"\\\"{:x}\\\"\", plain: include_bytes!({path:?}), \
             brotli: {}, gzip: {} }},",
            tag(path)?,
            beside(path, "br"),
            beside(path, "gz"),
        );
    }
    text += "];\n";
    Ok(text)
}

/// The card's script for programs that show MCP Apps.
fn mcp_app(script: Option<&Path>) -> String {
    let script = script.map_or("None".into(), |path| {
        format!("Some(include_str!({path:?}))")
    });
    format!("pub(crate) const MCP_APP: Option<&str> = {script};\n")
}

/// Changes when the file does.
fn tag(path: &Path) -> io::Result<u64> {
    let mut hasher = DefaultHasher::new();
    fs::read(path)?.hash(&mut hasher);
    Ok(hasher.finish())
}

fn beside(path: &Path, end: &str) -> String {
    let other = PathBuf::from(format!("{}.{end}", path.display()));
    let size = |path: &Path| fs::metadata(path).map(|about| about.len()).ok();
    match (size(&other), size(path)) {
        (Some(small), Some(plain)) if small < plain => format!("Some(include_bytes!({other:?}))"),
        _ => "None".into(),
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
