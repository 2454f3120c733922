//! How the program is linked, beyond what a profile can say.
//!
//! Relocations are packed where this machine's C library reads them so: a position-independent
//! program has an entry for every address in its tables; the dynamic linker reads all of them, and
//! each process keeps them in memory. Packed they take a fiftieth.
//!
//! The unwinder, which only a panic needs, is linked in where it is to be had: a library less to find,
//! map and bind before the first question is on the screen.
//!
//! A release has no symbols. The profile says so too, but cargo does not heed it for a package with
//! settings of its own, as this one has (see `Cargo.toml`).

#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "cargo talks to build scripts through their environment and standard output"
)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first glibc that reads packed relocations.
const SINCE: (u32, u32) = (2, 36);

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_own = env::var("HOST").is_ok_and(|host| env::var("TARGET") == Ok(host));
    if is_own && glibc().is_some_and(|version| version >= SINCE) {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
    if is_own && let Some(folder) = folder_of("libgcc_eh.a") {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    if is_release && env::var("CARGO_CFG_TARGET_OS").is_ok_and(|system| system == "linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,--strip-all");
    }
}

/// Where the C compiler has this library; it says the bare name of one that it does not have.
fn folder_of(library: &str) -> Option<PathBuf> {
    let name = format!("-print-file-name={library}");
    let told = Command::new("cc").arg(name).output();
    let told = String::from_utf8(told.ok()?.stdout).ok()?;
    let folder = Path::new(told.trim()).parent()?;
    folder.is_absolute().then(|| folder.to_owned())
}

/// The version of this machine's glibc, if that is what it has.
fn glibc() -> Option<(u32, u32)> {
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let told = String::from_utf8(told.ok()?.stdout).ok()?;
    let (major, minor) = told.trim().strip_prefix("glibc ")?.split_once('.')?;
    let minor = minor.split('.').next()?;
    Some((major.parse().ok()?, minor.parse().ok()?))
}
