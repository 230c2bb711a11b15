// Pictures of the page beside stored ones. Fonts differ from machine to machine, so not pixels are
// compared but blocks of them, by their mean colours. `UPDATE_SCREENS=1` stores what is seen.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Side of a block in pixels; how far a mean may be off, of 255; how many blocks may be further off.
const [BLOCK, OFF, SHARE] = [16, 28, 0.02];

// Mean colours of a PNG's blocks, decoded by the browser: [columns, rows, r, g, b, r, g, …].
const blocks = (page, png) => page.evaluate(async ([base64, side]) => {
  const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  const [columns, rows] = [Math.floor(image.width / side), Math.floor(image.height / side)];
  const means = [columns, rows];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const sum = [0, 0, 0];
      for (let y = row * side; y < (row + 1) * side; y++) {
        for (let x = column * side; x < (column + 1) * side; x++) {
          for (let c = 0; c < 3; c++) sum[c] += data[(y * image.width + x) * 4 + c];
        }
      }
      means.push(...sum.map((total) => total / side / side));
    }
  }
  return means;
}, [png.toString('base64'), BLOCK]);

// Blocks of one picture that are not those of the other, as a share; 1 if their sizes differ.
export function difference(a, b) {
  if (a[0] !== b[0] || a[1] !== b[1]) return 1;
  let off = 0;
  for (let at = 2; at < a.length; at += 3) {
    if ([0, 1, 2].some((c) => Math.abs(a[at + c] - b[at + c]) > OFF)) off += 1;
  }
  return off / (a[0] * a[1]);
}

// Fails if the page does not look like the stored picture of that name.
export async function looksLike(page, name) {
  const stored = join(root, 'tests/browser/screens', `${name}.png`);
  const seen = await page.screenshot({ animations: 'disabled' });
  if (process.env.UPDATE_SCREENS) {
    mkdirSync(dirname(stored), { recursive: true });
    writeFileSync(stored, seen);
    return;
  }
  assert.ok(existsSync(stored), `${stored} is missing: UPDATE_SCREENS=1 stores it`);
  const share = difference(await blocks(page, seen), await blocks(page, readFileSync(stored)));
  if (share <= SHARE) return;
  const kept = join(root, 'target/xtask', `${name}.seen.png`);
  mkdirSync(dirname(kept), { recursive: true });
  writeFileSync(kept, seen);
  assert.fail(`${(share * 100).toFixed(1)} % of the page differ from ${stored}; what was seen is ${kept}`);
}
