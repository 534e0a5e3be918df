import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { codeOf } from '../../../tests/age-world.ts';
import { addressError, codeOfAnswer, createRequestWorld, DAY, HOUR, VISIT } from '../../../tests/guardian-requests.ts';
import { giveConsent } from '../../../tests/guardian-world.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { banEmail, hashEmail } from '../accounts/banned-emails/service.server.ts';
import { createDeviceCookie } from '../accounts/sign-in-limits/service.server.ts';
import { getOwnAllowances } from './allowances/service.server.ts';
import { hashUnwantedMailbox } from './mailboxes.service.server.ts';
import { startOfDay } from './rules.ts';
import { getGuardianView, runGuardianAction } from './service.server.ts';
import { texts } from './texts.ts';

const reasons = texts.fieldErrors.email;

test('a player asks a guardian, and sees whom they asked, with a shortened address', async () => {
  const { ctx, addChild, ask, view, guardianships, mails } = await createRequestWorld();
  const amina = await addChild({ username: 'amina_9' });
  expect(await view(amina)).toEqual({
    state: 'none',
    address: null,
    askedAt: null,
    remindedAt: null,
    decidedAt: null,
    choices: null,
    adults: [],
    areAdultsOpen: false,
    undelivered: null,
    canAskOtherFrom: null,
    canRemind: false,
    hasRemindedEnough: false,
    isAskedByTeam: false,
    takenBack: null,
    hasPhrases: true,
    canAskFrom: null,
    returnPath: null,
  });
  expect(await ask(amina, ' Mother.One@Example.com ')).toEqual({ ok: true, do: 'ask' });
  expect(await guardianships(amina.id)).toMatchObject([{ email: 'mother.one@example.com', state: 'asked', reminded_at: null }]);
  expect(await view(amina)).toMatchObject({
    state: 'asked',
    address: 'm***@example.com',
    askedAt: expect.any(String),
    decidedAt: null,
    choices: null,
    undelivered: null,
    canRemind: false,
    canAskFrom: null,
  });
  expect((await mails()).map(({ to, subject }) => [to, subject])).toEqual([
    ['mother.one@example.com', '@amina_9 asks for your permission on Kiddo / anaomba ruhusa yako'],
  ]);
  expect((await getGuardianView(ctx, amina, '/friends')).returnPath).toBe('/friends');
  expect((await getGuardianView(ctx, amina, '//evil.example')).returnPath).toBeNull();
});

test('what a guardian chose is shown', async () => {
  const { ctx, addChild, view } = await createRequestWorld();
  const amina = await addChild();
  await giveConsent((text, values) => ctx.queryPrepared({ name: text.slice(0, 40), text }, values), amina.id, {
    chat: 'phrases',
    buying: 'up-to-a-sum',
    sum: 500,
  });
  expect(await view(amina)).toMatchObject({
    state: 'given',
    address: 'g***@example.com',
    decidedAt: expect.any(String),
    choices: { chat: 'phrases', buying: 'up-to-a-sum', sum: 500 },
    canRemind: false,
    canAskFrom: null,
  });
});

test('only players under 18 ask, and only while nobody has agreed', async () => {
  const { world, ctx, addChild, ask, view, agree, guardianships } = await createRequestWorld();
  const adult = await world.addPlayer();
  expect(await view(adult)).toMatchObject({ state: 'not-needed', address: null });
  expect(codeOfAnswer(await ask(adult, 'mother@example.com'))).toBe('not-needed');
  expect(await guardianships(adult.id)).toEqual([]);
  const amina = await addChild();
  await ask(amina, 'mother@example.com');
  await agree(amina.id);
  expect(codeOfAnswer(await ask(amina, 'father@example.com'))).toBe('given');
  expect(codeOfAnswer(await runGuardianAction(ctx, amina, { do: 'remind' }, VISIT))).toBe('too-soon');
  expect(await codeOf(runGuardianAction(ctx, amina, { do: 'agree' }, VISIT))).toBe('bad-input');
  for (const work of [() => view(VISITOR), () => ask(VISITOR, 'mother@example.com')]) expect(await codeOf(work())).toBe('sign-in-required');
  expect(await codeOf(ask({ kind: 'age-unknown', id: amina.id }, 'mother@example.com'))).toBe('not-allowed');
  expect(await codeOf(ask(SYSTEM, 'mother@example.com'))).toBe('not-allowed');
});

test('an address that cannot be a guardian’s is refused with the reason, and nothing is sent', async () => {
  const { world, ctx, addChild, ask, mails } = await createRequestWorld();
  const amina = await addChild({ email: 'amina.w@gmail.com' });
  const errorFor = async (email: string, visit = VISIT) => addressError(await ask(amina, email, visit));
  expect(await errorFor('')).toBe(reasons.empty);
  expect(await errorFor('mother')).toBe(reasons.form);
  expect(await errorFor(`mother@example.com\nbcc: x@example.com`)).toBe(reasons.characters);
  expect(await errorFor(`${'m'.repeat(250)}@example.com`)).toBe(reasons.long);
  expect(await ask(amina, 'mother')).toMatchObject({ code: 'bad-input', values: { email: 'mother' } });
  // The player's own, in every way to write it; also the one that waits to become theirs.
  for (const own of ['amina.w@gmail.com', 'AminaW@gmail.com', 'a.minaw+mum@googlemail.com']) expect(await errorFor(own)).toBe(reasons.own);
  await sql`insert into email_changes (player_id, email, token_hash, password_fingerprint, expires_at)
    values (${amina.id}, 'amina.new@example.com', 'x', 'x', now() + interval '1 day')`.execute(ctx.db);
  expect(await errorFor('amina.new@example.com')).toBe(reasons.own);
  // Another account of this phone; the same address from a phone that does not know it is the other account's business.
  const second = await addChild({ email: 'second.one@gmail.com', email_hash: hashEmail(ctx, 'second.one@gmail.com') });
  const before = await addChild({ email: 'older@example.com' });
  const cookies = [second, before].map(({ id }) => createDeviceCookie(ctx, id, VISIT).split(';')[0]?.split('=')[1]);
  const here = { ...VISIT, cookies: `kiddo_device=${cookies.join('~')}` };
  for (const email of ['second.one@gmail.com', 'Secondone+x@gmail.com', 'older@example.com'])
    expect([email, await errorFor(email, here)]).toEqual([email, reasons.device]);
  // Who wants no such mails, and whose player is banned: the same words.
  await ctx.db
    .insertInto('unwanted_mailboxes')
    .values({ mailbox_hash: hashUnwantedMailbox(ctx, 'leave.me@gmail.com') })
    .execute();
  const banned = await world.addPlayer({ email: 'banned@example.com' });
  await ctx.db.transaction().execute((trx) => banEmail(ctx, trx, banned.id));
  for (const email of ['leaveme+again@gmail.com', 'banned@example.com'])
    expect([email, await errorFor(email)]).toEqual([email, reasons.blocked]);
  expect(await mails()).toEqual([]);
  expect(await ctx.db.selectFrom('guardians').selectAll().execute()).toEqual([]);
  expect(codeOfAnswer(await ask(amina, 'second.one@gmail.com'))).toBe('ok');
});

test('one mailbox agrees for at most six children; those who are 18 now do not count', async () => {
  const { ctx, addChild, ask, agree } = await createRequestWorld();
  const children = [];
  for (let number = 0; number < 6; number++) {
    const child = await addChild();
    children.push(child);
    expect(codeOfAnswer(await ask(child, 'Mother@example.com'))).toBe('ok');
    await agree(child.id);
    await ctx.db.deleteFrom('rate_limit_counters').execute();
  }
  const seventh = await addChild();
  expect(addressError(await ask(seventh, 'mother@EXAMPLE.com'))).toBe(reasons.children);
  await ctx.db
    .updateTable('players')
    .set({ birth_month: '2000-01', age_band: 18 })
    .where('id', '=', children[0]?.id ?? '')
    .execute();
  expect(codeOfAnswer(await ask(seventh, 'mother@example.com'))).toBe('ok');
});

test('putting a slip of the finger right takes the place of the first request, whose mail is not sent any more', async () => {
  const { addChild, ask, view, guardianships, mails } = await createRequestWorld();
  const [amina, brian] = [await addChild(), await addChild()];
  await ask(amina, 'mothr@example.com');
  await ask(brian, 'mothr@example.com');
  await ask(amina, 'mother@example.com');
  expect((await guardianships(amina.id)).map(({ email, state }) => [email, state])).toEqual([
    ['mothr@example.com', 'replaced'],
    ['mother@example.com', 'asked'],
  ]);
  expect(await view(amina)).toMatchObject({ state: 'asked', address: 'm***@example.com' });
  // The first mail had not been sent: it is not sent any more.
  expect((await mails()).map(({ to }) => to).toSorted()).toEqual(['mother@example.com', 'mothr@example.com']);
  // And back: it is the same request again, with a mail of its own.
  expect(codeOfAnswer(await ask(amina, 'mothr@example.com'))).toBe('ok');
  expect((await guardianships(amina.id)).map(({ email, state }) => [email, state])).toEqual([
    ['mothr@example.com', 'asked'],
    ['mother@example.com', 'replaced'],
  ]);
  expect((await mails()).map(({ to }) => to).toSorted()).toEqual(['mother@example.com', 'mothr@example.com', 'mothr@example.com']);
});

test('after a no nobody can be asked for seven days, and it counts until somebody agrees', async () => {
  const { world, ctx, addChild, ask, view, refuse, agree, guardianships } = await createRequestWorld();
  const amina = await addChild();
  const chatNow = async () => (await getOwnAllowances(ctx, amina)).chat;
  await ask(amina, 'mother@example.com');
  expect(await chatNow()).toBe('phrases-by-code');
  await refuse(amina.id);
  expect(await chatNow()).toBe('off');
  const until = startOfDay(new Date(ctx.now().getTime() + 7 * DAY * 1000));
  for (const email of ['mother@example.com', 'father@example.com']) expect(codeOfAnswer(await ask(amina, email))).toBe('wait');
  expect(await ask(amina, 'father@example.com')).toMatchObject({ ok: false, values: { email: 'father@example.com' } });
  const { state, canAskFrom, decidedAt } = await view(amina);
  expect([state, decidedAt !== null]).toEqual(['refused', true]);
  expect(canAskFrom).toBe(until.toISOString());
  world.advanceClock((until.getTime() - ctx.now().getTime()) / 1000 - 1);
  expect(codeOfAnswer(await ask(amina, 'father@example.com'))).toBe('wait');
  world.advanceClock(2);
  expect(await view(amina)).toMatchObject({ state: 'refused', canAskFrom: null });
  // The same guardian again: asking opens nothing that the no closed, and neither does asking somebody else.
  expect(codeOfAnswer(await ask(amina, 'mother@example.com'))).toBe('ok');
  expect(await guardianships(amina.id)).toMatchObject([{ state: 'asked', decided_at: null }]);
  expect(await view(amina)).toMatchObject({ state: 'asked', decidedAt: null });
  expect(await chatNow()).toBe('off');
  world.advanceClock(3 * DAY);
  expect(codeOfAnswer(await ask(amina, 'father@example.com'))).toBe('ok');
  expect((await guardianships(amina.id)).map((row) => row.state)).toEqual(['replaced', 'asked']);
  expect(await chatNow()).toBe('off');
  await agree(amina.id);
  expect(await chatNow()).toBe('phrases');
  await refuse(amina.id, 'withdrawn');
  expect(codeOfAnswer(await ask(amina, 'mother@example.com'))).toBe('wait');
});

test('reminding: once in 24 hours; the same address again is a reminder', async () => {
  const { world, addChild, ask, remind, view, guardianships, sendMails, mails } = await createRequestWorld();
  const amina = await addChild({ username: 'amina_9' });
  expect(codeOfAnswer(await remind(amina))).toBe('nothing-asked');
  await ask(amina, 'a.mother@gmail.com');
  expect(codeOfAnswer(await remind(amina))).toBe('too-soon');
  expect(codeOfAnswer(await ask(amina, 'amother+x@gmail.com'))).toBe('too-soon');
  await sendMails();
  world.advanceClock(DAY + 60);
  expect(await view(amina)).toMatchObject({ canRemind: true, remindedAt: null });
  expect(await remind(amina)).toEqual({ ok: true, do: 'remind' });
  expect(codeOfAnswer(await remind(amina))).toBe('too-soon');
  expect(await view(amina)).toMatchObject({ canRemind: false, remindedAt: expect.any(String) });
  await sendMails();
  world.advanceClock(DAY + 60);
  expect(await ask(amina, 'amother+x@gmail.com')).toEqual({ ok: true, do: 'remind' });
  expect(await guardianships(amina.id)).toHaveLength(1);
  const sent = await mails();
  expect(sent.map(({ to }) => to)).toEqual(Array(3).fill('a.mother@gmail.com'));
  expect(sent.map(({ subject }) => subject.split(' on Kiddo')[0])).toEqual([
    '@amina_9 asks for your permission',
    '@amina_9 still waits for your answer',
    '@amina_9 still waits for your answer',
  ]);
});

test('a player asks at most three addresses in a week; what was refused does not count', async () => {
  const { world, addChild, ask } = await createRequestWorld();
  const amina = await addChild();
  for (const email of ['nobody', amina.email]) await ask(amina, email);
  const codes = async (emails: string[]) => {
    const found: string[] = [];
    for (const email of emails) found.push(codeOfAnswer(await ask(amina, email)));
    return found;
  };
  expect(await codes(['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com', 'e@example.com'])).toEqual([
    'ok',
    'ok',
    'ok',
    'too-many-requests',
    'too-many-requests',
  ]);
  expect(await ask(amina, 'd@example.com')).toMatchObject({ error: expect.stringContaining('3 addresses in a week'), fieldErrors: {} });
  // Those whom they asked can be reminded all the same.
  world.advanceClock(DAY + 60);
  expect(await ask(amina, 'c@example.com')).toEqual({ ok: true, do: 'remind' });
  world.advanceClock(6 * DAY);
  expect(await codes(['d@example.com'])).toEqual(['ok']);
});

test('one mailbox gets at most six mails a day, whoever asks; the player who comes too late has lost no try', async () => {
  const { world, addChild, ask, mails } = await createRequestWorld();
  const variants = ['a.b@gmail.com', 'ab+1@gmail.com', 'ab@googlemail.com', 'AB@gmail.com', 'a.b+2@gmail.com', 'ab+3@gmail.com'];
  for (const email of variants) expect(codeOfAnswer(await ask(await addChild(), email))).toBe('ok');
  const late = await addChild();
  for (let tries = 0; tries < 5; tries++)
    expect(await ask(late, 'ab@gmail.com')).toMatchObject({ code: 'too-many-requests', error: texts.failed.mailbox });
  expect(await mails()).toHaveLength(6);
  world.advanceClock(DAY + 60);
  expect(codeOfAnswer(await ask(late, 'ab@gmail.com'))).toBe('ok');
});

test('one network address asks for at most sixty mails an hour', async () => {
  const { world, ctx, addChild, ask } = await createRequestWorld();
  await ask(await addChild(), 'one@example.com');
  await sql`update rate_limit_counters set points = 60 where key like 'guardian-ip:%'`.execute(ctx.db);
  const late = await addChild();
  expect(await ask(late, 'two@example.com')).toMatchObject({ code: 'too-many-requests', error: texts.failed['many-requests'] });
  expect(codeOfAnswer(await ask(late, 'two@example.com', { ...VISIT, address: '41.90.64.8' }))).toBe('ok');
  world.advanceClock(HOUR + 60);
  expect(codeOfAnswer(await ask(await addChild(), 'three@example.com'))).toBe('ok');
  // No counter says whom it is about.
  const { rows } = await sql<{ key: string }>`select key from rate_limit_counters where key like 'guardian-%'`.execute(ctx.db);
  expect(rows.filter(({ key }) => key.includes('example.com') || key.includes('41.90') || key.includes(late.id))).toEqual([]);
});

test('several tabs at once: one request, and one mail', async () => {
  const { ctx, addChild, ask, guardianships, mails } = await createRequestWorld();
  const amina = await addChild();
  const codes = (await Promise.all(Array.from({ length: 3 }, () => ask(amina, 'mother@example.com')))).map(codeOfAnswer);
  expect(codes.filter((code) => code === 'ok')).toHaveLength(1);
  expect(await guardianships(amina.id)).toHaveLength(1);
  expect(await mails()).toHaveLength(1);
  // Two players exchange their guardians at once: nobody is lost, and no lock waits for another in a ring.
  const [brian, chao] = [await addChild(), await addChild()];
  for (let round = 0; round < 4; round++) {
    await ctx.db.deleteFrom('rate_limit_counters').execute();
    await ask(brian, 'one@example.com');
    await ask(chao, 'ones@example.com');
    const both = await Promise.all([ask(brian, 'ones@example.com'), ask(chao, 'one@example.com')]);
    expect(both.map(codeOfAnswer)).toEqual(['ok', 'ok']);
    const asked = async (playerId: string) => (await guardianships(playerId)).flatMap((row) => (row.state === 'asked' ? [row.email] : []));
    expect([await asked(brian.id), await asked(chao.id)]).toEqual([['ones@example.com'], ['one@example.com']]);
  }
});
