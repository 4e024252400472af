// SPDX-License-Identifier: BSD-3-Clause
//! Tells cargo where libgasnet-ffi is: in HYDRANT_LIBDIR, or where pkg-config knows it (PKG_CONFIG_PATH). Programs find it there
//! when they start, too.
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-env-changed=HYDRANT_LIBDIR");
    println!("cargo:rerun-if-env-changed=PKG_CONFIG_PATH");
    let ask = || {
        let said = Command::new("pkg-config").args(["--variable=libdir", "gasnet-ffi"]).output().ok()?;
        let dir = String::from_utf8(said.stdout).ok()?.trim().to_string();
        if dir.is_empty() { None } else { Some(dir) }
    };
    match std::env::var("HYDRANT_LIBDIR").ok().or_else(ask) {
        Some(dir) => {
            println!("cargo:rustc-link-search=native={dir}");
            println!("cargo:rustc-link-arg=-Wl,-rpath,{dir}");
            println!("cargo:libdir={dir}"); // DEP_GASNET_FFI_LIBDIR for build.rs of those who depend on this
        }
        None => println!("cargo:warning=pkg-config does not know gasnet-ffi: set PKG_CONFIG_PATH, or HYDRANT_LIBDIR"),
    }
}
