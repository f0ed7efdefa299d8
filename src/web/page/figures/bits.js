// Figure 1: a text becomes bits.

const readWeights = () => new Map(state.weights.split(";").filter(Boolean).map((one) => {
  const at = one.lastIndexOf(":");
  return [decodeURIComponent(one.slice(0, at)), Number(one.slice(at + 1)) || 0];
}));
const writeWeights = (weights) => [...weights].map(([term, weight]) => `${encodeURIComponent(term)}:${weight}`).join(";");

// The features as rows that another recipe can read: weights by hand.
const asRows = (features, weights) => features
  .map((one) => ({ ...one, weight: weights.get(one.term) ?? one.weight }))
  .filter((one) => one.weight > 0)
  .map((one) => `${one.term.replaceAll("\n", " ")} ×${one.weight} #${one.hash}`).join("\n");

const MOST_WEIGHT = 9;
const MOST_ROWS = 400;

// Whether this is the text of the lesson, so that its question fits.
const isLesson = (text, recipe, bits) => text === defaults.text && recipe === MD5 && bits === 8;

function figureBits(root) {
  const columns = new Columns(t("weight ↔", "权重 ↔"));
  const text = el("textarea", { rows: state.recipe.startsWith(ROWS) ? 6 : 2, spellcheck: "false", "aria-describedby": "bits-said" });
  text.value = state.text;
  const holder = el("div", { class: "stage" }, columns.svg);
  const said = el("p", { class: "said", id: "bits-said", "aria-live": "polite" });
  const big = el("div", { class: "big" });
  const note = el("p", { class: "note" });
  const line = el("div");
  const controls = el("div", { class: "row" });
  const scrub = el("input", { type: "range", min: 0, "aria-label": t("words counted", "已计入的词") });
  const play = el("button", { type: "button", "aria-label": t("Play word by word", "逐词播放") }, "▶");
  const counting = el("output");
  const asked = question("words", 4, t("Guess first, for the five words of “The market opens on Thursday”.", "先猜一猜：“The market opens on Thursday”共五个词。"));
  let isAnswered = state.weights !== "" || state.bit !== 0, trace, plain, width = 0, timer;

  asked.addEventListener("answered", () => { isAnswered = true; set({ bit: 0 }); draw(); });
  text.addEventListener("input", () => { set({ text: text.value, counted: -1 }); compute(); draw(); });
  scrub.addEventListener("input", () => { stop(); count(Number(scrub.value)); });
  play.addEventListener("click", () => {
    if (timer) return stop();
    if (!trace) return;
    play.textContent = "❚❚";
    const words = trace.features.length;
    let now = state.counted < 0 || state.counted >= words ? 0 : state.counted;
    count(now);
    timer = setInterval(() => {
      now += 1;
      count(now);
      if (now >= words) stop();
    }, Math.max(60, Math.min(900, 9000 / Math.max(words, 1))));
  });

  const label = () => {
    if (filled.id && state.text === filled.text) return t(`The text of ${visible(filled.id)}`, `${visible(filled.id)} 的文本`);
    return state.recipe.startsWith(ROWS) ? t("Type a word a line, with ×weight and #hash", "每行一个词，可带 ×权重 和 #哈希") : t("Type a text", "输入文本");
  };

  function stop() {
    clearInterval(timer);
    timer = undefined;
    play.textContent = "▶";
  }

  function count(words) {
    if (!trace) return;
    set({ counted: words >= trace.features.length ? -1 : words });
    draw();
  }

  function compute() {
    const recipe = `${state.recipe} bits=${state.bits}`;
    try {
      plain = ask({ ask: "trace", recipe, text: state.text });
    } catch (error) {
      trace = undefined;
      said.textContent = error.message;
      return;
    }
    const weights = readWeights();
    const own = plain.features.some((one) => weights.has(one.term));
    trace = own ? ask({ ask: "trace", recipe: `${ROWS} tie=${plain.tie} bits=${state.bits}`, text: asRows(plain.features, weights) }) : plain;
  }

  function choices() {
    controls.replaceChildren(
      joined(t("number of bits", "位数"), widths([8, 16, 64], state.bits), state.bits, (bits) => {
        set({ bits, bit: Math.min(state.bit, bits - 1) });
        choices(); compute(); draw();
      }),
      recipeChoice(state.recipe, (recipe) => { set({ recipe }); compute(); draw(); }),
      state.weights && el("button", { type: "button", onclick: () => { set({ weights: "" }); choices(); compute(); draw(); } }, t("own weights: reset", "自定权重：还原")));
  }

  // Drags or steps the weight of a word.
  function handle(term) {
    return (group, gutter, row) => {
      const shown = sv("text", { class: "dim", x: gutter - 12, y: row / 2 + 5, "font-size": 14, "text-anchor": "end" });
      const grip = sv("g", {}, sv("rect", { class: "ring", x: gutter - 46, y: 1, width: 40, height: row - 2, rx: 6 }), shown);
      const weight = () => {
        const feature = plain.features.find((one) => one.term === term);
        return readWeights().get(term) ?? (feature ? feature.weight : 0);
      };
      const change = (to) => {
        const weights = readWeights(), feature = plain.features.find((one) => one.term === term);
        if (feature && feature.weight === to) weights.delete(term); else weights.set(term, to);
        const hadOwn = state.weights !== "";
        set({ weights: writeWeights(weights) });
        if (hadOwn !== (state.weights !== "")) choices();
        isAnswered = true;
        compute(); draw();
      };
      const said = (now) => t(`weight of ${term}: ${now}`, `${term} 的权重：${now}`);
      const tell = slider(grip, { label: t(`weight of ${term}`, `${term} 的权重`), least: 0, most: MOST_WEIGHT, value: weight, change, said });
      grip.style.cursor = "ew-resize";
      grip.style.touchAction = "none";
      drag(grip, (event, origin) => {
        event.stopPropagation();
        const to = Math.max(0, Math.min(MOST_WEIGHT, Math.round(origin.weight + (event.clientX - origin.x) / 16)));
        if (to !== weight()) change(to);
      }, (event) => ({ x: event.clientX, weight: weight() }));
      group.append(grip);
      const show = () => { shown.textContent = `×${number(weight())}`; tell(); };
      return { show };
    };
  }

  function draw() {
    if (!width || !trace) return;
    const { features, bits, sums } = trace;
    const counted = state.counted < 0 ? features.length : Math.min(state.counted, features.length);
    const covered = new Set(!isAnswered && isLesson(state.text, state.recipe, state.bits) && !state.weights ? [0] : []);
    // Words of weight 0 stay in sight, without a vote.
    const given = plain.features.length > features.length ? plain.features : features;
    let at = 0;
    const isNamed = given.length <= MOST_NAMED;
    const seen = new Map();
    const words = given.map((one) => {
      const own = features[at] && features[at].hash === one.hash && (given === features || sameTerm(features[at], one)) ? features[at++] : null;
      const times = seen.get(one.term) || 0;
      seen.set(one.term, times + 1);
      return { key: `${one.term}\u0000${times}`, name: visible(one.term), votes: one.votes, hash: one.hash, weight: own ? own.weight : 0, isCounted: Boolean(own) && at <= counted, isGone: !own, handle: isNamed && handle(one.term) };
    });
    const up = new Array(bits).fill(0), down = new Array(bits).fill(0), now = new Array(bits).fill(0);
    for (const { votes, weight, isCounted } of words) for (let at = 0; at < bits; at++) {
      const bit = bits - 1 - at, isUp = votes.charCodeAt(at) === 49;
      (isUp ? up : down)[bit] += weight;
      if (isCounted) now[bit] += isUp ? weight : -weight;
    }
    columns.layout(width, bits, Math.min(words.length, MOST_ROWS), { up: Math.max(...up), down: Math.max(...down) });
    columns.heads();
    // Of very many words the first have a row; the votes of the others stand below those.
    const others = words.length > MOST_ROWS ? heaps(words.slice(MOST_ROWS), bits) : null;
    columns.draw(words.slice(0, MOST_ROWS), covered, others);
    const isWhole = counted === features.length;
    const shown = isWhole ? sums : now;
    const digit = (sum, bit) => isWhole ? trace.signature[bits - 1 - bit] : sum > 0 || sum === 0 && trace.tie === "one" ? "1" : "0";
    columns.drawBits(shown.map((sum, bit) => ({ sum: round(sum), digit: digit(sum, bit), isTie: sum === 0 })), covered);
    columns.drawCursor(state.bit);
    scrub.max = features.length;
    scrub.value = counted;
    counting.textContent = t(`${counted} of ${plural(features.length, "word", "words")} counted`, `已计入 ${features.length} 个词中的 ${counted} 个`);
    tell(words, shown, covered, digit);
    big.replaceChildren(
      el("div", {}, el("strong", { class: "hex", id: "signature" }, covered.size ? "??" : isWhole ? trace.hex : "…"), t(`signature, ${bits} bits in hex`, `签名，${bits} 位，十六进制`)));
    line.replaceChildren(terminal(command()));
    note.textContent = hanNote(state.text, state.recipe);
    told();
  }

  const explain = (text, recipe) => `simscope explain --text ${quoted(visible(cut(text, 400)))} ${options(recipe, state.bits)}`;
  const command = () => {
    if (state.weights) return "simscope explain --features FILE.toml";
    if (!state.recipe.startsWith(ROWS)) return explain(state.text, state.recipe);
    return filled.original && state.text === filled.text ? explain(...filled.original) : "simscope explain --features FILE.toml";
  };
  const heaps = (words, bits) => Array.from({ length: bits }, (_, bit) => {
    const sum = (wanted) => words.reduce((sum, word) => sum + (word.isCounted && word.votes[bits - 1 - bit] === wanted ? word.weight : 0), 0);
    return { up: sum("1"), down: sum("0") };
  });
  const sameTerm = (own, one) => own.term === one.term || own.term === one.term.replaceAll("\n", " ").trim();
  const round = (sum) => Math.round(sum * 100) / 100;

  function tell(words, sums, covered, digit) {
    const { bit } = state, bits = trace.bits;
    if (!words.length) return said.replaceChildren(t("No word, no vote: every sum is 0.", "没有词就没有票，每一列的累加值都是 0。"));
    if (covered.has(bit)) return said.replaceChildren(t("Bit 0 is covered. Add up its votes yourself, then type the sum below.", "第 0 位盖住了。请自己把票加起来，在下面填入累加值。"));
    const side = (wanted) => words.filter((word) => word.isCounted && word.votes[bits - 1 - bit] === wanted);
    const list = (side) => side.length > 6 ? plural(side.length, "word", "words") : side.map((word) => word.name + (word.weight === 1 ? "" : ` ×${number(word.weight)}`)).join(", ") || "–";
    const listZh = (side) => side.length > 6 ? `${side.length} 个词` : side.map((word) => word.name + (word.weight === 1 ? "" : ` ×${number(word.weight)}`)).join("、") || "无";
    const sum = round(sums[bit]);
    const why = sum > 0 ? t("above zero", "大于零") : sum < 0 ? t("below zero", "小于零") : t("a tie", "平票");
    said.replaceChildren(el("b", {}, t(`Bit ${bit}.`, `第 ${bit} 位。`)), " ",
      el("b", { class: "up" }, t("For: ", "赞成：")), t(list(side("1")), listZh(side("1"))), t(". ", "；"),
      el("b", { class: "down" }, t("Against: ", "反对：")), t(list(side("0")), listZh(side("0"))), t(". ", "。"),
      t(`Sum ${signed(sum)}, ${why}: the bit is ${digit(sums[bit], bit)}.`, `累加值 ${signed(sum)}，${why}，这一位是 ${digit(sums[bit], bit)}。`));
  }

  const told = slider(columns.cursor, {
    label: t("bit", "位"), least: 0, most: 127, isTurned: true, value: () => state.bit,
    change: (bit) => { set({ bit: Math.min(bit, state.bits - 1) }); draw(); },
    said: (bit) => trace ? t(`bit ${bit}, sum ${signed(trace.sums[bit] ?? 0)}`, `第 ${bit} 位，累加值 ${signed(trace.sums[bit] ?? 0)}`) : "",
  });
  const point = (event) => {
    if (event.target.closest("[role=slider]") && event.target.closest("[role=slider]") !== columns.cursor) return;
    const bit = columns.bitAt(event.clientX - columns.svg.getBoundingClientRect().left);
    if (trace && bit !== state.bit) { set({ bit }); draw(); }
  };
  columns.svg.addEventListener("pointermove", (event) => event.pointerType === "mouse" && !event.buttons && point(event));
  columns.svg.addEventListener("pointerdown", point);

  choices();
  compute();
  root.replaceChildren(
    el("label", { class: "field" }, label(), text), note, controls, holder, said,
    el("div", { class: "row" }, play, el("label", { class: "wide counted" }, scrub, counting)), big, asked, line);
  whenWide(holder, (now) => { width = now; draw(); });
}
