/* SPDX-License-Identifier: BSD-3-Clause
 *
 * search.js: sections, defined terms and calls that have all words that were typed, those in a title first. INDEX is made by make_html.py:
 * [page's title, heading, place, text].
 */
"use strict";
(function () {
  const field = document.getElementById("search"), list = document.getElementById("found");
  const lower = INDEX.map(([title, heading, , text]) => [(title + " " + heading).toLowerCase(), text.toLowerCase()]);
  const heads = lower.map(([head]) => new Set(head.match(/[\w-]+/g)));
  /* Whole words of a title count most, then parts of it. */
  function score(i, words) {
    let sum = 0;
    for (const w of words) {
      if (heads[i].has(w)) sum += 9;
      else if (lower[i][0].includes(w)) sum += 3;
      else if (lower[i][1].includes(w)) sum += 1;
      else return 0;
    }
    return sum;
  }
  function excerpt(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
    return (at ? "… " : "") + text.slice(at, at + 140);
  }
  field.addEventListener("input", () => {
    const words = field.value.toLowerCase().split(/\s+/).filter((w) => w);
    list.replaceChildren();
    if (!words.length) return;
    const hits = INDEX.map((_, i) => [score(i, words), i]).filter(([s]) => s).sort((a, b) => b[0] - a[0]).slice(0, 20);
    for (const [, i] of hits) {
      const [title, heading, place, text] = INDEX[i];
      const item = document.createElement("li"), link = document.createElement("a"), more = document.createElement("small");
      link.href = place;
      link.textContent = heading && heading !== title ? title + ": " + heading : title;
      more.textContent = excerpt(text, words[0]);
      item.append(link, more);
      list.append(item);
    }
    if (!hits.length) list.append(Object.assign(document.createElement("li"), { textContent: "nothing" }));
  });
})();
