import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { addNote, getPlayerRecord } from './service.server.ts';

test('the record of a player has figures, names, devices, pictures and notes, and no texts', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const { db } = ctx;
  const moderator = await world.addPlayer({ username: 'mod_one', role: 'moderator' });
  const operator = await world.addPlayer({ username: 'ops_one', role: 'operator' });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian', age_band: 13, birth_month: '2012-01' });
  const [one, two] = [await world.addPlayer(), await world.addPlayer()];
  const game = await world.addGame();
  const at = ctx.now();
  const about = (reporter: string | null, reported: string, state: 'new' | 'resolved' = 'new') => ({
    id: randomUUID(),
    reporter_id: reporter,
    reported_player_id: reported,
    reason: 'other' as const,
    description: 'secret words',
    state,
    decided_at: state === 'new' ? null : at,
  });
  await db
    .insertInto('player_reports')
    .values([about(one.id, brian.id), about(one.id, brian.id, 'resolved'), about(two.id, brian.id), about(brian.id, one.id, 'resolved')])
    .execute();
  await db
    .insertInto('reports')
    .values({ id: randomUUID(), game_id: game, player_id: brian.id, reason: 'spam', description: 'x' })
    .execute();
  const [low, high] = [brian.id, one.id].toSorted() as [string, string];
  await db
    .insertInto('friendships')
    .values({ low_id: low, high_id: high, state: 'accepted', requested_by: low, accepted_at: at })
    .execute();
  const signal = (kind: string, times: number, days: number) => {
    const when = new Date(at.getTime() - days * 86_400_000);
    return { id: randomUUID(), player_id: brian.id, other_id: one.id, kind, day: when, times, first_at: when, last_at: when };
  };
  await db
    .insertInto('risk_signals')
    .values([
      signal('phone', 2, 1),
      signal('phone', 1, 5),
      signal('grooming', 1, 2),
      signal('secrecy', 9, 40),
      signal('soft-age', 4, 1),
      signal('request', 7, 1),
    ])
    .execute();
  const session = { id: randomUUID(), player_id: brian.id, remembered: true, expires_at: new Date(at.getTime() + 1e8) };
  await db
    .insertInto('sessions')
    .values({
      ...session,
      token_hash: 'x'.repeat(43),
      ip_address: '41.90.64.7',
      user_agent: 'Mozilla/5.0 (Linux; Android 14) Chrome/130.0 Mobile Safari/537.36',
    })
    .execute();
  await db.insertInto('avatar_uploads').values({ id: randomUUID(), player_id: brian.id, picture: 'a.webp' }).execute();
  await db.updateTable('players').set({ display_name: 'Bri' }).where('id', '=', brian.id).execute();
  const pack = await db.selectFrom('packs').select('id').executeTakeFirst();
  const payment = {
    provider: 'till' as const,
    player_id: brian.id,
    product: 'pass' as const,
    plan_id: 'premium' as const,
    currency: 'KES' as const,
    channel: 'mpesa' as const,
  };
  await db
    .insertInto('payments')
    .values([
      { ...payment, reference: 'kiddo-one-paid', amount_minor: 9900, state: 'success', paid_at: at },
      { ...payment, reference: 'kiddo-two-back', amount_minor: 5000, refunded_minor: 5000, state: 'refunded', paid_at: at },
      {
        ...payment,
        reference: 'kiddo-dollars-back',
        product: 'pack' as const,
        plan_id: null,
        pack_id: pack?.id ?? null,
        channel: 'card' as const,
        currency: 'USD',
        amount_minor: 499,
        shillings_minor: 65_000,
        refunded_minor: 499,
        state: 'refunded',
        paid_at: at,
      },
      { ...payment, reference: 'kiddo-held-back', amount_minor: 5000, state: 'held', paid_at: at },
      { ...payment, reference: 'kiddo-not-paid', amount_minor: 7000, state: 'failed' },
    ])
    .execute();
  expect(await addNote(ctx, moderator, brian.id, { do: 'note', text: ' Talked with his mother. ' })).toEqual({ ok: true, do: 'note' });
  const record = await getPlayerRecord(ctx, moderator, brian.id);
  expect(record).toMatchObject({
    ageBand: 13,
    formerNames: [{ username: 'brian', displayName: 'Brian' }],
    reportsSent: { count: 2, upheld: 1 },
    reportsReceived: { count: 3, reporters: 2 },
    friendCount: 1,
    refusedKinds: [
      { kind: 'phone', times: 3 },
      { kind: 'grooming', times: 1 },
    ],
    devices: [{ browser: 'Chrome', system: 'Android' }],
    pictures: [{ state: 'waiting' }],
    payments: null,
    notes: [{ actor: 'mod_one', note: 'Talked with his mother.' }],
  });
  expect(JSON.stringify(record)).not.toMatch(/41\.90|secret words|@example/);
  expect((await getPlayerRecord(ctx, operator, brian.id))?.payments).toEqual({ count: 3, totalMinor: 9900, lastAt: at.toISOString() });
});

test('a note needs words and a player; nobody outside of the team writes or reads', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const moderator = await world.addPlayer({ role: 'moderator' });
  const [player, other] = [await world.addPlayer(), await world.addPlayer()];
  expect(await addNote(ctx, moderator, player.id, { do: 'note', text: '  ' })).toMatchObject({
    ok: false,
    fieldErrors: { text: expect.any(String) },
  });
  const note = { do: 'note', text: 'a note' };
  for (const nobody of [randomUUID(), 'nobody']) {
    await expect(addNote(ctx, moderator, nobody, note)).rejects.toMatchObject({ code: 'not-found' });
    expect(await getPlayerRecord(ctx, moderator, nobody)).toBeNull();
  }
  for (const [actor, code] of [
    [other, 'not-allowed'],
    [VISITOR, 'sign-in-required'],
  ] as const) {
    await expect(addNote(ctx, actor, player.id, note)).rejects.toMatchObject({ code });
    await expect(getPlayerRecord(ctx, actor, player.id)).rejects.toMatchObject({ code });
  }
  // Nor does anybody of the team read or write what there is about themselves.
  for (const actor of [moderator, await world.addPlayer({ role: 'operator' })]) {
    await expect(addNote(ctx, actor, actor.id, note)).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(getPlayerRecord(ctx, actor, actor.id)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  expect(await ctx.db.selectFrom('audit_log').select('id').execute()).toEqual([]);
});
