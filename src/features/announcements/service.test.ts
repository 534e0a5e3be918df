import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { switchTo } from '../../../tests/switches.ts';
import { createWorld, root } from '../../../tests/world.ts';
import path from 'node:path';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { seedLists } from '../safety/service.server.ts';
import { findSiteLines, getLineStyle } from './lines.service.server.ts';
import { toFieldTime } from './rules.ts';
import { changeAnnouncement, listAnnouncements } from './service.server.ts';

const HOUR = 3600;

/** A Kiddo with the filter's lists, an operator, and a form that they fill in. */
async function createOperator() {
  const world = await createWorld();
  const { ctx } = world;
  await seedLists(ctx, SYSTEM, path.join(root, 'wordlists'));
  const operator = await world.addPlayer({ username: 'otieno', role: 'operator' });
  const inHours = (hours: number) => toFieldTime(new Date(ctx.now().getTime() + hours * HOUR * 1000));
  const form = (more: Record<string, string> = {}) => ({
    do: 'start',
    formId: ctx.newId(),
    text: 'Rhino Sumo has a new ring.',
    audience: 'everybody',
    until: inHours(5),
    note: 'The new ring.',
    ...more,
  });
  const send = (fields: Record<string, string>) => changeAnnouncement(ctx, operator, fields);
  const start = async (more: Record<string, string> = {}) => {
    const result = await send(form(more));
    if (!result.ok) throw new Error(JSON.stringify(result));
    // Other processes hear it after the answer.
    await new Promise((resolve) => setImmediate(resolve));
    return result;
  };
  const seen = async (actor: Actor, closed: number[] = []) =>
    (await findSiteLines(ctx, actor, closed)).map((line) => (line.kind === 'announcement' ? line.text : line.kind));
  const rows = async () => (await listAnnouncements(ctx, operator, { editId: null, after: null })).rows;
  return { world, ctx, operator, inHours, form, send, start, seen, rows };
}

test('while the site is read-only its notice goes before all lines', async () => {
  const { ctx, start, seen } = await createOperator();
  await start();
  await switchTo(ctx, 'read-only', 'on');
  expect(await seen(VISITOR)).toEqual(['maintenance', 'Rhino Sumo has a new ring.']);
  expect(await getLineStyle(ctx, VISITOR, [])).toBe('');
  await switchTo(ctx, 'read-only', 'off');
  expect(await seen(VISITOR)).toEqual(['Rhino Sumo has a new ring.']);
});

test('an operator plans a line, changes it, starts it by its time, and ends it; each is in the audit log with its reason', async () => {
  const { world, ctx, operator, inHours, form, send, start, seen, rows } = await createOperator();
  await world.addGame({ id: 'rhino-sumo', title: 'Rhino Sumo' });
  const from = inHours(2);
  const planned = await start({ from, linkLabel: 'Play it', linkPath: `${ctx.config.origin}/games/rhino-sumo`, bell: 'on' });
  expect(planned).toMatchObject({ do: 'start', isRunning: false });
  const [{ id } = { id: 0 }] = await rows();
  const { editing } = await listAnnouncements(ctx, operator, { editId: String(id), after: null });
  expect(editing).toEqual({
    id: String(id),
    version: '1',
    text: 'Rhino Sumo has a new ring.',
    linkLabel: 'Play it',
    linkPath: '/games/rhino-sumo',
    audience: 'everybody',
    game: '',
    from,
    until: inHours(5),
    bell: 'on',
  });
  expect(await send({ ...form({ ...editing, text: 'Rhino Sumo is new.' }), do: 'save' })).toMatchObject({ ok: true, do: 'save' });
  expect(await send({ do: 'end', id: String(id), note: 'Too early' })).toMatchObject({ ok: false, code: 'not-available' });
  expect(await seen(VISITOR)).toEqual([]);
  world.advanceClock(2 * HOUR);
  expect(await seen(VISITOR)).toEqual(['Rhino Sumo is new.']);
  // Once people saw it, its words are a record.
  const changed = form({ ...editing, text: 'Other words.' });
  for (const fields of [
    { ...changed, do: 'save' },
    { ...changed, do: 'delete' },
  ])
    expect(await send(fields)).toMatchObject({ ok: false, code: 'not-available' });
  await expect(listAnnouncements(ctx, operator, { editId: String(id), after: null })).rejects.toMatchObject({ code: 'not-found' });
  expect(await send({ do: 'end', id: String(id), note: 'Enough' })).toMatchObject({ ok: true });
  await new Promise((resolve) => setImmediate(resolve));
  expect(await seen(VISITOR)).toEqual([]);
  expect(await rows()).toMatchObject([{ text: 'Rhino Sumo is new.', state: 'ended', madeBy: 'otieno' }]);
  await start({ from: inHours(1) });
  const [{ id: other } = { id: 0 }] = (await rows()).filter(({ state }) => state === 'planned');
  expect(await send({ do: 'delete', id: String(other), note: 'Not needed' })).toMatchObject({ ok: true });
  expect(await rows()).toHaveLength(1);
  const log = await ctx.db
    .selectFrom('audit_log')
    .select(['action', 'note'])
    .where('subject_kind', '=', 'announcement')
    .orderBy('id')
    .execute();
  expect(log.map(({ action, note }) => `${action}: ${note}`)).toEqual([
    'announcement-planned: The new ring.',
    'announcement-changed: The new ring.',
    'announcement-ended: Enough',
    'announcement-planned: The new ring.',
    'announcement-deleted: Not needed',
  ]);
});

test('each sees what is for them: visitors what is for everybody, players also what is for their plan or for a game that they played', async () => {
  const { world, ctx, start, seen, rows } = await createOperator();
  const { db } = ctx;
  await world.addGame({ id: 'rhino-sumo', title: 'Rhino Sumo' });
  await world.addGame({ id: 'scary', title: 'Scary House', min_age: 16 });
  const [plain, premium, pro, fan] = [await world.addPlayer(), await world.addPlayer(), await world.addPlayer(), await world.addPlayer()];
  const child = await world.addPlayer({ age_band: 13, birth_month: '2012-06' });
  for (const [player, plan] of [
    [premium, 'premium'],
    [pro, 'pro'],
  ] as const)
    await sql`insert into subscriptions (id, player_id, plan_id, channel, provider, state, grace_until)
      values (${ctx.newId()}, ${player.id}, ${plan}, 'card', 'till', 'active', now() + interval '9 days')`.execute(db);
  for (const player of [fan, child])
    for (const game of ['rhino-sumo', 'scary'])
      await db.insertInto('play_history').values({ id: ctx.newId(), player_id: player.id, game_id: game, played_at: ctx.now() }).execute();
  await start({ text: 'One for everybody.' });
  await start({ text: 'Two for both plans.', audience: 'plans' });
  await start({ text: 'Three for Pro.', audience: 'pro' });
  await start({ text: 'Four for the ring.', audience: 'game', game: 'rhino SUMO' });
  await start({ text: 'Five for the house.', audience: 'game', game: '/games/scary' });
  await start({ text: 'Six leads to the house.', linkLabel: 'Go', linkPath: '/GAMES/%73cary/kept' });
  const [one, two, three, four, five, six] = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((word) => expect.stringMatching(word));
  expect(await seen(VISITOR)).toEqual([one]);
  expect(await seen({ kind: 'age-unknown', id: plain.id })).toEqual([one]);
  expect(await seen({ kind: 'leaving', id: plain.id })).toEqual([]);
  expect(await seen(plain)).toEqual([one, six]);
  expect(await seen(premium)).toEqual([one, two, six]);
  expect(await seen(pro)).toEqual([one, two, three, six]);
  expect(await seen(fan)).toEqual([one, four, five, six]);
  expect(await seen(child)).toEqual([one, four]);
  const ids = new Map((await rows()).map(({ id, text }) => [text.split(' ')[0], id]));
  expect(await seen(fan, [ids.get('One') ?? 0, ids.get('Four') ?? 0])).toEqual([five, six]);
  // A game that an operator hides is not spoken of either.
  await db.updateTable('games').set({ hidden_at: ctx.now() }).where('id', '=', 'scary').execute();
  world.advanceClock(6);
  expect(await seen(fan)).toEqual([one, four]);
});

test('what is wrong is said at its field, and nothing is stored', async () => {
  const { world, ctx, inHours, form, send, operator } = await createOperator();
  await world.addGame({ id: 'rhino-sumo', title: 'Rhino Sumo' });
  const wrong: [Record<string, string>, string][] = [
    [{ text: '' }, 'text'],
    [{ text: 'x'.repeat(91) }, 'text'],
    // As players could not write it either.
    [{ text: 'Call me at 0712 345 678.' }, 'text'],
    [{ text: 'You are all stupid idiots.' }, 'text'],
    [{ linkLabel: 'Play it' }, 'linkPath'],
    [{ linkPath: '/games' }, 'linkLabel'],
    ...[
      '//example.com',
      'https://example.com',
      'javascript:alert(1)',
      '/\\example.com',
      'games',
      '/%2F/example.com',
      `/${'x'.repeat(100)}`,
    ].map((linkPath): [Record<string, string>, string] => [{ linkLabel: 'Go', linkPath }, 'linkPath']),
    [{ linkLabel: 'Go', linkPath: '/games/no-such-game' }, 'linkPath'],
    [{ linkLabel: 'Go', linkPath: '/games/no-such-game/kept' }, 'linkPath'],
    // A link needs the game's address; its title leads nowhere.
    [{ linkLabel: 'Go', linkPath: '/games/Rhino%20Sumo' }, 'linkPath'],
    [{ audience: 'game' }, 'game'],
    [{ audience: 'game', game: 'No such game' }, 'game'],
    [{ audience: 'nobody' }, 'audience'],
    [{ from: 'soon' }, 'from'],
    [{ until: '' }, 'until'],
    [{ until: inHours(-1) }, 'until'],
    [{ from: inHours(3), until: inHours(3) }, 'until'],
    [{ until: inHours(61 * 24) }, 'until'],
    [{ from: inHours(24), until: inHours(62 * 24) }, 'until'],
    [{ note: '' }, 'note'],
  ];
  for (const [fields, field] of wrong) {
    const result = await send(form(fields));
    expect([fields, !result.ok && Object.keys(result.fieldErrors)]).toEqual([fields, [field]]);
    expect(!result.ok && result.values).toMatchObject({ do: 'start', ...fields });
  }
  expect((await listAnnouncements(ctx, operator, { editId: null, after: null })).rows).toEqual([]);
});

test('a form that is sent twice, also at the same time, makes one announcement; for other words it has to be sent anew', async () => {
  const { ctx, form, send, rows } = await createOperator();
  const filled = form({ bell: 'on' });
  const results = await Promise.all([send(filled), send(filled)]);
  expect([...results, await send(filled)].map(({ ok }) => ok)).toEqual([true, true, true]);
  expect(await rows()).toHaveLength(1);
  expect(await ctx.db.selectFrom('audit_log').select('id').where('subject_kind', '=', 'announcement').execute()).toHaveLength(1);
  const other = await send({ ...filled, text: 'Other words.' });
  expect(other).toMatchObject({ ok: false, code: 'not-available', values: { formId: '', text: 'Other words.' } });
  expect(await rows()).toHaveLength(1);
  await expect(send(form({ formId: '' }))).rejects.toMatchObject({ code: 'bad-input' });
});

test('of two operators who change the same announcement the later is told, and can then replace it knowingly', async () => {
  const { ctx, operator, form, send, start, rows, inHours } = await createOperator();
  await start({ from: inHours(2), bell: 'on' });
  const [{ id } = { id: 0 }] = await rows();
  const { editing } = await listAnnouncements(ctx, operator, { editId: String(id), after: null });
  const save = (text: string, version = editing?.version ?? '') => send(form({ ...editing, do: 'save', version, text }));
  expect(await save('The first one says this.')).toMatchObject({ ok: true });
  const late = await save('The later one says this.');
  expect(late).toMatchObject({ ok: false, code: 'changed', values: { version: '2', text: 'The later one says this.' } });
  expect(await rows()).toMatchObject([{ text: 'The first one says this.' }]);
  expect(await save('The later one says this.', '2')).toMatchObject({ ok: true });
  expect(await rows()).toMatchObject([{ text: 'The later one says this.' }]);
  await expect(save('No version.', '')).rejects.toMatchObject({ code: 'bad-input' });
});

test('nobody else may, and the list has pages', async () => {
  const { world, ctx, operator, form, start, inHours } = await createOperator();
  const others: Actor[] = [VISITOR, await world.addPlayer(), await world.addPlayer({ role: 'moderator' }), SYSTEM];
  for (const actor of others) {
    await expect(changeAnnouncement(ctx, actor, form())).rejects.toMatchObject({
      code: expect.stringMatching(/not-allowed|sign-in-required/),
    });
    await expect(listAnnouncements(ctx, actor, { editId: null, after: null })).rejects.toMatchObject({
      code: expect.stringMatching(/not-allowed|sign-in-required/),
    });
  }
  // Two at the same time, so that the page ends between them.
  for (let i = 0; i < 22; i++) await start({ text: `Line ${i}.`, from: inHours(1 + Math.floor(i / 2)), until: inHours(48) });
  const first = await listAnnouncements(ctx, operator, { editId: null, after: null });
  const second = await listAnnouncements(ctx, operator, { editId: null, after: first.next });
  expect([first.rows.length, second.rows.length, second.next]).toEqual([20, 2, null]);
  expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(22);
});
