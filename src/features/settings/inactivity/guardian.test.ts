import { CompiledQuery } from 'kysely';
import { expect, test, vi } from 'vitest';
import { giveConsent, setGuardianship } from '../../../../tests/guardian-world.ts';
import { addInactive, CLOSED, DAY, readLastVisit, sendWarnings, setClock, spendNight, visit } from '../../../../tests/inactivity-world.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { signIn } from '../../accounts/service.server.ts';
import { urlForAgreement } from '../../guardians/links.service.server.ts';
import { warnInactivePlayers } from './service.server.ts';

const AGE_16 = { age_band: 16, birth_month: '2010-01' } as const;
const ask = async ({ ctx }: World, text: string, values: unknown[]) => {
  await ctx.db.executeQuery(CompiledQuery.raw(text, values));
};

test.each([
  ['en', 'Nobody has used @amina for 24 months', 'let the child log in by January 31, 2031.'],
  ['sw', 'Hakuna aliyetumia @amina kwa miezi 24', 'aingie kwenye akaunti kufikia tarehe 31 Januari 2031.'],
])('after the player the guardian who agreed is told too, in their language (%s)', async (language, heading, day) => {
  const world = await createWorld();
  setClock(world, '2031-01-02T09:00:00Z');
  const amina = await addInactive(world, { username: 'amina', ...AGE_16 });
  const guardian = await giveConsent((...query) => ask(world, ...query), amina.id);
  await ask(world, 'update guardians set language = $1', [language]);
  await ask(
    world,
    `insert into guardian_mails (id, guardianship_id, kind, queued_at)
     select gen_random_uuid(), id, kind, now() + days * interval '1 day' from guardianships, (values ('request', 0), ('receipt', 1)) m (kind, days)`,
    [],
  );
  const last = await world.ctx.db.selectFrom('guardian_mails').select('id').where('kind', '=', 'receipt').executeTakeFirstOrThrow();
  await world.ctx.db.insertInto('wallets').values({ player_id: amina.id, balance: 1250 }).execute();
  await spendNight(world);
  const mails = await world.mails();
  expect(mails.map(({ to }) => to)).toEqual([guardian, amina.email]);
  for (const words of [heading, day, '1,250', '/login']) expect(mails[0]?.text).toContain(words);
  // Their page, by the last of our mails.
  const page = `${urlForAgreement(world.ctx, last.id)}${language === 'sw' ? '?lang=sw' : ''}`;
  expect(mails[0]?.text.split(/\s/)).toContain(page);
  expect(mails[1]?.text).toContain('Log in by January 31, 2031.');
  expect(mails[1]?.text).not.toContain('/guardian/');
  expect(await readLastVisit(world, amina.id)).toMatchObject({ is_warned: true });
});

test('nobody is told who was only asked, who took the consent back, or whose child is of age', async () => {
  const world = await createWorld();
  const run = (text: string, values: unknown[]) => ask(world, text, values);
  const players = await Promise.all(
    [AGE_16, AGE_16, AGE_16, {}].map((age, at) => addInactive(world, { username: `player_${at}`, ...age })),
  );
  const [asked, refused, withdrawn, ofAge] = players.map(({ id }) => id);
  await setGuardianship(run, asked ?? '', 'asked');
  await setGuardianship(run, refused ?? '', 'refused');
  await setGuardianship(run, withdrawn ?? '', 'withdrawn');
  await giveConsent(run, ofAge ?? '');
  await spendNight(world);
  expect((await world.mails()).map(({ to }) => to).toSorted()).toEqual(players.map(({ email }) => email).toSorted());
});

test('a guardian’s mailbox that takes no mail keeps no account, and the player is not written to again', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina', ...AGE_16 });
  const guardian = await giveConsent((...query) => ask(world, ...query), amina.id);
  const { send } = world.ctx.mailer;
  const tried: string[] = [];
  vi.spyOn(world.ctx.mailer, 'send').mockImplementation(async (mail) => {
    tried.push(mail.to);
    if (mail.to === guardian) throw new Error('no such mailbox');
    await send(mail);
  });
  await spendNight(world);
  await world.mails();
  await sendWarnings(world);
  expect(tried).toEqual([amina.email, guardian]);
  world.advanceClock(30 * DAY);
  expect(await spendNight(world)).toEqual(CLOSED);
  expect(await world.ctx.db.selectFrom('guardians').selectAll().execute()).toEqual([]);
});

test('a guardian whose child came back while the mail was being sent is not written to', async () => {
  const world = await createWorld();
  const amina = await addInactive(world, { username: 'amina', ...AGE_16 });
  await giveConsent((...query) => ask(world, ...query), amina.id);
  await warnInactivePlayers(world.ctx, SYSTEM);
  const { send } = world.ctx.mailer;
  vi.spyOn(world.ctx.mailer, 'send').mockImplementationOnce(async (mail) => {
    await signIn(world.ctx, VISITOR, { identifier: 'amina', password: 'secret1' }, visit);
    await send(mail);
  });
  await sendWarnings(world);
  expect((await world.mails()).map(({ to }) => to)).toEqual([amina.email]);
});
