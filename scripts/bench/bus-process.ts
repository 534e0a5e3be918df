import { createHash } from 'node:crypto';
import pino from 'pino';
import { createClient } from 'redis';
import type { Bus } from '../../src/infra/bus/bus.ts';
import { clusterBus, type ClusterBusMessage } from '../../src/infra/bus/cluster.ts';
import { redisBus } from '../../src/infra/bus/redis.ts';
import { parseBusMessage, type BusMessage } from '../../src/shared/live-events.ts';

// A small process of a site for scripts/bench/bus.ts: its end of the bus, and who is connected to it.

const STEP_MS = 10;
const LISTS = 400;
const log = pino({ level: 'silent' });

/** `way`: by audience as the site does it, or as it was before, when every process heard everything. */
export type BusOrder = {
  adapter: 'redis' | 'supervisor';
  way: 'audience' | 'everybody';
  url: string;
  index: number;
  processes: number;
  connected: number;
  friends: number;
  friendsConnected: number;
  perSecond: number;
  seconds: number;
};
/** `heard`: messages; `told`: players of this process to whom they were. */
export type BusFigures = { cpuMs: number; heard: number; told: number };
/** What is said between the two, beside the bus. */
export type BusProcessMessage =
  | { say: 'order'; order: BusOrder }
  | { say: 'ready' }
  | { say: 'go' }
  | { say: 'end' }
  | { say: 'figures'; figures: BusFigures };

const tell = (message: BusProcessMessage) => process.send?.(message);

/** The id of a player: those up to `connected` have a connection, at each process in turn. */
function idOf(i: number): string {
  const hex = createHash('md5').update(`player ${i}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

type SmallBus = Pick<Bus, 'publish' | 'subscribe' | 'follow'>;

function openBus({ adapter, way, url }: BusOrder): SmallBus {
  if (adapter === 'redis') return way === 'audience' ? redisBus(url, log) : everybodyBus(url);
  const send = (message: ClusterBusMessage, onWritten: (error: Error | null) => void) => {
    // A process that never says whom it follows hears everything, as all did before.
    if (way === 'everybody' && message.bus === 'players') return true;
    return process.send?.(message, undefined, undefined, onWritten) ?? false;
  };
  return clusterBus({ send, subscribe: (listener) => (process.on('message', listener), () => process.off('message', listener)) }, log);
}

/** One channel, which every process reads: as it was. */
function everybodyBus(url: string): SmallBus {
  const [publisher, subscriber] = [createClient({ url }), createClient({ url })];
  const listeners: ((message: BusMessage) => void)[] = [];
  const connected = Promise.all([publisher.connect(), subscriber.connect()]).then(() =>
    subscriber.subscribe('everybody', (text) => {
      const message = parseBusMessage(text);
      if (message) for (const listener of listeners) listener(message);
    }),
  );
  return {
    // What Redis does not take in time on a machine that is too busy is missing from the figures, which say so.
    publish: (message) => void publisher.publish('everybody', JSON.stringify(message)).catch(() => {}),
    subscribe: (listener) => (listeners.push(listener), () => {}),
    follow: () => connected,
  };
}

process.on('message', (message: BusProcessMessage) => {
  if (message.say === 'order') void play(message.order);
});

async function play(order: BusOrder): Promise<void> {
  const { index, processes, connected, friends, friendsConnected, perSecond, seconds } = order;
  const bus = openBus(order);
  const own = new Set<string>();
  for (let i = index; i < connected; i += processes) own.add(idOf(i));
  const random = (from: number, below: number) => from + Math.floor(Math.random() * (below - from));
  const lists = Array.from({ length: LISTS }, () =>
    Array.from({ length: friends }, (_, i) => idOf(i < friendsConnected ? random(0, connected) : random(connected, 20 * connected))),
  );
  let [heard, told] = [0, 0];
  bus.subscribe((received) => {
    heard++;
    // As the live connection does it for each.
    if (received.kind === 'presence') for (const playerId of received.playerIds) if (own.has(playerId)) told++;
  });
  await Promise.all([...own].map(bus.follow));
  tell({ say: 'ready' });
  await waitFor('go');
  const [before, begun] = [process.cpuUsage(), performance.now()];
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.min(seconds * 1000, performance.now() - begun) * (perSecond / 1000);
    for (; sent < due; sent++)
      bus.publish({ kind: 'presence', who: idOf(connected + sent), online: true, playerIds: lists[sent % LISTS] as string[] });
  }, STEP_MS);
  await waitFor('end');
  clearInterval(timer);
  const { user, system } = process.cpuUsage(before);
  tell({ say: 'figures', figures: { cpuMs: (user + system) / 1000, heard, told } });
}

function waitFor(say: BusProcessMessage['say']): Promise<void> {
  return new Promise((resolve) => {
    const listener = (message: BusProcessMessage) => {
      if (message.say !== say) return;
      process.off('message', listener);
      resolve();
    };
    process.on('message', listener);
  });
}

process.on('disconnect', () => process.exit(0));
