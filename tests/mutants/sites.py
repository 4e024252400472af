# SPDX-License-Identifier: BSD-3-Clause
"""sites.py: where a C file can be changed, and the file with all these changes in it, each chosen by its number at run
time (mutant.h): so one build has all mutants.

negate    the condition of an if or while; an equality that is a part of one
compare   < is <= and the other way round, > and >= too
constant  a number, plus one; 0 for 1, which is mostly a yes
call      a call whose result is unused is left out
order     a memory order is relaxed: not built, as x86 does not show it; check-weak-memory does that

Only bodies of functions are changed, and none of what only reports (REPORTS)."""
import bisect
import dataclasses
import re

TOKEN = re.compile(r"""
    (?P<skip>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<directive>\#(?:\\\n|/\*.*?\*/|[^\n])*)
  | (?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')
  | (?P<number>\.?[0-9](?:[eEpP][+-]|[\w.])*)
  | (?P<name>[A-Za-z_]\w*)
  | (?P<op><<=|>>=|\.\.\.|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|.)
""", re.X | re.S)
INTEGER = re.compile(r"(?:0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*$")
# Statements without effect on behaviour: messages, counts, traces, texts, and checks of the compiler.
REPORTS = re.compile(r"hyd_(\w+_)?(fatal|error|warn|say|tell|log|count|watch|watched|probe|span|trace|perf)(_\w+)?$|"
                     r"\w*printf$|perror$|_?[Ss]tatic_assert$|offsetof$|sizeof$|_Alignas$|__attribute__$|"
                     r"__builtin_prefetch$|hyd_check_\w+$|hyd_probe_\w+$")
# Conditions of what only the debug library does, or only tells.
TELLS = re.compile(r"(?<!!)\bHYD_DEBUG\b|^hyd_(?:un)?likely\(hyd_watched\(\w+\)\)$|^hyd_watched\(\w+\)$")
KEYWORDS = {"if", "while", "for", "switch", "return", "sizeof", "do", "else", "case", "goto", "defined", "_Alignof"}
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
# Tokens that end the operand of a comparison.
ENDS = {"&&", "||", "&", "|", "^", "?", ":", ",", ";", "==", "!=", "=", "return", "+=", "-=", "|=", "&=", "^="}
OTHER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}


@dataclasses.dataclass
class Site:
    kind: str
    line: int
    change: str      # for people
    edits: list      # (offset, rank of what is put there, text with %d for the number)
    source: str = ""  # the line


@dataclasses.dataclass
class Token:
    kind: str
    text: str
    at: int
    mate: int = -1     # of a bracket: the other one
    inside: int = -1   # the bracket that is open here

    @property
    def end(self):
        return self.at + len(self.text)


def tokens_of(text):
    found, stack = [], []
    for m in TOKEN.finditer(text):
        if m.lastgroup in ("skip", "directive"):
            continue
        token = Token(m.lastgroup, m.group(), m.start(), inside=stack[-1] if stack else -1)
        if token.text in CLOSE and stack:
            token.mate = stack.pop()
            token.inside = found[token.mate].inside
            found[token.mate].mate = len(found)
        elif token.text in OPEN:
            stack.append(len(found))
        found.append(token)
    return found


class File:
    def __init__(self, text):
        self.text, self.t = text, tokens_of(text)
        self.starts = [0] + [m.end() for m in re.finditer("\n", text)]
        self.lines = text.splitlines()
        self.out = []

    def add(self, kind, i, change, *edits):
        line = bisect.bisect_right(self.starts, self.t[i].at)
        self.out.append(Site(kind, line, change, list(edits), self.lines[line - 1].strip()))

    def piece(self, a, b):
        return " ".join(self.text[self.t[a].at:self.t[b].end].split())[:90]

    def bodies(self):
        """(first token, last token) of each function's body."""
        for i, t in enumerate(self.t):
            if t.text == "{" and t.inside == -1 and i and self.t[i - 1].text == ")" and t.mate > 0:
                yield i, t.mate

    def after_statement(self, i):
        """The token behind the statement that begins at i, which has no else."""
        while self.t[i].text not in (";", "{"):
            i = self.t[i].mate + 1 if self.t[i].text in ("(", "[") else i + 1
        return (self.t[i].mate if self.t[i].text == "{" else i) + 1

    def condition(self, i):
        """Of if and while, unless always true. What only tells is passed over; returns where to go on."""
        a, b = i + 1, self.t[i + 1].mate
        inner = self.piece(a + 1, b - 1)
        if TELLS.search(inner):
            return self.after_statement(b + 1)
        if inner != "1":
            self.add("negate", i, f"{self.t[i].text} (!({inner}))", (self.t[a].end, 5, "HYD_M(%d) != !!("),
                     (self.t[b].at, 2, ")"))
        return i + 1

    def operand(self, i, step):
        """From a comparison leftwards or rightwards: the last token of that operand, or None if it has shifts."""
        last = i
        j = i + step
        while True:
            t = self.t[j]
            if t.text in ("<<", ">>"):
                return None
            is_sign = step > 0 and last == i and t.text in ("&", "-", "+")
            leaves, enters = (CLOSE, OPEN) if step > 0 else (OPEN, CLOSE)
            if (t.text in ENDS and not is_sign) or t.text in ("{", "}") or t.text in leaves:
                return last
            if t.text in enters:
                j = t.mate
            last, j = j, j + step

    def comparison(self, i):
        t = self.t[i]
        if self.operand(i, 1) is None or self.operand(i, -1) is None:
            return
        right = t.text in ("<", ">=")
        # a < b becomes a < 1 + b, and a <= b becomes a + 1 <= b
        self.add("compare", i, f"{t.text} is {OTHER[t.text]}", (t.end, 6, " HYD_M(%d) + ") if right else
                 (t.at, 0.5, " + HYD_M(%d) "))

    def equality(self, i):
        """A part of a condition, or a value; whole conditions are negated anyway."""
        end, start = self.operand(i, 1), self.operand(i, -1)
        if end is None or start is None:
            return
        opener = self.t[i].inside
        whole = opener > 0 and self.t[opener].text == "(" and start == opener + 1 and \
            end == self.t[opener].mate - 1 and self.t[opener - 1].text in ("if", "while", "hyd_likely", "hyd_unlikely")
        if not whole:
            other = "!=" if self.t[i].text == "==" else "=="
            self.add("negate", i, f"{self.piece(start, i - 1)} {other} {self.piece(i + 1, end)}",
                     (self.t[end].end, 1, " != HYD_M(%d)"))

    def constant(self, i):
        t = self.t[i]
        opener = self.t[t.inside].text if t.inside >= 0 else ""
        if INTEGER.match(t.text) and opener != "[" and self.t[i - 1].text != "case":
            sign = "-" if int(re.sub("[uUlL]*$|^0(?=[0-7])", "", t.text), 0) == 1 else "+"
            self.add("constant", i, f"{t.text} is {t.text} {sign} 1", (t.at, 7, "("), (t.end, 0, f" {sign} HYD_M(%d))"))

    def call(self, i):
        """f(...); and (void)f(...); as statements."""
        before = i - 1
        if self.t[before].text == ")" and self.piece(self.t[before].mate, before) == "(void)":
            before = self.t[before].mate - 1
        start = self.t[before]
        at_start = start.text in (";", "{", "}", "else") or (
            start.text == ")" and self.t[start.mate - 1].text in ("if", "while", "for"))
        end = self.t[i + 1].mate
        if at_start and self.t[end + 1].text == ";" and not (
                start.inside >= 0 and self.t[start.inside].text == "("):
            kind = "order" if self.t[i].text == "atomic_thread_fence" else "call"
            self.add(kind, i, f"without {self.piece(i, end)}", (self.t[before + 1].at, 4, "(void)(HYD_M(%d) || ("),
                     (self.t[end].end, 3, ", 0))"))

    def body(self, first, last):
        i = first + 1
        while i < last:
            t, following = self.t[i], self.t[i + 1]
            if t.kind == "name" and following.text == "(":
                if REPORTS.match(t.text):
                    i = following.mate + 1
                    continue
                if t.text in ("if", "while"):
                    i = self.condition(i)
                    continue
                if t.text not in KEYWORDS and not t.text.isupper():
                    self.call(i)
            elif t.text in OTHER:
                self.comparison(i)
            elif t.text in ("==", "!="):
                self.equality(i)
            elif t.kind == "number":
                self.constant(i)
            elif re.match(r"memory_order_(acquire|release|acq_rel|seq_cst)$", t.text):
                self.add("order", i, f"{t.text} is memory_order_relaxed")
            i += 1

    def sites(self):
        for first, last in self.bodies():
            self.body(first, last)
        return self.out


def find(text):
    """The sites of a C file, in its order."""
    return File(text).sites()


def instrument(text, sites, first):
    """The file in which its site n asks HYD_M(first + n)."""
    edits = sorted(((at, rank, n, put) for n, site in enumerate(sites) for at, rank, put in site.edits),
                   key=lambda e: (e[0], e[1]))
    out, done = [], 0
    for at, _, n, put in edits:
        out += [text[done:at], put % (first + n) if "%d" in put else put]
        done = at
    return "".join(out) + text[done:]
