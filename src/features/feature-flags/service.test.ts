import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { createAppContext, type AppContext } from '../../context.server.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { FEATURE_FLAGS, isAsUsual, MESSAGE_MAX, type FeatureFlag } from './schema.ts';
import {
  getClosedNotice,
  getMaintenanceNotice,
  getSwitches,
  isFeatureEnabled,
  listUnusualFlags,
  requireFeature,
  setFeatureFlag,
} from './service.server.ts';
import { texts } from './texts.ts';

const versionOf = async (ctx: AppContext, actor: Actor, flag: FeatureFlag) =>
  (await getSwitches(ctx, actor)).switches.find((one) => one.flag === flag)?.version ?? -1;
/** Changes a switch by a form that was made now, and waits until the bus has said so. */
async function change({ ctx }: World, actor: Actor, fields: { flag: FeatureFlag; do: 'on' | 'off'; message?: string; note?: string }) {
  const version = String(await versionOf(ctx, actor, fields.flag));
  const result = await setFeatureFlag(ctx, actor, { note: 'Because of this.', version, ...fields });
  await setImmediate();
  return result;
}

const noticeOf = (ctx: AppContext, flag: FeatureFlag) => (flag === 'read-only' ? getMaintenanceNotice(ctx) : getClosedNotice(ctx, flag));
/** The code with which a service refuses now; null: it does not. Read-only is refused at the door of forms, not by services. */
const refusalOf = (ctx: AppContext, flag: FeatureFlag) =>
  flag === 'read-only'
    ? null
    : requireFeature(ctx, flag).then(
        () => null,
        (error: { code: string }) => error.code,
      );

test('each switch has a form: at once, published once, with its words, and in the log with who and why', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const bus: unknown[] = [];
  ctx.bus.subscribe((message) => void bus.push(message));
  expect(await getSwitches(ctx, ops)).toEqual({
    switches: FEATURE_FLAGS.map((flag) => ({ flag, isEnabled: flag !== 'read-only', message: '', version: 1, last: null })),
    changes: [],
  });
  expect(await listUnusualFlags(ctx, ops)).toEqual([]);
  for (const flag of FEATURE_FLAGS) {
    const [stop, resume] = flag === 'read-only' ? (['on', 'off'] as const) : (['off', 'on'] as const);
    expect(await isFeatureEnabled(ctx, flag)).toBe(resume === 'on');
    const fields = { flag, do: stop, message: ' Until\r\n noon. ' };
    expect(await change(world, ops, fields)).toEqual({ ok: true, flag, change: stop });
    // Again, which two operators may do at once: nothing is published or logged.
    expect(await change(world, ops, fields)).toEqual({ ok: true, flag, change: null });
    expect(await isFeatureEnabled(ctx, flag)).toBe(stop === 'on');
    expect(await listUnusualFlags(ctx, ops)).toEqual([flag]);
    expect(await noticeOf(ctx, flag)).toEqual({ message: 'Until noon.' });
    expect(await refusalOf(ctx, flag)).toBe(flag === 'read-only' ? null : 'switched-off');
    expect(await change(world, ops, { flag, do: stop, message: '' })).toEqual({ ok: true, flag, change: 'message' });
    // Words with a switch that is as usual again are nobody's business.
    expect(await change(world, ops, { ...fields, do: resume, note: 'Over.' })).toEqual({ ok: true, flag, change: resume });
    expect([await noticeOf(ctx, flag), await refusalOf(ctx, flag)]).toEqual([null, null]);
    expect(bus.splice(0)).toEqual([stop, stop, resume].map((state) => ({ kind: 'switched', flag, isEnabled: state === 'on' })));
  }
  const { switches, changes } = await getSwitches(ctx, ops);
  expect(switches.every(({ flag, isEnabled, message, version }) => isAsUsual(flag, isEnabled) && message === '' && version === 4)).toBe(
    true,
  );
  expect(switches[0]?.last).toMatchObject({ flag: 'chat', change: 'on', actor: 'ops', note: 'Over.' });
  expect(changes.slice(0, 3)).toMatchObject([
    { flag: 'read-only', change: 'off' },
    { flag: 'read-only', change: 'message' },
    { flag: 'read-only', change: 'on', note: 'Because of this.' },
  ]);
});

test('while the site is read-only, everything else is closed too, with the words of that', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  await change(world, ops, { flag: 'read-only', do: 'on', message: 'Back at noon.' });
  const notices = await Promise.all(FEATURE_FLAGS.map((flag) => noticeOf(world.ctx, flag)));
  expect(notices).toEqual(FEATURE_FLAGS.map(() => ({ message: 'Back at noon.' })));
});

test('a form that was made before somebody else changed the switch says so, and two at once make one change', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [one, other] = [await world.addPlayer({ role: 'operator' }), await world.addPlayer({ role: 'operator' })];
  const fields = { flag: 'chat', do: 'off', note: 'Spam.', version: '1' };
  const both = await Promise.all([
    setFeatureFlag(ctx, one, { ...fields, message: 'One.' }),
    setFeatureFlag(ctx, other, { ...fields, message: 'Other.' }),
  ]);
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(both.find(({ ok }) => !ok)).toMatchObject({
    code: 'changed',
    error: texts.changedMeanwhile,
    values: { flag: 'chat', do: 'off', note: 'Spam.', message: expect.stringMatching(/One|Other/) },
  });
  expect((await getSwitches(ctx, one)).changes).toHaveLength(1);
});

test('another process knows at once by the bus, and after two seconds without it', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  let now = Date.now();
  const other = await createAppContext(world.ctx.config, { migrations: null, now: () => new Date(now), log: world.ctx.log });
  onTestFinished(() => other.close());
  expect([await isFeatureEnabled(other, 'payments'), await isFeatureEnabled(other, 'uploads')]).toEqual([true, true]);
  // The two have no bus in common: the message is lost.
  await change(world, ops, { flag: 'payments', do: 'off' });
  expect(await isFeatureEnabled(other, 'payments')).toBe(true);
  now += 2_001;
  expect(await isFeatureEnabled(other, 'payments')).toBe(false);
  // Now they have one.
  world.ctx.bus.subscribe((message) => message.kind === 'switched' && other.bus.publish(message));
  await change(world, ops, { flag: 'uploads', do: 'off' });
  await setImmediate();
  expect(await isFeatureEnabled(other, 'uploads')).toBe(false);
});

test('nobody else sees or moves the switches, and an operator says why', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [mod, player] = [await world.addPlayer({ role: 'moderator' }), await world.addPlayer()];
  const ops = await world.addPlayer({ role: 'operator' });
  const fields = { flag: 'chat', do: 'off', note: 'A note', version: '1' };
  for (const [actor, code] of [
    [VISITOR, 'sign-in-required'],
    [SYSTEM, 'not-allowed'],
    [player, 'not-allowed'],
    [mod, 'not-allowed'],
    [{ ...player, withheldRole: 'operator' as const }, 'second-step-required'],
  ] as const) {
    await expect(getSwitches(ctx, actor)).rejects.toMatchObject({ code });
    await expect(listUnusualFlags(ctx, actor)).rejects.toMatchObject({ code });
    await expect(setFeatureFlag(ctx, actor, fields)).rejects.toMatchObject({ code });
  }
  for (const hidden of [{ flag: 'nope' }, { do: 'toString' }, { version: 'x' }, { version: '' }])
    await expect(setFeatureFlag(ctx, ops, { ...fields, ...hidden })).rejects.toMatchObject({ code: 'bad-input' });
  const { flag, note, ...without } = fields;
  expect(await setFeatureFlag(ctx, ops, { flag, ...without, note: ' ', message: 'Kept' })).toMatchObject({
    code: 'bad-input',
    fieldErrors: { note: texts.fieldErrors.note },
    values: { flag: 'chat', do: 'off', message: 'Kept' },
  });
  for (const message of ['x'.repeat(MESSAGE_MAX + 1), 'a\0b', '\ud800'])
    expect(await setFeatureFlag(ctx, ops, { ...fields, message })).toMatchObject({ fieldErrors: { message: texts.fieldErrors.message } });
  expect(note.length > 0 && (await isFeatureEnabled(ctx, 'chat'))).toBe(true);
});
