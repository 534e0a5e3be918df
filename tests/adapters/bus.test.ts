import { createClient } from 'redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Publishable } from '../../src/infra/bus/bus.ts';
import { redisBus } from '../../src/infra/bus/redis.ts';
import { BUS_MESSAGES, type BusMessage } from '../../src/shared/live-events.ts';
import { clusterOfTwo, INSTALLED_BUSES, log, record, redisPair } from './bus-pairs.ts';
import { hasRedis, startRedis } from './redis.ts';

/** One message of each kind, with all optional fields. */
const SAMPLES: { [Kind in BusMessage['kind']]: Required<Extract<BusMessage, { kind: Kind }>> } = {
  notification: { kind: 'notification', playerIds: ['amina', 'brian'] },
  'signed-out': { kind: 'signed-out', sessionHash: 'hash' },
  'player-out': { kind: 'player-out', playerId: 'amina' },
  catalogue: { kind: 'catalogue', gameId: 'game' },
  chat: { kind: 'chat', playerIds: ['brian'], between: ['amina', 'brian'] },
  presence: { kind: 'presence', who: 'amina', online: false, playerIds: ['brian'], isHidden: true },
  switched: { kind: 'switched', flag: 'chat', isEnabled: false },
  rights: { kind: 'rights', playerId: 'amina' },
  sanction: { kind: 'sanction', playerId: 'amina' },
  typing: { kind: 'typing', playerId: 'amina', from: 'brian' },
  'last-connection-closed': { kind: 'last-connection-closed', playerId: 'amina' },
  'still-connected': { kind: 'still-connected', playerId: 'amina' },
  cases: { kind: 'cases' },
  announcements: { kind: 'announcements' },
  group: { kind: 'group', playerIds: ['brian'], groupId: 'group' },
  texts: { kind: 'texts' },
  gap: { kind: 'gap' },
  missed: { kind: 'missed', playerIds: ['brian'] },
};

describe.each(INSTALLED_BUSES)('%s bus', (_name, open) => {
  test('notifies every listener of every process, including the publisher, in order', async () => {
    const [one, other] = await open();
    const recorders = [record(one), record(one), record(other)];
    const messages = Array.from({ length: 50 }, (_, i) => ({ kind: 'catalogue' as const, gameId: `g${i}` }));
    for (const message of messages) one.publish(message);
    await expect.poll(() => recorders.map((recorder) => recorder.messages)).toEqual(recorders.map(() => messages));
  });

  test('carries a message of every kind to another process with all its fields', async () => {
    const [one, other] = await open();
    await Promise.all(['amina', 'brian'].map(other.follow));
    const received = record(other);
    const kinds = Object.keys(BUS_MESSAGES) as BusMessage['kind'][];
    const messages = kinds.map((kind) => SAMPLES[kind]);
    for (const message of messages) one.publish(message as Publishable);
    const last: BusMessage = { kind: 'catalogue', gameId: 'last' };
    one.publish(last);
    await expect.poll(() => received.messages).toContainEqual(last);
    expect(received.messages).toEqual([...messages, last]);
  });

  test('does not wait for listeners, and an error in one does not keep the message from the others', async () => {
    const [one] = await open();
    let hasReturned = false;
    one.subscribe(() => {
      expect(hasReturned).toBe(true);
      throw new Error('this listener fails');
    });
    const received = record(one);
    one.publish({ kind: 'catalogue', gameId: 'g' });
    hasReturned = true;
    await expect.poll(() => received.messages).toEqual([{ kind: 'catalogue', gameId: 'g' }]);
  });

  test('says that the others can be reached', async () => {
    const [one, other] = await open();
    await expect(Promise.all([one.ping(), other.ping()])).resolves.toBeDefined();
  });

  test('notifies nobody who has unsubscribed', async () => {
    const [one, other] = await open();
    const [gone, stays] = [record(other), record(other)];
    gone.unsubscribe();
    one.publish({ kind: 'player-out', playerId: 'p' });
    await expect.poll(() => stays.messages).toHaveLength(1);
    expect(gone.messages).toEqual([]);
  });

  test('drops its listeners when it is closed, and publishing afterwards is harmless', async () => {
    const [one] = await open();
    const received = record(one);
    await one.close();
    // Listeners are notified in the order they subscribed: once `late` has the message, `received` would have it too.
    const late = record(one);
    one.publish({ kind: 'catalogue', gameId: 'g' });
    await expect.poll(() => late.messages).toEqual([{ kind: 'catalogue', gameId: 'g' }]);
    expect(received.messages).toEqual([]);
  });
});

describe('the processes of one machine', () => {
  test('one that ends is heard by the others to its last message', async () => {
    const [one, other] = clusterOfTwo().members;
    const received = record(other.bus);
    const messages = Array.from({ length: 50 }, (_, i) => ({ kind: 'catalogue' as const, gameId: `g${i}` }));
    for (const message of messages) one.bus.publish(message);
    await one.bus.close();
    await expect.poll(() => received.messages).toEqual(messages);
  });

  test('when one is killed, the others fetch again what it may have said; when it ends by itself, they do not', async () => {
    const { relay, members } = clusterOfTwo();
    const received = record(members[1].bus);
    relay.remove(0, false);
    members[1].bus.publish({ kind: 'catalogue', gameId: 'g' });
    await expect.poll(() => received.messages).toEqual([{ kind: 'catalogue', gameId: 'g' }]);
    relay.remove(0, true);
    await expect.poll(() => received.messages.at(-1)).toEqual({ kind: 'gap' });
    // What was on its way from it is passed on, and nothing is sent to it any more.
    relay.receive(0, { bus: 'message', text: '{"kind":"cases"}' });
    await expect.poll(() => received.messages.at(-1)).toEqual({ kind: 'cases' });
  });

  test('one that hangs keeps nobody waiting and fills no memory: it gets a gap for what it missed', async () => {
    const [one, other] = clusterOfTwo(3).members;
    const [own, others] = [record(one.bus), record(other.bus)];
    other.down.hang(true);
    for (let i = 0; i < 50; i++) {
      one.bus.publish({ kind: 'catalogue', gameId: `g${i}` });
      await expect.poll(() => own.messages).toHaveLength(i + 1);
    }
    await expect(one.bus.ping()).resolves.toBeUndefined();
    await expect(other.bus.ping()).rejects.toThrow('unreachable');
    other.down.hang(false);
    await expect.poll(() => others.messages.at(-1)).toEqual({ kind: 'gap' });
    expect(others.messages).toEqual([...own.messages.slice(0, 3), { kind: 'gap' }]);
    one.bus.publish({ kind: 'cases' });
    await expect.poll(() => others.messages.at(-1)).toEqual({ kind: 'cases' });
  });

  test('one whose supervisor hangs still hears itself, and ends', async () => {
    const [one, other] = clusterOfTwo().members;
    const [own, others] = [record(one.bus), record(other.bus)];
    one.up.hang(true);
    one.bus.publish({ kind: 'signed-out', sessionHash: 'h' });
    await expect.poll(() => own.messages).toEqual([{ kind: 'signed-out', sessionHash: 'h' }]);
    expect(others.messages).toEqual([]);
    await expect(one.bus.close()).resolves.toBeUndefined();
  });
});

describe.runIf(hasRedis)('a process that ends', () => {
  test('is heard by the others to its last message', async () => {
    const [one, other] = await redisPair((await startRedis()).url);
    const received = record(other);
    const messages = Array.from({ length: 50 }, (_, i) => ({ kind: 'catalogue' as const, gameId: `g${i}` }));
    for (const message of messages) one.publish(message);
    await one.close();
    await expect.poll(() => received.messages).toEqual(messages);
  });

  test('ends although redis does not answer', async () => {
    const server = await startRedis();
    const [one] = await redisPair(server.url);
    server.freeze(true);
    one.publish({ kind: 'catalogue', gameId: 'g' });
    await expect(one.close()).resolves.toBeUndefined();
    server.freeze(false);
  });
});

describe.runIf(hasRedis)('without redis', () => {
  test('each process notifies itself, and receives a gap when redis is back', async () => {
    const server = await startRedis();
    const [one, other] = await redisPair(server.url);
    const [own, others] = [record(one), record(other)];
    await server.stop();
    await vi.waitFor(() => {
      own.messages.length = 0;
      one.publish({ kind: 'signed-out', sessionHash: 'h' });
      return vi.waitFor(() => expect(own.messages).toEqual([{ kind: 'signed-out', sessionHash: 'h' }]), 200);
    }, 5_000);
    expect(others.messages).toEqual([]);
    // Each still notifies itself, and says that it is alone.
    await expect(one.ping()).rejects.toThrow('unreachable');
    await server.start();
    await vi.waitFor(() => {
      expect(own.messages).toContainEqual({ kind: 'gap' });
      expect(others.messages).toContainEqual({ kind: 'gap' });
    }, 15_000);
    await vi.waitFor(() => {
      one.publish({ kind: 'catalogue', gameId: 'g' });
      expect(others.messages).toContainEqual({ kind: 'catalogue', gameId: 'g' });
    }, 15_000);
    await expect(one.ping()).resolves.toBeUndefined();
  });

  test('a redis that does not answer keeps no message from the process that publishes', async () => {
    const server = await startRedis();
    const [one] = await redisPair(server.url);
    const received = record(one);
    server.freeze(true);
    one.publish({ kind: 'signed-out', sessionHash: 'h' });
    await vi.waitFor(() => expect(received.messages).toEqual([{ kind: 'signed-out', sessionHash: 'h' }]), 5_000);
    server.freeze(false);
  });

  test('what a process published while it was cut off reaches the others as a gap', async () => {
    const server = await startRedis();
    const [one, other] = await redisPair(server.url);
    await server.stop();
    await vi.waitFor(() => {
      const received = record(one);
      one.publish({ kind: 'player-out', playerId: 'p' });
      return vi.waitFor(() => expect(received.messages).toHaveLength(1), 400);
    }, 5_000);
    await server.start();
    // It does not matter which of the two reconnects first: the last gap is published when both are connected.
    const others = record(other);
    await vi.waitFor(() => expect(others.messages).toContainEqual({ kind: 'gap' }), 15_000);
  });

  test('a process that starts without redis works, and connects later', async () => {
    const server = await startRedis();
    await server.stop();
    const bus = redisBus(server.url, log);
    onTestFinished(() => bus.close());
    const received = record(bus);
    bus.publish({ kind: 'catalogue', gameId: 'g' });
    await expect.poll(() => received.messages).toEqual([{ kind: 'catalogue', gameId: 'g' }]);
    await server.start();
    await vi.waitFor(() => expect(received.messages).toContainEqual({ kind: 'gap' }), 15_000);
  });

  test('unknown messages on the channel are logged and ignored', async () => {
    const server = await startRedis();
    const warn = vi.spyOn(log, 'warn');
    const [one] = await redisPair(server.url);
    const received = record(one);
    const stranger = createClient({ url: server.url });
    await stranger.connect();
    onTestFinished(() => stranger.destroy());
    const texts = ['', '{', 'null', '{"kind":"catalogue","gameId":5}', '{"kind":"notification"}', '{"kind":"signed-out","sessionHash":5}'];
    for (const text of texts) await stranger.publish('kiddo', text);
    one.publish({ kind: 'catalogue', gameId: 'g' });
    await expect.poll(() => received.messages).toEqual([{ kind: 'catalogue', gameId: 'g' }]);
    expect(warn.mock.calls.length).toBeGreaterThanOrEqual(texts.length);
  });
});
