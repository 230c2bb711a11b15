// Processes and threads: the list, what it picks, by mouse, keys and touch; sample types that
// switch in place.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { choose, close, drawList, made, open, state } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);
const threads = (t) => made(t, 'threads.pb', pprof([
  'main;a 30 {thread_name=main,tid=7}',
  'main;b 50 {thread_name=pool,tid=8}',
  'main;c 20',
]));
const processes = (t) => made(t, 'processes.pb', pprof([
  'main;a 4 {comm=web,pid=1,thread=io}',
  'main;b 3 {comm=web,pid=1,thread=main}',
  'main;c 2 {comm=db,pid=2,thread=io}',
  'main;d 1 {comm=db,pid=2,thread=log}',
]));
const many = (t) => made(t, 'many.pb', pprof(Array.from({ length: 40 }, (_, at) => `main;f${at} ${100 - at} {thread=worker-${at}}`)));
const calm = (page) => page.waitForFunction(() => !window.pprofweb.state().busy && !window.pprofweb.state().stale);
const toggle = (page) => page.getByRole('button', { name: /^Threads/ });
const list = (page) => page.getByRole('dialog', { name: 'Processes and threads' });
const box = (page, name) => list(page).getByRole('checkbox', { name });
// What is picked, as the link says it.
const picked = async (page) => new URLSearchParams((await state(page)).link.replaceAll('+', '%2B')).get('tracks') ?? '';
const picks = async (page, wanted) => {
  await page.waitForFunction((wanted) => {
    const link = window.pprofweb.state().link.replaceAll('+', '%2B');
    return (new URLSearchParams(link).get('tracks') ?? '') === wanted;
  }, wanted);
  await calm(page);
};
const names = (page) => list(page).getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label')));
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('threads are listed with their weight, picked, and undone', async (t) => {
  const page = await open(t);
  await choose(page, threads(t));
  const whole = await drawList(page);
  await toggle(page).click();
  await list(page).waitFor();
  await box(page, /^pool/).waitFor();
  assert.deepEqual(await names(page), ['pool (8), 50, 50.00% of total', 'main (7), 30, 30.00% of total', 'no thread label, 20, 20.00% of total']);
  assert.equal(await list(page).getByRole('searchbox').count(), 0, 'few need no search');
  for (const name of [/^pool/, /^main/, /^no thread/]) assert.ok(await box(page, name).isChecked());
  await box(page, /^pool/).click();
  await picks(page, '!pool (8)');
  await page.waitForFunction((whole) => window.pprofweb.drawList() !== whole, whole);
  assert.match(await toggle(page).innerText(), /2 of 3/);
  await list(page).getByRole('button', { name: 'Only main (7)' }).click();
  await picks(page, 'main (7)');
  assert.equal(await box(page, /^pool/).isChecked(), false);
  assert.equal(await box(page, /^main/).isChecked(), true);
  await box(page, /^no thread/).click();
  await picks(page, 'main (7),no thread label');
  await list(page).getByRole('button', { name: 'None', exact: true }).click();
  await picks(page, '-');
  await page.getByText('Tracks: none is picked.').or(page.getByText('tracks=-')).first().waitFor();
  await list(page).getByRole('button', { name: 'All', exact: true }).click();
  await picks(page, '');
  for (const before of ['-', 'main (7),no thread label', 'main (7)', '!pool (8)']) {
    await page.goBack();
    await picks(page, before);
  }
  await page.getByRole('button', { name: 'Remove Tracks' }).click();
  await picks(page, '');
  await page.waitForFunction((whole) => window.pprofweb.drawList() === whole, whole);
  await list(page).getByRole('button', { name: 'Close' }).click();
  await list(page).waitFor({ state: 'detached' });
});

test('a process stands for its threads', async (t) => {
  const page = await open(t);
  await choose(page, processes(t));
  await toggle(page).click();
  await box(page, /^web \(1\),/).waitFor();
  assert.equal((await names(page)).length, 6);
  await box(page, /^web \(1\) > io/).click();
  await picks(page, '!web (1) > io');
  assert.equal(await box(page, /^web \(1\),/).evaluate((box) => box.indeterminate), true);
  await box(page, /^web \(1\),/).click();
  await picks(page, '');
  assert.equal(await box(page, /^web \(1\),/).evaluate((box) => box.indeterminate), false);
  await list(page).getByRole('button', { name: 'Only db (2)', exact: true }).click();
  await picks(page, 'db (2)');
  assert.ok(await box(page, /^db \(2\) > log/).isChecked());
  assert.ok(!(await box(page, /^web \(1\) > main/).isChecked()));
});

test('the list is used by keys alone', async (t) => {
  const page = await open(t);
  await choose(page, threads(t));
  await page.keyboard.press('r');
  await box(page, /^pool/).waitFor();
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('pool'));
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('main'));
  await page.keyboard.press('Space');
  await picks(page, '!main (7)');
  assert.match(await focused(page), /^main/, 'the focus stays');
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('pool'));
  await page.keyboard.press('Enter');
  await picks(page, 'pool (8)');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('no thread'));
  await page.keyboard.press('Escape');
  await list(page).waitFor({ state: 'detached' });
  assert.equal(await picked(page), 'pool (8)', 'what was picked stays');
});

test('many threads are searched', async (t) => {
  const page = await open(t);
  await choose(page, many(t));
  await page.keyboard.press('r');
  const search = list(page).getByRole('searchbox');
  await search.waitFor();
  await page.waitForFunction(() => document.activeElement?.type === 'search');
  await page.keyboard.type('R-1');
  await page.waitForFunction(() => document.querySelectorAll('[role=dialog] input[type=checkbox]').length === 11);
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label')?.startsWith('worker-1,'));
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => document.activeElement?.type === 'search');
  await page.keyboard.press('Enter');
  await picks(page, 'worker-1');
});

test('commands, the query and links say the same', async (t) => {
  const page = await open(t, { hash: '#v=1&view=top&tracks=pool%20(8),gone' });
  await choose(page, threads(t));
  await page.getByText('there is no “gone”').waitFor();
  assert.ok((await page.evaluate(() => window.pprofweb.rows())).some((row) => row.includes('b')));
  await page.keyboard.press('Control+k');
  await page.keyboard.type('threads at the root');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /tagroot=thread_name,tid/.test(decodeURIComponent(window.pprofweb.state().link)));
  await calm(page);
  await page.waitForFunction(() => window.pprofweb.rows().some((row) => row.includes('pool')));
  await page.keyboard.press('q');
  await page.fill('#query', 'tracks:ma');
  await page.waitForFunction(() => document.querySelector('#query-words option')?.value === 'tracks:"main (7)"');
  await page.fill('#query', 'tracks:"main (7)"');
  await picks(page, 'main (7)');
});

test('a profile without threads has no button', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'plain.pb', pprof(['main;a 1 {handler=x}'])));
  assert.equal(await toggle(page).count(), 0);
  await page.keyboard.press('r');
  assert.equal(await list(page).count(), 0);
});

test('on a phone the list is a sheet at the bottom', async (t) => {
  const page = await open(t, { width: 390, height: 844 });
  await choose(page, many(t));
  await toggle(page).click();
  await box(page, /^worker-0,/).waitFor();
  const sheet = await list(page).boundingBox();
  assert.ok(sheet.x === 0 && Math.abs(sheet.width - 390) <= 1, JSON.stringify(sheet));
  assert.ok(Math.abs(sheet.y + sheet.height - 844) <= 1 && sheet.y > 200, JSON.stringify(sheet));
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  await list(page).getByRole('button', { name: 'Only worker-3', exact: true }).click();
  await picks(page, 'worker-3');
});

test('another sample type keeps zoom and selection at their frame, in hidden views too', async (t) => {
  const page = await open(t);
  const lines = ['main;decode;scan 30,40', 'main;read 10,50', 'main;gc 0,10'];
  await choose(page, made(t, 'types.pb', pprof(lines, { types: [['samples', 'count'], ['cpu', 'nanoseconds']] })));
  const at = (left, width) => page.waitForFunction(([left, width]) => {
    const { look, stale, busy } = window.pprofweb.state();
    const [, l, w] = look.match(/^x([^~]+)~([^_]+)/) ?? [];
    return !stale && !busy && Math.abs(l - left) < 1e-9 && Math.abs(w - width) < 1e-9;
  }, [left, width]);
  const count = (kind) => page.locator('select.sample-types').selectOption({ index: ['samples', 'cpu'].indexOf(kind) });
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await at(0, 0.5);
  assert.equal((await state(page)).picked, 'read');
  await count('samples');
  await at(0.75, 0.25);
  assert.equal((await state(page)).picked, 'read');
  assert.ok((await drawList(page)).includes('read'));
  await page.goBack();
  await at(0, 0.5);
  await page.getByRole('tab', { name: 'Top' }).click();
  await page.waitForFunction(() => window.pprofweb.state().view === 'top');
  await count('samples');
  await calm(page);
  await page.getByRole('tab', { name: 'Flame graph' }).click();
  await at(0.75, 0.25);
  assert.equal((await state(page)).picked, 'read');
});
