import { expect, test } from 'vitest';
import { AGREES, createAgreementWorld } from '../../../../tests/agreement-world.ts';
import { ageOf } from '../../../../tests/friendship-world.ts';
import { can, SYSTEM } from '../../../shared/permissions.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { getChatLevel } from '../allowances/rules.ts';
import { getOwnAllowances } from '../allowances/service.server.ts';
import { hashUnwantedMailbox } from '../mailboxes.service.server.ts';
import { CHECK_RENEWAL_JOB } from '../renewal.schema.ts';

const DAY = 86_400;

/** Runs the queued jobs that look at cards. @returns the players whose card is looked at, in order */
async function drainChecks({ ctx }: Pick<Awaited<ReturnType<typeof createAgreementWorld>>, 'ctx'>): Promise<string[]> {
  const checked: string[] = [];
  const job = { ...CHECK_RENEWAL_JOB, run: async (_: unknown, { playerId }: { playerId: string }) => void checked.push(playerId) };
  await ctx.jobs.drain(ctx, job, 20);
  return checked;
}

test('a no is stored, and the guardian can still agree, for as long as the request is open', async () => {
  const agreements = await createAgreementWorld();
  const { world, addChild, ask, answer, view, standing, decisions, records, mailKinds, notified, published } = agreements;
  const child = await addChild();
  const link = await ask(child);
  expect(await answer(link, { do: 'refuse', lang: 'sw' })).toEqual({ ok: true, do: 'refuse' });
  expect(await standing(link)).toMatchObject({ state: 'refused', chat: null, buying: null, relation: null });
  expect(await view(link)).toMatchObject({ state: 'refused', language: 'sw', choices: null, decidedAt: expect.any(String) });
  expect(await records(child.id)).toMatchObject([
    { decision: 'refused', mail_id: link.mailId, language: 'sw', chat: null, relation: null },
  ]);
  expect([await mailKinds(link), await notified(child.id)]).toEqual([[], ['Your parent or guardian said no for now']]);
  expect(await published()).toEqual([
    { kind: 'rights', playerId: child.id },
    { kind: 'notification', playerIds: [child.id] },
  ]);
  // A second press, or a second tab.
  for (const action of ['refuse', 'withdraw']) expect(await answer(link, { do: action })).toEqual({ ok: true, do: action });
  expect([await decisions(child.id), await published()]).toEqual([['refused'], []]);
  expect(await answer(link, AGREES)).toEqual({ ok: true, do: 'agree' });
  expect(await view(link)).toMatchObject({ state: 'given' });
  expect(await decisions(child.id)).toEqual(['refused', 'given']);
  // Another player's guardian changes their mind too late.
  const late = await ask(await addChild(), 'late@example.com');
  await answer(late, { do: 'refuse' });
  world.advanceClock(14 * DAY);
  expect(await view(late)).toMatchObject({ state: 'expired' });
  expect(await answer(late, AGREES)).toMatchObject({ code: 'closed' });
});

test('a no by an old link counts, and one who said no cannot agree once somebody else was asked', async () => {
  const { world, addChild, ask, answer, view, stateOf } = await createAgreementWorld();
  const child = await addChild();
  const old = await ask(child);
  world.advanceClock(20 * DAY);
  expect(await view(old)).toMatchObject({ state: 'expired' });
  expect(await answer(old, { do: 'refuse' })).toEqual({ ok: true, do: 'refuse' });
  expect(await stateOf(old)).toBe('refused');
  const brian = await addChild();
  const first = await ask(brian, 'first@example.com');
  await answer(first, { do: 'refuse' });
  const second = await ask(brian, 'second@example.com');
  const isClosedToFirst = async () => {
    expect(await view(first)).toMatchObject({ state: 'expired' });
    expect(await answer(first, AGREES)).toMatchObject({ code: 'closed' });
  };
  await isClosedToFirst();
  await answer(second, AGREES);
  await isClosedToFirst();
  expect([await stateOf(first), await stateOf(second)]).toEqual(['refused', 'given']);
  // Nobody is asked, and nobody has agreed: each can change their mind.
  await answer(second, { do: 'withdraw' });
  expect(await answer(first, AGREES)).toMatchObject({ ok: true });
});

test.each(['withdraw', 'refuse'])('a consent is taken back at once (%s), its links end, and a card is looked at', async (action) => {
  const agreements = await createAgreementWorld();
  const { ctx, addChild, ask, answer, view, standing, decisions, notified, published, mailKinds } = agreements;
  const child = await addChild();
  const link = await ask(child);
  await answer(link, AGREES);
  expect(await getOwnAllowances(ctx, child)).toMatchObject({ chat: 'free', buying: 'up-to-a-sum', canUpload: true });
  await drainChecks(agreements);
  await published();
  expect(await answer(link, { do: action })).toEqual({ ok: true, do: action });
  expect(await getOwnAllowances(ctx, child)).toMatchObject({
    chat: 'off',
    buying: 'none',
    canUpload: false,
    door: { state: 'withdrawn' },
    monthlyLimitMinor: null,
  });
  expect(await standing(link)).toMatchObject({
    state: 'withdrawn',
    relation: null,
    chat: null,
    monthly_limit_minor: null,
    confirmation_queued_at: null,
  });
  expect(await drainChecks(agreements)).toEqual([child.id]);
  expect(await published()).toEqual([
    { kind: 'rights', playerId: child.id },
    { kind: 'notification', playerIds: [child.id] },
  ]);
  expect((await notified(child.id)).at(-1)).toBe('Your parent or guardian took their yes back');
  expect(await view(link)).toMatchObject({ state: 'ended', choices: null });
  // From a tab that still shows the form.
  expect(await answer(link, AGREES)).toMatchObject({ code: 'closed' });
  for (const again of ['withdraw', 'refuse']) expect(await answer(link, { do: again })).toEqual({ ok: true, do: again });
  expect([await decisions(child.id), await mailKinds(link), await drainChecks(agreements)]).toEqual([
    ['given', 'withdrawn'],
    ['receipt'],
    [],
  ]);
});

test('a card is looked at after every decision, and not after an answer that changes nothing', async () => {
  const agreements = await createAgreementWorld();
  const { addChild, ask, answer } = agreements;
  const [child, other] = [await addChild(), await addChild()];
  const [link, refused] = [await ask(child), await ask(other)];
  for (const fields of [AGREES, { ...AGREES, buying: 'none' }]) {
    await answer(link, fields);
    expect(await drainChecks(agreements)).toEqual([child.id]);
    await answer(link, fields);
    expect(await drainChecks(agreements)).toEqual([]);
  }
  await answer(refused, { do: 'never' });
  expect((await drainChecks(agreements)).toSorted()).toEqual([child.id, other.id].toSorted());
});

test('what was taken back holds where the news of it is lost', async () => {
  const { ctx, addChild, ask, answer } = await createAgreementWorld();
  const child = await addChild();
  const link = await ask(child);
  await answer(link, AGREES);
  const { publish } = ctx.bus;
  ctx.bus.publish = () => {};
  await answer(link, { do: 'withdraw' });
  const allowances = await getOwnAllowances(ctx, child);
  ctx.bus.publish = publish;
  const level = getChatLevel(allowances, { chat: 'free', buying: 'free', canUpload: true }, true);
  expect(can(child, 'chat:send', { level, isPhrase: true })).toBe(false);
  expect(can(child, 'payment:start', allowances)).toBe(false);
  expect(can(child, 'picture:upload', allowances)).toBe(false);
});

test('never is a no for every child of the mailbox, and no mails any more', async () => {
  const { ctx, db, addChild, ask, answer, view, stateOf, decisions, records, notified, published } = await createAgreementWorld();
  const [amina, brian, chao, grown] = [await addChild(), await addChild(), await addChild(), await addChild(16)];
  const others = await addChild();
  const [asked, given, refused, ofAge] = [await ask(amina), await ask(brian), await ask(chao), await ask(grown)] as const;
  const elsewhere = await ask(others, 'other@example.com');
  for (const link of [given, ofAge, elsewhere]) await answer(link, AGREES);
  await answer(refused, { do: 'refuse' });
  await db.updateTable('players').set(ageOf(18)).where('id', '=', grown.id).execute();
  await published();
  expect(await answer(asked, { do: 'never' })).toEqual({ ok: true, do: 'never' });
  expect(await Promise.all([asked, given, refused, ofAge, elsewhere].map(stateOf))).toEqual([
    'refused',
    'withdrawn',
    'refused',
    'withdrawn',
    'given',
  ]);
  expect(await Promise.all([amina, brian, chao, grown].map(({ id }) => decisions(id)))).toEqual([
    ['refused'],
    ['given', 'withdrawn'],
    ['refused'],
    ['given', 'withdrawn'],
  ]);
  // Who is of age needs nobody, and is told of nothing.
  expect(await notified(grown.id)).toEqual(['Your parent or guardian said yes']);
  expect((await records(brian.id))[1]).toMatchObject({ mail_id: asked.mailId, guardian_email: 'mother@example.com' });
  const told = (await published()).flatMap((message) => (message.kind === 'rights' ? [message.playerId] : []));
  expect(new Set(told)).toEqual(new Set([amina.id, brian.id, grown.id]));
  const unwanted = () => db.selectFrom('unwanted_mailboxes').select('mailbox_hash').execute();
  expect(await unwanted()).toEqual([{ mailbox_hash: hashUnwantedMailbox(ctx, 'Mother@example.com') }]);
  expect((await unwanted())[0]?.mailbox_hash).not.toContain('mother');
  expect(await answer(given, { do: 'never' })).toEqual({ ok: true, do: 'never' });
  expect(await unwanted()).toHaveLength(1);
  expect(await answer(ofAge, { do: 'never' })).toEqual({ ok: true, do: 'never' });
  // Who agrees after all gets the mails of that consent again.
  expect(await view(asked)).toMatchObject({ state: 'refused' });
  expect(await answer(asked, AGREES)).toMatchObject({ ok: true });
  expect(await unwanted()).toEqual([]);
});

test('never and a yes for another child at the same moment: whichever is last counts, and nothing is half done', async () => {
  const { db, addChild, ask, answer, stateOf, decisions } = await createAgreementWorld();
  for (let round = 0; round < 5; round++) {
    const email = `mother-${round}@example.com`;
    const [one, other] = [await ask(await addChild(), email), await ask(await addChild(), email)];
    const [never, yes] = await Promise.all([answer(one, { do: 'never' }), answer(other, AGREES)]);
    expect([never, yes]).toEqual([
      { ok: true, do: 'never' },
      { ok: true, do: 'agree' },
    ]);
    expect(await stateOf(one)).toBe('refused');
    const [state, said] = [await stateOf(other), await decisions(other.playerId)];
    const isUnwanted = (await db.selectFrom('unwanted_mailboxes').selectAll().execute()).length > 0;
    expect([state, said, isUnwanted]).toEqual(
      state === 'given' ? ['given', ['refused', 'given'], false] : ['withdrawn', ['given', 'withdrawn'], true],
    );
    await db.deleteFrom('unwanted_mailboxes').execute();
  }
});

test('never counts for a child who asks at this very moment too, and waits for who decides by that child’s consent', async () => {
  const { ctx, db, addChild, ask, answer, stateOf, holdPlayer, waitForLocks } = await createAgreementWorld();
  const [first, late] = [await addChild(), await addChild()];
  const link = await ask(first);
  const asked = Promise.withResolvers<{ lateLink: typeof link; release: () => Promise<void> }>();
  // The first transaction begins after another child has asked: its players were read before.
  const { transaction } = ctx.db;
  ctx.db.transaction = () => {
    ctx.db.transaction = transaction;
    const builder = ctx.db.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = async (work) => {
      asked.resolve({ lateLink: await ask(late), release: await holdPlayer(late.id) });
      return execute(work);
    };
    return builder;
  };
  const never = answer(link, { do: 'never' });
  const { lateLink, release } = await asked.promise;
  await waitForLocks(1);
  expect(await stateOf(lateLink)).toBe('asked');
  await release();
  expect(await never).toEqual({ ok: true, do: 'never' });
  expect([await stateOf(link), await stateOf(lateLink)]).toEqual(['refused', 'refused']);
  expect(await db.selectFrom('unwanted_mailboxes').selectAll().execute()).toHaveLength(1);
});

test('a yes and its withdrawal at the same moment leave one state, and the records that lead to it', async () => {
  const { addChild, ask, answer, stateOf, decisions } = await createAgreementWorld();
  for (let round = 0; round < 5; round++) {
    const child = await addChild();
    const link = await ask(child, `mother-${round}@example.com`);
    await Promise.all([answer(link, AGREES), answer(link, { do: 'withdraw' }), answer(link, AGREES)]);
    expect([
      ['given', ['given']],
      ['given', ['refused', 'given']],
      ['withdrawn', ['given', 'withdrawn']],
    ]).toContainEqual([await stateOf(link), await decisions(child.id)]);
  }
});

test('the nightly erasure deletes the records with the player, and forgets a guardian without another child', async () => {
  const { ctx, db, addChild, ask, answer, view, records } = await createAgreementWorld();
  const [erased, stays] = [await addChild(), await addChild()];
  const [shared, own, link] = [await ask(erased, 'both@example.com'), 'alone@example.com', await ask(stays, 'both@example.com')];
  await answer(shared, AGREES);
  await answer(link, AGREES);
  const alone = await addChild();
  await answer(await ask(alone, own), AGREES);
  await db.updateTable('players').set({ deletes_at: ctx.now() }).where('id', 'in', [erased.id, alone.id]).execute();
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(2);
  expect([await records(erased.id), await records(alone.id)]).toEqual([[], []]);
  expect(await records(stays.id)).toHaveLength(1);
  expect((await db.selectFrom('guardians').select('mailbox').execute()).map(({ mailbox }) => mailbox)).toEqual(['both@example.com']);
  expect(await view(shared)).toMatchObject({ state: 'expired', username: null });
  expect(await view(link)).toMatchObject({ state: 'given' });
});
