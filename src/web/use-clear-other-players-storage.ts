import { useEffect } from 'react';
import { clearStorage } from './storage.ts';

/**
 * Removes the drafts and unsent messages of other players, and what they chose for their avatar, from this tab: all of them after signing out, and those of the previous player
 * when somebody else signs in. Their names start with the player's id.
 */
export function useClearOtherPlayersStorage(viewerId: string | null): void {
  useEffect(() => {
    clearStorage(['drafts', 'unsent', 'avatarDraft'], viewerId === null ? null : `${viewerId}:`);
  }, [viewerId]);
}
