import { readStorage, writeStorage } from '../../../web/storage.ts';
import type { Outgoing } from '../rules.ts';

const nameOf = (viewerId: string, friendId: string) => `${viewerId}:${friendId}`;

/** Keeps what did not get to a friend, for as long as the tab is open; without a store, while the conversation is. */
export function keepUnsent(viewerId: string, friendId: string, outgoing: Outgoing[]): void {
  writeStorage('unsent', outgoing.length === 0 ? null : JSON.stringify(outgoing), nameOf(viewerId, friendId));
}

/** What did not get to a friend before the conversation was left. Sent again it is still the same message. */
export function keptUnsent(viewerId: string, friendId: string): Outgoing[] {
  try {
    const kept = JSON.parse(readStorage('unsent', nameOf(viewerId, friendId)) ?? '[]') as Outgoing[];
    return kept.map((each) => ({ ...each, state: 'failed' }));
  } catch {
    return [];
  }
}
