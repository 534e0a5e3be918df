import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { countInFlight, createOverloadGuard, kindOfRequest, type RequestKind } from './overload.ts';

const KINDS: RequestKind[] = ['page', 'data', 'action', 'team'];

/** A guard whose event loop is as slow as the test says. */
function createGuard({ requests = 2, delayMs = 100, random = (): number => 0 } = {}) {
  const loop = { delayMs: 0 };
  const guard = createOverloadGuard({ requests, delayMs }, { loopDelayMs: () => loop.delayMs, random });
  return { guard, loop, refused: () => KINDS.filter((kind) => guard.isOverloadedFor(kind)) };
}

function createRequest(method: string, headers: Record<string, string> = {}, url = '/'): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, headers, url });
}

test('below the limits nothing is refused; beyond them pages first, then data, actions and the team', () => {
  const { loop, refused } = createGuard();
  expect(refused()).toEqual([]);
  const steps: [delayMs: number, refused: RequestKind[]][] = [
    [99, []],
    [100, ['page']],
    [200, ['page', 'data']],
    [400, ['page', 'data', 'action']],
    [800, KINDS],
    [99, []],
  ];
  for (const [delayMs, expected] of steps) {
    loop.delayMs = delayMs;
    expect(refused()).toEqual(expected);
  }
});

test('requests in flight count, each until it ends, and ending twice counts once', () => {
  const { guard, refused } = createGuard({ requests: 2 });
  const leave = [guard.enter('page'), guard.enter('data')];
  expect(refused()).toEqual(['page']);
  leave[0]?.();
  leave[0]?.();
  expect(refused()).toEqual([]);
  guard.enter('data');
  expect(refused()).toEqual(['page']);
});

test('many who sign in at once keep nobody from reading', () => {
  const { guard, refused } = createGuard({ requests: 2 });
  for (let i = 0; i < 8; i++) guard.enter('action');
  expect(refused()).toEqual(['action']);
});

test('0 is no limit', () => {
  const { guard, loop, refused } = createGuard({ requests: 0, delayMs: 0 });
  for (let i = 0; i < 1_000; i++) guard.enter('page');
  loop.delayMs = 60_000;
  expect(refused()).toEqual([]);
});

test('those who were refused are told to return at different times', () => {
  const times = [0, 0.5, 0.999].map((random) => createGuard({ random: () => random }).guard.retryAfter());
  expect(times).toEqual(['2', '7', '12']);
});

test('what a request is, and what is never refused', () => {
  const html = { accept: 'text/html,*/*;q=0.8' };
  const kinds: [method: string, path: string, accept: string | undefined, kind: RequestKind | null][] = [
    ['GET', '/', html.accept, 'page'],
    ['GET', '/games.data', '*/*', 'data'],
    ['GET', '/chat/1', 'application/json', 'data'],
    ['GET', '/avatars/of/1a2b3c4d.svg', 'image/*', 'data'],
    ['GET', '/api/v1/games', undefined, 'page'],
    ['POST', '/login.data', '*/*', 'action'],
    ['POST', '/login', html.accept, 'action'],
    ['GET', '/moderation', html.accept, 'team'],
    ['POST', '/moderation/players/1', html.accept, 'team'],
    ['GET', '/operator.data', '*/*', 'team'],
    ['GET', '/operators', html.accept, 'page'],
    ['GET', '/readyzz', html.accept, 'page'],
    ['GET', '/assets/root.css', '*/*', null],
    ['POST', '/webhooks/paystack', '*/*', null],
    ['POST', '/newsletter/leave/abc', undefined, null],
    ['POST', '/logout', html.accept, null],
  ];
  for (const [method, path, accept, kind] of kinds)
    expect([path, kindOfRequest(createRequest(method, accept === undefined ? {} : { accept }), path)]).toEqual([path, kind]);
});

test('a body that takes its time does not count before it is there', async () => {
  const { guard, refused } = createGuard({ requests: 1 });
  const uploads = Array.from({ length: 4 }, () => createRequest('POST'));
  const gates = uploads.map(() => Promise.withResolvers<string>());
  const answers = uploads.map((upload, i) => countInFlight(guard, upload, () => gates[i]?.promise));
  expect(refused()).toEqual([]);
  for (const upload of uploads) upload.emit('end');
  expect(refused()).toEqual(['action']);
  for (const gate of gates) gate.resolve('sent');
  expect(await Promise.all(answers)).toEqual(['sent', 'sent', 'sent', 'sent']);
  expect(refused()).toEqual([]);
});

test('work that fails does not stay in flight', async () => {
  const { guard, refused } = createGuard({ requests: 1 });
  await expect(countInFlight(guard, createRequest('GET'), () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(refused()).toEqual([]);
});
