import type { Logger } from 'pino';
import type { RedisClientType } from 'redis';
import type { BusMessage } from '../../shared/live-events.ts';
import type { Failures } from './failures.ts';

/** What Redis refused is tried again after this time: its account may have got the right meanwhile. */
const RETRY_MS = 2_000;

type Client = Pick<RedisClientType, 'isReady' | 'on'>;

type Options = {
  publisher: Client;
  subscriber: Client;
  /** Subscribes to what is for everybody. @throws if Redis refuses, or the line broke */
  listen: () => Promise<void>;
  /** Subscribes to the players who were followed meanwhile. */
  follow: () => Promise<void>;
  /** Tells this process. */
  notify: (message: BusMessage) => void;
  /** Tells all processes, if messages of every kind can be sent. @throws if not */
  sendGap: () => Promise<void>;
  failures: Failures;
  log: Logger;
};

/**
 * Listens after every connect, and announces 'gap' after every break and after all that Redis refused. The subscriber's breaks concern this
 * process, the publisher's all the others.
 */
export function announceGaps({ publisher, subscriber, listen, follow, notify, sendGap, failures, log }: Options) {
  let hasFailed = false;
  const onError = (error: unknown) => {
    if (!hasFailed) log.error({ err: error }, 'the bus is unreachable');
    hasFailed = true;
  };
  publisher.on('error', onError);
  subscriber.on('error', onError);

  let wasReady = false;
  let isGap = false;
  let isListening = false;
  let listening = Promise.resolve();
  const tryToListen = async () => {
    try {
      await listen();
    } catch (error) {
      isGap = true;
      // After a break the client is ready once more, and it is tried then.
      if (!subscriber.isReady) return;
      failures.failed('listening to everybody', error);
      setTimeout(startListening, RETRY_MS).unref();
      return;
    }
    isListening = true;
    failures.worked('listening to everybody');
    // Only then nothing more is missed.
    await follow();
    if (isGap) notify({ kind: 'gap' });
    isGap = false;
  };
  const startListening = () => {
    if (subscriber.isReady && !isListening) listening = tryToListen();
  };
  subscriber.on('ready', () => {
    isGap ||= wasReady || hasFailed;
    hasFailed = false;
    wasReady = true;
    isListening = false;
    startListening();
  });

  let wasLost = false;
  let saying: Promise<void> | null = null;
  const trySayGap = async () => {
    wasLost = false;
    try {
      await sendGap();
      failures.worked('publishing');
    } catch (error) {
      onLost(error);
    }
    saying = null;
    if (wasLost) setTimeout(sayGap, RETRY_MS).unref();
  };
  const sayGap = () => {
    if (wasLost && publisher.isReady) saying ??= trySayGap();
  };
  const onLost = (error: unknown) => {
    // What fails without a connection was told as such, and is made up for when it is there.
    if (publisher.isReady) failures.failed('publishing', error);
    if (!wasLost && saying === null) setTimeout(sayGap, RETRY_MS).unref();
    wasLost = true;
  };
  // What this process published in the meantime reached only itself.
  publisher.on('error', () => (wasLost = true));
  publisher.on('ready', sayGap);
  return {
    onLost,
    /** Waits for what is tried now. @throws while this process does not hear what is for everybody */
    async check(): Promise<void> {
      await Promise.all([listening, saying]);
      if (!isListening) throw new Error('the bus is unreachable');
    },
  };
}
