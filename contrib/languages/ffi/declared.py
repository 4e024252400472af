# SPDX-License-Identifier: BSD-3-Clause
"""declared.py: gasnet_ffi.h as data, for the generators of bindings: constants, types, functions. It reads that header,
which generate.py wrote, and no other C."""
import collections
import re

# params: (type, name), types as C has them
Function = collections.namedtuple("Function", "result name params variadic")
Struct = collections.namedtuple("Struct", "name fields")                      # fields: (type, name)


class Declared:
    """constants: name -> number; handles: names of pointers to what the library keeps; aliases: name -> type;
    pointers: names of types that point to functions; structs; functions."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as f:
            text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
        self.constants = {n: int(v) for n, v in re.findall(r"^#define (\w+) (-?\d+)u?l*\s*$", text, re.M)}
        for body in re.findall(r"typedef enum \{(.*?)\}", text, re.S):
            self._enumeration(body)
        self.handles = re.findall(r"^typedef struct \w+ \*(\w+);", text, re.M)
        self.enums = re.findall(r"^typedef enum \{.*?\} (\w+);", text, re.M | re.S)
        self.pointers = re.findall(r"^typedef [\w ]+\**\(\*(\w+)\)\(", text, re.M)
        self.aliases = {n: t.strip() for t, n in re.findall(r"^typedef (?!struct|enum|union)([\w ]+[ *])(\w+);", text,
                                                            re.M)}
        self.structs = [Struct(n1 or n2, self._fields(b1 or b2)) for b1, n1, n2, b2 in re.findall(
            r"^typedef struct \w*\s*\{((?:[^{}]|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\})*)\} (\w+);|^struct (\w+) \{([^}]*)\};",
            text, re.M)]
        functions = re.findall(r"^((?!typedef|extern|struct|#)[a-z][\w ]*[ *])(\w+)\(((?:[^();]|\([^()]*\)|\((?:[^()]|"
                               r"\([^()]*\))*\))*)\);",
                               text, re.M)
        self.functions = [self._function(*f) for f in functions]

    def _enumeration(self, body):
        value = 0
        for name, given in re.findall(r"(\w+)(?: = (\d+))?", body):
            value = int(given) if given else value
            self.constants[name] = value
            value += 1

    @staticmethod
    def _fields(body):
        """None for a structure with others inside."""
        if "{" in body:
            return None
        out = []
        for line in filter(None, (x.strip() for x in body.split(";"))):
            array = re.search(r"\[(\d+)\]$", line)
            function = re.search(r"\(\*(\w+)\)\(", line)
            if function:
                out.append(("function", function.group(1)))
                continue
            kind, names = re.match(r"((?:const |struct |unsigned )*\w+) ?(.*)$", line).groups()
            for name in names.split(","):
                stars = name.count("*")
                out.append((kind + " *" * bool(stars) + (f"[{array.group(1)}]" if array else ""),
                            re.sub(r"\[\d+\]", "", name.replace("*", "").strip().split()[-1])))
        return out

    @staticmethod
    def _function(result, name, params):
        params, out, depth = " ".join(params.split()), [], 0
        parts = [""]
        for c in params:
            depth += {"(": 1, ")": -1}.get(c, 0)
            if c == "," and depth == 0:
                parts.append("")
            else:
                parts[-1] += c
        for p in (x.strip() for x in parts):
            if p in ("void", "..."):
                continue
            function = re.search(r"\(\*(\w+)\)\(", p)
            array = re.search(r"\[[^\]]*\]$", p)
            if function:
                out.append(("function", function.group(1)))
            else:
                kind, argument = re.match(r"(.*?)(\w+)$", re.sub(r"(\[[^\]]*\])+$", "", p)).groups()
                out.append((kind.strip() + (" *" if array else ""), argument))
        return Function(result.strip(), name, out, params.endswith("..."))
