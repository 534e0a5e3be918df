import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { expect, onTestFinished, test } from 'vitest';
import { createOutbox } from './outbox.ts';

/** An outbox in its own folder, inside another folder that it must not touch. */
async function outboxAt(start = Date.UTC(2026, 0, 1)) {
  const base = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-outbox-'));
  onTestFinished(() => fs.rm(base, { recursive: true, force: true }));
  const folder = path.join(base, 'deep', 'outbox');
  let now = start;
  return {
    base,
    folder,
    outbox: createOutbox(folder, 'Kiddo <hello@kiddo.invalid>', () => new Date(now)),
    later: (ms: number) => (now += ms),
  };
}

const mail = (id: string, more = {}) => ({
  id,
  to: 'amina@example.com',
  subject: `Número ${id} 🙂`,
  text: `Karibu!\n\nhttp://localhost:3000/confirm-email?token=${'x'.repeat(300)}.${id}\n\né\n`,
  html: `<p>Karibu <a href="http://localhost:3000/?token=${'y'.repeat(300)}&amp;n=${id}">é</a></p>`,
  ...more,
});

test('a mail is a file with both parts, readable again as it was', async () => {
  const { folder, outbox } = await outboxAt();
  await outbox.send(mail('one'));
  const files = await fs.readdir(folder);
  expect(files).toEqual(['1767225600000-one.eml']);
  const raw = await fs.readFile(path.join(folder, files[0] ?? ''));
  const parsed = await PostalMime.parse(raw);
  expect(parsed).toMatchObject({
    subject: 'Número one 🙂',
    from: { address: 'hello@kiddo.invalid', name: 'Kiddo' },
    messageId: '<one@kiddo>',
  });
  expect(raw.toString()).toMatch(/^Content-Type: multipart\/alternative;/m);
  expect(raw.toString().match(/^Content-Type: text\/(plain|html)/gm)).toEqual(['Content-Type: text/plain', 'Content-Type: text/html']);
  expect(
    Math.max(
      ...raw
        .toString()
        .split('\n')
        .map((line) => line.length),
    ),
  ).toBeLessThan(998);
  for (const got of [await outbox.read('1767225600000-one.eml'), (await outbox.list(5))[0]]) {
    const { text, html } = mail('one');
    expect({ ...got, text: got?.text.trim(), html: got?.html.trim() }).toEqual({
      name: '1767225600000-one.eml',
      at: new Date(Date.UTC(2026, 0, 1)),
      to: 'amina@example.com',
      subject: 'Número one 🙂',
      text: text.trim(),
      html,
    });
  }
  expect((await fs.stat(path.join(folder, files[0] ?? ''))).mode & 0o077).toBe(0);
});

test('newest first, and no more than asked for', async () => {
  const { outbox, later } = await outboxAt(999_999_999_999);
  for (const id of ['one', 'two', 'three', 'four']) {
    await outbox.send(mail(id));
    later(1_000);
  }
  const ids = async (limit: number) => (await outbox.list(limit)).map(({ name }) => name.slice(14, -4));
  expect([await ids(10), await ids(2), await ids(0)]).toEqual([['four', 'three', 'two', 'one'], ['four', 'three'], []]);
});

test('the same mail sent again is one file', async () => {
  const { outbox, later } = await outboxAt();
  for (const subject of ['first', 'second', 'third']) {
    await outbox.send(mail('one', { subject }));
    later(60_000);
  }
  await outbox.send(mail('ne'));
  expect((await outbox.list(10)).map(({ subject }) => subject)).toEqual(['Número ne 🙂', 'first']);
});

test('nothing outside the folder, and nothing that is no mail, is read', async () => {
  const { base, folder, outbox } = await outboxAt();
  await outbox.send(mail('one'));
  const good = await fs.readFile(path.join(folder, '1767225600000-one.eml'));
  for (const elsewhere of [
    path.join(base, '1767225600000-out.eml'),
    path.join(base, 'deep', '1767225600000-out.eml'),
    path.join(folder, 'x.eml'),
    path.join(folder, '.1767225600000-half.eml'),
  ])
    await fs.writeFile(elsewhere, good);
  for (const name of [
    '../1767225600000-out.eml',
    '../../1767225600000-out.eml',
    '1767225600000-/../../1767225600000-out.eml',
    '..%2F1767225600000-out.eml',
    '..\\1767225600000-out.eml',
    path.join(base, '1767225600000-out.eml'),
    'x.eml',
    '.1767225600000-half.eml',
    '1767225600000-one.eml\0',
    '1767225600000-one.eml/',
    '1767225600000-one.eml\n',
    '1767225600000-one',
    '1767225600000-none.eml',
    '',
    '.',
    '..',
  ])
    expect([name, await outbox.read(name)]).toEqual([name, null]);
  expect((await outbox.list(10)).map(({ name }) => name)).toEqual(['1767225600000-one.eml']);
});

test('a subject cannot bring a header with it', async () => {
  const { folder, outbox } = await outboxAt();
  await outbox.send(mail('one', { subject: 'Hello\r\nBcc: brian@example.com\nX-Evil: 1\r\n\r\nbody' }));
  const parsed = await PostalMime.parse(await fs.readFile(path.join(folder, '1767225600000-one.eml')));
  expect(parsed.headers.map(({ key }) => key).filter((key) => key === 'bcc' || key === 'x-evil')).toEqual([]);
  expect(parsed.text).toContain('Karibu!');
});

test('an outbox that has no folder yet is empty and ready; one that cannot have one says so', async () => {
  const { base, outbox } = await outboxAt();
  expect([await outbox.list(10), await outbox.read('1767225600000-one.eml')]).toEqual([[], null]);
  expect(await outbox.isReady()).toBe(true);
  await fs.writeFile(path.join(base, 'file'), '');
  const nowhere = createOutbox(path.join(base, 'file', 'outbox'), 'hello@kiddo.invalid', () => new Date());
  expect(await nowhere.isReady()).toBe(false);
  await expect(nowhere.send(mail('one'))).rejects.toThrow(/is not/);
});
