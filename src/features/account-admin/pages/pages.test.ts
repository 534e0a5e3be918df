import { expect, test } from 'vitest';
import { createPaymentsPages, type RouteResult } from '../../../../tests/pages.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import * as account from './account.tsx';
import * as download from './export.tsx';

const given = ({ status, to }: RouteResult) => to ?? status;
const login = (address: string) => `/login?returnUrl=${encodeURIComponent(address)}`;

test('visitors are led to sign in, players and moderators are refused, and nothing of what they send is done', async () => {
  const { world, ctx, get, post } = await createPaymentsPages();
  const player = await world.addPlayer({ username: 'amina' });
  const [moderator, operator] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  const address = `/operator/players/${player.id}/account`;
  const params = { id: player.id };
  const actors: Actor[] = [VISITOR, player, moderator, operator];
  const seen = [];
  for (const actor of actors) seen.push(given(await get(account, address, actor, params)));
  expect(seen).toEqual([login(address), 403, 403, 200]);
  const fields = { do: 'delete', note: 'because', password: 'secret1' };
  const sent = [];
  for (const actor of actors.slice(0, 3))
    sent.push(given(await post(account, fields, actor, params)), given(await post(download, fields, actor, params)));
  expect(sent).toEqual([401, login(address), 403, 403, 403, 403]);
  expect(await ctx.db.selectFrom('players').select('deletes_at').where('id', '=', player.id).execute()).toEqual([{ deletes_at: null }]);
});

test('the download leads back to the page while a reason or the proof is missing; opened, it is that page', async () => {
  const { world, get, post } = await createPaymentsPages();
  const player = await world.addPlayer();
  const operator = await world.addPlayer({ role: 'operator' });
  const address = `/operator/players/${player.id}/account`;
  const send = async (fields: Record<string, string>) => given(await post(download, fields, operator, { id: player.id }));
  expect(await send({ password: 'secret1' })).toBe(`${address}?news=case-note-missing`);
  expect(await send({ note: 'because', password: 'guess1' })).toBe(`${address}?news=account-code-wrong`);
  expect(await send({ note: 'because', password: 'secret1' })).toBe(200);
  expect(given(await get(download, address, operator, { id: player.id }))).toBe(address);
});
