#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The crate hydrant: sys.rs is what its generator makes; a program that uses all of it, the ends that jobs can have,
what the compiler must refuse, and the k-mer example, whose counts must be those of C."""
import filecmp
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import lang  # noqa: E402

RUSTC = lang.variable("RUSTC")
if not RUSTC or not lang.tool(RUSTC[0]):
    lang.leave_out("the crate hydrant", "no rustc when configured")
if not os.path.exists(os.path.join(lang.LIBS, "libgasnet-ffi.so")):
    lang.leave_out("the crate hydrant", "no libgasnet-ffi (--disable-shared)")
if lang.variable("HYD_SAN_FLAGS"):
    lang.leave_out("the crate hydrant", "rustc of Debian has no sanitizer's runtime")
HERE = os.path.join(lang.LANG, "rust")
REFUSED = {  # what a program must not be able to write
    "a job on another thread": ("let job = hydrant::Job::begin(\"x\").unwrap(); std::thread::spawn(move || "
                                "job.rank());", "cannot be sent"),
    "a buffer that is in flight": ("let job = hydrant::Job::begin(\"x\").unwrap(); let a = "
                                   "job.segment(64).unwrap().array::<u8>(8).unwrap();"
                                   "let v = vec![1u8]; let e = a.put_nb(0, 0, v); println!(\"{:?}\", v); drop(e);",
                                   "moved value"),
    "references as elements": ("let job = hydrant::Job::begin(\"x\").unwrap(); "
                               "job.segment(64).unwrap().array::<&u8>(8).unwrap();", "Plain"),
}

# A program whose run path is that of its dependency.
PROGRAM = {
    "Cargo.toml": '[package]\nname = "program"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\nhydrant = { path '
                  '= "../rust" }\n',
    "build.rs": 'fn main() { println!("cargo:rustc-link-arg=-Wl,-rpath,{}", '
                'std::env::var("DEP_GASNET_FFI_LIBDIR").unwrap()); }\n',
    "src/main.rs": 'fn main() { let job = hydrant::Job::begin("x").unwrap(); println!("size {}", job.size()); '
                   'job.finish() }\n',
}


def by_cargo(where):
    """The crate, which is in where/rust, and a program that depends on it; nothing is downloaded."""
    if not lang.tool("cargo"):
        return lang.skip("cargo", "not installed")
    for name, text in PROGRAM.items():
        path = os.path.join(where, "program", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    status, out = lang.run(["cargo", "run", "--quiet", "--offline", "--manifest-path",
                            os.path.join(where, "program/Cargo.toml")],
                           CARGO_HOME=os.path.join(where, "cargo"), CARGO_TARGET_DIR=os.path.join(where, "target"),
                           LD_LIBRARY_PATH="")
    lang.verdict(status == 0 and "size 1" in out, "cargo: a program that depends on the crate", f"{status}\n{out}")


with tempfile.TemporaryDirectory() as where:
    folder, again = lang.rust_crate(where), os.path.join(where, "sys.rs")
    status, out = lang.run([sys.executable, os.path.join(HERE, "generate.py"),
                            lang.made("contrib/languages/ffi/gasnet_ffi.h"), again])
    lang.verdict(status == 0 and filecmp.cmp(again, os.path.join(folder, "src/sys.rs"), shallow=False),
                 "sys.rs is what generate.py makes of gasnet_ffi.h (else: make)", out)
    crate = os.path.join(where, "libhydrant.rlib")
    flags = [*RUSTC, "--edition", "2021", "-O", "-D", "warnings", "-L", "native=" + lang.LIBS]
    if lang.compiled([*flags, "--crate-type", "rlib", "--crate-name", "hydrant", os.path.join(folder, "src/lib.rs"),
                      "-o", crate], "the crate"):
        client, kmer = os.path.join(where, "client"), os.path.join(where, "kmer")
        for source, program in ((os.path.join(lang.SRC, "tests/lang/rust_client.rs"), client),
                                (os.path.join(HERE, "examples/kmer.rs"), kmer)):
            lang.compiled([*flags, "--extern", "hydrant=" + crate, source, "-o", program], os.path.basename(source))
        lang.jobs([client], "the crate", ranks=(1, 3))
        for case, says in (("panic", "on purpose"), ("handler", "on purpose"), ("index", "rank 2 of 2"),
                           ("twice", "a second reply")):
            status, out = lang.job("smp", 2, [client, case])
            lang.verdict(status == 1 and says in out and re.search(r"^rank \d of 2:$", out, re.M),
                         f"{case}: the job ends with status 1, and the rank is named", f"{status}\n{out}")
        if os.access(os.path.join(lang.BUILD, "hyd-frames"), os.X_OK):
            status, out = lang.job("smp", 2, [client, "fatal"], PATH=lang.BUILD + ":" + os.environ["PATH"])
            lang.verdict("rust_client::main): gex_Coll_BarrierNB: tm is" in out,
                         "a FATAL line names the function as Rust does", out)
        for what, (code, says) in REFUSED.items():
            source = os.path.join(where, "refused.rs")
            with open(source, "w", encoding="utf-8") as f:
                f.write(f"fn main() {{ {code} }}")
            status, out = lang.run([*flags, "--extern", "hydrant=" + crate, source, "--emit", "metadata", "-o",
                                    source + ".meta"])
            lang.verdict(status == 1 and says in out, f"the compiler refuses {what}", out)
        lang.kmer_agrees([kmer], "kmer.rs")
    by_cargo(where)
lang.end()
