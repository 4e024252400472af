#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""browser_test.py PAGE TRACE [SCREENSHOT]: opens a page of gasnet-trace in headless Chromium, by chromedriver's
WebDriver, and looks whether it shows what is in the trace: no error, all slices, fewer when zoomed, the event under the
pointer, the matrix; at desk and phone width. Exit status 77 if Chromium is not installed."""
import json
import shutil
import sys

from webdriver import Browser

failed = 0


def verdict(good, what):
    global failed
    print(("ok - " if good else "not ok - ") + what)
    failed += not good


def expected(trace):
    """The slices of a trace, and between which ranks its messages, puts and gets went."""
    with open(trace) as f:
        events = json.load(f)["traceEvents"]
    slices = [e for e in events if e["ph"] == "X"]
    pairs = set()
    for e in slices:
        peer = e["args"].get("peer")
        if peer is None:
            continue
        if e["name"].startswith(("send ", "put", "strided put", "atomic", "memset")):
            pairs.add((e["pid"], peer))
        elif e["name"].startswith("get"):
            pairs.add((peer, e["pid"]))
    return slices, pairs


def check_page(b, slices, pairs):
    total = b.run("return window.trace && window.trace.total")
    verdict(total == len(slices), f"the page has {total} slices of {len(slices)}")
    check_start(b, slices)
    b.run("window.trace.fit()")
    verdict(b.run("return window.trace.inView()") == total, "all of them are in view after `all`")
    verdict(str(total) in b.run("return document.getElementById('shown').textContent"), "and the page says so")
    data = b.run("return {n: window.trace.data.ranks, count: window.trace.data.count}")
    shown = {(i // data["n"], i % data["n"]) for i, v in enumerate(data["count"]) if v}
    verdict(shown == pairs, "the matrix has the pairs of ranks that the trace has")
    verdict(b.run("return document.querySelectorAll('#histograms svg rect').length") > 0, "there are histograms")
    verdict(b.run("return document.querySelectorAll('#classes tr').length") > 1, "there is a table of classes")


def check_start(b, slices):
    """At first the page shows what comes after init and attach, where each rank begins."""
    leading = {}
    for e in sorted((e for e in slices if e["tid"] == min(s["tid"] for s in slices if s["pid"] == e["pid"])),
                    key=lambda e: e["ts"]):
        ends = leading.setdefault(e["pid"], [0, False])
        ends[1] = ends[1] or not e["name"].endswith(" in init or attach")
        if not ends[1]:
            ends[0] = max(ends[0], (e["ts"] + e["dur"]) * 1000)
    start = max(end for end, _ in leading.values())
    view = b.run("return [window.trace.view.from, window.trace.data.end]")
    verdict(abs(view[0] - min(start, 0.95 * view[1])) <= 2000,
            f"the view begins where init and attach end ({view[0]:.0f} of {start:.0f})")


def check_waits(b, slices):
    """The table of the slowest waits has the slowest, and a click on it shows that."""
    start = b.run("return window.trace.programStart()")
    longest = max((e for e in slices if e["name"].startswith("wait") and e["ts"] * 1000 >= start - 1),
                  key=lambda e: e["dur"])
    first = b.run("return [...document.querySelectorAll('#waits tr:nth-child(2) td')].map(td => td.textContent)")
    verdict(first and first[0] == str(longest["pid"]) and first[3] == longest["name"],
            f"the slowest wait is first: {first}")
    b.run("document.querySelector('#waits tr:nth-child(2)').click()")
    view = b.run("return [window.trace.view.from, window.trace.view.to]")
    verdict(view[0] <= longest["ts"] * 1000 + 1 and view[1] >= longest["ts"] * 1000 + longest["dur"] * 1000 - 1,
            "and a click on it shows it in the timeline")
    verdict("Load imbalance" in b.run("return document.getElementById('balance').textContent"), "the imbalance is said")
    b.run("window.trace.fit()")


def check_zoom(b, slices):
    """Around the middle one of the slices, from a button and by script."""
    middle = sorted(slices, key=lambda e: e["ts"])[len(slices) // 2]
    at = middle["ts"] * 1000
    first = b.run("return window.trace.inView()")
    b.run("for (let i = 0; i < 8; i++) window.trace.zoom(0.5, arguments[0])", at)
    seen = b.run("return [window.trace.inView(), window.trace.view.from, window.trace.view.to]")
    want = sum(1 for e in slices if e["ts"] * 1000 < seen[2] and (e["ts"] + e["dur"]) * 1000 >= seen[1])
    verdict(0 < seen[0] < first, f"zoomed: {seen[0]} of {first} slices are in view")
    verdict(abs(seen[0] - want) <= 2, f"these are those of the trace between the two times ({want})")
    button = b.do("POST", "/element", {"using": "css selector", "value": "#fit"})
    b.do("POST", f"/element/{list(button.values())[0]}/click", {})
    verdict(b.run("return window.trace.inView()") == first, "a click on `all` shows all of them again")


def check_pixels(b):
    """Something is drawn: colours other than the page's, in the timeline and in the matrix."""
    script = """const c = document.getElementById(arguments[0]);
      const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data, seen = new Set();
      for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
      return seen.size"""
    for canvas in ("timeline", "matrix"):
        verdict(b.run(script, canvas) > 4, f"the {canvas} is drawn")


def main():
    if not (shutil.which("chromedriver") and shutil.which("chromium")):
        print("skip: chromium and chromedriver (Debian: chromium-driver) are not installed")
        return 77
    slices, pairs = expected(sys.argv[2])
    for name, width, height in (("desk", 1400, 1000), ("phone", 420, 850)):
        b = Browser()
        try:
            b.screen(width, height, name == "phone")
            b.open(sys.argv[1])
            print(f"# {name}")
            check_page(b, slices, pairs)
            check_waits(b, slices)
            check_zoom(b, slices)
            check_pixels(b)
            wide = b.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            verdict(wide <= 0, "nothing is wider than the window")
            bad = b.errors()
            verdict(not bad, "no error in the console" + "".join("\n#   " + m for m in bad))
            if len(sys.argv) > 3:
                b.picture(sys.argv[3].replace(".png", f"-{name}.png"))
        finally:
            b.close()
    return 1 if failed else 0


sys.exit(main())
