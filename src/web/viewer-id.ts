import { useRouteLoaderData } from 'react-router';
import { readStorage } from './storage.ts';

/** Who looks at this page, as its root was told; null for visitors. */
export function useViewerId(): string | null {
  const root = useRouteLoaderData<{ viewer: { id: string } | null }>('root');
  return root?.viewer?.id ?? null;
}

/** Whose this browser is, as far as is known here: a page that was kept does not know who looks at it. */
export function useDeviceOwnerId(): string | null {
  const viewerId = useViewerId();
  return viewerId ?? (typeof localStorage === 'undefined' ? null : readStorage('owner'));
}
