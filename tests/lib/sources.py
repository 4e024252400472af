# SPDX-License-Identifier: BSD-3-Clause
"""sources.py: which files a check's result is about: a result stays true as long as they are the same.

Words are nobody's. A part of the tree that only some checks build and run is theirs: each check names its parts, and
the rest of the tree is everybody's."""
import fnmatch
import hashlib
import os
import subprocess

PARTS = {
    "armci": "contrib/layers/armci tests/armci",
    "bench": "contrib/tools/bench",
    "builds": "tests/builds tests/install contrib/packaging",
    "busy": "tests/busy.py",
    "caf": "contrib/layers/caf tests/caf",
    "conform": "tests/conform contrib/tools/conform",
    "counts": "tests/counts",
    "coverage": "tests/coverage.sh tests/uncovered.txt tests/lib/coverage.py tests/mutants",
    "deaths": "tests/fault/cases_death.py tests/fault/cases_pauses.py tests/fault/cases_touch.py "
              "tests/fault/inject*.py",
    "driver": "tests/everything.py tests/lib/sources.py",
    "dsm": "contrib/layers/dsm tests/dsm",
    "fault": "tests/fault",
    "fuzz": "tests/fuzz",
    "hosts": "tests/net/hosts tests/net/launch tests/net/containers_test.sh",
    "ibv": "conduits/ibv",
    "lang": "tests/lang contrib/languages",
    "link": "tests/net/link",
    "ibvs": "tests/net/ibv",
    "machines": "contrib/building/rdma-vm*",
    "mpi": "conduits/mpi",
    "mpis": "tests/net/mpi",
    "netvm": "contrib/layers/netvm tests/netvm",
    "ofi": "conduits/ofi",
    "oracle": "tests/oracle",
    "providers": "tests/net/ofi tests/net/strictfi",
    "sim": "tests/sim",
    "suite": "tests/run.py tests/run.mk tests/sanitize.sh",
    "udp": "conduits/udp",
    "unit": "tests/unit",
    "upc": "contrib/layers/upc tests/upc",
    "watch": "tests/watch contrib/tools/trace",
    "weak": "tests/weak",
}




def paths(names):
    return [path for name in names for path in PARTS[name].split()]


def is_in(path, place):
    return fnmatch.fnmatchcase(path, place) or fnmatch.fnmatchcase(path, place + "/*")


def is_words(path):
    """The pages of the manual in contrib/doc/man have examples, which are compiled and run: they are no words."""
    folder, name = os.path.split(path)
    if folder in ("contrib/spec", "contrib/doc/manual"):
        return name.endswith((".md", ".json"))
    return name in ("ChangeLog", "README.md", "NOTES.md") or not folder and name.endswith(".md")


def said_by(tree, *command):
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    return done.stdout.strip()


class Tree:
    """The files that git knows in the tree around a folder, words left out, each with what tells its contents."""

    def __init__(self, folder):
        top = said_by(folder, "git", "rev-parse", "--show-toplevel")
        self.at = said_by(folder, "git", "rev-parse", "--short=10", "HEAD") or "no commit"
        lines = said_by(top or folder, "git", "ls-files", "-s").splitlines()
        about = {path: words.split() for words, path in (line.split("\t", 1) for line in lines)}
        self.files = {path: f"{mode} {blob}" for path, (mode, blob, _) in about.items() if not is_words(path)}
        changed = said_by(top or folder, "git", "diff", "--name-only", "HEAD").splitlines()
        self.changed = [path for path in changed if path in self.files]
        for path in self.changed:
            self.files[path] = f"{about[path][0]} {blob_of(os.path.join(top, path))}"

    def commit(self):
        """With a + if files differ from it."""
        return self.at + "+" * bool(self.changed)

    def state(self, parts):
        """What tells the files of a check with these parts in one state from those in another."""
        others = paths(sorted(set(PARTS) - set(parts)))
        seen = [f"{about} {path}" for path, about in sorted(self.files.items())
                if not any(is_in(path, other) for other in others)]
        return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:16]


def blob_of(path):
    """git's name of a file's contents."""
    try:
        with open(path, "rb") as f:
            text = f.read()
    except OSError:
        return "gone"
    return hashlib.sha1(b"blob %d\0" % len(text) + text).hexdigest()
