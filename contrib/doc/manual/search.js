/* SPDX-License-Identifier: BSD-3-Clause
 *
 * search.js: pages, sections, defined terms and calls that have all words that were typed, best first. INDEX is made by
 * make_html.py: [page's title, heading, place, text], and for a whole page also what the page is about.
 */
"use strict";
const Search = (function () {
  const lower = INDEX.map(([title, heading, , text, about]) => [(title + " " + heading).toLowerCase(), text.toLowerCase(), (about || "").toLowerCase()]);
  const words = (text) => text.match(/[\w-]+/g) || [];
  const heads = lower.map(([head]) => new Set(words(head)));
  /* Of gasnet_rma(7): rma, and what it is about. */
  const abouts = INDEX.map(([title], i) => (lower[i][2] ? [title.toLowerCase().replace(/\(.\)$/, "").replace(/.*[_-]/, ""), ...words(lower[i][2])] : []));
  const has = (set, w) => set.has(w) || set.has(w + "s");
  /* A page about the word counts most, the sooner the better; then whole words of a title, then parts of it. */
  function score(i, typed) {
    let sum = 0;
    for (const w of typed) {
      const at = abouts[i].findIndex((a) => a === w || a === w + "s");
      if (at >= 0) sum += 12 + 3 / (1 + at);
      else if (has(heads[i], w)) sum += 9;
      else if (lower[i][0].includes(w)) sum += 3;
      else if (lower[i][1].includes(w) || lower[i][2].includes(w)) sum += 1;
      else return 0;
    }
    return sum;
  }
  /* Entries of INDEX for what was typed, best first. */
  function found(text) {
    const typed = text.toLowerCase().split(/\s+/).filter((w) => w);
    if (!typed.length) return [];
    return INDEX.map((_, i) => [score(i, typed), i]).filter(([s]) => s).sort((a, b) => b[0] - a[0]).map(([, i]) => INDEX[i]);
  }
  return { found };
})();
(function () {
  if (typeof document === "undefined") return; // check.py asks for found() alone
  const field = document.getElementById("search"), list = document.getElementById("found");
  function excerpt(text, word) {
    const at = Math.max(0, text.toLowerCase().indexOf(word) - 40);
    return (at ? "\u2026 " : "") + text.slice(at, at + 140);
  }
  field.addEventListener("input", () => {
    const first = field.value.toLowerCase().split(/\s+/).filter((w) => w)[0];
    list.replaceChildren();
    if (!first) return;
    const hits = Search.found(field.value).slice(0, 20);
    for (const [title, heading, place, text, about] of hits) {
      const item = document.createElement("li"), link = document.createElement("a"), more = document.createElement("small");
      link.href = place;
      link.textContent = heading && heading !== title ? title + ": " + heading : title;
      more.textContent = about || excerpt(text, first);
      item.append(link, more);
      list.append(item);
    }
    if (!hits.length) list.append(Object.assign(document.createElement("li"), { textContent: "nothing" }));
  });
})();
