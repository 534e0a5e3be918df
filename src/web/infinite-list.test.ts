import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// tests/infinite-list.ts tests the states of a list's end, next to each list; this file checks that no list is left out.

const SRC = path.resolve(import.meta.dirname, '..');
const sources = new Map(
  fs
    .readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file.split(path.sep).join('/'), fs.readFileSync(path.join(SRC, file), 'utf8')]),
);
const tests = [...sources].filter(([file]) => file.endsWith('.test.ts'));

/** The modules that call a function, except the one that defines it. */
const callers = (name: string) =>
  [...sources]
    .filter(([file, text]) => !file.includes('.test.') && new RegExp(`(?<!function )\\b${name}\\(`).test(text))
    .map(([file]) => file);

// This module keeps the loaded pages and passes them on to the component that shows them.
const KEEPER = 'features/games/catalogue/ui/use-pages.ts';
const lists = callers('useInfiniteList').flatMap((file) => (file === KEEPER ? callers('usePages') : [file]));

test('the lists that grow are found', () => {
  expect(lists).toContain('features/games/catalogue/ui/game-list.tsx');
  expect(lists).toContain('features/friends/ui/friend-list.tsx');
});

// Both queues of reports are drawn by one component; the tests are beside the queues.
const SHARED = 'features/moderation/ui/report-queue.tsx';
const views = [...sources].filter(([file, text]) => !file.includes('.test.') && text.includes('<ReportQueue')).map(([file]) => file);

test.each(lists)('%s draws the end of its list as the hook tells it', (file) => {
  expect(sources.get(file)).toMatch(/<ListEnd end=\{end\}/);
});

test.each(lists.flatMap((file) => (file === SHARED ? views : [file])))(
  'a test beside %s looks at the end of its list in every state',
  (file) => {
    const folder = path.posix.dirname(file);
    const beside = tests.filter(
      ([name, text]) => path.posix.dirname(name) === folder && text.includes(`from './${path.posix.basename(file)}'`),
    );
    expect(
      beside.filter(([, text]) => /infinite-list\.ts', \(\) => import\(/.test(text) && text.includes('expectListEndStates(')),
    ).not.toEqual([]);
  },
);
