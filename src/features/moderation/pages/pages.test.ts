import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPaymentsPages, type RouteResult, type RouteModule } from '../../../../tests/pages.ts';
import { addGroup } from '../../../../tests/reported-group.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import * as cases from '../cases/pages/cases.tsx';
import * as groupCase from '../groups/pages/case.tsx';
import * as groupQueue from '../groups/pages/queue.tsx';
import * as helpCase from '../help-requests/pages/case.tsx';
import * as helpQueue from '../help-requests/pages/queue.tsx';
import * as personCase from '../players/pages/case.tsx';
import * as personQueue from '../players/pages/queue.tsx';
import * as operator from './operator.tsx';
import * as words from './words.tsx';
import * as gameCase from './case.tsx';
import * as gameQueue from './queue.tsx';

const given = ({ status, to }: RouteResult) => to ?? status;

test('visitors are led to sign in, players are refused, and nothing of what either sends is done', async () => {
  const { world, ctx, get, post } = await createPaymentsPages();
  const game = await world.addGame();
  const [player, other] = [await world.addPlayer(), await world.addPlayer()];
  const team = { moderator: await world.addPlayer({ role: 'moderator' }), operator: await world.addPlayer({ role: 'operator' }) };
  const help = randomUUID();
  await ctx.db.insertInto('help_requests').values({ id: help, player_id: other.id, kind: 'abuse', is_asked: true, words: '' }).execute();
  const group = await addGroup(world, { ownerId: other.id });
  const pages: { page: RouteModule; address: string; id?: string; send: Record<string, string>; moderator?: number }[] = [
    { page: gameQueue, address: '/moderation/games', send: {} },
    { page: gameCase, address: `/moderation/games/${game}`, id: game, send: { action: 'hide-game', note: 'because' } },
    { page: words, address: '/moderation/words', send: { do: 'add', list: 'en', entry: 'because' } },
    { page: personQueue, address: '/moderation/players', send: {} },
    {
      page: personCase,
      address: `/moderation/players/${other.id}`,
      id: other.id,
      send: { action: 'ban', why: 'You hurt others.', note: 'because' },
    },
    { page: groupQueue, address: '/moderation/groups', send: {} },
    { page: groupCase, address: `/moderation/groups/${group}`, id: group, send: { action: 'close-group', note: 'because' } },
    { page: helpQueue, address: '/moderation/help', send: {} },
    { page: helpCase, address: `/moderation/help/${help}`, id: help, send: { action: 'resolve-help', note: 'because' } },
    { page: cases, address: '/operator/cases', send: { email: other.email, note: 'because' }, moderator: 403 },
    { page: operator, address: '/operator', send: { do: 'off', note: 'because' }, moderator: 403 },
  ];
  for (const { page, address, id = '', send, moderator = 200 } of pages) {
    const seenBy = async (actor: Actor) => given(await get(page, address, actor, { id }));
    expect([address, await seenBy(VISITOR), await seenBy(player), await seenBy(team.moderator), await seenBy(team.operator)]).toEqual([
      address,
      `/login?returnUrl=${encodeURIComponent(address)}`,
      403,
      moderator,
      200,
    ]);
    if (!page.action) continue;
    const sentBy = async (actor: Actor) => given(await post(page, send, actor, { id }));
    expect([address, await sentBy(VISITOR), await sentBy(player)]).toEqual([address, 401, 403]);
  }
  expect(await ctx.db.selectFrom('games').select('id').where('hidden_at', 'is not', null).execute()).toEqual([]);
  expect(await ctx.db.selectFrom('sanctions').select('id').execute()).toEqual([]);
  expect(await ctx.db.selectFrom('groups').select('id').where('closed_at', 'is not', null).execute()).toEqual([]);
  // The team itself read the case.
  const entries = await ctx.db.selectFrom('audit_log').select(['actor_id', 'subject_kind']).distinct().orderBy('actor_id').execute();
  expect(entries).toEqual([team.moderator.id, team.operator.id].toSorted().map((id) => ({ actor_id: id, subject_kind: 'private-data' })));
});

test('after a decision that closes a case the next one opens; else the page says what was done', async () => {
  const { world, ctx, get, post } = await createPaymentsPages();
  const [mod, boss] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer({ role: 'operator' })];
  const [game, bully, child, painter] = [await world.addGame(), await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  const ago = (hours: number) => new Date(ctx.now().getTime() - hours * 3_600_000);
  const [help, picture] = [randomUUID(), randomUUID()];
  await ctx.db
    .insertInto('help_requests')
    .values({ id: help, player_id: child.id, kind: 'unknown', is_asked: true, words: '', created_at: ago(1) })
    .execute();
  await ctx.db
    .insertInto('reports')
    .values({ id: randomUUID(), game_id: game, player_id: child.id, reason: 'spam', description: '', created_at: ago(9) })
    .execute();
  await ctx.db
    .insertInto('player_reports')
    .values({
      id: randomUUID(),
      reporter_id: child.id,
      reported_player_id: bully.id,
      reason: 'bullying',
      description: '',
      created_at: ago(8),
    })
    .execute();
  await ctx.db
    .insertInto('avatar_uploads')
    .values({ id: picture, player_id: painter.id, picture: `${picture}.webp`, created_at: ago(7) })
    .execute();
  const on = (page: RouteModule, id: string, fields: Record<string, string>, actor: Actor = boss) => post(page, fields, actor, { id });
  const NOTE = { note: 'because of this' };

  const view = (await get(helpCase, `/moderation/help/${help}`, boss, { id: help })).data as { view: { version: string } };
  expect(await on(helpCase, help, { action: 'resolve-help', version: view.view.version })).toMatchObject({ status: 400, to: null });
  expect(await on(helpCase, help, { action: 'resolve-help', version: view.view.version, ...NOTE })).toMatchObject({
    to: `/moderation/games/${game}?news=next-case`,
  });
  expect(await on(gameCase, game, { action: 'hide-game', ...NOTE })).toMatchObject({
    to: `/moderation/players/${bully.id}?news=next-case`,
  });
  // Nothing of the game is open any more: whoever restores it stays.
  expect(await on(gameCase, game, { action: 'restore-game', ...NOTE })).toMatchObject({ to: null, data: { ok: true } });
  expect(await on(personCase, bully.id, { action: 'warn', why: 'Be kind to others.', ...NOTE })).toMatchObject({
    to: `/moderation/pictures/${picture}?news=next-case`,
  });
  expect(await on(personCase, bully.id, { action: 'mute-1h', why: 'Be kind to others.', ...NOTE })).toMatchObject({ to: null });
  expect((await on(personCase, bully.id, { action: 'lift', ...NOTE }, mod)).to).toBeNull();
});
