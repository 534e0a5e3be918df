import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { writeGameZip } from '../../../tests/zip.ts';
import { DownloadError } from '../../infra/public-download.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { FETCHES_LIMIT } from './rules.ts';
import { getGameForEdit } from './service.server.ts';
import { addGame } from './uploads.service.server.ts';

test('a game from the address of a zip file goes the way of an upload; where it came from is in the log without what may open it to others, what is wrong beside the address', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const ops = await world.addPlayer({ role: 'operator' });
  const address = 'https://games.example/kites.zip';
  const asked: string[] = [];
  const answers: (Buffer | Error)[] = [];
  ctx.download = async (from) => {
    asked.push(from);
    const answer = answers.shift() ?? new DownloadError('not-found', 404);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const send = (fields: Record<string, string>, file: { bytes: Uint8Array } | null = null, actor: Actor = ops) =>
    addGame(ctx, actor, { fields: { title: 'Kites', note: 'From a class', ...fields }, file });
  answers.push(Buffer.from(writeGameZip({})));
  expect(await send({ address: ` ${address}?token=secret#part ` })).toEqual({ ok: true, id: 'kites' });
  expect((await getGameForEdit(ctx, ops, 'kites')).game.state).toBe('new');
  const entries = await ctx.db.selectFrom('audit_log').select(['action', 'subject_id', 'note']).execute();
  expect(entries).toEqual([{ action: 'add-game', subject_id: 'kites', note: `From a class\nFetched from ${address}` }]);

  const fault = async (...sent: Parameters<typeof send>) => {
    const result = await send(...sent);
    return result.ok ? null : { ...result.fieldErrors, kept: result.values['address'] };
  };
  expect(await fault({ address })).toEqual({ address: expect.stringContaining('no file at this address'), kept: address });
  answers.push(Buffer.from('<!doctype html>'), Buffer.from(writeGameZip({ 'game.json': '{' })));
  expect(await fault({ address })).toEqual({ address: expect.stringContaining('cannot be read'), kept: address });
  expect(await fault({ address })).toEqual({ address: expect.stringContaining('game.json is not JSON'), kept: address });
  expect(await fault({ address: 'x'.repeat(501) })).toMatchObject({ address: expect.stringContaining('begin with https') });
  expect(await fault({ address, note: '' })).toEqual({ note: expect.any(String), kept: address });
  expect(await fault({ address }, { bytes: writeGameZip({}) })).toMatchObject({
    address: expect.stringContaining('Take one of them away'),
  });
  expect(await fault({}, { bytes: new Uint8Array() })).toMatchObject({ file: expect.stringContaining('or write the address') });
  expect(asked).toEqual([`${address}?token=secret#part`, address, address, address]);

  // Others are refused before anything is fetched, and one operator's limit is not another's.
  for (const actor of [VISITOR, await world.addPlayer(), await world.addPlayer({ role: 'moderator' })])
    await expect(send({ address }, null, actor)).rejects.toMatchObject({ status: actor.kind === 'visitor' ? 401 : 403 });
  for (let nth = asked.length; nth < FETCHES_LIMIT.points; nth++) await send({ address });
  expect(await fault({ address })).toEqual({ address: expect.stringContaining('Wait an hour'), kept: address });
  expect(asked).toHaveLength(FETCHES_LIMIT.points);
  answers.push(Buffer.from(writeGameZip({})));
  expect(await send({ address }, null, await world.addPlayer({ role: 'operator' }))).toMatchObject({ ok: true });
});
