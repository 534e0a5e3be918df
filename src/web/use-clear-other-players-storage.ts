import { useEffect } from 'react';
import { clearStorage } from './storage.ts';

/**
 * Who signs out leaves nothing of theirs in this tab: drafts, and messages that were not sent. The same where somebody else is signed
 * in now: their names begin with whose they are.
 */
export function useClearOtherPlayersStorage(viewerId: string | null): void {
  useEffect(() => {
    clearStorage(['drafts', 'unsent'], viewerId === null ? null : `${viewerId}:`);
  }, [viewerId]);
}
