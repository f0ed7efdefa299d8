// What all figures need: the library, the state that stands in the address, both languages, and elements.

const decoder = new TextDecoder(), encoder = new TextEncoder();
const module_ = document.getElementById("module");
const hasDictionary = module_.dataset.dictionary === "yes";
let library;

async function load() {
  const binary = atob(module_.textContent.trim());
  module_.remove();
  const packed = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) packed[at] = binary.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const { instance } = await WebAssembly.instantiate(await new Response(stream).arrayBuffer(), {});
  library = instance.exports;
}

// Asks the library; throws what it refuses in words.
function ask(request) {
  const bytes = encoder.encode(JSON.stringify({ chinese: state.lang === "zh", ...request }));
  const room = library.room(bytes.length);
  new Uint8Array(library.memory.buffer).set(bytes, room);
  const start = library.answer();
  const answer = JSON.parse(decoder.decode(new Uint8Array(library.memory.buffer, start, library.length())));
  if (answer && answer.error) throw new Error(answer.error);
  return answer;
}

const MD5 = "hash=md5:tail", CUT = "tokenizer=whitespace hash=md5:tail";
const ROWS = "tokenizer=rows weighting=given hash=given";

const defaults = {
  lang: navigator.language.startsWith("zh") ? "zh" : "en", theme: "",
  text: "The market opens on Thursday", recipe: MD5, bits: 8, weights: "", counted: -1, bit: 0,
  a: "The market opens on Thursday", b: "The market opens on Friday", recipe2: MD5, bits2: 8, step: 0, bit2: -1,
  turn: 35, bits3: 64,
  k: 3, lines: "",
  flips: "",
};
// Numbers that an address may have; others are moved to the nearest.
const LIMITS = { bits: [1, 128], bits2: [1, 128], bits3: [1, 128], bit: [0, 127], bit2: [-1, 127], counted: [-1, 1e6], step: [0, 1e6], turn: [0, 180], k: [0, 64] };
let state = { ...defaults };
let filled = {};
// Ends with the figures that are shown; what they hear of the document ends with it.
let alive = new AbortController();

function readState() {
  filled = JSON.parse(document.getElementById("filled").textContent) || {};
  state = { ...defaults, ...filled };
  for (const [key, value] of new URLSearchParams(location.hash.slice(1)))
    if (key in defaults) state[key] = typeof defaults[key] === "number" ? Number(value) || 0 : value;
  for (const [key, [least, most]] of Object.entries(LIMITS)) state[key] = Math.max(least, Math.min(most, Math.round(state[key])));
  state.lang = state.lang === "zh" ? "zh" : "en";
}

// The longest address that every program takes.
const LONGEST = 8000;
let waiting;

function writeState() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    const given = new URLSearchParams();
    const base = { ...defaults, ...filled };
    for (const key in defaults)
      if (state[key] !== base[key] || key === "lang" && state.lang !== "en") given.set(key, state[key]);
    if (given.toString().length > LONGEST) given.delete("lines");
    history.replaceState(null, "", "#" + given);
  }, 250);
}

function set(changes) {
  Object.assign(state, changes);
  writeState();
}

const t = (en, zh) => (state.lang === "zh" ? zh : en);
const calm = () => matchMedia("(prefers-reduced-motion:reduce)").matches;

// A number with a true minus sign, and a plus where it is signed.
const formats = new Map([0, 1, 2, undefined].map((digits) => [digits, new Intl.NumberFormat("en", { minimumFractionDigits: digits ?? 0, maximumFractionDigits: digits ?? 2 })]));
const number = (n, digits) => (n < 0 ? "−" : "") + formats.get(digits).format(Math.abs(n));
const signed = (n) => (n > 0 ? "+" : "") + number(n);
const plural = (n, one, many) => `${number(n)} ${n === 1 ? one : many}`;

function fillIn(element, attributes, children) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
const el = (name, attributes, ...children) => fillIn(document.createElement(name), attributes, children);
const sv = (name, attributes, ...children) =>
  fillIn(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, children);

// A text safe to show: control characters and those that turn the direction have a sign instead.
const visible = (text) => text.replace(/[\t\n\r]+/g, " ").replace(/[\u0000-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
  .replace(/[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "⍽");

// A text in the terminal, as a shell reads it.
const quoted = (text) => "'" + text.replaceAll("'", "'\\''").replaceAll("\n", " ") + "'";
const options = (recipe, bits) => {
  const words = recipe.split(" ").filter((word) => word && word !== "default");
  const spelled = words.map((word) => (word.includes("=") ? "--" + word.replace("=", " ") : "--recipe " + word));
  return [...spelled, `--bits ${bits}`].join(" ");
};
const terminal = (command) =>
  el("p", { class: "terminal" }, el("span", {}, t("The same in the terminal:", "在终端中同样可做：")), el("code", {},
    // An option is not torn apart.
    command.split(/ (?=--)/).flatMap((part, at) => [at ? " " : "", part.length < 36 ? el("span", { class: "option" }, part) : part])));

// The numbers of bits to choose from; those of a text that was filled in stand among them.
const widths = (own, chosen) => [...new Set([...own, chosen])].sort((a, b) => a - b).map((bits) => [bits, t(`${bits} bits`, `${bits} 位`)]);

// Buttons of which one is chosen.
function joined(label, choices, chosen, choose) {
  return el("span", { class: "joined", role: "group", "aria-label": label }, choices.map(([value, name]) =>
    el("button", { type: "button", "aria-pressed": String(value === chosen), "data-value": value, onclick: () => choose(value) }, name)));
}

const recipeNames = () => {
  const own = [
    [MD5, t("md5: you can check it in Python", "md5：可用 Python 核对")],
    ["default", t("default: XXH3", "默认：XXH3")],
    [CUT, t("words already cut by spaces, md5", "词已用空格切好，md5")],
  ];
  const named = ask({ ask: "recipes" }).filter((one) => one.name !== "default").map((one) => [one.name, `${one.name}: ${one.summary}`]);
  return [...own, ...named];
};

function recipeChoice(chosen, choose) {
  const names = recipeNames();
  if (!names.some(([value]) => value === chosen)) 
    names.push([chosen, chosen.startsWith(ROWS) ? t("weights and hashes by hand", "自定权重和哈希") : t("as given: ", "给定：") + chosen]);
  const select = el("select", { onchange: () => choose(select.value) },
    names.map(([value, name]) => el("option", { value, selected: value === chosen }, name)));
  return el("label", { class: "wide" }, el("span", {}, t("recipe", "配方")), select);
}

// Makes an element of a picture a slider: arrow keys, Home, End, and what `said` says of it.
function slider(element, { label, least, most, value, change, said, isTurned }) {
  const show = (now) => {
    element.setAttribute("aria-valuenow", now);
    element.setAttribute("aria-valuetext", said(now));
  };
  fillIn(element, { role: "slider", tabindex: 0, "aria-label": label, "aria-valuemin": least, "aria-valuemax": most }, []);
  element.addEventListener("keydown", (event) => {
    const now = value(), sign = isTurned ? -1 : 1;
    const to = { ArrowRight: now + sign, ArrowLeft: now - sign, ArrowUp: now + 1, ArrowDown: now - 1, PageUp: now + 8, PageDown: now - 8,
      Home: isTurned ? most : least, End: isTurned ? least : most }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    change(Math.max(least, Math.min(most, to)));
    show(value());
  });
  show(value());
  return () => show(value());
}

// Follows a pointer that was pressed on an element.
function drag(element, move, start) {
  element.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    const origin = start ? start(event) : undefined;
    if (origin === false) return;
    element.setPointerCapture(event.pointerId);
    const follow = (event) => move(event, origin);
    follow(event);
    element.addEventListener("pointermove", follow);
    const end = () => element.removeEventListener("pointermove", follow);
    element.addEventListener("pointerup", end, { once: true });
    element.addEventListener("pointercancel", end, { once: true });
  });
}

// A question of a lesson: guess first, then see.
function question(lesson, page, context) {
  const asked = ask({ ask: "question", lesson, page });
  const told = el("div", { class: "told", role: "status" });
  const parts = (list) => list.map((part) => (part.is_figure ? el("pre", {}, part.text) : el("p", {}, part.text)));
  let tries = 0;
  const check = (typed) => {
    const grade = ask({ ask: "grade", lesson, page, typed });
    if (!grade.is_answer) return told.replaceChildren(asked.choices.length ? t("Choose one.", "请选一项。") : t("Type a number.", "请输入一个数。"));
    tries += 1;
    const right = el("p", {}, el("span", { class: "right" }, t("Right. ", "正确。")), grade.answer);
    const wrong = el("p", {}, el("span", { class: "wrong" }, t("Not yet. ", "还不对。")), tries < 2 && grade.hint ? grade.hint + t(". Try once more.", "。再试一次。") : t("The answer: ", "答案：") + grade.answer);
    told.replaceChildren(grade.is_right ? right : wrong, ...(grade.is_right || tries > 1 ? parts(grade.why) : []));
    told.dataset.right = grade.is_right;
    if (grade.is_right || tries > 1) box.dispatchEvent(new CustomEvent("answered"));
  };
  const name = `${lesson}-${page}`;
  const input = asked.choices.length
    ? asked.choices.map((choice, at) => el("label", { class: "choice" }, el("input", { type: "radio", name, value: at + 1, onchange: (event) => check(event.target.value) }), el("span", {}, choice)))
    : el("div", { class: "row" },
      el("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": t("your answer", "你的答案"), onkeydown: (event) => event.key === "Enter" && check(event.target.value) }),
      el("button", { type: "button", onclick: (event) => check(event.target.previousSibling.value) }, t("Check", "核对答案")));
  const box = el("fieldset", { class: "question", "data-question": name },
    el("legend", {}, context, " ", asked.ask.map((part) => part.text).join(" ")), input, told);
  return box;
}

// Without the dictionary Chinese is taken character by character; says so where a text has some.
const hanNote = (text, recipe) => !hasDictionary && /\p{Script=Han}/u.test(text) && !recipe.includes("tokenizer")
  ? t("Chinese is taken one character at a time here. Put spaces between the words and choose “words already cut”, or use simscope-zh.html.", "这里的中文逐字处理。可以用空格把词分开，并选配方“词已用空格切好”；也可以用含词典的 simscope-zh.html。") : "";

// Redraws a figure when its width changes.
function whenWide(element, draw) {
  let width = 0;
  new ResizeObserver(() => {
    const now = Math.round(element.clientWidth);
    if (now && now !== width) { width = now; draw(now); }
  }).observe(element);
}
