import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, root } from '../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { moderateMessage, moderateNames, seedLists } from './service.server.ts';

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-lists-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await fs.writeFile(path.join(folder, name), text);
  return folder;
}

test('names are judged by the lists that are shipped', async () => {
  const { ctx } = await createWorld();
  const verdicts = await moderateNames(ctx, ['amina', 'xx_fuck_xx', 'Mjinga Wewe', 'call 0712345678', 'class_captain', 'Otieno 7']);
  expect(verdicts.map((verdict) => verdict?.kind ?? null)).toEqual([null, 'profanity', 'bullying', 'phone', null, null]);
});

test('a list that changes counts within seconds; what a moderator took away stays away when lists are shipped again', async () => {
  const world = await createWorld();
  const judged = async () => (await moderateNames(world.ctx, ['zebrafoot', 'fuckface'])).map((verdict) => verdict !== null);
  expect(await judged()).toEqual([false, true]);
  await world.ctx.db
    .insertInto('filter_entries')
    .values([
      { list: 'profanity.en.txt', entry: 'zebrafoot', is_enabled: true },
      { list: 'threat.en.txt', entry: 'nothing like it', is_enabled: false },
    ])
    .execute();
  world.advanceClock(6);
  expect(await judged()).toEqual([true, true]);
  await seedLists(world.ctx, SYSTEM, path.join(root, 'wordlists'));
  world.advanceClock(6);
  expect(await judged()).toEqual([true, true]);
  const gone = await folderOf({ 'profanity.en.txt': 'giraffeneck\n' });
  await seedLists(world.ctx, SYSTEM, gone);
  await world.ctx.db.insertInto('filter_entries').values({ list: 'profanity.en.txt', entry: 'giraffeneck', is_enabled: false }).execute();
  world.advanceClock(6);
  expect((await moderateNames(world.ctx, ['giraffeneck', 'zebrafoot'])).map((verdict) => verdict !== null)).toEqual([false, true]);
});

test('names may neither sound like the team nor have signs that names cannot have; messages may', async () => {
  const { ctx } = await createWorld();
  const names = ['the_moderator', 'Amina \u2605', 'Am\u0456na', 'A\u0334\u0327mina', 'Amina\u2800', 'Modesta'];
  expect((await moderateNames(ctx, names)).map((verdict) => verdict?.kind ?? null)).toEqual([
    'staff',
    'badge',
    'scripts',
    'marks',
    'signs',
    null,
  ]);
  expect((await moderateMessage(ctx, 'Ask the moderator \u2605')).refused).toBeNull();
});

test('a moderator can allow a word that sounds like the team', async () => {
  const world = await createWorld();
  const judged = async () => (await moderateNames(world.ctx, ['Administa', 'Admin']))?.map((verdict) => verdict?.kind ?? null);
  expect(await judged()).toEqual(['staff', 'staff']);
  await world.ctx.db.insertInto('filter_entries').values({ list: 'allow.txt', entry: 'administa', is_enabled: true }).execute();
  world.advanceClock(6);
  expect(await judged()).toEqual([null, 'staff']);
});

test('without the lists of what the team is called, names wait and messages do not', async () => {
  const world = await createWorld();
  await world.ctx.db.deleteFrom('filter_lists').where('name', '=', 'site.names.txt').execute();
  await expect(moderateNames(world.ctx, ['amina'])).rejects.toMatchObject({ code: 'unavailable' });
  expect(world.logged.map((line) => line.msg)).toContain('there are no lists of what the team is called');
  expect((await moderateMessage(world.ctx, 'hello')).refused).toBeNull();
});

test('without lists nothing is judged well: it is refused, and logged', async () => {
  const world = await createWorld();
  await world.ctx.db.deleteFrom('filter_lists').execute();
  await expect(moderateNames(world.ctx, ['amina'])).rejects.toMatchObject({ code: 'unavailable' });
  expect(world.logged.map((line) => line.msg)).toContain('the text filter cannot run');
});

test('only the start of the site brings in lists', async () => {
  const { ctx } = await createWorld();
  await expect(seedLists(ctx, VISITOR, path.join(root, 'wordlists'))).rejects.toMatchObject({ code: 'sign-in-required' });
});
