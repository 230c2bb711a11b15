// The palette of commands, the menu of the selection, the walk through matches, fuzzy search.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { browser, choose, close, drawList, made, open, settled, site, state } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);

const LINES = ['main;parse;scan 30', 'main;parse 10', 'main;write;scan 25', 'main;write 35'];
const small = (t) => made(t, 'a.pb', pprof(LINES));
const focused = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.tagName);
const picked = async (page) => (await state(page)).picked;
const until = (page, wanted) => page.waitForFunction((wanted) => {
  const now = window.pprofweb.state();
  return !now.busy && Object.entries(wanted).every(([name, value]) => now[name] === value);
}, wanted);
const rows = (page) => page.locator('.picker-row .picker-title').allInnerTexts();

// The row that the focused element names as the active one.
const active = (page) => page.evaluate(() => {
  const holder = document.activeElement;
  const row = document.getElementById(holder.getAttribute('aria-activedescendant'));
  return `${holder.role ?? holder.getAttribute('role')} ${row?.role ?? row?.getAttribute('role')} ${row?.querySelector('.picker-title').innerText}`;
});

test('the palette is opened, narrowed and used by keys alone', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  await page.focus('#view');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Commands' });
  await dialog.waitFor();
  assert.equal(await active(page), `combobox option ${(await rows(page))[0]}`);
  await page.keyboard.type('gran lin');
  assert.equal(await active(page), 'combobox option Granularity: lines');
  assert.deepEqual(await page.locator('.picker-row.chosen mark').allInnerTexts(), ['Gran', 'lin']);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  assert.equal(await active(page), 'combobox option Granularity: lines', 'the focus stays');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  await page.waitForFunction(() => window.pprofweb.state().link.includes('g=lines'));
  assert.equal(await focused(page), 'view', 'the focus returns');
  await page.keyboard.press('Control+k');
  await page.keyboard.type('zzzz');
  await page.getByText('No command has these letters').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'view');
});

test('the palette opens over the search box, closes by a press beside it, lists what there is', async (t) => {
  const page = await open(t);
  await page.keyboard.press('Control+k');
  assert.ok((await rows(page)).includes('Example: Go CPU profile'), 'on the start page too');
  await page.keyboard.press('Escape');
  await choose(page, small(t));
  await page.keyboard.press('/');
  await page.keyboard.type('scan');
  await page.keyboard.press('Control+k');
  const dialog = page.getByRole('dialog', { name: 'Commands' });
  await dialog.waitFor();
  await page.mouse.click(5, 880);
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'search');
  assert.equal((await state(page)).find, 'scan', 'Control and k are no text');
  await page.getByRole('button', { name: /All commands/ }).click();
  await page.getByRole('option', { name: /View: Top/ }).click();
  await until(page, { view: 'top' });
  await page.waitForFunction(() => document.activeElement.id === 'view');
});

test('a right click opens a menu about the frame, inside the window', async (t) => {
  const page = await open(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, small(t));
  const menu = page.getByRole('menu');
  // Rows from the top: root, main, write | parse, scan.
  await page.mouse.click(1590, 170, { button: 'right' });
  await menu.waitFor();
  await until(page, { picked: 'parse' });
  const box = await menu.boundingBox();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= 1600 && box.y + box.height <= 900, JSON.stringify(box));
  assert.equal(await active(page), 'menu menuitem Focus');
  await page.keyboard.press('ArrowUp');
  assert.equal(await active(page), 'menu menuitem Show in call tree');
  await page.getByRole('menuitem', { name: 'Copy stack' }).click();
  await menu.waitFor({ state: 'detached' });
  await page.waitForFunction(() => navigator.clipboard.readText().then((text) => /main\nparse\n$/.test(text)));
  // The button came up over the menu: the picture is not dragged by the next movement.
  const before = await drawList(page);
  await page.mouse.move(300, 600);
  await page.mouse.move(500, 700, { steps: 3 });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  assert.equal(await drawList(page), before);
  // A press beside the menu closes it and does nothing else; so does the wheel, so does Escape.
  // Rows are lower now by the bar of what is selected.
  for (const leave of [() => page.mouse.click(300, 150), () => page.mouse.wheel(0, 100), () => page.keyboard.press('Escape')]) {
    await page.mouse.click(1500, 206, { button: 'right' });
    await menu.waitFor();
    await page.mouse.move(300, 600);
    await leave();
    await menu.waitFor({ state: 'detached' });
    assert.equal(await picked(page), 'parse');
  }
  assert.equal((await state(page)).look, '');
  await page.mouse.click(1500, 206, { button: 'right' });
  await page.getByRole('menuitem', { name: /Zoom to it/ }).click();
  await page.waitForFunction(() => window.pprofweb.state().look !== '');
});

test('a row has the same menu, by mouse and by keys', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.pprofweb.rows().length === 4);
  await page.locator('.row', { hasText: 'parse' }).click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  assert.equal(await focused(page), 'view');
  await page.keyboard.press('ArrowDown');
  const name = await picked(page);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menu').waitFor();
  const [menu, row] = [await page.getByRole('menu').boundingBox(), await page.locator('.row.picked').boundingBox()];
  assert.ok(menu.y >= row.y && menu.y <= row.y + 60, 'beside the selected row');
  await page.getByRole('menuitem', { name: 'Search for this name' }).click();
  await until(page, { find: name });
});

test('a finger that rests opens the menu, one that moves does not', async (t) => {
  const context = await (await browser()).newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'light' });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(`${await site()}/`);
  await page.waitForFunction(() => window.pprofweb);
  await choose(page, small(t));
  const cdp = await context.newCDPSession(page);
  const touch = (type, ...points) => cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const canvas = await page.locator('#view').boundingBox();
  const frame = [canvas.x + canvas.width - 40, canvas.y + 90];
  const menu = page.getByRole('menu');
  await touch('touchStart', frame);
  await touch('touchMove', [frame[0] - 60, frame[1]]);
  await page.waitForTimeout(700);
  assert.equal(await menu.count(), 0, 'a drag');
  await touch('touchEnd');
  await page.keyboard.press('Escape');
  await touch('touchStart', frame);
  await menu.waitFor();
  await touch('touchEnd');
  await page.waitForTimeout(300);
  assert.equal(await menu.count(), 1, 'lifting the finger leaves it open');
  await until(page, { picked: 'parse', look: '' });
  const box = await menu.boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  for (const row of await page.getByRole('menuitem').all()) assert.ok((await row.boundingBox()).height >= 36);
  await page.getByRole('menuitem', { name: 'Show in top' }).tap();
  await page.waitForFunction(() => window.pprofweb.rows().length === 4);
  const row = await page.locator('.row', { hasText: 'write' }).boundingBox();
  await touch('touchStart', [row.x + 100, row.y + 10]);
  await menu.waitFor();
  await touch('touchEnd');
  await until(page, { picked: 'write' });
  await page.keyboard.press('Escape');
  // The palette fits as well.
  await page.getByRole('button', { name: /All commands/ }).tap();
  const palette = await page.getByRole('dialog').boundingBox();
  assert.ok(palette.x >= 0 && palette.x + palette.width <= 390);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 390);
});

test('Enter and n walk through what was found, and the summary tells where', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  const summary = page.locator('#search-summary');
  const tells = (text) => summary.filter({ hasText: text }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('scan');
  await page.keyboard.press('Enter');
  await tells('1 of 2 · 55.00% of total');
  assert.equal(await focused(page), 'search', 'Enter again goes on');
  await page.keyboard.press('Enter');
  await tells('2 of 2');
  await page.keyboard.press('Shift+Enter');
  await tells('1 of 2');
  await page.keyboard.press('ArrowDown');
  assert.equal(await focused(page), 'view');
  await page.keyboard.press('n');
  await tells('2 of 2');
  await page.keyboard.press('n');
  await tells('1 of 2');
  await page.keyboard.press('N');
  await tells('2 of 2');
  assert.equal(await picked(page), 'scan');
  // Tables and texts.
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.pprofweb.rows().length === 1);
  await page.keyboard.press('n');
  await tells('1 of 1');
  await page.keyboard.press('7');
  await until(page, { view: 'traces' });
  await page.keyboard.press('n');
  await tells('1 of 2');
  assert.match(await page.locator('.row.picked').innerText(), /scan/);
});

test('a match that is far away is brought into sight', async (t) => {
  const page = await open(t);
  const lines = Array.from({ length: 400 }, (_, at) => `main;caller_${at};${at === 397 ? 'needle' : `leaf_${at}`} ${1000 - at}`);
  const deep = Array.from({ length: 120 }, (_, at) => `d${at}`).join(';');
  await choose(page, made(t, 'far.pb', pprof([...lines, `main;${deep};needle 5000`])));
  const shows = () => page.waitForFunction(() => window.pprofweb.drawList().includes('needle'));
  await page.keyboard.press('/');
  await page.keyboard.type('needle');
  await settled(page);
  assert.ok(!(await drawList(page)).includes('needle'));
  await page.keyboard.press('Enter');
  await shows();
  const look = (await state(page)).look;
  await page.keyboard.press('Enter');
  await page.waitForFunction((look) => window.pprofweb.state().look !== look, look);
  await shows();
});

test('a button changes how the search is meant', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'b.pb', pprof(['main;json.Decode;json.scan 30', 'main;io.Read 10'])));
  await page.keyboard.press('/');
  await page.keyboard.type('jsca');
  await page.locator('#search-summary', { hasText: 'no match' }).waitFor();
  await page.getByRole('button', { name: /contains/ }).click();
  await until(page, { find: '~jsca' });
  await page.locator('#search-summary', { hasText: '1 function · 75.00% of total' }).waitFor();
  await page.waitForFunction(() => document.activeElement.id === 'search');
  await page.keyboard.type('n');
  await until(page, { find: '~jscan' });
  await page.getByRole('button', { name: /fuzzy/ }).click();
  await page.waitForFunction(() => document.activeElement.id === 'search');
  await page.keyboard.type('$');
  await until(page, { find: '/jscan$/' });
  await page.getByRole('button', { name: /regular/ }).click();
  await until(page, { find: 'jscan$' });
});

test('the list of keys names the new ones', async (t) => {
  const page = await open(t);
  await choose(page, small(t));
  await page.keyboard.press('?');
  const text = await page.getByRole('dialog').innerText();
  for (const part of ['Ctrl+K', 'Next match', 'Shift+F10', 'long press']) assert.ok(text.includes(part), `${part} in ${text}`);
});
