#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""check.py: what contrib/packaging says agrees with the tree: versions, options of configure in each recipe, the files
that each package takes, what the shared libraries export and under which version. Spack's recipe is run with a stand-in
for Spack, the module file by Environment Modules, or else by tclsh with a stand-in for them. Run in the build tree.
Prints `N passed, N failed`. check.py --installed PREFIX: only whether each file there is in a package
(tests/install)."""
import fnmatch
import itertools
import os
import re
import shutil
import subprocess
import sys
import tempfile
import types

HERE = os.path.dirname(os.path.abspath(__file__))
TOP = os.path.dirname(os.path.dirname(HERE))

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(TOP, "tests", "lib"))
from checks import status, verdict  # noqa: E402


def text(*name):
    with open(os.path.join(TOP, *name), encoding="utf-8") as f:
        return f.read()


def first(pattern, content):
    found = re.search(pattern, content, re.M)
    return found.group(1) if found else None


def versions():
    own = first(r"^AC_INIT\(\[hydrant\], \[([^]]*)\]", text("configure.ac"))
    for name, pattern in {
        "contrib/packaging/debian/changelog": r"^hydrant \(([^-)]*)-",
        "contrib/packaging/hydrant.spec": r"^Version: *(\S+)",
        "contrib/packaging/spack/package.py": r'^    version\("([^"]*)"',
        "contrib/languages/rust/Cargo.toml": r'^version = "([^"]*)"',
    }.items():
        said = first(pattern, text(name))
        if said != own:
            yield f"{name}: {said}, configure.ac: {own}"


def options():
    said = subprocess.run([os.path.join(TOP, "configure"), "--help"], capture_output=True, text=True, check=True).stdout
    names = set(re.findall(r"--(?:enable|disable|with|without)-([a-z-]+)", said))
    return names


def option_names(words):
    return set(re.findall(r"--(?:enable|disable|with|without)-([a-z][a-z-]+)", words))


class Spec:
    def __init__(self, on):
        self.on = on

    def satisfies(self, what):
        return what in self.on


def spack_recipe():
    """The recipe's class, with what it asked of Spack kept in lists."""
    asked = {"variant": [], "version": [], "depends_on": [], "conflicts": [], "license": []}
    fake = types.ModuleType("spack.package")
    for directive, calls in asked.items():
        setattr(fake, directive, lambda *a, calls=calls, **k: calls.append((a, k)))
    fake.any_combination_of = lambda *values: values

    class AutotoolsPackage:
        def enable_or_disable(self, name, variant=None):
            wanted = variant or name
            assert any(a[0] == wanted for a, _ in asked["variant"]), f"no variant {wanted}"
            return [("--enable-" if self.spec.satisfies("+" + wanted) else "--disable-") + name]

    fake.AutotoolsPackage = AutotoolsPackage
    sys.modules.update({"spack": types.ModuleType("spack"), "spack.package": fake})
    scope = {}
    exec(compile(text("contrib", "packaging", "spack", "package.py"), "package.py", "exec"), scope)
    return scope["Hydrant"], asked


def spack(known):
    recipe, asked = spack_recipe()
    names = [a[0] for a, _ in asked["variant"]]
    for _, k in asked["depends_on"] + asked["conflicts"]:
        for name in re.findall(r"[+~]([a-z]+)|([a-z]+)=", k.get("when", "")):
            if (name[0] or name[1]) not in names:
                yield f"when={k['when']}: no such variant"
    conduits = next(k["values"] for a, k in asked["variant"] if a[0] == "conduits")
    switches = ["+" + n for n in names if n != "conduits"] + ["conduits=" + c for c in conduits]
    for count in (0, 1, len(switches)):
        for on in itertools.combinations(switches, count):
            package = recipe()
            package.spec = Spec(set(on))
            arguments = package.configure_args()
            for a in arguments:
                if not option_names(a) <= known:
                    yield f"{a}: no option of configure"
            for s in on:
                if s.startswith("conduits=") and f"--enable-{s[9:]}" not in arguments:
                    yield f"{s}: gives {arguments}"


def module_file():
    content = text("contrib", "packaging", "modulefile.in")
    for word in re.findall(r"@(\w+)@", content):
        if word not in ("prefix", "libdir", "VERSION"):
            yield f"@{word}@ is not filled in"
    filled = content.replace("@prefix@", "/p").replace("@libdir@", "/p/lib").replace("@VERSION@", "1")
    modulecmd, tclsh = shutil.which("modulecmd"), shutil.which("tclsh")
    if modulecmd:
        with tempfile.TemporaryDirectory(prefix="hyd-modules.") as folder:
            with open(os.path.join(folder, "hydrant"), "w", encoding="utf-8") as f:
                f.write(filled)
            environment = {"MODULEPATH": folder, "PATH": "/usr/bin", "MANPATH": ""}
            done = subprocess.run([modulecmd, "sh", "load", "hydrant"], capture_output=True, text=True, check=False,
                                  env=environment)
        for line in ("HYDRANT_ROOT=/p;", "PATH=/p/bin:/usr/bin;", "MANPATH=/p/share/man:;",
                     "PKG_CONFIG_PATH=/p/lib/pkgconfig;",
                     "CMAKE_PREFIX_PATH=/p;", "LD_LIBRARY_PATH=/p/lib;"):
            if not any(said.startswith(line) for said in done.stdout.splitlines()):
                yield f"Environment Modules: no {line} in {done.stdout + done.stderr}"
    elif tclsh:
        commands = ("module-whatis", "conflict", "setenv", "prepend-path", "append-path")
        stand_in = "".join("proc %s args { puts \"%s $args\" }\n" % (c, c) for c in commands)
        done = subprocess.run([tclsh], input=stand_in + filled, capture_output=True, text=True, check=False)
        if done.returncode or "prepend-path PATH /p/bin" not in done.stdout:
            yield done.stdout + done.stderr


def container():
    lines = [l for l in text("contrib", "packaging", "Containerfile").splitlines() if l]
    if len(lines) > 15:
        yield f"{len(lines)} lines; expected at most 15"
    known = {"FROM", "RUN", "COPY", "USER", "CMD"}
    before = ""
    for line in lines:
        if not before.endswith("\\") and line[0] != "#" and line.split()[0] not in known:
            yield line
        before = line
    for package in re.findall(r"\blib\S+-dev\b", " ".join(lines)):
        if package not in text("README.md") and package not in text("quickstart"):
            yield f"{package} is not named in README.md"


OWN_CALLS = ("hyd_boot_", "hyd_fault_", "hyd_note_", "hyd_paged_")  # of public headers of ours


def exported():
    """Every exported symbol has a version, and the inline code's is that of HYD_ABI_VERSION."""
    abi = first(r"#define HYD_ABI_VERSION (\d+)", text("core", "include", "hyd_modes.h"))
    for library in ("libgasnet", "libgasnet-debug", "libgasnet_tools"):
        path = f".libs/{library}.so"
        if not os.path.exists(path):
            continue
        said = subprocess.run(["nm", "-D", "--defined-only", path], capture_output=True, text=True, check=True).stdout
        symbols = [line.split()[-1] for line in said.splitlines() if " A " not in line]
        if len(symbols) < 30:
            yield f"{path}: exports {len(symbols)} symbols"
        for s in symbols:
            name, _, version = s.partition("@@")
            inline = name.startswith("hyd_") and not name.startswith(OWN_CALLS)
            wanted = f"HYDRANT_INLINE_{abi}" if inline else "HYDRANT_0"
            if version != wanted:
                yield f"{path}: {s}; expected version {wanted}"


def taken():
    """The patterns of files that the RPM takes, and those of Debian's packages, written alike."""
    def plain(pattern):
        for macro, path in {"%{_bindir}": "usr/bin", "%{_libdir}": "usr/lib/*", "%{_includedir}": "usr/include",
                            "%{_mandir}": "usr/share/man",
                            "%{_libexecdir}": "usr/libexec", "%{_datadir}": "usr/share",
                            "%{_docdir}": "usr/share/doc"}.items():
            pattern = pattern.replace(macro, path)
        return pattern.rstrip("*").rstrip("/")

    spec = [plain(line.split()[-1]) for line in text("contrib", "packaging", "hydrant.spec").splitlines()
            if re.match(r"(%doc |%license )?%\{_", line)]
    debian = []
    folder = os.path.join(HERE, "debian")
    for name in sorted(os.listdir(folder)):
        if name.endswith(".install") or name == "not-installed":
            debian += [plain(line.split()[0]) for line in text("contrib", "packaging", "debian", name).splitlines()]
    return spec, debian


def installed_files(prefix):
    """Files of an installation that a package would lack. Libtool's files, and archives of modules, are for no
    package."""
    spec, debian = taken()
    for folder, _, names in os.walk(prefix):
        for name in names:
            path = os.path.relpath(os.path.join(folder, name), prefix)
            if name.endswith(".la") or re.fullmatch(r"lib/hydrant/.*\.a", path):
                continue
            path = "usr/" + re.sub("^lib/", "lib/any/", path)
            for patterns, where in ((debian, "debian/*.install"), (spec, "hydrant.spec")):
                if not any(fnmatch.fnmatch(path, p + "*") for p in patterns):
                    yield f"{path}: not in {where}"


def packaged_files():
    """What the RPM takes and what Debian's packages take are the same files."""
    spec, debian = taken()
    for one, others, where in ((spec, debian, "debian/*.install"), (debian, spec, "hydrant.spec")):
        for path in one:
            if not any(path.startswith(o) or o.startswith(path) or fnmatch.fnmatch(path, o) for o in others):
                yield f"{path}: not in {where}"


def workflow():
    """What actionlint looks at first: keys, steps that do one thing, expressions of contexts that exist; and actionlint
    itself, if it is there."""
    path = os.path.join(TOP, ".github", "workflows", "ci.yml")
    if not os.path.exists(path): # a tarball
        return
    if shutil.which("actionlint"):
        yield from subprocess.run(["actionlint", "-no-color", path], capture_output=True, text=True,
                                  check=False).stdout.splitlines()
    try:
        import yaml
    except ImportError:
        return
    content = text(path)
    doc = yaml.safe_load(content)
    if set(doc) - {"name", True, "permissions", "concurrency", "jobs", "env", "defaults"} or True not in doc:
        yield f"keys {list(doc)}"
    for name, job in doc["jobs"].items():
        if set(job) - {"runs-on", "timeout-minutes", "container", "steps", "strategy", "needs", "if",
                       "env"} or "runs-on" not in job:
            yield f"{name}: keys {list(job)}"
        for step in job["steps"]:
            if ("uses" in step) == ("run" in step) or set(step) - {"name", "uses", "run", "with", "if", "env", "id"}:
                yield f"{name}: {step}"
            if "uses" in step and not re.fullmatch(r"[\w-]+/[\w-]+@v\d+", step["uses"]):
                yield f"{name}: {step['uses']}"
            for program in re.findall(r"(?:^|&& )(\.\S+)", step.get("run", "")):
                if not os.access(os.path.join(TOP, program), os.X_OK):
                    yield f"{name}: no program {program}"
    for expression in re.findall(r"\$\{\{ *(.*?) *\}\}", content):
        if not re.fullmatch(r"(github|matrix|env|runner|secrets|steps|needs)\.[\w.-]+", expression):
            yield expression
    if ".ci/run" not in content:
        yield "does not call .ci/run"


def main():
    if sys.argv[1:2] == ["--installed"]:
        verdict(installed_files(sys.argv[2]), "each installed file is in a package of Debian and in the RPM")
        return status()
    if not os.path.exists(os.path.join(TOP, "configure")):
        print("no configure: ./autogen.sh")
        return 77
    verdict(versions(), "the version is the same everywhere")
    known = options()
    for name in ("hydrant.spec", "debian/rules", "Containerfile"):
        verdict(option_names(re.sub(r"%\{[^}]*:|\}", " ", text("contrib", "packaging", name))) - known,
                f"{name}: options that configure knows")
    verdict(spack(known), "Spack's recipe runs, and gives options that configure knows")
    verdict(module_file(), "the module file")
    verdict(container(), "the Containerfile has 15 lines")
    verdict(packaged_files(), "the RPM and Debian's packages have the same files")
    verdict(workflow(), "the workflow of GitHub Actions")
    verdict(exported(), "every exported symbol has its version")
    return status()


sys.exit(main())
