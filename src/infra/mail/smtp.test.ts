import net, { type AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test } from 'vitest';
import { MailRefusedError, type Mailer } from './mailer.ts';
import { createSmtpMailer } from './smtp.ts';

type Got = { from: string; to: string[]; mail: Email };

/** A mail server that stores what it receives, and rejects the recipient `refuse` with this answer. */
async function mailServer({ password = '', refuse = '', answer = { code: 550, text: 'no such mailbox' }, hasTls = false } = {}) {
  const got: Got[] = [];
  const server = new SMTPServer({
    disabledCommands: [...(password === '' ? ['AUTH'] : []), ...(hasTls ? [] : ['STARTTLS'])],
    allowInsecureAuth: true,
    authOptional: password === '',
    closeTimeout: 50,
    onAuth: (auth, _session, done) => (auth.password === password ? done(null, { user: auth.username }) : done(new Error('wrong'))),
    onRcptTo: ({ address }, _session, done) =>
      done(address === refuse ? Object.assign(new Error(answer.text), { responseCode: answer.code }) : null),
    onData(stream, session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        PostalMime.parse(Buffer.concat(parts)).then(
          (mail) => {
            got.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), mail });
            done();
          },
          (error: Error) => done(error),
        );
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  onTestFinished(close);
  return { got, port: (server.server.address() as AddressInfo).port };
}

function smtp(url: string, { from = 'Kiddo <hello@kiddo.example>', needsTls = false } = {}): Mailer {
  const port = createSmtpMailer(url, from, { needsTls });
  onTestFinished(() => port.close());
  return port;
}

const mail = (more = {}) => ({
  id: 'job-1',
  to: 'amina@example.com',
  subject: 'Confirm your email 🙂',
  text: 'Karibu! http://localhost:3000/?token=abc',
  html: '<p>Karibu! <a href="http://localhost:3000/?token=abc">é</a></p>',
  ...more,
});

test('a mail arrives with both parts, from us, and is known again by its id', async () => {
  const { got, port } = await mailServer();
  const post = smtp(`smtp://127.0.0.1:${port}`);
  expect(await post.isReady()).toBe(true);
  await post.send(mail());
  await post.send(mail({ id: 'job-2', to: 'brian@example.com' }));
  expect(got.map(({ from, to }) => [from, to])).toEqual([
    ['hello@kiddo.example', ['amina@example.com']],
    ['hello@kiddo.example', ['brian@example.com']],
  ]);
  const [first] = got;
  expect(first?.mail).toMatchObject({
    subject: 'Confirm your email 🙂',
    from: { name: 'Kiddo', address: 'hello@kiddo.example' },
    messageId: '<job-1@kiddo.example>',
  });
  expect(first?.mail.text?.trim()).toBe(mail().text);
  expect(first?.mail.html?.trim()).toBe(mail().html);
  expect(first?.mail.headers.find(({ key }) => key === 'content-type')?.value).toMatch(/^multipart\/alternative/);
});

test('neither subject nor sender can bring a header, a receiver or a body', async () => {
  const { got, port } = await mailServer();
  const post = smtp(`smtp://127.0.0.1:${port}`);
  const evil = 'Hello\r\nBcc: brian@example.com\nX-Evil: 1\r\n\r\nanother body\r\n.\r\nRCPT TO:<chao@example.com>';
  await post.send(mail({ subject: evil }));
  await post.send(mail({ to: '"x\r\nBcc: brian@example.com" <amina@example.com>' })).catch(() => {});
  expect(got.length).toBeGreaterThanOrEqual(1);
  for (const each of got) {
    expect(each.to).toEqual(['amina@example.com']);
    expect(each.mail.headers.map(({ key }) => key).filter((key) => key === 'bcc' || key === 'x-evil')).toEqual([]);
    expect(each.mail.text?.trim()).toBe(mail().text);
  }
});

test('neither a file nor an address can be drawn into a mail', async () => {
  const { got, port } = await mailServer();
  const post = smtp(`smtp://127.0.0.1:${port}`);
  for (const text of [{ path: '/etc/hostname' }, { href: `http://127.0.0.1:${port}/` }])
    await expect(post.send(mail({ text }) as never)).rejects.toThrow(/did not take a mail/);
  expect(got).toEqual([]);
});

test('a refused mail is an error, and the next one is sent', async () => {
  const { got, port } = await mailServer({ refuse: 'gone@example.com' });
  const post = smtp(`smtp://127.0.0.1:${port}`);
  await expect(post.send(mail({ to: 'gone@example.com' }))).rejects.toThrow(/^the mail server did not take a mail \(.*550/);
  await post.send(mail());
  expect(got.map(({ to }) => to)).toEqual([['amina@example.com']]);
});

test('a mailbox that does not exist is refused for good; whatever else is wrong may be sent again', async () => {
  const send = async (code: number, text: string) => {
    const { port } = await mailServer({ refuse: 'gone@example.com', answer: { code, text } });
    const error: unknown = await smtp(`smtp://127.0.0.1:${port}`)
      .send(mail({ to: 'gone@example.com' }))
      .catch((failure: unknown) => failure);
    expect(String(error)).not.toContain('gone@');
    return error instanceof MailRefusedError;
  };
  expect(await send(550, '5.1.1 <gone@example.com>: no such user')).toBe(true);
  expect(await send(553, 'no such mailbox')).toBe(true);
  // A full mailbox, greylisting; and servers that do not take mails from us at all.
  expect(await send(450, '4.2.0 greylisted')).toBe(false);
  expect(await send(452, '4.2.2 mailbox full')).toBe(false);
  expect(await send(554, '5.7.1 <gone@example.com>: Relay access denied')).toBe(false);
  expect(await send(530, 'Authentication required')).toBe(false);
  expect(await send(552, '5.2.2 mailbox full')).toBe(false);
  expect(await send(552, 'quota exceeded')).toBe(false);
  expect(await send(550, 'Your address is blocked, see our block list')).toBe(false);
  const post = smtp('smtp://127.0.0.1:1');
  expect(await post.send(mail()).catch((failure: unknown) => failure)).not.toBeInstanceOf(MailRefusedError);
});

test('the password in the address is used', async () => {
  const { got, port } = await mailServer({ password: 'p@ss/word' });
  const known = smtp(`smtp://kiddo:${encodeURIComponent('p@ss/word')}@127.0.0.1:${port}`);
  const wrong = smtp(`smtp://kiddo:guess@127.0.0.1:${port}`);
  expect([await known.isReady(), await wrong.isReady()]).toEqual([true, false]);
  await known.send(mail());
  await expect(wrong.send(mail())).rejects.toThrow(/EAUTH/);
  expect(got).toHaveLength(1);
});

test('where encryption is needed, nothing is sent without it, nor to a server whose certificate nobody vouches for', async () => {
  for (const hasTls of [false, true]) {
    const { got, port } = await mailServer({ password: 'secret', hasTls });
    const post = smtp(`smtp://kiddo:secret@127.0.0.1:${port}`, { needsTls: true });
    expect(await post.isReady()).toBe(false);
    await expect(post.send(mail())).rejects.toThrow(/^the mail server did not take a mail \((ETLS|ESOCKET|EPROTOCOL|ECONNECTION)/);
    expect(got).toEqual([]);
  }
  const { got, port } = await mailServer();
  await smtp(`smtp://127.0.0.1:${port}`).send(mail());
  expect(got).toHaveLength(1);
});

test('a server that is away is not ready, and a mail for it fails', async () => {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const post = smtp(`smtp://127.0.0.1:${port}`);
  expect(await post.isReady()).toBe(false);
  await expect(post.send(mail())).rejects.toThrow(/did not take a mail/);
});
