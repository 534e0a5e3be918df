import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { BusMessage } from '../../../shared/live-events.ts';
import { requestContext } from '../../../request/request-context.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { signIn, signOut } from '../../accounts/service.server.ts';
import { authenticate } from '../../accounts/sessions/service.server.ts';
import { listFavorites } from '../../library/service.server.ts';
import { listNotifications } from '../../notifications/service.server.ts';
import { action as file } from '../pages/export.tsx';
import { viewSecurity } from '../security/service.server.ts';
import {
  cancelAccountDeletion,
  redirectForPendingDeletion,
  requestAccountDeletion,
  sendDeletionLink,
  getDeleteAccountView,
  getPendingDeletion,
} from './service.server.ts';

const DAY = 86_400;
const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const headerOf = (cookies: string[]) => cookies.map((cookie) => cookie.split(';')[0]).join('; ');

async function enter(world: World, username: string) {
  const inside = await signIn(world.ctx, VISITOR, { identifier: username, password: 'secret1' }, visit);
  return {
    kind: inside.kind,
    here: { ...visit, cookies: headerOf(inside.cookies) },
    present: await authenticate(world.ctx, headerOf(inside.cookies)),
  };
}

/** Removes the password, as if they had signed up with Google. */
async function byGoogle(world: World, id: string) {
  await world.ctx.db.deleteFrom('identities').where('player_id', '=', id).execute();
  await world.ctx.db
    .insertInto('identities')
    .values({ id: world.ctx.newId(), player_id: id, provider: 'google', subject: `g ${id}` })
    .execute();
}

test('who asks to go proves it, is signed out everywhere at once, and is told the day', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  const [one, two] = [await enter(world, 'amina'), await enter(world, 'amina')];
  const heard: BusMessage[] = [];
  world.ctx.bus.subscribe((message) => heard.push(message));
  for (const [current, why] of [
    ['', 'Please fill this in.'],
    ['guess1', 'This is not your password. Try again.'],
  ] as const)
    expect(await requestAccountDeletion(world.ctx, player, { current }, one.here)).toMatchObject({
      kind: 'result',
      answer: { ok: false, fieldErrors: { current: why } },
    });
  expect((await authenticate(world.ctx, two.here.cookies))?.actor).toMatchObject({ kind: 'player' });
  const left = await requestAccountDeletion(world.ctx, player, { current: 'secret1' }, one.here);
  expect(left).toMatchObject({ kind: 'scheduled', cookies: expect.arrayContaining([expect.stringMatching(/^kiddo_session=;/)]) });
  expect([await authenticate(world.ctx, one.here.cookies), await authenticate(world.ctx, two.here.cookies)]).toEqual([null, null]);
  expect(heard.map(({ kind }) => kind)).toContain('player-out');
  const { deletes_at: at } = await world.ctx.db.selectFrom('players').select('deletes_at').executeTakeFirstOrThrow();
  expect(Math.abs((at?.getTime() ?? 0) - world.ctx.now().getTime() - 14 * DAY * 1000)).toBeLessThan(60_000);
  const [mail] = await world.mails();
  expect([mail?.to, mail?.subject]).toEqual([player.email, 'Your Kiddo account is going to be deleted']);
});

test('whoever signs in meanwhile may keep the account, or go, and do nothing else', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  await requestAccountDeletion(world.ctx, player, { current: 'secret1' }, visit);
  const { kind, here, present } = await enter(world, 'amina');
  expect([kind, present?.actor]).toEqual(['signed-in', { kind: 'leaving', id: player.id }]);
  const actor = present?.actor ?? VISITOR;
  for (const attempt of [
    () => listFavorites(world.ctx, actor, null),
    () => listNotifications(world.ctx, actor, null),
    () => viewSecurity(world.ctx, actor, here),
    () => getDeleteAccountView(world.ctx, actor, null),
    () => requestAccountDeletion(world.ctx, actor, { current: 'secret1' }, here),
    () => signIn(world.ctx, actor, { identifier: 'amina', password: 'secret1' }, here),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: 'not-allowed' });
  expect(await getPendingDeletion(world.ctx, actor)).toMatchObject({ username: 'amina' });
  expect(await signOut(world.ctx, actor, here)).toMatchObject({ flashMessage: 'signed-out' });
  expect(await authenticate(world.ctx, here.cookies)).toBe(null);

  const again = await enter(world, 'amina');
  await cancelAccountDeletion(world.ctx, again.present?.actor ?? VISITOR);
  expect((await authenticate(world.ctx, again.here.cookies))?.actor).toMatchObject({ kind: 'player', id: player.id });
  expect((await world.mails()).map(({ subject }) => subject)).toContain('Your Kiddo account stays');
  await expect(cancelAccountDeletion(world.ctx, again.present?.actor ?? VISITOR)).rejects.toMatchObject({ code: 'not-available' });
});

test('who leaves is led to the one page that there is for them, whatever they ask for but help; nobody else is', () => {
  const leaving: Actor = { kind: 'leaving', id: '00000000-0000-7000-8000-000000000001' };
  for (const path of ['/', '/games', '/settings', '/games.data', '/leaving/x', '/get-help/team'])
    expect([path, redirectForPendingDeletion(leaving, path)]).toEqual([path, '/leaving']);
  expect([
    redirectForPendingDeletion(leaving, '/leaving'),
    redirectForPendingDeletion(leaving, '/leaving.data'),
    redirectForPendingDeletion(leaving, '/get-help'),
    redirectForPendingDeletion(leaving, '/get-help.data'),
    redirectForPendingDeletion(VISITOR, '/games'),
  ]).toEqual([null, null, null, null, null]);
});

test('when the time has come nobody gets in, though the night job has not come yet', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  await requestAccountDeletion(world.ctx, player, { current: 'secret1' }, visit);
  const { present } = await enter(world, 'amina');
  world.advanceClock(15 * DAY);
  await expect(cancelAccountDeletion(world.ctx, present?.actor ?? VISITOR)).rejects.toMatchObject({ code: 'not-available' });
  expect(await enter(world, 'amina')).toMatchObject({ kind: 'result', present: null });
});

test('who has no password proves it by a mailed link that works once, for them alone', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  await expect(sendDeletionLink(world.ctx, amina)).rejects.toMatchObject({ code: 'bad-input' });
  await byGoogle(world, amina.id);
  await byGoogle(world, brian.id);
  expect(await getDeleteAccountView(world.ctx, amina, null)).toMatchObject({ hasPassword: false, link: null });
  expect(await sendDeletionLink(world.ctx, amina)).toMatchObject({ answer: { ok: true } });
  const [mail] = await world.mails();
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
  expect(JSON.stringify(await world.ctx.db.selectFrom('verification_tokens').selectAll().execute())).not.toContain(token);
  expect((await getDeleteAccountView(world.ctx, amina, token)).link).toBe('good');
  for (const [actor, given] of [
    [brian, token],
    [amina, ''],
    [amina, 'x'.repeat(32)],
    [amina, undefined],
  ] as const)
    expect(
      await requestAccountDeletion(world.ctx, actor, given === undefined ? { current: 'secret1' } : { token: given }, visit),
    ).toMatchObject({
      kind: 'result',
    });
  expect((await getDeleteAccountView(world.ctx, brian, token)).link).toBe('bad');
  expect(await requestAccountDeletion(world.ctx, amina, { token }, visit)).toMatchObject({ kind: 'scheduled' });
  expect((await getDeleteAccountView(world.ctx, amina, token)).link).toBe('bad');
  for (let time = 0; time < 3; time++) await sendDeletionLink(world.ctx, brian);
  expect(await sendDeletionLink(world.ctx, brian)).toMatchObject({ answer: { ok: false } });
});

test('an old link is worth nothing', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  await byGoogle(world, amina.id);
  await sendDeletionLink(world.ctx, amina);
  const token = /token=([\w-]+)/.exec((await world.mails())[0]?.text ?? '')?.[1] ?? '';
  world.advanceClock(3601);
  expect((await getDeleteAccountView(world.ctx, amina, token)).link).toBe('bad');
  expect(await requestAccountDeletion(world.ctx, amina, { token }, visit)).toMatchObject({ kind: 'result' });
});

test('each function asks who it is', async () => {
  const world = await createWorld();
  const player = await world.addPlayer();
  const leaving: Actor = { kind: 'leaving', id: player.id };
  const { ctx } = world;
  for (const actor of [VISITOR, SYSTEM, leaving]) {
    const code = actor === VISITOR ? 'sign-in-required' : 'not-allowed';
    await expect(getDeleteAccountView(ctx, actor, null)).rejects.toMatchObject({ code });
    await expect(requestAccountDeletion(ctx, actor, { current: 'secret1' }, visit)).rejects.toMatchObject({ code });
    await expect(sendDeletionLink(ctx, actor)).rejects.toMatchObject({ code });
  }
  for (const actor of [VISITOR, SYSTEM, player]) {
    const code = actor === VISITOR ? 'sign-in-required' : 'not-allowed';
    await expect(getPendingDeletion(ctx, actor)).rejects.toMatchObject({ code });
    await expect(cancelAccountDeletion(ctx, actor)).rejects.toMatchObject({ code });
  }
  // There is nothing to cancel: they did not request a deletion.
  await expect(cancelAccountDeletion(ctx, leaving)).rejects.toMatchObject({ code: 'not-available' });
});

test('the file is an attachment that nobody keeps, and once an hour', async () => {
  const world = await createWorld();
  const player = await world.addPlayer({ username: 'amina' });
  const post = async (actor: Actor, current = 'secret1') => {
    const context = new RouterContextProvider();
    context.set(requestContext, {
      ctx: world.ctx,
      actor,
      viewer: null,
      clientInfo: visit,
      nonce: '',
      requestId: 'r',
      rateLimit: async () => {},
    });
    const request = new Request('http://x/', { method: 'POST', body: new URLSearchParams({ current }) });
    return file({ context, request, params: {} } as never);
  };
  expect((await post(player, 'guess1')).headers.get('location')).toBe('/settings?tab=account&news=export-password');
  const answer = await post(player);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': expect.stringMatching(/^attachment; filename="kiddo-amina-\d{4}-\d\d-\d\d\.json"$/),
    'cache-control': 'no-store',
  });
  expect(await answer.json()).toMatchObject({ account: { username: 'amina' } });
  expect((await post(player)).headers.get('location')).toBe('/settings?tab=account&news=export-later');
  expect((await post(VISITOR)).headers.get('location')).toMatch(/^\/login\?returnUrl=/);
});

test('who is on the team does not take their own name off the log: they get another role first', async () => {
  const world = await createWorld();
  for (const role of ['moderator', 'operator'] as const) {
    const one = await world.addPlayer({ role });
    expect(await requestAccountDeletion(world.ctx, one, { current: 'secret1' }, visit)).toMatchObject({
      kind: 'result',
      answer: { ok: false, toast: { text: expect.stringMatching(/^You are on the Kiddo team/) } },
    });
    await byGoogle(world, one.id);
    expect(await sendDeletionLink(world.ctx, one)).toMatchObject({ kind: 'result', answer: { ok: false } });
  }
  expect(await world.ctx.db.selectFrom('players').select('id').where('deletes_at', 'is not', null).execute()).toEqual([]);
  expect(await world.mails()).toEqual([]);
});
