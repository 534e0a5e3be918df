import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const filter = (file: string) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'filter.ts'), file]);

test('the command judges a file of texts, one a line, with the lists that come with the site', { timeout: 60_000 }, async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-filter-'));
  const file = path.join(folder, 'texts.jsonl');
  const texts = ['hi', 'fuck', 'two\nlines', 'call 0712345678', 'my uncle touches me'];
  await fs.writeFile(file, texts.map((text) => `${JSON.stringify({ text, more: 1 })}\n`).join(''));
  const { stdout, stderr } = await filter(file);
  expect([stdout, stderr]).toEqual(['{"kind":null}\n{"kind":"profanity"}\n{"kind":null}\n{"kind":"phone"}\n{"kind":null}\n', '']);

  await fs.writeFile(file, '{"text": "hi"}\n{"words": 2}\n');
  await expect(filter(file)).rejects.toMatchObject({
    code: 2,
    stdout: '{"kind":null}\n',
    stderr: expect.stringContaining('line 2') as string,
  });
  await expect(filter(path.join(folder, 'missing'))).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringContaining('ENOENT') as string,
  });
  await fs.rm(folder, { recursive: true });
});
