import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { measurePages } from './page-sizes.ts';

test('a page counts its own code, what that imports, and their styles, each once; not what it loads later', () => {
  const client = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-build-'));
  onTestFinished(() => fs.rmSync(client, { recursive: true }));
  const write = (name: string, text: string) => fs.writeFileSync(path.join(client, 'assets', name), text);
  fs.mkdirSync(path.join(client, 'assets'));
  const chunk = (module: string, imports: string[] = [], css: string[] = []) => ({
    module: `/assets/${module}`,
    imports: imports.map((file) => `/assets/${file}`),
    css: css.map((file) => `/assets/${file}`),
  });
  const routes = { root: chunk('root.js', ['shared.js'], ['site.css#']), 'pages/home': chunk('home.js', [], ['site.css']) };
  write('manifest-1.js', `window.__reactRouterManifest=${JSON.stringify({ entry: chunk('entry.js'), routes })};`);
  write('entry.js', 'start()');
  write('root.js', 'import{a}from"./shared.js"');
  write('shared.js', 'export const a=1');
  write('home.js', 'import"./shared.js";import("./later.js")');
  write('later.js', 'x'.repeat(5_000));
  write('site.css', 'a{color:red}');
  const [home] = measurePages(client, { '/': 'pages/home' });
  expect(home?.page).toBe('/');
  // Four small files; a repeated one or the later one would make it more.
  expect(home?.js).toBeLessThan(150);
  expect(home?.css).toBe(zlib.brotliCompressSync('a{color:red}').length);
  write('shared.js', `export const a="${Array.from({ length: 2_000 }, (_, at) => (at * 7919) % 1_000).join('')}"`);
  expect(measurePages(client, { '/': 'pages/home' })[0]?.js).toBeGreaterThan(1_000);
  expect(() => measurePages(client, { '/': 'pages/none' })).toThrow('no route pages/none');
  expect(() => measurePages(path.join(client, 'nowhere'), {})).toThrow('holds no build');
});
