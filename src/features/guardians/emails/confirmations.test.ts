import { expect, test, vi } from 'vitest';
import { AGREES, AGREES_TO_LITTLE, createAgreementWorld } from '../../../../tests/agreement-world.ts';
import { VISIT, codeOfAnswer, DAY, HOUR } from '../../../../tests/guardian-requests.ts';
import { MailRefusedError } from '../../../infra/mail/mailer.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { getOwnAllowances } from '../allowances/service.server.ts';
import { CHECK_RENEWAL_JOB } from '../renewal.schema.ts';
import { getGuardianView, runGuardianAction, sendConfirmations } from '../service.server.ts';
import { texts } from '../texts.ts';
import { queueGuardianMail, sendGuardianMailJob } from './service.server.ts';

/** A world in which a guardian agreed, and the first mails were sent. */
async function createGivenWorld() {
  const agreements = await createAgreementWorld();
  const { ctx, db, addChild, ask, answer } = agreements;
  const send = () => ctx.jobs.drain(ctx, sendGuardianMailJob, 10);
  const child = await addChild();
  const link = await ask(child);
  await answer(link, AGREES);
  await send();
  const confirmations = () =>
    db.selectFrom('guardian_mails').selectAll().where('kind', '=', 'confirmation').orderBy('queued_at').orderBy('id').execute();
  const remind = () => sendConfirmations(ctx, SYSTEM);
  return { ...agreements, child, link, send, confirmations, confirm: remind };
}

test('the mail that asks whether it was they is not put off by a change, and begins anew with a new yes', async () => {
  const { db, world, link, answer, confirm, standing, send, confirmations } = await createGivenWorld();
  const { decided_at: decidedAt } = await standing(link);
  world.advanceClock(23 * HOUR);
  await answer(link, AGREES_TO_LITTLE);
  expect(await standing(link)).toMatchObject({ chat: 'off', decided_at: decidedAt });
  world.advanceClock(HOUR + 60);
  expect(await confirm()).toBe(1);
  await send();
  await answer(link, AGREES);
  expect(await standing(link)).toMatchObject({ confirmation_queued_at: expect.any(Date), confirmation_taken_at: expect.any(Date) });
  world.advanceClock(3 * DAY);
  expect(await confirm()).toBe(0);
  // As if they had said no, and yes again.
  await answer(link, { do: 'withdraw' });
  await db.updateTable('guardianships').set({ state: 'refused' }).execute();
  await answer(link, AGREES);
  world.advanceClock(DAY + 60);
  expect(await confirm()).toBe(1);
  await send();
  expect(await confirmations()).toHaveLength(2);
});

test('until a mail server took it, it is queued again after two days', async () => {
  const { ctx, world, confirm, send, confirmations, link, standing } = await createGivenWorld();
  world.advanceClock(DAY + 60);
  const away = vi.spyOn(ctx.mailer, 'send').mockRejectedValue(new Error('the mail server is away'));
  expect(await confirm()).toBe(1);
  await send();
  world.advanceClock(2 * DAY - 60);
  expect(await confirm()).toBe(0);
  world.advanceClock(120);
  expect(await confirm()).toBe(1);
  away.mockRestore();
  expect(await send()).toBe(1);
  expect((await confirmations()).map(({ taken_at: takenAt }) => takenAt !== null)).toEqual([false, true]);
  expect(await standing(link)).toMatchObject({ state: 'given', confirmation_taken_at: expect.any(Date) });
  world.advanceClock(5 * DAY);
  expect(await confirm()).toBe(0);
  // The first, should its job run after all, is not sent a second time.
  const [first] = await confirmations();
  const sent = vi.spyOn(ctx.mailer, 'send');
  await sendGuardianMailJob.run(ctx, { mailId: first?.id ?? '' }, ctx.newId());
  expect(sent).not.toHaveBeenCalled();
});

test('dropped because the account was closed that day, it is queued when the account is open again', async () => {
  const { db, world, child, confirm, send, confirmations } = await createGivenWorld();
  const close = { closed_as: 'under-13', age_band: null, birth_month: null, deletes_at: new Date('2100-01-01') };
  const open = { closed_as: null, age_band: 13, birth_month: '2012-01', deletes_at: null };
  const change = (values: typeof close | typeof open) => db.updateTable('players').set(values).where('id', '=', child.id).execute();
  world.advanceClock(DAY + 60);
  expect(await confirm()).toBe(1);
  await change(close);
  await send();
  world.advanceClock(3 * DAY);
  expect(await confirm()).toBe(0);
  await change(open);
  expect(await confirm()).toBe(1);
  await send();
  expect((await confirmations()).map(({ taken_at: takenAt }) => takenAt !== null)).toEqual([false, true]);
  // Who is of age needs no such mail.
  await db.updateTable('guardianships').set({ confirmation_taken_at: null, confirmation_queued_at: null }).execute();
  await db.updateTable('players').set({ age_band: 18, birth_month: '1990-01' }).where('id', '=', child.id).execute();
  expect(await confirm()).toBe(0);
});

test('refused for good, it ends the consent: the player learns it, and can ask again at once', async () => {
  const agreements = await createGivenWorld();
  const { ctx, world, child, link, confirm, send, confirmations, standing, records, notified, published, view } = agreements;
  world.advanceClock(DAY + 60);
  await confirm();
  await published();
  const cards: string[] = [];
  const drainCards = () =>
    ctx.jobs.drain(ctx, { ...CHECK_RENEWAL_JOB, run: async (_: unknown, data: { playerId: string }) => cards.push(data.playerId) }, 10);
  await drainCards();
  cards.length = 0;
  const refusing = vi.spyOn(ctx.mailer, 'send').mockRejectedValue(new MailRefusedError('no such mailbox'));
  expect(await send()).toBe(1);
  refusing.mockRestore();
  const [mail] = await confirmations();
  expect(mail).toMatchObject({ taken_at: null, refused_at: expect.any(Date) });
  expect(await standing(link)).toMatchObject({ state: 'withdrawn', is_mail_returned: true, chat: null, confirmation_queued_at: null });
  expect((await records(child.id))[1]).toMatchObject({
    decision: 'ended',
    text_version: null,
    mail_id: mail?.id,
    mail_kind: 'confirmation',
    mail_queued_at: mail?.queued_at,
    guardian_email: 'mother@example.com',
  });
  expect((await notified(child.id)).at(-1)).toBe(texts.notifications.ended.title);
  expect(await published()).toEqual([
    { kind: 'rights', playerId: child.id },
    { kind: 'notification', playerIds: [child.id] },
  ]);
  expect(world.securityEvents.at(-1)).toMatchObject({ event: `user_updated:system,${child.id},consent-ended` });
  await drainCards();
  expect(cards).toEqual([child.id]);
  expect(await getOwnAllowances(ctx, child)).toMatchObject({ chat: 'off', buying: 'none', canUpload: false, door: { state: 'returned' } });
  expect(await getGuardianView(ctx, child, null)).toMatchObject({ state: 'returned', address: 'm***@example.com', canAskFrom: null });
  expect(await view(link)).toMatchObject({ state: 'ended' });
  const again = await runGuardianAction(ctx, child, { do: 'ask', email: 'mother@example.com' }, VISIT);
  expect(codeOfAnswer(again)).toBe('ok');
  expect(await standing(link)).toMatchObject({ state: 'asked', is_mail_returned: false });
  expect(await view(link)).toMatchObject({ state: 'expired' });
});

test('a refusal that comes after the guardian took it back ends nothing more; a refused receipt waits for the second mail', async () => {
  const { ctx, db, world, link, child, answer, confirm, send, standing, decisions } = await createGivenWorld();
  world.advanceClock(DAY + 60);
  await db.transaction().execute((trx) => queueGuardianMail(ctx, trx, link.guardianshipId, 'receipt'));
  const refusing = vi.spyOn(ctx.mailer, 'send').mockRejectedValue(new MailRefusedError('no such mailbox'));
  await send();
  expect(await standing(link)).toMatchObject({ state: 'given' });
  await confirm();
  refusing.mockImplementation(async () => {
    await answer(link, { do: 'withdraw' });
    throw new MailRefusedError('no such mailbox');
  });
  await send();
  expect(await standing(link)).toMatchObject({ state: 'withdrawn', is_mail_returned: false });
  expect(await decisions(child.id)).toEqual(['given', 'withdrawn']);
});

test('a mail of an earlier consent is not sent in the present one', async () => {
  const { ctx, db, world, link, answer, confirm, send, standing } = await createGivenWorld();
  world.advanceClock(DAY + 60);
  await confirm();
  await answer(link, { do: 'withdraw' });
  world.advanceClock(60);
  await db.updateTable('guardianships').set({ state: 'refused' }).execute();
  await answer(link, AGREES);
  const sent: string[] = [];
  vi.spyOn(ctx.mailer, 'send').mockImplementation(async ({ subject }) => void sent.push(subject));
  await send();
  expect(sent.filter((subject) => subject.startsWith('Was it you'))).toEqual([]);
  expect(await standing(link)).toMatchObject({ state: 'given', confirmation_taken_at: null });
});
