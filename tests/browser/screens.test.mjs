// Whole screens beside stored pictures, at the sizes people have, in both themes.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { choose, close, fixture, made, open } from './harness.mjs';
import { difference, looksLike } from './screens.mjs';

after(close);

for (const scheme of ['light', 'dark']) {
  for (const [width, height] of [[1600, 900], [390, 844]]) {
    const size = `${scheme}-${width}`;
    test(`screens, ${size}`, async (t) => {
      const page = await open(t, { scheme, width, height });
      await looksLike(page, `landing-${size}`);
      await choose(page, fixture('go/cpu.pb.gz'));
      await page.mouse.move(2, 2);
      await looksLike(page, `flame-${size}`);
      await page.keyboard.press('3');
      await page.waitForFunction(() => window.pprofweb.rows().length > 5);
      await looksLike(page, `top-${size}`);
      const lost = await open(t, { scheme, width, height });
      await choose(lost, made(t, 'notes.txt', 'no profile, a note'));
      await looksLike(lost, `error-${size}`);
    });
  }
}

test('another picture is told apart', () => {
  const one = [2, 1, 10, 10, 10, 20, 20, 20];
  assert.equal(difference(one, one), 0);
  assert.equal(difference(one, [2, 1, 10, 10, 10, 20, 80, 20]), 0.5);
  assert.equal(difference(one, [1, 2, 10, 10, 10, 20, 20, 20]), 1);
});
