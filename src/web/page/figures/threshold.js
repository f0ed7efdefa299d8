// Figure 4: how near is near.

const MOST_LINES = 500;
// Texts with fewer words than this are called short.
const SHORT = 30;

function figureThreshold(root) {
  const chart = sv("svg", { role: "group", class: "histogram" });
  const canvas = el("canvas", { role: "img" });
  const frames = sv("svg", { "aria-hidden": "true", preserveAspectRatio: "none" });
  const lines = el("textarea", { class: "lines", rows: 4, spellcheck: "false", placeholder: t("One text a line, at most 500 lines", "每行一段文本，最多 500 行") });
  lines.value = state.lines;
  const note = el("p", { class: "note", role: "status" });
  const big = el("div", { class: "big" }), kept = el("div", { class: "kept" });
  const groups = el("ul", { class: "groups" });
  const line = el("div");
  const holder = el("div", {}, chart);
  const sample = el("button", { type: "button" }, t("The sample of 88 texts", "88 篇示例文本"));
  const asked = question("threshold", 7, t("Two messages of the sample differ in one word, Thursday and Friday.", "示例中有两条短消息，只差一个词：Thursday 与 Friday。"));
  let corpus, last = new Set(), width = 0, waits, colours;

  lines.addEventListener("input", () => {
    set({ lines: lines.value });
    clearTimeout(waits);
    waits = setTimeout(() => { compute(); draw(); }, 200);
  });
  sample.addEventListener("click", () => { lines.value = ""; set({ lines: "" }); compute(); draw(); });

  function move(k) {
    set({ k: Math.max(0, Math.min(64, k)) });
    draw();
  }

  function compute() {
    const given = state.lines.split("\n").map((one) => one.trim()).filter(Boolean);
    corpus = undefined;
    if (given.length === 1) { note.textContent = t("One text has no pair: add a second line.", "一段文本构不成对，请再加一行。"); return; }
    note.textContent = given.length > MOST_LINES ? t(`The first ${MOST_LINES} of ${given.length} lines are shown.`, `共 ${given.length} 行，只用前 ${MOST_LINES} 行。`) : "";
    corpus = ask({ ask: "corpus", recipe: "default", lines: given.length ? given.slice(0, MOST_LINES) : null });
    corpus.bytes = Uint8Array.from(atob(corpus.cells), (sign) => sign.charCodeAt(0));
    corpus.at = new Map(corpus.order.map((text, at) => [text, at]));
    last = new Set();
    colours = null;
  }

  function draw() {
    for (const part of [holder, canvas.parentNode, big, kept, groups]) if (part) part.hidden = !corpus;
    if (!corpus || !width) return;
    const k = Math.min(state.k, corpus.bits);
    const found = ask({ ask: "cut", k });
    histogram(k);
    heatmap(k, found);
    const row = corpus.sweep[k];
    big.replaceChildren(
      el("div", {}, el("strong", { id: "groups" }, number(row.groups)), t(row.groups === 1 ? "group" : "groups", "组")),
      el("div", {}, el("strong", {}, number(row.grouped)), t(`of ${corpus.texts.length} texts in a group`, `篇已分组（共 ${corpus.texts.length} 篇）`)),
      el("div", {}, el("strong", {}, number(row.largest)), t("in the largest", "篇在最大的一组")));
    copies(found);
    list(found);
    line.replaceChildren(terminal(state.lines ? `simscope groups -k ${k} FILE` : `simscope groups -k ${k} --sample`));
  }

  // Of the sample it is known which texts are copies of each other.
  function copies(found) {
    const place = new Map();
    found.forEach((members, group) => members.forEach((member) => place.set(member, group)));
    const others = new Map();
    corpus.texts.forEach((text, at) => text.label && others.set(text.label, [...(others.get(text.label) || []), at]));
    const rows = [true, false].map((isShort) => {
      const all = corpus.texts.flatMap((text, at) => text.label && (text.features < SHORT) === isShort && others.get(text.label).length > 1 ? [at] : []);
      const back = all.filter((at) => place.has(at) && others.get(corpus.texts[at].label).some((other) => other !== at && place.get(other) === place.get(at)));
      return { isShort, all: all.length, back: back.length };
    }).filter((row) => row.all);
    const wrong = found.filter((members) => new Set(members.map((at) => corpus.texts[at].label).filter(Boolean)).size > 1).length;
    kept.replaceChildren(...rows.reverse().map(({ isShort, all, back }) => el("div", { class: "kept-row" },
      el("span", {}, isShort ? t(`short texts, under ${SHORT} words`, `短文本，不足 ${SHORT} 个词`) : t("long texts", "长文本")),
      el("span", { class: "meter", "aria-hidden": "true" }, el("span", { class: isShort ? "short" : "" })),
      el("span", { class: "digits" }, t(`${back} of ${all} stand with a copy`, `${all} 篇中有 ${back} 篇与副本同组`)))),
      rows.length && el("p", { class: "note" }, wrong ? t(`${plural(wrong, "group mixes", "groups mix")} texts that are no copies.`, `有 ${wrong} 组混入了不是副本的文本。`) : t("No group mixes texts that are no copies.", "没有一组混入不是副本的文本。")) || "");
    kept.querySelectorAll(".meter>span").forEach((bar, at) => { const row = rows[at]; bar.style.setProperty("width", `${100 * row.back / row.all}%`); });
  }

  function histogram(k) {
    const [left, top, bottom, right] = [34, 18, 168, 8];
    const { bits, histogram } = corpus, step = (width - left - right) / (bits + 1);
    const most = Math.max(1, ...histogram), high = Math.log10(1 + most);
    const y = (n) => bottom - (bottom - top) * Math.log10(1 + n) / high;
    chart.setAttribute("viewBox", `0 0 ${width} 200`);
    const ticks = [1, 10, 100, 1000, 10000, 100000].filter((n) => n <= most);
    const handle = left + step * (k + 1);
    if (!grip) {
      grip = sv("g");
      tellK = slider(grip, { label: t("threshold k", "阈值 k"), least: 0, most: bits, value: () => Math.min(state.k, corpus.bits), change: move,
        said: (k) => t(`k ${k}: ${plural(corpus.sweep[k].groups, "group", "groups")}`, `k 为 ${k}，${corpus.sweep[k].groups} 组`) });
      drag(chart, (event) => {
        const box = chart.getBoundingClientRect();
        const to = Math.round((event.clientX - box.left) / box.width * width / step - left / step - 1);
        if (to !== state.k) move(to);
      });
    }
    grip.replaceChildren(
      sv("rect", { class: "ring", x: handle - 20, y: 0, width: 40, height: bottom + 4, rx: 6 }),
      sv("line", { x1: handle, x2: handle, y1: 14, y2: bottom, class: "line-k" }),
      sv("circle", { cx: handle, cy: 14, r: 7, class: "dot" }),
      sv("text", { x: handle + (k > bits - 12 ? -12 : 12), y: 19, "font-size": 14, "font-weight": 700, "text-anchor": k > bits - 12 ? "end" : "start" }, `k = ${k}`));
    const isFocused = document.activeElement === grip;
    chart.replaceChildren(
      ...ticks.flatMap((n) => [sv("line", { x1: left, x2: width - right, y1: y(n), y2: y(n), class: "grid" }), sv("text", { class: "dim", x: left - 6, y: y(n) + 4, "font-size": 11, "text-anchor": "end" }, n < 1000 ? n : `${n / 1000}k`)]),
      ...histogram.map((n, d) => n ? sv("rect", { class: d <= k ? "bar near" : "bar", x: left + step * d + 0.5, width: Math.max(step - 1, 1), y: y(n), height: bottom - y(n) }, sv("title", {}, t(`distance ${d}: ${plural(n, "pair", "pairs")}`, `距离 ${d}：${n} 对`))) : null).filter(Boolean),
      sv("line", { class: "zero", x1: left, x2: width - right, y1: bottom, y2: bottom }),
      ...[0, 8, 16, 24, 32, 40, 48, 56, 64].filter((d) => d <= bits).map((d) => sv("text", { class: "dim", x: left + step * (d + 0.5), y: bottom + 16, "font-size": 11, "text-anchor": "middle" }, d)),
      sv("text", { class: "dim", x: width - right, y: bottom + 31, "font-size": 12, "text-anchor": "end" }, t("distance; height: number of pairs, by powers of ten", "距离；高度为文档对数，对数刻度")),
      grip);
    if (isFocused) grip.focus();
    tellK();
  }
  let grip, tellK = () => {};

  function palette() {
    const style = getComputedStyle(document.documentElement), draw = el("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = (name) => {
      draw.fillStyle = style.getPropertyValue(name).trim();
      draw.fillRect(0, 0, 1, 1);
      return [...draw.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const [up, soft, line, ground] = ["--up", "--up-soft", "--line", "--ground"].map(rgb);
    const mix = (a, b, share) => a.map((part, at) => Math.round(part + (b[at] - part) * share));
    // Within k strong, to a third of the bits pale, then the ground.
    return (distance, k, bits) => distance <= k ? mix(up, soft, k ? 0.45 * distance / k : 0) : mix(mix(line, soft, 0.3), ground, Math.min(1, (distance - k) / (bits * 0.42)));
  }

  function heatmap(k, found) {
    const n = corpus.order.length;
    colours = colours || palette();
    canvas.width = canvas.height = n;
    const context = canvas.getContext("2d"), image = context.createImageData(n, n);
    const table = Array.from({ length: corpus.bits + 1 }, (_, distance) => colours(distance, k, corpus.bits));
    corpus.bytes.forEach((distance, at) => {
      const [r, g, b] = table[distance];
      image.data.set([r, g, b, 255], 4 * at);
    });
    context.putImageData(image, 0, 0);
    canvas.setAttribute("aria-label", t(`Distances of all pairs, ${n} by ${n} cells, groups as squares along the diagonal; ${corpus.sweep[k].groups} groups at k = ${k}.`, `全部文档对的距离，${n} × ${n} 格，组是对角线上的方块；k = ${k} 时有 ${corpus.sweep[k].groups} 组。`));
    frames.setAttribute("viewBox", `0 0 ${n} ${n}`);
    frames.replaceChildren(...found.filter((members) => members.length > 1).map((members) => {
      const at = members.map((member) => corpus.at.get(member)), first = Math.min(...at);
      return sv("rect", { class: "group", x: first, y: first, width: members.length, height: members.length, "vector-effect": "non-scaling-stroke" });
    }));
  }

  function list(found) {
    const shown = found.filter((members) => members.length > 1).slice(0, 12), now = new Set();
    groups.replaceChildren(...shown.map((members) => {
      const key = members.join();
      now.add(key);
      return el("li", { class: last.size && !last.has(key) ? "new" : "" },
        members.slice(0, 3).map((at) => el("p", { class: corpus.texts[at].features < SHORT ? "short" : "", title: visible(corpus.texts[at].text.slice(0, 400)) }, visible(corpus.texts[at].text.slice(0, 160)))),
        members.length > 3 && el("p", { class: "count" }, t(`and ${members.length - 3} more`, `还有 ${members.length - 3} 篇`)));
    }));
    last = now;
    if (!shown.length) groups.replaceChildren(el("li", {}, t("No two texts are within k.", "没有两段文本在 k 以内。")));
  }

  document.addEventListener("theme", () => { colours = null; draw(); }, { signal: alive.signal });
  compute();
  const frame = el("div", { class: "frame" }, canvas, frames);
  root.replaceChildren(holder,
 big,
    el("div", { class: "side" }, frame, el("div", {}, kept, el("label", { class: "field" }, t("Your own texts", "自己的文本"), lines), el("div", { class: "row" }, sample), note)),
    groups, asked, line);
  whenWide(holder, (now) => { width = now; draw(); });
}
