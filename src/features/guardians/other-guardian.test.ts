import { expect, test, vi } from 'vitest';
import { AGREES, createAgreementWorld } from '../../../tests/agreement-world.ts';
import { ageOf, codeOf } from '../../../tests/friendship-world.ts';
import { codeOfAnswer, createRequestWorld, DAY, VISIT } from '../../../tests/guardian-requests.ts';
import { MailRefusedError } from '../../infra/mail/mailer.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { answerAgreement } from './agreement/service.server.ts';
import { getOwnAllowances } from './allowances/service.server.ts';
import { sendGuardianMailJob } from './emails/service.server.ts';
import { urlForAgreement } from './links.service.server.ts';
import { hashUnwantedMailbox } from './mailboxes.service.server.ts';
import { replaceGuardian } from './replacement.service.server.ts';
import { canAskOtherAt, UNANSWERED_DAYS } from './rules.ts';
import { deleteUnansweredRequests, getGuardianView, runGuardianAction } from './service.server.ts';
import { texts } from './texts.ts';

// When another grown-up takes the place of a guardian: nobody becomes one by being named after the one who was meant, or by mails that come back.

test('while the one who was asked can still answer, another grown-up can be asked after three days only', async () => {
  const { world, ctx, addChild, ask, remind, view, guardianships } = await createRequestWorld();
  const amina = await addChild();
  await ask(amina, 'mother@example.com');
  const from = canAskOtherAt(ctx.now());
  expect(await view(amina)).toMatchObject({ canAskOtherFrom: from.toISOString() });
  const early = await ask(amina, 'father@example.com');
  expect(early).toMatchObject({
    code: 'still-asked',
    error: texts.failed['still-asked'](from.toISOString()),
    values: { email: 'father@example.com' },
  });
  world.advanceClock(2 * DAY);
  // A reminder does not begin the days again.
  expect(codeOfAnswer(await remind(amina))).toBe('ok');
  expect(codeOfAnswer(await ask(amina, 'father@example.com'))).toBe('still-asked');
  world.advanceClock((from.getTime() - ctx.now().getTime()) / 1000 + 1);
  expect(await view(amina)).toMatchObject({ canAskOtherFrom: null });
  expect(codeOfAnswer(await ask(amina, 'father@example.com'))).toBe('ok');
  expect((await guardianships(amina.id)).map(({ email, state }) => [email, state])).toEqual([
    ['mother@example.com', 'replaced'],
    ['father@example.com', 'asked'],
  ]);
});

test('a request that went to a wrong mailbox is taken back: nobody answers by it, and whoever is named next waits as before', async () => {
  const { world, ctx, addChild, ask, view, mails, guardianships } = await createRequestWorld();
  const takeBack = (actor: Awaited<ReturnType<typeof addChild>>) => runGuardianAction(ctx, actor, { do: 'take-back' }, VISIT);
  const amina = await addChild();
  expect(codeOfAnswer(await takeBack(amina))).toBe('nothing-asked');
  await ask(amina, 'mama.amina@yahoo.com');
  const link = /guardian\/([\w-]+\.[\w-]+)/.exec((await mails()).at(-1)?.text ?? '')?.[1] ?? '';
  // The days begin again: they are no shorter for who wants to be named in the place of somebody who could answer.
  world.advanceClock(2 * DAY);
  const until = canAskOtherAt(ctx.now());
  expect(await takeBack(amina)).toEqual({ ok: true, do: 'take-back' });
  expect(await answerAgreement(ctx, VISITOR, link, AGREES)).toMatchObject({ ok: false, code: 'closed' });
  expect(await view(amina)).toMatchObject({ state: 'none', takenBack: { address: 'm***@yahoo.com', until: until.toISOString() } });
  expect(await ask(amina, 'mama.amina@gmail.com')).toMatchObject({
    code: 'taken-back',
    error: texts.failed['taken-back'](until.toISOString()),
    values: { email: 'mama.amina@gmail.com' },
  });
  // One letter is put right at once, and is what can be taken back now.
  expect(codeOfAnswer(await ask(amina, 'mama.amna@yahoo.com'))).toBe('ok');
  expect(await view(amina)).toMatchObject({ state: 'asked', takenBack: null });
  expect(codeOfAnswer(await takeBack(amina))).toBe('ok');
  world.advanceClock((canAskOtherAt(ctx.now()).getTime() - ctx.now().getTime()) / 1000 + 1);
  expect(await view(amina)).toMatchObject({ state: 'none', takenBack: null });
  expect(codeOfAnswer(await ask(amina, 'mama.amina@gmail.com'))).toBe('ok');
  expect((await guardianships(amina.id)).map(({ state }) => state)).toEqual(['replaced', 'replaced', 'asked']);
  // Who could have asked another one already waits for nothing.
  world.advanceClock(4 * DAY);
  expect(codeOfAnswer(await takeBack(amina))).toBe('ok');
  expect(await view(amina)).toMatchObject({ state: 'none', takenBack: null });
});

test('a guardian who has agreed stays, whatever mail comes back: the player sees it, and asks nobody else', async () => {
  const { world, ctx, addChild, ask, remind, view, agree, sendMails, guardianships } = await createRequestWorld();
  const amina = await addChild();
  await ask(amina, 'mother@example.com');
  await sendMails();
  await agree(amina.id);
  await ctx.db.updateTable('guardianships').set({ confirmation_queued_at: ctx.now(), confirmation_taken_at: ctx.now() }).execute();
  world.advanceClock(DAY + 60);
  const send = vi.spyOn(ctx.mailer, 'send').mockRejectedValue(new MailRefusedError('no such mailbox'));
  expect(codeOfAnswer(await remind(amina))).toBe('ok');
  expect(await sendMails()).toBe(1);
  send.mockRestore();
  expect(await view(amina)).toMatchObject({ state: 'given', address: 'm***@example.com', undelivered: 'refused', canAskOtherFrom: null });
  world.advanceClock(60 * DAY);
  expect(codeOfAnswer(await ask(amina, 'father@example.com'))).toBe('given');
  expect((await guardianships(amina.id)).map(({ state }) => state)).toEqual(['given']);
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'phrases' });
});

/** A child whose mother has agreed, and an operator. */
async function createReplacementWorld() {
  const agreements = await createAgreementWorld();
  const { world, ctx, db, addChild, ask, answer } = agreements;
  const amina = await addChild(13, { username: 'amina_9', email: 'amina@example.com' });
  const operator = await world.addPlayer({ role: 'operator', email: 'ops@example.com' });
  const old = await ask(amina);
  await answer(old, AGREES);
  const replace = (email: string, actor: Parameters<typeof replaceGuardian>[1] = operator, owners = '') =>
    replaceGuardian(ctx, actor, amina.id, { email, owners, note: 'She called us from the number of the school.' });
  /** The link of the mail that asks a new address. */
  const linkTo = async (email: string) => {
    const mail = await db
      .selectFrom('guardian_mails as m')
      .innerJoin('guardianships as s', 's.id', 'm.guardianship_id')
      .select(['m.id', 's.id as guardianship_id'])
      .where('s.email', '=', email)
      .executeTakeFirstOrThrow();
    const key = urlForAgreement(ctx, mail.id).split('/guardian/')[1] ?? '';
    return { key, mailId: mail.id, guardianshipId: mail.guardianship_id, playerId: amina.id };
  };
  return { ...agreements, amina, operator, old, replace, linkTo };
}

test('an operator asks a guardian anew at another address: what was allowed ends at once, the new address has to agree, the former one is told', async () => {
  const { world, ctx, db, amina, old, replace, linkTo, answer, view, stateOf, decisions, notified, published } =
    await createReplacementWorld();
  await published();
  await replace('mother.new@example.com');
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'off', buying: 'none', canUpload: false, door: { state: 'asked' } });
  expect(await getGuardianView(ctx, amina, null)).toMatchObject({ state: 'asked', address: 'm***@example.com', isAskedByTeam: true });
  expect([await decisions(amina.id), (await notified(amina.id)).at(-1)]).toEqual([
    ['given', 'replaced'],
    texts.notifications.replaced.title,
  ]);
  expect(await published()).toContainEqual({ kind: 'rights', playerId: amina.id });
  expect(await db.selectFrom('audit_log').select(['action', 'subject_id', 'note', 'details']).execute()).toEqual([
    { action: 'replace-guardian', subject_id: amina.id, note: 'She called us from the number of the school.', details: {} },
  ]);
  // The mail to the former address says whom to write to, and nothing of the new one.
  await ctx.jobs.drain(ctx, sendGuardianMailJob, 10);
  const mails = await world.mails();
  const [farewell, ...others] = mails.filter(({ to }) => to === 'mother@example.com');
  expect(others.filter(({ subject }) => subject.includes('does not decide'))).toEqual([]);
  expect(farewell?.text).toContain('/contact');
  expect(`${farewell?.text} ${farewell?.html}`).not.toMatch(/mother\.new/i);
  // Whoever reads the former mailbox decides nothing any more.
  expect(await view(old)).toMatchObject({ state: 'ended' });
  for (const form of [AGREES, { do: 'withdraw' }]) await answer(old, form);
  const now = await linkTo('mother.new@example.com');
  expect([await stateOf(old), await stateOf(now)]).toEqual(['withdrawn', 'asked']);
  // Nor does the player choose who is asked now.
  expect(codeOfAnswer(await runGuardianAction(ctx, amina, { do: 'ask', email: 'uncle@example.com' }, VISIT))).toBe('still-asked');
  expect(await answer(now, AGREES)).toMatchObject({ ok: true });
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'free' });
});

test('while an address of our team’s has not answered, only our team puts it right at once: the player takes nothing back, also if its mail returns', async () => {
  const { world, ctx, db, amina, old, replace, linkTo, answer, view, stateOf, decisions } = await createReplacementWorld();
  const run = (fields: Record<string, string>) => runGuardianAction(ctx, amina, fields, VISIT);
  await replace('mother.nwe@example.com');
  await db.updateTable('guardian_mails').set({ refused_at: ctx.now() }).where('kind', '=', 'request').execute();
  const from = canAskOtherAt(ctx.now()).toISOString();
  expect(await getGuardianView(ctx, amina, null)).toMatchObject({ undelivered: 'refused', isAskedByTeam: true, canAskOtherFrom: from });
  for (const email of ['uncle@example.com', 'mother.nwee@example.com'])
    expect(codeOfAnswer(await run({ do: 'ask', email }))).toBe('still-asked');
  expect(codeOfAnswer(await run({ do: 'take-back' }))).toBe('nothing-asked');
  const wrong = await linkTo('mother.nwe@example.com');
  await replace('mother.new@example.com');
  expect([await stateOf(wrong), (await view(wrong)).state]).toEqual(['replaced', 'expired']);
  expect(await answer(wrong, AGREES)).toMatchObject({ ok: false });
  expect(await decisions(amina.id)).toEqual(['given', 'replaced']);
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'off', door: { state: 'asked' } });
  // Whom the player asks after the days is theirs.
  world.advanceClock(4 * DAY);
  expect(codeOfAnswer(await run({ do: 'ask', email: 'father@example.com' }))).toBe('ok');
  expect(await codeOf(replace('mother.again@example.com'))).toBe('not-available');
  expect(await stateOf(old)).toBe('withdrawn');
});

test('nobody answers at the new address: the player reads that our team asked there, not that mail came back, and asks again at once', async () => {
  const { world, ctx, amina, replace } = await createReplacementWorld();
  await replace('mother.new@example.com');
  world.advanceClock((UNANSWERED_DAYS + 1) * DAY);
  expect(await deleteUnansweredRequests(ctx, SYSTEM)).toBe(1);
  expect(await getGuardianView(ctx, amina, null)).toMatchObject({ state: 'ended-by-team', canAskFrom: null, isAskedByTeam: false });
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'off', door: { state: 'ended-by-team' } });
  expect(codeOfAnswer(await runGuardianAction(ctx, amina, { do: 'ask', email: 'father@example.com' }, VISIT))).toBe('ok');
});

test('the address of a child’s account decides for nobody, and that of another one only if the operator knows of it', async () => {
  const { world, db, amina, replace, addChild, stateOf, old, linkTo } = await createReplacementWorld();
  await addChild(13, { username: 'brian_9', email: 'brian@example.com' });
  await world.addPlayer({ username: 'aunt', email: 'aunt@example.com' });
  await expect(replace('brian+x@example.com')).rejects.toMatchObject({ code: 'bad-input', message: texts.replacement.child });
  for (const owners of ['', 'uncle'])
    await expect(replace('aunt@example.com', undefined, owners)).rejects.toMatchObject({ message: texts.replacement.owners });
  expect([await stateOf(old), await db.selectFrom('audit_log').select('id').execute()]).toEqual(['given', []]);
  await replace('aunt@example.com', undefined, 'aunt');
  expect((await linkTo('aunt@example.com')).playerId).toBe(amina.id);
});

test('an address that cannot be a guardian’s takes nobody’s place, and neither does anybody where nobody has agreed', async () => {
  const { world, ctx, db, amina, old, replace, addChild, ask, answer, stateOf, operator } = await createReplacementWorld();
  await db
    .insertInto('unwanted_mailboxes')
    .values({ mailbox_hash: hashUnwantedMailbox(ctx, 'leave.me@example.com') })
    .execute();
  for (let count = 0; count < 6; count++) await answer(await ask(await addChild(), 'busy@example.com'), AGREES);
  const refused = {
    'mother+new@example.com': texts.replacement.same,
    'amina@example.com': texts.replacement.own,
    'ops+1@example.com': texts.replacement.operator,
    'leave.me@example.com': texts.replacement.blocked,
    'busy@example.com': texts.replacement.children,
  };
  for (const [email, message] of Object.entries(refused))
    await expect(replace(email)).rejects.toMatchObject({ code: 'bad-input', message });
  const moderator = await world.addPlayer({ role: 'moderator' });
  const codes = [VISITOR, amina, moderator].map((actor) => codeOf(replace('father@example.com', actor)));
  expect(await Promise.all(codes)).toEqual(['sign-in-required', 'not-allowed', 'not-allowed']);
  expect(await stateOf(old)).toBe('given');
  expect(await db.selectFrom('audit_log').select('id').execute()).toEqual([]);
  // Of two operators at once the second finds that somebody was faster.
  const both = await Promise.all(['new.one@example.com', 'new.two@example.com'].map((email) => codeOf(replace(email, operator))));
  expect(both.toSorted()).toEqual(['not-available', 'ok']);
  // Who is of age decides alone.
  const late = await addChild(16);
  await answer(await ask(late, 'late@example.com'), AGREES);
  await db.updateTable('players').set(ageOf(18)).where('id', '=', late.id).execute();
  expect(await codeOf(replaceGuardian(ctx, operator, late.id, { email: 'x@example.com', owners: '', note: 'x' }))).toBe('not-available');
});
