import net, { type AddressInfo } from 'node:net';
import { createClient } from 'redis';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Bus } from '../../src/infra/bus/bus.ts';
import { clusterBus, type ClusterBusMessage } from '../../src/infra/bus/cluster.ts';
import { redisBus } from '../../src/infra/bus/redis.ts';
import type { BusMessage } from '../../src/shared/live-events.ts';
import { clusterOfTwo, INSTALLED_BUSES, log, record, redisPair } from './bus-pairs.ts';
import { hasRedis, startRedis } from './redis.ts';

const SHARED_BUSES = INSTALLED_BUSES.filter(([name]) => name !== 'memory');

const rights = (playerId: string) => ({ kind: 'rights' as const, playerId });

let marks = 0;
/** Publishes a message for everyone and waits until the other process has it: then it has heard all that was published before. */
async function waitForEarlier(from: Bus, { messages }: { messages: BusMessage[] }): Promise<void> {
  const mark = { kind: 'catalogue' as const, gameId: `mark ${marks++}` };
  from.publish(mark);
  await vi.waitFor(() => expect(messages).toContainEqual(mark), 5_000);
}

const withoutMarks = ({ messages }: { messages: BusMessage[] }) => messages.filter(({ kind }) => kind !== 'catalogue');

describe.each(SHARED_BUSES)('%s bus', (_name, open) => {
  test('a process hears what is for players it follows, with them alone in the list, and nothing else', async () => {
    const [one, other] = await open();
    const received = record(other);
    for (let i = 0; i < 20; i++) one.publish(rights('amina'));
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual([]);

    await Promise.all([other.follow('amina'), other.follow('brian')]);
    one.publish(rights('amina'));
    one.publish({ kind: 'presence', who: 'chao', online: true, playerIds: ['dalia', 'brian', 'emeka', 'amina'] });
    one.publish({ kind: 'presence', who: 'chao', online: true, playerIds: ['dalia', 'emeka'] });
    await waitForEarlier(one, received);
    const [first, second, ...rest] = withoutMarks(received) as [BusMessage, BusMessage & { playerIds: string[] }, ...BusMessage[]];
    expect(first).toEqual(rights('amina'));
    expect(second).toEqual({ kind: 'presence', who: 'chao', online: true, playerIds: expect.any(Array) as string[] });
    expect(second.playerIds.toSorted()).toEqual(['amina', 'brian']);
    expect(rest).toEqual([]);
  });

  test('whoever went offline at one process and is here is heard of, with no friend of theirs', async () => {
    const [one, other] = await open();
    const received = record(other);
    await other.follow('amina');
    one.publish({ kind: 'presence', who: 'amina', online: false, playerIds: ['brian'] });
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual([{ kind: 'presence', who: 'amina', online: false, playerIds: [] }]);
  });

  test('a player with two connections is followed until both are gone, and heard of no more then', async () => {
    const [one, other] = await open();
    const received = record(other);
    await Promise.all([other.follow('amina'), other.follow('amina')]);
    other.unfollow('amina');
    one.publish(rights('amina'));
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual([rights('amina')]);
    other.unfollow('amina');
    // Changes are told in order: when this one is known, so is the other.
    await other.follow('brian');
    one.publish(rights('amina'));
    one.publish(rights('brian'));
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual([rights('amina'), rights('brian')]);
  });

  test('what a process publishes reaches itself for players that it follows alone', async () => {
    const [one] = await open();
    const received = record(one);
    await one.follow('amina');
    one.publish(rights('brian'));
    one.publish({ kind: 'notification', playerIds: ['brian', 'amina'] });
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual([{ kind: 'notification', playerIds: ['amina'] }]);
  });

  test('of thousands who connect at once nobody misses what is said from then on', async () => {
    const [one, other] = await open();
    const received = record(other);
    const playerIds = Array.from({ length: 3_000 }, (_, i) => `p${i}`);
    await Promise.all(
      playerIds.map(async (playerId) => {
        await other.follow(playerId);
        one.publish(rights(playerId));
      }),
    );
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toHaveLength(playerIds.length);
  });
});

describe('the processes of one machine', () => {
  test('with a supervisor of an older release, which passes everything on, each still hears its own players alone', async () => {
    const { relay, members } = clusterOfTwo();
    const received = record(members[1].bus);
    await members[1].bus.follow('amina');
    // As an older one sends it: in full, to everybody.
    for (const message of [rights('brian'), { kind: 'notification', playerIds: ['brian', 'amina'] }])
      members[1].down.send({ bus: 'message', text: JSON.stringify(message) }, () => {});
    await expect.poll(() => received.messages).toEqual([{ kind: 'notification', playerIds: ['amina'] }]);
    relay.remove(0, false);
  });

  test('a process of an older release, which follows nobody, hears everything in full', async () => {
    const { relay, members } = clusterOfTwo();
    const texts: string[] = [];
    relay.add(7, (message, onWritten) => {
      if (message.bus === 'message') texts.push(message.text);
      onWritten(null);
      return true;
    });
    const message = { kind: 'notification' as const, playerIds: ['amina', 'brian'] };
    members[0].bus.publish(message);
    await expect.poll(() => texts).toEqual([JSON.stringify(message)]);
  });

  test('of a process that ended nobody is followed any more', async () => {
    const { relay, members } = clusterOfTwo();
    await members[1].bus.follow('amina');
    relay.remove(1, false);
    const sent: unknown[] = [];
    relay.add(1, (message, onWritten) => {
      sent.push(message);
      onWritten(null);
      return true;
    });
    relay.receive(1, { bus: 'players', added: [], removed: [] });
    relay.receive(0, { bus: 'message', text: JSON.stringify(rights('amina')) });
    expect(sent).toEqual([]);
  });

  test('whoever connects does not wait for a supervisor that hangs, and they alone may have missed something', async () => {
    const [, other] = clusterOfTwo().members;
    const received = record(other.bus);
    await other.bus.follow('brian');
    other.up.hang(true);
    await other.bus.follow('amina');
    expect(received.messages).toEqual([]);
    other.up.hang(false);
    await expect.poll(() => received.messages).toEqual([{ kind: 'missed', playerIds: ['amina'] }]);
  });

  test('a process that was busy itself has missed nothing', async () => {
    const [one, other] = clusterOfTwo().members;
    const received = record(other.bus);
    const followed = other.bus.follow('amina');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_100);
    await followed;
    await waitForEarlier(one.bus, received);
    expect(withoutMarks(received)).toEqual([]);
  });

  test('a question that could not be sent takes no answer of another, and players are told again', async () => {
    const sent: ClusterBusMessage[] = [];
    let isRefused = true;
    const listeners = new Set<(message: ClusterBusMessage) => void>();
    const bus = clusterBus(
      {
        send(message, onWritten) {
          onWritten(isRefused ? new Error('refused') : null);
          if (!isRefused) sent.push(message);
          if (!isRefused && message.bus === 'ping') setImmediate(() => listeners.forEach((listener) => listener({ bus: 'pong' })));
          return true;
        },
        subscribe(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      },
      log,
    );
    const received = record(bus);
    await expect(bus.ping()).rejects.toThrow('unreachable');
    await bus.follow('amina');
    isRefused = false;
    await expect(bus.ping()).resolves.toBeUndefined();
    await vi.waitFor(() => expect(received.messages).toEqual([{ kind: 'missed', playerIds: ['amina'] }]), 10_000);
    expect(sent).toContainEqual({ bus: 'players', added: ['amina'], removed: [] });
  });
});

/** A way to Redis that breaks once, at the first command that subscribes. @returns its URL */
async function breakFirstSubscribe(url: string): Promise<string> {
  let hasBroken = false;
  const proxy = net.createServer((near) => {
    const far = net.connect(Number(new URL(url).port), '127.0.0.1');
    near.on('data', (chunk) => {
      if (hasBroken || !chunk.toString().toLowerCase().includes('\r\nsubscribe\r\n')) return void far.write(chunk);
      hasBroken = true;
      near.resetAndDestroy();
    });
    far.on('data', (chunk) => near.write(chunk));
    for (const [socket, otherEnd] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {});
      socket.on('close', () => otherEnd.destroy());
    }
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void proxy.close());
  return `redis://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe.runIf(hasRedis)('through redis', () => {
  test('thousands who come and go at once take few commands', async () => {
    const server = await startRedis();
    const [one] = await redisPair(server.url);
    const asker = createClient({ url: server.url });
    await asker.connect();
    onTestFinished(() => asker.destroy());
    await asker.configResetStat();
    const playerIds = Array.from({ length: 3_000 }, (_, i) => `p${i}`);
    await Promise.all(playerIds.map(one.follow));
    expect(await asker.pubSubChannels('kiddo:player:*')).toHaveLength(playerIds.length);
    for (const playerId of playerIds) one.unfollow(playerId);
    await vi.waitFor(async () => expect(await asker.pubSubChannels('kiddo:player:*')).toEqual([]), 5_000);
    const commands = await asker.info('commandstats');
    const countCalls = (name: string) => Number(new RegExp(`cmdstat_${name}:calls=(\\d+)`).exec(commands)?.[1] ?? 0);
    expect(countCalls('subscribe') + countCalls('unsubscribe')).toBeLessThan(10);
  });

  test('after a break those who were here, and those who came meanwhile, are followed again, and a gap says what was missed', async () => {
    const server = await startRedis();
    const [one, other] = await redisPair(server.url);
    const received = record(other);
    await other.follow('amina');
    await server.stop();
    await vi.waitFor(() => expect(other.ping()).rejects.toThrow('unreachable'), 5_000);
    await other.follow('brian');
    await server.start();
    await vi.waitFor(() => expect(received.messages).toContainEqual({ kind: 'gap' }), 15_000);
    await vi.waitFor(() => expect(one.ping()).resolves.toBeUndefined(), 15_000);
    one.publish(rights('amina'));
    one.publish(rights('brian'));
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual(expect.arrayContaining([rights('amina'), rights('brian')]));
  });

  test('whoever connects does not wait for a redis that hangs, and they alone may have missed something', async () => {
    const server = await startRedis();
    const [, other] = await redisPair(server.url);
    const received = record(other);
    server.freeze(true);
    await other.follow('amina');
    expect(received.messages).toEqual([]);
    server.freeze(false);
    await vi.waitFor(() => expect(received.messages).toEqual([{ kind: 'missed', playerIds: ['amina'] }]), 15_000);
  });

  test('a line that breaks while a process begins to listen keeps nothing from it', async () => {
    const server = await startRedis();
    const [one] = await redisPair(server.url);
    const bus = redisBus(await breakFirstSubscribe(server.url), log);
    onTestFinished(() => bus.close());
    const received = record(bus);
    await expect(bus.ping()).rejects.toThrow('unreachable');
    await vi.waitFor(() => expect(bus.ping()).resolves.toBeUndefined(), 15_000);
    one.publish({ kind: 'player-out', playerId: 'amina' });
    await vi.waitFor(() => expect(received.messages).toContainEqual({ kind: 'player-out', playerId: 'amina' }), 5_000);
  });

  test.each([
    ['listening to everybody', 'resetchannels'],
    ['following players', '&kiddo &kiddo:knows-players'],
    ['publishing', 'allchannels -eval'],
  ])('an account without the right for %s is told of, and once it has it, so is what was missed', async (kind, rule) => {
    const server = await startRedis();
    const [one, other] = await redisPair(server.url);
    const admin = createClient({ url: server.url });
    await admin.connect();
    onTestFinished(() => admin.destroy());
    await admin.aclSetUser('bus', ['on', '>secret', '~*', '+@all', 'resetchannels', ...rule.split(' ')]);
    const error = vi.spyOn(log, 'error');
    const bus = redisBus(server.url.replace('//', '//bus:secret@'), log);
    onTestFinished(() => bus.close());
    const [received, others] = [record(bus), record(other)];
    const countErrors = () => error.mock.calls.filter(([fields]) => (fields as { kind?: string }).kind === kind).length;
    await Promise.all([bus.follow('amina'), other.follow('brian')]);
    bus.publish(rights('brian'));
    await vi.waitFor(() => {
      bus.publish(rights('brian'));
      expect(countErrors()).toBe(1);
    }, 5_000);
    await expect(bus.ping()).rejects.toThrow(kind === 'listening to everybody' ? 'unreachable' : kind);
    await admin.aclSetUser('bus', ['allchannels', '+eval']);
    await vi.waitFor(() => expect(bus.ping()).resolves.toBeUndefined(), 15_000);
    expect(countErrors()).toBe(1);
    const told = kind === 'publishing' ? others : received;
    const missed = kind === 'following players' ? { kind: 'missed', playerIds: ['amina'] } : { kind: 'gap' };
    await vi.waitFor(() => expect(told.messages).toContainEqual(missed), 5_000);
    one.publish(rights('amina'));
    one.publish({ kind: 'player-out', playerId: 'chao' });
    await expect.poll(() => received.messages).toEqual(expect.arrayContaining([rights('amina'), { kind: 'player-out', playerId: 'chao' }]));
  });

  test('processes of an older release, which know one channel alone, are heard, and hear everything', async () => {
    const server = await startRedis();
    const [one, other] = await redisPair(server.url);
    const received = record(other);
    await other.follow('amina');
    const [older, publisher] = [createClient({ url: server.url }), createClient({ url: server.url })];
    await Promise.all([older.connect(), publisher.connect()]);
    onTestFinished(() => [older, publisher].forEach((client) => client.destroy()));
    const texts: string[] = [];
    await older.subscribe('kiddo', (text) => texts.push(text));
    one.publish({ kind: 'notification', playerIds: ['amina', 'brian'] });
    await expect
      .poll(() => texts.map((text) => JSON.parse(text) as unknown))
      .toMatchObject([{ kind: 'notification', playerIds: ['amina', 'brian'] }]);
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual([{ kind: 'notification', playerIds: ['amina'] }]);
    await publisher.publish('kiddo', JSON.stringify(rights('brian')));
    await publisher.publish('kiddo', JSON.stringify(rights('amina')));
    await expect.poll(() => withoutMarks(received).at(-1)).toEqual(rights('amina'));
    expect(withoutMarks(received)).toHaveLength(2);
  });

  test('unknown messages on the channel of a player are logged and ignored', async () => {
    const server = await startRedis();
    const warn = vi.spyOn(log, 'warn');
    const [one, other] = await redisPair(server.url);
    const received = record(other);
    await other.follow('amina');
    const stranger = createClient({ url: server.url });
    await stranger.connect();
    onTestFinished(() => stranger.destroy());
    await stranger.publish('kiddo:player:amina', '{"kind":"notification"}');
    await waitForEarlier(one, received);
    expect(withoutMarks(received)).toEqual([]);
    await expect.poll(() => warn).toHaveBeenCalled();
  });
});
