import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS } from '../../../tests/old-database.ts';
import { LOCK_NUMBERS } from './lock-numbers.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** The text of all files below these folders whose name matches. */
async function readAll(folders: string[], name: RegExp): Promise<{ file: string; text: string }[]> {
  const files = await Promise.all(
    folders.map(async (folder) => (await fs.readdir(folder, { recursive: true })).map((each) => path.join(folder, each))),
  );
  return Promise.all(
    files
      .flat()
      .filter((file) => name.test(file))
      .map(async (file) => ({ file, text: await fs.readFile(file, 'utf8') })),
  );
}

/** The numbers with which a text takes advisory locks. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/advisory\w*lock\w*\s*\(\s*(\d[\d_]*)/g)].map(([, digits = '']) => Number(digits.replaceAll('_', '')));

test('no two purposes share the number of an advisory lock: code names its own, and migrations use theirs', async () => {
  const numbers = Object.values(LOCK_NUMBERS);
  expect(new Set(numbers).size).toBe(numbers.length);
  const code = await readAll([path.join(ROOT, 'src'), path.join(ROOT, 'scripts')], /\.(ts|tsx|mjs)$/);
  expect(code.filter(({ file, text }) => !file.endsWith('.test.ts') && numbersIn(text).length > 0)).toEqual([]);
  const used = (await readAll([MIGRATIONS], /\.sql$/)).flatMap(({ text }) => numbersIn(text));
  expect(new Set(used)).toEqual(new Set([LOCK_NUMBERS.catalogue, LOCK_NUMBERS.auditChain]));
  // What a trigger takes for every entry of the audit log, nobody may hold for long.
  const held = code.filter(({ file, text }) => !file.endsWith('.test.ts') && text.includes('LOCK_NUMBERS.auditChain'));
  expect(held.map(({ file }) => file)).toEqual([]);
});
