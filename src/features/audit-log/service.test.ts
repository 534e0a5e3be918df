import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { changeRole, createOperator } from '../accounts/staff/service.server.ts';
import { countOpenMessages, getMessageDetails, listMessages } from '../contact/admin/service.server.ts';
import { sendMessage } from '../contact/service.server.ts';
import { getPlayerCase, listPlayerReports } from '../moderation/players/service.server.ts';
import { requestDeletionForParent } from '../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../settings/erasure/service.server.ts';
import { exportForParent } from '../settings/export/service.server.ts';
import { renameForParent } from '../settings/parent-requests.service.server.ts';
import { getPlayerBilling } from '../subscriptions/admin/service.server.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

async function cast() {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  const [mod, boss] = [
    await world.addPlayer({ username: 'mod', role: 'moderator' }),
    await world.addPlayer({ username: 'boss', role: 'operator' }),
  ];
  const report = (evidence: object[]) =>
    world.ctx.db
      .insertInto('player_reports')
      .values({
        id: world.ctx.newId(),
        reported_player_id: brian.id,
        reporter_id: amina.id,
        reason: 'bullying',
        description: '',
        evidence: JSON.stringify(evidence),
        created_at: world.ctx.now(),
      })
      .execute();
  return { world, ctx: world.ctx, amina, brian, mod, boss, report };
}

/** Entries in the order in which they were written. */
const entries = async ({ ctx }: World, kind: string) =>
  (
    await ctx.db
      .selectFrom('audit_log')
      .innerJoin('audit_chain', 'entry_id', 'id')
      .select(['actor_name', 'action', 'subject_id', 'details'])
      .where('subject_kind', '=', kind)
      .where('audit_chain.kind', '=', 'added')
      .orderBy('position')
      .execute()
  ).map((row) => [row.actor_name, row.action, row.subject_id, row.details]);

test('who looks at the messages of a case is in the log, once an hour for each person and player', async () => {
  const { world, ctx, brian, mod, boss, report } = await cast();
  await getPlayerCase(ctx, mod, brian.id);
  const first = ['mod', 'read-case', brian.id, {}];
  expect(await entries(world, 'private-data')).toEqual([first]);
  await report([{ seq: 1, senderId: brian.id, text: 'nobody plays with you', at: ctx.now().toISOString() }]);
  // The queue shows the messages too.
  await listPlayerReports(ctx, mod, 'waiting', null);
  await getPlayerCase(ctx, mod, brian.id);
  expect(await entries(world, 'private-data')).toEqual([first]);
  await listPlayerReports(ctx, boss, 'waiting', null);
  expect(await entries(world, 'private-data')).toEqual([first, ['boss', 'read-case', brian.id, {}]]);
  world.advanceClock(HOUR + 1);
  for (let time = 0; time < 2; time++) await getPlayerCase(ctx, mod, brian.id);
  expect(await entries(world, 'private-data')).toEqual([first, ['boss', 'read-case', brian.id, {}], first]);
  // The case shows decisions, not who read it.
  expect((await getPlayerCase(ctx, mod, brian.id)).log).toEqual([]);
});

test('a queue without messages leaves no entry, and nobody who may not look does', async () => {
  const { world, ctx, amina, brian, mod, report } = await cast();
  await report([]);
  await listPlayerReports(ctx, mod, 'waiting', null);
  for (const actor of [amina, VISITOR])
    await expect(getPlayerCase(ctx, actor, brian.id)).rejects.toMatchObject({ code: /not-allowed|sign-in/ });
  await expect(getPlayerBilling(ctx, mod, brian.id)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(getPlayerCase(ctx, mod, ctx.newId())).rejects.toMatchObject({ code: 'not-found' });
  expect(await entries(world, 'private-data')).toEqual([]);
});

test('who looks at an address is in the log: on a player’s payments, and beside what people wrote to us', async () => {
  const { world, ctx, brian, boss } = await cast();
  for (let time = 0; time < 2; time++) await getPlayerBilling(ctx, boss, brian.id);
  const ofBrian = ['boss', 'read-address', brian.id, {}];
  expect(await entries(world, 'private-data')).toEqual([ofBrian]);
  await sendMessage(ctx, brian, { name: 'B', email: brian.email, subject: 'Hello', message: 'Habari za leo?' }, '10.0.0.9');
  await sendMessage(ctx, VISITOR, { name: 'V', email: 'v@example.com', subject: 'Hello', message: 'Habari za leo?' }, '10.0.0.9');
  expect(await countOpenMessages(ctx, boss)).toEqual({ open: 2, late: 0 });
  expect(await entries(world, 'private-data')).toEqual([ofBrian]);
  const { items } = await listMessages(ctx, boss, 'open', null);
  for (const { id } of items) await getMessageDetails(ctx, boss, id);
  const reads = items.map(({ id, name }) => ['boss', 'read-message', id, name === 'B' ? { player: brian.id } : {}]);
  const [first, ...others] = await entries(world, 'private-data');
  expect(first).toEqual(ofBrian);
  // Two letters of one list are written in one go, in no order.
  expect(new Set(others)).toEqual(new Set(reads));
  expect(others).toHaveLength(2);
});

test('what is done by command line is in the log, with the account of the operating system', async () => {
  const { world, ctx, amina, brian } = await cast();
  const person = { kind: 'system', commandLine: { user: 'wanjiru' } } as const;
  await changeRole(ctx, person, 'amina', 'moderator');
  await changeRole(ctx, SYSTEM, 'amina', 'player');
  await createOperator(
    ctx,
    { kind: 'system', commandLine: { user: null } },
    { email: 'head@example.com', username: 'head', displayName: 'Head' },
  );
  await renameForParent(ctx, person, 'brian', { username: 'brian_2' });
  await (await exportForParent(ctx, person, 'brian_2')).file.cancel();
  for (let time = 0; time < 2; time++) await requestDeletionForParent(ctx, person, 'brian_2');
  for (const refuse of [() => changeRole(ctx, person, 'nobody', 'player'), () => exportForParent(ctx, person, 'nobody')])
    await expect(refuse()).rejects.toMatchObject({ code: 'not-found' });
  const { id: head } = await ctx.db.selectFrom('players').select('id').where('username', '=', 'head').executeTakeFirstOrThrow();
  const by = 'command line (wanjiru)';
  const expected = [
    [by, 'set-role', amina.id, { from: 'player', to: 'moderator' }],
    ['system', 'set-role', amina.id, { from: 'moderator', to: 'player' }],
    ['command line', 'create-operator', head, {}],
    [by, 'rename-account', brian.id, { username: true, displayName: false }],
    [by, 'export-account', brian.id, {}],
    [by, 'delete-account', brian.id, { wasAsked: false }],
    [by, 'delete-account', brian.id, { wasAsked: true }],
  ];
  expect(await entries(world, 'account')).toEqual(expected);
});

test('an account that is deleted leaves the entries, without its id', async () => {
  const { world, ctx, brian, mod } = await cast();
  await getPlayerCase(ctx, mod, brian.id);
  await requestDeletionForParent(ctx, SYSTEM, 'brian');
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  const left = [...(await entries(world, 'private-data')), ...(await entries(world, 'account'))];
  expect(left).toHaveLength(2);
  expect(JSON.stringify(left)).not.toContain(brian.id);
});
