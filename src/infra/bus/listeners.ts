import type { Logger } from 'pino';
import type { BusMessage } from '../../shared/live-events.ts';
import type { BusListener } from './bus.ts';

/** The listeners of this process. An error in one of them is logged and does not keep the message from the others. */
export function createListeners(log: Logger) {
  const listeners = new Set<BusListener>();
  return {
    add(listener: BusListener): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(message: BusMessage): void {
      for (const listener of listeners) {
        try {
          listener(message);
        } catch (error) {
          log.error({ err: error, kind: message.kind }, 'a listener of the bus failed');
        }
      }
    },
    clear: () => listeners.clear(),
  };
}
