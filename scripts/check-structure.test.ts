import { expect, test } from 'vitest';
import { checkFiles, checkLengths } from './check-structure.ts';

const faults = (files: Record<string, string>) =>
  checkFiles(new Map(Object.entries(files))).map(({ file, message: what }) => `${file} ${what}`);

test('a tree that keeps the rules has no fault', () => {
  expect(
    faults({
      'features/games/service.server.ts': "import { gamesById } from './queries.server.ts';\n",
      'features/games/queries.server.ts': "import { PAGE } from './rules.ts';\n/** Reads. */\nexport function gamesById() {}\n",
      'features/games/rules.ts': "import { HAIR } from './hair.rules.ts';\nexport const PAGE = HAIR;\n",
      'features/games/hair.rules.ts': 'export const HAIR = 12;\n',
      'features/games/pages/list.tsx': "import { x } from '../service.server.ts';\nexport default function List() {}\n",
    }),
  ).toEqual([]);
});

test('the folders of src are layers, and import only what is below them', () => {
  expect(
    faults({
      'web/live.ts': "import type { LiveEvent } from '../shared/live-events.ts';\n",
      'shared/live-events.ts': 'export type LiveEvent = string;\n',
      'request/page-loader.ts': "import type { AppContext } from '../context.server.ts';\n",
      'context.server.ts': 'export type AppContext = object;\n',
      'features/games/pages/list.tsx': "import '../../../request/page-loader.ts';\nimport '../../../web/live.ts';\n",
      'server/http.ts': "import '../request/page-loader.ts';\nimport '../features/games/service.server.ts';\n",
      'features/games/service.server.ts': "import type { AppContext } from '../../context.server.ts';\n",
      // A test may import what is above.
      'features/games/service.test.ts': "import '../../server/http.ts';\n",
      'main.ts': "import './server/http.ts';\n",
    }),
  ).toEqual([]);
});

test.each([
  [{ 'features/games/helpers.ts': '' }, /no place in the map/],
  [{ 'features/games/hair.helpers.ts': '' }, /no place in the map/],
  [{ 'features/games/search/deep/hair.rules.ts': '' }, /no place in the map/],
  [{ 'lib/thing.ts': '' }, /no place in the map/],
  [{ 'shared/utils.ts': '' }, /named after nothing/],
  [{ 'shared/CamelCase.ts': '' }, /kebab-case/],
  [{ 'shared/long.ts': '\n'.repeat(401) }, /has 402 lines/],
  [{ 'shared/env.ts': 'const a = process.env.A;' }, /reads process.env/],
  [
    { 'server/own-pool.ts': "import { type Database, openDatabase } from '../infra/database/database.ts';\nopenDatabase('');" },
    /opens the database by itself/,
  ],
  [{ 'shared/all.ts': "export * from './ids.ts';" }, /barrel/],
  [{ 'shared/one.ts': 'export function bare() {}' }, /without a docstring/],
  [{ 'shared/one.ts': 'export default 1;' }, /default export/],
  [
    { 'shared/a.ts': "import '../features/games/rules.ts';", 'features/games/rules.ts': '' },
    /shared and may not import features\/games\/rules.ts/,
  ],
  [{ 'features/games/ui/card.tsx': "import '../service.server.ts';", 'features/games/service.server.ts': '' }, /ui and may not import/],
  [{ 'features/games/rules.ts': "import './queries.server.ts';", 'features/games/queries.server.ts': '' }, /rules and may not import/],
  [{ 'features/games/hair.rules.ts': "import './queries.server.ts';", 'features/games/queries.server.ts': '' }, /rules and may not import/],
  // Folders that import each other: one of the two imports goes upwards.
  [
    {
      'features/a/pages/list.tsx': "import { pageLoader } from '../../../server/page-loader.ts';",
      'server/page-loader.ts': "import type { Viewer } from '../features/a/schema.ts';",
      'features/a/schema.ts': '',
    },
    /^features\/a\/pages\/list.tsx is in features and may not import server\/page-loader.ts, which is above it: .*features < server$/,
  ],
  [
    {
      'features/a/ui/switch.tsx': "import '../../../web/data-saver.ts';",
      'web/data-saver.ts': "import { type Message } from '../features/a/schema.ts';",
      'features/a/schema.ts': '',
    },
    /^web\/data-saver.ts is in web and may not import features\/a\/schema.ts, which is above it: /,
  ],
  [
    { 'infra/bus.ts': "import type { AppContext } from '../context.server.ts';", 'context.server.ts': "import './infra/bus.ts';" },
    /^infra\/bus.ts is in infra and may not import context.server.ts, which is above it: /,
  ],
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
      'features/a/service.server.ts': "import './one.service.server.ts';",
      'features/a/one.service.server.ts': "import './service.server.ts';",
    },
    /in a ring: a -> a\/one -> a/,
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
