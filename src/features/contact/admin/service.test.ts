import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createPaymentsPages } from '../../../../tests/pages.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { encodeCursor } from '../../../shared/paging.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { sendMessage } from '../service.server.ts';
import * as messagePage from './pages/message.tsx';
import { ANSWERS_LIMIT, MESSAGES_PAGE_SIZE, parseMessageFilter } from './rules.ts';
import type { MessageItem } from './schema.ts';
import { listMessages, handleMessageForm, getMessageDetails } from './service.server.ts';

async function write(world: World, n = 1, actor: Actor = VISITOR): Promise<void> {
  const fields = { name: `Sender ${n}`, email: `s${n}@example.com`, subject: `Subject ${n}`, message: `Body ${n}` };
  expect(await sendMessage(world.ctx, actor, fields, `10.0.${n}.1`)).toEqual({ ok: true });
}
async function inbox(world: World, ops: Actor, state: Parameters<typeof listMessages>[2] = 'open'): Promise<MessageItem[]> {
  return (await listMessages(world.ctx, ops, state, null)).items;
}
const answerOf = async (world: World, ops: Actor, id: string, text: string) => {
  const { key, answers } = await getMessageDetails(world.ctx, ops, id);
  return { do: 'answer', text, key, seen: String(answers.length) };
};

test('the oldest open message stands first, and pages neither repeat nor skip one', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const many = MESSAGES_PAGE_SIZE * 2 + 3;
  for (let n = 1; n <= many; n++) await write(world, n);
  // Messages with the same time are sorted by id.
  const ids = (await world.ctx.db.selectFrom('contact_messages').select('id').orderBy('id').limit(30).execute()).map(({ id }) => id);
  await world.ctx.db
    .updateTable('contact_messages')
    .set({ created_at: new Date(Date.UTC(2026, 0, 1)) })
    .where('id', 'in', ids)
    .execute();
  const seen: MessageItem[] = [];
  let after: string | null = null;
  do {
    const page = await listMessages(world.ctx, ops, 'open', after);
    expect([page.items.length <= MESSAGES_PAGE_SIZE, page.open]).toEqual([true, many]);
    seen.push(...page.items);
    after = page.next;
  } while (after !== null);
  const order = await world.ctx.db.selectFrom('contact_messages').select('id').orderBy('created_at').orderBy('id').execute();
  expect(seen.map(({ id }) => id)).toEqual(order.map(({ id }) => id));
  for (const wrong of ['x', 'WzEsMl0', Buffer.from('[1e300,"x"]').toString('base64url')])
    expect((await listMessages(world.ctx, ops, 'open', wrong)).items[0]?.id).toBe(seen[0]?.id);
});

test('of what waits, players with Pro stand first, through all pages; everywhere else the oldest do', async () => {
  const { ctx, world, player, buy } = await createPaymentsPages();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const cheaper = await world.addPlayer({ username: 'cheaper' });
  for (let n = 1; n <= MESSAGES_PAGE_SIZE; n++) await write(world, n);
  await buy(cheaper, 'premium', 'mpesa');
  await write(world, 31, { ...cheaper, premium: true });
  // Sent before the player had Pro.
  await write(world, 32, player);
  await buy(player, 'pro', 'mpesa');
  for (const n of [33, 34]) await write(world, n, { ...player, premium: true });
  await write(world, 35);
  const first = await listMessages(ctx, ops, 'open', null);
  const rest = await listMessages(ctx, ops, 'open', first.next);
  const open = [...first.items, ...rest.items];
  const names = (items: MessageItem[]) => items.map(({ name }) => Number(name.slice('Sender '.length)));
  const others = Array.from({ length: MESSAGES_PAGE_SIZE }, (_, at) => at + 1);
  expect(names(open)).toEqual([33, 34, ...others, 31, 32, 35]);
  expect(open.filter(({ pro }) => pro).map(({ name }) => name)).toEqual(['Sender 33', 'Sender 34']);
  expect(names((await listMessages(ctx, ops, 'all', null)).items)).toEqual(others);
  // After the last Pro message, the next page continues with the oldest of the others.
  const [, last] = first.items;
  const after = encodeCursor([0, Date.parse(last?.createdAt ?? ''), last?.id ?? '']);
  expect(names((await listMessages(ctx, ops, 'open', after)).items)[0]).toBe(1);
  // The plan at the time of sending counts.
  world.advanceClock(31 * 24 * 3600);
  expect((await getMessageDetails(ctx, ops, last?.id ?? '')).message.pro).toBe(true);
  await write(world, 36, { ...player, premium: false });
  expect((await inbox(world, ops)).filter(({ pro }) => pro)).toHaveLength(2);
});

test('the list of what waits is read by its index, without sorting', async () => {
  const { ctx } = await createWorld();
  const plan = await ctx.db.transaction().execute(async (trx) => {
    for (const way of ['seqscan', 'bitmapscan', 'sort']) await sql`set local ${sql.raw(`enable_${way}`)} = off`.execute(trx);
    const { rows } = await sql<Record<string, string>>`explain select id from contact_messages m where m.state = 'open'
      and (m.priority, m.created_at, m.id) > (1::smallint, ${new Date()}::timestamptz, ${ctx.newId()}::uuid)
      order by m.priority, m.created_at, m.id limit 21`.execute(trx);
    return rows.map((row) => Object.values(row)[0]).join('\n');
  });
  expect(plan).toContain('contact_messages_waiting');
  expect(plan).toMatch(/Index Cond: \(ROW\(priority/);
  expect(plan).not.toContain('Sort');
});

test('an answer goes out by mail, is kept, and stays in the log; sent twice it is one', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const amina = await world.addPlayer({ username: 'amina' });
  await write(world, 1, amina);
  await world.mails();
  const [item] = await inbox(world, ops);
  const id = item?.id ?? '';
  const fields = await answerOf(world, ops, id, ' Try again now.\r\n\r\nIt is <mended>. ');
  for (let time = 0; time < 2; time++) expect(await handleMessageForm(world.ctx, ops, id, fields)).toEqual({ ok: true, action: 'answer' });
  const mails = (await world.mails()).filter(({ subject }) => subject === 'Re: Subject 1');
  expect(mails.map(({ to }) => to)).toEqual(['s1@example.com']);
  expect(mails[0]?.text).toContain('Try again now.\n\nIt is <mended>.');
  expect(mails[0]?.html).toContain('It is &#60;mended&#62;.');
  const view = await getMessageDetails(world.ctx, ops, id);
  expect(view).toMatchObject({
    message: { state: 'answered', player: { id: amina.id, username: 'amina' }, late: false },
    answers: [{ actor: 'ops', body: 'Try again now.\n\nIt is <mended>.' }],
    log: [{ actor: 'ops', action: 'answer', note: '' }],
  });
  expect([(await inbox(world, ops)).length, (await inbox(world, ops, 'answered')).length, (await inbox(world, ops, 'all')).length]).toEqual(
    [0, 1, 1],
  );
  // A second answer, then closing.
  expect(await handleMessageForm(world.ctx, ops, id, await answerOf(world, ops, id, 'One thing more.'))).toEqual({
    ok: true,
    action: 'answer',
  });
  expect(await handleMessageForm(world.ctx, ops, id, { do: 'close', note: 'all is said' })).toEqual({ ok: true, action: 'close' });
  expect((await getMessageDetails(world.ctx, ops, id)).log.map(({ action, note }) => [action, note])).toEqual([
    ['close', 'all is said'],
    ['answer', ''],
    ['answer', ''],
  ]);
  for (const late of [await answerOf(world, ops, id, 'Too late.'), { do: 'close', note: 'again' }])
    await expect(handleMessageForm(world.ctx, ops, id, late)).rejects.toMatchObject({ code: 'not-available' });
});

test('a message that was answered more often than the page shows is answered still, and shows the newest', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  await write(world);
  const id = (await inbox(world, ops))[0]?.id ?? '';
  for (let n = 0; n < ANSWERS_LIMIT + 2; n++)
    expect(await handleMessageForm(world.ctx, ops, id, await answerOf(world, ops, id, `No ${n}`))).toEqual({ ok: true, action: 'answer' });
  const { answers } = await getMessageDetails(world.ctx, ops, id);
  expect([answers.length, answers[0]?.body, answers.at(-1)?.body]).toEqual([ANSWERS_LIMIT, 'No 2', `No ${ANSWERS_LIMIT + 1}`]);
});

test('of two operators who answer at once, the second is told to look first', async () => {
  const world = await createWorld();
  const [ops, other] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer({ role: 'operator' })];
  await write(world);
  const id = (await inbox(world, ops))[0]?.id ?? '';
  const [mine, theirs] = [await answerOf(world, ops, id, 'Mine.'), await answerOf(world, other, id, 'Theirs.')];
  const ends = await Promise.allSettled([handleMessageForm(world.ctx, ops, id, mine), handleMessageForm(world.ctx, other, id, theirs)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await getMessageDetails(world.ctx, ops, id)).answers).toHaveLength(1);
  expect((await world.mails()).filter(({ subject }) => subject.startsWith('Re:'))).toHaveLength(1);
});

test('what waits longer than 24 hours says so, as long as it is open', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  await write(world);
  world.advanceClock(24 * 3600 + 1);
  await write(world, 2);
  expect(await listMessages(world.ctx, ops, 'open', null)).toMatchObject({ open: 2, late: 1, items: [{ late: true }, { late: false }] });
  const id = (await inbox(world, ops))[0]?.id ?? '';
  await handleMessageForm(world.ctx, ops, id, { do: 'close', note: 'spam' });
  expect(await listMessages(world.ctx, ops, 'all', null)).toMatchObject({
    open: 1,
    late: 0,
    items: [{ late: false, state: 'closed' }, { late: false }],
  });
});

test('nobody else reads or answers, and an operator says what', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  await write(world);
  const id = (await inbox(world, ops))[0]?.id ?? '';
  const fields = await answerOf(world, ops, id, 'No.');
  for (const [actor, code] of [
    [VISITOR, 'sign-in-required'],
    [SYSTEM, 'not-allowed'],
    [await world.addPlayer(), 'not-allowed'],
    [await world.addPlayer({ role: 'moderator' }), 'not-allowed'],
  ] as const) {
    await expect(listMessages(world.ctx, actor, 'open', null)).rejects.toMatchObject({ code });
    await expect(getMessageDetails(world.ctx, actor, id)).rejects.toMatchObject({ code });
    await expect(handleMessageForm(world.ctx, actor, id, fields)).rejects.toMatchObject({ code });
  }
  for (const bad of [{}, { ...fields, key: 'x' }, { ...fields, seen: '-1' }, { ...fields, do: 'drop' }])
    await expect(handleMessageForm(world.ctx, ops, id, bad as Record<string, string>)).rejects.toMatchObject({ code: 'bad-input' });
  for (const [field, typed] of [
    ['text', { ...fields, text: ' ' }],
    ['note', { do: 'close', note: '' }],
  ] as const)
    expect(await handleMessageForm(world.ctx, ops, id, typed)).toMatchObject({
      ok: false,
      code: 'bad-input',
      fieldErrors: { [field]: expect.any(String) },
    });
  for (const none of ['x', world.ctx.newId()]) {
    await expect(getMessageDetails(world.ctx, ops, none)).rejects.toMatchObject({ code: 'not-found' });
    await expect(handleMessageForm(world.ctx, ops, none, fields)).rejects.toMatchObject({ code: 'not-found' });
  }
  expect(await getMessageDetails(world.ctx, ops, id)).toMatchObject({ answers: [], log: [], message: { state: 'open' } });
});

test('what stands in an address is one of the states, else the open ones', () => {
  expect(['answered', 'all', 'toString', '', null].map(parseMessageFilter)).toEqual(['answered', 'all', 'open', 'open', 'open']);
});

test('after an answer the next case opens; a message that is answered already stays in sight', async () => {
  const { world, get, post } = await createPaymentsPages();
  const [ops, mod] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer({ role: 'moderator' })];
  for (const n of [1, 2]) await write(world, n);
  const [first, second] = (await inbox(world, ops)).map(({ id }) => id);
  if (!first || !second) throw new Error('two messages');
  const show = (id: string, actor: Actor) => get(messagePage, `/operator/messages/${id}`, actor, { id });
  const decide = async (id: string, fields: Record<string, string>, actor: Actor = ops) => post(messagePage, fields, actor, { id });
  expect([(await show(first, mod)).status, (await decide(first, { do: 'close', note: 'because' }, mod)).status]).toEqual([403, 403]);
  expect((await show(first, ops)).data).toMatchObject({ status: { total: 2, assignee: null } });
  expect(await decide(first, await answerOf(world, ops, first, 'Yes.'))).toMatchObject({
    to: `/operator/messages/${second}?news=next-case`,
  });
  expect((await show(first, ops)).data).toMatchObject({ status: null });
  expect(await decide(first, await answerOf(world, ops, first, 'And yes.'))).toMatchObject({ status: 200, to: null });
  expect(await decide(second, { do: 'close', note: '' })).toMatchObject({ status: 400 });
  expect(await decide(second, { do: 'close', note: 'because' })).toMatchObject({ to: '/moderation?news=last-case' });
});

test('a message shows the accounts that its address has to do with, and what was agreed or confirmed and what was not', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const amina = await world.addPlayer({ username: 'amina', email: 'mother@example.com' });
  const [child, former, agreed] = [
    await world.addPlayer({ username: 'child' }),
    await world.addPlayer({ username: 'former' }),
    await world.addPlayer({ username: 'agreed' }),
  ];
  await world.addPlayer({ username: 'unsure', email: 'typed@example.com', email_confirmed: false });
  await world.addPlayer({ username: 'stranger' });
  const { db } = world.ctx;
  const guardian = world.ctx.newId();
  await db.insertInto('guardians').values({ id: guardian, mailbox: 'mother@example.com' }).execute();
  for (const [player, state] of [
    [child, 'asked'],
    [former, 'replaced'],
    [agreed, 'given'],
  ] as const)
    await db
      .insertInto('guardianships')
      .values({
        id: world.ctx.newId(),
        player_id: player.id,
        guardian_id: guardian,
        email: 'mother@example.com',
        state,
        asked_at: world.ctx.now(),
        ...(state === 'given' && { decided_at: world.ctx.now(), relation: 'mother', chat: 'off', buying: 'none' }),
      })
      .execute();
  const ofGuardian = [
    { id: agreed.id, username: 'agreed', as: 'guardian' },
    { id: child.id, username: 'child', as: 'asked-guardian' },
  ];
  const accountsOf = async (email: string) => {
    const id = world.ctx.newId();
    await db.insertInto('contact_messages').values({ id, name: 'Mama', email, subject: 'My son', body: 'Please remove it.' }).execute();
    return (await getMessageDetails(world.ctx, ops, id)).accounts;
  };
  expect(await accountsOf('Mother@Example.com')).toEqual([{ id: amina.id, username: 'amina', as: 'account' }, ...ofGuardian]);
  // The same mailbox, another address: it is the guardian's, and no account's.
  expect(await accountsOf('mother+kiddo@example.com')).toEqual(ofGuardian);
  // Somebody typed it when they made the account, and nobody opened the mail.
  expect(await accountsOf('typed@example.com')).toMatchObject([{ username: 'unsure', as: 'unconfirmed-account' }]);
  expect(await accountsOf('nobody@example.com')).toEqual([]);
});
