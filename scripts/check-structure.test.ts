import { expect, test } from 'vitest';
import { checkFiles, checkLengths } from './check-structure.ts';

const faults = (files: Record<string, string>) =>
  checkFiles(new Map(Object.entries(files))).map(({ file, message: what }) => `${file} ${what}`);

test('a tree that keeps the rules has no fault', () => {
  expect(
    faults({
      'features/games/service.server.ts': "import { gamesById } from './queries.server.ts';\n",
      'features/games/queries.server.ts': "import { PAGE } from './rules.ts';\n/** Reads. */\nexport function gamesById() {}\n",
      'features/games/rules.ts': 'export const PAGE = 12;\n',
      'features/games/pages/list.tsx': "import { x } from '../service.server.ts';\nexport default function List() {}\n",
    }),
  ).toEqual([]);
});

test.each([
  [{ 'features/games/helpers.ts': '' }, /no place in the map/],
  [{ 'lib/thing.ts': '' }, /no place in the map/],
  [{ 'shared/utils.ts': '' }, /named after nothing/],
  [{ 'shared/CamelCase.ts': '' }, /kebab-case/],
  [{ 'shared/long.ts': '\n'.repeat(401) }, /has 402 lines/],
  [{ 'shared/env.ts': 'const a = process.env.A;' }, /reads process.env/],
  [{ 'shared/all.ts': "export * from './ids.ts';" }, /barrel/],
  [{ 'shared/one.ts': 'export function bare() {}' }, /without a docstring/],
  [{ 'shared/one.ts': 'export default 1;' }, /default export/],
  [
    { 'shared/a.ts': "import '../features/games/rules.ts';", 'features/games/rules.ts': '' },
    /shared and may not import features\/games\/rules.ts/,
  ],
  [{ 'features/games/ui/card.tsx': "import '../service.server.ts';", 'features/games/service.server.ts': '' }, /ui and may not import/],
  [{ 'features/games/rules.ts': "import './queries.server.ts';", 'features/games/queries.server.ts': '' }, /rules and may not import/],
  [
    {
      'features/a/service.server.ts': "import '../b/service.server.ts';",
      'features/b/service.server.ts': "import '../a/service.server.ts';",
    },
    /in a ring: a -> b -> a/,
  ],
  [
    {
      'features/a/one/service.server.ts': "import '../../b/service.server.ts';",
      'features/b/service.server.ts': "import '../a/two/service.server.ts';",
      'features/a/two/service.server.ts': '',
    },
    /in a ring: a -> b -> a/,
  ],
  [
    {
      'features/a/x/ui/one.tsx': "import '../../../b/ui/two.tsx';",
      'features/b/ui/two.tsx': "import '../../a/ui/three.tsx';",
      'features/a/ui/three.tsx': '',
    },
    /in a ring: a -> b -> a/,
  ],
] as [Record<string, string>, RegExp][])('%j is refused', (files, message) => {
  expect(faults(files).join('\n')).toMatch(message);
});

test('a test or a script is as short as other files', () => {
  const files = new Map([
    ['http/page.ts', '\n'.repeat(399)],
    ['http/long.test.ts', '\n'.repeat(400)],
  ]);
  expect(checkLengths(files)).toEqual([{ file: 'http/long.test.ts', message: 'has 401 lines; split it by noun before 400' }]);
});
