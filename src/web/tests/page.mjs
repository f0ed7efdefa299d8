// The page in headless Chromium: node src/web/tests/page.mjs PAGE… (.ci/web-test calls it).
// It needs playwright-core and axe-core in target/web/node, and Chromium; CHROMIUM names another one.
import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const require = createRequire(path.join(root, "target/web/node/package.json"));
const { chromium } = require("playwright-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const pictures = path.join(root, "target/web/pictures");
fs.mkdirSync(pictures, { recursive: true });

const [, , ...pages] = process.argv;
const isQuick = process.env.QUICK === "1";
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});

let failures = 0;
async function test(sentence, body) {
  try {
    await body();
    console.log(`ok    ${sentence}`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL  ${sentence}\n      ${String(error.stack || error).split("\n").slice(0, 8).join("\n      ")}`);
  }
}

// A window with the page; `problems` collects errors, and requests for anything but the page.
const problems = [];
async function open(file, state = {}, { width = 1280, scheme = "light", locale = "en-US" } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme, locale, offline: true });
  const page = await context.newPage();
  const address = `${pathToFileURL(file)}#${new URLSearchParams(state)}`;
  page.on("pageerror", (error) => problems.push(String(error.stack)));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && problems.push(message.text()));
  page.on("request", (request) => !/^(file|data|blob):/.test(request.url()) && problems.push(`asks for ${request.url()}`));
  await page.goto(address);
  await page.waitForSelector("html[data-ready]");
  return page;
}
const ask = (page, request) => page.evaluate((request) => window.simscope.ask(request), request);
const text = (page, selector) => page.locator(selector).innerText();
const read = (file) => fs.readFileSync(path.join(root, "tests/vectors", file), "utf8").trim().split("\n").map((line) => JSON.parse(line));
const settled = (page) => page.waitForTimeout(350);
// Where an element stands once it is in sight.
const place = async (locator) => {
  await locator.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  return locator.boundingBox();
};
// The address follows a quarter of a second after the last change; on a busy machine later.
const written = async (page) => {
  let last;
  do {
    last = page.url();
    await page.waitForTimeout(1000);
  } while (page.url() !== last);
  return new URLSearchParams(new URL(last).hash.slice(1));
};

async function signatures(file, hasDictionary) {
  const page = await open(file);
  const texts = new Map(["texts.jsonl", "kinds.jsonl"].flatMap(read).map((one) => [one.id, one.text]));
  const rows = fs.readFileSync(path.join(root, "src/web/vectors.tsv"), "utf8").trim().split("\n").filter((row) => !row.startsWith("#"));
  const checked = new Set();
  for (const row of rows) {
    const [name, recipe, needsDictionary] = row.split("\t");
    if (needsDictionary === "yes" && !hasDictionary) continue;
    const answers = read(`${name}.jsonl`).filter((one) => !one.ambiguous);
    const signed = await ask(page, { ask: "sign", recipe: `${recipe} bits=${answers[0].bits}`, texts: answers.map((one) => texts.get(one.id)) });
    assert.deepEqual(signed.signatures, answers.map((one) => one.signature), name);
    checked.add(recipe.split(":")[0]);
  }
  const offered = await page.locator("#bits select option").evaluateAll((options) => options.map((option) => option.value));
  const unknown = offered.filter((value) => !value.includes("=") && !["default", "keywords20-raw"].includes(value) && !checked.has(value.split(":")[0]));
  assert.deepEqual(unknown, [], "recipes without vectors");
  await page.context().close();
}

async function figure1(file) {
  const page = await open(file);
  const box = page.locator("#bits textarea");
  assert.equal(await text(page, "#signature"), "??", "bit 0 is covered");
  const answer = page.locator("#bits .question input");
  await answer.fill("5");
  await answer.press("Enter");
  assert.match(await text(page, "#bits .told"), /Not yet\. it is less/);
  await answer.fill("1");
  await answer.press("Enter");
  assert.match(await text(page, "#bits .told"), /^Right\. /);
  const lesson = await ask(page, { ask: "trace", recipe: "hash=md5:tail bits=8", text: "The market opens on Thursday" });
  assert.equal(await text(page, "#signature"), lesson.hex);
  await box.fill("to be or not to be");
  const traced = await ask(page, { ask: "trace", recipe: "hash=md5:tail bits=8", text: "to be or not to be" });
  assert.equal(await text(page, "#signature"), traced.hex);
  // The cursor by keys, and by the pointer.
  const cursor = page.locator("#bits svg > [role=slider]");
  await cursor.focus();
  await page.keyboard.press("Home");
  assert.match(await text(page, "#bits .said"), /^Bit 7\./);
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "#bits .said"), /^Bit 6\./);
  assert.match(await text(page, "#bits .said"), new RegExp(`Sum ${(traced.sums[6] > 0 ? "\\+" : traced.sums[6] < 0 ? "−" : "") + Math.abs(traced.sums[6])}`));
  const svg = await place(page.locator("#bits svg"));
  await page.mouse.click(svg.x + svg.width - 20, svg.y + svg.height / 2);
  assert.match(await text(page, "#bits .said"), /^Bit 0\./);
  // A weight by keys, and dragged.
  const weight = page.locator("#bits .word [role=slider]").first();
  await weight.focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  assert.equal(await weight.getAttribute("aria-valuenow"), "3");
  const own = (weight) => ask(page, { ask: "trace", recipe: "tokenizer=rows weighting=given hash=given bits=8", text: traced.features.map((one, at) => `${one.term} ×${at ? 1 : weight} #${one.hash}`).join("\n") });
  assert.equal(await text(page, "#signature"), (await own(3)).hex);
  const grip = await place(weight);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip.x + grip.width / 2 + 64, grip.y + grip.height / 2, { steps: 8 });
  await page.mouse.up();
  assert.equal(await weight.getAttribute("aria-valuenow"), "7");
  assert.equal(await text(page, "#signature"), (await own(7)).hex);
  assert.equal((await written(page)).get("weights"), "to:7");
  await page.getByRole("button", { name: "own weights: reset" }).click();
  assert.equal(await text(page, "#signature"), traced.hex);
  // Word by word.
  const scrub = page.locator("#bits input[type=range]");
  await scrub.focus();
  await page.keyboard.press("Home");
  assert.match(await text(page, "#bits output"), /^0 of 4 words/);
  await page.keyboard.press("ArrowRight");
  assert.match(await text(page, "#bits output"), /^1 of 4 words/);
  await page.getByRole("button", { name: "Play word by word" }).click();
  await page.waitForFunction(() => document.querySelector("#bits output").textContent.startsWith("4 of 4"));
  for (const bits of [16, 64]) {
    await page.locator(`#bits [data-value="${bits}"]`).click();
    const { hex } = await ask(page, { ask: "trace", recipe: `hash=md5:tail bits=${bits}`, text: "to be or not to be" });
    assert.equal(await text(page, "#signature"), hex);
  }
  await page.locator("#bits select").selectOption("java");
  const { hex } = await ask(page, { ask: "trace", recipe: "java bits=64", text: "to be or not to be" });
  assert.equal(await text(page, "#signature"), hex);
  assert.match(await text(page, "#bits .terminal code"), /^simscope explain --text 'to be or not to be' --recipe java --bits 64$/);
  await box.fill("");
  assert.match(await text(page, "#bits .said"), /No word, no vote/);
  await page.context().close();
}

async function figure2(file) {
  const page = await open(file);
  assert.equal(await text(page, "#distance"), "0");
  await page.getByRole("button", { name: "Replace" }).click();
  await page.getByRole("button", { name: "Back to A" }).waitFor();
  const pair = await ask(page, { ask: "pair", recipe: "hash=md5:tail bits=8", texts: ["The market opens on Thursday", "The market opens on Friday"] });
  assert.equal(await text(page, "#distance"), String(pair.distance));
  assert.match(await text(page, "#change .said"), new RegExp(`^Bit ${pair.flipped.at(-1)} flips\\. .*“thursday” takes its vote back.*“friday” votes`));
  await page.locator("#text-b").fill("We sell fresh bread today");
  await page.locator('#change [data-value="64"]').click();
  const scrub = page.locator("#change input[type=range]");
  await scrub.focus();
  await page.keyboard.press("End");
  const other = await ask(page, { ask: "pair", recipe: "hash=md5:tail bits=64", texts: ["The market opens on Thursday", "We sell fresh bread today"] });
  assert.equal(await text(page, "#distance"), String(other.distance));
  const cursor = page.locator("#change svg > [role=slider]");
  await cursor.focus();
  await page.keyboard.press("Home");
  assert.match(await text(page, "#change .said"), /^Bit 63 (flips|stays)/);
  const svg = await place(page.locator("#change svg"));
  await page.mouse.move(svg.x + svg.width - 3, svg.y + svg.height / 2);
  assert.match(await text(page, "#change .said"), /^Bit 0 (flips|stays)/);
  await page.locator("#text-b").fill("Thursday on opens market the");
  assert.match(await text(page, "#change .said"), /The order of the words is not seen/);
  const question = page.locator("#change .question input");
  await question.fill("0");
  await question.press("Enter");
  assert.match(await text(page, "#change .told"), /^Right/);
  await page.context().close();
}

async function figure3(file) {
  const page = await open(file);
  const arrow = page.locator("#geometry svg [role=slider]");
  const passed = async () => Number(await text(page, "#passed"));
  await arrow.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowUp");
  assert.equal(await arrow.getAttribute("aria-valuenow"), "180", "more than a half-turn is none");
  assert.equal(await passed(), 64);
  await page.keyboard.press("Home");
  assert.equal(await passed(), 0);
  const angle = page.locator("#geometry input[type=range]");
  let last = 0;
  for (const degrees of [30, 60, 90, 120, 150]) {
    await angle.fill(String(degrees));
    const now = await passed();
    assert.ok(now >= last, "the further, the more planes");
    assert.ok(Math.abs(now / 64 - degrees / 180) < 0.2, `${now} at ${degrees}`);
    last = now;
  }
  const turning = await place(page.locator("#geometry .turning"));
  await page.mouse.move(turning.x + turning.width / 2 + 60, turning.y + turning.height / 2);
  await page.mouse.down();
  await page.mouse.move(turning.x + turning.width / 2, turning.y + 30, { steps: 6 });
  await page.mouse.up();
  const now = Number(await arrow.getAttribute("aria-valuenow"));
  assert.ok(Math.abs(now - 90) < 4, `${now} degrees`);
  for (const bits of [8, 16, 128]) {
    await page.locator(`#geometry [data-value="${bits}"]`).click();
    assert.match(await text(page, "#geometry .big"), new RegExp(`of ${bits} planes`));
  }
  await page.locator("#geometry .question input").fill("32");
  await page.locator("#geometry .question button").click();
  assert.match(await text(page, "#geometry .told"), /^Right/);
  await page.context().close();
}

async function figure4(file) {
  const page = await open(file);
  const grip = page.locator("#threshold svg [role=slider]");
  const corpus = await ask(page, { ask: "corpus", recipe: "default", lines: null });
  await grip.focus();
  for (const [key, k] of [["ArrowRight", 4], ["ArrowRight", 5], ["PageUp", 13], ["Home", 0]]) {
    await page.keyboard.press(key);
    assert.equal(await grip.getAttribute("aria-valuenow"), String(k));
    assert.equal(await text(page, "#groups"), String(corpus.sweep[k].groups));
  }
  const chart = await place(page.locator("#threshold .histogram"));
  await page.mouse.move(chart.x + 60, chart.y + 90);
  await page.mouse.down();
  await page.mouse.move(chart.x + chart.width * 0.4, chart.y + 90, { steps: 5 });
  await page.mouse.up();
  const k = Number(await grip.getAttribute("aria-valuenow"));
  assert.ok(k > 20 && k < 30, `k = ${k}`);
  assert.equal(await text(page, "#groups"), String(corpus.sweep[k].groups));
  const lines = ["the cat sat on the mat", "the cat sat on the mat!", "a dog in the park", "<b>bold</b> words"];
  await page.locator("#threshold textarea").fill(lines.join("\n"));
  await settled(page);
  assert.match(await text(page, "#threshold .big"), /of 4 texts/);
  const shared = await written(page);
  assert.equal(shared.get("lines"), lines.join("\n"));
  await page.locator("#threshold textarea").fill(Array.from({ length: 600 }, (_, at) => `text number ${at}`).join("\n"));
  await settled(page);
  assert.match(await text(page, "#threshold"), /The first 500 of 600 lines/);
  await page.getByRole("button", { name: "The sample" }).click();
  await page.locator("#threshold .question input").fill("3");
  await page.locator("#threshold .question button").click();
  assert.match(await text(page, "#threshold .told"), /Right|Not yet/);
  await page.context().close();
}

async function figure5(file) {
  const page = await open(file);
  const whole = () => text(page, "#whole");
  await page.locator("#search .cell").first().click();
  assert.deepEqual([await text(page, "#flipped"), await whole()], ["1", "3"]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  assert.deepEqual([await text(page, "#flipped"), await whole()], ["2", "2"]);
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  assert.deepEqual([await text(page, "#flipped"), await whole()], ["3", "1"]);
  assert.equal((await written(page)).get("flips"), "0,47,63");
  assert.match(await text(page, "#search tbody tr >> nth=0"), /museum.*3.*found/s);
  for (let times = 0; times < 20; times++) {
    await page.getByRole("button", { name: "Flip three bits" }).click();
    assert.equal(await text(page, "#flipped"), "3");
    assert.ok(Number(await whole()) >= 1, "three flips leave a block whole");
    assert.match(await text(page, "#search tbody tr >> nth=0"), /found/);
  }
  await page.getByRole("button", { name: "One in each block" }).click();
  assert.deepEqual([await text(page, "#flipped"), await whole()], ["4", "0"]);
  assert.match(await text(page, "#search tbody tr >> nth=0"), /not even compared/);
  await page.locator("#search .choice input").nth(1).check();
  assert.match(await text(page, "#search .told"), /Not yet/);
  await page.locator("#search .choice input").nth(0).check();
  assert.match(await text(page, "#search .told"), /^Right/);
  await page.context().close();
}

async function shared(file) {
  const state = { lang: "zh", theme: "dark", text: "红 苹果 & <b>", recipe: "tokenizer=whitespace hash=md5:tail", bits: "16", a: "x y", b: "x z", step: "2", turn: "77", k: "9", flips: "1,2" };
  const page = await open(file, state);
  const shown = async (page) => [
    await page.locator("html").getAttribute("lang"), await page.locator("html").getAttribute("data-theme"),
    await page.locator("#bits textarea").inputValue(), await text(page, "#signature"), await text(page, "#distance"), await text(page, "#passed"),
    await page.locator("#threshold svg [role=slider]").getAttribute("aria-valuenow"), await text(page, "#flipped")];
  const before = await shown(page);
  assert.deepEqual(before.slice(0, 3), ["zh-Hans", "dark", state.text]);
  assert.equal(before[6], "9");
  await page.locator("#geometry input[type=range]").fill("100");
  const again = await open(file, Object.fromEntries(await written(page)));
  assert.deepEqual(await shown(again), await shown(page));
  assert.notEqual((await shown(page))[5], before[5]);
  await page.context().close();
  await again.context().close();
}

// What `simscope explain --format html` does: a text in the place of the page's own.
async function filledIn(file) {
  const place = '<script id="filled" type="application/json">null</script>';
  const html = fs.readFileSync(file, "utf8");
  assert.equal(html.split(place).length, 2);
  const filled = { lang: "zh", id: "诗", text: "明月 ×1 #1100\n几时 ×2 #0110\n", recipe: "tokenizer=rows weighting=given hash=given tie=zero", bits: 4, original: ["明月几时有", "default"] };
  const own = path.join(root, "target/web/filled.html");
  fs.writeFileSync(own, html.replace(place, place.replace("null", JSON.stringify(filled))));
  const page = await open(own);
  assert.equal(await page.locator("html").getAttribute("lang"), "zh-Hans");
  // +1 −1 … and twice as much for the second: −1 +3 +1 −3.
  assert.equal(await text(page, "#signature"), "6");
  assert.equal(await text(page, "#bits .terminal code"), "simscope explain --text '明月几时有' --bits 4");
  await page.locator("#bits textarea").fill("明月 ×3 #1100\n几时 ×2 #0110\n");
  assert.equal(await text(page, "#signature"), "c");
  await page.context().close();
}

async function looks(file) {
  for (const width of [360, 768, 1280]) for (const lang of ["en", "zh"]) for (const scheme of ["light", "dark"]) {
    const page = await open(file, { lang, bits: width === 360 ? 64 : 8, step: 2, flips: "5,20,60" }, { width, scheme });
    const [needed, given] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    assert.ok(needed <= given, `${width} px, ${lang}: ${needed} px wide`);
    await page.waitForTimeout(700);
    await page.screenshot({ path: path.join(pictures, `${width}-${lang}-${scheme}.png`), fullPage: true });
    if (width !== 768) {
      await page.evaluate(axe);
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const serious = found.violations.filter((one) => ["serious", "critical"].includes(one.impact));
      assert.deepEqual(serious.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`), [], `${width} px, ${lang}, ${scheme}`);
    }
    await page.context().close();
  }
}

async function keyboard(file) {
  const page = await open(file);
  const seen = new Set();
  for (let at = 0; at < 120; at++) {
    await page.keyboard.press("Tab");
    const [section, name, isSeen] = await page.evaluate(() => {
      const on = document.activeElement, box = on.getBoundingClientRect();
      return [on.closest("section")?.id, on.getAttribute("aria-label") || on.textContent.trim() || on.labels?.[0]?.textContent.trim(), box.width > 0 && box.height > 0];
    });
    if (!section && seen.size === 5) break;
    assert.ok(name && isSeen, `stop ${at} of ${section} has a name and a place: ${name}`);
    if (section) seen.add(section);
  }
  assert.deepEqual([...seen], ["bits", "change", "geometry", "threshold", "search"]);
  await page.context().close();
}

async function printed(file) {
  const page = await open(file);
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  assert.equal(await page.locator("#bits select").isVisible(), false);
  assert.equal(await page.locator("#bits svg").isVisible(), true);
  const pdf = await page.pdf({ path: path.join(pictures, "print.pdf"), format: "A4", printBackground: false });
  assert.ok(pdf.length > 20_000);
  await page.context().close();
}

async function broken(file) {
  for (const state of [{ recipe: "nothing" }, { bits: "0" }, { bits: "999", bit: "-5" }, { recipe2: "tokenizer=", k: "-3" }, { flips: "a,99,-1", weights: "x", turn: "9999" }, { lines: "one" }]) {
    const page = await open(file, state);
    await page.locator("#search .cell").first().click();
    await page.locator("#bits textarea").fill("a b");
    await page.context().close();
  }
}

// Times are told and never decide: a machine may be busy.
async function times(file) {
  const start = performance.now();
  const page = await open(file);
  console.log(`      ${path.basename(file)}: usable after ${Math.round(performance.now() - start)} ms`);
  const words = Array.from({ length: 200 }, (_, at) => `word${at * 7}`).join(" ");
  await page.locator('#bits [data-value="64"]').click();
  await page.locator("#bits textarea").fill(words);
  // Seconds of the page's own thread: what others do on this machine does not count.
  const client = await page.context().newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const clock = async () => Object.fromEntries((await client.send("Performance.getMetrics")).metrics.map((one) => [one.name, one.value]));
  const before = await clock();
  const spent = await page.evaluate(async () => {
    const text = document.querySelector("#bits textarea"), spent = [];
    for (let at = 0; at < 120; at++) {
      text.value += at % 6 === 5 ? " " : String.fromCharCode(97 + at % 26);
      const start = performance.now();
      text.dispatchEvent(new Event("input", { bubbles: true }));
      document.body.getBoundingClientRect();
      spent.push(performance.now() - start);
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
    return spent.sort((a, b) => a - b);
  });
  const after = await clock(), own = (name) => ((after[name] - before[name]) / 120 * 1000).toFixed(1);
  console.log(`      a key: script ${own("ScriptDuration")} ms, style ${own("RecalcStyleDuration")} ms, layout ${own("LayoutDuration")} ms, with painting ${own("TaskDuration")} ms`);
  console.log(`      typing at 64 bits and 200 words: median ${spent[60].toFixed(1)} ms, p95 ${spent[114].toFixed(1)} ms`);
  await page.context().close();
}

for (const file of pages) {
  const hasDictionary = fs.readFileSync(file, "utf8").includes('data-dictionary="yes"');
  console.log(file);
  await test("signatures are those of the programs, in all recipes that the page offers", () => signatures(file, hasDictionary));
  if (!isQuick && !hasDictionary) {
    await test("figure 1: a text becomes bits", () => figure1(file));
    await test("figure 2: one word changes", () => figure2(file));
    await test("figure 3: the arrow turns", () => figure3(file));
    await test("figure 4: k moves, groups merge", () => figure4(file));
    await test("figure 5: three flips leave a block whole", () => figure5(file));
    await test("an address holds the state of the page", () => shared(file));
    await test("a text that was filled in is the one that is shown", () => filledIn(file));
    await test("three widths, two languages, two themes: nothing sticks out, and axe finds nothing serious", () => looks(file));
    await test("Tab reaches all figures, and every stop has a name", () => keyboard(file));
    await test("it prints on white, without its controls", () => printed(file));
    await test("an address with nonsense breaks nothing", () => broken(file));
  }
  await times(file);
  await test("no error was reported, and nothing was asked of a network", () => assert.deepEqual([...new Set(problems.splice(0))], []));
}
await browser.close();
process.exit(failures ? 1 : 0);
