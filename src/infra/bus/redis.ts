import type { Logger } from 'pino';
import { createClient } from 'redis';
import { parseBusMessage, type BusMessage } from '../../shared/live-events.ts';
import { getConnectionOptions } from '../redis-connection.ts';
import type { Bus, Publishable } from './bus.ts';
import { createListeners } from './listeners.ts';

const CHANNEL = 'kiddo';
/** When Redis takes longer than this to accept a message, it is delivered within this process only. */
const PUBLISH_TIMEOUT_MS = 300;
const QUEUED_COMMANDS_MAX = 10_000;
/** Closing waits this long for Redis to accept what was published before: a command that is over at once says it to the others too. */
const CLOSE_TIMEOUT_MS = 1_000;

/**
 * A bus for several processes, through Redis or Valkey. While Redis is unreachable each process notifies only itself; once it is back,
 * all listeners receive 'gap'.
 */
export function redisBus(url: string, log: Logger): Bus {
  const listeners = createListeners(log);
  const { publisher, subscriber } = createClients(url);
  const send = async (message: BusMessage) => {
    if (!publisher.isReady) throw new Error('the bus is unreachable');
    await publisher.publish(CHANNEL, JSON.stringify(message));
  };
  announceGaps({ publisher, subscriber, send, notify: listeners.notify, log });
  const onMessage = (text: string) => {
    const message = parseBusMessage(text);
    if (message) listeners.notify(message);
    else log.warn('an unknown message on the bus was ignored');
  };
  const connected = Promise.allSettled([publisher.connect(), subscriber.connect().then(() => subscriber.subscribe(CHANNEL, onMessage))]);
  const underWay = new Set<Promise<void>>();
  // Listeners may receive a message twice, which is harmless.
  const publish = (message: Publishable) => {
    let isDelivered = false;
    const deliverLocally = () => {
      if (!isDelivered) setImmediate(listeners.notify, message);
      isDelivered = true;
    };
    const timeout = setTimeout(deliverLocally, PUBLISH_TIMEOUT_MS);
    const sent = send(message)
      .catch(deliverLocally)
      .finally(() => {
        clearTimeout(timeout);
        underWay.delete(sent);
      });
    underWay.add(sent);
  };
  return {
    publish,
    subscribe: listeners.add,
    async ping() {
      // What is published now would stay in this process, or not come back to it.
      if (!publisher.isReady || !subscriber.isReady) throw new Error('the bus is unreachable');
      await Promise.all([publisher.ping(), subscriber.ping()]);
    },
    async close() {
      listeners.clear();
      let timeout: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<void>((resolve) => (timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
      await Promise.race([Promise.all(underWay), timedOut]);
      clearTimeout(timeout);
      publisher.destroy();
      subscriber.destroy();
      await connected;
    },
  };
}

/** A connection that subscribes cannot publish, so there are two. */
function createClients(url: string) {
  const options = getConnectionOptions(url);
  return {
    publisher: createClient({ ...options, disableOfflineQueue: true, commandsQueueMaxLength: QUEUED_COMMANDS_MAX }),
    subscriber: createClient(options),
  };
}

type GapSources = ReturnType<typeof createClients> & {
  send: (message: BusMessage) => Promise<void>;
  notify: (message: BusMessage) => void;
  log: Logger;
};

/** Announces 'gap' after every break. The subscriber's breaks concern this process, the publisher's all the others. */
function announceGaps({ publisher, subscriber, send, notify, log }: GapSources): void {
  let hasFailed = false;
  const onError = (error: unknown) => {
    if (!hasFailed) log.error({ err: error }, 'the bus is unreachable');
    hasFailed = true;
  };
  publisher.on('error', onError);
  subscriber.on('error', onError);
  let wasReady = false;
  subscriber.on('ready', () => {
    if (wasReady || hasFailed) notify({ kind: 'gap' });
    hasFailed = false;
    wasReady = true;
  });
  let wasCutOff = false;
  publisher.on('error', () => (wasCutOff = true));
  // What this process published in the meantime reached only itself.
  publisher.on('ready', () => {
    if (wasCutOff) send({ kind: 'gap' }).catch(onError);
    wasCutOff = false;
  });
}
