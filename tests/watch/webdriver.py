# SPDX-License-Identifier: BSD-3-Clause
"""webdriver.py: headless Chromium, driven by chromedriver's HTTP."""
import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.request


class Browser:
    """One window, by WebDriver's HTTP."""

    def __init__(self):
        with socket.socket() as s:
            s.bind(("127.0.0.1", 0))
            self.port = s.getsockname()[1]
        self.profile = tempfile.mkdtemp()
        self.driver = subprocess.Popen(["chromedriver", f"--port={self.port}"], stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                            f"--user-data-dir={self.profile}"]}
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

    def screen(self, width, height, phone=False):
        """As a screen of this size; WebDriver's windows are not as narrow as a phone."""
        self.do("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": phone}})

    def dark(self, yes):
        self.do("POST", "/goog/cdp/execute", {"cmd": "Emulation.setEmulatedMedia", "params": {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if yes else "light"}]}})

    def open(self, path):
        self.do("POST", "/url", {"url": "file://" + os.path.abspath(path)})

    def errors(self):
        """What the console has said of errors and warnings since the last call."""
        return [m["message"] for m in self.do("POST", "/se/log", {"type": "browser"})
                if m["level"] in ("SEVERE", "WARNING")]

    def picture(self, path):
        with open(path, "wb") as f:
            f.write(base64.b64decode(self.do("GET", "/screenshot")))

    def close(self):
        try:
            self.do("DELETE", "")
        finally:
            self.driver.terminate()
            self.driver.wait()
            shutil.rmtree(self.profile, ignore_errors=True)
