import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import {
  CONFIRMATION_LIMIT,
  CONFIRMATION_MONTHLY_LIMIT,
  IP_LIMIT,
  IP_DAILY_LIMIT,
  SENDER_LIMIT,
  RETENTION_DAYS,
  DUPLICATE_SECONDS,
  UNSENT_LIMIT,
} from './rules.ts';
import { sendMessage, deleteOldMessages, getContactView } from './service.server.ts';
import { emailTemplates, texts } from './texts.ts';

const MESSAGE = {
  name: 'Wanjiru',
  email: 'wanjiru@example.com',
  subject: 'A game is <b>stuck</b>',
  message: 'It stops at http://evil.example\r\n\r\nafter level 2.',
};
const send = (world: World, fields: Record<string, string> = {}, actor: Actor = VISITOR, address = '10.0.0.1') =>
  sendMessage(world.ctx, actor, { ...MESSAGE, ...fields }, address);
const stored = (world: World) => world.ctx.db.selectFrom('contact_messages').selectAll().orderBy('id').execute();
const SUPPORT = { SUPPORT_MAIL: 'help@kiddo.example' };

test('a message is stored and mailed to support, and the mail to its sender contains only our own words', async () => {
  const world = await createWorld(SUPPORT);
  expect(await send(world, { email: ' Wanjiru@Example.com ' })).toEqual({ ok: true });
  const [row, ...others] = await stored(world);
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    name: 'Wanjiru',
    email: 'wanjiru@example.com',
    subject: 'A game is <b>stuck</b>',
    body: 'It stops at http://evil.example\n\nafter level 2.',
    state: 'open',
    player_id: null,
    resolved_at: null,
  });
  const mails = await world.mails();
  expect(mails.map(({ to }) => to).toSorted()).toEqual(['help@kiddo.example', 'wanjiru@example.com']);
  const inHouse = mails.find(({ to }) => to === 'help@kiddo.example');
  for (const words of ['Wanjiru', 'wanjiru@example.com', 'http://evil.example', `/operator/messages/${row?.id}`])
    expect(inHouse?.text).toContain(words);
  expect(inHouse?.html).toContain('A game is &#60;b&#62;stuck');
  const arrived = mails.find(({ to }) => to === 'wanjiru@example.com');
  const written = `${arrived?.subject} ${arrived?.text} ${arrived?.html}`;
  for (const theirs of ['Wanjiru', 'stuck', 'evil', 'level']) expect(written).not.toContain(theirs);
  expect(arrived?.subject).toBe(emailTemplates.arrived('', '').subject);
});

test('a player who tells that a child is harmed has told our team', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  expect(await send(world, { message: 'my uncle touches me' }, amina)).toEqual({ ok: true, help: { isTeamNotified: true } });
  expect(await send(world, { message: 'my uncle touches me' })).toEqual({ ok: true, help: { isTeamNotified: false } });
  const requests = await world.ctx.db.selectFrom('help_requests').select(['player_id', 'kind', 'words']).execute();
  expect(requests).toEqual([{ player_id: amina.id, kind: 'abuse', words: `${MESSAGE.subject}\nmy uncle touches me` }]);
});

test('a letter that is not stored is read for a call for help so many times a minute, of a player or of an address', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const message = 'i want to hurt myself';
  // Refused by the form, stored before, and over the limit of letters.
  const kinds: [fields: Record<string, string>, isOk: boolean][] = [
    [{ message, email: '' }, false],
    [{ message }, true],
    [{ message, subject: 'More' }, false],
  ];
  for (const [actor, other, address] of [
    [VISITOR, VISITOR, '10.0.0.2'],
    [amina, brian, '10.0.0.1'],
  ] as const) {
    await send(world, { message }, actor);
    for (let time = 1; time < SENDER_LIMIT.points; time++) await send(world, { subject: `Hello ${time}` }, actor);
    for (let time = 0; time < UNSENT_LIMIT.points; time++)
      expect(await send(world, { message, email: '' }, actor)).toMatchObject({ help: { isTeamNotified: false } });
    for (const [fields, ok] of kinds) {
      const answer = await send(world, fields, actor);
      expect([answer.ok, answer.help]).toEqual([ok, undefined]);
    }
    expect(await send(world, { message, email: '' }, other, address)).toHaveProperty('help');
    world.advanceClock(UNSENT_LIMIT.seconds + 1);
    for (const [fields, ok] of kinds) expect(await send(world, fields, actor)).toMatchObject({ ok, help: { isTeamNotified: false } });
  }
});

test('all of a long letter reaches our team', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  const message = `${'today i went to the shop with my mum. '.repeat(100)}my uncle touches me`;
  expect(await send(world, { message }, amina)).toEqual({ ok: true, help: { isTeamNotified: true } });
  const requests = await world.ctx.db.selectFrom('help_requests').select('words').execute();
  expect(requests).toEqual([{ words: `${MESSAGE.subject}\n${message}` }]);
});

test('a second letter that tells of harm has told our team too, also one that is sent again after a lost answer', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer({ username: 'amina' });
  for (const message of ['my uncle touches me', 'my uncle touches me', 'my dad beats me every night'])
    expect(await send(world, { message }, amina)).toEqual({ ok: true, help: { isTeamNotified: true } });
});

test('all four fields are needed, and what is refused comes back as it was typed', async () => {
  const world = await createWorld();
  const empty = { name: '', email: '', subject: ' ', message: '\n' };
  expect(await send(world, empty)).toEqual(
    actionFailure('bad-input', {
      fieldErrors: {
        name: texts.fieldErrors.name.empty,
        email: texts.fieldErrors.email.empty,
        subject: texts.fieldErrors.subject.empty,
        message: texts.fieldErrors.message.empty,
      },
      values: empty,
    }),
  );
  for (const [field, value] of [
    ['email', 'wanjiru'],
    ['email', 'a@b.c\r\nBcc: x@y.z'],
    ['name', 'a\u0000b'],
    ['name', 'x'.repeat(81)],
    ['subject', 'Hi\r\nBcc: x@y.z'],
    ['subject', 'x'.repeat(151)],
    ['message', 'x'.repeat(4001)],
    ['message', 'a\u0007b'],
    // Nothing in these is visible or can be clicked in the operators' list.
    ['name', '\u200b\ufeff'],
    ['subject', '\u2060 \u200b'],
    ['subject', '\u202e'],
    ['message', '\u200b\n\u200d'],
  ] as const) {
    const answer = await send(world, { [field]: value });
    expect([field, answer]).toEqual([
      field,
      actionFailure('bad-input', { fieldErrors: { [field]: expect.any(String) }, values: { ...MESSAGE, [field]: value } }),
    ]);
  }
  expect([await stored(world), await world.mails()]).toEqual([[], []]);
  expect(await send(world, { name: 'x'.repeat(80), subject: 'y'.repeat(150), message: 'z'.repeat(4000) })).toEqual({ ok: true });
});

test('what turns the direction of a line is left out of it; other scripts and signs stay', async () => {
  const world = await createWorld(SUPPORT);
  expect(await send(world, { name: 'Wan\u202ejiru\u2066', subject: '\u202dPaid \u202egpj.exe', message: 'نص \u202eabc' })).toEqual({
    ok: true,
  });
  expect(await stored(world)).toMatchObject([{ name: 'Wanjiru', subject: 'Paid gpj.exe', body: 'نص \u202eabc' }]);
  expect((await world.mails()).map(({ subject }) => subject)).toContain('Contact: Paid gpj.exe');
  expect(await send(world, { name: '👩🏾‍🦱', subject: 'ስጦታ?', message: 'm\u0301e\u0301' })).toEqual({ ok: true });
  expect(await stored(world)).toMatchObject([{}, { name: '👩🏾‍🦱', subject: 'ስጦታ?', body: 'ḿé' }]);
});

test('a program that fills in the hidden field is answered as if it had worked', async () => {
  const world = await createWorld();
  expect(await send(world, { extra: 'http://spam.example' })).toEqual({ ok: true });
  expect([await stored(world), await world.mails()]).toEqual([[], []]);
  expect(await send(world, { extra: '' })).toEqual({ ok: true });
  expect(await stored(world)).toHaveLength(1);
  // A signed-in player is accepted even if their browser filled in the honeypot.
  expect(await send(world, { extra: 'Nairobi' }, await world.addPlayer())).toEqual({ ok: true });
  expect(await stored(world)).toHaveLength(2);
});

test('sent again because no answer came through, a message is one; also when both come at once', async () => {
  const world = await createWorld(SUPPORT);
  const amina = await world.addPlayer();
  expect(await Promise.all([send(world), send(world), send(world)])).toEqual([{ ok: true }, { ok: true }, { ok: true }]);
  for (let time = 0; time < SENDER_LIMIT.points + 1; time++)
    expect(await send(world, { email: 'Wanjiru@example.com' })).toEqual({ ok: true });
  expect(await stored(world)).toHaveLength(1);
  expect((await world.mails()).map(({ to }) => to).toSorted()).toEqual(['help@kiddo.example', 'wanjiru@example.com']);
  // A different text, sender or time makes a different message.
  await send(world, { message: 'And level 3.' });
  await send(world, { name: 'Wanjiku' });
  await send(world, {}, amina);
  expect(await stored(world)).toHaveLength(4);
  world.advanceClock(DUPLICATE_SECONDS + 1);
  await send(world);
  expect(await stored(world)).toHaveLength(5);
});

test('one sender writes so often an hour; what was typed is kept, and nobody uses up what another may send', async () => {
  const world = await createWorld();
  const n = (time: number) => ({ subject: `Number ${time}` });
  for (let time = 0; time < SENDER_LIMIT.points; time++) expect(await send(world, n(time))).toEqual({ ok: true });
  expect(await send(world, n(99))).toMatchObject({ fieldErrors: {}, error: texts.slow, values: { ...MESSAGE, ...n(99) } });
  // A stranger used this address from another IP address. From their own IP address, the owner can still send.
  expect(await send(world, n(99), VISITOR, '10.0.0.2')).toEqual({ ok: true });
  // Players have a limit of their own, independent of the IP address.
  const amina = await world.addPlayer();
  for (let time = 0; time < SENDER_LIMIT.points; time++) expect(await send(world, n(time), amina, `10.1.0.${time}`)).toEqual({ ok: true });
  expect(await send(world, n(99), amina, '10.1.0.99')).toMatchObject({ error: texts.slow });
  world.advanceClock(3601);
  for (const actor of [VISITOR, amina]) expect(await send(world, n(100), actor)).toEqual({ ok: true });
});

test('one network address has its limits an hour and a day, which players behind it do not feel', async () => {
  const world = await createWorld();
  let sent = 0;
  const one = (actor: Actor = VISITOR) => send(world, { email: `p${sent++}@example.com` }, actor);
  for (let hour = 0; hour < IP_DAILY_LIMIT.points / IP_LIMIT.points; hour++) {
    for (let time = 0; time < IP_LIMIT.points; time++) expect(await one()).toEqual({ ok: true });
    expect(await one()).toMatchObject({ error: texts.slow });
    world.advanceClock(3601);
  }
  expect(await one()).toMatchObject({ error: texts.slow });
  expect(await one(await world.addPlayer())).toEqual({ ok: true });
  expect(await send(world, {}, VISITOR, '10.0.0.3')).toEqual({ ok: true });
  world.advanceClock(20 * 3600);
  expect(await one()).toEqual({ ok: true });
}, 30_000);

test('a mailbox hears of few messages a day and a month, however many name it and however it is spelled', async () => {
  const world = await createWorld(SUPPORT);
  const spelled = ['wan.jiru@gmail.com', 'wanjiru@gmail.com', 'wanjiru+1@gmail.com', 'w.anjiru+2@googlemail.com'];
  const day = async (given: number) => {
    for (const [i, email] of spelled.entries())
      expect(await send(world, { email, subject: `Day ${given}` }, VISITOR, `10.0.${i}.1`)).toEqual({ ok: true });
    return (await world.mails()).filter(({ subject }) => subject === emailTemplates.arrived('', '').subject).length;
  };
  expect(await day(0)).toBe(CONFIRMATION_LIMIT.points);
  expect((await world.mails()).filter(({ to }) => to === 'help@kiddo.example')).toHaveLength(spelled.length);
  let sentCount = CONFIRMATION_LIMIT.points;
  for (let given = 1; given < 8; given++) {
    world.advanceClock(86_401);
    sentCount = await day(given);
  }
  expect(sentCount).toBe(CONFIRMATION_MONTHLY_LIMIT.points);
});

test('the counters name nobody', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  await send(world);
  await send(world, {}, amina);
  const rows = await world.ctx.db.selectFrom('rate_limit_counters').select('key').execute();
  expect(rows.length).toBeGreaterThan(4);
  for (const sign of ['wanjiru', '10.0.0.1', amina.id]) expect(JSON.stringify(rows)).not.toContain(sign);
});

test('a player’s name and address are filled in, and the message names the player', async () => {
  const world = await createWorld(SUPPORT);
  const amina = await world.addPlayer({ username: 'amina', display_name: 'Amina W' });
  expect(await getContactView(world.ctx, amina)).toEqual({
    prefill: { name: 'Amina W', email: 'amina@example.com' },
    support: 'help@kiddo.example',
  });
  expect(await getContactView(world.ctx, VISITOR)).toEqual({ prefill: null, support: 'help@kiddo.example' });
  await send(world, {}, amina);
  expect(await stored(world)).toMatchObject([{ player_id: amina.id }]);
  await world.ctx.db.deleteFrom('players').where('id', '=', amina.id).execute();
  expect(await stored(world)).toMatchObject([{ player_id: null }]);
});

test('without a mail address of its own, support is who mails come from', async () => {
  const world = await createWorld();
  expect((await getContactView(world.ctx, VISITOR)).support).toBe('hello@kiddo.invalid');
});

test('what was settled long ago is deleted with its answers; what is open stays', async () => {
  const world = await createWorld();
  await send(world);
  await send(world, { email: 'other@example.com' });
  const [first] = await stored(world);
  const at = world.ctx.now();
  await world.ctx.db
    .updateTable('contact_messages')
    .set({ state: 'answered', resolved_at: at })
    .where('id', '=', first?.id ?? '')
    .execute();
  const answer = { id: world.ctx.newId(), message_id: first?.id ?? '', actor_id: world.ctx.newId(), actor_name: 'ops', body: 'Yes.' };
  await world.ctx.db.insertInto('contact_answers').values(answer).execute();
  world.advanceClock(RETENTION_DAYS * 86_400 - 60);
  expect(await deleteOldMessages(world.ctx)).toBe(0);
  world.advanceClock(120);
  expect(await deleteOldMessages(world.ctx)).toBe(1);
  expect((await stored(world)).map(({ email }) => email)).toEqual(['other@example.com']);
  expect(await world.ctx.db.selectFrom('contact_answers').selectAll().execute()).toEqual([]);
});
