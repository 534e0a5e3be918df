import { useRouteLoaderData } from 'react-router';
import { readStorage } from './storage.ts';

/** The id of the signed-in player, from the root loader; null for visitors. */
export function useViewerId(): string | null {
  const root = useRouteLoaderData<{ viewer: { id: string } | null }>('root');
  return root?.viewer?.id ?? null;
}

/** The player who owns this browser's data, as far as the browser knows: a cached page does not know its viewer. */
export function useDeviceOwnerId(): string | null {
  const viewerId = useViewerId();
  return viewerId ?? (typeof localStorage === 'undefined' ? null : readStorage('owner'));
}
