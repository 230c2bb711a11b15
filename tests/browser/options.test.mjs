// Filters and options through the page, beside what the native reports print for the same.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { choose, close, fixture, made, open, state, wholeTable } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);
const cpu = fixture('go/cpu.pb.gz');
const heap = fixture('go/heap.pb.gz');

// What `pprofweb REPORT` prints.
function native(report, file, options) {
  const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
  return execFileSync(process.env.PPROFWEB_BIN, [report, file, ...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

const settled = (page) => page.waitForFunction(() => !window.pprofweb.state().busy && !window.pprofweb.state().stale);

// Sets options as a person does: in the panel.
async function set(page, options) {
  await page.keyboard.press('f');
  await page.locator('.options').waitFor();
  for (const [name, value] of Object.entries(options)) {
    const box = page.locator(`#opt-${name}`);
    const kind = await box.evaluate((node) => (node.tagName === 'SELECT' ? 'select' : node.type));
    if (kind === 'select') await box.selectOption(value);
    else if (kind === 'checkbox') await box.setChecked(value === 'true');
    else await box.fill(value);
  }
  await page.keyboard.press('Escape');
  await settled(page);
}

async function text(page) {
  return (await wholeTable(page)).map((line) => `${line}\n`).join('');
}

const cases = [
  ['5', 'tree', cpu, { focus: 'json' }],
  ['5', 'tree', cpu, { ignore: 'gc', relative_percentages: 'true' }],
  ['5', 'tree', cpu, { hide: 'runtime', nodecount: '20' }],
  ['5', 'tree', cpu, { show: 'main|json' }],
  ['5', 'tree', cpu, { show_from: 'main.handle', sort: 'cum' }],
  ['5', 'tree', cpu, { prune_from: 'flate' }],
  ['5', 'tree', cpu, { tagfocus: 'handler=order' }],
  ['5', 'tree', cpu, { tagignore: 'order' }],
  ['5', 'tree', cpu, { tagroot: 'handler', nodecount: '12' }],
  ['5', 'tree', cpu, { tagleaf: 'handler', nodecount: '12' }],
  ['5', 'tree', cpu, { granularity: 'lines', nodecount: '15' }],
  ['5', 'tree', cpu, { granularity: 'files', nodecount: '15' }],
  ['5', 'tree', cpu, { granularity: 'addresses', showcolumns: 'true', nodecount: '10' }],
  ['5', 'tree', cpu, { noinlines: 'true', nodecount: '15' }],
  ['5', 'tree', cpu, { mean: 'true', nodecount: '10' }],
  ['5', 'tree', cpu, { unit: 'ms', divide_by: '2', nodecount: '10' }],
  ['5', 'tree', cpu, { nodefraction: '0.05', edgefraction: '0.02' }],
  ['5', 'tree', cpu, { trim: 'false', focus: 'json' }],
  ['5', 'tree', heap, { compact_labels: 'true', drop_negative: 'true', nodecount: '10' }],
  ['5', 'tree', heap, { all_frames: 'true', nodecount: '10' }],
  ['6', 'peek', cpu, { about: 'main.handle' }],
  ['7', 'traces', fixture('go/goroutine.pb.gz'), {}],
  ['7', 'traces', fixture('go/goroutine.pb.gz'), { tagshow: 'nothing', taghide: 'x', call_tree: 'true' }],
  ['9', 'raw', fixture('go/threadcreate.pb.gz'), {}],
  ['0', 'facts', heap, {}],
];
for (const [key, report, file, options] of cases) {
  test(`${report} ${JSON.stringify(options)} of ${file.split('/').pop()} is what the native tool prints`, async (t) => {
    const page = await open(t);
    await choose(page, file);
    await set(page, options);
    await page.keyboard.press(key);
    await page.waitForFunction((view) => window.pprofweb.state().view === view, report);
    await settled(page);
    await page.waitForFunction(() => window.pprofweb.rows().length > 2);
    assert.equal(await text(page), native(report, file, options));
  });
}

test('a wrong expression is told at its box and the picture stays', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.keyboard.press('3');
  await page.waitForFunction(() => window.pprofweb.rows().length > 5);
  await page.keyboard.press('f');
  await page.fill('#opt-hide', '(');
  await page.locator('#opt-hide-fault').waitFor();
  assert.match(await page.locator('#opt-hide-fault').innerText(), /no regular expression/);
  assert.equal(await page.locator('#opt-hide').getAttribute('aria-invalid'), 'true');
  assert.ok((await page.evaluate(() => window.pprofweb.rows().length)) > 5);
});

test('filters are chips, links and steps', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.keyboard.press('3');
  await set(page, { focus: 'json', hide: 'nothing at all' });
  assert.match((await state(page)).link, /f=json/);
  await page.getByText('Hide matched nothing.').waitFor();
  await page.getByRole('button', { name: 'Remove Focus' }).click();
  await settled(page);
  assert.doesNotMatch((await state(page)).link, /f=json/);
  await page.keyboard.press('Control+z');
  await page.waitForFunction(() => window.pprofweb.state().link.includes('f=json'));
});

test('the selected function becomes a filter, a tag too', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.keyboard.press('3');
  await page.locator('.row', { hasText: 'fastEncL6' }).first().click();
  await page.getByRole('group', { name: 'Selected' }).getByRole('button', { name: 'Focus', exact: true }).click();
  await settled(page);
  assert.match(decodeURIComponent((await state(page)).link), /f=\^compress\/flate\\.\\\(\\\*fastEncL6\\\)\\.encode\$/);
  await page.keyboard.press('8');
  await page.locator('.row', { hasText: '/order' }).click();
  await settled(page);
  assert.match(decodeURIComponent((await state(page)).link), /tf=handler=\^\/order\$/);
});

test('filters that leave nothing say so', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'a.pb', pprof(['main;parse 3'])));
  await set(page, { focus: 'nowhere' });
  await page.getByText('The filters leave nothing').waitFor();
});

test('two files are compared and merged', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'a.pb', pprof(['main;parse 30', 'main;write 10'])));
  await choose(page, made(t, 'b.pb', pprof(['main;parse 20', 'main;write 40'])));
  await page.keyboard.press('3');
  await page.keyboard.press('f');
  await page.selectOption('#compare-with', { label: 'a.pb' });
  await page.getByRole('button', { name: 'Difference' }).click();
  await page.waitForFunction(() => window.pprofweb.state().file === 'b.pb − a.pb' && !window.pprofweb.state().busy);
  const rows = await page.evaluate(() => window.pprofweb.rows());
  assert.match(rows[0], /^30\t75.00%\t75.00%\t30\t75.00%\twrite/);
  assert.match(rows[1], /^-10\t-25.00%\t50.00%\t-10\t-25.00%\tparse/);
  await page.selectOption('#files', { label: 'b.pb' });
  await page.waitForFunction(() => window.pprofweb.state().file === 'b.pb' && !window.pprofweb.state().busy);
  await page.getByRole('button', { name: 'Merge' }).click();
  await page.waitForFunction(() => window.pprofweb.state().file === 'b.pb + a.pb' && !window.pprofweb.state().busy);
  assert.match((await page.evaluate(() => window.pprofweb.rows()))[0], /^50\t50.00%/);
});

test('a text report is searched line by line', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.keyboard.press('5');
  await page.waitForFunction(() => window.pprofweb.rows().length > 10);
  await page.keyboard.press('/');
  await page.keyboard.type('/sweepone$/');
  await page.locator('.row.hit').first().waitFor();
  assert.match(await page.locator('.row.hit').first().innerText(), /sweepone$/);
  assert.ok(await page.evaluate(() => document.querySelector('#view').scrollTop) > 100);
});
