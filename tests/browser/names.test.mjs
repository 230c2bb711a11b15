// Names of native programs: read by a module that is fetched only for them, the linker's at hand.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { choose, close, fixture, open, site, state, wholeTable } from './harness.mjs';

after(close);
const mangled = fixture('mangled/names.pb.gz');
const native = (...args) => execFileSync(process.env.PPROFWEB_BIN, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const answered = (page) => page.waitForFunction(() => !window.pprofweb.state().busy && !window.pprofweb.state().stale);

// Tells when the module is fetched, by page or worker.
async function fetches(page) {
  const seen = [];
  await page.context().route('**/symbols.wasm', (route) => {
    seen.push(route.request().url());
    return route.continue();
  });
  return seen;
}

async function names(page, way) {
  await page.keyboard.press('f');
  await page.locator('#opt-demangle').selectOption(way);
  await page.keyboard.press('Escape');
  await answered(page);
}

test('the page prints the names that the command line prints', async (t) => {
  const page = await open(t);
  await choose(page, mangled);
  await page.keyboard.press('5');
  await answered(page);
  for (const way of ['simple', 'templates', 'full', 'none', 'recorded']) {
    await names(page, way);
    const text = (await wholeTable(page)).map((line) => `${line}\n`).join('');
    assert.equal(text, native('tree', mangled, `--demangle=${way}`), way);
  }
});

test('the reading of names is fetched only for mangled names', async (t) => {
  const page = await open(t);
  const seen = await fetches(page);
  await choose(page, fixture('go/cpu.pb.gz'));
  assert.deepEqual(seen, []);
  await choose(page, mangled);
  await answered(page);
  assert.deepEqual(seen, [`${await site()}/symbols.wasm`]);
  await names(page, 'full');
  assert.equal(seen.length, 1);
});

test('details have the name that the linker knows', async (t) => {
  const page = await open(t);
  await choose(page, mangled);
  await page.keyboard.press('2');
  await answered(page);
  const row = page.locator('#view .row', { hasText: 'std::vector::push_back' });
  await row.first().click();
  await page.keyboard.press('d');
  const panel = page.locator('.details');
  await panel.getByText('std::vector::push_back', { exact: true }).first().waitFor();
  await panel.getByText('_ZNSt6vectorIiSaIiEE9push_backEOi', { exact: true }).waitFor();
});

test('names stay where the module is not there, and that is told', async (t) => {
  const page = await open(t);
  await page.context().route('**/symbols.wasm', (route) => route.fulfill({ status: 200, contentType: 'text/html', body: 'moved' }));
  await choose(page, mangled);
  await page.keyboard.press('2');
  await answered(page);
  assert.match((await wholeTable(page)).join('\n'), /_ZNSt6vectorIiSaIiEE9push_backEOi/);
  await page.getByText('Names stay as the linker has them').first().waitFor({ timeout: 5000 });
  assert.equal((await state(page)).files[0].phase, 'open');
});
