// The built page in headless Chromium: serves dist/, opens pages, fails a test on any console
// error and on any request to another origin.
import { createServer } from 'node:http';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const require = createRequire(join(process.env.PPROFWEB_NODE_MODULES, 'x.js'));
const { chromium } = require('playwright-core');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };

let shared;
async function world() {
  if (shared) return shared;
  const dist = join(root, 'dist');
  const server = createServer((request, response) => {
    const path = join(dist, normalize(request.url.split(/[?#]/)[0] === '/' ? '/index.html' : request.url.split(/[?#]/)[0]));
    if (!path.startsWith(dist) || !existsSync(path) || statSync(path).isDirectory()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': kinds[extname(path)] ?? 'application/octet-stream' }).end(readFileSync(path));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-quic', '--disable-sync', '--disable-component-update', '--no-first-run'],
  });
  shared = { origin: `http://127.0.0.1:${server.address().port}`, server, browser };
  return shared;
}

export async function close() {
  await shared?.browser.close();
  shared?.server.close();
}

// Opens the page; what went wrong on it is thrown when the test ends.
export async function open(t, { scheme = 'light', width = 1600, height = 900, hash = '' } = {}) {
  const { origin, browser } = await world();
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme });
  const page = await context.newPage();
  const faults = [];
  page.on('pageerror', (error) => faults.push(`page error: ${error}`));
  page.on('console', (line) => line.type() === 'error' && faults.push(`console: ${line.text()}`));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('blob:') && !url.startsWith('data:')) faults.push(`request to ${url}`);
  });
  t.after(async () => {
    await context.close();
    if (faults.length) throw new Error(faults.join('\n'));
  });
  await page.goto(`${origin}/${hash}`);
  await page.waitForFunction(() => window.pprofweb);
  return page;
}

export const fixture = (name) => join(root, 'crates/formats/fixtures', name);
export const state = (page) => page.evaluate(() => window.pprofweb.state());
export const drawList = (page) => page.evaluate(() => window.pprofweb.drawList());
export const settled = (page) => page.waitForFunction(() => {
  const now = window.pprofweb.state();
  return now.files.length > 0 && !now.busy;
});

export async function choose(page, paths) {
  await page.setInputFiles('input[type=file]', paths);
  await settled(page);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

// A real drop of real files.
export async function drop(page, paths) {
  const files = paths.map((path) => ({ name: basename(path), bytes: readFileSync(path).toString('base64') }));
  await page.evaluate((files) => {
    const transfer = new DataTransfer();
    for (const { name, bytes } of files) transfer.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files);
  await settled(page);
}
