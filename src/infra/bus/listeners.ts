import type { Logger } from 'pino';
import type { BusMessage } from './bus.ts';

/** Those who listen in this process. One that fails does not keep the message from the others. */
export function createListeners(log: Logger) {
  const listeners = new Set<(message: BusMessage) => void>();
  return {
    add(listener: (message: BusMessage) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(message: BusMessage): void {
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
