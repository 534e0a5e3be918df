import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import type { FormFields } from '../../../shared/parse-form.server.ts';
import { toLocalInput } from '../clock.rules.ts';
import { getStatus } from '../service.server.ts';
import { checkParts } from '../checks/service.server.ts';
import type { Probe } from '../probes/service.server.ts';
import type { Part } from '../schema.ts';
import { changeIncident, getIncident, getIncidents } from './service.server.ts';

const answers: Probe = async () => null;
const works: Record<Part, Probe> = { pages: answers, games: answers, chat: answers, payments: answers, mail: answers };

async function createDesk() {
  const world = await createWorld();
  const { ctx } = world;
  const operator = await world.addPlayer({ username: 'otieno', role: 'operator' });
  const minutesAgo = (minutes: number) => toLocalInput(new Date(ctx.now().getTime() - minutes * 60_000));
  const typed = (more: FormFields = {}): FormFields => ({
    do: 'save',
    newId: ctx.newId(),
    title: 'Chat does not work',
    body: 'A machine is full.\r\nNo message is lost.',
    'part-chat': 'on',
    effect: 'slow',
    startedAt: minutesAgo(30),
    endedAt: '',
    note: 'The checks called me.',
    ...more,
  });
  const send = (id: string, fields: FormFields, actor: Actor = operator) => changeIncident(ctx, actor, id, fields);
  /** Writes an incident. @returns its id */
  const write = async (more: FormFields = {}) => {
    const fields = typed(more);
    expect(await send('new', fields)).toMatchObject({ ok: true });
    return fields['newId'] ?? '';
  };
  const listLog = () => ctx.db.selectFrom('audit_log').select(['action', 'actor_name', 'note']).orderBy('id').execute();
  return { world, ctx, operator, minutesAgo, typed, send, write, listLog };
}

test('an open incident decides at least what its parts are, until it is ended; each change is in the log', async () => {
  const { ctx, operator, send, write, listLog } = await createDesk();
  await checkParts(ctx, SYSTEM, works);
  const id = await write({ effect: 'down' });
  const { open, down, isKnown, parts } = await getStatus(ctx, VISITOR);
  expect([down, isKnown, parts.filter(({ state }) => state !== 'works').map(({ part }) => part)]).toEqual([['chat'], true, ['chat']]);
  expect(open).toMatchObject([{ id, title: 'Chat does not work', body: 'A machine is full.\nNo message is lost.', endedAt: null }]);
  const newId = ctx.newId();
  for (let times = 0; times < 2; times++)
    expect(await send(id, { do: 'update', newId, update: 'We found it.', note: 'as it is' })).toMatchObject({ ok: true });
  expect((await getStatus(ctx, VISITOR)).open[0]?.updates).toMatchObject([{ body: 'We found it.' }]);
  expect(await send(id, { do: 'end', note: 'it works' })).toMatchObject({ ok: true });
  const after = await getStatus(ctx, VISITOR);
  expect([after.down, after.open, after.past.map((each) => [each.id, each.endedAt !== null])]).toEqual([[], [], [[id, true]]]);
  // A second press finds it ended.
  expect(await send(id, { do: 'end', note: 'it works' })).toMatchObject({ ok: false, code: 'not-available' });
  expect((await listLog()).map(({ action, actor_name: by, note }) => [action, by, note])).toEqual([
    ['incident-written', 'otieno', 'The checks called me.'],
    ['incident-update', 'otieno', 'as it is'],
    ['incident-ended', 'otieno', 'it works'],
  ]);
  expect((await getIncident(ctx, operator, id)).log.map(({ action }) => action)).toEqual([
    'incident-ended',
    'incident-update',
    'incident-written',
  ]);
});

test('written twice it is one; changed at the same time, the second change is refused; deleted it is gone', async () => {
  const { ctx, operator, typed, send, write, listLog } = await createDesk();
  const fields = typed();
  const [one, two] = await Promise.all([send('new', fields), send('new', fields)]);
  expect(one).toEqual(two);
  expect((await getIncidents(ctx, operator)).incidents).toHaveLength(1);
  const id = fields['newId'] ?? '';
  const change = (title: string) => send(id, typed({ version: '1', title }));
  const results = await Promise.all([change('Chat is slow'), change('Chat is away')]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  const refused = results.find(({ ok }) => !ok);
  // What was typed stays in the form.
  expect(refused).toMatchObject({ code: 'not-available', values: { body: fields['body'] } });
  expect(await send(id, { do: 'delete', note: 'a mistake' })).toMatchObject({ fieldErrors: { confirm: 'Tick this box to delete it.' } });
  for (let times = 0; times < 2; times++)
    expect(await send(id, { do: 'delete', note: 'a mistake', confirm: 'on' })).toMatchObject({
      ok: true,
      go: '/operator/status?done=deleted',
    });
  await expect(getIncident(ctx, operator, id)).rejects.toMatchObject({ code: 'not-found' });
  expect((await listLog()).map(({ action }) => action)).toEqual(['incident-written', 'incident-changed', 'incident-deleted']);
  await write();
  expect((await getStatus(ctx, VISITOR)).open).toHaveLength(1);
});

test('what is wrong stands beside its field, and nothing is saved', async () => {
  const { ctx, typed, send, minutesAgo } = await createDesk();
  const faults = async (more: FormFields) => {
    const result = await send('new', typed(more));
    return result.ok ? 'saved' : Object.keys(result.fieldErrors);
  };
  expect(await faults({ title: 'x' })).toEqual(['title']);
  expect(await faults({ title: 'Two\nlines' })).toEqual(['title']);
  expect(await faults({ body: 'x'.repeat(601) })).toEqual(['body']);
  expect(await faults({ 'part-chat': '' })).toEqual(['part-pages']);
  expect(await faults({ effect: 'works' })).toEqual(['effect']);
  expect(await faults({ startedAt: 'yesterday' })).toEqual(['startedAt']);
  expect(await faults({ startedAt: minutesAgo(-5) })).toEqual(['startedAt']);
  expect(await faults({ endedAt: minutesAgo(-5) })).toEqual(['endedAt']);
  expect(await faults({ endedAt: minutesAgo(40) })).toEqual(['endedAt']);
  expect(await faults({ note: '' })).toEqual(['note']);
  expect((await getStatus(ctx, VISITOR)).open).toEqual([]);
  await expect(send('new', typed({ newId: 'x' }))).rejects.toMatchObject({ code: 'bad-input' });
  await expect(send('new', typed({ do: 'end' }))).rejects.toMatchObject({ code: 'not-found' });
  await expect(send(ctx.newId(), typed())).rejects.toMatchObject({ code: 'not-found' });
});

test('a preview shows what was typed, saves nothing, and needs no note', async () => {
  const { ctx, typed, send, listLog } = await createDesk();
  expect(await send('new', typed({ do: 'preview', note: '' }))).toMatchObject({
    ok: true,
    do: 'preview',
    incident: { title: 'Chat does not work', parts: ['chat'], endedAt: null },
    values: { title: 'Chat does not work', 'part-chat': 'on' },
  });
  expect([(await getStatus(ctx, VISITOR)).open, await listLog()]).toEqual([[], []]);
});

test('incidents are for operators; the status is for everybody, without the errors of checks', async () => {
  const { world, ctx, operator, typed, send } = await createDesk();
  const fails = async (): Promise<never> => {
    throw new Error('the secret reason');
  };
  await checkParts(ctx, SYSTEM, { ...works, games: fails });
  const others: [Actor, string][] = [
    [VISITOR, 'sign-in-required'],
    [await world.addPlayer(), 'not-allowed'],
    [await world.addPlayer({ role: 'moderator' }), 'not-allowed'],
    [SYSTEM, 'not-allowed'],
  ];
  for (const [actor, code] of others) {
    await expect(getIncidents(ctx, actor)).rejects.toMatchObject({ code });
    await expect(getIncident(ctx, actor, 'new')).rejects.toMatchObject({ code });
    await expect(send('new', typed(), actor)).rejects.toMatchObject({ code });
    const status = await getStatus(ctx, actor);
    expect([status.down, JSON.stringify(status).includes('secret')]).toEqual([['games'], false]);
  }
  expect((await getIncidents(ctx, operator)).checks.find(({ part }) => part === 'games')).toMatchObject({
    state: 'down',
    durationMs: null,
    error: 'the secret reason',
  });
});

test('what ended more than 90 days ago is shown no more', async () => {
  const { world, ctx, write, minutesAgo } = await createDesk();
  await write({ endedAt: minutesAgo(10) });
  world.advanceClock(89 * 86_400);
  expect((await getStatus(ctx, VISITOR)).past).toHaveLength(1);
  world.advanceClock(2 * 86_400);
  expect((await getStatus(ctx, VISITOR)).past).toEqual([]);
});
