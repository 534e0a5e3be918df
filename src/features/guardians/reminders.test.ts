import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addressError, codeOfAnswer, createRequestWorld, DAY, HOUR, VISIT } from '../../../tests/guardian-requests.ts';
import { askOf, giveConsent, setGuardianship } from '../../../tests/guardian-world.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { getOwnAllowances } from './allowances/service.server.ts';
import { nextStartOfDay, startOfDay } from './rules.ts';
import { deleteUnansweredRequests } from './service.server.ts';
import { texts } from './texts.ts';

test('a request has five reminders, also when it was taken up again after another address', async () => {
  const { world, ctx, addChild, ask, remind, view, guardianships, sendMails, mails } = await createRequestWorld();
  const amina = await addChild();
  await ask(amina, 'mother@example.com');
  for (let number = 1; number <= 4; number++) {
    world.advanceClock(DAY + 60);
    expect(codeOfAnswer(await remind(amina))).toBe('ok');
  }
  await sendMails();
  // One letter is another: a slip of the finger is put right at once.
  await ask(amina, 'nother@example.com');
  await ask(amina, 'mother@example.com');
  world.advanceClock(DAY + 60);
  expect(await view(amina)).toMatchObject({ canRemind: true, hasRemindedEnough: false });
  expect(codeOfAnswer(await remind(amina))).toBe('ok');
  world.advanceClock(DAY + 60);
  expect(await view(amina)).toMatchObject({ state: 'asked', canRemind: false, hasRemindedEnough: true });
  expect((await getOwnAllowances(ctx, amina)).door).toEqual({ state: 'asked', canRemind: false });
  for (const answer of [await remind(amina), await ask(amina, 'mother@example.com')])
    expect(answer).toMatchObject({ code: 'reminded-enough', error: texts.failed['reminded-enough'] });
  expect((await guardianships(amina.id))[0]).toMatchObject({ email: 'mother@example.com', state: 'asked', reminder_count: 5 });
  const sent = await mails();
  expect(sent.filter(({ subject }) => subject.includes('still waits'))).toHaveLength(5);
  // Another address is another request.
  world.advanceClock(6 * DAY);
  await ask(amina, 'nother@example.com');
  world.advanceClock(DAY + 60);
  expect(codeOfAnswer(await remind(amina))).toBe('ok');
});

test('after five reminders the same guardian can be asked anew once the request is over: by the button or by the address', async () => {
  const { world, ctx, addChild, ask, remind, view, guardianships, mails } = await createRequestWorld();
  const children = [await addChild(), await addChild()];
  for (const child of children) {
    await ask(child, `of.${child.username}@example.com`);
    await ctx.db
      .updateTable('guardianships')
      .set({ reminder_count: 5, reminded_at: ctx.now() })
      .where('player_id', '=', child.id)
      .execute();
  }
  const [amina, brian] = children as [(typeof children)[0], (typeof children)[0]];
  const askBrian = () => ask(brian, `of.${brian.username}@example.com`);
  world.advanceClock(14 * DAY - 60);
  for (const answer of [await remind(amina), await askBrian()]) expect(codeOfAnswer(answer)).toBe('reminded-enough');
  await mails();
  world.advanceClock(120);
  expect(await view(amina)).toMatchObject({ state: 'asked', canRemind: true, hasRemindedEnough: false });
  expect((await getOwnAllowances(ctx, amina)).door).toEqual({ state: 'asked', canRemind: true });
  for (const answer of [await remind(amina), await askBrian()]) expect(answer).toEqual({ ok: true, do: 'ask' });
  for (const { id } of children) expect(await guardianships(id)).toMatchObject([{ state: 'asked', reminder_count: 0, reminded_at: null }]);
  const subjects = (await mails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('asks for your permission'))).toHaveLength(4);
});

test('a request in whose place another was asked counts for nothing, and is deleted after 30 days', async () => {
  const { world, ctx, addChild, ask, view, refuse, guardianships } = await createRequestWorld();
  const [amina, brian] = [await addChild(), await addChild()];
  await ask(amina, 'mother@example.com');
  await ask(amina, 'nother@example.com');
  expect(await view(amina)).toMatchObject({ state: 'asked', address: 'n***@example.com' });
  // One that was answered before stays, with the records of it.
  await ask(brian, 'mother@example.com');
  await refuse(brian.id);
  world.advanceClock(7 * DAY + 60);
  await ask(brian, 'mother@example.com');
  await ask(brian, 'nother@example.com');
  world.advanceClock(23 * DAY + 60);
  expect(await deleteUnansweredRequests(ctx, SYSTEM)).toBe(2);
  expect(await guardianships(amina.id)).toEqual([]);
  expect(await view(amina)).toMatchObject({ state: 'none', hasPhrases: true });
  world.advanceClock(7 * DAY);
  expect(await deleteUnansweredRequests(ctx, SYSTEM)).toBe(1);
  expect((await guardianships(brian.id)).map(({ state }) => state)).toEqual(['replaced']);
  expect(await view(brian)).toMatchObject({ state: 'none', hasPhrases: false });
  expect(await ctx.db.selectFrom('guardians').select('mailbox').execute()).toEqual([{ mailbox: 'mother@example.com' }]);
});

test('a replaced request opens nothing and closes nothing', async () => {
  const { ctx, addChild, ask } = await createRequestWorld();
  const amina = await addChild();
  await ask(amina, 'mother@example.com');
  await ask(amina, 'nother@example.com');
  await ctx.db.deleteFrom('guardianships').where('state', '=', 'asked').execute();
  expect(await getOwnAllowances(ctx, amina)).toMatchObject({ chat: 'phrases-by-code', door: { state: 'none', canRemind: false } });
});

test('to a guardian who has agreed the link is sent again, once a day', async () => {
  const { world, ctx, addChild, remind, view, mails, sendMails, ask } = await createRequestWorld();
  const amina = await addChild({ username: 'amina_9' });
  const guardian = await giveConsent(askOf(ctx), amina.id);
  expect(await view(amina)).toMatchObject({ state: 'given', canRemind: false });
  expect(codeOfAnswer(await remind(amina))).toBe('too-soon');
  world.advanceClock(DAY + 60);
  expect(await view(amina)).toMatchObject({ state: 'given', canRemind: true });
  expect(await remind(amina)).toEqual({ ok: true, do: 'remind' });
  expect(codeOfAnswer(await remind(amina))).toBe('too-soon');
  const [mail] = await mails();
  expect(mail).toMatchObject({
    to: guardian,
    subject: 'Your link for @amina_9 on Kiddo',
    // Nobody decided anything just now.
    text: expect.stringMatching(/asked us to send you this link again\. Nothing has changed\.[^]*\/guardian\//),
  });
  for (let number = 0; number < 6; number++) {
    world.advanceClock(DAY + 60);
    expect(codeOfAnswer(await remind(amina))).toBe('ok');
    await sendMails();
  }
  expect(await mails()).toHaveLength(7);
  // It counts among the mails that the mailbox gets in a day.
  world.advanceClock(DAY + 60);
  for (let number = 0; number < 6; number++) expect(codeOfAnswer(await ask(await addChild(), guardian))).toBe('ok');
  expect(await remind(amina)).toMatchObject({ code: 'too-many-requests', error: texts.failed.mailbox });
});

test('addresses are tried ten times a day, also those that are refused, and what is said after that tells nothing', async () => {
  const { world, ctx, addChild, ask } = await createRequestWorld();
  const amina = await addChild({ email: 'amina@example.com' });
  for (let number = 0; number < 10; number++) expect(addressError(await ask(amina, 'amina@example.com'))).toBe(texts.fieldErrors.email.own);
  for (const email of ['amina@example.com', 'mother@example.com'])
    expect(await ask(amina, email)).toMatchObject({
      code: 'too-many-requests',
      error: texts.failed.attempts,
      fieldErrors: {},
      values: { email },
    });
  world.advanceClock(DAY + 60);
  expect(codeOfAnswer(await ask(amina, 'mother@example.com'))).toBe('ok');
  await sql`update rate_limit_counters set points = 300 where key like 'guardian-attempts-ip:%'`.execute(ctx.db);
  const late = await addChild({ email: 'late@example.com' });
  expect(await ask(late, 'late@example.com')).toMatchObject({ error: texts.failed['many-requests'], fieldErrors: {} });
  expect(addressError(await ask(late, 'late@example.com', { ...VISIT, address: '41.90.64.8' }))).toBe(texts.fieldErrors.email.own);
  world.advanceClock(HOUR + 60);
  expect(addressError(await ask(late, 'late@example.com'))).toBe(texts.fieldErrors.email.own);
});

test('ready phrases stand in the list only while they are open', async () => {
  const { world, ctx, addChild, ask, view, refuse } = await createRequestWorld();
  const amina = await addChild();
  await ask(amina, 'mothr@example.com');
  expect(await view(amina)).toMatchObject({ state: 'asked', hasPhrases: true });
  await refuse(amina.id);
  world.advanceClock(7 * DAY + 60);
  await ask(amina, 'mother@example.com');
  expect(await view(amina)).toMatchObject({ state: 'asked', hasPhrases: false });
  const brian = await addChild();
  await setGuardianship(askOf(ctx), brian.id, 'withdrawn');
  expect(await view(brian)).toMatchObject({ hasPhrases: false });
});

test('the days that are named are those in Nairobi on which it is open', () => {
  const at = (iso: string) => new Date(iso);
  expect(startOfDay(at('2026-12-03T20:59:59.999Z'))).toEqual(at('2026-12-02T21:00:00Z'));
  expect(startOfDay(at('2026-12-03T21:00:00Z'))).toEqual(at('2026-12-03T21:00:00Z'));
  expect(nextStartOfDay(at('2026-12-03T21:00:00Z'))).toEqual(at('2026-12-03T21:00:00Z'));
  expect(nextStartOfDay(at('2026-12-03T21:00:00.001Z'))).toEqual(at('2026-12-04T21:00:00Z'));
});
