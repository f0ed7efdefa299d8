"use strict";
(() => {
  const root = document.documentElement;
  const bar = document.querySelector(".controls");
  const figures = [...document.querySelectorAll(".figure")].map((section) => {
    const told = section.querySelector(".told bdi");
    const ticks = [...section.querySelectorAll(".ticks li")];
    const order = new Map(ticks.map((tick, at) => [tick.dataset.at, at]));
    const cells = [...section.querySelectorAll("[data-at]:not(li)")];
    return {
      section, told, whole: told.textContent,
      sentences: ticks.map((tick) => tick.textContent),
      cells: cells.map((cell) => [cell, order.get(cell.dataset.at)]),
    };
  });
  const starts = [];
  let count = 0;
  for (const figure of figures) {
    starts.push(count);
    count += figure.sentences.length + 1;
  }
  const links = [...document.querySelectorAll("nav a")];
  let at = 0, shown = -1, isStepping = true, timer = 0, pause = 900;

  const figureOf = (step) => starts.findLastIndex((start) => start <= step);
  const wholeOf = (figure) => starts[figure] + figures[figure].sentences.length;

  function show(step, keepsPlace) {
    at = Math.max(0, Math.min(count - 1, step));
    const number = figureOf(at), tick = at - starts[number];
    const figure = figures[number], isWhole = tick === figure.sentences.length;
    if (number !== shown) {
      figures.forEach((other, place) => other.section.classList.toggle("now", place === number));
      const stage = figure.section.dataset.stage;
      for (const link of links) {
        const target = document.querySelector(link.hash);
        if (target.dataset.stage === stage) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      }
      if (!keepsPlace) history.replaceState(null, "", "#" + figure.section.id);
      if (isStepping) window.scrollTo({ top: 0, behavior: "instant" });
      shown = number;
    }
    figure.told.textContent = isWhole ? figure.whole : figure.sentences[tick];
    for (const [cell, own] of figure.cells) {
      cell.classList.toggle("here", !isWhole && own === tick);
      cell.classList.toggle("later", !isWhole && own > tick);
    }
    const here = figure.cells.filter(([, own]) => !isWhole && own === tick).map(([cell]) => cell);
    // The head of a column, then its foot.
    for (const cell of isStepping ? [here[0], here.at(-1)] : []) {
      cell?.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    }
    bar.querySelector("progress").value = count > 1 ? at / (count - 1) : 1;
    bar.querySelector(".place").textContent = `${at + 1} / ${count}`;
    if (at === count - 1) play(false);
  }

  function play(isOn) {
    clearInterval(timer);
    timer = isOn ? setInterval(() => show(at + 1), pause) : 0;
    bar.classList.toggle("playing", isOn);
  }

  function figureNext() {
    const number = figureOf(at);
    if (at < wholeOf(number)) show(wholeOf(number));
    else if (number + 1 < figures.length) show(wholeOf(number + 1));
  }

  function figureBack() {
    const number = figureOf(at);
    show(at > starts[number] && number > 0 && at < wholeOf(number) ? starts[number] : wholeOf(Math.max(0, number - 1)));
  }

  const whole = () => figures.forEach((figure) => { figure.told.textContent = figure.whole; });

  function all() {
    play(false);
    isStepping = !isStepping;
    root.classList.toggle("stepping", isStepping);
    const button = bar.querySelector("[data-do=all]");
    [button.textContent, button.dataset.other] = [button.dataset.other, button.textContent];
    whole();
    for (const figure of figures) {
      for (const [cell] of figure.cells) cell.classList.remove("here", "later");
    }
    if (isStepping) show(at);
    else figures[figureOf(at)].section.scrollIntoView();
  }

  function speed(factor) {
    pause = Math.max(100, Math.min(5000, pause * factor));
    if (timer) play(true);
  }

  const actions = {
    first: () => show(0), last: () => show(count - 1),
    next: () => show(at + 1), back: () => show(at - 1),
    "figure-next": figureNext, "figure-back": figureBack,
    play: () => { if (at === count - 1) show(0); play(true); }, pause: () => play(false),
    all, faster: () => speed(1 / 1.5), slower: () => speed(1.5),
  };
  const keys = {
    ArrowRight: "next", ArrowLeft: "back", PageDown: "figure-next", PageUp: "figure-back",
    Home: "first", End: "last", " ": "play", a: "all", A: "all", "+": "faster", "=": "faster", "-": "slower",
  };
  const moves = new Set(["first", "last", "next", "back", "figure-next", "figure-back"]);

  function act(name) {
    if (!isStepping && name !== "all") return false;
    if (moves.has(name)) play(false);
    actions[name]();
    return true;
  }

  bar.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    act(button.dataset.do);
    // Of the two one is hidden now.
    const other = { play: "pause", pause: "play" }[button.dataset.do];
    if (other) bar.querySelector(`[data-do=${other}]`).focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keys[event.key], name = key === "play" && timer ? "pause" : key;
    if (!name || (event.key === " " && event.target.closest("button, summary, a"))) return;
    if (act(name)) event.preventDefault();
  });
  const ofAddress = () => figures.findIndex((figure) => "#" + figure.section.id === location.hash);
  window.addEventListener("hashchange", () => {
    if (isStepping && ofAddress() >= 0) { play(false); show(starts[ofAddress()]); }
  });
  window.addEventListener("beforeprint", whole);
  window.addEventListener("afterprint", () => { if (isStepping) show(at); });
  root.classList.add("stepping");
  bar.hidden = false;
  show(starts[Math.max(0, ofAddress())], true);
})();
