import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { addressError, codeOfAnswer, createRequestWorld, DAY, VISIT } from '../../../tests/guardian-requests.ts';
import { createWorld } from '../../../tests/world.ts';
import { banEmail } from '../accounts/banned-emails/service.server.ts';
import { createDeviceCookie } from '../accounts/sign-in-limits/service.server.ts';
import { hashUnwantedMailbox, toGuardianMailbox } from './mailboxes.service.server.ts';
import { texts } from './texts.ts';

const reasons = texts.fieldErrors.email;

test('what is added with + makes no other mailbox for any provider; the database has the same rule', async () => {
  const { ctx } = await createWorld();
  const mailboxes: [address: string, mailbox: string][] = [
    ['amina@school.co.ke', 'amina@school.co.ke'],
    ['Amina+Mum@School.co.ke', 'amina@school.co.ke'],
    ['amina+a+b@yahoo.com', 'amina@yahoo.com'],
    ['a.mina@yahoo.com', 'a.mina@yahoo.com'],
    ['A.Mina+mum@gmail.com', 'amina@gmail.com'],
    ['am.ina@googlemail.com', 'amina@gmail.com'],
  ];
  for (const [address, mailbox] of mailboxes) expect([address, toGuardianMailbox(` ${address} `)]).toEqual([address, mailbox]);
  for (const address of [...mailboxes.map(([each]) => each), '+x@example.com', 'a@b@example.com']) {
    const { rows } = await sql<{ mailbox: string }>`select mailbox_of(${address}) as mailbox`.execute(ctx.db);
    expect([address, rows[0]?.mailbox]).toEqual([address, toGuardianMailbox(address)]);
  }
});

test('a player is not their own guardian with an addition to an address, whichever of the two has it', async () => {
  const { ctx, addChild, ask, mails } = await createRequestWorld();
  const [plain, added] = [await addChild({ email: 'amina@school.co.ke' }), await addChild({ email: 'brian+kiddo@school.co.ke' })];
  expect(addressError(await ask(plain, 'amina+mum@school.co.ke'))).toBe(reasons.own);
  for (const email of ['brian@school.co.ke', 'brian+mum@school.co.ke']) expect(addressError(await ask(added, email))).toBe(reasons.own);
  await sql`insert into email_changes (player_id, email, token_hash, password_fingerprint, expires_at)
    values (${plain.id}, 'amina.new+x@school.co.ke', 'x', 'x', now() + interval '1 day')`.execute(ctx.db);
  expect(addressError(await ask(plain, 'amina.new@school.co.ke'))).toBe(reasons.own);
  // The device's other accounts.
  const [second, third] = [await addChild({ email: 'second@school.co.ke' }), await addChild({ email: 'third+x@school.co.ke' })];
  const cookies = [second, third].map(({ id }) => createDeviceCookie(ctx, id, VISIT).split(';')[0]?.split('=')[1]);
  const here = { ...VISIT, cookies: `kiddo_device=${cookies.join('~')}` };
  for (const email of ['second+mum@school.co.ke', 'third@school.co.ke', 'third+y@school.co.ke'])
    expect([email, addressError(await ask(plain, email, here))]).toEqual([email, reasons.device]);
  expect(await mails()).toEqual([]);
});

test('additions get around neither a mailbox that wants no mails, nor a ban, nor the mails of a day', async () => {
  const { world, ctx, addChild, ask, mails } = await createRequestWorld();
  const amina = await addChild();
  await ctx.db
    .insertInto('unwanted_mailboxes')
    .values({ mailbox_hash: hashUnwantedMailbox(ctx, 'leave.me@example.com') })
    .execute();
  const banned = await world.addPlayer({ email: 'banned@example.com' });
  await ctx.db.transaction().execute((trx) => banEmail(ctx, trx, banned.id));
  for (const email of ['leave.me+again@example.com', 'banned+again@example.com'])
    expect([email, addressError(await ask(amina, email))]).toEqual([email, reasons.blocked]);
  for (let number = 0; number < 6; number++) expect(codeOfAnswer(await ask(await addChild(), `mother+${number}@example.com`))).toBe('ok');
  expect(codeOfAnswer(await ask(amina, 'mother+7@example.com'))).toBe('too-many-requests');
  expect(await mails()).toHaveLength(6);
});

test('one mailbox agrees for six children, however its address is written', async () => {
  const { ctx, addChild, ask, agree } = await createRequestWorld();
  for (let number = 0; number < 6; number++) {
    const child = await addChild();
    expect(codeOfAnswer(await ask(child, `mother+${number}@example.com`))).toBe('ok');
    await agree(child.id);
    await ctx.db.deleteFrom('rate_limit_counters').execute();
  }
  expect(addressError(await ask(await addChild(), 'mother@example.com'))).toBe(reasons.children);
  expect(await ctx.db.selectFrom('guardians').select('mailbox').execute()).toEqual([{ mailbox: 'mother@example.com' }]);
});

test('each child has the address as it typed it: on the page, in mails, and after asking again', async () => {
  const { world, ctx, addChild, ask, view, mails, guardianships, refuse } = await createRequestWorld();
  const [amina, brian] = [await addChild(), await addChild()];
  await ask(amina, 'xa.mother@gmail.com');
  await ask(brian, 'x.amother+kiddo@gmail.com');
  expect(
    (await mails())
      .map(({ to }) => to)
      .toSorted()
      .toReversed(),
  ).toEqual(['xa.mother@gmail.com', 'x.amother+kiddo@gmail.com']);
  expect(await ctx.db.selectFrom('guardians').selectAll().execute()).toMatchObject([{ mailbox: 'xamother@gmail.com' }]);
  expect((await view(brian)).address).toBe('x***@gmail.com');
  await refuse(brian.id);
  world.advanceClock(7 * DAY + 60);
  await ask(brian, 'xamother@gmail.com');
  expect((await guardianships(brian.id)).map(({ email, state }) => [email, state])).toEqual([['xamother@gmail.com', 'asked']]);
  expect((await guardianships(amina.id)).map(({ email }) => email)).toEqual(['xa.mother@gmail.com']);
});
