import { expect, test } from 'vitest';
import { codeOf } from '../../../../tests/friendship-world.ts';
import { BADGE, createGroupWorld, FORM } from '../../../../tests/group-world.ts';
import { moderateMessage, moderateNames } from '../../safety/service.server.ts';
import { setRole } from '../membership/service.server.ts';
import { FIXED_MOTTOS, FIXED_NAMES } from '../names.texts.ts';
import { GROUP_LIMITS, GROUPS_PER_PLAYER_MAX } from '../schema.ts';
import { takeAwayGroupName } from '../team.service.server.ts';
import { texts } from '../texts.ts';
import { GROUPS_PER_DAY } from './rules.ts';
import { createGroup, getGroupForm, updateGroup } from './service.server.ts';

const DAY = 86_400;

test('what a group can be called: adults and those who may write freely use their own words, which are checked', async () => {
  const { ctx, players } = await createGroupWorld({ amina: 18 });
  const errorsOf = async (fields: Record<string, string>) => {
    const made = await createGroup(ctx, players.amina, { ...FORM, ...fields });
    return made.ok ? {} : made.fieldErrors;
  };
  const { name, motto } = texts.fieldErrors;
  expect(await errorsOf({ name: '' })).toEqual({ name: name.empty });
  expect(await errorsOf({ name: '  ab ' })).toEqual({ name: name.short });
  expect(await errorsOf({ name: 'x'.repeat(31) })).toEqual({ name: name.long });
  expect(await errorsOf({ name: '!!! ???' })).toEqual({ name: name.characters });
  expect(await errorsOf({ name: 'a\u200bbc\u202e' })).toEqual({ name: name.characters });
  expect(await errorsOf({ name: 'two\nlines' })).toEqual({ name: name.characters });
  expect(await errorsOf({ name: 'Kiddo Moderators' })).toEqual({ name: name.staff });
  expect(await errorsOf({ name: 'You are all idiots' })).toEqual({ name: name.unkind });
  expect(await errorsOf({ name: 'Call 0712 345 678' })).toEqual({ name: name.telling });
  expect(await errorsOf({ motto: 'x'.repeat(61) })).toEqual({ motto: motto.long });
  expect(await errorsOf({ motto: 'I will kill you all' })).toEqual({ motto: motto.unkind });
  expect(await errorsOf({ motto: 'Write to me on WhatsApp 0712345678' })).toEqual({ motto: motto.telling });
  // Half of a phone number in each.
  expect(await errorsOf({ name: 'Kites 0712 34', motto: '56 78 fly' })).toEqual({ motto: motto.telling });
  expect(await errorsOf({ shape: 'heart', sign: '' })).toEqual({ shape: texts.fieldErrors.badge, sign: texts.fieldErrors.badge });
  expect(await ctx.db.selectFrom('groups').selectAll().execute()).toEqual([]);
  const made = await createGroup(ctx, players.amina, { ...FORM, name: '  My   own\u00a0name ', motto: '' });
  expect(made.ok).toBe(true);
  expect(await ctx.db.selectFrom('groups').select(['name', 'motto']).execute()).toEqual([{ name: 'My own name', motto: '' }]);
});

test('who may not write freely chooses from our lists, and the server checks it', async () => {
  const { ctx, players, make, allowChat } = await createGroupWorld({ amina: 16 });
  expect(await getGroupForm(ctx, players.amina, null)).toMatchObject({
    writesFreely: false,
    names: FIXED_NAMES,
    mottos: FIXED_MOTTOS,
    fields: null,
  });
  expect(await createGroup(ctx, players.amina, { ...FORM, name: 'My own name', motto: 'My own motto' })).toMatchObject({
    ok: false,
    fieldErrors: { name: texts.fieldErrors.name.list, motto: texts.fieldErrors.motto.list },
    values: { name: 'My own name' },
  });
  const id = await make('amina');
  expect(await updateGroup(ctx, players.amina, id, { ...FORM, motto: 'call me' })).toMatchObject({ ok: false });
  expect(await updateGroup(ctx, players.amina, id, { ...FORM, name: 'Night Owls', motto: '' })).toEqual({ ok: true });
  await allowChat('amina');
  expect(await getGroupForm(ctx, players.amina, id)).toMatchObject({
    writesFreely: true,
    names: [],
    mottos: [],
    fields: { name: 'Night Owls', motto: '', ...BADGE },
    changesLeft: 2,
  });
  expect(await updateGroup(ctx, players.amina, id, { ...FORM, name: 'My own name' })).toEqual({ ok: true });
});

test('who asks for help in a motto does not tell a whole group: they learn whom to call, and our team hears where a child is harmed', async () => {
  const { ctx, players } = await createGroupWorld({ amina: 18 });
  const motto = 'My father beats me every day';
  expect(await createGroup(ctx, players.amina, { ...FORM, motto })).toMatchObject({
    ok: false,
    fieldErrors: { motto: texts.fieldErrors.help },
    values: { motto },
  });
  expect(await ctx.db.selectFrom('help_requests').select(['player_id', 'words']).execute()).toEqual([
    { player_id: players.amina.id, words: motto },
  ]);
});

test('our own names and mottos fit, and pass the checks', async () => {
  const { ctx } = await createGroupWorld({});
  for (const [list, min, max] of [
    [FIXED_NAMES, GROUP_LIMITS.nameMin, GROUP_LIMITS.nameMax],
    [FIXED_MOTTOS, 1, GROUP_LIMITS.mottoMax],
  ] as const) {
    expect(list.filter((words) => words.length < min || words.length > max)).toEqual([]);
    expect(new Set(list).size).toBe(list.length);
    expect(await moderateNames(ctx, [...list])).toEqual(list.map(() => null));
    for (const words of list) expect([words, (await moderateMessage(ctx, words)).refused]).toEqual([words, null]);
  }
});

test('only the owner edits; name and motto change three times in 30 days, the badge as often as one likes', async () => {
  const { world, ctx, players, makeWith, pageOf } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await makeWith('amina', 'brian');
  await setRole(ctx, players.amina, id, players.brian.id, 'helper');
  for (const [name, code] of [
    ['brian', 'not-allowed'],
    ['chao', 'not-found'],
  ] as const) {
    expect(await codeOf(updateGroup(ctx, players[name], id, FORM))).toBe(code);
    expect(await codeOf(getGroupForm(ctx, players[name], id))).toBe(code);
  }
  const rename = (name: string, more: Record<string, string> = {}) => updateGroup(ctx, players.amina, id, { ...FORM, name, ...more });
  for (const name of ['First name', 'Second name', 'Third name']) expect(await rename(name)).toEqual({ ok: true });
  expect(await rename('Fourth name')).toMatchObject({ ok: false, code: 'too-many-requests', error: texts.failures.noChanges });
  expect(await rename('Third name', { color: 'night', sign: 'kite' })).toEqual({ ok: true });
  expect(await pageOf('brian', id)).toMatchObject({
    name: 'Third name',
    badge: { ...BADGE, color: 'night', sign: 'kite' },
    changesLeft: 0,
  });
  expect((await ctx.db.selectFrom('group_name_changes').select('name').orderBy('changed_at').execute()).map(({ name }) => name)).toEqual([
    FORM['name'],
    'First name',
    'Second name',
    'Third name',
  ]);
  world.advanceClock(30 * DAY + 1);
  expect(await rename('Fourth name')).toEqual({ ok: true });
});

test('a name that our team took away can be replaced after 7 days', async () => {
  const { world, ctx, players, make } = await createGroupWorld({ amina: 18 });
  const id = await make('amina');
  await ctx.db.transaction().execute((trx) => takeAwayGroupName(ctx, trx, id));
  const rename = () => updateGroup(ctx, players.amina, id, { ...FORM, name: 'A new name' });
  world.advanceClock(7 * DAY - 60);
  expect(await rename()).toMatchObject({ ok: false, error: texts.failures.takenAway });
  expect(await getGroupForm(ctx, players.amina, id)).toMatchObject({ changesLeft: 0, isTakenAway: true });
  expect(await updateGroup(ctx, players.amina, id, { ...FORM, name: 'Group', motto: '', sign: 'moon' })).toEqual({ ok: true });
  world.advanceClock(120);
  expect(await getGroupForm(ctx, players.amina, id)).toMatchObject({ isTakenAway: false });
  expect(await rename()).toEqual({ ok: true });
});

test('muted players make and rename nothing; five groups a day, and in twenty at most', async () => {
  const { world, ctx, players, make, accept } = await createGroupWorld({ amina: 18, brian: 18 });
  const id = await make('amina');
  await ctx.db.insertInto('sanctions').values({ id: ctx.newId(), player_id: players.amina.id, kind: 'mute', why: 'x' }).execute();
  expect(await createGroup(ctx, players.amina, FORM)).toMatchObject({ code: 'muted', error: texts.failures.muted });
  expect(await updateGroup(ctx, players.amina, id, { ...FORM, name: 'Other name' })).toMatchObject({ code: 'muted' });
  expect(await updateGroup(ctx, players.amina, id, { ...FORM, sign: 'moon' })).toEqual({ ok: true });
  expect((await getGroupForm(ctx, players.amina, null)).obstacle).toBe('muted');
  await ctx.db.deleteFrom('sanctions').execute();
  for (let nth = 1; nth < GROUPS_PER_DAY.points; nth++) await make('amina');
  expect(await createGroup(ctx, players.amina, FORM)).toMatchObject({ code: 'too-many-requests' });
  for (let nth = GROUPS_PER_DAY.points; nth < GROUPS_PER_PLAYER_MAX; nth++) {
    if (nth % GROUPS_PER_DAY.points === 0) world.advanceClock(DAY + 1);
    await make('amina');
  }
  world.advanceClock(DAY + 1);
  expect(await createGroup(ctx, players.amina, FORM)).toMatchObject({ code: 'full', error: texts.failures.full });
  expect((await getGroupForm(ctx, players.amina, null)).obstacle).toBe('full');
  expect((await getGroupForm(ctx, players.amina, id)).obstacle).toBeNull();
  const others = await make('brian');
  await ctx.db
    .insertInto('group_invitations')
    .values({
      group_id: others,
      player_id: players.amina.id,
      invited_by: players.brian.id,
      created_at: ctx.now(),
      state: 'open',
      until: new Date(ctx.now().getTime() + 1000 * DAY),
    })
    .execute();
  expect(await codeOf(accept('amina', others))).toBe('too-many-requests');
});
