import type { Logger } from 'pino';
import { parseBusMessage, type BusMessage } from '../../shared/live-events.ts';
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';

/** Closing waits this long for what was published before to be on its way. */
const CLOSE_TIMEOUT_MS = 1_000;
/** An answer of the supervisor that takes longer than this is none. */
const PING_TIMEOUT_MS = 1_000;

const GAP = JSON.stringify({ kind: 'gap' } satisfies BusMessage);

/** What a process and its supervisor say to each other for the bus. `text`: a bus message as JSON. */
export type ClusterBusMessage = { bus: 'message'; text: string } | { bus: 'ping' } | { bus: 'pong' };

/**
 * Hands a message to the channel between two processes.
 * @param onWritten called once the message is out of this process, with an error if the other end is gone
 * @returns false when so much waits that nothing more should be sent before this one is written
 */
export type ChannelSend = (message: ClusterBusMessage, onWritten: (error: Error | null) => void) => boolean;

/** A process's end of the channel to its supervisor. */
export type BusChannel = {
  send: ChannelSend;
  /** @returns unsubscribe */
  subscribe(listener: (message: ClusterBusMessage) => void): () => void;
};

/**
 * A bus for the processes of one machine, over the channel that each has to its supervisor, which passes messages on (createBusRelay). What
 * a process publishes reaches its own listeners without that way.
 */
export function clusterBus(channel: BusChannel, log: Logger): Bus {
  const listeners = createListeners(log);
  const underWay = new Set<Promise<void>>();
  const answers = new Set<() => void>();
  const sender = createSender((message, onWritten) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    underWay.add(promise);
    return channel.send(message, (error) => {
      underWay.delete(promise);
      resolve();
      onWritten(error);
    });
  });
  const unsubscribe = channel.subscribe((received) => {
    if (received.bus === 'pong') for (const answer of answers) answer();
    if (received.bus !== 'message') return;
    const message = parseBusMessage(received.text);
    if (message) listeners.notify(message);
    else log.warn('an unknown message on the bus was ignored');
  });
  return {
    publish(message) {
      setImmediate(listeners.notify, message);
      sender.send(JSON.stringify(message));
    },
    subscribe: listeners.add,
    async ping() {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timeout = setTimeout(reject, PING_TIMEOUT_MS, new Error('the bus is unreachable'));
      answers.add(resolve);
      channel.send({ bus: 'ping' }, (error) => error && reject(new Error('the bus is unreachable')));
      try {
        await promise;
      } finally {
        clearTimeout(timeout);
        answers.delete(resolve);
      }
    },
    async close() {
      listeners.clear();
      let timeout: ReturnType<typeof setTimeout> | undefined;
      const timedOut = new Promise<void>((resolve) => (timeout = setTimeout(resolve, CLOSE_TIMEOUT_MS)));
      await Promise.race([Promise.all(underWay), timedOut]);
      clearTimeout(timeout);
      unsubscribe();
    },
  };
}

/** The supervisor's side: passes on what each process publishes to all others. */
export type BusRelay = {
  /** Adds a process. @param send to it */
  add(id: number, send: ChannelSend): void;
  receive(fromId: number, message: ClusterBusMessage): void;
  /** Forgets a process. `wasLost`: it did not end by itself, so messages of it may be missing: all others get a gap. */
  remove(id: number, wasLost: boolean): void;
};

/** Creates the supervisor's side of the bus. */
export function createBusRelay(): BusRelay {
  const members = new Map<number, { send: ChannelSend; sender: ReturnType<typeof createSender> }>();
  const passOn = (fromId: number, text: string) => {
    for (const [id, { sender }] of members) if (id !== fromId) sender.send(text);
  };
  return {
    add: (id, send) => void members.set(id, { send, sender: createSender(send) }),
    receive(fromId, message) {
      if (message.bus === 'message') passOn(fromId, message.text);
      else if (message.bus === 'ping') members.get(fromId)?.send({ bus: 'pong' }, () => {});
    },
    remove(id, wasLost) {
      members.delete(id);
      if (wasLost) passOn(id, GAP);
    },
  };
}

/**
 * Sends until the channel says that too much waits, as before a process that hangs: what comes then is dropped, so that it fills nobody's
 * memory, and the other end gets a gap once it takes messages again.
 */
function createSender(send: ChannelSend) {
  let isBehind = false;
  let hasDropped = false;
  const sendNow = (text: string): void => {
    let isTaken = true;
    let isWritten = false;
    isTaken = send({ bus: 'message', text }, (error) => {
      isWritten = true;
      // Another end that is gone gets nothing any more.
      if (isTaken || error) return;
      isBehind = false;
      if (!hasDropped) return;
      hasDropped = false;
      sendNow(GAP);
    });
    isBehind = !isTaken && !isWritten;
  };
  return {
    send(text: string): void {
      if (isBehind) hasDropped = true;
      else sendNow(text);
    },
  };
}
