import { addNote } from '../player-record/service.server.ts';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { moderate } from '../../../../tests/moderate.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { isEmailBanned } from '../../accounts/banned-emails/service.server.ts';
import { reportPlayer } from '../../chat/reports/service.server.ts';
import { sendMessage } from '../../chat/service.server.ts';
import { applyFriendAction } from '../../friends/service.server.ts';
import { askForHelp } from '../../help-requests/service.server.ts';
import { requestDeletionForParent } from '../../settings/account-deletion/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { getPlayerCase } from '../players/service.server.ts';
import { deleteOldCases } from '../retention/service.server.ts';
import { exportCase } from './export.service.server.ts';
import { CASE_FILE_PAGE_SIZE, CASES_PAGE_SIZE } from './rules.ts';
import { freeAddress, holdCase, listRetainedCases } from './service.server.ts';
import { texts } from './texts.ts';

const DAY = 86_400;
const WHY = 'You were mean to somebody.';

const act = ({ ctx }: World, actor: Actor, about: { id: string }, action: 'ban' | 'warn' | 'dismiss' | 'lift') =>
  moderate(ctx, actor, about.id, { action, note: `${action}, of course`, why: WHY });
async function erase(world: World, ...usernames: string[]) {
  for (const username of usernames) await requestDeletionForParent(world.ctx, SYSTEM, username);
  world.advanceClock(15 * DAY);
  expect(await eraseDueAccounts(world.ctx, SYSTEM)).toBe(usernames.length);
}
async function readFile(world: World, actor: Actor, id: string, note = 'For the police') {
  const { name, file } = await exportCase(world.ctx, actor, id, { note });
  return { name, data: (await new Response(file).json()) as Record<string, unknown> };
}
const log = ({ ctx }: World) =>
  ctx.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'subject_id', 'note'])
    .where('subject_kind', '<>', 'private-data')
    .orderBy('id')
    .execute();

/** Amina reported a message of Brian's, and Brian was warned. */
async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina W' });
  const brian = await world.addPlayer({ username: 'brian', display_name: 'Brian O' });
  const [mod, boss] = [
    await world.addPlayer({ username: 'mod', role: 'moderator' }),
    await world.addPlayer({ username: 'boss', role: 'operator' }),
  ];
  await applyFriendAction(ctx, amina, { do: 'ask', id: brian.id });
  await applyFriendAction(ctx, brian, { do: 'accept', id: amina.id });
  for (const [from, to, text] of [
    [amina, brian, 'please stop'],
    [brian, amina, 'your game is boring'],
  ] as const) {
    const sent = await sendMessage(ctx, from, to.id, { text, clientId: randomUUID() });
    if (sent.ok && from === brian)
      await reportPlayer(ctx, amina, { playerId: brian.id, messageId: sent.message.id, reason: 'bullying', description: 'Every day' });
  }
  await act(world, mod, brian, 'warn');
  return { world, amina, brian, mod, boss };
}

test('only operators keep a case, get it as a file, read cases of deleted accounts and free addresses', async () => {
  const { world, amina, brian, mod } = await cast();
  const { ctx } = world;
  const leaving: Actor = { kind: 'leaving', id: amina.id };
  for (const use of [
    (actor: Actor) => holdCase(ctx, actor, brian.id, { do: 'hold', reason: 'a good reason' }),
    (actor: Actor) => exportCase(ctx, actor, brian.id, { note: 'a good reason' }),
    (actor: Actor) => listRetainedCases(ctx, actor, '', null),
    (actor: Actor) => freeAddress(ctx, actor, { email: brian.email, note: 'a good reason' }),
  ]) {
    await expect(use(VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
    for (const actor of [amina, brian, mod, leaving, SYSTEM]) await expect(use(actor)).rejects.toMatchObject({ code: 'not-allowed' });
  }
  expect((await log(world)).map(({ action }) => action)).toEqual(['warn']);
});

test('a case is marked for the police and released, each once, with a reason in the log', async () => {
  const { world, brian, boss } = await cast();
  const hold = (action: string, reason: string, id = brian.id) => holdCase(world.ctx, boss, id, { do: action, reason });
  expect(await hold('hold', 'no')).toMatchObject({
    ok: false,
    fieldErrors: { reason: texts.reasonRequired },
    values: { do: 'hold', reason: 'no' },
  });
  expect(await hold('keep', 'a good reason')).toMatchObject({ ok: false });
  expect(await hold('hold', 'OB 12/2027')).toEqual({ ok: true, do: 'hold' });
  await expect(hold('hold', 'OB 12/2027')).rejects.toMatchObject({ code: 'not-available' });
  expect(await getPlayerCase(world.ctx, boss, brian.id)).toMatchObject({ heldSince: expect.any(String), erased: null });
  expect(await hold('release', 'The court has decided')).toEqual({ ok: true, do: 'release' });
  await expect(hold('release', 'The court has decided')).rejects.toMatchObject({ code: 'not-available' });
  expect(await getPlayerCase(world.ctx, boss, brian.id)).toMatchObject({ heldSince: null });
  for (const id of ['nope', world.ctx.newId()])
    await expect(hold('hold', 'a good reason', id)).rejects.toMatchObject({ code: 'not-found' });
  await expect(hold('hold', 'a good reason', boss.id)).rejects.toMatchObject({ code: 'not-available' });
  expect((await log(world)).slice(1)).toEqual([
    { actor_name: 'boss', action: 'hold-case', subject_id: brian.id, note: 'OB 12/2027' },
    { actor_name: 'boss', action: 'release-case', subject_id: brian.id, note: 'The court has decided' },
  ]);
});

test('of two operators who mark a case at once one is told that the other was faster', async () => {
  const { world, brian, boss } = await cast();
  const done = await Promise.allSettled([1, 2].map(() => holdCase(world.ctx, boss, brian.id, { do: 'hold', reason: 'a good reason' })));
  expect(done.map((each) => each.status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

const REPORT = {
  reason: 'bullying',
  description: 'Every day',
  state: 'resolved',
  reported: { username: 'brian', displayName: 'Brian O' },
  reporter: { username: 'amina', displayName: 'Amina W' },
  messages: [
    { from: { username: 'amina' }, text: 'please stop', isReported: false },
    { from: { username: 'brian' }, text: 'your game is boring', isReported: true },
  ],
};

test('a case is one file with everything in it, each download is logged, and nothing in it is an address', async () => {
  const { world, brian, boss } = await cast();
  const { name, data } = await readFile(world, boss, brian.id, 'For OB 12/2027');
  expect(name).toBe(`case-${brian.id}.json`);
  expect(data).toMatchObject({
    case: brian.id,
    madeBy: 'boss',
    note: 'For OB 12/2027',
    player: { id: brian.id, username: 'brian', displayName: 'Brian O' },
    erased: null,
    forPoliceSince: null,
    reports: [REPORT],
    sanctions: [{ kind: 'warn', why: WHY, until: null, lifted: null }],
    log: [
      { actor: 'mod', action: 'warn', note: 'warn, of course', details: { why: WHY } },
      { actor: 'boss', action: 'export-case', note: 'For OB 12/2027' },
    ],
  });
  expect(JSON.stringify(data)).not.toMatch(/@|hash|token/);
  for (const note of ['', 'no', 'x'.repeat(1001)])
    await expect(exportCase(world.ctx, boss, brian.id, { note })).rejects.toMatchObject({ code: 'bad-input' });
  for (const id of ['nope', world.ctx.newId()])
    await expect(exportCase(world.ctx, boss, id, { note: 'a good reason' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(exportCase(world.ctx, boss, boss.id, { note: 'a good reason' })).rejects.toMatchObject({ code: 'not-allowed' });
  expect((await log(world)).map(({ action }) => action)).toEqual(['warn', 'export-case']);
});

test('the file of a deleted account has the same in it, under the same name, and the log does not get the id back', async () => {
  const { world, brian, boss } = await cast();
  const before = await readFile(world, boss, brian.id);
  await erase(world, 'amina', 'brian');
  await holdCase(world.ctx, boss, brian.id, { do: 'hold', reason: 'OB 12/2027' });
  const { name, data } = await readFile(world, boss, brian.id, 'For a parent');
  expect(name).toBe(before.name);
  expect(data).toMatchObject({
    player: before.data['player'],
    erased: { at: expect.any(String), keptUntil: expect.any(String) },
    forPoliceSince: expect.any(String),
    reports: before.data['reports'],
    sanctions: before.data['sanctions'],
  });
  expect((data['log'] as object[]).slice(0, 2)).toEqual(before.data['log']);
  expect((data['log'] as object[]).slice(2)).toMatchObject([
    { action: 'hold-case', note: 'OB 12/2027' },
    { action: 'export-case', note: 'For a parent' },
  ]);
  expect(JSON.stringify(await log(world))).not.toContain(brian.id);
});

test('what the player asked help for is in the file of a case for the police, and in no other', async () => {
  const { world, brian, boss } = await cast();
  await askForHelp(world.ctx, brian, { text: 'my uncle touches me' });
  const file = async () => (await readFile(world, boss, brian.id)).data;
  expect(JSON.stringify(await file())).not.toMatch(/helpRequests|uncle/);
  await holdCase(world.ctx, boss, brian.id, { do: 'hold', reason: 'OB 12/2027' });
  expect(await file()).toMatchObject({ helpRequests: [{ words: 'my uncle touches me', pressedButton: true }] });
  await holdCase(world.ctx, boss, brian.id, { do: 'release', reason: 'The court has decided' });
  expect(JSON.stringify(await file())).not.toMatch(/helpRequests|uncle/);
});

test('a report in the file and in a kept case has the names that its player had when it was sent', async () => {
  const { world, brian, boss } = await cast();
  await world.ctx.db.updateTable('players').set({ username: 'bri', display_name: 'Bri' }).where('id', '=', brian.id).execute();
  const now = { player: { username: 'bri', displayName: 'Bri' } };
  const file = async () => (await readFile(world, boss, brian.id)).data;
  expect(await file()).toMatchObject({ ...now, reports: [REPORT] });
  await erase(world, 'amina', 'bri');
  expect(await file()).toMatchObject({ ...now, reports: [REPORT] });
  const formerNames = { username: 'brian', displayName: 'Brian O' };
  expect(await getPlayerCase(world.ctx, boss, brian.id)).toMatchObject({
    player: { ...now.player, isTeam: false },
    reports: [{ formerNames }],
  });
});

test('a case with many reports is complete, in the order of time', async () => {
  const { world, amina, brian, boss } = await cast();
  const at = world.ctx.now().getTime();
  const count = CASE_FILE_PAGE_SIZE * 2;
  const rows = Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    reporter_id: amina.id,
    reported_player_id: brian.id,
    reason: 'other' as const,
    description: `${n}`,
    created_at: new Date(at + 1000 + Math.floor(n / 3)),
  }));
  await world.ctx.db.insertInto('player_reports').values(rows).execute();
  const reports = (await readFile(world, boss, brian.id)).data['reports'] as { id: string; created: string }[];
  expect(new Set(reports.map(({ id }) => id)).size).toBe(count + 1);
  expect(reports.map(({ created }) => created)).toEqual(reports.map(({ created }) => created).toSorted());
});

test('cases of deleted accounts are found by the beginning of a name, or by the id, and have pages', async () => {
  const { world, brian, boss } = await cast();
  await erase(world, 'brian');
  const find = async (search: string) => (await listRetainedCases(world.ctx, boss, search, null)).items.map(({ username }) => username);
  for (const search of ['', 'bri', '@brian', ' BRIAN o', brian.id, brian.id.toUpperCase()])
    expect([search, await find(search)]).toEqual([search, ['brian']]);
  for (const search of ['rian', 'br_an', 'b%', 'x'.repeat(5000), '\ud800', "'"]) expect([search, await find(search)]).toEqual([search, []]);
  expect(await find('bri\0')).toEqual(['brian']);
  const at = world.ctx.now();
  const rows = Array.from({ length: CASES_PAGE_SIZE * 2 }, (_, n) => ({
    player_id: randomUUID(),
    replacement_id: `left-${n}`,
    username: `other_${n}`,
    display_name: 'Other',
    member_since: at,
    erased_at: at,
    closed_at: at,
  }));
  await world.ctx.db.insertInto('retained_cases').values(rows).execute();
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await listRetainedCases(world.ctx, boss, '', after);
    seen.push(...page.items.map(({ playerId }) => playerId));
    after = page.next;
    if (after === null) break;
  }
  expect([seen.length, new Set(seen).size]).toEqual([CASES_PAGE_SIZE * 2 + 1, CASES_PAGE_SIZE * 2 + 1]);
});

test('the ban of a deleted account is lifted on its page by operators, not by moderators', async () => {
  const { world, brian, mod, boss } = await cast();
  await act(world, mod, brian, 'ban');
  await erase(world, 'brian');
  for (const action of ['warn', 'ban', 'dismiss'] as const)
    await expect(act(world, boss, brian, action)).rejects.toMatchObject({ code: 'not-found' });
  await expect(act(world, mod, brian, 'lift')).rejects.toMatchObject({ code: 'not-found' });
  expect(await act(world, boss, brian, 'lift')).toEqual({ ok: true, action: 'lift' });
  expect(await isEmailBanned(world.ctx, brian.email)).toBe(false);
  expect(await getPlayerCase(world.ctx, boss, brian.id)).toMatchObject({
    sanctions: [{ kind: 'ban', lifted: true }, { kind: 'warn' }],
    log: [{ actor: 'boss', action: 'lift' }, { action: 'ban' }, { action: 'warn' }],
    can: { lift: false },
  });
  expect(Object.values((await getPlayerCase(world.ctx, boss, brian.id)).can)).not.toContain(true);
});

test('an address can be freed with its case, and when nothing is kept of the case any more', async () => {
  const { world, amina, brian, boss } = await cast();
  const { ctx } = world;
  const free = (email: string, note = 'Another family') => freeAddress(ctx, boss, { email, note });
  expect(await free(brian.email)).toMatchObject({ ok: false, fieldErrors: { email: texts.free.notBanned } });
  for (const player of [amina, brian]) await act(world, boss, player, 'ban');
  expect(await free(brian.email)).toMatchObject({ ok: false, fieldErrors: { email: texts.free.accountExists } });
  expect(await free('no address', 'x')).toMatchObject({
    ok: false,
    fieldErrors: { email: texts.free.emailRequired, note: texts.free.noteRequired },
    values: { email: 'no address' },
  });
  await erase(world, 'amina', 'brian');
  expect(await free(' Brian@Example.com ')).toEqual({ ok: true });
  expect([await isEmailBanned(ctx, brian.email), await isEmailBanned(ctx, amina.email)]).toEqual([false, true]);
  expect(await getPlayerCase(ctx, boss, brian.id)).toMatchObject({
    can: { lift: false },
    log: [{ action: 'lift', note: 'Another family' }, {}, {}],
  });
  world.advanceClock(400 * DAY);
  expect(await deleteOldCases(ctx)).toBe(2);
  expect(await free(amina.email)).toEqual({ ok: true });
  expect(await isEmailBanned(ctx, amina.email)).toBe(false);
  const entries = (await log(world)).filter(({ action }) => action === 'free-address');
  expect(entries.map(({ note }) => note)).toEqual(['Another family', 'Another family']);
  expect(JSON.stringify(await log(world))).not.toContain('@example.com');
});

test('notes of the team are in the file for the police, and in none for a guardian', async () => {
  const { world, brian, boss } = await cast();
  await addNote(world.ctx, boss, brian.id, { do: 'note', text: 'She says that her father hits her.' });
  const actions = async () => ((await readFile(world, boss, brian.id)).data['log'] as { action: string }[]).map(({ action }) => action);
  expect(await actions()).not.toContain('note');
  await holdCase(world.ctx, boss, brian.id, { do: 'hold', reason: 'OB 12/2027' });
  expect(await actions()).toContain('note');
});
