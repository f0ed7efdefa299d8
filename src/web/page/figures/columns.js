// Votes over columns: words with their votes in rows above, the votes stacked below around zero, and the bits.

const wide = (text) => [...text].reduce((sum, sign) => sum + (sign.codePointAt(0) > 0x2e7f ? 2 : 1), 0);

// A text cut to so many columns.
function cut(text, most) {
  if (wide(text) <= most) return text;
  let out = "", columns = 0;
  for (const sign of text) {
    columns += wide(sign);
    if (columns >= most) break;
    out += sign;
  }
  return out + "…";
}

// More cells than these are drawn together, column by column.
const MOST_CELLS = 1600, MOST_NAMED = 24;

class Columns {
  // The head of what stands left of the columns.
  constructor(head) {
    this.head = head;
    this.layers = { cursor: sv("rect", { class: "cursor" }), heads: sv("g"), rows: sv("g"), stack: sv("g"), zero: sv("line", { class: "zero" }),
      net: sv("g"), flashes: sv("g"), bits: sv("g"), ring: sv("rect", { class: "ring", rx: 6 }) };
    this.cursor = sv("g", {}, this.layers.ring);
    const { ring, ...drawn } = this.layers;
    this.svg = sv("svg", { role: "group" }, Object.values(drawn), this.cursor);
    this.words = new Map();
    this.sums = [];
    this.shown = [];
  }

  // What is drawn: features with votes and weights, how many of them have been counted, the bits that are covered, and the width.
  // `bits` has the sums, the signature and what is marked of each bit.
  layout(width, count, words, totals) {
    this.isNarrow = width < 560;
    this.gutter = this.isNarrow ? 104 : 176;
    this.column = Math.min(98, (width - this.gutter) / count);
    this.width = width;
    this.count = count;
    this.isNamed = words <= MOST_NAMED;
    this.isSingle = words * count <= MOST_CELLS && this.isNamed;
    this.row = words <= 8 ? 30 : this.isNamed ? 22 : Math.max(1.5, 260 / (25 * Math.ceil(words / 25)));
    this.top = 22;
    this.below = this.top + this.row * words + 14;
    const high = Math.max(totals.up, 1), low = Math.max(totals.down, 1);
    this.unit = Math.min(14, 150 / (high + low));
    this.zero = this.below + high * this.unit + 4;
    this.bottom = this.zero + low * this.unit + 4;
    this.hasSums = this.column >= 20;
    this.bitsAt = this.bottom + (this.hasSums ? 24 : 8);
    this.box = Math.min(this.column - (this.column > 8 ? 3 : 0.6), 34);
    this.height = this.bitsAt + Math.max(this.box, 12) + 8;
    const shape = [width, count, this.row, this.below, this.zero, this.bottom, state.lang].join();
    this.isMoved = shape !== this.shape;
    if (!this.isMoved) return;
    this.shape = shape;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
    this.svg.classList.toggle("many", !this.isSingle);
    const { zero } = this.layers;
    fillIn(zero, { x1: this.gutter - 4, x2: this.gutter + this.column * count, y1: this.zero, y2: this.zero }, []);
  }

  left(bit) { return this.gutter + this.column * (this.count - 1 - bit); }

  bitAt(x) {
    const scale = this.width / this.svg.getBoundingClientRect().width;
    const at = Math.floor((x * scale - this.gutter) / this.column);
    return this.count - 1 - Math.max(0, Math.min(this.count - 1, at));
  }

  heads() {
    if (!this.isMoved) return;
    const step = this.column >= 18 ? 1 : 8;
    const names = [];
    for (let bit = 0; bit < this.count; bit += step)
      names.push(sv("text", { class: "dim", x: this.left(bit) + this.column / 2, y: 12, "font-size": 11, "text-anchor": "middle" }, bit));
    names.push(sv("text", { class: "dim", x: this.gutter - 10, y: 12, "font-size": 11, "text-anchor": "end" }, this.head));
    const side = (kind, y, text) => sv("text", { class: `side ${kind}`, x: this.gutter - 12, y, "font-size": 13, "text-anchor": "end" }, text);
    names.push(side("u", this.zero - 8, t("for ↑", "赞成 ↑")), side("d", this.zero + 18, t("against ↓", "反对 ↓")),
      this.hasSums && side("", this.bottom + 14, t("sum", "累加值")), side("", this.bitsAt + Math.max(this.box, 12) / 2 + 5, t("signature", "签名")));
    this.layers.heads.replaceChildren(...names.filter(Boolean));
  }

  // Words: { key, name, votes, weight, isCounted, isGone, handle }.
  // Votes that stay below all others are given as weights for and against, bit by bit.
  draw(words, covered = new Set(), below = null) {
    const gap = this.column > 8 ? 1.5 : 0.3;
    const high = new Array(this.count).fill(0), low = new Array(this.count).fill(0);
    if (below) below.forEach((one, bit) => { high[bit] = one.up * this.unit; low[bit] = one.down * this.unit; });
    const kept = new Set();
    words.forEach((word, at) => {
      kept.add(word.key);
      let drawn = this.words.get(word.key);
      const isNew = !drawn || drawn.votes !== word.votes || drawn.isSingle !== this.isSingle || drawn.column !== this.column
        || this.isNamed && drawn.row !== this.row;
      if (isNew) {
        if (drawn) drawn.group.remove();
        drawn = this.makeWord(word, drawn);
        this.words.set(word.key, drawn);
        this.layers.rows.append(drawn.group);
      }
      const y = this.top + at * this.row;
      if (drawn.y !== y) drawn.group.style.transform = `translate(0,${y}px)`;
      drawn.y = y;
      if (!this.isSingle && (this.isMoved || isNew)) drawn.cells[0].style.transform = `scale(1,${this.row})`;
      if (!this.isSingle && drawn.isCounted !== word.isCounted) drawn.group.style.opacity = word.isCounted ? 1 : 0.25;
      drawn.isCounted = word.isCounted;
      if (drawn.label) drawn.label.setAttribute("class", word.isGone ? "dim" : "");
      if (drawn.handle) drawn.handle.show();
      const place = () => {
        if (!this.isSingle) return this.heap(word, covered, high, low);
        for (let bit = 0; bit < this.count; bit++) {
          const isUp = word.votes[this.count - 1 - bit] === "1";
          const counts = word.isCounted && !covered.has(bit);
          const heap = isUp ? high : low;
          const vote = drawn.cells[bit], size = word.weight * this.unit;
          const box = counts
            ? [this.left(bit) + gap, (isUp ? this.zero - heap[bit] - size : this.zero + heap[bit]) - y, this.column - 2 * gap, Math.max(0.5, size - 1)]
            : [this.left(bit) + gap, 2, this.column - 2 * gap, this.row - 4];
          vote.rect.style.transform = `translate(${box[0]}px,${box[1]}px) scale(${box[2]},${box[3]})`;
          vote.rect.classList.toggle("away", Boolean(word.isGone));
          if (vote.digit) vote.digit.setAttribute("class", counts || word.isGone ? "dim" : "on");
          if (counts) heap[bit] += word.weight * this.unit;
        }
      };
      if (isNew && this.isSingle && word.isCounted && !calm()) {
        const { isCounted } = word;
        const [above, under] = [[...high], [...low]];
        word.isCounted = false;
        place();
        word.isCounted = isCounted;
        drawn.group.getBoundingClientRect();
        above.forEach((size, bit) => { high[bit] = size; low[bit] = under[bit]; });
      }
      place();
    });
    for (const [key, drawn] of this.words) if (!kept.has(key)) {
      this.words.delete(key);
      drawn.group.remove();
    }
    this.drawHeaps(high, low);
  }

  // The votes of a word on the heaps, without drawing each.
  heap({ votes, weight, isCounted }, covered, high, low) {
    if (!isCounted) return;
    const size = weight * this.unit;
    for (let at = 0; at < this.count; at++) {
      const bit = this.count - 1 - at;
      if (!covered.has(bit)) (votes.charCodeAt(at) === 49 ? high : low)[bit] += size;
    }
  }

  makeWord(word) {
    const group = sv("g", { class: "word" }), cells = [];
    const gap = this.column > 8 ? 1.5 : 0.3;
    if (this.isSingle) {
      for (let bit = 0; bit < this.count; bit++) {
        const digit = word.votes[this.count - 1 - bit];
        const rect = sv("rect", { class: `vote ${digit === "1" ? "u" : "d"}`, width: 1, height: 1 });
        const ghost = sv("rect", { class: this.column >= 16 ? "ghost" : `soft ${digit === "1" ? "u" : "d"}`, x: this.left(bit) + gap, y: 2, width: this.column - 2 * gap, height: this.row - 4, rx: this.column >= 16 ? 3 : 0 });
        const shown = word.hash ? word.hash[this.count - 1 - bit] : digit;
        const text = this.column >= 16 && sv("text", { x: this.left(bit) + this.column / 2, y: this.row / 2 + 4.5, "font-size": 13, "text-anchor": "middle" }, shown);
        group.append(...[ghost, rect, text].filter(Boolean));
        cells[bit] = { rect, digit: text };
      }
    } else {
      const path = (wanted) => {
        let out = "";
        for (let bit = 0; bit < this.count; bit++)
          if (word.votes[this.count - 1 - bit] === wanted)
            out += `M${(this.left(bit) + gap).toFixed(1)} 0h${(this.column - 2 * gap).toFixed(1)}v.85h-${(this.column - 2 * gap).toFixed(1)}z`;
        return out;
      };
      // One unit high; the group around it stretches it to the height of a row.
      cells.push(sv("g", {}, sv("path", { class: "u", d: path("1") }), sv("path", { class: "soft d", d: path("0") })));
      group.append(cells[0]);
    }
    let label, handle;
    if (this.isNamed) {
      const size = this.isNarrow ? 13 : 15;
      const most = Math.floor((this.gutter - (word.handle ? 40 : 12)) / (size * 0.56));
      label = sv("text", { x: 0, y: this.row / 2 + 5, "font-size": size }, cut(word.name, most), sv("title", {}, word.name));
      group.append(label);
      if (word.handle) handle = word.handle(group, this.gutter, this.row);
    }
    return { group, cells, label, handle, votes: word.votes, isSingle: this.isSingle, column: this.column, row: this.row };
  }

  // Without single votes, all columns of a side are one shape.
  drawHeaps(high, low) {
    const { stack } = this.layers;
    if (this.isSingle) return stack.replaceChildren();
    if (!stack.childElementCount) stack.replaceChildren(sv("path", { class: "u" }), sv("path", { class: "d" }));
    const gap = this.column > 8 ? 1.5 : 0.3, size = (this.column - 2 * gap).toFixed(1);
    const shape = (heap, sign) => heap.map((height, bit) => `M${(this.left(bit) + gap).toFixed(1)} ${this.zero}h${size}v${(sign * height).toFixed(1)}h-${size}z`).join("");
    stack.children[0].setAttribute("d", shape(high, -1));
    stack.children[1].setAttribute("d", shape(low, 1));
  }

  // Sums, and the bits: [{ sum, digit, isTie, isFlipped }] with bit 0 first; a covered one is a question mark.
  drawBits(bits, covered = new Set()) {
    const { net, bits: row, flashes } = this.layers;
    if (row.childElementCount !== this.count) {
      net.replaceChildren(...bits.map(() => sv("g", {}, sv("rect", { class: "net", width: 1, height: 3, y: -1.5 }), sv("text", { "font-size": 13, "text-anchor": "middle", "font-weight": 600 }))), sv("path", { class: "net" }));
      row.replaceChildren(...bits.map(() => sv("g", {}, sv("rect", { class: "bit" }), sv("text", { "font-size": 15, "text-anchor": "middle", "font-weight": 700 }))));
      flashes.replaceChildren();
      this.sums = [];
      this.shown = [];
    }
    // Many marks are one shape, too.
    const isMany = !this.isSingle;
    net.lastChild.setAttribute("d", isMany ? bits.map((one, bit) => `M${this.left(bit).toFixed(1)} ${(this.zero - one.sum * this.unit - 1).toFixed(1)}h${this.column.toFixed(1)}v2h-${this.column.toFixed(1)}z`).join("") : "");
    bits.forEach((one, bit) => {
      const x = this.left(bit), middle = x + this.column / 2, isCovered = covered.has(bit);
      const [mark, sum] = net.children[bit].children, [box, digit] = row.children[bit].children;
      const kind = isCovered ? "bit tie" : `bit${one.digit === "1" ? " one" : ""}${one.isFlipped ? " flip" : ""}${one.isTie ? " tie" : ""}`;
      // Nothing is touched that stays as it is: with 200 words each key counts.
      const now = isMany && !this.hasSums ? kind : `${one.sum} ${kind} ${isMany}`;
      if (!this.isMoved && this.shown[bit] === now) return;
      this.shown[bit] = now;
      mark.style.transform = `translate(${x}px,${this.zero - (isCovered ? 0 : one.sum * this.unit)}px) scale(${this.column},1)`;
      mark.style.opacity = isCovered || isMany ? 0 : 1;
      fillIn(sum, { x: middle, y: this.bottom + 14 }, []);
      sum.textContent = this.hasSums ? (isCovered ? "?" : signed(one.sum)) : "";
      const size = this.box;
      fillIn(box, { x: middle - size / 2, y: this.bitsAt, width: size, height: Math.max(size, 12), rx: size > 14 ? 5 : 1, class: kind }, []);
      box.style.strokeWidth = size < 8 ? 0.6 : "";
      fillIn(digit, { x: middle, y: this.bitsAt + size / 2 + 5.5, class: one.digit === "1" && !isCovered ? "on" : "" }, []);
      digit.textContent = size >= 15 ? (isCovered ? "?" : one.digit) : "";
      if (this.sums[bit] !== undefined && this.sums[bit] !== one.digit && !isCovered && !calm()) {
        const flash = sv("rect", { class: "flash", x, y: this.below - 6, width: this.column, height: this.bottom - this.below + 12 });
        flash.addEventListener("animationend", () => flash.remove());
        flashes.append(flash);
      }
      this.sums[bit] = isCovered ? undefined : one.digit;
    });
    if (this.isMoved) fillIn(this.layers.ring, { x: this.gutter - 3, y: this.bitsAt - 4, width: this.column * this.count + 6, height: Math.max(this.box, 12) + 8 }, []);
  }

  drawCursor(bit) {
    fillIn(this.layers.cursor, { x: bit < 0 ? -99 : this.left(bit), y: 0, width: this.column, height: this.height }, []);
  }
}
