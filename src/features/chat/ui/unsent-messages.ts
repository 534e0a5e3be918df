import { readStorage, writeStorage } from '../../../web/storage.ts';
import type { OutgoingMessage } from '../rules.ts';

const storageKey = (viewerId: string, friendId: string) => `${viewerId}:${friendId}`;

/**
 * Stores the messages that were not sent to a friend until the tab is closed. Without session storage they last until the conversation is
 * closed.
 */
export function saveUnsentMessages(viewerId: string, friendId: string, outgoing: OutgoingMessage[]): void {
  writeStorage('unsent', outgoing.length === 0 ? null : JSON.stringify(outgoing), storageKey(viewerId, friendId));
}

/** Loads the messages that were not sent before the conversation was closed. They keep their client id, so a retry is idempotent. */
export function loadUnsentMessages(viewerId: string, friendId: string): OutgoingMessage[] {
  try {
    const stored = JSON.parse(readStorage('unsent', storageKey(viewerId, friendId)) ?? '[]') as OutgoingMessage[];
    return stored.map((each) => ({ ...each, state: 'failed' }));
  } catch {
    return [];
  }
}
