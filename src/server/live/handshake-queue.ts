import type { Duplex } from 'node:stream';
import { TIMES, type Timers } from './timing.ts';

type Waiter = { address: string; start: () => void; refuse: () => void };

/**
 * Lets `runningMax` handshakes go on at once. The others wait for their turn: one of each address after the other, so that an address with
 * thousands keeps nobody else out. Where `waitingMax` wait, whoever comes takes the place of the last one of the address with the most, unless
 * their own has as many.
 */
export function createHandshakeQueue(runningMax: number, waitingMax: number, timers: Timers) {
  /** By address; the first one is next. */
  const queues = new Map<string, Set<Waiter>>();
  let waitingCount = 0;
  let running = 0;

  const remove = (waiter: Waiter): boolean => {
    const queue = queues.get(waiter.address);
    if (!queue?.delete(waiter)) return false;
    waitingCount--;
    if (queue.size === 0) queues.delete(waiter.address);
    return true;
  };
  /** Makes room for one of this address. @returns whether there is */
  const makeRoom = (address: string): boolean => {
    if (waitingCount < waitingMax) return true;
    const own = (queues.get(address)?.size ?? 0) + 1;
    // More than its share: no other has to give way.
    if (own > waitingMax / queues.size) return false;
    let longest: Set<Waiter> | undefined;
    for (const queue of queues.values()) if (queue.size > (longest?.size ?? own)) longest = queue;
    const last = longest && [...longest].at(-1);
    last?.refuse();
    return last !== undefined;
  };
  const release = () => {
    const [entry] = queues;
    if (!entry) return void running--;
    const [address, queue] = entry;
    const [next] = queue;
    // The address goes to the end.
    queues.delete(address);
    queues.set(address, queue);
    next?.start();
  };

  return {
    /**
     * Waits for a turn.
     * @param raw whoever closes it meanwhile does not wait any more
     * @returns a function that ends the turn; null if there is none: too many wait, or it took too long, or `raw` was closed
     */
    async enter(address: string, raw: Duplex): Promise<(() => void) | null> {
      if (running < runningMax) {
        running++;
        return release;
      }
      if (!makeRoom(address)) return null;
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const end = (turn: (() => void) | null) => {
        if (!remove(waiter)) return;
        cancelTimeout();
        raw.off('close', waiter.refuse);
        resolve(turn);
      };
      const waiter: Waiter = { address, start: () => end(release), refuse: () => end(null) };
      const cancelTimeout = timers.after(TIMES.turnMs, waiter.refuse);
      raw.once('close', waiter.refuse);
      queues.set(address, (queues.get(address) ?? new Set()).add(waiter));
      waitingCount++;
      return promise;
    },
  };
}
