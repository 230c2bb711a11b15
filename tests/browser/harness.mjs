// The built page in headless Chromium: serves dist/, opens pages, fails a test on any console
// error and on any request to another origin.
import { createServer } from 'node:http';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const require = createRequire(join(process.env.PPROFWEB_NODE_MODULES, 'x.js'));
const { chromium } = require('playwright-core');
const kinds = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm', '.svg': 'image/svg+xml' };

const servers = [];
let launched;
let ours;

// Serves a folder on this machine; answers its origin.
export async function serve(folder) {
  const server = createServer((request, response) => {
    const name = request.url.split(/[?#]/)[0];
    const path = join(folder, normalize(name === '/' ? '/index.html' : name));
    if (!path.startsWith(folder) || !existsSync(path) || statSync(path).isDirectory()) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': kinds[extname(path)] ?? 'application/octet-stream' }).end(readFileSync(path));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  servers.push(server);
  return `http://127.0.0.1:${server.address().port}`;
}

// The built page; one server for all tests of a file.
export const site = () => (ours ??= serve(join(root, 'dist')));

// One Chromium for all tests of a file; the first caller says how pictures are drawn.
export const browser = (drawing = ['--disable-gpu']) =>
  (launched ??= chromium.launch({
    executablePath: process.env.CHROMIUM,
    args: [...drawing, '--no-sandbox', '--disable-background-networking', '--disable-quic', '--disable-sync', '--disable-component-update', '--no-first-run'],
  }));

// Another Chromium from now on, that draws otherwise.
export async function relaunch(drawing) {
  await (await launched)?.close();
  launched = undefined;
  return browser(drawing);
}

export async function close() {
  await (await launched)?.close();
  servers.forEach((server) => server.close());
}

// Opens the page, with so many pixels of the screen to one of its own; what went wrong on it is
// thrown when the test ends.
export async function open(t, { scheme = 'light', width = 1600, height = 900, hash = '', scale = 1 } = {}) {
  const origin = await site();
  const context = await (await browser()).newContext({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: scale });
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

// A file of the corpus beside the project; without it the test is skipped, visibly.
export function corpus(t, name) {
  const path = join(root, '../shared/corpus', name);
  if (existsSync(path)) return path;
  t.skip('../shared/corpus is not there');
  return null;
}

// A file that lives as long as the test.
export function made(t, name, bytes) {
  const folder = mkdtempSync(join(tmpdir(), 'pprofweb-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
}

// Every row of the table, read as a person would: page by page.
export async function wholeTable(page) {
  return page.evaluate(async () => {
    const view = document.querySelector('#view');
    const rows = new Map();
    for (let top = 0; ; top += view.clientHeight / 2) {
      view.scrollTop = top;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
      const texts = window.pprofweb.rows();
      document.querySelectorAll('#view .row').forEach((row, at) => rows.set(Number(row.ariaRowIndex ?? row.getAttribute('aria-rowindex')), texts[at]));
      if (top >= view.scrollHeight) break;
    }
    return [...rows].sort(([a], [b]) => a - b).map(([, text]) => text);
  });
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

// Ctrl+V of a text, as the browser tells it.
export async function paste(page, text) {
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}
