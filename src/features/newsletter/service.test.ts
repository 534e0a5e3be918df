import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { unsubscribeRoutes } from '../../server/unsubscribe.ts';
import { actionFailure } from '../../shared/action-result.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { CONFIRM_SECONDS, IP_LIMIT, IP_DAILY_LIMIT, PLAYER_LIMIT, MAILBOX_LIMIT, MAILBOX_MONTHLY_LIMIT } from './rules.ts';
import { confirmSubscription, unsubscribeFromNewsletter, urlForUnsubscribe, subscribe, deleteExpiredReaders } from './service.server.ts';
import { emailTemplates, texts } from './texts.ts';

const READER = 'reader@example.com';
const join = (world: World, fields: Record<string, string> = {}, address = '10.0.0.1') =>
  subscribe(world.ctx, VISITOR, { email: READER, ...fields }, address);
const readers = (world: World) => world.ctx.db.selectFrom('newsletter_readers').selectAll().orderBy('id').execute();
/** The token in the newest email that contains one. */
async function tokenOf(world: World, kind: 'confirm' | 'leave' = 'confirm'): Promise<string> {
  const tokens = (await world.mails()).map(({ text }) => new RegExp(`/newsletter/${kind}/([\\w.-]+)`).exec(text)?.[1]);
  return tokens.find((token) => token !== undefined) ?? '';
}
async function confirmed(world: World): Promise<string> {
  await join(world);
  expect(await confirmSubscription(world.ctx, VISITOR, await tokenOf(world))).toBe(true);
  return (await readers(world))[0]?.id ?? '';
}

const wrongEmail = (email: string, error: string) => actionFailure('bad-input', { fieldErrors: { email: error }, values: { email } });

test('an address reads along only once its link was used; the link works once', async () => {
  const world = await createWorld();
  expect(await join(world, { email: ' Reader@Example.com ' })).toEqual({ ok: true });
  expect(await readers(world)).toMatchObject([{ email: READER, confirmed_at: null }]);
  const [mail] = await world.mails();
  expect([mail?.to, mail?.subject]).toEqual([READER, emailTemplates.confirm('', '').subject]);
  const token = await tokenOf(world);
  // Read access to the database must not be enough to confirm for somebody.
  expect(JSON.stringify(await readers(world))).not.toContain(token);
  expect(await confirmSubscription(world.ctx, VISITOR, `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)).toBe(false);
  expect([await confirmSubscription(world.ctx, VISITOR, token), await confirmSubscription(world.ctx, VISITOR, token)]).toEqual([
    true,
    false,
  ]);
  expect(await readers(world)).toMatchObject([{ email: READER, confirmed_at: expect.any(Date), confirm_hash: null }]);
  for (const wrong of ['', 'x', `${token}x`, '../x']) expect(await confirmSubscription(world.ctx, VISITOR, wrong)).toBe(false);
});

test('the link works for 48 hours; after that the address is forgotten', async () => {
  const world = await createWorld();
  await join(world);
  const token = await tokenOf(world);
  world.advanceClock(CONFIRM_SECONDS - 60);
  await deleteExpiredReaders(world.ctx);
  expect(await readers(world)).toHaveLength(1);
  world.advanceClock(120);
  expect(await confirmSubscription(world.ctx, VISITOR, token)).toBe(false);
  await deleteExpiredReaders(world.ctx);
  expect(await readers(world)).toEqual([]);
});

test('a newer link takes the place of the one before', async () => {
  const world = await createWorld();
  await join(world);
  const first = await tokenOf(world);
  world.advanceClock(5);
  await join(world);
  const second = await tokenOf(world);
  expect(await readers(world)).toHaveLength(1);
  expect([await confirmSubscription(world.ctx, VISITOR, first), await confirmSubscription(world.ctx, VISITOR, second)]).toEqual([
    false,
    true,
  ]);
});

test('the answer does not tell whether an address reads along; its owner is told by mail, and stays', async () => {
  const world = await createWorld();
  await confirmed(world);
  world.advanceClock(5);
  expect(await join(world)).toEqual({ ok: true });
  const [mail] = await world.mails();
  expect(mail?.subject).toBe(emailTemplates.known('', '').subject);
  expect(await readers(world)).toMatchObject([{ confirmed_at: expect.any(Date), confirm_hash: null, confirm_expires_at: null }]);
});

test('after the secret was changed, who reads along is still known', async () => {
  const world = await createWorld();
  const id = await confirmed(world);
  world.ctx.secret = 'another secret, as long as it has to be';
  expect(await join(world)).toEqual({ ok: true });
  expect(await readers(world)).toMatchObject([{ id, email: READER, confirmed_at: expect.any(Date) }]);
});

test('a mailbox gets few such mails a day, and one network address asks so often', async () => {
  const world = await createWorld();
  for (let time = 0; time < MAILBOX_LIMIT.points + 3; time++) expect(await join(world)).toEqual({ ok: true });
  expect(await world.mails()).toHaveLength(MAILBOX_LIMIT.points);
  for (let time = MAILBOX_LIMIT.points + 3; time < IP_LIMIT.points; time++) await join(world, { email: `p${time}@example.com` });
  expect(await join(world, { email: 'last@example.com' })).toEqual(
    actionFailure('too-many-requests', { error: texts.box.slow, values: { email: 'last@example.com' } }),
  );
  expect(await join(world, { email: 'last@example.com' }, '10.0.0.2')).toEqual({ ok: true });
});

test('however it is spelled and asked for, a mailbox gets few such mails a month; one network address asks so often a day', async () => {
  const world = await createWorld();
  const spelled = ['re.ader@gmail.com', 'reader@gmail.com', 'reader+1@gmail.com', 'r.eader+2@googlemail.com'];
  for (let day = 0; day < 6; day++) {
    for (const [i, email] of spelled.entries()) expect(await join(world, { email }, `10.0.${i}.1`)).toEqual({ ok: true });
    expect(await world.mails()).toHaveLength(Math.min((day + 1) * MAILBOX_LIMIT.points, MAILBOX_MONTHLY_LIMIT.points));
    world.advanceClock(86_401);
  }
  for (let hour = 0; hour < IP_DAILY_LIMIT.points / IP_LIMIT.points; hour++) {
    for (let time = 0; time < IP_LIMIT.points; time++) await join(world, { email: `h${hour}t${time}@example.com` });
    world.advanceClock(3601);
  }
  expect(await join(world, { email: 'last@example.com' })).toMatchObject({ ok: false, error: texts.box.slow });
  const keys = JSON.stringify(await world.ctx.db.selectFrom('rate_limit_counters').select('key').execute());
  for (const sign of ['reader', 'example', '10.0.']) expect(keys).not.toContain(sign);
}, 30_000);

test('a player is counted wherever they are, and does not feel who else is behind their network address', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  for (let time = 0; time <= IP_LIMIT.points; time++) await join(world, { email: `p${time}@example.com` });
  expect(await join(world)).toMatchObject({ ok: false });
  const one = (n: number) => subscribe(world.ctx, amina, { email: `q${n}@example.com` }, n === 0 ? '10.0.0.1' : `10.1.0.${n}`);
  for (let n = 0; n < PLAYER_LIMIT.points; n++) expect(await one(n)).toEqual({ ok: true });
  expect(await one(99)).toMatchObject({ ok: false, error: texts.box.slow });
});

test('what is no address is refused as it was typed; a program that fills in the hidden field is not', async () => {
  const world = await createWorld();
  expect(await join(world, { email: ' ' })).toEqual(wrongEmail(' ', texts.box.fieldErrors.empty));
  for (const email of ['reader', 'a@b', 'a@b.c\r\nBcc: x@y.z', `${'x'.repeat(250)}@example.com`])
    expect(await join(world, { email })).toEqual(wrongEmail(email, texts.box.fieldErrors.form));
  expect(await join(world, { extra: 'x' })).toEqual({ ok: true });
  expect([await readers(world), await world.mails()]).toEqual([[], []]);
  expect(await subscribe(world.ctx, await world.addPlayer(), { email: READER, extra: 'Nairobi' }, '10.0.0.1')).toEqual({ ok: true });
  expect(await readers(world)).toHaveLength(1);
});

test('leaving forgets the address, as often as it is pressed; nobody leaves for another', async () => {
  const world = await createWorld();
  const id = await confirmed(world);
  const token = urlForUnsubscribe(world.ctx, id).split('/').at(-1) ?? '';
  const other = urlForUnsubscribe(world.ctx, world.ctx.newId()).split('.').at(-1) ?? '';
  for (const wrong of ['', 'x', id, `${id}.${other}`, `${id}.${'A'.repeat(43)}`])
    expect(await unsubscribeFromNewsletter(world.ctx, VISITOR, wrong)).toBe(false);
  expect(await readers(world)).toMatchObject([{ email: READER }]);
  for (let time = 0; time < 2; time++) expect(await unsubscribeFromNewsletter(world.ctx, VISITOR, token)).toBe(true);
  expect(await readers(world)).toMatchObject([{ id, email: null, confirmed_at: null }]);
  // Somebody who subscribes again is the same reader and must confirm again.
  world.advanceClock(5);
  await join(world);
  expect(await confirmSubscription(world.ctx, VISITOR, await tokenOf(world))).toBe(true);
  expect(await readers(world)).toMatchObject([{ id, email: READER }]);
});

test('a mail program ends the letters with one post from elsewhere; a page of ours goes the ordinary way', async () => {
  const world = await createWorld();
  const id = await confirmed(world);
  const app = unsubscribeRoutes(world.ctx);
  const post = (url: string, headers: Record<string, string> = {}) =>
    app.request(url, { method: 'POST', headers, body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  const url = urlForUnsubscribe(world.ctx, id);
  expect((await post(url, { origin: world.ctx.config.origin })).status).toBe(404);
  expect((await post(`${url}x`)).status).toBe(404);
  expect(await readers(world)).toMatchObject([{ email: READER }]);
  expect((await post(url)).status).toBe(200);
  expect(await readers(world)).toMatchObject([{ email: null }]);
  expect((await app.request(url)).status).toBe(404);
});
