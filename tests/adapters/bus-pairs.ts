import pino from 'pino';
import { expect, onTestFinished, vi } from 'vitest';
import type { Bus } from '../../src/infra/bus/bus.ts';
import { clusterBus, createBusRelay, type BusChannel, type ChannelSend, type ClusterBusMessage } from '../../src/infra/bus/cluster.ts';
import { memoryBus } from '../../src/infra/bus/memory.ts';
import { redisBus } from '../../src/infra/bus/redis.ts';
import type { BusMessage } from '../../src/shared/live-events.ts';
import { hasRedis, missingRedis, startRedis } from './redis.ts';

// Buses as two processes of a site see them.

export const log = pino({ level: 'silent' });

/** Subscribes to the bus and records every message. */
export function record(bus: Bus): { messages: BusMessage[]; unsubscribe: () => void } {
  const messages: BusMessage[] = [];
  return { messages, unsubscribe: bus.subscribe((message) => void messages.push(message)) };
}

/** Two processes that are connected through a Redis. */
export async function redisPair(url: string): Promise<[Bus, Bus]> {
  const pair: [Bus, Bus] = [redisBus(url, log), redisBus(url, log)];
  onTestFinished(async () => {
    await Promise.all(pair.map((bus) => bus.close()));
  });
  const recorders = pair.map(record);
  // Both are connected once each receives the other's messages.
  await vi.waitFor(() => {
    pair.forEach((bus, i) => bus.publish({ kind: 'catalogue', gameId: `hello ${i}` }));
    for (const { messages } of recorders)
      for (const i of [0, 1]) expect(messages).toContainEqual({ kind: 'catalogue', gameId: `hello ${i}` });
  }, 10_000);
  // What one process publishes arrives in order: behind both of these no greeting is left that the test itself could receive.
  pair.forEach((bus, i) => bus.publish({ kind: 'catalogue', gameId: `ready ${i}` }));
  await vi.waitFor(() => {
    for (const { messages } of recorders)
      for (const i of [0, 1]) expect(messages).toContainEqual({ kind: 'catalogue', gameId: `ready ${i}` });
  }, 10_000);
  for (const { unsubscribe } of recorders) unsubscribe();
  return pair;
}

/** A channel between a process and its supervisor, which keeps order and delivers later; it can hang, as before a busy process. */
function createPipe(deliver: (message: ClusterBusMessage) => void, most = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  const state = { isHung: false };
  const flush = () => {
    while (!state.isHung && waiting.length > 0) waiting.shift()?.();
  };
  const send: ChannelSend = (message, onWritten) => {
    const copy = JSON.parse(JSON.stringify(message)) as ClusterBusMessage;
    waiting.push(() => {
      onWritten(null);
      deliver(copy);
    });
    setImmediate(flush);
    return waiting.length < most;
  };
  const hang = (now: boolean) => {
    state.isHung = now;
    setImmediate(flush);
  };
  return { send, hang };
}

/** Two processes and their supervisor. `down` leads to a process, `up` from it; `most` messages wait in a pipe before it says that it is full. */
export function clusterOfTwo(most?: number) {
  const relay = createBusRelay();
  const members = [0, 1].map((id) => {
    const listeners = new Set<(message: ClusterBusMessage) => void>();
    const up = createPipe((message) => relay.receive(id, message), most);
    const down = createPipe((message) => listeners.forEach((listener) => listener(message)), most);
    relay.add(id, down.send);
    const channel: BusChannel = {
      send: up.send,
      subscribe(listener) {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    };
    return { bus: clusterBus(channel, log), up, down };
  });
  return { relay, members: members as [(typeof members)[0], (typeof members)[0]] };
}

/** Each opens one bus as two processes see it: two `Bus` objects that receive each other's messages. */
const BUSES: Record<string, () => Promise<[Bus, Bus]>> = {
  memory: async () => {
    const bus = memoryBus(log);
    return [bus, bus];
  },
  cluster: async () => {
    const [one, other] = clusterOfTwo().members;
    return [one.bus, other.bus];
  },
  redis: async () => redisPair((await startRedis()).url),
};

if (missingRedis !== null) console.warn(`The Redis half of the bus suite is skipped: ${missingRedis}.`);

/** Those of them that can be opened on this machine. */
export const INSTALLED_BUSES = Object.entries(BUSES).filter(([name]) => name !== 'redis' || hasRedis);
