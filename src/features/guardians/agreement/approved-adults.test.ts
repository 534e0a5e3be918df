import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createApprovalWorld } from '../../../../tests/approval-world.ts';
import { queueGuardianMail, sendGuardianMailJob } from '../emails/service.server.ts';
import type { Player } from '../../../../tests/friendship-world.ts';
import { VISITOR } from '../../../shared/permissions.ts';
import { reserveUsername } from '../../accounts/queries.server.ts';
import { signUp } from '../../accounts/service.server.ts';
import { saveProfile } from '../../settings/account/service.server.ts';
import { texts } from '../texts.ts';
import { urlForAgreement } from '../links.service.server.ts';
import { APPROVED_ADULTS_MAX } from '../schema.ts';
import { getGuardianView } from '../service.server.ts';
import { getAdultTexts } from './adults.texts.ts';
import { AGREEMENT_VERSION, APPROVALS_LIMIT } from './rules.ts';

const DAY = 86_400;
const words = getAdultTexts('en');

test('a guardian approves a name, and everybody concerned is told; opening the link changes nothing', async () => {
  const { ctx, db, world, amina, aunt, link, view, approve, names, records, mailKinds, notified, published } = await createApprovalWorld();
  expect(await view(link)).toMatchObject({ state: 'given', canChange: true, adults: [] });
  expect(await names()).toEqual([]);
  await published();
  expect(await approve(' @Aunt_W ')).toEqual({ ok: true, do: 'approve-adult', username: 'aunt_w' });
  expect(await view(link)).toMatchObject({ adults: ['aunt_w'] });
  expect(await db.selectFrom('approved_adults').selectAll().execute()).toEqual([
    { guardianship_id: link.guardianshipId, username: 'aunt_w', adult_id: aunt.id, approved_at: expect.any(Date) },
  ]);
  expect((await records(amina.id)).at(-1)).toMatchObject({
    guardian_email: 'mother@example.com',
    mail_id: link.mailId,
    mail_kind: 'request',
    decision: 'changed',
    text_version: AGREEMENT_VERSION,
    relation: 'mother',
    chat: 'friends',
    adult_change: 'approved',
    adult_username: 'aunt_w',
    adult_id: aunt.id,
  });
  expect((await notified(amina.id)).at(-1)).toBe('Your parent or guardian approved a grown-up');
  expect(await db.selectFrom('notifications').select('player_id').where('player_id', '=', aunt.id).execute()).toEqual([]);
  expect(await published()).toEqual([
    { kind: 'rights', playerId: amina.id },
    { kind: 'notification', playerIds: [amina.id] },
  ]);
  // The child sees the name.
  expect(await getGuardianView(ctx, amina, null)).toMatchObject({ state: 'given', adults: [{ username: 'aunt_w', owner: null }] });
  expect(await mailKinds(link)).toEqual(['receipt']);
  expect(world.securityEvents.at(-1)).toMatchObject({ event: `user_updated:visitor,${amina.id},consent-changed` });
});

test('the receipt names them, also after the last one is taken out, in both languages', async () => {
  const { world, db, approve, remove, mails } = await createApprovalWorld();
  const latest = async () => (await mails()).at(0)?.text ?? '';
  expect(await latest()).toContain('Grown-ups they may be in touch with: nobody.');
  world.advanceClock(2 * 3600);
  await approve('aunt_w');
  await approve('nobody_has_it');
  expect(await latest()).toContain('Grown-ups they may be in touch with: @aunt_w, @nobody_has_it.');
  world.advanceClock(2 * 3600);
  await remove('aunt_w');
  await remove('nobody_has_it');
  await db.updateTable('guardians').set({ language: 'sw' }).execute();
  expect(await latest()).toContain('Watu wazima anaoweza kuwasiliana nao: hakuna.');
});

test('a name that was approved and taken out within the hour stands in the next mail, and in the second one, in both languages', async () => {
  const { ctx, db, world, approve, remove, mails, link } = await createApprovalWorld(13, { isConfirmed: false });
  const latest = async () => (await mails()).at(0)?.text ?? '';
  expect(await latest()).not.toContain('approved @');
  world.advanceClock(2 * 3600);
  await approve('uncle_1');
  expect(await latest()).toContain('Since our last mail about this, somebody with our link: approved @uncle_1.');
  world.advanceClock(60);
  await approve('aunt_w');
  world.advanceClock(60);
  await remove('aunt_w');
  await remove('uncle_1');
  world.advanceClock(3600);
  // The receipt that waited for the hour: the queue has the database's clock.
  const { id } = await db
    .selectFrom('guardian_mails')
    .select('id')
    .where('kind', '=', 'receipt')
    .where('taken_at', 'is', null)
    .executeTakeFirstOrThrow();
  await sendGuardianMailJob.run(ctx, { mailId: id }, ctx.newId());
  const steps = 'approved @aunt_w, took out @aunt_w, took out @uncle_1.';
  expect(await latest()).toContain(`Since our last mail about this, somebody with our link: ${steps}`);
  expect(await latest()).toContain('Grown-ups they may be in touch with: nobody.');
  // Told once, but for the second mail, which tells all since the yes: whoever had the mailbox for a day may have deleted the first ones.
  world.advanceClock(2 * 3600);
  await approve('uncle_2');
  expect(await latest()).toContain('Since our last mail about this, somebody with our link: approved @uncle_2.');
  await db.updateTable('guardians').set({ language: 'sw' }).execute();
  await db.transaction().execute((trx) => queueGuardianMail(ctx, trx, link.guardianshipId, 'confirmation'));
  const swahili = 'amekubaliwa @uncle_1, amekubaliwa @aunt_w, ameondolewa @aunt_w, ameondolewa @uncle_1, amekubaliwa @uncle_2.';
  expect(await latest()).toContain(`Tangu hapo, kwa kiungo chetu: ${swahili}`);
});

test('what is approved and taken out while a receipt is on its way is told by another one', async () => {
  const { ctx, world, approve, remove, mails, mailKinds, link } = await createApprovalWorld();
  await mails();
  world.advanceClock(2 * 3600);
  await approve('uncle_1');
  const sending = vi.spyOn(ctx.mailer, 'send').mockImplementationOnce(async () => {
    await approve('aunt_w');
    await remove('aunt_w');
  });
  await mails();
  sending.mockRestore();
  expect(await mailKinds(link)).toEqual(['receipt', 'receipt', 'receipt']);
});

test('an approval counts once the second mail was taken, and everybody concerned is told so', async () => {
  const all = await createApprovalWorld(13, { isConfirmed: false });
  const { ctx, db, amina, aunt, link, view, approve, inReach, mails, notified, befriend, friendship } = all;
  const own = () => getGuardianView(ctx, amina, null);
  // They knew each other before: by a mistaken age.
  await db.updateTable('players').set({ age_band: 16 }).where('id', '=', aunt.id).execute();
  await befriend(aunt);
  await db.updateTable('players').set({ age_band: 18 }).where('id', '=', aunt.id).execute();
  await approve('aunt_w');
  expect([await inReach(aunt), await friendship(aunt)]).toMatchObject([false, { state: 'paused' }]);
  expect([await view(link), await own()]).toMatchObject([{ areAdultsOpen: false }, { areAdultsOpen: false }]);
  expect((await notified(amina.id)).at(-1)).toBe('Your parent or guardian approved a grown-up');
  const { message } = await db
    .selectFrom('notifications')
    .select('message')
    .where('title', 'like', '%approved a grown-up')
    .executeTakeFirstOrThrow();
  expect(message).toContain('when our second mail has reached your parent or guardian');
  const [receipt] = await mails();
  expect(receipt?.text).toContain(getAdultTexts('en').later);
  await db.transaction().execute((trx) => queueGuardianMail(ctx, trx, link.guardianshipId, 'confirmation'));
  const [second] = await mails();
  expect(second?.subject).toContain('Was it you');
  expect(second?.text).toContain('@aunt_w');
  expect(second?.text).not.toContain(getAdultTexts('en').later);
  expect(await inReach(aunt)).toBe(true);
  expect([await view(link), await own()]).toMatchObject([{ areAdultsOpen: true }, { areAdultsOpen: true }]);
  // As after every approval, the child says yes first.
  expect(await friendship(aunt)).toMatchObject({ state: 'pending', requested_by: aunt.id, is_renewal: true });
});

test('nobody learns by the answers whether a name exists, or how old somebody is', async () => {
  const { db, amina, link, view, approve, records, notified, remove } = await createApprovalWorld();
  const tried = ['aunt_w', 'young_one', 'nobody_has_it', 'unconfirmed'];
  const answers = [];
  for (const name of tried) {
    const said = (await notified(amina.id)).length;
    const result = await approve(name);
    answers.push([result, (await notified(amina.id)).length - said, (await records(amina.id)).length]);
  }
  expect(answers).toEqual(tried.map((username, nth) => [{ ok: true, do: 'approve-adult', username }, 1, nth + 2]));
  expect(await view(link)).toMatchObject({ adults: tried });
  // The same name once more is no decision, whoever has it.
  for (const name of tried) expect(await approve(name)).toMatchObject({ ok: true });
  expect(await records(amina.id)).toHaveLength(tried.length + 1);
  for (const username of tried) expect(await remove(username)).toEqual({ ok: true, do: 'remove-adult', username });
  expect(await remove('aunt_w')).toEqual({ ok: true, do: 'remove-adult', username: 'aunt_w' });
  expect(await records(amina.id)).toHaveLength(2 * tried.length + 1);
  expect(await db.selectFrom('approved_adults').selectAll().execute()).toEqual([]);
});

test('what cannot be a name is refused at its field', async () => {
  const { amina, approve, names, answerAdult, link } = await createApprovalWorld();
  const refused = async (typed: string) => {
    const result = await approve(typed);
    return result.ok ? 'ok' : [result.fieldErrors['username'], result.values];
  };
  const fails = (typed: string, error: string) => [error, { do: 'approve-adult', username: typed }];
  expect(await refused('  ')).toEqual(fails('  ', words.fieldErrors.empty));
  expect(await refused('x'.repeat(31))).toEqual(fails('x'.repeat(31), words.fieldErrors.long));
  expect(await refused('aunt w')).toEqual(fails('aunt w', words.fieldErrors.characters));
  expect(await refused(`@${amina.username}`)).toEqual(fails(`@${amina.username}`, words.fieldErrors.own));
  // The child would read it.
  expect(await refused('fuck_you')).toEqual(fails('fuck_you', words.fieldErrors.refused));
  expect(await answerAdult(link, { do: 'approve-adult', lang: 'sw', username: '' })).toMatchObject({
    fieldErrors: { username: getAdultTexts('sw').fieldErrors.empty },
  });
  expect(await names()).toEqual([]);
});

test('five names at most, and ten tries a day; taking out is always open', async () => {
  const { world, approve, remove, names } = await createApprovalWorld();
  const all = Array.from({ length: APPROVED_ADULTS_MAX }, (_, nth) => `uncle_${nth}`);
  for (const name of all) expect(await approve(name)).toMatchObject({ ok: true });
  expect(await approve('aunt_w')).toMatchObject({ ok: false, code: 'full', error: words.failed.full, values: { username: 'aunt_w' } });
  expect(await approve('uncle_0')).toMatchObject({ ok: true });
  await remove('uncle_0');
  expect(await approve('aunt_w')).toMatchObject({ ok: true });
  expect(await names()).toEqual([...all.slice(1), 'aunt_w']);
  for (let tries = APPROVED_ADULTS_MAX + 3; tries < APPROVALS_LIMIT.points; tries++) await approve('aunt_w');
  expect(await approve('aunt_w')).toMatchObject({ ok: false, code: 'too-many-requests', error: words.failed['too-many-requests'] });
  expect(await remove('aunt_w')).toMatchObject({ ok: true });
  world.advanceClock(DAY + 1);
  expect(await approve('aunt_w')).toMatchObject({ ok: true });
});

test('two tabs that approve at the same moment do not get above five', async () => {
  const { approve, names } = await createApprovalWorld();
  const results = await Promise.all(Array.from({ length: APPROVED_ADULTS_MAX + 2 }, (_, nth) => approve(`uncle_${nth}`)));
  expect(results.map((result) => (result.ok ? 'ok' : result.code)).toSorted()).toEqual([
    'full',
    'full',
    ...Array.from({ length: 5 }, () => 'ok'),
  ]);
  expect(await names()).toHaveLength(APPROVED_ADULTS_MAX);
});

test('approving takes a link of the present request and the present texts; taking out works by every link, and without texts', async () => {
  const { ctx, db, link, approve, names, answerAdult, view, records, amina } = await createApprovalWorld();
  await approve('aunt_w');
  expect(await answerAdult(link, { do: 'approve-adult', username: 'uncle_1', textVersion: '2020-01-01' })).toMatchObject({ code: 'again' });
  // A mail of an earlier request.
  const mailId = ctx.newId();
  await db
    .insertInto('guardian_mails')
    .values({ id: mailId, guardianship_id: link.guardianshipId, kind: 'reminder', queued_at: sql`now() - interval '9 days'` })
    .execute();
  const older = { ...link, mailId, key: urlForAgreement(ctx, mailId).split('/guardian/')[1] ?? '' };
  expect(await view(older)).toMatchObject({ state: 'given', canChange: false });
  expect(await answerAdult(older, { do: 'approve-adult', username: 'uncle_1' })).toMatchObject({ code: 'closed' });
  expect(await names()).toEqual(['aunt_w']);
  expect(await answerAdult(older, { do: 'remove-adult', adult: 'aunt_w', textVersion: '' })).toMatchObject({ ok: true });
  expect(await names()).toEqual([]);
  expect((await records(amina.id)).at(-1)).toMatchObject({ adult_change: 'removed', adult_username: 'aunt_w', text_version: null });
});

test.each(['asked', 'refused', 'withdrawn', '18', 'closed'] as const)('nothing is approved where no consent holds: %s', async (how) => {
  const { db, amina, link, names, answer, answerAdult, addChild, ask } = await createApprovalWorld();
  let used = link;
  if (how === 'asked' || how === 'refused') used = await ask(await addChild(), 'father@example.com');
  if (how === 'refused') await answer(used, { do: 'refuse' });
  if (how === 'withdrawn') await answer(used, { do: 'withdraw' });
  if (how === '18') await db.updateTable('players').set({ age_band: 18, birth_month: '2000-01' }).where('id', '=', amina.id).execute();
  if (how === 'closed')
    await db
      .updateTable('players')
      .set({ closed_as: 'under-13', deletes_at: sql`now()` })
      .where('id', '=', amina.id)
      .execute();
  expect(await answerAdult(used, { do: 'approve-adult', username: 'aunt_w' })).toMatchObject({ ok: false, code: 'closed' });
  expect(await answerAdult(used, { do: 'remove-adult', adult: 'aunt_w' })).toMatchObject({ ok: false, code: 'closed' });
  expect(await names()).toEqual([]);
});

test('an approval stays with who had the name: not with who has it later, also when it is typed again', async () => {
  const { ctx, db, world, amina, aunt, approve, remove, inReach, records } = await createApprovalWorld();
  const own = async () => (await getGuardianView(ctx, amina, null)).adults.map(texts.facts.adult);
  await approve('aunt_w');
  await approve('not_here_yet');
  await db.updateTable('players').set({ username: 'aunt_wanjiru' }).where('id', '=', aunt.id).execute();
  // The child reads who is meant.
  expect(await own()).toEqual(['@aunt_w (has another name now)', '@not_here_yet']);
  // As it was before names were kept for who was approved by them.
  const [second, late] = [
    await world.addPlayer({ username: 'aunt_w', email: 'second@example.com' }),
    await world.addPlayer({ username: 'not_here_yet' }),
  ];
  const reached = async () => [await inReach(aunt), await inReach(second), await inReach(late)];
  expect(await reached()).toEqual([true, false, false]);
  expect(await own()).toEqual(['@aunt_w (not the player who has this name now)', '@not_here_yet (not the player who has this name now)']);
  // Typed again it is the player who appeared since; but nobody is put in the place of somebody else.
  const recorded = (await records(amina.id)).length;
  expect(await approve('aunt_w')).toEqual({ ok: true, do: 'approve-adult', username: 'aunt_w' });
  expect(await records(amina.id)).toHaveLength(recorded);
  await approve('not_here_yet');
  expect(await reached()).toEqual([true, false, true]);
  expect(await own()).toEqual(['@aunt_w (not the player who has this name now)', '@not_here_yet']);
  await remove('aunt_w');
  expect(await reached()).toEqual([false, false, true]);
});

test('nobody else takes the name by which somebody was approved: at sign-up, by Google’s address or by a new name', async () => {
  const { ctx, db, world, aunt, young, approve, remove } = await createApprovalWorld();
  const visit = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
  const form = { displayName: 'Somebody', email: 'somebody@example.com', password: 'sauti-77', confirm: 'sauti-77' };
  const join = async () => {
    const outcome = await signUp(ctx, VISITOR, { ...form, username: 'aunt_w' }, visit);
    return outcome.kind === 'result' && !outcome.answer.ok ? outcome.answer.fieldErrors : outcome;
  };
  const rename = async (player: Player, username: string) => {
    const result = await saveProfile(ctx, player, { username, displayName: 'Somebody' });
    return result.ok ? 'ok' : result.fieldErrors;
  };
  const until = new Date(ctx.now().getTime() + DAY * 1000);
  const reserve = (username: string) => reserveUsername(db, { username, claimHash: null, playerId: null }, until, ctx.now());
  await approve('aunt_w');
  await approve('nobody_has_it');
  expect(await rename(aunt, 'aunt_wanjiru')).toBe('ok');
  // Long after a name that was given up is free.
  world.advanceClock(400 * DAY);
  const taken = { username: 'This username is taken. Try another, or add a number.' };
  expect([await join(), await rename(young, 'aunt_w'), await reserve('aunt_w')]).toEqual([taken, taken, false]);
  // A name that nobody had when it was typed is free, and it is not approved for who takes it.
  expect(await rename(young, 'nobody_has_it')).toBe('ok');
  expect(await rename(aunt, 'aunt_w')).toBe('ok');
  expect(await rename(aunt, 'aunt_three')).toBe('ok');
  world.advanceClock(400 * DAY);
  await remove('aunt_w');
  expect(await rename(young, 'aunt_w')).toBe('ok');
});

test('a record of it is never changed; erasing the grown-up takes them out of it, and out of the list and the bell', async () => {
  const { ctx, db, amina, aunt, approve, names, records, eraseNow } = await createApprovalWorld();
  await approve('aunt_w');
  await approve('nobody_has_it');
  const change = (set: object) => db.updateTable('consent_records').set(set).where('adult_id', '=', aunt.id).execute();
  await expect(change({ adult_username: 'another' })).rejects.toThrow('a consent record is never changed');
  await expect(change({ adult_id: null, adult_username: null })).rejects.toThrow('a consent record is never changed');
  await eraseNow(aunt.id);
  expect(await names()).toEqual(['nobody_has_it']);
  expect((await records(amina.id)).map(({ decision, adult_change, adult_username }) => [decision, adult_change, adult_username])).toEqual([
    ['given', null, null],
    ['changed', 'approved', null],
    ['changed', 'approved', 'nobody_has_it'],
  ]);
  const bell = await db.selectFrom('notifications').select('message').where('player_id', '=', amina.id).execute();
  expect(bell.some(({ message }) => message.includes('aunt_w'))).toBe(false);
  expect(await getGuardianView(ctx, amina, null)).toMatchObject({ adults: [{ username: 'nobody_has_it', owner: null }] });
});

test('erasing the child takes everything of it', async () => {
  const { db, amina, approve, eraseNow } = await createApprovalWorld();
  await approve('aunt_w');
  await eraseNow(amina.id);
  for (const table of ['approved_adults', 'consent_records', 'guardianships'] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});

test('the database refuses a yes that names no text', async () => {
  const { ctx, db, amina } = await createApprovalWorld();
  const record = { player_id: amina.id, guardian_email: 'mother@example.com', language: 'en', at: ctx.now() } as const;
  for (const decision of ['given', 'changed'] as const)
    await expect(
      db
        .insertInto('consent_records')
        .values({ ...record, id: ctx.newId(), decision })
        .execute(),
    ).rejects.toThrow('consent_records_text_check');
});
