import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { FORM } from '../../../tests/group-world.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { BusMessage } from '../../shared/live-events.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { resetPassword } from '../accounts/password-reset.service.server.ts';
import { signIn } from '../accounts/service.server.ts';
import { authenticate } from '../accounts/sessions/service.server.ts';
import { reportPlayer } from '../chat/reports/service.server.ts';
import { sendMessage } from '../contact/service.server.ts';
import { createGroup } from '../groups/editing/service.server.ts';
import { reportGroup } from '../groups/reports/service.server.ts';
import { askForHelp } from '../help-requests/service.server.ts';
import { reportGame } from '../reports/service.server.ts';
import { RENAMES_MAX } from './account/rules.ts';
import { exportForParent, exportOwnData, type DataExport } from './export/service.server.ts';
import { cancelRenewalJob, requestDeletionForParent } from './account-deletion/service.server.ts';
import { renameForParent } from './parent-requests.service.server.ts';

const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };

async function enter(world: World, identifier: string): Promise<string> {
  const { cookies } = await signIn(world.ctx, VISITOR, { identifier, password: 'secret1' }, visit);
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ');
}
const rows = (world: World) =>
  world.ctx.db.selectFrom('players').select(['username', 'display_name', 'deletes_at']).orderBy('username').execute();

test('a deletion that a parent asks for signs the player out, informs them and can be cancelled as long as their own request', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const brian = await world.addPlayer({ username: 'brian' });
  const [hers, his] = [await enter(world, 'amina'), await enter(world, 'brian')];
  const heard: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => void heard.push(message));
  await world.ctx.db
    .insertInto('verification_tokens')
    .values({ id: world.ctx.newId(), identifier: 'reset-password:x', value: amina.id, expires_at: new Date(Date.now() + 60_000) })
    .execute();

  const asked = await requestDeletionForParent(world.ctx, SYSTEM, ' Amina@Example.com ');
  expect(asked).toEqual({ username: 'amina', deletesAt: expect.any(String), wasAsked: false, isPaused: false });
  expect(Math.abs(Date.parse(asked.deletesAt) - world.ctx.now().getTime() - 14 * 86_400_000)).toBeLessThan(60_000);
  expect((await rows(world)).map(({ username, deletes_at }) => [username, deletes_at?.toISOString() ?? null])).toEqual([
    ['amina', asked.deletesAt],
    ['brian', null],
  ]);
  expect([await authenticate(world.ctx, hers), (await authenticate(world.ctx, his))?.actor]).toMatchObject([null, { id: brian.id }]);
  expect(heard).toContainEqual({ kind: 'player-out', playerId: amina.id });
  expect(await world.ctx.db.selectFrom('verification_tokens').select('id').execute()).toEqual([]);
  expect((await world.mails()).map(({ to, subject }) => [to, subject])).toEqual([
    [amina.email, 'Your Kiddo account is going to be deleted'],
  ]);
  expect(await world.ctx.jobs.drain(world.ctx, cancelRenewalJob, 5)).toBe(1);

  // A second request neither changes the date nor sends another email.
  world.advanceClock(3600);
  expect(await requestDeletionForParent(world.ctx, SYSTEM, 'amina')).toEqual({ ...asked, wasAsked: true });
  expect(await world.mails()).toHaveLength(1);
  expect((await authenticate(world.ctx, await enter(world, 'amina')))?.actor).toEqual({ kind: 'leaving', id: amina.id });
});

test('a new password, which the address alone can choose, shuts out who knew the old one; the day stays', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const { deletesAt } = await requestDeletionForParent(world.ctx, SYSTEM, 'amina');
  const token = (await world.ctx.auth.createResetToken(amina.email)) ?? '';
  const passwords = { password: 'a-good-one', confirm: 'a-good-one' };
  expect(await resetPassword(world.ctx, VISITOR, token, passwords, visit)).toMatchObject({
    kind: 'flash',
    flashMessage: 'password-updated',
  });
  const enterWith = (password: string) => signIn(world.ctx, VISITOR, { identifier: 'amina', password }, visit);
  expect([(await enterWith('secret1')).kind, (await enterWith('a-good-one')).kind]).toEqual(['result', 'signed-in']);
  expect((await rows(world))[0]?.deletes_at?.toISOString()).toBe(deletesAt);
});

test('who is on the team gets another role first', async () => {
  const world = await createWorld();
  for (const role of ['moderator', 'operator'] as const) {
    await world.addPlayer({ username: role, role });
    await expect(requestDeletionForParent(world.ctx, SYSTEM, role)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringContaining('is on the team'),
    });
  }
  expect((await rows(world)).map((row) => row.deletes_at)).toEqual([null, null]);
});

test('the file that a parent gets is the player’s own, and does not count as theirs', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const read = async (of: Promise<DataExport>) => {
    const { name, file } = await of;
    const { made, ...data } = (await new Response(file).json()) as Record<string, unknown>;
    return { name, data, isDated: typeof made === 'string' };
  };
  const asked = await read(exportForParent(world.ctx, SYSTEM, 'AMINA'));
  expect(await read(exportForParent(world.ctx, SYSTEM, amina.email))).toEqual(asked);
  const own = await exportOwnData(world.ctx, amina, { current: 'secret1' }, { address: '10.0.0.1', userAgent: 'test', cookies: '' });
  if (own.state !== 'ready') throw new Error(`there is no file: ${own.state}`);
  const { data, ...rest } = await read(Promise.resolve(own));
  const { askedForHelp, reportsAboutGames, reportsAboutGroups, reportsAboutPlayers, lettersToUs, ...shared } = data;
  expect([askedForHelp, reportsAboutGames, reportsAboutGroups, reportsAboutPlayers, lettersToUs]).toEqual([[], [], [], [], []]);
  expect({ ...rest, data: shared }).toEqual(asked);
  expect(asked.data).toMatchObject({ account: { username: 'amina' } });
});

test('what a child wrote to our team is in no file for a parent, and in the child’s own', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const amina = await world.addPlayer({ username: 'amina' });
  const uncle = await world.addPlayer({ username: 'uncle_j' });
  const game = await world.addGame({ title: 'Coral Divers' });
  const harm = 'my uncle touches me';
  await askForHelp(ctx, amina, { text: harm });
  await sendMessage(ctx, amina, { name: 'Amina', email: amina.email, subject: 'please', message: harm }, visit.address);
  await reportPlayer(ctx, amina, { playerId: uncle.id, reason: 'scary', description: harm });
  await reportGame(ctx, amina, game, { reason: 'other', description: `${harm} when I play this` });
  const group = await createGroup(ctx, amina, { ...FORM, name: 'Night Readers' });
  if (!group.ok) throw new Error(JSON.stringify(group));
  await reportGroup(ctx, amina, group.id, { reason: 'danger', description: harm });
  const read = async ({ file }: DataExport) => (await new Response(file).json()) as Record<string, unknown>;
  const asked = await read(await exportForParent(ctx, SYSTEM, 'amina'));
  for (const list of ['askedForHelp', 'lettersToUs', 'reportsAboutPlayers', 'reportsAboutGames', 'reportsAboutGroups'])
    expect(asked).not.toHaveProperty(list);
  expect(asked['notifications']).toEqual([]);
  expect(JSON.stringify(asked)).not.toContain('uncle');
  const own = await exportOwnData(ctx, amina, { current: 'secret1' }, visit);
  if (own.state !== 'ready') throw new Error(`there is no file: ${own.state}`);
  expect(await read(own)).toMatchObject({
    askedForHelp: [{ text: expect.stringContaining(harm) }],
    lettersToUs: [{ text: harm }],
    reportsAboutPlayers: [{ about: 'uncle_j', description: harm }],
    reportsAboutGames: [{ game: 'Coral Divers' }],
    reportsAboutGroups: [{ about: 'Night Readers', description: harm }],
    notifications: [{ type: 'report' }, { type: 'report' }, { type: 'report' }],
  });
});

test('names are corrected by the rules of the settings', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina' });
  await world.addPlayer({ username: 'brian' });
  expect(await renameForParent(world.ctx, SYSTEM, 'amina', { displayName: ' Amina W ' })).toEqual({
    username: 'amina',
    displayName: 'Amina W',
  });
  expect(await renameForParent(world.ctx, SYSTEM, amina.email, { username: 'Amina_W' })).toEqual({
    username: 'amina_w',
    displayName: 'Amina W',
  });
  for (const names of [
    { username: 'brian' },
    { username: 'the head' },
    { username: 'kiddo' },
    { displayName: '' },
    { displayName: 'shit' },
  ])
    await expect(renameForParent(world.ctx, SYSTEM, 'amina_w', names)).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/ /),
    });
  for (let time = 1; time < RENAMES_MAX; time++) await renameForParent(world.ctx, SYSTEM, amina.email, { username: `amina_${time}` });
  await expect(renameForParent(world.ctx, SYSTEM, amina.email, { username: 'amina_too_often' })).rejects.toMatchObject({
    code: 'bad-input',
  });
  expect((await rows(world)).map((row) => row.display_name)).toContain('Amina W');
});

test('names change together with the entry in the audit log, or not at all', async () => {
  const { ctx, addPlayer } = await createWorld();
  const { id } = await addPlayer({ username: 'amina', display_name: 'Amina' });
  const read = async () => [
    (await ctx.db.selectFrom('players').select(['username', 'display_name']).executeTakeFirst()) ?? null,
    await ctx.db.selectFrom('audit_log').select(['action', 'subject_id', 'details']).orderBy('id').execute(),
  ];
  await sql`alter table audit_log add constraint refused check (action <> 'rename-account')`.execute(ctx.db);
  await expect(renameForParent(ctx, SYSTEM, 'amina', { username: 'amina_w' })).rejects.toThrow('refused');
  expect(await read()).toEqual([{ username: 'amina', display_name: 'Amina' }, []]);
  await sql`alter table audit_log drop constraint refused`.execute(ctx.db);
  await renameForParent(ctx, SYSTEM, 'amina', { username: 'amina_w' });
  expect(await read()).toEqual([
    { username: 'amina_w', display_name: 'Amina' },
    [{ action: 'rename-account', subject_id: id, details: { username: true, displayName: false } }],
  ]);
});

test('players, moderators and visitors do none of this; nor is it done for who is not there', async () => {
  const world = await createWorld();
  const { id } = await world.addPlayer({ username: 'amina' });
  const actors: Actor[] = [
    VISITOR,
    { kind: 'leaving', id },
    ...(['player', 'moderator'] as const).map((role): Actor => ({ kind: 'player', id, role, premium: true })),
  ];
  const requests = (actor: Actor, name: string) => [
    () => requestDeletionForParent(world.ctx, actor, name),
    () => exportForParent(world.ctx, actor, name),
    () => renameForParent(world.ctx, actor, name, { displayName: 'X' }),
  ];
  for (const actor of actors) {
    const code = actor.kind === 'visitor' ? 'sign-in-required' : 'not-allowed';
    for (const request of [...requests(actor, 'amina'), ...requests(actor, 'nobody')])
      await expect(request()).rejects.toMatchObject({ code });
  }
  for (const name of ['nobody', '', 'a@b', 'x'.repeat(3000), 'amina '.repeat(2)])
    for (const request of requests(SYSTEM, name)) await expect(request()).rejects.toMatchObject({ code: 'not-found' });
  expect(await rows(world)).toMatchObject([{ username: 'amina', deletes_at: null }]);
});
