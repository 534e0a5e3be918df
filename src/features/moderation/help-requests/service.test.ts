import { createElement } from 'react';
import { expect, test } from 'vitest';
import { countLockWaits } from '../../../../tests/lock-waits.ts';
import { hiddenFieldsOf } from '../../../../tests/markup.ts';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { findOpenRequest, lockAsker, updateRequest } from '../../help-requests/queries.server.ts';
import { askForHelp } from '../../help-requests/service.server.ts';
import { decideHelpRequest, getHelpRequest, listHelpRequests, listHelpRequestsOfPlayer } from './service.server.ts';
import { texts } from './texts.ts';
import { HelpRequestCaseView } from './ui/help-request-case-view.tsx';

async function cast() {
  const world = await createWorld();
  const { ctx } = world;
  const [amina, brian] = [await world.addPlayer({ username: 'amina' }), await world.addPlayer({ username: 'brian' })];
  const mod = await world.addPlayer({ username: 'mod', role: 'moderator' });
  await askForHelp(ctx, amina, { text: 'i am sad' });
  world.advanceClock(60);
  await askForHelp(ctx, brian, {});
  const waiting = async () => (await listHelpRequests(ctx, mod, 'waiting', null)).items;
  // The fields of a request's form as a moderator opens it now.
  const openForm = async (id: string) =>
    hiddenFieldsOf(createElement(HelpRequestCaseView, { view: await getHelpRequest(ctx, mod, id), bar: null, answer: undefined }));
  return { world, ctx, amina, brian, mod, waiting, openForm };
}

test('moderators see who asks for help, the oldest first; nobody else does', async () => {
  const { ctx, amina, mod, waiting } = await cast();
  expect(await waiting()).toMatchObject([
    { player: { username: 'amina' }, kind: 'unknown', isAsked: true, words: 'i am sad', state: 'new', late: false },
    { player: { username: 'brian' }, words: '' },
  ]);
  expect(await listHelpRequestsOfPlayer(ctx, mod, amina.id)).toMatchObject([{ words: 'i am sad' }]);
  const [first] = await waiting();
  const id = first?.id ?? '';
  for (const use of [
    (actor: typeof amina) => listHelpRequests(ctx, actor, 'waiting', null),
    (actor: typeof amina) => getHelpRequest(ctx, actor, id),
    (actor: typeof amina) => listHelpRequestsOfPlayer(ctx, actor, amina.id),
    (actor: typeof amina) => decideHelpRequest(ctx, actor, id, { action: 'resolve-help', note: 'a good note' }),
  ]) {
    await expect(use(amina)).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(use(SYSTEM as never)).rejects.toMatchObject({ code: 'not-allowed' });
    await expect(use(VISITOR as never)).rejects.toMatchObject({ code: 'sign-in-required' });
  }
  await expect(getHelpRequest(ctx, mod, 'nope')).rejects.toMatchObject({ code: 'not-found' });
});

test('a request is closed once, with a note; the log has no words of the child, and nobody is notified', async () => {
  const { world, ctx, mod, waiting, openForm } = await cast();
  const id = (await waiting())[0]?.id ?? '';
  const form = await openForm(id);
  const decide = (action: string, note = 'Called Childline') => decideHelpRequest(ctx, mod, id, { ...form, action, note });
  expect(await decide('resolve-help', 'no')).toMatchObject({ ok: false, fieldErrors: { note: expect.any(String) } });
  expect(await getHelpRequest(ctx, mod, id)).toMatchObject({
    request: { state: 'new' },
    can: { 'resolve-help': true, 'dismiss-help': true },
  });
  const done = await Promise.allSettled([decide('resolve-help'), decide('dismiss-help')]);
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await waiting()).map(({ player }) => player.username)).toEqual(['brian']);
  const view = await getHelpRequest(ctx, mod, id);
  expect([view.log.length, Object.values(view.can)]).toEqual([1, [false, false]]);
  expect(JSON.stringify(await ctx.db.selectFrom('audit_log').selectAll().execute())).not.toContain('i am sad');
  expect(await ctx.db.selectFrom('notifications').select('id').execute()).toEqual([]);
  expect(await world.mails()).toEqual([]);
});

test('words that came after the page was made are not closed: nobody has read them', async () => {
  const { ctx, amina, mod, waiting, openForm } = await cast();
  const id = (await waiting())[0]?.id ?? '';
  const decision = { action: 'dismiss-help', note: 'a good note' };
  const shown = await openForm(id);
  await askForHelp(ctx, amina, { text: 'my uncle comes tonight' });
  for (const fields of [shown, {}])
    expect(await decideHelpRequest(ctx, mod, id, { ...fields, ...decision })).toMatchObject({
      ok: false,
      error: texts.wroteMore,
      values: { note: 'a good note' },
    });
  expect(await getHelpRequest(ctx, mod, id)).toMatchObject({
    request: { state: 'new', words: 'i am sad\nmy uncle comes tonight' },
    log: [],
  });
  expect(await decideHelpRequest(ctx, mod, id, { ...(await openForm(id)), ...decision })).toMatchObject({ ok: true });
});

test('a decision waits for the words that a child is sending', async () => {
  const { ctx, amina, mod, waiting, openForm } = await cast();
  const id = (await waiting())[0]?.id ?? '';
  const shown = await openForm(id);
  let decided: ReturnType<typeof decideHelpRequest> | undefined;
  let isDecided = false;
  await ctx.db.transaction().execute(async (trx) => {
    await lockAsker(trx, amina.id);
    const open = await findOpenRequest(trx, amina.id);
    decided = decideHelpRequest(ctx, mod, id, { ...shown, action: 'dismiss-help', note: 'a good note' }).finally(() => {
      isDecided = true;
    });
    await expect.poll(async () => isDecided || (await countLockWaits(ctx.db)) > 0).toBe(true);
    await updateRequest(trx, open?.id ?? '', {
      kind: 'unknown',
      isGraver: false,
      isAsked: true,
      at: ctx.now(),
      words: 'i am sad\nmy uncle comes tonight',
    });
  });
  expect(await decided).toMatchObject({ ok: false, error: texts.wroteMore });
  expect(await getHelpRequest(ctx, mod, id)).toMatchObject({ request: { state: 'new' } });
});

test('nobody decides about their own request', async () => {
  const { ctx, mod } = await cast();
  await askForHelp(ctx, mod, {});
  const own = (await ctx.db.selectFrom('help_requests').select('id').where('player_id', '=', mod.id).executeTakeFirstOrThrow()).id;
  await expect(decideHelpRequest(ctx, mod, own, { action: 'dismiss-help', note: 'a good note' })).rejects.toMatchObject({
    code: 'not-available',
  });
});

test('nobody of the team reads their own request, or what colleagues write to it; a colleague does', async () => {
  const { world, ctx, mod } = await cast();
  const boss = await world.addPlayer({ role: 'operator' });
  await askForHelp(ctx, mod, { text: 'i cannot any more' });
  const list = async (actor: typeof mod) => {
    const [waiting, all] = [await listHelpRequests(ctx, actor, 'waiting', null), await listHelpRequests(ctx, actor, 'all', null)];
    return [waiting.waiting, waiting.items.length, all.items.length];
  };
  expect([await list(mod), await list(boss)]).toEqual([
    [2, 2, 2],
    [3, 3, 3],
  ]);
  const [own] = await listHelpRequestsOfPlayer(ctx, boss, mod.id);
  expect(await getHelpRequest(ctx, boss, own?.id ?? '')).toMatchObject({ request: { words: 'i cannot any more' } });
  await expect(getHelpRequest(ctx, mod, own?.id ?? '')).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(listHelpRequestsOfPlayer(ctx, mod, mod.id)).rejects.toMatchObject({ code: 'not-allowed' });
});

test('who of the team reads what a child wrote is in the audit log, once an hour; a request without words has nothing to read', async () => {
  const { ctx, amina, mod, waiting } = await cast();
  const [first] = await waiting();
  await getHelpRequest(ctx, mod, first?.id ?? '');
  await listHelpRequestsOfPlayer(ctx, mod, amina.id);
  const reads = await ctx.db.selectFrom('audit_log').select(['actor_id', 'action', 'subject_id']).execute();
  expect(reads).toEqual([{ actor_id: mod.id, action: 'read-case', subject_id: amina.id }]);
});
