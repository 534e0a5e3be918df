import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createChromiumPipe } from './chromium-pipe.ts';

/** A pipe, what it delivered, and the end that Chromium writes to. */
function openPipe() {
  const from = new PassThrough();
  const got: string[] = [];
  const ends = { killed: 0 };
  const pipe = createChromiumPipe(new PassThrough(), from, () => ends.killed++);
  Object.assign(pipe.transport, { onmessage: (message: string) => got.push(message) });
  return { from, got, ends, pipe };
}

const toEvent = (length: number) => `{"method":"Network.requestWillBeSent","params":{"url":"data:,${'a'.repeat(length)}"}}`;

test('an event that is too long is left unread, the answers and events around it are not', async () => {
  const { from, got, ends, pipe } = openPipe();
  const picture = `{"id":7,"result":{"data":"${'p'.repeat(1_000_000)}"}}`;
  const sent = ['{"method":"a"}', toEvent(10_000_000), picture, toEvent(200_000), '{"id":8}'];
  const bytes = Buffer.from(sent.map((each) => `${each}\0`).join(''));
  // In pieces as they come, of which some end within the first bytes of a message.
  for (let at = 0; at < bytes.length; at += 65_521) from.write(bytes.subarray(at, at + 65_521));
  from.end();
  await once(from, 'close');
  expect(got.map(({ length }) => length)).toEqual([sent[0], sent[2], sent[3], sent[4]].map((each) => each?.length));
  expect([ends.killed, pipe.fault()]).toEqual([0, null]);
});

test('a visit that makes Chromium say too much is cut, also with events that are left unread; each visit counts anew', async () => {
  for (const length of [200_000, 300_000]) {
    const { from, got, ends, pipe } = openPipe();
    const message = Buffer.from(`${toEvent(length)}\0`);
    const write = async (count: number) => {
      for (let nth = 0; nth < count && !from.destroyed; nth++) if (!from.write(message)) await once(from, 'drain');
    };
    await write(200);
    pipe.startVisit();
    await write(200);
    expect([from.destroyed, pipe.fault()]).toEqual([false, null]);
    const closed = once(from, 'close');
    await Promise.race([closed, write(1000)]);
    await closed;
    expect([ends.killed, pipe.fault()]).toEqual([1, expect.stringContaining('64 MB')]);
    expect(got.length).toBeLessThan(200 + 64_000_000 / 200_000);
  }
});
