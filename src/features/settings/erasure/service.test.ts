import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPlayerWithEverything, findOccurrences } from '../../../../tests/player-with-everything.ts';
import { createPaymentsWorld } from '../../../../tests/fake-payments.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { handleMessageForm, getMessageDetails } from '../../contact/admin/service.server.ts';
import { sendMessage } from '../../contact/service.server.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { deleteOldCases } from '../../moderation/retention/service.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { subscribe as subscribeByMail } from '../../newsletter/service.server.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { subscribe } from '../../subscriptions/checkout/service.server.ts';
import { requestAccountDeletion, cancelRenewalJob } from '../account-deletion/service.server.ts';
import { eraseDueAccounts } from './service.server.ts';

const DAY = 86_400;
const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

/** Deletes what is kept of cases, a year after they were closed. */
const forgetCases = (world: World) => {
  world.advanceClock(367 * DAY);
  return deleteOldCases(world.ctx);
};

test('somebody who did everything leaves: after 14 days only their cases name them, for a year', { timeout: 60_000 }, async () => {
  const all = await createPlayerWithEverything();
  const { ctx, world, who, here, brian, chao, signs } = all;
  // Every table that references players must contain this player, or the test would prove nothing about it.
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.confrelid = 'players'::regclass`.execute(ctx.db);
  const without: string[] = [];
  for (const { table, column } of columns) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${who.id} limit 1`.execute(ctx.db);
    // In these tables, the player with the smaller id is in the first column.
    if (rows.length === 0 && !/^(friendships|conversations)$/.test(table)) without.push(`${table}.${column}`);
  }
  expect(without).toEqual([]);
  const others = 'audit_log webhook_events verification_tokens rate_limit_counters username_reservations messages pgboss.'.split(' ');
  for (const place of [...others, '.eml', 'face.webp'])
    expect([place, (await findOccurrences(all, signs)).some((found) => found.includes(place)) || place === 'pgboss.']).toEqual([
      place,
      true,
    ]);

  expect(await requestAccountDeletion(ctx, who, { current: 'secret1' }, here)).toMatchObject({ kind: 'scheduled' });
  while ((await ctx.jobs.drain(ctx, cancelRenewalJob, 10)) > 0);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(0);
  const count = async (table: string) =>
    (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(ctx.db)).rows[0]?.n;
  const countRetained = () => Promise.all(['audit_log', 'ledger', 'payments', 'plays'].map(count));
  const before = await countRetained();
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);

  expect((await findOccurrences(all, signs)).filter((found) => !found.startsWith('public.retained_'))).toEqual([]);
  expect(world.logged.filter(({ level }) => level >= 50)).toEqual([]);
  // Rows that must be retained are still there, without the player.
  expect(await countRetained()).toEqual(before);
  const entries = await ctx.db.selectFrom('audit_log').selectAll().where('subject_kind', '<>', 'private-data').orderBy('id').execute();
  expect(entries).toMatchObject([
    { action: 'warn', actor_name: 'modesty', note: 'Spoke with a player who left' },
    {
      action: 'dismiss',
      actor_name: 'modesty',
      note: expect.stringMatching(/^a player who left and left-[0-9a-f]{18} agreed$/),
      subject_id: brian.id,
    },
    { action: 'wallet-grant', actor_name: 'opal', note: 'A prize for a player who left' },
    ...Array.from({ length: 4 }, () => [
      { action: 'message-answer' },
      { action: 'message-close', note: 'a player who left was told' },
    ]).flat(),
    { action: 'message-close', note: 'a player who left asked twice' },
  ]);
  // Rows that belonged together still do.
  expect(entries[0]?.subject_id).toBe(entries[2]?.subject_id);
  const ledger = await ctx.db.selectFrom('ledger').selectAll().execute();
  expect(new Set(ledger.map((row) => row.player_id))).toEqual(new Set([null]));
  expect(ledger.find((row) => row.source === 'purchase')?.source_ref).toBe(`item hat ${entries[0]?.subject_id}`);
  const reports = await ctx.db
    .selectFrom('player_reports')
    .select(['reporter_id', 'reported_player_id', 'description', 'evidence'])
    .execute();
  expect(reports.map(({ reported_player_id }) => reported_player_id)).toEqual([brian.id, brian.id]);
  const evidence = reports.flatMap((report) => report.evidence as { senderId: string; text: string }[]);
  expect(evidence.map(({ senderId, text }) => [senderId, text])).toEqual([
    [brian.id, 'Hello a player who left'],
    ['', '(written by a player who left)'],
    [brian.id, 'You lose, a player who left'],
  ]);
  expect(reports.map(({ description }) => description).toSorted()).toEqual([
    'He and a player who left, a player who left',
    'He is mean to a player who left',
  ]);
  // Messages by the player are deleted, and messages by others are retained without the player.
  const messages = await ctx.db
    .selectFrom('contact_messages')
    .select(['name', 'email', 'subject', 'body', 'state'])
    .orderBy('name')
    .execute();
  expect(messages).toEqual([
    {
      name: 'Brian',
      email: brian.email,
      subject: 'About a player who left',
      body: 'a player who left is mean, or was it a player who left?',
      state: 'closed',
    },
    // Sent by a signed-in player, so the answer goes to that account: the address they entered was not theirs.
    { name: 'Chao', email: chao.email, subject: 'The wrong address', body: 'Nothing about anybody', state: 'closed' },
  ]);
  expect(await ctx.db.selectFrom('contact_answers').select(['actor_name', 'body']).execute()).toEqual(
    Array.from({ length: 2 }, () => ({ actor_name: 'opal', body: 'We look into it, a player who left.' })),
  );
  expect(await ctx.db.selectFrom('newsletter_readers').select('email').execute()).toEqual([{ email: brian.email }]);
  // Others lost only what they shared with the player.
  expect([await count('messages'), await count('conversations'), await count('friendships')]).toEqual([0, 0, 0]);
  expect((await world.mails()).map(({ to }) => to)).toContain(chao.email);
  expect((await world.mails()).filter(({ to }) => to === brian.email).map(({ text }) => text.includes('zawadi'))).not.toContain(true);
  await forgetCases(world);
  expect(await findOccurrences(all, signs)).toEqual([]);
});

test('the card is stopped at the provider first; while that is away the account stays, and goes another night', async () => {
  const { world, ctx, fake, buy } = await createPaymentsWorld();
  // The name is also a word in the provider's events.
  const amina = await world.addPlayer({ username: 'charged', display_name: 'kind' });
  await buy(amina, 'premium', 'card');
  const state = () => [...fake.subscriptions.values()].map((one) => one.state);
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, visit);
  // The job that stops the card during the waiting period never succeeded.
  world.advanceClock(15 * DAY);
  fake.fail = 'before';
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(0);
  expect(world.logged.some(({ msg }) => msg === 'an account was not deleted; it is tried again')).toBe(true);
  expect([await ctx.db.selectFrom('players').select('id').execute(), state()]).toEqual([[{ id: amina.id }], ['active']]);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(await ctx.db.selectFrom('players').select('id').execute()).toEqual([]);
  expect(state()).toEqual(['non-renewing']);
  expect(await ctx.db.selectFrom('subscriptions').select(['player_id', 'state', 'customer', 'email_token']).execute()).toEqual([
    { player_id: null, state: 'ended', customer: null, email_token: null },
  ]);
  const events = await ctx.db.selectFrom('webhook_events').select(['event', 'body']).execute();
  expect(events.map(({ event, body }) => [(JSON.parse(event) as { kind: string }).kind, body])).toEqual([['charged', '']]);
});

test('what the provider tells after somebody is gone keeps no address either', async () => {
  const { world, ctx, buy } = await createPaymentsWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const brian = await world.addPlayer({ username: 'brian' });
  for (const one of [amina, brian]) await buy(one, 'premium', 'card');
  const codes = await ctx.db.selectFrom('subscriptions').select(['player_id', 'code']).execute();
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, visit);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  const body = (email: string) => JSON.stringify({ data: { customer: { email } } });
  for (const { id, email } of [amina, brian])
    await sql`insert into webhook_events (id, provider, dedupe_key, body, event, processed_at) values (${ctx.newId()}, 'paystack', ${`late ${id}`},
      ${body(email)}, ${JSON.stringify({ kind: 'subscription', code: codes.find((row) => row.player_id === id)?.code })}, now())`.execute(
      ctx.db,
    );
  await ctx.db.updateTable('subscriptions').set({ customer: 'told again', email_token: 'told again' }).execute();
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(0);
  const subscriptions = await ctx.db.selectFrom('subscriptions').select(['player_id', 'customer', 'email_token']).execute();
  expect(subscriptions.toSorted((a) => (a.player_id === null ? -1 : 1))).toEqual([
    { player_id: null, customer: null, email_token: null },
    { player_id: brian.id, customer: 'told again', email_token: 'told again' },
  ]);
  const late = await ctx.db.selectFrom('webhook_events').select('body').where('dedupe_key', 'like', 'late %').orderBy('body').execute();
  expect(late).toEqual([{ body: '' }, { body: body(brian.email) }]);
});

test('asked to go, the card is charged no further, and the paid days stay', async () => {
  const { world, ctx, fake, buy } = await createPaymentsWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  await buy(amina, 'premium', 'card');
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, visit);
  await ctx.jobs.drain(ctx, cancelRenewalJob, 10);
  expect([...fake.subscriptions.values()].map((one) => one.state)).toEqual(['non-renewing']);
  const [row] = await ctx.db.selectFrom('subscriptions').select('state').execute();
  expect(row?.state).toBe('non-renewing');
  const [period] = await ctx.db.selectFrom('paid_periods').select('revoked_at').execute();
  expect(period?.revoked_at).toBe(null);
});

test('a demo account goes too; names of one letter take nothing out of what others wrote', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const a = await world.addPlayer({ username: 'a', display_name: 'A', is_demo: true });
  await world.addPlayer({ username: 'brian' });
  await sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, note) values
    (${ctx.newId()}, 'mod', 'warn', 'player', ${a.id}, 'a note, A note')`.execute(ctx.db);
  await requestAccountDeletion(ctx, a, { current: 'secret1' }, visit);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  const rows = await ctx.db.selectFrom('audit_log').select(['note', 'subject_id']).execute();
  expect(rows).toMatchObject([{ note: 'a note, A note', subject_id: expect.stringMatching(/^left-/) }]);
  expect((await ctx.db.selectFrom('players').select('username').execute()).map(({ username }) => username)).toEqual(['brian']);
});

test.each(["O'Brien", 'Amina-Wanjiru', 'A & B!', '#1 %s', 'Zoë 😀', 'አማርኛ', 'हिन्दी'])(
  'somebody called %s goes too',
  async (display_name) => {
    const world = await createWorld();
    const { ctx } = world;
    const who = await world.addPlayer({ username: 'zawadi', display_name });
    const chao = await world.addPlayer();
    await reportPlayer(ctx, chao, { playerId: who.id, reason: 'other', description: '' });
    await ctx.db.updateTable('player_reports').set({ state: 'dismissed', decided_at: ctx.now() }).execute();
    await sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, note) values
    (${ctx.newId()}, 'mod', 'warn', 'player', ${who.id}, ${`Spoke with ${display_name}, twice`})`.execute(ctx.db);
    await requestAccountDeletion(ctx, who, { current: 'secret1' }, visit);
    world.advanceClock(15 * DAY);
    expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
    await forgetCases(world);
    expect(await findOccurrences({ ctx }, [who.id, display_name])).toEqual([]);
    expect(await ctx.db.selectFrom('audit_log').select('note').execute()).toEqual([{ note: 'Spoke with a player who left, twice' }]);
  },
);

test('whose names are words, or a part of somebody else’s, takes nothing of others along', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const who = await world.addPlayer({ username: 'crown', display_name: 'Amina', email: 'ina@example.com' });
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina', email: 'amina@example.com' });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian' });
  const note = 'The crown of Amina, amina@example.com';
  const details = { name: 'Crown', by: 'Amina', deep: ['crown'] };
  const entry = (subjectId: string, text: string) =>
    sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, note, details)
    values (${ctx.newId()}, 'ops', 'item-added', 'item', ${subjectId}, ${text}, ${JSON.stringify(details)})`.execute(ctx.db);
  await entry('crown', note);
  await entry('crown', 'Ask @crown');
  await entry(who.id, 'Crown is Amina');
  await sql`insert into ledger (id, player_id, amount, balance, source, source_ref, note)
    values (${ctx.newId()}, ${brian.id}, 5, 5, 'operator', 'x', ${note})`.execute(ctx.db);
  await sql`insert into notifications (id, player_id, type, title, message, event)
    values (${ctx.newId()}, ${brian.id}, 'general', ${note}, ${note}, 'x')`.execute(ctx.db);
  await reportPlayer(ctx, amina, { playerId: brian.id, reason: 'other', description: note });
  await sql`insert into webhook_events (id, provider, dedupe_key, body, event) values
    (${ctx.newId()}, 'paystack', 'k1', ${JSON.stringify({ email: amina.email })}, '{"kind":"other"}')`.execute(ctx.db);
  const letter = { subject: 'x', heading: 'x', notes: [], paragraphs: ['Choose your crown, Amina'] };
  await enqueueEmail(ctx, { ...letter, to: amina.email });
  await enqueueEmail(ctx, { ...letter, to: who.email });
  await enqueueEmail(ctx, { ...letter, to: brian.email, paragraphs: ['@crown wrote to you'] });
  await requestAccountDeletion(ctx, who, { current: 'secret1' }, visit);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);

  const entries = await ctx.db.selectFrom('audit_log').select(['note', 'details']).execute();
  const left = 'a player who left';
  expect(entries.toSorted((a, b) => a.note.length - b.note.length)).toEqual([
    { note: `Ask ${left}`, details },
    { note, details },
    { note: `${left} is ${left}`, details: { name: left, by: left, deep: [left] } },
  ]);
  expect(await ctx.db.selectFrom('ledger').select('note').execute()).toEqual([{ note }]);
  expect(await ctx.db.selectFrom('notifications').select(['title', 'message']).where('event', '=', 'x').execute()).toEqual([
    { title: note, message: note },
  ]);
  expect(await ctx.db.selectFrom('player_reports').select('description').execute()).toEqual([{ description: note }]);
  expect(await ctx.db.selectFrom('webhook_events').select('body').execute()).toEqual([{ body: JSON.stringify({ email: amina.email }) }]);
  expect((await world.mails()).map(({ to }) => to)).toEqual([amina.email]);
});

test('an operator who leaves takes their name out of the answers, which stay', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [ops, other] = [await world.addPlayer({ username: 'opal_1', role: 'operator' }), await world.addPlayer({ username: 'amina' })];
  await sendMessage(ctx, other, { name: 'Amina', email: other.email, subject: 'Hello', message: 'Habari?' }, '10.0.0.1');
  const { id } = await ctx.db.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow();
  const { key } = await getMessageDetails(ctx, ops, id);
  await handleMessageForm(ctx, ops, id, { do: 'answer', text: 'Nzuri! Yours, opal_1', key, seen: '0' });
  // Staff must give up their role first.
  await ctx.db.updateTable('players').set({ role: 'player' }).where('id', '=', ops.id).execute();
  await requestAccountDeletion(ctx, { ...ops, role: 'player' }, { current: 'secret1' }, visit);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(await ctx.db.selectFrom('contact_answers').select(['actor_id', 'actor_name', 'body']).execute()).toEqual([
    { actor_id: null, actor_name: 'a player who left', body: 'Nzuri! Yours, a player who left' },
  ]);
  expect(await findOccurrences({ ctx }, [ops.id, 'opal_1', ops.email])).toEqual([]);
});

test('who unsubscribed before is no hash either afterwards; others who did are', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const amina = await world.addPlayer({ username: 'amina' });
  for (const email of [amina.email, 'other@example.com']) await subscribeByMail(ctx, VISITOR, { email }, '10.0.0.1');
  await ctx.db.updateTable('newsletter_readers').set({ email: null, confirm_hash: null, confirm_expires_at: null }).execute();
  await sql`insert into newsletter_deliveries (post, reader_id) select 'a-post', id from newsletter_readers`.execute(ctx.db);
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, visit);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(await ctx.db.selectFrom('newsletter_readers').select('email').execute()).toEqual([{ email: null }]);
  expect(await ctx.db.selectFrom('newsletter_deliveries').select('post').execute()).toEqual([{ post: 'a-post' }]);
  // The remaining hash is the other reader's: they are recognized when they subscribe again.
  await subscribeByMail(ctx, VISITOR, { email: 'other@example.com' }, '10.0.0.1');
  expect(await ctx.db.selectFrom('newsletter_readers').select('email').execute()).toEqual([{ email: 'other@example.com' }]);
});

test('whose address somebody asked for keeps what they wrote to us, and their newsletter', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const amina = await world.addPlayer({ username: 'amina' });
  await sendMessage(ctx, VISITOR, { name: 'V', email: 'v@example.com', subject: 'Hello', message: 'Habari?' }, '10.0.0.1');
  await ctx.db
    .insertInto('newsletter_readers')
    .values({ id: ctx.newId(), address_hash: Buffer.from('v'), email: 'v@example.com', confirmed_at: ctx.now() })
    .execute();
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, visit);
  await ctx.db
    .insertInto('email_changes')
    .values({ player_id: amina.id, email: 'v@example.com', token_hash: 'x', password_fingerprint: 'x', expires_at: ctx.now() })
    .execute();
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(await ctx.db.selectFrom('contact_messages').select('email').execute()).toEqual([{ email: 'v@example.com' }]);
  expect(await ctx.db.selectFrom('newsletter_readers').select('email').execute()).toEqual([{ email: 'v@example.com' }]);
});

test('whose address somebody asked for before they left keeps their letters', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, visit);
  world.advanceClock(15 * DAY);
  await ctx.db
    .insertInto('email_changes')
    .values({ player_id: amina.id, email: brian.email, token_hash: 'x', password_fingerprint: 'x', expires_at: ctx.now() })
    .execute();
  await enqueueEmail(ctx, { to: brian.email, subject: 'x', heading: 'x', paragraphs: [], notes: [] });
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect((await world.mails()).map(({ to }) => to)).toEqual([brian.email]);
});

test('the pretend till of demo mode forgets who paid at it', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const amina = await world.addPlayer({ username: 'amina', email: 'amina.pays@example.com' });
  const brian = await world.addPlayer({ username: 'brian', email: 'brian.pays@example.com' });
  for (const player of [amina, brian]) await subscribe(ctx, player, { plan: 'premium', channel: 'mpesa' });
  expect((await findOccurrences({ ctx }, [amina.email])).some((place) => place.endsWith('.json'))).toBe(true);
  await requestAccountDeletion(ctx, amina, { current: 'secret1' }, visit);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(await findOccurrences({ ctx }, [amina.id, amina.email])).toEqual([]);
  expect((await findOccurrences({ ctx }, [brian.email])).some((place) => place.endsWith('.json'))).toBe(true);
});

test('the log and the ledger change by nothing but this', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const amina = await world.addPlayer({ username: 'amina' });
  const id = ctx.newId();
  await sql`insert into audit_log (id, actor_id, actor_name, action, subject_kind, subject_id, note, details) values
    (${id}, ${amina.id}, 'amina', 'warn', 'player', 'x', 'amina and aminata; Amina!', ${JSON.stringify({ amina: 1, deep: [{ who: 'amina' }] })})`.execute(
    ctx.db,
  );
  for (const attempt of [
    sql`update audit_log set note = 'other'`,
    sql`update audit_log set note = note`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ])
    await expect(attempt.execute(ctx.db)).rejects.toThrow('only ever added to');
  const who = {
    id: amina.id,
    replacementId: 'left-1',
    emails: [amina.email],
    usernames: ['amina'],
    displayNames: ['Am.ina (x)'],
    mentions: [],
  };
  const forgetting = (attempt: ReturnType<typeof sql>) =>
    ctx.db.transaction().execute(async (trx) => {
      await sql`select set_config('kiddo.erasure_subject', ${JSON.stringify(who)}, true)`.execute(trx);
      await attempt.execute(trx);
    });
  for (const attempt of [sql`delete from audit_log`, sql`truncate audit_log`])
    await expect(forgetting(attempt)).rejects.toThrow('only ever added to');
  await forgetting(
    sql`update audit_log set note = 'forged', actor_name = 'forged', action = 'forged', details = '{}', at = now() - interval '1 day'`,
  );
  const [row] = await ctx.db.selectFrom('audit_log').selectAll().execute();
  expect(row).toMatchObject({
    id,
    actor_id: null,
    actor_name: 'a player who left',
    action: 'warn',
    note: 'a player who left and aminata; a player who left!',
    details: { amina: 1, deep: [{ who: 'a player who left' }] },
  });
  expect((await sql`select nullif(current_setting('kiddo.erasure_subject', true), '') as rest`.execute(ctx.db)).rows).toEqual([
    { rest: null },
  ]);
});
