// The built page with real profiles: what is dropped is seen, faults are told.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { choose, close, corpus, drawList, drop, fixture, open, paste, settled, state } from './harness.mjs';

after(close);
const cpu = fixture('go/cpu.pb.gz');

for (const scheme of ['light', 'dark']) {
  test(`a dropped profile is a flame graph (${scheme})`, async (t) => {
    const page = await open(t, { scheme });
    await drop(page, [cpu]);
    await page.waitForFunction(() => window.pprofweb.drawList().includes('serve'));
    assert.match(await drawList(page), /compress/);
    const now = await state(page);
    assert.equal(now.sampleType, 'cpu');
    assert.equal(await page.evaluate(() => window.pprofweb.scheme()), scheme);
    assert.ok(await page.evaluate(() => performance.getEntriesByName('pprofweb:painted').length === 1));
  });
}

test('the top table has the numbers of go tool pprof', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.keyboard.press('2');
  await page.waitForFunction(() => window.pprofweb.rows().length > 5);
  const first = (await page.evaluate(() => window.pprofweb.rows()))[0].split('\t');
  const stored = readFileSync(fixture('go/cpu.cpu.top.txt'), 'utf8').split('\n');
  const line = stored[stored.findIndex((line) => line.includes('flat%')) + 1].trim().split(/\s+/);
  assert.deepEqual([first[0], first[1], first[3], first[4]], [line[0], line[1], line[4], line[5]]);
});

test('a click zooms, Escape goes back, search tells its share', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.mouse.click(1400, 130);
  await page.waitForFunction(() => window.pprofweb.state().look !== '');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => window.pprofweb.state().look === '');
  await page.keyboard.press('/');
  await page.keyboard.type('json');
  await page.waitForFunction(() => window.pprofweb.state().found?.count > 0);
});

test('files that cannot be read are told and nothing open is lost', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pprofweb-'));
  const make = (name, bytes) => (writeFileSync(join(folder, name), bytes), join(folder, name));
  const page = await open(t);
  await choose(page, cpu);
  const bad = [
    [make('notes.txt', 'no profile, a note'), /plain text/],
    [make('cut.pb.gz', readFileSync(cpu).subarray(0, 9000)), /cut/],
    [make('empty.pb', ''), /empty/],
  ];
  for (const [path, sentence] of bad) {
    await choose(page, path);
    const now = await state(page);
    assert.equal(now.file, 'cpu.pb.gz');
    assert.match(now.files.at(-1).message, sentence);
  }
});

test('a crashed worker starts again and the profile stays', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.evaluate(() => window.pprofweb.crashWorker());
  await page.waitForFunction(() => window.pprofweb.state().toasts.length > 0 && !window.pprofweb.state().busy);
  assert.equal((await state(page)).files[0].phase, 'open');
});

test('the example opens from its link', async (t) => {
  const page = await open(t, { hash: '#example=go-cpu' });
  await page.waitForFunction(() => window.pprofweb.state().files[0]?.phase === 'open');
});

test('pasted text is opened like a file', async (t) => {
  const page = await open(t);
  await paste(page, 'a note, no profile');
  await settled(page);
  assert.match((await state(page)).files[0].message, /^pasted text: This looks like plain text/);
});

test('a profile without names shows its addresses', async (t) => {
  const page = await open(t);
  const folder = corpus(t, 'pprof/cases/in/cppbench.cpu');
  if (!folder) return;
  await choose(page, folder);
  assert.match(await drawList(page), /cppbench_server_main\S*\+0x[0-9a-f]+/);
});

test('on a phone the top table shows the names', async (t) => {
  const page = await open(t, { width: 390, height: 844 });
  await choose(page, cpu);
  await page.getByRole('tab', { name: 'Top' }).click();
  const name = page.locator('.row .col-n').first();
  await name.waitFor();
  const box = await name.boundingBox();
  assert.ok(box.width > 150 && box.x + box.width <= 390, JSON.stringify(box));
});

test('Escape closes the list of keys before anything else', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.mouse.click(1400, 130);
  await page.waitForFunction(() => window.pprofweb.state().look !== '');
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  assert.notEqual((await state(page)).look, '');
});
