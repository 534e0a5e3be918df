import { readStorage, writeStorage } from '../../../web/storage.ts';
import type { OutgoingMessage } from '../rules.ts';

const storageKey = (viewerId: string, friendId: string) => `${viewerId}:${friendId}`;

/** Keeps what did not get to a friend, for as long as the tab is open; without a store, while the conversation is. */
export function saveUnsentMessages(viewerId: string, friendId: string, outgoing: OutgoingMessage[]): void {
  writeStorage('unsent', outgoing.length === 0 ? null : JSON.stringify(outgoing), storageKey(viewerId, friendId));
}

/** What did not get to a friend before the conversation was left. Sent again it is still the same message. */
export function loadUnsentMessages(viewerId: string, friendId: string): OutgoingMessage[] {
  try {
    const stored = JSON.parse(readStorage('unsent', storageKey(viewerId, friendId)) ?? '[]') as OutgoingMessage[];
    return stored.map((each) => ({ ...each, state: 'failed' }));
  } catch {
    return [];
  }
}
