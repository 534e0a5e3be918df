import type { Logger } from 'pino';
import type { Bus } from './bus.ts';
import { createListeners } from './listeners.ts';

/** A bus for a single process. Delivery is asynchronous, as with every other adapter. */
export function memoryBus(log: Logger): Bus {
  const listeners = createListeners(log);
  return {
    publish: (message) => void setImmediate(listeners.notify, message),
    subscribe: listeners.add,
    // There is no other process, and this one hears everything.
    follow: async () => {},
    unfollow() {},
    ping: async () => {},
    async close() {
      listeners.clear();
    },
  };
}
