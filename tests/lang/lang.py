# SPDX-License-Identifier: BSD-3-Clause
"""lang.py: what the tests of contrib/languages share: places, the job's launcher, verdicts, the k-mer counts of C."""
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

SRC = os.path.abspath(os.environ.get("srcdir") or os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
BUILD = os.getcwd()
LANG = os.path.join(SRC, "contrib", "languages")
LIBS = os.path.join(BUILD, ".libs")
LIMIT = 120
ENV = dict(os.environ, LD_LIBRARY_PATH=LIBS, HYDRANT_LIBDIR=LIBS, PYTHONDONTWRITEBYTECODE="1",
           ASAN_OPTIONS="detect_leaks=0")
CONDUITS = tuple(c for c in ("smp", "udp") if os.path.isdir(os.path.join(BUILD, c + "-conduit")))
LINK = ["-L" + LIBS, "-lgasnet-ffi", "-lgasnet", "-lpthread", "-lm"]
passed = failed = skipped = 0


def verdict(good, what, detail=""):
    """Prints and counts one check."""
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    print(("ok - " if good else "not ok - ") + what)
    if not good:
        for line in str(detail).splitlines()[:30]:
            print("#   " + line)
    return good


def skip(what, why):
    global skipped
    skipped += 1
    print(f"skip - {what}: {why}")


def end():
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    sys.exit(1 if failed else 0)


def leave_out(what, why):
    """The whole test cannot run here."""
    print(f"skip - {what}: {why}")
    sys.exit(77)


def variable(name):
    """What configure found, from the Makefile."""
    with open(os.path.join(BUILD, "Makefile"), encoding="utf-8") as f:
        found = re.search(rf"^{name} = (.*)$", f.read(), re.M)
    return found.group(1).split() if found else []


def run(command, input="", **more):
    """(status, standard output and error), within the limit."""
    try:
        r = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, input=input, timeout=LIMIT,
                           env=dict(ENV, **more), universal_newlines=True, errors="replace")
    except subprocess.TimeoutExpired as e:
        return 124, f"not finished in {LIMIT} s\n{e.stdout}"
    return r.returncode, r.stdout


def job(conduit, ranks, command, **more):
    """A job of so many ranks; over udp no two share memory."""
    if conduit == "udp":
        more["GASNET_SUPERNODE_MAXSIZE"] = "1"
    return run([os.path.join(BUILD, "gasnetrun"), "-c", conduit, "-n", str(ranks), *command], **more)


def jobs(command, what, conduits=CONDUITS, ranks=(2,), says="passed"):
    """The program prints a line that ends with this, and ends well, in each of the jobs."""
    for conduit in (c for c in conduits if c in CONDUITS):
        for n in ranks:
            status, out = job(conduit, n, command)
            verdict(status == 0 and re.search(rf"{says}$", out, re.M), f"{what}: {conduit}, {n} ranks",
                    f"status {status}\n{out}")


def compiled(command, what):
    """Whether the command ended well and said nothing."""
    status, out = run(command)
    return verdict(status == 0 and not out, f"{what} compiles without a warning", out)


# ---- k-mer: the same input and answer for all languages ------------------------------------------------


def write_reads(path, seed=3):
    """FASTA: reads with letters that are no bases, in both cases, and one record that is longer than a stripe."""
    rng = random.Random(seed)
    with open(path, "w", encoding="ascii") as f:
        for r in range(60):
            letters = [rng.choice("AACCGT") for _ in range(rng.randrange(400) if r else 9000)]
            letters = [rng.choice("Nn") if rng.random() < 0.01 else c.lower() if rng.random() < 0.2 else c
                       for c in letters]
            f.write(f">read{r} made by lang.py\n")
            f.writelines("".join(letters[i:i + 70]) + "\n" for i in range(0, len(letters), 70))


def answer(text):
    """What a k-mer program of any language prints, in one form, or None."""
    found = {k: int(v.replace(",", "")) for k, v in re.findall(r"^\s*(k-mers|distinct) +([\d,]+)", text, re.M)}
    found["top"] = re.findall(r"^  ([ACGT]+)  ([\d,]+)$", text, re.M)
    return found if len(found) == 3 else None


def kmer_agrees(command, what, jobs_=(("smp", 2), ("smp", 4), ("udp", 2), ("udp", 4))):
    """The counts of this program are those of the C example: in total, distinct, and the most frequent ones."""
    program = os.path.join(BUILD, "kmer")
    if not os.path.exists(program):
        return skip(f"{what} against C", "no ./kmer in the build tree (zlib1g-dev)")
    with tempfile.TemporaryDirectory() as where:
        reads = os.path.join(where, "reads.fa")
        write_reads(reads)
        for k in (5, 21):
            status, out = run([program, "-k", str(k), "--no-progress", reads])
            want = answer(out)
            for conduit, n in (j for j in (jobs_ if k == 21 else jobs_[1:2]) if j[0] in CONDUITS):
                status, out = job(conduit, n, [*command, "-k", str(k), reads])
                got = answer(out)
                verdict(status == 0 and want and got == want, f"{what}, k {k}: {conduit}, {n} ranks: the counts of C",
                        f"status {status}, wanted {json.dumps(want)}, got {json.dumps(got)}\n{out}")


def tool(name):
    return shutil.which(name)


def made(path):
    """A file that make made where the source tree is a clone, and that a release has."""
    here = os.path.join(BUILD, path)
    return here if os.path.exists(here) else os.path.join(SRC, path)


def rust_crate(where):
    """The crate with the file that make made, as it is installed: its folder."""
    crate = os.path.join(where, "rust")
    shutil.copytree(os.path.join(LANG, "rust"), crate)
    shutil.copy(made("contrib/languages/rust/src/sys.rs"), os.path.join(crate, "src"))
    return crate


def python_package(where):
    """The Python package as it is installed, of links to its sources and to what make made: the folder for
    PYTHONPATH."""
    package = os.path.join(where, "python", "hydrant")
    os.makedirs(package)
    sources = os.path.join(LANG, "python", "hydrant")
    made = os.path.join(BUILD, "contrib/languages/python/hydrant/_gasnet.py")
    for path in [os.path.join(sources, n) for n in os.listdir(sources) if n.endswith(".py")] + [made]:
        os.symlink(path, os.path.join(package, os.path.basename(path)))
    return os.path.dirname(package)
