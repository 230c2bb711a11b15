// Ratios against speedscope: the same file, the same Chromium, alternating, medians. Prints Markdown.
import { readFileSync, statSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { browser, close, relaunch, require, serve, site } from './harness.mjs';

const ROUNDS = 3;
const [, , file, many] = process.argv;
const release = join(dirname(require.resolve('speedscope/package.json')), 'dist/release');
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
const share = (values, part) => [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * part)];

// A fresh page that counts its long tasks.
async function fresh(origin) {
  const context = await (await browser()).newContext({ viewport: { width: 1600, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${origin}/`);
  await page.waitForSelector('input[type=file]', { state: 'attached' });
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  return { context, page, longest: async () => Math.max(0, ...(await page.evaluate(() => window.longTasks))) };
}

async function choose(page, path) {
  await page.waitForFunction(() => window.pprofweb);
  await page.setInputFiles('input[type=file]', path);
  await page.waitForFunction(() => performance.getEntriesByName('pprofweb:painted').length > 0, null, { timeout: 120000 });
}

async function ours() {
  const { context, page, longest } = await fresh(await site());
  await choose(page, file);
  const load = await page.evaluate(() => performance.measure('load', 'pprofweb:chosen', 'pprofweb:painted').duration);
  await page.waitForTimeout(300);
  const longTask = await longest();
  await context.close();
  return { load, longTask };
}

// What is done to a picture once it is there.
async function handled() {
  const { context, page } = await fresh(await site());
  await choose(page, file);
  await page.waitForTimeout(300);
  const frames = await moved(page, 300);
  const sandwich = await sandwiches(page);
  await context.close();
  return { frames, sandwich };
}

// Script times of frames while the wheel turns and the picture is dragged.
async function moved(page, y) {
  await page.evaluate(() => window.pprofweb.frameTimes());
  await page.mouse.move(500, y);
  for (let turn = 0; turn < 120; turn++) await page.mouse.wheel(0, turn < 70 ? -60 : 60);
  await page.mouse.down();
  for (let move = 0; move < 120; move++) await page.mouse.move(500 + 3 * Math.sin(move / 6) * move, y + 40 * Math.sin(move / 9));
  await page.mouse.up();
  await page.waitForTimeout(300);
  return page.evaluate(() => window.pprofweb.frameTimes());
}

const calm = (page) => page.waitForFunction(() => !window.pprofweb.state().busy && !window.pprofweb.state().stale, null, { timeout: 60000 });

// Frame times of every call by itself, in the order of the file.
async function inTimeOrder(path) {
  const { context, page } = await fresh(await site());
  await choose(page, path);
  await page.selectOption('select[aria-label=Order]', { index: 1 });
  await calm(page);
  await page.waitForTimeout(300);
  const frames = await moved(page, 500);
  const spans = await page.evaluate(() => window.pprofweb.items());
  await context.close();
  return { frames, spans };
}

// From choosing a row to the picture of its callers and callees: the functions with the most
// self value, then those with the largest total.
async function sandwiches(page) {
  await page.keyboard.press('2');
  await calm(page);
  const own = await chosen(page);
  await page.locator('.heads .col-t button').click();
  await calm(page);
  return [...own, ...(await chosen(page))];
}

async function chosen(page) {
  const times = [];
  for (let row = 0; row < 10; row++) {
    const took = await page.evaluate(async (row) => {
      const before = window.pprofweb.drawList();
      const start = performance.now();
      document.querySelectorAll('#view .row')[row].click();
      while (window.pprofweb.state().busy || window.pprofweb.drawList() === before) await new Promise((done) => setTimeout(done, 1));
      return performance.now() - start;
    }, row + 1);
    times.push(took);
  }
  return times;
}

async function theirs(origin) {
  const { context, page, longest } = await fresh(origin);
  await page.evaluate(() => {
    document.querySelector('input[type=file]').addEventListener('change', () => (window.chosen = performance.now()), true);
    const look = () => {
      const text = document.body.innerText;
      const there = window.chosen && /Time Order/.test(text) && document.querySelector('canvas') && !/Loading/i.test(text);
      requestAnimationFrame(there ? () => setTimeout(() => (window.took = performance.now() - window.chosen)) : look);
    };
    look();
  });
  await page.setInputFiles('input[type=file]', file);
  await page.waitForFunction(() => window.took, null, { timeout: 120000 });
  const load = await page.evaluate(() => window.took);
  const longTask = await longest();
  await context.close();
  return { load, longTask };
}

// speedscope draws with WebGL, which headless Chromium has only in software: on for both.
await browser(['--enable-unsafe-swiftshader', '--use-angle=swiftshader', '--ignore-gpu-blocklist']);
const peer = await serve(release);
const [us, them] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  them.push(await theirs(peer));
  us.push(await ours());
}
// Drawing by WebGL in software would stand in the way of our canvas.
await relaunch();
const [hands, calls] = [[], []];
for (let round = 0; round < ROUNDS; round++) {
  hands.push(await handled());
  calls.push(await inTimeOrder(many));
}
const frames = hands.flatMap((round) => round.frames);
const timed = calls.flatMap((round) => round.frames);
const opened = hands.flatMap((round) => round.sandwich);
const load = { us: median(us.map((r) => r.load)), them: median(them.map((r) => r.load)) };
const long = { us: Math.max(...us.map((r) => r.longTask)), them: Math.max(...them.map((r) => r.longTask)) };
const version = JSON.parse(readFileSync(require.resolve('speedscope/package.json'))).version;
console.log(`# Bench

\`cargo xtask bench\`: pprofweb beside speedscope ${version}, the same ${(statSync(file).size / 1e6).toFixed(1)} MB profile (200,000 samples,
up to 40 frames), alternating in one headless Chromium ${(await browser()).version()} on ${cpus().length} cores (WebGL in
software, which speedscope needs), median of ${ROUNDS} rounds. What is done to the picture afterwards is
measured in a Chromium without WebGL; time order with ${(statSync(many).size / 1e6).toFixed(0)} MB of the same kind.

| | pprofweb | speedscope | ratio | aim |
|---|---|---|---|---|
| from choosing the file to the first picture | ${load.us.toFixed(0)} ms | ${load.them.toFixed(0)} ms | ${(load.us / load.them).toFixed(3)} | at most 0.2 |
| longest task on the main thread meanwhile | ${long.us ? `${long.us.toFixed(0)} ms` : 'none over 50 ms'} | ${long.them.toFixed(0)} ms | | none over 50 ms |
| script per frame, zooming and panning, p95 of ${frames.length} | ${share(frames, 0.95).toFixed(1)} ms | | | at most 8 ms |
| the same in time order, ${calls[0].spans.toLocaleString('en')} spans, p95 of ${timed.length} | ${share(timed, 0.95).toFixed(1)} ms | | | at most 8 ms |
| callers and callees of the heaviest functions by self and by total, slowest of ${opened.length} | ${Math.max(...opened).toFixed(0)} ms (median ${median(opened).toFixed(0)} ms) | | | at most 100 ms |`);
await close();
