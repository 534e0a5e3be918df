import type { Logger } from 'pino';
import type { Bus, BusMessage } from './bus.ts';
import { createListeners } from './listeners.ts';

/** One process by itself. Listeners are called after the publisher has gone on, as with any other bus. */
export function memoryBus(log: Logger): Bus {
  const listeners = createListeners(log);
  return {
    publish: (message: BusMessage) => void setImmediate(listeners.tell, message),
    subscribe: listeners.add,
    async close() {
      listeners.clear();
    },
  };
}
