// The flame graph under mouse and keys.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { choose, close, drawList, fixture, made, open, state } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);
const cpu = fixture('go/cpu.pb.gz');

test('a click zooms, Escape goes back, search tells its share', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.mouse.click(1400, 170);
  await page.waitForFunction(() => window.pprofweb.state().look !== '');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.pprofweb.state().look === '');
  await page.keyboard.press('/');
  await page.keyboard.type('json');
  await page.waitForFunction(() => window.pprofweb.state().found?.count > 0);
  assert.match(await page.locator('#search-summary').innerText(), /^\d+ functions · [\d.]+% of total$/);
});

test('the tooltip tells name, self, total and both shares', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'small.pb', pprof(['main;parse;scan 30', 'main;parse 10', 'main;write 60'])));
  await page.mouse.move(1400, 170);
  const tip = page.locator('.tip');
  await tip.waitFor();
  const text = await tip.innerText();
  for (const part of ['parse', '10', '40', '40.00%']) assert.ok(text.includes(part), `${part} in ${text}`);
});

test('wheel and drag move the picture, two clicks bring it back', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  const whole = await drawList(page);
  await page.mouse.move(900, 300);
  for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, -120);
  await page.waitForFunction((whole) => window.pprofweb.drawList() !== whole, whole);
  const near = await drawList(page);
  await page.mouse.down();
  await page.mouse.move(700, 300, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction((near) => window.pprofweb.drawList() !== near, near);
  await page.mouse.dblclick(900, 860);
  await page.waitForFunction(() => window.pprofweb.state().look === '');
});

test('a picture let go in motion goes on, unless less motion is asked for; a press stops it', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.mouse.move(900, 300);
  for (let turn = 0; turn < 10; turn++) await page.mouse.wheel(0, -120);
  // So many CSS px the picture moves after the hand has left.
  const fling = () => page.evaluate(async () => {
    const canvas = document.querySelector('#view');
    const pause = (ms) => new Promise((done) => setTimeout(done, ms));
    const send = (kind, x) => canvas.dispatchEvent(new PointerEvent(kind, { pointerId: 7, pointerType: 'mouse', button: 0, isPrimary: true, bubbles: true, clientX: x, clientY: 400 }));
    send('pointerdown', 900);
    for (let step = 1; step <= 8; step++) {
      await pause(12);
      send('pointermove', 900 - 10 * step);
    }
    send('pointerup', 820);
    const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await frames();
    const seen = new Set([window.pprofweb.drawList()]);
    for (let at = 0; at < 12; at++) {
      await frames();
      seen.add(window.pprofweb.drawList());
    }
    return seen.size;
  });
  const whole = await drawList(page);
  assert.ok((await fling()) > 5, 'it goes on');
  await page.waitForFunction(() => window.pprofweb.state().look.startsWith('x'));
  await page.waitForTimeout(1500);
  const rests = await drawList(page);
  assert.notEqual(rests, whole);
  await page.waitForTimeout(200);
  assert.equal(await drawList(page), rests, 'it rests');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  assert.ok((await fling()) <= 2, 'less motion');
});

test('arrows move from frame to frame, Enter zooms, ? lists the keys', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowRight']) await page.keyboard.press(key);
  assert.ok((await state(page)).picked);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => window.pprofweb.state().look !== '');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
});

test('Escape closes the list of keys before anything else', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.mouse.click(1400, 170);
  await page.waitForFunction(() => window.pprofweb.state().look !== '');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.notEqual((await state(page)).look, '');
});

test('many frames of a gesture are few entries in the address bar', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.evaluate(() => {
    window.written = 0;
    const real = history.replaceState.bind(history);
    history.replaceState = (...all) => ((window.written += 1), real(...all));
  });
  await page.mouse.move(900, 300);
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, turn % 2 ? -60 : -90);
    await page.waitForTimeout(20);
  }
  await page.waitForTimeout(700);
  const written = await page.evaluate(() => window.written);
  assert.ok(written >= 1 && written <= 8, `${written} entries`);
  assert.equal(await page.evaluate(() => location.hash), `#${(await state(page)).link}`);
  assert.notEqual((await state(page)).look, '');
});

test('names of a file are only ever text', async (t) => {
  const page = await open(t);
  const evil = '<img src=x onerror=alert(1)>';
  page.on('dialog', () => assert.fail('a name was run'));
  await choose(page, made(t, `${evil.replaceAll('/', '')}.pb`, pprof([`main;${evil} 3`])));
  assert.ok((await drawList(page)).includes(evil));
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.pprofweb.rows().length > 1);
  assert.equal(await page.locator('img').count(), 0);
});
