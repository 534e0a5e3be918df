import { expect, test } from 'vitest';
import { checkFolders } from './folder-rules.ts';

const faults = (files: string[]) => checkFolders(files).map(({ file, message: what }) => `${file} ${what}`);

test('nouns of one file beside the others, folders of several, and the one page of a feature are as they should be', () => {
  expect(
    faults([
      'shared/money.ts',
      'features/avatars/hair.rules.ts',
      'features/avatars/hair.rules.test.ts',
      'features/avatars/service.server.ts',
      'features/avatars/pages/editor.tsx',
      'features/avatars/review/service.server.ts',
      'features/avatars/review/rules.ts',
      'features/avatars/review/ui/item.tsx',
      'features/avatars/review/ui/item.css',
      // One file beside parts.
      'features/games/erasure.service.server.ts',
      'features/games/search/rules.ts',
      'features/games/search/schema.ts',
    ]),
  ).toEqual([]);
});

test.each([
  [
    'a part of one file',
    ['avatars/rules.ts', 'avatars/hair/rules.ts', 'avatars/hair/rules.test.ts'],
    /^features\/avatars\/hair is .* up, as hair\.rules\.ts/,
  ],
  [
    'a part of one file and a folder',
    ['avatars/rules.ts', 'avatars/hair/rules.ts', 'avatars/hair/ui/a.tsx', 'avatars/hair/ui/a.css'],
    /^features\/avatars\/hair is/,
  ],
  [
    'a ui of one file',
    ['avatars/rules.ts', 'avatars/texts.ts', 'avatars/ui/editor.tsx'],
    /^features\/avatars\/ui is .* the ui\/ of the folder above/,
  ],
  [
    'a page alone in a part',
    ['a/rules.ts', 'a/x/rules.ts', 'a/x/texts.ts', 'a/x/pages/one.tsx'],
    /^features\/a\/x\/pages is .* the pages\/ of the folder above/,
  ],
  ['a feature of one file', ['hair/rules.ts', 'hair/rules.test.ts'], /^features\/hair is a folder for a single file/],
  [
    'a noun of two files',
    ['a/rules.ts', 'a/hair.rules.ts', 'a/hair.schema.ts'],
    /^features\/a\/hair\.rules\.ts is not the only file of hair/,
  ],
  [
    'a noun of a file and a folder',
    ['a/rules.ts', 'a/hair.rules.ts', 'a/hair/texts.ts', 'a/hair/schema.ts'],
    /hair\.rules\.ts is not the only/,
  ],
] as [string, string[], RegExp][])('%s is refused', (_, files, message) => {
  const found = faults(files.map((file) => `features/${file}`));
  expect(found).toEqual([expect.stringMatching(message)]);
});
