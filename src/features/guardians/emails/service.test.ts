import { expect, test, vi } from 'vitest';
import { codeOfAnswer, createRequestWorld, DAY, HOUR } from '../../../../tests/guardian-requests.ts';
import { createMentionMatcher } from '../../../infra/erasure.ts';
import { MailRefusedError } from '../../../infra/mail/mailer.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { eraseEmails } from '../../mail/service.server.ts';
import { parseAgreementKey } from '../links.service.server.ts';
import { hashUnwantedMailbox } from '../mailboxes.service.server.ts';
import { sendConfirmations } from '../service.server.ts';
import { queueGuardianMail, sendGuardianMailJob } from './service.server.ts';
import type { GuardianMailKind } from './schema.ts';

/** A world with a player who asked a guardian. */
async function createAskedWorld() {
  const requests = await createRequestWorld();
  const { ctx } = requests;
  const amina = await requests.addChild({ username: 'amina_9', display_name: 'Amina the Great' });
  const listMails = () => ctx.db.selectFrom('guardian_mails').selectAll().orderBy('id').execute();
  /** Queues a mail about the player's guardianship, sends it, and returns the latest mail. */
  const send = async (kind: GuardianMailKind) => {
    const [row] = await requests.guardianships(amina.id);
    requests.world.advanceClock(60);
    await ctx.db.transaction().execute((trx) => queueGuardianMail(ctx, trx, row?.id ?? '', kind));
    return (await requests.mails()).at(-1);
  };
  return { ...requests, amina, listMails, send };
}

const NOBODY = { replacementId: 'left-1', email: '', usernames: [], displayNames: [] };
/** The addresses of the guardian's page in a text. */
const linksIn = (text = '') => text.split('\n').filter((line) => line.includes('/guardian/'));

test('the first mail says in both languages what a guardian has to know, with a signed link in each', async () => {
  const { ctx, amina, ask, mails, listMails } = await createAskedWorld();
  await ask(amina, 'mother@example.com');
  const [mail] = await mails();
  const text = mail?.text ?? '';
  const [english = '', swahili = ''] = text.split('* * *');
  expect(english.split('\n')[2]).toBe('(Kiswahili kiko hapa chini.)');
  expect(mail?.to).toBe('mother@example.com');
  for (const words of [
    'parent or guardian',
    'free',
    'ready phrases',
    'We keep',
    'cost money \\(from KSH 99 a month\\)',
    'friends with players who said that they are 13 to 17',
    '/privacy',
    '/contact',
    'say no',
    '14 days',
    '30 days',
  ])
    expect(english).toMatch(new RegExp(words));
  for (const words of [
    'mzazi au mlezi',
    'bure',
    'maneno yaliyo tayari',
    'Tunahifadhi',
    'hulipiwa (kuanzia KSH 99 kwa mwezi)',
    '/privacy',
    '/contact',
    'kusema hapana',
    'siku 14',
    'siku 30',
  ])
    expect(swahili).toContain(words);
  for (const part of [english, swahili]) expect(part).toContain('@amina_9');
  // Nothing else that the player could write, no guess of whether it is a girl or a boy.
  expect(text).not.toContain('Amina the Great');
  // The link is left out: a signature has any letters, 'HE-' among them.
  expect(english.replaceAll(/https?:\S+/g, '')).not.toMatch(/\b(he|she|his|her|him)\b/i);
  const [first = '', second = ''] = linksIn(text);
  expect([linksIn(english), linksIn(swahili)]).toEqual([[first], [second]]);
  expect(second).toBe(`${first}?lang=sw`);
  expect(first.startsWith(`${ctx.config.origin}/guardian/`)).toBe(true);
  const [row] = await listMails();
  expect(parseAgreementKey(ctx, first.split('/guardian/')[1] ?? '')).toBe(row?.id);
  expect(row).toMatchObject({ kind: 'request', taken_at: expect.any(Date), refused_at: null });
  expect(mail?.html).toMatch(/<html lang="en">.*<div lang="sw"/s);
});

test('after a no the first mail does not say that phrases can be sent now, nor who said no', async () => {
  const { world, amina, ask, refuse, mails } = await createAskedWorld();
  await ask(amina, 'mother@example.com');
  await mails();
  await refuse(amina.id);
  world.advanceClock(8 * DAY);
  await ask(amina, 'father@example.com');
  const [english = '', swahili = ''] = ((await mails()).at(-1)?.text ?? '').split('* * *');
  expect(english).toContain('They cannot write to anybody now.');
  expect(english).not.toMatch(/They can send ready phrases|said no|took|refused|did not agree/);
  expect(swahili).toContain('Kwa sasa hawezi kumwandikia mtu yeyote.');
  expect(swahili).not.toMatch(/Anaweza kutuma maneno|alikataa|hakukubali/i);
});

test('the mails after it are in the guardian’s language, and each has the link', async () => {
  const { ctx, amina, ask, agree, mails, send } = await createAskedWorld();
  await ask(amina, 'mother@example.com');
  await mails();
  const reminder = await send('reminder');
  expect(reminder?.subject).toBe('@amina_9 still waits for your answer on Kiddo / bado anasubiri jibu lako');
  expect(linksIn(reminder?.text)).toHaveLength(2);
  await agree(amina.id);
  const [receipt, confirmation] = [await send('receipt'), await send('confirmation')];
  expect(receipt?.subject).toBe('What you chose for @amina_9 on Kiddo');
  for (const words of ['ready phrases only', 'up to KSH 500 each month', 'a second mail', 'take it back'])
    expect(receipt?.text).toContain(words);
  expect(confirmation?.subject).toBe('Was it you who agreed for @amina_9 on Kiddo?');
  for (const words of ['as their mother', 'ready phrases only', 'up to KSH 500 each month', 'take it back'])
    expect(confirmation?.text).toContain(words);
  await ctx.db.updateTable('guardians').set({ language: 'sw' }).execute();
  await ctx.db.updateTable('guardianships').set({ confirmation_taken_at: null }).execute();
  const inSwahili = [await send('receipt'), await send('confirmation'), await send('link')];
  expect(inSwahili.map((mail) => mail?.subject)).toEqual([
    'Uliyomchagulia @amina_9 kwenye Kiddo',
    'Je, ni wewe uliyetoa ruhusa kwa @amina_9 kwenye Kiddo?',
    'Kiungo chako kuhusu @amina_9 kwenye Kiddo',
  ]);
  for (const mail of inSwahili) {
    for (const words of ['maneno yaliyo tayari tu', 'hadi KSH 500 kila mwezi', 'ondoa ruhusa', 'Hatuombi kamwe'])
      expect(mail?.text).toContain(words);
    expect(mail?.text).not.toMatch(/\b(the|you|mail)\b/);
    expect(mail?.html).toContain('<html lang="sw">');
    expect(linksIn(mail?.text)).toEqual([expect.stringMatching(/\/guardian\/[\w-]{36}\.[\w-]{43}\?lang=sw$/)]);
  }
  for (const mail of [receipt, confirmation]) expect(linksIn(mail?.text)).toEqual([expect.stringMatching(/\.[\w-]{43}$/)]);
});

test('what is chosen while a receipt is on its way is mailed too', async () => {
  const { ctx, amina, ask, agree, mails, listMails, guardianships } = await createAskedWorld();
  await ask(amina, 'mother@example.com');
  await mails();
  await agree(amina.id);
  const [row] = await guardianships(amina.id);
  await ctx.db.transaction().execute((trx) => queueGuardianMail(ctx, trx, row?.id ?? '', 'receipt'));
  const send = vi.spyOn(ctx.mailer, 'send').mockImplementationOnce(async () => {
    await ctx.db.updateTable('guardianships').set({ monthly_limit_minor: 2_000_000 }).execute();
  });
  await mails();
  send.mockRestore();
  const receipts = (await listMails()).filter(({ kind }) => kind === 'receipt');
  expect(receipts.map(({ taken_at }) => taken_at !== null)).toEqual([true, false]);
  // The next one says the same as before: no other follows.
  await sendGuardianMailJob.run(ctx, { mailId: receipts[1]?.id ?? '' }, ctx.newId());
  expect((await ctx.outbox?.list(1))?.[0]?.text).toContain('up to KSH 20,000 each month');
  expect((await listMails()).filter(({ kind, taken_at }) => kind === 'receipt' && taken_at === null)).toEqual([]);
});

test('a reminder is in Kiswahili alone for who chose it, and a receipt after a confirmed consent promises no second mail', async () => {
  const { ctx, amina, ask, agree, mails, send } = await createAskedWorld();
  await ask(amina, 'mother@example.com');
  await mails();
  await ctx.db.updateTable('guardians').set({ language: 'sw' }).execute();
  const reminder = await send('reminder');
  expect(reminder?.subject).toBe('@amina_9 bado anasubiri jibu lako kwenye Kiddo');
  expect(linksIn(reminder?.text)).toHaveLength(1);
  await agree(amina.id);
  await ctx.db.updateTable('guardianships').set({ confirmation_queued_at: ctx.now() }).execute();
  const receipt = await send('receipt');
  expect(receipt?.text).toContain('Writing: ready phrases only');
  expect(receipt?.text).not.toContain('second mail');
});

test('a mailbox that does not exist: the player sees it, nothing is tried again, and another address helps', async () => {
  const { ctx, amina, ask, view, listMails, sendMails } = await createAskedWorld();
  const send = vi.spyOn(ctx.mailer, 'send').mockRejectedValue(new MailRefusedError('no such mailbox'));
  await ask(amina, 'mothr@example.com');
  expect(await view(amina)).toMatchObject({ state: 'asked', undelivered: null });
  expect(await sendMails()).toBe(1);
  expect(await sendMails()).toBe(0);
  expect(send).toHaveBeenCalledOnce();
  expect(await listMails()).toMatchObject([{ taken_at: null, refused_at: expect.any(Date) }]);
  expect(await view(amina)).toMatchObject({ state: 'asked', address: 'm***@example.com', undelivered: 'refused' });
  send.mockRestore();
  // Nobody can answer there, so another grown-up can be asked at once.
  expect(codeOfAnswer(await ask(amina, 'father@example.com'))).toBe('ok');
  await sendMails();
  expect(await view(amina)).toMatchObject({ undelivered: null });
  expect((await listMails())[1]).toMatchObject({ taken_at: expect.any(Date), refused_at: null });
});

test('a mail that no server takes is tried again; after two days the player sees that it did not arrive', async () => {
  const { world, ctx, amina, ask, remind, view, listMails, sendMails } = await createAskedWorld();
  const send = vi.spyOn(ctx.mailer, 'send').mockRejectedValue(new Error('the mail server is away'));
  await ask(amina, 'mother@example.com');
  await sendMails();
  expect(await listMails()).toMatchObject([{ taken_at: null, refused_at: null }]);
  world.advanceClock(2 * DAY - HOUR);
  expect(await view(amina)).toMatchObject({ undelivered: null });
  world.advanceClock(2 * HOUR);
  expect(await view(amina)).toMatchObject({ undelivered: 'late', canRemind: true });
  // A reminder is another try.
  send.mockRestore();
  expect(codeOfAnswer(await remind(amina))).toBe('ok');
  await sendMails();
  expect(await view(amina)).toMatchObject({ undelivered: null });
});

test('a mail that is not true any more is not sent', async () => {
  const { world, ctx, amina, ask, agree, refuse, mails, guardianships, addChild } = await createAskedWorld();
  const queue = async (kind: GuardianMailKind, playerId = amina.id) => {
    const [row] = await guardianships(playerId);
    await ctx.db.transaction().execute((trx) => queueGuardianMail(ctx, trx, row?.id ?? '', kind));
  };
  await ask(amina, 'mother@example.com');
  // They answered, or took it back, while the mail waited.
  await agree(amina.id);
  expect(await mails()).toEqual([]);
  await queue('confirmation');
  await refuse(amina.id, 'withdrawn');
  expect(await mails()).toEqual([]);
  // The account is closed, or its player is of age.
  const closed = { closed_as: 'under-13', age_band: null, birth_month: null, deletes_at: new Date('2100-01-01') };
  for (const change of [closed, { age_band: 18, birth_month: '2000-01' }]) {
    const child = await addChild();
    await ask(child, `${child.username}-mother@example.com`);
    await ctx.db.updateTable('players').set(change).where('id', '=', child.id).execute();
    expect(await mails()).toEqual([]);
  }
  // They said to another child that they want none; who agreed for a child gets what is about that one.
  const brian = await addChild();
  await ask(brian, 'father@example.com');
  await ctx.db
    .insertInto('unwanted_mailboxes')
    .values({ mailbox_hash: hashUnwantedMailbox(ctx, 'father@example.com') })
    .execute();
  expect(await mails()).toEqual([]);
  await agree(brian.id);
  await queue('receipt', brian.id);
  expect((await mails()).map(({ to }) => to)).toEqual(['father@example.com']);
  expect(world.logged).toEqual([]);
});

test('24 hours after a consent one second mail asks whether it was they; two runs at once send no two', async () => {
  const { world, ctx, amina, ask, agree, addChild, mails, listMails } = await createAskedWorld();
  const brian = await addChild();
  await ask(amina, 'mother@example.com');
  await ask(brian, 'father@example.com');
  await mails();
  await agree(amina.id);
  expect(await sendConfirmations(ctx, SYSTEM)).toBe(0);
  world.advanceClock(DAY - 60);
  expect(await sendConfirmations(ctx, SYSTEM)).toBe(0);
  world.advanceClock(120);
  const counts = await Promise.all([sendConfirmations(ctx, SYSTEM), sendConfirmations(ctx, SYSTEM)]);
  expect(counts.toSorted((a, b) => a - b)).toEqual([0, 1]);
  expect((await mails()).at(-1)).toMatchObject({ to: 'mother@example.com', subject: expect.stringContaining('Was it you') });
  expect((await listMails()).filter(({ kind }) => kind === 'confirmation')).toHaveLength(1);
  world.advanceClock(DAY);
  expect(await sendConfirmations(ctx, SYSTEM)).toBe(0);
  await expect(sendConfirmations(ctx, amina)).rejects.toMatchObject({ code: 'not-allowed' });
});

test('the mails about a player who is erased go from the outbox of demo mode too, and those that wait are not sent', async () => {
  const { ctx, amina, addChild, ask, mails } = await createAskedWorld();
  const brian = await addChild({ username: 'brian' });
  await ask(amina, 'mother@example.com');
  await ask(brian, 'father@example.com');
  expect(await mails()).toHaveLength(2);
  // A name that is a word counts with its sign.
  await eraseEmails(ctx, createMentionMatcher({ ...NOBODY, id: brian.id, emails: [brian.email], mentions: ['@brian'] }));
  expect((await mails()).map(({ to }) => to)).toEqual(['mother@example.com']);
  const chao = await addChild();
  await ask(chao, 'aunt@example.com');
  await ctx.db.deleteFrom('players').where('id', '=', chao.id).execute();
  expect((await mails()).map(({ to }) => to)).toEqual(['mother@example.com']);
});
