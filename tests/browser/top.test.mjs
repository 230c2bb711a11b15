// The top table: its numbers are those of go tool pprof, its length costs nothing.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { choose, close, corpus, fixture, made, open, state, wholeTable } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);

// The rows of a stored `-top` text: flat, flat%, cum, cum%, name.
function stored(path) {
  const lines = readFileSync(path, 'utf8').split('\n');
  const rows = lines.slice(lines.findIndex((line) => line.includes('flat%')) + 1).filter((line) => line.trim());
  return rows.map((line) => {
    const [flat, flatShare, , cum, cumShare, ...name] = line.trim().split(/\s+/);
    return [flat, flatShare, cum, cumShare, name.join(' ').replace(/ \((partial-)?inline\)$/, '')];
  });
}

// Every row that pprof prints is in the table, in the same order, with the same figures.
async function compare(page, path) {
  const rows = stored(path);
  assert.ok(rows.length > 0, path);
  const printed = new Set(rows.map((row) => row[4]));
  const columns = (row) => [0, 1, 3, 4, 5].map((column) => row.split('\t')[column]);
  const table = (await wholeTable(page)).map(columns).filter((row) => printed.has(row[4]));
  const lines = (all) => all.map((row) => row.join('  ')).join('\n');
  assert.equal(lines(table), lines(rows), path);
}

for (const [file, type] of [
  ['cpu', 'cpu'], ['cpu', 'samples'],
  ['heap', 'inuse_space'], ['heap', 'alloc_space'], ['heap', 'alloc_objects'], ['heap', 'inuse_objects'],
  ['mutex', 'delay'], ['block', 'contentions'], ['goroutine', 'goroutine'],
]) {
  test(`the table has the numbers of go tool pprof: ${file}, ${type}`, async (t) => {
    const page = await open(t);
    await choose(page, fixture(`go/${file}.pb.gz`));
    await page.keyboard.press('3');
    await page.selectOption('#sample-types', type);
    await page.waitForFunction((type) => window.pprofweb.state().sampleType === type && !window.pprofweb.state().busy, type);
    await compare(page, fixture(`go/${file}.${type}.top.txt`));
  });
}

// Where nothing is symbolised, pprof's text has one row per binary, the page one per address.
test('the table has the numbers of the corpus', async (t) => {
  const index = corpus(t, 'pprof/cases/INDEX.tsv');
  if (!index) return;
  const cases = readFileSync(index, 'utf8').split('\n').map((line) => line.split('\t')).filter((row) => row[2] === '-top' && row[1] !== 'cppbench.cpu');
  assert.ok(cases.length >= 5);
  for (const [expected, file] of cases) {
    const page = await open(t);
    await choose(page, corpus(t, `pprof/cases/in/${file}`));
    await page.keyboard.press('3');
    await page.waitForFunction(() => window.pprofweb.rows().length > 0);
    await compare(page, corpus(t, `pprof/cases/expect/${expected}`));
  }
});

test('headings sort, search filters, a selection stays from view to view', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'a.pb', pprof(['main;parse;scan 30', 'main;parse 10', 'main;write 60'])));
  await page.keyboard.press('3');
  const names = () => page.evaluate(() => window.pprofweb.rows().map((row) => row.split('\t')[5]));
  await page.waitForFunction(() => window.pprofweb.rows().length === 4);
  assert.deepEqual(await names(), ['write', 'scan', 'parse', 'main']);
  await page.getByRole('columnheader', { name: 'Total', exact: true }).getByRole('button').click();
  await page.waitForFunction(() => window.pprofweb.rows()[0].includes('main'));
  assert.deepEqual(await names(), ['main', 'write', 'parse', 'scan']);
  await page.locator('.row', { hasText: 'parse' }).click();
  await page.keyboard.press('1');
  await page.waitForFunction(() => window.pprofweb.state().view === 'flame');
  assert.ok((await state(page)).picked.includes('parse'));
  await page.keyboard.press('/');
  await page.keyboard.type('sca');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.pprofweb.rows().length === 1);
  assert.deepEqual(await names(), ['scan']);
});

test('a table of 100,000 rows holds a screenful and scrolls', async (t) => {
  const page = await open(t);
  const lines = Array.from({ length: 100000 }, (_, at) => `main;function_number_${at} ${200000 - at}`);
  await choose(page, made(t, 'wide.pb', pprof(lines)));
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.pprofweb.rows().length > 20);
  await page.evaluate(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map((e) => e.duration))).observe({ type: 'longtask' });
  });
  await page.mouse.move(600, 400);
  for (let turn = 0; turn < 60; turn++) await page.mouse.wheel(0, 400);
  await page.waitForFunction(() => document.querySelector('#view').scrollTop > 20000);
  assert.ok(await page.evaluate(() => document.querySelectorAll('#view .row').length) < 80);
  await page.keyboard.press('End');
  await page.waitForFunction(() => window.pprofweb.rows().some((row) => row.includes('main')));
  assert.equal(await page.locator('#view').getAttribute('aria-rowcount'), '100002');
  assert.ok(Math.max(0, ...(await page.evaluate(() => window.longTasks))) < 200, 'scrolling is smooth');
});

test('a table is copied as text', async (t) => {
  const page = await open(t);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await choose(page, made(t, 'a.pb', pprof(['main;=evil() 30', 'main;write 60'])));
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.pprofweb.rows().length === 3);
  const copied = async (how) => {
    await page.getByRole('combobox', { name: 'Copy' }).selectOption(how);
    await page.waitForFunction((how) => navigator.clipboard.readText().then((text) => text.includes(how === 'TSV' ? '\t' : how === 'CSV' ? ',' : '| --')), how);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.match(await copied('TSV'), /^Self\tSelf %\t.*\n60\t66.67%\t66.67%\t60\t66.67%\twrite\t/);
  assert.match(await copied('CSV'), /30,33.33%,100%,30,33.33%,'=evil\(\),/);
  assert.match(await copied('Markdown'), /\| 60 \| 66.67% \|/);
});

test('on a phone the top table shows the names', async (t) => {
  const page = await open(t, { width: 390, height: 844 });
  await choose(page, fixture('go/cpu.pb.gz'));
  await page.getByRole('tab', { name: 'Top' }).click();
  const name = page.locator('.row .col-n').first();
  await name.waitFor();
  const box = await name.boundingBox();
  const tab = await page.locator('.tab.selected').boundingBox();
  assert.ok(tab.width < 130, `the tabs beside it are in sight: ${tab.width}`);
  assert.ok(box.width > 150 && box.x + box.width <= 390, JSON.stringify(box));
});
