import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { AGREES, AGREES_TO_LITTLE, createAgreementWorld } from '../../../../tests/agreement-world.ts';
import { codeOf } from '../../../../tests/age-world.ts';
import { createWorld } from '../../../../tests/world.ts';
import { urlForAgreement } from '../links.service.server.ts';
import { BUYING_CHOICES, CHAT_CHOICES, MONTHLY_SUM_MAX, MONTHLY_SUM_MIN, RELATIONS } from '../schema.ts';
import { AGREEMENT_VERSION } from './rules.ts';
import { getAgreementTexts } from './texts.ts';

const DAY = 86_400;

test('the link shows the request, in either language, and opening it changes nothing', async () => {
  const { db, addChild, ask, view } = await createAgreementWorld();
  const child = await addChild();
  const link = await ask(child);
  const dump = () =>
    Promise.all(
      (['guardians', 'guardianships', 'guardian_mails', 'consent_records', 'notifications'] as const).map((table) =>
        db.selectFrom(table).selectAll().execute(),
      ),
    );
  const before = await dump();
  expect(await view(link)).toEqual({
    state: 'open',
    language: 'en',
    username: child.username,
    choices: null,
    relation: null,
    decidedAt: null,
    canChange: false,
    adults: [],
    areAdultsOpen: false,
    prices: { premium: 99 },
    textVersion: AGREEMENT_VERSION,
  });
  expect(await view(link, 'sw')).toMatchObject({ language: 'sw' });
  for (const language of ['fr', '', 'constructor']) expect(await view(link, language)).toMatchObject({ language: 'en' });
  expect(await dump()).toEqual(before);
});

test('the price is the cheapest plan that costs something, and never less than what is paid', async () => {
  const { db, addChild, ask, view } = await createAgreementWorld();
  const link = await ask(await addChild());
  await db.updateTable('plans').set({ price_minor: 9950 }).where('id', '=', 'premium').execute();
  expect(await view(link)).toMatchObject({ prices: { premium: 100 } });
  await db.updateTable('plans').set({ price_minor: 0 }).execute();
  expect(await view(link)).toMatchObject({ prices: { premium: null } });
});

test('a yes counts at once, with everything that belongs to it', async () => {
  const { ctx, world, addChild, ask, answer, view, standing, records, mailKinds, notified, published } = await createAgreementWorld();
  const [child, other] = [await addChild(), await addChild()];
  const [link, unanswered] = [await ask(child, 'Mother@Example.com'), await ask(other)];
  expect(await answer(link, { ...AGREES, lang: 'sw' })).toEqual({ ok: true, do: 'agree' });
  expect(await standing(link)).toMatchObject({
    state: 'given',
    relation: 'mother',
    chat: 'friends',
    buying: 'up-to-a-sum',
    monthly_limit_minor: 50_000,
    confirmation_queued_at: null,
  });
  expect(await records(child.id)).toEqual([
    {
      id: expect.any(String),
      player_id: child.id,
      guardian_email: 'Mother@Example.com',
      mail_id: link.mailId,
      mail_kind: 'request',
      mail_queued_at: expect.any(Date),
      decision: 'given',
      text_version: AGREEMENT_VERSION,
      language: 'sw',
      relation: 'mother',
      chat: 'friends',
      buying: 'up-to-a-sum',
      monthly_limit_minor: 50_000,
      adult_change: null,
      adult_username: null,
      adult_id: null,
      at: expect.any(Date),
    },
  ]);
  expect(await mailKinds(link)).toEqual(['receipt']);
  expect(await notified(child.id)).toEqual(['Your parent or guardian said yes']);
  expect(await published()).toEqual([
    { kind: 'rights', playerId: child.id },
    { kind: 'notification', playerIds: [child.id] },
  ]);
  expect(world.securityEvents).toMatchObject([{ event: `user_updated:visitor,${child.id},consent-given` }]);
  // The page speaks the language that they chose from now on.
  expect(await view(link)).toMatchObject({
    state: 'given',
    language: 'sw',
    choices: { chat: 'friends', buying: 'up-to-a-sum', sum: 500 },
    relation: 'mother',
    decidedAt: expect.stringContaining(ctx.now().toISOString().slice(0, 4)),
  });
  expect(await view(unanswered)).toMatchObject({ state: 'open', username: other.username });
  expect(await notified(other.id)).toEqual([]);
});

test('each choice can be stored', async () => {
  const { db, addChild, ask, answer, view } = await createAgreementWorld();
  const link = await ask(await addChild());
  for (const chat of CHAT_CHOICES) {
    await db.deleteFrom('rate_limit_counters').execute();
    for (const buying of BUYING_CHOICES)
      for (const relation of RELATIONS) {
        expect(await answer(link, { ...AGREES, chat, buying, relation })).toEqual({ ok: true, do: 'agree' });
        expect(await view(link)).toMatchObject({ relation, choices: { chat, buying, sum: buying === 'up-to-a-sum' ? 500 : null } });
      }
  }
});

test('what is missing or cannot be is refused by field, in the language of the page, and nothing is stored', async () => {
  const { addChild, ask, answer, stateOf, records } = await createAgreementWorld();
  const child = await addChild();
  const link = await ask(child);
  const errorsOf = async (fields: Record<string, string>) => {
    const done = await answer(link, fields);
    return done.ok ? 'ok' : done.fieldErrors;
  };
  const { sum, ...others } = getAgreementTexts('sw').fieldErrors;
  const empty = { do: 'agree', lang: 'sw', textVersion: AGREEMENT_VERSION };
  expect(await errorsOf(empty)).toEqual(others);
  expect(await errorsOf({ ...empty, buying: 'up-to-a-sum' })).toEqual({ ...others, buying: undefined, sum });
  const english = getAgreementTexts('en').fieldErrors;
  for (const [field, values] of Object.entries({
    chat: ['', 'all', 'free', 'toString'],
    buying: ['', 'asks', 'free', '__proto__'],
    relation: ['', 'teacher'],
    isAdult: ['', 'no', 'off'],
    mayDecide: ['', 'false'],
    sum: ['', ' ', '9', '20001', '-500', '12.5', '1e3', '500 KSH', '1,00', '1.000', '٥٠٠', '5\0', '9'.repeat(100_000)],
  }))
    for (const value of values)
      expect([field, await errorsOf({ ...AGREES, [field]: value })]).toEqual([field, { [field]: english[field as keyof typeof english] }]);
  // What was chosen stands in the form again.
  expect(await answer(link, { ...AGREES, isAdult: '' })).toMatchObject({
    code: 'bad-input',
    values: { chat: 'friends', buying: 'up-to-a-sum', sum: '500', relation: 'mother', mayDecide: 'on', isAdult: '' },
  });
  for (const action of ['', 'Agree', 'delete']) expect(await codeOf(answer(link, { ...AGREES, do: action }))).toBe('bad-input');
  expect([await stateOf(link), await records(child.id)]).toEqual(['asked', []]);
});

test('a sum is read as people write it, and only with the choice that it belongs to', async () => {
  const { addChild, ask, answer, standing } = await createAgreementWorld();
  const link = await ask(await addChild());
  const stored = async (fields: Record<string, string>) => {
    expect(await answer(link, { ...AGREES, ...fields })).toEqual({ ok: true, do: 'agree' });
    return (await standing(link)).monthly_limit_minor;
  };
  expect(await stored({ sum: String(MONTHLY_SUM_MIN) })).toBe(MONTHLY_SUM_MIN * 100);
  expect(await stored({ sum: String(MONTHLY_SUM_MAX) })).toBe(MONTHLY_SUM_MAX * 100);
  for (const sum of ['1,500', '1 500', ' 1500 ', '01500']) expect([sum, await stored({ sum })]).toEqual([sum, 150_000]);
  for (const sum of ['', 'plenty', '99999999']) expect(await stored({ buying: 'none', sum })).toBeNull();
});

test('the same answer once more does nothing; other choices are a change, with a record and mails of their own', async () => {
  const { ctx, db, world, addChild, ask, answer, standing, decisions, records, mailKinds, notified } = await createAgreementWorld();
  const child = await addChild();
  const link = await ask(child);
  await answer(link, AGREES);
  await db.updateTable('guardianships').set({ confirmation_queued_at: ctx.now() }).execute();
  world.advanceClock(DAY);
  const before = await standing(link);
  expect(await answer(link, AGREES)).toEqual({ ok: true, do: 'agree' });
  expect(await standing(link)).toEqual(before);
  expect([await decisions(child.id), await mailKinds(link)]).toEqual([['given'], ['receipt']]);
  // By the link of a later mail.
  const later = { ...link, mailId: ctx.newId() };
  await db
    .insertInto('guardian_mails')
    .values({ id: later.mailId, guardianship_id: link.guardianshipId, kind: 'confirmation', queued_at: ctx.now() })
    .execute();
  later.key = urlForAgreement(ctx, later.mailId).split('/guardian/')[1] ?? '';
  expect(await answer(later, { ...AGREES, chat: 'phrases' })).toEqual({ ok: true, do: 'agree' });
  // It puts nothing off: neither since when they agree, nor the mail that asks whether it was they.
  const { decided_at, confirmation_queued_at } = before;
  expect(await standing(link)).toMatchObject({ chat: 'phrases', decided_at, confirmation_queued_at });
  await answer(link, { ...AGREES, chat: 'phrases', relation: 'grandparent' });
  await answer(link, { ...AGREES, chat: 'phrases', relation: 'grandparent', sum: '700' });
  expect(await decisions(child.id)).toEqual(['given', 'changed', 'changed', 'changed']);
  expect((await records(child.id)).map((one) => [one.mail_id === later.mailId, one.chat, one.monthly_limit_minor])).toEqual([
    [false, 'friends', 50_000],
    [true, 'phrases', 50_000],
    [false, 'phrases', 50_000],
    [false, 'phrases', 70_000],
  ]);
  // One receipt waits, and says what holds when it is sent.
  expect((await mailKinds(link)).filter((kind) => kind === 'receipt')).toHaveLength(1);
  expect((await notified(child.id))[1]).toBe('Your parent or guardian changed what you can do');
});

test('a request ends after 14 days, and a reminder begins them again', async () => {
  const { ctx, db, world, addChild, ask, answer, view, stateOf } = await createAgreementWorld();
  const link = await ask(await addChild());
  world.advanceClock(14 * DAY - 60);
  expect(await view(link)).toMatchObject({ state: 'open' });
  world.advanceClock(60);
  expect(await view(link)).toMatchObject({ state: 'expired' });
  expect(await answer(link, { ...AGREES, lang: 'sw' })).toMatchObject({
    code: 'closed',
    error: getAgreementTexts('sw').failed.closed,
    values: { chat: 'friends', sum: '500' },
  });
  expect(await stateOf(link)).toBe('asked');
  await db.updateTable('guardianships').set({ reminded_at: ctx.now() }).execute();
  world.advanceClock(14 * DAY - 60);
  expect(await view(link)).toMatchObject({ state: 'open' });
  expect(await answer(link, AGREES)).toMatchObject({ ok: true });
  // What was given has no such end.
  world.advanceClock(400 * DAY);
  expect(await view(link)).toMatchObject({ state: 'given' });
  expect(await answer(link, AGREES_TO_LITTLE)).toMatchObject({ ok: true });
});

test('only our own links open anything, and each only what it was sent for', async () => {
  const { ctx, addChild, ask, answer, view, stateOf } = await createAgreementWorld();
  const [one, other] = [await ask(await addChild()), await ask(await addChild(), 'father@example.com')];
  const [, signature = ''] = one.key.split('.');
  const elsewhere = await createWorld();
  const foreign = urlForAgreement(elsewhere.ctx, one.mailId).split('/guardian/')[1] ?? '';
  const forged = [
    `${other.mailId}.${signature}`,
    `${one.mailId.toUpperCase()}.${signature}`,
    foreign,
    one.mailId,
    `${one.key} `,
    `${one.key}\n`,
    one.key.slice(0, -1),
    `${one.guardianshipId}.${signature}`,
    '',
    '.',
    'x'.repeat(100_000),
  ];
  for (const key of forged) {
    expect([key.slice(0, 99), await view({ key }, 'sw')]).toMatchObject([
      key.slice(0, 99),
      { state: 'unknown', language: 'sw', username: null, choices: null },
    ]);
    for (const fields of [AGREES, { do: 'refuse' }, { do: 'never' }]) expect(await codeOf(answer({ key }, fields))).toBe('not-found');
  }
  expect(await answer(one, AGREES)).toMatchObject({ ok: true });
  expect([await stateOf(one), await stateOf(other)]).toEqual(['given', 'asked']);
  // A mail of which nothing is left says nothing, and nothing can be decided by it.
  const gone = { key: urlForAgreement(ctx, ctx.newId()).split('/guardian/')[1] ?? '' };
  expect(await view(gone)).toMatchObject({ state: 'expired', username: null });
  for (const fields of [AGREES, { do: 'withdraw' }, { do: 'never' }]) expect(await answer(gone, fields)).toMatchObject({ code: 'closed' });
});

test('a player who became 18, or whose account was closed, needs nobody; one who is leaving still does', async () => {
  const { ctx, db, addChild, ask, answer, view, decisions, standing, notified } = await createAgreementWorld();
  const [grown, closed, leaving] = [await addChild(16), await addChild(), await addChild()];
  const links = [await ask(grown, 'a@example.com'), await ask(closed, 'b@example.com'), await ask(leaving, 'c@example.com')] as const;
  await db.updateTable('players').set({ age_band: 18, birth_month: '1990-01' }).where('id', '=', grown.id).execute();
  await db
    .updateTable('players')
    .set({ closed_as: 'under-13', age_band: null, birth_month: null, deletes_at: ctx.now() })
    .where('id', '=', closed.id)
    .execute();
  await db.updateTable('players').set({ deletes_at: ctx.now() }).where('id', '=', leaving.id).execute();
  expect(await Promise.all(links.map(async (link) => (await view(link)).state))).toEqual(['of-age', 'ended', 'open']);
  for (const link of links.slice(0, 2)) expect(await answer(link, AGREES)).toMatchObject({ code: 'closed' });
  expect(await answer(links[2], AGREES)).toMatchObject({ ok: true });
  // A no is stored all the same: should the account open again, or the age have been wrong, nothing opens by what was taken back.
  expect(await answer(links[0], { do: 'refuse' })).toMatchObject({ ok: true });
  expect(await answer(links[1], { do: 'refuse' })).toMatchObject({ ok: true });
  expect([await decisions(grown.id), await decisions(closed.id)]).toEqual([['refused'], ['refused']]);
  expect(await notified(grown.id)).toEqual([]);
  // Of age after a yes: nothing to change any more, but it can be taken back.
  await db.updateTable('players').set({ age_band: 18, birth_month: '1990-01' }).where('id', '=', leaving.id).execute();
  const before = await standing(links[2]);
  expect(await view(links[2])).toMatchObject({ state: 'of-age', canChange: false, choices: { chat: 'friends' } });
  expect(await answer(links[2], AGREES_TO_LITTLE)).toMatchObject({ code: 'closed' });
  expect(await standing(links[2])).toEqual(before);
  expect(await answer(links[2], { do: 'withdraw' })).toMatchObject({ ok: true });
  expect([await decisions(leaving.id), await view(links[2])]).toEqual([
    ['given', 'withdrawn'],
    expect.objectContaining({ state: 'of-age', choices: null }),
  ]);
});

test('a record cannot be changed or deleted, and goes with the player', async () => {
  const { db, addChild, ask, answer, records } = await createAgreementWorld();
  const child = await addChild();
  await answer(await ask(child), AGREES);
  const before = await records(child.id);
  await expect(db.updateTable('consent_records').set({ chat: 'off' }).execute()).rejects.toThrow('a consent record is never changed');
  await expect(db.deleteFrom('consent_records').execute()).rejects.toThrow('a consent record is never changed');
  await expect(sql`truncate consent_records`.execute(db)).rejects.toThrow('a consent record is never changed');
  expect(await records(child.id)).toEqual(before);
});
