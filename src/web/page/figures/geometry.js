// Figure 3: an arrow between the lines of the bits.

function figureGeometry(root) {
  const radians = Math.PI / 180;
  const svg = sv("svg", { role: "group", class: "turning" }), chart = sv("svg", { role: "img" });
  const holder = el("div", {}, svg), beside = el("div", {}, chart);
  const big = el("div", { class: "big" });
  const said = el("p", { class: "said", "aria-live": "polite" });
  const controls = el("div", { class: "row" });
  const angle = el("input", { type: "range", min: 0, max: 180, step: 1, "aria-label": t("angle of the arrow, in degrees", "箭头的角度（度）") });
  const asked = question("geometry", 4, t("Turn the arrow to a right angle in your head.", "先在心里把箭头转到直角。"));
  // Two texts without a common word: the plane that they span has the arrows of all angles.
  const TEXTS = ["The ferry to an island leaves at noon from our north pier, and children under six travel free with one adult",
    "Water your tomatoes early every morning, keep leaves dry, then tie these stems to sticks once each week"];
  let plane, arrow;

  angle.addEventListener("input", () => turn(Number(angle.value)));

  function turn(to) {
    set({ turn: Math.max(0, Math.min(180, Math.round(to))) });
    draw();
  }

  function compute() {
    plane = ask({ ask: "plane", recipe: `default bits=${state.bits3}`, texts: TEXTS });
  }

  // The angle of the texts of figure 2, if they have one.
  function angleOfChange() {
    try {
      const { cosine } = ask({ ask: "pair", recipe: `${state.recipe2} bits=${state.bits2}`, texts: [state.a, state.b] });
      return cosine === null ? null : Math.acos(Math.min(1, cosine)) / radians;
    } catch {
      return null;
    }
  }

  function choices() {
    controls.replaceChildren(
      joined(t("number of bits", "位数"), widths([8, 16, 64, 128], state.bits3), state.bits3, (bits) => {
        set({ bits3: bits });
        choices(); compute(); draw();
      }),
      el("label", { class: "wide" }, el("span", {}, t("angle", "角度")), angle));
  }

  const R = 150, X = 190, Y = 172;
  const at = (degrees, radius) => [X + radius * Math.cos(degrees * radians), Y - radius * Math.sin(degrees * radians)];

  function pointer(degrees, kind, name) {
    const [x, y] = at(degrees, R - 22), [left, right] = [at(degrees + 4, R - 36), at(degrees - 4, R - 36)], [tx, ty] = at(degrees, R + 16);
    return sv("g", { class: kind },
      sv("line", { x1: X, y1: Y, x2: at(degrees, R - 34)[0], y2: at(degrees, R - 34)[1], class: "shaft" }),
      sv("path", { d: `M${x} ${y}L${left}L${right}Z`, class: "head" }),
      sv("text", { x: tx, y: ty + 5, "text-anchor": "middle", "font-size": 16, "font-weight": 700 }, name));
  }

  function draw() {
    const { lines, bits } = plane, { turn } = state;
    const passed = lines.filter((line) => line < turn).length;
    svg.setAttribute("viewBox", `0 0 380 ${2 * Y}`);
    const [ex, ey] = at(turn, 46);
    const drawn = lines.map((line) => {
      const [[x1, y1], [x2, y2]] = [at(line, R), at(line + 180, R)];
      return sv("line", { x1, y1, x2, y2, class: line < turn ? "plane passed" : "plane" });
    });
    if (!arrow) {
      arrow = sv("g");
      arrow.style.touchAction = "none";
      tellArrow = slider(arrow, { label: t("arrow", "箭头"), least: 0, most: 180, value: () => state.turn, change: turn_, said: () => spoken() });
    }
    arrow.replaceChildren(sv("circle", { class: "ring", cx: at(turn, R - 30)[0], cy: at(turn, R - 30)[1], r: 24 }), pointer(turn, "arrow b", "B"));
    const isFocused = document.activeElement === arrow;
    svg.replaceChildren(
      sv("circle", { cx: X, cy: Y, r: R, class: "round" }),
      sv("path", { class: "wedge", d: `M${X} ${Y}L${at(0, R)}A${R} ${R} 0 0 0 ${at(turn, R)}Z` }),
      sv("path", { class: "wedge", d: `M${X} ${Y}L${at(180, R)}A${R} ${R} 0 0 0 ${at(turn + 180, R)}Z` }),
      ...drawn,
      sv("path", { class: "angle", d: `M${at(0, 46)}A46 46 0 0 0 ${ex} ${ey}` }),
      sv("text", { x: at(turn / 2, 64)[0], y: at(turn / 2, 64)[1] + 4, "text-anchor": "middle", "font-size": 14, class: "over" }, `${turn}°`),
      pointer(0, "arrow a", "A"), arrow);
    if (isFocused) arrow.focus();
    drawChart(passed);
    angle.value = turn;
    const cosine = Math.cos(turn * radians);
    big.replaceChildren(
      el("div", {}, el("strong", { id: "passed" }, passed), t(`of ${bits} planes between A and B`, `个平面把 A 与 B 隔开（共 ${bits} 个）`)),
      el("div", {}, el("strong", {}, number(passed / bits, 2)), "d ÷ f"),
      el("div", {}, el("strong", {}, number(turn / 180, 2)), "θ ÷ 180°"),
      el("div", {}, el("strong", {}, number(Math.abs(cosine) < 0.005 ? 0 : cosine, 2)), t("cosine", "余弦")));
    const angle2 = angleOfChange();
    said.replaceChildren(spoken(), " ", angle2 === null ? "" : t(`The texts of figure 2 have an angle of ${number(angle2, 0)}°.`, `图 2 的两段文本夹角为 ${number(angle2, 0)}°。`));
    tellArrow();
  }

  const spoken = () => {
    const passed = plane.lines.filter((line) => line < state.turn).length;
    return t(`At ${state.turn}°, ${passed} of ${plane.bits} planes lie between the arrows; ${number(plane.bits * state.turn / 180, 1)} are expected.`,
      `${state.turn}° 时，两支箭头之间有 ${passed} 个平面（共 ${plane.bits} 个），预期 ${number(plane.bits * state.turn / 180, 1)} 个。`);
  };
  let tellArrow = () => {};
  const turn_ = (to) => turn(to);

  // d ÷ f over the angle: the staircase of these planes, and the line that it follows.
  function drawChart(passed) {
    const [left, right, top, bottom] = [44, 362, 20, 300];
    const x = (degrees) => left + (right - left) * degrees / 180, y = (share) => bottom - (bottom - top) * share;
    const sorted = [...plane.lines].sort((a, b) => a - b);
    let stairs = `M${left} ${bottom}`;
    sorted.forEach((line, at) => { stairs += `H${x(line).toFixed(1)}V${y((at + 1) / plane.bits).toFixed(1)}`; });
    stairs += `H${right}`;
    const { turn } = state, share = passed / plane.bits;
    chart.setAttribute("viewBox", "0 0 380 344");
    chart.setAttribute("aria-label", t(`Share of differing bits over the angle: a staircase along the diagonal. At ${turn}°: ${number(share, 2)}.`, `不同的位所占比例随角度变化，阶梯沿对角线上升。${turn}° 时为 ${number(share, 2)}。`));
    chart.replaceChildren(
      ...[0, 0.5, 1].flatMap((share) => [sv("line", { x1: left, x2: right, y1: y(share), y2: y(share), class: "grid" }), sv("text", { class: "dim", x: left - 8, y: y(share) + 4, "text-anchor": "end", "font-size": 12 }, share)]),
      ...[0, 90, 180].map((degrees) => sv("text", { class: "dim", x: x(degrees), y: bottom + 18, "text-anchor": "middle", "font-size": 12 }, `${degrees}°`)),
      sv("text", { class: "dim", x: left, y: 10, "font-size": 12 }, t("share of bits that differ, d ÷ f", "不同的位所占比例 d ÷ f")),
      sv("text", { class: "dim", x: right, y: bottom + 36, "font-size": 12, "text-anchor": "end" }, t("angle θ between the texts", "两段文本的夹角 θ")),
      sv("line", { x1: x(0), y1: y(0), x2: x(180), y2: y(1), class: "law" }),
      sv("path", { d: stairs, class: "stairs" }),
      sv("line", { x1: x(turn), x2: x(turn), y1: bottom, y2: y(share), class: "now" }),
      sv("circle", { cx: x(turn), cy: y(share), r: 6, class: "dot" }));
  }

  const point = (event) => {
    const box = svg.getBoundingClientRect(), scale = 380 / box.width;
    const [x, y] = [(event.clientX - box.left) * scale - X, Y - (event.clientY - box.top) * scale];
    if (Math.hypot(x, y) < 12) return;
    const degrees = Math.atan2(y, x) / radians;
    turn(degrees < 0 ? (degrees < -90 ? 180 : 0) : degrees);
  };
  drag(svg, point);

  choices();
  compute();
  draw();
  root.replaceChildren(controls, el("div", { class: "side" }, holder, beside), big, said, asked,
    terminal("simscope lesson geometry"));
  document.addEventListener("texts", draw, { signal: alive.signal });
}
