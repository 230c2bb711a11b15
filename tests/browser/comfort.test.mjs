// What makes the views pleasant: every way to filter, sharp pixels, deep stacks, names that keep
// their end, a touchpad that keeps its direction.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { choose, close, drawList, fixture, made, open, state, wholeTable } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);
const cpu = fixture('go/cpu.pb.gz');
const calm = (page) => page.waitForFunction(() => !window.pprofweb.state().busy && !window.pprofweb.state().stale);
const link = async (page) => (await state(page)).link;
const shows = (page, count) => page.waitForFunction((count) => window.pprofweb.rows().length === count, count);

test('the sandwich is filtered by text, letters and expression', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'a.pb', pprof(['main;json.Decode;json.scan 30', 'main;Json.Other 5', 'main;io.Read 10'])));
  await page.keyboard.press('2');
  await shows(page, 5);
  const names = () => page.evaluate(() => window.pprofweb.rows().map((row) => row.split('\t')[4]).sort());
  for (const [text, wanted] of [
    ['json', ['Json.Other', 'json.Decode', 'json.scan']],
    ['Json', ['Json.Other']],
    ['~jsd', ['json.Decode']],
    ['/^json\\.(scan|Decode)$/', ['json.Decode', 'json.scan']],
    ['/(?i)^JSON\\.o/', ['Json.Other']],
    ['nowhere', []],
  ]) {
    await page.locator('#search').fill(text);
    await calm(page);
    await page.waitForFunction((count) => window.pprofweb.rows().length === count, wanted.length);
    assert.deepEqual(await names(), wanted, text);
  }
  await page.getByText('No function matches the search').waitFor();
  await page.keyboard.press('Escape');
  await shows(page, 5);
});

// Figures of `pprofweb top`, by function.
function native(...options) {
  const out = execFileSync(process.env.PPROFWEB_BIN, ['top', cpu, '--nodecount=0', '--nodefraction=0', ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = out.split('\n').slice(out.split('\n').findIndex((line) => /flat%/.test(line)) + 1);
  return new Map(lines.filter(Boolean).map((line) => {
    const [flat, flatShare, , cum, cumShare, ...name] = line.trim().split(/\s+/);
    return [name.join(' ').replace(/ \((inline|partial-inline)\)$/, ''), [flat, flatShare, cum, cumShare].join(' ')];
  }));
}

const expression = '^main\\.handle$';
for (const [title, option] of [['Focus', 'focus'], ['Ignore', 'ignore'], ['Hide', 'hide'], ['Show', 'show'], ['Show from', 'show_from']]) {
  test(`“${title}” of the selection is what the native tool counts, undone and gone back`, async (t) => {
    const page = await open(t);
    await choose(page, cpu);
    await page.keyboard.press('3');
    await page.waitForFunction(() => window.pprofweb.rows().length > 5);
    await page.locator('#search').fill('/^main\\.handle$/');
    await shows(page, 1);
    await page.locator('#view .row').first().click();
    await page.waitForFunction(() => window.pprofweb.state().link.includes('sel=main.handle'));
    await page.locator('#search').fill('');
    await calm(page);
    const before = await link(page);
    await page.getByRole('group', { name: 'Selected' }).getByRole('button', { name: title, exact: true }).click();
    await page.waitForFunction((before) => window.pprofweb.state().link !== before, before);
    await calm(page);
    const wanted = native(`--${option}=${expression}`);
    const rows = await wholeTable(page);
    assert.equal(rows.length, wanted.size);
    for (const row of rows) {
      const [self, selfShare, , total, totalShare, name] = row.split('\t');
      assert.equal([self, selfShare, total, totalShare].join(' '), wanted.get(name), name);
    }
    const filtered = await link(page);
    await page.keyboard.press('Control+z');
    await page.waitForFunction((before) => window.pprofweb.state().link === before, before);
    await page.keyboard.press('Control+y');
    await page.waitForFunction((filtered) => window.pprofweb.state().link === filtered, filtered);
    await page.goBack();
    await page.waitForFunction((before) => window.pprofweb.state().link === before, before);
  });
}

test('a picture has the pixels of the screen, after a change of size too', async (t) => {
  const page = await open(t, { width: 800, height: 600, scale: 2 });
  await choose(page, cpu);
  const sharp = () => page.waitForFunction(() => {
    const canvas = document.querySelector('#view');
    const { width, height } = canvas.getBoundingClientRect();
    const room = canvas.parentElement;
    const fits = Math.abs(width - room.clientWidth) < 1 && Math.abs(height - room.clientHeight) < 1;
    return devicePixelRatio === 2 && fits && canvas.width === width * 2 && canvas.height === height * 2;
  });
  await sharp();
  const wide = await drawList(page);
  await page.setViewportSize({ width: 1111, height: 777 });
  await page.waitForFunction((wide) => window.pprofweb.drawList() !== wide, wide);
  await sharp();
});

test('a stack of 1,000 frames scrolls to its end and back, by keys, wheel and hand', async (t) => {
  const page = await open(t);
  const deep = Array.from({ length: 1000 }, (_, at) => `f${at}`).join(';');
  await choose(page, made(t, 'deep.pb', pprof([`${deep} 3`, 'f0;side 1'])));
  const has = (name) => page.waitForFunction((name) => window.pprofweb.drawList().includes(`"${name}"`), name);
  await has('f1');
  await page.locator('#view').focus();
  for (let turn = 0; turn < 40; turn++) await page.keyboard.press('PageDown');
  await has('f999');
  await page.keyboard.press('Home');
  await has('f1');
  await page.mouse.move(300, 500);
  await page.keyboard.down('Alt');
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 400);
  await page.keyboard.up('Alt');
  await has('f999');
  await page.mouse.move(300, 300);
  await page.mouse.down();
  await page.mouse.move(300, 700, { steps: 8 });
  await page.waitForFunction(() => !window.pprofweb.drawList().includes('"f999"'));
  await page.mouse.up();
  const times = await page.evaluate(() => window.pprofweb.frameTimes());
  assert.ok(times.length > 5 && [...times].sort((a, b) => a - b)[times.length >> 1] < 16, 'drawn at frame rate');
});

test('a name without room keeps its end, in tables as in the picture', async (t) => {
  const page = await open(t, { width: 900, height: 500 });
  const long = 'example.com/some/very/long/package/path/of/somebody/inner.(*Type).Method';
  await choose(page, made(t, 'long.pb', pprof([`main;${long} 30`, 'main;short.Name 4'])));
  for (const key of ['2', '3', '4']) {
    await page.keyboard.press(key);
    const cell = page.locator('#view .row', { hasText: 'Method' }).locator('.col-n .cell-text');
    await cell.waitFor();
    const [room, text] = await cell.evaluate((cell) => [cell, cell.firstElementChild].map((node) => {
      const { left, right } = node.getBoundingClientRect();
      return { left, right };
    }));
    assert.ok(room.right - room.left > 100, `${key}: ${JSON.stringify(room)}`);
    assert.ok(text.right <= room.right + 1, `${key}: its end is in sight`);
    assert.equal(await page.locator('#view .row', { hasText: 'Method' }).locator('.col-n').getAttribute('title'), long);
  }
});

test('a wheel that began sideways does not zoom, one that zooms does not move', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.mouse.move(900, 300);
  for (let turn = 0; turn < 6; turn++) await page.mouse.wheel(0, -120);
  const width = () => page.evaluate(() => Number(window.pprofweb.state().look.match(/^x[^~]+~([^_]+)/)?.[1]));
  await page.waitForFunction(() => window.pprofweb.state().look.startsWith('x'));
  await page.waitForTimeout(400);
  const before = await width();
  const crooked = (turns) => page.evaluate((turns) => {
    const canvas = document.querySelector('#view');
    for (const [deltaX, deltaY] of turns) canvas.dispatchEvent(new WheelEvent('wheel', { deltaX, deltaY, clientX: 900, clientY: 400, bubbles: true, cancelable: true }));
  }, turns);
  const left = async () => Number((await state(page)).look.match(/^x([^~]+)/)[1]);
  const from = await left();
  await crooked([[20, 3], [3, 20], [20, 3]]);
  await page.waitForFunction((from) => Number(window.pprofweb.state().look.match(/^x([^~]+)/)[1]) !== from, from);
  assert.equal(await width(), before);
  await page.waitForTimeout(400);
  await crooked([[3, -20], [20, -3]]);
  await page.waitForFunction((before) => Number(window.pprofweb.state().look.match(/~([^_]+)/)[1]) < before, before);
});

test('matches that are scrolled away are told, and the picture beside the table has a legend', async (t) => {
  const page = await open(t);
  const deep = Array.from({ length: 120 }, (_, at) => `d${at}`).join(';');
  await choose(page, made(t, 'deep.pb', pprof([`main;${deep};needle 5`])));
  await page.keyboard.press('/');
  await page.keyboard.type('needle');
  await page.locator('#search-summary', { hasText: '1 outside the view' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('#search-summary', { hasText: /^1 of 1 · 100% of total$/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  await page.waitForFunction(() => window.pprofweb.state().view === 'sandwich' && !window.pprofweb.state().busy);
  const before = await drawList(page);
  await page.selectOption('select[aria-label=Colours]', { label: 'By self value' });
  await page.waitForFunction((before) => window.pprofweb.drawList() !== before, before);
  await page.keyboard.press('l');
  assert.ok((await page.locator('.legend li').count()) >= 2);
});
