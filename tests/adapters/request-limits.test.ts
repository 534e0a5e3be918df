import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import path from 'node:path';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../src/infra/logger.ts';
import { serveClusterLimits } from '../../src/infra/request-limits/cluster.ts';
import { createMemoryLimits } from '../../src/infra/request-limits/memory.ts';
import { createRedisLimits } from '../../src/infra/request-limits/redis.ts';
import type { RequestCount, RequestLimits } from '../../src/infra/request-limits/request-limits.ts';
import type { Ask } from './limits-worker.ts';
import { hasRedis, missingRedis, startRedis } from './redis.ts';

type Consume = RequestLimits['consume'];

const SECRET = 'a secret of thirty-two characters';
const ADDRESS = '203.0.113.7';

/** Limits in Redis with what they write to the log, once they are connected. */
async function openRedisLimits(url: string) {
  const logged: string[] = [];
  const log = createLogger('warn', { write: (line) => void logged.push(String(JSON.parse(line).msg)) });
  const limits = createRedisLimits(url, SECRET, log);
  onTestFinished(() => limits.close());
  return { consume: limits.consume, logged };
}

/** Until what each counts is in Redis: of two that count together, one sees what the other counted. */
async function untilShared(one: Consume, other: Consume): Promise<void> {
  const limit = { name: 'hello', points: 1_000_000, seconds: 60 };
  await expect
    .poll(async () => {
      const [first, second] = [(await one(limit, 'a')).remaining, (await other(limit, 'a')).remaining];
      return first - second;
    })
    .toBe(1);
}

async function openWorker(): Promise<{ worker: Worker; ended: Promise<unknown>; consume: Consume }> {
  serveClusterLimits();
  cluster.setupPrimary({ exec: path.join(import.meta.dirname, 'limits-worker.ts'), execArgv: [], silent: false });
  const worker: Worker = cluster.fork();
  const ended = once(worker, 'exit');
  onTestFinished(async () => {
    worker.process.kill('SIGKILL');
    await ended;
  });
  const waiting = new Map<number, (counted: RequestCount) => void>();
  worker.on('message', ({ answer, counted }: { answer?: number; counted: RequestCount }) => {
    if (answer !== undefined) waiting.get(answer)?.(counted);
  });
  await once(worker, 'online');
  let asked = 0;
  const consume: Consume = (limit, key) =>
    new Promise((resolve) => {
      waiting.set(++asked, resolve);
      worker.send({ ask: asked, limit, key } satisfies Ask);
    });
  return { worker, ended, consume };
}

/** Each opens the limits as two processes see them. */
const PAIRS: Record<string, () => Promise<[Consume, Consume]>> = {
  memory: async () => {
    const { consume } = createMemoryLimits();
    return [consume, consume];
  },
  cluster: async () => {
    const [one, other] = [await openWorker(), await openWorker()];
    await untilShared(one.consume, other.consume);
    return [one.consume, other.consume];
  },
  redis: async () => {
    const { url } = await startRedis();
    const [one, other] = [await openRedisLimits(url), await openRedisLimits(url)];
    await untilShared(one.consume, other.consume);
    return [one.consume, other.consume];
  },
};

if (missingRedis !== null) console.warn(`Limits in Redis are not tested: ${missingRedis}.`);

const INSTALLED = Object.entries(PAIRS).filter(([name]) => name !== 'redis' || hasRedis);

describe.each(INSTALLED)('%s limits', (_name, open) => {
  test('two processes together let exactly the limit through, also at once, each limit and key by itself, in each window anew', async () => {
    const [one, other] = await open();
    const limit = { name: 'api', points: 20, seconds: 60 };
    const counts = await Promise.all(Array.from({ length: 50 }, (_, nth) => (nth % 2 === 0 ? one : other)(limit, ADDRESS)));
    expect(counts.filter(({ isExceeded }) => !isExceeded)).toHaveLength(20);
    expect(counts.filter(({ isFirstAbove }) => isFirstAbove)).toHaveLength(1);
    expect(counts.filter(({ isExceeded, remaining }) => isExceeded && remaining > 0)).toEqual([]);
    expect(counts.filter(({ seconds }) => seconds < 1 || seconds > 60)).toEqual([]);
    expect(await other(limit, ADDRESS)).toMatchObject({ isExceeded: true, isFirstAbove: false, remaining: 0 });
    expect(await one(limit, '198.51.100.1')).toMatchObject({ isExceeded: false, remaining: 19 });
    expect(await one({ ...limit, name: 'play' }, ADDRESS)).toMatchObject({ isExceeded: false, remaining: 19 });

    const short = { name: 'short', points: 1, seconds: 1 };
    await Promise.all([one(short, ADDRESS), other(short, ADDRESS)]);
    await expect.poll(async () => (await one(short, ADDRESS)).isExceeded).toBe(false);
  });
});

test('the primary process outlives a worker that has ended before it is answered, and counts on for the others', async () => {
  const [one, other] = [await openWorker(), await openWorker()];
  await untilShared(one.consume, other.consume);
  const limit = { name: 'api', points: 1_000_000, seconds: 60 };
  await one.consume(limit, 'b');
  one.worker.process.kill('SIGKILL');
  await one.ended;
  // What it sent last may be read after it has ended, and its answer then reaches nobody.
  const last = { channel: 'rate_limiter_flexible', func: 'consume', promiseId: '1', data: { key: 'b', arg: 1, opts: {} } };
  cluster.emit('message', one.worker, { ...last, keyPrefix: 'api 1000000 60' });
  expect(await other.consume(limit, 'b')).toMatchObject({ isExceeded: false, remaining: 1_000_000 - 3 });
});

describe.runIf(hasRedis)('limits in Redis', () => {
  test('what is stored ends with its window, and says of nobody where they are', async () => {
    const { url } = await startRedis();
    const { consume } = await openRedisLimits(url);
    await untilShared(consume, (await openRedisLimits(url)).consume);
    const player = '0190f5a2-7c4e-7d3b-8a11-000000000001';
    for (const key of [ADDRESS, player]) await consume({ name: 'api', points: 5, seconds: 60 }, key);
    const client = createClient({ url });
    await client.connect();
    onTestFinished(() => client.destroy());
    const keys = (await client.keys('*')).filter((key) => !key.includes('hello'));
    expect(keys.toSorted()).toEqual([
      expect.stringMatching(/^kiddo:limit:api:0190f5a2-/),
      expect.stringMatching(/^kiddo:limit:api:[\w-]{27}$/),
    ]);
    for (const key of keys) expect(await client.ttl(key)).toBeGreaterThan(0);
  });

  test('while it is away each process limits by itself, which is said once; then they count together again', async () => {
    const server = await startRedis();
    const [one, other] = [await openRedisLimits(server.url), await openRedisLimits(server.url)];
    await untilShared(one.consume, other.consume);
    const limit = { name: 'api', points: 3, seconds: 600 };
    const count = async ({ consume }: typeof one, key: string) => {
      const counts = [];
      for (let nth = 0; nth < 5; nth++) counts.push(await consume(limit, key));
      return counts.filter(({ isExceeded }) => !isExceeded).length;
    };
    const untilSaid = (process: typeof one, lines: number) =>
      expect
        .poll(
          async () => {
            await process.consume({ ...limit, name: 'asking' }, 'a');
            return process.logged.length;
          },
          { timeout: 30_000 },
        )
        .toBe(lines);
    await server.stop();
    for (const process of [one, other]) await untilSaid(process, 1);
    expect([await count(one, 'b'), await count(other, 'b')]).toEqual([3, 3]);
    await server.start();
    for (const process of [one, other]) await untilSaid(process, 2);
    expect((await count(one, 'c')) + (await count(other, 'c'))).toBe(3);
    for (const { logged } of [one, other])
      expect(logged).toEqual([expect.stringContaining('by itself'), expect.stringContaining('is back')]);
  });
});
