import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writeGameZip } from '../../../tests/zip.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { getGame } from '../games/catalogue/service.server.ts';
import { importGames } from '../games/import/service.server.ts';
import { canServeFiles, canServeImage } from '../games/plays/service.server.ts';
import { searchGames } from '../games/search/service.server.ts';
import { moderateGame } from '../moderation/service.server.ts';
import { gameAdminQueuedJobs } from './jobs.server.ts';
import { changeGame } from './editing.service.server.ts';
import { deleteGameFiles, getCover, getGameForEdit } from './service.server.ts';
import { listGames } from './listing/service.server.ts';
import { addGame, changeCover, replaceFiles } from './uploads.service.server.ts';

const CLIENT = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const ALL = { filter: 'all', query: '' } as const;

async function cast() {
  const world = await createWorld();
  const [ops, other] = [await world.addPlayer({ username: 'ops', role: 'operator' }), await world.addPlayer({ role: 'operator' })];
  const change = (id: string, fields: Record<string, string>, actor: Actor = ops) =>
    changeGame(world.ctx, actor, id, { note: 'because', ...fields }, CLIENT);
  /** What the form of a game sends when nothing was changed in it. */
  const formOf = async (id: string) => {
    const { values, genres, base } = await getGameForEdit(world.ctx, ops, id);
    const ticks = Object.fromEntries(genres.map((genre) => [`genre ${genre}`, 'yes']));
    return { do: 'edit', base, ...values, otherGenres: '', ...ticks };
  };
  const add = async (title: string, files: Record<string, string> = {}) => {
    const added = await addGame(world.ctx, ops, { fields: { title, note: 'a new game' }, file: { bytes: writeGameZip(files) } });
    if (!added.ok) throw new Error(JSON.stringify(added));
    return added.id;
  };
  return { world, ctx: world.ctx, ops, other, change, formOf, add };
}

const log = async ({ ctx }: World) =>
  (await ctx.db.selectFrom('audit_log').select(['action', 'subject_id', 'note']).orderBy('id').execute()).map(
    (entry) => `${entry.action} ${entry.subject_id} ${entry.note}`,
  );

test('a game from a zip file is hidden until it is shown, can be tried before, and is found then', async () => {
  const { world, ctx, ops, change, add } = await cast();
  const seen: BusMessage[] = [];
  ctx.bus.subscribe((message) => void seen.push(message));
  expect(await add('Kite Club!')).toBe('kite-club');
  const view = await getGameForEdit(ctx, ops, 'kite-club');
  expect(view).toMatchObject({ game: { state: 'new', title: 'Kite Club!' }, values: { title: 'Kite Club!' } });
  await expect(getGame(ctx, VISITOR, 'kite-club')).rejects.toMatchObject({ code: 'not-found' });
  // The preview: files and cover for operators alone, with a ticket that no player's rights come from.
  const ticket = view.tryUrl?.split('/t/')[1]?.split('/')[0] ?? '';
  expect(await canServeFiles(ctx, 'kite-club', ticket)).toBe(true);
  expect(await canServeFiles(ctx, 'kite-club', null)).toBe(false);
  expect(await canServeFiles(ctx, 'other', ticket)).toBe(false);
  expect((await getCover(ctx, ops, 'kite-club')).type).toBe('image/svg+xml');
  // A moderator cannot show what no operator has shown.
  const mod = await world.addPlayer({ role: 'moderator' });
  await expect(moderateGame(ctx, mod, 'kite-club', { action: 'restore-game', note: 'why not' })).rejects.toMatchObject({
    code: 'not-available',
  });
  expect(await change('kite-club', { do: 'show' })).toMatchObject({ ok: true });
  await expect.poll(() => seen).toContainEqual({ kind: 'catalogue', gameId: 'kite-club' });
  const game = await getGame(ctx, VISITOR, 'kite-club');
  expect(await canServeFiles(ctx, 'kite-club', null)).toBe(true);
  expect(await canServeImage(ctx, (game.cover ?? '').replace('/media/', ''))).toBe(true);
  expect((await searchGames(ctx, VISITOR, 'kite')).games).toHaveLength(1);
  expect(await log(world)).toEqual(['add-game kite-club a new game', 'show-game kite-club because']);
});

test('whoever is no operator any more has lost the preview', async () => {
  const { ctx, ops, add } = await cast();
  const id = await add('Secret');
  const ticket = (await getGameForEdit(ctx, ops, id)).tryUrl?.split('/t/')[1]?.split('/')[0] ?? '';
  await ctx.db.updateTable('players').set({ role: 'player' }).where('id', '=', ops.id).execute();
  expect(await canServeFiles(ctx, id, ticket)).toBe(false);
});

test('what game.json in the file says is taken, but not its place in the picks; what is wrong with a file is said in words', async () => {
  const { ctx, ops } = await cast();
  const send = (files: Record<string, string>, title = '') =>
    addGame(ctx, ops, { fields: { title, note: 'new game' }, file: { bytes: writeGameZip(files) } });
  const row = { Title: 'Bus', Developer: 'Lamu Lights', Genres: ['Racing'], Tags: ['Bus'], is_premium: true, minAge: 13, staff_order: 1 };
  expect(await send({ 'game.json': JSON.stringify(row) })).toEqual({ ok: true, id: 'bus' });
  expect(await send({ 'game.json': JSON.stringify(row) })).toEqual({ ok: true, id: 'bus-2' });
  expect((await listGames(ctx, ops, { filter: 'premium', query: '' }, null)).games[0]).toMatchObject({
    developer: 'Lamu Lights',
    minAge: 13,
    pick: null,
  });
  const why = async (files: Record<string, string>, title?: string) => {
    const result = await send(files, title);
    return result.ok ? null : result.fieldErrors;
  };
  expect(await why({})).toEqual({ title: expect.stringContaining('Write the title') });
  expect(await why({ 'game.json': '{' })).toEqual({ file: expect.stringContaining('game.json is not JSON') });
  expect(await why({ 'game.json': JSON.stringify({ Title: 'x', Genres: 7 }) })).toEqual({ file: expect.stringContaining('Genres') });
  expect(await why({ 'a.html': '<link rel="preconnect" href="https://evil.example">' }, 'Evil')).toEqual({
    file: expect.stringContaining('a.html has <link rel="preconnect"'),
  });
  // A disk cannot have a file and a folder of one name, also where the file is one that is stored beside.
  for (const name of ['index.html/x.js', 'INDEX.html/a/x.js', 'cover.svg.br/x.js', 'kiddo-preview.png/x.js'])
    expect(await why({ [name]: '1' }, 'Both')).toEqual({ file: expect.stringContaining(`${name} is in a folder`) });
  expect(await why({ 'a.js': 'new RTCPeerConnection()' }, 'Evil')).toEqual({ file: expect.stringContaining('RTCPeerConnection') });
  expect(await addGame(ctx, ops, { fields: { title: 'x', note: 'new' }, file: null })).toMatchObject({
    ok: false,
    fieldErrors: { file: expect.any(String) },
  });
});

test('an edit is checked as an import is, changes what players see, and is in the log with both values', async () => {
  const { world, ctx, ops, change, formOf } = await cast();
  await world.addGame({ id: 'one', title: 'One', genres: ['Racing', 'Action'], instructions: '[{"keys":["Space"],"does":"Jump"}]' });
  expect(await change('one', await formOf('one'))).toMatchObject({ ok: true, isChanged: false });
  const form = {
    ...(await formOf('one')),
    title: 'Uno',
    instructions: 'Space, Tap: Jump\n: Tip: be quick',
    tags: 'Fast, Fun',
    minAge: '13',
  };
  expect(await change('one', { ...form, 'genre Puzzle': 'yes' })).toMatchObject({ ok: true, isChanged: true });
  const { keptFields, preview } = await getGameForEdit(ctx, ops, 'one');
  expect(keptFields).toEqual(['title', 'instructions', 'tags', 'otherGenres', 'minAge']);
  expect(preview).toMatchObject({
    title: 'Uno',
    genres: ['Racing', 'Action', 'Puzzle'],
    instructions: [
      { keys: ['Space', 'Tap'], does: 'Jump' },
      { keys: [], does: 'Tip: be quick' },
    ],
  });
  await expect(getGame(ctx, VISITOR, 'one')).rejects.toMatchObject({ code: 'age-required' });
  const [entry] = await ctx.db.selectFrom('audit_log').select('details').execute();
  expect(entry?.details).toMatchObject({ title: { before: 'One', after: 'Uno' } });
  const bad = { ...(await formOf('one')), title: '', tags: 'x'.repeat(41), maxPlayers: '0' };
  expect(await change('one', bad)).toMatchObject({
    ok: false,
    fieldErrors: { title: 'This is empty.', tags: expect.stringContaining('longer than 40'), maxPlayers: 'This is not right.' },
    values: { tags: 'x'.repeat(41) },
  });
  expect(await change('one', { ...(await formOf('one')), note: '' })).toMatchObject({
    ok: false,
    fieldErrors: { note: expect.any(String) },
  });
  await world.addGame({ id: 'far', title: 'Far', genres: ['Racing'], game_url: 'https://games.example/far' });
  expect(await change('far', { ...(await formOf('far')), minAge: '16' })).toMatchObject({
    ok: false,
    fieldErrors: { minAge: expect.any(String) },
  });
});

test('of two operators with the same form the second is told what is stored, loses nothing typed, and takes back nothing else', async () => {
  const { world, ctx, other, change, formOf } = await cast();
  await world.addGame({ id: 'one', title: 'One', genres: ['Racing'] });
  const stored = () => ctx.db.selectFrom('games').select(['title', 'description', 'developer', 'is_premium']).executeTakeFirst();
  const form = await formOf('one');
  expect(await change('one', { ...form, title: 'First', developer: 'Theirs', isPremium: 'yes' }, other)).toMatchObject({ ok: true });
  const late = await change('one', { ...form, title: 'Second', description: 'Mine' });
  expect(late).toMatchObject({ ok: false, code: 'conflict', values: { title: 'Second', description: 'Mine' } });
  if (late.ok) throw new Error('saved');
  expect(late.fieldErrors).toEqual({ title: 'Stored now: First' });
  expect(await stored()).toMatchObject({ title: 'First' });
  const { base = '' } = late.values;
  const again = { ...form, title: 'Second', description: 'Mine', base };
  const saved = await change('one', again);
  expect(saved).toMatchObject({ ok: true, isChanged: true });
  expect(await stored()).toEqual({ title: 'Second', description: 'Mine', developer: 'Theirs', is_premium: true });
  // The same form once more, which still shows the old developer: that one was never changed in it.
  const next = { ...again, ...(saved.ok && { base: saved.base ?? '' }) };
  expect(await change('one', { ...next, title: 'Third' })).toMatchObject({ ok: true });
  expect(await stored()).toMatchObject({ title: 'Third', developer: 'Theirs' });
  const developer = await change('one', { ...next, title: 'Third', developer: 'Mine' });
  expect(developer).toMatchObject({ ok: false, fieldErrors: { developer: 'Stored now: Theirs' } });
  // At once: one of the two is told.
  const now = await formOf('one');
  const both = await Promise.all([change('one', { ...now, title: 'A' }), change('one', { ...now, title: 'B' }, other)]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  await expect(change('one', { ...now, base: 'x' })).rejects.toMatchObject({ code: 'bad-input' });
});

test('of two who change whom a game is for, the second is told in the words of the form', async () => {
  const { world, other, change, formOf } = await cast();
  await world.addGame({ id: 'one', title: 'One', genres: ['Racing'], game_url: null, min_age: 13 });
  const form = await formOf('one');
  await change('one', { ...form, minAge: '16' }, other);
  expect(await change('one', { ...form, minAge: '0' })).toMatchObject({ fieldErrors: { minAge: 'Stored now: From 16.' } });
});

test('what the form shows less exactly than it is stored stays as it is when something else is saved, and imports still change it', async () => {
  const { world, ctx, change, formOf } = await cast();
  const exact = {
    description: 'One line\nand another',
    tags: ['red, green', 'blue'],
    genres: ['Cars, Trains', 'Action'],
    key_features: ['a\nb'],
  };
  const instructions = [{ keys: ['<', ','], does: 'Turn: left' }];
  await world.addGame({ id: 'one', title: 'One', ...exact, instructions: JSON.stringify(instructions) });
  const form = await formOf('one');
  // As browsers send lines.
  const sent = Object.fromEntries(Object.entries({ ...form, title: 'Uno' }).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')]));
  expect(await change('one', sent)).toMatchObject({ ok: true, isChanged: true });
  const columns = ['description', 'tags', 'genres', 'key_features', 'instructions', 'edited_columns'] as const;
  const row = await ctx.db.selectFrom('games').select(columns).executeTakeFirstOrThrow();
  expect(row).toEqual({ ...exact, instructions, edited_columns: ['title'] });
  const described = { ...(await formOf('one')), description: 'Other\r\nlines' };
  expect(await change('one', described)).toMatchObject({ ok: true, isChanged: true });
  expect((await getGameForEdit(ctx, await world.addPlayer({ role: 'operator' }), 'one')).values.description).toBe('Other\nlines');
});

test('a game that becomes premium has its files at another address at once, and an import leaves them there', async () => {
  const { world, ctx, change, formOf } = await cast();
  const folder = path.join(ctx.config.dataDir, 'one');
  await fs.mkdir(folder);
  const cover = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 240"><rect width="320" height="240"/></svg>';
  const row = { Id: 'one', Title: 'One', GameURL: 'index.html', Assets: ['cover.svg'], Genres: ['Puzzle'] };
  for (const [name, text] of Object.entries({ 'index.html': '<p>Hello', 'cover.svg': cover, 'game.json': JSON.stringify(row) }))
    await fs.writeFile(path.join(folder, name), text);
  await importGames(ctx, SYSTEM, folder);
  const read = () => ctx.db.selectFrom('games').select(['game_url', 'assets', 'picture', 'edited_columns']).executeTakeFirstOrThrow();
  const free = await read();
  const freePath = (free.game_url ?? '').replace('/index.html', '');
  expect(await change('one', { ...(await formOf('one')), isPremium: 'yes' })).toMatchObject({ ok: true, isChanged: true });
  const premium = await read();
  expect(premium).toEqual({
    game_url: `${freePath}p/index.html`,
    picture: `${freePath}p/kiddo-preview.png`,
    assets: [`${freePath}p/cover.svg`],
    edited_columns: ['is_premium'],
  });
  for (const file of [premium.game_url, premium.picture, ...premium.assets, `${freePath}p/cover.svg.br`])
    expect([file, await ctx.files.has(file ?? '')]).toEqual([file, true]);
  world.advanceClock(3);
  // Whoever has the old address has nothing of it either.
  expect([await canServeFiles(ctx, 'one', null), await canServeImage(ctx, free.assets[0] ?? '')]).toEqual([false, false]);
  await fs.writeFile(path.join(folder, 'game.json'), JSON.stringify({ ...row, Tags: ['New'] }));
  expect(await importGames(ctx, SYSTEM, folder)).toMatchObject({ changed: 1 });
  expect(await read()).toEqual(premium);
  expect(await importGames(ctx, SYSTEM, folder)).toMatchObject({ unchanged: 1 });
  expect(await change('one', { ...(await formOf('one')), isPremium: '' })).toMatchObject({ ok: true });
  expect((await read()).game_url).toBe(free.game_url);
});

test('new files take the place of the old ones; a cover of its own stays; whoever has an older page is told', async () => {
  const { ctx, ops, change, add } = await cast();
  const id = await add('Kite Club');
  await change(id, { do: 'show' });
  const view = () => getGameForEdit(ctx, ops, id);
  const before = await getGame(ctx, VISITOR, id);
  const { filesVersion } = await view();
  const picture = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#f00' } })
    .jpeg()
    .toBuffer();
  const fields = { do: 'cover', note: 'sharper', filesVersion };
  expect(await changeCover(ctx, ops, id, { fields, file: { bytes: Buffer.from('no picture') } })).toMatchObject({
    ok: false,
    fieldErrors: { file: expect.any(String) },
  });
  expect(await changeCover(ctx, ops, id, { fields, file: { bytes: picture } })).toMatchObject({ ok: true, do: 'cover' });
  const covered = await getGame(ctx, VISITOR, id);
  const stored = await ctx.files.get((covered.cover ?? '').replace('/media/', ''));
  expect(await sharp(stored ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'webp', width: 640, height: 480 });
  const zip = { bytes: writeGameZip({ 'index.html': '<!doctype html><p>Mended' }) };
  expect(await replaceFiles(ctx, ops, id, { fields, file: zip })).toMatchObject({ ok: false, code: 'conflict' });
  const fresh = { do: 'files', note: 'mended', filesVersion: (await view()).filesVersion };
  expect(await replaceFiles(ctx, ops, id, { fields: fresh, file: zip })).toMatchObject({ ok: true, do: 'files' });
  const after = await getGame(ctx, VISITOR, id);
  expect(after.src).not.toBe(before.src);
  expect(after.cover).toBe(covered.cover);
  expect((await ctx.files.get(new URL(after.src ?? '').pathname.slice(1)))?.toString()).toContain('Mended');
});

test('only a hidden game is removed, with the second step; then it is nowhere, and does not come back', async () => {
  const { world, ctx, ops, change, add, formOf } = await cast();
  const id = await add('Kite Club');
  await change(id, { do: 'show' });
  const cover = ((await getGame(ctx, VISITOR, id)).cover ?? '').replace('/media/', '');
  const remove = { do: 'remove', password: 'secret1' };
  await expect(change(id, remove)).rejects.toMatchObject({ code: 'not-available' });
  await change(id, { do: 'hide' });
  const wrong = await change(id, { ...remove, password: 'guess1' });
  expect(wrong).toMatchObject({ ok: false, fieldErrors: { password: expect.any(String) } });
  expect(JSON.stringify(wrong)).not.toContain('guess1');
  expect(await change(id, remove)).toMatchObject({ ok: true, do: 'remove' });
  // The job may run twice; of a game that was not removed it deletes nothing.
  const kept = await add('Other');
  for (const each of [id, id, kept]) await deleteGameFiles(ctx, SYSTEM, each);
  expect(await ctx.files.has(cover)).toBe(false);
  expect((await getCover(ctx, ops, kept)).bytes.length).toBeGreaterThan(0);
  // A file that comes now is not stored.
  const { filesVersion } = await getGameForEdit(ctx, ops, id);
  const late = { fields: { do: 'files', note: 'mended', filesVersion }, file: { bytes: writeGameZip() } };
  for (const upload of [replaceFiles, changeCover])
    await expect(upload(ctx, ops, id, late)).rejects.toMatchObject({ code: 'not-available' });
  expect(await ctx.files.list(`games/${id}`)).toEqual([]);
  const mod = await world.addPlayer({ role: 'moderator' });
  await expect(moderateGame(ctx, mod, id, { action: 'restore-game', note: 'why not' })).rejects.toMatchObject({ code: 'not-available' });
  await expect(change(id, { do: 'show' })).rejects.toMatchObject({ code: 'not-available' });
  await expect(change(id, await formOf(id))).rejects.toMatchObject({ code: 'not-available' });
  expect((await listGames(ctx, ops, { filter: 'removed', query: '' }, null)).games.map((game) => game.id)).toEqual([id]);
  expect(await add('Kite Club')).toBe('kite-club-2');
});

test('files that were stored while their game was removed are deleted again', async () => {
  const { ctx, ops, add } = await cast();
  const id = await add('Kite Club');
  const { filesVersion } = await getGameForEdit(ctx, ops, id);
  /** The game is removed, and the job that deletes its files runs, just before the first file is stored. */
  let isRemoved = false;
  const put: typeof ctx.files.put = async (name, bytes) => {
    if (!isRemoved) {
      isRemoved = true;
      await ctx.db.updateTable('games').set({ removed_at: ctx.now(), is_draft: false }).where('id', '=', id).execute();
      await deleteGameFiles(ctx, SYSTEM, id);
    }
    await ctx.files.put(name, bytes);
  };
  const late = { fields: { do: 'files', note: 'mended', filesVersion }, file: { bytes: writeGameZip({ 'new.js': '1' }) } };
  await expect(replaceFiles({ ...ctx, files: { ...ctx.files, put } }, ops, id, late)).rejects.toMatchObject({ code: 'not-available' });
  expect(await ctx.files.list(`games/${id}`)).not.toEqual([]);
  for (const job of gameAdminQueuedJobs) await ctx.jobs.drain(ctx, job, 50);
  expect(await ctx.files.list(`games/${id}`)).toEqual([]);
});

test('the list has all games by pages, with filters, and finds by title, developer, id, and among the hidden ones', async () => {
  const { world, ctx, ops, change } = await cast();
  for (let i = 0; i < 70; i++)
    await world.addGame({ id: `g${i}`, title: `Game number ${i}`, developer: 'Mawingu', is_premium: i % 2 === 0, genres: ['Puzzle'] });
  // One moment for many, as an import writes them.
  await ctx.db
    .updateTable('games')
    .set({ listed_at: new Date('2026-01-01T00:00:00.123Z') })
    .where('id', '<', 'g5')
    .execute();
  const ids: string[] = [];
  for (let after: string | null = null, page = 0; page < 3; page++) {
    const list = await listGames(ctx, ops, ALL, after);
    ids.push(...list.games.map((game) => game.id));
    after = list.next;
  }
  expect(ids).toHaveLength(70);
  expect(new Set(ids).size).toBe(70);
  await change('g3', { do: 'hide' });
  const find = async (query: string, filter: 'all' | 'shown' | 'hidden' = 'all') =>
    (await listGames(ctx, ops, { filter, query }, null)).games.map((game) => game.id);
  expect(await find('number 7')).toContain('g7');
  expect(await find('g12')).toEqual(['g12']);
  expect(await find('NUMBER 3')).toContain('g3');
  expect(await find('number 3', 'hidden')).toEqual(['g3']);
  expect(await find('', 'hidden')).toEqual(['g3']);
  // No wildcards.
  expect(await find('g_3%', 'hidden')).toEqual([]);
  expect((await listGames(ctx, ops, { filter: 'shown', query: '' }, null)).games).toHaveLength(30);
});

test('players and moderators may do none of it', async () => {
  const { world, ctx } = await cast();
  const id = await world.addGame({ genres: ['Puzzle'] });
  const posted = { fields: { note: 'because', title: 'x' }, file: { bytes: writeGameZip() } };
  for (const actor of [VISITOR, await world.addPlayer(), await world.addPlayer({ role: 'moderator' })] as Actor[]) {
    const code = actor.kind === 'visitor' ? 'sign-in-required' : 'not-allowed';
    const tries = [
      listGames(ctx, actor, ALL, null),
      getGameForEdit(ctx, actor, id),
      getCover(ctx, actor, id),
      changeGame(ctx, actor, id, { do: 'hide', note: 'because' }, CLIENT),
      addGame(ctx, actor, posted),
      replaceFiles(ctx, actor, id, posted),
      changeCover(ctx, actor, id, posted),
      deleteGameFiles(ctx, actor, id),
    ];
    for (const result of await Promise.allSettled(tries)) expect(result).toMatchObject({ status: 'rejected', reason: { code } });
  }
});
