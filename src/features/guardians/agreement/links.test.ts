import { expect, test } from 'vitest';
import { AGREES, AGREES_TO_LITTLE, createAgreementWorld, type Link } from '../../../../tests/agreement-world.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { sendGuardianMailJob } from '../emails/service.server.ts';
import { urlForAgreement } from '../links.service.server.ts';
import { AGREEMENT_VERSION } from './rules.ts';
import { getAgreementTexts } from './texts.ts';

const DAY = 86_400;

/** A world in which a player asked the same guardian again a week later, after the state that the first request ended in. */
async function createSecondRequest(first: 'refuse' | 'replaced' | 'withdraw') {
  const agreements = await createAgreementWorld();
  const { ctx, db, world, addChild, ask, answer } = agreements;
  const child = await addChild();
  const old = await ask(child);
  if (first === 'withdraw') await answer(old, AGREES);
  if (first !== 'replaced') await answer(old, { do: first });
  world.advanceClock(7 * DAY);
  const at = ctx.now();
  const nothing = { decided_at: null, chat: null, buying: null, relation: null, monthly_limit_minor: null };
  await db
    .updateTable('guardianships')
    .set({ ...nothing, state: 'asked', asked_at: at })
    .execute();
  return { ...agreements, child, old, now: await mailOf(agreements, old, 'request') };
}

/** The link of another mail to the same guardian, queued now. */
async function mailOf(
  { ctx, db }: Pick<Awaited<ReturnType<typeof createAgreementWorld>>, 'ctx' | 'db'>,
  link: Link,
  kind: 'request' | 'reminder',
): Promise<Link> {
  const mailId = ctx.newId();
  await db.insertInto('guardian_mails').values({ id: mailId, guardianship_id: link.guardianshipId, kind, queued_at: ctx.now() }).execute();
  return { ...link, mailId, key: urlForAgreement(ctx, mailId).split('/guardian/')[1] ?? '' };
}

test.each(['refuse', 'withdraw', 'replaced'] as const)('a link from before the present request agrees to nothing (%s)', async (first) => {
  const { old, now, answer, view, stateOf, child, decisions } = await createSecondRequest(first);
  expect(await view(old)).toMatchObject({ state: 'expired', canChange: false });
  expect(await answer(old, AGREES)).toMatchObject({ code: 'closed' });
  expect(await stateOf(old)).toBe('asked');
  expect(await view(now)).toMatchObject({ state: 'open' });
  // What is given by the present link, the old one takes back, and changes nothing else.
  expect(await answer(now, AGREES)).toMatchObject({ ok: true });
  expect(await view(now)).toMatchObject({ state: 'given', canChange: true });
  expect(await view(old)).toMatchObject({ state: 'given', canChange: false });
  expect(await answer(old, AGREES_TO_LITTLE)).toMatchObject({ code: 'closed' });
  expect(await answer(now, AGREES_TO_LITTLE)).toMatchObject({ ok: true });
  expect(await answer(old, { do: 'withdraw' })).toEqual({ ok: true, do: 'withdraw' });
  expect((await decisions(child.id)).slice(-3)).toEqual(['given', 'changed', 'withdrawn']);
});

test('a no counts by a link from before the present request; by that of a replaced one there is nothing to say no to', async () => {
  const { db, old, now, answer, stateOf } = await createSecondRequest('refuse');
  expect(await answer(old, { do: 'refuse' })).toMatchObject({ ok: true });
  expect(await stateOf(now)).toBe('refused');
  await db.updateTable('guardianships').set({ state: 'replaced', decided_at: null }).execute();
  for (const action of ['refuse', 'withdraw']) expect(await answer(now, { do: action })).toMatchObject({ code: 'closed' });
  expect(await stateOf(now)).toBe('replaced');
});

test('mails can be stopped by every link, whatever became of the request', async () => {
  const { world, db, addChild, ask, answer, view } = await createAgreementWorld();
  const isUnwanted = async () => {
    const rows = await db.selectFrom('unwanted_mailboxes').selectAll().execute();
    await db.deleteFrom('unwanted_mailboxes').execute();
    return rows.length === 1;
  };
  const ended = async (change: (link: Link) => Promise<unknown>) => {
    const link = await ask(await addChild(), `mother-${Math.random()}@example.com`);
    await change(link);
    return link;
  };
  const setState = (state: 'replaced' | 'withdrawn', decidedAt: Date | null) => (link: Link) =>
    db.updateTable('guardianships').set({ state, decided_at: decidedAt }).where('id', '=', link.guardianshipId).execute();
  const expired = await ended(async () => world.advanceClock(15 * DAY));
  const replaced = await ended(setState('replaced', null));
  const withdrawn = await ended(setState('withdrawn', new Date()));
  const ofAge = await ended(({ playerId }) => db.updateTable('players').set(ageOf(18)).where('id', '=', playerId).execute());
  const links = [expired, replaced, withdrawn, ofAge];
  expect(await Promise.all(links.map(async (link) => (await view(link)).state))).toEqual(['expired', 'expired', 'ended', 'of-age']);
  for (const link of links) {
    expect(await answer(link, { do: 'never' })).toEqual({ ok: true, do: 'never' });
    expect(await isUnwanted()).toBe(true);
  }
});

test('who read another text is shown the present one, and nothing is stored; a no counts all the same', async () => {
  const { addChild, ask, answer, stateOf, records } = await createAgreementWorld();
  const child = await addChild();
  const link = await ask(child);
  for (const lang of ['en', 'sw'] as const) {
    for (const textVersion of ['2026-01-01', '', 'undefined'])
      expect(await answer(link, { ...AGREES, lang, textVersion })).toMatchObject({
        code: 'again',
        error: getAgreementTexts(lang).failed.again,
        // What they said of themselves they say again, of the new text.
        values: { chat: 'friends', buying: 'up-to-a-sum', sum: '500', relation: 'mother' },
        fieldErrors: {},
      });
    const { textVersion: _, ...without } = AGREES;
    expect(await answer(link, { ...without, lang })).toMatchObject({ code: 'again', values: { chat: 'friends' } });
  }
  expect(Object.keys(((await answer(link, { ...AGREES, textVersion: '2026-01-01' })) as { values: object }).values)).not.toContain(
    'mayDecide',
  );
  expect([await stateOf(link), await records(child.id)]).toEqual(['asked', []]);
  // The record has the text that they had before them.
  await answer(link, { do: 'refuse', textVersion: '2026-01-01' });
  await answer(link, AGREES);
  await answer(link, { do: 'withdraw', textVersion: 'something else' });
  expect((await records(child.id)).map((one) => [one.decision, one.text_version, one.mail_id, one.mail_kind])).toEqual([
    ['refused', '2026-01-01', link.mailId, 'request'],
    ['given', AGREEMENT_VERSION, link.mailId, 'request'],
    ['withdrawn', null, link.mailId, 'request'],
  ]);
});

test('twenty answers a day; a no is not counted, and nobody can use up what takes a consent back', async () => {
  const { world, addChild, ask, answer, decisions } = await createAgreementWorld();
  const child = await addChild();
  const [link, other] = [await ask(child), await ask(await addChild())];
  const choose = (number: number) => answer(link, { ...AGREES, chat: number % 2 === 0 ? 'off' : 'phrases' });
  for (let number = 0; number < 20; number++) expect(await choose(number)).toMatchObject({ ok: true });
  for (const lang of ['en', 'sw'] as const)
    expect(await answer(link, { ...AGREES, lang })).toMatchObject({
      code: 'too-many-requests',
      error: getAgreementTexts(lang).failed['too-many-requests'],
      values: { chat: 'friends' },
    });
  expect(await decisions(child.id)).toHaveLength(20);
  expect(await answer(other, AGREES)).toMatchObject({ ok: true });
  world.advanceClock(DAY + 60);
  expect(await choose(0)).toMatchObject({ ok: true });
  for (let number = 1; number < 20; number++) await choose(number);
  expect(await choose(0)).toMatchObject({ code: 'too-many-requests' });
  expect(await answer(link, { do: 'withdraw' })).toMatchObject({ ok: true });
});

test('at most one receipt an hour: the next one waits, and says what holds when it is sent', async () => {
  const { ctx, db, world, addChild, ask, answer } = await createAgreementWorld();
  const link = await ask(await addChild());
  const receipts = () =>
    db.selectFrom('guardian_mails').selectAll().where('kind', '=', 'receipt').orderBy('queued_at').orderBy('id').execute();
  const send = () => ctx.jobs.drain(ctx, sendGuardianMailJob, 10);
  await answer(link, AGREES);
  await answer(link, { ...AGREES, chat: 'phrases' });
  // The first waits still, and says both.
  expect(await receipts()).toHaveLength(1);
  expect(await send()).toBe(1);
  expect((await world.mails())[0]?.text).toContain('ready phrases only');
  world.advanceClock(600);
  for (const chat of ['off', 'friends']) await answer(link, { ...AGREES, chat });
  expect(await receipts()).toHaveLength(2);
  expect(await send()).toBe(0);
  const [job] = await db
    .withTables<{ 'pgboss.job': { name: string; state: string; start_after: Date; created_on: Date } }>()
    .selectFrom('pgboss.job')
    .select(['start_after', 'created_on'])
    .where('name', '=', sendGuardianMailJob.name)
    .where('state', '=', 'created')
    .execute();
  const minutes = ((job?.start_after.getTime() ?? 0) - (job?.created_on.getTime() ?? 0)) / 60_000;
  expect(Math.round(minutes)).toBe(50);
  const [, waiting] = await receipts();
  await sendGuardianMailJob.run(ctx, { mailId: waiting?.id ?? '' }, ctx.newId());
  expect((await world.mails())[0]?.text).toContain('in their own words');
  // An hour later at once.
  world.advanceClock(3700);
  await answer(link, AGREES_TO_LITTLE);
  expect(await send()).toBe(1);
});
