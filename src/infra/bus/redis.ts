import type { Logger } from 'pino';
import { createClient } from 'redis';
import { z } from 'zod';
import type { Bus, BusMessage } from './bus.ts';
import { createListeners } from './listeners.ts';

const CHANNEL = 'kiddo';
const RETRY_MAX_MS = 5_000;
/** Redis answers within this time, or those who are here are told without it. */
const PATIENCE_MS = 300;
/** A connection that is dead without saying so is found by these. */
const PING_MS = 5_000;
const SILENCE_MS = 15_000;
const WAITING_MAX = 10_000;

const messageForm = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('notification'), playerIds: z.array(z.string()) }),
  z.object({ kind: z.literal('signed-out'), sessionHash: z.string() }),
  z.object({ kind: z.literal('player-out'), playerId: z.string() }),
  z.object({ kind: z.literal('catalogue'), gameId: z.string() }),
  z.object({ kind: z.literal('chat'), playerIds: z.array(z.string()), between: z.tuple([z.string(), z.string()]) }),
  z.object({ kind: z.literal('rights'), playerId: z.string() }),
  z.object({ kind: z.literal('typing'), playerId: z.string(), from: z.string() }),
  z.object({ kind: z.literal('presence'), who: z.string(), online: z.boolean(), playerIds: z.array(z.string()) }),
  z.object({ kind: z.literal('switched'), chat: z.boolean() }),
  z.object({ kind: z.literal('gap') }),
]);

/**
 * Several processes, through Redis or Valkey. While it is away they go on, each by itself; when it is back, listeners
 * hear 'gap'.
 */
export function redisBus(url: string, log: Logger): Bus {
  const listeners = createListeners(log);
  const socket = {
    reconnectStrategy: (tries: number) => Math.min(RETRY_MAX_MS, 100 * 2 ** Math.min(tries, 6)),
    connectTimeout: 5_000,
    socketTimeout: SILENCE_MS,
  };
  const options = { url, socket, pingInterval: PING_MS };
  const sender = createClient({ ...options, disableOfflineQueue: true, commandsQueueMaxLength: WAITING_MAX });
  const receiver = createClient(options);
  let troubled = false;
  const onError = (error: unknown) => {
    if (!troubled) log.error({ err: error }, 'the bus is away');
    troubled = true;
  };
  sender.on('error', onError);
  receiver.on('error', onError);
  let wasReady = false;
  receiver.on('ready', () => {
    if (wasReady || troubled) listeners.tell({ kind: 'gap' });
    troubled = false;
    wasReady = true;
  });
  let wasCut = false;
  sender.on('error', () => (wasCut = true));
  // What was said here meanwhile only this process has heard.
  sender.on('ready', () => {
    if (wasCut) say({ kind: 'gap' }).catch(onError);
    wasCut = false;
  });
  const say = (message: BusMessage) =>
    sender.isReady ? sender.publish(CHANNEL, JSON.stringify(message)) : Promise.reject(new Error('the bus is away'));
  const opened = Promise.allSettled([
    sender.connect(),
    receiver.connect().then(() =>
      receiver.subscribe(CHANNEL, (text) => {
        const parsed = messageForm.safeParse(jsonOf(text));
        if (parsed.success) listeners.tell(parsed.data);
        else log.warn('a message on the bus is none of ours');
      }),
    ),
  ]);
  return {
    publish(message) {
      let isTold = false;
      // Those who are here hear of it all the same; twice does no harm.
      const tellHere = () => {
        if (!isTold) setImmediate(listeners.tell, message);
        isTold = true;
      };
      const late = setTimeout(tellHere, PATIENCE_MS);
      say(message)
        .catch(tellHere)
        .finally(() => clearTimeout(late));
    },
    subscribe: listeners.add,
    async close() {
      listeners.clear();
      sender.destroy();
      receiver.destroy();
      await opened;
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
