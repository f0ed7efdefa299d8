// Figure 2: one word changes.

function figureChange(root) {
  const columns = new Columns(t("bit", "位"));
  const texts = ["a", "b"].map((key) => {
    const text = el("textarea", { rows: 2, spellcheck: "false", id: `text-${key}` });
    text.value = state[key];
    text.addEventListener("input", () => { set({ [key]: text.value, step: 0, bit2: -1 }); compute(); draw(); tellOthers(); });
    return text;
  });
  const holder = el("div", { class: "stage" }, columns.svg);
  const said = el("p", { class: "said", "aria-live": "polite" });
  const big = el("div", { class: "big" });
  const note = el("p", { class: "note" });
  const line = el("div");
  const controls = el("div", { class: "row" });
  const replace = el("button", { type: "button", class: "go" });
  const scrub = el("input", { type: "range", min: 0, "aria-label": t("votes replaced", "已替换的票") });
  const asked = question("words", 6, t("Thursday becomes Friday.", "Thursday 换成 Friday。"));
  let pair, steps = [], width = 0, timer;

  scrub.addEventListener("input", () => { stop(); go(Number(scrub.value)); });
  asked.addEventListener("answered", () => isLesson(state.a, state.recipe2, state.bits2) && run());
  replace.addEventListener("click", () => (state.step >= steps.length ? go(0) : run()));

  // Figure 3 has the same texts.
  const tellOthers = () => document.dispatchEvent(new CustomEvent("texts"));

  function stop() { clearInterval(timer); timer = undefined; }

  function run() {
    stop();
    go(state.step + 1);
    timer = setInterval(() => (state.step < steps.length ? go(state.step + 1) : stop()), Math.max(80, Math.min(1100, 6000 / Math.max(steps.length, 1))));
  }

  function go(step) {
    set({ step: Math.min(step, steps.length), bit2: -1 });
    draw();
  }

  function compute() {
    stop();
    const recipe = `${state.recipe2} bits=${state.bits2}`;
    try {
      pair = ask({ ask: "pair", recipe, texts: [state.a, state.b] });
    } catch (error) {
      pair = undefined;
      said.textContent = error.message;
      return;
    }
    // A word that only changes its weight loses or gains the difference.
    const part = (isGone) => pair.changes.filter((one) => (isGone ? one.after < one.before : one.after > one.before))
      .map((one) => ({ ...one, isGone, weight: Math.abs(one.after - one.before) }));
    const [gone, come] = [part(true), part(false)];
    steps = [];
    for (let at = 0; at < Math.max(gone.length, come.length); at++) steps.push(...[gone[at], come[at]].filter(Boolean));
    scrub.max = steps.length;
  }

  function choices() {
    controls.replaceChildren(
      joined(t("number of bits", "位数"), widths([8, 16, 64], state.bits2), state.bits2, (bits) => {
        set({ bits2: bits, step: 0, bit2: -1 });
        choices(); compute(); draw();
      }),
      recipeChoice(state.recipe2, (recipe) => { set({ recipe2: recipe, step: 0, bit2: -1 }); compute(); draw(); }));
  }

  function draw() {
    if (!width || !pair) return;
    const [a, b] = pair.texts, bits = a.bits;
    const step = Math.min(state.step, steps.length), isDone = step === steps.length;
    // What stays is the sums of A without what goes.
    const sums = [...a.sums], up = new Array(bits).fill(0), down = new Array(bits).fill(0);
    const vote = (one, bit) => (one.votes[bits - 1 - bit] === "1" ? one.weight : -one.weight);
    steps.forEach((one, at) => {
      if (at < step) for (let bit = 0; bit < bits; bit++) sums[bit] += one.isGone ? -vote(one, bit) : vote(one, bit);
    });
    const stay = new Array(bits).fill(0).map(() => ({ up: 0, down: 0 }));
    const changing = new Map(pair.changes.map((one) => [one.term, Math.min(one.before, one.after)]));
    for (const one of a.features) for (let bit = 0; bit < bits; bit++) {
      const weight = changing.has(one.term) ? changing.get(one.term) : one.weight;
      stay[bit][one.votes[bits - 1 - bit] === "1" ? "up" : "down"] += weight;
    }
    const rows = steps.map((one, at) => ({
      key: `${one.term}\u0000${one.isGone}`, name: (one.isGone ? "− " : "+ ") + visible(one.term), votes: one.votes, weight: one.weight,
      isCounted: one.isGone ? at >= step : at < step, isGone: one.isGone && at < step,
    }));
    for (let bit = 0; bit < bits; bit++) {
      up[bit] = stay[bit].up; down[bit] = stay[bit].down;
      for (const one of rows) one.votes[bits - 1 - bit] === "1" ? (up[bit] += one.weight) : (down[bit] += one.weight);
    }
    const shown = rows.slice(0, MOST_CHANGES);
    for (const one of rows.slice(MOST_CHANGES)) if (one.isCounted)
      for (let bit = 0; bit < bits; bit++) stay[bit][one.votes[bits - 1 - bit] === "1" ? "up" : "down"] += one.weight;
    columns.layout(width, bits, shown.length, { up: Math.max(...up, 1), down: Math.max(...down, 1) });
    columns.heads();
    drawStaying(stay);
    columns.draw(shown, new Set(), stay);
    const digit = (sum, bit) => step === 0 ? a.signature[bits - 1 - bit] : isDone ? b.signature[bits - 1 - bit] : sum > 0 || sum === 0 && a.tie === "one" ? "1" : "0";
    const exact = (bit) => (isDone ? b.sums[bit] : sums[bit]);
    const marked = sums.map((sum, bit) => ({ sum: Math.round(exact(bit) * 100) / 100, digit: digit(exact(bit), bit), isTie: exact(bit) === 0, isFlipped: digit(exact(bit), bit) !== a.signature[bits - 1 - bit] }));
    columns.drawBits(marked);
    const flipped = marked.flatMap((one, bit) => (one.isFlipped ? [bit] : []));
    columns.drawCursor(bitShown(flipped));
    scrub.value = step;
    scrub.disabled = replace.disabled = steps.length === 0;
    replace.textContent = isDone && steps.length ? t("Back to A", "回到 A") : t("Replace", "替换");
    const cosine = pair.cosine;
    big.replaceChildren(
      el("div", {}, el("strong", { id: "distance" }, flipped.length), t(`of ${bits} bits flipped`, `位翻转（共 ${bits} 位）`)),
      el("div", {}, el("strong", {}, number(pair.changes.length ? a.features.filter((one) => !changing.has(one.term)).length : a.features.length)), t("words stay", "个词不变")),
      cosine !== null && el("div", {}, el("strong", {}, number(cosine, 2)), t("cosine of A and B", "A 与 B 的余弦")));
    tell(flipped, marked, step, isDone);
    note.textContent = hanNote(state.a + state.b, state.recipe2);
    line.replaceChildren(terminal(`simscope compare --texts ${quoted(cut(state.a, 300))} ${quoted(cut(state.b, 300))} ${options(state.recipe2, state.bits2)}`));
    told();
  }

  const MOST_CHANGES = 60;

  // The votes that stay, behind all others.
  function drawStaying(stay) {
    let heap = columns.svg.querySelector(".staying");
    if (!heap) {
      heap = sv("g", { class: "staying" });
      columns.layers.rows.before(heap);
    }
    const gap = columns.column > 8 ? 1.5 : 0.3, size = columns.column - 2 * gap;
    heap.replaceChildren(...stay.flatMap((one, bit) => [
      sv("rect", { class: "soft u", x: columns.left(bit) + gap, width: size, y: columns.zero - one.up * columns.unit, height: one.up * columns.unit }),
      sv("rect", { class: "soft d", x: columns.left(bit) + gap, width: size, y: columns.zero, height: one.down * columns.unit })]));
  }

  const bitShown = (flipped) => (state.bit2 >= 0 && state.bit2 < state.bits2 ? state.bit2 : flipped.length ? flipped[flipped.length - 1] : -1);

  function tell(flipped, marked, step, isDone) {
    const [a, b] = pair.texts, bits = a.bits, bit = bitShown(flipped);
    if (!steps.length) return said.replaceChildren(t("Both texts have the same words: the same votes, the same signature. The order of the words is not seen.", "两段文本的词相同，票也相同，签名就相同。签名看不见词序。"));
    if (bit < 0) return said.replaceChildren(step === 0
      ? t(`${plural(steps.length, "word goes or comes", "words go or come")}. Above zero the bit is 1. Which columns will cross?`, `有 ${steps.length} 个词要换下或换上。累加值大于零，这一位是 1。哪几列会越过零？`)
      : t("No sum has crossed zero: no bit flips.", "没有一列越过零，没有位翻转。"));
    const way = (one, isZh) => {
      const isUp = (one.votes[bits - 1 - bit] === "1") === !one.isGone;
      const value = signed(isUp ? one.weight : -one.weight);
      const term = visible(one.term);
      if (isZh) return one.isGone ? `“${term}”的票撤回，${value}` : `“${term}”的票计入，${value}`;
      return one.isGone ? `“${term}” takes its vote back: ${value}` : `“${term}” votes: ${value}`;
    };
    const done = steps.slice(0, step), few = done.slice(0, 4);
    const from = signed(Math.round(a.sums[bit] * 100) / 100), to = signed(marked[bit].sum);
    const isFlipped = flipped.includes(bit);
    const more = done.length > few.length ? t(` and ${done.length - few.length} more`, `，还有 ${done.length - few.length} 票`) : "";
    said.replaceChildren(el("b", {}, t(`Bit ${bit} `, `第 ${bit} 位`), isFlipped ? t("flips. ", "翻转了。") : t("stays. ", "不变。")),
      done.length
        ? t(`Its sum was ${from}. ${few.map((one) => way(one)).join(", ")}${more}. Now it is ${to}.`, `累加值原为 ${from}；${few.map((one) => way(one, true)).join("；")}${more}。现在是 ${to}。`)
        : t(`Its sum is ${from}. Nothing has been replaced yet.`, `累加值是 ${from}，还没有替换。`));
  }

  const told = slider(columns.cursor, {
    label: t("bit", "位"), least: 0, most: 127, isTurned: true,
    value: () => Math.max(0, state.bit2), change: (bit) => { set({ bit2: Math.min(bit, state.bits2 - 1) }); draw(); },
    said: () => said.textContent,
  });
  const point = (event) => {
    if (!pair) return;
    const bit = columns.bitAt(event.clientX - columns.svg.getBoundingClientRect().left);
    if (bit !== state.bit2) { set({ bit2: bit }); draw(); }
  };
  columns.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && !event.buttons && point(event));
  columns.svg.addEventListener("pointerdown", point);
  columns.svg.addEventListener("pointerleave", () => { if (state.bit2 >= 0) { set({ bit2: -1 }); draw(); } });

  choices();
  compute();
  root.replaceChildren(
    el("div", { class: "pair" }, el("label", { class: "field" }, "A", texts[0]), el("label", { class: "field" }, "B", texts[1])),
    note, controls, holder, el("div", { class: "row" }, replace, el("label", { class: "wide" }, scrub)), big, said, asked, line);
  whenWide(holder, (now) => { width = now; draw(); });
}
