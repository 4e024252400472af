#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""browser_test.py PAGE TRACE [SCREENSHOT]: opens a page of gasnet-trace in headless Chromium, by chromedriver's
WebDriver, and looks whether it shows what is in the trace: no error, all slices, fewer when zoomed, the event under the
pointer, the matrix; at desk and phone width. Exit status 77 if Chromium is not installed."""
import base64
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

failed = 0


def verdict(good, what):
    global failed
    print(("ok - " if good else "not ok - ") + what)
    failed += not good


class Browser:
    """One window, by WebDriver's HTTP."""

    def __init__(self, width, height):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.profile = tempfile.mkdtemp()
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            f"--user-data-dir={self.profile}", f"--window-size={width},{height}"]}
        wanted = {"capabilities": {"alwaysMatch": {"browserName": "chrome", "goog:chromeOptions": options,
                                                   "goog:loggingPrefs": {"browser": "ALL"}}}}
        for _ in range(300):
            try:
                self.session = self.call("POST", "/session", wanted)["sessionId"]
                return
            except (ConnectionError, urllib.error.URLError):
                time.sleep(0.1)
        raise RuntimeError("chromedriver does not answer")

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}{path}", data, method=method,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def do(self, method, path, body=None):
        return self.call(method, f"/session/{self.session}{path}", body)

    def run(self, script, *args):
        return self.do("POST", "/execute/sync", {"script": script, "args": list(args)})

    def close(self):
        try:
            self.do("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.profile, ignore_errors=True)


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
        if e["name"].startswith(("send ", "put", "atomic", "memset")):
            pairs.add((e["pid"], peer))
        elif e["name"].startswith("get"):
            pairs.add((peer, e["pid"]))
    return slices, pairs


def check_page(b, slices, pairs):
    total = b.run("return window.trace && window.trace.total")
    verdict(total == len(slices), f"the page has {total} slices of {len(slices)}")
    verdict(b.run("return window.trace.inView()") == total, "all of them are in view at first")
    verdict(str(total) in b.run("return document.getElementById('shown').textContent"), "and the page says so")
    data = b.run("return {n: window.trace.data.ranks, count: window.trace.data.count}")
    shown = {(i // data["n"], i % data["n"]) for i, v in enumerate(data["count"]) if v}
    verdict(shown == pairs, "the matrix has the pairs of ranks that the trace has")
    verdict(b.run("return document.querySelectorAll('#histograms svg rect').length") > 0, "there are histograms")
    verdict(b.run("return document.querySelectorAll('#classes tr').length") > 1, "there is a table of classes")


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
    page, trace = "file://" + os.path.abspath(sys.argv[1]), sys.argv[2]
    slices, pairs = expected(trace)
    for name, width, height in (("desk", 1400, 1000), ("phone", 420, 850)):
        b = Browser(width, height)
        try:
            b.do("POST", "/url", {"url": page})
            print(f"# {name}")
            check_page(b, slices, pairs)
            check_zoom(b, slices)
            check_pixels(b)
            wide = b.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth")
            verdict(wide <= 0, "nothing is wider than the window")
            bad = [e["message"] for e in b.do("POST", "/se/log", {"type": "browser"}) if e["level"] in ("SEVERE", "WARNING")]
            verdict(not bad, "no error in the console" + "".join("\n#   " + m for m in bad))
            if len(sys.argv) > 3:
                with open(sys.argv[3].replace(".png", f"-{name}.png"), "wb") as f:
                    f.write(base64.b64decode(b.do("GET", "/screenshot")))
        finally:
            b.close()
    return 1 if failed else 0


sys.exit(main())
