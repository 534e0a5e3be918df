import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createWorld, root, type World } from '../../../../tests/world.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { listGames, getGame } from '../catalogue/service.server.ts';
import { importGames } from './service.server.ts';

const COVER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><rect width="320" height="240" fill="#0f0"/></svg>';

async function write(world: World, file: string, content: unknown): Promise<string> {
  const at = path.join(world.ctx.config.dataDir, file);
  await fs.mkdir(path.dirname(at), { recursive: true });
  await fs.writeFile(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

async function writeGame(world: World, id: string, row: object = {}, files: Record<string, string> = {}): Promise<string> {
  const game = { Id: id, Title: `Title of ${id}`, GameURL: 'index.html', Assets: ['cover.svg'], Genres: ['Puzzle'], ...row };
  await write(world, `in/${id}/game.json`, game);
  for (const [name, content] of Object.entries({ 'index.html': '<!doctype html>', 'cover.svg': COVER, ...files }))
    await write(world, `in/${id}/${name}`, content);
  return path.join(world.ctx.config.dataDir, 'in');
}

const titles = async (world: World) =>
  (await world.ctx.db.selectFrom('games').select('title').orderBy('id').execute()).map((row) => row.title);

test('a folder of games comes in once, with its files and a picture for link previews', async () => {
  const world = await createWorld();
  const folder = await writeGame(world, 'one', {}, { 'game.js': 'let a = 1;', 'game.css': 'p { color: red }' });
  await writeGame(world, 'two', { is_premium: true });
  expect(await importGames(world.ctx, SYSTEM, folder)).toMatchObject({ added: 2, changed: 0, unchanged: 0, rejected: [], applied: true });
  expect(await importGames(world.ctx, SYSTEM, folder)).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
  const game = await getGame(world.ctx, VISITOR, 'one');
  const stored = (game.cover ?? '').replace('/media/', '');
  expect(await world.ctx.files.get(stored)).toEqual(Buffer.from(COVER));
  // Pages and scripts are changed on their way out, and compressed then.
  const names = ['cover.svg', 'game.css', 'game.js', 'index.html'];
  const areStored = (end: string) => Promise.all(names.map((name) => world.ctx.files.has(stored.replace('cover.svg', name + end))));
  expect([await areStored(''), await areStored('.br')]).toEqual([
    [true, true, true, true],
    [true, true, false, false],
  ]);
  expect((await world.ctx.files.get(stored.replace('cover.svg', 'kiddo-preview.png')))?.subarray(1, 4).toString()).toBe('PNG');
});

test('a changed game changes, keeps what the site counted of it, and moves to new addresses', async () => {
  const world = await createWorld();
  const folder = await writeGame(world, 'one');
  await importGames(world.ctx, SYSTEM, folder);
  const before = await getGame(world.ctx, VISITOR, 'one');
  await world.ctx.db.updateTable('games').set({ plays_30d: 7 }).execute();
  await writeGame(world, 'one', { Genres: ['Racing'] }, { 'index.html': '<!doctype html><p>new' });
  expect(await importGames(world.ctx, SYSTEM, folder)).toMatchObject({ changed: 1 });
  const after = await getGame(world.ctx, VISITOR, 'one');
  expect(after.src).not.toBe(before.src);
  expect(after.genres).toEqual(['Racing']);
  expect(await world.ctx.db.selectFrom('games').select('plays_30d').execute()).toEqual([{ plays_30d: 7 }]);
});

test('rows of JSON: lists as arrays or as strings that hold them', async () => {
  const world = await createWorld();
  const file = await write(world, 'rows.json', [
    {
      Id: 7,
      Title: ' Seven ',
      Genres: '["Racing","Action"]',
      Tags: ['A', 'A', 'B'],
      MobileReady: '["true"]',
      Gender: '["Male"]',
      Assets: '["https://x.example/a.png"]',
      KeyFeatures: '["Fast"]',
    },
    {
      Id: 'eight',
      Title: 'Eight',
      Genres: ['Puzzle'],
      MobileReady: [false],
      Gender: null,
      Tags: 'Solo',
      created_at: '2024-02-29T10:00:00Z',
      Instructions: ['Jump', { keys: ['←'], does: 'Go left' }],
    },
  ]);
  expect(await importGames(world.ctx, SYSTEM, file)).toMatchObject({ added: 2, rejected: [] });
  const rows = await world.ctx.db
    .selectFrom('games')
    .select(['id', 'title', 'genres', 'tags', 'mobile_ready', 'genders', 'instructions'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { id: '7', title: 'Seven', genres: ['Racing', 'Action'], tags: ['A', 'B'], mobile_ready: true, genders: ['Male'], instructions: [] },
    {
      id: 'eight',
      title: 'Eight',
      genres: ['Puzzle'],
      tags: ['Solo'],
      mobile_ready: false,
      genders: [],
      instructions: [
        { keys: [], does: 'Jump' },
        { keys: ['←'], does: 'Go left' },
      ],
    },
  ]);
  expect((await listGames(world.ctx, VISITOR, { tab: 'popular', genre: 'Racing', device: 'Mobile', gender: 'Male' })).total).toBe(1);
});

test('bad rows keep everything out and are named one by one; --keep-good lets the others in', async () => {
  const world = await createWorld();
  const file = await write(world, 'rows.json', [
    { Id: 'good', Title: 'Good' },
    { Id: 'a b', Title: 'Spaces' },
    { Id: 'x' },
    { Id: 'y', Title: 'x'.repeat(121) },
    { Id: 'z', Title: 'Z', Genres: '[not json' },
    { Id: 'w', Title: 'W', GameURL: 'javascript:alert(1)' },
    { Id: 'good', Title: 'Twice' },
    'text',
    { Id: 'n', Title: 'nul \u0000 byte' },
    { Id: 'd', Title: 'D', created_at: '2024-02-31' },
    { Id: 'e', Title: 'E', created_at: '2999-01-01' },
    { Id: 'f', Title: 'F', Instructions: ['half \ud800'] },
    { Id: 'g', Title: 'G', minAge: 12 },
    { Id: 'h', Title: 'H', minAge: '13' },
  ]);
  const report = await importGames(world.ctx, SYSTEM, file);
  expect(report).toMatchObject({ added: 0, applied: false });
  expect(report.rejected.map(({ row }) => row)).toEqual([
    'row 2 (a b)',
    'row 3 (x)',
    'row 4 (y)',
    'row 5 (z)',
    'row 6 (w)',
    'row 8',
    'row 9 (n)',
    'row 10 (d)',
    'row 11 (e)',
    'row 12 (f)',
    'row 13 (g)',
    'row 14 (h)',
    'row 7 (good)',
  ]);
  expect(report.rejected[0]?.reason).toContain("letters, digits, '-' and '_' only");
  expect(report.rejected[1]?.reason).toBe('Title is missing');
  expect(report.rejected.filter(({ row }) => /[gh]\)/.test(row)).map(({ reason }) => reason)).toEqual([
    'minAge is not 0, 13 or 16',
    'minAge is not 0, 13 or 16',
  ]);
  expect(report.rejected.every(({ reason }) => reason.length > 5 && !reason.includes('\n'))).toBe(true);
  expect(await titles(world)).toEqual([]);
  expect(await importGames(world.ctx, SYSTEM, file, { skipInvalid: true })).toMatchObject({ added: 1, applied: true });
  expect(await titles(world)).toEqual(['Good']);
});

test('a content mark comes with the import, changes with it, and open games of players who are too young then hear of it as if the game were hidden', async () => {
  const world = await createWorld();
  const published: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => void published.push(message));
  const importWith = async (...marks: (number | null | undefined)[]) => {
    const rows = marks.map((minAge, at) => ({ Id: `game-${at}`, Title: `Game ${at}`, ...(minAge !== undefined && { minAge }) }));
    const { added, changed, unchanged } = await importGames(world.ctx, SYSTEM, await write(world, 'rows.json', rows));
    const stored = await world.ctx.db.selectFrom('games').select('min_age').orderBy('id').execute();
    return [[added, changed, unchanged], stored.map((row) => row.min_age)];
  };
  expect(await importWith(undefined, 13, 16, null)).toEqual([
    [4, 0, 0],
    [0, 13, 16, 0],
  ]);
  expect(await importWith(0, 13, 16, undefined)).toEqual([
    [0, 0, 4],
    [0, 13, 16, 0],
  ]);
  // What says nothing of it, as a new version of a game may, leaves the mark as it is; 0 takes it away.
  for (const nothing of [undefined, null])
    expect(await importWith(nothing, nothing, nothing, nothing)).toEqual([
      [0, 0, 4],
      [0, 13, 16, 0],
    ]);
  expect(await importWith(undefined, 0, undefined, 0)).toEqual([
    [0, 1, 3],
    [0, 0, 16, 0],
  ]);
  expect(published).toEqual([]);
  expect(await importWith(undefined, 13, undefined, 0)).toEqual([
    [0, 1, 3],
    [0, 13, 16, 0],
  ]);
  expect(await importWith(13, 16, 13, undefined)).toEqual([
    [0, 3, 1],
    [13, 16, 13, 0],
  ]);
  await expect.poll(() => published).toEqual(['game-1', 'game-0', 'game-1'].map((gameId) => ({ kind: 'catalogue', gameId })));
});

test('many games that are for older players now are announced in one message', async () => {
  const world = await createWorld();
  const published: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => void published.push(message));
  const rows = (minAge: number) => Array.from({ length: 21 }, (_, at) => ({ Id: `game-${at}`, Title: `Game ${at}`, minAge }));
  await importGames(world.ctx, SYSTEM, await write(world, 'rows.json', rows(0)));
  await importGames(world.ctx, SYSTEM, await write(world, 'rows.json', rows(13)));
  await expect.poll(() => published).toEqual([{ kind: 'catalogue' }]);
});

test('a new version of a game that says nothing of its mark keeps it, and one that does brings its own', async () => {
  const world = await createWorld();
  const folder = await writeGame(world, 'one', { minAge: 16 });
  await importGames(world.ctx, SYSTEM, folder);
  const mark = async () => (await world.ctx.db.selectFrom('games').select(['title', 'min_age']).executeTakeFirstOrThrow()) as object;
  await writeGame(world, 'one', { Title: 'Second' });
  expect(await importGames(world.ctx, SYSTEM, folder)).toMatchObject({ changed: 1 });
  expect(await mark()).toEqual({ title: 'Second', min_age: 16 });
  await writeGame(world, 'one', { Title: 'Third', minAge: 13 });
  await importGames(world.ctx, SYSTEM, folder);
  expect(await mark()).toEqual({ title: 'Third', min_age: 13 });
  await writeGame(world, 'one', { Title: 'Fourth', minAge: 0 });
  await importGames(world.ctx, SYSTEM, folder);
  expect(await mark()).toEqual({ title: 'Fourth', min_age: 0 });
});

test('a game on another host has no mark: we cannot keep anybody from its files', async () => {
  const world = await createWorld();
  const far = { Id: 'far', Title: 'Far', GameURL: 'https://games.example/far' };
  const importRow = async (row: object) => importGames(world.ctx, SYSTEM, await write(world, 'rows.json', [row]));
  const refused = (mark: number) => ({
    applied: false,
    added: 0,
    changed: 0,
    rejected: [{ row: 'row 1 (far)', reason: expect.stringContaining(`minAge is ${mark}, and GameURL is on another host`) }],
  });
  expect(await importRow({ ...far, minAge: 13 })).toMatchObject(refused(13));
  expect(await importRow({ ...far, minAge: 0 })).toMatchObject({ applied: true, added: 1 });
  expect(await importRow({ ...far, minAge: 16 })).toMatchObject(refused(16));
  // The stored mark counts too. What cannot be played at all may have one.
  expect(await importRow({ ...far, GameURL: null, minAge: 16 })).toMatchObject({ applied: true, changed: 1 });
  expect(await importRow(far)).toMatchObject(refused(16));
});

test('folders that are not right say why', async () => {
  const world = await createWorld();
  const folder = await writeGame(world, 'missing', { Assets: ['nope.svg'] });
  await writeGame(world, 'heavy', {}, { 'big.js': 'x'.repeat(500_001) });
  await writeGame(world, 'program', {}, { 'run.exe': 'MZ' });
  await writeGame(world, 'other', { Id: 'another' });
  await write(world, 'in/broken/game.json', '{');
  const { rejected: bad, applied: isApplied } = await importGames(world.ctx, SYSTEM, folder);
  expect(isApplied).toBe(false);
  expect(Object.fromEntries(bad.map(({ row, reason }) => [row, reason]))).toEqual({
    broken: expect.stringContaining('game.json is not JSON'),
    heavy: 'the game is larger than 500 KB',
    missing: 'nope.svg is not in the folder',
    other: "Id another is not the folder's name",
    program: 'run.exe: files of this kind are not served',
  });
});

test('a picture that cannot be read keeps the whole import out', async () => {
  const world = await createWorld();
  const folder = await writeGame(world, 'fine');
  await writeGame(world, 'ugly', {}, { 'cover.svg': 'not a picture' });
  const refused = await importGames(world.ctx, SYSTEM, folder);
  expect(refused).toMatchObject({
    added: 0,
    applied: false,
    rejected: [{ row: 'ugly', reason: expect.stringContaining('cover.svg is not a picture') }],
  });
  expect(await titles(world)).toEqual([]);
  expect(await fs.readdir(path.join(world.ctx.config.dataDir, 'files')).catch(() => [])).toEqual([]);
  expect(await importGames(world.ctx, SYSTEM, folder, { skipInvalid: true })).toMatchObject({ added: 1, applied: true });
});

test('files that were lost come back with the next import', async () => {
  const world = await createWorld();
  const folder = await writeGame(world, 'one');
  await importGames(world.ctx, SYSTEM, folder);
  await fs.rm(path.join(world.ctx.config.dataDir, 'files'), { recursive: true });
  expect(await importGames(world.ctx, SYSTEM, folder)).toMatchObject({ changed: 1 });
  const { cover } = await getGame(world.ctx, VISITOR, 'one');
  expect(await world.ctx.files.has((cover ?? '').replace('/media/', ''))).toBe(true);
});

test('imports side by side wait for each other', async () => {
  const world = await createWorld();
  const rows = (n: number) =>
    Array.from({ length: 60 }, (_, i) => ({ Id: `g${(i * 7 + n * 13) % 60}`, Title: `T ${n} ${i}`, Genres: ['Puzzle'] }));
  const files = await Promise.all([0, 1, 2].map((n) => write(world, `${n}.json`, rows(n))));
  await Promise.all(files.map((file) => importGames(world.ctx, SYSTEM, file)));
  expect((await listGames(world.ctx, VISITOR, { tab: 'popular', genre: 'Puzzle', device: null, gender: null })).total).toBe(60);
});

test('what cannot be read is refused with a sentence; visitors may not import', async () => {
  const world = await createWorld();
  await expect(importGames(world.ctx, SYSTEM, '/nowhere')).rejects.toThrow('There is nothing at /nowhere.');
  await expect(importGames(world.ctx, SYSTEM, await write(world, 'a.json', '{'))).rejects.toThrow(/is not JSON/);
  await expect(importGames(world.ctx, SYSTEM, await write(world, 'b.json', {}))).rejects.toThrow(/must hold a JSON array/);
  await expect(importGames(world.ctx, SYSTEM, world.ctx.config.dataDir)).rejects.toThrow(/No game.json/);
  await expect(importGames(world.ctx, VISITOR, '/nowhere')).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('the catalogue we ship is whole: enough games, each genre twice, premium and not for phones', async () => {
  const world = await createWorld();
  expect((await importGames(world.ctx, SYSTEM, path.join(root, 'catalogue'))).rejected).toEqual([]);
  const games = await world.ctx.db
    .selectFrom('games')
    .select(['genres', 'is_premium', 'mobile_ready', 'description', 'key_features', 'instructions'])
    .execute();
  expect(games.length).toBeGreaterThanOrEqual(24);
  for (const genre of ['Adventure', 'Role Play', 'Action', 'Simulator', 'Obby', 'Tycoon', 'Racing', 'Fighting', 'Puzzle'])
    expect(games.filter((game) => game.genres.includes(genre)).length, genre).toBeGreaterThanOrEqual(2);
  expect(games.filter((game) => game.is_premium).length).toBeGreaterThanOrEqual(4);
  expect(games.filter((game) => !game.mobile_ready).length).toBeGreaterThanOrEqual(3);
  expect(
    games.every(
      (game) =>
        game.description.length > 40 && game.key_features.length >= 2 && Array.isArray(game.instructions) && game.instructions.length > 0,
    ),
  ).toBe(true);
});

test('a game that tries to connect elsewhere is not imported, and the report says which file does', async () => {
  const world = await createWorld();
  const folder = await writeGame(world, 'peer', {}, { 'game.js': 'const peer = new RTCPeerConnection();' });
  await writeGame(world, 'hint', {}, { 'more.html': '<link rel="preconnect" href="https://evil.example">' });
  await writeGame(world, 'good', {}, { 'game.js': 'let a = 1;' });
  const report = await importGames(world.ctx, SYSTEM, folder, { skipInvalid: true });
  expect(report).toMatchObject({ added: 1 });
  expect(report.rejected).toEqual([
    { row: 'hint', reason: expect.stringMatching(/^more\.html has <link rel="preconnect"/) },
    { row: 'peer', reason: expect.stringMatching(/^game\.js uses RTCPeerConnection/) },
  ]);
});

test('the size of a game is that of its files; a row that points elsewhere has none', async () => {
  const world = await createWorld();
  const folder = path.join(root, 'catalogue', 'matatu-rush');
  await importGames(world.ctx, SYSTEM, folder);
  const names = (await fs.readdir(folder)).filter((name) => name !== 'game.json');
  const sizes = await Promise.all(names.map(async (name) => (await fs.stat(path.join(folder, name))).size));
  await importGames(
    world.ctx,
    SYSTEM,
    await write(world, 'rows.json', [{ Id: 'far', Title: 'Far', GameURL: 'https://games.example/far' }]),
  );
  expect(await world.ctx.db.selectFrom('games').select(['id', 'bytes']).orderBy('id').execute()).toEqual([
    { id: 'far', bytes: null },
    { id: 'matatu-rush', bytes: sizes.reduce((sum, size) => sum + size, 0) },
  ]);
  expect((await listGames(world.ctx, VISITOR, { tab: 'popular', genre: null, device: null, gender: null, light: true })).total).toBe(1);
});

test('each game that we ship is light', async () => {
  const folder = path.join(root, 'catalogue');
  const games = (await fs.readdir(folder, { withFileTypes: true })).filter((entry) => entry.isDirectory() && entry.name !== 'kit');
  expect(games.length).toBeGreaterThanOrEqual(25);
  for (const { name } of games) {
    const files = (await fs.readdir(path.join(folder, name), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map(async (file) => (await fs.stat(path.join(file.parentPath, file.name))).size));
    expect(
      sizes.reduce((sum, size) => sum + size, 0),
      name,
    ).toBeLessThanOrEqual(500_000);
  }
});
