import net, { type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import type { ClientInfo } from '../../infra/auth/auth.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { enqueueEmail, sendEmailJob } from '../mail/service.server.ts';
import { requestPasswordReset } from './password-reset.service.server.ts';
import { confirmEmail, resendConfirmation } from './confirmation.service.server.ts';
import { signUp } from './service.server.ts';

const visit: ClientInfo = { address: '10.0.0.1', userAgent: 'test', cookies: '' };
const AMINA = { username: 'amina', displayName: 'Amina', email: 'amina@example.com', password: 'sauti-77', confirm: 'sauti-77' };
const LATE = 'Our mail is slow right now. We keep trying, so look again in some minutes.';

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A mail server that records what it receives. */
async function mailServer(port: number): Promise<Email[]> {
  const got: Email[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 50,
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        PostalMime.parse(Buffer.concat(parts)).then(
          (mail) => {
            got.push(mail);
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return got;
}

const jobs = async (world: World) =>
  (
    await sql<{ state: string; tries: number; waits: boolean }>`select state::text, retry_count as tries, start_after > now() as waits
      from pgboss.job where name = ${sendEmailJob.name} order by created_on`.execute(world.ctx.db)
  ).rows;

/** The queued email as the jobs table stores it. */
const sealed = async (world: World) =>
  (await sql<{ data: { sealed: string } }>`select data from pgboss.job where name = ${sendEmailJob.name}`.execute(world.ctx.db)).rows[0]
    ?.data ?? {
    sealed: '',
  };

test('a mail server that is away: the account is kept, the person is told, and the mail comes later, once', async () => {
  const port = await closedPort();
  const world = await createWorld({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Kiddo <hello@kiddo.example>' });
  expect(world.ctx.outbox).toBeNull();
  expect(await signUp(world.ctx, VISITOR, AMINA, visit)).toMatchObject({ kind: 'flash', flashMessage: 'check-email-late' });
  expect(await world.ctx.db.selectFrom('players').select(['username', 'email_confirmed']).execute()).toEqual([
    { username: 'amina', email_confirmed: false },
  ]);
  expect(await jobs(world)).toEqual([{ state: 'created', tries: 0, waits: false }]);

  const work = () => world.ctx.jobs.drain(world.ctx, sendEmailJob, 10);
  const hurry = () => sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(world.ctx.db);
  expect(await work()).toBe(1);
  expect(await jobs(world)).toEqual([{ state: 'retry', tries: 0, waits: true }]);
  expect(await work()).toBe(0);
  await hurry();
  expect(await work()).toBe(1);
  expect(await jobs(world)).toEqual([{ state: 'retry', tries: 1, waits: true }]);

  const got = await mailServer(port);
  await hurry();
  expect(await work()).toBe(1);
  expect(await jobs(world)).toMatchObject([{ state: 'completed' }]);
  expect(await work()).toBe(0);
  expect(got.map(({ to, from, subject }) => [to?.[0]?.address, from?.address, subject])).toEqual([
    ['amina@example.com', 'hello@kiddo.example', 'Confirm your email for Kiddo'],
  ]);
  const token = /confirm-email\?token=(\S+)/.exec(got[0]?.text ?? '')?.[1] ?? '';
  expect(got[0]?.html).toContain(token);
  expect(await confirmEmail(world.ctx, VISITOR, { token, password: 'sauti-77' }, visit)).toMatchObject({ flashMessage: 'confirmed' });

  // A player who signs up now is told that emails are being sent.
  world.advanceClock(10);
  const second = { ...AMINA, username: 'brian', email: 'brian@example.com' };
  expect(await signUp(world.ctx, VISITOR, second, visit)).toMatchObject({ flashMessage: 'check-email' });
});

test('while it is away, resend and reset say so too, to the known and the unknown alike', async () => {
  const world = await createWorld({ SMTP_URL: `smtp://127.0.0.1:${await closedPort()}`, MAIL_FROM: 'hello@kiddo.example' });
  const { email } = await world.addPlayer({ email_confirmed: false });
  const [one, two, three, four] = await Promise.all([
    resendConfirmation(world.ctx, VISITOR, { email }, visit),
    resendConfirmation(world.ctx, VISITOR, { email: 'nobody@example.com' }, visit),
    requestPasswordReset(world.ctx, VISITOR, { email }, visit),
    requestPasswordReset(world.ctx, VISITOR, { email: 'nobody@example.com' }, visit),
  ]);
  expect(one).toMatchObject({ answer: { ok: true, toast: { text: `Check your email for the confirmation link ${LATE}` } } });
  expect(three).toMatchObject({ answer: { ok: true, toast: { text: `Check your email for password reset instructions. ${LATE}` } } });
  expect([two, four]).toEqual([one, three]);
  expect(await jobs(world)).toHaveLength(2);
});

test('a job that runs twice writes one mail', async () => {
  const world = await createWorld();
  const letter = { to: 'amina@example.com', subject: 'Hello', heading: 'Hello', paragraphs: [], notes: [] };
  await enqueueEmail(world.ctx, letter);
  const data = await sealed(world);
  for (const id of ['one', 'one', 'two']) await sendEmailJob.run(world.ctx, data, id);
  expect(await world.ctx.outbox?.list(10)).toHaveLength(2);
});

test('a letter that is worth nothing any more is not sent', async () => {
  const world = await createWorld();
  const until = new Date(world.ctx.now().getTime() + 60_000).toISOString();
  const letter = { to: 'amina@example.com', subject: 'Hello', heading: 'Hello', paragraphs: [], notes: [], until };
  await enqueueEmail(world.ctx, letter);
  const data = await sealed(world);
  world.advanceClock(61);
  await sendEmailJob.run(world.ctx, data, 'late');
  expect(await world.ctx.outbox?.list(10)).toEqual([]);
  world.advanceClock(-2);
  await sendEmailJob.run(world.ctx, data, 'early');
  expect(await world.ctx.outbox?.list(10)).toHaveLength(1);
});

test('who reads the table of jobs reads no letter, and who writes there sends none', async () => {
  const world = await createWorld();
  const other = await createWorld();
  const letter = { to: 'amina@example.com', subject: 'Hello', heading: 'Karibu', paragraphs: [], notes: [] };
  for (const each of [world, other]) await enqueueEmail(each.ctx, letter);
  const data = await sealed(world);
  const opened = Buffer.from(data.sealed, 'base64').toString('latin1') + JSON.stringify(data);
  for (const words of ['amina', 'Hello', 'Karibu']) expect(opened).not.toContain(words);
  const bytes = Buffer.from(data.sealed, 'base64');
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  for (const forged of [bytes.toString('base64'), (await sealed(other)).sealed, '', Buffer.from(JSON.stringify(letter)).toString('base64')])
    await expect(sendEmailJob.run(world.ctx, { sealed: forged }, 'forged')).rejects.toThrow(/./);
  expect(await world.ctx.outbox?.list(10)).toEqual([]);
});
