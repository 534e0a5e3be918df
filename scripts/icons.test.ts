import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ICON_NAMES } from '../src/web/kit/icon-names.ts';

const src = path.resolve(import.meta.dirname, '../src');

test('the file of icons has each name, in order, and no other', () => {
  const sprite = fs.readFileSync(path.join(src, 'web/kit/icons.svg'), 'utf8');
  expect([...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, name]) => name)).toEqual(ICON_NAMES);
});

test('each icon is used', () => {
  const files = fs.readdirSync(src, { recursive: true, encoding: 'utf8' });
  const code = files
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|icon-names\.ts$/.test(name))
    .map((name) => fs.readFileSync(path.join(src, name), 'utf8'))
    .join('\n');
  expect(ICON_NAMES.filter((name) => !code.includes(`'${name}'`) && !code.includes(`icon="${name}"`))).toEqual([]);
});
