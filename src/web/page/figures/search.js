// Figure 5: four blocks, three flips.

function figureSearch(root) {
  const BITS = 64, K = 3;
  const grid = el("div", { class: "grid", role: "group", "aria-label": t("the 64 bits of the query", "查询的 64 位") });
  const controls = el("div", { class: "row" });
  const said = el("p", { class: "said", "aria-live": "polite" });
  const big = el("div", { class: "big" });
  const found = el("div");
  const asked = question("blocks", 3, "");
  const first = ask({ ask: "search", lesson: "blocks", query: null, k: K });
  const original = BigInt("0x" + first.query);
  let at = BITS - 1;

  const flips = () => state.flips.split(",").filter(Boolean).map(Number).filter((bit) => bit >= 0 && bit < BITS);
  const setFlips = (bits) => { set({ flips: [...new Set(bits)].sort((a, b) => a - b).join(",") }); draw(); };

  // Bits with the most significant first, a row a block.
  const cells = [];
  const rows = first.blocks.map(([low, high], block) => {
    const buttons = [];
    for (let bit = high - 1; bit >= low; bit--) {
      const button = el("button", { type: "button", class: "cell", tabindex: -1, onclick: () => { focusOn(bit); toggle(bit); } });
      cells[bit] = button;
      buttons.push(button);
    }
    const verdict = el("span", { class: "verdict" });
    return { block, low, high, verdict, row: el("div", { class: "block" }, el("span", { class: "name" }, t(`block ${block + 1}`, `第 ${block + 1} 块`)), el("span", { class: "cells" }, buttons), verdict) };
  });
  grid.append(...rows.map((one) => one.row));

  function toggle(bit) {
    const now = flips();
    setFlips(now.includes(bit) ? now.filter((one) => one !== bit) : [...now, bit]);
  }

  function focusOn(bit) {
    cells[at].tabIndex = -1;
    at = Math.max(0, Math.min(BITS - 1, bit));
    cells[at].tabIndex = 0;
    cells[at].focus();
  }

  grid.addEventListener("keydown", (event) => {
    const to = { ArrowRight: at - 1, ArrowLeft: at + 1, ArrowUp: at + 16, ArrowDown: at - 16, Home: BITS - 1, End: 0 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    if (to >= 0 && to < BITS) focusOn(to);
  });

  const random = (least, most) => least + Math.floor(Math.random() * (most - least));
  controls.append(
    el("button", { type: "button", class: "go", onclick: () => {
      const bits = new Set();
      while (bits.size < 3) bits.add(random(0, BITS));
      setFlips([...bits]);
    } }, t("Flip three bits", "翻转三位")),
    el("button", { type: "button", onclick: () => setFlips(first.blocks.map(([low, high]) => random(low, high))) }, t("One in each block", "每块翻转一位")),
    el("button", { type: "button", onclick: () => setFlips([]) }, t("None", "还原")));

  function draw() {
    const flipped = flips();
    const query = flipped.reduce((query, bit) => query ^ (1n << BigInt(bit)), original);
    const answer = ask({ ask: "search", lesson: "blocks", query: query.toString(16).padStart(16, "0"), k: K });
    for (let bit = 0; bit < BITS; bit++) {
      const digit = query >> BigInt(bit) & 1n, isFlipped = flipped.includes(bit);
      cells[bit].textContent = digit;
      cells[bit].className = `cell${digit ? " one" : ""}${isFlipped ? " flip" : ""}`;
      cells[bit].setAttribute("aria-pressed", isFlipped);
      cells[bit].setAttribute("aria-label", t(`bit ${bit}: ${digit}${isFlipped ? ", flipped" : ""}`, `第 ${bit} 位：${digit}${isFlipped ? "，已翻转" : ""}`));
    }
    cells[at].tabIndex = 0;
    const own = answer.documents[0];
    for (const { block, verdict, row } of rows) {
      const isWhole = own.equal[block];
      row.className = isWhole ? "block whole" : "block";
      verdict.textContent = isWhole ? t(`whole: table ${block + 1} finds it`, `完好：第 ${block + 1} 张表查得到`) : t("damaged", "已损坏");
    }
    const whole = own.equal.filter(Boolean).length;
    big.replaceChildren(
      el("div", {}, el("strong", { id: "flipped" }, flipped.length), t(flipped.length === 1 ? "bit flipped" : "bits flipped", "位翻转")),
      el("div", {}, el("strong", { id: "whole" }, whole), t("of 4 blocks whole", "块完好（共 4 块）")),
      el("div", {}, el("strong", {}, number(answer.candidates)), t(answer.candidates === 1 ? "hit in the tables" : "hits in the tables", "次命中（四张表合计）")));
    said.replaceChildren(...[
      flipped.length === 0 ? t("The query is the first text itself. Press a bit to flip it.", "查询就是第一篇文本本身。点一位，就把它翻转。")
        : flipped.length <= K ? [el("b", {}, t("Found. ", "找到了。")), t(`${plural(flipped.length, "flip damages", "flips damage")} at most ${plural(flipped.length, "block", "blocks")}. Four blocks, so at least ${4 - flipped.length} whole: this is the pigeonhole principle.`, `翻转 ${flipped.length} 位，至多弄坏 ${flipped.length} 块；共有四块，所以至少 ${4 - flipped.length} 块完好。这就是抽屉原理。`)]
          : whole ? t(`${flipped.length} flips are more than k = 3. A whole block still leads to the text, but its distance is too large: it is not returned.`, `翻转了 ${flipped.length} 位，超过 k = 3。完好的块仍能查到这篇文本，但距离太大，不算结果。`)
            : t(`${flipped.length} flips are more than k = 3, and no block is whole: no table leads to the text any more.`, `翻转了 ${flipped.length} 位，超过 k = 3，没有一块完好：哪张表都查不到它了。`)].flat());
    found.replaceChildren(el("table", { class: "found" },
      el("caption", { class: "unseen" }, t("The texts and their blocks", "各文本与它们的块")),
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, t("text", "文本")), el("th", { scope: "col" }, t("equal blocks", "相同的块")), el("th", { scope: "col", class: "n" }, t("distance", "距离")), el("th", { scope: "col" }, t("result", "结果")))),
      el("tbody", {}, answer.documents.map((one) => el("tr", { class: one.is_hit ? "hit" : "" },
        el("th", { scope: "row" }, one.id),
        el("td", {}, one.equal.map((isWhole) => el("i", { class: isWhole ? "whole" : "", "aria-hidden": "true" })), el("span", { class: "unseen" }, one.equal.filter(Boolean).length)),
        el("td", { class: "n" }, one.distance),
        el("td", {}, one.is_hit ? t("found", "找到") : one.equal.some(Boolean) ? t("compared, too far", "核对过，太远") : t("not even compared", "无需核对")))))));
  }

  draw();
  root.replaceChildren(asked, controls, grid, big, said, found, terminal("simscope lesson blocks:2"));
}
