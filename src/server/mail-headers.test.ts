import http from 'node:http';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { serveSite } from '../../tests/served-site.ts';
import { createWorld } from '../../tests/world.ts';
import { getBlog } from '../features/articles/service.server.ts';
import { listMessages, handleMessageForm, getMessageDetails } from '../features/contact/admin/service.server.ts';
import { sendMessage } from '../features/contact/service.server.ts';
import { startCampaign, sendToReaderJob, sendToReadersJob } from '../features/newsletter/campaigns/service.server.ts';
import { confirmSubscription, subscribe } from '../features/newsletter/service.server.ts';
import { VISITOR } from '../shared/permissions.ts';

type Got = { to: string[]; mail: Email; raw: string };

/** A local mail server that records the emails it receives. */
async function mailServer() {
  const got: Got[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    authOptional: true,
    closeTimeout: 50,
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const raw = Buffer.concat(parts);
        void PostalMime.parse(raw).then((mail) => {
          got.push({ to: session.envelope.rcptTo.map(({ address }) => address), mail, raw: raw.toString() });
          done();
        });
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  return { got, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

const headersOf = ({ mail }: Got, key: string) => mail.headers.filter((each) => each.key === key).map(({ value }) => value);

test('whatever somebody writes to us, it becomes no header and no markup of a mail, and reaches nobody else', async () => {
  const { got, url } = await mailServer();
  const world = await createWorld({ SMTP_URL: url, MAIL_FROM: 'Kiddo <hello@kiddo.example>', SUPPORT_MAIL: 'help@kiddo.example' });
  const { ctx } = world;
  const ops = await world.addPlayer({ role: 'operator' });
  const evil = [
    {
      name: '"Boss" <boss@evil.example>',
      subject: 'Bcc: x@evil.example',
      message: '<img src=x onerror=alert(1)>\n\n.\nRCPT TO:<x@evil.example>',
    },
    { name: 'a, b@evil.example; c', subject: '=?utf-8?q?=0D=0ABcc:_x@evil.example?=', message: '.' },
    { name: '</title><script>', subject: `${'é'.repeat(149)}?`, message: 'To: x@evil.example\n\nFrom: y@evil.example' },
  ];
  for (const [i, each] of evil.entries())
    expect(await sendMessage(ctx, VISITOR, { ...each, email: `w${i}@example.com` }, '10.0.0.1')).toEqual({ ok: true });
  for (const header of ['name', 'email', 'subject'] as const)
    for (const end of ['\r\nBcc: x@evil.example', '\nBcc: x@evil.example', '\rx', '\u2028x', '\u0085x', '\0'])
      expect(
        await sendMessage(ctx, VISITOR, { ...evil[0], email: 'w@example.com', [header]: `a@b.example${end}` }, '10.0.0.1'),
      ).toMatchObject({ ok: false, code: 'bad-input' });
  for (const { id } of (await listMessages(ctx, ops, 'open', null)).items) {
    const { key } = await getMessageDetails(ctx, ops, id);
    await handleMessageForm(ctx, ops, id, { do: 'answer', text: 'Bcc: x@evil.example\n\n<b>Nzuri</b>', key, seen: '0' });
  }
  await world.mails();

  expect(got.map(({ to }) => to.join()).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => 'help@kiddo.example'),
    ...[0, 0, 1, 1, 2, 2].map((i) => `w${i}@example.com`),
  ]);
  for (const each of got) {
    expect(each.mail.headers.map(({ key }) => key).toSorted()).toEqual(
      ['content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to'].toSorted(),
    );
    expect(each.mail.from).toEqual({ name: 'Kiddo', address: 'hello@kiddo.example' });
    expect(each.mail.html).not.toMatch(/<(img|script|b)\b|<\/title><script/);
    expect(Math.max(...each.raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  }
  const subjects = got.filter(({ to }) => to[0] === 'help@kiddo.example').map(({ mail }) => String(mail.subject));
  // Text that an email program would decode into line breaks stays plain text.
  expect(subjects.toSorted()).toEqual(evil.map(({ subject }) => `Contact: ${subject.replace('=?', '= ?')}`).toSorted());
});

test('the letters of the blog carry the one-click way out, over the wire, and it works', async () => {
  const { got, url } = await mailServer();
  const world = await createWorld({ SMTP_URL: url, MAIL_FROM: 'Kiddo <hello@kiddo.example>' });
  const { ctx } = world;
  const ops = await world.addPlayer({ role: 'operator' });
  await subscribe(ctx, VISITOR, { email: 'reader@example.com' }, '10.0.0.1');
  await world.mails();
  // Before the subscription is confirmed, there is nothing to unsubscribe from.
  expect(got.map((each) => headersOf(each, 'list-unsubscribe'))).toEqual([[]]);
  const token = /\/newsletter\/confirm\/([\w-]+)/.exec(got[0]?.mail.text ?? '')?.[1] ?? '';
  expect(await confirmSubscription(ctx, VISITOR, token)).toBe(true);
  const [post] = (await getBlog(ctx, { category: null, query: null })).posts;
  await startCampaign(ctx, ops, { post: post?.slug ?? '' });
  while ((await ctx.jobs.drain(ctx, sendToReadersJob, 10)) + (await ctx.jobs.drain(ctx, sendToReaderJob, 10)) > 0);
  await world.mails();
  expect(got).toHaveLength(2);
  const letter = got[1] as Got;
  expect(letter.to).toEqual(['reader@example.com']);
  expect(headersOf(letter, 'list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  const [way = ''] = headersOf(letter, 'list-unsubscribe');
  expect(way).toMatch(new RegExp(`^<${ctx.config.origin}/newsletter/leave/[\\w.-]+>$`));
  expect(letter.mail.text).toContain(way.slice(1, -1));

  const pages = () => Promise.reject(new Error('no page was asked for'));
  const { hostname, port } = new URL(await serveSite({ ctx, pages, assets: null }));
  const press = async () =>
    new Promise<number>((resolve, reject) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const request = http.request({ hostname, port, path: new URL(way.slice(1, -1)).pathname, method: 'POST', headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      request.on('error', reject);
      request.end('List-Unsubscribe=One-Click');
    });
  // Gmail and others may send the request twice.
  expect([await press(), await press()]).toEqual([200, 200]);
  expect(await ctx.db.selectFrom('newsletter_readers').select(['email', 'confirmed_at']).execute()).toEqual([
    { email: null, confirmed_at: null },
  ]);
});
