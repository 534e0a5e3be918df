import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import type { AppContext } from '../context.server.ts';
import { HIGHEST_POSITION } from '../infra/database/log-position.ts';
import { createRequestScope, getMustSee, runInScope } from '../infra/tracing/work-scope.ts';
import { allowReplica, markChange } from './own-changes.ts';

function create() {
  const primary: { position: bigint | null } = { position: 0n };
  const readPosition = async () => {
    if (primary.position === null) throw new Error('away');
    return primary.position;
  };
  const ctx = { replica: { readPosition }, secret: 'secret', cookie: { name: 'kiddo_session', secure: false } } as unknown as AppContext;
  const mark = async (position: bigint | null, before?: string) => {
    primary.position = position;
    return ((await markChange(ctx, '/settings', 200, before)) ?? '').split(';')[0] as string;
  };
  const read = (cookie: string) =>
    runInScope(createRequestScope(undefined), () => {
      allowReplica(ctx, { headers: { cookie } } as IncomingMessage);
      return getMustSee();
    });
  return { mark, read };
}

test('a mark never becomes lower, and while the primary does not answer its sender reads from the primary until it does', async () => {
  const { mark, read } = create();
  const first = await mark(200n);
  expect(read(first)).toBe(200n);
  expect(read(await mark(100n, first))).toBe(200n);
  expect(read(await mark(300n, first))).toBe(300n);
  const away = await mark(null, first);
  expect(read(away)).toBe(HIGHEST_POSITION);
  expect(read(await mark(400n, away))).toBe(400n);
});

test('a mark says nothing to whoever has it, and nobody else can make one', async () => {
  const { mark, read } = create();
  const [one, other] = [await mark(1n), await mark(2n ** 62n)];
  expect(one).toHaveLength(other.length);
  expect(one).not.toBe(await mark(1n));
  const forged = one.replace(/.{3}$/, (end) => (end === 'AAA' ? 'BBB' : 'AAA'));
  for (const cookie of [forged, 'kiddo_change=ffffffffffffffff', 'kiddo_change=', '']) expect(read(cookie)).toBe(0n);
});
