// What cannot be read or breaks: told in a sentence with the file's name, nothing open is lost.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { choose, close, drawList, fixture, made, open, state } from './harness.mjs';
import { pprof } from './make.mjs';

after(close);
const cpu = fixture('go/cpu.pb.gz');

test('files that cannot be read are told and nothing open is lost', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  const picture = await drawList(page);
  const bad = [
    [made(t, 'notes.txt', 'no profile, a note'), /^notes\.txt: .*plain text/],
    [made(t, 'cut.pb.gz', readFileSync(cpu).subarray(0, 9000)), /^cut\.pb\.gz: .*cut/],
    [made(t, 'empty.pb', ''), /^empty\.pb: .*empty/],
    [made(t, 'image.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), /^image\.png: /],
  ];
  for (const [path, sentence] of bad) {
    await choose(page, path);
    const now = await state(page);
    assert.equal(now.file, 'cpu.pb.gz');
    assert.match(now.files.at(-1).message, sentence);
    assert.equal(await drawList(page), picture);
  }
});

test('a profile without samples says so in its place', async (t) => {
  const page = await open(t);
  await choose(page, made(t, 'none.pb', pprof([])));
  const now = await state(page);
  assert.equal(now.files[0].phase, 'open');
  assert.match(now.gap, /no samples/);
  await page.getByText('Nothing to show in none.pb').waitFor();
});

test('a crashed worker starts again and the profile stays', async (t) => {
  const page = await open(t);
  await choose(page, cpu);
  await page.evaluate(() => window.pprofweb.crashWorker());
  await page.waitForFunction(() => window.pprofweb.state().toasts.length > 0 && !window.pprofweb.state().busy);
  assert.equal((await state(page)).files[0].phase, 'open');
});
