import pino from 'pino';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Bus, BusMessage } from '../../src/infra/bus/bus.ts';
import { memoryBus } from '../../src/infra/bus/memory.ts';
import { redisBus } from '../../src/infra/bus/redis.ts';
import { hasRedis, startRedis } from './redis.ts';

const log = pino({ level: 'silent' });

function hearing(bus: Bus): { heard: BusMessage[]; stop: () => void } {
  const heard: BusMessage[] = [];
  return { heard, stop: bus.subscribe((message) => void heard.push(message)) };
}

async function redisPair(url: string): Promise<[Bus, Bus]> {
  const pair: [Bus, Bus] = [redisBus(url, log), redisBus(url, log)];
  onTestFinished(async () => {
    await Promise.all(pair.map((bus) => bus.close()));
  });
  // Both are there when each hears the other.
  const ears = pair.map(hearing);
  await vi.waitFor(() => {
    pair.forEach((bus, i) => bus.publish({ kind: 'notification', playerIds: [`hello ${i}`] }));
    for (const ear of ears) for (const i of [0, 1]) expect(ear.heard).toContainEqual({ kind: 'notification', playerIds: [`hello ${i}`] });
  }, 10_000);
  // What is still on its way of these greetings is no part of a test.
  await vi.waitFor(async () => {
    const before = ears.map((ear) => ear.heard.length);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(ears.map((ear) => ear.heard.length)).toEqual(before);
  }, 10_000);
  for (const ear of ears) ear.stop();
  return pair;
}

/** Two processes' ends of one bus. */
const BUSES: Record<string, () => Promise<[Bus, Bus]>> = {
  memory: async () => {
    const bus = memoryBus(log);
    return [bus, bus];
  },
  redis: async () => redisPair((await startRedis()).url),
};

if (!hasRedis)
  console.warn('The Redis half of the bus suite is skipped: redis-server is not installed here (Debian: apt-get install redis-server).');

const INSTALLED = Object.entries(BUSES).filter(([name]) => name !== 'redis' || hasRedis);

describe.each(INSTALLED)('%s bus', (_name, open) => {
  test('tells every listener of every process, the publisher too, in order', async () => {
    const [one, other] = await open();
    const ears = [hearing(one), hearing(one), hearing(other)];
    const messages = Array.from({ length: 50 }, (_, i) => ({ kind: 'notification' as const, playerIds: [`p${i}`] }));
    for (const message of messages) one.publish(message);
    await vi.waitFor(() => {
      for (const ear of ears) expect(ear.heard).toEqual(messages);
    });
  });

  test('does not wait for the listeners, and one that fails does not keep a message from the others', async () => {
    const [one] = await open();
    let returned = false;
    one.subscribe(() => {
      expect(returned).toBe(true);
      throw new Error('no ears');
    });
    const ear = hearing(one);
    one.publish({ kind: 'catalogue', gameId: 'g' });
    returned = true;
    await vi.waitFor(() => expect(ear.heard).toEqual([{ kind: 'catalogue', gameId: 'g' }]));
  });

  test('who no longer listens hears nothing', async () => {
    const [one, other] = await open();
    const [gone, stays] = [hearing(other), hearing(other)];
    gone.stop();
    one.publish({ kind: 'player-out', playerId: 'p' });
    await vi.waitFor(() => expect(stays.heard).toHaveLength(1));
    expect(gone.heard).toEqual([]);
  });

  test('is silent after its end, and publishing then harms nobody', async () => {
    const [one] = await open();
    const ear = hearing(one);
    await one.close();
    // Whoever comes later is told after those who were there.
    const late = hearing(one);
    one.publish({ kind: 'catalogue', gameId: 'g' });
    await vi.waitFor(() => expect(late.heard).toEqual([{ kind: 'catalogue', gameId: 'g' }]));
    expect(ear.heard).toEqual([]);
  });
});

describe.runIf(hasRedis)('redis away', () => {
  test('each process goes on by itself, and hears of the gap when it is back', async () => {
    const server = await startRedis();
    const [one, other] = await redisPair(server.url);
    const [mine, theirs] = [hearing(one), hearing(other)];
    await server.stop();
    await vi.waitFor(() => {
      mine.heard.length = 0;
      one.publish({ kind: 'signed-out', sessionHash: 'h' });
      return vi.waitFor(() => expect(mine.heard).toEqual([{ kind: 'signed-out', sessionHash: 'h' }]), 200);
    }, 5_000);
    expect(theirs.heard).toEqual([]);
    await server.start();
    await vi.waitFor(() => {
      expect(mine.heard).toContainEqual({ kind: 'gap' });
      expect(theirs.heard).toContainEqual({ kind: 'gap' });
    }, 15_000);
    await vi.waitFor(() => {
      one.publish({ kind: 'catalogue', gameId: 'g' });
      expect(theirs.heard).toContainEqual({ kind: 'catalogue', gameId: 'g' });
    }, 15_000);
  });

  test('one that no longer answers keeps nothing from those who are here', async () => {
    const server = await startRedis();
    const [one] = await redisPair(server.url);
    const ear = hearing(one);
    server.freeze(true);
    one.publish({ kind: 'signed-out', sessionHash: 'h' });
    await vi.waitFor(() => expect(ear.heard).toEqual([{ kind: 'signed-out', sessionHash: 'h' }]), 5_000);
    server.freeze(false);
  });

  test('what one process said to itself while it was cut off, the others hear of as a gap', async () => {
    const server = await startRedis();
    const [one, other] = await redisPair(server.url);
    await server.stop();
    await vi.waitFor(() => {
      const ear = hearing(one);
      one.publish({ kind: 'player-out', playerId: 'p' });
      return vi.waitFor(() => expect(ear.heard).toHaveLength(1), 400);
    }, 5_000);
    await server.start();
    // Whichever of the two comes back first: the last gap comes after both are there.
    const theirs = hearing(other);
    await vi.waitFor(() => expect(theirs.heard).toContainEqual({ kind: 'gap' }), 15_000);
  });

  test('a process that starts while it is away works, and joins later', async () => {
    const server = await startRedis();
    await server.stop();
    const bus = redisBus(server.url, log);
    onTestFinished(() => bus.close());
    const ear = hearing(bus);
    bus.publish({ kind: 'catalogue', gameId: 'g' });
    await vi.waitFor(() => expect(ear.heard).toEqual([{ kind: 'catalogue', gameId: 'g' }]));
    await server.start();
    await vi.waitFor(() => expect(ear.heard).toContainEqual({ kind: 'gap' }), 15_000);
  });

  test('what is none of ours on the channel is left alone', async () => {
    const server = await startRedis();
    const [one] = await redisPair(server.url);
    const ear = hearing(one);
    const stranger = createClient({ url: server.url });
    await stranger.connect();
    onTestFinished(() => stranger.destroy());
    for (const text of ['', '{', 'null', '{"kind":"catalogue"}', '{"kind":"notification"}', '{"kind":"signed-out","sessionHash":5}'])
      await stranger.publish('kiddo', text);
    one.publish({ kind: 'catalogue', gameId: 'g' });
    await vi.waitFor(() => expect(ear.heard).toEqual([{ kind: 'catalogue', gameId: 'g' }]));
  });
});
