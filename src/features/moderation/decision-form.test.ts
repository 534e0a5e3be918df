import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { NOTE_MAX } from '../audit-log/schema.ts';
import { reportGame } from '../reports/service.server.ts';
import { moderateGame, getGameCase } from './service.server.ts';
import { texts } from './texts.ts';

// What the form of a case sends besides the action: the note, and which reports the moderator has seen.

const GAME = 'taxi-rush';

const states = async (world: World) =>
  (await world.ctx.db.selectFrom('reports').select('state').orderBy('created_at').execute()).map((row) => row.state);

async function reportedGame() {
  const world = await createWorld();
  await world.addGame({ id: GAME, title: 'Taxi Rush' });
  const [amina, mod] = [await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  await reportGame(world.ctx, amina, GAME, { reason: 'spam' });
  return { world, mod };
}

test('without a note that says something nothing is done', async () => {
  const { world, mod } = await reportedGame();
  const good = { action: 'hide-game', note: 'a reason' };
  const notes = ['', '  \n ', 'ab', 'x'.repeat(NOTE_MAX + 1), 'a\0bc', 'abc\ud800'];
  const wrong: Record<string, string>[] = [...notes.map((note) => ({ ...good, note })), { action: 'hide-game' }];
  const failure = (note: string, fieldErrors: Record<string, string>) => actionFailure('bad-input', { fieldErrors, values: { note } });
  for (const fields of wrong)
    expect(await moderateGame(world.ctx, mod, GAME, fields)).toEqual(failure(fields['note'] ?? '', { note: texts.noteRequired }));
  for (const action of ['', 'toString', 'delete-game', 'HIDE-GAME'])
    expect(await moderateGame(world.ctx, mod, GAME, { ...good, action })).toEqual(failure(good.note, { action: texts.failed.text }));
  for (const noId of ['a\0b', 'x'.repeat(1000)])
    await expect(moderateGame(world.ctx, mod, noId, good)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(moderateGame(world.ctx, mod, 'nope', good)).rejects.toMatchObject({ code: 'not-found' });
  expect([await states(world), await world.ctx.db.selectFrom('audit_log').select('id').execute()]).toEqual([['new'], []]);
  await moderateGame(world.ctx, mod, GAME, { ...good, note: 'x'.repeat(NOTE_MAX) });
});

test('a report that came after the page was made waits on: nobody has read it', async () => {
  const { world, mod } = await reportedGame();
  const brian = await world.addPlayer();
  const seen = (await getGameCase(world.ctx, mod, GAME)).reports[0]?.createdAt ?? '';
  world.advanceClock(1);
  await reportGame(world.ctx, brian, GAME, { reason: 'spam' });
  await moderateGame(world.ctx, mod, GAME, { action: 'dismiss', note: 'fine', seen });
  expect(await states(world)).toEqual(['dismissed', 'new']);
});

test('a page that showed no report decides about none that came later', async () => {
  const world = await createWorld();
  await world.addGame({ id: GAME, title: 'Taxi Rush' });
  const [amina, mod] = [await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  const { asOf, reports } = await getGameCase(world.ctx, mod, GAME);
  expect(reports).toEqual([]);
  world.advanceClock(5);
  await reportGame(world.ctx, amina, GAME, { reason: 'spam' });
  const fields = { action: 'dismiss', note: 'nothing is wrong', seen: asOf };
  await expect(moderateGame(world.ctx, mod, GAME, fields)).rejects.toMatchObject({ code: 'not-available' });
  expect(await states(world)).toEqual(['new']);
});
