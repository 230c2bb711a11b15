// Ways in: dropped, chosen, pasted, linked; one file, several, several profiles in a file; cancel.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { choose, close, corpus, drawList, drop, fixture, made, open, paste, settled, state } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);
const cpu = fixture('go/cpu.pb.gz');
const heap = fixture('go/heap.pb.gz');
const names = async (page) => (await state(page)).files.map((file) => `${file.name} ${file.phase}`);

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

test('the switch of themes goes from system to light to dark', async (t) => {
  const page = await open(t, { scheme: 'dark' });
  await choose(page, cpu);
  const seen = [];
  for (let turn = 0; turn < 3; turn++) {
    await page.keyboard.press('t');
    await page.waitForTimeout(50);
    seen.push(await page.evaluate(() => window.pprofweb.scheme()));
  }
  assert.deepEqual(seen, ['light', 'dark', 'dark']);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.waitForFunction(() => window.pprofweb.scheme() === 'light');
});

test('several files dropped at once are all opened, one is shown', async (t) => {
  const page = await open(t);
  await drop(page, [cpu, heap, fixture('go/mutex.pb.gz')]);
  await page.waitForFunction(() => window.pprofweb.state().files.every((file) => file.phase === 'open'));
  assert.deepEqual(await names(page), ['cpu.pb.gz open', 'heap.pb.gz open', 'mutex.pb.gz open']);
  const before = (await state(page)).file;
  await page.selectOption('#files', { label: 'heap.pb.gz' });
  await page.waitForFunction(() => window.pprofweb.state().file === 'heap.pb.gz' && !window.pprofweb.state().busy);
  assert.equal((await state(page)).sampleType, 'inuse_space');
  assert.notEqual(before, 'heap.pb.gz');
  assert.equal(await page.evaluate(() => performance.getEntriesByName('pprofweb:painted').length), 2);
});

test('a second file opens beside the first and can be closed again', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await choose(page, heap);
  assert.deepEqual(await names(page), ['cpu.pb.gz open', 'heap.pb.gz open']);
  assert.equal((await state(page)).file, 'heap.pb.gz');
  await page.getByRole('button', { name: /^Close the file/ }).click();
  await page.waitForFunction(() => window.pprofweb.state().file === 'cpu.pb.gz');
  assert.deepEqual(await names(page), ['cpu.pb.gz open']);
});

test('gzipped and raw, pasted and dropped: one profile', async (t) => {
  const page = await open(t);
  const raw = made(t, 'raw.pb', pprof(['main;parse 3', 'main;write 5']));
  await choose(page, raw);
  assert.match(await drawList(page), /parse/);
  await page.evaluate((base64) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(base64), (c) => c.charCodeAt(0))], 'pasted.pb.gz'));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, readFileSync(cpu).toString('base64'));
  await page.waitForFunction(() => window.pprofweb.state().files[1]?.phase === 'open');
  assert.equal((await state(page)).file, 'pasted.pb.gz');
});

test('pasted text is opened like a file', async (t) => {
  const page = await open(t);
  await paste(page, 'a note, no profile');
  await settled(page);
  assert.match((await state(page)).files[0].message, /^pasted text: This looks like plain text/);
});

test('the example opens from its link', async (t) => {
  const page = await open(t, { hash: '#example=go-cpu' });
  await page.waitForFunction(() => window.pprofweb.state().files[0]?.phase === 'open');
});

test('the profiles of a file with several can be chosen', async (t) => {
  const page = await open(t);
  const two = Buffer.concat([pprof(['main;first 3'], { time: 1 }), pprof(['main;second 4'], { time: 2 })]);
  await choose(page, made(t, 'two.pb', two));
  assert.match(await drawList(page), /first/);
  await page.selectOption('#profiles', '1');
  await page.waitForFunction(() => window.pprofweb.drawList().includes('second'));
  assert.doesNotMatch(await drawList(page), /first/);
});

test('opening is told step by step and can be cancelled', async (t) => {
  const page = await open(t);
  // Large enough that nobody can press a button too late.
  const lines = Array.from({ length: 400000 }, (_, at) => `main;f${at % 5000};g${at % 977};h${at} ${1 + (at % 7)}`);
  const large = made(t, 'large.pb', pprof(lines));
  await page.setInputFiles('input[type=file]', large);
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await cancel.waitFor();
  assert.match(await page.locator('.loading-line').innerText(), /Reading|Parsing|Laying out/);
  await cancel.click();
  await page.waitForFunction(() => window.pprofweb.state().files.length === 0);
  await page.getByText('Drop a profile anywhere').waitFor();
  await choose(page, cpu);
  assert.equal((await state(page)).files[0].phase, 'open');
});

test('a large profile is opened without a long task on the page', async (t) => {
  const page = await open(t);
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  const lines = Array.from({ length: 100000 }, (_, at) => `main;f${at % 500};g${at % 977};h${at % 7919} ${1 + (at % 7)}`);
  await choose(page, made(t, 'long.pb', pprof(lines)));
  await page.waitForTimeout(200);
  // Half a second is what a stolen core can cost; the bench holds the limit of 50 ms.
  assert.ok(Math.max(0, ...(await page.evaluate(() => window.longTasks))) < 500);
});

const real = [
  ['real/go/ferry.go.cpu.pb.gz', /runtime\./],
  ['real/go/ferry.go.cpu.nogz.pb', /runtime\./],
  ['pprof/cases/in/go-http.heap.pb.gz', /./],
  ['pprof/cases/in/cppbench.cpu', /cppbench_server_main\S*\+0x[0-9a-f]+/],
  ['real/native/orchard.gperf.cpu.prof', /\+0x[0-9a-f]+/],
];
for (const [path, sign] of real) {
  test(`a real profile: ${path}`, async (t) => {
    const file = corpus(t, path);
    if (!file) return;
    const page = await open(t);
    await drop(page, [file]);
    assert.equal((await state(page)).files[0].phase, 'open');
    await page.waitForFunction(() => window.pprofweb.drawList() !== '');
    assert.match(await drawList(page), sign);
  });
}
